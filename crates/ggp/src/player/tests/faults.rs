//! A fault of one match has no effect on another match of the same rules.

use super::*;

/// The roles alternate for six plies. `me` gets 100 for a last move of `right`. If `other` sets a trap, then
/// after the next move of `me` there is a state without legal moves that is not terminal.
const TRAP: &str = "
    (role me) (role other) (init (count 0)) (turn 0 me) (turn 1 other) (turn 2 me) (turn 3 other) (turn 4 me) (turn 5 other)
    (then 0 1) (then 1 2) (then 2 3) (then 3 4) (then 4 5) (then 5 6) (side left) (side right) (act wait) (act trap)
    (<= stuck (true trapped) (true (count ?n)) (turn ?n other))
    (<= (legal me ?s) (side ?s) (true (count ?n)) (turn ?n me))
    (<= (legal other ?a) (act ?a) (true (count ?n)) (turn ?n other) (not stuck))
    (<= (legal ?r noop) (role ?r) (true (count ?n)) (turn ?n ?other) (distinct ?r ?other) (not stuck))
    (<= (next (count ?m)) (true (count ?n)) (then ?n ?m))
    (<= (next (last ?s)) (does me ?s) (side ?s))
    (<= (next (last ?s)) (true (last ?s)) (does me noop))
    (<= (next trapped) (does other trap))
    (<= (next trapped) (true trapped))
    (<= terminal (true (count 6)))
    (<= (goal me 100) (true (last right))) (<= (goal me 0) (true (last left))) (<= (goal me 50) (true (count 0))) (goal other 50)";

/// Starts a match of the game in which nobody moves first.
async fn start_trap(player: &Player, id: &str) {
    assert_eq!(start(player, id, "me", TRAP).await, Reply::Ready);
}

/// Plays both roles' moves of two plies: ours as the player answers, and the given one of `other`. Gives
/// our answer.
async fn two_plies(
    player: &Player,
    id: &str,
    last: Option<Vec<String>>,
    other: &str,
) -> (String, Option<Vec<String>>) {
    let Reply::Move(ours) = play(player, id, last).await else { panic!("no move") };
    assert_eq!(text(&play(player, id, joint(&[&ours, "noop"])).await), "noop");
    (ours, joint(&["noop", other]))
}

fn searching_player() -> Player {
    let strategy = Some("alpha-beta(depth=2)".parse().expect("a spec"));
    player_of(PlayerSettings { strategy, ..PlayerSettings::default() })
}

#[tokio::test]
async fn a_stuck_role_in_one_match_changes_no_answer_of_another() {
    let undisturbed = {
        let player = searching_player();
        start_trap(&player, "m").await;
        let (first, moves) = two_plies(&player, "m", None, "wait").await;
        let (second, moves) = two_plies(&player, "m", moves, "wait").await;
        let (third, _) = two_plies(&player, "m", moves, "wait").await;
        [first, second, third]
    };
    assert_eq!(undisturbed[2], "right", "the search sees the end");

    let player = searching_player();
    start_trap(&player, "trapped").await;
    start_trap(&player, "m").await;
    let (first, moves) = two_plies(&player, "m", None, "wait").await;
    let (_, trap) = two_plies(&player, "trapped", None, "trap").await;
    // The search meets the state without legal moves, and the answer is a legal move all the same.
    let answer = text(&play(&player, "trapped", trap).await);
    assert!(["left", "right"].contains(&answer.as_str()), "{answer}");
    assert_eq!(
        play(&player, "trapped", joint(&[&answer, "noop"])).await,
        Reply::Nil,
        "there is no legal move"
    );
    let (second, moves) = two_plies(&player, "m", moves, "wait").await;
    let (third, _) = two_plies(&player, "m", moves, "wait").await;
    assert_eq!([first, second, third], undisturbed);
}

/// First `me` chooses a number, then both roles choose one at the same time, twice. All that `me`
/// chooses counts.
const BOTH: &str = "
    (role me) (role other) (init (step 1)) (then 1 2) (then 2 3) (then 3 4)
    (number 1) (number 2) (number 3) (number 4) (number 5) (number 6) (number 7) (number 8) (number 9) (number 10)
    (<= (legal me ?n) (number ?n)) (<= (legal other ?n) (number ?n) (not (true (step 1)))) (<= (legal other noop) (true (step 1)))
    (<= (next (step ?n)) (true (step ?m)) (then ?m ?n))
    (<= (next wrong) (does me ?n) (distinct ?n 7)) (<= (next wrong) (true wrong))
    (<= terminal (true (step 4)))
    (<= (goal me 100) (not (true wrong))) (<= (goal me 0) (true wrong)) (goal other 50)";

#[tokio::test]
async fn where_the_strategy_of_the_settings_cannot_play_on_another_one_does() {
    let strategy = Some("deepening(depth=4)".parse().expect("a spec"));
    let player = player_of(PlayerSettings { strategy, ..PlayerSettings::default() });
    assert_eq!(start(&player, "m", "me", BOTH).await, Reply::Ready);
    assert_eq!(text(&play(&player, "m", None).await), "7");
    for last in [["7", "noop"], ["7", "1"]] {
        assert_eq!(text(&play(&player, "m", joint(&last)).await), "7", "at random it is 7 once in ten times");
    }
}
