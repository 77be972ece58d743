//! What a learner knows, kept in a file while it learns.

use std::io::{self, BufRead, Read, Write};

use game::Game;
use serde::{Deserialize, Serialize};

use crate::convergence::Convergence;
use crate::{LearnOptions, Learner, Training};

/// What stands first in a file.
const FORMAT: &str = "spielbaum training";
/// The only version that is read: those before it had other features, or did not tell whether values still change.
const VERSION: u32 = 3;
/// The longest first line, in bytes.
const MOST_HEADER: u64 = 1 << 24;

/// The first line of a file, a JSON document. After it come for each weight the weight, the sum of its corrections and the sum of their sizes, floating
/// point numbers of 32 bits, the lowest byte first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    version: u32,
    fluents: Vec<String>,
    options: LearnOptions,
    training: Training,
    convergence: Convergence,
    rounds: u64,
    weights: usize,
}

/// Why learning cannot go on from a file.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It is none of a learner.
    #[error("it is not the state of a learner of this version")]
    Format,
    /// It is of another game.
    #[error("it is of another game")]
    Game,
    /// Other options were asked for.
    #[error("it was begun with other options: {0:?}")]
    Options(Box<LearnOptions>),
}

impl<'g, G: Game> Learner<'g, G> {
    /// Writes all that it takes to go on.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, mut out: impl Write) -> io::Result<()> {
        let header = Header {
            format: FORMAT.to_owned(),
            version: VERSION,
            fluents: self.encoding.structure().fluents.clone(),
            options: self.options.clone(),
            training: self.training.clone(),
            convergence: self.convergence.clone(),
            rounds: self.rounds,
            weights: self.evaluation.weights().len(),
        };
        serde_json::to_writer(&mut out, &header)?;
        out.write_all(b"\n")?;
        for (weight, [sum, size]) in self.evaluation.weights().iter().zip(&self.corrections) {
            for number in [weight, sum, size] {
                out.write_all(&number.to_le_bytes())?;
            }
        }
        out.flush()
    }

    /// The learner that [`save`](Self::save) has written; none if the game's states have no encoding.
    ///
    /// # Errors
    /// If it cannot be read, or is of another game or of other options.
    pub fn resume(
        game: &'g G,
        options: LearnOptions,
        mut input: impl BufRead,
    ) -> Result<Option<Self>, ResumeError> {
        let mut line = Vec::new();
        input.by_ref().take(MOST_HEADER).read_until(b'\n', &mut line)?;
        let header: Header = serde_json::from_slice(&line).map_err(|_| ResumeError::Format)?;
        if header.format != FORMAT || header.version != VERSION {
            return Err(ResumeError::Format);
        }
        if header.options != options {
            return Err(ResumeError::Options(header.options.into()));
        }
        // Features are chosen by the seed.
        let Some(mut learner) = Self::new(game, options, &|| true) else { return Ok(None) };
        let fits = learner.encoding.structure().fluents == header.fluents
            && learner.evaluation.weights().len() == header.weights;
        if !fits {
            return Err(ResumeError::Game);
        }
        let mut number = || {
            let mut bytes = [0; 4];
            input.read_exact(&mut bytes).map(|()| f32::from_le_bytes(bytes))
        };
        for place in 0..header.weights {
            learner.evaluation.weights_mut()[place] = number()?;
            learner.corrections[place] = [number()?, number()?];
        }
        learner.training = header.training;
        learner.convergence = header.convergence;
        learner.rounds = header.rounds;
        Ok(Some(learner))
    }
}
