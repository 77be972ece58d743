use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, ensure};

use crate::Property;

/// The seeds of a property.
#[derive(Debug)]
pub struct Corpus {
    seeds: Vec<Vec<u8>>,
}

/// The folder of the seeds of this name.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("corpus").join(name)
}

/// A folder in memory, if there is one, else one for what does not last.
pub(crate) fn memory() -> PathBuf {
    let shared = Path::new("/dev/shm");
    if shared.is_dir() { shared.to_owned() } else { env::temp_dir() }
}

impl Corpus {
    /// These seeds.
    #[cfg(test)]
    pub(crate) fn of(seeds: Vec<Vec<u8>>) -> Self {
        Self { seeds }
    }

    /// The seeds of a property and those that it borrows, in the order of their names.
    ///
    /// # Errors
    /// If there are none, or they cannot be read.
    pub fn read(property: &Property) -> anyhow::Result<Self> {
        let mut seeds = Vec::new();
        for name in [property.name].iter().chain(property.borrows) {
            let folder = folder(name);
            let unreadable = || format!("the seeds in {} cannot be read", folder.display());
            let entries = fs::read_dir(&folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
            let mut paths: Vec<PathBuf> =
                entries.with_context(unreadable)?.iter().map(fs::DirEntry::path).collect();
            // What cargo-fuzz has found on this machine has no extension, and is no seed.
            paths.retain(|path| path.extension().is_some());
            paths.sort();
            for path in paths {
                seeds.push(fs::read(&path).with_context(unreadable)?);
            }
        }
        ensure!(!seeds.is_empty(), "there are no seeds in {}", folder(property.name).display());
        Ok(Self { seeds })
    }

    /// All seeds.
    pub fn seeds(&self) -> &[Vec<u8>] {
        &self.seeds
    }

    /// One of the seeds by a number of any size.
    pub(crate) fn seed(&self, number: u32) -> &[u8] {
        self.seeds.get(number as usize % self.seeds.len().max(1)).map_or(&[], Vec::as_slice)
    }
}
