use serde::Serialize;

use super::{Store, StoreError};
use crate::Plan;

/// What the store holds, in the shape of `results --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Listing {
    /// Oldest first.
    pub tournaments: Vec<TournamentEntry>,
}

/// One line of a [`Listing`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentEntry {
    /// Its number in the store.
    pub id: i64,
    /// The game's name.
    pub game: String,
    /// The players' specs.
    pub players: Vec<String>,
    /// Matches in the whole tournament; at most, where a test or a ladder may end before.
    pub games_planned: u64,
    /// Matches played.
    pub games_played: u64,
    /// When it began, UTC in ISO 8601.
    pub started: String,
    /// When its last match ended; none if it was interrupted or is still being played.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub finished: Option<String>,
}

impl Store {
    /// Every tournament, oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tournaments(&self) -> Result<Listing, StoreError> {
        Ok(Listing { tournaments: self.entries(None)? })
    }

    /// One tournament.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn tournament(&self, id: i64) -> Result<TournamentEntry, StoreError> {
        self.entries(Some(id))?.pop().ok_or(StoreError::NoSuchTournament(id))
    }

    /// The tournament of that number, or all.
    fn entries(&self, only: Option<i64>) -> Result<Vec<TournamentEntry>, StoreError> {
        let rows: Vec<(i64, String, u64, String, Option<String>)> = self.sql(|connection| {
            let mut query = connection.prepare(
                "SELECT id, plan, (SELECT count(*) FROM matches WHERE tournament = tournaments.id), started, finished
                 FROM tournaments WHERE ?1 IS NULL OR id = ?1 ORDER BY id",
            )?;
            query.query_map([only], |row| row.try_into())?.collect()
        })?;
        let entry = |(id, plan, games_played, started, finished): (_, String, _, _, _)| {
            let plan = self.parsed(&plan)?;
            let games_planned = plan.matches().ok_or_else(|| self.damaged(&"a tournament without end"))?;
            let Plan { game, players, .. } = plan;
            Ok(TournamentEntry { id, game, players, games_planned, games_played, started, finished })
        };
        rows.into_iter().map(entry).collect()
    }
}
