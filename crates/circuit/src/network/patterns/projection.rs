use std::collections::hash_map::Entry;

use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::aig::{Aig, Lit};
use super::super::clock::clock;
use super::super::network::Network;
use super::super::possible::Possible;
use super::super::simulate::Simulation;
use super::{MOVES_OF_ENTRY, Work};

/// What becomes of some fluents that depend on no others: a transition system.
#[derive(Clone, Debug)]
pub(super) struct Projection {
    pub(super) numbers: Numbers,
    /// The class of each move: those of a class do the same in all states.
    pub(super) classes: Vec<u32>,
    /// For each class the state after each state; none where no such move is legal, whatever the other
    /// fluents are.
    pub(super) next: Vec<Vec<Option<u32>>>,
    /// In which states the goal may be reached, as far as these fluents tell.
    pub(super) goals: FixedBitSet,
}

/// The numbers of the states of a projection.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// The words of a state of the game that have the fluents, and where.
    masks: Vec<(usize, u64)>,
    /// By these words.
    of_words: FxHashMap<Box<[u64]>, u32>,
}

impl Numbers {
    /// The number of the state that a state of the game is, given by its fluents. `key` is room for some
    /// of them.
    pub(super) fn of(&self, fluents: &[u64], key: &mut Vec<u64>) -> u32 {
        key.clear();
        key.extend(self.masks.iter().map(|&(word, mask)| fluents[word] & mask));
        // No other state can be reached.
        self.of_words.get(key.as_slice()).copied().unwrap_or(0)
    }
}

/// The most states of a projection.
const MOST_STATES: usize = 1 << 16;

/// Sets of fluents that depend on none outside the set, each with one that the greatest goal depends on: the
/// least such sets, the smallest first. Those that have all that the goal depends on are left out, as they
/// are no smaller than the game, and so is what no move has any influence on: in a game without moves there
/// is no set. None if there is no goal, or the game is too large.
pub(super) fn closed_sets(
    network: &Network,
    work: &mut Work,
    interrupt: &Interrupt<'_>,
) -> Result<Option<Vec<FixedBitSet>>, Interrupted> {
    let fluents = network.initial.len();
    let clock = clock(network, interrupt)?;
    let Some(goal) = network.greatest_goal(0) else { return Ok(None) };
    let mut wanted = network.aig.inputs_of([goal], interrupt)?;
    wanted.retain(|&fluent| !clock[fluent]);
    let mut direct: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    let mut sets: FxHashSet<FixedBitSet> = FxHashSet::default();
    for &fluent in &wanted {
        let mut set = FixedBitSet::with_capacity(fluents);
        let mut open = vec![fluent];
        while let Some(fluent) = open.pop() {
            if set.put(fluent) {
                continue;
            }
            let read = match direct.entry(fluent) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let mut read = network.aig.inputs_of([network.next[fluent]], interrupt)?;
                    read.retain(|&input| input < fluents);
                    place.insert(read)
                }
            };
            if !work.take(1 + read.len()) {
                return Ok(None);
            }
            open.extend(read.iter().copied());
        }
        if !wanted.iter().all(|&fluent| set.contains(fluent)) {
            sets.insert(set);
        }
    }
    let mut sets: Vec<FixedBitSet> = sets.into_iter().collect();
    sets.sort_by_cached_key(|set| (set.count_ones(..), set.ones().collect::<Vec<usize>>()));
    Ok(Some(sets))
}

impl Projection {
    /// What becomes of the fluents of a closed set from the root on; none if there are more states than
    /// `entries`, or if it takes too much.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn new(
        network: &Network,
        view: &View,
        set: &FixedBitSet,
        root: &[u64],
        entries: usize,
        work: &mut Work,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        if !work.take(network.aig.nodes().len()) {
            return Ok(None);
        }
        let Some(mut walk) = Walk::new(network, view, set, interrupt)? else { return Ok(None) };
        let moves = network.moves(0);
        let mut goals = FixedBitSet::new();
        let first: Box<[u64]> = walk.masks.iter().map(|&(word, mask)| root[word] & mask).collect();
        let mut states = vec![first.clone()];
        let mut of_words = FxHashMap::from_iter([(first, 0)]);
        // For each state the state after each move.
        let mut rows: Vec<Option<u32>> = Vec::new();
        let most = MOST_STATES.min(entries).min(MOVES_OF_ENTRY.saturating_mul(entries) / moves.max(1));
        let mut at = 0;
        while let Some(state) = states.get(at).cloned() {
            interrupt.check_now()?;
            if states.len() > most || !work.take(walk.steps()) {
                return Ok(None);
            }
            let goal = walk.look(&state);
            goals.grow(at + 1);
            goals.set(at, goal);
            walk.moves(|after| {
                rows.push(after.map(|after| {
                    let new = states.len() as u32;
                    *of_words.entry(after).or_insert_with_key(|after| {
                        states.push(after.clone());
                        new
                    })
                }));
            });
            at += 1;
        }
        let (classes, next) = classify(&rows, moves);
        Ok(Some(Self { numbers: Numbers { masks: walk.masks, of_words }, classes, next, goals }))
    }

    /// How many states there are.
    pub(super) fn states(&self) -> usize {
        self.numbers.of_words.len()
    }
}

