use std::time::Duration;

use rusqlite::types::FromSqlError;
use rusqlite::{Connection, OptionalExtension};

use super::checksum::Checksum;
use super::damage::DamagedPart;
use super::match_row::{MatchRow, Read, recorded};
use super::{Store, StoreError};
use crate::{MatchRecord, MovesHash, Plan, Played, Ply, ProtocolError, Thought};

impl Store {
    /// A match with all its moves, and the number of its tournament.
    ///
    /// # Errors
    /// If there is no such match, its moves were not kept, or the file cannot be read.
    pub fn played(&self, match_id: i64) -> Result<(i64, Played), StoreError> {
        self.at_one_moment(|| {
            let tournament = self.sql(|connection| {
                let query = "SELECT tournament FROM matches WHERE id = ?1";
                connection.query_row(query, [match_id], |row| row.get(0)).optional()
            })?;
            let tournament = tournament.ok_or(StoreError::NoSuchMatch(match_id))?;
            Ok((tournament, self.replayed(tournament, &self.plan(tournament)?, match_id)?.1))
        })
    }

    /// Shows every match of a tournament with all its moves and its number in the store, one at a time
    /// in the order of [`matches`](Self::matches). All come from one moment, though the tournament be
    /// played meanwhile.
    ///
    /// # Errors
    /// If there is no such tournament, its moves were not kept, or the file cannot be read. The first error
    /// of `see` ends it, too.
    pub fn each_played<E: From<StoreError>>(
        &self,
        id: i64,
        mut see: impl FnMut(i64, Played) -> Result<(), E>,
    ) -> Result<(), E> {
        self.at_one_moment(|| {
            let plan = self.plan(id)?;
            let mut read = Read::default();
            for match_id in self.match_ids(id)? {
                let (row, played) = self.replayed(id, &plan, match_id)?;
                read.add(&row);
                see(match_id, played)?;
            }
            Ok(self.check_all_read(id, read)?)
        })
    }

    /// The numbers of the matches of a tournament, in the order of [`matches`](Self::matches).
    pub(super) fn match_ids(&self, id: i64) -> Result<Vec<i64>, StoreError> {
        self.sql(|connection| {
            let query = "SELECT id FROM matches WHERE tournament = ?1 ORDER BY number, pairing";
            connection.prepare(query)?.query_map([id], |row| row.get(0))?.collect()
        })
    }

    /// The match with its moves, and its row.
    pub(super) fn replayed(
        &self,
        tournament: i64,
        plan: &Plan,
        id: i64,
    ) -> Result<(MatchRow, Played), StoreError> {
        let (row, sealed) = self.sql(|connection| {
            Ok((MatchRow::of(connection, plan, id)?, recorded(connection, tournament)?.is_some()))
        })?;
        let row = row.ok_or(StoreError::NoSuchMatch(id))?;
        self.check_row(tournament, &row, sealed);
        let stored = self.sql(|connection| StoredMatch::of(connection, plan, id))?;
        let check = |part, sound: bool| {
            if !sound {
                self.notice(tournament, Some(id), part);
            }
        };
        let moves = stored.moves(row.opening);
        check(DamagedPart::Moves, row.moves.is_none_or(|expected| expected == moves));
        check(
            DamagedPart::Thoughts,
            row.thoughts.is_none_or(|expected| expected == stored.thoughts_checksum),
        );
        check(DamagedPart::Slips, row.slips.is_none_or(|expected| expected == stored.slips_checksum));
        let StoredMatch { mut plies, thoughts, protocol_errors, .. } = stored;
        let expected = row.plies;
        let fits = |ply: &Ply| ply.joint_move.len() == plan.movers();
        if plies.len() as u64 != expected || !plies.iter().all(fits) {
            if plies.is_empty() && self.version(tournament)?.is_none() {
                return Err(StoreError::NoMoves(id));
            }
            return Err(self.damaged(&format!("the moves of match {id} are not all there")));
        }
        for (ply, role, thought) in thoughts {
            let place = plies.get_mut(ply).and_then(|ply| ply.thoughts.get_mut(role));
            *place.ok_or_else(|| self.damaged(&format!("match {id} has thoughts without a move")))? =
                Some(thought);
        }
        let at_a_move = |error: &ProtocolError| {
            error.role < plan.roles && error.ply.is_none_or(|ply| u64::from(ply) < expected)
        };
        if !protocol_errors.iter().all(at_a_move) {
            return Err(self.damaged(&format!("match {id} has protocol errors without a move")));
        }
        let MatchRow { fixture, seed, opening, .. } = row;
        let outcome = row.outcome.clone();
        let record = MatchRecord { seed, opening, plies, protocol_errors, outcome, remark: None };
        Ok((row, Played { fixture, record }))
    }
}

