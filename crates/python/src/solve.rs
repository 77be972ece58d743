//! Exact values, counts of states, and how to play with hidden information.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::game::Game as _;
use ::solve::symbolic::{SymbolicOptions, count as count_by_diagrams};
use ::solve::{
    Algorithm, CountError, CountReport, Counting, Equilibrium, EquilibriumOptions, EquilibriumReport,
    Exploring, Files, Limits, Method, RetrogradeError, SolutionReport, SolveError, Solving, StateCount,
    SymbolicCountReport, Valuing, solve, solve_on,
};
use pyo3::prelude::*;
use search::Stop;
use serde::Serialize;

use crate::cluster::PythonExpanders;
use crate::document::document;
use crate::error::{error, raised};
use crate::interrupt::{followed, interruptible};
use crate::loaded::Loaded;
use crate::progress::HowFar;
use crate::seconds::seconds;
use crate::state::State;

/// What the work may take, as Python gives it: gigabytes, seconds, threads; who shares it, and a function
/// that is told how far it is.
#[derive(Clone, Copy)]
pub(crate) struct Effort<'a, 'py> {
    pub(crate) memory: Option<f64>,
    pub(crate) time: Option<f64>,
    pub(crate) threads: Option<usize>,
    pub(crate) workers: Option<&'a Bound<'py, PyAny>>,
    pub(crate) progress: Option<&'a Bound<'py, PyAny>>,
}

impl Effort<'_, '_> {
    fn limits(self, stop: &Stop) -> PyResult<Limits> {
        let Self { memory, time, threads, .. } = self;
        let usual = Limits::default();
        let memory = match memory {
            None => usual.memory,
            Some(gigabytes) if gigabytes > 0.0 => (gigabytes * f64::from(1 << 30)) as usize,
            Some(gigabytes) => {
                return Err(error(format_args!("memory={gigabytes}: give a positive number of gigabytes")));
            }
        };
        let threads = threads.unwrap_or(usual.threads);
        if threads == 0 {
            return Err(error("threads=0: there must be one at least"));
        }
        Ok(Limits { memory, threads, time: seconds(time)?, stop: stop.clone() })
    }
}

/// What learning to play with hidden information takes beside the method.
pub(crate) struct RegretArguments {
    pub(crate) iterations: Option<u64>,
    pub(crate) seed: Option<u64>,
    pub(crate) sets: Option<usize>,
}

impl RegretArguments {
    /// How many information sets of each player are told of, if that is not said.
    const SETS: usize = 12;

    /// Refuses what a method that solves exactly does not take.
    fn check_none(&self) -> PyResult<()> {
        match self {
            Self { iterations: None, seed: None, sets: None } => Ok(()),
            _ => Err(error("`iterations`, `seed` and `sets` are for cfr+ and its variants; leave them away")),
        }
    }
}

/// Tells how many states of those found so far have been expanded, or have values.
fn states(far: &HowFar, at: Counting) {
    match at {
        Counting::Exploring(Exploring { states, expanded, found, .. }) => {
            far.set(found - states + expanded, found);
        }
        Counting::Valuing(Valuing { done, states, .. }) => far.set(done, states),
    }
}

/// A document, with the name of the game first.
#[derive(Serialize)]
struct Of<'g, T> {
    game: &'g str,
    #[serde(flatten)]
    document: T,
}

/// The value of a state by a method of its name, or what players learn by one.
pub(crate) fn solution<'py>(
    py: Python<'py>,
    game: &Loaded,
    state: Option<&State>,
    method: &str,
    regret: RegretArguments,
    effort: Effort<'_, 'py>,
    file: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = &game.rules;
    let method = match (method.parse(), method.parse()) {
        (Ok(Method::Auto), _) if rules.percepts().is_some() => Err(Algorithm::CfrPlus),
        (Ok(method), _) => Ok(method),
        (Err(_), Ok(algorithm)) => Err(algorithm),
        (Err(unknown), Err(_)) => {
            let algorithms: Vec<&str> = Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect();
            return Err(error(format_args!("{unknown}, {}", algorithms.join(", "))));
        }
    };
    match method {
        Ok(method) => {
            regret.check_none()?;
            exact(py, game, state, method, effort, file)
        }
        Err(algorithm) if effort.workers.is_some() => Err(error(format_args!(
            "how to play with hidden information is learned in one process ({}); leave the cluster away",
            algorithm.name()
        ))),
        Err(algorithm) => learnt(py, game, state, algorithm, regret, effort, file),
    }
}

/// Refuses a file by whose name the strategy that plays by it would not be found.
fn check(file: &Option<PathBuf>, extension: &str) -> PyResult<()> {
    match file {
        Some(path) if path.extension().is_none_or(|own| own != extension) => Err(error(format_args!(
            "end the name of the file in .{extension}, so that the strategy `{extension}(FILE)` finds it"
        ))),
        _ => Ok(()),
    }
}

