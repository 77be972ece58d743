use std::collections::hash_map::Entry;

use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHashMap;

use super::super::aig::{Aig, Lit, Node};
use super::super::clock::clock;
use super::super::network::Network;
use super::super::simulate::Simulation;
use super::Work;

/// What becomes of some fluents that depend on no others: a transition system.
#[derive(Clone, Debug)]
pub(super) struct Projection {
    /// The words of a state that have the fluents, and where.
    masks: Vec<(usize, u64)>,
    /// The number of each state, by these words.
    numbers: FxHashMap<Box<[u64]>, u32>,
    /// The class of each move: those of a class do the same in all states.
    pub(super) classes: Vec<u32>,
    /// For each class the state after each state; none where no such move is legal, whatever the other fluents are.
    pub(super) next: Vec<Vec<Option<u32>>>,
    /// In which states the goal may be reached, as far as these fluents tell.
    pub(super) goals: FixedBitSet,
}

/// The most states of a projection.
const MOST_STATES: usize = 1 << 16;

/// Sets of fluents that depend on none outside the set, each with one that the greatest goal depends on: the least such sets, the smallest first. Those that have all that the goal depends on are no
/// smaller than the game. None if there is no goal, or the game is too large.
pub(super) fn closed_sets(
    network: &Network,
    work: &mut Work,
    interrupt: &Interrupt<'_>,
) -> Result<Option<Vec<FixedBitSet>>, Interrupted> {
    let fluents = network.initial.len();
    let clock = clock(network, interrupt)?;
    let Some(goal) = greatest_goal(network) else { return Ok(None) };
    let mut wanted = network.aig.inputs_of([goal], interrupt)?;
    wanted.retain(|&fluent| !clock[fluent]);
    let mut direct: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    let mut sets: Vec<FixedBitSet> = Vec::new();
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
        if !wanted.iter().all(|&fluent| set.contains(fluent)) && !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets.sort_by_cached_key(|set| (set.count_ones(..), set.minimum()));
    Ok(Some(sets))
}

/// The condition of the greatest goal of the one role.
fn greatest_goal(network: &Network) -> Option<Lit> {
    network.goals[0].iter().rfind(|(goal, _)| goal.is_some()).map(|&(_, literal)| literal)
}

impl Projection {
    /// What becomes of the fluents of a closed set from the root on; none if that is too much.
    pub(super) fn new(
        network: &Network,
        set: &FixedBitSet,
        root: &[u64],
        entries: usize,
        work: &mut Work,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let Some(mut walk) = Walk::new(network, set, interrupt)? else { return Ok(None) };
        let mut projection = Self {
            masks: walk.masks.clone(),
            numbers: FxHashMap::default(),
            classes: Vec::new(),
            next: Vec::new(),
            goals: FixedBitSet::new(),
        };
        let moves = network.moves(0);
        let first: Box<[u64]> = projection.masks.iter().map(|&(word, mask)| root[word] & mask).collect();
        projection.numbers.insert(first.clone(), 0);
        let mut states = vec![first];
        // For each state the state after each move.
        let mut rows: Vec<Option<u32>> = Vec::new();
        let most = MOST_STATES.min(entries);
        let mut at = 0;
        while let Some(state) = states.get(at).cloned() {
            interrupt.check()?;
            if !work.take(walk.steps()) || states.len() > most {
                return Ok(None);
            }
            let goal = walk.look(&state);
            projection.goals.grow(at + 1);
            projection.goals.set(at, goal);
            walk.moves(|after| {
                rows.push(after.map(|after| {
                    let new = states.len() as u32;
                    *projection.numbers.entry(after).or_insert_with_key(|after| {
                        states.push(after.clone());
                        new
                    })
                }));
            });
            at += 1;
        }
        projection.classify(&rows, moves);
        Ok(Some(projection))
    }

    /// Puts together the moves that do the same in all states.
    fn classify(&mut self, rows: &[Option<u32>], moves: usize) {
        let mut classes = vec![0; moves];
        let mut count = usize::from(moves > 0);
        for row in rows.chunks(moves) {
            let mut split: FxHashMap<(u32, Option<u32>), u32> = FxHashMap::default();
            for (class, &after) in classes.iter_mut().zip(row) {
                let new = split.len() as u32;
                *class = *split.entry((*class, after)).or_insert(new);
            }
            count = split.len();
        }
        let column = |class: u32| -> Vec<Option<u32>> {
            let mov = classes.iter().position(|&other| other == class);
            mov.map_or_else(Vec::new, |mov| rows.chunks(moves).map(|row| row[mov]).collect())
        };
        self.next = (0..count as u32).map(column).collect();
        self.classes = classes;
    }

