//! Learning that goes on from an evaluation.

use game::Game;

use crate::evaluation::Evaluation;
use crate::reader::Counterparts;
use crate::{LearnOptions, Learned, Learner, Mismatch, Training, Unlearnable};

/// Why learning cannot go on from an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContinueError {
    /// Nothing can be learned of the game.
    #[error(transparent)]
    Unlearnable(#[from] Unlearnable),
    /// The evaluation was learned of another game.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// It comes from a file of version 1: what is known would be forgotten nearly as fast as it was learned.
    #[error(
        "learning cannot go on from it, as its version does not tell how certain its weights are; learn a new one"
    )]
    Version,
    /// It has weights for other roles than a new one would have.
    #[error(
        "learning cannot go on from it, as it has other weights for the roles than a new one; learn a new one"
    )]
    Roles,
}

impl<'g, G: Game> Learner<'g, G> {
    /// A learner that begins with what an evaluation knows of a game, under whatever names.
    ///
    /// # Errors
    /// If nothing can be learned of the game, the evaluation was learned of another one, as
    /// [`Reader::new`](crate::Reader::new) tells, or it has not what it takes to go on.
    pub fn from_learned(
        game: &'g G,
        options: LearnOptions,
        learned: &Learned,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Self, ContinueError> {
        let corrections = learned.corrections.as_ref().ok_or(ContinueError::Version)?;
        let mut learner = Self::new(game, options, go_on)?;
        let counterparts = learned.counterparts(learner.encoding, game.roles())?;
        let evaluation = &learned.evaluation;
        if evaluation.outputs() != learner.evaluation.outputs() {
            return Err(ContinueError::Roles);
        }
        let weights = counterparts.of_roles(evaluation.weights(), evaluation.outputs(), |weight| -weight);
        let features = evaluation.features().renumbered(&counterparts.fluents, &counterparts.roles);
        learner.evaluation = Evaluation::with_weights(features, weights, evaluation.outputs());
        learner.corrections =
            counterparts.of_roles(&corrections.sums(), evaluation.outputs(), |[sum, size]| [-sum, size]);
        let Training { source, seed, threads, .. } = learner.training;
        learner.training = Training { source, seed, threads, ..learned.training.clone() };
        learner.points_before = learner.training.curve.len();
        // The games of the same seed have been played.
        learner.rounds = learned.training.games;
        Ok(learner)
    }
}

impl Counterparts {
    /// What belongs to the weights of an evaluation, in the order in which the game has its roles. Where one
    /// role has weights for both, what belongs to it is the `opposite` of what would belong to the other.
    fn of_roles<T: Copy>(&self, list: &[T], outputs: usize, opposite: impl Fn(T) -> T) -> Vec<T> {
        match outputs {
            1 if self.roles[0] != 0 => list.iter().map(|&one| opposite(one)).collect(),
            1 => list.to_vec(),
            _ => {
                let places = list.chunks_exact(outputs);
                places.flat_map(|place| self.roles.iter().map(|&role| place[role])).collect()
            }
        }
    }
}
