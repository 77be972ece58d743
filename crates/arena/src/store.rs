use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, params};
use serde::Serialize;

use crate::director::Director;
use crate::schema::{self, Owner};
use crate::{Finished, Fixture, Plan, Played, Progress, Table};

/// All tournaments ever played, in one SQLite file.
///
/// Several processes may use the file at once. What has been recorded survives the process being killed at any moment.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// Writes down a tournament while it is played.
#[derive(Debug)]
pub struct Recorder<'s> {
    store: &'s mut Store,
    id: i64,
}

/// What the store holds, in the shape of `results --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listing {
    /// Oldest first.
    pub tournaments: Vec<TournamentEntry>,
}

/// One line of a [`Listing`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TournamentEntry {
    /// Its number in the store.
    pub id: i64,
    /// The game's name.
    pub game: String,
    /// The players' specs.
    pub players: Vec<String>,
    /// Matches in the whole tournament.
    pub games_planned: u64,
    /// Matches played.
    pub games_played: u64,
    /// When it began, UTC in ISO 8601.
    pub started: String,
    /// When its last match ended; none if it was interrupted or is still being played.
    pub finished: Option<String>,
}

/// Why the store cannot be used. Nothing has been overwritten.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file belongs to another program.
    #[error("{} is not a store of tournaments; choose another file", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file is from a later version of this program.
    #[error(
        "{} was written by a later version of this program (schema {found}, this one knows {}); update the program or choose another file",
        .path.display(),
        schema::VERSION
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema's version.
        found: i32,
    },
    /// The file's content makes no sense.
    #[error("{} is damaged: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// The directory of the file cannot be made.
    #[error("cannot create the directory of {}: {source}", .path.display())]
    Directory {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file cannot be created or opened.
    #[error("cannot open {}: the file or its directory does not allow it", .path.display())]
    Unopenable {
        /// The file.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error("cannot write {}: the file or its directory is read-only", .path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// There is no room left.
    #[error("cannot write {}: the disk is full", .path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// There is no tournament of that number.
    #[error("there is no tournament {0} in the store")]
    NoSuchTournament(i64),
    /// Anything else that SQLite reports.
    #[error("{}: {source}", .path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
}

impl Store {
    /// How long one process waits for another to finish writing.
    const PATIENCE: Duration = Duration::from_secs(30);

    /// Opens the store in the file at `path`, which is created if it is not there.
    ///
    /// # Errors
    /// If the file is anything but a store that this version understands, or cannot be read or written. It is left alone then.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref().to_owned();
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory)
                .map_err(|source| StoreError::Directory { path: path.clone(), source })?;
        }
        let connection = Connection::open(&path).map_err(|error| store_error(&path, error))?;
        let store = Self { connection, path };
        let patience_ends = Instant::now() + Self::PATIENCE;
        loop {
            match store.prepare() {
                // SQLite does not wait by itself while another process changes the journal mode.
                Err(StoreError::Sqlite { source, .. })
                    if source.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                        && Instant::now() < patience_ends =>
                {
                    std::thread::sleep(Duration::from_millis(5));
                }
                prepared => return prepared.map(|()| store),
            }
        }
    }

    fn prepare(&self) -> Result<(), StoreError> {
        self.sql(|connection| connection.busy_timeout(Self::PATIENCE))?;
        match self.sql(schema::owner)? {
            Owner::Ours => {}
            Owner::Nobody => self.sql(schema::create)?,
            Owner::Later(found) => return Err(StoreError::Newer { path: self.path.clone(), found }),
            Owner::Foreign => return Err(StoreError::Foreign { path: self.path.clone() }),
        }
        // Readers and a writer do not wait for one another, and a commit survives a killed process without waiting for the disk.
        self.sql(|connection| {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.pragma_update(None, "foreign_keys", true)
        })
    }

    /// Enters a tournament that is about to be played.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(&mut self, plan: &Plan) -> Result<Recorder<'_>, StoreError> {
        let plan = serde_json::to_string(plan).map_err(|error| self.damaged(&error))?;
        let id = self.sql(|connection| {
            connection.query_row(
                "INSERT INTO tournaments (plan, started) VALUES (?1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) RETURNING id",
                [plan],
                |row| row.get(0),
            )
        })?;
        Ok(Recorder { store: self, id })
    }

    /// Every tournament, oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tournaments(&self) -> Result<Listing, StoreError> {
        let rows: Vec<(i64, u64, String, Option<String>)> = self.sql(|connection| {
            let mut query = connection.prepare(
                "SELECT id, (SELECT count(*) FROM matches WHERE tournament = id), started, finished
                 FROM tournaments ORDER BY id",
            )?;
            query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?.collect()
        })?;
        let entry = |(id, games_played, started, finished)| {
            let plan = self.plan(id)?;
            let games_planned = plan.matches().ok_or_else(|| self.damaged(&"a tournament without end"))?;
            let (game, players) = (plan.game, plan.players);
            Ok(TournamentEntry { id, game, players, games_planned, games_played, started, finished })
        };
        Ok(Listing { tournaments: rows.into_iter().map(entry).collect::<Result<_, _>>()? })
    }

    /// What was planned for a tournament.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn plan(&self, id: i64) -> Result<Plan, StoreError> {
        let found: Option<String> = self.sql(|connection| {
            let plan = "SELECT plan FROM tournaments WHERE id = ?1";
            connection.query_row(plan, [id], |row| row.get(0)).optional()
        })?;
        let plan = found.ok_or(StoreError::NoSuchTournament(id))?;
        serde_json::from_str(&plan).map_err(|error| self.damaged(&error))
    }

    /// The matches of a tournament that have been played.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn finished(&self, id: i64) -> Result<Vec<Finished>, StoreError> {
        let rows: Vec<(u64, u32, u64, String)> = self.sql(|connection| {
            let mut query = connection
                .prepare("SELECT pairing, number, plies, outcome FROM matches WHERE tournament = ?1")?;
            query.query_map([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?.collect()
        })?;
        let finished = |(pairing, index, plies, outcome): (u64, u32, u64, String)| {
            let outcome = serde_json::from_str(&outcome).map_err(|error| self.damaged(&error))?;
            Ok(Finished { fixture: Fixture { pairing, index }, outcome, plies })
        };
        rows.into_iter().map(finished).collect()
    }

    /// What a tournament has come to so far.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn table(&self, id: i64) -> Result<Table, StoreError> {
        let plan = self.plan(id)?;
        let director = Director::new(&plan, self.finished(id)?).map_err(|error| self.damaged(&error))?;
        let summary = director.finish().map_err(|error| self.damaged(&error))?;
        Ok(Table::new(&summary.counts, summary.complete))
    }

    fn sql<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| store_error(&self.path, error))
    }

    fn damaged(&self, what: &impl ToString) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), what: what.to_string() }
    }
}

