use std::path::PathBuf;
use std::sync::Arc;

use ::game::{BUILTIN, Game as _, GameLoader, RulesState, constant_sum, perft_watched};
use gdl::Interrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{Budget, Stop, Viewpoint};

use crate::batch::mean_payoffs;
use crate::document::document;
use crate::error::{error, warn};
use crate::interrupt::interruptible;
use crate::loaded::{Loaded, Pickled};
use crate::seconds::seconds;
use crate::solve::{self, Effort, RegretArguments};
use crate::state::State;
use crate::trace::{Question, Trace};
use crate::{learn, player};

/// The game of what one is pickled as.
#[pyfunction]
pub(crate) fn unpickled_game(py: Python<'_>, name: String, rules: &str, number: usize) -> PyResult<Game> {
    Loaded::unpickled(py, name, rules, number).map(Game)
}

/// A game: its rules, compiled to a circuit.
///
/// Players are numbered from 0, in the order of the rulesheet without the role of chance. The moves of each
/// player are numbered from 0, in alphabetical order.
#[pyclass(frozen, module = "spielbaum")]
pub(crate) struct Game(pub(crate) Arc<Loaded>);

/// The names of all built-in games, in alphabetical order.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    let mut names: Vec<&str> = BUILTIN.iter().map(|game| game.name).collect();
    names.sort_unstable();
    names
}

/// The built-in game or member of a family with this name, such as `tictactoe` or `hex(size=5)`; or the game
/// of the rulesheet at a path, which ends in `.kif` or has a separator.
///
/// A circuit that takes long to make is kept in the directory `cache`, or in that of the environment variable
/// `SPIELBAUM_CACHE` or of the user; if that is "never", it is not kept.
#[pyfunction]
#[pyo3(signature = (game, /, *, cache = None))]
pub(crate) fn load(py: Python<'_>, game: PathBuf, cache: Option<PathBuf>) -> PyResult<Game> {
    let name = game.to_string_lossy().into_owned();
    let is_path =
        game.extension().is_some_and(|extension| extension == "kif") || game.components().count() > 1;
    let load = |loader: &GameLoader, interrupt: &Interrupt<'_>| match is_path {
        true => loader.game_from_file_while(&game, interrupt),
        false => loader.built_in_game_while(&game.to_string_lossy(), interrupt),
    };
    Loaded::load(py, name, cache, load).map(Game)
}

/// The game of a rulesheet in the Game Description Language, in KIF syntax; `cache` is as for `load`.
#[pyfunction]
#[pyo3(signature = (rules, /, *, name = "rules", cache = None))]
pub(crate) fn parse(py: Python<'_>, rules: &str, name: &str, cache: Option<PathBuf>) -> PyResult<Game> {
    Loaded::load(py, name.to_owned(), cache, |loader, interrupt| {
        loader.game_from_text_while(rules, interrupt)
    })
    .map(Game)
}

#[pymethods]
impl Game {
    /// What the game was loaded as: its name or its path.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The names of the players' roles.
    #[getter]
    fn roles(&self) -> Vec<&str> {
        self.0.players.iter().map(|&role| self.0.rules.notation().role_name(role)).collect()
    }

    /// Whether a role moves at random.
    #[getter]
    fn has_chance(&self) -> bool {
        self.0.chance().is_some()
    }

    /// Whether players do not see everything.
    #[getter]
    fn hides(&self) -> bool {
        self.0.rules.percepts().is_some()
    }

    /// Whether it is proven that two players never have a choice at the same time.
    #[getter]
    fn takes_turns(&self) -> bool {
        self.0.compiled().circuit().takes_turns()
    }

    /// The texts of all fluents that may hold in a state, in the order of `observation_tensor`.
    #[getter]
    fn fluents(&self) -> Vec<String> {
        let reasoner = self.0.rules.reasoner();
        self.0.compiled().fluents().iter().map(|&fluent| reasoner.text(fluent)).collect()
    }

    /// The parts of a state that each have one of several values, such as the cells of a board: for each the
    /// numbers of the fluents of which at most one holds, as is proven.
    #[getter]
    fn variables(&self) -> Vec<Vec<usize>> {
        self.0.compiled().variables().iter().map(|variable| variable.fluents.clone()).collect()
    }

