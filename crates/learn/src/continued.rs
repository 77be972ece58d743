//! Learning that goes on from an evaluation.

use game::Game;

use crate::evaluation::Evaluation;
use crate::reader::Counterparts;
use crate::{LearnOptions, Learned, Learner, Mismatch, Training};

/// What the sizes of a weight's corrections are taken to have come to before, if it has been learned: as much as some dozens of games leave. Without that a weight would be
/// as uncertain as a new one, and the first outcome would change it as much.
const EXPERIENCE: f32 = 5.0;

impl<'g, G: Game> Learner<'g, G> {
    /// A learner that begins with what an evaluation knows of a game, under whatever names; none if the game's states have no encoding.
    ///
    /// An evaluation does not tell how certain each of its weights is, as [`save`](Self::save) does. Those that are not 0 are taken for rather certain.
    ///
    /// # Errors
    /// If the evaluation was learned of another game, as [`Reader::new`](crate::Reader::new) tells.
    pub fn from_learned(
        game: &'g G,
        options: LearnOptions,
        learned: &Learned,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, Mismatch> {
        let Some(mut learner) = Self::new(game, options, go_on) else { return Ok(None) };
        let counterparts = learned.counterparts(learner.encoding, game.roles())?;
        learner.evaluation = learned.evaluation.for_counterparts(&counterparts);
        let experience = |&weight: &f32| [0.0, if weight == 0.0 { 0.0 } else { EXPERIENCE }];
        learner.corrections = learner.evaluation.weights().iter().map(experience).collect();
        let Training { source, seed, threads, .. } = learner.training;
        learner.training = Training { source, seed, threads, ..learned.training.clone() };
        // The games of the same seed have been played.
        learner.rounds = learned.training.games;
        Ok(Some(learner))
    }
}

impl Evaluation {
    /// The same evaluation of states in which fluents and roles have the numbers of another game's.
    fn for_counterparts(&self, Counterparts { fluents, roles }: &Counterparts) -> Self {
        let outputs = self.outputs();
        let weights = match outputs {
            // The other role has what this one lacks.
            1 if roles[0] != 0 => self.weights().iter().map(|weight| -weight).collect(),
            1 => self.weights().to_vec(),
            _ => {
                let places = self.weights().chunks_exact(outputs);
                places.flat_map(|place| roles.iter().map(|&role| place[role])).collect()
            }
        };
        Self::with_weights(self.features().renumbered(fluents), weights, outputs)
    }
}
