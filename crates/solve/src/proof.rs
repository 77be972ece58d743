//! What a role can be sure to get, by proofs.

#[cfg(test)]
mod tests;

use game::{Choices, Game, Goal, Mover};
use search::{Answer, Budget, Meter, ProofProgress, Prover, Question, SearchError};

/// What a search for proofs may cost.
#[derive(Clone, Debug)]
pub struct ProofLimits {
    /// Bounds on states and time, for all questions together, and the stop flag.
    pub budget: Budget,
    /// Megabytes for what is known about states.
    pub megabytes: u64,
    /// Where the search tells how far it has come.
    pub progress: ProofProgress,
}

impl Default for ProofLimits {
    fn default() -> Self {
        Self { budget: Budget::default(), megabytes: 64, progress: ProofProgress::default() }
    }
}

/// Bounds on the most that a role can be sure to get, whatever the others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuaranteeBounds {
    /// The role can get this much.
    pub lower: Goal,
    /// The others can keep it from more, or keep the game from ending.
    pub upper: Goal,
}

impl GuaranteeBounds {
    /// The most that the role can be sure to get, if it is known.
    pub fn value(&self) -> Option<Goal> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// What a role can be sure to get in a state, and what a search for that has cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guaranteed<M> {
    /// Of the state.
    pub state: GuaranteeBounds,
    /// The role that decides in the state, and what it leaves to the first role by each of its legal moves,
    /// in the game's order; none where no role decides, or where the moves were not asked for.
    pub moves: Option<(usize, Vec<(M, GuaranteeBounds)>)>,
    /// States expanded.
    pub nodes: u64,
}

/// What `role` can be sure to get from `state` on, whatever the others do.
///
/// Play that goes on for ever is worth the least payoff of the game. The bounds are equal unless the budget
/// ends the search. In a game of two roles whose payoffs have a constant sum the most that is sure is the
/// value of the game.
///
/// The search asks whether the role can get at least so much, for payoffs between the bounds, and narrows the
/// bounds by halves or to payoffs that it has met.
///
/// ```
/// use game::{Game, Tree};
/// use spielbaum_solve::{ProofLimits, guarantee};
///
/// let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))")?;
/// let found = guarantee(&tree, &tree.initial(), 0, &ProofLimits::default())?;
/// assert_eq!(found.state.value(), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If chance or hidden information has a part in the game, if several roles choose at the same time, or if
/// the rules give no answer in a state that the search came to.
pub fn guarantee<G: Game>(
    game: &G,
    state: &G::State,
    role: usize,
    limits: &ProofLimits,
) -> Result<Guaranteed<G::Move>, SearchError> {
    let (found, nodes) = narrow(game, std::slice::from_ref(state), role, limits)?;
    Ok(Guaranteed { state: found[0], moves: None, nodes })
}

/// The same, and what `role` can be sure to get after each legal move of the role that decides.
///
/// # Errors
/// As for [`guarantee`].
pub fn guarantee_by_moves<G: Game>(
    game: &G,
    state: &G::State,
    role: usize,
    limits: &ProofLimits,
) -> Result<Guaranteed<G::Move>, SearchError> {
    if game.terminal(state) {
        return guarantee(game, state, role, limits);
    }
    let choices = Choices::of(game, state);
    let Mover::One(mover) = choices.mover() else {
        return guarantee(game, state, role, limits);
    };
    let moves = choices.of_role(mover);
    let mut states = vec![state.clone()];
    states.extend(moves.iter().map(|&mov| game.next(state, &choices.joint_with(mover, mov))));
    let (found, nodes) = narrow(game, &states, role, limits)?;
    let moves = moves.iter().copied().zip(found[1..].iter().copied()).collect();
    Ok(Guaranteed { state: found[0], moves: Some((mover, moves)), nodes })
}

/// The bounds for each of the states, and the number of states expanded. What is found out about one of them
/// serves for the others.
fn narrow<G: Game>(
    game: &G,
    states: &[G::State],
    role: usize,
    limits: &ProofLimits,
) -> Result<(Vec<GuaranteeBounds>, u64), SearchError> {
    let mut meter = Meter::start(limits.budget.clone());
    let range = game.goal_range();
    let mut found = vec![GuaranteeBounds { lower: *range.start(), upper: *range.end() }; states.len()];
    while let Some(open) = found.iter().find(|bounds| bounds.value().is_none()).copied() {
        let at_least = above_the_middle(open);
        let mut prover =
            Prover::new(Question { role, at_least }, limits.megabytes).telling(limits.progress.clone());
        for (state, bounds) in states.iter().zip(&mut found) {
            if !(bounds.lower < at_least && at_least <= bounds.upper) {
                continue;
            }
            let finding = prover.ask(game, state, &mut meter)?;
            if finding.answer == Answer::Unknown {
                return Ok((found, meter.effort.nodes));
            }
            bounds.lower = bounds.lower.max(*finding.guarantee.start());
            bounds.upper = bounds.upper.min(*finding.guarantee.end());
        }
    }
    Ok((found, meter.effort.nodes))
}

/// The least payoff of the upper half.
fn above_the_middle(bounds: GuaranteeBounds) -> Goal {
    let sum = i64::from(bounds.lower) + i64::from(bounds.upper);
    (sum.div_euclid(2) + 1) as Goal
}
