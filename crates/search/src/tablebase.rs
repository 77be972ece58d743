//! Tablebases: what roles can be sure of in every state that a state leads to, and the files that keep it.

use std::fs::File;
use std::hash::BuildHasher;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Arc;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use game::{Encoding, Game, Goal, Interrupt, Packed, hexadecimal, replace_file};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hashing_reader::HashingReader;
use crate::{Guarantee, Known, Score, Survey, plain_file};

/// What each role can be sure of in every state of a game that was solved, by the packed words of the states.
#[derive(Debug)]
pub struct Tablebase {
    roles: usize,
    /// Words of a state.
    words: usize,
    /// The least payoff of the game.
    least: Goal,
    survey: Survey,
    layers: Vec<Layer>,
    /// Where each state stands, of a table from a file: a search looks states up at every node.
    index: Option<Index>,
    /// What the rules and the packing of their states are known by, of a table from a file.
    rules: Option<String>,
}

/// States in ascending order of their words, which stand one state after the other, and the scores of all
/// roles in each.
type Layer = (Vec<u64>, Vec<Score>);

/// Finds a state among those of all layers by its hash, where layer after layer would have to be searched for
/// one that is not there. It keeps numbers of states only.
#[derive(Debug)]
struct Index {
    /// The number of the first state of each layer.
    starts: Vec<u32>,
    numbers: HashTable<u32>,
}

/// What is wrong with a file that should be a table of values, or with the game that it is for.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is something else.
    #[error("this is no tablebase; `spielbaum solve GAME -o FILE` writes one")]
    Foreign,
    /// It is damaged.
    #[error("the tablebase is damaged: {0}; write it again with `spielbaum solve GAME -o FILE`")]
    Damaged(&'static str),
    /// The game has no circuit that packs states.
    #[error("only games that are played on a circuit have tablebases")]
    NoCircuit,
    /// It is of another game.
    #[error("the tablebase is of other rules")]
    OtherRules,
}

/// The first line of a file, with the version of the format.
const MAGIC: &str = "spielbaum solved states 1";

/// The most words of a state.
const MOST_WORDS: usize = 64;

/// The longest line at the head of a file.
const MOST_HEADER: u64 = 1 << 20;

/// The second line.
#[derive(Serialize, Deserialize)]
struct Header {
    rules: String,
    roles: usize,
    words: usize,
    least: Goal,
    #[serde(flatten)]
    survey: Survey,
    layers: Vec<usize>,
}

impl Tablebase {
    /// A table of layers of states, each in ascending order of its words, with a score for each role
    /// and state.
    ///
    /// # Panics
    /// If there are no roles, a state has no words or more than 64, or a layer has not one score for each
    /// role and state.
    pub fn new(roles: usize, words: usize, least: Goal, layers: Vec<Layer>) -> Self {
        assert!(roles > 0 && (1..=MOST_WORDS).contains(&words), "{roles} roles, {words} words a state");
        for (keys, scores) in &layers {
            let fit = keys.len().is_multiple_of(words) && scores.len() == keys.len() / words * roles;
            assert!(fit, "a layer has {} words and {} scores", keys.len(), scores.len());
        }
        Self { roles, words, least, survey: Survey::default(), layers, index: None, rules: None }
    }

    /// The same with what is known of all states that those in the table lead to.
    #[must_use]
    pub fn with_survey(self, survey: Survey) -> Self {
        Self { survey, ..self }
    }

    /// What is known of all states that those in the table lead to; of a table from an older file, nothing.
    pub fn survey(&self) -> Survey {
        self.survey
    }

    /// How many states there are.
    pub fn states(&self) -> u64 {
        self.layers.iter().map(|(keys, _)| (keys.len() / self.words) as u64).sum()
    }

    /// What each role can be sure of in the state of these words; none if it is not in the table.
    pub fn guarantees(&self, key: &[u64]) -> Option<Known> {
        Some(self.each_guarantee(key)?.collect())
    }

    /// The same, role by role.
    pub(crate) fn each_guarantee(&self, key: &[u64]) -> Option<impl Iterator<Item = Option<Guarantee>>> {
        if key.len() != self.words {
            return None;
        }
        let (layer, place) = match &self.index {
            Some(index) => index.find(key, &self.layers)?,
            None => {
                let mut layers = self.layers.iter().enumerate();
                layers.find_map(|(layer, (keys, _))| Some((layer, find(keys, key)?)))?
            }
        };
        let scores = &self.layers[layer].1[place * self.roles..][..self.roles];
        Some(scores.iter().map(|score| score.guarantee(self.least)))
    }

