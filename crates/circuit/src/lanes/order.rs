use gdl::{Interrupt, Interrupted};

use super::cover::Cover;
use super::gate::{GateKind, Table, invert_input, recipe};
use crate::network::{Aig, Lit, Node};

/// A gate before slots are given out: operands and result are numbered values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) kind: GateKind,
    pub(crate) result: u32,
    pub(crate) operands: [u32; 3],
}

/// Gates that are evaluated once, or in a loop.
#[derive(Debug)]
pub(crate) enum Segment {
    Straight(Vec<Item>),
    Loop { variables: Vec<u32>, unchanged: u32, body: Vec<Item> },
}

/// The outputs of a phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) literals: Vec<Lit>,
    /// Whether an output that is an input must get a slot of its own, since inputs are overwritten while
    /// outputs are read.
    pub(crate) apart: bool,
}

/// A value, or its inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal {
    pub(crate) value: u32,
    pub(crate) inverted: bool,
}

/// Orders the gates of a cover such that few values are live: depth first, of a gate's operands first the one
/// that needs the most slots (Sethi & Ullman, *The Generation of Optimal Code for Arithmetic Expressions*,
/// 1970, used as a heuristic for graphs).
pub(crate) struct Order<'a> {
    aig: &'a Aig,
    cover: &'a Cover,
    interrupt: &'a Interrupt<'a>,
    /// An estimate of the slots that each node's cone needs.
    need: Vec<u32>,
    done: Vec<bool>,
    blocks: Vec<Progress>,
    /// Whether each value is kept inverted.
    inverted: Vec<bool>,
    segments: Vec<Segment>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Untouched,
    Open,
    Done,
}

enum Task {
    Visit(u32),
    Gate(u32),
    Block(u32),
}

