use std::ops::Not;

use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::renumbering::Renumbering;
use crate::stored::{Damaged, sound};

/// An edge of an [`Aig`]: a node, inverted or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

    /// Its number among the literals: twice that of its node, and one more if it is inverted.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal of a number.
    pub(crate) fn of_index(index: u32) -> Self {
        Self(index)
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Node {
    /// Node 0.
    False,
    /// An input, by its number.
    Input(u32),
    /// A variable of a [`Block`]: inside the block's definitions its current value, elsewhere its value in
    /// the least fixpoint.
    Variable { block: u32, index: u32 },
    /// The AND of two operands, which are older nodes; the smaller literal comes first.
    And(Lit, Lit),
}

/// Mutually recursive variables, which take their least fixpoint. Their definitions must be monotone in them.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Block {
    /// The nodes of the variables.
    pub(crate) variables: Vec<u32>,
    /// The definition of each variable.
    pub(crate) definitions: Vec<Lit>,
}

/// An and-inverter graph: two-input ANDs with inverters on the edges, where equal nodes are one (Kuehlmann,
/// Paruthi, Krohm & Ganai, *Robust Boolean Reasoning for Equivalence Checking and Functional Property
/// Verification*, 2002). Nodes are numbered in topological order, but for the variables of its blocks, which
/// stand for values that come from later definitions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Aig {
    nodes: Vec<Node>,
    #[serde(skip)]
    hashed: FxHashMap<(Lit, Lit), u32>,
    #[serde(skip)]
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

    /// Makes room for so many more nodes.
    pub(crate) fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
        self.hashed.reserve(nodes);
    }

    /// Makes what is not stored, and checks whether it is a graph of so many inputs, which come first.
    pub(crate) fn restore(&mut self, inputs: usize) -> Result<(), Damaged> {
        sound(
            self.nodes.len() > inputs && self.nodes.first() == Some(&Node::False),
            "the nodes of a network",
        )?;
        self.inputs = (1..=inputs as u32).collect();
        self.hashed.reserve(self.nodes.len());
        let mut variables = 0;
        // For each node one more than the last block that it depends on.
        let mut highest = vec![0_u32; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().skip(1) {
            let fits = match *node {
                Node::False => false,
                Node::Input(input) => number <= inputs && input as usize == number - 1,
                Node::Variable { block, index } => {
                    variables += 1;
                    highest[number] = block.saturating_add(1);
                    let block = self.blocks.get(block as usize);
                    let own = block.and_then(|block| block.variables.get(index as usize));
                    number > inputs && own == Some(&(number as u32))
                }
                Node::And(a, b) => {
                    self.hashed.insert((a, b), number as u32);
                    number > inputs && a < b && (b.node() as usize) < number
                }
            };
            sound(fits, "the nodes of a network")?;
            if let Node::And(a, b) = *node {
                highest[number] = highest[a.node() as usize].max(highest[b.node() as usize]);
            }
        }
        let defined = |(number, block): (usize, &Block)| {
            let known = |definition: &Lit| (definition.node() as usize) < self.nodes.len();
            let is_earlier = |definition: &Lit| highest[definition.node() as usize] as usize <= number + 1;
            block.variables.len() == block.definitions.len()
                && block.definitions.iter().all(|definition| known(definition) && is_earlier(definition))
        };
        let count = self.blocks.iter().map(|block| block.variables.len()).sum::<usize>();
        sound(count == variables && self.blocks.iter().enumerate().all(defined), "the blocks of a network")
    }

    /// Gives the inputs, which come first, other numbers.
    pub(crate) fn renumber(&mut self, numbers: &Renumbering) {
        self.hashed.clear();
        for (number, node) in (0..).zip(&mut self.nodes) {
            if let Node::And(a, b) = node {
                let (x, y) = (numbers.literal(*a), numbers.literal(*b));
                (*a, *b) = (x.min(y), x.max(y));
                self.hashed.insert((*a, *b), number);
            }
        }
        let definitions = self.blocks.iter_mut().flat_map(|block| &mut block.definitions);
        definitions.for_each(|literal| *literal = numbers.literal(*literal));
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

    /// Opens a block; its variables are made one by one, and defined together by [`define`](Self::define).
    pub(crate) fn block(&mut self) -> usize {
        self.blocks.push(Block::default());
        self.blocks.len() - 1
    }

    /// A new variable of a block.
    pub(crate) fn variable(&mut self, block: usize) -> Lit {
        let index = self.blocks[block].variables.len() as u32;
        let node = self.push(Node::Variable { block: block as u32, index });
        self.blocks[block].variables.push(node);
        Lit::new(node, false)
    }

    /// Defines the variables of a block.
    pub(crate) fn define(&mut self, block: usize, definitions: Vec<Lit>) {
        debug_assert_eq!(definitions.len(), self.blocks[block].variables.len());
        self.blocks[block].definitions = definitions;
    }

    /// The AND of two literals, simplified using their operands.
    pub(crate) fn and(&mut self, mut a: Lit, mut b: Lit) -> Lit {
        loop {
            if a > b {
                (a, b) = (b, a);
            }
            if a == Lit::FALSE || a == !b {
                return Lit::FALSE;
            }
            if a == Lit::TRUE || a == b {
                return b;
            }
            match self.look(a, b) {
                Simpler::Done(literal) => return literal,
                Simpler::And(first, second) => (a, b) = (first, second),
                Simpler::No => break,
            }
        }
        if let Some(&node) = self.hashed.get(&(a, b)) {
            return Lit::new(node, false);
        }
        let node = self.push(Node::And(a, b));
        self.hashed.insert((a, b), node);
        Lit::new(node, false)
    }

    /// The two-level rules that never add a gate (Brummayer & Biere, *Local Two-Level And-Inverter
    /// Graph Minimization without Blowup*, 2006): contradiction, subsumption, idempotence,
    /// substitution, resolution.
    fn look(&self, a: Lit, b: Lit) -> Simpler {
        for (x, y) in [(a, b), (b, a)] {
            let Some((c, d)) = self.operands(y) else { continue };
            if !y.inverted() {
                if x == !c || x == !d {
                    return Simpler::Done(Lit::FALSE);
                }
                if x == c || x == d {
                    return Simpler::Done(y);
                }
            } else {
                if x == !c || x == !d {
                    return Simpler::Done(x);
                }
                if x == c {
                    return Simpler::And(x, !d);
                }
                if x == d {
                    return Simpler::And(x, !c);
                }
            }
        }
        let (Some((a0, a1)), Some((b0, b1))) = (self.operands(a), self.operands(b)) else {
            return Simpler::No;
        };
        let pairs = [(a0, a1, b0, b1), (a0, a1, b1, b0), (a1, a0, b0, b1), (a1, a0, b1, b0)];
        match (a.inverted(), b.inverted()) {
            (false, false) => {
                if pairs.iter().any(|&(x, _, y, _)| x == !y) {
                    return Simpler::Done(Lit::FALSE);
                }
                let shared = pairs.iter().find(|(x, _, y, _)| x == y);
                shared.map_or(Simpler::No, |&(_, _, _, rest)| Simpler::And(a, rest))
            }
            (true, true) => {
                let resolved = pairs.iter().find(|&&(x, rest, y, other)| x == y && rest == !other);
                resolved.map_or(Simpler::No, |&(x, ..)| Simpler::Done(!x))
            }
            (mixed, _) => {
                let plain = if mixed { b } else { a };
                let (of_plain, of_inverted) = if mixed { ((b0, b1), (a0, a1)) } else { ((a0, a1), (b0, b1)) };
                for (y, rest) in [of_inverted, (of_inverted.1, of_inverted.0)] {
                    if y == !of_plain.0 || y == !of_plain.1 {
                        return Simpler::Done(plain);
                    }
                    if y == of_plain.0 || y == of_plain.1 {
                        return Simpler::And(plain, !rest);
                    }
                }
                Simpler::No
            }
        }
    }

    /// The operands of an AND, whether or not the edge to it is inverted.
    pub(crate) fn operands(&self, literal: Lit) -> Option<(Lit, Lit)> {
        match self.nodes[literal.node() as usize] {
            Node::And(a, b) => Some((a, b)),
            _ => None,
        }
    }

    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Whether any of the literals holds, as a balanced tree.
    pub(crate) fn any(&mut self, literals: &[Lit]) -> Lit {
        let mut level: Vec<Lit> = literals.iter().copied().filter(|&literal| literal != Lit::FALSE).collect();
        while level.len() > 1 {
            let or = |pair: &[Lit]| pair[1..].iter().fold(pair[0], |a, &b| self.or(a, b));
            level = level.chunks(2).map(or).collect();
        }
        level.first().copied().unwrap_or(Lit::FALSE)
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

    /// The graph without the nodes that `roots` do not need, and the roots in it. All inputs stay.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn sweep(
        &self,
        roots: &[Lit],
        interrupt: &Interrupt<'_>,
    ) -> Result<(Self, Vec<Lit>), Interrupted> {
        let alive = self.alive(roots, interrupt)?;
        let mut swept = Self::new();
        swept.reserve(alive.count_ones(..));
        let mut map = vec![Lit::FALSE; self.nodes.len()];
        let mut blocks = vec![None; self.blocks.len()];
        let at = |map: &[Lit], literal: Lit| map[literal.node() as usize].invert_if(literal.inverted());
        for node in alive.ones() {
            interrupt.check()?;
            map[node] = match self.nodes[node] {
                Node::False => Lit::FALSE,
                Node::Input(_) => swept.input(),
                Node::Variable { block, .. } => {
                    let block = *blocks[block as usize].get_or_insert_with(|| swept.block());
                    swept.variable(block)
                }
                Node::And(a, b) => {
                    let (a, b) = (at(&map, a), at(&map, b));
                    let new = swept.push(Node::And(a, b));
                    swept.hashed.insert((a, b), new);
                    Lit::new(new, false)
                }
            };
        }
        for (block, number) in self.blocks.iter().zip(blocks) {
            let Some(number) = number else { continue };
            let defined = block.variables.iter().zip(&block.definitions);
            let kept = defined.filter(|(variable, _)| alive.contains(**variable as usize));
            swept.define(number, kept.map(|(_, &definition)| at(&map, definition)).collect());
        }
        let roots = roots.iter().map(|&root| at(&map, root)).collect();
        Ok((swept, roots))
    }

    /// The nodes that `roots` need, and all inputs.
    fn alive(&self, roots: &[Lit], interrupt: &Interrupt<'_>) -> Result<FixedBitSet, Interrupted> {
        let mut alive = FixedBitSet::with_capacity(self.nodes.len());
        let mut open: Vec<u32> =
            roots.iter().map(|root| root.node()).chain(self.inputs.iter().copied()).collect();
        while let Some(node) = open.pop() {
            interrupt.check()?;
            if alive.put(node as usize) {
                continue;
            }
            match self.nodes[node as usize] {
                Node::And(a, b) => open.extend([a.node(), b.node()]),
                Node::Variable { block, index } => {
                    open.push(self.blocks[block as usize].definitions[index as usize].node());
                }
                Node::False | Node::Input(_) => {}
            }
        }
        Ok(alive)
    }

    /// How many ANDs there are.
    pub(crate) fn gates(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Node::And(..))).count()
    }

    /// The most ANDs on one path, where variables of blocks count as inputs.
    pub(crate) fn depth(&self) -> usize {
        let mut depths: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for &node in &self.nodes {
            depths.push(match node {
                Node::And(a, b) => 1 + depths[a.node() as usize].max(depths[b.node() as usize]),
                _ => 0,
            });
        }
        depths.into_iter().max().unwrap_or(0)
    }

    /// The inputs that some literals depend on, by number.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn inputs_of(
        &self,
        literals: impl IntoIterator<Item = Lit>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Vec<usize>, Interrupted> {
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut inputs = Vec::new();
        let mut open: Vec<u32> = literals.into_iter().map(Lit::node).collect();
        while let Some(node) = open.pop() {
            interrupt.check()?;
            if !seen.insert(node) {
                continue;
            }
            match self.nodes[node as usize] {
                Node::And(a, b) => open.extend([a.node(), b.node()]),
                Node::Variable { block, index } => {
                    open.push(self.blocks[block as usize].definitions[index as usize].node());
                }
                Node::Input(input) => inputs.push(input as usize),
                Node::False => {}
            }
        }
        Ok(inputs)
    }

    fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }
}

