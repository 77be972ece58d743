use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use arena::fingerprint;
use game::{Builtin, Rules};
use gdl::{Interrupt, Rulesheet};
use logic::{GroundLimits, Limits as LogicLimits};
use moka::sync::Cache;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Limits;
use crate::problem::Problem;

/// A game in a request: a built-in one by its name, or any by its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, deny_unknown_fields)]
pub(crate) enum GameRef {
    /// A built-in game.
    Named {
        /// Its name, such as `tictactoe`.
        name: String,
    },
    /// Rules of one's own.
    Written {
        /// A rulesheet, KIF text.
        rules: String,
    },
}

/// A game that is ready to be played.
pub(crate) struct Loaded {
    /// The built-in name, or the beginning of the fingerprint of the rules.
    pub(crate) name: String,
    pub(crate) sheet: Rulesheet,
    pub(crate) rules: Rules,
}

/// The games that were asked for last, compiled.
pub(crate) struct Games {
    loaded: Cache<String, Arc<Loaded>>,
    ground: GroundLimits,
    /// The time for making a game of rules.
    time: Duration,
    compiling: Slots,
}

/// Games that are compiled at once: each may take a core, and much memory.
const COMPILERS: usize = 2;

impl Games {
    pub(crate) fn new(limits: &Limits) -> Self {
        let default = GroundLimits::default();
        let bytes = default.bytes.min(limits.memory / 8);
        let ground = GroundLimits { bytes, ..default };
        Self {
            loaded: Cache::new(limits.games),
            ground,
            time: limits.grounding,
            compiling: Slots::new(COMPILERS),
        }
    }

    /// The game, compiled if it is not yet. This may take long, so it is not for the threads that talk to clients; who asks for the
    /// same game meanwhile waits for the same work.
    ///
    /// # Errors
    /// If there is no such game, or its rules are wrong.
    pub(crate) fn get(&self, game: &GameRef) -> Result<Arc<Loaded>, Problem> {
        self.get_while(game, &|| true)
    }

    /// The game, as [`get`](Self::get) has it, if it is compiled while `go_on` says so.
    ///
    /// # Errors
    /// If there is no such game, its rules are wrong, or it took too long for `go_on`.
    pub(crate) fn get_while(&self, game: &GameRef, go_on: &dyn Fn() -> bool) -> Result<Arc<Loaded>, Problem> {
        let (name, rules) = match game {
            GameRef::Named { name } => (Some(name.as_str()), builtin(name)?.rules),
            GameRef::Written { rules } => (None, rules.as_str()),
        };
        let fingerprint = fingerprint(rules);
        let name = name.map_or_else(|| format!("rules-{}", &fingerprint[..8]), str::to_owned);
        // Rules have the name they were asked for by: the same ones may be built in and pasted.
        let key = format!("{name} {fingerprint}");
        loop {
            let load = || self.load(name.clone(), rules, go_on).map(Arc::new);
            let loaded = self.loaded.try_get_with(key.clone(), load);
            match loaded {
                // Somebody else asked for it first, and gave it up.
                Err(problem) if problem.is_cancelled() && go_on() => {}
                loaded => return loaded.map_err(|problem: Arc<Problem>| Problem::clone(&problem)),
            }
        }
    }

    /// Forgets all games that nobody plays just now.
    pub(crate) fn clear(&self) {
        self.loaded.invalidate_all();
        self.loaded.run_pending_tasks();
    }

    fn load(&self, name: String, text: &str, go_on: &dyn Fn() -> bool) -> Result<Loaded, Problem> {
        let sheet = parse(text)?;
        let _slot = self.compiling.take();
        let interrupt = Interrupt::unless(go_on).within(self.time);
        let rules = Rules::within_while(&sheet, LogicLimits::default(), &self.ground, &interrupt).map_err(
            |error| match go_on() {
                true => Problem::invalid("limits", error.to_string()),
                false => Problem::cancelled(),
            },
        )?;
        // What is not compiled all the way is not worth keeping.
        if go_on() { Ok(Loaded { name, sheet, rules }) } else { Err(Problem::cancelled()) }
    }
}

/// A number of places; who wants one waits until one is free.
struct Slots {
    free: Mutex<usize>,
    freed: Condvar,
}

struct Slot<'s>(&'s Slots);

impl Slots {
    fn new(free: usize) -> Self {
        Self { free: Mutex::new(free), freed: Condvar::new() }
    }

    fn take(&self) -> Slot<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self.freed.wait_while(free, |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
        Slot(self)
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}

/// The built-in game of this name.
///
/// # Errors
/// If there is none; the problem names one that is written much like it.
pub(crate) fn builtin(name: &str) -> Result<&'static Builtin, Problem> {
    Builtin::named(name).ok_or_else(|| {
        let like =
            Builtin::like(name).map_or_else(String::new, |like| format!("; did you mean `{}`?", like.name));
        Problem::missing("no-such-game", format!("there is no built-in game `{name}`{like}"))
    })
}

/// Reads a rulesheet.
///
/// # Errors
/// The first of its errors, with its place.
pub(crate) fn parse(text: &str) -> Result<Rulesheet, Problem> {
    Rulesheet::parse("rules", text.as_bytes()).map_err(|rejected| {
        let first =
            rejected.diagnostics.iter().find(|diagnostic| diagnostic.severity() == gdl::Severity::Error);
        match first {
            Some(error) => {
                let place = error.place();
                Problem::invalid("rules", error.message()).at(place.line, place.column)
            }
            None => Problem::invalid("rules", rejected.to_string()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> GameRef {
        GameRef::Named { name: name.to_owned() }
    }

    #[test]
    fn a_game_is_compiled_once() {
        let games = Games::new(&Limits::default());
        let (first, second) = (games.get(&named("nim")).unwrap(), games.get(&named("nim")).unwrap());
        assert!(Arc::ptr_eq(&first, &second));
        games.clear();
        assert!(!Arc::ptr_eq(&first, &games.get(&named("nim")).unwrap()));
    }

    #[test]
    fn pasted_rules_are_known_by_their_fingerprint() {
        let games = Games::new(&Limits::default());
        let rules = builtin("nim").unwrap().rules.to_owned();
        let name = format!("rules-{}", &fingerprint(&rules)[..8]);
        assert_eq!(games.get(&GameRef::Written { rules }).unwrap().name, name);
    }

    #[test]
    fn a_wrong_name_is_answered_with_the_right_one() {
        let problem = Games::new(&Limits::default()).get(&named("tictacto")).err().unwrap();
        assert!(problem.message.contains("did you mean `tictactoe`?"), "{}", problem.message);
    }

    #[test]
    fn broken_rules_are_answered_with_the_place() {
        let rules = "(role x)\n(init (p)".to_owned();
        let problem = Games::new(&Limits::default()).get(&GameRef::Written { rules }).err().unwrap();
        assert_eq!((problem.code, problem.line), ("rules", Some(2)));
    }

    #[test]
    fn a_game_that_is_given_up_is_compiled_for_the_next() {
        let games = Games::new(&Limits::default());
        let given_up = games.get_while(&named("nim"), &|| false).err().unwrap();
        assert!(given_up.is_cancelled());
        assert!(games.get(&named("nim")).unwrap().rules.compiled().is_ok());
    }

    #[test]
    fn more_games_than_are_compiled_at_once_wait_for_one_another() {
        let games = Games::new(&Limits::default());
        std::thread::scope(|scope| {
            for name in ["nim", "tictactoe", "maze", "two-rows", "nim"] {
                scope.spawn(|| games.get(&named(name)).unwrap());
            }
        });
    }
}
