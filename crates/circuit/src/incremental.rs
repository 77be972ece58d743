//! A network evaluated for one state at a time: only what has changed since the state before is worked out again.
//!
//! The second way to run a network, beside the lanes. Rules with many gates of which a move changes few, as on large boards, are played faster like this. `graph` arranges the
//! network so that each node knows its readers, `evaluation` simulates it by events, `guard` takes out of the legal moves what changes with every turn, and a
//! [`Walker`] puts three such graphs together to the states of a game.

mod evaluation;
mod graph;
mod guard;
mod walker;

use gdl::{Interrupt, Interrupted};
use serde::{Deserialize, Serialize};

use crate::goal::GOAL_BITS;
use crate::network::{Aig, Lit, Network, Wide, flatten, goal_bits, unroll};
use crate::renumbering::Renumbering;
use crate::state::{Layout, State, ones_between};
use crate::stored::{Damaged, sound};
use graph::{Graph, Output};
use guard::guard;
pub(crate) use walker::Walker;

/// A network arranged to be evaluated incrementally.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Incremental {
    /// Tells of the fluents whether the state is terminal, which moves are legal but for the guards, and the guards.
    view: Graph,
    /// Tells of the fluents the goals.
    goals: Graph,
    /// Tells of the fluents and the moves the next fluents.
    step: Graph,
    layout: Layout,
    fluents: usize,
    /// Where each role's moves start among those of all roles, and where the last role's end.
    first_move: Vec<usize>,
    guards: Vec<Guard>,
    /// The bit of the output of `view` that tells whether the state is terminal.
    terminal: usize,
}

/// What many of a role's legal moves have in common: where it does not hold, none of these moves is legal.
#[derive(Debug, Serialize, Deserialize)]
struct Guard {
    /// The bit of the output of `view` that tells whether it holds.
    bit: usize,
    /// The moves, as bits among those of all roles.
    mask: Vec<u64>,
}

/// A network with recursion is not arranged if it has more than so many nodes without.
const MOST_UNROLLED: usize = 500_000;

