use game::Game;
use learn::Reader;

use crate::evaluator::scaled;
use crate::key::Key;
use crate::{Entry, Evaluator, EvaluatorSpec, LearnedFile, Meter, SearchRng, Status};

const FILE: Key<Option<LearnedFile>> = Key::learned("file", "the file that `spielbaum learn` has written");

pub(crate) const ENTRY: Entry = Entry {
    name: "learned",
    help: "an evaluation learned from the rules alone by `spielbaum learn`: tables of weights for combinations of values",
    reference: "Lucas, Learning to play Othello with n-tuple systems, Australian Journal of Intelligent Information Processing 4 (2008); Bagheri, Thill, Koch & Konen, Online adaptable learning rates for the game Connect-4, IEEE TCIAIG 8 (2016)",
    status: Status::Heuristic,
    model: None,
    positional: true,
    parameters: &[FILE.parameter],
};

/// An evaluation that was [learned](learn::Learner) of the same rules.
///
/// It is for rulesheets, played by their circuit.
///
/// Source: S. Lucas, *Learning to play Othello with n-tuple systems*, Australian Journal of Intelligent Information Processing 4 (2008); S. Bagheri,
/// M. Thill, P. Koch, W. Konen, *Online adaptable learning rates for the game Connect-4*, IEEE TCIAIG 8 (2016).
#[derive(Clone, Debug)]
pub struct Learned {
    file: Option<LearnedFile>,
    /// The evaluation as it reads states of the game that it was asked about first.
    reader: Option<Reader>,
}

impl Learned {
    /// The evaluation in a file.
    pub fn new(file: LearnedFile) -> Self {
        Self { file: Some(file), reader: None }
    }

    pub(crate) fn from_spec(spec: &EvaluatorSpec) -> Self {
        Self { file: spec.get(FILE), reader: None }
    }

    /// The evaluation as it reads states of a game.
    fn reader_of<G: Game>(&self, game: &G) -> Result<Reader, String> {
        let Some(file) = &self.file else {
            return Err(
                "learned needs the file of an evaluation: make one with `spielbaum learn GAME -o FILE`, and name it, as in learned(FILE)"
                    .to_owned(),
            );
        };
        let Some(encoding) = game.encoding() else {
            return Err(
                "learned reads the states of a rulesheet that has a circuit; playouts and zero need none".to_owned(),
            );
        };
        Reader::new(file.learned().clone(), encoding.structure(), game.roles())
            .map_err(|why| format!("learned({}): {why}", file.file().path()))
    }
}

impl<G: Game> Evaluator<G> for Learned {
    fn evaluate(&mut self, game: &G, state: &G::State, role: usize, _: &mut Meter, _: &mut SearchRng) -> f64 {
        if self.reader.is_none() {
            self.reader = self.reader_of(game).ok();
        }
        // None is possible only where nobody asked for objections: it says nothing.
        let value = self.reader.as_mut().zip(game.encoding()).map(|(reader, encoding)| reader.value(encoding.bits(state), role));
        value.map_or(scaled(game, 0.0), |value| scaled(game, f64::from(2.0 * value - 1.0)))
    }

    fn objection(&self, game: &G) -> Option<String> {
        self.reader_of(game).err()
    }
}
