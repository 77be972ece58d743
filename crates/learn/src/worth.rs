use std::ops::RangeInclusive;

use crate::Learned;
use crate::sight::{LEVELS, least_moves};

/// What a weight of 1 adds to a value, in per cent of the goal range, where values are near the middle.
pub(crate) const PERCENT: f64 = 25.0;

/// What it is worth that a role has so many legal moves.
#[derive(Clone, Debug, PartialEq)]
pub struct MobilityWorth {
    /// The role, as the evaluation numbers it.
    pub role: usize,
    /// The numbers of moves.
    pub moves: RangeInclusive<usize>,
    /// What it adds to a value, in per cent of the goal range, where values are near the middle.
    pub worth: f64,
}

impl Learned {
    /// What it is worth to a role that it, or another one, has so many legal moves, in the same way as
    /// [`worths`](Self::worths); of numbers that were never met nothing is told.
    pub fn mobility_worths(&self, role: usize) -> Vec<MobilityWorth> {
        let (features, outputs) = (self.evaluation.features(), self.evaluation.outputs());
        let (output, sign) = if role < outputs { (role, PERCENT) } else { (0, -PERCENT) };
        let weight = |place: usize| f64::from(self.evaluation.weights()[place * outputs + output]);
        let mut worths = Vec::new();
        for counted in 0..features.sight.counted {
            for level in (0..LEVELS).filter(|&level| level != 1) {
                let singles = features.singles[features.sight.bit(counted, level)];
                let of_phase = |phase| {
                    let start = phase * features.weights_of_phase();
                    singles.map(|single| weight(start + single as usize))
                };
                let met = (0..features.phases).map(of_phase).filter(|&[own, _]| own != 0.0);
                let met: Vec<f64> = met.map(|[own, near]| own + near).collect();
                let (least, next) = (least_moves(level), least_moves(level + 1));
                if !met.is_empty() {
                    worths.push(MobilityWorth {
                        role: counted,
                        moves: least..=next - 1,
                        worth: sign * met.iter().sum::<f64>() / met.len() as f64,
                    });
                }
            }
        }
        worths
    }

    /// What each fluent is worth to a role where it holds, in per cent of the goal range, if the state is
    /// about even: its own weight, that of its kind, and, for each tuple, how much greater the mean weight of
    /// the combinations is that have it than of those in which its variable has the value 0. Combinations
    /// that were never met do not count. Who is to move makes no difference: it is the mean.
    pub fn worths(&self, role: usize) -> Vec<f64> {
        let (features, weights, outputs) =
            (self.evaluation.features(), self.evaluation.weights(), self.evaluation.outputs());
        let (output, sign) = if role < outputs { (role, PERCENT) } else { (0, -PERCENT) };
        let mut worths = vec![0.0; self.fluents.len()];
        for phase in 0..features.phases {
            let start = phase * features.weights_of_phase();
            let weight = |place: usize| f64::from(weights[(start + place) * outputs + output]);
            for (worth, singles) in worths.iter_mut().zip(&features.singles) {
                *worth += singles.iter().map(|&single| weight(single as usize)).sum::<f64>();
            }
            let mut base = features.single_weights;
            for table in &features.tables {
                let means = means(&table.tuples[0], &|place| weight(base + place));
                for tuple in &table.tuples {
                    for (fluents, means) in tuple.iter().zip(&means) {
                        for (&fluent, mean) in fluents.iter().zip(&means[1..]) {
                            worths[fluent as usize] += mean - means[0];
                        }
                    }
                }
                base += table.size();
            }
        }
        worths.iter_mut().for_each(|worth| *worth *= sign / features.phases as f64);
        worths
    }
}

/// For each variable of a tuple and each of its values, the mean weight of the combinations that have it, of
/// those whose weight is not 0.
fn means(tuple: &[Vec<u32>], weight: &dyn Fn(usize) -> f64) -> Vec<Vec<f64>> {
    let mut stride = 1;
    let size: usize = tuple.iter().map(|fluents| fluents.len() + 1).product();
    tuple
        .iter()
        .map(|fluents| {
            let values = fluents.len() + 1;
            let mut sums = vec![(0.0, 0_u32); values];
            for combination in 0..size {
                let weight = weight(combination);
                if weight != 0.0 {
                    let (sum, count) = &mut sums[combination / stride % values];
                    *sum += weight;
                    *count += 1;
                }
            }
            stride *= values;
            sums.into_iter()
                .map(|(sum, count)| if count > 0 { sum / f64::from(count) } else { 0.0 })
                .collect()
        })
        .collect()
}
