use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use arena::StoreError;
use gdl::Rejected;

use crate::store;

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub(crate) enum Error {
    /// It was asked for what there is not: exit code 2, like an unknown option.
    Usage(String),
    /// Its input is at fault: exit code 1.
    Fault(String),
    /// Its rulesheet is: exit code 1.
    Rejected(Rejected),
    /// The store of tournaments is.
    Store(StoreError),
    /// Nobody takes its output.
    Output(io::Error),
}

impl Error {
    /// A fault of something that has a name, such as a file.
    pub(crate) fn about(name: impl fmt::Display, what: impl fmt::Display) -> Self {
        Self::Fault(format!("{name}: {what}"))
    }

    /// A file named on the command line that cannot be read; if it is not there, `remedy` says what to do.
    pub(crate) fn unreadable(path: impl fmt::Display, error: &io::Error, remedy: &str) -> Self {
        let why = unreadable(path, error, remedy);
        // What is there and is no text is at fault itself.
        if error.kind() == io::ErrorKind::InvalidData { Self::Fault(why) } else { Self::Usage(why) }
    }

    /// Says what happened in a command with this store, and gives the exit code.
    pub(crate) fn report(&self, db: Option<&Path>) -> ExitCode {
        if let Self::Store(error) = self {
            return store::fault(error, db).report(db);
        }
        if let Self::Rejected(rejected) = self {
            for diagnostic in &rejected.diagnostics {
                crate::output::note(diagnostic.render(crate::output::WIDTH));
            }
        }
        // Whoever reads may have read enough, as `head` does.
        let read_enough = matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe);
        if !read_enough {
            crate::output::note(format_args!("error: {self}"));
        }
        match self {
            Self::Usage(_) => ExitCode::from(2),
            _ if read_enough => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        }
    }
}

/// Why a file cannot be read; if it is not there, `remedy` says what to do, unless it is empty.
pub(crate) fn unreadable(path: impl fmt::Display, error: &io::Error, remedy: &str) -> String {
    match (error.kind(), remedy) {
        (io::ErrorKind::NotFound, "") => format!("there is no file `{path}`"),
        (io::ErrorKind::NotFound, remedy) => format!("there is no file `{path}`; {remedy}"),
        (io::ErrorKind::InvalidData, "") => format!("`{path}` is not text in UTF-8"),
        (io::ErrorKind::InvalidData, remedy) => format!("`{path}` is not text in UTF-8; {remedy}"),
        _ => format!("cannot read `{path}`: {error}"),
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) | Self::Fault(message) => f.write_str(message),
            Self::Rejected(rejected) => rejected.fmt(f),
            Self::Store(error) => error.fmt(f),
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.into())
    }
}

impl From<Rejected> for Error {
    fn from(rejected: Rejected) -> Self {
        Self::Rejected(rejected)
    }
}

impl From<game::Fault> for Error {
    fn from(fault: game::Fault) -> Self {
        Self::Fault(fault.to_string())
    }
}

impl From<game::PerftError> for Error {
    fn from(error: game::PerftError) -> Self {
        Self::Fault(error.to_string())
    }
}

impl From<game::CourseError> for Error {
    fn from(error: game::CourseError) -> Self {
        Self::Fault(error.to_string())
    }
}

impl From<search::SearchError> for Error {
    fn from(error: search::SearchError) -> Self {
        Self::Fault(error.to_string())
    }
}
