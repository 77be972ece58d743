use std::ops::{AddAssign, SubAssign};

use crate::features::{Lookup, ones};

/// The most fluents in which a state may differ from the one that is known; else it becomes the known one.
const MOST_CHANGES: u32 = 12;

/// Sums of weights of states that are much alike, as the children of a state are: of one of them all is
/// known, and of the others only what differs is looked up.
///
/// The weights must stay the same. Sums of whole numbers are exact; sums of floating point numbers depend on
/// which states were asked about before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nearby<W> {
    /// The fluents of the known state.
    known: Vec<u64>,
    /// The places of its tuples, before those of phases are told apart.
    places: Vec<u32>,
    /// The sum of its weights for each phase and output, as far as somebody asked.
    sums: Vec<Option<W>>,
    /// For each tuple what changes its place, and whether it is listed.
    changes: Vec<(u32, bool)>,
    listed: Vec<u32>,
}

impl<W: Copy + Default + AddAssign + SubAssign> Nearby<W> {
    /// The sum of the weights that count in a state for an output, of so many. `weight` gives the weight of
    /// a number.
    pub(crate) fn sum(
        &mut self,
        lookup: &Lookup,
        outputs: usize,
        bits: &[u64],
        output: usize,
        weight: impl Fn(usize) -> W,
    ) -> W {
        let differing = || self.known.iter().zip(bits).map(|(a, b)| (a ^ b).count_ones()).sum::<u32>();
        if self.known.len() != bits.len() || differing() > MOST_CHANGES {
            self.learn(lookup, outputs, bits);
        }
        let phase = lookup.phase(bits);
        let of = |place: u32| weight(place.wrapping_add(phase * lookup.stride()) as usize * outputs + output);
        let mut sum = self.known_sum(lookup, phase as usize * outputs + output, of);
        let Self { known, places, changes, listed, .. } = self;
        for (word, (&before, &after)) in known.iter().zip(bits).enumerate() {
            for bit in ones(&[before ^ after]) {
                let fluent = 64 * word + bit;
                let holds = after >> bit & 1 == 1;
                for single in lookup.singles(fluent) {
                    if holds { sum += of(single) } else { sum -= of(single) }
                }
                for &(tuple, amount) in lookup.parts(fluent) {
                    let (change, is_listed) = &mut changes[tuple as usize];
                    *change = change.wrapping_add(if holds { amount } else { amount.wrapping_neg() });
                    if !std::mem::replace(is_listed, true) {
                        listed.push(tuple);
                    }
                }
            }
        }
        for tuple in listed.drain(..) {
            let (change, _) = std::mem::take(&mut changes[tuple as usize]);
            let before = places[tuple as usize];
            sum -= of(before);
            sum += of(before.wrapping_add(change));
        }
        sum
    }

    /// Makes a state the known one.
    fn learn(&mut self, lookup: &Lookup, outputs: usize, bits: &[u64]) {
        self.known.clear();
        self.known.extend(bits);
        lookup.tuple_places(bits, &mut self.places);
        self.sums.clear();
        self.sums.resize(lookup.phases() * outputs, None);
        self.changes.resize(self.places.len(), (0, false));
    }

    fn known_sum(&mut self, lookup: &Lookup, number: usize, of: impl Fn(u32) -> W) -> W {
        let Self { known, places, sums, .. } = self;
        *sums[number].get_or_insert_with(|| {
            let mut sum = W::default();
            places.iter().for_each(|&place| sum += of(place));
            ones(known).flat_map(|fluent| lookup.singles(fluent)).for_each(|single| sum += of(single));
            sum
        })
    }
}
