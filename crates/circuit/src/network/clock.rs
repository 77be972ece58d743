use super::aig::Node;
use super::network::Network;

/// The fluents whose values depend on the ply alone, as bits: the greatest set of those that depend on no move and on no fluent outside the set.
pub(crate) fn clock(network: &Network) -> Vec<u64> {
    let fluents = network.initial.len();
    let mut free: Vec<bool> = (0..network.aig.inputs().len()).map(|input| input < fluents).collect();
    loop {
        let bound = bound(network, &free);
        let mut changed = false;
        for (fluent, next) in network.next.iter().enumerate() {
            if free[fluent] && bound[next.node() as usize] {
                free[fluent] = false;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let mut bits = vec![0; fluents.div_ceil(64)];
    for fluent in (0..fluents).filter(|&fluent| free[fluent]) {
        bits[fluent / 64] |= 1 << (fluent % 64);
    }
    bits
}

/// Which nodes depend on inputs that are not `free`.
fn bound(network: &Network, free: &[bool]) -> Vec<bool> {
    let aig = &network.aig;
    let mut bound = vec![false; aig.nodes().len()];
    loop {
        for (node, gate) in aig.nodes().iter().enumerate() {
            bound[node] |= match *gate {
                Node::False | Node::Variable { .. } => false,
                Node::Input(input) => !free[input as usize],
                Node::And(a, b) => bound[a.node() as usize] || bound[b.node() as usize],
            };
        }
        // Variables depend on definitions, which come after them.
        let mut changed = false;
        for block in aig.blocks() {
            let any = block.definitions.iter().any(|definition| bound[definition.node() as usize]);
            for &variable in &block.variables {
                changed |= any && !bound[variable as usize];
                bound[variable as usize] |= any;
            }
        }
        if !changed {
            return bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Circuit;
    use crate::testing::grounded;

    fn clock(text: &str) -> Vec<String> {
        let (grounding, reasoner) = grounded(text);
        let clock = Circuit::new(&grounding, &reasoner).unwrap().clock();
        let ticks = |fluent: &usize| clock[fluent / 64] >> (fluent % 64) & 1 == 1;
        (0..grounding.fluents.len())
            .filter(ticks)
            .map(|fluent| reasoner.text(grounding.fluents[fluent]))
            .collect()
    }

    #[test]
    fn a_counter_of_plies_is_a_clock_and_what_moves_change_is_not() {
        let counter = "(role you) (init (step 0)) (init p) (succ 0 1) (succ 1 2)
            (legal you a) (legal you b) (<= (next q) (does you a)) (<= (next p) (true p) (not (does you b)))
            (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m)) (<= terminal (true (step 2)))
            (<= (goal you 100) (true q)) (<= (goal you 0) (not (true q)))";
        assert_eq!(clock(counter), ["(step 0)", "(step 1)", "(step 2)"]);
        // A counter that a move stops is none.
        let stopped = counter.replace("(succ ?n ?m))", "(succ ?n ?m) (not (true q)))");
        assert_eq!(clock(&stopped), ["(step 0)"], "what holds at the start alone");
    }
}
