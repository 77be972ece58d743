use std::hash::{Hash, Hasher};

use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted};
use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::aig::{Aig, Block, Lit, Node};

/// What a node of a [`Wide`] graph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// Node 0.
    False,
    /// An input, by its number.
    Input(u32),
    /// A variable of a block.
    Variable { block: u32, index: u32 },
    /// The AND of `operands[start..end]` of the graph.
    And { start: u32, end: u32 },
}

/// An and-inverter graph whose ANDs have any number of operands. In this form conjunctions and disjunctions
/// are simplified, factored and shared as wholes, before two-input gates fix an order.
///
/// Operands are sorted, unique, and older than their gate; equal gates are one. Blocks are those of
/// an [`Aig`].
#[derive(Clone, Debug)]
pub(crate) struct Wide {
    gates: Vec<Gate>,
    operands: Vec<Lit>,
    ids: HashTable<u32>,
    inputs: usize,
    pub(crate) blocks: Vec<Block>,
    /// The outputs, in an order that the caller chooses.
    pub(crate) roots: Vec<Lit>,
}

impl Wide {
    /// A graph of inputs alone.
    pub(crate) fn new(inputs: usize) -> Self {
        let gates = std::iter::once(Gate::False).chain((0..inputs).map(|input| Gate::Input(input as u32)));
        Self {
            gates: gates.collect(),
            operands: Vec::new(),
            ids: HashTable::new(),
            inputs,
            blocks: Vec::new(),
            roots: Vec::new(),
        }
    }

    /// Makes room for so many more ANDs with so many operands together. Where a large graph grows step by
    /// step, most of these steps are short, and some very long.
    pub(crate) fn reserve(&mut self, gates: usize, operands: usize) {
        let Self { ids, gates: all, operands: of_all, .. } = self;
        all.reserve(gates);
        of_all.reserve(operands);
        ids.reserve(gates, |&node| match all[node as usize] {
            Gate::And { start, end } => hash(&of_all[start as usize..end as usize]),
            _ => unreachable!("only ANDs are looked up"),
        });
    }

