mod part;

use std::time::Duration;

use game::{Choices, Game, Mover, Scale};

use self::part::Part;
use super::{sound, without_worlds};
use crate::information_set::{EXACT, PARTICLES};
use crate::key::{Key, TIME};
use crate::{
    Bound, Budget, Decision, Entry, HiddenRequest, Meter, Moment, MoveEstimate, Observer, Request,
    SearchError, SearchRng, Spec, Status, Strategy, Window, WorldLimits, Worlds,
};

const INNER: Key<Spec> = Key::strategy(
    "inner",
    "uct(playouts=500)",
    "the strategy that searches each state as if all roles saw everything",
);
const WORLDS: Key<usize> =
    Key::integer("worlds", 1..=10_000, 20, "states of the information set that are searched for a decision");

pub(crate) const ENTRY: Entry = Entry {
    name: "pimc",
    help: "perfect-information Monte Carlo: another strategy searches states that agree with what the role knows; makes the move with the highest mean value",
    reference: "Ginsberg, GIB: imperfect information in a computationally challenging game, JAIR 14 (2001)",
    status: Status::Lecture,
    model: None,
    positional: true,
    parameters: &[INNER.parameter, WORLDS.parameter, PARTICLES.parameter, EXACT.parameter, TIME.parameter],
};

/// Perfect-information Monte Carlo: a strategy for games that hide nothing plays one that hides something.
///
/// States that agree with what the role knows are drawn from its [`Worlds`], all of them if they are no more
/// than `worlds`. The inner strategy searches each as if all roles saw everything, and the values of each
/// move are added up. Where an inner search found only a bound on the value of a move, or left it out, it
/// searches the state after the move, too, if no other role moves at the same time. An inner strategy that
/// tells no values votes for its move.
///
/// As each search takes its state to be known, such a player believes that it can make another move in each
/// of several states that it cannot tell apart (*strategy fusion*), and sees no worth in finding something
/// out or in hiding it. In a game that hides nothing, the inner strategy decides.
///
/// An observer sees the determinizations as children of the root, each with the tree of its search below it,
/// and after each the mean values of the moves so far.
///
/// Source: M. Ginsberg, *GIB: imperfect information in a computationally challenging game*, Journal of
/// Artificial Intelligence Research 14 (2001); J. Long, N. Sturtevant, M. Buro, T. Furtak, *Understanding the
/// success of perfect information Monte Carlo sampling in game tree search*, AAAI (2010).
pub struct Pimc<'a, G: Game> {
    inner: Spec,
    /// The inner strategy for a game that hides nothing.
    open: Box<dyn Strategy<G> + 'a>,
    count: usize,
    worlds: Worlds<G>,
    bounds: Budget,
}

impl<'a, G: Game + 'a> Pimc<'a, G> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let inner = spec.get(INNER);
        let (open, worlds) = (inner.build(), Worlds::new(WorldLimits::from_spec(spec)));
        Self { inner, open, count: spec.get(WORLDS), worlds, bounds: spec.budget() }
    }
}

impl<'a, G: Game + 'a> Strategy<G> for Pimc<'a, G> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        self.open.choose(request)
    }

    fn choose_hidden(&mut self, request: HiddenRequest<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let HiddenRequest { game, information, legal, budget, rng, mut observer } = request;
        if legal.len() == 1 {
            return Ok(Decision::first_of(legal));
        }
        let mut meter = Meter::start(self.bounds.tightened_by(&budget));
        if !self.worlds.follow(game, information, Moment::Choice(legal), &meter, rng)? {
            return without_worlds(&meter, legal);
        }
        let all = self.worlds.iter().len() <= self.count;
        let count = if all { self.worlds.iter().len() } else { self.count };
        let drawn: Vec<(G::State, f64)> = if all {
            self.worlds.iter().map(|world| (world.state.clone(), world.probability)).collect()
        } else {
            (0..count).map(|_| (self.worlds.draw(rng).state.clone(), 1.0 / count as f64)).collect()
        };
        // The inner searches write their values themselves.
        let scale = observer.take_scale();
        let (role, is_watched) = (information.role, observer.watches());
        observer.enter(&drawn[0].0, &[], Window::OPEN);
        let mut sums = Sums::new(legal);
        let mut in_halves = false;
        for (number, (state, probability)) in drawn.iter().enumerate() {
            if meter.interrupted() {
                break;
            }
            let mut part = is_watched.then(|| Part::of_determinization(&mut observer, number as u64 + 1));
            let mut search = WorldSearch { game, state, role, inner: &self.inner, rng, scale };
            let share = (count - number) as u64;
            let (found, values) = search.values(legal, &mut meter, share, &mut in_halves, part.as_mut())?;
            if let Some(mut part) = part {
                part.end();
            }
            sums.add(&found, &values, *probability);
            for (index, _) in values.iter().enumerate().filter(|(_, value)| value.is_some()) {
                if let Some(mean) = sums.mean(index) {
                    let MoveEstimate { mov, visits, .. } = sums.total.moves[index];
                    observer.back_up(role, mov, visits, scale.amount(mean));
                }
            }
        }
        let decision = Decision { effort: meter.effort, ..sums.decision() };
        match decision.value {
            Some(value) => observer.leave(scale.value(value)),
            None => observer.ascend(),
        }
        sound(&meter, decision)
    }

    fn ponder(&mut self, request: Request<'_, G>) -> Result<(), SearchError> {
        self.open.ponder(request)
    }
}

