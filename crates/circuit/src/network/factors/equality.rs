use batsat::{Lit as SatLit, lbool};
use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHashMap;

use crate::network::aig::{Aig, Lit};
use crate::network::network::Network;
use crate::network::proofs::{Transition, Walk, sat};
use crate::network::simulate::Simulation;

/// The most nodes of a graph whose literals are compared.
const MOST_NODES: usize = 1_000_000;

/// The most literals that all queries may assign: about a second.
const MOST_PROPAGATIONS: u64 = 20_000_000;

/// How many steps of 64 random walks side by side literals must agree in before they are compared.
const STEPS: usize = 24;

/// Tells which literals of a graph that has grown out of a network's are equal in every reachable state that
/// is not terminal, and for legal moves.
pub(super) struct Equality<'i> {
    network: &'i Network,
    aig: &'i Aig,
    /// Transitions of random walks: the inputs, and the games that they are of.
    samples: Vec<(Vec<u64>, u64)>,
    simulation: Simulation,
    /// What proves it; none if what random play does not tell apart counts as equal.
    transition: Option<Transition<'i>>,
    interrupt: &'i Interrupt<'i>,
}

/// One of all literals that are equal to stand for them (Mishchenko, Chatterjee, Jiang & Brayton, *FRAIGs: A
/// Unifying Representation for Logic Synthesis and Verification*, 2005).
pub(super) struct Representatives {
    /// For each node its literal's.
    of_node: FxHashMap<u32, Lit>,
}

/// Which of some literals hold in legal transitions that a solver has found. What one of them tells apart
/// need not be compared by the solver.
#[derive(Default)]
struct Counterexamples {
    /// For 64 transitions at a time, in which of them each literal holds.
    words: Vec<Vec<u64>>,
    count: usize,
}

/// The most counterexamples that are kept.
const MOST_COUNTEREXAMPLES: usize = 2_048;

impl Counterexamples {
    fn add(&mut self, holds: impl ExactSizeIterator<Item = bool>) {
        if self.count == MOST_COUNTEREXAMPLES {
            return;
        }
        let bit = self.count % 64;
        if bit == 0 {
            self.words.push(vec![0; holds.len()]);
        }
        if let Some(words) = self.words.last_mut() {
            words.iter_mut().zip(holds).for_each(|(word, holds)| *word |= u64::from(holds) << bit);
        }
        self.count += 1;
    }

    fn tell_apart(&self, a: usize, b: usize) -> bool {
        self.words.iter().any(|words| words[a] != words[b])
    }
}