fn exact<'py>(
    py: Python<'py>,
    game: &Loaded,
    state: Option<&State>,
    method: Method,
    effort: Effort<'_, 'py>,
    file: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    check(&file, "solved")?;
    let rules = &game.rules;
    let state = state.map_or_else(|| Ok(rules.initial()), State::begun)?;
    let stop = Stop::default();
    let limits = effort.limits(&stop)?;
    let started = Instant::now();
    let files = Files { values: file.as_deref(), checkpoint: None };
    let mut expanders = effort.workers.map(|workers| PythonExpanders::begin(workers, game)).transpose()?;
    let far = HowFar::default();
    let tell = |at| {
        if let Solving::Enumerating(at) = at {
            states(&far, at);
        }
    };
    let work = || match &mut expanders {
        Some(expanders) => solve_on(rules, &state, method, expanders, &limits, files, &tell),
        None => solve(rules, &state, method, &limits, files, &tell),
    };
    let solved = followed(py, &stop, work, |_| far.tell(effort.progress))?;
    let solved = solved.map_err(|failure| match failure {
        SolveError::Retrograde(RetrogradeError::Count(CountError::Elsewhere(failure))) => raised(failure),
        failure => error(failure),
    })?;
    let document_of = SolutionReport::new(rules, &solved, started.elapsed());
    document(py, &Of { game: &game.title, document: document_of })
}

fn learnt<'py>(
    py: Python<'py>,
    game: &Loaded,
    state: Option<&State>,
    algorithm: Algorithm,
    regret: RegretArguments,
    effort: Effort<'_, 'py>,
    file: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    check(&file, "policy")?;
    let rules = &game.rules;
    if state.is_some() {
        return Err(error(
            "how to play with hidden information is worked out from the initial state, as what players know depends on all that happened; leave `state` away",
        ));
    }
    let RegretArguments { iterations, seed, sets } = regret;
    let iterations = iterations.unwrap_or_else(|| algorithm.usual_iterations());
    let (seed, sets) = (seed.unwrap_or(0), sets.unwrap_or(RegretArguments::SETS));
    let stop = Stop::default();
    let limits = effort.limits(&stop)?;
    let options = EquilibriumOptions { algorithm, iterations, seed };
    let work = || Equilibrium::learn(rules, options, &limits, &|_| {});
    let found = interruptible(py, &stop, work)?;
    let found = found.map_err(error)?;
    if let Some(path) = &file {
        let policy = found.policy(rules).map_err(error)?;
        policy.write(path).map_err(|failure| error(format_args!("{}: {failure}", path.display())))?;
    }
    let report = EquilibriumReport::new(rules, &found, sets, &|form, seat, set| form.told(rules, seat, set));
    document(py, &Of { game: &game.title, document: report })
}

/// How many states there are, one by one or by decision diagrams.
pub(crate) fn count<'py>(
    py: Python<'py>,
    game: &Loaded,
    state: Option<&State>,
    method: &str,
    tree: bool,
    effort: Effort<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = &game.rules;
    let stop = Stop::default();
    let limits = effort.limits(&stop)?;
    match method {
        "explicit" => {
            let state = state.map_or_else(|| Ok(rules.initial()), State::begun)?;
            let mut expanders =
                effort.workers.map(|workers| PythonExpanders::begin(workers, game)).transpose()?;
            let far = HowFar::default();
            let tell = |at| states(&far, at);
            let work = || match &mut expanders {
                Some(expanders) => StateCount::on(rules, &state, expanders, tree, &limits, &tell),
                None => StateCount::from(rules, &state, tree, &limits, &tell),
            };
            let count = followed(py, &stop, work, |_| far.tell(effort.progress))?;
            let count = count.map_err(|failure| match failure {
                CountError::Elsewhere(failure) => raised(failure),
                failure => error(failure),
            })?;
            document(py, &CountReport::new(&game.title, &count))
        }
        "symbolic" if state.is_some() => {
            Err(error("decision diagrams count from the initial state; leave `state` away"))
        }
        "symbolic" => {
            let started = Instant::now();
            let go_on =
                || !stop.pressed() && limits.time.is_none_or(|time: Duration| started.elapsed() < time);
            let options = SymbolicOptions { memory: limits.memory, ..SymbolicOptions::default() };
            let work = || count_by_diagrams(rules, &options, &mut |_| {}, &go_on);
            let count = interruptible(py, &stop, work)?;
            let count = count.map_err(error)?;
            document(py, &SymbolicCountReport::new(&game.title, &count, &limits, started.elapsed()))
        }
        _ => Err(error(format_args!("there is no method `{method}`; there are `explicit` and `symbolic`"))),
    }
}
