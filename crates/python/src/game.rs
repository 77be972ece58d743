use std::env;
use std::ffi::CString;
use std::fmt::Display;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use ::game::{
    BUILTIN, CircuitCache, Compiled, Game as _, GameLoader, LoadError, NamedGame, Rules, RulesState,
    constant_sum, perft_watched, players,
};
use arena::{Chooser, Evaluations, Fittings, Pace, StoreError};
use gdl::Interrupt;
use logic::TermId;
use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::{Budget, LearnedFile, Spec, Stop, Viewpoint};

use crate::batch::mean_payoffs;
use crate::document::document;
use crate::error::{error, load_error};
use crate::interrupt::interruptible;
use crate::solve::{self, Effort, RegretArguments};
use crate::state::State;
use crate::trace::{Question, Trace};
use crate::{learn, player};

/// The longest that it is looked for what the rules are known by in a store.
pub(crate) const HASHING: Duration = Duration::from_secs(20);

/// A number of seconds as a time.
pub(crate) fn seconds(time: Option<f64>) -> PyResult<Option<Duration>> {
    time.map(|time| Duration::try_from_secs_f64(time).map_err(error)).transpose()
}

/// Tells what goes wrong and keeps nothing from being done.
pub(crate) fn warn(py: Python<'_>, what: &dyn Display) -> PyResult<()> {
    let warning = CString::new(what.to_string())?;
    PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &warning, 1)
}

/// A game with its rules compiled, and the numbers that Python knows its moves by.
pub(crate) struct Loaded {
    pub(crate) name: String,
    /// What the program calls it: the name of a built-in game with all its parameters, of a file its name without folder and ending.
    pub(crate) title: String,
    /// How many games this process had loaded before.
    number: usize,
    pub(crate) rules: Rules,
    /// The roles that somebody plays: all but chance.
    pub(crate) players: Vec<usize>,
    /// The names of the moves of each role, in the order of their numbers.
    moves: Vec<Vec<String>>,
    /// What is known of the game, for each place where evaluations are.
    known: Mutex<Vec<Arc<Known>>>,
}

/// How many games have been loaded.
static NUMBER: AtomicUsize = AtomicUsize::new(0);

/// The games that are in use: what is unpickled is one of them, if it can be.
static LOADED: Mutex<Vec<Weak<Loaded>>> = Mutex::new(Vec::new());

/// The game that was unpickled last, which stays in use: else who is sent one state after the other would compile its rules for each.
static UNPICKLED: Mutex<Option<Arc<Loaded>>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is known of a game.
struct Known {
    /// Where evaluations are.
    evaluations: Evaluations,
    /// The strategies that fit the game, by that.
    fittings: Fittings,
    /// The evaluation that was found last: to read it takes long.
    learned: Mutex<Option<LearnedFile>>,
}

impl Known {
    /// The evaluation of the game, if there is one. What was found once is not looked for again.
    fn learned(&self, rules: &Rules) -> Result<Option<LearnedFile>, StoreError> {
        let mut learned = lock(&self.learned);
        if learned.is_none() {
            *learned = self.evaluations.of(rules, &Interrupt::after(HASHING))?;
        }
        Ok(learned.clone())
    }

    /// Looks for the evaluation again from now on, if one was kept.
    fn after_keeping(&self, kept: Result<bool, StoreError>) -> Result<(), StoreError> {
        if kept? {
            *lock(&self.learned) = None;
        }
        Ok(())
    }
}

