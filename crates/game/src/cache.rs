//! Circuits kept on disk.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use circuit::hexadecimal;
use directories::ProjectDirs;
use gdl::CanonicalRules;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A directory in which compiled games are kept, so that the same rules need not be compiled again: a game
/// that takes half a minute to compile is there at once. Rules are the same whatever their names are and in
/// whatever order they come ([`CanonicalRules`]).
///
/// Of each game there is a file. What is read is checked: it must be whole, be of this version of the program
/// and have a sound circuit, and before it plays it must say of the first states of a game what the reasoner
/// says. A file that fails is removed, and the game is compiled. Several processes may use a directory at the
/// same time; nobody ever sees a file that is not whole. Where the files have more bytes together than they
/// may, those go that have not been used for the longest time. Files with other names than a cache gives them
/// are let be.
///
/// ```
/// use std::time::Duration;
/// use spielbaum_game::{CircuitCache, Rules};
///
/// let directory = tempfile::tempdir()?;
/// // Nim takes no time to compile, but is kept all the same.
/// let cache = CircuitCache::new(directory.path()).with_worth(Duration::ZERO);
/// let nim = gdl::Rulesheet::parse("nim", spielbaum_game::Builtin::named("nim").unwrap().rules.as_bytes())?;
/// let [first, second] = [Rules::cached(&nim, &cache)?, Rules::cached(&nim, &cache)?];
/// let is_read = |rules: &Rules| rules.compiled().is_ok_and(|compiled| compiled.loading_time().is_some());
/// assert!(!is_read(&first) && is_read(&second));
/// assert_eq!(cache.entries()?[0].name, "nim");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CircuitCache {
    directory: PathBuf,
    most_bytes: u64,
    worth: Duration,
}

/// What a file of a [`CircuitCache`] tells of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheEntry {
    /// What the game was called when it was compiled, such as its file.
    pub name: String,
    /// The gates of its circuit.
    pub gates: u64,
    /// How long it took to compile.
    pub compiling: Duration,
    /// How many bytes the file has.
    pub bytes: u64,
    /// When it was used last.
    pub used: SystemTime,
}

/// What was wrong with a cache. The game is compiled all the same.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// A file cannot be read, or not be removed.
    #[error("the cache of circuits cannot be used: {}: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// A file was damaged, or its circuit plays another game than the rules describe. It was removed.
    #[error("a circuit of the cache was removed: {}: {why}", .path.display())]
    Removed {
        /// The file.
        path: PathBuf,
        /// What was wrong with it.
        why: String,
    },
    /// A game cannot be kept.
    #[error("the circuit cannot be kept in {}: {error}", .directory.display())]
    Unwritable {
        /// The directory of the cache.
        directory: PathBuf,
        /// The cause.
        error: io::Error,
    },
}

/// What a file begins with.
const MAGIC: &[u8] = b"spielbaum circuit\n";

/// The number of the form in which entries are written. It changes with every change of what is written, or
/// of how circuits are made.
pub(crate) const FORMAT: u32 = 7;

/// The program that writes the files.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

/// The ending of the files.
const ENDING: &str = "circuit";

/// How files that are being written begin and end, so that no other program's are taken for them.
const UNFINISHED: [&str; 2] = [".spielbaum-", ".unfinished"];

/// A file that has been unfinished for so long is left of a process that was ended.
const ABANDONED: Duration = Duration::from_secs(3600);

/// The most bytes of a head.
const MOST_HEAD: u32 = 1 << 16;

/// The most bytes of a file. A longer one is neither written nor read; a file with holes may tell of more
/// bytes than the disk has.
const MOST_FILE: u64 = CircuitCache::MOST_BYTES;

/// What a file tells before the game itself.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    format: u32,
    program: String,
    name: String,
    gates: u64,
    compiling: Duration,
    /// How many bytes follow the head.
    bytes: u64,
}

/// What games are kept under: the SHA-256 of their canonical rules. Nobody knows how to find two texts with
/// one hash, so equal keys mean equal rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CacheKey([u8; 32]);