/// What an AND simplifies to.
enum Simpler {
    Done(Lit),
    /// The AND of two other literals.
    And(Lit, Lit),
    No,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::network::testing::{CASES, graphs, truth};

    fn inputs(aig: &mut Aig) -> [Lit; 6] {
        std::array::from_fn(|_| aig.input())
    }

    #[test]
    fn blocks_that_need_later_ones_are_refused() {
        let mut aig = Aig::new();
        let blocks = [aig.block(), aig.block()];
        let [first, second] = blocks.map(|block| aig.variable(block));
        let mut restored = |definitions: [Lit; 2]| {
            for (block, definition) in blocks.into_iter().zip(definitions) {
                aig.define(block, vec![definition]);
            }
            aig.restore(0)
        };
        assert_eq!(restored([first, first]), Ok(()));
        assert!(restored([second, first]).is_err());
    }

    #[test]
    fn gates_mean_what_they_are_called() {
        let mut aig = Aig::new();
        let [a, b, c, ..] = inputs(&mut aig);
        let roots = [aig.and(a, b), aig.or(a, !b), aig.xor(a, b), aig.mux(a, b, c)];
        let [x, y, z, ..] = CASES;
        assert_eq!(truth(&aig, &roots), [x & y, x | !y, x ^ y, x & y | !x & z]);
    }