    /// How many states there are.
    pub(super) fn states(&self) -> usize {
        self.numbers.len()
    }

    /// The state of these fluents of the game, by its number. The key is room for the fluents.
    pub(super) fn state(&self, fluents: &[u64], key: &mut Vec<u64>) -> u32 {
        key.clear();
        key.extend(self.masks.iter().map(|&(word, mask)| fluents[word] & mask));
        // No other state can be reached.
        self.numbers.get(key.as_slice()).copied().unwrap_or(0)
    }
}

/// Evaluates what a projection consists of, state by state.
struct Walk {
    masks: Vec<(usize, u64)>,
    /// For each fluent of the set the place of its word among the masks, and its bit.
    bits: Vec<(usize, u32)>,
    /// For each fluent of the game its number in the set.
    numbers: FxHashMap<usize, usize>,
    /// What depends on the fluents alone: which moves are legal, and the goal.
    view: Aig,
    legal: Vec<Lit>,
    goal: Lit,
    /// For each node of the view whether it may be false (1) and true (2), whatever the other fluents are.
    told: Vec<u8>,
    step: Aig,
    next: Vec<Lit>,
    simulation: Simulation,
    inputs: Vec<u64>,
    /// The fluents of the set, by their inputs.
    fluents: Vec<usize>,
    /// The input of the first move.
    first_move: usize,
}

impl Walk {
    /// None if what becomes of the fluents is told by recursion.
    fn new(
        network: &Network,
        set: &FixedBitSet,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let fluents: Vec<usize> = set.ones().collect();
        let roots: Vec<Lit> = fluents.iter().map(|&fluent| network.next[fluent]).collect();
        let (step, next) = network.aig.sweep(&roots, interrupt)?;
        let Some(goal) = greatest_goal(network).filter(|_| step.blocks().is_empty()) else { return Ok(None) };
        let roots: Vec<Lit> = network.legal[0].iter().copied().chain([goal]).collect();
        let (view, mut legal) = network.aig.sweep(&roots, interrupt)?;
        let goal = legal.pop().unwrap_or(Lit::FALSE);
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
            told: vec![0; view.nodes().len()],
            simulation: Simulation::new(&step),
            inputs: vec![0; step.inputs().len()],
            first_move: network.first_moves[0],
            masks,
            bits,
            view,
            legal,
            goal,
            step,
            next,
            fluents,
        }))
    }

    /// About how many steps a state takes.
    fn steps(&self) -> usize {
        let moves = self.legal.len();
        self.view.nodes().len()
            + moves.div_ceil(64) * self.step.nodes().len()
            + moves * self.fluents.len() / 4
    }

    /// Looks at a state: whether the goal may hold there.
    fn look(&mut self, state: &[u64]) -> bool {
        let Self { bits, numbers, view, told, inputs, fluents, .. } = self;
        let holds = |number: usize| {
            let (place, bit) = bits[number];
            state[place] >> bit & 1 == 1
        };
        for (number, node) in view.nodes().iter().enumerate() {
            told[number] = match *node {
                Node::False => 1,
                Node::Input(input) => match numbers.get(&(input as usize)) {
                    Some(&number) => 1 << u32::from(holds(number)),
                    None => 3,
                },
                Node::And(a, b) => {
                    let (a, b) = (may_be(told, a), may_be(told, b));
                    a & b & 2 | (a | b) & 1
                }
                Node::Variable { .. } => 3,
            };
        }
        for (number, &fluent) in fluents.iter().enumerate() {
            inputs[fluent] = u64::from(holds(number)).wrapping_neg();
        }
        may_be(told, self.goal) & 2 != 0
    }

    /// Tells of each move what the fluents become in the state that was looked at, if it may be legal.
    fn moves(&mut self, mut tell: impl FnMut(Option<Box<[u64]>>)) {
        let Self { masks, bits, legal, told, step, next, simulation, inputs, first_move, .. } = self;
        for (part, legal) in legal.chunks(64).enumerate() {
            let first = *first_move + 64 * part;
            (0..legal.len()).for_each(|lane| inputs[first + lane] = 1 << lane);
            simulation.run(step, inputs);
            inputs[first..first + legal.len()].fill(0);
            for (lane, &legal) in legal.iter().enumerate() {
                let after = (may_be(told, legal) & 2 != 0).then(|| {
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

/// Whether a literal may be false (1) and true (2).
fn may_be(told: &[u8], literal: Lit) -> u8 {
    let node = told[literal.node() as usize];
    if literal.inverted() { node >> 1 | node << 1 & 2 } else { node }
}
