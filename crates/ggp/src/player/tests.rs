//! Matches that a test leads, request by request.

mod crowd;
mod faults;
mod hidden;
mod late;

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use arena::Outcome;
use game::{Builtin, Game, Rules};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use search::SearchRng;

use tokio::time::timeout;

use super::{Player, PlayerSettings};
use crate::{Reply, Report, Request};

/// A counter that grounding cannot bound.
const ENDLESS: &str = "
    (role solo) (init (count zero))
    (legal solo up) (legal solo wait)
    (<= (next (count (s ?n))) (true (count ?n)) (does solo up))
    (<= (next (count ?n)) (true (count ?n)) (does solo wait))
    (<= terminal (true (count (s (s (s zero))))))
    (goal solo 100)";

/// A player that searches a tenth of a second for each move.
fn player() -> Player {
    player_of(PlayerSettings::default())
}

fn player_of(settings: PlayerSettings) -> Player {
    let safety = Duration::from_millis(900);
    Player::new(PlayerSettings { safety, threads: 2, ..settings }, None).expect("threads")
}

fn rules(name: &str) -> String {
    Builtin::named(name).expect("built in").rules.to_owned()
}

async fn ask(player: &Player, request: Request) -> Reply {
    player.answer(request, Instant::now()).await
}

/// Starts a match with a start clock that is too short to learn in, so that tests of other things do not wait
/// for it.
async fn start(player: &Player, id: &str, role: &str, rules: &str) -> Reply {
    start_with(player, (2, 1), id, role, rules).await
}

/// Starts a match with clocks of so many seconds.
async fn start_with(player: &Player, clocks: (u32, u32), id: &str, role: &str, rules: &str) -> Reply {
    let (start_clock, play_clock) =
        (Duration::from_secs(clocks.0.into()), Duration::from_secs(clocks.1.into()));
    let (id, role, rules) = (id.to_owned(), role.to_owned(), rules.to_owned());
    ask(player, Request::Start { id, role, rules, start_clock, play_clock }).await
}

fn joint(moves: &[&str]) -> Option<Vec<String>> {
    Some(moves.iter().map(|&mov| mov.to_owned()).collect())
}

async fn play(player: &Player, id: &str, moves: Option<Vec<String>>) -> Reply {
    ask(player, Request::Play { id: id.to_owned(), report: Report::Joint(moves) }).await
}

async fn stop(player: &Player, id: &str, moves: Option<Vec<String>>) -> Reply {
    ask(player, Request::Stop { id: id.to_owned(), report: Report::Joint(moves) }).await
}

fn text(reply: &Reply) -> String {
    reply.to_string()
}

/// Leads a match to its end with random moves for the other roles, and checks that every answer is legal.
/// Gives the number of plies.
async fn lead(player: &Player, name: &str, role: usize, rules_text: &str) -> usize {
    let sheet = gdl::Rulesheet::parse(name, rules_text.as_bytes()).expect("rules");
    let rules = Rules::reasoned(&sheet, logic::Limits::default()).expect("a game");
    assert_eq!(start(player, name, rules.notation().role_name(role), rules_text).await, Reply::Ready);
    let mut rng = SearchRng::seed_from_u64(7);
    let (mut state, mut moves, mut plies) = (rules.initial(), None, 0);
    while !rules.terminal(&state) {
        let Reply::Move(own) = play(player, name, moves).await else { panic!("no move at ply {plies}") };
        let mut joint_move = Vec::new();
        for other in 0..rules.roles() {
            let mut legal = Vec::new();
            rules.legal(&state, other, &mut legal);
            joint_move.push(if other == role {
                rules
                    .move_named(&state, role, &own)
                    .unwrap_or_else(|| panic!("{own} is not legal at ply {plies}"))
            } else {
                *legal.choose(&mut rng).expect("a move")
            });
        }
        state = rules.next(&state, &joint_move);
        moves = Some(joint_move.iter().map(|&mov| rules.notation().move_name(mov)).collect());
        plies += 1;
    }
    assert_eq!(stop(player, name, moves).await, Reply::Done);
    plies
}

