//! Matches of games that hide something, in which the player is told its own moves and percepts.

use std::num::NonZero;

use super::*;
use crate::OwnPly;

/// One moves in each of four plies, and sees after the second what chance did in the first.
const LATE: &str = "(role you) (role random) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (side heads) (side tails)
    (<= (legal random (throw ?s)) (true (step 0)) (side ?s)) (<= (legal random wait) (not (true (step 0))))
    (<= (legal you look) (not (true (step 3)))) (<= (legal you rest) (not (true (step 3)))) (<= (legal you (say ?s)) (true (step 3)) (side ?s))
    (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= (next (lies ?s)) (does random (throw ?s))) (<= (next (lies ?s)) (true (lies ?s)))
    (<= (next right) (does you (say ?s)) (true (lies ?s))) (<= (sees you (lies ?s)) (true (step 1)) (true (lies ?s)))
    (<= terminal (true (step 4))) (<= (goal you 100) (true right)) (<= (goal you 0) (not (true right)))";

fn report(turn: u32, mov: &str, percepts: &[&str]) -> Report {
    let percepts = percepts.iter().map(|&percept| percept.to_owned()).collect();
    Report::Own(NonZero::new(turn).map(|turn| OwnPly { turn, mov: mov.to_owned(), percepts }))
}

async fn ask_own(player: &Player, id: &str, report: Report) -> Reply {
    ask(player, Request::Play { id: id.to_owned(), report }).await
}

/// Asks for a move at a turn, and gives it.
async fn told(player: &Player, turn: u32, mov: &str, percepts: &[&str]) -> String {
    match ask_own(player, "m", report(turn, mov, percepts)).await {
        Reply::Move(mov) => mov,
        other => panic!("turn {turn}: {other}"),
    }
}

/// Leads a match to its end with random moves of the other roles, and checks that every answer is legal.
/// Gives the number of plies.
async fn lead_own(player: &Player, name: &str, role: usize, rules_text: &str) -> usize {
    let sheet = gdl::Rulesheet::parse(name, rules_text.as_bytes()).expect("rules");
    let rules = Rules::reasoned(&sheet, logic::Limits::default()).expect("a game");
    assert_eq!(start(player, name, rules.notation().role_name(role), rules_text).await, Reply::Ready);
    let mut rng = SearchRng::seed_from_u64(7);
    let (mut state, mut last, mut plies) = (rules.initial(), Report::Own(None), 0);
    while !rules.terminal(&state) {
        let Reply::Move(own) = ask_own(player, name, last).await else { panic!("no move at ply {plies}") };
        let mut joint = Vec::new();
        for other in 0..rules.roles() {
            let mut legal = Vec::new();
            rules.legal(&state, other, &mut legal);
            joint.push(if other == role {
                rules
                    .move_named(&state, role, &own)
                    .unwrap_or_else(|| panic!("{name}: {own} is not legal at ply {plies}"))
            } else {
                *legal.choose(&mut rng).expect("a move")
            });
        }
        let seen = rules.percepts_of(&state, &joint, role).expect("an answer");
        state = rules.next(&state, &joint);
        plies += 1;
        let percepts = rules.reasoner().texts(&seen);
        let turn = NonZero::new(plies).expect("a later turn");
        last = Report::Own(Some(OwnPly { turn, mov: own, percepts }));
    }
    assert_eq!(ask(player, Request::Stop { id: name.to_owned(), report: last }).await, Reply::Done);
    plies as usize
}

#[tokio::test]
async fn games_that_hide_something_are_played_to_their_end_by_what_the_role_is_told() {
    let player = player();
    for (name, role) in [
        ("kuhn-poker", 0),
        ("kuhn-poker", 1),
        ("phantom-tictactoe", 0),
        ("phantom-tictactoe", 1),
        ("monty-hall", 0),
        ("leduc-poker", 1),
        ("dark-hex-3x3", 0),
    ] {
        assert!(lead_own(&player, name, role, &rules(name)).await > 1, "{name}");
    }
    wait_for_quiet(&player).await;
    assert_eq!(player.matches.count(), 0);
}

#[tokio::test]
async fn strategies_for_games_that_hide_something_play_them_by_what_the_role_is_told() {
    for spec in ["pimc(worlds=3)", "hyperplay", "random", "alpha-beta"] {
        let strategy = Some(spec.parse().expect("a spec"));
        let player = player_of(PlayerSettings { strategy, ..PlayerSettings::default() });
        assert!(lead_own(&player, "kuhn-poker", 1, &rules("kuhn-poker")).await >= 3, "{spec}");
    }
}

#[tokio::test]
async fn rules_that_hide_something_and_cannot_be_grounded_are_played_by_the_reasoner() {
    let endless = format!(
        "{ENDLESS} (<= (sees solo moved) (does solo ?m)) (role other) (legal other wait) (goal other 0)"
    );
    assert!(lead_own(&player(), "endless", 0, &endless).await >= 3);
}