    /// How many players there are.
    fn num_players(&self) -> usize {
        self.0.players.len()
    }

    /// How many numbers actions have: as many as the player has moves that has the most.
    fn num_distinct_actions(&self) -> usize {
        self.0.distinct_actions()
    }

    /// The texts of all moves that a player may ever make; an action is an index into this list.
    fn actions(&self, player: i64) -> PyResult<Vec<String>> {
        Ok(self.0.names(self.0.role(player)?).to_vec())
    }

    /// The texts of all moves that chance may ever make; an outcome is an index into this list. Empty
    /// without chance.
    fn chance_actions(&self) -> Vec<String> {
        self.0.chance().map_or(Vec::new(), |role| self.0.names(role).to_vec())
    }

    /// The least payoff.
    fn min_utility(&self) -> i32 {
        *self.0.rules.goal_range().start()
    }

    /// The greatest payoff.
    fn max_utility(&self) -> i32 {
        *self.0.rules.goal_range().end()
    }

    /// The sum of all players' payoffs at the end, if it is proven to be always the same.
    fn utility_sum(&self) -> Option<i32> {
        constant_sum(&self.0.rules)
    }

    /// The shape of `observation_tensor`.
    fn observation_tensor_shape(&self) -> Vec<usize> {
        let percepts = self.0.players.iter().map(|&role| self.0.compiled().percepts(role).len());
        let hidden = percepts.max().unwrap_or(0);
        vec![if self.hides() { hidden } else { self.0.compiled().fluents().len() }]
    }

    /// The initial state.
    fn new_initial_state(&self) -> State {
        State::initial(self.0.clone())
    }

    /// The state that `State.serialize` has written.
    fn deserialize_state(&self, text: &str) -> PyResult<State> {
        State::read(self.0.clone(), text)
    }

    /// How many sequences of joint moves there are to each depth.
    fn perft(&self, py: Python<'_>, depth: usize) -> PyResult<Vec<u128>> {
        let stop = Stop::default();
        let counts = interruptible(py, &stop, || perft_watched(&self.0.rules, depth, |_| !stop.pressed()))?;
        counts.map_err(error)
    }

    /// The mean payoffs of so many random playouts from the initial state, or from another one. A playout
    /// that takes 10,000 plies counts as 50.
    #[pyo3(signature = (playouts, *, state = None, seed = 0))]
    fn playouts(
        &self,
        py: Python<'_>,
        playouts: u32,
        state: Option<&Bound<'_, State>>,
        seed: u64,
    ) -> PyResult<Vec<f64>> {
        let start = match self.own(state)? {
            Some(state) => state.begun()?,
            None => self.0.rules.initial(),
        };
        mean_payoffs(py, &self.0, &[start], playouts, seed)
    }