impl CacheKey {
    pub(crate) fn of(rules: &CanonicalRules) -> Self {
        Self(Sha256::digest(rules.text()).into())
    }
}

impl CircuitCache {
    /// The most bytes of all files by default: 1 GiB.
    pub const MOST_BYTES: u64 = 1 << 30;

    /// What a user writes in place of a directory for no cache.
    pub const NEVER: &str = "never";

    /// The environment variable in which a user names a directory.
    pub const VARIABLE: &str = "SPIELBAUM_CACHE";

    /// How long a game must have taken to compile to be kept, by default.
    pub const WORTH: Duration = Duration::from_millis(300);

    /// The cache in a directory, which is made when the first game is kept.
    pub fn new(directory: impl Into<PathBuf>) -> Self {
        Self { directory: directory.into(), most_bytes: Self::MOST_BYTES, worth: Self::WORTH }
    }

    /// The cache in the directory that a user names; none if that is [`NEVER`](Self::NEVER). If no directory
    /// is named, it is [the user's](Self::users_directory).
    pub fn named(directory: Option<PathBuf>) -> Option<Self> {
        match directory {
            Some(never) if never == Path::new(Self::NEVER) => None,
            directory => directory.or_else(Self::users_directory).map(Self::new),
        }
    }

    /// The same directory with another bound on the bytes of all files. One file alone never has more than
    /// [`MOST_BYTES`](Self::MOST_BYTES).
    #[must_use]
    pub fn with_most_bytes(self, most_bytes: u64) -> Self {
        Self { most_bytes, ..self }
    }

    /// The same directory, in which games are kept that took so long to compile.
    #[must_use]
    pub fn with_worth(self, worth: Duration) -> Self {
        Self { worth, ..self }
    }

    /// Where the program keeps the circuits of its user, such as `~/.cache/spielbaum/circuits`; none if the
    /// user has no home directory.
    pub fn users_directory() -> Option<PathBuf> {
        Some(ProjectDirs::from("", "", "spielbaum")?.cache_dir().join("circuits"))
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// How long a game must have taken to compile to be kept.
    pub(crate) fn worth(&self) -> Duration {
        self.worth
    }

    /// What is kept, the last used first. Files that cannot be read to the end of what they tell of
    /// themselves are left out.
    ///
    /// # Errors
    /// If the directory cannot be read. That there is none is no error.
    pub fn entries(&self) -> io::Result<Vec<CacheEntry>> {
        let entry = |kept: Kept| {
            let mut file = File::open(&kept.path).ok()?;
            let Head { name, gates, compiling, .. } = Head::read(&mut file).ok()?.head;
            Some(CacheEntry { name, gates, compiling, bytes: kept.bytes, used: kept.used })
        };
        let mut entries: Vec<CacheEntry> = self.kept()?.into_iter().filter_map(entry).collect();
        entries.sort_by(|a, b| b.used.cmp(&a.used).then_with(|| a.name.cmp(&b.name)));
        Ok(entries)
    }

    /// How many files of the cache [`entries`](Self::entries) leaves out, though [`clear`](Self::clear)
    /// removes them: those that are being written, were never finished, or are damaged.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn unlisted(&self) -> io::Result<usize> {
        Ok(self.all()?.len().saturating_sub(self.entries()?.len()))
    }