    /// All ways to join two of all functions of one gate over three inputs.
    #[test]
    fn two_levels_are_simplified_to_the_same_function() {
        let mut aig = Aig::new();
        let [a, b, c, ..] = inputs(&mut aig);
        let mut plain = vec![a, b, c, Lit::TRUE];
        for (x, y) in [(a, b), (a, c), (b, c)] {
            plain.extend([aig.and(x, y), aig.and(x, !y), aig.and(!x, y), aig.and(!x, !y)]);
        }
        let all: Vec<Lit> = plain.iter().flat_map(|&literal| [literal, !literal]).collect();
        for &x in &all {
            for &y in &all {
                let before = aig.gates();
                let both = aig.and(x, y);
                let [first, second, joined] = truth(&aig, &[x, y, both])[..] else { unreachable!() };
                assert_eq!(joined, first & second, "{x:?} {y:?}");
                assert!(aig.gates() <= before + 1);
            }
        }
    }

    #[test]
    fn a_literal_and_an_and_with_it_make_no_new_gate() {
        let mut aig = Aig::new();
        let [a, b, c, ..] = inputs(&mut aig);
        let (ab, ac) = (aig.and(a, b), aig.and(!a, c));
        assert_eq!(aig.and(!a, ab), Lit::FALSE);
        assert_eq!(aig.and(b, ab), ab);
        assert_eq!(aig.and(!a, !ab), !a);
        assert_eq!(aig.and(ab, ac), Lit::FALSE);
        let a_not_b = aig.and(a, !b);
        assert_eq!(aig.and(a, !ab), a_not_b);
        assert_eq!(aig.and(!ab, !a_not_b), !a);
    }

    proptest! {
        #[test]
        fn sweeping_keeps_the_roots((aig, roots) in graphs()) {
            let (swept, kept) = aig.sweep(&roots, &Interrupt::never()).unwrap();
            prop_assert_eq!(truth(&swept, &kept), truth(&aig, &roots));
            prop_assert!(swept.gates() <= aig.gates());
        }
    }
}
