#[cfg(test)]
mod tests;

use game::{Batch, Choices, Game, Outcomes, Parent, Playouts, drawn_move};
use rand::{Rng, RngExt};

use super::playout_order::{ORDER, PlayoutOrder};
use super::{choices, forced, sound};
use crate::evaluator::playout_mean::{payoffs, play};
use crate::key::{self, Key, TIME};
use crate::search_error::informed;
use crate::statistics::MoveStatistics;
use crate::{
    Budget, Decision, Effort, Entry, Meter, Observer, Request, SearchError, SearchRng, Spec, Status,
    Strategy, Watch, Window,
};

/// Playouts where nothing bounds the search.
pub(super) const FALLBACK: u64 = 1000;

pub(super) const PLAYOUTS: Key<Option<u64>> =
    key::PLAYOUTS.unless_bounded(FALLBACK).with_help("playouts of all moves together");

/// Playouts that a game is asked for at once: enough to keep hundreds of lanes busy most of the time.
const BATCH: u64 = 8192;

/// The same where each playout begins in a state of its own, which must be made before.
const OWN_STARTS: u64 = 512;

pub(crate) const ENTRY: Entry = Entry {
    name: "flat-mc",
    help: "flat Monte Carlo: random playouts of every move in turn; makes the move with the highest mean",
    reference: "Abramson, Expected-outcome: a general model of static evaluation, IEEE PAMI 12 (1990)",
    status: Status::Lecture,
    model: None,
    positional: false,
    parameters: &[PLAYOUTS.parameter, ORDER.parameter, TIME.parameter],
};

/// Primitive Monte Carlo search: random playouts, spread evenly over the legal moves, of which the one with
/// the best mean goal is chosen (the first of several).
///
/// The moves take turns, so that after any number of playouts no move has more than one ahead of another;
/// with [`PlayoutOrder::Random`] each playout draws its move, as in the lecture. Where other roles choose at
/// the same time, they choose at random in every playout, and chance by its probabilities: the strategy
/// applies to every game in which nothing is hidden. An only move is made without a playout.
///
/// A game that plays many playouts [at once](Game::batch) is asked for them in batches, and the moves' turns
/// are kept from batch to batch. If the time ends a batch, its playouts that have come to their ends count:
/// then a move may be ahead by its share of the batch, and those playouts are rather the short ones.
///
/// If not one playout is over in time, a move is drawn at random, and the decision [is a
/// guess](Decision::is_guess).
///
/// Source: B. Abramson, *Expected-outcome: a general model of static evaluation*, IEEE Transactions on
/// Pattern Analysis and Machine Intelligence 12 (1990).
#[derive(Clone, Debug)]
pub struct FlatMc {
    order: PlayoutOrder,
    bounds: Budget,
}

impl FlatMc {
    /// Primitive Monte Carlo within `bounds`; where neither they nor the budget of a decision end it, it
    /// makes 1000 playouts.
    pub fn new(order: PlayoutOrder, bounds: Budget) -> Self {
        Self { order, bounds }
    }

    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self::new(spec.get(ORDER), spec.budget())
    }
}

impl<G: Game> Strategy<G> for FlatMc {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, budget, rng, mut observer, .. } = request;
        let meter = Meter::start(self.bounds.tightened_by(&budget).or_playouts(FALLBACK));
        informed(ENTRY.name, game, role)?;
        let choices = choices(game, state)?;
        let moves = choices.of_role(role);
        if moves.len() == 1 {
            return Ok(forced(moves, state, &mut observer));
        }
        let statistics = MoveStatistics::new(moves);
        let mut search = Search {
            game,
            state,
            role,
            choices: &choices,
            order: self.order,
            meter,
            statistics,
            rng,
            observer: observer.lend(),
        };
        search.observer.enter(state, &[], Window::OPEN);
        search.meter.effort.nodes += 1;
        search.run();
        let Search { statistics, mut meter, .. } = search;
        meter.effort.reach(u32::from(meter.effort.playouts > 0));
        let decision = best_mean(&statistics, &meter, rng, &mut observer);
        sound(&meter, decision.alone(&choices, role))
    }
}

/// How a game plays many playouts at once.
type Lanes<'a, G> = &'a dyn Batch<<G as Game>::State, <G as Game>::Move>;

/// One decision under way.
struct Search<'s, G: Game> {
    game: &'s G,
    state: &'s G::State,
    role: usize,
    choices: &'s Choices<G::Move>,
    order: PlayoutOrder,
    meter: Meter,
    statistics: MoveStatistics<G::Move>,
    rng: &'s mut SearchRng,
    observer: Watch<'s, G>,
}

