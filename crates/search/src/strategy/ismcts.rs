mod tree;

use std::hash::{DefaultHasher, Hash, Hasher};

use game::{Choices, Game, Outcomes, Playouts, no_move};
use rand::{Rng, RngExt};

use self::tree::{Arm, Arms, Step, Tree};
use super::{choices, sound, without_worlds};
use crate::evaluator::playout_mean::{payoffs, play};
use crate::information_set::{EXACT, PARTICLES, views_after};
use crate::key::{self, Key, MEMORY, TIME, words};
use crate::{
    Budget, Decision, Entry, HiddenRequest, Meter, Moment, MoveEstimate, Observer, Request, SearchError,
    SearchRng, Spec, Status, Strategy, Watch, Window, WorldLimits, Worlds,
};

/// Playouts where nothing else ends the search.
const FALLBACK: u64 = 4000;

const PLAYOUTS: Key<Option<u64>> = key::PLAYOUTS
    .unless_bounded(FALLBACK)
    .with_help("visits: playouts, and visits to terminal states, which need none");
const OBSERVERS: Key<Observers> = Key::choice(
    "observers",
    "whose information the trees are of: each role chooses by a tree of what it knows itself (multiple), or all by one of what the searching role knows (single)",
);
const C: Key<f64> = Key::decimal(
    "c",
    0.0..=1000.0,
    0.7,
    "the constant in Q + c sqrt(ln N / n), where N counts how often the move was available, the goal range being 0 to 1",
);
const LEAVES: Key<u32> =
    Key::integer("leaves", 1..=512, 16, "leaves evaluated together, if the game plays many playouts at once");
const EACH: Key<u32> = Key::integer("each", 1..=512, 4, "playouts from each of these leaves");

pub(crate) const ENTRY: Entry = Entry {
    name: "ismcts",
    help: "information-set Monte Carlo tree search: each simulation draws a state that agrees with what the role knows, and chooses in trees over what roles know",
    reference: "Cowling, Powley & Whitehouse, Information set Monte Carlo tree search, IEEE TCIAIG 4 (2012)",
    status: Status::Lecture,
    model: None,
    positional: false,
    parameters: &[
        PLAYOUTS.parameter,
        OBSERVERS.parameter,
        C.parameter,
        LEAVES.parameter,
        EACH.parameter,
        PARTICLES.parameter,
        EXACT.parameter,
        TIME.parameter,
        MEMORY.parameter,
    ],
};

/// Whose information the nodes of the trees are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observers {
    /// Each role chooses by a tree of its own, whose nodes are what it knows.
    Multiple,
    /// All roles choose by one tree, whose nodes are what the searching role knows.
    Single,
}

words!(Observers { "multiple" => Multiple, "single" => Single });

/// Information-set Monte Carlo tree search.
///
/// Every simulation begins in a state that is drawn from the [`Worlds`] of the searching role, goes down the
/// tree by moves that are legal there, and adds a node with a playout. The nodes are information sets, so
/// that a role chooses alike wherever it cannot tell states apart. Each role chooses its move, also at the
/// same time as others, by the greatest `Q + c sqrt(ln N / n)` of its own payoffs, where `N` counts the
/// visits in which the move was available; chance draws its moves. In the end the move with the most visits
/// is made.
///
/// With several observers (MO-ISMCTS) each role has a tree of what it knows, from the initial state on; with
/// a single one (SO-ISMCTS) others choose by statistics over what the searching role knows, as if they knew
/// no more. In a game that hides nothing the state is the only one to draw.
///
/// An observer is told of each simulation when it has counted. Nodes below the root stand for the states that
/// a joint move leads to and in which those who move choose by the same information; the statistics that are
/// told there are those of the information set, which other nodes may share.
///
/// Source: P. Cowling, E. Powley, D. Whitehouse, *Information set Monte Carlo tree search*, IEEE Transactions
/// on Computational Intelligence and AI in Games 4 (2012).
pub struct Ismcts<G: Game> {
    settings: Settings,
    bounds: Budget,
    worlds: Worlds<G>,
}

#[derive(Clone, Copy)]
struct Settings {
    observers: Observers,
    c: f64,
    leaves: u32,
    each: u32,
    /// Bytes for the trees.
    memory: usize,
}

