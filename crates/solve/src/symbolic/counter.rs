use std::collections::hash_map::Entry;
use std::time::Instant;

use circuit::TransitionFunctions;
use rustc_hash::FxHashMap;

use super::clock::Clock;
use super::diagram::{EMPTY, Full};
use super::encoding::Encoding;
use super::grade::Grade;
use super::phase::{Phase, Told};
use super::sets::{Set, StateSets};
use super::work::{Halt, Work};
use super::{Ply, SymbolicOptions};

/// A count in progress: breadth-first search, one layer of states at a time.
pub(super) struct Counter {
    functions: TransitionFunctions,
    encoding: Encoding,
    clock: Clock,
    pub(super) sets: StateSets,
    /// The rules by the values of the clock that they heed.
    phases: FxHashMap<Vec<bool>, Phase>,
    pub(super) progress: Progress,
    /// What is known of the layer from the one before; nothing at the start and after loading.
    pub(super) told: Told,
    /// The most nodes that there have been in the table.
    pub(super) peak: usize,
}

/// What a count has come to.
pub(super) struct Progress {
    /// The layers that have been counted.
    pub(super) plies: Vec<Ply>,
    /// The states of the next one, which no earlier layer has.
    pub(super) layer: Set,
    /// What the clock says there.
    pub(super) clock: Vec<bool>,
    /// Whether layers are known to be disjoint.
    pub(super) grade: Grade,
    /// Whether the states of all layers are kept, as layers are not disjoint.
    pub(super) keep: bool,
    /// What the clock has said in all layers, with the states of these layers if they are kept.
    pub(super) reached: FxHashMap<Vec<bool>, Option<Set>>,
    /// The states of all layers without their clocks, if they are to be counted too.
    pub(super) positions: Option<Set>,
}

impl Counter {
    pub(super) fn new(
        functions: TransitionFunctions,
        encoding: Encoding,
        options: &SymbolicOptions,
    ) -> Result<Self, Full> {
        let mut sets = StateSets::new(&encoding, options.memory);
        let clock = Clock::new(&encoding, &functions);
        let now = clock.initial(&functions);
        let progress = Progress::new(&mut sets, &encoding, now, false, options.positions)?;
        let phases = FxHashMap::default();
        Ok(Self { functions, encoding, clock, sets, phases, progress, told: Told::default(), peak: 0 })
    }

    /// Counts the layer and goes on to the next; false if there are no more states. If it is halted, the
    /// layer stays.
    pub(super) fn advance(&mut self, go_on: &dyn Fn() -> bool) -> Result<bool, Halt> {
        let more = self.next(go_on);
        if more.is_err() {
            // They know what moves change that has been found out since the last layer, of which `progress`
            // has not been told.
            self.phases.clear();
        }
        more
    }

    /// Does that.
    fn next(&mut self, go_on: &dyn Fn() -> bool) -> Result<bool, Halt> {
        let Progress { layer, clock, reached, positions, .. } = &self.progress;
        if layer.family() == EMPTY {
            return Ok(false);
        }
        let started = Instant::now();
        let states = self.sets.count(layer);
        if self.sets.diagram.len() > self.sets.diagram.capacity() / 4 {
            self.phases.values_mut().for_each(Phase::forget);
        }
        let mut work = Work { sets: &mut self.sets, encoding: &self.encoding, go_on, peak: self.peak };
        let phase = match self.phases.entry(self.clock.heeded(clock)) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                entry.insert(Phase::new(&self.functions, &self.clock, clock, &work.interrupt())?)
            }
        };
        let mut told = Told::default();
        let inner = phase.not_terminal(&mut work, layer, &self.told, &mut told)?;
        phase.has_moves(&mut work, &inner)?;
        let terminal = &states - work.sets.count(&inner);
        let mut grade = self.progress.grade.clone();
        let image = phase.image(&mut work, &inner, &mut grade, &mut told)?;
        work.step()?;
        self.peak = work.peak;
        let now = self.clock.next(&self.functions, clock, &work.interrupt())?;
        if reached.contains_key(&now) && !grade.holds() && !self.progress.keep {
            // A state of this image may be one of an earlier layer, and those are gone.
            let initial = self.clock.initial(&self.functions);
            let positions = positions.is_some();
            self.progress = Progress::new(&mut self.sets, &self.encoding, initial, true, positions)?;
            self.told = Told::default();
            self.sets.diagram.collect();
            return self.next(go_on);
        }
        let earlier = reached.get(&now).and_then(Option::as_ref);
        let fresh = earlier.map_or(Ok(image.clone()), |earlier| self.sets.difference(&image, earlier))?;
        let kept = match earlier {
            Some(earlier) => Some(self.sets.union(earlier, &fresh)?),
            None => self.progress.keep.then(|| fresh.clone()),
        };
        let positions = positions.as_ref().map(|all| self.sets.union(all, &fresh)).transpose()?;
        let ply = Ply {
            ply: self.progress.plies.len(),
            terminal,
            states,
            nodes: self.sets.diagram.nodes(layer.family()),
            table: self.sets.diagram.len(),
            seconds: started.elapsed().as_secs_f64(),
        };
        self.progress.plies.push(ply);
        self.progress.reached.insert(now.clone(), kept);
        self.told = told;
        self.progress.layer = fresh;
        self.progress.clock = now;
        self.progress.grade = grade;
        self.progress.positions = positions;
        Ok(true)
    }
}

impl Progress {
    fn new(
        sets: &mut StateSets,
        encoding: &Encoding,
        clock: Vec<bool>,
        keep: bool,
        positions: bool,
    ) -> Result<Self, Full> {
        let initial: Vec<usize> = encoding.variables.iter().map(|variable| variable.initial).collect();
        let layer = sets.state(&initial)?;
        Ok(Self {
            plies: Vec::new(),
            reached: [(clock.clone(), keep.then(|| layer.clone()))].into_iter().collect(),
            positions: positions.then(|| layer.clone()),
            layer,
            clock,
            grade: Grade::default(),
            keep,
        })
    }
}
