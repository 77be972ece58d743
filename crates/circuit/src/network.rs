use logic::{AtomId, Grounding, Reasoner};

use crate::aig::{Aig, Lit};
use crate::build::build;
use crate::complement::complement;
use crate::error::CircuitError;
use crate::invariant::{Group, candidates};
use crate::lower::lower;
use crate::optimize::{Shape, optimize};
use crate::prove::prove;
use crate::size::Size;
use crate::substitute::Substitution;
use crate::wide::Wide;

/// A game as an and-inverter graph with named inputs and outputs.
///
/// The graph's inputs are first the fluents, then role by role whether each move is made (exactly one a role). `terminal`, `legal` and `goals` depend on
/// the fluents alone: the *view*. `next` may depend on the moves too: the *step*, which is right for legal moves only.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    pub(crate) aig: Aig,
    /// Whether each fluent holds at the start.
    pub(crate) initial: Vec<bool>,
    /// Whether the game is over.
    pub(crate) terminal: Lit,
    /// Whether each move of each role is legal.
    pub(crate) legal: Vec<Vec<Lit>>,
    /// What gives each role each of the goals that it may get, in ascending order of the goals; a goal that is no whole number from 0 to 100 is none.
    pub(crate) goals: Vec<Vec<(Option<u8>, Lit)>>,
    /// Whether each fluent holds in the next state.
    pub(crate) next: Vec<Lit>,
    /// What was proven to be so in every reachable state. The graph is right about states that they admit, and may be wrong about others.
    pub(crate) groups: Vec<Group>,
    pub(crate) gates_before: usize,
}

impl Network {
    /// The network of a game's grounding; the `reasoner` that made it knows what its terms are.
    ///
    /// # Errors
    /// If the grounding is too large.
    pub(crate) fn new(grounding: &Grounding, reasoner: &Reasoner) -> Result<Self, CircuitError> {
        let literals = (grounding.inputs()..grounding.atoms())
            .flat_map(|atom| grounding.bodies(AtomId(atom as u32)))
            .map(|body| body.len() + 1)
            .sum();
        if literals > MOST_LITERALS {
            return Err(CircuitError::TooLarge { literals, limit: MOST_LITERALS });
        }
        let (mut wide, atoms) = build(grounding);
        let mut network = Self::outline(grounding, reasoner, &atoms);
        wide.roots = network.roots();
        let (aig, roots) = lower(&wide, grounding.fluents.len());
        network.replace(aig.sweep(&roots));
        network.gates_before = network.aig.gates();
        network.groups = prove(&network, candidates(&network, grounding, reasoner));
        network.improve();
        Ok(network)
    }

    /// Makes the graph smaller, with what the proven groups say about it.
    fn improve(&mut self) {
        let fluents = self.initial.len();
        let inputs = self.aig.inputs().len();
        let mut groups = self.groups.clone();
        groups.extend((0..self.legal.len()).map(|role| {
            let moves =
                (0..self.moves(role)).map(|mov| Lit::new(self.does_input(role, mov) as u32 + 1, false));
            Group { members: moves.collect(), exactly: true }
        }));
        let (substitution, groups) = Substitution::new(inputs, groups);
        for fluent in 0..fluents {
            let same = substitution.literal(Lit::new(fluent as u32 + 1, false));
            self.next[fluent] = match same.node() {
                0 => same,
                node => self.next[node as usize - 1].invert_if(same.inverted()),
            };
        }
        let wide = substitution.apply(&Wide::lift(&self.aig, &self.roots()));
        let (aig, roots) = lower(&wide, fluents);
        self.replace(aig.sweep(&roots));
        // The first root is `terminal`, then come the moves' in the order of their inputs.
        let legal = (fluents..inputs).map(|input| (input, input - fluents + 1)).collect();
        let shape = Shape { fluents, legal, groups };
        self.replace(optimize(&self.aig, &self.roots(), &shape));
        let mut other = self.clone();
        let roots = other.roots();
        other.next = complement(&mut other.aig, &roots, &other.next, &shape.groups);
        other.replace(optimize(&other.aig, &other.roots(), &shape));
        if other.aig.gates() < self.aig.gates() {
            *self = other;
        }
    }

    /// Whether a state is one that the graph is right about, as every reachable state is.
    pub(crate) fn admits(&self, holds: impl Fn(usize) -> bool) -> bool {
        let literal = |member: Lit| holds(member.node() as usize - 1) != member.inverted();
        self.groups.iter().all(|group| group.admits(literal))
    }

    /// How large it is.
    pub(crate) fn size(&self) -> Size {
        Size {
            roles: self.legal.len(),
            fluents: self.initial.len(),
            moves: self.legal.iter().map(Vec::len).collect(),
            gates_before: self.gates_before,
            gates: self.aig.gates(),
            depth: self.aig.depth(),
            blocks: self.aig.blocks().len(),
            block_variables: self.aig.blocks().iter().map(|block| block.variables.len()).sum(),
            invariants: self.groups.len(),
        }
    }

    /// The outputs of a graph that is still to come.
    fn outline(grounding: &Grounding, reasoner: &Reasoner, atoms: &[Lit]) -> Self {
        let literal = |atom: AtomId| atoms[atom.0 as usize];
        let goals = grounding.goals.iter().map(|goals| {
            let number = |text: String| text.parse().ok().filter(|goal| *goal <= 100);
            let mut goals: Vec<(Option<u8>, Lit)> =
                goals.iter().map(|&(goal, atom)| (number(reasoner.text(goal)), literal(atom))).collect();
            goals.sort_by_key(|&(goal, _)| goal);
            goals
        });
        Self {
            aig: Aig::new(),
            initial: grounding.initial.clone(),
            terminal: literal(grounding.terminal),
            legal: grounding
                .legal
                .iter()
                .map(|moves| moves.iter().map(|&atom| literal(atom)).collect())
                .collect(),
            goals: goals.collect(),
            next: grounding.next.iter().map(|&atom| literal(atom)).collect(),
            groups: Vec::new(),
            gates_before: 0,
        }
    }