impl<G: Game> Ismcts<G> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        let settings = Settings {
            observers: spec.get(OBSERVERS),
            c: spec.get(C),
            leaves: spec.get(LEAVES),
            each: spec.get(EACH),
            memory: spec.get(MEMORY).saturating_mul(1_000_000),
        };
        let worlds = Worlds::new(WorldLimits::from_spec(spec));
        let worlds = match settings.observers {
            Observers::Multiple => worlds.with_views(),
            Observers::Single => worlds,
        };
        Self { settings, bounds: spec.budget(), worlds }
    }

    fn meter(&self, budget: &Budget) -> Meter {
        Meter::start(self.bounds.tightened_by(budget).or_playouts(FALLBACK))
    }
}

impl<G: Game> Strategy<G> for Ismcts<G> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, state, role, budget, rng, mut observer, .. } = request;
        let meter = self.meter(&budget);
        let choices = choices(game, state)?;
        let legal = choices.of_role(role);
        if legal.len() == 1 {
            return Ok(Decision::first_of(legal));
        }
        let views = vec![0; game.roles()];
        let draw = |_: &mut SearchRng| (state.clone(), views.clone());
        let decision =
            Search::new(game, role, self.settings, meter).run(legal, draw, rng, observer.lend())?;
        Ok(decision.alone(&choices, role))
    }

    fn choose_hidden(&mut self, request: HiddenRequest<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let HiddenRequest { game, information, legal, budget, rng, mut observer } = request;
        if legal.len() == 1 {
            return Ok(Decision::first_of(legal));
        }
        let meter = self.meter(&budget);
        if !self.worlds.follow(game, information, Moment::Choice(legal), &meter, rng)? {
            return without_worlds(&meter, legal);
        }
        let draw = |rng: &mut SearchRng| {
            let world = self.worlds.draw(rng);
            let views = if world.views.is_empty() { vec![0; game.roles()] } else { world.views.clone() };
            (world.state.clone(), views)
        };
        Search::new(game, information.role, self.settings, meter).run(legal, draw, rng, observer.lend())
    }
}

/// One decision under way.
struct Search<'s, G: Game> {
    game: &'s G,
    role: usize,
    settings: Settings,
    meter: Meter,
    tree: Tree<G::Move>,
    /// The least goal, and how far the greatest is from it.
    least: f64,
    span: f64,
}

/// A simulation that has gone down the tree.
struct Descent<S, M> {
    steps: Vec<Step<M>>,
    /// The states that it went through, if somebody watches.
    way: Vec<Visit<S, M>>,
    end: S,
    /// What it pays each role, if it ended in a terminal state.
    goals: Option<Vec<f64>>,
}

/// A state that a simulation went through.
struct Visit<S, M> {
    state: S,
    /// The joint move that led there.
    joint: Vec<M>,
    /// Who chooses there, and what they know.
    information: u64,
    /// How many steps the simulation had made before.
    steps: usize,
}

impl<'s, G: Game> Search<'s, G> {
    fn new(game: &'s G, role: usize, settings: Settings, meter: Meter) -> Self {
        let (least, greatest) = (f64::from(*game.goal_range().start()), f64::from(*game.goal_range().end()));
        let span = (greatest - least).max(1.0);
        let tree = Tree::new(settings.memory);
        Self { game, role, settings, meter, tree, least, span }
    }

