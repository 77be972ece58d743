//! Policies: with which probabilities roles choose their moves by what they know, and the files that
//! keep them.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Arc;

use game::{Choices, Game, InformationState, hexadecimal, replace_file};
use indexmap::IndexMap;
use rand::{Rng, SeedableRng};
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hashing_reader::HashingReader;
use crate::{SearchRng, plain_file};

/// How roles of a game with hidden information play: the probability of each move in each information set.
/// All is kept as texts, so that it does not matter how the game is represented.
#[derive(Debug)]
pub struct SavedPolicy {
    header: Header,
    mixtures: HashMap<Known, IndexMap<String, f64>, FxBuildHasher>,
}

/// How a role plays in one information set.
#[derive(Clone, Debug)]
pub struct SavedMixture<'m, M> {
    /// What the role knows.
    pub known: InformationState<M>,
    /// Its legal moves.
    pub moves: &'m [M],
    /// Their probabilities.
    pub probabilities: &'m [f64],
}

/// What is wrong with a file that should be a policy, or with the game that it is for.
#[derive(Debug, thiserror::Error)]
pub enum PolicyError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is something else.
    #[error("this is no policy; `spielbaum solve GAME --method cfr+ -o FILE.policy` writes one")]
    Foreign,
    /// It is damaged.
    #[error(
        "the policy is damaged in line {line}: {what}; write it again with `spielbaum solve GAME --method cfr+ -o FILE.policy`"
    )]
    Damaged {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// Everybody sees everything.
    #[error(
        "a policy is for games in which a role does not see everything (`sees`), and nothing is hidden in this one"
    )]
    NothingHidden,
    /// The moves of an information set have no probabilities.
    #[error("the probabilities of the moves do not add up to 1, or are not as many as moves")]
    NoMixture,
    /// It is of another game.
    #[error("the policy is of other rules")]
    OtherRules,
}

/// The first line of a file, with the version of the format.
const MAGIC: &str = "spielbaum policy 1";

/// The longest line of a file.
const LONGEST_LINE: u64 = 1 << 20;

/// The second line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    /// What the rules are known by.
    rules: String,
    roles: Vec<String>,
    /// What made it, for people.
    origin: String,
}

/// One of the other lines.
#[derive(Serialize, Deserialize)]
struct Line {
    role: String,
    /// Ply by ply: the own move, and what the role saw after it.
    knows: Vec<(String, Vec<String>)>,
    moves: IndexMap<String, f64>,
}

/// What a role knows, as texts.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Known {
    role: usize,
    plies: Vec<(String, Vec<String>)>,
}

impl Known {
    fn of<G: Game>(game: &G, known: &InformationState<G::Move>) -> Self {
        Self { role: known.role, plies: known.plies.iter().map(|ply| ply.named(game)).collect() }
    }
}

