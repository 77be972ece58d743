//! Files that end, and their lines.

use std::fs::File;
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;

/// Opens a regular file of at most so many bytes; none if it is longer or something else: a folder, or a pipe
/// or a device, which might never end.
///
/// # Errors
/// If it cannot be opened.
pub(crate) fn open(path: &Path, most: u64) -> io::Result<Option<File>> {
    // Already to open a pipe takes until somebody writes to it.
    if !path.metadata()?.is_file() {
        return Ok(None);
    }
    let file = File::open(path)?;
    // The path may be that of another file by now.
    let metadata = file.metadata()?;
    Ok((metadata.is_file() && metadata.len() <= most).then_some(file))
}

/// The next line of a file, of at most so many bytes with its end, without which it is given; none at the end
/// of the file.
///
/// # Errors
/// If it cannot be read. The kind is [`ErrorKind::InvalidData`] where it is no text, or does not end: a file
/// may have been cut.
pub(crate) fn line(file: &mut impl BufRead, most: u64) -> io::Result<Option<String>> {
    let mut line = String::new();
    file.by_ref().take(most).read_line(&mut line)?;
    match line.pop() {
        None => Ok(None),
        Some('\n') => Ok(Some(line)),
        Some(_) => Err(io::Error::new(ErrorKind::InvalidData, "it does not end")),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_longer_or_no_file_is_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("abc.txt");
        fs::write(&path, "abc").unwrap();
        assert!(open(&path, 3).unwrap().is_some());
        assert!(open(&path, 2).unwrap().is_none());
        assert!(open(folder.path(), u64::MAX).unwrap().is_none());
        #[cfg(unix)]
        assert!(open(Path::new("/dev/null"), 3).unwrap().is_none());
        assert_eq!(open(&folder.path().join("none"), 3).unwrap_err().kind(), ErrorKind::NotFound);
    }

    #[test]
    fn lines_are_whole_and_not_too_long() {
        let read = |mut text: &[u8]| {
            let lines = std::iter::from_fn(|| line(&mut text, 4).transpose());
            lines.collect::<io::Result<Vec<String>>>().map_err(|error| error.kind())
        };
        assert_eq!(read(b"abc\n\nb\n"), Ok(["abc", "", "b"].map(String::from).to_vec()));
        for damaged in [&b"abc\nb"[..], b"abcd\n", b"\xff\n"] {
            assert_eq!(read(damaged), Err(ErrorKind::InvalidData));
        }
    }
}
