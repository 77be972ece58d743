//! Searches that do not end, and answers that are nearly or quite too late.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use arena::Seed;
use logic::TermId;
use search::{Decision, SearchError, Strategy};

use super::super::actor_message::{ActorMessage, Unread};
use super::super::match_actor::MatchActor;
use super::super::match_info::MatchInfo;
use super::super::match_thread::StartRequest;
use super::super::move_reply::move_reply;
use super::super::pending_move::KnownMove;
use super::super::slots::Slots;
use super::*;

/// A strategy that never returns.
#[derive(Debug)]
pub(super) struct Hanging;

impl Strategy<Rules> for Hanging {
    fn choose(&mut self, _request: search::Request<'_, Rules>) -> Result<Decision<TermId>, SearchError> {
        loop {
            thread::park();
        }
    }

    fn choose_hidden(
        &mut self,
        _request: search::HiddenRequest<'_, Rules>,
    ) -> Result<Decision<TermId>, SearchError> {
        loop {
            thread::park();
        }
    }
}

fn hanging() -> Box<dyn Strategy<Rules>> {
    Box::new(Hanging)
}

/// A strategy that panics when it is asked for the first time.
#[derive(Debug)]
struct Fragile;

/// Whether a [`Fragile`] has panicked.
static HAS_PANICKED: AtomicBool = AtomicBool::new(false);

/// How often one was asked since then, of rules with a circuit.
static ASKED_WITH_CIRCUIT: AtomicUsize = AtomicUsize::new(0);

impl Strategy<Rules> for Fragile {
    fn choose(&mut self, request: search::Request<'_, Rules>) -> Result<Decision<TermId>, SearchError> {
        assert!(HAS_PANICKED.swap(true, Ordering::Relaxed), "as the test wants");
        if request.game.compiled().is_ok() {
            ASKED_WITH_CIRCUIT.fetch_add(1, Ordering::Relaxed);
        }
        let first: search::Spec = "first-legal".parse().expect("a strategy");
        first.build().choose(request)
    }
}

/// A player that waits for no thread of a finished match.
fn hanging_player() -> Player {
    let mut player =
        player_of(PlayerSettings { matches: 1, stand_in: Some(hanging), ..PlayerSettings::default() });
    player.slots.grace = Duration::ZERO;
    player
}

/// Waits until so many matches are abandoned, for at most a minute.
async fn until_abandoned(player: &Player, count: usize) {
    let abandoned = async {
        while player.slots.abandoned() < count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(60), abandoned).await.expect("the match is abandoned");
}

#[tokio::test]
async fn a_search_that_never_ends_keeps_the_player_from_no_other_match() {
    let player = hanging_player();
    let rules = rules("tictactoe");
    for number in 1..=Slots::ABANDONED {
        assert!(matches!(ask(&player, Request::Info).await, Reply::Info { available: true, .. }));
        let id = format!("m.{number}");
        assert_eq!(start_with(&player, (10, 0), &id, "xplayer", &rules).await, Reply::Ready);
        assert!(matches!(play(&player, &id, None).await, Reply::Move(_)), "match {number}");
        assert_eq!(ask(&player, Request::Abort { id }).await, Reply::Aborted);
        until_abandoned(&player, number).await;
    }
    // More are too many.
    assert!(matches!(ask(&player, Request::Info).await, Reply::Info { available: false, .. }));
    assert_eq!(start(&player, "m", "xplayer", &rules).await, Reply::Busy);
}

#[tokio::test]
async fn a_match_whose_search_never_ends_is_played_to_its_end() {
    let (sender, receiver) = mpsc::channel();
    let settings = PlayerSettings {
        safety: Duration::from_secs(1),
        stand_in: Some(hanging),
        ..PlayerSettings::default()
    };
    let player = Player::new(settings, Some(sender)).expect("threads");
    assert!((5..=9).contains(&lead(&player, "m", 0, &rules("tictactoe")).await));
    assert_eq!(receiver.recv_timeout(Duration::from_secs(60)).expect("a record").id, "m");
}

#[tokio::test]
async fn a_match_whose_search_has_panicked_goes_on_with_its_circuit() {
    let fragile = || -> Box<dyn Strategy<Rules>> { Box::new(Fragile) };
    let settings = PlayerSettings { stand_in: Some(fragile), ponder: false, ..PlayerSettings::default() };
    let plies = lead(&player_of(settings), "m", 0, &rules("prisoners-dilemma")).await;
    assert_eq!(ASKED_WITH_CIRCUIT.load(Ordering::Relaxed), plies - 1);
}

#[tokio::test]
async fn without_any_time_the_answer_is_a_legal_move() {
    let player = player();
    assert_eq!(start_with(&player, (10, 0), "m", "xplayer", &rules("tictactoe")).await, Reply::Ready);
    assert!(matches!(play(&player, "m", None).await, Reply::Move(_)));
}

