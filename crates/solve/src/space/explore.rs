//! Breadth-first enumeration, layer by layer: the successors of a layer are sorted in runs, runs are merged,
//! and what earlier layers have is taken out.

use std::ops::AddAssign;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use game::Fault;
use serde::{Deserialize, Serialize};

use super::elsewhere::{ExpandedPart, Expanders, ExpandersError};
use super::layer::{Difference, Layer, union};
use super::runs::{Room, Runs};
use crate::limits::{Clock, Cut};
use crate::source::{Expanded, Source};
use crate::tree_size::{LEAVES, TreeCount};

/// States that a thread expands at once, at the most.
pub(super) const MOST_AT_ONCE: usize = 4096;

/// States that a thread expands first, when it does not know yet what they take.
const FIRST: usize = 16;

/// Joint moves that a thread lists at once, about.
const JOINT_MOVES: usize = 1 << 16;

/// Time between two looks at the clock, about.
const BREATH: Duration = Duration::from_millis(50);

/// How many states a thread should expand at once, so that what it lists of them does not take too much
/// memory, and it looks at the clock soon enough.
pub(super) struct AtOnce {
    states: usize,
    since: Instant,
}

impl AtOnce {
    pub(super) fn new() -> Self {
        Self { states: FIRST, since: Instant::now() }
    }

    pub(super) fn states(&self) -> usize {
        self.states
    }

    /// Learns how many joint moves some states had, and what they took.
    pub(super) fn learn(&mut self, expanded: &Expanded) {
        let states = expanded.ends.len();
        let joint_moves = expanded.ends.last().copied().unwrap_or(0).max(1);
        let now = Instant::now();
        let taken = now.duration_since(std::mem::replace(&mut self.since, now)).as_nanos().max(1);
        let in_time = states as u128 * BREATH.as_nanos() / taken;
        let in_time = usize::try_from(in_time).unwrap_or(usize::MAX);
        self.states = in_time.min(states * JOINT_MOVES / joint_moves).clamp(1, MOST_AT_ONCE);
    }
}

/// What was found out about a layer when its states were expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayerCount {
    /// States that no fewer plies lead to.
    pub states: u64,
    /// Those of them that are terminal.
    pub terminal: u64,
    /// The legal joint moves of all of them together.
    pub joint_moves: u64,
}

impl AddAssign for LayerCount {
    fn add_assign(&mut self, other: Self) {
        self.states += other.states;
        self.terminal += other.terminal;
        self.joint_moves += other.joint_moves;
    }
}

/// How far an enumeration has come.
#[derive(Clone, Copy, Debug)]
pub struct Exploring {
    /// The ply whose states are being expanded.
    pub ply: usize,
    /// States of this ply.
    pub states: u64,
    /// Those of them that have been expanded.
    pub expanded: u64,
    /// States of all plies so far.
    pub found: u64,
}

