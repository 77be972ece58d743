//! The games of requests, compiled.

mod line;
mod ticket;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use arena::{Fittings, fingerprint, name_of_rules};
use axum::http::StatusCode;
use game::{Builtin, CircuitCache, FirstStage, NamedGame, Rules};
use gdl::{Interrupt, ParseError, ParseLimits, Rulesheet};
use learn::Learned;
use logic::{GroundLimits, Limits as LogicLimits};
use moka::sync::Cache;
use search::Stop;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use view::Style;

use crate::Limits;
use crate::peer::Peer;
use crate::problem::Problem;
use line::{Line, Text, Turn};
pub(crate) use ticket::Ticket;
use ticket::Wait;

/// A game in a request: a built-in one or a member of a built-in family by its name, or any by its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, deny_unknown_fields, expecting = "expected an object with either a `name` or `rules`")]
pub(crate) enum GameRef {
    /// A built-in game, or a member of a built-in family.
    Named {
        /// Its name, such as `tictactoe` or `hex(size=5)`.
        name: String,
    },
    /// Rules of one's own.
    Written {
        /// A rulesheet, KIF text.
        rules: String,
    },
}

impl GameRef {
    /// How the game is shown; none if nothing but its rules is known.
    pub(crate) fn style(&self) -> Option<&'static Style> {
        match self {
            Self::Named { name } => Style::named(name),
            Self::Written { .. } => None,
        }
    }
}

/// A game that is ready to be played.
pub(crate) struct Loaded {
    /// The built-in name, or the beginning of the fingerprint of the rules.
    pub(crate) name: String,
    pub(crate) sheet: Rulesheet,
    pub(crate) rules: Rules,
    /// Whether the circuit is a first one.
    pub(crate) first_circuit: bool,
    /// The strategies that fit it.
    pub(crate) fittings: Fittings,
    /// The evaluation that was learned of it, once somebody has asked for one.
    pub(crate) evaluation: OnceLock<Arc<Learned>>,
    /// Held by who looks for it, and learns it if it is not known.
    pub(crate) learning: Mutex<()>,
}

impl Loaded {
    /// A game of which nothing but its rules is known yet.
    fn new(name: String, sheet: Rulesheet, rules: Rules, first_circuit: bool) -> Self {
        Self {
            name,
            sheet,
            rules,
            first_circuit,
            fittings: Fittings::default(),
            evaluation: OnceLock::new(),
            learning: Mutex::default(),
        }
    }

    /// Whether it is a built-in game: what is learned of such is kept in the store, but of other rules
    /// anybody may send as many as they like.
    pub(crate) fn is_built_in(&self) -> bool {
        Builtin::named(&self.name).is_some()
    }
}

/// How far a game is.
#[derive(Clone)]
pub(crate) enum Standing {
    /// So many rulesheets are compiled before it.
    Waiting { ahead: usize },
    /// It is being compiled.
    Compiling { since: Instant },
    /// It is played on a first circuit, while the final one is made.
    Optimising { since: Instant, first: Arc<Loaded> },
    /// It is ready, or cannot be had.
    Ended(Result<Arc<Loaded>, Problem>),
}

impl Standing {
    /// The game, if it is ready, for which a first circuit is enough if it is to be `early`; or why it cannot
    /// be had.
    fn ready(&self, early: bool) -> Option<Result<Arc<Loaded>, Problem>> {
        match self {
            Self::Ended(result) => Some(result.clone()),
            Self::Optimising { first, .. } if early => Some(Ok(Arc::clone(first))),
            _ => None,
        }
    }
}

/// The games that were asked for last, compiled, and those that are being compiled. A game is compiled once,
/// whoever asks for it meanwhile, and only as long as somebody waits for it, until it has a first circuit: it
/// is optimised for those who play it, unless others wait for the place. Whose turn it is says the [`line`].
pub(crate) struct Games {
    shared: Arc<Shared>,
}

struct Shared {
    line: Mutex<Line>,
    /// Strangers' rules drive out no built-in game.
    built_in: Cache<String, Arc<Loaded>>,
    written: Cache<String, Arc<Loaded>>,
    ground: GroundLimits,
    /// Where compiled games are kept.
    cache: Option<CircuitCache>,
    /// The time for making a game of rules.
    time: Duration,
    /// The time for making its final circuit, once it has a first one.
    optimising: Duration,
    /// Rules that are translated to more gates have a first circuit.
    most_gates: usize,
    waits: usize,
}

/// Rules may nest as deep as the parser lets them, and derive terms deeper than that.
const STACK: usize = 256 << 20;

impl Games {
    pub(crate) fn new(limits: &Limits, cache: Option<CircuitCache>) -> Self {
        let default = GroundLimits::default();
        let bytes = default.bytes.min(limits.memory / 8);
        let shared = Shared {
            line: Mutex::default(),
            built_in: Cache::new(limits.games),
            written: Cache::new(limits.games),
            ground: GroundLimits { bytes, ..default },
            cache,
            time: limits.compiling,
            optimising: limits.optimising,
            most_gates: FirstStage::<Rules>::MOST_GATES,
            waits: limits.waits,
        };
        Self { shared: Arc::new(shared) }
    }

