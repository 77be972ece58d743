mod checksum;
mod costs;
mod damage;
mod dictionary;
mod error;
mod evaluations;
mod file;
mod listing;
mod match_row;
mod matches;
mod recorder;
mod replay;
mod resumable;
mod schema;
mod tournament_row;
mod verification;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use directories::ProjectDirs;
use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use search::SpecFile;

pub use self::costs::{Cost, Costs, PairingCost, PlayerCost};
pub use self::damage::{Damage, DamagedPart};
pub use self::error::StoreError;
pub use self::evaluations::EvaluationEntry;
use self::file::FileStamp;
pub use self::listing::{Listing, TournamentEntry};
pub use self::matches::MatchEntry;
pub use self::recorder::Recorder;
pub use self::resumable::{ResumableTournament, ResumeError};
use self::schema::Owner;
use self::tournament_row::TournamentRow;
pub use self::verification::{Checksums, Verification, VerifiedTournament};
use crate::Plan;

/// All tournaments ever played, and what was learned of games, in one SQLite file.
///
/// Several processes may use the file at once. What has been recorded survives the process being killed at
/// any moment. It has checksums: what is read and does not have its own is kept in mind as
/// [damage](Self::damage), which whoever shows what was read should show as [warnings](Self::warnings).
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// The file as it was when it was opened.
    stamp: FileStamp,
    sharing: Sharing,
    /// What was read and does not have its checksum.
    noticed: RefCell<BTreeSet<Damage>>,
}

/// How the file is shared with other processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharing {
    /// With SQLite's locks.
    Locks,
    /// Without locks, since no other process had it open. So it must not change.
    Immutable,
    /// It was copied into memory.
    Copied,
}

impl Store {
    /// How long one process waits for another to finish writing.
    const PATIENCE: Duration = Duration::from_secs(30);
    /// How long a reader looks again while another process opens or closes the file.
    const READERS_PATIENCE: Duration = Duration::from_millis(300);
    /// Bytes to which the log of recent writes is cut down when it has been copied into the file.
    const LOG_SIZE: u32 = 16 << 20;

    /// The file of the user's own store, where the program keeps tournaments unless another is named; none if
    /// the user has no home directory.
    pub fn users_file() -> Option<PathBuf> {
        let directories = ProjectDirs::from("", "", "spielbaum")?;
        Some(directories.data_dir().join("spielbaum.db"))
    }

