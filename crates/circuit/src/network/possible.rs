use super::aig::{Aig, Lit, Node};

/// What the nodes of a graph may be where some of its inputs are known: its values in a logic of three values
/// (Kleene, *Introduction to Metamathematics*, 1952).
pub(crate) struct Possible {
    /// For each node the sum of [`FAIL`] if it may be false, and [`HOLD`] if it may be true.
    told: Vec<u8>,
}

const FAIL: u8 = 1;
const HOLD: u8 = 2;

impl Possible {
    /// For this graph, of which nothing is known yet.
    pub(crate) fn new(aig: &Aig) -> Self {
        Self { told: vec![FAIL | HOLD; aig.nodes().len()] }
    }

    /// Works out every node of the graph; `known` tells of an input whether it holds, if that is known. Of
    /// what is told by recursion nothing is known.
    pub(crate) fn look(&mut self, aig: &Aig, known: impl Fn(usize) -> Option<bool>) {
        for (number, node) in aig.nodes().iter().enumerate() {
            self.told[number] = match *node {
                Node::False => FAIL,
                Node::Input(input) => match known(input as usize) {
                    Some(false) => FAIL,
                    Some(true) => HOLD,
                    None => FAIL | HOLD,
                },
                Node::And(a, b) => {
                    let (a, b) = (self.of(a), self.of(b));
                    a & b & HOLD | (a | b) & FAIL
                }
                Node::Variable { .. } => FAIL | HOLD,
            };
        }
    }

    fn of(&self, literal: Lit) -> u8 {
        let node = self.told[literal.node() as usize];
        if literal.inverted() { node >> 1 | node << 1 & HOLD } else { node }
    }

    /// Whether a literal may be true.
    pub(crate) fn holds(&self, literal: Lit) -> bool {
        self.of(literal) & HOLD != 0
    }

    /// Whether a literal may be false.
    pub(crate) fn fails(&self, literal: Lit) -> bool {
        self.of(literal) & FAIL != 0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::graphs::{graphs, simulate, value};
    use super::*;

    /// Inputs of the graphs.
    const INPUTS: usize = 6;

    proptest! {
        #[test]
        fn what_is_the_case_for_some_values_of_the_unknown_inputs_is_possible(
            (aig, literals) in graphs(INPUTS, 30),
            known in any::<[bool; INPUTS]>(),
            values in any::<[bool; INPUTS]>(),
        ) {
            let mut possible = Possible::new(&aig);
            possible.look(&aig, |input| known[input].then_some(values[input]));
            let nodes = simulate(&aig, &values);
            for literal in literals {
                let told = if value(&nodes, literal) { possible.holds(literal) } else { possible.fails(literal) };
                prop_assert!(told);
            }
        }
    }

    #[test]
    fn what_known_inputs_tell_is_certain() {
        let mut aig = Aig::new();
        let (a, b) = (aig.input(), aig.input());
        let (both, either) = (aig.and(a, b), aig.or(a, b));
        let mut possible = Possible::new(&aig);
        possible.look(&aig, |input| (input == 0).then_some(true));
        assert!(possible.holds(both) && possible.fails(both));
        assert!(possible.holds(either) && !possible.fails(either) && !possible.holds(!either));
    }
}
