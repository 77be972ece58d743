use std::io::{self, BufWriter, Write};

use serde::Serializer;
use serde_json::{Value, json};

use crate::{Ending, MatchEntry, Pairing, Plan, Played};

/// Rows that all have the same columns, on their way to a file: what a spreadsheet or a data frame reads.
///
/// Pairings, numbers of matches, plies and roles count from 0, as in the store. What there is not is an empty
/// field, or `null`.
#[derive(Debug)]
pub struct Sheet<W: Write> {
    writer: Writer<W>,
    columns: Vec<String>,
    rows: usize,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetFormat {
    /// Comma-separated values, with a header.
    Csv,
    /// One JSON object a line.
    Jsonl,
}

#[derive(Debug)]
enum Writer<W: Write> {
    Csv(Box<csv::Writer<W>>),
    Jsonl(BufWriter<W>),
}

const OF_MATCH: [&str; 11] = [
    "tournament",
    "match",
    "game",
    "pairing",
    "number",
    "seed",
    "opening",
    "plies",
    "outcome",
    "forfeiter",
    "foul",
];

const OF_MATCH_AND_ROLE: [&str; 3] = ["player", "goal", "score"];

const OF_MOVE: [&str; 14] = [
    "tournament",
    "match",
    "game",
    "ply",
    "role",
    "player",
    "move",
    "opening",
    "value",
    "visits",
    "playouts",
    "nodes",
    "seconds",
    "slip",
];

const OF_PAIRING: [&str; 5] = ["games", "draws", "adjudicated", "mean_plies", "distinct_games"];

const OF_PAIRING_AND_ROLE: [&str; 7] =
    ["player", "wins", "losses", "ci95_low", "ci95_high", "mean_goal", "forfeits"];

impl<W: Write> Sheet<W> {
    /// A sheet with a row for each match of a tournament.
    ///
    /// # Errors
    /// If `to` cannot be written.
    pub fn of_matches(format: SheetFormat, to: W, plan: &Plan) -> io::Result<Self> {
        Self::new(format, to, with_roles(&OF_MATCH, &OF_MATCH_AND_ROLE, plan.roles))
    }

    /// A sheet with a row for each move and role of a tournament.
    ///
    /// # Errors
    /// If `to` cannot be written.
    pub fn of_moves(format: SheetFormat, to: W) -> io::Result<Self> {
        Self::new(format, to, with_roles(&OF_MOVE, &[], 0))
    }

    /// A sheet with a row for each pairing of a tournament's table; intervals are those of the rates of wins.
    ///
    /// # Errors
    /// If `to` cannot be written.
    pub fn of_pairings(format: SheetFormat, to: W, plan: &Plan) -> io::Result<Self> {
        Self::new(format, to, with_roles(&OF_PAIRING, &OF_PAIRING_AND_ROLE, plan.roles))
    }

    fn new(format: SheetFormat, to: W, columns: Vec<String>) -> io::Result<Self> {
        let writer = match format {
            SheetFormat::Csv => {
                let mut writer = csv::Writer::from_writer(to);
                writer.write_record(&columns).map_err(csv_error)?;
                Writer::Csv(Box::new(writer))
            }
            SheetFormat::Jsonl => Writer::Jsonl(BufWriter::new(to)),
        };
        Ok(Self { writer, columns, rows: 0 })
    }

    /// How many rows there are, without a header.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a match to a [sheet of matches](Self::of_matches).
    ///
    /// # Errors
    /// If the sheet cannot be written.
    pub fn add_match(&mut self, plan: &Plan, tournament: i64, entry: &MatchEntry) -> io::Result<()> {
        let Ending { outcome, goals, forfeiter, foul } = Ending::from(&entry.outcome);
        let cells = [
            json!(tournament),
            json!(entry.id),
            json!(plan.game),
            json!(entry.fixture.pairing),
            json!(entry.fixture.index),
            json!(entry.seed.0),
            json!(entry.opening),
            json!(entry.plies),
            json!(outcome),
            json!(forfeiter),
            json!(foul),
        ];
        let scores = plan.scores(&entry.outcome);
        let of_role = |role: usize| {
            let goal = goals.as_ref().map(|goals| goals[role]);
            [json!(entry.players[role]), json!(goal), json!(scores.as_ref().map(|scores| scores[role]))]
        };
        self.row(cells.into_iter().chain((0..plan.roles).flat_map(of_role)).collect())
    }

