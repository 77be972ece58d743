use game::Game;
use serde::Serialize;

use crate::{Learner, Source, Strength, Training};

/// What a [`Learner`] has come to: the JSON document of the command line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LearnReport {
    /// The game's name.
    pub game: String,
    /// Where the states came from.
    pub source: Source,
    /// Threads that played.
    pub threads: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Games that were finished.
    pub games: u64,
    /// States that were learned from.
    pub states: u64,
    /// Seconds that it took, without pauses and matches.
    pub seconds: f64,
    /// The size of the evaluation, in words.
    pub model: String,
    /// The file of the evaluation.
    pub file: String,
    /// Whether it went to its end.
    pub finished: bool,
    /// How far values were from outcomes.
    pub curve: Vec<ErrorReport>,
    /// What matches said.
    pub strength: Vec<StrengthReport>,
}

/// How far values were from outcomes after so many minutes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorReport {
    /// Minutes of learning.
    pub minutes: f64,
    /// The root of the mean square, where payoffs go from 0 to 1.
    pub error: f64,
}

/// What matches said after so many minutes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrengthReport {
    /// Minutes of learning.
    pub minutes: f64,
    /// How strong a strategy with the evaluation was.
    #[serde(flatten)]
    pub strength: Strength,
}

impl LearnReport {
    /// What was learned of a game of this name and is in the file.
    pub fn new<G: Game>(learner: &Learner<'_, G>, game: &str, file: &str, finished: bool) -> Self {
        let Training { source, seed, threads, games, states, seconds, curve } = learner.training().clone();
        let features = learner.evaluation().features();
        let curve_of_errors = curve
            .iter()
            .filter_map(|point| Some(ErrorReport { minutes: point.seconds / 60.0, error: point.error? }));
        Self {
            game: game.to_owned(),
            source,
            threads,
            seed,
            games,
            states,
            seconds,
            model: format!("{} tuples, {} weights", features.tuples(), features.weights()),
            file: file.to_owned(),
            finished,
            curve: curve_of_errors.collect(),
            strength: curve
                .into_iter()
                .filter_map(|point| {
                    Some(StrengthReport { minutes: point.seconds / 60.0, strength: point.strength? })
                })
                .collect(),
        }
    }
}