impl SavedPolicy {
    /// A policy of a game. What it was made by is kept as a text for people.
    ///
    /// # Errors
    /// If the game hides nothing, or the moves of an information set have not a probability each, which add
    /// up to 1.
    pub fn new<'m, G: Game>(
        game: &G,
        origin: &str,
        mixtures: impl IntoIterator<Item = SavedMixture<'m, G::Move>>,
    ) -> Result<Self, PolicyError>
    where
        G::Move: 'm,
    {
        if game.percepts().is_none() {
            return Err(PolicyError::NothingHidden);
        }
        let header = Header { rules: fingerprint(game), roles: roles(game), origin: origin.to_owned() };
        let mixtures = mixtures.into_iter().map(|SavedMixture { known, moves, probabilities }| {
            if moves.len() != probabilities.len() || !add_up(probabilities) {
                return Err(PolicyError::NoMixture);
            }
            let names = moves.iter().map(|&mov| game.notation().move_name(mov));
            Ok((Known::of(game, &known), names.zip(probabilities.iter().copied()).collect()))
        });
        Ok(Self { header, mixtures: mixtures.collect::<Result<_, _>>()? })
    }

    /// How many information sets there are.
    pub fn information_sets(&self) -> usize {
        self.mixtures.len()
    }

    /// What made the policy.
    pub fn origin(&self) -> &str {
        &self.header.origin
    }

    /// Whether the policy is of this game, as far as some random matches tell, which takes some milliseconds.
    ///
    /// # Errors
    /// If it is of another one.
    pub fn check<G: Game>(&self, game: &G) -> Result<(), PolicyError> {
        if game.percepts().is_none() {
            return Err(PolicyError::NothingHidden);
        }
        if self.header.roles != roles(game) || self.header.rules != fingerprint(game) {
            return Err(PolicyError::OtherRules);
        }
        Ok(())
    }

    /// The probabilities of these legal moves for a role that knows that much; none if the policy does not
    /// have the information set, or other moves in it.
    pub fn mixture<G: Game>(
        &self,
        game: &G,
        known: &InformationState<G::Move>,
        moves: &[G::Move],
    ) -> Option<Vec<f64>> {
        let mixture = self.mixtures.get(&Known::of(game, known))?;
        let probabilities = moves.iter().map(|&mov| mixture.get(&game.notation().move_name(mov)).copied());
        let probabilities: Vec<f64> = probabilities.collect::<Option<_>>()?;
        (probabilities.len() == mixture.len()).then_some(probabilities)
    }

    /// Writes it to a file, at once or not at all: a line with the format, one with the rules, and one for
    /// each information set.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), PolicyError> {
        let mut mixtures: Vec<_> = self.mixtures.iter().collect();
        mixtures
            .sort_unstable_by(|(one, _), (other, _)| (one.role, &one.plies).cmp(&(other.role, &other.plies)));
        let write = |file: &mut BufWriter<File>| -> io::Result<()> {
            writeln!(file, "{MAGIC}")?;
            writeln!(file, "{}", serde_json::to_string(&self.header)?)?;
            for (Known { role, plies }, moves) in mixtures {
                let role = self.header.roles[*role].clone();
                let line = Line { role, knows: plies.clone(), moves: moves.clone() };
                writeln!(file, "{}", serde_json::to_string(&line)?)?;
            }
            Ok(())
        };
        Ok(replace_file(path, write)?)
    }

    /// Reads a file that was written so.
    ///
    /// # Errors
    /// If it cannot be read, or is no such file.
    pub fn read(path: &Path) -> Result<Self, PolicyError> {
        Self::decode(BufReader::new(open(path)?))
    }

    /// The policy that the content of a file is.
    fn decode(file: impl BufRead) -> Result<Self, PolicyError> {
        let mut lines = Lines { file, number: 0 };
        if lines.next()?.as_deref() != Some(MAGIC) {
            return Err(PolicyError::Foreign);
        }
        let header = lines.next()?.ok_or_else(|| lines.damaged(&"it ends too early"))?;
        let header: Header = serde_json::from_str(&header).map_err(|error| lines.damaged(&error))?;
        let mut mixtures = HashMap::default();
        while let Some(text) = lines.next()? {
            let Line { role, knows: plies, moves } =
                serde_json::from_str(&text).map_err(|error| lines.damaged(&error))?;
            let named = header.roles.iter().position(|name| *name == role);
            let role = named.ok_or_else(|| lines.damaged(&format_args!("there is no role {role}")))?;
            if !add_up(moves.values()) {
                return Err(lines.damaged(&"the probabilities of the moves do not add up to 1"));
            }
            if mixtures.insert(Known { role, plies }, moves).is_some() {
                return Err(lines.damaged(&"the information set has come before"));
            }
        }
        Ok(Self { header, mixtures })
    }
}

/// Whether these are probabilities that add up to 1.
fn add_up<'p>(probabilities: impl IntoIterator<Item = &'p f64>) -> bool {
    let mut sum = 0.0;
    let each = probabilities.into_iter().all(|&probability| {
        sum += probability;
        (0.0..=1.0).contains(&probability)
    });
    each && (sum - 1.0).abs() <= 1e-6
}

