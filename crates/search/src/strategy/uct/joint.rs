use super::entry::ENTRY;
use super::memory::{Map, list_bytes, list_growth, make_room, table_growth};
use super::mixed::Mix;
use super::tree::NONE;
use crate::SearchError;

/// The nodes in which several roles choose at the same time, and the statistics of the joint moves
/// tried there.
///
/// A joint move has a code: the number of each role's move, the last role's changing fastest.
#[derive(Clone, Debug)]
pub(super) struct JointNodes {
    roles: usize,
    nodes: Vec<JointNode>,
    /// For each node and role, how many moves the role has.
    moves: Vec<u32>,
    edges: Vec<JointEdge>,
    /// For each edge, what every role got in all visits together.
    sums: Vec<f64>,
    numbers: Map<(u32, u64), u32>,
    /// For each node, one for each move of each role, if roles draw from mixed strategies.
    mixes: Vec<Mix>,
    mixing: bool,
}

#[derive(Clone, Debug)]
struct JointNode {
    /// The edge made last; each knows the one before.
    last: u32,
    /// Where its mixes begin.
    mixes: u32,
    /// How many joint moves there are.
    joint_moves: u64,
    /// How many edges are proven, all of them to the same payoffs, whose number is `payoffs`.
    proven: u64,
    payoffs: u32,
    /// Whether edges are proven to different payoffs, so that nothing is said about the node.
    mixed: bool,
}

/// A joint move that was tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointEdge {
    pub(super) code: u64,
    before: u32,
    pub(super) child: u32,
    pub(super) visits: u32,
    pub(super) proven: u32,
}

impl JointNodes {
    pub(super) fn new(roles: usize, mixing: bool) -> Self {
        Self {
            roles,
            nodes: Vec::new(),
            moves: Vec::new(),
            edges: Vec::new(),
            sums: Vec::new(),
            numbers: Map::default(),
            mixes: Vec::new(),
            mixing,
        }
    }

    /// A new node in which the roles have so many moves each.
    pub(super) fn add(&mut self, moves: impl Iterator<Item = usize> + Clone) -> Result<u32, SearchError> {
        let joint_moves = moves.clone().try_fold(1_u64, |product, moves| product.checked_mul(moves as u64));
        let Some(joint_moves) = joint_moves else {
            return Err(SearchError::Inapplicable {
                strategy: ENTRY.name,
                why: "the roles have more than 2^64 joint moves in a state; flat-mc can play it".to_owned(),
            });
        };
        make_room(&mut self.moves, self.roles);
        self.moves.extend(moves.clone().map(|moves| moves as u32));
        make_room(&mut self.nodes, 1);
        let mixes = self.mixes.len() as u32;
        self.nodes.push(JointNode { last: NONE, mixes, joint_moves, proven: 0, payoffs: NONE, mixed: false });
        if self.mixing {
            let more = moves.sum();
            make_room(&mut self.mixes, more);
            self.mixes.resize(self.mixes.len() + more, Mix::default());
        }
        Ok(self.nodes.len() as u32 - 1)
    }

    /// How many moves each role has in a node.
    pub(super) fn moves(&self, node: u32) -> &[u32] {
        &self.moves[node as usize * self.roles..][..self.roles]
    }

    /// For each role, where among the edges of all roles the move stands that the code has for it.
    pub(super) fn digits(&self, node: u32, code: u64) -> impl Iterator<Item = usize> {
        let moves = self.moves(node);
        let mut unit: u64 = moves.iter().map(|&moves| u64::from(moves)).product();
        let (mut rest, mut before) = (code, 0);
        moves.iter().map(move |&moves| {
            unit /= u64::from(moves);
            let index = before + (rest / unit) as usize;
            rest %= unit;
            before += moves as usize;
            index
        })
    }

    /// The edge of a code, made if need be.
    pub(super) fn edge_of(&mut self, node: u32, code: u64) -> u32 {
        let number = self.edges.len() as u32;
        let known = *self.numbers.entry((node, code)).or_insert(number);
        if known == number {
            make_room(&mut self.edges, 1);
            make_room(&mut self.sums, self.roles);
            let last = &mut self.nodes[node as usize].last;
            self.edges.push(JointEdge { code, before: *last, child: NONE, visits: 0, proven: NONE });
            *last = number;
            self.sums.resize(self.sums.len() + self.roles, 0.0);
        }
        known
    }

    /// How many joint moves there are in a node.
    pub(super) fn joint_moves(&self, node: u32) -> u64 {
        self.nodes[node as usize].joint_moves
    }

    /// What the roles have learnt about their moves in a node, in the order of its edges, if they draw from
    /// mixed strategies.
    pub(super) fn mixes(&self, node: u32) -> &[Mix] {
        if !self.mixing {
            return &[];
        }
        let count: u32 = self.moves(node).iter().sum();
        &self.mixes[self.nodes[node as usize].mixes as usize..][..count as usize]
    }

