use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes a file at once or not at all: `write` writes another one beside it, which then takes its place and
/// its permissions. What a link leads to is replaced, not the link; to a pipe, a device or an open file of a
/// process (`/dev/stdout`) `write` writes directly.
///
/// # Errors
/// If it cannot be written, or as `write` says. The file is what it was then, and the other one is removed.
pub fn replace_file<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    can_replace(path)?;
    let (direct, path) = (is_open_file(path), target(path));
    let before = path.metadata().ok();
    if before.as_ref().is_some_and(|before| direct || !before.is_file()) {
        let mut out = BufWriter::new(File::create(&path)?);
        write(&mut out)?;
        return Ok(out.flush()?);
    }
    let (file, aside) = tempfile::Builder::new()
        .prefix(".")
        .suffix(".new")
        // With the permissions that a new file has anywhere.
        .make_in(folder(&path), |aside| File::create_new(aside))?
        .into_parts();
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    if let Some(before) = before {
        file.set_permissions(before.permissions())?;
    }
    file.sync_all()?;
    Ok(aside.persist(&path).map_err(|failed| failed.error)?)
}

/// Whether [`replace_file`] may be expected to write a file: nothing is there that cannot be replaced, and if
/// nothing is, there is a directory for it. Who works long for a file asks before.
///
/// # Errors
/// Why it cannot be written.
pub fn can_replace(path: &Path) -> io::Result<()> {
    let is_open_file = is_open_file(path);
    let path = target(path);
    match path.metadata() {
        Ok(there) if there.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "it is a directory")),
        Ok(there) if there.is_file() && !is_open_file && there.permissions().readonly() => {
            Err(io::Error::new(ErrorKind::PermissionDenied, "it is read-only"))
        }
        Err(_) if !folder(&path).is_dir() => {
            let why = format!("there is no directory `{}`", folder(&path).display());
            Err(io::Error::new(ErrorKind::NotFound, why))
        }
        _ => Ok(()),
    }
}

fn is_open_file(path: &Path) -> bool {
    path.starts_with("/dev") || path.starts_with("/proc")
}

/// What a link leads to, which may be a file that is not there yet; else the path itself.
fn target(path: &Path) -> PathBuf {
    let linked = || Ok::<_, io::Error>(path.with_file_name("").join(path.read_link()?));
    path.canonicalize().or_else(|_| linked()).unwrap_or_else(|_| path.to_owned())
}

/// The directory that a file is in.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_written_whole_or_stays_what_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        replace_file(&path, |out| out.write_all(b"first")).unwrap();
        let error = replace_file(&path, |out| {
            out.write_all(b"second, but")?;
            Err(io::Error::other("the disk is full"))
        });
        assert_eq!(error.unwrap_err().to_string(), "the disk is full");
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        replace_file(&path, |out| out.write_all(b"third")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"third");
    }

    #[test]
    fn a_folder_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("folder");
        fs::create_dir(&path).unwrap();
        let error = replace_file(&path, |out| out.write_all(b"text")).unwrap_err();
        assert_eq!(error.to_string(), "it is a directory");
        assert!(path.is_dir());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        let error = replace_file(&missing.join("file"), |out| out.write_all(b"text")).unwrap_err();
        assert_eq!(error.to_string(), format!("there is no directory `{}`", missing.display()));
        assert_eq!(can_replace(&missing.join("file")).unwrap_err().to_string(), error.to_string());
        assert!(can_replace(&folder.path().join("file")).is_ok());
    }

    #[test]
    fn two_writers_of_a_file_do_not_mix() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let text = |writer: u8| vec![writer; 100_000];
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let path = &path;
                scope.spawn(move || replace_file(path, |out| out.write_all(&text(writer))).unwrap());
            }
        });
        let found = fs::read(&path).unwrap();
        assert!((0..4).any(|writer| found == text(writer)));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_permissions_and_what_a_link_leads_to_is_replaced() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&path, "first").unwrap();
        let mode = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        mode(0o640);
        symlink(&path, &link).unwrap();
        replace_file(&link, |out| out.write_all(b"second")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert!(link.symlink_metadata().unwrap().is_symlink());
        let ahead = folder.path().join("ahead");
        symlink("later", &ahead).unwrap();
        replace_file(&ahead, |out| out.write_all(b"there")).unwrap();
        assert!(ahead.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read(folder.path().join("later")).unwrap(), b"there");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        mode(0o440);
        let error = replace_file(&path, |out| out.write_all(b"third")).unwrap_err();
        assert_eq!(error.to_string(), "it is read-only");
        assert_eq!(fs::read(&path).unwrap(), b"second");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to() {
        replace_file(Path::new("/dev/null"), |out| out.write_all(b"text")).unwrap();
        assert!(!Path::new("/dev/null").metadata().unwrap().is_file());
    }
}
