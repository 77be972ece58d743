//! The match format of the reference implementation (ggp-base).

use game::Goal;
use serde::Serialize;

use super::{MatchLog, milliseconds};

/// A match as the reference implementation saves it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'c> {
    match_id: &'c str,
    random_token: &'c str,
    start_time: u64,
    #[serde(rename = "gameMetaURL", skip_serializing_if = "str::is_empty")]
    game_meta_url: &'c str,
    is_completed: bool,
    is_aborted: bool,
    states: Vec<String>,
    moves: Vec<Vec<String>>,
    state_times: Vec<u64>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    errors: &'c [Vec<String>],
    #[serde(skip_serializing_if = "Option::is_none")]
    protocols: Option<&'c [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    percepts: Option<Vec<Vec<Vec<String>>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_values: Option<&'c [Goal]>,
    preview_clock: i64,
    start_clock: u64,
    play_clock: u64,
    player_names_from_host: &'c [String],
    scrambled: bool,
}

impl MatchLog {
    /// The match in the JSON format of the reference implementation.
    pub fn to_json(&self) -> String {
        let state = |state: &Vec<String>| {
            let fluents: String = state.iter().map(|fluent| padded(fluent) + " ").collect();
            format!("( {fluents})")
        };
        let of_roles = |seen: &Vec<Vec<String>>| seen.iter().map(|percepts| all_padded(percepts)).collect();
        let document = Document {
            match_id: &self.id,
            random_token: &self.token,
            start_time: milliseconds(self.started),
            game_meta_url: &self.game_url,
            is_completed: self.completed(),
            is_aborted: self.aborted,
            states: self.states.iter().map(state).collect(),
            moves: self.moves.iter().map(|moves| all_padded(moves)).collect(),
            state_times: self.state_times.iter().map(|&time| milliseconds(time)).collect(),
            errors: &self.errors,
            protocols: self.percepts.as_ref().map(|log| log.protocols.as_slice()),
            percepts: self.percepts.as_ref().map(|log| log.percepts.iter().map(of_roles).collect()),
            goal_values: self.goals.as_deref(),
            preview_clock: self.preview_seconds(),
            start_clock: self.start_clock.as_secs(),
            play_clock: self.play_clock.as_secs(),
            player_names_from_host: &self.players,
            scrambled: self.scrambled,
        };
        serde_json::to_string(&document).expect("strings, numbers and lists are all JSON")
    }

    /// The preview clock in seconds; the format says -1 where there is none.
    pub(super) fn preview_seconds(&self) -> i64 {
        self.preview_clock.map_or(-1, |clock| clock.as_secs().cast_signed())
    }
}

fn all_padded(terms: &[String]) -> Vec<String> {
    terms.iter().map(|term| padded(term)).collect()
}

/// A term with spaces around its parentheses, as the reference implementation prints it.
fn padded(term: &str) -> String {
    let spaced = term.replace('(', " ( ").replace(')', " ) ");
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::{Value, json};

    use super::super::tests::{hidden, log};
    use super::*;

    fn value(log: &MatchLog) -> Value {
        serde_json::from_str(&log.to_json()).expect("JSON")
    }

    #[test]
    fn the_json_has_the_fields_of_the_reference() {
        let expected = json!({
            "matchId": "tourney.game.1",
            "randomToken": "GRyByjxWvAyZ7aSXMlPUlDldGaiOnKwD",
            "startTime": 1_795_294_824_690_u64,
            "isCompleted": true,
            "isAborted": false,
            "states": ["( ( cell 1 ( f a b ) ) ( control x ) )", "( ( control o ) open )", "( done )"],
            "moves": [["( mark 1 ( f a b ) )", "noop"], ["noop", "( mark 2 2 )"]],
            "stateTimes": [1_795_294_824_790_u64, 1_795_294_826_790_u64, 1_795_294_826_890_u64],
            "errors": [["", "TO"], ["", ""], ["IL (mark 9 9)", ""]],
            "goalValues": [0, 100],
            "previewClock": -1,
            "startClock": 10,
            "playClock": 4,
            "playerNamesFromHost": ["localhost:9147", "uct(time=1s)"],
            "scrambled": false,
        });
        assert_eq!(value(&log()), expected);
    }

    #[test]
    fn the_json_of_a_game_that_hides_something_has_what_each_player_was_told() {
        let value = value(&hidden());
        assert_eq!(value["protocols"], json!(["gdl2", "gdl"]));
        assert_eq!(value["percepts"], json!([[["( card king )", "free"], []], [[], ["free"]]]));
    }

    #[test]
    fn missing_values_are_left_out() {
        let log =
            MatchLog { goals: None, aborted: true, errors: Vec::new(), states: vec![Vec::new()], ..log() };
        let value = value(&log);
        assert_eq!((&value["isCompleted"], &value["isAborted"]), (&json!(false), &json!(true)));
        assert!(value.get("goalValues").is_none() && value.get("errors").is_none());
        assert_eq!(value["states"], json!(["( )"]));
    }

    #[test]
    fn a_match_whose_rules_name_no_goals_is_neither_completed_nor_aborted() {
        let value = value(&MatchLog { goals: None, ..log() });
        assert_eq!((&value["isCompleted"], &value["isAborted"]), (&json!(false), &json!(false)));
    }

    #[test]
    fn unusual_characters_and_clocks_are_kept() {
        let odd = "a \"b\" \\ \n \u{1} é".to_owned();
        let log = MatchLog {
            players: vec![odd.clone(), String::new()],
            errors: vec![vec![odd.clone(), String::new()]],
            preview_clock: Some(Duration::from_secs(5)),
            game_url: "http://games.example/x/".into(),
            ..log()
        };
        let value = value(&log);
        assert_eq!((&value["playerNamesFromHost"][0], &value["errors"][0][0]), (&json!(odd), &json!(odd)));
        assert_eq!(
            (&value["previewClock"], &value["gameMetaURL"]),
            (&json!(5), &json!("http://games.example/x/"))
        );
    }
}
