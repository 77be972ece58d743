use std::ops::Range;

use rusqlite::types::{FromSqlError, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::checksum::Checksum;
use super::damage::DamagedPart;
use super::tournament_row::is_sound;
use super::{Store, StoreError};
use crate::{Fixture, MovesHash, Outcome, Plan, Schedule, Seed};

/// A match as it stands in the store, without its moves.
pub(super) struct MatchRow {
    pub(super) id: i64,
    tournament: i64,
    pub(super) fixture: Fixture,
    pub(super) seed: Seed,
    pub(super) opening: u32,
    pub(super) plies: u64,
    pub(super) outcome: Outcome,
    /// None if the moves were recorded without.
    pub(super) moves: Option<MovesHash>,
    /// The checksum of its thoughts; none if they were recorded without.
    pub(super) thoughts: Option<i64>,
    /// The checksum of its protocol errors; none if they were recorded without.
    pub(super) slips: Option<i64>,
    /// The checksum that the row should have; none if it was recorded without.
    expected: Option<i64>,
    /// The checksum that it has.
    found: i64,
}

/// The matches of a tournament that have been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Read {
    matches: u64,
    /// The sum of their checksums modulo 2^64.
    checksum: i64,
}

impl MatchRow {
    /// All columns but the checksum.
    const COLUMNS: &str = "id, tournament, number, pairing, seed, opening, plies, goals, culprit, foul, \
         opening_hash, moves_hash, thoughts_checksum, slips_checksum";
    /// How many these are.
    const COUNT: usize = 14;

    /// The match of that number, if there is one.
    pub(super) fn of(connection: &Connection, plan: &Plan, id: i64) -> rusqlite::Result<Option<Self>> {
        let query = format!("SELECT {}, checksum FROM matches WHERE id = ?1", Self::COLUMNS);
        connection.prepare_cached(&query)?.query_row([id], |row| Self::read(plan, row)).optional()
    }

    fn read(plan: &Plan, row: &Row<'_>) -> rusqlite::Result<Self> {
        let hash = |column| -> rusqlite::Result<Option<u64>> {
            Ok(row.get::<_, Option<i64>>(column)?.map(i64::cast_unsigned))
        };
        Ok(Self {
            id: row.get(0)?,
            tournament: row.get(1)?,
            fixture: Fixture { index: row.get(2)?, pairing: row.get(3)? },
            seed: Seed(row.get::<_, i64>(4)?.cast_unsigned()),
            opening: row.get(5)?,
            plies: row.get(6)?,
            outcome: outcome(plan, row)?,
            moves: hash(10)?.zip(hash(11)?).map(|(opening, all)| MovesHash { opening, all }),
            thoughts: row.get(12)?,
            slips: row.get(13)?,
            expected: row.get(Self::COUNT)?,
            found: Checksum::of_row(row, Self::COUNT)?,
        })
    }
}

/// From the columns `goals`, `culprit` and `foul`.
fn outcome(plan: &Plan, row: &Row<'_>) -> rusqlite::Result<Outcome> {
    let unfit = || FromSqlError::Other("an outcome for other roles than the game has".into());
    let outcome = match (row.get_ref(7)?, row.get_ref(8)?) {
        // A rotation has no ply limit, all other schedules play to an end.
        (ValueRef::Null, ValueRef::Null) if matches!(plan.schedule, Schedule::Rotation { .. }) => {
            Outcome::Unscored
        }
        (ValueRef::Null, ValueRef::Null) => Outcome::PlyLimit,
        (ValueRef::Null, _) => Outcome::Forfeit { role: row.get(8)?, foul: row.get(9)? },
        (goals, _) => {
            let goals = serde_json::from_str(goals.as_str()?);
            Outcome::Goals(goals.map_err(|error| FromSqlError::Other(error.into()))?)
        }
    };
    match &outcome {
        Outcome::Goals(goals) if goals.len() != plan.roles => Err(unfit().into()),
        Outcome::Forfeit { role, .. } if *role >= plan.roles => Err(unfit().into()),
        _ => Ok(outcome),
    }
}

impl Read {
    pub(super) fn add(&mut self, row: &MatchRow) {
        self.matches += 1;
        self.checksum = self.checksum.wrapping_add(row.expected.unwrap_or(0));
    }
}