/// Waits until no match has a thread any more, for at most a minute.
async fn wait_for_quiet(player: &Player) {
    let quiet = async {
        while player.slots.in_use() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(60), quiet).await.expect("all threads end");
}

#[tokio::test]
async fn matches_of_every_kind_are_played_to_their_end() {
    let player = player();
    assert!((5..=9).contains(&lead(&player, "tictactoe", 1, &rules("tictactoe")).await));
    assert!(lead(&player, "rock-paper-scissors", 0, &rules("rock-paper-scissors")).await > 0);
    assert!(lead(&player, "maze", 0, &rules("maze")).await > 0);
    assert!(lead(&player, "tictactoe-3p", 2, &rules("tictactoe-3p")).await > 0);
    wait_for_quiet(&player).await;
    assert_eq!(player.matches.count(), 0);
}

#[tokio::test]
async fn rules_that_cannot_be_grounded_are_played_by_the_reasoner() {
    // `wait` changes nothing, so there may be any number of plies.
    assert!(lead(&player(), "endless", 0, ENDLESS).await >= 3);
}

#[tokio::test]
async fn the_strategy_of_the_settings_plays_if_it_can_play_the_game() {
    let own = |spec: &str| {
        player_of(PlayerSettings {
            strategy: Some(spec.parse().expect("a spec")),
            ..PlayerSettings::default()
        })
    };
    assert!(lead(&own("deepening"), "tictactoe", 0, &rules("tictactoe")).await >= 5);
    assert!(lead(&own("random"), "tictactoe", 0, &rules("tictactoe")).await >= 5);
    // Alpha-beta does not play games with simultaneous moves, so another strategy is chosen.
    assert!(lead(&own("alpha-beta"), "rock-paper-scissors", 0, &rules("rock-paper-scissors")).await > 0);
}

#[tokio::test]
async fn several_matches_are_played_at_once() {
    let player = player();
    let rules = rules("tictactoe");
    let plies = tokio::join!(
        lead(&player, "a", 0, &rules),
        lead(&player, "b", 1, &rules),
        lead(&player, "c", 0, &rules)
    );
    assert!(plies.0 >= 5 && plies.1 >= 5 && plies.2 >= 5);
}

#[tokio::test]
async fn a_player_of_as_many_matches_as_it_may_play_is_busy() {
    let player = player_of(PlayerSettings { matches: 2, ..PlayerSettings::default() });
    let rules = rules("tictactoe");
    let available = |reply| matches!(reply, Reply::Info { available: true, .. });
    for id in ["a", "b"] {
        assert!(available(ask(&player, Request::Info).await));
        assert_eq!(start(&player, id, "xplayer", &rules).await, Reply::Ready);
    }
    assert!(!available(ask(&player, Request::Info).await));
    assert_eq!(start(&player, "c", "xplayer", &rules).await, Reply::Busy);
    assert_eq!(stop(&player, "a", None).await, Reply::Done);
    assert_eq!(start(&player, "c", "xplayer", &rules).await, Reply::Ready);
    assert_eq!(ask(&player, Request::Abort { id: "b".into() }).await, Reply::Aborted);
    assert!(available(ask(&player, Request::Info).await));
}

#[tokio::test]
async fn a_player_with_too_many_threads_of_finished_matches_is_busy() {
    let player = player_of(PlayerSettings { matches: 1, ..PlayerSettings::default() });
    let available = |reply| matches!(reply, Reply::Info { available: true, .. });
    let working = ["a", "b"].map(|id| player.slots.take(id));
    assert!(!available(ask(&player, Request::Info).await));
    assert_eq!(start(&player, "m", "xplayer", &rules("tictactoe")).await, Reply::Busy);
    drop(working);
    assert!(available(ask(&player, Request::Info).await));
    assert_eq!(start(&player, "m", "xplayer", &rules("tictactoe")).await, Reply::Ready);
}

