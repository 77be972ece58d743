use crate::Learned;

/// What a fluent that holds adds to a value, per cent of the goal range, where values are near the middle.
const PERCENT: f64 = 25.0;

impl Learned {
    /// What each fluent is worth to a role where it holds, in per cent of the goal range, if the state is about even: its own weight, that of its kind, and,
    /// for each tuple, how much greater the mean weight of the combinations is that have it than of those in which its variable has the value 0. Combinations
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

/// For each variable of a tuple and each of its values, the mean weight of the combinations that have it, of those whose weight is not 0.
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
