use std::sync::atomic::{AtomicBool, Ordering};

use game::Goal;
use search::{Score, Survey};

use crate::end_sums::EndSums;
use crate::space::{Rule, StateView, SuccessorValues};

/// What every role can be sure of in every state: of its moves it makes the one after which the others can do
/// least against it. Who moves at the same time as others moves first, as far as its own guarantee goes.
///
/// In games whose states come again these are the least values that agree with one another: no role gets by
/// endless play what it cannot force.
pub(crate) struct Guarantees {
    pub(crate) roles: usize,
    /// The least payoff of the game.
    pub(crate) least: Goal,
    pub(crate) sums: EndSums,
    /// Several roles have a choice in some state.
    pub(crate) simultaneous: AtomicBool,
}

impl Guarantees {
    /// What the states have shown that were valued.
    pub(crate) fn survey(self) -> Survey {
        Survey { sum: self.sums.constant(), in_turn: !self.simultaneous.into_inner() }
    }
}

impl Rule for Guarantees {
    type Value = Score;

    const KEPT: bool = true;

    fn width(&self) -> usize {
        self.roles
    }

    fn values(&self, state: &StateView<'_>, successors: &SuccessorValues<'_, Score>, out: &mut [Score]) {
        if state.terminal {
            self.sums.meet(state.goals.iter().copied());
            let scores = state.goals.iter().map(|&goal| Score::end(goal, self.least));
            out.iter_mut().zip(scores).for_each(|(out, score)| *out = score);
            return;
        }
        // For each move of a role, the least score that the others leave it.
        let mut least: Vec<(u32, Score)> = Vec::new();
        let mut choosing = 0;
        for (role, out) in out.iter_mut().enumerate() {
            least.clear();
            for (joint, successor) in state.joints.chunks_exact(self.roles).zip(successors.each()) {
                let (own, score) = (joint[role], successor[role]);
                // Equal moves are mostly next to each other.
                match least.iter_mut().rev().find(|(mov, _)| *mov == own) {
                    Some((_, least)) => *least = score.min(*least),
                    None => least.push((own, score)),
                }
            }
            choosing += usize::from(least.len() > 1);
            *out = least.iter().map(|&(_, score)| score).max().unwrap_or(Score::NOTHING).before();
        }
        if choosing > 1 {
            self.simultaneous.store(true, Ordering::Relaxed);
        }
    }
}