    fn run(
        mut self,
        legal: &[G::Move],
        draw: impl Fn(&mut SearchRng) -> (G::State, Vec<u64>),
        rng: &mut SearchRng,
        mut observer: Watch<'_, G>,
    ) -> Result<Decision<G::Move>, SearchError> {
        let (lanes, is_watched) = (self.game.batch(), observer.watches());
        let (leaves, each) =
            if lanes.is_some() { (self.settings.leaves, self.settings.each) } else { (1, 1) };
        let root = {
            let (_, views) = draw(rng);
            self.node_of(self.role, &views)
        };
        let mut outcomes = Outcomes::default();
        let mut playouts = Playouts::new(self.game);
        while !self.meter.spent() {
            let left = self.meter.playouts_left();
            let each = u64::from(each).min(left);
            let count = u64::from(leaves).min(left / each).max(1);
            let mut descents = Vec::new();
            for _ in 0..count {
                let (state, views) = draw(rng);
                let Some(descent) = self.descend(state, views, is_watched, rng) else { break };
                descents.push(descent);
            }
            let (ended, open): (Vec<_>, Vec<_>) =
                descents.into_iter().partition(|descent| descent.goals.is_some());
            for descent in ended {
                let goals = descent.goals.iter().flatten().map(|goal| goal * each as f64).collect::<Vec<_>>();
                self.meter.effort.proven_visits += each;
                self.back_up(&descent, each, &goals, &mut observer);
            }
            match lanes {
                _ if open.is_empty() => {}
                Some(lanes) => {
                    let starts: Vec<G::State> = open.iter().map(|descent| descent.end.clone()).collect();
                    let (meter, seed) = (&self.meter, rng.next_u64());
                    // No more than 512.
                    let made =
                        lanes.playouts(&starts, each as u32, seed, &|| !meter.interrupted(), &mut outcomes);
                    made.unwrap_or_else(|fault| meter.fail(fault));
                    for (start, descent) in open.iter().enumerate() {
                        let made = outcomes.playouts(start);
                        self.meter.effort.playouts += made;
                        self.back_up(descent, made, outcomes.goals(start), &mut observer);
                    }
                }
                None => {
                    for descent in &open {
                        let playout = play(&mut playouts, &descent.end, &mut self.meter, rng);
                        let goals = playout.and_then(|playout| payoffs(self.game, &playout, &self.meter));
                        let made = u64::from(goals.is_some());
                        self.back_up(descent, made, &goals.unwrap_or_default(), &mut observer);
                    }
                }
            }
            observer.progress(&self.meter, &mut || self.estimates(root, legal));
        }
        let decision = self.decision(root, legal);
        sound(&self.meter, decision)
    }

    /// The node by which a role chooses.
    fn node_of(&self, role: usize, views: &[u64]) -> (usize, u64) {
        let observer = match self.settings.observers {
            Observers::Multiple => role,
            Observers::Single => self.role,
        };
        (role, views[observer])
    }

