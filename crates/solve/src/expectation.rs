//! Values where chance moves: what every role can expect. All states are enumerated and valued backwards, as
//! in retrograde analysis.

use game::{Choices, Game, Goal, constant_sum, players};

use crate::count::Counting;
use crate::end_sums::EndSums;
use crate::limits::{Clock, Cut, Limits};
use crate::retrograde::RetrogradeError;
use crate::source::source_within;
use crate::space::{Expanders, Rule, Space, StateView, SuccessorValues, of_words};

/// What roles can expect of a state in a game with chance, and of every move there.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected<M> {
    /// One for each role; of chance nothing is known.
    pub bounds: Vec<Expectation>,
    /// Every legal move of the players who have a choice, role by role in the game's order.
    pub moves: Vec<(usize, M, Expectation)>,
    /// States that were enumerated, if they were.
    pub states: Option<u64>,
}

/// What is known of an expectation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expectation {
    /// A role can expect as much, whatever the other players do. Play without end counts as the least payoff.
    pub at_least: Option<f64>,
    /// It can expect no more.
    pub at_most: Option<f64>,
}

impl Expectation {
    /// How far bounds may lie apart for the value between them to count as known.
    pub const ERROR: f64 = 1e-9;

    pub(crate) fn exactly(value: Option<f64>) -> Self {
        Self { at_least: value, at_most: value }
    }

    /// The expectation, if it is known with an error of at most [`ERROR`](Self::ERROR).
    pub fn value(&self) -> Option<f64> {
        let (least, most) = self.at_least.zip(self.at_most)?;
        // Rounding may let them pass each other.
        let value = if least == most { least } else { f64::midpoint(least, most) };
        (most - least <= Self::ERROR).then_some(value)
    }
}

/// The sum of both players' payoffs, if there are two and it is constant: the one that all ends were found to
/// have, or what the rules tell.
pub(crate) fn sum_of_two<G: Game>(game: &G, found: Option<Goal>) -> Option<f64> {
    (players(game).count() == 2).then(|| found.or_else(|| constant_sum(game)))?.map(f64::from)
}

impl<M: Copy + Eq> Expected<M> {
    /// Values the states that `state` leads to in a game with chance.
    ///
    /// Where every way ends, values are exact but for rounding. Where states come again, bounds from below
    /// and from above are brought together by value iteration, as far as they come.
    ///
    /// # Errors
    /// If the rules give no answer in some state, the states do not fit into memory, or a limit cuts it.
    pub fn of<G: Game<Move = M>>(
        game: &G,
        state: &G::State,
        limits: &Limits,
        progress: &(dyn Fn(Counting) + Sync),
    ) -> Result<Self, RetrogradeError> {
        Self::with(game, state, None, limits, progress)
    }

    /// The same with the states of large layers expanded by the `expanders`, if there are any; they are
    /// valued here.
    pub(crate) fn with<G: Game<Move = M>>(
        game: &G,
        state: &G::State,
        expanders: Option<&mut dyn Expanders>,
        limits: &Limits,
        progress: &(dyn Fn(Counting) + Sync),
    ) -> Result<Self, RetrogradeError> {
        let clock = Clock::start(limits);
        // The state itself is one.
        let source = source_within(game, &clock).map_err(|why| RetrogradeError::Cut { why, states: 1 })?;
        let range = game.goal_range();
        let chance = game.chance().map_or(usize::MAX, game::Chance::role);
        let rule = Means {
            roles: game.roles(),
            chance,
            unknown: Interval { least: f64::from(*range.start()), greatest: f64::from(*range.end()) },
            sums: EndSums::new(),
        };
        let key = source.key(state);
        of_words!(source.words(), |N| {
            let exploring = |at| progress(Counting::Exploring(at));
            let space = Space::<N>::explore(&*source, &key, expanders, &clock, &exploring)?;
            let states = space.states();
            let cut = |why| RetrogradeError::Cut { why, states };
            if let Some(why) = space.cut {
                return Err(cut(why));
            }
            let per_state = size_of::<[u64; N]>() + 2 * rule.roles * size_of::<Interval>();
            if states as usize * per_state + source.bytes() > clock.limits.memory {
                return Err(cut(Cut::Memory));
            }
            let layers = space.values(&*source, &rule, &clock, &|at| progress(Counting::Valuing(at)))?;
            let layers = layers.map_err(cut)?;
            let known = |state: &G::State| {
                let key: [u64; N] = source.key(state).try_into().ok()?;
                layers.iter().find_map(|layer| layer.values_of(&key))
            };
            let sum = sum_of_two(game, rule.sums.constant());
            let mut bounds = known(state).map_or_else(Vec::new, |known| bounds(game, known, sum));
            if game.terminal(state) {
                bounds.iter_mut().for_each(|own| *own = Expectation::exactly(own.at_least));
            }
            Ok(Self { bounds, moves: moves(game, state, sum, &known), states: Some(states) })
        })
    }
}

/// What follows for the players from what each of them can be sure to expect.
fn bounds<G: Game>(game: &G, known: &[Interval], sum: Option<f64>) -> Vec<Expectation> {
    let mut bounds = vec![Expectation::default(); game.roles()];
    let players = players(game);
    for role in players.clone() {
        let other = players.clone().find(|&other| other != role);
        let at_most = match (other, sum) {
            (None, _) => Some(known[role].greatest),
            (Some(other), Some(sum)) => Some(sum - known[other].least),
            // Nobody gets more than the greatest payoff.
            (Some(_), None) => Some(f64::from(*game.goal_range().end())),
        };
        bounds[role] = Expectation { at_least: Some(known[role].least), at_most };
    }
    bounds
}