impl Incremental {
    /// The network of states with this layout; none if it is recursive and large.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        network: &Network,
        layout: Layout,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let flat;
        let network = if network.aig.blocks().is_empty() {
            network
        } else {
            let Some(unrolled) = unroll(&network.aig, &network.roots(), MOST_UNROLLED) else {
                return Ok(None);
            };
            let mut without = network.clone();
            without.replace(unrolled);
            flat = without;
            &flat
        };
        let fluents = network.initial.len();
        let roles = network.legal.len();
        let mut first_move: Vec<usize> = network.first_moves.iter().map(|input| input - fluents).collect();
        let moves = network.legal.iter().map(Vec::len).sum();
        first_move.push(moves);
        // The outputs of `view` and `goals` are the words of a state from its legal moves on. The guards follow.
        let first_bit = layout.legal_bit();
        let words = layout.words() - first_bit / 64;
        let terminal = layout.terminal_bit() - first_bit;
        let legal = network.legal.iter().flatten().copied();
        let Form { mut wide, mut literals } =
            Form::new(&network.aig, legal.chain([network.terminal]), interrupt)?;
        let mut guards = Vec::new();
        let mut outputs = Vec::new();
        for role in 0..roles {
            let own = first_move[role]..first_move[role + 1];
            let Some((literal, guarded)) = guard(&mut wide, &mut literals[own.clone()]) else { continue };
            let bit = 64 * words + guards.len();
            outputs.push(Output { bit, literal });
            let mut mask = vec![0; moves.div_ceil(64)];
            guarded.into_iter().map(|mov| own.start + mov).for_each(|bit| mask[bit / 64] |= 1 << (bit % 64));
            guards.push(Guard { bit, mask });
        }
        let bits = (0..moves).chain([terminal]);
        outputs.extend(bits.zip(literals).map(|(bit, literal)| Output { bit, literal }));
        let view = Graph::new(&wide, &outputs, words + guards.len().div_ceil(64), interrupt)?;
        let mut aig = network.aig.clone();
        let goals: Vec<Lit> = network.goals.iter().flat_map(|goals| goal_bits(&mut aig, goals)).collect();
        let goals =
            Form::new(&aig, goals, interrupt)?.graph(layout.goal_bit(0) - first_bit, words, interrupt)?;
        let step = Form::new(&network.aig, network.next.iter().copied(), interrupt)?;
        let step = step.graph(0, fluents.div_ceil(64), interrupt)?;
        Ok(Some(Self { view, goals, step, layout, fluents, first_move, guards, terminal }))
    }

    /// Makes what is not stored, and checks whether it evaluates states of this layout, of so many fluents and moves of each role.
    pub(crate) fn restore(&mut self, layout: Layout, fluents: usize, moves: &[usize]) -> Result<(), Damaged> {
        let all_moves: usize = moves.iter().sum();
        let first_moves = moves.iter().scan(0, |first, moves| {
            *first += moves;
            Some(*first)
        });
        let first_bit = layout.legal_bit();
        let words = layout.words() - first_bit / 64;
        let terminal = layout.terminal_bit() - first_bit;
        let goals = layout.goal_bit(0) - first_bit;
        let goals = goals..goals + GOAL_BITS * moves.len();
        let mut guards = self.guards.iter().enumerate();
        let fits = (self.layout, self.fluents, self.terminal) == (layout, fluents, terminal)
            && self.first_move.iter().copied().eq([0].into_iter().chain(first_moves))
            && guards.all(|(number, guard)| {
                guard.bit == 64 * words + number && guard.mask.len() == all_moves.div_ceil(64)
            });
        sound(fits, "the layout of a state")?;
        let guards = 64 * words..64 * words + self.guards.len();
        let inputs = fluents + all_moves;
        let view_words = words + self.guards.len().div_ceil(64);
        let tells = |bit| bit < all_moves || bit == terminal || guards.contains(&bit);
        self.view.restore(inputs, view_words, tells)?;
        self.goals.restore(inputs, words, |bit| goals.contains(&bit))?;
        self.step.restore(inputs, fluents.div_ceil(64), |bit| bit < fluents)
    }

    pub(crate) fn renumber(&mut self, numbers: &Renumbering) {
        let moves = numbers.of_moves();
        self.view.renumber(numbers, |bit| moves.get(bit).map_or(bit, |&mov| mov as usize));
        self.goals.renumber(numbers, |bit| bit);
        self.step.renumber(numbers, |bit| numbers.input(bit));
        for guard in &mut self.guards {
            let own: Vec<usize> = ones_between(&guard.mask, 0, moves.len()).collect();
            guard.mask.fill(0);
            own.into_iter()
                .map(|mov| moves[mov] as usize)
                .for_each(|bit| guard.mask[bit / 64] |= 1 << (bit % 64));
        }
    }

    /// A role's legal moves in a state, in ascending order.
    pub(crate) fn legal(&self, state: &State, role: usize) -> impl Iterator<Item = u32> {
        let first = self.first_move[role];
        state.legal_between(first, self.first_move[role + 1]).map(move |mov| (mov - first) as u32)
    }

    /// The input of `step` that says that a role makes its move number `mov`.
    fn does(&self, role: usize, mov: u32) -> usize {
        self.fluents + self.first_move[role] + mov as usize
    }

    /// The first bit of a role's goal in the output of `goals`.
    fn goal_bit(&self, role: usize) -> usize {
        self.layout.goal_bit(role) - self.layout.legal_bit()
    }
}

/// Some literals as ANDs as wide as possible.
struct Form {
    wide: Wide,
    literals: Vec<Lit>,
}

impl Form {
    fn new(
        aig: &Aig,
        literals: impl IntoIterator<Item = Lit>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let literals: Vec<Lit> = literals.into_iter().collect();
        let wide = flatten(&Wide::lift(aig, &literals, interrupt)?, interrupt)?;
        let literals = wide.roots.clone();
        Ok(Self { wide, literals })
    }

    /// The graph whose output has these literals from a bit on.
    fn graph(&self, first_bit: usize, words: usize, interrupt: &Interrupt<'_>) -> Result<Graph, Interrupted> {
        let outputs = (first_bit..).zip(&self.literals).map(|(bit, &literal)| Output { bit, literal });
        Graph::new(&self.wide, &outputs.collect::<Vec<_>>(), words, interrupt)
    }
}