impl<G: Game> Search<'_, G> {
    fn run(&mut self) {
        if self.meter.spent() {
            return;
        }
        let game = self.game;
        let Some(lanes) = game.batch() else { return self.one_by_one() };
        // Unused: without it a seed would give other games than in earlier versions.
        self.rng.next_u64();
        let mut outcomes = Outcomes::default();
        if self.order == PlayoutOrder::Turns && self.alone() {
            self.in_equal_shares(lanes, &mut outcomes);
        } else {
            self.in_batches(lanes, &mut outcomes);
        }
    }

    fn moves(&self) -> &[G::Move] {
        self.choices.of_role(self.role)
    }

    /// Whether no other role has a choice.
    fn alone(&self) -> bool {
        (0..self.game.roles()).all(|role| role == self.role || self.choices.of_role(role).len() == 1)
    }

    fn one_by_one(&mut self) {
        let mut playouts = Playouts::new(self.game);
        let mut joint = Vec::new();
        while !self.meter.spent() {
            let index = self.order.pick(self.meter.effort.playouts, self.moves().len(), self.rng);
            joint.clear();
            self.push_joint(index, &mut joint);
            let child = self.game.next(self.state, &joint);
            self.meter.effort.nodes += 1;
            self.meter.effort.leaves += u64::from(self.game.terminal(&child));
            let Some(playout) = play(&mut playouts, &child, &mut self.meter, self.rng) else { break };
            let Some(goals) = payoffs(self.game, &playout, &self.meter) else { break };
            self.observer.playouts(1, &goals);
            self.record(index, 1, goals[self.role]);
        }
    }

    /// Playouts side by side, as many from the state after each move.
    fn in_equal_shares(&mut self, lanes: Lanes<'_, G>, outcomes: &mut Outcomes) {
        let mut joints = Vec::new();
        let moves = self.moves().len();
        (0..moves).for_each(|index| self.push_joint(index, &mut joints));
        let mut children = Vec::new();
        lanes.children(&[Parent { state: self.state, joints: &joints }], &mut children);
        let terminal: Vec<bool> = children.iter().map(|child| self.game.terminal(child)).collect();
        while !self.meter.spent() {
            let count = self.left().min(BATCH.max(moves as u64));
            // What does not suffice for all gives the first moves one more, and is the end.
            let starts = moves.min(count as usize);
            let each = (count / starts as u64) as u32;
            self.play(lanes, &children[..starts], each, outcomes);
            for (index, &terminal) in terminal[..starts].iter().enumerate() {
                self.take(index, index, terminal, outcomes);
            }
        }
    }

    /// Playouts side by side, each from a state of its own, as the other roles' moves or the own ones are
    /// drawn anew for each.
    fn in_batches(&mut self, lanes: Lanes<'_, G>, outcomes: &mut Outcomes) {
        let (mut picks, mut joints, mut children) = (Vec::new(), Vec::new(), Vec::new());
        while !self.meter.spent() {
            let count = self.left().min(OWN_STARTS);
            picks.clear();
            joints.clear();
            for playout in self.meter.effort.playouts..self.meter.effort.playouts + count {
                let index = self.order.pick(playout, self.moves().len(), self.rng);
                picks.push(index);
                self.push_joint(index, &mut joints);
            }
            lanes.children(&[Parent { state: self.state, joints: &joints }], &mut children);
            self.play(lanes, &children, 1, outcomes);
            for (start, &index) in picks.iter().enumerate() {
                self.take(start, index, self.game.terminal(&children[start]), outcomes);
            }
        }
    }

    /// Playouts that the budget allows, each of which visits a state.
    fn left(&self) -> u64 {
        self.meter.playouts_left().min(self.meter.nodes_left())
    }

    fn play(&mut self, lanes: Lanes<'_, G>, starts: &[G::State], each: u32, outcomes: &mut Outcomes) {
        let (meter, seed) = (&self.meter, self.rng.next_u64());
        let made = lanes.playouts(starts, each, seed, &|| !meter.interrupted(), outcomes);
        made.unwrap_or_else(|fault| meter.fail(fault));
    }

    /// Takes over the outcomes from one of the states, to which a move led.
    fn take(&mut self, start: usize, index: usize, terminal: bool, outcomes: &Outcomes) {
        let count = outcomes.playouts(start);
        if count > 0 {
            self.meter.effort.nodes += count;
            self.meter.effort.leaves += if terminal { count } else { 0 };
            self.meter.effort.playouts += count;
            let goals = outcomes.goals(start);
            self.observer.playouts(count, goals);
            self.record(index, count, goals[self.role]);
        }
    }

    fn record(&mut self, index: usize, count: u64, sum: f64) {
        self.statistics.record_all(index, count, sum);
        let tally = self.statistics.tally(index);
        let mean = tally.mean().unwrap_or(0.0);
        self.observer.back_up(self.role, self.statistics.mov(index), tally.visits, mean);
    }

    /// Appends the joint move in which the own role plays a move and every other role plays at random.
    fn push_joint(&mut self, index: usize, joints: &mut Vec<G::Move>) {
        joints.extend((0..self.game.roles()).map(|other| match self.choices.of_role(other) {
            moves if other == self.role => moves[index],
            [only] => *only,
            moves => drawn_move(self.game, self.state, other, moves, self.rng),
        }));
    }
}

/// The decision for the move with the best mean, or for one drawn at random if there is no result. The search
/// leaves the root.
pub(super) fn best_mean<G: Game>(
    statistics: &MoveStatistics<G::Move>,
    meter: &Meter,
    rng: &mut SearchRng,
    observer: &mut Watch<'_, G>,
) -> Decision<G::Move> {
    let moves = statistics.estimates(|mean| mean);
    let best = match statistics.best_mean() {
        best if statistics.tally(best).visits == 0 => rng.random_range(0..moves.len()),
        best => best,
    };
    let (mov, value) = (statistics.mov(best), statistics.tally(best).mean());
    observer.ascend();
    Decision {
        mov,
        moves,
        value,
        effort: Effort { simulations: meter.effort.playouts, ..meter.effort },
        proven: false,
        pv: Vec::new(),
        remark: None,
    }
}