    /// Removes all files of the cache, also those that are damaged or were never finished, and returns their
    /// number. The directory and what else is in it stay.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn clear(&self) -> io::Result<usize> {
        let files = self.all()?;
        files.iter().try_for_each(|kept| remove(&kept.path))?;
        Ok(files.len())
    }

    /// What is kept under a key, if it is whole and of this version.
    pub(crate) fn load(&self, key: CacheKey) -> Result<Option<Vec<u8>>, CacheError> {
        let path = self.path(key);
        let unreadable = |error| CacheError::Unreadable { path: path.clone(), error };
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unreadable(error)),
        };
        let read = match Opened::read(&mut file) {
            Ok(read) => read,
            Err(Broken::Unreadable(error)) => return Err(unreadable(error)),
            Err(Broken::Wrong(why)) => return Err(self.remove(key, why)),
        };
        let Some(body) = read else {
            // What another version wrote nobody reads any more.
            remove(&path).map_err(unreadable)?;
            return Ok(None);
        };
        // Where that is not allowed, another file goes first than should.
        let _ = file.set_modified(SystemTime::now());
        Ok(Some(body))
    }

    /// Removes what is kept under a key, and says why.
    pub(crate) fn remove(&self, key: CacheKey, why: impl Into<String>) -> CacheError {
        let path = self.path(key);
        match remove(&path) {
            Ok(()) => CacheError::Removed { path, why: why.into() },
            Err(error) => CacheError::Unreadable { path, error },
        }
    }

    /// Keeps a game that was called `name`, and removes others if they are too many. One that is larger than
    /// all may be together is not kept.
    pub(crate) fn store(
        &self,
        key: CacheKey,
        name: &str,
        gates: usize,
        compiling: Duration,
        body: &[u8],
    ) -> Result<(), CacheError> {
        let head = Head {
            format: FORMAT,
            program: PROGRAM.to_owned(),
            name: name.chars().take(200).collect(),
            gates: gates as u64,
            compiling,
            bytes: body.len() as u64,
        };
        let written = self.write(key, &head, body);
        written.map_err(|error| CacheError::Unwritable { directory: self.directory.clone(), error })
    }

    fn write(&self, key: CacheKey, head: &Head, body: &[u8]) -> io::Result<()> {
        let head = postcard::to_stdvec(head).map_err(io::Error::other)?;
        let length = (head.len() as u32).to_le_bytes();
        let checksum = Sha256::new().chain_update(length).chain_update(&head).chain_update(body).finalize();
        let parts = [MAGIC, checksum.as_slice(), &length, &head, body];
        let bytes: u64 = parts.iter().map(|part| part.len() as u64).sum();
        // To make room for it all others would have to go, and then it as well.
        if bytes > self.most_bytes.min(MOST_FILE) {
            return Ok(());
        }
        fs::create_dir_all(&self.directory)?;
        let [prefix, suffix] = UNFINISHED;
        let mut file = tempfile::Builder::new().prefix(prefix).suffix(suffix).tempfile_in(&self.directory)?;
        for part in parts {
            file.write_all(part)?;
        }
        file.persist(self.path(key)).map_err(|failed| failed.error)?;
        self.make_room()
    }

    /// Removes files until they have no more bytes together than they may, and what was never finished.
    fn make_room(&self) -> io::Result<()> {
        let mut kept = self.kept()?;
        kept.sort_by_key(|kept| kept.used);
        let mut bytes: u64 = kept.iter().map(|kept| kept.bytes).sum();
        for old in kept {
            if bytes <= self.most_bytes {
                break;
            }
            remove(&old.path)?;
            bytes -= old.bytes;
        }
        let is_abandoned = |kept: &Kept| kept.used.elapsed().is_ok_and(|since| since > ABANDONED);
        self.unfinished()?.iter().filter(|kept| is_abandoned(kept)).try_for_each(|kept| remove(&kept.path))
    }

    fn path(&self, CacheKey(key): CacheKey) -> PathBuf {
        self.directory.join(hexadecimal(&key)).with_extension(ENDING)
    }

    fn all(&self) -> io::Result<Vec<Kept>> {
        Ok([self.kept()?, self.unfinished()?].concat())
    }

    fn kept(&self) -> io::Result<Vec<Kept>> {
        self.files(is_kept)
    }

    fn unfinished(&self) -> io::Result<Vec<Kept>> {
        self.files(is_unfinished)
    }

    /// The files with such names; none if there is no directory.
    fn files(&self, is_own: fn(&str) -> bool) -> io::Result<Vec<Kept>> {
        let listed = match fs::read_dir(&self.directory) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            listed => listed?,
        };
        let mut files = Vec::new();
        for file in listed {
            let file = file?;
            if !is_own(&file.file_name().to_string_lossy()) {
                continue;
            }
            match file.metadata() {
                // Another process has removed it.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                about => {
                    let about = about?;
                    files.push(Kept { path: file.path(), bytes: about.len(), used: about.modified()? });
                }
            }
        }
        Ok(files)
    }
}

