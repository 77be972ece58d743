use std::process::ExitCode;

use game::{BUILTIN, Family, FamilyParameter, NamedGame};
use serde::Serialize;

use crate::error::Error;
use crate::output;

/// List the built-in games, and the families of games
#[derive(clap::Args)]
#[command(
    after_help = "A family has a game for every choice of its parameters: `spielbaum show 'hex(size=5)'`. A parameter that is not given has the value of the list.\n\
    A template of your own makes a family, too: `spielbaum show 'FILE.kif.jinja(size=5)'`; games/README.md tells how to write one."
)]
pub(crate) struct Arguments {
    /// Print a JSON array of {name, summary}, families with their parameters
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    /// The name of a game; for a family, that of the game with the defaults.
    name: String,
    summary: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<FamilyParameter>,
}

impl Entry {
    fn of(family: &Family) -> Result<Self, Error> {
        let name = family.to_string();
        let game = NamedGame::find(&name).map_err(|error| Error::about(&name, error))?;
        Ok(Self { name, summary: game.summary().to_owned(), parameters: family.parameters().to_vec() })
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let games = BUILTIN.iter().map(|game| {
        Ok(Entry { name: game.name.to_owned(), summary: game.summary().to_owned(), parameters: Vec::new() })
    });
    let families: Vec<Family> = Family::built_in().collect();
    let entries = games.chain(families.iter().map(Entry::of)).collect::<Result<Vec<Entry>, Error>>()?;
    if arguments.json {
        output::json(&entries)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (games, families): (Vec<_>, Vec<_>) = entries.iter().partition(|entry| entry.parameters.is_empty());
    for Entry { name, summary, .. } in games {
        output::line(format_args!("{name:<20} {summary}"))?;
    }
    output::line("\nFamilies of games")?;
    for Entry { name, parameters, .. } in families {
        output::line(name)?;
        for FamilyParameter { name, about, least, greatest, .. } in parameters {
            output::line(format_args!("  {name:<18} {least} to {greatest}: {about}"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