/// A thought with its ply and role.
type PlacedThought = (usize, usize, Thought);

/// What the store holds of a match beside its row.
pub(super) struct StoredMatch {
    /// The joint moves, without thoughts.
    pub(super) plies: Vec<Ply>,
    /// The thoughts.
    thoughts: Vec<PlacedThought>,
    pub(super) thoughts_checksum: i64,
    /// The protocol errors, those of the preparation first.
    protocol_errors: Vec<ProtocolError>,
    pub(super) slips_checksum: i64,
}

impl StoredMatch {
    /// That of the match of this number.
    pub(super) fn of(connection: &Connection, plan: &Plan, id: i64) -> rusqlite::Result<Self> {
        let plies = moves(connection, id, plan.movers())?;
        let (thoughts, thoughts_checksum) = thoughts(connection, id)?;
        let (protocol_errors, slips_checksum) = protocol_errors(connection, id)?;
        Ok(Self { plies, thoughts, thoughts_checksum, protocol_errors, slips_checksum })
    }

    /// The hashes of the moves, of which so many are the opening's.
    pub(super) fn moves(&self, opening: u32) -> MovesHash {
        MovesHash::of(opening, &self.plies)
    }
}

/// The moves of a match, without thoughts so far.
fn moves(connection: &Connection, id: i64, roles: usize) -> rusqlite::Result<Vec<Ply>> {
    let mut query = connection.prepare_cached(
        "SELECT text FROM moves JOIN joint_moves ON id = joint_move WHERE match = ?1 ORDER BY ply",
    )?;
    let ply = |row: &rusqlite::Row<'_>| {
        let joint_move = serde_json::from_str(row.get_ref(0)?.as_str()?);
        let joint_move = joint_move.map_err(|error| FromSqlError::Other(error.into()))?;
        Ok(Ply { joint_move, thoughts: vec![None; roles] })
    };
    query.query_map([id], ply)?.collect()
}

/// The thoughts of a match, with ply and role, and their checksum.
fn thoughts(connection: &Connection, id: i64) -> rusqlite::Result<(Vec<PlacedThought>, i64)> {
    let mut query = connection.prepare_cached(
        "SELECT ply, role, value, visits, playouts, nodes, nanoseconds FROM thoughts
         WHERE match = ?1 ORDER BY ply, role",
    )?;
    let (mut rows, mut thoughts, mut checksum) = (query.query([id])?, Vec::new(), Checksum::default());
    while let Some(row) = rows.next()? {
        checksum.add_row(row, 0, 7)?;
        let thought = Thought {
            value: row.get(2)?,
            visits: row.get(3)?,
            playouts: row.get(4)?,
            nodes: row.get(5)?,
            time: Duration::from_nanos(row.get(6)?),
        };
        thoughts.push((row.get(0)?, row.get(1)?, thought));
    }
    Ok((thoughts, checksum.finish()))
}

/// The protocol errors of a match, those of the preparation first, and their checksum.
fn protocol_errors(connection: &Connection, id: i64) -> rusqlite::Result<(Vec<ProtocolError>, i64)> {
    let mut query = connection
        .prepare_cached("SELECT ply, role, error FROM slips WHERE match = ?1 ORDER BY ply, role")?;
    let (mut rows, mut errors, mut checksum) = (query.query([id])?, Vec::new(), Checksum::default());
    while let Some(row) = rows.next()? {
        checksum.add_row(row, 0, 3)?;
        errors.push(ProtocolError { ply: row.get(0)?, role: row.get(1)?, error: row.get(2)? });
    }
    Ok((errors, checksum.finish()))
}
