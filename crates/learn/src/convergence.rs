use serde::{Deserialize, Serialize};

use crate::evaluation::Evaluation;
use crate::self_play::Episode;

/// States whose values are compared, about.
const STATES: usize = 1_000;
/// Games after which values are compared for the first time.
const FIRST: u64 = 4_096;
/// The change of values, which are from 0 to 1, that counts as none, if it is small beside the differences of
/// states as well: where all values are the same, nothing was learned yet.
const SMALL: f64 = 0.01;
/// The change that counts as none beside the differences of states.
const SHARE: f64 = 0.1;
/// Comparisons in a row that must find no change.
const ENOUGH: u32 = 2;

/// Whether the values of states still change. Whenever the number of games has doubled, the values of
/// some states are compared with what they were. Another learner that plays the same games comes to the
/// same result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Convergence {
    /// Games that had been played when these states were met.
    games: u64,
    states: Vec<Box<[u64]>>,
    /// Their values then, for all roles that have weights.
    values: Vec<f32>,
    /// How many comparisons in a row have found no change.
    unchanged: u32,
}

impl Convergence {
    /// Compares, if it is time, and goes on with states of the last games.
    pub(crate) fn look<'e>(
        &mut self,
        evaluation: &Evaluation,
        games: u64,
        episodes: impl Iterator<Item = &'e Episode>,
    ) {
        if games < (2 * self.games).max(FIRST) {
            return;
        }
        if !self.states.is_empty() {
            let now = values(evaluation, &self.states);
            let changes = now.iter().zip(&self.values).map(|(now, then)| f64::from(now - then));
            let mean = now.iter().copied().map(f64::from).sum::<f64>() / now.len() as f64;
            let differences = now.iter().map(|&value| f64::from(value) - mean);
            let change = root_of_mean_square(changes);
            let is_small = change < SMALL && change < SHARE * root_of_mean_square(differences);
            self.unchanged = if is_small { self.unchanged + 1 } else { 0 };
        }
        let steps: Vec<_> = episodes.flat_map(|episode| &episode.steps).collect();
        let each = steps.len().div_ceil(STATES).max(1);
        self.states = steps.iter().step_by(each).map(|step| step.bits.clone()).collect();
        self.values = values(evaluation, &self.states);
        self.games = games;
    }

    /// Whether enough comparisons in a row have found no change.
    pub(crate) fn has_converged(&self) -> bool {
        self.unchanged >= ENOUGH
    }
}

/// Of some numbers, at least one.
fn root_of_mean_square(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len();
    (numbers.map(|number| number * number).sum::<f64>() / count as f64).sqrt()
}

/// The values of states for all roles that have weights.
fn values(evaluation: &Evaluation, states: &[Box<[u64]>]) -> Vec<f32> {
    let mut places = Vec::new();
    let mut values = Vec::with_capacity(states.len() * evaluation.outputs());
    for bits in states {
        evaluation.lookup().places(bits, &mut places);
        values.extend((0..evaluation.outputs()).map(|output| evaluation.value_at(&places, output)));
    }
    values
}
