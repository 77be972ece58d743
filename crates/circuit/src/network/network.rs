use logic::{AtomId, Grounding, Reasoner};

use super::aig::{Aig, Lit};
use super::build::{Cut, build};
use super::complement::complement;
use super::invariant::{Group, candidates};
use super::known::{Facts, Known};
use super::lower::lower;
use super::optimize::{Shape, optimize};
use super::prove::prove;
use super::rest::name_the_rest;
use super::substitute::Substitution;
use super::wide::Wide;
use crate::error::CircuitError;
use crate::size::Size;

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
    /// The gates before anything was made smaller.
    pub(crate) gates_before: usize,
}

impl Network {
    /// The network of a game's grounding; the `reasoner` that made it knows what its terms are.
    ///
    /// # Errors
    /// If the grounding is too large.
    pub(crate) fn new(grounding: &Grounding, reasoner: &Reasoner) -> Result<Self, CircuitError> {
        let mut network = Self::translate(grounding, reasoner)?;
        // Of a small graph it is far easier to prove anything.
        network.improve();
        network.groups = prove(&network, candidates(&network, grounding, reasoner));
        if !network.groups.is_empty() {
            network.improve();
        }
        Ok(network)
    }

    /// The grounding as it is.
    fn translate(grounding: &Grounding, reasoner: &Reasoner) -> Result<Self, CircuitError> {
        let literals = (grounding.inputs()..grounding.atoms())
            .flat_map(|atom| grounding.bodies(AtomId(atom as u32)))
            .map(|body| body.len() + 1)
            .sum();
        if literals > MOST_LITERALS {
            return Err(CircuitError::TooLarge { literals, limit: MOST_LITERALS });
        }
        let (mut wide, atoms) = build(grounding, Cut::Few);
        let mut network = Self::outline(grounding, reasoner, &atoms);
        wide.roots = network.roots();
        let (aig, roots) = lower(&wide, grounding.fluents.len());
        network.replace(aig.sweep(&roots));
        network.gates_before = network.aig.gates();
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
        let forced = self.forced(&groups);
        for moves in &mut groups[self.groups.len()..] {
            let is_free =
                |mov: &&Lit| forced.binary_search_by_key(&!**mov, |group| group.members[1]).is_err();
            let free = moves.members.iter().filter(is_free).count();
            // The view must be right where no move is made, too: a group that says that one is may not say anything about fluents.
            moves.exactly = free > 1 || free == 1 && moves.members.len() <= 2;
        }
        groups.extend(forced);
        let (substitution, groups) = Substitution::new(inputs, groups);
        for fluent in 0..fluents {
            let same = substitution.literal(Lit::new(fluent as u32 + 1, false));
            self.next[fluent] = match same.node() {
                0 => same,
                node => self.next[node as usize - 1].invert_if(same.inverted()),
            };
        }
        let wide = substitution.apply(&Wide::lift(&self.aig, &self.roots()));
        let wide = name_the_rest(&wide, &groups);
        let (aig, roots) = lower(&wide, fluents);
        self.replace(aig.sweep(&roots));
        // The first root is `terminal`, then come the moves' in the order of their inputs.
        let legal = (fluents..inputs).map(|input| (input, input - fluents + 1)).collect();
        let shape = Shape { fluents, legal, groups };
        self.replace(optimize(&self.aig, &self.roots(), &shape));
        if self.aig.gates() > MOST_GATES_TWICE {
            return;
        }
        let mut other = self.clone();
        let roots = other.roots();
        other.next = complement(&mut other.aig, &roots, &other.next, &shape.groups);
        other.replace(optimize(&other.aig, &other.roots(), &shape));
        if other.aig.gates() < self.aig.gates() {
            *self = other;
        }
    }

    /// Moves that are made wherever they are legal, since no other is then: each equals what makes it legal, if that is a fluent.
    fn forced(&self, groups: &[Group]) -> Vec<Group> {
        let wide = Wide::lift(&self.aig, &self.roots());
        let mut known = Known::new(Facts::new(wide.inputs(), groups.to_vec()));
        let (fluents, mut at) = (self.initial.len(), 0);
        let mut forced = Vec::new();
        for moves in &self.legal {
            // The first root is `terminal`, then come the moves'.
            let legal = &wide.roots[at + 1..at + 1 + moves.len()];
            for (mov, &own) in
                legal.iter().enumerate().filter(|(_, own)| (1..=fluents).contains(&(own.node() as usize)))
            {
                let mark = known.mark();
                known.assume(&wide, own);
                let mut others = legal.iter().enumerate().filter(|(other, _)| *other != mov);
                if others.all(|(_, &other)| {
                    let mark = known.mark();
                    let excluded = !known.assume(&wide, other);
                    known.back(mark);
                    excluded
                }) {
                    let does = Lit::new((fluents + at + mov) as u32 + 1, false);
                    forced.push(Group { members: vec![own, !does], exactly: true });
                }
                known.back(mark);
            }
            at += moves.len();
        }
        forced
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

/// The most gates of a graph that is made smaller in two ways to keep the better.
const MOST_GATES_TWICE: usize = 200_000;

/// The most literals of a grounding that is made into a network: some 3 GB at the peak.
const MOST_LITERALS: usize = 20_000_000;

#[cfg(test)]
mod tests;
