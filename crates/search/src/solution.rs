use std::cmp::Ordering;

use game::{Choices, Game, Goal, Mover, Parent, children_of_all, constant_sum};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::Guarantee;
use crate::decision::LONGEST_LINE;

/// What a state is worth to a role, as far as that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The role can be sure of so much; none if it is sure of nothing, as play need not end or as nothing is
    /// known yet.
    pub at_least: Option<Goal>,
    /// The others can keep it to that; none if they cannot, or if nothing is known.
    pub at_most: Option<Goal>,
    /// Within so many plies the game ends, if the role that gains by the value plays for the fastest way, and
    /// the other for the slowest.
    pub plies: Option<u32>,
    /// Best play does not end, as no role can force an end that pays it more than the least payoff. That is
    /// known only of [some](Survey::in_turn) games.
    pub endless: bool,
}

impl Bounds {
    /// The exact value, if it is known.
    pub fn value(&self) -> Option<Goal> {
        self.at_least.filter(|_| self.at_least == self.at_most)
    }
}

/// What a look at all states that some state leads to has shown. The rules need not tell it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Survey {
    /// The sum of all payoffs, if it is the same in every terminal state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<Goal>,
    /// Whether no state has several roles with a choice. Then one role can force an end that pays it so much,
    /// or the others can keep it from that.
    pub in_turn: bool,
}

/// A legal move and what it is worth to the role that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedMove<M> {
    /// The role.
    pub role: usize,
    /// The move.
    pub mov: M,
    /// What the role gets by it.
    pub bounds: Bounds,
}

/// How a line of best play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The game is over.
    Terminal,
    /// A state comes again: best play does not end.
    Repetition,
    /// Roles choose at the same time, or it is not known what is best.
    Open,
}

/// A state, solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// What the state is worth to each role.
    pub bounds: Vec<Bounds>,
    /// Every legal move of each role that has a choice, in the game's order.
    pub moves: Vec<SolvedMove<M>>,
    /// Joint moves of best play.
    pub line: Vec<Vec<M>>,
    /// How they end.
    pub end: LineEnd,
}

impl<M: Copy + Eq> Solution<M> {
    /// That of a state of which nothing is known but its legal moves.
    pub fn unknown<G: Game<Move = M>>(game: &G, state: &G::State) -> Self {
        let mut moves = Vec::new();
        if !game.terminal(state) {
            let choices = Choices::of(game, state);
            for role in (0..game.roles()).filter(|&role| choices.of_role(role).len() > 1) {
                let own = choices.of_role(role).iter();
                moves.extend(own.map(|&mov| SolvedMove { role, mov, bounds: Bounds::default() }));
            }
        }
        let bounds = vec![Bounds::default(); game.roles()];
        Self { bounds, moves, line: Vec::new(), end: LineEnd::Open }
    }
}

impl<M: Copy + Eq + Ord> Solution<M> {
    /// What follows from what the roles can be sure of in a state and all that come after it; none if `known`
    /// does not know one of them. `survey` is of all these states.
    pub fn of<G: Game<Move = M>>(
        game: &G,
        state: &G::State,
        survey: Survey,
        known: &dyn Fn(&G::State) -> Option<Known>,
    ) -> Option<Self> {
        let sums = Sums::of(game, survey);
        let bounds = sums.bounds(&known(state)?);
        let mut moves = Vec::new();
        if !game.terminal(state) {
            let successors = successors(game, state, known)?;
            let choices = Choices::of(game, state);
            for role in (0..game.roles()).filter(|&role| choices.of_role(role).len() > 1) {
                for &mov in choices.of_role(role) {
                    let own = successors.iter().filter(|(joint, _)| joint[role] == mov);
                    let bounds = own.map(|(_, known)| sums.bounds(known)[role]);
                    moves.extend(bounds.reduce(worse).map(|bounds| SolvedMove { role, mov, bounds }));
                }
            }
        }
        let (line, end) = line(game, state, &sums, known)?;
        Some(Self { bounds, moves, line, end })
    }
}

