use std::io::{self, Write};
use std::path::{Path, PathBuf};

use arena::{MatchEntry, Plan, Sheet, SheetFormat, Store};
use clap::ValueEnum;
use game::replace_file;

use crate::error::Error;
use crate::output;

/// Write the matches of a tournament in columns, for pandas, polars, R or a spreadsheet
///
/// One row a match: tournament, match, game, pairing, number, seed, opening, plies, outcome (goals,
/// ply-limit, unscored or forfeit), forfeiter, foul, and for each role player_0, goal_0 and score_0 (a win 1,
/// a draw its share, a loss 0), player_1 and so on. With `--moves` one row a move and role: tournament,
/// match, game, ply, role, player, move, opening, value, visits, playouts, nodes, seconds, slip. Pairings,
/// numbers, plies and roles count from 0, as in the store; `player` is empty where the role moves by chance;
/// the columns of a decision are empty where the player was not asked, its counts also where it told none, as
/// players on the network do, and `slip` where it made no protocol error.
///
/// `forfeiter` is the role whose player forfeited the match, and `foul` what that player did: an illegal
/// move, an error, too much time. `slip` is the error for which a player on the network got a random move: TO
/// (no answer in time), CE (no connection), or IL with an illegal answer.
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

impl Arguments {
    /// The file to write, if it is not the standard output.
    pub(super) fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }
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
        // Better told before anything is written.
        store.played(first.id)?;
    }
    let write = |to: &mut dyn Write| write(arguments, store, &plan, &matches, to);
    let rows = match &arguments.out {
        Some(path) => {
            let mut rows = 0;
            let written = replace_file(path, |out| {
                rows = write(out)?;
                Ok(())
            });
            written.map_err(|error| match error {
                Error::Output(error) => Error::about(path.display(), error),
                error => error,
            })?;
            rows
        }
        None => write(&mut io::stdout().lock())?,
    };
    if let Some(path) = &arguments.out {
        output::note(format_args!("{} written to {}", output::count(rows, "row"), path.display()));
    }
    Ok(())
}

/// Writes the rows, and counts them.
fn write(
    arguments: &Arguments,
    store: &Store,
    plan: &Plan,
    matches: &[MatchEntry],
    to: &mut dyn Write,
) -> Result<usize, Error> {
    let id = arguments.id;
    let format = arguments.format.into();
    let mut sheet =
        if arguments.moves { Sheet::of_moves(format, to)? } else { Sheet::of_matches(format, to, plan)? };
    let bar = output::progress(matches.len() as u64, "matches");
    let written: Result<(), Error> = if arguments.moves {
        store.each_played(id, |match_id, played| {
            bar.inc(1);
            Ok(sheet.add_moves(plan, id, match_id, &played)?)
        })
    } else {
        matches.iter().try_for_each(|entry| Ok(sheet.add_match(plan, id, entry)?))
    };
    bar.finish_and_clear();
    written?;
    sheet.finish()?;
    Ok(sheet.rows())
}

impl From<Format> for SheetFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Csv => Self::Csv,
            Format::Jsonl => Self::Jsonl,
        }
    }
}
