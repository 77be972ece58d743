use std::process::ExitCode;

use game::BUILTIN;
use serde::Serialize;

use crate::error::Error;
use crate::output;

/// List the built-in games
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Print a JSON array of {name, summary}
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    summary: &'static str,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let entries: Vec<Entry> =
        BUILTIN.iter().map(|game| Entry { name: game.name, summary: game.summary() }).collect();
    if arguments.json {
        output::json(&entries)?;
    } else {
        for Entry { name, summary } in entries {
            output::line(format_args!("{name:<20} {summary}"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
