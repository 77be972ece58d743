use game::Goal;

use crate::space::{Rule, StateView, SuccessorValues};

/// What a role can be sure of in a state, whatever the others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guarantee {
    /// The least that the game pays it.
    pub value: Goal,
    /// Within so many plies the game ends, if the role plays for the fastest way, and the others, who give it no more than they must, for the slowest.
    pub plies: u32,
}

/// A [`Guarantee`] as one number: the greater, the better for the role. Nothing is sure where the play need not end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Score(u32);

/// Plies are kept in the low bits, where fewer are better.
const PLIES: u32 = 0xFFFF;

impl Score {
    /// The greatest difference between payoffs that a score can tell.
    pub(crate) const SPREAD: i64 = 0xFFFE;

    pub(crate) const NOTHING: Self = Self(0);

    /// The score of a terminal state with this payoff, where `least` is the least of all.
    pub(crate) fn end(goal: Goal, least: Goal) -> Self {
        Self(((goal - least) as u32 + 1) << 16 | PLIES)
    }

    /// The score a ply earlier.
    fn before(self) -> Self {
        if self.0 & PLIES == 0 { self } else { Self(self.0 - 1) }
    }

    pub(crate) fn guarantee(self, least: Goal) -> Option<Guarantee> {
        let value = (self.0 >> 16).checked_sub(1)?;
        Some(Guarantee { value: value as Goal + least, plies: PLIES - (self.0 & PLIES) })
    }
}

/// What every role can be sure of in every state: of its moves it makes the one after which the others can do least against it. Who moves at the same time as others
/// moves first, as far as its own guarantee goes.
///
/// In games whose states come again these are the least values that agree with one another: no role gets by endless play what it cannot force.
pub(crate) struct Guarantees {
    pub(crate) roles: usize,
    /// The least payoff of the game.
    pub(crate) least: Goal,
}

impl Rule for Guarantees {
    type Value = Score;

    const KEPT: bool = true;

    fn width(&self) -> usize {
        self.roles
    }

    fn values(&self, state: &StateView<'_>, successors: &SuccessorValues<'_, Score>, out: &mut [Score]) {
        if state.terminal {
            let scores = state.goals.iter().map(|&goal| Score::end(goal, self.least));
            out.iter_mut().zip(scores).for_each(|(out, score)| *out = score);
            return;
        }
        // For each move of a role, the least score that the others leave it.
        let mut least: Vec<(u32, Score)> = Vec::new();
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
            *out = least.iter().map(|&(_, score)| score).max().unwrap_or(Score::NOTHING).before();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_better_then_sooner() {
        let (low, high) = (Score::end(-3, -5), Score::end(4, -5));
        assert!(Score::NOTHING < low && low < high && high.before() < high && low < high.before());
        assert_eq!(Score::NOTHING.before(), Score::NOTHING);
        assert_eq!(high.before().before().guarantee(-5), Some(Guarantee { value: 4, plies: 2 }));
        assert_eq!(Score::NOTHING.guarantee(0), None);
    }
}
