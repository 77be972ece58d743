use std::ops::RangeInclusive;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use arena::{Outcome, Seed};
use game::{Fault, Game, Rules};
use gdl::Rulesheet;
use logic::{GroundLimits, Limits};
use rayon::ThreadPool;
use search::{Release, Stop};

use super::actor_message::{Answer, Letter};
use super::match_actor::{End, Keeper};
use super::match_info::Match;
use super::slots::Place;
use super::{PlayedMatch, PlayerSettings};

/// A match about to begin.
#[derive(Debug)]
pub(super) struct Opening {
    pub(super) id: String,
    pub(super) role: String,
    pub(super) rules: String,
    pub(super) start_clock: Duration,
    pub(super) play_clock: Duration,
    pub(super) arrived: Instant,
}

/// Grounding may go on while the match is played by the reasoner, but not for ever.
const GROUNDING: RangeInclusive<Duration> = Duration::from_secs(10)..=Duration::from_secs(300);

/// So many moves are played by the reasoner while the rules are still being grounded.
const MOVES_MEANWHILE: u32 = 20;

/// Plays a match from its opening to its end, on the thread that calls. `answer` is taken as soon as the match is.
///
/// # Errors
/// If the match cannot be taken: why.
pub(super) fn play(
    opening: Opening,
    settings: Arc<PlayerSettings>,
    seed: Seed,
    place: Place,
    compilers: &ThreadPool,
    answer: &mut Option<Answer>,
    post: (Sender<Letter>, Receiver<Letter>),
) -> Result<Option<PlayedMatch>, String> {
    let Opening { id, role, rules: text, start_clock, play_clock, arrived } = opening;
    let sheet = Rulesheet::parse(&id, text.as_bytes()).map_err(|rejected| rejected.to_string())?;
    let rules = Rules::reasoned(&sheet, Limits::default()).map_err(|error| error.to_string())?;
    let roles: Vec<String> = (0..rules.roles()).map(|role| rules.role_name(role).to_owned()).collect();
    let own = roles.iter().position(|name| *name == role);
    let own = own.or_else(|| roles.iter().position(|name| name.eq_ignore_ascii_case(&role)));
    let own = own.ok_or_else(|| format!("the rules have no role {role}, but {}", roles.join(", ")))?;
    tracing::info!(
        "{id}: {role} of {} roles, {} s to prepare, {} s a move",
        roles.len(),
        start_clock.as_secs(),
        play_clock.as_secs()
    );
    let game = Arc::new(Match {
        id,
        sheet: Arc::new(sheet),
        role: own,
        role_name: role,
        start_clock,
        play_clock,
        settings,
        seed,
        _place: place,
    });
    let over = Release(Stop::default());
    compile(&game, over.0.clone(), compilers, post.0.clone());
    let mut keeper = Keeper::new(Arc::clone(&game), rules, arrived, answer.take(), post);
    let (end, plies) = (keeper.keep(), keeper.plies());
    let record = keeper.record();
    let outcome = record.as_ref().map(|record| &record.outcome);
    let id = &game.id;
    match (end, outcome) {
        (End::Stopped, Some(Outcome::Goals(goals))) => {
            let goals = roles.iter().zip(goals).map(|(role, goal)| format!("{role} {goal}"));
            tracing::info!("{id}: over after {plies} plies: {}", goals.collect::<Vec<_>>().join(", "));
        }
        (End::Stopped, _) => {
            tracing::warn!("{id}: stopped after {plies} plies, before the end of the game");
        }
        (End::Aborted, _) => tracing::info!("{id}: given up after {plies} plies"),
        (End::Silence, _) => {
            tracing::warn!("{id}: dropped after {plies} plies, as nothing was heard for long");
        }
    }
    let rules = game.sheet.source().text().to_owned();
    Ok(record.map(|record| PlayedMatch { id: id.clone(), rules, roles, role: own, record }))
}

/// Compiles the rules of a match beside it, unless it is over before they are grounded. If it is over later, their circuit is made all
/// the same, but no other match is refused for that: there are only so many compilers.
fn compile(game: &Match, over: Stop, compilers: &ThreadPool, post: Sender<Letter>) {
    let (id, sheet) = (game.id.clone(), Arc::clone(&game.sheet));
    let time = game.start_clock + MOVES_MEANWHILE * game.play_clock;
    let time = time.clamp(*GROUNDING.start(), *GROUNDING.end());
    compilers.spawn(move || {
        if over.pressed() {
            return;
        }
        let limits = GroundLimits { time, ..GroundLimits::default() };
        // A panic that nobody catches here would end the process.
        let compile =
            || Rules::within_while(&sheet, Limits::default(), &limits, &|| !over.pressed()).map(Arc::new);
        let rules = panic::catch_unwind(AssertUnwindSafe(compile)).map_or_else(
            |_| Err(Fault { message: "compiling the rules panicked; the reasoner plays".to_owned() }),
            |rules| rules.map_err(Fault::from),
        );
        if let Ok(Ok(compiled)) = rules.as_ref().map(|rules| rules.compiled()) {
            let (time, gates) =
                (compiled.grounding_time() + compiled.building_time(), compiled.circuit().size().gates);
            tracing::info!("{id}: compiled in {time:.3?}, {gates} gates");
        }
        // The match may be over.
        let _ = post.send(Letter::Compiled(rules));
    });
}
