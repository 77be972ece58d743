//! `cargo xtask test`: everything that must hold before a change lands, step by step.

mod api;
mod apt;
mod cargo;
mod chromium;
mod comments;
mod environment;
mod executables;
pub(crate) mod page;
mod properties;
mod python;
mod schedule;
pub(crate) mod shell;

use std::process::ExitCode;

use clap::ValueEnum;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only these steps [default: all of them]
    #[arg(value_enum)]
    steps: Vec<Step>,
}

/// The steps, as the help lists them; the [schedule] has their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Step {
    /// The code's format
    Format,
    /// The program and all tests are built
    Build,
    /// The virtual environments of Python for the steps api and python
    Environments,
    /// The tests of all crates
    Tests,
    /// The types and the unit tests of the page
    Page,
    /// The page in a browser; makes the pictures in target/screenshots, too
    Browser,
    /// The JSON API, by requests made from its description
    Api,
    /// The Python package: its wheel, its tests and its types
    Python,
    /// The examples in the documentation
    DocTests,
    /// The documentation, warnings denied
    Docs,
    /// The lints, warnings denied
    Lints,
    /// What must hold of every input, tried for a minute each
    Properties,
}

impl Step {
    fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Format => cargo::format(),
            Self::Build => cargo::build(),
            Self::Environments => environment::prepare(),
            Self::Tests => executables::check(),
            Self::Page => page::check(),
            Self::Browser => page::browse(),
            Self::Api => api::fuzz(),
            Self::Python => python::check(),
            Self::DocTests => cargo::doc_tests(),
            Self::Docs => cargo::docs(),
            Self::Lints => cargo::lints(),
            Self::Properties => properties::check(),
        }
    }

    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match arguments.steps[..] {
        [step] => step.run().map(|()| ExitCode::SUCCESS),
        [] => schedule::run(Step::value_variants()),
        ref steps => schedule::run(steps),
    }
}
