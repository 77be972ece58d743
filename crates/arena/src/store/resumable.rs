use super::{Store, StoreError};
use crate::{Finished, Plan, Schedule};

/// A tournament of the store with everything that resuming it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct ResumableTournament {
    /// Its number in the store.
    pub id: i64,
    /// What was planned.
    pub plan: Plan,
    /// The text of the rules.
    pub rules: String,
    /// The matches that have been played.
    pub played: Vec<Finished>,
    /// The version of this program that began it; none if it is not known.
    pub version: Option<String>,
}

/// Why a tournament of the store cannot be resumed.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// It cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An earlier version of this program recorded it without its rules.
    #[error(
        "tournament {0} cannot go on: the store does not hold its rules, since an earlier version of this program wrote it"
    )]
    NoRules(i64),
    /// Its players are not all strategies of this program.
    #[error(
        "tournament {0} cannot go on: its matches were played one by one, also with players on the network; `spielbaum match` begins new ones"
    )]
    Rotation(i64),
    /// What it would go on from is not what was recorded.
    #[error(
        "tournament {0} cannot go on: what is kept of it is not what was recorded; `spielbaum results verify` tells what is damaged and what to do"
    )]
    Damaged(i64),
}

impl Store {
    /// A tournament with everything that resuming it needs, also if all of its matches have been played.
    ///
    /// # Errors
    /// If there is no such tournament, if it cannot go on, or if the file cannot be read.
    pub fn resumable(&self, id: i64) -> Result<ResumableTournament, ResumeError> {
        let tournament = self.at_one_moment(|| {
            let plan = self.plan(id)?;
            let rules = self.rules(id)?.ok_or(ResumeError::NoRules(id))?;
            if matches!(plan.schedule, Schedule::Rotation { .. }) {
                return Err(ResumeError::Rotation(id));
            }
            Ok(ResumableTournament {
                id,
                plan,
                rules,
                played: self.finished(id)?,
                version: self.version(id)?,
            })
        })?;
        let damage = self.damage().into_iter().filter(|damage| damage.tournament == id);
        if damage.count() > 0 {
            return Err(ResumeError::Damaged(id));
        }
        Ok(tournament)
    }
}