fn open(path: &Path) -> Result<File, PolicyError> {
    plain_file::open(path, u64::MAX)?.ok_or(PolicyError::Foreign)
}

/// The lines of a file.
struct Lines<F> {
    file: F,
    number: usize,
}

impl<F: BufRead> Lines<F> {
    fn next(&mut self) -> Result<Option<String>, PolicyError> {
        self.number += 1;
        plain_file::line(&mut self.file, LONGEST_LINE).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => self.damaged(&error),
            _ => error.into(),
        })
    }

    fn damaged(&self, what: &dyn Display) -> PolicyError {
        // Before the header there is nothing to say where it is damaged.
        if self.number < 2 {
            PolicyError::Foreign
        } else {
            PolicyError::Damaged { line: self.number, what: what.to_string() }
        }
    }
}

fn roles<G: Game>(game: &G) -> Vec<String> {
    (0..game.roles()).map(|role| game.notation().role_name(role).to_owned()).collect()
}

/// Random matches that a fingerprint is taken from, and plies of each at the most.
const MATCHES: u64 = 32;
const PLIES: usize = 200;

/// What the rules are known by, whatever they are called and however they are written: a hash of the moves,
/// percepts and payoffs of some random matches.
fn fingerprint<G: Game>(game: &G) -> String {
    let mut hash = Sha256::new();
    let mut say = |text: &str| {
        hash.update(text.as_bytes());
        hash.update([0]);
    };
    for seed in 0..MATCHES {
        let mut rng = SearchRng::seed_from_u64(seed);
        let mut state = game.initial();
        for _ in 0..PLIES {
            if game.terminal(&state) {
                (0..game.roles()).for_each(|role| say(&game.goal(&state, role).to_string()));
                break;
            }
            let choices = Choices::of(game, &state);
            let mut joint = Vec::with_capacity(game.roles());
            for legal in choices.each() {
                let mut legal: Vec<_> =
                    legal.iter().map(|&mov| (game.notation().move_name(mov), mov)).collect();
                legal.sort_unstable();
                legal.iter().for_each(|(name, _)| say(name));
                joint.push(legal[(rng.next_u64() % legal.len() as u64) as usize].1);
            }
            for role in 0..game.roles() {
                let mut known = InformationState::initial(role);
                known.observe(game, &state, &joint);
                Known::of(game, &known).plies.iter().flat_map(|(_, seen)| seen).for_each(|seen| say(seen));
            }
            state = game.next(&state, &joint);
        }
    }
    hexadecimal(&hash.finalize())
}

/// A policy that a spec names, and the path of its file.
#[derive(Clone, Debug)]
pub struct PolicyFile {
    path: String,
    policy: Arc<SavedPolicy>,
    sha256: String,
}

impl PolicyFile {
    /// Reads the policy in a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no such file.
    pub fn read(path: &str) -> Result<Self, PolicyError> {
        Self::of(path.to_owned(), open(Path::new(path))?)
    }

    /// The policy in the file of a path that has this content.
    ///
    /// # Errors
    /// If it is no such file.
    pub fn from_bytes(path: impl Into<String>, content: &[u8]) -> Result<Self, PolicyError> {
        Self::of(path.into(), content)
    }

    fn of(path: String, content: impl Read) -> Result<Self, PolicyError> {
        let mut content = HashingReader::new(content);
        let policy = Arc::new(SavedPolicy::decode(BufReader::new(&mut content))?);
        Ok(Self { path, policy, sha256: content.finish()? })
    }

    /// Whether some content begins as that of such a file does.
    pub(crate) fn begins(content: &[u8]) -> bool {
        content.starts_with(MAGIC.as_bytes())
    }

    /// The path of the file.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The SHA-256 of its content, in hexadecimal digits.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The policy.
    pub fn policy(&self) -> &SavedPolicy {
        &self.policy
    }
}

impl PartialEq for PolicyFile {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path && self.sha256 == other.sha256
    }
}