/// Why there is no enumeration.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Broken {
    #[error(transparent)]
    Fault(#[from] Fault),
    #[error("a temporary file: {0}")]
    File(#[from] io::Error),
    #[error("{0}")]
    Elsewhere(ExpandersError),
    #[error("others cannot read the states of rules without a circuit")]
    NoCircuit,
}

/// All states that a state leads to, as far as they have been enumerated.
#[derive(Debug)]
pub(crate) struct Space<const N: usize> {
    /// The states by the fewest plies that lead to them. If the enumeration was cut, those of the last layer
    /// have not been expanded.
    pub(crate) layers: Vec<Layer<N>>,
    /// What is known of the layers that have been expanded.
    pub(crate) counts: Vec<LayerCount>,
    /// Whether each state leads to states of the next layer only: its ply is the same on every way to it.
    pub(crate) graded: bool,
    /// Why it ended before all was found.
    pub(crate) cut: Option<Cut>,
}

impl<const N: usize> Space<N> {
    /// Enumerates all states that `start` leads to. Layers that do not fit into memory are spilled, the
    /// earliest first; the enumeration is cut when the next layer does not fit, twice over as its parts are
    /// merged, beside the one before it. States of large layers are expanded by the `expanders`, if there
    /// are any.
    pub(crate) fn explore(
        source: &dyn Source,
        start: &[u64],
        mut expanders: Option<&mut dyn Expanders>,
        clock: &Clock<'_>,
        progress: &(dyn Fn(Exploring) + Sync),
    ) -> Result<Self, Broken> {
        if expanders.is_some() && !source.is_packed() {
            return Err(Broken::NoCircuit);
        }
        let first = bytemuck::cast_slice(start).to_vec();
        let mut space =
            Self { layers: vec![Layer::Memory(first)], counts: Vec::new(), graded: true, cut: None };
        while space.cut.is_none() {
            let others = expanders.as_mut().map(|others| &mut **others as &mut dyn Expanders);
            match space.expand_last(source, others, clock, progress)? {
                Ok(next) if next.is_empty() => break,
                Ok(next) => space.layers.push(Layer::Memory(next)),
                Err(cut) => space.cut = Some(cut),
            }
        }
        Ok(space)
    }

    /// How many states have been found.
    pub(crate) fn states(&self) -> u64 {
        self.layers.iter().map(|layer| layer.states() as u64).sum()
    }

    /// Bytes that the trees of two neighbouring layers take at least, or those of all states where these are
    /// one layer, with the states themselves. Large numbers of leaves take more.
    pub(crate) fn tree_bytes(&self) -> usize {
        let layers: Vec<usize> = self.layers.iter().map(Layer::states).collect();
        let widest = layers.windows(2).map(|pair| pair[0] + pair[1]).max().unwrap_or(1);
        let states = if self.graded { widest } else { 2 * layers.iter().sum::<usize>() };
        states * (size_of::<Option<TreeCount>>() + LEAVES + size_of::<[u64; N]>())
    }

    /// Spills layers, the earliest first, until the others take at most so many bytes, and tells what
    /// they take.
    pub(crate) fn keep_at_most(&mut self, bytes: usize) -> io::Result<usize> {
        let mut kept: usize = self.layers.iter().map(Layer::bytes).sum();
        for layer in &mut self.layers {
            if kept <= bytes {
                break;
            }
            kept -= layer.bytes();
            layer.spill()?;
        }
        Ok(kept)
    }

    /// The states of the next layer.
    fn expand_last(
        &mut self,
        source: &dyn Source,
        expanders: Option<&mut dyn Expanders>,
        clock: &Clock<'_>,
        progress: &(dyn Fn(Exploring) + Sync),
    ) -> Result<Result<Vec<[u64; N]>, Cut>, Broken> {
        let found = self.states();
        let ply = self.counts.len();
        let Some((last, earlier)) = self.layers.split_last_mut() else { return Ok(Ok(Vec::new())) };
        let parents = last.load()?;
        let progress = |expanded| progress(Exploring { ply, states: parents.len() as u64, expanded, found });
        let expanders = expanders.filter(|expanders| parents.len() >= expanders.part());
        let room = Room::new(clock.limits, size_of_val(parents), earlier);
        let Found { keys: mut next, count, cut } = match expanders {
            Some(expanders) => expand_elsewhere(expanders, parents, &room, clock, &progress)?,
            None => expand_all(source, parents, &room, clock, &progress)?,
        };
        if let Some(cut) = cut {
            return Ok(Err(cut));
        }
        self.counts.push(count);
        let mut known = 0;
        for layer in earlier.iter().chain([&*last]) {
            let mut difference = Difference::of(&mut next);
            layer.blocks(|block| difference.without(block))?;
            known += difference.end();
        }
        self.graded &= known == 0;
        // What was taken out would stay in memory as long as the layer, and nobody counts it.
        next.shrink_to_fit();
        Ok(Ok(next))
    }
}

/// What follows states, by threads of this process.
pub(super) fn expand_all<const N: usize>(
    source: &dyn Source,
    parents: &[[u64; N]],
    room: &Room<'_, N>,
    clock: &Clock<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Found<N>, Broken> {
    let work = Work { parents, next: AtomicUsize::new(0), room, clock, progress };
    let results: Mutex<Vec<Result<Found<N>, Broken>>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..clock.limits.threads.clamp(1, parents.len().div_ceil(FIRST).max(1)) {
            scope.spawn(|| {
                let found = work.expand(source);
                results.lock().unwrap_or_else(PoisonError::into_inner).push(found);
            });
        }
    });
    let mut all = Found { keys: Vec::new(), count: LayerCount::default(), cut: None };
    for found in results.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let Found { keys, count, cut } = found?;
        all.count += count;
        all.cut = all.cut.or(cut);
        if all.cut.is_some() {
            // Nobody wants what follows some of the states.
            continue;
        }
        all.keys = if all.keys.is_empty() { keys } else { union(&all.keys, &keys) };
    }
    Ok(all)
}

