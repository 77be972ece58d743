//! How players learn by counterfactual regret minimisation, and what they come to: what `solve` and `tree`
//! print alike.

use indicatif::ProgressBar;
use search::grouped;
use solve::{Equilibrium, EquilibriumReport, InformationSetReport, Learning};

use crate::error::Error;
use crate::{effort, output};

/// Tells a spinner how far the work has come.
pub(crate) fn tell(spinner: &ProgressBar, at: Learning) {
    spinner.set_message(match at {
        Learning::Building(histories) => format!("building the tree: {} histories", grouped(&histories)),
        Learning::Iterating { iterations, exploitability, elapsed } => {
            let rate = iterations as f64 / elapsed.as_secs_f64().max(1e-9);
            let (iterations, rate) = (grouped(&iterations), grouped(&(rate as u64)));
            format!("{iterations} iterations, {rate} a second, exploitability {exploitability:.6}")
        }
    });
}

/// Prints what each role gets, and how far that is from an equilibrium.
pub(crate) fn print_values(report: &EquilibriumReport) -> Result<(), Error> {
    let EquilibriumReport { value, best_response, exploitability, constant_sum, .. } = report;
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
    Ok(())
}

/// How a role plays in an information set: `bet 33.3 %, pass 66.7 %`.
pub(crate) fn played(set: &InformationSetReport) -> String {
    let moves = set.moves.iter().filter(|(_, probability)| **probability >= 0.0005);
    let moves = moves.map(|(mov, probability)| format!("{mov} {:.1} %", 100.0 * probability));
    moves.collect::<Vec<_>>().join(", ")
}

/// Tells what the work took, and why it ended early if it did.
pub(crate) fn note_effort<M>(
    report: &EquilibriumReport,
    found: &Equilibrium<M>,
    seed: Option<u64>,
    peak_bytes: Option<u64>,
) {
    let EquilibriumReport { cut, states, information_sets, iterations_per_second, .. } = report;
    if let Some(cut) = cut {
        output::note(format_args!("not all iterations were made: {}", effort::cut(*cut)));
    }
    let sets = information_sets.values().sum::<usize>() as u64;
    let mut took = vec![
        format!("{} states", grouped(states)),
        format!("{} information sets", grouped(&sets)),
        format!("tree {:.2} s", found.building.as_secs_f64()),
    ];
    if let (Some((algorithm, iterations)), Some(rate)) = (found.learnt, iterations_per_second) {
        let (iterations, rate) = (grouped(&iterations), grouped(&(*rate as u64)));
        took.push(format!("{iterations} iterations of {algorithm}, {rate} a second"));
    }
    took.extend(seed.map(|seed| format!("seed {seed}")));
    took.extend(peak_bytes.map(|bytes| format!("{} MB", bytes >> 20)));
    output::note(took.join(", "));
}