impl Loaded {
    /// The game that `load` loads, with a circuit of the cache if it is there: that of the directory `cache`, else that which the program would take. What is wrong with the cache is a
    /// warning.
    ///
    /// # Errors
    /// If it cannot be loaded, or has no circuit.
    pub(crate) fn load(
        py: Python<'_>,
        name: String,
        cache: Option<PathBuf>,
        load: impl FnOnce(&GameLoader, &Interrupt<'_>) -> Result<Rules, LoadError> + Send,
    ) -> PyResult<Arc<Self>> {
        let directory = cache.or_else(|| env::var_os(CircuitCache::VARIABLE).map(PathBuf::from));
        let loader = GameLoader::default().with_cache(CircuitCache::named(directory));
        let stop = Stop::default();
        let go_on = || !stop.pressed();
        let rules =
            interruptible(py, &stop, || load(&loader, &Interrupt::unless(&go_on).within(Rules::TIME)))?;
        let rules = rules.map_err(|failure| load_error(py, failure))?;
        for error in rules.cache_errors() {
            warn(py, &format_args!("{name}: {error}"))?;
        }
        Self::new(name, rules)
    }

    fn new(name: String, rules: Rules) -> PyResult<Arc<Self>> {
        let compiled = rules.compiled().map_err(|why| {
            error(format_args!(
                "{name} is too large for a circuit: {why}; such games are played by the program `spielbaum`, not by this package"
            ))
        })?;
        let moves = (0..rules.roles()).map(|role| {
            let moves = compiled.moves(role).iter();
            moves.map(|&mov| rules.reasoner().text(mov)).collect()
        });
        let moves = moves.collect();
        let title = match NamedGame::find(&name) {
            Ok(named) => named.name,
            Err(_) => {
                Path::new(&name).file_stem().map_or(name.clone(), |stem| stem.to_string_lossy().into_owned())
            }
        };
        let (players, known) = (players(&rules).collect(), Mutex::default());
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let loaded = Arc::new(Self { moves, players, name, title, number, rules, known });
        let mut all = lock(&LOADED);
        all.retain(|game| game.strong_count() > 0);
        all.push(Arc::downgrade(&loaded));
        Ok(loaded)
    }

    /// A game that is in use by this name and text of its rules, the one with this number if there are several; none if none is.
    fn in_use(name: &str, rules: &str, number: usize) -> Option<Arc<Self>> {
        let all = lock(&LOADED);
        let same = |game: &Arc<Self>| game.name == name && game.rules.source().text() == rules;
        all.iter().filter_map(Weak::upgrade).filter(same).max_by_key(|game| game.number == number)
    }

    /// What a spec stands for, for a role: a strategy that is chosen once, if it leaves that open; and with what was learned of the game wherever it names no file. What is learned to choose is kept. With it comes what
    /// was wrong with the store, without which nothing is known or kept.
    fn settled(
        &self,
        spec: Spec,
        role: usize,
        evaluations: &Evaluations,
        stop: &Stop,
    ) -> (Spec, Option<StoreError>) {
        if !spec.asks_for_learned() {
            return (spec, None);
        }
        let known = self.known(evaluations);
        let learned = || match known.learned(&self.rules) {
            Ok(learned) => (learned, None),
            Err(failure) => (None, Some(failure)),
        };
        let Some(time) = spec.start() else {
            let (learned, failure) = learned();
            return (learned.iter().fold(spec, Spec::with_learned), failure);
        };
        let mut failure = None;
        let chosen = known.fittings.get_or_choose(role, time, &|| !stop.pressed(), || {
            let learned_before;
            (learned_before, failure) = learned();
            let cores = thread::available_parallelism().map_or(1, NonZero::get);
            let budget = Budget { time: Some(time), stop: stop.clone(), ..Budget::default() };
            let mut chooser = Chooser::new(&self.rules, Pace::of(&self.rules))
                .for_role(role)
                .with_name(self.title.as_str())
                .with_cores(cores)
                .with_learned(learned_before)
                .learning_on(evaluations.is_store());
            let fitting = chooser.choose(&budget);
            if failure.is_none() {
                failure = known.after_keeping(evaluations.keep_from(&fitting)).err();
            }
            fitting.spec
        });
        (chosen.with_time_of(&spec), failure)
    }

    /// What is known of the game where evaluations are.
    fn known(&self, evaluations: &Evaluations) -> Arc<Known> {
        let mut all = lock(&self.known);
        if let Some(known) = all.iter().find(|known| known.evaluations == *evaluations) {
            return Arc::clone(known);
        }
        let (evaluations, fittings, learned) = (evaluations.clone(), Fittings::default(), Mutex::default());
        let known = Arc::new(Known { evaluations, fittings, learned });
        all.push(Arc::clone(&known));
        known
    }

    /// What was learned of the game before, if anything was.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) fn learned(&self, evaluations: &Evaluations) -> Result<Option<LearnedFile>, StoreError> {
        self.known(evaluations).learned(&self.rules)
    }