    /// Adds the moves of a match to a [sheet of moves](Self::of_moves).
    ///
    /// # Errors
    /// If the sheet cannot be written.
    pub fn add_moves(
        &mut self,
        plan: &Plan,
        tournament: i64,
        match_id: i64,
        played: &Played,
    ) -> io::Result<()> {
        let seats = plan.seats(played.fixture.pairing);
        for (ply, joint) in (0_u32..).zip(&played.record.plies) {
            for (role, (mov, thought)) in joint.joint_move.iter().zip(&joint.thoughts).enumerate() {
                let seen = thought.as_ref();
                let counted = seen.filter(|thought| thought.tells_counts());
                let wrong = played.record.protocol_error(ply, role);
                self.row(vec![
                    json!(tournament),
                    json!(match_id),
                    json!(plan.game),
                    json!(ply),
                    json!(role),
                    json!(plan.seat(role).map(|seat| plan.players[seats[seat]].as_str())),
                    json!(mov),
                    json!(ply < played.record.opening),
                    json!(seen.and_then(|thought| thought.value)),
                    json!(counted.map(|thought| thought.visits)),
                    json!(counted.map(|thought| thought.playouts)),
                    json!(counted.map(|thought| thought.nodes)),
                    json!(seen.map(|thought| thought.time.as_secs_f64())),
                    json!(wrong.map(|error| &error.error)),
                ])?;
            }
        }
        Ok(())
    }

    /// Adds a pairing to a [sheet of pairings](Self::of_pairings).
    ///
    /// # Errors
    /// If the sheet cannot be written.
    pub fn add_pairing(&mut self, pairing: &Pairing) -> io::Result<()> {
        let cells = [
            json!(pairing.games),
            json!(pairing.draws),
            json!(pairing.adjudicated),
            json!(pairing.mean_plies),
            json!(pairing.distinct_games),
        ];
        let of_role = |role: usize| {
            [
                json!(pairing.players[role]),
                json!(pairing.wins[role]),
                json!(pairing.losses(role)),
                json!(pairing.ci95[role].low),
                json!(pairing.ci95[role].high),
                json!(pairing.mean_goals.get(role)),
                // The list is empty where no role forfeited.
                json!(pairing.forfeits.get(role).copied().unwrap_or(0)),
            ]
        };
        self.row(cells.into_iter().chain((0..pairing.players.len()).flat_map(of_role)).collect())
    }

    fn row(&mut self, cells: Vec<Value>) -> io::Result<()> {
        self.rows += 1;
        match &mut self.writer {
            Writer::Csv(writer) => writer.write_record(cells.into_iter().map(field)).map_err(csv_error)?,
            Writer::Jsonl(writer) => {
                serde_json::Serializer::new(&mut *writer).collect_map(self.columns.iter().zip(cells))?;
                writer.write_all(b"\n")?;
            }
        }
        Ok(())
    }

    /// Writes what is left in the buffer, which would be lost without a word otherwise.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(&mut self) -> io::Result<()> {
        match &mut self.writer {
            Writer::Csv(writer) => writer.flush(),
            Writer::Jsonl(writer) => writer.flush(),
        }
    }
}

/// Columns of the whole, and then of each role.
fn with_roles(whole: &[&str], of_role: &[&str], roles: usize) -> Vec<String> {
    let of_roles = (0..roles).flat_map(|role| of_role.iter().map(move |column| format!("{column}_{role}")));
    whole.iter().map(|&column| column.to_owned()).chain(of_roles).collect()
}

