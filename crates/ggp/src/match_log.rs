mod json;
mod xml;

use std::iter;
use std::time::{Duration, SystemTime};

use arena::{MatchRecord, Outcome, Ply, ProtocolError, Seed, Thought};
use game::Goal;

/// The log of a match that a game master has led. It is written in the formats of the reference
/// implementation.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchLog {
    /// The id of the match.
    pub id: String,
    /// A random word of 32 letters and digits.
    pub token: String,
    /// The URL of the game; may be empty.
    pub game_url: String,
    /// When the match began.
    pub started: SystemTime,
    /// The name of the player of each role.
    pub players: Vec<String>,
    /// The time for the preview, if there was one.
    pub preview_clock: Option<Duration>,
    /// The time to prepare.
    pub start_clock: Duration,
    /// The time for each move.
    pub play_clock: Duration,
    /// Whether the players saw other names than those of the rulesheet.
    pub scrambled: bool,
    /// The fluents of every state, from the initial one on.
    pub states: Vec<Vec<String>>,
    /// When each state was reached.
    pub state_times: Vec<SystemTime>,
    /// The joint moves.
    pub moves: Vec<Vec<String>>,
    /// The error of each player at the start, and then at every ply: an entry such as `TO`, or empty.
    pub errors: Vec<Vec<String>>,
    /// The time that each player took at every ply; none for a role without requests.
    pub times: Vec<Vec<Option<Duration>>>,
    /// What the players were told, if the rules hide something.
    pub percepts: Option<PerceptLog>,
    /// The goal of each role, if the last state is terminal and gives every role a unique one.
    pub goals: Option<Vec<Goal>>,
    /// Whether the match was aborted.
    pub aborted: bool,
}

/// What the players of a game that hides something were told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerceptLog {
    /// The protocol of each role's player: `gdl2` if it was told its own moves and percepts, `gdl` if it was
    /// told the joint moves; empty for a role without requests.
    pub protocols: Vec<String>,
    /// For every joint move what each role saw of it; nothing of a role without requests.
    pub percepts: Vec<Vec<Vec<String>>>,
}

impl MatchLog {
    /// The match as the store keeps it, with the seed of its random moves. Of the search statistics only the
    /// times are known.
    pub fn record(&self, seed: Seed) -> MatchRecord {
        let thought = |time: &Option<Duration>| {
            time.map(|time| Thought { value: None, visits: 0, playouts: 0, nodes: 0, time })
        };
        let ply = |(joint_move, times): (&Vec<String>, &Vec<Option<Duration>>)| Ply {
            joint_move: joint_move.clone(),
            thoughts: times.iter().map(thought).collect(),
        };
        MatchRecord {
            seed,
            opening: 0,
            plies: self.moves.iter().zip(&self.times).map(ply).collect(),
            protocol_errors: self.protocol_errors(),
            outcome: self.goals.clone().map_or(Outcome::Unscored, Outcome::Goals),
            remark: None,
        }
    }

    /// The errors of the players up to the last joint move, in the order of plies and roles.
    fn protocol_errors(&self) -> Vec<ProtocolError> {
        let plies = iter::once(None).chain((0..self.moves.len() as u32).map(Some));
        let at = |(ply, errors): (Option<u32>, &Vec<String>)| {
            let wrong = errors.iter().enumerate().filter(|(_, error)| !error.is_empty());
            wrong.map(|(role, error)| ProtocolError { ply, role, error: error.clone() }).collect::<Vec<_>>()
        };
        plies.zip(&self.errors).flat_map(at).collect()
    }

    /// Whether the match has ended with goals.
    fn completed(&self) -> bool {
        self.goals.is_some() && !self.aborted
    }
}