    /// All outputs, in an order that [`replace`](Self::replace) knows.
    fn roots(&self) -> Vec<Lit> {
        let legal = self.legal.iter().flatten().copied();
        let goals = self.goals.iter().flatten().map(|&(_, literal)| literal);
        std::iter::once(self.terminal).chain(legal).chain(goals).chain(self.next.iter().copied()).collect()
    }

    /// Puts another graph with its roots in place of this one.
    fn replace(&mut self, (aig, roots): (Aig, Vec<Lit>)) {
        let legal = self.legal.iter_mut().flatten();
        let goals = self.goals.iter_mut().flatten().map(|(_, literal)| literal);
        let outputs = std::iter::once(&mut self.terminal).chain(legal).chain(goals).chain(&mut self.next);
        outputs.zip(roots).for_each(|(output, root)| *output = root);
        self.aig = aig;
    }

    /// How many moves each role may ever make.
    pub(crate) fn moves(&self, role: usize) -> usize {
        self.legal[role].len()
    }

    /// The number of the graph's input that says whether `role` makes its move number `mov`.
    pub(crate) fn does_input(&self, role: usize, mov: usize) -> usize {
        self.initial.len() + self.legal[..role].iter().map(Vec::len).sum::<usize>() + mov
    }
}

/// The most literals of a grounding that is made into a network: some 3 GB at the peak.
const MOST_LITERALS: usize = 20_000_000;

#[cfg(test)]
mod tests {
    use gdl::Rulesheet;
    use logic::{GroundLimits, Limits, Payoff};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::simulate::Simulation;

    fn network(text: &str) -> (Reasoner, Grounding, Network) {
        let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
        let reasoner = Reasoner::new(&sheet, Limits::default()).unwrap();
        let grounding = Grounding::new(&sheet, &reasoner, &GroundLimits::default()).unwrap();
        let network = Network::new(&grounding, &reasoner).unwrap();
        (reasoner, grounding, network)
    }

    /// Walks at random and compares all that the network says with what the reasoner says.
    fn walk(reasoner: &Reasoner, grounding: &Grounding, network: &Network, seed: u64) {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut simulation = Simulation::new(&network.aig);
        let mut state = reasoner.initial().clone();
        loop {
            let mut inputs = vec![0; network.aig.inputs().len()];
            for fluent in state.fluents() {
                inputs[grounding.fluents.iter().position(|other| other == fluent).unwrap()] = 1;
            }
            assert!(network.admits(|fluent| inputs[fluent] == 1), "the invariants are wrong");
            simulation.run(&network.aig, &inputs);
            let mut view = reasoner.view(&state);
            let holds = |literal| simulation.value(literal) & 1 == 1;
            assert_eq!(holds(network.terminal), view.terminal().unwrap());
            for (role, payoff) in view.payoffs().unwrap().into_iter().enumerate() {
                let goals = network.goals[role].iter().filter(|(_, literal)| holds(*literal));
                let goals: Vec<Option<u8>> = goals.map(|&(goal, _)| goal).collect();
                match payoff {
                    Payoff::Goal(goal) => assert_eq!(goals, [Some(goal)]),
                    Payoff::Missing => assert_eq!(goals, []),
                    Payoff::Unclear(_) => assert!(goals.len() > 1 || goals == [None]),
                }
            }
            let mut joint = Vec::new();
            for role in 0..network.legal.len() {
                let moves = &grounding.moves[role];
                let legal: Vec<usize> =
                    (0..moves.len()).filter(|&mov| holds(network.legal[role][mov])).collect();
                let terms: Vec<_> = legal.iter().map(|&mov| moves[mov]).collect();
                assert_eq!(terms, view.legal(role).unwrap());
                if !legal.is_empty() {
                    let chosen = legal[random.random_range(0..legal.len())];
                    inputs[network.does_input(role, chosen)] = 1;
                    joint.push(moves[chosen]);
                }
            }
            if view.terminal().unwrap() || joint.len() < network.legal.len() {
                return;
            }
            simulation.run(&network.aig, &inputs);
            let next =
                (0..network.next.len()).filter(|&fluent| simulation.value(network.next[fluent]) & 1 == 1);
            let mut next: Vec<_> = next.map(|fluent| grounding.fluents[fluent]).collect();
            next.sort_unstable();
            let expected = view.next(&joint).unwrap();
            assert_eq!(next, expected.fluents());
            state = expected;
        }
    }

    fn games() -> Vec<(String, String)> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
        let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<_> =
            paths.filter(|path| path.extension().is_some_and(|extension| extension == "kif")).collect();
        files.sort();
        files
            .iter()
            .map(|path| {
                (path.file_stem().unwrap().to_string_lossy().into(), std::fs::read_to_string(path).unwrap())
            })
            .collect()
    }

    #[test]
    fn built_in_games_are_what_the_reasoner_says() {
        for (name, text) in games() {
            println!("{name}");
            let (reasoner, grounding, network) = network(&text);
            println!("{:?}", network.size());
            (0..10).for_each(|seed| walk(&reasoner, &grounding, &network, seed));
        }
    }
}