/// The search of one state.
struct WorldSearch<'s, G: Game> {
    game: &'s G,
    state: &'s G::State,
    role: usize,
    inner: &'s Spec,
    rng: &'s mut SearchRng,
    /// How values are written for those who watch.
    scale: Scale,
}

impl<G: Game> WorldSearch<'_, G> {
    /// What the inner strategy decides in the state, and the value of each legal move; none that it could not
    /// tell. It has its share of what is left of the budget: of the time the decision has half, and the moves
    /// that it leaves open the other, if it left any in the state before (`in_halves`). The part of the
    /// larger search is told of it, if somebody watches.
    #[allow(clippy::type_complexity)]
    fn values(
        &mut self,
        legal: &[G::Move],
        meter: &mut Meter,
        share: u64,
        in_halves: &mut bool,
        mut part: Option<&mut Part<'_, G>>,
    ) -> Result<(Decision<G::Move>, Vec<Option<f64>>), SearchError> {
        // The state has its share of playouts and nodes, whatever its moves take of it.
        let mut own = shared(meter, share);
        own.time = own.time.map(|time| if *in_halves { time / 2 } else { time });
        let time = own.time;
        let last_visit = own.playouts.map(|playouts| meter.effort.visits() + playouts);
        let last_node = own.nodes.map(|nodes| meter.effort.nodes + nodes);
        let found = self.search(self.state, meter, own, part.as_deref_mut())?;
        if let Some(part) = &mut part {
            part.begin(self.state, found.value.map(|value| self.scale.value(value)));
        }
        let estimates: Vec<Option<MoveEstimate<G::Move>>> = (legal.iter())
            .map(|&mov| found.moves.iter().find(|estimate| estimate.mov == mov).copied())
            .collect();
        let alone = Choices::of(self.game, self.state);
        let alone = (alone.mover() == Mover::One(self.role)).then_some(alone);
        let best = found.value.unwrap_or(f64::NEG_INFINITY);
        // That such a move is not better than the best does not say how much worse it is.
        let is_open = |estimate: &MoveEstimate<G::Move>| {
            let bounded =
                estimate.bound == Some(Bound::Upper) || estimate.value.is_none() && found.value.is_some();
            alone.is_some() && bounded && estimate.mov != found.mov
        };
        let mut open = estimates.iter().flatten().filter(|estimate| is_open(estimate)).count() as u32;
        *in_halves = open > 0;
        let end = time.map(|time| meter.elapsed() + time);
        let mut values = Vec::with_capacity(legal.len());
        for estimate in estimates {
            let Some(estimate) = estimate else {
                values.push(None);
                continue;
            };
            let MoveEstimate { mov, value, .. } = estimate;
            let exact = match &alone {
                Some(choices) if is_open(&estimate) && !meter.interrupted() => {
                    let joint = choices.joint_with(self.role, mov);
                    let mut below = part.as_deref_mut().map(|part| Part::after(part, joint.clone()));
                    let child = self.game.next(self.state, &joint);
                    let budget = Budget {
                        playouts: last_visit.map(|last| last.saturating_sub(meter.effort.visits())),
                        nodes: last_node.map(|last| last.saturating_sub(meter.effort.nodes)),
                        time: end.map(|end| end.saturating_sub(meter.elapsed()) / open),
                        ..shared(meter, share)
                    };
                    open -= 1;
                    let value = self.after(&child, budget, meter, below.as_mut())?;
                    if let Some(mut below) = below {
                        below.end();
                    }
                    value
                }
                _ => None,
            };
            // What is found deeper is no better than the bound, and the bound no better than the best.
            values.push(exact.map_or(value, |exact| Some(exact.min(value.unwrap_or(best)))));
        }
        Ok((found, values))
    }

    /// The value of a state after a move of the role.
    fn after(
        &mut self,
        child: &G::State,
        budget: Budget,
        meter: &mut Meter,
        mut part: Option<&mut Part<'_, G>>,
    ) -> Result<Option<f64>, SearchError> {
        if self.game.terminal(child) {
            let goal = meter.goal(self.game, child, self.role);
            if let (Some(part), Some(goal)) = (part, goal) {
                let value = self.scale.value(goal);
                part.begin(child, Some(value));
                part.leaf(value);
            }
            return Ok(goal);
        }
        let depth = self.inner.budget().depth.map(|depth| depth.saturating_sub(1).max(1));
        let found = self.search(child, meter, Budget { depth, ..budget }, part.as_deref_mut())?;
        if let Some(part) = part {
            part.begin(child, found.value.map(|value| self.scale.value(value)));
        }
        Ok(found.value)
    }

    fn search(
        &mut self,
        state: &G::State,
        meter: &mut Meter,
        budget: Budget,
        part: Option<&mut Part<'_, G>>,
    ) -> Result<Decision<G::Move>, SearchError> {
        let request = Request::new(self.game, state, self.role, self.rng).of_determinization().within(budget);
        let found = self.inner.build().choose(match part {
            Some(part) => request.watched_by(part),
            None => request,
        })?;
        meter.effort += found.effort;
        Ok(found)
    }
}