impl<'a> Order<'a> {
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        aig: &'a Aig,
        cover: &'a Cover,
        interrupt: &'a Interrupt<'a>,
    ) -> Result<Self, Interrupted> {
        let count = aig.nodes().len();
        let mut need = vec![0; count];
        for node in 0..count {
            interrupt.check()?;
            if let Some(cut) = cover.cut(node as u32) {
                let mut operands: [u32; 3] = [0; 3];
                for (operand, &leaf) in operands.iter_mut().zip(cut.leaves()) {
                    *operand = need[leaf as usize];
                }
                operands.sort_unstable_by(|a, b| b.cmp(a));
                need[node] = (0..).zip(operands).map(|(held, need)| held + need).max().unwrap_or(0);
            }
        }
        Ok(Self {
            aig,
            cover,
            interrupt,
            need,
            done: vec![false; count],
            blocks: vec![Progress::Untouched; aig.blocks().len()],
            inverted: vec![false; count],
            segments: Vec::new(),
        })
    }

    /// The gates of the next phase, given those of earlier phases, and the signals of its outputs.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn phase(&mut self, wanted: &Wanted) -> Result<(Vec<Segment>, Vec<Signal>), Interrupted> {
        let mut outputs = Vec::with_capacity(wanted.literals.len());
        for &literal in &wanted.literals {
            let literal = self.cover.resolve(literal);
            let mut items = Vec::new();
            self.demand(literal.node(), &mut items)?;
            let mut signal = self.signal(literal);
            if wanted.apart && matches!(self.aig.nodes()[literal.node() as usize], Node::Input(_)) {
                let copy = self.new_value();
                items.push(Item { kind: GateKind::And, result: copy, operands: [signal.value; 3] });
                signal.value = copy;
            }
            outputs.push(signal);
            self.append(items);
        }
        Ok((std::mem::take(&mut self.segments), outputs))
    }

    /// How many values there are.
    pub(crate) fn values(&self) -> usize {
        self.inverted.len()
    }

    fn new_value(&mut self) -> u32 {
        self.inverted.push(false);
        (self.inverted.len() - 1) as u32
    }

    fn signal(&self, literal: Lit) -> Signal {
        let inverted = self.inverted[literal.node() as usize] != literal.inverted();
        Signal { value: literal.node(), inverted }
    }

    fn append(&mut self, items: Vec<Item>) {
        match self.segments.last_mut() {
            Some(Segment::Straight(straight)) => straight.extend(items),
            _ if items.is_empty() => {}
            _ => self.segments.push(Segment::Straight(items)),
        }
    }

    /// Lists the gates that `root` needs and that are not listed yet.
    fn demand(&mut self, root: u32, items: &mut Vec<Item>) -> Result<(), Interrupted> {
        let mut tasks = vec![Task::Visit(root)];
        while let Some(task) = tasks.pop() {
            self.interrupt.check()?;
            match task {
                Task::Visit(node) if self.done[node as usize] => {}
                Task::Visit(node) => match self.aig.nodes()[node as usize] {
                    Node::False | Node::Input(_) => self.done[node as usize] = true,
                    Node::Variable { block, .. } => {
                        let progress = &mut self.blocks[block as usize];
                        assert!(*progress != Progress::Open, "blocks that need one another are one block");
                        *progress = Progress::Open;
                        tasks.push(Task::Block(block));
                        tasks.extend(self.outside(block).into_iter().map(Task::Visit));
                    }
                    Node::And(..) => {
                        tasks.push(Task::Gate(node));
                        let mut leaves: Vec<u32> = self.leaves(node).to_vec();
                        leaves.sort_by_key(|&leaf| self.need[leaf as usize]);
                        tasks.extend(leaves.into_iter().map(Task::Visit));
                    }
                },
                Task::Gate(node) if self.done[node as usize] => {}
                Task::Gate(node) => {
                    self.done[node as usize] = true;
                    items.push(self.gate(node));
                }
                Task::Block(block) => {
                    self.append(std::mem::take(items));
                    let segment = self.fixpoint(block)?;
                    self.segments.push(segment);
                }
            }
        }
        Ok(())
    }

    fn leaves(&self, node: u32) -> &[u32] {
        self.cover.cut(node).map_or(&[], |cut| cut.leaves())
    }

    fn gate(&mut self, node: u32) -> Item {
        let (leaves, table): (Vec<u32>, Table) =
            self.cover.cut(node).map_or((Vec::new(), 0), |cut| (cut.leaves().to_vec(), cut.table));
        let table = leaves.iter().enumerate().fold(table, |table, (input, &leaf)| {
            if self.inverted[leaf as usize] { invert_input(table, input) } else { table }
        });
        let recipe = recipe(table).expect("a cover takes only functions that have a recipe");
        self.inverted[node as usize] = recipe.inverted;
        let operands = recipe.inputs.map(|i| leaves.get(usize::from(i)).copied().unwrap_or(leaves[0]));
        Item { kind: recipe.kind, result: node, operands }
    }

    /// The loop of a block, for which everything it reads from outside is listed already.
    fn fixpoint(&mut self, block: u32) -> Result<Segment, Interrupted> {
        self.blocks[block as usize] = Progress::Done;
        let unchanged = self.new_value();
        let variables = self.aig.blocks()[block as usize].variables.clone();
        for &variable in &variables {
            self.done[variable as usize] = true;
        }
        let mut body = Vec::new();
        for (&variable, &definition) in variables.iter().zip(&self.aig.blocks()[block as usize].definitions) {
            let definition = self.cover.resolve(definition);
            self.demand(definition.node(), &mut body)?;
            let Signal { value, inverted } = self.signal(definition);
            let (test, set) = if inverted {
                (GateKind::AndOr, GateKind::OrNor)
            } else {
                (GateKind::AndOrNot, GateKind::Or)
            };
            body.push(Item { kind: test, result: unchanged, operands: [unchanged, variable, value] });
            body.push(Item { kind: set, result: variable, operands: [variable, value, value] });
        }
        Ok(Segment::Loop { variables, unchanged, body })
    }

    /// What a block's loop reads from outside itself.
    fn outside(&self, block: u32) -> Vec<u32> {
        let definition = &self.aig.blocks()[block as usize];
        let Some(&oldest) = definition.variables.iter().min() else { return Vec::new() };
        let mut cone = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open: Vec<u32> =
            definition.definitions.iter().map(|&literal| self.cover.resolve(literal).node()).collect();
        let roots = open.clone();
        while let Some(node) = open.pop() {
            // Nodes older than the variables cannot depend on them.
            if node > oldest && seen.insert(node) {
                cone.push(node);
                open.extend(self.leaves(node));
            }
        }
        cone.sort_unstable();
        let own = |node: u32| matches!(self.aig.nodes()[node as usize], Node::Variable { block: other, .. } if other == block);
        let mut inside = rustc_hash::FxHashSet::default();
        for &node in &cone {
            if self.leaves(node).iter().any(|&leaf| own(leaf) || inside.contains(&leaf)) {
                inside.insert(node);
            }
        }
        let read = inside.iter().flat_map(|&node| self.leaves(node)).copied().chain(roots);
        let mut outside: Vec<u32> = read.filter(|&node| !own(node) && !inside.contains(&node)).collect();
        outside.sort_unstable();
        outside.dedup();
        outside
    }
}
