use std::ops::RangeInclusive;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use arena::{Outcome, Seed};
use game::{Fault, FirstStage, Game, Rules};
use gdl::{Interrupt, ParseLimits, Rulesheet};
use logic::{GroundLimits, Limits};
use rayon::ThreadPool;
use search::{Stop, StopGuard};

use super::actor_message::{ActorMessage, ReplySender};
use super::match_actor::{End, MatchActor};
use super::match_info::MatchInfo;
use super::slots::Slot;
use super::{PlayedMatch, PlayerSettings};

/// A request to start a match.
#[derive(Debug)]
pub(super) struct StartRequest {
    pub(super) id: String,
    pub(super) role: String,
    pub(super) rules: Arc<str>,
    pub(super) start_clock: Duration,
    pub(super) play_clock: Duration,
    pub(super) arrived: Instant,
}

/// The bounds of the time for grounding and compiling, which go on while the reasoner plays.
const GROUNDING: RangeInclusive<Duration> = Duration::from_secs(10)..=Duration::from_secs(300);

/// The number of moves that the reasoner may play while the rules are being grounded.
const MOVES_MEANWHILE: u32 = 20;

/// Plays a match from its start to its end on the calling thread. Takes `answer` as soon as the match
/// is accepted.
///
/// # Errors
/// If the match cannot be played: the reason.
pub(super) fn run(
    request: StartRequest,
    settings: Arc<PlayerSettings>,
    seed: Seed,
    slot: Slot,
    compilers: &ThreadPool,
    answer: &mut Option<ReplySender>,
    channel: (Sender<ActorMessage>, Receiver<ActorMessage>),
) -> Result<Option<PlayedMatch>, String> {
    let StartRequest { id, role, rules: text, start_clock, play_clock, arrived } = request;
    let is_needed = || slot.is_needed();
    let interrupt = Interrupt::unless(&is_needed).within(grounding_time(start_clock, play_clock));
    let sheet = Rulesheet::parse_while(&id, text.as_bytes(), ParseLimits::default(), &interrupt)
        .map_err(|error| error.to_string())?;
    let rules = Rules::reasoned_while(&sheet, Limits::default(), &interrupt);
    let rules = rules.map_err(|error| error.to_string())?;
    let roles: Vec<String> =
        (0..rules.roles()).map(|role| rules.notation().role_name(role).to_owned()).collect();
    let own = roles.iter().position(|name| *name == role);
    let own = own.or_else(|| roles.iter().position(|name| name.eq_ignore_ascii_case(&role)));
    let own =
        own.ok_or_else(|| format!("the rules have no role `{role}`; the roles are {}", roles.join(", ")))?;
    tracing::info!(
        "{id}: playing {role}, {} roles, start clock {} s, play clock {} s",
        roles.len(),
        start_clock.as_secs(),
        play_clock.as_secs()
    );
    let game = Arc::new(MatchInfo {
        id,
        sheet: Arc::new(sheet),
        role: own,
        role_name: role,
        start_clock,
        play_clock,
        settings,
        seed,
        _slot: slot,
    });
    let over = StopGuard(Stop::default());
    compile(&game, over.0.clone(), compilers, channel.0.clone());
    let mut actor = MatchActor::new(Arc::clone(&game), rules, arrived, answer.take(), channel);
    let (end, plies) = (actor.run(), actor.plies());
    let record = actor.record();
    let outcome = record.as_ref().map(|record| &record.outcome);
    let id = &game.id;
    let own_result = (end == End::Stopped).then(|| actor.own_result()).flatten();
    match (end, outcome) {
        (End::Stopped, None) if own_result.is_some() => {
            tracing::info!("{id}: over after {plies} plies: {}", own_result.unwrap_or_default());
        }
        (End::Stopped, Some(Outcome::Goals(goals))) => {
            let goals = roles.iter().zip(goals).map(|(role, goal)| format!("{role} {goal}"));
            tracing::info!("{id}: over after {plies} plies: {}", goals.collect::<Vec<_>>().join(", "));
        }
        (End::Stopped, _) => match actor.remark() {
            Some(remark) => {
                tracing::warn!("{id}: over after {plies} plies, but the result is unclear: {remark}");
            }
            None => tracing::warn!("{id}: stopped after {plies} plies, before a terminal state"),
        },
        (End::Aborted, _) => tracing::info!("{id}: aborted after {plies} plies"),
        (End::Silence, _) => {
            tracing::warn!("{id}: dropped after {plies} plies: the game master sends no more requests");
        }
    }
    let rules = game.sheet.source().text().to_owned();
    Ok(record.map(|record| PlayedMatch { id: id.clone(), rules, roles, role: own, record }))
}

