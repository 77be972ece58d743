use std::path::Path;
use std::process::ExitCode;

use arena::{Checksums, Verification, VerifiedTournament};
use comfy_table::CellAlignment;
use serde::Serialize;

use crate::error::Error;
use crate::{output, store};

/// Compare everything in the store with its checksums, and say what is damaged and what to do
///
/// The exit code is 1 if something is damaged. Tournaments that an earlier version of this program recorded
/// have no checksums. In tournaments without checksums only impossible values are found.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum results verify
  spielbaum results verify --json
  spielbaum results verify --add-checksums
      Tournaments of earlier versions get the checksums of what is kept of them now.")]
pub(super) struct Arguments {
    /// Add checksums of the present content to tournaments that have none, unless they are found to be
    /// damaged. Earlier damage that left possible values stays unnoticed; later damage is found
    #[arg(long)]
    add_checksums: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'v> {
    sound: bool,
    #[serde(flatten)]
    verification: &'v Verification,
}

/// What to do about damage.
const REMEDY: &str = "\
What to do: put a copy of the file in its place if there is one. If not, the tournaments without damage can be used as before, and those with
damage can be played again: `spielbaum arena` with the same options and seed plays the same games where no budget is in seconds. Check the disk.";

pub(super) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    let spinner = output::spinner("comparing with checksums");
    let verification = verify(arguments, db);
    spinner.finish_and_clear();
    let verification = verification?;
    let sound = verification.is_sound();
    if arguments.json {
        output::json(&Document { sound, verification: &verification })?;
    } else {
        output::line(text(&verification))?;
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn verify(arguments: &Arguments, db: Option<&Path>) -> Result<Verification, Error> {
    if arguments.add_checksums {
        let mut store = store::open_existing(db)?;
        let added = store.add_checksums()?;
        output::note(format_args!("{} got checksums", output::count(added.len(), "tournament")));
        return Ok(store.verify()?);
    }
    Ok(store::read(db)?.verify()?)
}

fn text(verification: &Verification) -> String {
    let Verification { file, tournaments } = verification;
    let mut drawn = output::columns(&["id", "game", "games", "checksums", "damage"]);
    for tournament in tournaments {
        let VerifiedTournament { id, game, matches, checksums, .. } = tournament;
        let checksums = match checksums {
            Checksums::All => "all",
            Checksums::Some => "some",
            Checksums::None => "none",
        };
        drawn.add_row([
            id.to_string(),
            game.clone().unwrap_or_else(|| "?".to_owned()),
            matches.to_string(),
            checksums.to_owned(),
            damage(tournament),
        ]);
    }
    if let Some(column) = drawn.column_mut(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut text = output::trimmed(&drawn);
    for finding in file {
        text.push_str(&format!("\nThe file: {finding}"));
    }
    if tournaments.iter().any(|it| it.checksums != Checksums::All) {
        text.push_str(
            "\nWithout checksums, from an earlier version of this program: `--add-checksums` adds them.",
        );
    }
    text.push_str(if verification.is_sound() { "\nNothing is damaged." } else { "\n\n" });
    text + if verification.is_sound() { "" } else { REMEDY }
}

/// What is damaged of a tournament, as much of it as a line holds.
fn damage(VerifiedTournament { damage, errors, .. }: &VerifiedTournament) -> String {
    /// So many damages are named; `--json` has them all.
    const NAMED: usize = 5;

    let all: Vec<String> = damage.iter().map(ToString::to_string).chain(errors.iter().cloned()).collect();
    let mut named = all.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    if all.len() > NAMED {
        named.push_str(&format!(" and {} more", all.len() - NAMED));
    }
    if named.is_empty() { "-".to_owned() } else { named }
}