    /// Asks a strategy for its move, within so many seconds, states and playouts: the document that
    /// `spielbaum think --json` prints, with the `action`; with `trace` the search tree.
    ///
    /// What the strategy `auto` stands for is chosen once for a player, in the time of its parameter `start`.
    /// What is learned for that is kept in the store, and `learned` without a file is the evaluation that the
    /// store has of the game. `db` is the store: a file, the user's own store if not given, none if False.
    #[pyo3(signature = (strategy, state = None, *, player = None, time = None, nodes = None, playouts = None, seed = 0, trace = false, db = None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn think<'py>(
        &self,
        py: Python<'py>,
        strategy: &Bound<'py, PyAny>,
        state: Option<&Bound<'py, State>>,
        player: Option<i64>,
        time: Option<f64>,
        nodes: Option<u64>,
        playouts: Option<u64>,
        seed: u64,
        trace: bool,
        db: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let spec = player::player(&self.0, strategy)?;
        let evaluations = learn::evaluations(db)?;
        let state = self.own(state)?.unwrap_or_else(|| State::initial(self.0.clone()));
        let time = seconds(time)?;
        let stop = Stop::default();
        let budget = Budget { time, nodes, playouts, stop: stop.clone(), ..Budget::default() };
        let (states, joints) = state.course()?;
        let here = states.last().expect("a course has its initial state");
        let role = self.searcher(here, player)?;
        let viewpoint = Viewpoint::after(&self.0.rules, &states, &joints, role);
        let game = &self.0.rules;
        let asked = interruptible(py, &stop, || {
            let (spec, failure) = self.0.settled(spec, role, &evaluations, &stop);
            let spec = &spec;
            (Question { game, viewpoint: &viewpoint, role, spec, seed, budget }.ask(trace), failure)
        });
        let (answer, failure) = asked?;
        if let Some(failure) = failure {
            warn(py, &format_args!("what was learned of the game is not known, or not kept: {failure}"))?;
        }
        let (report, traced) = answer.map_err(error)?;
        let decision = document(py, &report)?.cast_into::<PyDict>()?;
        let named = self.0.names(role).iter().position(|name| *name == report.mov);
        decision.set_item("action", named)?;
        match traced {
            None => Ok(decision.into_any()),
            Some(traced) => Ok(Bound::new(py, Trace::new(traced, decision.into_any()))?.into_any()),
        }
    }

    /// The exact value of a state for each player, and of every legal move: the document that
    /// `spielbaum solve --json` prints, but for the memory of the process.
    ///
    /// `method` is one of `auto`, `retrograde`, `search`, `labels`, `proof-number`, `plan`, `board`; or, in a
    /// game that hides something, where `auto` is cfr+, one of `cfr`, `cfr+`, `linear-cfr`, `discounted-cfr`,
    /// `external-mccfr`, `outcome-mccfr`, whose document tells what each player gets, the exploitability, and
    /// how the first so many information `sets` of each (12) are played. These make so many `iterations`
    /// (1,000, or 1,000,000 of those that take samples) and draw samples by the `seed` (0); the other methods
    /// take none of the three. `memory` is gigabytes (4), `time` seconds: what was not known by then is null,
    /// and `cut` tells why. `file` takes the values of all states (`FILE.solved`) or the policy
    /// (`FILE.policy`), for the strategies `solved(FILE)` and `policy(FILE)`.
    ///
    /// Raises `SpielbaumError` if the method does not fit the game, and `KeyboardInterrupt`.
    #[pyo3(signature = (method = "auto", *, state = None, memory = None, time = None, threads = None, iterations = None, seed = None, sets = None, file = None, _workers = None, _progress = None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        state: Option<&Bound<'py, State>>,
        memory: Option<f64>,
        time: Option<f64>,
        threads: Option<usize>,
        iterations: Option<u64>,
        seed: Option<u64>,
        sets: Option<usize>,
        file: Option<PathBuf>,
        _workers: Option<&Bound<'py, PyAny>>,
        _progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = self.own(state)?;
        let regret = RegretArguments { iterations, seed, sets };
        let effort = Effort { memory, time, threads, workers: _workers, progress: _progress };
        solve::solution(py, &self.0, state.as_ref(), method, regret, effort, file)
    }

    /// How many states can be reached, ply by ply, and how large the tree is: the document that
    /// `spielbaum count --json` prints, but for the memory of the process. Counts are texts, as they may be
    /// beyond 2^53.
    ///
    /// `method` is `explicit` (one by one, with the tree unless `tree` is false) or `symbolic` (by decision
    /// diagrams, from the initial state). `memory` is gigabytes (4), `time` seconds: `cut` tells why not all
    /// were counted.
    #[pyo3(signature = (method = "explicit", *, state = None, tree = true, memory = None, time = None, threads = None, _workers = None, _progress = None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn count<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        state: Option<&Bound<'py, State>>,
        tree: bool,
        memory: Option<f64>,
        time: Option<f64>,
        threads: Option<usize>,
        _workers: Option<&Bound<'py, PyAny>>,
        _progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = self.own(state)?;
        let effort = Effort { memory, time, threads, workers: _workers, progress: _progress };
        solve::count(py, &self.0, state.as_ref(), method, tree, effort)
    }

    /// Learns an evaluation from the rules alone, for so many minutes or `games`, or until the values of
    /// states do not change any more, and gives the document that `spielbaum learn --json` prints. No matches
    /// measure its strength; `arena` does.
    ///
    /// The evaluation is written to `file` (the game's name with `.json`), also after Ctrl-C, for specs such
    /// as `deepening(eval=learned(FILE))`; not if no game came to its end. `source` is `self-play` (if not
    /// given) or `random` (playouts), `begin_with` a file to go on from, by its own source. The same seed,
    /// number of threads and games give the same evaluation.
    ///
    /// A finished evaluation is kept in the store, too, unless that has one of the game from more games:
    /// there `auto` and `learned` without a file find it. `db` is that of `think`. A store that cannot be
    /// written is a warning.
    ///
    /// Raises `SpielbaumError` in games with chance or hidden information, and if no game came to its end;
    /// and `KeyboardInterrupt`.
    #[pyo3(signature = (minutes = 2.0, *, games = None, source = None, seed = 0, threads = None, file = None, begin_with = None, db = None, _workers = None, _progress = None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn learn<'py>(
        &self,
        py: Python<'py>,
        minutes: f64,
        games: Option<u64>,
        source: Option<String>,
        seed: u64,
        threads: Option<usize>,
        file: Option<PathBuf>,
        begin_with: Option<PathBuf>,
        db: Option<&Bound<'py, PyAny>>,
        _workers: Option<&Bound<'py, PyAny>>,
        _progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let evaluations = learn::evaluations(db)?;
        let arguments =
            learn::Arguments { minutes, games, source, seed, threads, file, begin_with, evaluations };
        learn::learn(py, &self.0, arguments, _workers, _progress)
    }

    /// What a learned evaluation says of a state: the value for a player (the one to move), and what each
    /// fluent is worth there; the document that `spielbaum learn explain --json` prints.
    ///
    /// `learned` is a file that `learn` has written. If it is not given, the store has the evaluation: `db`
    /// as in `think`.
    ///
    /// Raises `SpielbaumError` if nothing was learned of the game, or the file is of another one.
    #[pyo3(signature = (state = None, *, player = None, learned = None, db = None))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        state: Option<&Bound<'py, State>>,
        player: Option<i64>,
        learned: Option<PathBuf>,
        db: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = self.own(state)?.unwrap_or_else(|| State::initial(self.0.clone()));
        let (states, _) = state.course()?;
        let here = states.last().expect("a course has its initial state");
        let role = self.searcher(here, player)?;
        learn::evaluate(py, &self.0, here, role, learned.as_deref(), &learn::evaluations(db)?)
    }

    /// Itself, as nothing changes it.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// For pickle: its rules go with it, as it may be unpickled where they are not.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'_>)> {
        let make = py.import("spielbaum._spielbaum")?.getattr("unpickled_game")?;
        Ok((make, self.0.pickled()))
    }

    /// Whether it is the same game, loaded once.
    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn __hash__(&self) -> u64 {
        Arc::as_ptr(&self.0) as u64
    }

    fn __repr__(&self) -> String {
        format!("<Game {}>", self.0.name)
    }
}

impl Game {
    /// The role of a player in a state, or the one that has a choice there.
    fn searcher(&self, state: &RulesState, player: Option<i64>) -> PyResult<usize> {
        let rules = &self.0.rules;
        let role = player.map(|player| self.0.role(player)).transpose()?;
        search::searcher(rules, state, role.map(|role| rules.notation().role_name(role))).map_err(error)
    }

    /// The state, if there is one and it is one of this game: a copy, as other threads may go on with
    /// it meanwhile.
    fn own(&self, state: Option<&Bound<'_, State>>) -> PyResult<Option<State>> {
        let Some(state) = state else { return Ok(None) };
        let state = state.try_borrow()?.clone();
        if Arc::ptr_eq(&self.0, &state.game) {
            Ok(Some(state))
        } else if self.0.name == state.game.name {
            Err(error(format_args!(
                "the state is one of another {} that was loaded by itself; ask the game that the state comes from",
                self.0.name
            )))
        } else {
            Err(error(format_args!("the state is one of {}, not of this {}", state.game.name, self.0.name)))
        }
    }
}
