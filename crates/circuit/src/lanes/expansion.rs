use std::ops::Range;

use super::dispatch::Instructions;
use super::lanes::Lanes;
use super::stepper::Stepper;
use super::transpose::Transpose;
use super::word::{self, Word};
use crate::state::{State, holds};

/// How many words a line of the processor's caches holds.
const WORDS_OF_LINE: usize = 8;

/// The states in which joint moves are made.
#[derive(Clone, Copy)]
pub(crate) enum Parents<'a> {
    /// All in one state.
    One(&'a State),
    /// Each in a state of its own.
    Each(&'a [&'a State]),
}

/// What one role sees of the joint moves that are made.
pub(crate) struct Sighting<'a> {
    pub(crate) role: usize,
    /// Gets the numbers of its percepts after each joint move, in ascending order.
    pub(crate) seen: &'a mut [Vec<u32>],
}

impl Sighting<'_> {
    /// Reads percepts that have been evaluated.
    fn read<const W: usize>(&mut self, stepper: &Stepper, lanes: &Lanes<W>) {
        for (number, &port) in (0..).zip(stepper.percepts(self.role)) {
            let word = lanes.read(port);
            for (group, lanes) in word.into_iter().zip(self.seen.chunks_mut(64)) {
                let mut rest = group;
                while let Some(lane) = lanes.get_mut(rest.trailing_zeros() as usize) {
                    lane.push(number);
                    rest &= rest - 1;
                }
            }
        }
    }
}

/// An evaluation of a stepper for the states in `64 * W` lanes.
pub(crate) struct Expansion<'a, const W: usize> {
    pub(crate) stepper: &'a Stepper,
    pub(crate) instructions: Instructions,
    pub(crate) lanes: &'a mut Lanes<W>,
}

impl Expansion<'_, 1> {
    /// The state in which just these fluents hold, evaluated in lanes of its own.
    pub(crate) fn once(stepper: &Stepper, fluents: &[u64]) -> State {
        let lanes = &mut stepper.lanes::<1>();
        Expansion { stepper, instructions: Instructions::Portable, lanes }.view(fluents)
    }
}

impl<const W: usize> Expansion<'_, W> {
    /// The state in which just these fluents hold.
    pub(crate) fn view(&mut self, fluents: &[u64]) -> State {
        self.set_fluents(fluents);
        self.stepper.look(self.instructions, self.lanes);
        let mut state = [State::new(self.stepper.layout)];
        self.read(&mut state);
        let [state] = state;
        state
    }

    /// Evaluates at most `64 * W` children, and what a role sees of the way to them.
    pub(crate) fn children(
        &mut self,
        parents: Parents<'_>,
        joints: &[u32],
        children: &mut [State],
        sighting: Option<Sighting<'_>>,
    ) {
        match parents {
            Parents::One(state) | Parents::Each(&[state]) => self.set_fluents(state.fluents()),
            Parents::Each(states) => self.load(states.len(), |lane| states[lane].fluents()),
        }
        self.set_moves(joints);
        match sighting {
            None => self.stepper.make_moves(self.instructions, self.lanes, None),
            Some(mut sighting) => {
                let mut see = |lanes: &Lanes<W>| sighting.read(self.stepper, lanes);
                self.stepper.make_moves(self.instructions, self.lanes, Some(&mut see));
            }
        }
        self.stepper.look(self.instructions, self.lanes);
        self.read(children);
    }

    /// What a role sees of a joint move.
    pub(crate) fn seen(&mut self, state: &State, joint: &[u32], role: usize) -> Vec<u32> {
        self.set_fluents(state.fluents());
        self.set_moves(joint);
        self.stepper.find_next(self.instructions, self.lanes);
        self.stepper.evaluate_percepts(self.instructions, self.lanes);
        let mut seen = [Vec::new()];
        Sighting { role, seen: &mut seen }.read(self.stepper, self.lanes);
        let [seen] = seen;
        seen
    }

    /// The states, at most `64 * W`, in which just these fluents hold.
    pub(crate) fn views(&mut self, fluents: &[&[u64]], states: &mut [State]) {
        self.load(fluents.len(), |lane| fluents[lane]);
        self.stepper.look(self.instructions, self.lanes);
        self.read(states);
    }

    /// Replaces the content of `views` by what the rules say of at most `64 * W` states: for each the words
    /// of its layout from the legal moves on.
    pub(crate) fn view_words<'s>(
        &mut self,
        states: usize,
        fluents_of: impl Fn(usize) -> &'s [u64],
        views: &mut Vec<u64>,
    ) {
        self.load(states, fluents_of);
        self.stepper.look(self.instructions, self.lanes);
        let layout = self.stepper.layout;
        let first = layout.legal_bit() / 64;
        views.clear();
        views.resize(states * (layout.words() - first), 0);
        self.read_words(first..layout.words(), views, Self::plane);
    }

    /// Appends the fluents, as so many words each, after at most `64 * W` joint moves, each in a state of
    /// its own.
    pub(crate) fn next_words<'s>(
        &mut self,
        states: usize,
        fluents_of: impl Fn(usize) -> &'s [u64],
        joints: &[u32],
        words: usize,
        next: &mut Vec<u64>,
    ) {
        self.load(states, fluents_of);
        self.set_moves(joints);
        self.stepper.find_next(self.instructions, self.lanes);
        let start = next.len();
        next.resize(start + states * words, 0);
        self.read_words(0..words, &mut next[start..], |expansion, bit| {
            expansion.stepper.next.get(bit).map_or([0; W], |&port| expansion.lanes.read(port))
        });
    }

    /// Reads groups of 64 bits, given by planes, into the words of each lane.
    fn read_words(&self, groups: Range<usize>, words: &mut [u64], plane: impl Fn(&Self, usize) -> Word<W>) {
        let (first, each) = (groups.start, groups.len());
        let lanes = words.len().checked_div(each).unwrap_or(0);
        self.read_lanes(groups, lanes, plane, |lane, group, own| {
            copy_line(own, &mut words[each * lane + group - first..]);
        });
    }

    /// Reads groups of 64 bits, given by planes, of the first lanes: `write` is given a lane, a group, and
    /// the words of this group and of those that follow.
    fn read_lanes(
        &self,
        groups: Range<usize>,
        lanes: usize,
        plane: impl Fn(&Self, usize) -> Word<W>,
        write: impl FnMut(usize, usize, &[u64]),
    ) {
        if lanes <= 64 {
            // Of wide lanes just the words are read that have some of them.
            read_planes::<1>(self.instructions, groups, lanes, |bit| [plane(self, bit)[0]], write);
        } else {
            read_planes::<W>(self.instructions, groups, lanes, |bit| plane(self, bit), write);
        }
    }

    /// Puts the same fluents into all lanes.
    fn set_fluents(&mut self, fluents: &[u64]) {
        for fluent in 0..self.stepper.fluents() {
            self.lanes.slots_mut()[self.stepper.input(fluent)] = word::splat(holds(fluents, fluent));
        }
    }

    /// Puts the fluents of one state into each of the first lanes.
    fn load<'s>(&mut self, states: usize, fluents_of: impl Fn(usize) -> &'s [u64]) {
        let Self { stepper, instructions, lanes } = self;
        let inputs = stepper.input(0)..stepper.input(stepper.fluents());
        lanes.load(*instructions, inputs, stepper.has_turns(), states, fluents_of);
    }

    /// Puts a joint move into each of the first lanes, none into the others.
    fn set_moves(&mut self, joints: &[u32]) {
        let slots = self.lanes.slots_mut();
        slots[self.stepper.move_slots()].fill(word::splat(false));
        for (lane, joint) in joints.chunks_exact(self.stepper.roles()).enumerate() {
            for (role, &mov) in joint.iter().enumerate() {
                word::set(&mut slots[self.stepper.move_slot(role, mov as usize)], lane);
            }
        }
    }

    /// Reads the states of the first lanes, whose view has been evaluated.
    fn read(&mut self, states: &mut [State]) {
        self.read_lanes(0..self.stepper.layout.words(), states.len(), Self::plane, |lane, group, own| {
            copy_line(own, &mut states[lane].words_mut()[group..]);
        });
    }

    /// A bit of the states in all lanes.
    #[inline(always)]
    fn plane(&self, bit: usize) -> Word<W> {
        self.stepper.plane(self.lanes, bit)
    }
}

