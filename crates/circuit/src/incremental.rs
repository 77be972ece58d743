//! A network evaluated for one state at a time: only what has changed since the state before is worked
//! out again.
//!
//! The second way to run a network, beside the lanes. Rules with many gates of which a move changes few, as
//! on large boards, are played faster like this. `graph` arranges the network for that, and `evaluation`
//! simulates it by `events`: gates keep `counts` of false operands or `reasons` for their values, whichever
//! costs less. `guard` takes out of the legal moves what changes with every turn, and a [`Walker`] puts three
//! such graphs together to the states of a game.

mod counts;
mod evaluation;
mod events;
mod graph;
mod guard;
mod reasons;
mod walker;

use gdl::{Interrupt, Interrupted};
use serde::{Deserialize, Serialize};

use crate::goal::GOAL_BITS;
use crate::network::{Aig, Lit, Network, Wide, flatten, goal_bits, unroll};
use crate::renumbering::Renumbering;
use crate::state::{Layout, State, ones_between};
use crate::stored::{Damaged, sound};
use evaluation::Evaluation;
use graph::{Graph, Output, Way};
use guard::guard;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
pub(crate) use walker::Walker;

/// A network arranged to be evaluated incrementally.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Incremental {
    /// Tells of the fluents whether the state is terminal, which moves are legal but for the guards, and
    /// the guards.
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

/// From how many plies of random play it is found out which way costs less.
const PLIES: usize = 24;

/// How long what is counted as work takes by reasons, in relation to [`COST_OF_COUNTS`], about: it took 1.2
/// to 2 times as long on the rules on which it was measured.
const COST_OF_REASONS: u64 = 4;
const COST_OF_COUNTS: u64 = 3;

impl Incremental {
    /// The network of states such as the initial one; none if it is recursive and large.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        network: &Network,
        initial: &State,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let layout = initial.layout();
        let flat;
        let network = if network.aig.blocks().is_empty() {
            network
        } else {
            let Some(unrolled) = unroll(&network.aig, &network.roots(), MOST_UNROLLED, interrupt)? else {
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
        // The outputs of `view` and `goals` are the words of a state from its legal moves on. The
        // guards follow.
        let first_bit = layout.legal_bit();
        let words = layout.words() - first_bit / 64;
        let terminal = layout.terminal_bit() - first_bit;
        let legal = network.legal.iter().flatten().copied();
        let mut wide = widen(&network.aig, legal.chain([network.terminal]), interrupt)?;
        let mut literals = wide.roots.clone();
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
        let view = Form { wide, outputs, words: words + guards.len().div_ceil(64) };
        let mut aig = network.aig.clone();
        let goals: Vec<Lit> = network.goals.iter().flat_map(|goals| goal_bits(&mut aig, goals)).collect();
        let goals = Form::new(&aig, goals, layout.goal_bit(0) - first_bit, words, interrupt)?;
        let next = network.next.iter().copied();
        let step = Form::new(&network.aig, next, 0, fluents.div_ceil(64), interrupt)?;
        let mut new = Self {
            view: view.graph(Way::Counts, interrupt)?,
            goals: goals.graph(Way::Counts, interrupt)?,
            step: step.graph(Way::Counts, interrupt)?,
            layout,
            fluents,
            first_move,
            guards,
            terminal,
        };
        let Trajectory { views, steps } = new.random_trajectory(initial, interrupt)?;
        for (form, graph, inputs) in
            [(view, &mut new.view, &views), (goals, &mut new.goals, &views), (step, &mut new.step, &steps)]
        {
            let reasons = form.graph(Way::Reasons, interrupt)?;
            let by_reasons = work_along(&reasons, inputs, interrupt)?;
            let by_counts = work_along(graph, inputs, interrupt)?;
            if COST_OF_REASONS * by_reasons < COST_OF_COUNTS * by_counts {
                *graph = reasons;
            }
        }
        Ok(Some(new))
    }

    /// A trajectory of random play, the same at every call.
    fn random_trajectory(
        &self,
        initial: &State,
        interrupt: &Interrupt<'_>,
    ) -> Result<Trajectory, Interrupted> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(0);
        let mut walker = Walker::new(self);
        walker.see(self, initial.fluents());
        let mut trajectory = Trajectory { views: vec![walker.seen().to_vec()], steps: Vec::new() };
        while trajectory.views.len() <= PLIES {
            interrupt.check_now()?;
            let draw = |role| {
                let count = walker.mobility(self, role);
                walker.legal_move(self, role, random.random_range(0..count.max(1)))
            };
            let joint: Option<Vec<u32>> = (0..self.first_move.len() - 1).map(draw).collect();
            match joint {
                Some(joint) if !walker.terminal(self) => {
                    walker.advance(self, &joint);
                    trajectory.steps.push(walker.made().to_vec());
                }
                // From where a role cannot move, or a game that is over at the start, nobody goes on.
                _ if trajectory.views.len() == 1 => break,
                _ => walker.see(self, initial.fluents()),
            }
            trajectory.views.push(walker.seen().to_vec());
        }
        Ok(trajectory)
    }

    /// Makes what is not stored, and checks whether it evaluates states of this layout, of so many fluents
    /// and moves of each role.
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

/// The inputs of graphs along a play: of `view` and `goals`, and of `step`.
struct Trajectory {
    views: Vec<Vec<u64>>,
    steps: Vec<Vec<u64>>,
}

/// What it costs to evaluate a graph with one of these inputs after the other, the first apart.
///
/// # Errors
/// If it is interrupted.
fn work_along(graph: &Graph, inputs: &[Vec<u64>], interrupt: &Interrupt<'_>) -> Result<u64, Interrupted> {
    let mut evaluation = Evaluation::new(graph);
    let mut before = 0;
    for (number, values) in inputs.iter().enumerate() {
        interrupt.check_now()?;
        evaluation.set(values, graph.inputs());
        evaluation.settle(graph);
        if number == 0 {
            before = evaluation.work();
        }
    }
    Ok(evaluation.work() - before)
}

/// Some literals as ANDs as wide as possible, and where a graph tells them.
struct Form {
    wide: Wide,
    outputs: Vec<Output>,
    /// How many words the output has.
    words: usize,
}

impl Form {
    /// The form of a graph whose output has the literals from a bit on.
    fn new(
        aig: &Aig,
        literals: impl IntoIterator<Item = Lit>,
        first_bit: usize,
        words: usize,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let wide = widen(aig, literals, interrupt)?;
        let outputs = (first_bit..).zip(&wide.roots).map(|(bit, &literal)| Output { bit, literal });
        Ok(Self { outputs: outputs.collect(), wide, words })
    }

    fn graph(&self, way: Way, interrupt: &Interrupt<'_>) -> Result<Graph, Interrupted> {
        Graph::new(&self.wide, &self.outputs, self.words, way, interrupt)
    }
}

/// Literals as ANDs as wide as possible, which are the roots.
fn widen(
    aig: &Aig,
    literals: impl IntoIterator<Item = Lit>,
    interrupt: &Interrupt<'_>,
) -> Result<Wide, Interrupted> {
    let literals: Vec<Lit> = literals.into_iter().collect();
    flatten(&Wide::lift(aig, &literals, interrupt)?, interrupt)
}
