use std::sync::Arc;

use arena::fingerprint;
use game::{Builtin, Rules};
use gdl::Rulesheet;
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
    /// What the rules are known by, however they are called.
    pub(crate) fingerprint: String,
    pub(crate) sheet: Rulesheet,
    pub(crate) rules: Rules,
}

/// The games that were asked for last, compiled.
pub(crate) struct Games {
    loaded: Cache<String, Arc<Loaded>>,
    ground: GroundLimits,
}

impl Games {
    pub(crate) fn new(limits: &Limits) -> Self {
        let ground = GroundLimits { time: limits.grounding, ..GroundLimits::default() };
        Self { loaded: Cache::new(limits.games), ground }
    }

    /// The game, compiled if it is not yet. This may take long, so it is not for the threads that talk to clients; who asks for the
    /// same game meanwhile waits for the same work.
    ///
    /// # Errors
    /// If there is no such game, or its rules are wrong.
    pub(crate) fn get(&self, game: &GameRef) -> Result<Arc<Loaded>, Problem> {
        let (name, rules) = match game {
            GameRef::Named { name } => (Some(name.as_str()), builtin(name)?.rules),
            GameRef::Written { rules } => (None, rules.as_str()),
        };
        let fingerprint = fingerprint(rules);
        let name = name.map_or_else(|| format!("rules-{}", &fingerprint[..8]), str::to_owned);
        // Rules have the name they were asked for by: the same ones may be built in and pasted.
        let key = format!("{name} {fingerprint}");
        self.loaded
            .try_get_with(key, || self.load(name, fingerprint, rules).map(Arc::new))
            .map_err(|problem: Arc<Problem>| Problem::clone(&problem))
    }

    /// Forgets all games that nobody plays just now.
    pub(crate) fn clear(&self) {
        self.loaded.invalidate_all();
        self.loaded.run_pending_tasks();
    }

    fn load(&self, name: String, fingerprint: String, text: &str) -> Result<Loaded, Problem> {
        let sheet = parse(text)?;
        let rules = Rules::within(&sheet, LogicLimits::default(), &self.ground)
            .map_err(|error| Problem::invalid("limits", error.to_string()))?;
        Ok(Loaded { name, fingerprint, sheet, rules })
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
        let pasted = games.get(&GameRef::Written { rules }).unwrap();
        assert_eq!(pasted.name, format!("rules-{}", &pasted.fingerprint[..8]));
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
}