/// What every player with a choice can expect of each move.
fn moves<'k, G: Game>(
    game: &G,
    state: &G::State,
    sum: Option<f64>,
    known: &dyn Fn(&G::State) -> Option<&'k [Interval]>,
) -> Vec<(usize, G::Move, Expectation)> {
    let Some(chance) = game.chance().filter(|_| !game.terminal(state)) else { return Vec::new() };
    let choices = Choices::of(game, state);
    let mut outcomes = Vec::new();
    chance.outcomes(state, &mut outcomes);
    let choosing: Vec<usize> = players(game).filter(|&role| choices.of_role(role).len() > 1).collect();
    let without_chance = choices.clone().with_first_move_of(chance.role());
    let mut moves = Vec::new();
    for &role in &choosing {
        for &mov in choices.of_role(role) {
            let mut worst: Option<Vec<Expectation>> = None;
            for mut joint in without_chance.joint_moves().filter(|joint| joint[role] == mov) {
                let mut mean = vec![Interval { least: 0.0, greatest: 0.0 }; game.roles()];
                for &(outcome, probability) in &outcomes {
                    joint[chance.role()] = outcome;
                    let Some(known) = known(&game.next(state, &joint)) else { continue };
                    mean.iter_mut().zip(known).for_each(|(sum, value)| sum.add(probability, value));
                }
                let found = bounds(game, &mean, sum);
                let lower = |a: Option<f64>, b: Option<f64>| a.zip(b).map(|(a, b)| a.min(b));
                worst = Some(match worst {
                    None => found,
                    Some(before) => (before.iter().zip(&found))
                        .map(|(a, b)| Expectation {
                            at_least: lower(a.at_least, b.at_least),
                            at_most: lower(a.at_most, b.at_most),
                        })
                        .collect(),
                });
            }
            moves.push((role, mov, worst.map_or_else(Expectation::default, |worst| worst[role])));
        }
    }
    moves
}

/// Bounds on what a role can be sure to expect.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Interval {
    least: f64,
    greatest: f64,
}

impl Interval {
    fn add(&mut self, probability: f64, other: &Self) {
        self.least += probability * other.least;
        self.greatest += probability * other.greatest;
    }
}

/// What every role can be sure to expect: of its moves it makes the one after which the others can do least
/// against it, given what chance does on the average.
struct Means {
    roles: usize,
    chance: usize,
    /// Of a state of which nothing is known yet.
    unknown: Interval,
    /// The players' payoffs together.
    sums: EndSums,
}

/// Values that change by no more, as a part of the payoffs, do not change any more.
const STILL: f64 = 1e-15;

impl Rule for Means {
    type Value = Interval;

    const KEPT: bool = true;

    fn width(&self) -> usize {
        self.roles
    }

    fn unknown(&self) -> Interval {
        self.unknown
    }

    fn settled(&self, before: &[Interval], after: &[Interval]) -> bool {
        let still = STILL * self.unknown.least.abs().max(self.unknown.greatest.abs()).max(1.0);
        let near = |a: f64, b: f64| (a - b).abs() <= still;
        let pairs = before.iter().zip(after);
        pairs.clone().all(|(a, b)| near(a.least, b.least) && near(a.greatest, b.greatest))
            || after.iter().all(|value| value.greatest - value.least <= Expectation::ERROR / 10.0)
    }

    fn values(
        &self,
        state: &StateView<'_>,
        successors: &SuccessorValues<'_, Interval>,
        out: &mut [Interval],
    ) {
        if state.terminal {
            let players = state.goals.iter().enumerate().filter(|(role, _)| *role != self.chance);
            self.sums.meet(players.map(|(_, &goal)| goal));
            for (role, (out, &goal)) in out.iter_mut().zip(state.goals).enumerate() {
                let goal = if role == self.chance { 0.0 } else { f64::from(goal) };
                *out = Interval { least: goal, greatest: goal };
            }
            return;
        }
        // The joint moves of the players, each with what chance makes of it for every role.
        let mut played: Vec<(Vec<u32>, Vec<Interval>)> = Vec::new();
        let joints = state.joints.chunks_exact(self.roles).zip(state.chances);
        for ((joint, &probability), successor) in joints.zip(successors.each()) {
            let mut players = joint.to_vec();
            if let Some(chance) = players.get_mut(self.chance) {
                *chance = 0;
            }
            let place = played.iter().rposition(|(known, _)| *known == players).unwrap_or_else(|| {
                played.push((players, vec![Interval::default(); self.roles]));
                played.len() - 1
            });
            let means = played[place].1.iter_mut();
            means.zip(successor).for_each(|(mean, value)| mean.add(probability, value));
        }
        let mut worst: Vec<(u32, Interval)> = Vec::new();
        for (role, out) in out.iter_mut().enumerate() {
            worst.clear();
            for (joint, means) in &played {
                let (own, mean) = (joint[role], means[role]);
                match worst.iter_mut().rev().find(|(mov, _)| *mov == own) {
                    Some((_, worst)) => {
                        worst.least = worst.least.min(mean.least);
                        worst.greatest = worst.greatest.min(mean.greatest);
                    }
                    None => worst.push((own, mean)),
                }
            }
            let best = |value: fn(&Interval) -> f64| {
                worst.iter().map(|(_, worst)| value(worst)).fold(f64::NEG_INFINITY, f64::max)
            };
            *out = Interval { least: best(|it| it.least), greatest: best(|it| it.greatest) };
        }
    }
}