    /// Asks for a game in the turn of a client. It is compiled if it is not yet, as long as the ticket
    /// is kept.
    ///
    /// # Errors
    /// If there is no such built-in game, or the client waits for too many rulesheets already.
    pub(crate) fn ask(&self, client: Peer, game: &GameRef) -> Result<Ticket, Problem> {
        let (name, text) = match game {
            GameRef::Named { name } => {
                let NamedGame { name, rules } = named(name)?;
                (Some(name), rules)
            }
            GameRef::Written { rules } => (None, Cow::Borrowed(rules.as_str())),
        };
        let fingerprint = fingerprint(&text);
        // Members of families are as many as rules that somebody writes.
        let built_in = name.as_deref().is_some_and(|name| Builtin::named(name).is_some());
        let name = name.unwrap_or_else(|| name_of_rules(&fingerprint));
        // Rules have the name they were asked for by: the same ones may be built in and pasted.
        let key = format!("{name} {fingerprint}");
        let mut line = self.shared.line();
        if let Some(loaded) = self.shared.kept(built_in).get(&key) {
            return Ok(Ticket::ready_now(loaded));
        }
        let most = self.shared.waits;
        if line.waits(client, built_in) >= most {
            return Err(Problem::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-rules",
                format!(
                    "{most} requests from your address wait for rules to be compiled, which is the limit; cancel some, or wait"
                ),
            ));
        }
        let (id, news) = line.join(key, Text { name, rules: text.into(), built_in }, client);
        self.shared.begin_next(&mut line);
        Ok(Ticket::new(news, Wait { shared: Arc::clone(&self.shared), id, client }))
    }

    /// Forgets all games that nobody plays just now.
    pub(crate) fn clear(&self) {
        for kept in [&self.shared.built_in, &self.shared.written] {
            kept.invalidate_all();
            kept.run_pending_tasks();
        }
    }

    /// When the compilation of rules began that began last; none if none goes on.
    pub(crate) fn latest_began(&self) -> Option<Instant> {
        self.shared.line().latest_began()
    }

    /// Ends the compilation of rules that began last, and says why.
    pub(crate) fn condemn_latest(&self, why: Problem) {
        tracing::warn!("the compilation of rules is ended: {}", why.message);
        self.shared.line().condemn_latest(why);
    }

    /// How many games somebody waits for, and how many of them are being compiled.
    #[cfg(test)]
    pub(crate) fn counts(&self) -> (usize, usize) {
        self.shared.line().counts()
    }

    /// Gives up all that is being compiled.
    pub(crate) fn cancel_all(&self) {
        self.shared.line().cancel_all();
    }
}

impl Shared {
    fn line(&self) -> MutexGuard<'_, Line> {
        // Nothing is left half done under this lock.
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept(&self, built_in: bool) -> &Cache<String, Arc<Loaded>> {
        if built_in { &self.built_in } else { &self.written }
    }

    /// Compiles what is next in the line, as far as there are places, each on a thread of its own.
    fn begin_next(self: &Arc<Self>, line: &mut Line) {
        while let Some(Turn { id, key, text, stop }) = line.next() {
            let shared = Arc::clone(self);
            let compile = move || {
                let work = || shared.compile(id, &text, &stop);
                let result = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
                    Err(Problem::panicked(format_args!("to compile {}", text.name), panic.as_ref()))
                });
                if let Ok(loaded) = &result {
                    shared.kept(text.built_in).insert(key, Arc::clone(loaded));
                }
                shared.end(id, result);
            };
            let thread = thread::Builder::new().name("compiler".to_owned()).stack_size(STACK);
            if let Err(error) = thread.spawn(compile) {
                line.end(id, Err(Problem::internal(error)));
            }
        }
        line.make_room();
        line.tell();
    }

    fn end(self: &Arc<Self>, id: u64, result: Result<Arc<Loaded>, Problem>) {
        let mut line = self.line();
        line.end(id, result);
        self.begin_next(&mut line);
    }

    fn compile(&self, id: u64, text: &Text, stop: &Stop) -> Result<Arc<Loaded>, Problem> {
        let wanted = || !stop.pressed();
        let interrupt = Interrupt::unless(&wanted).within(self.time);
        let sheet = parse(&text.rules, &interrupt)?;
        let (limits, cache) = (LogicLimits::default(), self.cache.as_ref());
        let loaded = |rules, first_circuit| {
            Arc::new(Loaded::new(text.name.clone(), sheet.clone(), rules, first_circuit))
        };
        let early = OnceCell::new();
        let first = FirstStage::new(|rules| {
            interrupt.extend(self.optimising);
            let first = early.get_or_init(|| loaded(rules, true));
            self.line().tell_first(id, first);
        });
        let first = first.with_most_gates(self.most_gates);
        let rules =
            Rules::in_stages(&sheet, limits, &self.ground, cache, &interrupt, first).map_err(|error| {
                if wanted() { Problem::invalid("limits", error.to_string()) } else { Problem::cancelled() }
            })?;
        for error in rules.cache_errors() {
            tracing::warn!("{}: {error}", text.name);
        }
        match early.into_inner() {
            Some(first) if rules.compiled().is_err() => Ok(first),
            // What is not compiled all the way is not worth keeping.
            None if stop.pressed() => Err(Problem::cancelled()),
            _ => Ok(loaded(rules, false)),
        }
    }
}

/// The built-in game of this name, or the member of a built-in family.
///
/// # Errors
/// If there is none; the problem names one that is written much like it, or the parameters that there are.
pub(crate) fn named(name: &str) -> Result<NamedGame, Problem> {
    NamedGame::find(name).map_err(|error| Problem::missing("no-such-game", error.to_string()))
}

/// Reads a rulesheet.
///
/// # Errors
/// The first of its errors, with its place, or why it was interrupted.
fn parse(text: &str, interrupt: &Interrupt<'_>) -> Result<Rulesheet, Problem> {
    let read = Rulesheet::parse_while("rules", text.as_bytes(), ParseLimits::default(), interrupt);
    read.map_err(|error| {
        let rejected = match error {
            ParseError::Rejected(rejected) => rejected,
            ParseError::Interrupted(why) => return Problem::invalid("limits", why.to_string()),
        };
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
mod tests;