/// What the file said, that somebody who has read enough may be told from a full disk.
fn csv_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// A value as a field of CSV, empty where there is none.
fn field(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{chance_first, plan, play};
    use crate::{Fixture, Interval, Outcome, Seed};

    fn written(format: SheetFormat, entries: &[MatchEntry]) -> String {
        let (plan, mut bytes) = (plan(&["a", "b"]), Vec::new());
        let mut sheet = Sheet::of_matches(format, &mut bytes, &plan).expect("written");
        entries.iter().for_each(|entry| sheet.add_match(&plan, 3, entry).expect("written"));
        sheet.finish().expect("written");
        drop(sheet);
        String::from_utf8(bytes).expect("text")
    }

    fn drawn() -> MatchEntry {
        MatchEntry {
            id: 7,
            fixture: Fixture { pairing: 1, index: 4 },
            players: vec!["a".to_owned(), "b(c=1,d=2)".to_owned()],
            seed: Seed(u64::MAX),
            opening: 0,
            plies: 9,
            outcome: Outcome::Goals(vec![50, 50]),
        }
    }

    #[test]
    fn fields_of_csv_keep_their_types() {
        assert_eq!(
            [json!(null), json!("a"), json!(50.0), json!(true), json!(7)].map(field),
            ["", "a", "50.0", "true", "7"]
        );
    }

    #[test]
    fn a_sheet_without_matches_has_its_header() {
        let text = written(SheetFormat::Csv, &[]);
        assert!(text.ends_with("foul,player_0,goal_0,score_0,player_1,goal_1,score_1\n"), "{text}");
        assert_eq!((text.lines().count(), written(SheetFormat::Jsonl, &[])), (1, String::new()));
    }

    #[test]
    fn a_match_is_a_row() {
        let csv = written(SheetFormat::Csv, &[drawn()]);
        let expected = "9,goals,,,a,50,0.5,\"b(c=1,d=2)\",50,0.5\n";
        assert!(csv.contains(",18446744073709551615,0,") && csv.ends_with(expected), "{csv}");
        let json: Value = serde_json::from_str(&written(SheetFormat::Jsonl, &[drawn()])).expect("an object");
        assert_eq!((&json["player_1"], &json["foul"]), (&json!("b(c=1,d=2)"), &Value::Null));
    }

    #[test]
    fn chance_is_no_player() {
        let record = play(&chance_first(), "random,random", 1).expect("plays").expect("ends");
        let played = Played { fixture: Fixture { pairing: 1, index: 0 }, record };
        let (plan, mut bytes) = (Plan { chance: Some(0), ..plan(&["random", "b"]) }, Vec::new());
        let mut sheet = Sheet::of_moves(SheetFormat::Jsonl, &mut bytes).expect("written");
        sheet.add_moves(&plan, 3, 7, &played).expect("written");
        sheet.finish().expect("written");
        drop(sheet);
        let rows = serde_json::Deserializer::from_slice(&bytes).into_iter::<Value>();
        let players: Vec<Value> = rows.map(|row| row.expect("an object")["player"].clone()).collect();
        assert_eq!(players, [json!(null), json!("random"), json!("b")]);
    }

    #[test]
    fn a_pairing_is_a_row_with_intervals() {
        let pairing = Pairing {
            players: vec!["a".to_owned(), "b".to_owned()],
            games: 4,
            wins: vec![2, 1],
            draws: 1,
            drawn: Vec::new(),
            adjudicated: 0,
            forfeits: Vec::new(),
            mean_goals: vec![62.5, 37.5],
            ci95: vec![Interval { low: 0.25, high: 0.75 }, Interval { low: 0.0, high: 0.5 }],
            mean_plies: None,
            distinct_games: Some(3),
            effective_games: None,
        };
        let mut bytes = Vec::new();
        let mut sheet =
            Sheet::of_pairings(SheetFormat::Csv, &mut bytes, &plan(&["a", "b"])).expect("written");
        sheet.add_pairing(&pairing).expect("written");
        assert_eq!(sheet.rows(), 1);
        sheet.finish().expect("written");
        drop(sheet);
        let text = String::from_utf8(bytes).expect("text");
        let row = text.lines().nth(1).expect("a row");
        assert_eq!(row, "4,1,0,,3,a,2,1,0.25,0.75,62.5,0,b,1,2,0.0,0.5,37.5,0");
    }
}
