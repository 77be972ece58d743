use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use arena::{Sheet, SheetFormat, Store};
use clap::ValueEnum;

use crate::error::Error;
use crate::output;

/// Write the matches of a tournament in columns, for pandas, polars, R or a spreadsheet
///
/// One row a match: tournament, match, game, pairing, number, seed, opening, plies, outcome (goals, ply-limit, unscored or forfeit), forfeiter, foul, and for
/// each role player_0, goal_0 and score_0 (a win 1, a draw its share, a loss 0), player_1 and so on. With `--moves` one row a move and role:
/// tournament, match, game, ply, role, player, move, opening, value, visits, playouts, nodes, seconds, slip. Pairings, numbers, plies and
/// roles count from 0, as in the store; the columns of a decision are empty where the player was not asked, and `slip` where it made no protocol error.
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
    let format = arguments.format.into();
    let mut sheet =
        if arguments.moves { Sheet::of_moves(format, to)? } else { Sheet::of_matches(format, to, &plan)? };
    let bar = output::progress(matches.len() as u64, "matches");
    let written = if arguments.moves {
        store.each_played(id, |match_id, played| {
            bar.inc(1);
            Ok(sheet.add_moves(&plan, id, match_id, &played)?)
        })
    } else {
        matches.iter().try_for_each(|entry| Ok(sheet.add_match(&plan, id, entry)?))
    };
    bar.finish_and_clear();
    written.and_then(|()| Ok(sheet.finish()?)).map_err(|error| match (&arguments.out, error) {
        (Some(path), Error::Output(error)) => Error::about(path.display(), error),
        (_, error) => error,
    })?;
    if let Some(path) = &arguments.out {
        output::note(format_args!("{} written to {}", output::count(sheet.rows(), "row"), path.display()));
    }
    Ok(())
}

impl From<Format> for SheetFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Csv => Self::Csv,
            Format::Jsonl => Self::Jsonl,
        }
    }
}
