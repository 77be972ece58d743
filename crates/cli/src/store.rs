//! Where tournaments are kept.

use std::path::{Path, PathBuf};

use arena::StoreError;
use directories::ProjectDirs;

use crate::error::Error;

/// The file of the store: the one asked for, or the user's own.
pub(crate) fn file(asked: Option<&Path>) -> Result<PathBuf, Error> {
    match asked {
        Some(path) => Ok(path.to_owned()),
        None => ProjectDirs::from("", "", "spielbaum")
            .map(|directories| directories.data_dir().join("spielbaum.db"))
            .ok_or_else(|| Error::Fault("you have no home directory; say where with `--db FILE`".into())),
    }
}

/// The store's error with its remedy.
pub(crate) fn fault(error: &StoreError) -> Error {
    match error {
        StoreError::NoSuchTournament(_) => {
            Error::Usage(format!("{error}; `spielbaum results` lists what there is"))
        }
        _ => Error::Fault(format!("{error} (another file can be named with `--db FILE`)")),
    }
}
