use std::collections::BTreeSet;

use game::Encoding;

use crate::Reader;
use crate::worth::PERCENT;

/// What a fluent that holds in a state adds to the value of the state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contribution {
    /// The number of the fluent.
    pub fluent: usize,
    /// By how much the value is greater than with the other values of the fluent's variable on average,
    /// in per cent of the goal range, if the state were about even: what is nearly won or lost anyway
    /// changes less.
    pub worth: f64,
}

/// The weights that one is compared with.
#[derive(Clone, Default)]
struct Comparison {
    sum: f64,
    others: u32,
}

impl Comparison {
    /// Takes the weight of something that was met in training; 0 is that of what never was.
    fn add(&mut self, other: f64) {
        if other != 0.0 {
            self.sum += other;
            self.others += 1;
        }
    }

    /// How much greater a weight is than the mean of the others; nothing can be said if one side was
    /// never met.
    fn advantage(&self, own: f64) -> f64 {
        if own == 0.0 || self.others == 0 { 0.0 } else { own - self.sum / f64::from(self.others) }
    }
}

impl Reader {
    /// What each fluent that holds in a state adds to the value for a role, by numbers in ascending order:
    /// each weight that depends on the fluent is compared with those of the other values that its variable
    /// might have there, the rest of the state being the same. Values that were never met in training with
    /// this rest, or whose weight is rounded to 0, do not count. Of variables that have but one value, and of
    /// the one that tells who is to move, nothing is told.
    ///
    /// The sum of all is not the value: a piece that is needed by two others is counted with each of them.
    pub fn contributions<S>(
        &mut self,
        encoding: &dyn Encoding<S>,
        state: &S,
        role: usize,
    ) -> Vec<Contribution> {
        self.look(encoding, state);
        let (output, sign) = self.output(role);
        let bits = self.bits();
        let lookup = self.lookup();
        let phase = lookup.phase(bits) * lookup.stride();
        let weight = |place: u32| f64::from(self.weight(place + phase, output));
        let single = |fluent: usize| lookup.singles(fluent).map(weight).iter().sum::<f64>();
        let mut places = Vec::new();
        lookup.tuple_places(bits, &mut places);

        let (mut other_bits, mut other_places) = (bits.to_vec(), Vec::new());
        let mut contributions = Vec::new();
        for variable in &encoding.structure().variables {
            let Some(&fluent) = variable.fluents.get(variable.value(bits)) else { continue };
            if variable.values() == 1 || variable.fluents.iter().any(|&fluent| lookup.tells_phase(fluent)) {
                continue;
            }
            // One value of a variable may be told by none of the fluents that a tuple lists.
            let of_variable = variable.fluents.iter().flat_map(|&fluent| lookup.parts(fluent));
            let tuples: BTreeSet<usize> = of_variable.map(|&(tuple, _)| tuple as usize).collect();
            let mut of_tuples = vec![Comparison::default(); tuples.len()];
            let mut of_singles = Comparison::default();
            let none = variable.may_be_none.then_some(None);
            let others = variable.fluents.iter().filter(|&&other| other != fluent).copied().map(Some);
            for other in others.chain(none) {
                other_bits.copy_from_slice(bits);
                other_bits[fluent / 64] &= !(1 << (fluent % 64));
                match other {
                    Some(other) => {
                        other_bits[other / 64] |= 1 << (other % 64);
                        of_singles.add(single(other));
                    }
                    // A fluent that does not hold has no weight.
                    None => of_singles.others += 1,
                }
                lookup.tuple_places(&other_bits, &mut other_places);
                for (&tuple, comparison) in tuples.iter().zip(&mut of_tuples) {
                    comparison.add(weight(other_places[tuple]));
                }
            }
            let advantages = tuples
                .iter()
                .zip(&of_tuples)
                .map(|(&tuple, comparison)| comparison.advantage(weight(places[tuple])));
            let advantage = advantages.sum::<f64>() + of_singles.advantage(single(fluent));
            contributions.push(Contribution { fluent, worth: sign * PERCENT * advantage });
        }
        contributions.sort_by_key(|contribution| contribution.fluent);
        contributions
    }
}