/// Milliseconds since 1970.
fn milliseconds(time: SystemTime) -> u64 {
    // A clock before 1970 is wrong and counts as 1970; 2^64 ms are half a billion years.
    time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use arena::{Plan, Played, Progress, Schedule, Store};

    use super::*;

    /// A match of two plies.
    pub(super) fn log() -> MatchLog {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let started = SystemTime::UNIX_EPOCH + Duration::from_millis(1_795_294_824_690);
        MatchLog {
            id: "tourney.game.1".into(),
            token: "GRyByjxWvAyZ7aSXMlPUlDldGaiOnKwD".into(),
            game_url: String::new(),
            started,
            players: words(&["localhost:9147", "uct(time=1s)"]),
            preview_clock: None,
            start_clock: Duration::from_secs(10),
            play_clock: Duration::from_secs(4),
            scrambled: false,
            states: vec![
                words(&["(cell 1 (f a b))", "(control x)"]),
                words(&["(control o)", "open"]),
                words(&["done"]),
            ],
            state_times: [100, 2100, 2200].map(|ms| started + Duration::from_millis(ms)).to_vec(),
            moves: vec![words(&["(mark 1 (f a b))", "noop"]), words(&["noop", "(mark 2 2)"])],
            errors: vec![words(&["", "TO"]), words(&["", ""]), words(&["IL (mark 9 9)", ""])],
            times: vec![
                vec![Some(Duration::from_millis(1900)), Some(Duration::from_millis(3))],
                vec![None, Some(Duration::from_millis(80))],
            ],
            percepts: None,
            goals: Some(vec![0, 100]),
            aborted: false,
        }
    }

    /// The same of a game that hides something.
    pub(super) fn hidden() -> MatchLog {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let percepts = PerceptLog {
            protocols: words(&["gdl2", "gdl"]),
            percepts: vec![
                vec![words(&["(card king)", "free"]), Vec::new()],
                vec![Vec::new(), words(&["free"])],
            ],
        };
        MatchLog { percepts: Some(percepts), ..log() }
    }

    #[test]
    fn a_record_keeps_moves_times_and_goals() {
        let record = log().record(Seed(7));
        assert_eq!((record.seed, record.opening, record.plies.len()), (Seed(7), 0, 2));
        assert_eq!(record.plies[1].joint_move, ["noop", "(mark 2 2)"]);
        assert_eq!(record.plies[1].thoughts[0], None);
        assert_eq!(record.plies[0].thoughts[0].expect("asked").time, Duration::from_millis(1900));
        assert_eq!(record.outcome, Outcome::Goals(vec![0, 100]));
    }

    #[test]
    fn a_record_keeps_protocol_errors_at_their_plies() {
        let wrong = |ply, role, error: &str| ProtocolError { ply, role, error: error.into() };
        assert_eq!(
            log().record(Seed(7)).protocol_errors,
            [wrong(None, 1, "TO"), wrong(Some(1), 0, "IL (mark 9 9)")]
        );
        let given_up = MatchLog { moves: log().moves[..1].to_vec(), ..log() };
        assert_eq!(given_up.record(Seed(7)).protocol_errors, [wrong(None, 1, "TO")]);
        let nothing_known = MatchLog { errors: Vec::new(), ..log() };
        assert_eq!(nothing_known.record(Seed(7)).protocol_errors, []);
    }

    #[test]
    fn a_record_is_read_back_from_the_store() {
        let directory = tempfile::tempdir().expect("a directory");
        let mut store = Store::open(directory.path().join("store.db")).expect("created");
        let schedule = Schedule::Rotation { matches: 1, chance: None };
        let plan = Plan { seed: Seed(7), ..Plan::new("any", log().players, schedule) };
        let (fixture, _) = plan.rotation(0).expect("the only one");
        let played = Played { fixture, record: log().record(plan.seed) };
        let fresh = [played.clone()];
        let progress = Progress { fresh: &fresh, withdrawn: &[], done: 1, most: 1, tests: &[] };
        store.begin(&plan, None).expect("writable").record(&progress).expect("writable");
        assert_eq!(store.played(1).expect("kept"), (1, played));
    }

    #[test]
    fn an_aborted_match_has_no_goals() {
        let given_up = MatchLog { goals: None, aborted: true, ..log() };
        assert_eq!(given_up.record(Seed(7)).outcome, Outcome::Unscored);
    }
}
