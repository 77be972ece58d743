use std::process::ExitCode;

use search::{Catalogue, Entry, EvaluatorSpec, Spec, SpecError};

use crate::error::Error;
use crate::output;

const SPECS: &str = "\
A SPEC is a name, alone or with parameters: `random`, `flat-mc(playouts=200)`,
`alpha-beta(depth=4,eval=playouts(10))`. Quote it: parentheses have a meaning in the shell.";

/// List the strategies and their parameters
#[derive(clap::Args)]
#[command(after_help = format!("{SPECS}\n\n{}", Catalogue::get().text()))]
pub(crate) struct Arguments {
    /// Only these strategies and evaluators, with their sources
    #[arg(value_name = "NAME", value_parser = entry, conflicts_with_all = ["json", "markdown"])]
    entries: Vec<&'static Entry>,
    /// Print one JSON document of {strategies, evaluators}
    #[arg(long)]
    json: bool,
    /// Print them as Markdown, for a page of documentation
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    if arguments.json {
        output::json(&Catalogue::get())?;
    } else if arguments.markdown {
        output::line(Catalogue::get().markdown().trim_end())?;
    } else if !arguments.entries.is_empty() {
        let texts: Vec<String> = arguments.entries.iter().map(|entry| entry.text()).collect();
        output::line(texts.join("\n").trim_end())?;
    } else {
        output::line(format_args!("{SPECS}\n\n{}", Catalogue::get().text().trim_end()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What the catalogue says of a strategy or an evaluator, which is named alone or with parameters.
fn entry(text: &str) -> Result<&'static Entry, SpecError> {
    let evaluator = || text.parse().map(|spec: EvaluatorSpec| spec.entry());
    text.parse().map(|spec: Spec| spec.entry()).or_else(|error| evaluator().map_err(|_| error))
}