/// What follows states, by others.
fn expand_elsewhere<const N: usize>(
    expanders: &mut dyn Expanders,
    parents: &[[u64; N]],
    room: &Room<'_, N>,
    clock: &Clock<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Found<N>, Broken> {
    let mut runs = Runs::new(room);
    let (mut count, mut cut, mut stray, mut failure) = (LayerCount::default(), None, false, None);
    let parts: Vec<&[u64]> = parents.chunks(expanders.part().max(1)).map(bytemuck::cast_slice).collect();
    let mut take = |part: Option<ExpandedPart>| {
        if let Some(ExpandedPart { count: own, states }) = part {
            count += own;
            match bytemuck::try_cast_slice::<u64, [u64; N]>(&states) {
                // What is merged has to be in order.
                Ok(keys) if keys.is_sorted_by(|a, b| a < b) => runs.add_sorted(keys.to_vec()),
                _ => stray = true,
            }
            progress(count.states);
        }
        cut = clock.cut();
        match room.is_enough(0) {
            Ok(true) => {}
            Ok(false) => cut = cut.or(Some(Cut::Memory)),
            Err(error) => failure = Some(error),
        }
        cut.is_none() && !stray && failure.is_none()
    };
    expanders.expand(&parts, &mut take).map_err(Broken::Elsewhere)?;
    failure.map_or(Ok(()), Err)?;
    if cut.is_none() && (stray || count.states != parents.len() as u64) {
        let why = "what was expanded elsewhere are not the states of the layer";
        return Err(Broken::Elsewhere(why.into()));
    }
    Ok(Found { keys: runs.merge(), count, cut })
}

/// The work of expanding a layer, shared by threads.
struct Work<'a, 'r, const N: usize> {
    parents: &'a [[u64; N]],
    /// The first state that nobody has taken.
    next: AtomicUsize,
    room: &'a Room<'r, N>,
    clock: &'a Clock<'a>,
    progress: &'a (dyn Fn(u64) + Sync),
}

/// What was found of states.
pub(super) struct Found<const N: usize> {
    /// Successors, in ascending order.
    pub(super) keys: Vec<[u64; N]>,
    pub(super) count: LayerCount,
    /// Why some of the states were not expanded.
    pub(super) cut: Option<Cut>,
}

impl<const N: usize> Work<'_, '_, N> {
    fn expand(&self, source: &dyn Source) -> Result<Found<N>, Broken> {
        let mut expander = source.expander();
        let mut expanded = Expanded::default();
        let mut at_once = AtOnce::new();
        let mut runs = Runs::new(self.room);
        let mut count = LayerCount::default();
        let mut cut = None;
        loop {
            let start = self.next.fetch_add(at_once.states(), Ordering::Relaxed);
            let Some(rest) = self.parents.get(start..).filter(|rest| !rest.is_empty()) else { break };
            (self.progress)(start as u64);
            cut = self.clock.cut();
            if cut.is_none() && !self.room.is_enough(source.bytes())? {
                cut = Some(Cut::Memory);
            }
            if cut.is_some() {
                break;
            }
            let chunk = &rest[..rest.len().min(at_once.states())];
            expander.expand(bytemuck::cast_slice(chunk), &mut expanded)?;
            at_once.learn(&expanded);
            count.states += chunk.len() as u64;
            count.terminal += expanded.terminal.iter().filter(|&&terminal| terminal).count() as u64;
            count.joint_moves += expanded.ends.last().copied().unwrap_or(0) as u64;
            runs.add(bytemuck::cast_slice(&expanded.states));
        }
        Ok(Found { keys: runs.merge(), count, cut })
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Interrupt, Rules};

    use super::*;
    use crate::Limits;
    use crate::source::source;

    #[test]
    fn what_earlier_layers_have_takes_no_memory_in_a_layer() {
        // Three lights: those of a layer lead back to the one before.
        let text = "(role you) (light 1) (light 2) (light 3) (init (on 1))
            (<= (legal you (switch ?x)) (light ?x))
            (<= (next (on ?x)) (true (on ?x)) (not (does you (switch ?x))))
            (<= (next (on ?x)) (does you (switch ?x)) (not (true (on ?x))))
            (<= terminal (true (on 1)) (true (on 2)) (true (on 3)))
            (<= (goal you 100) terminal) (<= (goal you 0) (not terminal))";
        let rules = Rules::new(&gdl::Rulesheet::parse("test", text.as_bytes()).unwrap()).unwrap();
        let limits = Limits { threads: 1, ..Limits::default() };
        let states = source(&rules, &Interrupt::never()).unwrap();
        let start = states.key(&rules.initial());
        let clock = Clock::start(&limits);
        let space = Space::<1>::explore(&*states, &start, None, &clock, &|_| ()).unwrap();
        assert!(!space.graded);
        for layer in &space.layers {
            let Layer::Memory(keys) = layer else { panic!("it has been spilled") };
            assert_eq!(keys.capacity(), keys.len());
        }
    }
}
