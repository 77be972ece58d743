use serde::{Deserialize, Serialize};

use crate::{MatchRecord, MovesHash, Outcome};

/// A match of a tournament before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fixture {
    /// The number of its pairing, see [`Seating`](crate::Seating).
    pub pairing: u64,
    /// Its number within the pairing, from 0.
    pub index: u32,
}

/// A match of a tournament, move by move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Which match it is.
    pub fixture: Fixture,
    /// How it went.
    pub record: MatchRecord,
}

/// A match of a tournament as far as the table counts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Which match it is.
    pub fixture: Fixture,
    /// How it ended.
    pub outcome: Outcome,
    /// How many joint moves were made.
    pub plies: u64,
    /// What its moves are known by; none if they were not kept.
    pub moves: Option<MovesHash>,
}

impl Played {
    /// What counts of it.
    pub fn finished(&self) -> Finished {
        let MatchRecord { outcome, opening, plies, .. } = &self.record;
        let moves = Some(MovesHash::of(*opening, plies));
        Finished { fixture: self.fixture, outcome: outcome.clone(), plies: plies.len() as u64, moves }
    }
}
