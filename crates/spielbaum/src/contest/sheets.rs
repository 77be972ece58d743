use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use game::replace_file;
use ggp::MatchLog;

use crate::error::Error;
use crate::output;

/// Where matches are written down.
pub(super) struct Sheets<'s> {
    json: Option<&'s Path>,
    xml: Option<&'s Path>,
    /// Whether there are several matches, which get a number each.
    several: bool,
}

impl<'s> Sheets<'s> {
    /// Files for so many matches.
    ///
    /// # Errors
    /// If both are the same.
    pub(super) fn new(json: Option<&'s Path>, xml: Option<&'s Path>, matches: u32) -> Result<Self, Error> {
        match (json, xml) {
            (Some(json), Some(xml)) if json == xml => {
                Err(Error::Usage("JSON and XML cannot go to the same place".into()))
            }
            _ => Ok(Self { json, xml, several: matches > 1 }),
        }
    }

    /// Whether the standard output is one of them.
    pub(super) fn takes_output(&self) -> bool {
        [self.json, self.xml].into_iter().flatten().any(is_output)
    }

    /// Writes a match down, the first being number 0.
    pub(super) fn write(&self, number: u32, log: &MatchLog) -> Result<(), Error> {
        if let Some(path) = self.json {
            self.put(path, number, &log.to_json())?;
        }
        if let Some(path) = self.xml {
            self.put(path, number, &log.to_xml())?;
        }
        Ok(())
    }

    fn put(&self, path: &Path, number: u32, text: &str) -> Result<(), Error> {
        if is_output(path) {
            return Ok(writeln!(io::stdout().lock(), "{text}")?);
        }
        let path = if self.several { numbered(path, number + 1) } else { path.to_owned() };
        replace_file(&path, |out| writeln!(out, "{text}"))
            .map_err(|error| Error::about(path.display(), error))
    }
}

pub(super) fn is_output(path: &Path) -> bool {
    path == Path::new(output::STANDARD)
}

/// The path with a number before its ending.
fn numbered(path: &Path, number: u32) -> PathBuf {
    let mut name = OsString::from(path.file_stem().unwrap_or_default());
    name.push(format!(".{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_before_the_ending() {
        let name = |path: &str| numbered(Path::new(path), 2).to_string_lossy().into_owned();
        assert_eq!(name("a/match.json"), "a/match.2.json");
        assert_eq!(name("match"), "match.2");
        assert_eq!(name("a.b.xml"), "a.b.2.xml");
    }

    #[test]
    fn two_formats_do_not_go_to_the_same_place() {
        let refused =
            |json: &str, xml: &str| Sheets::new(Some(Path::new(json)), Some(Path::new(xml)), 1).is_err();
        assert!(refused("-", "-"));
        assert!(!refused("-", "match.xml"));
    }

    #[test]
    fn the_standard_output_is_a_minus() {
        let takes =
            |json: &str| Sheets::new(Some(Path::new(json)), None, 3).map(|sheets| sheets.takes_output());
        assert!(takes("-").expect("a place") && !takes("match.json").expect("a place"));
    }
}
