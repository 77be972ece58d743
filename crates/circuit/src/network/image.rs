use std::cmp::Reverse;
use std::collections::BinaryHeap;

use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted};

use super::aig::{Aig, Lit, Node};

/// What the nodes of a cone become when literals take the place of its inputs, and what they become when a
/// few of these inputs are *varied*. A variation visits only the nodes that depend on what differs, so that
/// many of them cost little more than one, and share nearly all of their gates.
///
/// The copies are made in the graph of the cone itself.
#[derive(Debug)]
pub(crate) struct Image {
    /// The ANDs of the cone that read each node.
    readers: Vec<Vec<u32>>,
    /// What each node has become; the nodes outside of the cone have become themselves.
    now: Vec<Lit>,
    /// The nodes that the variation has changed, with what they were before.
    varied: Vec<(u32, Lit)>,
    /// The ANDs that may have changed and have not been visited; they are visited in ascending order.
    open: BinaryHeap<Reverse<u32>>,
    waiting: FixedBitSet,
}

/// Literals that may be taken for constants.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Whether each node holds, as far as the list goes.
    values: Vec<Option<bool>>,
}

impl Known {
    /// What follows from a literal that holds: its operands hold, if it is an AND, and theirs.
    pub(crate) fn from(aig: &Aig, holds: Lit) -> Self {
        let mut known = Self { values: vec![None; aig.nodes().len()] };
        let mut open = vec![holds];
        while let Some(literal) = open.pop() {
            let value = &mut known.values[literal.node() as usize];
            if value.is_none() && literal.node() != 0 {
                *value = Some(!literal.inverted());
                if let (false, Some((a, b))) = (literal.inverted(), aig.operands(literal)) {
                    open.extend([a, b]);
                }
            }
        }
        known
    }

    /// The literal, or the constant that it may be taken for.
    pub(crate) fn get(&self, literal: Lit) -> Lit {
        match self.values.get(literal.node() as usize) {
            Some(Some(true)) => Lit::TRUE.invert_if(literal.inverted()),
            Some(Some(false)) => Lit::FALSE.invert_if(literal.inverted()),
            _ => literal,
        }
    }
}

impl Image {
    /// The image of what the `roots` depend on, where `input` gives what each input becomes. None if a root
    /// depends on a block of which `keeps` does not say that it stays what it is.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        aig: &mut Aig,
        roots: &[Lit],
        input: impl Fn(u32) -> Lit,
        keeps: impl Fn(u32) -> bool,
        known: &Known,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let nodes = aig.nodes().len();
        let mut cone = FixedBitSet::with_capacity(nodes);
        let mut open: Vec<u32> = roots.iter().map(|root| root.node()).collect();
        let mut readers = vec![Vec::new(); nodes];
        while let Some(node) = open.pop() {
            interrupt.check()?;
            if let (false, Node::And(a, b)) = (cone.put(node as usize), aig.nodes()[node as usize]) {
                for operand in [a.node(), b.node()] {
                    readers[operand as usize].push(node);
                    open.push(operand);
                }
            }
        }
        let now = (0..nodes as u32).map(|node| Lit::new(node, false)).collect();
        let mut image = Self {
            readers,
            now,
            varied: Vec::new(),
            open: BinaryHeap::new(),
            waiting: FixedBitSet::with_capacity(nodes),
        };
        for node in cone.ones() {
            interrupt.check()?;
            image.now[node] = match aig.nodes()[node] {
                Node::False => Lit::FALSE,
                Node::Input(number) => known.get(input(number)),
                Node::Variable { block, .. } if keeps(block) => Lit::new(node as u32, false),
                Node::Variable { .. } => return Ok(None),
                Node::And(a, b) => {
                    let (a, b) = (image.get(a), image.get(b));
                    known.get(aig.and(a, b))
                }
            };
        }
        Ok(Some(image))
    }

    /// What a literal has become.
    pub(crate) fn get(&self, literal: Lit) -> Lit {
        self.now[literal.node() as usize].invert_if(literal.inverted())
    }

    /// Varies the inputs: the node of each in `changes` becomes another literal, and what depends on it is
    /// worked out again. The last variation is undone first. `work` counts the nodes that were visited.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn vary(
        &mut self,
        aig: &mut Aig,
        changes: impl IntoIterator<Item = (u32, Lit)>,
        known: &Known,
        work: &mut usize,
        interrupt: &Interrupt<'_>,
    ) -> Result<(), Interrupted> {
        while let Some((node, before)) = self.varied.pop() {
            self.now[node as usize] = before;
        }
        for (node, literal) in changes {
            self.change(node, known.get(literal));
        }
        while let Some(Reverse(node)) = self.open.pop() {
            interrupt.check()?;
            *work += 1;
            self.waiting.remove(node as usize);
            if let Node::And(a, b) = aig.nodes()[node as usize] {
                let (a, b) = (self.get(a), self.get(b));
                self.change(node, known.get(aig.and(a, b)));
            }
        }
        Ok(())
    }

    fn change(&mut self, node: u32, literal: Lit) {
        let before = std::mem::replace(&mut self.now[node as usize], literal);
        if before == literal {
            return;
        }
        self.varied.push((node, before));
        for &reader in &self.readers[node as usize] {
            if !self.waiting.put(reader as usize) {
                self.open.push(Reverse(reader));
            }
        }
    }
}