    /// Writes the table of a game to a file, at once or not at all. States are differences from the ones
    /// before, and all is compressed.
    ///
    /// # Errors
    /// If the game has no circuit, the table is of another game, or the file cannot be written. A table
    /// that was not read from a file knows of its game no more than how many roles it has, and how many
    /// words a state.
    pub fn write<G: Game>(&self, game: &G, path: &Path) -> Result<(), TablebaseError> {
        let (encoding, packed) = self.parts_of(game)?;
        let layers = self.layers.iter().map(|(keys, _)| keys.len() / self.words).collect();
        let rules = fingerprint(game, encoding, &packed);
        let Self { roles, words, least, survey, .. } = *self;
        let header = Header { rules, roles, words, least, survey, layers };
        let write = |file: &mut BufWriter<File>| -> io::Result<()> {
            writeln!(file, "{MAGIC}")?;
            writeln!(file, "{}", serde_json::to_string(&header)?)?;
            let mut body = ZlibEncoder::new(file, Compression::fast());
            for (keys, scores) in &self.layers {
                let mut last = vec![0; self.words];
                for key in keys.chunks_exact(self.words) {
                    write_difference(&mut body, key, &last)?;
                    last.copy_from_slice(key);
                }
                for score in scores {
                    body.write_all(&score.bits().to_le_bytes())?;
                }
            }
            body.finish().map(drop)
        };
        Ok(replace_file(path, write)?)
    }

    /// Reads a file that was written so.
    ///
    /// # Errors
    /// If it cannot be read, or is no such file.
    pub fn read(path: &Path) -> Result<Self, TablebaseError> {
        Self::decode(BufReader::new(open(path)?))
    }

    /// The table that the content of a file is.
    fn decode(mut file: impl BufRead) -> Result<Self, TablebaseError> {
        if line(&mut file)? != MAGIC {
            return Err(TablebaseError::Foreign);
        }
        let header = serde_json::from_str(&line(&mut file)?);
        let header: Header = header.map_err(|_| TablebaseError::Damaged("its second line"))?;
        let Header { rules, roles, words, least, survey, layers: sizes } = header;
        if roles == 0 || !(1..=MOST_WORDS).contains(&words) {
            return Err(TablebaseError::Damaged("its second line"));
        }
        let mut body = BufReader::new(ZlibDecoder::new(file));
        let mut layers = Vec::with_capacity(sizes.len());
        // Vectors grow as far as there is something in the file, whatever the header promises.
        for states in sizes {
            let mut keys = Vec::new();
            let mut last = vec![0; words];
            for _ in 0..states {
                read_difference(&mut body, &mut last)?;
                keys.extend_from_slice(&last);
            }
            let mut scores = Vec::new();
            for _ in 0..states.saturating_mul(roles) {
                let mut bits = [0; 4];
                body.read_exact(&mut bits).map_err(damaged)?;
                scores.push(Score::from_bits(u32::from_le_bytes(bits)));
            }
            layers.push((keys, scores));
        }
        if body.read(&mut [0]).map_err(damaged)? != 0 {
            return Err(TablebaseError::Damaged("it goes on after its end"));
        }
        let index = Index::of(&layers, words);
        Ok(Self { roles, words, least, survey, layers, index, rules: Some(rules) })
    }

    /// The circuit that packs the states of a game as those in the table are.
    ///
    /// # Errors
    /// If the game has none, or the table is of another game.
    pub fn circuit_of<G: Game>(&self, game: &G) -> Result<Arc<Packed>, TablebaseError> {
        self.parts_of(game).map(|(_, packed)| packed)
    }

    fn parts_of<'g, G: Game>(&self, game: &'g G) -> Result<Parts<'g, G::State>, TablebaseError> {
        let (encoding, packed) = parts(game)?;
        let same = (self.roles, self.words) == (game.roles(), packed.packing().words())
            && self.rules.as_ref().is_none_or(|rules| *rules == fingerprint(game, encoding, &packed));
        if same { Ok((encoding, packed)) } else { Err(TablebaseError::OtherRules) }
    }
}

impl Index {
    /// That of the states of these layers; none if they are more than numbers.
    fn of(layers: &[Layer], words: usize) -> Option<Self> {
        let states: usize = layers.iter().map(|(keys, _)| keys.len() / words).sum();
        u32::try_from(states).ok()?;
        let hashes = || layers.iter().flat_map(|(keys, _)| keys.chunks_exact(words)).map(hash);
        let mut starts = Vec::with_capacity(layers.len());
        let mut next = 0;
        for (keys, _) in layers {
            starts.push(next);
            next += (keys.len() / words) as u32;
        }
        let mut numbers = HashTable::with_capacity(states);
        for (number, hash) in (0..).zip(hashes()) {
            // There is room for all of them, so that no hash is asked for again.
            numbers.insert_unique(hash, number, |_| hash);
        }
        Some(Self { starts, numbers })
    }

