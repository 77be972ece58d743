use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// Writes a file at once or not at all: `write` writes another beside it, which then takes its place.
///
/// # Errors
/// If it cannot be written.
pub fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let mut out = BufWriter::new(File::create(&new)?);
    write(&mut out)?;
    out.into_inner()?.sync_all()?;
    fs::rename(&new, path)
}
