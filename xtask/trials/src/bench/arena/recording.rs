use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use arena::{Store, Table, Tournament};
use game::{Builtin, Game, TableLimits, Tabulated};
use search::Spec;
use serde::Serialize;

use super::TURNS;
use super::timing::Timing;
use crate::bench::games;
use crate::bench::report::{self, grouped, rounded};

/// A tournament with a store and without.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Recording {
    pub(super) matches: u32,
    without: Timing,
    with: Timing,
    /// Of the file when it was closed.
    bytes: u64,
    /// Reading the tournament's table back.
    table: Timing,
    /// Listing all tournaments.
    listing: Timing,
}

/// What a store took, and how large it is.
struct Kept {
    with: Timing,
    table: Timing,
    listing: Timing,
    bytes: u64,
}

const GAME: &str = "tictactoe";

impl Recording {
    /// Plays so many matches on so many threads, with a store in a temporary directory and without one
    /// in turns.
    pub(super) fn measure(matches: u32, threads: u32) -> anyhow::Result<Self> {
        // As the `arena` command plays it.
        let Ok(game) = Tabulated::new(games::on_circuit(GAME)?, TableLimits::default()) else {
            anyhow::bail!("{GAME} does not fit into a table");
        };
        let rules = Builtin::named(GAME).context("a built-in game")?.rules;
        let players: [Spec; 1] = ["random".parse()?];
        let tournament = Tournament::new(&game, GAME, &players, matches)?.with_threads(threads as usize);
        let (mut without, mut kept) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            let (table, timing) = Timing::of(|| Ok(tournament.run(|_| Ok(()))?))?;
            without.push(timing);
            let directory = tempfile::tempdir()?;
            kept.push(Kept::measure(&tournament, &table, rules, &directory.path().join("store.db"))?);
        }
        let best = |part: fn(&Kept) -> Timing| Timing::best(&kept.iter().map(part).collect::<Vec<_>>());
        Ok(Self {
            matches,
            without: Timing::best(&without),
            with: best(|kept| kept.with),
            bytes: kept.iter().map(|kept| kept.bytes).min().context("no turns")?,
            table: best(|kept| kept.table),
            listing: best(|kept| kept.listing),
        })
    }

    pub(super) fn tables(&self) -> String {
        let Self { without, with, table, listing, .. } = *self;
        let matches = f64::from(self.matches);
        let cost = Timing {
            seconds: with.seconds - without.seconds,
            cpu_seconds: with.cpu_seconds - without.cpu_seconds,
        };
        let mut played = report::Table::new(&[
            "tournament",
            ">matches a second",
            ">s",
            ">s of the processor",
            ">us of the processor a match",
            ">bytes of the file",
            ">bytes a match",
        ]);
        for (name, timing, bytes) in [
            ("without a store", without, None),
            ("with one", with, Some(self.bytes)),
            ("difference", cost, None),
        ] {
            let rate = matches / timing.seconds;
            played.row(&[
                name.to_owned(),
                if name == "difference" { String::new() } else { grouped(rate) },
                rounded(timing.seconds),
                rounded(timing.cpu_seconds),
                rounded(1e6 * timing.cpu_seconds / matches),
                bytes.map_or_else(String::new, |bytes| grouped(bytes as f64)),
                bytes.map_or_else(String::new, |bytes| rounded(bytes as f64 / matches)),
            ]);
        }
        let mut read = report::Table::new(&["reading", ">ms", ">ms of the processor"]);
        for (name, timing) in [("the table", table), ("the list of tournaments", listing)] {
            let [wall, cpu] = [timing.seconds, timing.cpu_seconds].map(|seconds| rounded(1000.0 * seconds));
            read.row(&[name.to_owned(), wall, cpu]);
        }
        format!("{}\n{}", played.text(), read.text())
    }
}

impl Kept {
    /// Plays the tournament with a store in a new file, and reads the store, which must hold the same table.
    fn measure<G: Game>(
        tournament: &Tournament<'_, G>,
        expected: &Table,
        rules: &str,
        path: &Path,
    ) -> anyhow::Result<Self> {
        let mut store = Store::open(path)?;
        let (id, with) = Timing::of(|| {
            let mut recorder = store.begin(tournament.plan(), Some(rules))?;
            let id = recorder.id();
            tournament.run(|progress| recorder.record(progress))?;
            recorder.finish()?;
            Ok(id)
        })?;
        let (table, table_timing) = Timing::of(|| Ok(store.table(id)?))?;
        ensure!(table == *expected, "the store holds another table than was played");
        let (_, listing) = Timing::of(|| Ok(store.tournaments()?))?;
        // Closing it leaves one file.
        drop(store);
        Ok(Self { with, table: table_timing, listing, bytes: fs::metadata(path)?.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_recorded_is_measured() {
        let recording = Recording::measure(50, 2).unwrap();
        assert!(recording.bytes > 0 && recording.with.seconds > 0.0);
        let text = recording.tables();
        let cells: Vec<usize> =
            text.lines().filter(|line| !line.is_empty()).map(|line| line.split('|').count()).collect();
        assert_eq!(cells, [9, 9, 9, 9, 9, 5, 5, 5, 5]);
    }
}
