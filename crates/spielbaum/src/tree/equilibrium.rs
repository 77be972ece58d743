//! How the players of an explicit tree should play, by counterfactual regret minimisation.

use std::process::ExitCode;

use comfy_table::CellAlignment;
use game::{Tree, TreeMove};
use search::{Stop, number};
use serde::Serialize;
use solve::{
    Algorithm, Equilibrium, EquilibriumOptions, EquilibriumReport, ExtensiveForm, Limits, RegretRecorder,
    RegretTrace, TracedIteration, played_tree,
};

use super::{Arguments, DRAWN_NODES, print_tree};
use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::{decision, equilibrium, output};

/// Information sets of each role that are told.
const TOLD: usize = 50;

/// The document that `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    tree: Option<&'a str>,
    #[serde(flatten)]
    equilibrium: EquilibriumReport,
    /// What samples were drawn by; null if there were none.
    seed: Option<u64>,
    /// How it was learnt.
    learning: RegretTrace,
}

pub(super) fn run(arguments: &Arguments, tree: &Tree, algorithm: Algorithm) -> Result<ExitCode, Error> {
    let stop = Stop::default();
    let limits = Limits { stop: stop.clone(), ..Limits::default() };
    let work = end_on_interrupt(stop.clone())?;
    let spinner = output::spinner("building the tree");
    let iterations = arguments.iterations.unwrap_or_else(|| algorithm.usual_iterations());
    let options = EquilibriumOptions { algorithm, iterations, seed: arguments.seed };
    let naming = |form: &ExtensiveForm<TreeMove>, seat, set| form.name_of_set(tree, seat, set);
    let mut recorder = RegretRecorder::new(tree, TOLD, &naming);
    let progress = |at| equilibrium::tell(&spinner, at);
    let found = Equilibrium::learn_watched(tree, options, &limits, &progress, &mut recorder);
    spinner.finish_and_clear();
    drop(work);
    let found = found.map_err(|error| Error::about("the tree", error))?;
    if let Some(path) = &arguments.svg {
        decision::write_picture(&played_tree(tree, &found.form, &found.profile), path)?;
    }
    let report = Report {
        tree: tree.name(),
        equilibrium: EquilibriumReport::new(tree, &found, TOLD, &naming),
        seed: algorithm.samples().then_some(arguments.seed),
        learning: recorder.trace(),
    };
    if arguments.json {
        output::json(&report)?;
    } else {
        report.print(tree, &found)?;
    }
    Ok(if stop.pressed() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

impl Report<'_> {
    fn print(&self, tree: &Tree, found: &Equilibrium<TreeMove>) -> Result<(), Error> {
        let Self { equilibrium: report, learning, .. } = self;
        print_tree(tree)?;
        if tree.nodes() <= DRAWN_NODES {
            output::line(format_args!("{}\n", played_tree(tree, &found.form, &found.profile).outline()))?;
        }
        equilibrium::print_values(report)?;
        self.print_sets()?;
        let mut table = output::columns(&["iteration", "exploitability"]);
        for TracedIteration { iteration, exploitability, .. } in learning.milestones() {
            table.add_row([iteration.to_string(), format!("{exploitability:.6}")]);
        }
        table.column_iter_mut().for_each(|column| column.set_cell_alignment(CellAlignment::Right));
        output::line(format_args!("\n{}", output::trimmed(&table)))?;
        equilibrium::note_effort(report, found, self.seed, solve::peak_bytes());
        Ok(())
    }

    /// Prints how each role plays in its information sets, and what it regrets.
    fn print_sets(&self) -> Result<(), Error> {
        let RegretTrace { sets, iterations, further_sets, .. } = &self.learning;
        let Some(last) = iterations.last().filter(|_| !sets.is_empty()) else { return Ok(()) };
        let mut table = output::columns(&["role", "set", "plays", "regrets"]);
        for ((set, moves), played) in sets.iter().zip(&last.sets).zip(&self.equilibrium.policy) {
            let regrets = set.moves.iter().zip(&moves.regrets);
            let regrets: Vec<String> =
                regrets.map(|(mov, regret)| format!("{mov} {}", number(*regret))).collect();
            let plays = equilibrium::played(played);
            table.add_row([played.role.clone(), set.knows.clone(), plays, regrets.join(", ")]);
        }
        output::line(format_args!("\n{}", output::trimmed(&table)))?;
        if *further_sets > 0 {
            output::line(format_args!("... and {further_sets} more information sets"))?;
        }
        Ok(())
    }
}
