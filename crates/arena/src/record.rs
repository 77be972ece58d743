use std::time::Duration;

use game::Goal;
use search::Decision;
use serde::{Deserialize, Serialize};

use crate::Seed;

/// A match that was played, move by move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchRecord {
    /// What the match can be repeated from.
    pub seed: Seed,
    /// How many of the joint moves were the opening's, made at random before the players were asked.
    pub opening: u32,
    /// The joint moves in order, the opening's first.
    pub plies: Vec<Ply>,
    /// What players on a network did wrong, in the order of plies and roles; empty in all other matches.
    pub protocol_errors: Vec<ProtocolError>,
    /// How it ended.
    pub outcome: Outcome,
    /// What people should know about the goals at its end, if they are doubtful. The store does not keep it.
    pub remark: Option<String>,
}

impl MatchRecord {
    /// What the player of a role did wrong before a joint move.
    pub fn protocol_error(&self, ply: u32, role: usize) -> Option<&ProtocolError> {
        self.protocol_errors.iter().find(|error| (error.ply, error.role) == (Some(ply), role))
    }

    /// The same match without the time it took, which is all that may differ when it is repeated.
    #[must_use]
    pub fn timeless(mut self) -> Self {
        let thoughts = self.plies.iter_mut().flat_map(|ply| ply.thoughts.iter_mut().flatten());
        thoughts.for_each(|thought| thought.time = Duration::ZERO);
        self
    }
}

/// One joint move, and the players' estimates before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ply {
    /// The move of every role, by name.
    pub joint_move: Vec<String>,
    /// For every role, what its player thought; none where it had only one legal move and was not asked.
    pub thoughts: Vec<Option<Thought>>,
}

/// What one decision was based on, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thought {
    /// What the player expected of the state, on the game's goal scale; none if it does not estimate.
    #[serde(with = "bits")]
    pub value: Option<f64>,
    /// Visits of the chosen move.
    pub visits: u64,
    /// Playouts made.
    pub playouts: u64,
    /// States visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl Thought {
    /// Whether it tells visits, playouts or nodes: not that of a player on the network, of which only the
    /// time is known, or of a strategy that searches nothing.
    pub(crate) fn tells_counts(&self) -> bool {
        (self.visits, self.playouts, self.nodes) != (0, 0, 0)
    }

    /// The thought behind a decision that took so long.
    pub fn of<M: PartialEq>(decision: &Decision<M>, time: Duration) -> Self {
        let estimate = decision.moves.iter().find(|estimate| estimate.mov == decision.mov);
        Self {
            value: decision.value,
            visits: estimate.map_or(0, |estimate| estimate.visits),
            playouts: decision.effort.playouts,
            nodes: decision.effort.nodes,
            time,
        }
    }
}

/// An estimate by its bits: decimal digits are read back to a neighbour of some numbers, and not at all to
/// what is no number.
mod bits {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
        value.map(f64::to_bits).serialize(serializer)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Option<f64>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(f64::from_bits))
    }
}

/// An error of a player on a network, such as a reply that came late: a random legal move is made in its
/// place, and the match goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProtocolError {
    /// The joint move before which it happened, from 0; none during the preparation.
    pub ply: Option<u32>,
    /// The role of the player.
    pub role: usize,
    /// The error as the record of the match words it, such as `TO`.
    pub error: String,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// In a terminal state, with these goals in the order of the seats: of the roles, but for chance.
    Goals(Vec<Goal>),
    /// At the ply limit, in no terminal state. No role wins.
    PlyLimit,
    /// Without goals: it was given up, or its rules do not say what its end is worth. So only matches of a
    /// rotation end.
    Unscored,
    /// By a forfeit: a player panicked, failed, chose an illegal move or exceeded its time. The others share
    /// the win.
    Forfeit {
        /// The seat of the role that forfeits.
        role: usize,
        /// What its player did.
        foul: String,
    },
}

impl Outcome {
    /// Leaves the goal of a role out that has no seat: that of chance.
    ///
    /// # Panics
    /// If there are goals, and none of that role.
    pub fn leave_out(&mut self, role: usize) {
        if let Self::Goals(goals) = self {
            goals.remove(role);
        }
    }

    /// The greatest of places that each role has reached: more is better, and equal is shared. None where the
    /// match had no end.
    pub(crate) fn places(&self, roles: usize) -> Option<Vec<Goal>> {
        match self {
            Self::Goals(goals) => Some(goals.clone()),
            Self::PlyLimit | Self::Unscored => None,
            Self::Forfeit { role: guilty, .. } => {
                Some((0..roles).map(|role| Goal::from(role != *guilty)).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_back_from_its_json_to_the_last_bit() {
        let thought =
            |value| Thought { value, visits: 1, playouts: 2, nodes: 3, time: Duration::from_nanos(4) };
        let values = [None, Some(0.1 + 0.2), Some(-0.0), Some(f64::INFINITY), Some(1e-320)];
        let ply = |value| Ply {
            joint_move: vec!["a \"b\"".to_owned()],
            thoughts: vec![Some(thought(value)), None],
        };
        let record = MatchRecord {
            seed: Seed(u64::MAX),
            opening: 1,
            plies: values.map(ply).to_vec(),
            protocol_errors: vec![ProtocolError { ply: None, role: 1, error: "TO".to_owned() }],
            outcome: Outcome::Forfeit { role: 0, foul: "line\nline".to_owned() },
            remark: Some("doubtful".to_owned()),
        };
        let read: MatchRecord = serde_json::from_str(&serde_json::to_string(&record).unwrap()).unwrap();
        assert_eq!(read, record);
    }
}
