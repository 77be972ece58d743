use game::{Choices, Game, no_move};

use super::amaf::Amaf;
use super::expansion::Haste;
use super::guided::Extra;
use super::joint::JointNodes;
use super::memory::make_room;
use super::outcomes::Payoffs;
use super::settings::Settings;
use super::spite::Spite;
use super::table::Table;
use crate::strategy::lookup::Lookup;
use crate::{Meter, SearchError};

/// Stands for no node and no payoffs.
pub(super) const NONE: u32 = u32::MAX;

/// A state of the search tree.
#[derive(Clone, Debug)]
pub(super) struct Node<S> {
    pub(super) state: S,
    /// Visits of all its edges together: the N of UCT.
    pub(super) visits: u32,
    /// Where its edges begin, and how many there are: one for each move of the role that decides, or of every
    /// role in turn.
    pub(super) first: u32,
    pub(super) count: u32,
    /// The payoffs it is proven to have; those of a terminal state are.
    pub(super) proven: u32,
    /// The last simulation that came through.
    pub(super) stamp: u32,
    pub(super) decider: Decider,
}

/// Who decides in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decider {
    /// Nobody has asked yet: it has no edges.
    Unknown,
    /// The role that will decide when an expansion is done: the node has its edges, but its children have to
    /// be seen first.
    Awaited(u32),
    /// One role; the first if no role has a choice.
    One(u32),
    /// Several roles; the number is that of the joint node.
    Several(u32),
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
    /// What the role that moves got in all visits together; of a move of chance its probability.
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

/// A search tree in flat arrays. A node's edges lie side by side, and the child's state is made when it is
/// first visited.
#[derive(Debug)]
pub(super) struct Tree<G: Game> {
    pub(super) nodes: Vec<Node<G::State>>,
    pub(super) edges: Vec<Edge<G::Move>>,
    pub(super) joints: JointNodes,
    pub(super) payoffs: Payoffs,
    /// The role of chance; none if the game has no such role.
    pub(super) chance: u32,
    /// What the other roles choose by.
    pub(super) spite: Spite,
    /// The node of each state, if states found again share one.
    pub(super) table: Option<Table>,
    /// What guides the choice among edges, one for each, if anything does.
    pub(super) extras: Vec<Extra>,
    pub(super) guided: bool,
    /// What moves earned wherever they were made below a node, if that guides the choice.
    pub(super) amaf: Option<Amaf<G::Move>>,
    /// Bytes that the states of its nodes keep elsewhere, and the most that one of them does.
    pub(super) heap: usize,
    pub(super) most_heap: usize,
    /// The most edges that a node has.
    pub(super) widest: usize,
    /// Whether something could not be kept, as there was no room.
    pub(super) out_of_room: bool,
    solver: bool,
    /// The least and the greatest payoff.
    pub(super) range: (f64, f64),
    pub(super) stamp: u32,
    /// How often nodes and edges were given other numbers.
    pub(super) renumbered: u32,
    /// The node of the state to decide in.
    pub(super) root: u32,
    /// A mixed strategy, to be used again.
    pub(super) strategy: Vec<f64>,
    buffers: Buffers<G>,
}

/// What is used again from one expansion to the next.
#[derive(Debug)]
struct Buffers<G: Game> {
    legal: Vec<G::Move>,
    joint: Vec<G::Move>,
    outcomes: Vec<(G::Move, f64)>,
}

