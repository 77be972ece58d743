//! Counts with decision diagrams.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use game::{Interrupt, Rules, replace_file};
use search::{Stop, grouped};
use serde::Serialize;
use solve::SymbolicCountReport;
use solve::symbolic::{SymbolicCount, SymbolicCounter, SymbolicError, SymbolicOptions};

use super::{Arguments, table_by_ply};
use crate::effort;
use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::load::{Engine, Loaded};
use crate::output;
use crate::plot::{self, Format};

/// The document that `--json` prints.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    count: SymbolicCountReport,
    peak_bytes: Option<u64>,
}

pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    if arguments.after.is_some() || arguments.engine.engine.is_some() || arguments.effort.threads.is_some() {
        return Err(Error::Usage(
            "decision diagrams count from the initial state of the rules, on one thread; leave `--after`, `--engine` and `--threads` away".to_owned(),
        ));
    }
    let format = arguments.plot.as_deref().map(Format::of).transpose()?;
    let loaded = Loaded::from_argument(&arguments.game, &arguments.loading)?;
    let rules = loaded.rules(Some(Engine::Circuit))?;
    let stop = Stop::default();
    let limits = arguments.effort.limits(stop.clone());
    let work = end_on_interrupt(stop.clone())?;
    let started = Instant::now();
    let in_time = || !stop.pressed() && limits.time.is_none_or(|time| started.elapsed() < time);
    let options = SymbolicOptions { memory: limits.memory, ..SymbolicOptions::default() };
    let count = counted(&rules, &options, arguments.checkpoint.as_deref(), &in_time)?;
    drop(work);
    let count = SymbolicCountReport::new(&loaded.name, &count, &limits, started.elapsed());
    let report = Report { count, peak_bytes: solve::peak_bytes() };
    if let (Some(path), Some(format)) = (&arguments.plot, format) {
        let states: Vec<f64> = report.count.by_ply.iter().filter_map(|digits| digits.parse().ok()).collect();
        plot::save(&plot::states(&loaded.name, &states, arguments.size)?, format, path)?;
    }
    if arguments.json {
        output::json(&report)?;
    } else {
        report.print(arguments.by_ply)?;
    }
    Ok(if stop.pressed() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Counts, and keeps the count in a file after each ply.
fn counted(
    rules: &Rules,
    options: &SymbolicOptions,
    checkpoint: Option<&Path>,
    go_on: &dyn Fn() -> bool,
) -> Result<SymbolicCount, Error> {
    let fail = |error: &SymbolicError| Error::Fault(error.to_string());
    let interrupt = Interrupt::unless(go_on);
    let mut counter = match checkpoint.filter(|path| path.exists()) {
        Some(path) => {
            let file = File::open(path).map_err(|error| Error::unreadable(path.display(), &error, ""))?;
            let counter = SymbolicCounter::resume(rules, options, &mut BufReader::new(file), &interrupt);
            if let Err(SymbolicError::Interrupted) = counter {
                return Ok(SymbolicCount::default());
            }
            let counter = counter.map_err(|error| {
                let remedy = "`--checkpoint FILE` names another file, a new one to begin anew";
                Error::about(path.display(), format_args!("{error}; {remedy}"))
            })?;
            output::note(format_args!(
                "going on after {} plies of {}",
                counter.count().by_ply.len(),
                path.display()
            ));
            counter
        }
        None => match SymbolicCounter::new(rules, options, &interrupt) {
            Err(SymbolicError::Interrupted) => return Ok(SymbolicCount::default()),
            counter => counter.map_err(|error| fail(&error))?,
        },
    };
    let bar = output::spinner("counting");
    while let Some(ply) = counter.advance(go_on) {
        bar.set_message(format!(
            "ply {}: {} states, {} nodes",
            ply.ply,
            grouped(&ply.states),
            grouped(&ply.nodes)
        ));
        if let Some(path) = checkpoint {
            replace_file(path, |file| counter.save(file))
                .map_err(|error| Error::about(path.display(), error))?;
        }
    }
    bar.finish_and_clear();
    counter.error().map_or_else(|| Ok(counter.count()), |error| Err(fail(error)))
}

impl Report {
    fn print(&self, by_ply: bool) -> Result<(), Error> {
        if by_ply {
            table_by_ply(&["ply", "states", "terminal"], &[&self.count.by_ply, &self.count.terminal_by_ply])?;
        }
        let (states, terminal) = (grouped(&self.count.states), grouped(&self.count.terminal));
        let plies = self.count.by_ply.len();
        match self.count.cut {
            None => output::line(format_args!(
                "{states} states, {terminal} of them terminal, at most {} away",
                output::plies(plies.saturating_sub(1))
            ))?,
            Some(why) => output::line(format_args!(
                "at least {states} states: those of the first {plies} plies; {}",
                effort::cut(why)
            ))?,
        }
        let memory = self.peak_bytes.map_or(String::new(), |bytes| format!(", {} MB", bytes >> 20));
        let nodes = grouped(&self.count.peak_nodes);
        output::note(format_args!("{:.2} s{memory}, {nodes} nodes of diagrams at most", self.count.seconds));
        Ok(())
    }
}
