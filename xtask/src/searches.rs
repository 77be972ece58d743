//! `cargo xtask searches`: every strategy on every rulesheet of a folder, to find panics, searches that do not end, and refusals.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use game::{Game, Rules};
use gdl::Rulesheet;
use indicatif::{ProgressBar, ProgressStyle};
use logic::{GroundLimits, Limits};
use rand::SeedableRng;
use search::{Budget, Request, SearchRng, Section, Spec, Stop, Strategies};

#[derive(clap::Args)]
#[command(after_help = "\
Each search starts in the initial state, for the first role that has a choice, and has a budget of playouts and nodes. A panic, or a search
that has not ended after its patience, is a failure; an error that names what is wrong is not, and is counted.")]
pub(crate) struct Arguments {
    /// The folder of the rulesheets, searched for files named *.kif, or a checkout of ggp-org/ggp-repository
    #[arg(long)]
    rules: PathBuf,
    /// Specs of strategies, each with its own option [default: every strategy of the catalogue]
    #[arg(long)]
    strategy: Vec<Spec>,
    /// Playouts and nodes of each search, at most
    #[arg(long, default_value_t = 300)]
    playouts: u64,
    /// Seconds of each search; after them its stop button is pressed
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// Seconds that a search may take to end once its button is pressed
    #[arg(long, default_value_t = 20.0)]
    patience: f64,
    /// Seconds to ground the rules of one sheet
    #[arg(long, default_value_t = 10.0)]
    ground: f64,
    /// Only rulesheets whose path contains this
    #[arg(long, default_value = "")]
    only: String,
}

/// What became of a search.
enum End {
    Decided,
    /// It answered with an error.
    Refused(String),
    Panicked,
    /// It was still running when the patience ended.
    Hangs,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut sheets = Vec::new();
    collect(&arguments.rules, &mut sheets)
        .with_context(|| format!("{} cannot be read", arguments.rules.display()))?;
    sheets.retain(|path| path.to_string_lossy().contains(&arguments.only));
    sheets.sort();
    ensure!(!sheets.is_empty(), "no rulesheet (*.kif) in {}", arguments.rules.display());
    let strategies = if arguments.strategy.is_empty() {
        Strategies::entries().iter().map(|entry| entry.name.parse()).collect::<Result<_, _>>()?
    } else {
        arguments.strategy.clone()
    };

    let bar = ProgressBar::new(sheets.len() as u64);
    bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} rulesheets, {elapsed} gone  {msg}")?);
    let (mut decided, mut unplayed, mut failed) = (0, 0, Vec::new());
    let mut refusals: BTreeMap<String, usize> = BTreeMap::new();
    for path in &sheets {
        bar.set_message(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        match load(path, arguments) {
            Err(error) => {
                bar.suspend(|| println!("{}: not played: {error:#}", path.display()));
                unplayed += 1;
            }
            Ok(rules) => {
                for spec in &strategies {
                    match search(&rules, spec, arguments) {
                        End::Decided => decided += 1,
                        End::Refused(reason) => {
                            bar.suspend(|| println!("{} {spec}: {reason}", path.display()));
                            *refusals.entry(spec.to_string()).or_default() += 1;
                        }
                        End::Panicked => failed.push(format!("{} {spec}: panicked", path.display())),
                        End::Hangs => failed.push(format!("{} {spec}: does not end", path.display())),
                    }
                }
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let refused: usize = refusals.values().sum();
    println!("{} rulesheets, {unplayed} not played; {decided} decisions, {refused} errors", sheets.len());
    for (spec, count) in refusals {
        println!("  {count:4} {spec}");
    }
    failed.iter().for_each(|line| println!("FAILED {line}"));
    println!("{} failures", failed.len());
    Ok(if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Adds the rulesheets of a folder and its folders.
fn collect(folder: &Path, sheets: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, sheets)?;
        } else if path.extension().is_some_and(|extension| extension == "kif") {
            sheets.push(path);
        }
    }
    Ok(())
}

fn load(path: &Path, arguments: &Arguments) -> anyhow::Result<Arc<Rules>> {
    let sheet = Rulesheet::parse(&path.to_string_lossy(), &fs::read(path)?)
        .map_err(|errors| anyhow::anyhow!("it has errors; `spielbaum check` shows them: {errors:?}"))?;
    let ground = GroundLimits { time: Duration::from_secs_f64(arguments.ground), ..GroundLimits::default() };
    Ok(Arc::new(Rules::within(&sheet, Limits::default(), &ground)?))
}

/// Searches the initial state in a thread of its own, and waits no longer than the patience.
fn search(rules: &Arc<Rules>, spec: &Spec, arguments: &Arguments) -> End {
    let (sender, receiver) = mpsc::channel();
    let stop = Stop::default();
    let budget = Budget {
        playouts: Some(arguments.playouts),
        nodes: Some(arguments.playouts),
        time: Some(Duration::from_secs_f64(arguments.seconds)),
        stop: stop.clone(),
        ..Budget::default()
    };
    let thread = thread::spawn({
        let (rules, spec) = (Arc::clone(rules), spec.clone());
        move || {
            let _ = sender.send(decide(&rules, &spec, budget));
        }
    });
    let seconds = Duration::from_secs_f64(arguments.seconds);
    let begun = Instant::now();
    let answer = receiver.recv_timeout(seconds).or_else(|_| {
        stop.press();
        receiver.recv_timeout(Duration::from_secs_f64(arguments.patience))
    });
    match answer {
        Ok(Ok(())) => End::Decided,
        Ok(Err(reason)) => End::Refused(reason),
        Err(_) if thread.is_finished() || begun.elapsed() < seconds => End::Panicked,
        Err(_) => End::Hangs,
    }
}

fn decide(rules: &Rules, spec: &Spec, budget: Budget) -> Result<(), String> {
    let state = rules.initial();
    let role = search::searcher(rules, &state, None)
        .or_else(|_| search::searcher(rules, &state, Some(rules.notation().role_name(0))));
    let role = role.map_err(|error| error.to_string())?;
    let mut rng = SearchRng::seed_from_u64(0);
    let mut strategy = spec.build();
    strategy
        .choose(Request::new(rules, &state, role, &mut rng).within(budget))
        .map(|_| ())
        .map_err(|error| error.to_string())
}
