use std::path::Path;

use arena::{Listing, Store, StoreError, TournamentEntry};

use crate::error::Error;
use crate::{output, store};

/// All tournaments of the store, oldest first. One that is not there yet is an empty one.
pub(super) fn run(json: bool, db: Option<&Path>) -> Result<(), Error> {
    let file = store::file(db)?;
    let listing = Store::read(&file).and_then(|store| {
        let listing = store.tournaments();
        store::warn(&store);
        listing
    });
    let listing = match listing {
        Err(StoreError::Missing { .. }) => Listing { tournaments: Vec::new() },
        listing => listing?,
    };
    if listing.tournaments.is_empty() {
        let (file, db) = (file.display(), store::option(db));
        output::note(format_args!(
            "there are no tournaments in {file} yet; `spielbaum arena GAME{db}` plays one"
        ));
    }
    match (json, listing.tournaments.is_empty()) {
        (true, _) => output::json(&listing),
        (false, true) => Ok(()),
        (false, false) => print(&listing),
    }
}

fn state(entry: &TournamentEntry) -> &'static str {
    match (entry.damaged, entry.finished.is_some()) {
        (true, _) => "damaged",
        (false, true) => "",
        (false, false) => "unfinished",
    }
}

fn print(listing: &Listing) -> Result<(), Error> {
    let mut table = output::columns(&["id", "game", "players", "games", "started", ""]);
    for entry in &listing.tournaments {
        let (played, finished) = (entry.games_played, entry.finished.is_some());
        table.add_row([
            entry.id.to_string(),
            entry.game.clone(),
            entry.players.join(", "),
            // Ladders and tests end before they have played all they may.
            if finished { played.to_string() } else { format!("{played}/{}", entry.games_planned) },
            entry.started.clone(),
            state(entry).to_owned(),
        ]);
    }
    output::line(output::trimmed(&table))
}