impl<G: Game> Tree<G> {
    /// A tree of nothing but its root, for a search for `role`.
    pub(super) fn new(game: &G, root: &G::State, role: usize, settings: &Settings, meter: &Meter) -> Self {
        let range = game.goal_range();
        let mut tree = Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            joints: JointNodes::new(game.roles(), settings.simultaneous.mixes()),
            payoffs: Payoffs::new(game.roles()),
            chance: game.chance().map_or(NONE, |chance| chance.role() as u32),
            spite: Spite::new(game, settings, role),
            table: settings.transpositions.then(Table::default),
            extras: Vec::new(),
            guided: settings.guides(game.roles()),
            amaf: settings.rave.map(|_| Amaf::new()),
            heap: 0,
            most_heap: 0,
            widest: 0,
            out_of_room: false,
            solver: settings.solver,
            range: (f64::from(*range.start()), f64::from(*range.end())),
            stamp: 0,
            renumbered: 0,
            root: 0,
            strategy: Vec::new(),
            buffers: Buffers { legal: Vec::new(), joint: Vec::new(), outcomes: Vec::new() },
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

    /// The root needs moves: a value that was looked up, which says nothing of them, does not count for it.
    pub(super) fn forget_lookup(&mut self) {
        let root = &mut self.nodes[self.root as usize];
        if root.decider == Decider::Unknown {
            root.proven = NONE;
        }
    }

    /// The node of a state, and whether it is new.
    fn node_of(&mut self, game: &G, state: G::State, meter: &Meter) -> (u32, bool) {
        if let Some(table) = &mut self.table
            && let Some(known) = table.find(&state, &self.nodes)
        {
            return (known, false);
        }
        let proven = if game.terminal(&state) { self.payoffs.of(game, &state, meter) } else { NONE };
        // Asked for when it is known whether the state is terminal, which a state may remember.
        let heap = game.heap_bytes(&state);
        self.heap += heap;
        self.most_heap = self.most_heap.max(heap);
        let number = self.nodes.len() as u32;
        make_room(&mut self.nodes, 1);
        self.nodes.push(Node {
            state,
            visits: 0,
            first: 0,
            count: 0,
            proven,
            stamp: 0,
            decider: Decider::Unknown,
        });
        if let Some(table) = &mut self.table {
            table.insert(number, &self.nodes);
        }
        (number, true)
    }

    /// The child that an edge, or a joint edge, of a node leads to; none if it has not been visited.
    pub(super) fn child(&self, node: u32, edge: u32) -> u32 {
        match self.node(node).decider {
            Decider::Several(_) => self.joints.edge(edge).child,
            _ => self.edges[edge as usize].child,
        }
    }

    /// Makes `state` the child that an edge, or a joint edge, of a node leads to; its node, and whether that
    /// is new.
    pub(super) fn add_child(
        &mut self,
        game: &G,
        node: u32,
        edge: u32,
        state: G::State,
        meter: &Meter,
    ) -> (u32, bool) {
        let (child, new) = self.node_of(game, state, meter);
        match self.node(node).decider {
            Decider::Several(_) => self.joints.edge_mut(edge).child = child,
            _ => self.edges[edge as usize].child = child,
        }
        (child, new)
    }

    /// Appends the joint move of a step from a node by an edge, or by a joint edge.
    pub(super) fn append_joint_of(&mut self, game: &G, node: u32, edge: u32, joints: &mut Vec<G::Move>) {
        match self.node(node).decider {
            Decider::Several(joint_node) => {
                let edges = self.edges_of(node);
                let digits = self.joints.digits(joint_node, self.joints.edge(edge).code);
                joints.extend(digits.map(|index| edges[index].mov));
            }
            Decider::One(role) | Decider::Awaited(role) => {
                let mov = self.edges[edge as usize].mov;
                self.only_moves(game, node, role as usize);
                self.buffers.joint[role as usize] = mov;
                joints.extend_from_slice(&self.buffers.joint);
            }
            Decider::Unknown => unreachable!("a node with an edge has a decider"),
        }
    }

    /// Appends the joint move of each edge of a node where one role decides.
    pub(super) fn append_joints_of(&mut self, game: &G, node: u32, role: usize, joints: &mut Vec<G::Move>) {
        self.only_moves(game, node, role);
        let Node { first, count, .. } = *self.node(node);
        for edge in &self.edges[first as usize..][..count as usize] {
            self.buffers.joint[role] = edge.mov;
            joints.extend_from_slice(&self.buffers.joint);
        }
    }

    /// Fills the joint move at hand with a move of each role: in a node where `role` decides, the others have
    /// no other.
    fn only_moves(&mut self, game: &G, node: u32, role: usize) {
        let Buffers { legal, joint, .. } = &mut self.buffers;
        let Node { state, first, .. } = &self.nodes[node as usize];
        joint.clear();
        for other in 0..game.roles() {
            if other == role {
                joint.push(self.edges[*first as usize].mov);
            } else {
                game.legal(state, other, legal);
                joint.push(legal[0]);
            }
        }
    }

    /// Whether there are as many visits, nodes or edges as can be counted.
    pub(super) fn full(&self) -> bool {
        const MOST: usize = u32::MAX as usize / 2;
        self.node(self.root).visits as usize > MOST || self.nodes.len().max(self.edges.len()) > MOST
    }

    /// Gives a node its edges.
    pub(super) fn expand(&mut self, game: &G, node: u32) -> Result<(), SearchError> {
        let first = self.edges.len();
        let state = &self.nodes[node as usize].state;
        let legal = &mut self.buffers.legal;
        let (mut decider, mut deciders) = (0, 0);
        for role in 0..game.roles() {
            game.legal(state, role, legal);
            if legal.is_empty() {
                self.edges.truncate(first);
                return Err(no_move(game, state, role).into());
            }
            if legal.len() > 1 {
                deciders += 1;
                if deciders == 1 {
                    decider = role;
                    make_room(&mut self.edges, legal.len());
                    self.edges.extend(legal.iter().map(|&mov| Edge::new(mov)));
                }
            }
        }
        if deciders > 1 {
            self.edges.truncate(first);
            self.expand_joint(game, node)?;
            self.give_extras(first, None);
            return Ok(());
        }
        if deciders == 0 {
            game.legal(state, 0, legal);
            make_room(&mut self.edges, 1);
            self.edges.push(Edge::new(legal[0]));
        }
        self.give_edges(node, first, Decider::One(decider as u32));
        if decider as u32 == self.chance {
            self.weigh(game, node, first);
        }
        self.give_extras(first, Some(decider as u32));
        Ok(())
    }

    /// Gives the edges of chance in a node, of which the first has this number, their probabilities.
    fn weigh(&mut self, game: &G, node: u32, first: usize) {
        let Some(chance) = game.chance() else { return };
        let Buffers { outcomes, .. } = &mut self.buffers;
        chance.outcomes(&self.nodes[node as usize].state, outcomes);
        for (edge, &(_, probability)) in self.edges[first..].iter_mut().zip(&*outcomes) {
            edge.sum = probability;
        }
    }

    /// Gives the edges from number `first` on what guides the choice among them; they are moves of one role
    /// if that is given.
    fn give_extras(&mut self, first: usize, role: Option<u32>) {
        if !self.guided {
            return;
        }
        make_room(&mut self.extras, self.edges.len() - first);
        let amaf = &mut self.amaf;
        self.extras.extend(self.edges[first..].iter().map(|edge| {
            let column = role.zip(amaf.as_mut()).map_or(NONE, |(role, amaf)| amaf.column(role, edge.mov));
            Extra::in_column(column)
        }));
    }

    fn expand_joint(&mut self, game: &G, node: u32) -> Result<(), SearchError> {
        let first = self.edges.len();
        let choices = Choices::of(game, &self.nodes[node as usize].state);
        let joint_node = self.joints.add((0..game.roles()).map(|role| choices.of_role(role).len()))?;
        for role in 0..game.roles() {
            make_room(&mut self.edges, choices.of_role(role).len());
            self.edges.extend(choices.of_role(role).iter().map(|&mov| Edge::new(mov)));
        }
        self.give_edges(node, first, Decider::Several(joint_node));
        if self.chance != NONE {
            let from = self.edges_of_role(node, self.chance as usize).start;
            self.weigh(game, node, from);
        }
        Ok(())
    }

    /// The edges from number `first` on are those of a node.
    fn give_edges(&mut self, node: u32, first: usize, decider: Decider) {
        self.widest = self.widest.max(self.edges.len() - first);
        let node = &mut self.nodes[node as usize];
        node.first = first as u32;
        node.count = (self.edges.len() - first) as u32;
        node.decider = decider;
    }

    /// Proves the moves that end the game at once, given the states after a node's first moves or all of
    /// them, as far as haste allows; and those whose states are `proven`, where that is given.
    pub(super) fn see_ends(
        &mut self,
        game: &G,
        node: u32,
        children: &[G::State],
        proven: &[u32],
        meter: &Meter,
        haste: &Haste,
    ) {
        let first = self.node(node).first as usize;
        let mut any = false;
        for (edge, &payoffs) in self.edges[first..].iter_mut().zip(proven) {
            edge.proven = payoffs;
            any |= payoffs != NONE;
        }
        for (edge, child) in self.edges[first..].iter_mut().zip(children) {
            if haste.over(meter) {
                break;
            }
            if game.terminal(child) {
                edge.proven = self.payoffs.of(game, child, meter);
                any = true;
            }
        }
        if any {
            self.settle(node);
        }
    }

    /// Proves the moves whose states a tablebase has, given the states after a node's first moves or all
    /// of them.
    pub(super) fn look_up_children(
        &mut self,
        node: u32,
        children: &[G::State],
        lookup: &mut Option<Lookup<'_, G>>,
    ) {
        let first = self.node(node).first as usize;
        let mut any = false;
        for (edge, child) in self.edges[first..].iter_mut().zip(children) {
            if edge.proven == NONE {
                edge.proven = self.payoffs.looked_up(child, lookup);
                any |= edge.proven != NONE;
            }
        }
        if any {
            self.settle(node);
        }
    }

    /// Proves a new node whose state a tablebase has.
    pub(super) fn look_up(&mut self, node: u32, lookup: &mut Option<Lookup<'_, G>>) {
        let node = &mut self.nodes[node as usize];
        if node.proven == NONE {
            node.proven = self.payoffs.looked_up(&node.state, lookup);
        }
    }
}
