use gdl::{Interrupt, Interrupted};

use super::aig::Node;
use super::network::Network;

/// Whether the value of each fluent depends on the ply alone: the greatest set of fluents that depend on no
/// move and on no fluent outside the set.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn clock(network: &Network, interrupt: &Interrupt<'_>) -> Result<Vec<bool>, Interrupted> {
    let aig = &network.aig;
    let mut clock = vec![true; network.initial.len()];
    // Whether each node depends on a move, or on a fluent that is not of the clock.
    let mut driven = vec![false; aig.nodes().len()];
    loop {
        let mut changed = false;
        for (number, node) in aig.nodes().iter().enumerate() {
            interrupt.check()?;
            let is_driven = match *node {
                Node::False => false,
                Node::Input(input) => clock.get(input as usize) != Some(&true),
                Node::And(a, b) => driven[a.node() as usize] || driven[b.node() as usize],
                Node::Variable { block, index } => {
                    driven[aig.blocks()[block as usize].definitions[index as usize].node() as usize]
                }
            };
            changed |= is_driven != std::mem::replace(&mut driven[number], is_driven);
        }
        for (ticks, next) in clock.iter_mut().zip(&network.next) {
            *ticks &= !driven[next.node() as usize];
        }
        if !changed {
            return Ok(clock);
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
