use rusqlite::Row;
use rusqlite::types::{FromSqlError, ValueRef};

use super::{Store, StoreError};
use crate::counts::Counts;
use crate::director::Director;
use crate::{Finished, Fixture, Outcome, Plan, Schedule, Seed, Table};

/// A match that was played, without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEntry {
    /// Its number in the store.
    pub id: i64,
    /// Which of its tournament's matches it is.
    pub fixture: Fixture,
    /// The player of each role.
    pub players: Vec<String>,
    /// What the match can be repeated from.
    pub seed: Seed,
    /// So many joint moves were made at random first.
    pub opening: u32,
    /// How many joint moves were made in all.
    pub plies: u64,
    /// How it ended.
    pub outcome: Outcome,
}

/// Matches of one pairing that ended alike.
struct Alike {
    /// The one with the greatest number.
    last: Fixture,
    outcome: Outcome,
    matches: u64,
    /// The plies of all of them.
    plies: u64,
}

impl Store {
    /// The matches of a tournament that have been played, in the order of their numbers and then of their pairings'.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn matches(&self, id: i64) -> Result<Vec<MatchEntry>, StoreError> {
        let plan = self.plan(id)?;
        self.sql(|connection| {
            let mut query = connection.prepare(
                "SELECT pairing, number, goals, culprit, foul, id, seed, opening, plies
                 FROM matches WHERE tournament = ?1 ORDER BY number, pairing",
            )?;
            query.query_map([id], |row| entry(&plan, row))?.collect()
        })
    }

    /// The matches of a tournament that have been played, as far as its table counts them.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn finished(&self, id: i64) -> Result<Vec<Finished>, StoreError> {
        let schedule = self.plan(id)?.schedule;
        self.sql(|connection| {
            let mut query = connection.prepare(
                "SELECT pairing, number, goals, culprit, foul, plies FROM matches WHERE tournament = ?1",
            )?;
            let finished = |row: &Row<'_>| {
                Ok(Finished { fixture: fixture(row)?, outcome: outcome(schedule, row)?, plies: row.get(5)? })
            };
            query.query_map([id], finished)?.collect()
        })
    }

    /// The results of a tournament so far.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn table(&self, id: i64) -> Result<Table, StoreError> {
        let plan = self.plan(id)?;
        if plan.stops_early() {
            let director = Director::new(&plan, self.finished(id)?).map_err(|error| self.damaged(&error))?;
            let summary = director.finish().map_err(|error| self.damaged(&error))?;
            return Ok(Table::new(&summary.counts, summary.complete));
        }
        let mut counts =
            Counts::new(&plan).ok_or_else(|| self.damaged(&"more pairings than there can be"))?;
        for Alike { last, outcome, matches, plies } in self.alike(id, plan.schedule)? {
            let added = counts
                .place(last, &outcome)
                .and_then(|_| counts.add_many(last.pairing, &outcome, matches, plies));
            added.map_err(|error| self.damaged(&error))?;
        }
        let complete = Some(counts.matches()) == plan.matches();
        Ok(Table::new(&counts, complete))
    }

    /// The matches of a tournament, grouped by result.
    fn alike(&self, id: i64, schedule: Schedule) -> Result<Vec<Alike>, StoreError> {
        self.sql(|connection| {
            // Without the fouls, which would not be found in the index.
            let mut query = connection.prepare(
                "SELECT pairing, max(number), goals, culprit, '', count(*), sum(plies)
                 FROM matches WHERE tournament = ?1 GROUP BY pairing, goals, culprit",
            )?;
            let heap = |row: &Row<'_>| {
                Ok(Alike {
                    last: fixture(row)?,
                    outcome: outcome(schedule, row)?,
                    matches: row.get(5)?,
                    plies: row.get(6)?,
                })
            };
            query.query_map([id], heap)?.collect()
        })
    }
}

/// From a row that begins with pairing, number, goals, culprit and foul, and goes on with id, seed, opening and plies.
pub(super) fn entry(plan: &Plan, row: &Row<'_>) -> rusqlite::Result<MatchEntry> {
    let fixture = fixture(row)?;
    let seats = plan.seats(fixture.pairing);
    Ok(MatchEntry {
        id: row.get(5)?,
        fixture,
        players: seats.into_iter().map(|player| plan.players[player].clone()).collect(),
        seed: Seed(row.get::<_, i64>(6)?.cast_unsigned()),
        opening: row.get(7)?,
        plies: row.get(8)?,
        outcome: outcome(plan.schedule, row)?,
    })
}

/// From a row that begins with pairing and number.
fn fixture(row: &Row<'_>) -> rusqlite::Result<Fixture> {
    Ok(Fixture { pairing: row.get(0)?, index: row.get(1)? })
}

/// From a row that goes on with goals, culprit and foul.
fn outcome(schedule: Schedule, row: &Row<'_>) -> rusqlite::Result<Outcome> {
    match (row.get_ref(2)?, row.get_ref(3)?) {
        // A rotation has no ply limit, all other schedules play to an end.
        (ValueRef::Null, ValueRef::Null) if matches!(schedule, Schedule::Rotation { .. }) => {
            Ok(Outcome::Unscored)
        }
        (ValueRef::Null, ValueRef::Null) => Ok(Outcome::PlyLimit),
        (ValueRef::Null, _) => Ok(Outcome::Forfeit { role: row.get(3)?, foul: row.get(4)? }),
        (goals, _) => {
            let goals = serde_json::from_str(goals.as_str()?);
            Ok(Outcome::Goals(goals.map_err(|error| FromSqlError::Other(error.into()))?))
        }
    }
}
