//! What solvers that are written for one board need of a game of two roles, a winner and a loser.

use game::{Choices, Game, Goal};
use search::{Bounds, LineEnd, Solution};

/// What a loss and a win pay.
pub(crate) struct Payoffs {
    loss: Goal,
    win: Goal,
    /// The payoffs of both roles together.
    pub(crate) sum: Goal,
}

impl Payoffs {
    pub(crate) fn of<G: Game>(game: &G) -> Self {
        let (loss, win) = game.goal_range().into_inner();
        Self { loss, win, sum: loss + win }
    }

    /// The payoff of a score: a win's if it is positive, a loss's if it is negative.
    pub(crate) fn of_score(&self, score: i8) -> Goal {
        match score.signum() {
            1 => self.win,
            0 => self.sum / 2,
            _ => self.loss,
        }
    }

    /// The payoffs of bounds on a score.
    pub(crate) fn bounds(&self, lower: i8, upper: i8, plies: Option<u32>) -> Bounds {
        Bounds {
            at_least: Some(self.of_score(lower)),
            at_most: Some(self.of_score(upper)),
            plies,
            endless: false,
        }
    }

    /// The bounds of both roles if those of one of them, 0 or 1, are these.
    pub(crate) fn of_both(&self, role: usize, own: Bounds) -> Vec<Bounds> {
        let other = Bounds {
            at_least: own.at_most.map(|most| self.sum - most),
            at_most: own.at_least.map(|least| self.sum - least),
            plies: own.plies,
            endless: false,
        };
        if role == 0 { vec![own, other] } else { vec![other, own] }
    }
}

/// The bounds of the best of some moves for who makes it, a ply earlier.
pub(crate) fn best(moves: impl Iterator<Item = Bounds> + Clone, payoffs: &Payoffs) -> Bounds {
    let at_least = moves.clone().filter_map(|bounds| bounds.at_least).max();
    let at_most = moves.clone().filter_map(|bounds| bounds.at_most).max();
    let exact = at_least == at_most;
    let equal = moves.filter(|bounds| exact && bounds.value() == at_least).map(|bounds| bounds.plies);
    // A winner hurries, a loser delays.
    let plies = equal.collect::<Option<Vec<u32>>>().unwrap_or_default().into_iter();
    let plies = if at_least == Some(payoffs.win) { plies.min() } else { plies.max() };
    Bounds { at_least, at_most, plies: plies.map(|plies| plies + 1), endless: false }
}

/// The solution of a state in which the game is over.
pub(crate) fn ended<G: Game>(game: &G, state: &G::State) -> Solution<G::Move> {
    let bounds = (0..game.roles()).map(|role| {
        let goal = Some(game.goal(state, role));
        Bounds { at_least: goal, at_most: goal, plies: Some(0), endless: false }
    });
    Solution { bounds: bounds.collect(), moves: Vec::new(), line: Vec::new(), end: LineEnd::Terminal }
}

/// The state after a move of one role, while the others have no choice.
pub(crate) fn next<G: Game>(game: &G, state: &G::State, role: usize, mov: G::Move) -> G::State {
    game.next(state, &Choices::of(game, state).joint_with(role, mov))
}
