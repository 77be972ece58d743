use std::path::Path;
use std::process::ExitCode;

use arena::Listing;

use crate::error::Error;
use crate::{output, standings, store};

/// List the tournaments that were played, or show one again
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  spielbaum results\n  spielbaum results 3 --json")]
pub(crate) struct Arguments {
    /// The number of a tournament [default: list them all]
    id: Option<i64>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    let file = store::file(db)?;
    let at_fault = |error| store::fault(&error);
    // To look is no reason to create the file.
    if !file.exists() && arguments.id.is_none() {
        if arguments.json {
            output::json(&Listing { tournaments: Vec::new() })?;
        }
        output::note(format_args!("{} does not exist yet; `spielbaum arena` writes it", file.display()));
        return Ok(ExitCode::SUCCESS);
    }
    if !file.exists() {
        return Err(Error::Usage(format!("there is no store {}", file.display())));
    }
    let (_, store) = store::open(db)?;
    match arguments.id {
        Some(id) => {
            let table = store.table(id).map_err(at_fault)?;
            if arguments.json { output::json(&table)? } else { output::line(standings::text(&table))? }
        }
        None => {
            let listing = store.tournaments().map_err(at_fault)?;
            if arguments.json { output::json(&listing)? } else { print(&listing)? }
        }
    }
    Ok(ExitCode::SUCCESS)
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