impl<'i> Equality<'i> {
    /// That which random play does not refute, or which is `proven`; none of a graph that is too large.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn new(
        network: &'i Network,
        aig: &'i Aig,
        proven: bool,
        interrupt: &'i Interrupt<'i>,
    ) -> Result<Option<Self>, Interrupted> {
        if aig.nodes().len() > MOST_NODES {
            return Ok(None);
        }
        let mut walk = Walk::new(network);
        let mut simulation = Simulation::new(aig);
        let mut samples = Vec::with_capacity(STEPS);
        for _ in 0..STEPS {
            let mut inputs = walk.fluents().to_vec();
            walk.step(interrupt)?;
            inputs.extend(walk.moves());
            simulation.run(aig, &inputs);
            // Other games are over, or a role has no move in them.
            let mut alive = !simulation.value(network.terminal);
            for (role, &first) in network.first_moves.iter().enumerate() {
                let moves = &inputs[first..first + network.moves(role)];
                alive &= moves.iter().fold(0, |any, word| any | word);
            }
            samples.push((inputs, alive));
        }
        let grown = proven.then(|| Network { aig: aig.clone(), ..network.clone() });
        let transition =
            grown.map(|grown| Transition::new(&grown, &network.groups, interrupt)).transpose()?;
        Ok(Some(Self { network, aig, samples, simulation, transition, interrupt }))
    }

    /// The representatives of some literals in states where some fluents have given values. A literal
    /// is represented by the first one that is equal. What is not proven within fixed bounds of work
    /// is different.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn representatives(
        &mut self,
        literals: impl Iterator<Item = Lit>,
        case: &[(usize, bool)],
    ) -> Result<Representatives, Interrupted> {
        let mut of_node = FxHashMap::default();
        let mut nodes: Vec<u32> = Vec::new();
        for literal in literals {
            of_node.entry(literal.node()).or_insert_with(|| {
                nodes.push(literal.node());
                Lit::new(literal.node(), false)
            });
        }
        let signatures = self.signatures(&nodes, case)?;
        let given =
            case.iter().map(|&(fluent, value)| sat(Lit::new(self.network.aig.inputs()[fluent], !value)));
        let mut assumptions: Vec<_> = given.collect();
        let mut alike: FxHashMap<&[u64], Vec<usize>> = FxHashMap::default();
        let literals: Vec<Lit> =
            nodes.iter().zip(&signatures).map(|(&node, (_, inverted))| Lit::new(node, *inverted)).collect();
        let mut counterexamples = Counterexamples::default();
        for (place, (&node, (signature, inverted))) in nodes.iter().zip(&signatures).enumerate() {
            let others = alike.entry(signature).or_default();
            let mut equal = None;
            for &other in &*others {
                self.interrupt.check()?;
                if counterexamples.tell_apart(place, other) {
                    continue;
                }
                let Some(Transition { clauses }) = &mut self.transition else {
                    equal = Some(other);
                    break;
                };
                let (a, b) = (sat(literals[place]), sat(literals[other]));
                let mut never = |a: SatLit, b: SatLit| {
                    assumptions.truncate(case.len());
                    assumptions.extend([a, b]);
                    if clauses.propagations() > MOST_PROPAGATIONS {
                        return false;
                    }
                    let answer = clauses.solve(&assumptions);
                    if answer == lbool::TRUE {
                        counterexamples.add(literals.iter().map(|&literal| clauses.holds(sat(literal))));
                    }
                    answer == lbool::FALSE
                };
                if never(a, !b) && never(!a, b) {
                    equal = Some(other);
                    break;
                }
            }
            match equal {
                Some(other) => _ = of_node.insert(node, literals[other].invert_if(*inverted)),
                None => others.push(place),
            }
        }
        // What an interrupted query leaves open has been taken for a difference.
        self.interrupt.check_now()?;
        Ok(Representatives { of_node })
    }

    /// In which samples the literal of each node holds, or its inverse, so that it does not in the first; and
    /// whether it is the inverse.
    fn signatures(
        &mut self,
        nodes: &[u32],
        case: &[(usize, bool)],
    ) -> Result<Vec<(Vec<u64>, bool)>, Interrupted> {
        let mut signatures: Vec<(Vec<u64>, Option<bool>)> =
            vec![(Vec::with_capacity(STEPS), None); nodes.len()];
        for (inputs, alive) in &self.samples {
            self.interrupt.check_now()?;
            let given = |alive: u64, &(fluent, value): &(usize, bool)| {
                alive & if value { inputs[fluent] } else { !inputs[fluent] }
            };
            let alive = case.iter().fold(*alive, given);
            self.simulation.run(self.aig, inputs);
            for (&node, (signature, inverted)) in nodes.iter().zip(&mut signatures) {
                let value = self.simulation.value(Lit::new(node, false));
                if alive != 0 {
                    inverted.get_or_insert(value >> alive.trailing_zeros() & 1 == 1);
                }
                signature.push(if *inverted == Some(true) { !value } else { value } & alive);
            }
        }
        let known = |(signature, inverted): (Vec<u64>, Option<bool>)| (signature, inverted == Some(true));
        Ok(signatures.into_iter().map(known).collect())
    }
}

impl Representatives {
    pub(super) fn of(&self, literal: Lit) -> Lit {
        self.of_node.get(&literal.node()).map_or(literal, |of_node| of_node.invert_if(literal.inverted()))
    }
}
