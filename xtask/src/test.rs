//! `cargo xtask test`: everything that must hold before a change lands, step by step.

mod api;
mod apt;
mod cargo;
mod chromium;
mod environment;
pub(crate) mod page;
mod properties;
mod python;
pub(crate) mod shell;

use std::process::ExitCode;
use std::time::Instant;

use clap::ValueEnum;

use properties::Properties;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only these steps [default: all of them]
    #[arg(value_enum)]
    steps: Vec<Step>,
}

/// The steps in order: what is quick first, and what needs the program after what builds it.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Step {
    /// The code's format
    Format,
    /// The lints, warnings denied
    Lints,
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
    /// What must hold of every input, tried for a minute each, beside the other steps from the tests on
    Properties,
}

impl Step {
    /// Does the step; `properties` are those that are being tried already.
    fn run(self, properties: &mut Option<anyhow::Result<Properties>>) -> anyhow::Result<()> {
        match self {
            Self::Format => cargo::format(),
            Self::Lints => cargo::lints(),
            Self::Tests => cargo::tests(),
            Self::Page => page::check(),
            Self::Browser => page::browse(),
            Self::Api => api::fuzz(),
            Self::Python => python::check(),
            Self::DocTests => cargo::doc_tests(),
            Self::Docs => cargo::docs(),
            Self::Properties => properties.take().unwrap_or_else(Properties::begin)?.end(),
        }
    }

    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let chosen = |step: &Step| arguments.steps.is_empty() || arguments.steps.contains(step);
    let steps: Vec<Step> = Step::value_variants().iter().copied().filter(chosen).collect();
    let mut failed = Vec::new();
    let mut properties = None;
    for &step in &steps {
        let name = step.name();
        println!("== {name}");
        let started = Instant::now();
        if step == Step::Tests && steps.contains(&Step::Properties) {
            properties = Some(Properties::begin());
        }
        let outcome = step.run(&mut properties);
        let taken = started.elapsed();
        match outcome {
            Ok(()) => println!("== {name}: passed in {taken:.0?}"),
            Err(error) => {
                println!("== {name}: FAILED in {taken:.0?}: {error:#}");
                failed.push(name);
            }
        }
    }
    println!("{} passed, {} failed", steps.len() - failed.len(), failed.len());
    if failed.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    println!("failed: {}; again: cargo xtask test {}", failed.join(", "), failed.join(" "));
    Ok(ExitCode::FAILURE)
}
