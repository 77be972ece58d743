use std::io::{self, BufWriter, Write};

use arena::{Ending, MatchEntry, Store};
use serde::Serialize;

use super::{One, numbered};
use crate::error::Error;
use crate::labels::Labels;
use crate::output;

#[derive(Serialize)]
struct Document<'m> {
    tournament: i64,
    game: &'m str,
    matches: Vec<Line<'m>>,
}

#[derive(Serialize)]
struct Line<'m> {
    id: i64,
    players: &'m [String],
    /// Its number within its pairing, from 0.
    number: u32,
    seed: u64,
    opening: u32,
    plies: u64,
    #[serde(flatten)]
    ending: Ending,
}

impl<'m> From<&'m MatchEntry> for Line<'m> {
    fn from(entry: &'m MatchEntry) -> Self {
        Self {
            id: entry.id,
            players: &entry.players,
            number: entry.fixture.index,
            seed: entry.seed.0,
            opening: entry.opening,
            plies: entry.plies,
            ending: Ending::from(&entry.outcome),
        }
    }
}

pub(super) fn run(One { id, json }: &One, store: &Store) -> Result<(), Error> {
    let table = store.table(*id)?;
    let matches = store.matches(*id)?;
    if *json {
        let lines = matches.iter().map(Line::from).collect();
        return output::json(&Document { tournament: *id, game: &table.game, matches: lines });
    }
    let labels = Labels::of(&table);
    let roles = numbered(table.pairings.first().map_or(0, |pairing| pairing.players.len()));
    let players = |entry: &MatchEntry| {
        let labels: Vec<&str> = entry.players.iter().map(|player| labels.of_player(&table, player)).collect();
        labels.join(" - ")
    };
    // Not a table of the usual kind, which would be held in memory: there may be a hundred thousand.
    let widest = matches.iter().map(|entry| players(entry).chars().count()).max().unwrap_or(0).max(7);
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(out, "{:>7}  {:<widest$}  {:>6}  {:>5}  result", "match", "players", "number", "plies")?;
    for entry in &matches {
        let outcome = match Ending::from(&entry.outcome) {
            Ending { goals: Some(goals), .. } => {
                goals.iter().map(ToString::to_string).collect::<Vec<_>>().join("/")
            }
            ending => ending.text(&roles),
        };
        // People count from 1, the store from 0.
        let (id, number, plies) = (entry.id, entry.fixture.index + 1, entry.plies);
        writeln!(out, "{id:>7}  {:<widest$}  {number:>6}  {plies:>5}  {outcome}", players(entry))?;
    }
    out.flush()?;
    for (label, spec) in labels.longer(&table) {
        output::line(format_args!("{label} = {spec}"))?;
    }
    Ok(())
}
