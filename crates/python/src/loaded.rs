use std::env;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::Duration;

use ::game::{CircuitCache, Compiled, Game as _, GameLoader, LoadError, NamedGame, Rules, players};
use arena::{Chooser, Evaluations, Fittings, Pace, StoreError};
use gdl::Interrupt;
use logic::TermId;
use pyo3::prelude::*;
use search::{Budget, LearnedFile, Spec, Stop};

use crate::error::{error, load_error, warn};
use crate::interrupt::interruptible;
use crate::lock::lock;

/// The longest that it is looked for what the rules are known by in a store.
pub(crate) const HASHING: Duration = Duration::from_secs(20);

/// A game with its rules compiled, and the numbers that Python knows its moves by.
pub(crate) struct Loaded {
    pub(crate) name: String,
    /// What the program calls it: the name of a built-in game with all its parameters, of a file its name
    /// without folder and ending.
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

/// The game that was unpickled last, which stays in use: else who is sent one state after the other would
/// compile its rules for each.
static UNPICKLED: Mutex<Option<Arc<Loaded>>> = Mutex::new(None);

/// What a game is pickled as: its name, the text of its rules, and its number where it is pickled.
pub(crate) type Pickled<'g> = (&'g str, &'g str, usize);

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
    /// The game that `load` loads, with a circuit of the cache if it is there: that of the directory `cache`,
    /// else that which the program would take. What is wrong with the cache is a warning.
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

    /// A game that is in use by this name and text of its rules, the one with this number if there are
    /// several; none if none is.
    fn in_use(name: &str, rules: &str, number: usize) -> Option<Arc<Self>> {
        let all = lock(&LOADED);
        let same = |game: &Arc<Self>| game.name == name && game.rules.source().text() == rules;
        all.iter().filter_map(Weak::upgrade).filter(same).max_by_key(|game| game.number == number)
    }

    pub(crate) fn pickled(&self) -> Pickled<'_> {
        (&self.name, self.rules.source().text(), self.number)
    }

    /// The game of what one was pickled as: one that is in use, else it is loaded.
    ///
    /// # Errors
    /// If it cannot be loaded, or has no circuit.
    pub(crate) fn unpickled(py: Python<'_>, name: String, rules: &str, number: usize) -> PyResult<Arc<Self>> {
        let game = match Self::in_use(&name, rules, number) {
            Some(game) => game,
            None => {
                Self::load(py, name, None, |loader, interrupt| loader.game_from_text_while(rules, interrupt))?
            }
        };
        *lock(&UNPICKLED) = Some(Arc::clone(&game));
        Ok(game)
    }

    /// What a spec stands for, for a role: a strategy that is chosen once, if it leaves that open; and with
    /// what was learned of the game wherever it names no file. What is learned to choose is kept. With it
    /// comes what was wrong with the store, without which nothing is known or kept.
    pub(crate) fn settled(
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
