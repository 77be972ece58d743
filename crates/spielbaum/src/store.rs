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
    let store = Store::open(&file).map_err(|error| fault(&error))?;
    Ok((file, store))
}

/// Opens a store that is there already.
pub(crate) fn open_existing(asked: Option<&Path>) -> Result<Store, Error> {
    let file = file(asked)?;
    if !file.exists() {
        return Err(fault(&StoreError::Missing { path: file }));
    }
    Store::open(&file).map_err(|error| fault(&error))
}

/// Opens the store to look at it; nothing is written.
pub(crate) fn read(asked: Option<&Path>) -> Result<Store, Error> {
    Store::read(file(asked)?).map_err(|error| fault(&error))
}

/// The option that names the store in a command, with a blank before it; nothing of the user's own.
pub(crate) fn option(asked: Option<&Path>) -> String {
    asked.map_or_else(String::new, |path| format!(" --db {}", path.display()))
}

/// Warns of what was read from a store and is damaged.
pub(crate) fn warn(store: &Store) {
    store.warnings().iter().for_each(|warning| output::note(format_args!("warning: {warning}")));
}

/// The store's error with its remedy.
pub(crate) fn fault(error: &StoreError) -> Error {
    match error {
        StoreError::Missing { .. } => {
            Error::Usage(format!("{error}; `spielbaum arena` writes one, `--db FILE` names another"))
        }
        StoreError::NoSuchTournament(_) => {
            Error::Usage(format!("{error}; `spielbaum results` lists what there is"))
        }
        StoreError::NoSuchMatch(_) => {
            Error::Usage(format!("{error}; `spielbaum results matches ID` lists those of a tournament"))
        }
        StoreError::NoMoves(_) => {
            Error::Fault(format!("{error}; its table is there, to have the moves play the tournament again"))
        }
        _ => Error::Fault(format!("{error} (another file can be named with `--db FILE`)")),
    }
}

// What `results export` does with each match fails in either way.
impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        fault(&error)
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
