//! What people do with tournaments that were played.

mod plot;

use std::path::Path;
use std::process::ExitCode;

use arena::{Listing, Store};
use clap::Subcommand;

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
  spielbaum results plot 3 --out ratings.svg --kind ratings
      Draw it.";

/// List the tournaments that were played, show one again, take it apart, draw or export it
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The number of a tournament, to show its table [default: list them all]
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
    Table(One),
    Plot(plot::Arguments),
}

/// One tournament, printed.
#[derive(clap::Args)]
struct One {
    /// The number of a tournament, see `spielbaum results`
    id: i64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    match (&arguments.view, arguments.id) {
        (None, None) => list(arguments.json, db)?,
        (None, Some(id)) => table(&One { id, json: arguments.json }, &read(db)?)?,
        (Some(View::Table(one)), _) => table(one, &read(db)?)?,
        (Some(View::Plot(arguments)), _) => plot::run(arguments, &read(db)?)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The store, which is there.
fn read(db: Option<&Path>) -> Result<Store, Error> {
    let file = store::file(db)?;
    // To look is no reason to create the file.
    if !file.exists() {
        return Err(Error::Usage(format!(
            "there is no store {}; `spielbaum arena` writes it, `--db FILE` names another",
            file.display()
        )));
    }
    Ok(store::open(db)?.1)
}

fn table(One { id, json }: &One, store: &Store) -> Result<(), Error> {
    let table = store.table(*id).map_err(|error| store::fault(&error))?;
    if *json { output::json(&table) } else { output::line(standings::text(&table)) }
}

fn list(json: bool, db: Option<&Path>) -> Result<(), Error> {
    let file = store::file(db)?;
    if !file.exists() {
        if json {
            output::json(&Listing { tournaments: Vec::new() })?;
        }
        output::note(format_args!("{} does not exist yet; `spielbaum arena` writes it", file.display()));
        return Ok(());
    }
    let listing = read(db)?.tournaments().map_err(|error| store::fault(&error))?;
    if json { output::json(&listing) } else { print(&listing) }
}

fn print(listing: &Listing) -> Result<(), Error> {
    let mut table = output::columns(&["id", "game", "players", "games", "started", ""]);
    for entry in &listing.tournaments {
        table.add_row([
            entry.id.to_string(),
            entry.game.clone(),
            entry.players.join(", "),
            format!("{}/{}", entry.games_played, entry.games_planned),
            entry.started.clone(),
            if entry.finished.is_some() { "" } else { "unfinished" }.to_owned(),
        ]);
    }
    output::line(output::trimmed(&table))
}