#[tokio::test]
async fn a_search_that_never_ends_leaves_the_answer_a_legal_move() {
    fn hanging() -> super::super::search_thread::BoxedStrategy {
        Box::new(super::late::Hanging)
    }
    let player = player_of(PlayerSettings { stand_in: Some(hanging), ..PlayerSettings::default() });
    assert!(lead_own(&player, "kuhn-poker", 0, &rules("kuhn-poker")).await >= 3);
}

#[tokio::test]
async fn what_the_role_sees_decides_its_move() {
    for side in ["heads", "tails"] {
        let player = player();
        start(&player, "m", "you", LATE).await;
        told(&player, 0, "", &[]).await;
        told(&player, 1, "rest", &[]).await;
        told(&player, 2, "look", &[&format!("(lies {side})")]).await;
        assert_eq!(told(&player, 3, "rest", &[]).await, format!("(say {side})"));
    }
}

#[tokio::test]
async fn a_repeated_turn_gets_the_same_answer() {
    let player = player();
    start(&player, "m", "xplayer", &rules("phantom-tictactoe")).await;
    let first = told(&player, 0, "", &[]).await;
    assert_eq!(told(&player, 0, "", &[]).await, first);
    assert_eq!(told(&player, 1, &first, &["free"]).await, "noop");
    assert_eq!(told(&player, 1, &first, &["free"]).await, "noop");
    let third = told(&player, 2, "noop", &["free"]).await;
    assert_ne!(third, first);
    // Requests for turns that are past change nothing.
    assert_eq!(told(&player, 0, "", &[]).await, first);
    assert_eq!(told(&player, 1, &first, &["free"]).await, "noop");
    assert_eq!(told(&player, 2, "noop", &["free"]).await, third);
    // Nor does the order of percepts, or that one is told twice, or the case of letters.
    assert_eq!(told(&player, 2, "noop", &["free", "free"]).await, third);
    assert_eq!(told(&player, 3, &third.to_uppercase(), &["FREE"]).await, "noop");
}

#[tokio::test]
async fn a_turn_during_its_search_is_repeated_with_the_same_answer() {
    let player = player();
    start(&player, "m", "xplayer", &rules("phantom-tictactoe")).await;
    let first = report(0, "", &[]);
    let (a, b) = tokio::join!(ask_own(&player, "m", first.clone()), ask_own(&player, "m", first));
    assert!(a == b && matches!(a, Reply::Move(_)), "{a} {b}");
}

#[tokio::test]
async fn the_match_goes_on_with_the_move_that_the_game_master_made() {
    let player = player();
    start(&player, "m", "xplayer", &rules("phantom-tictactoe")).await;
    let sent = told(&player, 0, "", &[]).await;
    let made = if sent == "(mark 1 3)" { "(mark 3 1)" } else { "(mark 1 3)" };
    assert_eq!(told(&player, 1, made, &["free"]).await, "noop");
    assert_ne!(told(&player, 2, "noop", &["free"]).await, made);
    // The same turn anew, with another move.
    let other = if sent == "(mark 2 2)" { "(mark 2 1)" } else { "(mark 2 2)" };
    assert_eq!(told(&player, 1, other, &["free"]).await, "noop");
    let next = told(&player, 2, "noop", &["free"]).await;
    assert_ne!(next, other);
}

#[tokio::test]
async fn after_lost_requests_the_moves_are_likely_to_be_legal_and_the_match_goes_on_from_where_they_are_told_again()
 {
    let player = player();
    start(&player, "m", "you", LATE).await;
    told(&player, 0, "", &[]).await;
    // What happened at turn 1 and 2 is not known, but at this turn only these moves are legal.
    assert!(["(say heads)", "(say tails)"].contains(&told(&player, 3, "rest", &[]).await.as_str()));
    // The game master sends everything again.
    assert!(["look", "rest"].contains(&told(&player, 1, "rest", &[]).await.as_str()));
    told(&player, 2, "look", &["(lies tails)"]).await;
    assert_eq!(told(&player, 3, "rest", &[]).await, "(say tails)");
}

#[tokio::test]
async fn a_role_that_cannot_have_seen_what_it_is_told_moves_legally_all_the_same() {
    let impossible: [&[&str]; 5] = [
        // Both sides; none; one that is no percept, or no term of the rules; one that is too deep for them.
        &["(lies heads)", "(lies tails)"],
        &[],
        &["heads"],
        &["(stands (on edge))"],
        &["(lies (lies (lies (lies heads))))"],
    ];
    for percepts in impossible {
        let player = player();
        start(&player, "m", "you", LATE).await;
        told(&player, 0, "", &[]).await;
        told(&player, 1, "rest", &[]).await;
        let third = told(&player, 2, "look", percepts).await;
        assert!(["look", "rest"].contains(&third.as_str()), "{third}");
        let last = told(&player, 3, "rest", &[]).await;
        assert!(["(say heads)", "(say tails)"].contains(&last.as_str()), "{last}");
    }
}