#[tokio::test]
async fn a_match_that_waits_for_a_compiler_is_played_and_ends_without_it() {
    let player = player();
    let (free, wait) = std::sync::mpsc::channel::<()>();
    let wait = Arc::new(Mutex::new(wait));
    for _ in 0..2 {
        let wait = Arc::clone(&wait);
        // Occupies the compiler until `free` is dropped.
        player.compilers.spawn(move || drop(wait.lock().map(|wait| wait.recv())));
    }
    assert_eq!(start_with(&player, (1, 1), "m", "xplayer", &rules("tictactoe")).await, Reply::Ready);
    assert!(matches!(play(&player, "m", None).await, Reply::Move(_)));
    assert_eq!(ask(&player, Request::Abort { id: "m".into() }).await, Reply::Aborted);
    wait_for_quiet(&player).await;
    drop(free);
}

#[tokio::test]
async fn a_preview_is_answered_by_whether_the_rules_are_valid() {
    let player = player();
    let preview =
        |rules: &str| Request::Preview { rules: rules.to_owned(), clock: Duration::from_secs(3600) };
    assert_eq!(ask(&player, preview(&rules("tictactoe"))).await, Reply::Ready);
    assert_eq!(ask(&player, preview("(role xplayer) (legal")).await, Reply::Busy);
}

#[tokio::test]
async fn a_match_that_cannot_be_played_is_refused() {
    let player = player();
    assert_eq!(start(&player, "m", "xplayer", "(role xplayer) (legal").await, Reply::Busy);
    assert_eq!(start(&player, "m", "nobody", &rules("tictactoe")).await, Reply::Busy);
    assert_eq!(start(&player, "m", "x", "").await, Reply::Busy);
    wait_for_quiet(&player).await;
    assert_eq!(player.matches.count(), 0);
}

#[tokio::test]
async fn requests_for_unknown_matches_are_answered_busy() {
    let player = player();
    assert_eq!(play(&player, "m", None).await, Reply::Busy);
    assert_eq!(stop(&player, "m", None).await, Reply::Busy);
    assert_eq!(ask(&player, Request::Abort { id: "m".into() }).await, Reply::Busy);
}

#[tokio::test]
async fn a_match_may_be_started_twice_before_its_first_move() {
    let player = player();
    let rules = rules("tictactoe");
    assert_eq!(start(&player, "m", "xplayer", &rules).await, Reply::Ready);
    assert_eq!(start(&player, "m", "xplayer", &rules).await, Reply::Ready);
    assert_eq!(start(&player, "m", "oplayer", &rules).await, Reply::Busy);
    assert!(matches!(play(&player, "m", None).await, Reply::Move(_)));
    assert_eq!(start(&player, "m", "xplayer", &rules).await, Reply::Busy);
}

#[tokio::test]
async fn a_repeated_request_gets_the_same_answer() {
    let player = player();
    start(&player, "m", "xplayer", &rules("tictactoe")).await;
    let first = text(&play(&player, "m", None).await);
    assert_eq!(text(&play(&player, "m", None).await), first);
    assert_eq!(text(&play(&player, "m", joint(&[&first, "noop"])).await), "noop");
    assert_eq!(text(&play(&player, "m", joint(&[&first, "noop"])).await), "noop");
    // A repetition during the search gets the same answer as well.
    let taken = if first == "(mark 2 2)" { "(mark 1 1)" } else { "(mark 2 2)" };
    let next = joint(&["noop", taken]);
    let (a, b) = tokio::join!(play(&player, "m", next.clone()), play(&player, "m", next));
    assert!(a == b && matches!(a, Reply::Move(_)), "{a} {b}");
}

