//! `arena --choose`: which strategy fits a game, and the matches that say so.

use std::process::ExitCode;
use std::time::Duration;

use arena::Fitting;
use comfy_table::CellAlignment;
use search::{Budget, Stop};
use serde::Serialize;

use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::learned::{self, Known};
use crate::output;

#[derive(Serialize)]
struct Report<'r> {
    game: &'r str,
    strategy: String,
    remark: &'r str,
    candidates: Vec<CandidateReport>,
}

#[derive(Serialize)]
struct CandidateReport {
    strategy: String,
    against: String,
    matches: usize,
    score: Option<f64>,
    ci95: [f64; 2],
}

/// Chooses within the time, and tells of it. A stop button gives what is known by then.
pub(super) fn run(known: &Known<'_>, time: Duration, json: bool) -> Result<ExitCode, Error> {
    let stop = Stop::default();
    let _work = end_on_interrupt(stop.clone())?;
    let name = known.name;
    let spinner = output::spinner("learning and playing matches, Ctrl-C ends it");
    let budget = Budget { time: Some(time), stop: stop.clone(), ..Budget::default() };
    let fitting = known.chooser().choose(&budget);
    spinner.finish_and_clear();
    learned::keep(&known.evaluations, &fitting);
    let Fitting { spec, remark, matches, .. } = fitting;
    let code = if stop.pressed() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS };
    let candidates: Vec<CandidateReport> = matches
        .iter()
        .map(|challenge| {
            let interval = challenge.interval();
            CandidateReport {
                strategy: challenge.challenger.to_string(),
                against: challenge.other.to_string(),
                matches: challenge.payoffs.len(),
                score: challenge.score(),
                ci95: [interval.low, interval.high],
            }
        })
        .collect();
    if json {
        output::json(&Report { game: name, strategy: spec.to_string(), remark: &remark, candidates })?;
        return Ok(code);
    }
    if !candidates.is_empty() {
        let mut table = output::columns(&["strategy", "score", "95 % interval", "matches", "against"]);
        for candidate in &candidates {
            let [low, high] = candidate.ci95.map(|bound| 100.0 * bound);
            table.add_row([
                candidate.strategy.clone(),
                candidate.score.map_or_else(String::new, |score| format!("{:.0} %", 100.0 * score)),
                format!("{low:.0} to {high:.0}"),
                candidate.matches.to_string(),
                candidate.against.clone(),
            ]);
        }
        for column in table.column_iter_mut().skip(1).take(3) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        output::line(format_args!("{}\n", output::trimmed(&table)))?;
    }
    output::line(format_args!("{name}: {remark}"))?;
    Ok(code)
}
