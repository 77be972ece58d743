use std::ops::Not;

use rustc_hash::FxHashMap;

/// An edge of an [`Aig`]: a node, inverted or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Lit(u32);

impl Lit {
    pub(crate) const FALSE: Self = Self(0);
    pub(crate) const TRUE: Self = Self(1);

    pub(crate) fn new(node: u32, inverted: bool) -> Self {
        Self(node << 1 | u32::from(inverted))
    }

    pub(crate) fn node(self) -> u32 {
        self.0 >> 1
    }

    pub(crate) fn inverted(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn invert_if(self, inverted: bool) -> Self {
        Self(self.0 ^ u32::from(inverted))
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What a node of an [`Aig`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// Node 0.
    False,
    /// An input, by its number.
    Input(u32),
    /// A variable of a [`Block`]: inside the block's definitions its value so far, for everyone else the least fixpoint.
    Variable { block: u32, index: u32 },
    /// Both; the operands are older nodes, the smaller literal first.
    And(Lit, Lit),
}

/// Variables defined by one another, which take their least fixpoint. The definitions must be monotone in them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    /// The nodes of the variables.
    pub(crate) variables: Vec<u32>,
    /// What defines each variable.
    pub(crate) definitions: Vec<Lit>,
}

/// An and-inverter graph: two-input ANDs with inverters on the edges, where equal nodes are one (Kuehlmann, Paruthi, Krohm & Ganai, *Robust Boolean
/// Reasoning for Equivalence Checking and Functional Property Verification*, 2002). Nodes are numbered in topological order, but for
/// the variables of its blocks, which stand for values that come from later definitions.
#[derive(Clone, Debug)]
pub(crate) struct Aig {
    nodes: Vec<Node>,
    hashed: FxHashMap<(Lit, Lit), u32>,
    inputs: Vec<u32>,
    blocks: Vec<Block>,
}

impl Aig {
    pub(crate) fn new() -> Self {
        Self {
            nodes: vec![Node::False],
            hashed: FxHashMap::default(),
            inputs: Vec::new(),
            blocks: Vec::new(),
        }
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The nodes of the inputs, in the inputs' order.
    pub(crate) fn inputs(&self) -> &[u32] {
        &self.inputs
    }

    /// A new input.
    pub(crate) fn input(&mut self) -> Lit {
        let node = self.push(Node::Input(self.inputs.len() as u32));
        self.inputs.push(node);
        Lit::new(node, false)
    }

    /// Opens a block of `count` variables; they may be used at once, and must be defined by [`define`](Self::define).
    pub(crate) fn block(&mut self, count: usize) -> (usize, Vec<Lit>) {
        let block = self.blocks.len();
        let variables: Vec<u32> = (0..count)
            .map(|index| self.push(Node::Variable { block: block as u32, index: index as u32 }))
            .collect();
        let literals = variables.iter().map(|&node| Lit::new(node, false)).collect();
        self.blocks.push(Block { variables, definitions: Vec::new() });
        (block, literals)
    }

    /// Defines the variables of a block.
    pub(crate) fn define(&mut self, block: usize, definitions: Vec<Lit>) {
        debug_assert_eq!(definitions.len(), self.blocks[block].variables.len());
        self.blocks[block].definitions = definitions;
    }

    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if let Some(&node) = self.hashed.get(&(a, b)) {
            return Lit::new(node, false);
        }
        let node = self.push(Node::And(a, b));
        self.hashed.insert((a, b), node);
        Lit::new(node, false)
    }

    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither)
    }

    /// `a` where `which` holds, `b` elsewhere.
    pub(crate) fn mux(&mut self, which: Lit, a: Lit, b: Lit) -> Lit {
        let first = self.and(which, a);
        let second = self.and(!which, b);
        self.or(first, second)
    }

    fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }
}
