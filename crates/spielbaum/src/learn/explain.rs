use std::path::Path;
use std::process::ExitCode;

use game::{Course, Game, Rules};
use learn::{EvaluationReport, FluentWorth};
use view::Render;

use super::boards;
use crate::error::Error;
use crate::learned::LearnedArgument;
use crate::load::{Engine, LoadArguments, Loaded};
use crate::{decision, moves, output, store};

/// Explain what a learned evaluation says of a position: its value, and what each piece is worth there
///
/// What a piece is worth is how much greater the sum of the weights is than with the other contents that its
/// cell may have, on average, the rest of the position being the same, in per cent of the goal range. These
/// numbers do not add up to the value: a piece that two others need is counted with each of them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum learn explain connect-four --after '(drop 4); (drop 4)'
  spielbaum learn explain othello --learned othello.json --as white --top 20")]
pub(super) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// Joint moves that lead to the position, as in `spielbaum think` [default: the initial position]
    #[arg(long, value_name = "MOVES")]
    after: Option<String>,
    /// The role whose value it is [default: the one that has a choice]
    #[arg(long = "as", value_name = "ROLE")]
    role: Option<String>,
    /// How many fluents to list
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// The evaluation, which `spielbaum learn` has written [default: the one that the store has of the game]
    #[arg(long, value_name = "FILE")]
    learned: Option<String>,
    #[command(flatten)]
    loading: LoadArguments,
    /// Print one JSON document of {role, value, games, worths: [{fluent, worth}, ...]}
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    let loaded = Loaded::from_argument(&arguments.game, &arguments.loading)?;
    let rules: Rules = loaded.rules(Some(Engine::Circuit))?;
    let joint_moves = arguments.after.as_deref().map_or(Ok(Vec::new()), moves::read)?;
    let state = Course::through(&rules, &joint_moves)?.end().clone();
    let role = decision::searcher(&rules, &state, arguments.role.as_deref())?;
    let unknown = || {
        let (game, db) = (&arguments.game, store::option(db));
        Error::about(
            &loaded.name,
            format_args!(
                "nothing was learned of it; `spielbaum learn {game}{db}` does it, `--learned FILE` names an evaluation"
            ),
        )
    };
    let known =
        LearnedArgument::of_file(arguments.learned.as_deref()).known(&rules, db)?.ok_or_else(unknown)?;
    let encoding = rules.encoding().ok_or_else(unknown)?;
    let report = EvaluationReport::new(known.learned(), &rules, encoding, &state, role)
        .map_err(|mismatch| Error::about(known.file().path(), mismatch))?;
    if arguments.json {
        output::json(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(format_args!("{}\n", rules.render(&state)))?;
    let EvaluationReport { role, value, games, mut worths } = report;
    output::line(format_args!(
        "The value for {role} is {value:.1}, by what was learned from {games} games."
    ))?;
    output::line("\nWhat fluents are worth there, per cent of the goal range:")?;
    if let (Some(board), _) = boards::find(&encoding.structure().fluents) {
        let mut cells: Vec<Option<f64>> = vec![None; board.cells()];
        for FluentWorth { fluent, worth } in &worths {
            if let Some((cell, _)) = board.cell(&boards::parsed(fluent)) {
                *cells[cell].get_or_insert(0.0) += worth;
            }
        }
        boards::print(&board, &cells)?;
        output::line("")?;
    }
    worths.sort_by(|a, b| b.worth.abs().total_cmp(&a.worth.abs()));
    for FluentWorth { fluent, worth } in worths.iter().take(arguments.top) {
        output::line(format_args!("{worth:>+8.1}  {fluent}"))?;
    }
    Ok(ExitCode::SUCCESS)
}
