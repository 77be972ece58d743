//! Games with chance or hidden information: how to play by counterfactual regret minimisation.

use std::path::Path;
use std::process::ExitCode;

use game::{Game, Rules};
use search::{SavedPolicy, Stop, grouped};
use serde::Serialize;
use solve::{
    Algorithm, Cut, Equilibrium, EquilibriumError, EquilibriumOptions, EquilibriumReport, ExtensiveFormError,
    Learning,
};

use super::Arguments;
use crate::effort;
use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::{output, seed};

/// Information sets of each role that are told.
const TOLD: usize = 12;

/// What is worked out.
#[derive(Clone, Copy)]
pub(super) enum Work<'a> {
    /// Players learn.
    Learn(Algorithm),
    /// A policy is measured.
    Measure(&'a Path),
}

/// The document that `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    #[serde(flatten)]
    equilibrium: EquilibriumReport,
    /// What samples were drawn by; null if there were none.
    seed: Option<u64>,
    peak_bytes: Option<u64>,
}

pub(super) fn run(
    arguments: &Arguments,
    name: &str,
    game: &Rules,
    work: Work<'_>,
) -> Result<ExitCode, Error> {
    refuse(arguments, game)?;
    let stop = Stop::default();
    let limits = arguments.effort.limits(stop.clone());
    let running = end_on_interrupt(stop.clone())?;
    let spinner = output::spinner("building the tree");
    let progress = |at: Learning| match at {
        Learning::Building(histories) => {
            spinner.set_message(format!("building the tree: {} histories", grouped(&histories)));
        }
        Learning::Iterating { iterations, exploitability, elapsed } => {
            let rate = iterations as f64 / elapsed.as_secs_f64().max(1e-9);
            let (iterations, rate) = (grouped(&iterations), grouped(&(rate as u64)));
            spinner.set_message(format!(
                "{iterations} iterations, {rate} a second, exploitability {exploitability:.6}"
            ));
        }
    };
    let seed = arguments.seed.unwrap_or_else(seed::any);
    let found = match work {
        Work::Learn(algorithm) => {
            let usual = if algorithm.samples() { 1_000_000 } else { 1_000 };
            let iterations = arguments.iterations.unwrap_or(usual);
            Equilibrium::learn(game, EquilibriumOptions { algorithm, iterations, seed }, &limits, &progress)
        }
        Work::Measure(path) => SavedPolicy::read(path)
            .map_err(EquilibriumError::from)
            .and_then(|policy| Equilibrium::of_policy(game, &policy, &limits, &progress)),
    };
    spinner.finish_and_clear();
    drop(running);
    let found = found.map_err(|error| explained(arguments, name, &error))?;
    if let Some(path) = &arguments.out {
        let policy = found.policy(game).map_err(|error| explained(arguments, name, &error))?;
        policy.write(path).map_err(|error| Error::about(path.display(), error))?;
    }
    let sampled = matches!(work, Work::Learn(algorithm) if algorithm.samples());
    let report = Report {
        game: name,
        equilibrium: EquilibriumReport::new(game, &found, TOLD),
        seed: sampled.then_some(seed),
        peak_bytes: effort::peak_bytes(),
    };
    if arguments.json {
        output::json(&report)?;
    } else {
        report.print(&found)?;
    }
    Ok(if stop.pressed() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Refuses what does not go together, before anything takes long.
fn refuse(arguments: &Arguments, game: &Rules) -> Result<(), Error> {
    let refusal = if arguments.after.is_some() {
        "how to play with hidden information or chance is worked out from the initial state, as what roles know depends on all that happened; leave `--after` away"
    } else if arguments.checkpoint.is_some() {
        "`--checkpoint` is for Othello by `--method board`; `--out` keeps the policy of what was learnt"
    } else if arguments.out.is_some() && game.percepts().is_none() {
        "`--out` writes policies of games in which a role does not see everything (`sees`), and nothing is hidden in this one; leave it away"
    } else {
        return Ok(());
    };
    Err(Error::Usage(refusal.to_owned()))
}

/// What to do about an error.
fn explained(arguments: &Arguments, name: &str, error: &EquilibriumError) -> Error {
    match error {
        EquilibriumError::ExtensiveForm(ExtensiveFormError::Cut { why, .. }) => {
            let advice = match why {
                Cut::Stopped => "",
                _ => {
                    "; larger games are played by strategies that take samples of what a role cannot see (`spielbaum strategies`)"
                }
            };
            Error::about(name, format_args!("{error}: {}{advice}", effort::cut(*why)))
        }
        EquilibriumError::Saved(error) => {
            let path = arguments.policy.as_deref().unwrap_or(Path::new(name));
            Error::about(path.display(), error)
        }
        error => Error::about(name, error),
    }
}

impl Report<'_> {
    fn print(&self, found: &Equilibrium<<Rules as Game>::Move>) -> Result<(), Error> {
        let EquilibriumReport { value, exploitability, best_response, .. } = &self.equilibrium;
        let EquilibriumReport { constant_sum, policy, cut, states, information_sets, .. } = &self.equilibrium;
        for (role, value) in value {
            let best = best_response[role];
            output::line(format_args!("{role} gets {value:.4}, by a best response {best:.4}"))?;
        }
        output::line(format_args!("exploitability {exploitability:.6}"))?;
        if constant_sum.is_none() && value.len() > 1 {
            output::line(
                "the payoffs have no constant sum: this is an equilibrium only as far as the exploitability is 0, and there may be others with other values",
            )?;
        }
        if !policy.is_empty() {
            output::line("")?;
            let mut table = output::columns(&["role", "knows", "plays"]);
            for set in policy {
                let moves = set.moves.iter().filter(|(_, probability)| **probability >= 0.0005);
                let moves = moves.map(|(mov, probability)| format!("{mov} {:.1} %", 100.0 * probability));
                table.add_row([set.role.clone(), set.knows.clone(), moves.collect::<Vec<_>>().join(", ")]);
            }
            output::line(output::trimmed(&table))?;
            let left = information_sets.values().sum::<usize>() - policy.len();
            if left > 0 {
                let sets = grouped(&(left as u64));
                output::line(format_args!(
                    "... and {sets} more information sets, which `-o FILE.policy` writes"
                ))?;
            }
        }
        if let Some(cut) = cut {
            output::note(format_args!("not all iterations were made: {}", effort::cut(*cut)));
        }
        let mut took = vec![
            format!("{} states", grouped(states)),
            format!("{} information sets", grouped(&(information_sets.values().sum::<usize>() as u64))),
            format!("tree {:.2} s", found.building.as_secs_f64()),
        ];
        if let (Some((algorithm, iterations)), Some(rate)) =
            (found.learnt, self.equilibrium.iterations_per_second)
        {
            let (iterations, rate) = (grouped(&iterations), grouped(&(rate as u64)));
            took.push(format!("{iterations} iterations of {algorithm}, {rate} a second"));
        }
        took.extend(self.seed.map(|seed| format!("seed {seed}")));
        took.extend(self.peak_bytes.map(|bytes| format!("{} MB", bytes >> 20)));
        output::note(took.join(", "));
        Ok(())
    }
}
