use std::ops::Range;

use gdl::{Interrupt, Interrupted};

use crate::network::aig::{Aig, Lit, Node};
use crate::network::network::Network;

/// What follows from moves, and what each of them needs to be legal: far fewer gates than those that tell
/// whether it is.
pub(crate) struct Relaxed {
    /// The gates of the step.
    pub(crate) aig: Aig,
    /// Whether each fluent holds in the next state.
    pub(crate) next: Vec<Lit>,
    /// For each role and move literals of fluents that hold wherever it is legal; none if it never is.
    pub(crate) needs: Vec<Vec<Option<Vec<Lit>>>>,
}

impl Relaxed {
    /// What is seen of each move in the gates of a network, whichever way makes it legal.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(network: &Network, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let legal: Vec<Lit> = network.legal.iter().flatten().copied().collect();
        let (view, roots) = network.aig.sweep(&legal, interrupt)?;
        let all = Needs::new(&view, interrupt)?;
        let mut roots = roots.into_iter();
        let mut needs = Vec::with_capacity(network.legal.len());
        for moves in &network.legal {
            let roots = roots.by_ref().take(moves.len());
            needs.push(roots.map(|root| (root != Lit::FALSE).then(|| all.of(root).to_vec())).collect());
        }
        let (aig, next) = network.aig.sweep(&network.next, interrupt)?;
        Ok(Self { aig, next, needs })
    }
}

/// The most literals of inputs that are told of a literal; to tell fewer is right, too.
const MOST: usize = 32;

/// The most of all literals together: 400 MB.
const MOST_OF_ALL: usize = 100_000_000;

/// For each literal of a graph, literals of inputs that hold wherever it does.
struct Needs {
    /// Twice for each node: where it holds, and where its inverse does.
    ranges: Vec<Range<u32>>,
    literals: Vec<Lit>,
}

impl Needs {
    fn new(aig: &Aig, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let mut needs = Self { ranges: Vec::with_capacity(2 * aig.nodes().len()), literals: Vec::new() };
        for (node, gate) in aig.nodes().iter().enumerate() {
            interrupt.check()?;
            match *gate {
                Node::Input(_) => {
                    for inverted in [false, true] {
                        needs.push([Lit::new(node as u32, inverted)]);
                    }
                }
                Node::And(a, b) => {
                    let (of_a, of_b) = (needs.of(a), needs.of(b));
                    let mut both: Vec<Lit> = of_a.iter().chain(of_b).copied().collect();
                    // If there are too many, those stay that are not inverted: whose turn it is tells more
                    // than which of many pieces are not somewhere.
                    both.sort_unstable_by_key(|literal| (literal.inverted(), *literal));
                    both.dedup();
                    let (of_a, of_b) = (needs.of(!a), needs.of(!b));
                    let either: Vec<Lit> =
                        of_a.iter().filter(|literal| of_b.contains(literal)).copied().collect();
                    needs.push(both);
                    needs.push(either);
                }
                Node::False | Node::Variable { .. } => {
                    needs.push([]);
                    needs.push([]);
                }
            }
        }
        Ok(needs)
    }

    fn push(&mut self, literals: impl IntoIterator<Item = Lit>) {
        let start = self.literals.len();
        let most = MOST.min(MOST_OF_ALL.saturating_sub(start));
        self.literals.extend(literals.into_iter().take(most));
        self.ranges.push(start as u32..self.literals.len() as u32);
    }

    fn of(&self, literal: Lit) -> &[Lit] {
        let range = &self.ranges[2 * literal.node() as usize + usize::from(literal.inverted())];
        &self.literals[range.start as usize..range.end as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::proofs::Walk;
    use crate::network::simulate::Simulation;
    use crate::samples::board;

    #[test]
    fn what_a_move_needs_holds_wherever_it_is_legal() {
        let network = board(4, 4, 3, true);
        let never = Interrupt::never();
        let relaxed = Relaxed::new(&network, &never).unwrap();
        assert!(relaxed.aig.gates() < network.aig.gates());
        let mut simulation = Simulation::new(&network.aig);
        let mut inputs = vec![0; network.aig.inputs().len()];
        let mut walk = Walk::new(&network);
        let mut legal_once = 0;
        for _ in 0..50 {
            inputs[..network.initial.len()].copy_from_slice(walk.fluents());
            simulation.run(&network.aig, &inputs);
            for (legal, needs) in network.legal.iter().flatten().zip(relaxed.needs.iter().flatten()) {
                let needs = needs.as_ref().unwrap();
                // Whose turn it is, at least.
                assert!(!needs.is_empty());
                for &needed in needs {
                    assert_eq!(simulation.value(*legal) & !simulation.value(needed), 0);
                }
                legal_once |= simulation.value(*legal);
            }
            walk.step(&never).unwrap();
        }
        assert_ne!(legal_once, 0);
    }

    #[test]
    fn a_move_needs_what_every_way_to_make_it_legal_needs() {
        let mut aig = Aig::new();
        let [turn, a, b] = [(); 3].map(|()| aig.input());
        let (first, second) = (aig.and(turn, a), aig.and(turn, b));
        let either = aig.or(first, second);
        let needs = Needs::new(&aig, &Interrupt::never()).unwrap();
        assert_eq!(needs.of(first), [turn, a]);
        assert_eq!(needs.of(either), [turn]);
        assert_eq!(needs.of(!either), []);
        assert_eq!(needs.of(!turn), [!turn]);
        assert_eq!(needs.of(Lit::TRUE), []);
    }
}