    /// The layer of a state, and its place there.
    fn find(&self, key: &[u64], layers: &[Layer]) -> Option<(usize, usize)> {
        let place_of = |number: u32| {
            // The last of the layers that begin there: those before it have no states.
            let layer = self.starts.partition_point(|&start| start <= number) - 1;
            (layer, (number - self.starts[layer]) as usize)
        };
        let is_key = |&number: &u32| {
            let (layer, place) = place_of(number);
            layers[layer].0[place * key.len()..][..key.len()] == *key
        };
        self.numbers.find(hash(key), is_key).map(|&number| place_of(number))
    }
}

fn hash(key: &[u64]) -> u64 {
    FxBuildHasher.hash_one(key)
}

/// The place of a state among some in ascending order.
fn find(keys: &[u64], key: &[u64]) -> Option<usize> {
    let (mut low, mut high) = (0, keys.len() / key.len());
    while low < high {
        let middle = low.midpoint(high);
        match keys[middle * key.len()..][..key.len()].cmp(key) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Equal => return Some(middle),
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

/// The states of a game as bits, and the circuit that packs them.
type Parts<'g, S> = (&'g dyn Encoding<S>, Arc<Packed>);

fn parts<G: Game>(game: &G) -> Result<Parts<'_, G::State>, TablebaseError> {
    let encoding = game.encoding().ok_or(TablebaseError::NoCircuit)?;
    // What is never interrupted comes to its end.
    let packed = encoding.packed(&Interrupt::never()).ok().flatten().ok_or(TablebaseError::NoCircuit)?;
    Ok((encoding, packed))
}

/// What tells whether states are packed alike: the roles, the fluents in their order, and which bits stand
/// for which.
fn fingerprint<G: Game>(game: &G, encoding: &dyn Encoding<G::State>, packed: &Packed) -> String {
    let mut hash = Sha256::new();
    let mut say = |text: &str| {
        hash.update(text.as_bytes());
        hash.update([0]);
    };
    (0..game.roles()).for_each(|role| say(game.notation().role_name(role)));
    encoding.structure().fluents.iter().for_each(|fluent| say(fluent));
    for (variable, low) in packed.packing().fields() {
        say(&format!("{low} {} {:?}", variable.may_be_none, variable.fluents));
    }
    hexadecimal(&hash.finalize())
}

fn open(path: &Path) -> Result<File, TablebaseError> {
    plain_file::open(path, u64::MAX)?.ok_or(TablebaseError::Foreign)
}

/// A line at the head of a file.
fn line(file: &mut impl BufRead) -> Result<String, TablebaseError> {
    match plain_file::line(file, MOST_HEADER) {
        Err(error) if error.kind() != io::ErrorKind::InvalidData => Err(error.into()),
        line => line.ok().flatten().ok_or(TablebaseError::Foreign),
    }
}

/// Writes by how much a state is more than the last, as one number: how many bytes that has, and the bytes,
/// the lowest first.
fn write_difference(out: &mut impl Write, key: &[u64], last: &[u64]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(8 * key.len());
    let mut borrow = false;
    // The first word is the highest.
    for (&word, &last) in key.iter().zip(last).rev() {
        let (difference, first) = word.overflowing_sub(last);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        borrow = first || second;
        bytes.extend_from_slice(&difference.to_le_bytes());
    }
    let length = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    out.write_all(&(length as u16).to_le_bytes())?;
    out.write_all(&bytes[..length])
}

/// Adds such a difference to a state.
fn read_difference(from: &mut impl Read, key: &mut [u64]) -> Result<(), TablebaseError> {
    let mut length = [0; 2];
    from.read_exact(&mut length).map_err(damaged)?;
    let length = usize::from(u16::from_le_bytes(length));
    let mut bytes = vec![0; 8 * key.len()];
    let place = bytes.get_mut(..length).ok_or(TablebaseError::Damaged("a state is too long"))?;
    from.read_exact(place).map_err(damaged)?;
    let mut carry = false;
    for (word, difference) in key.iter_mut().rev().zip(bytes.chunks_exact(8)) {
        let difference = u64::from_le_bytes(difference.try_into().unwrap_or_default());
        let (sum, first) = word.overflowing_add(difference);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first || second;
        *word = sum;
    }
    if carry { Err(TablebaseError::Damaged("a state is too large")) } else { Ok(()) }
}

fn damaged(error: io::Error) -> TablebaseError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => TablebaseError::Damaged("it ends too early"),
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => {
            TablebaseError::Damaged("it cannot be decompressed")
        }
        _ => TablebaseError::File(error),
    }
}