impl<M: Copy + Eq + Ord> Solution<M> {
    /// A best move of a role in a state that is not terminal: the one after which others can do least against
    /// it; none if `known` does not know a state. `survey` is that of [`of`](Self::of).
    pub fn best<G: Game<Move = M>>(
        game: &G,
        state: &G::State,
        role: usize,
        survey: Survey,
        known: &dyn Fn(&G::State) -> Option<Known>,
    ) -> Option<M> {
        let sums = Sums::of(game, survey);
        let delays = sums.delays(&known(state)?, role);
        let successors = successors(game, state, known)?;
        let choices = Choices::of(game, state);
        let worst = |mov: M| {
            let own = successors.iter().filter(|(joint, _)| joint[role] == mov);
            own.map(|(_, known)| sums.rank(known, role, delays)).min()
        };
        // The first of the best.
        choices.of_role(role).iter().copied().rev().max_by_key(|&mov| worst(mov))
    }
}

/// A joint move, and what the roles can be sure of after it.
type Successor<M> = (Vec<M>, Known);

/// The joint moves in a state that is not terminal, each with what the roles can be sure of after it.
fn successors<G: Game>(
    game: &G,
    state: &G::State,
    known: &dyn Fn(&G::State) -> Option<Known>,
) -> Option<Vec<Successor<G::Move>>> {
    let joints: Vec<Vec<G::Move>> = Choices::of(game, state).joint_moves().collect();
    let mut states = Vec::new();
    children_of_all(game, &[Parent { state, joints: &joints.concat() }], &mut states);
    joints.into_iter().zip(&states).map(|(joint, state)| Some((joint, known(state)?))).collect()
}

/// Best play from a state.
pub(crate) fn line<G: Game>(
    game: &G,
    state: &G::State,
    sums: &Sums,
    known: &dyn Fn(&G::State) -> Option<Known>,
) -> Option<(Vec<Vec<G::Move>>, LineEnd)> {
    let (mut state, mut line, mut seen) = (state.clone(), Vec::new(), FxHashSet::default());
    while !game.terminal(&state) {
        if !seen.insert(state.clone()) {
            return Some((line, LineEnd::Repetition));
        }
        let role = match Choices::of(game, &state).mover() {
            Mover::Nobody => 0,
            Mover::One(role) if line.len() < LONGEST_LINE => role,
            Mover::One(_) | Mover::Several => return Some((line, LineEnd::Open)),
        };
        let delays = sums.delays(&known(&state)?, role);
        let successors = successors(game, &state, known)?;
        // The first of the best.
        let best = successors.into_iter().rev().max_by_key(|(_, known)| sums.rank(known, role, delays))?.0;
        state = game.next(&state, &best);
        line.push(best);
    }
    Some((line, LineEnd::Terminal))
}

/// What the roles can be sure of in a state, none of a role that is sure of nothing.
pub type Known = Vec<Option<Guarantee>>;

/// What the goals of a game allow to conclude.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sums {
    /// The sum of both roles' payoffs, if there are two and it is constant.
    pub(crate) constant: Option<Goal>,
    /// The least payoff.
    least: Goal,
    /// The greatest payoff.
    greatest: Goal,
    /// Whether no state has several roles with a choice, as far as is known.
    in_turn: bool,
    roles: usize,
}

impl Sums {
    /// Those of a game, or of the part of it that was surveyed.
    pub(crate) fn of<G: Game>(game: &G, Survey { sum, in_turn }: Survey) -> Self {
        let (roles, range) = (game.roles(), game.goal_range());
        let constant = sum.or_else(|| constant_sum(game)).filter(|_| roles == 2);
        Self { constant, least: *range.start(), greatest: *range.end(), in_turn, roles }
    }

    /// What is known of the value for each role.
    fn bounds(&self, known: &Known) -> Vec<Bounds> {
        (0..self.roles).map(|role| self.bounds_of(known, role)).collect()
    }