impl Recorder<'_> {
    /// The tournament's number in the store.
    pub fn id(&self) -> i64 {
        self.id
    }

    /// Writes down what has been played, and strikes out what does not count after all; it is safe when this returns.
    ///
    /// # Errors
    /// If the file cannot be written. Then nothing is.
    pub fn record(&mut self, progress: &Progress<'_>) -> Result<(), StoreError> {
        let id = self.id;
        self.store.sql(|connection| {
            // Never nested: whoever holds a recorder holds the store alone.
            let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            let mut insert = transaction.prepare_cached(
                "INSERT INTO matches (tournament, pairing, number, seed, plies, outcome)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?;
            for Played { fixture, record } in progress.fresh {
                let outcome = serde_json::to_string(&record.outcome)
                    .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
                let seed = record.seed.0.cast_signed();
                insert.execute(params![
                    id,
                    fixture.pairing,
                    fixture.index,
                    seed,
                    record.plies.len() as u64,
                    outcome
                ])?;
            }
            let mut strike = transaction.prepare_cached(
                "DELETE FROM matches WHERE tournament = ?1 AND pairing = ?2 AND number = ?3",
            )?;
            for fixture in progress.withdrawn {
                strike.execute(params![id, fixture.pairing, fixture.index])?;
            }
            drop((insert, strike));
            transaction.commit()
        })
    }

    /// Closes the entry of a tournament of which all has been played.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> Result<(), StoreError> {
        self.store.sql(|connection| {
            connection.execute(
                "UPDATE tournaments SET finished = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?1",
                [self.id],
            )?;
            Ok(())
        })
    }
}

/// Puts SQLite's commonest complaints into words that say what to do.
fn store_error(path: &Path, source: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::Foreign { path },
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, what: source.to_string() },
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => StoreError::Unopenable { path },
        Some(ErrorCode::ReadOnly) => StoreError::ReadOnly { path },
        Some(ErrorCode::DiskFull) => StoreError::Full { path },
        _ => StoreError::Sqlite { path, source },
    }
}

#[cfg(test)]
mod tests;
