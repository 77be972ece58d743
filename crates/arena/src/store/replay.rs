use std::time::Duration;

use rusqlite::types::FromSqlError;
use rusqlite::{Connection, OptionalExtension};

use super::matches::{MatchEntry, entry};
use super::{Store, StoreError};
use crate::{MatchRecord, Plan, Played, Ply, Thought};

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
            let plan = self.plan(tournament)?;
            let found = self.sql(|connection| {
                let query = "SELECT pairing, number, goals, culprit, foul, id, seed, opening, plies
                             FROM matches WHERE id = ?1";
                connection.query_row(query, [match_id], |row| entry(&plan, row))
            })?;
            Ok((tournament, self.replayed(&plan, found)?))
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
            for found in self.matches(id)? {
                let match_id = found.id;
                see(match_id, self.replayed(&plan, found)?)?;
            }
            Ok(())
        })
    }

    /// The match with its moves.
    fn replayed(&self, plan: &Plan, found: MatchEntry) -> Result<Played, StoreError> {
        let MatchEntry { id, fixture, seed, opening, plies: expected, outcome, .. } = found;
        let mut plies = self.sql(|connection| moves(connection, id, plan.roles))?;
        if plies.is_empty() && expected > 0 {
            return Err(StoreError::NoMoves(id));
        }
        let fits = |ply: &Ply| ply.joint_move.len() == plan.roles;
        if plies.len() as u64 != expected || !plies.iter().all(fits) {
            return Err(self.damaged(&format!("the moves of match {id} are not all there")));
        }
        for (ply, role, thought) in self.sql(|connection| thoughts(connection, id))? {
            let place = plies.get_mut(ply).and_then(|ply| ply.thoughts.get_mut(role));
            *place.ok_or_else(|| self.damaged(&format!("match {id} has thoughts without a move")))? =
                Some(thought);
        }
        Ok(Played { fixture, record: MatchRecord { seed, opening, plies, outcome } })
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