/// Copies words, at most as many as a cache line holds, to the beginning of others.
#[inline(always)]
fn copy_line(words: &[u64], to: &mut [u64]) {
    match (words.first_chunk::<WORDS_OF_LINE>(), to.first_chunk_mut::<WORDS_OF_LINE>()) {
        // Of a known length this takes one move.
        (Some(words), Some(to)) => *to = *words,
        _ => to[..words.len()].copy_from_slice(words),
    }
}

/// Does what [`read_planes`] does for at most sixty-four lanes, which are in the first words of the planes:
/// the groups of a line are transposed together.
#[inline(always)]
fn read_few(
    instructions: Instructions,
    groups: Range<usize>,
    lanes: usize,
    plane: impl Fn(usize) -> u64,
    mut write: impl FnMut(usize, usize, &[u64]),
) {
    let mut rows = [[0; WORDS_OF_LINE]; 64];
    for first in groups.clone().step_by(WORDS_OF_LINE) {
        let width = WORDS_OF_LINE.min(groups.end - first);
        for group in 0..width {
            for (number, row) in rows.iter_mut().enumerate() {
                row[group] = plane(64 * (first + group) + number);
            }
        }
        instructions.run::<WORDS_OF_LINE, _>(Transpose(&mut rows));
        for (lane, row) in rows[..lanes].iter().enumerate() {
            write(lane, first, &row[..width]);
        }
    }
}

/// Does what [`read_lanes`](Expansion::read_lanes) says, a cache line of each lane after the other, as lanes
/// may go to places far apart.
#[inline(always)]
fn read_planes<const W: usize>(
    instructions: Instructions,
    groups: Range<usize>,
    lanes: usize,
    plane: impl Fn(usize) -> Word<W>,
    mut write: impl FnMut(usize, usize, &[u64]),
) {
    if lanes <= 64 {
        return read_few(instructions, groups, lanes, |bit| plane(bit)[0], write);
    }
    // Of each group sixty-four rows, in each of which are sixty-four bits of a lane of each word.
    let mut line = [[[0; W]; 64]; WORDS_OF_LINE];
    for first in groups.clone().step_by(WORDS_OF_LINE) {
        let width = WORDS_OF_LINE.min(groups.end - first);
        for (group, rows) in (first..).zip(&mut line[..width]) {
            for (number, row) in rows.iter_mut().enumerate() {
                *row = plane(64 * group + number);
            }
            instructions.run::<W, _>(Transpose(rows));
        }
        for lane in 0..lanes {
            let words: [u64; WORDS_OF_LINE] = std::array::from_fn(|group| line[group][lane % 64][lane / 64]);
            write(lane, first, &words[..width]);
        }
    }
}
