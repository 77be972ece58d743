use gdl::{Interrupt, Interrupted};

use super::aig::{Aig, Lit, Node};

/// A copy of a graph inside another, whose literals take the place of the inputs. It grows as far as inputs
/// are given, so that later inputs may depend on what is already copied.
pub(crate) struct Graft<'a> {
    source: &'a Aig,
    inputs: Vec<Option<Lit>>,
    /// The copy of each node that is copied already.
    copies: Vec<Option<Lit>>,
}

impl<'a> Graft<'a> {
    pub(crate) fn new(source: &'a Aig, inputs: Vec<Option<Lit>>) -> Self {
        let copies = vec![None; source.nodes().len()];
        Self { source, inputs, copies }
    }

    pub(crate) fn set_input(&mut self, input: usize, literal: Lit) {
        self.inputs[input] = Some(literal);
    }

    /// The copy of a literal. It must not depend on inputs that were not given when the graft grew.
    pub(crate) fn get(&self, literal: Lit) -> Lit {
        let copy = self.copies[literal.node() as usize].expect("what the literal depends on has been given");
        copy.invert_if(literal.inverted())
    }

    /// Copies all nodes that depend on given inputs alone.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn grow(&mut self, aig: &mut Aig, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        let waiting = self.waiting(interrupt)?;
        let mut fresh = Vec::new();
        for (at, node) in self.source.nodes().iter().enumerate() {
            interrupt.check()?;
            if self.copies[at].is_some() || waiting[at] {
                continue;
            }
            self.copies[at] = match *node {
                Node::False => Some(Lit::FALSE),
                Node::Input(input) => self.inputs[input as usize],
                Node::And(a, b) => {
                    let (a, b) = (self.get(a), self.get(b));
                    Some(aig.and(a, b))
                }
                Node::Variable { block, .. } => {
                    let block = block as usize;
                    let originals = &self.source.blocks()[block].variables;
                    let number = aig.block();
                    for &original in originals {
                        self.copies[original as usize] = Some(aig.variable(number));
                    }
                    fresh.push((block, number));
                    self.copies[at]
                }
            };
        }
        for (block, number) in fresh {
            let definitions = &self.source.blocks()[block].definitions;
            let definitions = definitions.iter().map(|&definition| self.get(definition)).collect();
            aig.define(number, definitions);
        }
        Ok(())
    }

    /// Which nodes depend on inputs that are not given.
    fn waiting(&self, interrupt: &Interrupt<'_>) -> Result<Vec<bool>, Interrupted> {
        let mut waiting = vec![false; self.source.nodes().len()];
        loop {
            for (at, node) in self.source.nodes().iter().enumerate() {
                interrupt.check()?;
                waiting[at] |= match *node {
                    Node::False | Node::Variable { .. } => false,
                    Node::Input(input) => self.inputs[input as usize].is_none(),
                    Node::And(a, b) => waiting[a.node() as usize] || waiting[b.node() as usize],
                };
            }
            let mut changed = false;
            for block in self.source.blocks() {
                let open = block.definitions.iter().any(|definition| waiting[definition.node() as usize]);
                for &variable in &block.variables {
                    changed |= open && !waiting[variable as usize];
                    waiting[variable as usize] |= open;
                }
            }
            if !changed {
                return Ok(waiting);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::network::graphs::{graphs, simulate, value};

    proptest! {
        #[test]
        fn a_graft_that_grows_twice_computes_what_its_source_does(
            (source, pool) in graphs(6, 80),
            early in 0..6usize,
            inputs in proptest::collection::vec(any::<bool>(), 6),
        ) {
            let mut aig = Aig::new();
            let copied: Vec<Lit> = (0..6).map(|_| aig.input()).collect();
            let given = (0..6).map(|i| (i < early).then_some(copied[i])).collect();
            let mut graft = Graft::new(&source, given);
            graft.grow(&mut aig, &Interrupt::never()).unwrap();
            for (i, &copy) in copied.iter().enumerate().skip(early) {
                graft.set_input(i, copy);
            }
            graft.grow(&mut aig, &Interrupt::never()).unwrap();
            let (expected, values) = (simulate(&source, &inputs), simulate(&aig, &inputs));
            for literal in pool {
                prop_assert_eq!(value(&expected, literal), value(&values, graft.get(literal)));
            }
        }
    }
}