/// An equal share of what is left of a budget, for one of so many searches.
fn shared(meter: &Meter, share: u64) -> Budget {
    let budget = meter.budget();
    let parts = u32::try_from(share).unwrap_or(u32::MAX).max(1);
    let left = |time: Duration| time.saturating_sub(meter.elapsed()) / parts;
    Budget {
        playouts: budget.playouts.map(|_| meter.playouts_left() / u64::from(parts)),
        nodes: budget.nodes.map(|_| meter.nodes_left() / u64::from(parts)),
        depth: budget.depth,
        time: budget.time.map(left),
        stop: budget.stop.clone(),
    }
}

/// The values of the moves in all states so far.
struct Sums<M> {
    total: Decision<M>,
    /// For each move the sum of its values times the probabilities of their states, the sum of these
    /// probabilities, and how often the inner strategy chose it.
    moves: Vec<(f64, f64, f64)>,
}

impl<M: Copy + Eq> Sums<M> {
    fn new(legal: &[M]) -> Self {
        Self { total: Decision::first_of(legal), moves: vec![(0.0, 0.0, 0.0); legal.len()] }
    }

    fn add(&mut self, found: &Decision<M>, values: &[Option<f64>], probability: f64) {
        for ((estimate, sums), value) in self.total.moves.iter_mut().zip(&mut self.moves).zip(values) {
            if let Some(value) = value {
                sums.0 += value * probability;
                sums.1 += probability;
                estimate.visits += 1;
            }
            if found.mov == estimate.mov {
                sums.2 += probability;
            }
        }
    }

    /// The mean value of a move in the states so far, if there is any.
    fn mean(&self, index: usize) -> Option<f64> {
        let (sum, weight, _) = self.moves[index];
        (weight > 0.0).then(|| sum / weight)
    }

    /// The decision for the move of the greatest mean value; of those that are as good, and where there are
    /// no values, for the one that was chosen most often.
    fn decision(self) -> Decision<M> {
        let means: Vec<Option<f64>> = (0..self.moves.len()).map(|index| self.mean(index)).collect();
        let Self { mut total, moves } = self;
        for (estimate, mean) in total.moves.iter_mut().zip(means) {
            estimate.value = mean;
        }
        let key = |index: usize| {
            let value = total.moves[index].value.unwrap_or(f64::NEG_INFINITY);
            // Sums of the same values in another order may differ in their last digits.
            ((value * 1e6).round(), moves[index].2)
        };
        let best = (1..moves.len()).fold(0, |best, index| if key(index) > key(best) { index } else { best });
        (total.mov, total.value) = (total.moves[best].mov, total.moves[best].value);
        total
    }
}
