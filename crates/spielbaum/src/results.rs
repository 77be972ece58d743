//! The command `results`: what the store holds of tournaments, as tables, pictures and exports.

pub(crate) mod costs;
mod crosstable;
mod export;
mod list;
mod matches;
mod own_view;
mod plot;
mod ratings;
mod transcript;
mod verify;

use std::path::Path;
use std::process::ExitCode;

use arena::{Store, Table};
use clap::{Command, Subcommand};

use crate::error::Error;
use crate::{output, standings, store};

const EXAMPLES: &str = "\
Examples:
  spielbaum results
      List the tournaments.
  spielbaum results 3
      Show the table of tournament 3 again.
  spielbaum results crosstable 3
      Show each player against each over both seats, the best first.
  spielbaum results matches 3
      List its matches; `results match N` shows one of them, board by board.
  spielbaum results plot 3 --out win-rates.svg
      Draw the win rates.
  spielbaum results export 3 --format csv --out matches.csv
      Write the matches for another program.";

/// Show, analyse, draw and export the tournaments in the store
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The number of a tournament, to show its table [default: list them all]
    #[arg(value_parser = tournament_or_view)]
    id: Option<i64>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    view: Option<View>,
}

/// A view of a tournament.
#[derive(Subcommand)]
enum View {
    /// Show the table that `arena` printed
    #[command(after_help = "Example:\n  spielbaum results table 3 --json")]
    Table(One),
    /// Show each player against each over both seats, the best first, and what the first seat is worth
    #[command(after_help = "Example:\n  spielbaum results crosstable 3")]
    Crosstable(One),
    /// Show Elo ratings with 95 % intervals, and the probability that one player is stronger than another
    #[command(after_help = "Example:\n  spielbaum results ratings 3")]
    Ratings(One),
    /// Show the time per decision, playouts and nodes per second, and forfeits
    #[command(after_help = "Example:\n  spielbaum results costs 3")]
    Costs(One),
    /// List the matches of a tournament
    ///
    /// The column `number` counts the matches of a pairing from 1; `--json` and `export` have the numbers of
    /// the store, which count from 0.
    #[command(after_help = "Example:\n  spielbaum results matches 3")]
    Matches(One),
    Match(transcript::Arguments),
    Export(export::Arguments),
    Plot(plot::Arguments),
    Verify(verify::Arguments),
}

/// One tournament, printed.
#[derive(clap::Args)]
struct One {
    /// The number of a tournament, see `spielbaum results`
    #[arg(value_parser = tournament)]
    id: i64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The number of a tournament, as it stands in the list of them.
fn tournament(text: &str) -> Result<i64, &'static str> {
    text.parse().map_err(|_| "tournaments have whole numbers; `spielbaum results` lists them")
}

/// The same where a view may have been meant.
fn tournament_or_view(text: &str) -> Result<i64, String> {
    tournament(text).map_err(|error| {
        let views = View::augment_subcommands(Command::new("results"));
        let names: Vec<&str> = views.get_subcommands().map(Command::get_name).collect();
        format!("{error}; a view stands before the number: {}", names.join(", "))
    })
}

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    if arguments.view.is_none() && arguments.id.is_none() {
        list::run(arguments.json, db)?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(View::Verify(arguments)) = &arguments.view {
        return verify::run(arguments, db);
    }
    let out = match &arguments.view {
        Some(View::Export(arguments)) => arguments.out(),
        Some(View::Plot(arguments)) => Some(arguments.out()),
        _ => None,
    };
    output::check_outputs(&[("--out", out)], store::file(db))?;
    let store = store::read(db)?;
    let shown = show(arguments, &store);
    // Also after an error, which may be due to the damage.
    store::warn(&store);
    shown.map(|()| ExitCode::SUCCESS)
}

fn show(arguments: &Arguments, store: &Store) -> Result<(), Error> {
    match &arguments.view {
        Some(View::Table(one)) => table(one.id, one.json, store),
        Some(View::Crosstable(one)) => crosstable::run(one, store),
        Some(View::Ratings(one)) => ratings::run(one, store),
        Some(View::Costs(one)) => costs::run(one, store),
        Some(View::Matches(one)) => matches::run(one, store),
        Some(View::Match(arguments)) => transcript::run(arguments, store),
        Some(View::Export(arguments)) => export::run(arguments, store),
        Some(View::Plot(arguments)) => plot::run(arguments, store),
        // It needs no readable store.
        Some(View::Verify(_)) => Ok(()),
        None => arguments.id.map_or(Ok(()), |id| table(id, arguments.json, store)),
    }
}

/// The names of roles whose rules are not at hand.
fn numbered(roles: usize) -> Vec<String> {
    (1..=roles).map(|role| format!("role {role}")).collect()
}

/// Reservations about a tournament's figures, a line each, each after a line break.
fn reservations(table: &Table) -> String {
    let mut text = String::new();
    let adjudicated: u64 = table.pairings.iter().map(|pairing| pairing.adjudicated).sum();
    if adjudicated > 0 {
        let games = output::count(adjudicated as usize, "game");
        text.push_str(&format!("\nLeft out: {games} {}.", table.schedule.pointless()));
    }
    if table.interrupted {
        text.push_str("\nThe tournament was interrupted; this is what was played.");
    }
    text
}

/// The table of a tournament, with warnings where its figures say less than they seem to.
fn read_table(store: &Store, id: i64) -> Result<Table, Error> {
    let table = store.table(id)?;
    standings::warnings(&table).iter().for_each(output::note);
    Ok(table)
}

fn table(id: i64, json: bool, store: &Store) -> Result<(), Error> {
    let table = read_table(store, id)?;
    if json { output::json(&table) } else { output::line(standings::text(&table, &[])) }
}
