use fixedbitset::FixedBitSet;

use super::aig::{Aig, Block, Lit, Node};

/// The values of all nodes of a graph in 64 games side by side, one in each bit.
#[derive(Clone, Debug)]
pub(crate) struct Simulation {
    values: Vec<u64>,
    /// For each block, the nodes that its definitions depend on, up to variables, in order.
    cones: Vec<Vec<u32>>,
}

impl Simulation {
    pub(crate) fn new(aig: &Aig) -> Self {
        let cones = aig.blocks().iter().map(|block| cone(aig, block));
        Self { values: vec![0; aig.nodes().len()], cones: cones.collect() }
    }

    /// Works out every node; `inputs` says which games have each input.
    pub(crate) fn run(&mut self, aig: &Aig, inputs: &[u64]) {
        for (&node, &input) in aig.inputs().iter().zip(inputs) {
            self.values[node as usize] = input;
        }
        // Blocks depend on earlier ones only; variables rise from 0 to the least fixpoint.
        for (block, cone) in aig.blocks().iter().zip(&self.cones) {
            block.variables.iter().for_each(|&variable| self.values[variable as usize] = 0);
            // Since they only rise, it is reached after as many rounds as there are variables, and one more
            // shows it.
            let mut changed = true;
            for _ in 0..=block.variables.len() {
                if !std::mem::take(&mut changed) {
                    break;
                }
                cone.iter().for_each(|&node| evaluate(aig, &mut self.values, node));
                for (&variable, &definition) in block.variables.iter().zip(&block.definitions) {
                    let value = self.value(definition);
                    changed |= self.values[variable as usize] != value;
                    self.values[variable as usize] = value;
                }
            }
        }
        (0..aig.nodes().len() as u32).for_each(|node| evaluate(aig, &mut self.values, node));
    }

    /// In which games a literal holds.
    pub(crate) fn value(&self, literal: Lit) -> u64 {
        let value = self.values[literal.node() as usize];
        if literal.inverted() { !value } else { value }
    }
}

fn evaluate(aig: &Aig, values: &mut [u64], node: u32) {
    if let Node::And(a, b) = aig.nodes()[node as usize] {
        let value =
            |literal: Lit| values[literal.node() as usize] ^ (literal.inverted() as u64).wrapping_neg();
        values[node as usize] = value(a) & value(b);
    }
}

/// The ANDs that the definitions of a block depend on, up to variables, in order.
pub(crate) fn cone(aig: &Aig, block: &Block) -> Vec<u32> {
    let mut seen = FixedBitSet::with_capacity(aig.nodes().len());
    let mut open: Vec<u32> = block.definitions.iter().map(|literal| literal.node()).collect();
    while let Some(node) = open.pop() {
        if let (false, Node::And(a, b)) = (seen.put(node as usize), aig.nodes()[node as usize]) {
            open.extend([a.node(), b.node()]);
        }
    }
    seen.ones().map(|node| node as u32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_that_does_not_only_rise_comes_to_an_end() {
        let mut aig = Aig::new();
        let block = aig.block();
        let variable = aig.variable(block);
        aig.define(block, vec![!variable]);
        Simulation::new(&aig).run(&aig, &[]);
    }
}