    pub(super) fn mixes_mut(&mut self, node: u32) -> &mut [Mix] {
        self.moves_and_mixes(node).1
    }

    /// How many moves each role has in a node, and what it has learnt about them.
    pub(super) fn moves_and_mixes(&mut self, node: u32) -> (&[u32], &mut [Mix]) {
        let moves = &self.moves[node as usize * self.roles..][..self.roles];
        (moves, &mut self.mixes[self.nodes[node as usize].mixes as usize..])
    }

    /// The edge of a code, if there is one.
    pub(super) fn find(&self, node: u32, code: u64) -> Option<u32> {
        self.numbers.get(&(node, code)).copied()
    }

    /// Whether there is an edge of a code.
    pub(super) fn has(&self, node: u32, code: u64) -> bool {
        self.numbers.contains_key(&(node, code))
    }

    pub(super) fn edge(&self, edge: u32) -> &JointEdge {
        &self.edges[edge as usize]
    }

    pub(super) fn edge_mut(&mut self, edge: u32) -> &mut JointEdge {
        &mut self.edges[edge as usize]
    }

    /// What every role got by an edge.
    pub(super) fn sums_mut(&mut self, edge: u32) -> &mut [f64] {
        &mut self.sums[edge as usize * self.roles..][..self.roles]
    }

    pub(super) fn sums(&self, edge: u32) -> &[f64] {
        &self.sums[edge as usize * self.roles..][..self.roles]
    }

    /// The edges of a node, the last made first.
    pub(super) fn edges_of(&self, node: u32) -> impl Iterator<Item = u32> {
        let mut next = self.nodes[node as usize].last;
        std::iter::from_fn(move || {
            let edge = next;
            (edge != NONE).then(|| {
                next = self.edges[edge as usize].before;
                edge
            })
        })
    }

    /// Marks an edge of a node as proven. The payoffs of the node, if that proves it: all its joint moves
    /// lead to the same.
    pub(super) fn prove(&mut self, node: u32, edge: u32, payoffs: u32) -> Option<u32> {
        let (node, edge) = (&mut self.nodes[node as usize], &mut self.edges[edge as usize]);
        if edge.proven == NONE {
            edge.proven = payoffs;
            node.mixed |= node.proven > 0 && node.payoffs != payoffs;
            node.payoffs = payoffs;
            node.proven += 1;
        }
        (!node.mixed && node.proven == node.joint_moves).then_some(node.payoffs)
    }

    /// Some of the nodes, in this order, with their edges, whose children are given other numbers.
    pub(super) fn keep(&self, nodes: &[u32], renumber: impl Fn(&mut u32)) -> Self {
        let mut kept = Self::new(self.roles, self.mixing);
        // Room for all at once: to grow takes more than the table that comes of it.
        kept.numbers.reserve(nodes.iter().map(|&node| self.edges_of(node).count()).sum());
        for (number, &node) in (0..).zip(nodes) {
            kept.moves.extend_from_slice(self.moves(node));
            let mixes = kept.mixes.len() as u32;
            kept.nodes.push(JointNode { last: NONE, mixes, ..self.nodes[node as usize].clone() });
            kept.mixes.extend_from_slice(self.mixes(node));
            let mut edges: Vec<u32> = self.edges_of(node).collect();
            edges.reverse();
            for edge in edges {
                let copy = kept.edge_of(number, self.edge(edge).code);
                let before = kept.edge(copy).before;
                *kept.edge_mut(copy) = JointEdge { before, ..*self.edge(edge) };
                renumber(&mut kept.edge_mut(copy).child);
                kept.sums_mut(copy).copy_from_slice(self.sums(edge));
            }
        }
        kept
    }

    /// Tells of each number of payoffs that is kept, to be replaced by another.
    pub(super) fn each_payoffs(&mut self, mut tell: impl FnMut(&mut u32)) {
        self.edges.iter_mut().for_each(|edge| tell(&mut edge.proven));
        self.nodes.iter_mut().for_each(|node| tell(&mut node.payoffs));
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        list_bytes(&self.nodes)
            + list_bytes(&self.moves)
            + list_bytes(&self.edges)
            + list_bytes(&self.sums)
            + list_bytes(&self.mixes)
            + self.numbers.allocation_size()
    }

    /// Bytes that another node with so many moves, and another edge, may take on top.
    pub(super) fn growth(&self, moves: usize) -> usize {
        list_growth(&self.nodes, 1)
            + list_growth(&self.moves, self.roles)
            + list_growth(&self.edges, 1)
            + list_growth(&self.sums, self.roles)
            + if self.mixing { list_growth(&self.mixes, moves) } else { 0 }
            + table_growth::<((u32, u64), u32)>(self.numbers.len(), self.numbers.capacity())
    }
}
