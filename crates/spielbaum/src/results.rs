//! What people do with tournaments that were played.

pub(crate) mod costs;
mod crosstable;
mod export;
mod list;
mod matches;
mod plot;
mod ratings;
mod transcript;

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
      Show the table of one again.
  spielbaum results crosstable 3
      Each against each over both seats, the best first.
  spielbaum results matches 3
      List its matches; `results match N` shows one of them, board by board.
  spielbaum results plot 3 --out win-rates.svg
      Draw it.
  spielbaum results export 3 --format csv --out matches.csv
      Take it to another program.";

/// Show, take apart, draw and export the tournaments that were played
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

/// What to do with a tournament.
#[derive(Subcommand)]
enum View {
    /// Show the table again that `arena` printed
    #[command(after_help = "Example:\n  spielbaum results table 3 --json")]
    Table(One),
    /// Each against each over both seats, the best first; what the first seat is worth to each pair
    #[command(after_help = "Example:\n  spielbaum results crosstable 3")]
    Crosstable(One),
    /// Elo with 95 % intervals, and how likely each player is stronger than each
    #[command(after_help = "Example:\n  spielbaum results ratings 3")]
    Ratings(One),
    /// Time a decision, playouts and nodes a second, forfeits
    #[command(after_help = "Example:\n  spielbaum results costs 3")]
    Costs(One),
    /// List the matches of a tournament
    ///
    /// The column `number` counts the matches of a pairing from 1; `--json` and `export` have the numbers of the store, which count from 0.
    #[command(after_help = "Example:\n  spielbaum results matches 3")]
    Matches(One),
    Match(transcript::Arguments),
    Export(export::Arguments),
    Plot(plot::Arguments),
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

/// The same where somebody may have meant to name a view.
fn tournament_or_view(text: &str) -> Result<i64, String> {
    tournament(text).map_err(|error| {
        let views = View::augment_subcommands(Command::new("results"));
        let names: Vec<&str> = views.get_subcommands().map(Command::get_name).collect();
        format!("{error}; what to do with one is said before its number: {}", names.join(", "))
    })
}

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    if arguments.view.is_none() && arguments.id.is_none() {
        list::run(arguments.json, db)?;
        return Ok(ExitCode::SUCCESS);
    }
    let store = store::read(db)?;
    match &arguments.view {
        Some(View::Table(one)) => table(one.id, one.json, &store)?,
        Some(View::Crosstable(one)) => crosstable::run(one, &store)?,
        Some(View::Ratings(one)) => ratings::run(one, &store)?,
        Some(View::Costs(one)) => costs::run(one, &store)?,
        Some(View::Matches(one)) => matches::run(one, &store)?,
        Some(View::Match(arguments)) => transcript::run(arguments, &store)?,
        Some(View::Export(arguments)) => export::run(arguments, &store)?,
        Some(View::Plot(arguments)) => plot::run(arguments, &store)?,
        None => arguments.id.map_or(Ok(()), |id| table(id, arguments.json, &store))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The names of roles whose rules are not at hand.
fn numbered(roles: usize) -> Vec<String> {
    (1..=roles).map(|role| format!("role {role}")).collect()
}

/// What to bear in mind when one reads a tournament's figures, a line each, each after a line break.
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

fn table(id: i64, json: bool, store: &Store) -> Result<(), Error> {
    let table = store.table(id)?;
    if json { output::json(&table) } else { output::line(standings::text(&table)) }
}