    /// The file of this store.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the store in the file at `path`, which is created if it is not there and brought to this version
    /// if it is from an earlier one.
    ///
    /// # Errors
    /// If the file is anything but a store that this version understands, or cannot be read or written. It is
    /// left alone then.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_within(path.as_ref(), Self::PATIENCE)
    }

    fn open_within(path: &Path, patience: Duration) -> Result<Self, StoreError> {
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory)
                .map_err(|source| StoreError::Directory { path: path.to_owned(), source })?;
        }
        // Absolute, so that SQLite takes no name for anything else than a name.
        let absolute =
            std::path::absolute(path).map_err(|_| StoreError::Unopenable { path: path.to_owned() })?;
        let patience_ends = Instant::now() + patience;
        let error = |error| StoreError::of(path, error);
        let connection = Connection::open(&absolute).map_err(error)?;
        connection.busy_timeout(patience).map_err(error)?;
        loop {
            match Self::prepare(path, &connection) {
                // SQLite does not wait by itself while another process changes the journal mode.
                Err(StoreError::Locked { .. }) if Instant::now() < patience_ends => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                prepared => {
                    prepared?;
                    let stamp =
                        FileStamp::of(&absolute).ok_or_else(|| StoreError::Gone { path: path.to_owned() })?;
                    return Ok(Self {
                        connection,
                        path: path.to_owned(),
                        stamp,
                        sharing: Sharing::Locks,
                        noticed: RefCell::default(),
                    });
                }
            }
        }
    }

    fn prepare(path: &Path, connection: &Connection) -> Result<(), StoreError> {
        let error = |error| StoreError::of(path, error);
        match schema::owner(connection).map_err(error)? {
            Owner::Ours => {}
            Owner::Empty | Owner::Earlier(_) => schema::migrate(connection).map_err(error)?,
            Owner::Later(found) => return Err(StoreError::Newer { path: path.to_owned(), found }),
            Owner::Foreign => return Err(StoreError::Foreign { path: path.to_owned() }),
        }
        let settings = || {
            // Readers and a writer do not wait for one another, and a commit survives a killed process
            // without waiting for the disk.
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.pragma_update(None, "journal_size_limit", Self::LOG_SIZE)?;
            connection.pragma_update(None, "foreign_keys", true)
        };
        settings().map_err(error)
    }

    /// Opens the store in the file at `path` to look at it. Nothing is created and nothing written but the
    /// index of the log of recent writes, which all who read and write share. So file and directory may be
    /// read-only; a store of an earlier version is brought to this version in memory.
    ///
    /// While another process records, what it commits is seen. Where no other process has the file open, no
    /// locks are taken, for they would need files beside it: then the store is seen as it was when it was
    /// opened, and should another process change the file under it, reading ends with
    /// [`StoreError::Changed`]; [`reading`](Self::reading) begins again then.
    ///
    /// # Errors
    /// If there is no file, or it is anything but a store that this version understands, or cannot be read.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::read_until(path.as_ref(), Instant::now() + Self::READERS_PATIENCE)
    }

    /// What `read` finds in the store in the file at `path`, opened as by [`read`](Self::read). It is called
    /// again if the file is changed under it.
    ///
    /// # Errors
    /// Those of [`read`](Self::read), and those of `read`.
    pub fn reading<T, E: From<StoreError>>(
        path: impl AsRef<Path>,
        read: impl Fn(&Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let patience_ends = Instant::now() + Self::READERS_PATIENCE;
        loop {
            let store = Self::read_until(path.as_ref(), patience_ends)?;
            match read(&store) {
                Err(_) if store.unchanged().is_err() && Instant::now() < patience_ends => {}
                found => return found,
            }
        }
    }

    fn read_until(path: &Path, patience_ends: Instant) -> Result<Self, StoreError> {
        loop {
            match Self::try_read(path) {
                // The files beside it come and go when another process opens or closes it.
                Err(
                    StoreError::Unopenable { .. }
                    | StoreError::Unrecovered { .. }
                    | StoreError::Changed { .. },
                ) if Instant::now() < patience_ends => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                read => return read,
            }
        }
    }

    fn try_read(path: &Path) -> Result<Self, StoreError> {
        let owned = || path.to_owned();
        let error = |error| StoreError::of(path, error);
        // SQLite has its files beside the one that a link leads to.
        let real = std::fs::canonicalize(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => StoreError::Missing { path: owned() },
            _ => StoreError::Unopenable { path: owned() },
        })?;
        // Before the look around: what changes from now on is noticed.
        let stamp = FileStamp::of(&real).ok_or_else(|| StoreError::Missing { path: owned() })?;
        if !real.is_file() {
            return Err(StoreError::Unopenable { path: owned() });
        }
        if stamp.is_empty() {
            return Err(StoreError::Missing { path: owned() });
        }
        // See <https://www.sqlite.org/uri.html>.
        let (sharing, parameter) = match file::is_quiet(&real) {
            true => (Sharing::Immutable, "immutable=1"),
            false => (Sharing::Locks, "mode=ro"),
        };
        let flags =
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file::uri(&real, parameter), flags).map_err(error)?;
        connection.busy_timeout(Self::PATIENCE).map_err(error)?;
        let store = Self { connection, path: owned(), stamp, sharing, noticed: RefCell::default() };
        match store.sql(schema::owner)? {
            Owner::Ours => Ok(store),
            Owner::Empty => Err(StoreError::Missing { path: owned() }),
            Owner::Earlier(_) => store.copied(),
            Owner::Later(found) => Err(StoreError::Newer { path: owned(), found }),
            Owner::Foreign => Err(StoreError::Foreign { path: owned() }),
        }
    }

    /// The same store in memory, in this version of the schema.
    fn copied(self) -> Result<Self, StoreError> {
        let connection = self.sql(|file| {
            let mut memory = Connection::open_in_memory()?;
            Backup::new(file, &mut memory)?.step(-1)?;
            schema::migrate(&memory)?;
            memory.pragma_update(None, "query_only", true)?;
            Ok(memory)
        })?;
        Ok(Self { connection, sharing: Sharing::Copied, ..self })
    }

    /// What was planned for a tournament.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn plan(&self, id: i64) -> Result<Plan, StoreError> {
        self.at_one_moment(|| {
            let TournamentRow { plan, .. } = self.tournament_row(id)?;
            Ok(Plan { files: self.files(id)?, ..self.parsed(&plan)? })
        })
    }

    /// The files that the players of a tournament name.
    fn files(&self, id: i64) -> Result<Vec<SpecFile>, StoreError> {
        let rows: Vec<(String, String, Option<String>)> = self.sql(|connection| {
            // A copy that is not found is damage too, be it of the index.
            let mut query = connection.prepare(
                "SELECT path, sha256, content FROM tournament_files LEFT JOIN files USING (sha256)
                 WHERE tournament = ?1 ORDER BY path",
            )?;
            query.query_map([id], |row| row.try_into())?.collect()
        })?;
        let file = |(path, sha256, content): (String, String, Option<String>)| {
            let Some(content) = content else {
                return Err(self.damaged(&format_args!("the copy of `{path}` is missing")));
            };
            let file = SpecFile::new(path, content);
            if file.sha256() == sha256 {
                Ok(file)
            } else {
                Err(self.damaged(&format_args!("a copy of `{}` that does not have its hash", file.path())))
            }
        };
        rows.into_iter().map(file).collect()
    }

    fn parsed(&self, plan: &str) -> Result<Plan, StoreError> {
        let plan: Plan = serde_json::from_str(plan).map_err(|error| self.damaged(&error))?;
        if plan.roles == 0 || plan.players.is_empty() {
            return Err(self.damaged(&"a tournament without players"));
        }
        if plan.ways().is_none() {
            return Err(self.damaged(&"more pairings than there can be"));
        }
        Ok(plan)
    }

    /// The version of this program that began a tournament; none if it is not known.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn version(&self, id: i64) -> Result<Option<String>, StoreError> {
        Ok(self.tournament_row(id)?.version)
    }

    fn sql<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let done = work(&self.connection).map_err(|error| StoreError::of(&self.path, error));
        // Whatever was read then may be half old and half new.
        self.unchanged()?;
        done
    }

    /// Runs a read transaction, so that everything it reads is from one moment.
    fn at_one_moment<T, E: From<StoreError>>(&self, read: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        // An outer read has begun the transaction.
        if !self.connection.is_autocommit() {
            return read();
        }
        let moment = Transaction::new_unchecked(&self.connection, TransactionBehavior::Deferred);
        let _moment = moment.map_err(|error| StoreError::of(&self.path, error))?;
        read()
    }

    /// Makes sure that a file that is read without locks has not changed.
    fn unchanged(&self) -> Result<(), StoreError> {
        match self.sharing {
            Sharing::Immutable if !self.stamp.unchanged() => {
                Err(StoreError::Changed { path: self.path.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Makes sure that what is written goes to the file that others will read: to the system a deleted file
    /// is as good as any.
    fn still_there(&self) -> Result<(), StoreError> {
        if self.stamp.same_file() { Ok(()) } else { Err(StoreError::Gone { path: self.path.clone() }) }
    }

    fn damaged(&self, what: &impl ToString) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), what: what.to_string() }
    }
}

#[cfg(test)]
mod tests;