    /// Goes down from a state, to a node that is new or to the end of the game, for
    /// [`PLY_LIMIT`](Playouts::PLY_LIMIT) plies at most; nothing if the budget ends before.
    fn descend(
        &mut self,
        mut state: G::State,
        mut views: Vec<u64>,
        is_watched: bool,
        rng: &mut SearchRng,
    ) -> Option<Descent<G::State, G::Move>> {
        let game = self.game;
        let (mut steps, mut joint, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
        let (mut way, mut plies) = (Vec::new(), 0);
        self.meter.effort.simulations += 1;
        loop {
            if self.meter.interrupted() || self.meter.nodes_left() == 0 {
                self.tree.give_up(&steps);
                return None;
            }
            self.meter.effort.nodes += 1;
            self.meter.effort.reach(plies);
            if is_watched {
                way.push(self.visit(&state, &joint, &views, steps.len()));
            }
            if game.terminal(&state) {
                let goals: Option<Vec<f64>> =
                    (0..game.roles()).map(|role| self.meter.goal(game, &state, role)).collect();
                self.meter.effort.leaves += 1;
                let Some(goals) = goals.filter(|_| self.meter.error().is_none()) else {
                    self.tree.give_up(&steps);
                    return None;
                };
                return Some(Descent { steps, way, end: state, goals: Some(goals) });
            }
            if plies == Playouts::<G>::PLY_LIMIT {
                return Some(Descent { steps, way, end: state, goals: None });
            }
            let choices = Choices::of(game, &state);
            if let Some(role) = choices.each().position(<[_]>::is_empty) {
                self.meter.fail(no_move(game, &state, role));
                self.tree.give_up(&steps);
                return None;
            }
            let mut is_new = false;
            joint.clear();
            for (role, moves) in choices.each().enumerate() {
                let chance = game.chance().filter(|chance| chance.role() == role);
                joint.push(match (moves, chance) {
                    ([only], _) => *only,
                    (moves, Some(chance)) => {
                        chance.outcomes(&state, &mut outcomes);
                        game::drawn(&outcomes, rng.random()).unwrap_or(moves[0])
                    }
                    (moves, None) => {
                        let node = self.node_of(role, &views);
                        is_new |= !self.tree.has(node);
                        let mov = self.tree.select(node, moves, self.settings.c, rng);
                        steps.push(Step { node, mov });
                        mov
                    }
                });
            }
            if self.meter.cut_short() {
                self.tree.give_up(&steps);
                return None;
            }
            let next = game.next(&state, &joint);
            if is_new {
                // A terminal state is looked at in the next round of the loop, any other is played on from.
                if !game.terminal(&next) {
                    self.meter.effort.reach(plies + 1);
                    if is_watched {
                        views = views_after(game, &state, &joint, &views);
                        way.push(self.visit(&next, &joint, &views, steps.len()));
                    }
                    return Some(Descent { steps, way, end: next, goals: None });
                }
            } else {
                views = views_after(game, &state, &joint, &views);
            }
            state = next;
            plies += 1;
        }
    }

    /// A state that a simulation comes to by a joint move, for those who watch.
    fn visit(
        &self,
        state: &G::State,
        joint: &[G::Move],
        views: &[u64],
        steps: usize,
    ) -> Visit<G::State, G::Move> {
        let mut hasher = DefaultHasher::new();
        let is_over = self.game.terminal(state);
        is_over.hash(&mut hasher);
        let choices = (!is_over).then(|| Choices::of(self.game, state));
        for (role, moves) in choices.iter().flat_map(Choices::each).enumerate() {
            if moves.len() > 1 {
                let is_chance = self.game.chance().is_some_and(|chance| chance.role() == role);
                // Chance knows nothing by which it chooses.
                let node = if is_chance { (role, 0) } else { self.node_of(role, views) };
                node.hash(&mut hasher);
            }
        }
        Visit { state: state.clone(), joint: joint.to_vec(), information: hasher.finish(), steps }
    }

    /// Takes over what a simulation came to in so many playouts: the sum of what they pay each role.
    fn back_up(
        &mut self,
        descent: &Descent<G::State, G::Move>,
        count: u64,
        goals: &[f64],
        observer: &mut Watch<'_, G>,
    ) {
        if count == 0 {
            self.tree.give_up(&descent.steps);
            return;
        }
        for step in &descent.steps {
            let goal = (goals[step.node.0] - self.least * count as f64) / self.span;
            self.tree.record(step, count, goal);
        }
        self.report(descent, count, goals, observer);
    }

    /// Tells the observer of a simulation that has counted: the way down and the way back up.
    fn report(
        &self,
        Descent { steps, way, goals: known, .. }: &Descent<G::State, G::Move>,
        count: u64,
        goals: &[f64],
        observer: &mut Watch<'_, G>,
    ) {
        for Visit { state, joint, information, .. } in way {
            if !joint.is_empty() {
                observer.distinguish(*information);
            }
            observer.enter(state, joint, Window::OPEN);
        }
        if !way.is_empty() && known.is_some() {
            observer.leaf(goals[self.role] / count as f64);
        }
        let mut to = steps.len();
        for visit in way.iter().rev() {
            if known.is_some() {
                observer.proven_visits(count, goals);
            } else {
                observer.playouts(count, goals);
            }
            for step in &steps[visit.steps..to] {
                if let Some(arm) = self.tree.arms(step.node).and_then(|arms| arms.of(step.mov)) {
                    observer.back_up(step.node.0, step.mov, arm.count, self.payoff(arm));
                }
            }
            to = visit.steps;
            observer.ascend();
        }
    }

    /// The mean goal of a move's role.
    fn payoff(&self, arm: &Arm<G::Move>) -> f64 {
        self.least + arm.mean() * self.span
    }

    fn estimates(&self, root: (usize, u64), legal: &[G::Move]) -> Vec<MoveEstimate<G::Move>> {
        let arms = self.tree.arms(root);
        legal.iter().map(|&mov| self.estimate(arms, mov)).collect()
    }

    fn estimate(&self, arms: Option<&Arms<G::Move>>, mov: G::Move) -> MoveEstimate<G::Move> {
        let arm = arms.and_then(|arms| arms.of(mov)).filter(|arm| arm.count > 0);
        let value = arm.map(|arm| self.payoff(arm));
        let visits = arm.map_or(0, |arm| arm.count);
        MoveEstimate { mov, value, bound: None, proven: false, visits }
    }

    /// The move with the most visits, of several the one with the highest mean.
    fn decision(&self, root: (usize, u64), legal: &[G::Move]) -> Decision<G::Move> {
        let moves = self.estimates(root, legal);
        let key = |index: usize| (moves[index].visits, moves[index].value.unwrap_or(f64::NEG_INFINITY));
        let best = (1..moves.len()).fold(0, |best, index| if key(index) > key(best) { index } else { best });
        Decision {
            value: moves[best].value,
            effort: self.meter.effort,
            mov: moves[best].mov,
            moves,
            ..Decision::unsearched(legal[0])
        }
    }
}