    /// A graph of two-input gates in this form.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn lift(aig: &Aig, roots: &[Lit], interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let mut wide = Self::new(aig.inputs().len());
        wide.reserve(aig.nodes().len(), 2 * aig.nodes().len());
        let mut map = Vec::with_capacity(aig.nodes().len());
        let mut operands = Vec::new();
        let at = |map: &[Lit], literal: Lit| map[literal.node() as usize].invert_if(literal.inverted());
        for _ in aig.blocks() {
            wide.block();
        }
        for &node in aig.nodes() {
            interrupt.check()?;
            let literal = match node {
                Node::False => Lit::FALSE,
                Node::Input(number) => wide.input(number as usize),
                Node::Variable { block, .. } => wide.variable(block as usize),
                Node::And(a, b) => {
                    operands.clear();
                    operands.extend([at(&map, a), at(&map, b)]);
                    wide.and(&mut operands)
                }
            };
            map.push(literal);
        }
        for (number, block) in aig.blocks().iter().enumerate() {
            wide.define(number, block.definitions.iter().map(|&definition| at(&map, definition)).collect());
        }
        wide.roots = roots.iter().map(|&root| at(&map, root)).collect();
        Ok(wide)
    }

    pub(crate) fn gates(&self) -> &[Gate] {
        &self.gates
    }

    pub(crate) fn inputs(&self) -> usize {
        self.inputs
    }

    /// An input, by its number.
    pub(crate) fn input(&self, number: usize) -> Lit {
        Lit::new(number as u32 + 1, false)
    }

    /// The number of the input that a node is.
    pub(crate) fn input_of(&self, node: u32) -> Option<usize> {
        (1..=self.inputs).contains(&(node as usize)).then(|| node as usize - 1)
    }

    /// The operands of a node; only an AND has some.
    pub(crate) fn operands(&self, node: u32) -> &[Lit] {
        match self.gates[node as usize] {
            Gate::And { start, end } => &self.operands[start as usize..end as usize],
            _ => &[],
        }
    }

    /// How many operands all nodes have together.
    pub(crate) fn all_operands(&self) -> usize {
        self.operands.len()
    }

    pub(crate) fn is_and(&self, node: u32) -> bool {
        matches!(self.gates[node as usize], Gate::And { .. })
    }

    /// Opens a block; its variables are made one by one, and defined together by [`define`](Self::define).
    pub(crate) fn block(&mut self) -> usize {
        self.blocks.push(Block::default());
        self.blocks.len() - 1
    }

    /// A new variable of a block.
    pub(crate) fn variable(&mut self, block: usize) -> Lit {
        let node = self.gates.len() as u32;
        let index = self.blocks[block].variables.len() as u32;
        self.gates.push(Gate::Variable { block: block as u32, index });
        self.blocks[block].variables.push(node);
        Lit::new(node, false)
    }

    pub(crate) fn define(&mut self, block: usize, definitions: Vec<Lit>) {
        debug_assert_eq!(definitions.len(), self.blocks[block].variables.len());
        self.blocks[block].definitions = definitions;
    }

    /// The AND of `operands`, which are sorted on return.
    pub(crate) fn and(&mut self, operands: &mut Vec<Lit>) -> Lit {
        operands.sort_unstable();
        operands.dedup();
        // A literal and its inverse are neighbours.
        if operands.first() == Some(&Lit::FALSE) || operands.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Lit::FALSE;
        }
        if operands.first() == Some(&Lit::TRUE) {
            operands.remove(0);
        }
        match operands.as_slice() {
            [] => Lit::TRUE,
            &[one] => one,
            many => Lit::new(self.gate(many), false),
        }
    }

    /// The OR of `operands`, which are inverted and sorted on return.
    pub(crate) fn or(&mut self, operands: &mut Vec<Lit>) -> Lit {
        operands.iter_mut().for_each(|operand| *operand = !*operand);
        !self.and(operands)
    }

    /// The AND of exactly these operands, which must be sorted, if there is one.
    pub(crate) fn find(&self, operands: &[Lit]) -> Option<u32> {
        self.ids.find(hash(operands), |&node| self.operands(node) == operands).copied()
    }

    fn gate(&mut self, operands: &[Lit]) -> u32 {
        let Self { ids, gates, operands: all, .. } = self;
        let of = |node: u32| match gates[node as usize] {
            Gate::And { start, end } => &all[start as usize..end as usize],
            _ => &[],
        };
        let hash = hash(operands);
        if let Some(&node) = ids.find(hash, |&node| of(node) == operands) {
            return node;
        }
        let node = gates.len() as u32;
        ids.insert_unique(hash, node, |&node| self::hash(of(node)));
        let start = all.len() as u32;
        all.extend_from_slice(operands);
        gates.push(Gate::And { start, end: all.len() as u32 });
        node
    }

    /// The nodes that the roots need.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn alive(&self, interrupt: &Interrupt<'_>) -> Result<FixedBitSet, Interrupted> {
        self.needed(self.roots.iter().copied(), interrupt)
    }

    /// The nodes that literals need.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn needed(
        &self,
        literals: impl IntoIterator<Item = Lit>,
        interrupt: &Interrupt<'_>,
    ) -> Result<FixedBitSet, Interrupted> {
        let mut alive = FixedBitSet::with_capacity(self.gates.len());
        let mut open: Vec<u32> = literals.into_iter().map(Lit::node).collect();
        while let Some(node) = open.pop() {
            interrupt.check()?;
            if alive.put(node as usize) {
                continue;
            }
            match self.gates[node as usize] {
                Gate::Variable { block, index } => {
                    open.push(self.blocks[block as usize].definitions[index as usize].node());
                }
                _ => open.extend(self.operands(node).iter().map(|operand| operand.node())),
            }
        }
        Ok(alive)
    }

    /// How often each node is used by nodes of `alive`, by their blocks, and as a root.
    pub(crate) fn fanouts(&self, alive: &FixedBitSet) -> Vec<u32> {
        let mut fanouts = vec![0; self.gates.len()];
        for node in alive.ones() {
            match self.gates[node] {
                Gate::Variable { block, index } => {
                    fanouts[self.blocks[block as usize].definitions[index as usize].node() as usize] += 1;
                }
                _ => self.operands(node as u32).iter().for_each(|lit| fanouts[lit.node() as usize] += 1),
            }
        }
        self.roots.iter().for_each(|root| fanouts[root.node() as usize] += 1);
        fanouts
    }

    /// Rebuilds the graph from the inputs, without nodes that the roots do not need. `and` makes each AND
    /// from its operands, which are literals of the new graph already.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn rebuild(
        &self,
        interrupt: &Interrupt<'_>,
        and: impl FnMut(&mut Self, u32, &mut Vec<Lit>) -> Result<Lit, Interrupted>,
    ) -> Result<Self, Interrupted> {
        let inputs: Vec<Lit> = (0..self.inputs).map(|input| self.input(input)).collect();
        self.rebuild_on(&inputs, interrupt, and)
    }

    /// As [`rebuild`](Self::rebuild), with literals over the inputs in their place.
    pub(crate) fn rebuild_on(
        &self,
        inputs: &[Lit],
        interrupt: &Interrupt<'_>,
        mut and: impl FnMut(&mut Self, u32, &mut Vec<Lit>) -> Result<Lit, Interrupted>,
    ) -> Result<Self, Interrupted> {
        let mut new = Self::new(self.inputs);
        let mut blocks = vec![None; self.blocks.len()];
        let mut map = vec![Lit::FALSE; self.gates.len()];
        let mut operands = Vec::new();
        let mut kept: Vec<Vec<u32>> = Vec::new();
        let mut alive = self.alive(interrupt)?;
        alive.insert_range(..self.inputs + 1);
        new.reserve(alive.count_ones(..), self.operands.len());
        for node in alive.ones() {
            interrupt.check()?;
            map[node] = match self.gates[node] {
                Gate::False => Lit::FALSE,
                Gate::Input(number) => inputs[number as usize],
                Gate::Variable { block, index } => {
                    let block = *blocks[block as usize].get_or_insert_with(|| {
                        kept.push(Vec::new());
                        new.block()
                    });
                    kept[block].push(index);
                    new.variable(block)
                }
                Gate::And { .. } => {
                    operands.clear();
                    let old = self.operands(node as u32).iter();
                    operands.extend(old.map(|lit| map[lit.node() as usize].invert_if(lit.inverted())));
                    and(&mut new, node as u32, &mut operands)?
                }
            };
        }
        let mapped = |lit: Lit| map[lit.node() as usize].invert_if(lit.inverted());
        for (block, number) in self.blocks.iter().zip(blocks) {
            if let Some(number) = number {
                let definitions = kept[number].iter().map(|&index| mapped(block.definitions[index as usize]));
                new.define(number, definitions.collect());
            }
        }
        new.roots = self.roots.iter().map(|&root| mapped(root)).collect();
        Ok(new)
    }
}

/// Merges an AND into its only user, so that conjunctions are as wide as possible without duplication.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn flatten(wide: &Wide, interrupt: &Interrupt<'_>) -> Result<Wide, Interrupted> {
    let fanouts = wide.fanouts(&wide.alive(interrupt)?);
    let mut flat = Vec::new();
    wide.rebuild(interrupt, |new, node, operands| {
        flat.clear();
        for (old, &literal) in wide.operands(node).iter().zip(&*operands) {
            let joins = !old.inverted() && !literal.inverted() && fanouts[old.node() as usize] == 1;
            if joins && new.is_and(literal.node()) {
                flat.extend_from_slice(new.operands(literal.node()));
            } else {
                flat.push(literal);
            }
        }
        Ok(new.and(&mut flat))
    })
}

fn hash(operands: &[Lit]) -> u64 {
    let mut hasher = FxHasher::default();
    operands.hash(&mut hasher);
    hasher.finish()
}
