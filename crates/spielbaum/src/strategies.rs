use std::process::ExitCode;

use search::Catalogue;

use crate::error::Error;
use crate::output;

const SPECS: &str = "\
A SPEC is a name, alone or with parameters: `random`, `flat-mc(playouts=200)`,
`alpha-beta(depth=4,eval=playouts(10))`. Quote it: parentheses have a meaning in the shell.";

/// List the strategies and their parameters
#[derive(clap::Args)]
#[command(after_help = format!("{SPECS}\n\n{}", Catalogue::get().text()))]
pub(crate) struct Arguments {
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
    } else {
        output::line(format_args!("{SPECS}\n\n{}", Catalogue::get().text().trim_end()))?;
    }
    Ok(ExitCode::SUCCESS)
}