    /// What is known of the value for a role.
    pub(crate) fn bounds_of(&self, known: &Known, role: usize) -> Bounds {
        let own = known[role];
        let at_least = own.map(|own| own.value);
        let Some(sum) = self.constant else {
            // A state that is over pays what it pays. Alone, a role gets all that it can be sure of, and
            // nobody gets more than the greatest payoff.
            let exact = |own: &Guarantee| own.plies == 0 || self.roles == 1 || own.value == self.greatest;
            let at_most = own.filter(exact).map(|own| own.value);
            // Alone, a role is sure of nothing only where no way ends.
            let endless = self.roles == 1 && own.is_none();
            return Bounds { at_least, at_most, plies: own.map(|own| own.plies), endless };
        };
        let other = known[1 - role];
        // Who gains by the value plays for the fastest way.
        let gaining = if own.is_some_and(|own| 2 * own.value >= sum) { own } else { other };
        let most = self.greatest.min(sum - self.least);
        let at_most = other.map(|other| most.min(sum - other.value));
        // Who can be sure of all gets no more.
        let at_most = at_most.or(at_least.filter(|&least| least == most));
        // Whom the other one can keep to the least payoff gets that.
        let at_least = at_least.or(at_most.filter(|&most| most == self.least));
        let exact = at_least.is_some() && at_least == at_most;
        let plies = gaining.filter(|_| exact).map(|gaining| gaining.plies);
        // In an end somebody would get more than the least payoff, and whoever moves in turn can be kept from
        // what it cannot force.
        let forces = |own: Option<Guarantee>| own.is_some_and(|own| own.value > self.least);
        let endless = self.in_turn && sum > 2 * self.least && !forces(own) && !forces(other);
        Bounds { at_least, at_most, plies, endless }
    }

    /// Whether a role delays the end: it loses by best play, as the other one is sure of all but what it is
    /// sure of itself.
    fn delays(&self, known: &Known, role: usize) -> bool {
        let Some(sum) = self.constant else { return false };
        // Who is sure of nothing is sure of the least.
        let own = known[role].map_or(self.least, |own| own.value);
        2 * own < sum && known[1 - role].is_some_and(|other| other.value == sum - own)
    }

    /// How good a state is for a role that chooses it: by what it is sure of, then, unless it
    /// [delays](Self::delays) the end, by the fewest plies to that, then by what the other is not sure of,
    /// then by the most plies to the end. Who hurries comes nearer to what it is sure of with every ply, so
    /// that it gets that even where states come again.
    fn rank(&self, known: &Known, role: usize, delays: bool) -> (i64, i64, i64, i64) {
        // Who is sure of nothing is sure of the least, for which it does not hurry: only an opponent would
        // gain by that.
        let value = |known: Option<Guarantee>| i64::from(known.map_or(self.least, |known| known.value));
        let own = known[role];
        let sure = own.filter(|own| !delays && (self.constant.is_none() || own.value > self.least));
        let hurry = sure.map_or(i64::MIN, |own| -i64::from(own.plies));
        let (not_sure, delay) = match self.constant.map(|_| known[1 - role]) {
            None => (0, 0),
            Some(other) => (-value(other), other.map_or(i64::MAX, |other| i64::from(other.plies))),
        };
        (value(own), hurry, not_sure, delay)
    }
}

/// What is left to a role of two possibilities among which others choose.
fn worse(a: Bounds, b: Bounds) -> Bounds {
    // Who is sure of nothing has less than who is sure of something; what is not bounded is more than
    // what is.
    let rank = |bounds: &Bounds| (bounds.at_least, bounds.at_most.map_or(i64::MAX, i64::from));
    let plies = match rank(&a).cmp(&rank(&b)) {
        Ordering::Less => a.plies,
        Ordering::Equal => a.plies.zip(b.plies).map(|(a, b)| a.max(b)),
        Ordering::Greater => b.plies,
    };
    let at_least = a.at_least.zip(b.at_least).map(|(a, b)| a.min(b));
    let at_most = match (a.at_most, b.at_most) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    Bounds { at_least, at_most, plies, endless: a.endless && b.endless }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plies_of_a_move_are_those_of_the_worst_replies() {
        let exact = |value, plies| Bounds {
            at_least: Some(value),
            at_most: Some(value),
            plies: Some(plies),
            ..Bounds::default()
        };
        for (a, b, left) in [
            (exact(0, 1), exact(100, 7), exact(0, 1)),
            (exact(50, 2), exact(50, 5), exact(50, 5)),
            (exact(50, 3), Bounds::default(), Bounds { at_most: Some(50), ..Bounds::default() }),
        ] {
            assert_eq!((worse(a, b), worse(b, a)), (left, left));
        }
    }
}
