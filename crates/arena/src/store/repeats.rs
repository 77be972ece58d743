use rusqlite::params;
use serde::Serialize;

use super::{Store, StoreError};

/// A pairing whose games were all the same one, as those of strategies without chance are. A hundred copies of a game are no more evidence
/// than the game, so the intervals of such a pairing mean nothing; random openings make the games differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RepeatedPairing {
    /// The player of each role.
    pub players: Vec<String>,
    /// How many games they played.
    pub games: u64,
}

/// The least number of games that are not alike by accident.
const FEWEST: u64 = 10;

/// Pairings in which every match has the joint moves of the first one. Matches of the earliest version have no moves, so nothing is known of
/// them.
const REPEATED: &str = "
    WITH pairings AS (
        SELECT pairing, count(*) AS games, min(id) AS first, min(plies) AS shortest, max(plies) AS longest
        FROM matches WHERE tournament = ?1 GROUP BY pairing
    )
    SELECT pairing, games FROM pairings
    WHERE games >= ?2 AND shortest = longest
        AND (SELECT count(*) FROM moves WHERE match = first) = shortest
        AND NOT EXISTS (
            SELECT 1 FROM matches
            JOIN moves AS made ON made.match = matches.id
            JOIN moves AS before ON before.match = first AND before.ply = made.ply
            WHERE matches.tournament = ?1 AND matches.pairing = pairings.pairing AND made.joint_move <> before.joint_move
        )
    ORDER BY pairing";

impl Store {
    /// The pairings of different players whose games so far, ten or more, were all the same one.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn repeated(&self, id: i64) -> Result<Vec<RepeatedPairing>, StoreError> {
        let plan = self.plan(id)?;
        let repeated: Vec<(u64, u64)> = self.sql(|connection| {
            let mut query = connection.prepare(REPEATED)?;
            query.query_map(params![id, FEWEST], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })?;
        let seated = |(pairing, games)| {
            let seats = plan.seats(pairing);
            let players = seats.iter().map(|&player| plan.players[player].clone()).collect();
            let differ = seats.iter().any(|&player| player != seats[0]);
            differ.then_some(RepeatedPairing { players, games })
        };
        Ok(repeated.into_iter().filter_map(seated).collect())
    }
}
