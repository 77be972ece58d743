use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use arena::{MatchEntry, Plan, Played, Store};
use clap::ValueEnum;
use serde::Serializer;
use serde_json::{Value, json};

use super::ending::Ending;
use crate::error::Error;
use crate::output;
use crate::scores::scores;

/// Write the matches of a tournament in columns, for pandas, polars, R or a spreadsheet
///
/// One row a match: tournament, match, game, pairing, number, seed, opening, plies, outcome (goals, ply-limit, unscored or forfeit), forfeiter, foul, and for
/// each role player_0, goal_0 and score_0 (a win 1, a draw its share, a loss 0), player_1 and so on. With `--moves` one row a move and role:
/// tournament, match, game, ply, role, player, move, opening, value, visits, playouts, nodes, seconds, slip. Pairings, numbers, plies and
/// roles count from 0, as in the store; what a player thought is empty where it was not asked, and its slip where it did nothing wrong.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum results export 3 --format csv --out matches.csv
  spielbaum results export 3 --format jsonl --moves --out moves.jsonl

In Python:
  pandas.read_csv('matches.csv')
  pandas.read_json('moves.jsonl', lines=True)
  polars.read_csv('matches.csv', infer_schema_length=None)
  polars.read_ndjson('moves.jsonl', infer_schema_length=None)")]
pub(super) struct Arguments {
    /// The number of a tournament, see `spielbaum results`
    #[arg(value_parser = super::tournament)]
    id: i64,
    /// How rows are written
    #[arg(long, value_enum)]
    format: Format,
    /// One row a move and role in place of one a match
    #[arg(long)]
    moves: bool,
    /// The file to write [default: the standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Comma-separated values, with a header
    Csv,
    /// One JSON object a line
    Jsonl,
}

pub(super) fn run(arguments: &Arguments, store: &Store) -> Result<(), Error> {
    let plan = store.plan(arguments.id)?;
    let matches = store.matches(arguments.id)?;
    if let Some(first) = matches.first().filter(|_| arguments.moves) {
        // Better told before a file is begun.
        store.played(first.id)?;
    }
    let to: Box<dyn Write> = match &arguments.out {
        Some(path) => Box::new(File::create(path).map_err(|error| Error::about(path.display(), error))?),
        None => Box::new(io::stdout().lock()),
    };
    let id = arguments.id;
    let columns = if arguments.moves { columns_of_moves() } else { columns_of_matches(plan.roles) };
    let mut sheet = Sheet::new(arguments.format, to, columns)?;
    let bar = output::progress(matches.len() as u64, "matches");
    let written = if arguments.moves {
        store.each_played(id, |match_id, played| {
            bar.inc(1);
            sheet.moves(&plan, id, match_id, &played)
        })
    } else {
        matches.iter().try_for_each(|entry| sheet.row(&cells_of_match(&plan, id, entry)))
    };
    bar.finish_and_clear();
    written.and_then(|()| sheet.finish()).map_err(|error| match (&arguments.out, error) {
        (Some(path), Error::Output(error)) => Error::about(path.display(), error),
        (_, error) => error,
    })?;
    if let Some(path) = &arguments.out {
        output::note(format_args!("{} written to {}", output::count(sheet.rows, "row"), path.display()));
    }
    Ok(())
}

/// Rows on their way out, all with the same columns.
struct Sheet {
    writer: Writer,
    columns: Vec<String>,
    rows: usize,
}

enum Writer {
    Csv(Box<csv::Writer<Box<dyn Write>>>),
    Jsonl(BufWriter<Box<dyn Write>>),
}

impl Sheet {
    fn new(format: Format, to: Box<dyn Write>, columns: Vec<String>) -> Result<Self, Error> {
        let writer = match format {
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(to);
                writer.write_record(&columns).map_err(csv_error)?;
                Writer::Csv(Box::new(writer))
            }
            Format::Jsonl => Writer::Jsonl(BufWriter::new(to)),
        };
        Ok(Self { writer, columns, rows: 0 })
    }

    fn row(&mut self, cells: &[Value]) -> Result<(), Error> {
        self.rows += 1;
        match &mut self.writer {
            Writer::Csv(writer) => writer.write_record(cells.iter().map(field)).map_err(csv_error)?,
            Writer::Jsonl(writer) => {
                serde_json::Serializer::new(&mut *writer).collect_map(self.columns.iter().zip(cells))?;
                writer.write_all(b"\n")?;
            }
        }
        Ok(())
    }

    fn moves(&mut self, plan: &Plan, tournament: i64, match_id: i64, played: &Played) -> Result<(), Error> {
        let seats = plan.seats(played.fixture.pairing);
        for (ply, joint) in (0_u32..).zip(&played.record.plies) {
            for (role, (mov, thought)) in joint.joint_move.iter().zip(&joint.thoughts).enumerate() {
                let seen = thought.as_ref();
                let slip = played.record.slip(ply, role);
                let cells = [
                    json!(tournament),
                    json!(match_id),
                    json!(plan.game),
                    json!(ply),
                    json!(role),
                    json!(plan.players[seats[role]]),
                    json!(mov),
                    json!(ply < played.record.opening),
                    json!(seen.and_then(|thought| thought.value)),
                    json!(seen.map(|thought| thought.visits)),
                    json!(seen.map(|thought| thought.playouts)),
                    json!(seen.map(|thought| thought.nodes)),
                    json!(seen.map(|thought| thought.time.as_secs_f64())),
                    json!(slip.map(|slip| &slip.error)),
                ];
                self.row(&cells)?;
            }
        }
        Ok(())
    }

    /// What is left in the buffer would be lost without a word.
    fn finish(&mut self) -> Result<(), Error> {
        match &mut self.writer {
            Writer::Csv(writer) => writer.flush()?,
            Writer::Jsonl(writer) => writer.flush()?,
        }
        Ok(())
    }
}

/// What the file said, that somebody who has read enough may be told from a full disk.
fn csv_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// A value as a field of CSV, empty where there is none.
fn field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn columns_of_moves() -> Vec<String> {
    let columns = [
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
    columns.map(str::to_owned).to_vec()
}

fn columns_of_matches(roles: usize) -> Vec<String> {
    let columns = [
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
    let of_role = |role| ["player", "goal", "score"].map(|column| format!("{column}_{role}"));
    columns.map(str::to_owned).into_iter().chain((0..roles).flat_map(of_role)).collect()
}

fn cells_of_match(plan: &Plan, tournament: i64, entry: &MatchEntry) -> Vec<Value> {
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
    let scores = scores(plan, &entry.outcome);
    let of_role = |role: usize| {
        let goal = goals.as_ref().map(|goals| goals[role]);
        [json!(entry.players[role]), json!(goal), json!(scores.as_ref().map(|scores| scores[role]))]
    };
    cells.into_iter().chain((0..plan.roles).flat_map(of_role)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_csv_keep_their_types() {
        assert_eq!(
            [json!(null), json!("a"), json!(50.0), json!(true), json!(7)].map(|value| field(&value)),
            ["", "a", "50.0", "true", "7"]
        );
    }
}
