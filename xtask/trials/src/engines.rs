//! `cargo xtask engines`: the circuit of every rulesheet of a folder against the reasoner, along
//! random plays.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use game::{EngineComparison, compare_engines};
use rand::SeedableRng;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use search::SearchRng;

use crate::rulesheets;

#[derive(clap::Args)]
#[command(after_help = "\
Each game is played at random; of every state on the way fluents, the end, legal moves and goals are compared, and of every joint move what each role sees. A rulesheet with errors is not played,
and one without a circuit not compared; both are named with the reason.")]
pub(crate) struct Arguments {
    /// The folder of the rulesheets, searched for files named *.kif, or a checkout of ggp-org/ggp-repository
    #[arg(long)]
    rules: PathBuf,
    /// Random plays of each game
    #[arg(long, default_value_t = 100)]
    plays: u64,
    /// Plies of each play, at most
    #[arg(long, default_value_t = 100)]
    plies: usize,
    /// The seed of the plays
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds to ground the rules of one sheet
    #[arg(long, default_value_t = 60.0)]
    ground: f64,
    /// Only rulesheets whose path contains this
    #[arg(long, default_value = "")]
    only: String,
}

/// What became of a rulesheet.
enum End {
    /// The engines agree on so many states.
    Agree(usize),
    /// They do not.
    Differ(String),
    /// There is no circuit to compare, or the reasoner gives no answer.
    Uncompared(String),
    /// The rules have errors.
    Unplayed(String),
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let sheets = rulesheets::of(&arguments.rules, &arguments.only)?;
    let bar = rulesheets::progress(&sheets)?;
    let ends: Vec<End> = sheets
        .par_iter()
        .map(|path| {
            let end = compare(path, arguments);
            if let End::Differ(why) | End::Uncompared(why) | End::Unplayed(why) = &end {
                bar.suspend(|| println!("{}: {why}", path.display()));
            }
            bar.inc(1);
            end
        })
        .collect();
    bar.finish_and_clear();
    let count = |kind: fn(&End) -> bool| ends.iter().filter(|end| kind(end)).count();
    let states: usize = ends.iter().map(|end| if let End::Agree(states) = end { *states } else { 0 }).sum();
    let differing = count(|end| matches!(end, End::Differ(_)));
    println!(
        "{} rulesheets: {} agree in {states} states, {differing} differ, {} not compared, {} with errors",
        sheets.len(),
        count(|end| matches!(end, End::Agree(_))),
        count(|end| matches!(end, End::Uncompared(_))),
        count(|end| matches!(end, End::Unplayed(_))),
    );
    Ok(if differing == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn compare(path: &Path, arguments: &Arguments) -> End {
    let rules = match rulesheets::load(path, arguments.ground) {
        Ok(rules) => rules,
        Err(error) => return End::Unplayed(format!("{error:#}")),
    };
    if let Err(why) = rules.compiled() {
        return End::Uncompared(format!("no circuit: {why}"));
    }
    let mut rng = SearchRng::seed_from_u64(arguments.seed);
    let mut compared = 0;
    for play in 0..arguments.plays {
        match compare_engines(&rules, arguments.plies, &mut rng) {
            Ok(EngineComparison::Same { states }) => compared += states,
            Ok(EngineComparison::Different(how)) => return End::Differ(format!("play {play}, {how}")),
            Err(error) => return End::Uncompared(error.to_string()),
        }
    }
    End::Agree(compared)
}