#[tokio::test]
async fn the_position_follows_the_joint_moves_that_the_game_master_reports() {
    let player = player();
    start(&player, "m", "xplayer", &rules("tictactoe")).await;
    let first = text(&play(&player, "m", None).await);
    let made = if first == "(mark 1 3)" { "(mark 3 1)" } else { "(mark 1 3)" };
    assert_eq!(text(&play(&player, "m", joint(&[made, "noop"])).await), "noop");
    // Legal neither here nor at the plies next to this one.
    assert_eq!(play(&player, "m", joint(&["(mark 9 9)", "noop"])).await, Reply::Nil);
    assert_eq!(play(&player, "m", joint(&["noop"])).await, Reply::Nil);
    let Reply::Move(answer) = play(&player, "m", joint(&["noop", &first])).await else { panic!("no move") };
    assert!(answer != first && answer != made, "{answer} is taken");
    // A correction of the last joint move.
    let Reply::Move(answer) = play(&player, "m", joint(&["noop", "(mark 3 3)"])).await else {
        panic!("no move")
    };
    assert!(answer != "(mark 3 3)" && answer != made, "{answer} is taken");
}

#[tokio::test]
async fn the_case_of_letters_is_ignored_where_that_is_unambiguous() {
    let player = player();
    let rules = rules("tictactoe").replace("noop", "NoOp");
    assert_eq!(start(&player, "m", "XPLAYER", &rules).await, Reply::Ready);
    play(&player, "m", None).await;
    assert_eq!(text(&play(&player, "m", joint(&["(MARK 2 2)", "noop"])).await), "NoOp");
}

#[tokio::test]
async fn a_match_without_a_stop_gives_way_to_another_after_its_timeout() {
    let player = player_of(PlayerSettings { matches: 1, ..PlayerSettings::default() });
    let rules = rules("tictactoe");
    assert_eq!(start(&player, "m", "xplayer", &rules).await, Reply::Ready);
    assert_eq!(start(&player, "n", "xplayer", &rules).await, Reply::Busy);
    player.matches.age(Duration::from_secs(60));
    assert!(matches!(ask(&player, Request::Info).await, Reply::Info { available: true, .. }));
    assert_eq!(start(&player, "n", "xplayer", &rules).await, Reply::Ready);
    assert_eq!(play(&player, "m", None).await, Reply::Busy);
}

#[tokio::test]
async fn the_id_of_a_match_without_a_stop_can_be_used_again_after_its_timeout() {
    let player = player();
    assert_eq!(start(&player, "m", "xplayer", &rules("tictactoe")).await, Reply::Ready);
    assert_eq!(start(&player, "m", "red", &rules("connect-four")).await, Reply::Busy);
    player.matches.age(Duration::from_secs(60));
    assert_eq!(start(&player, "m", "red", &rules("connect-four")).await, Reply::Ready);
    assert!(text(&play(&player, "m", None).await).starts_with("(drop "));
    assert_eq!(player.matches.count(), 1);
}