/// When a request arrived whose time to answer is over, but not the clock, if that has 100 s and all but a
/// tenth of it is reserved.
fn nearly_too_late() -> Instant {
    Instant::now() - Duration::from_secs(60)
}

/// A player with a match of the id `m`, of the role `a` and the rules `r`, whose actor is the test.
pub(super) fn player_with_actor() -> (Player, Receiver<ActorMessage>) {
    let settings = PlayerSettings { safety: Duration::from_secs(90), ..PlayerSettings::default() };
    let player = Player::new(settings, None).expect("threads");
    let ((sender, inbox), clock) = (mpsc::channel(), Duration::from_secs(100));
    let (_, needed) = player.slots.take("m");
    let (id, role, rules, arrived) = ("m".into(), "a".into(), "r".into(), Instant::now());
    let request = StartRequest { id, role, rules, start_clock: clock, play_clock: clock, arrived };
    player.matches.insert(&request, (sender, needed), 1).expect("there is none yet");
    (player, inbox)
}

/// Asks that player for a move, nearly too late.
async fn play_late(player: &Player) -> Reply {
    let request = Request::Play { id: "m".into(), report: Report::Joint(None) };
    player.answer(request, nearly_too_late()).await
}

#[tokio::test]
async fn a_move_that_is_found_nearly_too_late_is_sent() {
    let (player, inbox) = player_with_actor();
    let (reply, ()) = tokio::join!(play_late(&player), async {
        let Ok(ActorMessage::Play { answer, .. }) = inbox.recv() else { panic!("no request") };
        let _ = answer.send(Reply::Move("x".into()));
    });
    assert_eq!(reply, Reply::Move("x".into()));
}

#[tokio::test]
async fn a_move_that_is_held_is_sent_without_the_actor() {
    let (player, inbox) = player_with_actor();
    let (reply, sent) = tokio::join!(play_late(&player), async {
        let Ok(ActorMessage::Play { answer, .. }) = inbox.recv() else { panic!("no request") };
        answer.hold(KnownMove::certain(["x".to_owned(), "y".to_owned()].into(), "x".into()));
        answer
    });
    assert_eq!(reply, Reply::Move("x".into()));
    // The actor learns what was sent.
    assert_eq!(sent.send(Reply::Move("y".into())), reply);
}

#[tokio::test]
async fn a_repeated_request_that_got_no_move_is_answered_by_one_as_soon_as_one_is_known() {
    const RULES: &str =
        "(role a) (init (n 1)) (digit 1) (digit 2) (digit 3) (<= terminal (true (n 4))) (goal a 0)
        (<= (legal a (go ?x ?y ?z)) (true (n ?x)) (true (n ?y)) (true (n ?z))) (<= (next (n ?d)) (digit ?d))";
    let sheet = Arc::new(gdl::Rulesheet::parse("test", RULES.as_bytes()).expect("rules"));
    // Enough for the first move, but not for the second.
    let limits = logic::Limits { facts: 20, ..logic::Limits::default() };
    let reasoned = Rules::reasoned(&sheet, limits).expect("a game");
    let clock = Duration::from_secs(100);
    let game = Arc::new(MatchInfo {
        id: "m".into(),
        sheet: Arc::clone(&sheet),
        role: 0,
        role_name: "a".into(),
        start_clock: clock,
        play_clock: clock,
        settings: Arc::new(PlayerSettings { safety: clock, ..PlayerSettings::default() }),
        seed: Seed(1),
        _slot: Slots::default().take("m").0,
    });
    let (sender, inbox) = mpsc::channel();
    let mut actor = MatchActor::new(game, reasoned, Instant::now(), None, (sender.clone(), inbox));
    let actor = thread::spawn(move || actor.run());
    let ask = |moves| {
        let (answer, request) = move_reply();
        let (report, arrived, unread) = (Report::Joint(moves), nearly_too_late(), Unread::default());
        let play = ActorMessage::Play { report, arrived, answer, unread };
        sender.send(play).expect("an actor");
        let later = Instant::now() + clock;
        request.reply(later.into(), later.into())
    };
    let first = "(go 1 1 1)";
    assert_eq!(ask(None).await, Ok(Reply::Move(first.into())));
    assert_eq!(ask(joint(&[first])).await, Ok(Reply::Nil), "no legal move is known");
    sender.send(ActorMessage::Compiled(Ok(Arc::new(Rules::new(&sheet).expect("a game"))))).expect("an actor");
    assert!(matches!(ask(joint(&[first])).await, Ok(Reply::Move(_))));
    // Rules without a circuit do not take the place of those that have one.
    let reasoned = Rules::reasoned(&sheet, limits).expect("a game");
    sender.send(ActorMessage::Compiled(Ok(Arc::new(reasoned)))).expect("an actor");
    assert!(matches!(ask(joint(&["(go 1 1 2)"])).await, Ok(Reply::Move(_))));
    sender.send(ActorMessage::Abort).expect("an actor");
    actor.join().expect("an end");
}
