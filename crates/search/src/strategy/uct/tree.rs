use game::{Choices, Game, Parent};
use rustc_hash::FxHashMap;

use super::guided::Extra;
use super::joint::JointNodes;
use super::outcomes::Payoffs;
use super::settings::Settings;
use super::table::Table;
use crate::strategy::no_move;
use crate::{Meter, SearchError};

/// Stands for no node and no payoffs.
pub(super) const NONE: u32 = u32::MAX;

/// A state of the search tree.
#[derive(Clone, Debug)]
pub(super) struct Node<S> {
    pub(super) state: S,
    /// Visits of all its edges together: the N of UCT.
    pub(super) visits: u32,
    /// Where its edges begin, and how many there are: one for each move of the role that decides, or of every role in turn.
    pub(super) first: u32,
    pub(super) count: u32,
    /// The payoffs it is proven to have; those of a terminal state are.
    pub(super) proven: u32,
    /// The last simulation that came through.
    pub(super) stamp: u32,
    pub(super) kind: Kind,
}

/// Who decides in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nobody has asked yet: it has no edges.
    Fresh,
    /// One role; the first if no role has a choice.
    Turn(u32),
    /// Several roles; the number is that of the joint node.
    Joint(u32),
}

/// A move of a role in a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub(super) mov: M,
    /// The node it leads to once that is visited; always none where several roles decide.
    pub(super) child: u32,
    pub(super) visits: u32,
    /// The payoffs it is proven to lead to.
    pub(super) proven: u32,
    /// What the role that moves got in all visits together.
    pub(super) sum: f64,
}

impl<M> Edge<M> {
    fn new(mov: M) -> Self {
        Self { mov, child: NONE, visits: 0, proven: NONE, sum: 0.0 }
    }

    pub(super) fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.sum / f64::from(self.visits))
    }
}

/// A search tree in flat arrays. A node's edges lie side by side, and the child's state is made when it is first visited.
#[derive(Debug)]
pub(super) struct Tree<G: Game> {
    pub(super) nodes: Vec<Node<G::State>>,
    pub(super) edges: Vec<Edge<G::Move>>,
    pub(super) joints: JointNodes,
    pub(super) payoffs: Payoffs,
    /// The node of each state, if states found again share one.
    pub(super) table: Option<Table>,
    /// What guides the choice among edges, one for each, if anything does.
    pub(super) extras: Vec<Extra>,
    pub(super) guided: bool,
    /// What a role's move earned that was made anywhere below a node: how often, and the sum.
    pub(super) amaf: FxHashMap<(u32, u32, G::Move), (u32, f64)>,
    solver: bool,
    /// The least and the greatest payoff.
    pub(super) range: (f64, f64),
    pub(super) stamp: u32,
    /// The node of the state to decide in.
    pub(super) root: u32,
    buffers: Buffers<G>,
}

/// What is used again from one expansion to the next.
#[derive(Debug)]
struct Buffers<G: Game> {
    legal: Vec<G::Move>,
    joint: Vec<G::Move>,
    joints: Vec<G::Move>,
    states: Vec<G::State>,
    /// The node whose children `states` are, if they are anybody's.
    parent: u32,
}

