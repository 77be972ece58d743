use std::fmt;
use std::io;
use std::process::ExitCode;

use gdl::Rejected;

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub(crate) enum Error {
    /// It was asked for what there is not: exit code 2, like an unknown option.
    Usage(String),
    /// Its input is at fault: exit code 1.
    Fault(String),
    /// Its rulesheet is: exit code 1.
    Rejected(Rejected),
    /// Nobody takes its output.
    Output(io::Error),
}

impl Error {
    /// A fault of something that has a name, such as a file.
    pub(crate) fn about(name: impl fmt::Display, what: impl fmt::Display) -> Self {
        Self::Fault(format!("{name}: {what}"))
    }

    /// Says what happened, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Usage(message) => {
                crate::output::note(format_args!("error: {message}"));
                ExitCode::from(2)
            }
            Self::Fault(message) => {
                crate::output::note(format_args!("error: {message}"));
                ExitCode::FAILURE
            }
            Self::Rejected(rejected) => {
                for diagnostic in &rejected.diagnostics {
                    crate::output::note(diagnostic.render(crate::output::WIDTH));
                }
                crate::output::note(format_args!("error: {rejected}"));
                ExitCode::FAILURE
            }
            // Whoever reads has read enough, as `head` does.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => {
                crate::output::note(format_args!("error: cannot write the output: {error}"));
                ExitCode::FAILURE
            }
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

impl From<search::SearchError> for Error {
    fn from(error: search::SearchError) -> Self {
        Self::Fault(error.to_string())
    }
}
