//! `--cache` and the command `cache`: circuits that are kept on disk.

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::SystemTime;

use clap::Subcommand;
use game::{CacheEntry, CircuitCache};
use serde::Serialize;

use crate::error::Error;
use crate::output;

/// The choice of a cache on the command line.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CacheArgument {
    /// The directory in which circuits are kept that took long to compile, or `never` [default: that of the
    /// variable SPIELBAUM_CACHE, else in the user's cache directory]
    // Clap would name what the variable sets in usage lines, as if it had been typed.
    #[arg(long, value_name = "DIR|never")]
    cache: Option<PathBuf>,
}

impl CacheArgument {
    /// The cache; none if there is to be none, or the user has no home directory.
    pub(crate) fn cache(&self) -> Option<CircuitCache> {
        let variable = || env::var_os(CircuitCache::VARIABLE).filter(|value| !value.is_empty());
        CircuitCache::named(self.cache.clone().or_else(|| variable().map(PathBuf::from)))
    }

    /// The option, if it is given, with a blank before it.
    fn option(&self) -> String {
        self.cache.as_deref().map_or_else(String::new, |path| format!(" --cache {}", output::typed(path)))
    }
}

/// List the circuits that are kept, or remove them
///
/// Rules that take long to compile are compiled once: their circuit is kept, and found again for the same
/// rules, whatever the names in them are and in whatever order they come. All files together take 1 GiB at
/// most; those that were not used for the longest time go first.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  spielbaum cache\n  spielbaum cache clear\n  spielbaum cache --cache /tmp/circuits"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    list: Place,
    /// Print a JSON array of {name, gates, seconds, bytes, used}, the times of use as seconds since 1970
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Subcommand)]
enum Action {
    /// Remove all circuits that are kept
    #[command(after_help = "Example:\n  spielbaum cache clear")]
    Clear(Place),
}

/// Which cache is meant.
#[derive(clap::Args)]
struct Place {
    #[command(flatten)]
    cache: CacheArgument,
}

#[derive(Serialize)]
struct Entry {
    name: String,
    gates: u64,
    seconds: f64,
    bytes: u64,
    used: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    if let Some(Action::Clear(place)) = &arguments.action {
        let cache = place.cache()?;
        let removed = cache.clear().map_err(|error| at_fault(&cache, error))?;
        output::line(format_args!("{} removed", output::count(removed, "file")))?;
        return Ok(ExitCode::SUCCESS);
    }
    let cache = arguments.list.cache()?;
    let entries = cache.entries().map_err(|error| at_fault(&cache, error))?;
    if arguments.json {
        output::json(&entries.into_iter().map(Entry::from).collect::<Vec<_>>())?;
        return Ok(ExitCode::SUCCESS);
    }
    list(&entries, &cache)?;
    let unlisted = cache.unlisted().map_err(|error| at_fault(&cache, error))?;
    if unlisted > 0 {
        output::line(format_args!(
            "besides, the directory has {} that {} unfinished or damaged; `spielbaum cache clear{}` removes all files",
            output::count(unlisted, "file"),
            if unlisted == 1 { "is" } else { "are" },
            arguments.list.cache.option()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints a line for each circuit that is kept.
fn list(entries: &[CacheEntry], cache: &CircuitCache) -> Result<(), Error> {
    let directory = cache.directory().display();
    if entries.is_empty() {
        return output::line(format_args!("no circuits are kept in {directory}"));
    }
    let mut table = output::columns(&["game", "gates", "compiled in", "size", "last used"]);
    for CacheEntry { name, gates, compiling, bytes, used } in entries {
        table.add_row([
            name.clone(),
            gates.to_string(),
            format!("{:.1} s", compiling.as_secs_f64()),
            megabytes(*bytes),
            ago(*used),
        ]);
    }
    output::line(output::trimmed(&table))?;
    let bytes = entries.iter().map(|entry| entry.bytes).sum();
    let count = output::count(entries.len(), "circuit");
    output::line(format_args!("\n{count} of {} in {directory}", megabytes(bytes)))
}

impl Place {
    fn cache(&self) -> Result<CircuitCache, Error> {
        self.cache
            .cache()
            .ok_or_else(|| Error::Usage("no circuits are kept; say where with `--cache DIR`".into()))
    }
}

impl From<CacheEntry> for Entry {
    fn from(CacheEntry { name, gates, compiling, bytes, used }: CacheEntry) -> Self {
        let used = used.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        Self { name, gates, seconds: compiling.as_secs_f64(), bytes, used }
    }
}

fn at_fault(cache: &CircuitCache, error: std::io::Error) -> Error {
    Error::about(cache.directory().display(), error)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// How long ago a moment was, in whole units.
fn ago(moment: SystemTime) -> String {
    match moment.elapsed().unwrap_or_default().as_secs() {
        ..60 => "just now".to_owned(),
        seconds @ ..3_600 => format!("{} min ago", seconds / 60),
        seconds @ ..172_800 => format!("{} h ago", seconds / 3_600),
        seconds => format!("{} days ago", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_time_of_use_is_told_in_whole_units() {
        let before = |seconds| ago(SystemTime::now() - Duration::from_secs(seconds));
        assert_eq!([5, 61, 7_300, 200_000].map(before), ["just now", "1 min ago", "2 h ago", "2 days ago"]);
        assert_eq!(ago(SystemTime::now() + Duration::from_secs(90)), "just now");
    }
}
