use std::path::{Path, PathBuf};

use rusqlite::{ErrorCode, ffi};

use super::schema;

/// Why the store cannot be used. Nothing has been overwritten.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no file, or an empty one.
    #[error("there is no store of tournaments at {}", .path.display())]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The file belongs to another program.
    #[error("{} is not a store of tournaments", .path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file is from a later version of this program.
    #[error(
        "{} was written by a later version of this program (schema {found}, this one knows {}); update the program",
        .path.display(),
        schema::VERSION
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema's version.
        found: i32,
    },
    /// The file's content is invalid.
    #[error(
        "{0} is damaged: {what}; put a copy in its place, or save what can be saved with `sqlite3 {0} .recover`",
        .path.display()
    )]
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
    #[error("cannot open {}: it is a directory, or the file or its directory does not allow it", .path.display())]
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
    /// The disk is full.
    #[error("cannot write {}: the disk is full; make room, what has been recorded is safe", .path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// Reading or writing the disk failed.
    #[error("cannot read or write {}: {what}; check the disk", .path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        what: String,
    },
    /// Another process keeps the file locked.
    #[error("{} has been locked by another process for too long; end that process or wait for it", .path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// The file was deleted or another put in its place.
    #[error("{} was deleted or moved while it was in use; what is recorded now would be lost", .path.display())]
    Gone {
        /// Where it was.
        path: PathBuf,
    },
    /// The file was written to while it was read without locks.
    #[error("{} was changed by another process while it was being read; try again", .path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// A process was killed while it created the file, and it takes writing to put that right.
    #[error("{} was left unfinished when it was created; write to it once, and it can be read", .path.display())]
    Unrecovered {
        /// The file.
        path: PathBuf,
    },
    /// Two processes play the same tournament.
    #[error("tournament {0} is being played by another process as well; let that one finish")]
    Contested(i64),
    /// There is no tournament of that number.
    #[error("there is no tournament {0} in the store")]
    NoSuchTournament(i64),
    /// There is no match of that number.
    #[error("there is no match {0} in the store")]
    NoSuchMatch(i64),
    /// The match is from a time when the store kept no moves.
    #[error("the moves of match {0} were not kept; it was played with an earlier version of this program")]
    NoMoves(i64),
    /// Anything else that SQLite reports.
    #[error("{}: {source}", .path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// What was found, without the file and the remedy where it is damage.
    pub(super) fn finding(&self) -> String {
        match self {
            Self::Damaged { what, .. } => what.clone(),
            error => error.to_string(),
        }
    }

    /// The error for an error of SQLite, with the remedy in its message.
    pub(super) fn of(path: &Path, source: rusqlite::Error) -> Self {
        use rusqlite::Error;

        let (path, what) = (path.to_owned(), source.to_string());
        match (source.sqlite_error_code(), &source) {
            (Some(ErrorCode::NotADatabase), _) => Self::Foreign { path },
            (Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied), _) => Self::Unopenable { path },
            (Some(ErrorCode::ReadOnly), _) => match source.sqlite_error().map(|error| error.extended_code) {
                Some(ffi::SQLITE_READONLY_DBMOVED) => Self::Gone { path },
                Some(
                    ffi::SQLITE_READONLY_ROLLBACK
                    | ffi::SQLITE_READONLY_RECOVERY
                    | ffi::SQLITE_READONLY_CANTINIT,
                ) => Self::Unrecovered { path },
                _ => Self::ReadOnly { path },
            },
            (Some(ErrorCode::DiskFull), _) => Self::Full { path },
            (Some(ErrorCode::SystemIoFailure), _) => Self::Disk { path, what },
            (Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked), _) => Self::Locked { path },
            // All SQL here suits the schema that the file says it has, and all types the columns'.
            (Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown), _)
            | (
                _,
                Error::InvalidColumnType(..)
                | Error::FromSqlConversionFailure(..)
                | Error::IntegralValueOutOfRange(..)
                | Error::Utf8Error(..)
                | Error::QueryReturnedNoRows
                | Error::SqlInputError { .. },
            ) => Self::Damaged { path, what },
            _ => Self::Sqlite { path, source },
        }
    }
}
