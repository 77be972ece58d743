//! Games with chance or hidden information: how to play by counterfactual regret minimisation.

use std::path::Path;
use std::process::ExitCode;

use game::{Game, Rules};
use search::{PolicyError, SavedPolicy, Stop, grouped};
use serde::Serialize;
use solve::{
    Algorithm, Cut, Equilibrium, EquilibriumError, EquilibriumOptions, EquilibriumReport, ExtensiveFormError,
    Learning,
};

use super::Arguments;
use crate::effort;
use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::{equilibrium, output, seed};

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
    refuse(arguments, game, &work)?;
    let stop = Stop::default();
    let limits = arguments.effort.limits(stop.clone());
    let running = end_on_interrupt(stop.clone())?;
    let spinner = output::spinner("building the tree");
    let progress = |at: Learning| equilibrium::tell(&spinner, at);
    let seed = arguments.seed.unwrap_or_else(seed::any);
    let found = match work {
        Work::Learn(algorithm) => {
            let iterations = arguments.iterations.unwrap_or_else(|| algorithm.usual_iterations());
            Equilibrium::learn(game, EquilibriumOptions { algorithm, iterations, seed }, &limits, &progress)
        }
        Work::Measure(path) => SavedPolicy::read(path)
            .map_err(EquilibriumError::from)
            .and_then(|policy| Equilibrium::of_policy(game, &policy, &limits, &progress)),
    };
    spinner.finish_and_clear();
    drop(running);
    let found = match found.map_err(|error| explained(arguments, name, &error)) {
        // There is nothing yet that could be told.
        Err(error) if stop.pressed() => {
            output::note(error);
            return Ok(ExitCode::from(INTERRUPTED));
        }
        found => found?,
    };
    if let Some(path) = &arguments.out {
        let policy = found.policy(game).map_err(|error| explained(arguments, name, &error))?;
        policy.write(path).map_err(|error| Error::about(path.display(), error))?;
    }
    let sampled = matches!(work, Work::Learn(algorithm) if algorithm.samples());
    let report = Report {
        game: name,
        equilibrium: EquilibriumReport::new(game, &found, TOLD, &|form, seat, set| {
            form.told(game, seat, set)
        }),
        seed: sampled.then_some(seed),
        peak_bytes: solve::peak_bytes(),
    };
    if arguments.json {
        output::json(&report)?;
    } else {
        report.print(&found)?;
    }
    Ok(if stop.pressed() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Refuses what does not go together, before anything takes long.
fn refuse(arguments: &Arguments, game: &Rules, work: &Work<'_>) -> Result<(), Error> {
    let samples = matches!(work, Work::Learn(algorithm) if algorithm.samples());
    let refusal = if arguments.after.is_some() {
        "how to play with hidden information or chance is worked out from the initial state, as what roles know depends on all that happened; leave `--after` away"
    } else if arguments.checkpoint.is_some() {
        "`--checkpoint` is for Othello by `--method board`; `--out` keeps the policy of what was learnt"
    } else if arguments.seed.is_some() && !samples {
        "`--seed` is for methods that take samples: external-mccfr and outcome-mccfr; leave it away"
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
            match error {
                PolicyError::File(error) => {
                    let remedy = "`spielbaum solve GAME -o FILE.policy` writes one";
                    Error::unreadable(path.display(), error, remedy)
                }
                error => Error::about(path.display(), error),
            }
        }
        error => Error::about(name, error),
    }
}

impl Report<'_> {
    fn print(&self, found: &Equilibrium<<Rules as Game>::Move>) -> Result<(), Error> {
        let EquilibriumReport { policy, information_sets, .. } = &self.equilibrium;
        equilibrium::print_values(&self.equilibrium)?;
        if !policy.is_empty() {
            output::line("")?;
            let mut table = output::columns(&["role", "knows", "plays"]);
            for set in policy {
                table.add_row([set.role.clone(), set.knows.clone(), equilibrium::played(set)]);
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
        equilibrium::note_effort(&self.equilibrium, found, self.seed, self.peak_bytes);
        Ok(())
    }
}
