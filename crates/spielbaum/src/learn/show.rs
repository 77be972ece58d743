use std::path::Path;
use std::process::ExitCode;

use learn::{Learned, MobilityWorth, Source, Training};
use search::LearnedFile;
use serde::Serialize;

use super::{boards, kept, said, time};
use crate::error::Error;
use crate::output;

/// Show what was learned: how it went, the weights of fluents and of numbers of legal moves, boards
/// of weights
///
/// The weight of a fluent is what it adds to the value of an even state, in per cent of the goal range, on
/// average over all that was learned of it together with others.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  spielbaum learn show connect-four.json --top 20\n  spielbaum learn show connect-four"
)]
pub(super) struct Arguments {
    /// The file of an evaluation that `spielbaum learn` has written; or, of the evaluations in the store, the
    /// name of the game, or the first digits of its rules in `spielbaum learn list`
    #[arg(value_name = "FILE|GAME")]
    evaluation: String,
    /// How many fluents to list
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// The role that the weights are of: its name, or its number, counted from 1 [default: the first]
    #[arg(long = "as", value_name = "ROLE")]
    role: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'l> {
    game: &'l str,
    training: &'l Training,
    tuples: usize,
    weights: usize,
    role: String,
    /// The greatest first, whatever their signs.
    worths: Vec<Worth<'l>>,
    mobility: Vec<Mobility>,
}

/// What it is worth that a role has so many legal moves; without `most` any number from `least` on.
#[derive(Serialize)]
struct Mobility {
    role: String,
    least: usize,
    most: Option<usize>,
    worth: f64,
}

#[derive(Serialize)]
struct Worth<'l> {
    fluent: &'l str,
    worth: f64,
}

pub(super) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    let asked = &arguments.evaluation;
    let file = if Path::new(asked).is_file() || looks_like_a_file(asked) {
        LearnedFile::read(asked).map_err(|error| Error::Fault(error.to_string()))?
    } else {
        kept::kept(asked, db)?
    };
    let learned = file.learned();
    let role = arguments.role.as_deref().map_or(Ok(0), |asked| role_of(learned, asked))?;
    let worths = learned.worths(role);
    let mut sorted: Vec<Worth<'_>> =
        learned.fluents.iter().zip(&worths).map(|(fluent, &worth)| Worth { fluent, worth }).collect();
    sorted.sort_by(|a, b| b.worth.abs().total_cmp(&a.worth.abs()));
    let mobility: Vec<Mobility> =
        learned.mobility_worths(role).into_iter().map(|worth| Mobility::of(worth, learned)).collect();
    let features = learned.evaluation.features();
    if arguments.json {
        let (tuples, weights) = (features.tuples(), features.weights());
        output::json(&Report {
            game: &learned.game,
            training: &learned.training,
            tuples,
            weights,
            role: learned.role_name(role),
            worths: sorted,
            mobility,
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(described(learned))?;
    output::line(format_args!("{} tuples, {} weights", features.tuples(), features.weights()))?;
    print_curve(&learned.training)?;
    output::line(format_args!("\nWeights for {}, per cent of the goal range:", learned.role_name(role)))?;
    for Worth { fluent, worth } in sorted.iter().take(arguments.top) {
        output::line(format_args!("{worth:>+8.1}  {fluent}"))?;
    }
    if !mobility.is_empty() {
        output::line("\nWeights of the numbers of legal moves:")?;
    }
    for Mobility { role, least, most, worth } in mobility {
        let moves = match most {
            Some(most) if most == least => output::count(least, "move"),
            Some(most) => format!("{least} to {most} moves"),
            None => format!("{least} moves and more"),
        };
        output::line(format_args!("{worth:>+8.1}  {moves} of {role}"))?;
    }
    print_boards(learned, &worths)
}

/// Whether a name that is not there is meant as that of a file rather than of a game.
fn looks_like_a_file(name: &str) -> bool {
    name.contains(['/', '\\']) || Path::new(name).extension().is_some()
}

/// The role of this name or number.
fn role_of(learned: &Learned, asked: &str) -> Result<usize, Error> {
    let named = || learned.role_names.iter().position(|name| name == asked);
    let numbered = || asked.parse::<usize>().ok()?.checked_sub(1).filter(|&role| role < learned.roles);
    named().or_else(numbered).ok_or_else(|| {
        let roles: Vec<String> = (0..learned.roles).map(|role| learned.role_name(role)).collect();
        Error::Usage(format!("{} has no role `{asked}`; its roles are {}", learned.game, roles.join(", ")))
    })
}

impl Mobility {
    fn of(MobilityWorth { role, moves, worth }: MobilityWorth, learned: &Learned) -> Self {
        let (least, most) = moves.into_inner();
        Self {
            role: learned.role_name(role),
            least,
            most: Some(most).filter(|&most| most < usize::MAX - 1),
            worth,
        }
    }
}

/// What it was learned of, and how.
fn described(learned: &Learned) -> String {
    let Training { source, seed, threads, games, states, seconds, .. } = &learned.training;
    let source = match source {
        Source::Random => "random play",
        Source::SelfPlay => "self-play",
    };
    format!(
        "{}, learned from {states} states of {games} games of {source} in {} (seed {seed}, {})",
        learned.game,
        time(*seconds),
        output::count(*threads, "thread"),
    )
}

fn print_curve(training: &Training) -> Result<(), Error> {
    if training.curve.is_empty() {
        return Ok(());
    }
    let mut table = output::columns(&["minutes", "games", "error", "strength"]);
    for point in &training.curve {
        table.add_row([
            format!("{:.1}", point.seconds / 60.0),
            point.games.to_string(),
            point.error.map_or_else(String::new, |error| format!("{error:.4}")),
            point.strength.as_ref().map_or_else(String::new, said),
        ]);
    }
    output::line(format_args!("\n{}", output::trimmed(&table)))
}

/// Draws a board for each content of its cells.
fn print_boards(learned: &Learned, worths: &[f64]) -> Result<ExitCode, Error> {
    let (board, fluents) = boards::find(&learned.fluents);
    let Some(board) = board else { return Ok(ExitCode::SUCCESS) };
    let contents: Vec<&str> = board.contents().collect();
    for content in contents {
        let mut cells: Vec<Option<f64>> = vec![None; board.cells()];
        for (fluent, &worth) in fluents.iter().zip(worths) {
            if let Some((cell, of)) = board.cell(fluent)
                && of == content
            {
                cells[cell] = Some(worth);
            }
        }
        output::line(format_args!("\n{} {content}:", board.name()))?;
        boards::print(&board, &cells)?;
    }
    Ok(ExitCode::SUCCESS)
}