/// How long the rules of a match are worth reading, grounding and compiling.
fn grounding_time(start_clock: Duration, play_clock: Duration) -> Duration {
    (start_clock + MOVES_MEANWHILE * play_clock).clamp(*GROUNDING.start(), *GROUNDING.end())
}

/// Compiles the rules of a match on a thread of `compilers`, and stops if the match ends before. The actor
/// gets rules each time there are better ones.
fn compile(game: &MatchInfo, over: Stop, compilers: &ThreadPool, actor: Sender<ActorMessage>) {
    // What waits for a thread keeps no rules of a match that has ended.
    let (id, sheet, cache) = (game.id.clone(), Arc::downgrade(&game.sheet), game.settings.cache.clone());
    let time = grounding_time(game.start_clock, game.play_clock);
    compilers.spawn(move || {
        let Some(sheet) = sheet.upgrade().filter(|_| !over.pressed()) else { return };
        // Sending fails only if the match is over.
        let give = |rules| _ = actor.send(ActorMessage::Compiled(rules));
        let take_first = |rules: Rules| {
            if let Ok(compiled) = rules.compiled() {
                tracing::info!(
                    "{id}: grounded in {:.3?} and translated in {:.3?}, {} gates, which are being optimised",
                    compiled.grounding_time(),
                    compiled.building_time(),
                    compiled.circuit().size().gates
                );
            }
            give(Ok(Arc::new(rules)));
        };
        // Rayon would end the process on a panic that is not caught here.
        let compile = || {
            let go_on = || !over.pressed();
            let interrupt = Interrupt::unless(&go_on).within(time);
            let (limits, ground) = (Limits::default(), GroundLimits::default());
            let first = FirstStage::new(take_first);
            Rules::in_stages(&sheet, limits, &ground, cache.as_ref(), &interrupt, first).map(Arc::new)
        };
        let rules = panic::catch_unwind(AssertUnwindSafe(compile)).map_or_else(
            |_| Err(Fault { message: "compiling the rules panicked".to_owned() }),
            |rules| rules.map_err(Fault::from),
        );
        if let Ok(rules) = &rules {
            rules.cache_errors().iter().for_each(|error| tracing::warn!("{id}: {error}"));
            if let Ok(compiled) = rules.compiled() {
                let (how, time) = match compiled.loading_time() {
                    Some(time) => ("read from the cache of circuits", time),
                    None => ("compiled", compiled.grounding_time() + compiled.building_time()),
                };
                tracing::info!("{id}: {how} in {time:.3?}, {} gates", compiled.circuit().size().gates);
            }
        }
        give(rules);
    });
}

#[cfg(test)]
mod tests {
    use std::sync::{Barrier, mpsc};

    use game::Builtin;
    use rayon::ThreadPoolBuilder;

    use super::super::slots::Slots;
    use super::*;

    #[tokio::test]
    async fn the_rules_of_a_match_that_is_over_are_not_read_to_their_end() {
        let (slot, needed) = Slots::default().take("m");
        drop(needed);
        let rules = Builtin::named("othello").expect("built in").rules.into();
        let second = Duration::from_secs(1);
        let request = StartRequest {
            id: "m".into(),
            role: "black".into(),
            rules,
            start_clock: second,
            play_clock: second,
            arrived: Instant::now(),
        };
        let compilers = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        let settings = Arc::new(PlayerSettings::default());
        let end = run(request, settings, Seed(1), slot, &compilers, &mut None, mpsc::channel());
        assert!(end.expect_err("the match is over").contains("not read and checked to their end"));
    }

    #[tokio::test]
    async fn what_waits_for_a_compiler_keeps_no_rules_of_a_match_that_has_ended() {
        let text = Builtin::named("tictactoe").expect("built in").rules;
        let sheet = Arc::new(Rulesheet::parse("tictactoe", text.as_bytes()).expect("rules"));
        let (second, settings) = (Duration::from_secs(1), Arc::new(PlayerSettings::default()));
        let game = MatchInfo {
            id: "m".into(),
            sheet: Arc::clone(&sheet),
            role: 0,
            role_name: "xplayer".into(),
            start_clock: second,
            play_clock: second,
            settings,
            seed: Seed(1),
            _slot: Slots::default().take("m").0,
        };
        let compilers = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
        let free = Arc::new(Barrier::new(2));
        let wait = Arc::clone(&free);
        compilers.spawn(move || _ = wait.wait());
        let (actor, inbox) = mpsc::channel();
        compile(&game, Stop::default(), &compilers, actor);
        drop(game);
        assert_eq!(Arc::strong_count(&sheet), 1);
        drop(sheet);
        free.wait();
        assert!(inbox.recv().is_err(), "nothing is compiled");
    }
}