#[tokio::test]
async fn a_move_that_the_role_cannot_have_made_leaves_it_with_moves_that_are_likely_to_be_legal() {
    for made in ["(say heads)", "jump", "(look look)", "NIL"] {
        let player = player();
        start(&player, "m", "you", LATE).await;
        told(&player, 0, "", &[]).await;
        let next = told(&player, 1, made, &[]).await;
        assert!(["look", "rest"].contains(&next.as_str()), "{made}: {next}");
    }
}

#[tokio::test]
async fn a_turn_that_no_match_reaches_is_refused_and_changes_nothing() {
    let player = player();
    start(&player, "m", "you", LATE).await;
    told(&player, 0, "", &[]).await;
    for turn in [5000, u32::MAX] {
        assert_eq!(ask_own(&player, "m", report(turn, "rest", &[])).await, Reply::Nil);
    }
    // The match is over before this turn, so that no move is legal.
    assert_eq!(ask_own(&player, "m", report(900, "rest", &[])).await, Reply::Nil);
    told(&player, 1, "rest", &[]).await;
    told(&player, 2, "look", &["(lies heads)"]).await;
    assert_eq!(told(&player, 3, "rest", &[]).await, "(say heads)");
}

#[tokio::test]
async fn a_game_master_must_keep_to_one_form_of_requests() {
    let player = player();
    start(&player, "m", "you", LATE).await;
    told(&player, 0, "", &[]).await;
    told(&player, 1, "rest", &[]).await;
    assert_eq!(play(&player, "m", joint(&["rest", "wait"])).await, Reply::Nil);
    told(&player, 2, "look", &["(lies heads)"]).await;

    start(&player, "n", "you", LATE).await;
    play(&player, "n", None).await;
    assert!(matches!(play(&player, "n", joint(&["rest", "(throw heads)"])).await, Reply::Move(_)));
    assert_eq!(ask_own(&player, "n", report(2, "rest", &["(lies heads)"])).await, Reply::Nil);
    assert!(matches!(play(&player, "n", joint(&["rest", "wait"])).await, Reply::Move(_)));
}

#[tokio::test]
async fn of_joint_moves_a_role_uses_only_what_it_would_see() {
    let player = player();
    start(&player, "m", "xplayer", &rules("phantom-tictactoe")).await;
    let first = text(&play(&player, "m", None).await);
    assert_eq!(text(&play(&player, "m", joint(&[&first, "noop"])).await), "noop");
    let taken = if first == "(mark 2 2)" { "(mark 1 1)" } else { "(mark 2 2)" };
    assert!(matches!(play(&player, "m", joint(&["noop", taken])).await, Reply::Move(_)));
}

#[tokio::test]
async fn the_own_move_of_a_role_alone_tells_everything() {
    let player = player();
    assert!(lead_own(&player, "maze", 0, &rules("maze")).await > 0);
}

/// A role alone may go up five times, or stay.
const STAIRS: &str = "(role you) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (legal you up) (legal you stay)
    (<= (next (n ?m)) (true (n ?n)) (succ ?n ?m) (does you up)) (<= (next (n ?n)) (true (n ?n)) (does you stay))
    (<= terminal (true (n 5))) (<= (goal you 100) terminal)";

#[tokio::test]
async fn a_role_alone_is_where_the_turn_says() {
    let player = player();
    start(&player, "m", "you", STAIRS).await;
    told(&player, 0, "", &[]).await;
    let second = told(&player, 1, "up", &[]).await;
    // One could go up so often, but it is the same turn each time.
    for _ in 0..5 {
        assert_eq!(told(&player, 1, "up", &[]).await, second);
    }
    told(&player, 2, "up", &[]).await;
    assert_eq!(told(&player, 1, "up", &[]).await, "up", "what was done after an earlier turn");
    assert_eq!(told(&player, 0, "", &[]).await, "up");
    // Another move at an earlier turn takes back what followed.
    told(&player, 1, "stay", &[]).await;
    assert_eq!(ask_own(&player, "m", report(4, "up", &[])).await, Reply::Nil, "two turns are lost");
    assert_eq!(ask_own(&player, "m", report(2, "down", &[])).await, Reply::Nil, "there is no such move");
    // In the turn that is lost the role did what it answered. After these it has gone up four times.
    for turn in 3..=5 {
        told(&player, turn, "up", &[]).await;
    }
}

#[tokio::test]
async fn a_role_that_is_told_nothing_of_others_in_a_game_without_percepts_moves_legally() {
    let player = player();
    assert!(lead_own(&player, "rock-paper-scissors", 0, &rules("rock-paper-scissors")).await > 0);
}

#[tokio::test]
async fn a_match_in_which_the_role_is_told_its_own_moves_is_not_recorded() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let settings = PlayerSettings { safety: Duration::from_millis(900), ..PlayerSettings::default() };
    let player = Player::new(settings, Some(sender)).expect("threads");
    lead_own(&player, "kuhn-poker", 0, &rules("kuhn-poker")).await;
    wait_for_quiet(&player).await;
    drop(player);
    assert!(receiver.recv_timeout(Duration::from_secs(60)).is_err());
}