/// A tablebase that a spec names, and the path of its file.
#[derive(Clone, Debug)]
pub struct TablebaseFile {
    path: String,
    table: Arc<Tablebase>,
    sha256: String,
}

impl TablebaseFile {
    /// Reads the table in a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no such file.
    pub fn read(path: &str) -> Result<Self, TablebaseError> {
        Self::of(path.to_owned(), open(Path::new(path))?)
    }

    /// The table in the file of a path that has this content.
    ///
    /// # Errors
    /// If it is no such file.
    pub fn from_bytes(path: impl Into<String>, content: &[u8]) -> Result<Self, TablebaseError> {
        Self::of(path.into(), content)
    }

    fn of(path: String, content: impl Read) -> Result<Self, TablebaseError> {
        let mut content = HashingReader::new(content);
        let table = Arc::new(Tablebase::decode(BufReader::new(&mut content))?);
        Ok(Self { path, table, sha256: content.finish()? })
    }

    /// The path of the file.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The SHA-256 of its content, in hexadecimal digits.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The table.
    pub fn table(&self) -> &Arc<Tablebase> {
        &self.table
    }
}

impl PartialEq for TablebaseFile {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path && self.sha256 == other.sha256
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rules;

    #[test]
    fn differences_of_long_numbers_are_added_again() {
        let keys = [[0, 5], [0, u64::MAX], [1, 0], [1, 0], [u64::MAX, u64::MAX]];
        let (mut bytes, mut last) = (Vec::new(), [0; 2]);
        for key in keys {
            write_difference(&mut bytes, &key, &last).unwrap();
            last = key;
        }
        let (mut from, mut key) = (bytes.as_slice(), [0; 2]);
        for expected in keys {
            read_difference(&mut from, &mut key).unwrap();
            assert_eq!(key, expected);
        }
        assert!(from.is_empty());
        assert!(matches!(
            read_difference(&mut from, &mut key),
            Err(TablebaseError::Damaged("it ends too early"))
        ));
        let mut too_large = &[1, 0, 1][..];
        assert!(matches!(
            read_difference(&mut too_large, &mut key),
            Err(TablebaseError::Damaged("a state is too large"))
        ));
        let mut too_long = &[17, 0][..];
        assert!(matches!(
            read_difference(&mut too_long, &mut key),
            Err(TablebaseError::Damaged("a state is too long"))
        ));
    }

    #[test]
    fn states_are_found_by_their_words() {
        let keys = [0, 3, 0, 9, 2, 1];
        assert_eq!(
            [[0, 3], [0, 9], [2, 1], [2, 2]].map(|key| find(&keys, &key)),
            [Some(0), Some(1), Some(2), None]
        );
        assert_eq!(find(&[], &[1]), None);
    }

    #[test]
    fn an_index_finds_the_states_of_all_layers_and_no_others() {
        let layer = |keys: &[u64]| (keys.to_vec(), Vec::new());
        let layers = [layer(&[]), layer(&[0, 3, 0, 9]), layer(&[]), layer(&[2, 1]), layer(&[])];
        let index = Index::of(&layers, 2).unwrap();
        let found = [[0, 3], [0, 9], [2, 1], [2, 2], [3, 0]].map(|key| index.find(&key, &layers));
        assert_eq!(found, [Some((1, 0)), Some((1, 1)), Some((3, 0)), None, None]);
        assert_eq!(Index::of(&[], 1).unwrap().find(&[0], &[]), None);
    }

    #[test]
    fn a_table_is_written_for_its_own_game_alone_and_knows_only_whole_states() {
        let nim = rules("nim");
        let words = parts(&nim).unwrap().1.packing().words();
        let layers = vec![(vec![0; words], vec![Score::end(100, 0); 2])];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("nim.solved");
        let of_others =
            [(3, words), (2, words + 1)].map(|(roles, words)| Tablebase::new(roles, words, 0, Vec::new()));
        for table in of_others {
            assert!(matches!(table.write(&nim, &path), Err(TablebaseError::OtherRules)));
        }
        let made = Tablebase::new(2, words, 0, layers);
        made.write(&nim, &path).unwrap();
        let read = Tablebase::read(&path).unwrap();
        assert!(matches!(read.write(&rules("coin-row"), &path), Err(TablebaseError::OtherRules)));
        for table in [made, read] {
            let known =
                [words - 1, words, words + 1].map(|length| table.guarantees(&vec![0; length]).is_some());
            assert_eq!(known, [false, true, false]);
        }
    }

    #[test]
    #[should_panic(expected = "a layer has 2 words and 1 scores")]
    fn every_role_has_a_score_in_every_state() {
        Tablebase::new(2, 2, 0, vec![(vec![0, 0], vec![Score::NOTHING])]);
    }
}
