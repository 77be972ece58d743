use std::process::ExitCode;

use game::draw_state;
use indexmap::IndexMap;
use serde::Serialize;

use crate::error::Error;
use crate::load::Loaded;
use crate::output;

/// Show a game: its roles, its board, what is legal at the start
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  spielbaum show connect-four\n  spielbaum show my-game.kif")]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Lines of a header comment that are shown at most.
const HEADER_LINES: usize = 12;

#[derive(Serialize)]
struct Report {
    game: String,
    roles: Vec<String>,
    rules: usize,
    /// How many fluents and moves there can be, and how large the circuit is: known once rules are grounded.
    fluents: Option<u64>,
    moves: Option<u64>,
    gates: Option<u64>,
    initial: Vec<String>,
    terminal: bool,
    legal: IndexMap<String, Vec<String>>,
    warnings: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let loaded = Loaded::from_argument(&arguments.game)?;
    let reasoner = loaded.reasoner()?;
    let initial = reasoner.initial();
    let mut view = reasoner.view(initial);
    let at_fault = |error| Error::about(&loaded.name, error);
    let roles: Vec<String> = reasoner.roles().iter().map(|&role| reasoner.text(role)).collect();
    let terminal = view.terminal().map_err(at_fault)?;
    let mut legal = IndexMap::new();
    for (role, name) in roles.iter().enumerate() {
        legal.insert(name.clone(), reasoner.texts(&view.legal(role).map_err(at_fault)?));
    }
    let warnings = loaded.sheet.warnings();
    if arguments.json {
        output::json(&Report {
            rules: loaded.sheet.rules().len(),
            roles,
            fluents: None,
            moves: None,
            gates: None,
            initial: reasoner.texts(initial.fluents()),
            terminal,
            legal,
            warnings: warnings.iter().map(ToString::to_string).collect(),
            game: loaded.name,
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(&loaded.name)?;
    for line in header(loaded.sheet.source().text()) {
        output::line(format!("  {line}").trim_end())?;
    }
    output::line(format_args!(
        "\n{} rules, {} {}: {}",
        loaded.sheet.rules().len(),
        roles.len(),
        if roles.len() == 1 { "role" } else { "roles" },
        roles.join(", ")
    ))?;
    output::line("\nInitial state")?;
    output::line(draw_state(&reasoner, initial.fluents(), initial.fluents()))?;
    output::line(if terminal { "\nThe game is over before it begins." } else { "\nLegal moves" })?;
    for (role, moves) in legal.iter().filter(|_| !terminal) {
        output::line(format_args!("{role}: {} ({})", moves.join("  "), moves.len()))?;
    }
    for warning in warnings {
        output::note(format_args!("warning: line {}: {warning}", warning.place().line));
    }
    Ok(ExitCode::SUCCESS)
}

/// What the text says about itself: the comment it begins with, its title and first paragraph.
fn header(text: &str) -> Vec<&str> {
    let comments = text.lines().map_while(|line| line.trim().strip_prefix(';'));
    let lines: Vec<&str> = comments.map(|line| line.trim_start_matches(';').trim()).collect();
    // The first empty line may stand just below the title.
    let end = (2..lines.len()).find(|&number| lines[number].is_empty()).unwrap_or(lines.len());
    lines[..end.min(HEADER_LINES)].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_title_and_first_paragraph() {
        let text = ";; Nim\n;;\n;; Take from heaps.\n;; Who cannot loses.\n;;\n;;   more\n\n(role a)";
        assert_eq!(header(text), ["Nim", "", "Take from heaps.", "Who cannot loses."]);
        assert!(header("(role a) ; not a header").is_empty());
        assert_eq!(header("; one line\n(role a)"), ["one line"]);
    }
}
