use serde::Serialize;

use super::damage::DamagedPart;
use super::match_row::recorded;
use super::tournament_row::TournamentRow;
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
    /// Whether something of this entry is not as it was recorded, so that its figures may be wrong.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub damaged: bool,
}

impl Store {
    /// Every tournament, oldest first. One whose plan cannot be read is left out, with a
    /// [warning](Self::warnings).
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
        self.at_one_moment(|| {
            let (ids, missing) = self.sql(|connection| {
                let numbers = |query| -> rusqlite::Result<Vec<i64>> {
                    connection.prepare(query)?.query_map([only], |row| row.get(0))?.collect()
                };
                Ok((
                    numbers("SELECT id FROM tournaments WHERE ?1 IS NULL OR id = ?1 ORDER BY id")?,
                    numbers(
                        "SELECT tournament FROM recorded
                         WHERE (?1 IS NULL OR tournament = ?1) AND tournament NOT IN (SELECT id FROM tournaments)",
                    )?,
                ))
            })?;
            missing.into_iter().for_each(|id| self.notice(id, None, DamagedPart::Tournament));
            let mut entries = Vec::with_capacity(ids.len());
            for id in ids {
                match self.entry(id) {
                    Ok(entry) => entries.push(entry),
                    // The others can be shown all the same.
                    Err(StoreError::Damaged { .. }) if only.is_none() => {
                        self.notice(id, None, DamagedPart::Tournament);
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok(entries)
        })
    }

    fn entry(&self, id: i64) -> Result<TournamentEntry, StoreError> {
        let TournamentRow { plan, started, finished, .. } = self.tournament_row(id)?;
        let plan = self.parsed(&plan)?;
        let games_planned = plan.matches().ok_or_else(|| self.damaged(&"a tournament without end"))?;
        let games_played = self.count_matches(id)?;
        let damaged = self.damage().iter().any(|damage| damage.tournament == id);
        let Plan { game, players, .. } = plan;
        Ok(TournamentEntry { id, game, players, games_planned, games_played, started, finished, damaged })
    }

    /// How many matches of a tournament there are.
    pub(super) fn count_matches(&self, id: i64) -> Result<u64, StoreError> {
        let query = "SELECT count(*) FROM matches WHERE tournament = ?1";
        let (count, recorded) = self.sql(|connection| {
            Ok((connection.query_row(query, [id], |row| row.get(0))?, recorded(connection, id)?))
        })?;
        if recorded.is_some_and(|(matches, _)| matches != count) {
            self.notice(id, None, DamagedPart::Matches);
        }
        Ok(count)
    }
}