/// Puts together the moves that do the same in all states, which are the rows: the class of each move, and
/// for each class its column.
fn classify(rows: &[Option<u32>], moves: usize) -> (Vec<u32>, Vec<Vec<Option<u32>>>) {
    let mut classes = vec![0; moves];
    // The first move of each class.
    let mut firsts = Vec::new();
    for row in rows.chunks(moves) {
        let mut split: FxHashMap<(u32, Option<u32>), u32> = FxHashMap::default();
        firsts.clear();
        for (mov, (class, &after)) in classes.iter_mut().zip(row).enumerate() {
            *class = *split.entry((*class, after)).or_insert_with(|| {
                firsts.push(mov);
                firsts.len() as u32 - 1
            });
        }
    }
    let column = |&mov: &usize| rows.chunks(moves).map(|row| row[mov]).collect();
    let next = firsts.iter().map(column).collect();
    (classes, next)
}

/// What depends on the fluents alone: which moves are legal, and the goal.
pub(super) struct View {
    aig: Aig,
    legal: Vec<Lit>,
    goal: Lit,
}

impl View {
    /// None if there is no goal.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn new(network: &Network, interrupt: &Interrupt<'_>) -> Result<Option<Self>, Interrupted> {
        let Some(goal) = network.greatest_goal(0) else { return Ok(None) };
        let roots: Vec<Lit> = network.legal[0].iter().copied().chain([goal]).collect();
        let (aig, mut legal) = network.aig.sweep(&roots, interrupt)?;
        Ok(legal.pop().map(|goal| Self { aig, legal, goal }))
    }
}

/// Evaluates what a projection consists of, state by state.
struct Walk<'v> {
    /// The words of a state of the game that have fluents of the set, and which.
    masks: Vec<(usize, u64)>,
    /// The fluents of the set, by their inputs.
    fluents: Vec<usize>,
    /// For each of them the place of its word among the masks, and its bit.
    bits: Vec<(usize, u32)>,
    /// For each fluent of the game its number in the set.
    numbers: FxHashMap<usize, usize>,
    view: &'v View,
    /// What the view may tell, whatever the other fluents are.
    possible: Possible,
    step: Aig,
    next: Vec<Lit>,
    simulation: Simulation,
    inputs: Vec<u64>,
    /// The input of the first move.
    first_move: usize,
}

impl<'v> Walk<'v> {
    /// None if what becomes of the fluents is told by recursion.
    fn new(
        network: &Network,
        view: &'v View,
        set: &FixedBitSet,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let fluents: Vec<usize> = set.ones().collect();
        let roots: Vec<Lit> = fluents.iter().map(|&fluent| network.next[fluent]).collect();
        let (step, next) = network.aig.sweep(&roots, interrupt)?;
        if !step.blocks().is_empty() {
            return Ok(None);
        }
        let mut masks: Vec<(usize, u64)> = Vec::new();
        let mut bits = Vec::with_capacity(fluents.len());
        for &fluent in &fluents {
            if masks.last().is_none_or(|&(word, _)| word != fluent / 64) {
                masks.push((fluent / 64, 0));
            }
            let place = masks.len() - 1;
            masks[place].1 |= 1 << (fluent % 64);
            bits.push((place, (fluent % 64) as u32));
        }
        Ok(Some(Self {
            numbers: fluents.iter().copied().zip(0..).collect(),
            possible: Possible::new(&view.aig),
            simulation: Simulation::new(&step),
            inputs: vec![0; step.inputs().len()],
            first_move: network.first_moves[0],
            masks,
            fluents,
            bits,
            view,
            step,
            next,
        }))
    }

    /// About how many steps a state takes.
    fn steps(&self) -> usize {
        let moves = self.view.legal.len();
        let gates = self.view.aig.nodes().len() + moves.div_ceil(64) * self.step.nodes().len();
        gates + moves * self.fluents.len() / 4
    }

    /// Looks at a state: whether the goal may hold there.
    fn look(&mut self, state: &[u64]) -> bool {
        let Self { bits, numbers, view, possible, inputs, fluents, .. } = self;
        let holds = |number: usize| {
            let (place, bit) = bits[number];
            state[place] >> bit & 1 == 1
        };
        possible.look(&view.aig, |input| numbers.get(&input).map(|&number| holds(number)));
        for (number, &fluent) in fluents.iter().enumerate() {
            inputs[fluent] = u64::from(holds(number)).wrapping_neg();
        }
        possible.holds(view.goal)
    }

    /// Tells of each move what the fluents become in the state that was looked at, if it may be legal.
    fn moves(&mut self, mut tell: impl FnMut(Option<Box<[u64]>>)) {
        let Self { masks, bits, view, possible, step, next, simulation, inputs, first_move, .. } = self;
        for (part, legal) in view.legal.chunks(64).enumerate() {
            let first = *first_move + 64 * part;
            (0..legal.len()).for_each(|lane| inputs[first + lane] = 1 << lane);
            simulation.run(step, inputs);
            inputs[first..first + legal.len()].fill(0);
            for (lane, &legal) in legal.iter().enumerate() {
                let after = possible.holds(legal).then(|| {
                    let mut after: Box<[u64]> = masks.iter().map(|_| 0).collect();
                    for (&next, &(place, bit)) in next.iter().zip(&*bits) {
                        after[place] |= (simulation.value(next) >> lane & 1) << bit;
                    }
                    after
                });
                tell(after);
            }
        }
    }
}
