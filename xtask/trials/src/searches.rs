//! `cargo xtask searches`: every strategy on every rulesheet of a folder, to find panics, searches that do
//! not end, and refusals.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use game::{Choices, Game, Rules};
use rand::SeedableRng;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use search::{Budget, Request, SearchError, SearchRng, Section, Spec, Stop, Strategies};

use crate::rulesheets;

#[derive(clap::Args)]
#[command(after_help = "\
Each search starts in the initial state, for the first role that has a choice, and has a budget of playouts and nodes. A panic, a search that has
not ended after its patience, and one during which the process grows by more memory than allowed is a failure; an error that names what is wrong
is not, and is counted. As many searches run at a time as there are processors, or as RAYON_NUM_THREADS says; what memory one takes counts for those beside it too.")]
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
    /// Mebibytes by which the process may grow during a search
    #[arg(long, default_value_t = 1024)]
    memory: u64,
    /// Only rulesheets whose path contains this
    #[arg(long, default_value = "")]
    only: String,
}

/// What became of a search.
enum End {
    Decided,
    /// The strategy is not made for such a game.
    Inapplicable,
    /// The rules are not played at all.
    Unplayed(String),
    /// It answered with an error.
    Refused(String),
    /// It panicked, took too much memory, or was still running when the patience ended.
    Failed(String),
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let sheets = rulesheets::of(&arguments.rules, &arguments.only)?;
    let strategies = if arguments.strategy.is_empty() {
        Strategies::entries().iter().map(|entry| entry.name.parse()).collect::<Result<_, _>>()?
    } else {
        arguments.strategy.clone()
    };

    let bar = rulesheets::progress(&sheets)?;
    let ends: Vec<End> = sheets
        .par_iter()
        .flat_map_iter(|path| {
            let ends = search_all(path, &strategies, arguments);
            for (spec, end) in &ends {
                if let End::Unplayed(why) | End::Refused(why) | End::Failed(why) = end {
                    bar.suspend(|| println!("{} {spec}: {why}", path.display()));
                }
            }
            bar.inc(1);
            ends.into_iter().map(|(_, end)| end)
        })
        .collect();
    bar.finish_and_clear();
    let count = |kind: fn(&End) -> bool| ends.iter().filter(|end| kind(end)).count();
    let failures = count(|end| matches!(end, End::Failed(_)));
    println!(
        "{} rulesheets, {} not played; {} decisions, {} strategies that do not apply, {} errors, {failures} failures",
        sheets.len(),
        count(|end| matches!(end, End::Unplayed(_))),
        count(|end| matches!(end, End::Decided)),
        count(|end| matches!(end, End::Inapplicable)),
        count(|end| matches!(end, End::Refused(_))),
    );
    Ok(if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What became of each search on a rulesheet, with its spec.
fn search_all(path: &Path, strategies: &[Spec], arguments: &Arguments) -> Vec<(String, End)> {
    match rulesheets::load(path, arguments.ground).map(Arc::new) {
        Err(error) => vec![("rules".to_owned(), End::Unplayed(format!("{error:#}")))],
        Ok(rules) => {
            strategies.iter().map(|spec| (spec.to_string(), search(&rules, spec, arguments))).collect()
        }
    }
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
    thread::spawn({
        let (rules, spec) = (Arc::clone(rules), spec.clone());
        move || {
            let _ = sender.send(decide(&rules, &spec, budget));
        }
    });
    let seconds = Duration::from_secs_f64(arguments.seconds);
    let mut memory = Growth::new();
    let answer = memory.watch(&receiver, seconds).or_else(|_| {
        stop.press();
        memory.watch(&receiver, Duration::from_secs_f64(arguments.patience))
    });
    match answer {
        Ok(_) if memory.mebibytes > arguments.memory => {
            End::Failed(format!("the process grew by {} MiB during the search", memory.mebibytes))
        }
        Ok(Ok(())) => End::Decided,
        Ok(Err(SearchError::Inapplicable { .. })) => End::Inapplicable,
        Ok(Err(error)) => End::Refused(error.to_string()),
        // The thread is gone without an answer.
        Err(RecvTimeoutError::Disconnected) => End::Failed("the search panicked".to_owned()),
        Err(RecvTimeoutError::Timeout) => End::Failed("the search does not end".to_owned()),
    }
}

/// By how much the process has grown at most since something began.
struct Growth {
    start: usize,
    mebibytes: u64,
}

impl Growth {
    /// How long memory goes unseen.
    const PAUSE: Duration = Duration::from_millis(20);

    fn new() -> Self {
        Self { start: resident(), mebibytes: 0 }
    }

    /// Waits for an answer, and looks at the memory meanwhile.
    fn watch<T>(&mut self, receiver: &Receiver<T>, patience: Duration) -> Result<T, RecvTimeoutError> {
        let end = Instant::now() + patience;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let answer = receiver.recv_timeout(left.min(Self::PAUSE));
            let growth = resident().saturating_sub(self.start) / (1 << 20);
            self.mebibytes = self.mebibytes.max(growth as u64);
            match answer {
                Err(RecvTimeoutError::Timeout) if Instant::now() < end => {}
                answer => return answer,
            }
        }
    }
}

/// Bytes of memory that the process has; none where the system does not say.
fn resident() -> usize {
    memory_stats::memory_stats().map_or(0, |memory| memory.physical_mem)
}

fn decide(rules: &Rules, spec: &Spec, budget: Budget) -> Result<(), SearchError> {
    let state = rules.initial();
    if rules.terminal(&state) {
        return rules.fault(&state).map_or(Ok(()), |fault| Err(fault.into()));
    }
    // Where several roles have a choice, the first; where none has, any.
    let role =
        (0..rules.roles()).find(|&role| Choices::of(rules, &state).of_role(role).len() > 1).unwrap_or(0);
    let mut rng = SearchRng::seed_from_u64(0);
    spec.build().choose(Request::new(rules, &state, role, &mut rng).within(budget)).map(|_| ())
}