impl Store {
    /// Shows the rows of all matches of a tournament, in the order of their numbers and then of
    /// their pairings'.
    pub(super) fn each_row(
        &self,
        id: i64,
        plan: &Plan,
        mut see: impl FnMut(MatchRow),
    ) -> Result<(), StoreError> {
        self.at_one_moment(|| {
            let mut read = Read::default();
            self.sql(|connection| {
                let sealed = recorded(connection, id)?.is_some();
                let query = format!(
                    "SELECT {}, checksum FROM matches WHERE tournament = ?1 ORDER BY number, pairing",
                    MatchRow::COLUMNS
                );
                let mut query = connection.prepare_cached(&query)?;
                let mut rows = query.query([id])?;
                while let Some(row) = rows.next()? {
                    let row = MatchRow::read(plan, row)?;
                    self.check_row(id, &row, sealed);
                    read.add(&row);
                    see(row);
                }
                Ok(())
            })?;
            self.check_all_read(id, read)
        })
    }

    /// The rows of some matches of a pairing, by their places in the order of their numbers, and how many
    /// there are.
    pub(super) fn some_rows(
        &self,
        id: i64,
        plan: &Plan,
        pairing: u64,
        places: Range<usize>,
    ) -> Result<(Vec<MatchRow>, usize), StoreError> {
        self.sql(|connection| {
            let sealed = recorded(connection, id)?.is_some();
            let count = "SELECT count(*) FROM matches WHERE tournament = ?1 AND pairing = ?2";
            let count = connection.prepare_cached(count)?.query_row(params![id, pairing], |row| row.get(0))?;
            let query = format!(
                "SELECT {}, checksum FROM matches WHERE tournament = ?1 AND pairing = ?2 ORDER BY number LIMIT ?3 OFFSET ?4",
                MatchRow::COLUMNS
            );
            let mut query = connection.prepare_cached(&query)?;
            let (first, most) = (places.start.min(count), places.len());
            let rows = query.query_map(params![id, pairing, most, first], |row| MatchRow::read(plan, row))?;
            let rows: Vec<MatchRow> = rows.collect::<Result<_, _>>()?;
            rows.iter().for_each(|row| self.check_row(id, row, sealed));
            Ok((rows, count))
        })
    }

    /// Notices if a match of a tournament, all of which may be `sealed`, does not have its checksum.
    pub(super) fn check_row(&self, tournament: i64, row: &MatchRow, sealed: bool) {
        if !is_sound(row.expected, row.found, sealed) || row.tournament != tournament {
            self.notice(tournament, Some(row.id), DamagedPart::Result);
        }
    }

    /// Notices if the matches that were read are not all that were recorded.
    pub(super) fn check_all_read(&self, id: i64, read: Read) -> Result<(), StoreError> {
        self.at_one_moment(|| {
            let recorded = self.sql(|connection| recorded(connection, id))?;
            let expected = recorded.is_some() || self.tournament_row(id)?.has_checksum();
            if expected && recorded != Some((read.matches, read.checksum)) {
                self.notice(id, None, DamagedPart::Matches);
            }
            Ok(())
        })
    }
}

/// How many matches of a tournament were recorded, and the sum of their checksums; none if some were
/// recorded without.
pub(super) fn recorded(connection: &Connection, id: i64) -> rusqlite::Result<Option<(u64, i64)>> {
    connection
        .prepare_cached("SELECT matches, checksum FROM recorded WHERE tournament = ?1")?
        .query_row([id], |row| row.try_into())
        .optional()
}

/// Gives a match the checksum that it has.
pub(super) fn seal_match(connection: &Connection, id: i64) -> rusqlite::Result<i64> {
    let query = format!("SELECT {} FROM matches WHERE id = ?1", MatchRow::COLUMNS);
    let checksum =
        connection.prepare_cached(&query)?.query_row([id], |row| Checksum::of_row(row, MatchRow::COUNT))?;
    connection.prepare_cached("UPDATE matches SET checksum = ?2 WHERE id = ?1")?.execute([id, checksum])?;
    Ok(checksum)
}
