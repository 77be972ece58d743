#[cfg(test)]
mod hidden;
#[cfg(test)]
mod lectures;
#[cfg(test)]
mod mirror;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;

use game::{Chance, Choices, Game};
use indexmap::IndexSet;

use crate::trace::{Iteration, Statistic, Trace, TraceCut, TraceDominance, TraceNode, TraceWindow, Update};
use crate::{Cut, Dominance, Observer, TraceStep, Window};

/// An observer that keeps the search tree of one decision, to be drawn or written to a file as a [`Trace`].
///
/// It keeps a bounded number of nodes. Of what lies below a node that it does not keep it only counts the
/// nodes. Of a search that deepens step by step it keeps the tree of the last iteration, and of a node that
/// is searched again what happened the last time. If it is asked to, it also keeps the [steps](TraceStep) of
/// the search, by which it can be played again; then the trees of all iterations stay.
///
/// ```
/// use game::{Game, Tree};
/// use rand::SeedableRng;
/// use spielbaum_search::{Recorder, Request, SearchRng, Spec};
///
/// let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))")?;
/// let spec: Spec = "alpha-beta".parse()?;
/// let mut recorder = Recorder::new(&tree, 0, 1000);
/// let mut rng = SearchRng::seed_from_u64(0);
/// spec.build().choose(Request::new(&tree, &tree.initial(), 0, &mut rng).watched_by(&mut recorder))?;
///
/// let trace = recorder.trace();
/// let cuts: usize = trace.nodes.iter().map(|node| node.cut).sum();
/// assert_eq!(cuts, 2, "after (2 …) the leaves 4 and 6 cannot matter");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recorder<'g, G: Game> {
    game: &'g G,
    /// The role that searches.
    role: usize,
    limit: usize,
    nodes: Vec<Record<G::Move>>,
    /// The state of each, in a game with chance.
    states: Vec<G::State>,
    /// Which node a joint move leads to from a node.
    children: HashMap<ChildKey<G::Move>, usize>,
    /// What tells the node that is entered next from others.
    information: Option<u64>,
    /// The nodes the search is in, outermost first; none for one that is not kept.
    path: Vec<Option<usize>>,
    unrecorded: u64,
    iterations: Vec<Iteration>,
    exploration: Option<f64>,
    steps: Option<Steps>,
}

/// A node, a joint move that is made there, and what tells nodes apart to which that leads, as
/// [`Observer::distinguish`] says.
type ChildKey<M> = (usize, Vec<M>, Option<u64>);

/// The first steps of a search, and how many there are beyond the limit.
#[derive(Clone, Debug)]
struct Steps {
    limit: usize,
    kept: Vec<TraceStep>,
    beyond: u64,
}

#[derive(Clone, Debug)]
struct Record<M> {
    parent: Option<usize>,
    joint: Vec<M>,
    /// What tells it from other nodes to which the same joint move leads: the information of those who move,
    /// or the number of a determinization.
    information: Option<u64>,
    /// Whether the search came here in several states, in a game with chance.
    in_several_states: bool,
    /// How likely the move is that chance made to come here, if it had a choice.
    probability: Option<f64>,
    /// The roles that have a choice.
    movers: Vec<usize>,
    /// The name of the information set of who moves.
    set: Option<String>,
    window: Window,
    updates: Vec<(f64, Window)>,
    leaf: bool,
    cuts: Vec<TraceCut>,
    /// The joint moves to children that were left out at some time.
    left_out: Vec<Vec<M>>,
    value: Option<f64>,
    payoffs: Vec<Vec<f64>>,
    dominated: Option<TraceDominance>,
    visits: u64,
    playouts: u64,
    proven_visits: u64,
    /// What playouts and proven visits paid each role together.
    goals: Vec<f64>,
    /// The statistics of each role's moves, in the order in which they were first tried.
    moves: Vec<MoveRecord<M>>,
}

#[derive(Clone, Copy, Debug)]
struct MoveRecord<M> {
    role: usize,
    mov: M,
    visits: u64,
    mean: f64,
}