impl<G: Game> Tree<G> {
    /// A tree of nothing but its root.
    pub(super) fn new(game: &G, root: &G::State, settings: &Settings, meter: &Meter) -> Self {
        let range = game.goal_range();
        let mut tree = Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            joints: JointNodes::new(game.roles()),
            payoffs: Payoffs::new(game.roles()),
            table: settings.transpositions.then(Table::default),
            extras: Vec::new(),
            guided: settings.guides(game.roles()),
            amaf: FxHashMap::default(),
            solver: settings.solver,
            range: (f64::from(*range.start()), f64::from(*range.end())),
            stamp: 0,
            root: 0,
            buffers: Buffers {
                legal: Vec::new(),
                joint: Vec::new(),
                joints: Vec::new(),
                states: Vec::new(),
                parent: NONE,
            },
        };
        tree.node_of(game, root.clone(), meter);
        tree
    }

    pub(super) fn node(&self, node: u32) -> &Node<G::State> {
        &self.nodes[node as usize]
    }

    pub(super) fn edges_of(&self, node: u32) -> &[Edge<G::Move>] {
        let Node { first, count, .. } = *self.node(node);
        &self.edges[first as usize..][..count as usize]
    }

    /// Whether the search knows the payoffs at the root.
    pub(super) fn solved(&self) -> bool {
        self.solver && self.node(self.root).proven != NONE
    }

    /// The node of a state, and whether it is new.
    fn node_of(&mut self, game: &G, state: G::State, meter: &Meter) -> (u32, bool) {
        if let Some(table) = &mut self.table
            && let Some(known) = table.find(&state, &self.nodes)
        {
            return (known, false);
        }
        let proven = if game.terminal(&state) { self.payoffs.of(game, &state, meter) } else { NONE };
        let number = self.nodes.len() as u32;
        self.nodes.push(Node { state, visits: 0, first: 0, count: 0, proven, stamp: 0, kind: Kind::Fresh });
        if let Some(table) = &mut self.table {
            table.insert(number, &self.nodes);
        }
        (number, true)
    }

    /// The child that an edge of a node where one role decides leads to, made if need be; and whether it was.
    pub(super) fn child(
        &mut self,
        game: &G,
        node: u32,
        role: usize,
        edge: u32,
        meter: &Meter,
    ) -> (u32, bool) {
        let Edge { mov, child, .. } = self.edges[edge as usize];
        if child != NONE {
            return (child, false);
        }
        let Node { state, first, .. } = &self.nodes[node as usize];
        let Buffers { legal, joint, states, parent, .. } = &mut self.buffers;
        let state = if *parent == node {
            states[(edge - first) as usize].clone()
        } else {
            joint_of_turn(game, state, role, mov, legal, joint);
            game.next(state, joint)
        };
        let (child, new) = self.node_of(game, state, meter);
        self.edges[edge as usize].child = child;
        (child, new)
    }

    /// The child that joint edge number `edge` of a node leads to, made if need be; and whether it was.
    pub(super) fn joint_child(
        &mut self,
        game: &G,
        node: u32,
        joint_node: u32,
        edge: u32,
        meter: &Meter,
    ) -> (u32, bool) {
        let known = self.joints.edge(edge).child;
        if known != NONE {
            return (known, false);
        }
        let mut joint = std::mem::take(&mut self.buffers.joint);
        self.joint_of_code(node, joint_node, self.joints.edge(edge).code, &mut joint);
        let state = game.next(&self.nodes[node as usize].state, &joint);
        self.buffers.joint = joint;
        let (child, new) = self.node_of(game, state, meter);
        self.joints.edge_mut(edge).child = child;
        (child, new)
    }

    /// The joint move that a code stands for in a node where several roles decide.
    pub(super) fn joint_of_code(&self, node: u32, joint_node: u32, code: u64, joint: &mut Vec<G::Move>) {
        let edges = self.edges_of(node);
        joint.clear();
        joint.extend(self.joints.digits(joint_node, code).map(|index| edges[index].mov));
    }

    /// The joint move of a step from a node by an edge, or by a joint edge, and the node it leads to if there is one.
    pub(super) fn joint_of_step(&self, game: &G, node: u32, edge: u32, joint: &mut Vec<G::Move>) -> u32 {
        match self.node(node).kind {
            Kind::Joint(joint_node) => {
                self.joint_of_code(node, joint_node, self.joints.edge(edge).code, joint);
                self.joints.edge(edge).child
            }
            Kind::Turn(role) => {
                let Edge { mov, child, .. } = self.edges[edge as usize];
                joint_of_turn(game, &self.node(node).state, role as usize, mov, &mut Vec::new(), joint);
                child
            }
            Kind::Fresh => NONE,
        }
    }

    /// Whether there are as many visits, nodes or edges as can be counted.
    pub(super) fn full(&self) -> bool {
        const MOST: usize = u32::MAX as usize / 2;
        self.node(self.root).visits as usize > MOST || self.nodes.len().max(self.edges.len()) > MOST
    }

    /// Gives a fresh node its edges. With a solver, moves that end the game are seen to, as many as there is time for.
    pub(super) fn expand(&mut self, game: &G, node: u32, meter: &Meter) -> Result<(), SearchError> {
        let first = self.edges.len();
        let state = &self.nodes[node as usize].state;
        let legal = &mut self.buffers.legal;
        let (mut decider, mut deciders) = (0, 0);
        for role in 0..game.roles() {
            game.legal(state, role, legal);
            if legal.is_empty() {
                return Err(no_move(game, state, role));
            }
            if legal.len() > 1 {
                deciders += 1;
                if deciders == 1 {
                    decider = role;
                    self.edges.extend(legal.iter().map(|&mov| Edge::new(mov)));
                }
            }
        }
        if deciders > 1 {
            self.edges.truncate(first);
            self.expand_joint(game, node)?;
            self.give_extras();
            return Ok(());
        }
        if deciders == 0 {
            game.legal(state, 0, legal);
            self.edges.push(Edge::new(legal[0]));
        }
        self.give_edges(node, first, Kind::Turn(decider as u32));
        self.give_extras();
        if self.solver {
            self.see_ends(game, node, decider, meter);
        }
        Ok(())
    }

    fn give_extras(&mut self) {
        if self.guided {
            self.extras.resize(self.edges.len(), Extra::NOTHING);
        }
    }

    fn expand_joint(&mut self, game: &G, node: u32) -> Result<(), SearchError> {
        let first = self.edges.len();
        let choices = Choices::of(game, &self.nodes[node as usize].state);
        let joint_node = self.joints.add((0..game.roles()).map(|role| choices.of_role(role).len()))?;
        for role in 0..game.roles() {
            self.edges.extend(choices.of_role(role).iter().map(|&mov| Edge::new(mov)));
        }
        self.give_edges(node, first, Kind::Joint(joint_node));
        Ok(())
    }

    /// The edges from number `first` on are those of a node.
    fn give_edges(&mut self, node: u32, first: usize, kind: Kind) {
        let node = &mut self.nodes[node as usize];
        node.first = first as u32;
        node.count = (self.edges.len() - first) as u32;
        node.kind = kind;
    }

    /// Proves the moves that end the game at once.
    fn see_ends(&mut self, game: &G, node: u32, role: usize, meter: &Meter) {
        let states = self.take_states_below(game, node, role, meter);
        let first = self.node(node).first as usize;
        let mut any = false;
        // What comes one after another may take its time.
        let seen = states.iter().take_while(|_| game.batch().is_some() || !meter.interrupted());
        for (edge, child) in self.edges[first..].iter_mut().zip(seen) {
            if game.terminal(child) {
                edge.proven = self.payoffs.of(game, child, meter);
                any = true;
            }
        }
        if any {
            self.settle(node);
        }
        self.give_states_back(node, states);
    }

    /// The states after each move of the role that decides alone in a node, in a list to be given back. Where one after another has to be worked
    /// out, there are fewer if the time is up.
    pub(super) fn take_states_below(
        &mut self,
        game: &G,
        node: u32,
        role: usize,
        meter: &Meter,
    ) -> Vec<G::State> {
        let Node { first, count, .. } = self.nodes[node as usize];
        let edges = &self.edges[first as usize..][..count as usize];
        let Buffers { legal, joint, joints, states, parent } = &mut self.buffers;
        if std::mem::replace(parent, NONE) == node {
            return std::mem::take(states);
        }
        let state = &self.nodes[node as usize].state;
        joint_of_turn(game, state, role, edges[0].mov, legal, joint);
        joints.clear();
        for edge in edges {
            joint[role] = edge.mov;
            joints.extend_from_slice(joint);
        }
        if let Some(batch) = game.batch() {
            batch.children(&[Parent { state, joints }], states);
        } else {
            states.clear();
            let below = joints.chunks_exact(game.roles()).take_while(|_| !meter.interrupted());
            states.extend(below.map(|joint| game.next(state, joint)));
        }
        std::mem::take(states)
    }

    /// Gives the list of states below a node back: the child that is visited next is most likely one of them.
    pub(super) fn give_states_back(&mut self, node: u32, states: Vec<G::State>) {
        let complete = states.len() == self.node(node).count as usize;
        self.buffers.states = states;
        self.buffers.parent = if complete { node } else { NONE };
    }

    /// Forgets whose children are at hand, as nodes get other numbers.
    pub(super) fn forget_states_below(&mut self) {
        self.buffers.parent = NONE;
    }
}

/// The joint move in which a role that decides alone makes a move, and all others their only ones.
fn joint_of_turn<G: Game>(
    game: &G,
    state: &G::State,
    role: usize,
    mov: G::Move,
    legal: &mut Vec<G::Move>,
    joint: &mut Vec<G::Move>,
) {
    joint.clear();
    for other in 0..game.roles() {
        if other == role {
            joint.push(mov);
        } else {
            game.legal(state, other, legal);
            joint.push(legal[0]);
        }
    }
}