/// A file of a cache.
#[derive(Clone)]
struct Kept {
    path: PathBuf,
    bytes: u64,
    used: SystemTime,
}

/// Whether a file is one of a game: it is named by its key. In a directory that a user names there may be
/// others with the same ending.
fn is_kept(name: &str) -> bool {
    let stem = name.strip_suffix(ENDING).and_then(|name| name.strip_suffix('.'));
    let is_digit = |digit: u8| matches!(digit, b'0'..=b'9' | b'a'..=b'f');
    stem.is_some_and(|stem| stem.len() == 64 && stem.bytes().all(is_digit))
}

/// Whether a file of a game is being written, or was never finished.
fn is_unfinished(name: &str) -> bool {
    let [prefix, suffix] = UNFINISHED;
    name.starts_with(prefix) && name.ends_with(suffix)
}

/// Removes a file, unless another process has.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Why a file is not what it should be.
enum Broken {
    Unreadable(io::Error),
    Wrong(&'static str),
}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof => Self::Wrong("it is cut off"),
            _ => Self::Unreadable(error),
        }
    }
}

/// The beginning of a file.
struct Opened {
    head: Head,
    checksum: [u8; 32],
    /// The bytes of the head, with its length before them.
    written: Vec<u8>,
}

impl Head {
    /// Reads the beginning of a file.
    fn read(file: &mut impl Read) -> Result<Opened, Broken> {
        let mut magic = [0; MAGIC.len()];
        file.read_exact(&mut magic)?;
        if magic != MAGIC {
            return Err(Broken::Wrong("it is no circuit"));
        }
        let (mut checksum, mut length) = ([0; 32], [0; 4]);
        file.read_exact(&mut checksum)?;
        file.read_exact(&mut length)?;
        let count = u32::from_le_bytes(length);
        if count > MOST_HEAD {
            return Err(Broken::Wrong("its head is too long"));
        }
        let mut written = length.to_vec();
        written.resize(length.len() + count as usize, 0);
        file.read_exact(&mut written[length.len()..])?;
        let head = postcard::from_bytes(&written[length.len()..])
            .map_err(|_| Broken::Wrong("its head cannot be understood"))?;
        Ok(Opened { head, checksum, written })
    }
}

impl Opened {
    /// Reads a file to its end; none if another version of the program has written it.
    fn read(file: &mut File) -> Result<Option<Vec<u8>>, Broken> {
        let size = file.metadata()?.len();
        let Self { head, checksum, written } = Head::read(file)?;
        if head.format != FORMAT || head.program != PROGRAM {
            return Ok(None);
        }
        if size > MOST_FILE {
            return Err(Broken::Wrong("it is too long"));
        }
        let before = (MAGIC.len() + checksum.len() + written.len()) as u64;
        if size.checked_sub(before) != Some(head.bytes) {
            return Err(Broken::Wrong("its length is wrong"));
        }
        let mut body = Vec::new();
        let room = usize::try_from(head.bytes).is_ok_and(|bytes| body.try_reserve_exact(bytes).is_ok());
        if !room {
            return Err(Broken::Unreadable(ErrorKind::OutOfMemory.into()));
        }
        file.take(head.bytes).read_to_end(&mut body)?;
        let found = Sha256::new().chain_update(&written).chain_update(&body).finalize();
        if found.as_slice() != checksum {
            return Err(Broken::Wrong("its checksum is wrong"));
        }
        Ok(Some(body))
    }
}
