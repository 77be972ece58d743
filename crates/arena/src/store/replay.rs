use std::time::Duration;

use rusqlite::types::FromSqlError;
use rusqlite::{Connection, OptionalExtension};

use super::matches::{MatchEntry, entry};
use super::{Store, StoreError};
use crate::{MatchRecord, Plan, Played, Ply, ProtocolError, Thought};

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
            Ok((tournament, self.replayed(tournament, &self.plan(tournament)?, match_id)?))
        })
    }

    /// Shows every match of a tournament with all its moves and its number in the store, one at a time in the order of
    /// [`matches`](Self::matches). All come from one moment, though the tournament be played meanwhile.
    ///
    /// # Errors
    /// If there is no such tournament, its moves were not kept, or the file cannot be read. The first error of `see` ends it, too.
    pub fn each_played<E: From<StoreError>>(
        &self,
        id: i64,
        mut see: impl FnMut(i64, Played) -> Result<(), E>,
    ) -> Result<(), E> {
        self.at_one_moment(|| {
            let plan = self.plan(id)?;
            let ids: Vec<i64> = self.sql(|connection| {
                let mut query = connection
                    .prepare("SELECT id FROM matches WHERE tournament = ?1 ORDER BY number, pairing")?;
                query.query_map([id], |row| row.get(0))?.collect()
            })?;
            for match_id in ids {
                see(match_id, self.replayed(id, &plan, match_id)?)?;
            }
            Ok(())
        })
    }

    /// The match with its moves.
    fn replayed(&self, tournament: i64, plan: &Plan, id: i64) -> Result<Played, StoreError> {
        let found = self.sql(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT pairing, number, goals, culprit, foul, id, seed, opening, plies FROM matches WHERE id = ?1",
            )?;
            query.query_row([id], |row| entry(plan, row))
        })?;
        let MatchEntry { fixture, seed, opening, plies: expected, outcome, .. } = found;
        let mut plies = self.sql(|connection| moves(connection, id, plan.roles))?;
        let fits = |ply: &Ply| ply.joint_move.len() == plan.roles;
        if plies.len() as u64 != expected || !plies.iter().all(fits) {
            if plies.is_empty() && self.version(tournament)?.is_none() {
                return Err(StoreError::NoMoves(id));
            }
            return Err(self.damaged(&format!("the moves of match {id} are not all there")));
        }
        for (ply, role, thought) in self.sql(|connection| thoughts(connection, id))? {
            let place = plies.get_mut(ply).and_then(|ply| ply.thoughts.get_mut(role));
            *place.ok_or_else(|| self.damaged(&format!("match {id} has thoughts without a move")))? =
                Some(thought);
        }
        let protocol_errors = self.sql(|connection| protocol_errors(connection, id))?;
        let at_a_move = |error: &ProtocolError| {
            error.role < plan.roles && error.ply.is_none_or(|ply| u64::from(ply) < expected)
        };
        if !protocol_errors.iter().all(at_a_move) {
            return Err(self.damaged(&format!("match {id} has protocol errors without a move")));
        }
        Ok(Played {
            fixture,
            record: MatchRecord { seed, opening, plies, protocol_errors, outcome, remark: None },
        })
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

/// The thoughts of a match, with ply and role.
fn thoughts(connection: &Connection, id: i64) -> rusqlite::Result<Vec<(usize, usize, Thought)>> {
    let mut query = connection.prepare_cached(
        "SELECT ply, role, value, visits, playouts, nodes, nanoseconds FROM thoughts WHERE match = ?1",
    )?;
    let thought = |row: &rusqlite::Row<'_>| {
        let thought = Thought {
            value: row.get(2)?,
            visits: row.get(3)?,
            playouts: row.get(4)?,
            nodes: row.get(5)?,
            time: Duration::from_nanos(row.get(6)?),
        };
        Ok((row.get(0)?, row.get(1)?, thought))
    };
    query.query_map([id], thought)?.collect()
}

/// The protocol errors of a match, those of the preparation first.
fn protocol_errors(connection: &Connection, id: i64) -> rusqlite::Result<Vec<ProtocolError>> {
    let mut query = connection
        .prepare_cached("SELECT ply, role, error FROM slips WHERE match = ?1 ORDER BY ply, role")?;
    let error = |row: &rusqlite::Row<'_>| {
        Ok(ProtocolError { ply: row.get(0)?, role: row.get(1)?, error: row.get(2)? })
    };
    query.query_map([id], error)?.collect()
}
