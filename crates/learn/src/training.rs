use serde::{Deserialize, Serialize};

/// Where the states come from that are learned about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Random playouts: the value of a state is what random play gets from there.
    Random,
    /// Games of the evaluation against itself.
    #[default]
    SelfPlay,
}

/// How an evaluation was learned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// Where the states came from.
    pub source: Source,
    /// Where chance began.
    pub seed: u64,
    /// Threads that played.
    pub threads: usize,
    /// Games that were finished.
    pub games: u64,
    /// States that were learned from.
    pub states: u64,
    /// Seconds that it took, without pauses and matches.
    pub seconds: f64,
    /// How it went.
    pub curve: Vec<Point>,
}

/// What was reached at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// Seconds of learning.
    pub seconds: f64,
    /// Games that had been finished.
    pub games: u64,
    /// States that had been learned from.
    pub states: u64,
    /// How far values were from outcomes since the point before: the root of the mean square, where payoffs
    /// go from 0 to 1. It is of states that had not been learned from; none without enough of them, which
    /// then count for the next point.
    pub error: Option<f64>,
    /// What matches said.
    pub strength: Option<Strength>,
}

/// What matches of a strategy with the evaluation said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strength {
    /// The mean payoff of the strategy, from 0 to 1.
    pub score: f64,
    /// The score of a strategy that is as strong as the opponents; none if nobody has worked it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub even: Option<f64>,
    /// Matches that were played.
    pub matches: usize,
    /// The strategy.
    pub strategy: String,
    /// Its opponents; none of a role that plays alone.
    pub against: Option<String>,
}

/// Points that must be no better than those before, to say that nothing more is learned.
const LEVEL: usize = 6;

/// What counts as better.
const BETTER: f64 = 1e-4;

impl Training {
    /// Adds a point to the curve, with what matches said of the evaluation as it is.
    pub fn note(&mut self, error: Option<f64>, strength: Option<Strength>) {
        let Self { seconds, games, states, .. } = *self;
        self.curve.push(Point { seconds, games, states, error, strength });
    }

    /// Whether the error has not become less for a while, by the points of the curve after so many. It says
    /// nothing of self-play, where the states change with the evaluation.
    pub fn has_levelled(&self, before: usize) -> bool {
        let errors: Vec<f64> = self.curve.iter().skip(before).filter_map(|point| point.error).collect();
        let Some((before, last)) = errors.len().checked_sub(LEVEL).map(|at| errors.split_at(at)) else {
            return false;
        };
        let least = |errors: &[f64]| errors.iter().copied().fold(f64::INFINITY, f64::min);
        !before.is_empty() && least(last) > least(before) - BETTER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(errors: &[f64]) -> Training {
        let point = |&error| Point { seconds: 1.0, games: 1, states: 1, error: Some(error), strength: None };
        Training { curve: errors.iter().map(point).collect(), ..Training::default() }
    }

    #[test]
    fn learning_has_levelled_when_six_errors_are_no_better_than_those_before() {
        assert!(!with(&[]).has_levelled(0));
        assert!(!with(&[0.3; 6]).has_levelled(0), "there is none before");
        assert!(with(&[0.3; 7]).has_levelled(0) && !with(&[0.3; 7]).has_levelled(1));
        assert!(!with(&[0.5, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.39]).has_levelled(0));
    }
}