    /// Keeps what was learned of the game, unless more is known.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub(crate) fn keep(&self, evaluations: &Evaluations, learned: &LearnedFile) -> Result<(), StoreError> {
        self.known(evaluations).after_keeping(evaluations.keep(learned))
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        self.rules.compiled().expect("a game without a circuit is not loaded")
    }

    /// The role of chance.
    pub(crate) fn chance(&self) -> Option<usize> {
        self.rules.chance().map(::game::Chance::role)
    }

    /// The move of a role with this number.
    pub(crate) fn mov(&self, role: usize, action: usize) -> Option<TermId> {
        self.compiled().moves(role).get(action).copied()
    }

    /// The number of a role's move.
    pub(crate) fn action(&self, role: usize, mov: TermId) -> usize {
        self.compiled().move_number(role, mov).expect("the game has this move")
    }

    /// How many numbers the actions of players have: as many as the player has moves that has the most.
    pub(crate) fn distinct_actions(&self) -> usize {
        self.players.iter().map(|&role| self.names(role).len()).max().unwrap_or(0)
    }

    /// The names of the moves of a role.
    pub(crate) fn names(&self, role: usize) -> &[String] {
        &self.moves[role]
    }

    /// The number of a role's move with this name.
    pub(crate) fn named(&self, role: usize, name: &str) -> Option<usize> {
        self.moves[role].iter().position(|known| known == name)
    }

    /// The number of a role's move with this name.
    ///
    /// # Errors
    /// If there is no such move.
    pub(crate) fn action_named(&self, role: usize, name: &str) -> PyResult<usize> {
        self.named(role, name).ok_or_else(|| {
            let role = self.rules.notation().role_name(role);
            error(format_args!("`{name}` is no move of {role}"))
        })
    }

    /// The name of a role's move with this number.
    ///
    /// # Errors
    /// If there is no such move.
    pub(crate) fn action_name(&self, role: usize, action: i64) -> PyResult<String> {
        let names = self.names(role);
        let name = usize::try_from(action).ok().and_then(|action| names.get(action));
        name.cloned().ok_or_else(|| {
            error(format_args!(
                "there is no action {action}: actions are numbered from 0 to {}",
                names.len().saturating_sub(1)
            ))
        })
    }

    /// The role that a player is, by its number.
    pub(crate) fn role(&self, player: i64) -> PyResult<usize> {
        let role = usize::try_from(player).ok().and_then(|player| self.players.get(player));
        role.copied().ok_or_else(|| match self.players.len() {
            0 => error(format_args!("there is no player {player}: nobody plays {}", self.name)),
            players => error(format_args!(
                "there is no player {player}: players are numbered from 0 to {}",
                players - 1
            )),
        })
    }

    /// The number of a player.
    pub(crate) fn player(&self, role: usize) -> usize {
        self.players.iter().position(|&other| other == role).expect("the role is played by somebody")
    }
}

/// What a [`Game`] is pickled as: its name, the text of its rules, and its number where it is pickled.
type Pickled<'g> = (&'g str, &'g str, usize);

/// The game of what one is pickled as.
#[pyfunction]
pub(crate) fn unpickled_game(py: Python<'_>, name: String, rules: &str, number: usize) -> PyResult<Game> {
    let game = match Loaded::in_use(&name, rules, number) {
        Some(game) => game,
        None => {
            Loaded::load(py, name, None, |loader, interrupt| loader.game_from_text_while(rules, interrupt))?
        }
    };
    *lock(&UNPICKLED) = Some(Arc::clone(&game));
    Ok(Game(game))
}

/// A game: its rules, compiled to a circuit.
///
/// Players are numbered from 0, in the order of the rulesheet without the role of chance. The moves of each player are numbered from 0, in alphabetical order.
#[pyclass(frozen, module = "spielbaum")]
pub(crate) struct Game(pub(crate) Arc<Loaded>);