impl<M> Record<M> {
    fn new(parent: Option<usize>, joint: Vec<M>, information: Option<u64>) -> Self {
        Self {
            parent,
            joint,
            information,
            in_several_states: false,
            probability: None,
            movers: Vec::new(),
            set: None,
            window: Window::OPEN,
            updates: Vec::new(),
            leaf: false,
            cuts: Vec::new(),
            left_out: Vec::new(),
            value: None,
            payoffs: Vec::new(),
            dominated: None,
            visits: 0,
            playouts: 0,
            proven_visits: 0,
            goals: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Keeps nothing but the place in the tree.
    fn forget(&mut self) {
        let Self { parent, information, in_several_states, probability, .. } = *self;
        let (joint, movers) = (std::mem::take(&mut self.joint), std::mem::take(&mut self.movers));
        let (set, left_out) = (self.set.take(), std::mem::take(&mut self.left_out));
        let place = Self::new(parent, joint, information);
        *self = Self { in_several_states, probability, movers, set, left_out, ..place };
    }

    /// The number of the determinization, if it is one.
    fn determinization(&self) -> Option<u64> {
        self.information.filter(|_| self.parent.is_some() && self.joint.is_empty())
    }

    /// What the results paid a role on the average, if there are any.
    fn mean(&self, role: usize) -> Option<f64> {
        // Counts of results are far below 2^53, where f64 stops being exact.
        self.goals.get(role).map(|sum| sum / (self.playouts + self.proven_visits) as f64)
    }
}

impl<'g, G: Game> Recorder<'g, G> {
    /// As many nodes as are usually kept at most; some hundred megabytes as JSON.
    pub const NODES: usize = 1_000_000;
    /// As many steps as are usually kept at most, to be told in words or kept in a trace.
    pub const STEPS: usize = 1_000_000;

    /// Of the children of a node that were left out so many are kept at most; there may be any number.
    pub const LEFT_OUT: usize = 100;

    /// A recorder of a search of `game` for `role` that keeps at most so many nodes.
    pub fn new(game: &'g G, role: usize, limit: usize) -> Self {
        Self {
            game,
            role,
            limit,
            nodes: Vec::new(),
            states: Vec::new(),
            children: HashMap::new(),
            information: None,
            path: Vec::new(),
            unrecorded: 0,
            iterations: Vec::new(),
            exploration: None,
            steps: None,
        }
    }

    /// A recorder that keeps at most so many steps, too.
    #[must_use]
    pub fn with_steps(self, limit: usize) -> Self {
        Self { steps: Some(Steps { limit, kept: Vec::new(), beyond: 0 }), ..self }
    }

    /// What has been recorded, with the names that the game gives to roles and moves.
    pub fn trace(&self) -> Trace {
        let (roles, notation) = (self.game.roles(), self.game.notation());
        let names = |joint: &[G::Move]| joint.iter().map(|&mov| notation.move_name(mov)).collect::<Vec<_>>();
        let sets = self.sets();
        let node = |number: usize, record: &Record<G::Move>| TraceNode {
            parent: record.parent,
            joint: names(&record.joint),
            determinization: record.determinization(),
            probability: record
                .probability
                .filter(|_| record.parent.is_none_or(|parent| !self.nodes[parent].in_several_states)),
            movers: record.movers.clone(),
            set: record.set.clone().or_else(|| {
                let set = sets.get_index_of(&self.information_set(record)?)?;
                Some((set + 1).to_string())
            }),
            window: TraceWindow::from(record.window),
            updates: record
                .updates
                .iter()
                .map(|&(value, window)| Update { value, window: TraceWindow::from(window) })
                .collect(),
            leaf: record.leaf,
            cut: record.cuts.iter().fold(0, |sum, cut| sum.saturating_add(cut.remaining)),
            cuts: record.cuts.clone(),
            left_out: record
                .left_out
                .iter()
                .filter(|joint| !self.children.contains_key(&(number, joint.to_vec(), None)))
                .map(|joint| names(joint))
                .collect(),
            value: record.value,
            payoffs: record.payoffs.clone(),
            dominated: record.dominated,
            visits: record.visits,
            playouts: record.playouts,
            proven_visits: record.proven_visits,
            means: (0..roles).map_while(|role| record.mean(role)).collect(),
            moves: record
                .moves
                .iter()
                .map(|&MoveRecord { role, mov, visits, mean }| Statistic {
                    role,
                    mov: notation.move_name(mov),
                    visits,
                    mean,
                })
                .collect(),
        };
        Trace {
            version: Trace::VERSION,
            roles: (0..roles).map(|role| notation.role_name(role).to_owned()).collect(),
            role: self.role,
            unrecorded: self.unrecorded,
            exploration: self.exploration,
            scale: None,
            labels: None,
            pv: Vec::new(),
            nodes: self.nodes.iter().enumerate().map(|(number, record)| node(number, record)).collect(),
            iterations: self.iterations.clone(),
            steps: self.steps.as_ref().map(|steps| steps.kept.clone()),
            unrecorded_steps: self.steps.as_ref().map_or(0, |steps| steps.beyond),
        }
    }

    /// The information sets that the search told apart, in the order in which it came to them; none where the
    /// game itself names some.
    fn sets(&self) -> IndexSet<(usize, u64)> {
        if self.game.percepts().is_none() || self.nodes.iter().any(|record| record.set.is_some()) {
            return IndexSet::new();
        }
        self.nodes.iter().filter_map(|record| self.information_set(record)).collect()
    }

    /// The role that moves in a node, and its information there, if the search told that and no other
    /// role moves.
    fn information_set(&self, record: &Record<G::Move>) -> Option<(usize, u64)> {
        let &[mover] = record.movers.as_slice() else { return None };
        let is_chance = self.game.chance().is_some_and(|chance| chance.role() == mover);
        let information = record.information.filter(|_| !is_chance && record.determinization().is_none());
        Some((mover, information?))
    }

    /// The number of the node of `state` that the search enters by `joint`, if it is kept.
    fn record(&mut self, state: &G::State, joint: &[G::Move]) -> Option<usize> {
        let information = self.information.take();
        let parent = match self.path.last() {
            None => None,
            Some(None) => return None,
            Some(&Some(parent)) => Some(parent),
        };
        let key = parent.map(|parent| (parent, joint.to_vec(), information));
        let known = match &key {
            None => (!self.nodes.is_empty()).then_some(0),
            Some(key) => self.children.get(key).copied(),
        };
        if let Some(known) = known {
            self.nodes[known].in_several_states |= self.states.get(known).is_some_and(|first| first != state);
            return Some(known);
        }
        let number = self.nodes.len();
        if number >= self.limit {
            return None;
        }
        self.children.extend(key.map(|key| (key, number)));
        let set = self.game.notation().information_set(state).map(str::to_owned);
        let movers = self.movers(state);
        self.nodes.push(Record { movers, set, ..Record::new(parent, joint.to_vec(), information) });
        if let Some(chance) = self.game.chance() {
            self.record_chance(chance, state, joint, parent);
        }
        Some(number)
    }

    /// Notes what chance has to do with the node that was recorded last.
    fn record_chance(
        &mut self,
        chance: &dyn Chance<G::State, G::Move>,
        state: &G::State,
        joint: &[G::Move],
        parent: Option<usize>,
    ) {
        let (number, role) = (self.states.len(), chance.role());
        self.states.push(state.clone());
        // Below a node by no move there is a determinization, in which nobody has moved yet.
        let Some(parent) = parent.filter(|_| !joint.is_empty()) else { return };
        let moves = self.nodes[number].movers.contains(&role);
        if self.states[parent] == *state && moves && self.nodes[parent].movers != [role] {
            // The players have made their moves, and chance is to move: it does not in the node above.
            self.nodes[parent].movers.retain(|&mover| mover != role);
            self.nodes[number].movers = vec![role];
        } else if self.nodes[parent].movers.contains(&role) {
            let mut outcomes = Vec::new();
            chance.outcomes(&self.states[parent], &mut outcomes);
            let made = outcomes.iter().find(|(mov, _)| *mov == joint[role]);
            self.nodes[number].probability = made.map(|&(_, probability)| probability);
        }
    }

    /// The roles that have a choice in a state; where none has, the one that moves as far as the game knows.
    fn movers(&self, state: &G::State) -> Vec<usize> {
        if self.game.terminal(state) {
            return Vec::new();
        }
        let choices = Choices::of(self.game, state);
        let choose = (0..self.game.roles()).filter(|&role| choices.of_role(role).len() > 1);
        let movers: Vec<usize> = choose.collect();
        // An explicit tree says who moves, choice or not.
        if movers.is_empty() { self.game.knowledge().mover(state).into_iter().collect() } else { movers }
    }

    /// Adds the results of playouts or of proven visits to the node the search is in: its number.
    fn add(
        &mut self,
        count: u64,
        goals: &[f64],
        counter: fn(&mut Record<G::Move>) -> &mut u64,
    ) -> Option<usize> {
        let (number, node) = self.current()?;
        *counter(node) += count;
        node.goals.resize(goals.len(), 0.0);
        node.goals.iter_mut().zip(goals).for_each(|(sum, goal)| *sum += goal);
        Some(number)
    }

    /// Leaves the node the search is in.
    fn leave_with(&mut self, value: Option<f64>) {
        if let Some((number, node)) = self.current() {
            node.value = value;
            self.step(TraceStep::Leave { node: number, value });
        }
        self.path.pop();
        if let Some(iteration) = self.iterations.last_mut().filter(|_| self.path.is_empty()) {
            iteration.value = value;
        }
    }

    /// The node the search is in, if it is kept.
    fn current(&mut self) -> Option<(usize, &mut Record<G::Move>)> {
        let number = (*self.path.last()?)?;
        Some((number, &mut self.nodes[number]))
    }

    fn step(&mut self, step: TraceStep) {
        let Some(steps) = &mut self.steps else { return };
        if steps.kept.len() < steps.limit {
            steps.kept.push(step);
        } else {
            steps.beyond += 1;
        }
    }
}

impl<G: Game> Observer<G> for Recorder<'_, G> {
    fn iteration(&mut self, depth: u32) {
        self.path.clear();
        if self.steps.is_some() {
            self.nodes.iter_mut().for_each(Record::forget);
        } else {
            self.nodes.clear();
            self.states.clear();
            self.children.clear();
            self.unrecorded = 0;
        }
        self.iterations.push(Iteration { depth, value: None, nodes: 0 });
        self.step(TraceStep::Iteration { depth });
    }

    fn distinguish(&mut self, information: u64) {
        self.information = Some(information);
    }

    fn enter(&mut self, state: &G::State, joint: &[G::Move], window: Window) {
        if let Some(iteration) = self.iterations.last_mut() {
            iteration.nodes += 1;
        }
        let number = self.record(state, joint);
        self.path.push(number);
        let Some((number, node)) = self.current() else {
            self.unrecorded += 1;
            return;
        };
        node.visits += 1;
        node.window = window;
        node.updates.clear();
        node.cuts.clear();
        node.dominated = None;
        node.leaf = false;
        let TraceWindow { alpha, beta } = window.into();
        self.step(TraceStep::Enter { node: number, alpha, beta });
    }

    fn leaf(&mut self, value: f64) {
        if let Some((number, node)) = self.current() {
            node.leaf = true;
            node.value = Some(value);
            self.step(TraceStep::Leaf { node: number, value });
        }
    }

    fn recall(&mut self, value: f64) {
        if let Some((number, _)) = self.current() {
            self.step(TraceStep::Recall { node: number, value });
        }
    }

    fn update(&mut self, value: f64, window: Window) {
        if let Some((number, node)) = self.current() {
            node.updates.push((value, window));
            let TraceWindow { alpha, beta } = window.into();
            self.step(TraceStep::Update { node: number, value, alpha, beta });
        }
    }

    fn cut(&mut self, cut: Cut, remaining: usize, joints: &mut dyn Iterator<Item = Vec<G::Move>>) {
        if let Some((number, node)) = self.current() {
            let Cut { kind, value, bound } = cut;
            node.cuts.push(TraceCut { kind, value, bound, remaining });
            for joint in joints.take(Self::LEFT_OUT) {
                if node.left_out.len() < Self::LEFT_OUT && !node.left_out.contains(&joint) {
                    node.left_out.push(joint);
                }
            }
            self.step(TraceStep::Cut { node: number, remaining, kind, value, bound });
        }
    }

    fn leave(&mut self, value: f64) {
        self.leave_with(Some(value));
    }

    fn ascend(&mut self) {
        let role = self.role;
        let scale = self.game.notation().scale(role);
        let value = self
            .current()
            .and_then(|(_, node)| node.mean(role).map(|mean| scale.value_of_amount(mean)).or(node.value));
        self.leave_with(value);
    }

    fn payoffs(&mut self, vectors: &[Vec<f64>]) {
        if let Some((number, node)) = self.current() {
            vectors.clone_into(&mut node.payoffs);
            if self.steps.is_some() {
                self.step(TraceStep::Payoffs { node: number, vectors: vectors.to_vec() });
            }
        }
    }

    fn dominance(&mut self, kind: Dominance, dominated: &[G::Move], by: &[G::Move]) {
        let Some(&Some(parent)) = self.path.last() else { return };
        let child = |joint: &[G::Move]| self.children.get(&(parent, joint.to_vec(), None)).copied();
        if let (Some(node), Some(by)) = (child(dominated), child(by)) {
            self.nodes[node].dominated = Some(TraceDominance { by, kind });
            self.step(TraceStep::Dominated { node, by, kind });
        }
    }

    fn playouts(&mut self, count: u64, goals: &[f64]) {
        if let Some(node) = self.add(count, goals, |node| &mut node.playouts) {
            self.step(TraceStep::Playouts { node, count, goals: goals.to_vec() });
        }
    }

    fn proven_visits(&mut self, count: u64, goals: &[f64]) {
        if let Some(node) = self.add(count, goals, |node| &mut node.proven_visits) {
            self.step(TraceStep::ProvenVisits { node, count, goals: goals.to_vec() });
        }
    }

    fn back_up(&mut self, role: usize, mov: G::Move, visits: u64, mean: f64) {
        let Some((number, node)) = self.current() else { return };
        let known = node.moves.iter().position(|known| (known.role, known.mov) == (role, mov));
        let record = MoveRecord { role, mov, visits, mean };
        let place = known.unwrap_or(node.moves.len());
        match node.moves.get_mut(place) {
            Some(known) => *known = record,
            None => node.moves.push(record),
        }
        self.step(TraceStep::BackUp { node: number, mov: place, visits, mean });
    }

    fn elsewhere(&mut self, simulations: u64) {
        self.unrecorded += simulations;
    }

    fn exploration(&mut self, c: f64) {
        self.exploration = Some(c);
    }
}

impl<G: Game> fmt::Debug for Recorder<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder")
            .field("role", &self.role)
            .field("nodes", &self.nodes.len())
            .finish_non_exhaustive()
    }
}
