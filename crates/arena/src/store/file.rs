use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A file's identity, size and time of change at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileStamp {
    path: PathBuf,
    identity: (u64, u64),
    length: u64,
    modified: Option<SystemTime>,
}

impl FileStamp {
    /// Looks at a file without opening it: closing a file that SQLite has open, too, would drop SQLite's
    /// locks. None if it is not there.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let metadata = fs::metadata(path).ok()?;
        Some(Self {
            path: path.to_owned(),
            identity: identity(&metadata),
            length: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Whether the file is where it was, whatever is in it now.
    pub(super) fn same_file(&self) -> bool {
        Self::of(&self.path).is_some_and(|now| now.identity == self.identity)
    }

    /// Whether the file has not been written to since.
    pub(super) fn unchanged(&self) -> bool {
        Self::of(&self.path).as_ref() == Some(self)
    }
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;

    (metadata.dev(), metadata.ino())
}

/// Elsewhere a file that is in use cannot be deleted or replaced.
#[cfg(not(unix))]
fn identity(_metadata: &Metadata) -> (u64, u64) {
    (0, 0)
}

/// Whether everything is in the database file itself, and no process has it open.
///
/// A process that has it open has a log of recent writes (`-wal`) and an index of this log that all processes
/// share (`-shm`); the last one that closes it removes both, and one that is killed leaves both. A change to
/// be rolled back is in a journal (`-journal`).
pub(super) fn is_quiet(database: &Path) -> bool {
    let beside = |suffix: &str| {
        let mut path = database.as_os_str().to_owned();
        path.push(suffix);
        fs::metadata(path).ok().map(|metadata| metadata.len())
    };
    let to_be_rolled_back = beside("-journal").is_some_and(|length| length > 0);
    !to_be_rolled_back && matches!((beside("-wal"), beside("-shm")), (None, _) | (Some(0), None))
}

/// The URI by which SQLite opens a file of whatever name, with a parameter.
pub(super) fn uri(path: &Path, parameter: &str) -> String {
    let mut uri = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri + "?" + parameter
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_only_names_in_a_uri() {
        assert_eq!(uri(Path::new("/a b/50%?#.db"), "mode=ro"), "file:/a%20b/50%25%3F%23.db?mode=ro");
    }
}