/// The names of all built-in games, in alphabetical order.
#[pyfunction]
pub(crate) fn games() -> Vec<&'static str> {
    let mut names: Vec<&str> = BUILTIN.iter().map(|game| game.name).collect();
    names.sort_unstable();
    names
}

/// The built-in game or member of a family with this name, such as `tictactoe` or `hex(size=5)`; or the game of the rulesheet at a path, which ends in `.kif` or has a separator.
///
/// A circuit that takes long to make is kept in the directory `cache`, or in that of the environment variable `SPIELBAUM_CACHE` or of the user; if that is "never", it is not kept.
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

    /// The parts of a state that each have one of several values, such as the cells of a board: for each the numbers of the fluents of which at most one holds, as is proven.
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

    /// The texts of all moves that chance may ever make; an outcome is an index into this list. Empty without chance.
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

    /// The mean payoffs of so many random playouts from the initial state, or from another one. A playout that takes 10,000 plies counts as 50.
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

    /// Asks a strategy for its move, within so many seconds, states and playouts: the document that `spielbaum think --json` prints, with the `action`; with `trace` the search tree.
    ///
    /// What the strategy `auto` stands for is chosen once for a player, in the time of its parameter `start`. What is learned for that is kept in the store, and `learned` without a file is the evaluation
    /// that the store has of the game. `db` is the store: a file, the user's own store if not given, none if False.
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

    /// The exact value of a state for each player, and of every legal move: the document that `spielbaum solve --json` prints, but for the memory of the process.
    ///
    /// `method` is one of `auto`, `retrograde`, `search`, `labels`, `proof-number`, `plan`, `board`; or, in a game that hides something, where `auto` is cfr+, one of `cfr`, `cfr+`, `linear-cfr`, `discounted-cfr`,
    /// `external-mccfr`, `outcome-mccfr`, whose document tells what each player gets, the exploitability, and how the first so many information `sets` of each (12) are played. These make so many `iterations` (1,000, or 1,000,000 of those
    /// that take samples) and draw samples by the `seed` (0); the other methods take none of the three. `memory` is gigabytes (4), `time` seconds: what was not known by then is null, and `cut` tells why. `file` takes the values of all states (`FILE.solved`) or the policy (`FILE.policy`), for the
    /// strategies `solved(FILE)` and `policy(FILE)`.
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

    /// How many states can be reached, ply by ply, and how large the tree is: the document that `spielbaum count --json` prints, but for the memory of the process. Counts are texts, as they may be beyond 2^53.
    ///
    /// `method` is `explicit` (one by one, with the tree unless `tree` is false) or `symbolic` (by decision diagrams, from the initial state). `memory` is gigabytes (4), `time` seconds: `cut` tells why not all were counted.
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

    /// Learns an evaluation from the rules alone, for so many minutes or `games`, or until the values of states do not change any more, and gives the document that `spielbaum learn --json` prints. No matches measure its strength; `arena` does.
    ///
    /// The evaluation is written to `file` (the game's name with `.json`), also after Ctrl-C, for specs such as `deepening(eval=learned(FILE))`; not if no game came to its end. `source` is `self-play` (if not given) or `random` (playouts), `begin_with` a file
    /// to go on from, by its own source. The same seed, number of threads and games give the same evaluation.
    ///
    /// A finished evaluation is kept in the store, too, unless that has one of the game from more games: there `auto` and `learned` without a file find it. `db` is that of `think`. A store that cannot be written is a warning.
    ///
    /// Raises `SpielbaumError` in games with chance or hidden information, and if no game came to its end; and `KeyboardInterrupt`.
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

    /// What a learned evaluation says of a state: the value for a player (the one to move), and what each fluent is worth there; the document that `spielbaum learn explain --json` prints.
    ///
    /// `learned` is a file that `learn` has written. If it is not given, the store has the evaluation: `db` as in `think`.
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
        Ok((make, (&self.0.name, self.0.rules.source().text(), self.0.number)))
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

    /// The state, if there is one and it is one of this game: a copy, as other threads may go on with it meanwhile.
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
