//! Where tournaments are kept.

use std::path::{Path, PathBuf};

use arena::{ResumeError, Store, StoreError};

use crate::error::Error;
use crate::output;

/// The file of the store: the one asked for, or the user's own.
pub(crate) fn file(asked: Option<&Path>) -> Result<PathBuf, Error> {
    match asked {
        Some(path) => Ok(path.to_owned()),
        None => Store::users_file()
            .ok_or_else(|| Error::Fault("you have no home directory; say where with `--db FILE`".into())),
    }
}

/// Opens the store, which is created if it is not there.
pub(crate) fn open(asked: Option<&Path>) -> Result<(PathBuf, Store), Error> {
    let file = file(asked)?;
    let store = Store::open(&file)?;
    Ok((file, store))
}

/// Opens a store that is there already.
pub(crate) fn open_existing(asked: Option<&Path>) -> Result<Store, Error> {
    let file = file(asked)?;
    if !file.exists() {
        return Err(StoreError::Missing { path: file }.into());
    }
    Ok(Store::open(&file)?)
}

/// Opens the store to look at it; nothing is written.
pub(crate) fn read(asked: Option<&Path>) -> Result<Store, Error> {
    Ok(Store::read(file(asked)?)?)
}

/// The option that names the store in a command, with a blank before it; nothing of the user's own.
pub(crate) fn option(asked: Option<&Path>) -> String {
    asked.map_or_else(String::new, |path| format!(" --db {}", output::typed(path)))
}

/// Warns of what was read from a store and is damaged.
pub(crate) fn warn(store: &Store) {
    store.warnings().iter().for_each(|warning| output::note(format_args!("warning: {warning}")));
}

/// The error of the store that is `asked` for, with its remedy.
pub(crate) fn fault(error: &StoreError, asked: Option<&Path>) -> Error {
    let db = option(asked);
    match error {
        StoreError::Missing { .. } => {
            Error::Usage(format!("{error}; `spielbaum arena GAME{db}` writes one, `--db FILE` names another"))
        }
        StoreError::NoSuchTournament(_) => {
            Error::Usage(format!("{error}; `spielbaum results{db}` lists what there is"))
        }
        StoreError::NoSuchMatch(_) => {
            Error::Usage(format!("{error}; `spielbaum results matches ID{db}` lists those of a tournament"))
        }
        StoreError::NoMoves(_) => {
            Error::Fault(format!("{error}; its table is there, to have the moves play the tournament again"))
        }
        _ => Error::Fault(format!("{error} (another file can be named with `--db FILE`)")),
    }
}

// The remedy is told where the store's name is known.
impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<ResumeError> for Error {
    fn from(error: ResumeError) -> Self {
        match error {
            ResumeError::Store(error) => error.into(),
            error => Self::Fault(error.to_string()),
        }
    }
}
