//! What a learner knows, kept in a file while it learns.

use std::io::{self, BufRead, Read, Write};

use game::{Game, Interrupt, hexadecimal};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::convergence::Convergence;
use crate::{LearnOptions, Learner, RulesHash, Training, Unlearnable};

/// What stands first in a file.
const FORMAT: &str = "spielbaum training";
/// The only version that is read: those before it had other features, did not tell whether values still
/// change, or by what rules they were.
const VERSION: u32 = 4;
/// The longest first line, in bytes.
const MOST_HEADER: u64 = 1 << 10;
/// The most bytes after the first line, far more than there ever are.
const MOST_BYTES: u64 = 1 << 30;

/// The first line of a file, a JSON document.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    version: u32,
    /// The SHA-256 of all that follows, in hexadecimal digits. What fits it was written by a learner, so that
    /// it is sound.
    checksum: String,
}

/// The second line, a JSON document. After it come for each weight the weight, the sum of its corrections and
/// the sum of their sizes, floating point numbers of 32 bits, the lowest byte first.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    rules: Option<RulesHash>,
    fluents: Vec<String>,
    options: LearnOptions,
    training: Training,
    convergence: Convergence,
    rounds: u64,
    points_before: usize,
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
    /// It is not as it was written.
    #[error("it is damaged: its checksum is wrong")]
    Damaged,
    /// It is of another game.
    #[error("it is of another game, or the rules have been changed since")]
    Game,
    /// Other options were asked for.
    #[error("it was begun with other options: {0:?}")]
    Options(Box<LearnOptions>),
    /// Nothing can be learned of the game.
    #[error(transparent)]
    Unlearnable(#[from] Unlearnable),
}

impl<'g, G: Game> Learner<'g, G> {
    /// Writes all that it takes to go on, and what the rules are known by if that was
    /// [found](Self::hash_rules).
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, mut out: impl Write) -> io::Result<()> {
        let state = State {
            rules: self.rules.clone(),
            fluents: self.encoding.structure().fluents.clone(),
            options: self.options.clone(),
            training: self.training.clone(),
            convergence: self.convergence.clone(),
            rounds: self.rounds,
            points_before: self.points_before,
            weights: self.evaluation.weights().len(),
        };
        let mut body = serde_json::to_vec(&state)?;
        body.push(b'\n');
        for (weight, [sum, size]) in self.evaluation.weights().iter().zip(&self.corrections) {
            body.extend([weight, sum, size].into_iter().flat_map(|number| number.to_le_bytes()));
        }
        let header = Header { format: FORMAT.to_owned(), version: VERSION, checksum: checksum(&body) };
        serde_json::to_writer(&mut out, &header)?;
        out.write_all(b"\n")?;
        out.write_all(&body)?;
        out.flush()
    }

    /// The learner that [`save`](Self::save) has written. Where it is not found out what the rules are known
    /// by, then or now until `interrupt` says so, the fluents must be the same.
    ///
    /// # Errors
    /// If it cannot be read, or is of another game or of other options, or if nothing can be learned of
    /// the game.
    pub fn resume(
        game: &'g G,
        options: LearnOptions,
        mut input: impl BufRead,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, ResumeError> {
        let mut line = Vec::new();
        input.by_ref().take(MOST_HEADER).read_until(b'\n', &mut line)?;
        let header: Header = serde_json::from_slice(&line).map_err(|_| ResumeError::Format)?;
        if header.format != FORMAT || header.version != VERSION {
            return Err(ResumeError::Format);
        }
        let mut body = Vec::new();
        input.take(MOST_BYTES).read_to_end(&mut body)?;
        if header.checksum != checksum(&body) {
            return Err(ResumeError::Damaged);
        }
        let end_of_line = body.iter().position(|&byte| byte == b'\n').ok_or(ResumeError::Format)?;
        let (state, numbers) = (&body[..end_of_line], &body[end_of_line + 1..]);
        let state: State = serde_json::from_slice(state).map_err(|_| ResumeError::Format)?;
        if state.options != options {
            return Err(ResumeError::Options(state.options.into()));
        }
        // Features are chosen by the seed.
        let mut learner = Self::new(game, options, &|| true)?;
        let is_known = state.rules.is_some() && learner.hash_rules(interrupt).is_ok();
        let fits = learner.encoding.structure().fluents == state.fluents
            && learner.evaluation.weights().len() == state.weights
            && (!is_known || learner.rules == state.rules);
        if !fits {
            return Err(ResumeError::Game);
        }
        let (numbers, _) = numbers.as_chunks::<4>();
        let (numbers, _) = numbers.as_chunks::<3>();
        let weights = learner.evaluation.weights_mut().iter_mut().zip(&mut learner.corrections);
        for ((weight, correction), &number) in weights.zip(numbers) {
            let [read, sum, size] = number.map(f32::from_le_bytes);
            *weight = read;
            *correction = [sum, size];
        }
        learner.training = state.training;
        learner.convergence = state.convergence;
        learner.rounds = state.rounds;
        learner.points_before = state.points_before;
        Ok(learner)
    }
}

/// The SHA-256 in hexadecimal digits.
fn checksum(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}