#[tokio::test]
async fn clocks_may_be_as_short_or_as_long_as_can_be_written() {
    let player = player_of(PlayerSettings { matches: 1, ..PlayerSettings::default() });
    let rules = rules("tictactoe");
    for clock in [0, u32::MAX] {
        assert_eq!(start_with(&player, (clock, clock), "m", "xplayer", &rules).await, Reply::Ready);
        assert_eq!(stop(&player, "m", None).await, Reply::Done);
        wait_for_quiet(&player).await;
    }
    start_with(&player, (u32::MAX, u32::MAX), "m", "xplayer", &rules).await;
    player.matches.age(Duration::from_secs(2 * 3600));
    assert_eq!(start(&player, "n", "xplayer", &rules).await, Reply::Ready);
    ask(&player, Request::Abort { id: "n".into() }).await;
    wait_for_quiet(&player).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_match_may_be_started_and_ended_by_many_at_once() {
    let player = Arc::new(player());
    let rules = rules("tictactoe");
    let requests = (0..40).map(|number| {
        let (player, rules) = (Arc::clone(&player), rules.clone());
        tokio::spawn(async move {
            match number % 4 {
                0 => assert!(matches!(
                    start(&player, "m", "xplayer", &rules).await,
                    Reply::Ready | Reply::Busy
                )),
                1 => assert!(matches!(play(&player, "m", None).await, Reply::Move(_) | Reply::Busy)),
                2 => assert!(matches!(stop(&player, "m", None).await, Reply::Done | Reply::Busy)),
                _ => {
                    let reply = ask(&player, Request::Abort { id: "m".into() }).await;
                    assert!(matches!(reply, Reply::Aborted | Reply::Busy));
                }
            }
        })
    });
    for request in requests.collect::<Vec<_>>() {
        request.await.expect("an answer");
    }
    stop(&player, "m", None).await;
    wait_for_quiet(&player).await;
    assert_eq!(player.matches.count(), 0);
}

#[tokio::test]
async fn aborting_a_match_stops_its_search() {
    let player = player();
    // Without the abort the search would take an hour.
    start_with(&player, (2, 3600), "m", "red", &rules("connect-four")).await;
    let (answer, reply) = tokio::join!(play(&player, "m", None), async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        ask(&player, Request::Abort { id: "m".into() }).await
    });
    assert_eq!(reply, Reply::Aborted);
    assert!(matches!(answer, Reply::Move(_)), "the best move so far is sent: {answer}");
    wait_for_quiet(&player).await;
}

#[tokio::test]
async fn matches_played_to_their_end_are_sent_with_their_records() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let settings = PlayerSettings { safety: Duration::from_millis(900), ..PlayerSettings::default() };
    let player = Player::new(settings, Some(sender)).expect("threads");
    let plies = lead(&player, "m", 0, &rules("tictactoe")).await;
    let played = receiver.recv_timeout(Duration::from_secs(60)).expect("a match");
    assert_eq!((played.id.as_str(), played.role, played.record.plies.len()), ("m", 0, plies));
    assert_eq!(played.roles, ["xplayer", "oplayer"]);
    let seed = played.record.seed;
    assert!(played.record.plies[0].thoughts[0].is_some() && played.record.plies[1].thoughts[0].is_none());
    // Each match has a seed of its own, and the role `random` needs no goal.
    const TOSS: &str = "(role random) (role you) (side heads) (side tails) (init a) (legal you wait)
        (<= (legal random ?side) (side ?side)) (<= (next ?side) (does random ?side)) (<= terminal (not (true a)))
        (<= (goal you 100) (true heads)) (<= (goal you 50) (true tails))";
    lead(&player, "toss", 1, TOSS).await;
    let record = receiver.recv_timeout(Duration::from_secs(60)).expect("a match").record;
    assert_ne!(record.seed, seed);
    assert!(matches!(record.outcome, Outcome::Goals(goals) if goals[0] == 0 && goals[1] >= 50));
    // The search statistics of a move that was overruled are left out.
    start(&player, "m", "left", &rules("rock-paper-scissors")).await;
    let own = text(&play(&player, "m", None).await);
    let made = if own == "(show rock)" { "(show paper)" } else { "(show rock)" };
    stop(&player, "m", joint(&[made, "(show rock)"])).await;
    let record = receiver.recv_timeout(Duration::from_secs(60)).expect("a match").record;
    assert_eq!((record.plies.len(), record.plies[0].thoughts[0]), (1, None));
    // An aborted match is not sent.
    start(&player, "n", "xplayer", &rules("tictactoe")).await;
    ask(&player, Request::Abort { id: "n".into() }).await;
    wait_for_quiet(&player).await;
    drop(player);
    assert!(receiver.recv_timeout(Duration::from_secs(60)).is_err());
}
