use std::{iter, thread};

use spielbaum_ggp::{PlayerSettings, ServerLimits};

use crate::host::{Host, post};

/// Both roles walk down a tree of three plies at the same time, so that every move says where its role stood.
const RULES: &str = "
    (role left) (role right)
    (init (at left n0)) (init (at right n0))
    (child n0 n1) (child n0 n2)
    (child n1 n3) (child n1 n4) (child n2 n5) (child n2 n6)
    (child n3 n7) (child n3 n8) (child n4 n9) (child n4 n10)
    (child n5 n11) (child n5 n12) (child n6 n13) (child n6 n14)
    (<= (inner ?n) (child ?n ?m))
    (<= (legal ?r (to ?m)) (true (at ?r ?n)) (child ?n ?m))
    (<= (next (at ?r ?m)) (does ?r (to ?m)))
    (<= terminal (true (at left ?n)) (not (inner ?n)))
    (<= (goal ?r 50) (role ?r))";

const AVAILABLE: &str = "( ( name Spielbaum ) ( status available ) )";
const BUSY: &str = "( ( name Spielbaum ) ( status busy ) )";

/// A player that does not think long, with places for so many matches.
fn host(matches: usize) -> Host {
    let strategy = Some("random".parse().expect("a spec of the catalogue"));
    let settings = PlayerSettings { strategy, matches, threads: 1, ..PlayerSettings::default() };
    Host::new(settings, ServerLimits::default())
}

fn start(id: &str) -> String {
    format!("( START {id} right ({RULES} ) 5 2)")
}

/// A player that has begun a match `m` as the right role.
fn begun() -> Host {
    let host = host(4);
    assert_eq!(host.ask(start("m")), "ready");
    host
}

/// What may be answered at a node of the tree.
fn moves_at(node: usize) -> [String; 2] {
    [format!("(to n{})", 2 * node + 1), format!("(to n{})", 2 * node + 2)]
}

/// Asserts that the message is answered with a legal move at that node, and gives the node that it leads to.
fn moves_from(host: &Host, node: usize, message: &str) -> usize {
    let answer = host.ask(message);
    let moves = moves_at(node);
    let chosen = moves.iter().position(|mov| *mov == answer);
    2 * node + 1 + chosen.unwrap_or_else(|| panic!("{message}: {answer} is none of {moves:?}"))
}

#[test]
fn a_match_is_played_from_its_start_to_its_stop() {
    let host = begun();
    let first = moves_from(&host, 0, "( PLAY m NIL )");
    let second = moves_from(&host, first, &format!("( PLAY m ((to n2) (to n{first}) ) )"));
    let third = moves_from(&host, second, &format!("( PLAY m ((to n5) (to n{second}) ) )"));
    assert_eq!(host.ask(format!("( STOP m ((to n11) (to n{third}) ) )")), "done");
    assert_eq!(host.ask("( PLAY m NIL )"), "busy");
}

#[test]
fn the_first_play_says_nil_in_any_case() {
    let host = begun();
    for nil in ["nil", "NIL", "Nil"] {
        moves_from(&host, 0, &format!("(play m {nil})"));
    }
}

#[test]
fn a_start_that_comes_again_is_answered_again() {
    let host = begun();
    assert_eq!(host.ask(start("m")), "ready");
    moves_from(&host, 0, "( PLAY m NIL )");
}

#[test]
fn a_play_that_comes_again_gets_the_same_move_again() {
    let host = begun();
    let first = moves_from(&host, 0, "( PLAY m NIL )");
    let play = format!("( PLAY m ((to n1) (to n{first}) ) )");
    let second = moves_from(&host, first, &play);
    for _ in 0..10 {
        assert_eq!(moves_from(&host, first, &play), second);
    }
    moves_from(&host, second, &format!("( PLAY m ((to n3) (to n{second}) ) )"));
}

#[test]
fn a_stop_that_comes_again_is_of_no_match() {
    let host = begun();
    assert_eq!(host.ask("( STOP m NIL )"), "done");
    assert_eq!(host.ask("( STOP m NIL )"), "busy");
}

#[test]
fn an_aborted_match_is_over() {
    let host = begun();
    assert_eq!(host.ask("( ABORT m )"), "aborted");
    for message in ["( ABORT m )", "( PLAY m NIL )", "( STOP m NIL )"] {
        assert_eq!(host.ask(message), "busy", "{message}");
    }
}

#[test]
fn the_id_of_a_match_is_taken_letter_by_letter() {
    let host = begun();
    for message in ["( PLAY M NIL )", "( STOP m. NIL )", "( ABORT mm )"] {
        assert_eq!(host.ask(message), "busy", "{message}");
    }
    moves_from(&host, 0, "( PLAY m NIL )");
}

#[test]
fn no_more_matches_are_played_than_there_are_places() {
    let host = host(2);
    assert_eq!(host.ask("( INFO )"), AVAILABLE);
    assert_eq!(host.ask(start("a")), "ready");
    assert_eq!(host.ask("( INFO )"), AVAILABLE);
    assert_eq!(host.ask(start("b")), "ready");
    assert_eq!(host.ask("( INFO )"), BUSY);
    assert_eq!(host.ask(start("c")), "busy");
    // Those that are played go on, and a place that one leaves is free.
    moves_from(&host, 0, "( PLAY b NIL )");
    assert_eq!(host.ask("( STOP a NIL )"), "done");
    assert_eq!(host.ask(start("c")), "ready");
    assert_eq!(host.ask(start("d")), "busy");
    moves_from(&host, 0, "( PLAY c NIL )");
    assert_eq!(host.ask("( ABORT b )"), "aborted");
    assert_eq!(host.ask(start("d")), "ready");
}

#[test]
fn a_match_begins_beside_another_that_nobody_has_stopped() {
    let host = begun();
    let node = moves_from(&host, 0, "( PLAY m NIL )");
    assert_eq!(host.ask(start("n")), "ready");
    moves_from(&host, 0, "( PLAY n NIL )");
    moves_from(&host, node, &format!("( PLAY m ((to n1) (to n{node}) ) )"));
}

#[test]
fn several_matches_are_played_at_once() {
    let host = host(4);
    thread::scope(|scope| {
        for id in ["a", "b", "c", "d"] {
            let host = &host;
            scope.spawn(move || {
                assert_eq!(host.ask(start(id)), "ready");
                let node = moves_from(host, 0, &format!("( PLAY {id} NIL )"));
                moves_from(host, node, &format!("( PLAY {id} ((to n1) (to n{node}) ) )"));
                assert_eq!(host.ask(format!("( STOP {id} NIL )")), "done");
            });
        }
    });
    assert_eq!(host.ask("( INFO )"), AVAILABLE);
}

#[test]
fn one_start_that_comes_many_times_at_once_takes_one_place() {
    let host = host(2);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(host.ask(start("m")), "ready"));
        }
    });
    assert_eq!(host.ask("( INFO )"), AVAILABLE);
}

#[test]
fn rules_that_cannot_be_played_take_no_place() {
    let host = host(1);
    for message in [
        "( START m right ((role right) (<= (legal right ?x) (true)) ) 5 2)".to_owned(),
        "( START m right () 5 2)".to_owned(),
        format!("( START m nobody ({RULES} ) 5 2)"),
        format!("( START m ?right ({RULES} ) 5 2)"),
    ] {
        assert_eq!(host.ask(&message), "busy", "{message}");
        // The place is free a moment after the reply.
        let available = || host.ask("( INFO )") == AVAILABLE;
        assert!(iter::repeat_with(available).take(10_000).any(|available| available), "{message}");
    }
    assert_eq!(host.ask(start("m")), "ready");
}

#[test]
fn a_move_of_ours_that_the_server_replaced_is_accepted() {
    let host = begun();
    let first = moves_from(&host, 0, "( PLAY m NIL )");
    let other = if first == 1 { 2 } else { 1 };
    let second = moves_from(&host, other, &format!("( PLAY m ((to n1) (to n{other}) ) )"));
    moves_from(&host, second, &format!("( PLAY m ((to n3) (to n{second}) ) )"));
}

#[test]
fn moves_that_cannot_have_been_made_are_answered_all_the_same() {
    for moves in ["((to n9) (to n9))", "(dance (to n1))", "((to n1))", "()", "((to n1) (to n2) (to n1))"] {
        let host = begun();
        moves_from(&host, 0, "( PLAY m NIL )");
        assert_ne!(host.ask(format!("( PLAY m {moves} )")), "busy", "{moves}");
        // The match is not lost by it.
        assert_eq!(host.ask("( STOP m NIL )"), "done", "{moves}");
        assert_eq!(host.ask(start("n")), "ready", "{moves}");
    }
}

#[test]
fn a_malformed_request_does_not_hurt_the_match() {
    let host = begun();
    let node = moves_from(&host, 0, "( PLAY m NIL )");
    for message in ["( PLAY m ((to n1) (to", "( PLAY m )", "( PLAY m ((to ?x) (to n1)) )", "( STOP )"] {
        assert_eq!(host.send(post(message)).status(), 400, "{message}");
    }
    moves_from(&host, node, &format!("( PLAY m ((to n1) (to n{node}) ) )"));
}

/// A coin is thrown, and the role is told a ply later how it lies.
const COIN: &str = "
    (role you) (role random) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3) (side heads) (side tails)
    (<= (legal random (throw ?s)) (true (step 0)) (side ?s)) (<= (legal random wait) (not (true (step 0))))
    (<= (legal you wait) (not (true (step 2)))) (<= (legal you (say ?s)) (true (step 2)) (side ?s))
    (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= (next (lies ?s)) (does random (throw ?s)))
    (<= (next (lies ?s)) (true (lies ?s))) (<= (next right) (does you (say ?s)) (true (lies ?s)))
    (<= (sees you (lies ?s)) (true (step 1)) (true (lies ?s))) (<= terminal (true (step 3)))
    (<= (goal you 100) (true right)) (<= (goal you 0) (not (true right)))";

/// A player that has begun a match `m` of that game, and has been asked for two moves.
fn guessing() -> Host {
    let host = host(4);
    assert_eq!(host.ask(format!("( START m you ({COIN} ) 5 2)")), "ready");
    assert_eq!(host.ask("( PLAY m 0 NIL NIL )"), "wait");
    assert_eq!(host.ask("( PLAY m 1 wait () )"), "wait");
    host
}

/// Asserts that the message is answered with a guess.
fn guess(host: &Host, message: &str) -> String {
    let answer = host.ask(message);
    assert!(["(say heads)", "(say tails)"].contains(&answer.as_str()), "{message}: {answer}");
    answer
}

#[test]
fn a_game_that_hides_something_is_played_by_turns_moves_and_percepts() {
    let host = guessing();
    let play = "( PLAY m 2 wait ((lies tails) ) )";
    let said = guess(&host, play);
    for _ in 0..10 {
        assert_eq!(guess(&host, play), said);
    }
    assert_eq!(host.ask("( PLAY m 1 wait () )"), "wait", "an earlier turn gets what was answered then");
    assert_eq!(host.ask(format!("( STOP m 3 {said} () )")), "done");
    assert_eq!(host.ask("( PLAY m 0 NIL NIL )"), "busy");
}

#[test]
fn wrong_turns_and_percepts_are_answered_all_the_same() {
    for message in [
        // Turns that were left out; percepts that nobody can have, or that the rules do not know.
        "( PLAY m 4 wait () )",
        "( PLAY m 2 wait ((lies heads) (lies tails) ) )",
        "( PLAY m 2 wait (gold ) )",
        "( PLAY m 2 jump ((lies heads) ) )",
        "( PLAY m 4294967295 wait () )",
        "( PLAY m (wait wait ) )",
    ] {
        let host = guessing();
        assert_ne!(host.ask(message), "busy", "{message}");
        guess(&host, "( PLAY m 2 wait ((lies heads) ) )");
        assert_eq!(host.ask("( STOP m 3 (say heads) () )"), "done", "{message}");
    }
}

#[test]
fn a_malformed_report_does_not_hurt_the_match() {
    let host = guessing();
    let deep = format!("( PLAY m 2 wait ({}x{} ) )", "(f ".repeat(300), ")".repeat(300));
    for message in [
        "( PLAY m 2 wait )",
        "( PLAY m two wait () )",
        "( PLAY m -1 wait () )",
        "( PLAY m 0 wait () )",
        "( PLAY m 0 NIL (x ) )",
        "( PLAY m 2 ?move () )",
        "( PLAY m 2 wait (?x ) )",
        "( PLAY m 2 wait (() ) )",
        "( PLAY m 2 wait x )",
        "( PLAY m 2 wait () () )",
        "( STOP m 2 wait )",
        &deep,
    ] {
        assert_eq!(host.send(post(message)).status(), 400, "{message}");
    }
    let long = format!("( PLAY m 2 wait ({} ) )", "(lies heads) ".repeat(400_000));
    assert_eq!(host.send(post(long)).status(), 413);
    guess(&host, "( PLAY m 2 wait ((lies heads) ) )");
}

#[test]
fn what_names_mean_does_not_matter() {
    let words =
        [("left", "ant"), ("right", "bee"), ("at", "cat"), ("child", "dog"), ("inner", "emu"), ("to", "fox")];
    let scramble = |word: &str| {
        words.iter().find(|(plain, _)| *plain == word).map_or(word, |(_, scrambled)| scrambled).to_owned()
    };
    let mut rules = String::new();
    for part in RULES.split_inclusive([' ', '(', ')']) {
        let word = part.trim_end_matches([' ', '(', ')']);
        rules += &part.replace(word, &scramble(word));
    }
    let host = host(1);
    assert_eq!(host.ask(format!("( START m bee ({rules} ) 5 2)")), "ready");
    let answer = host.ask("( PLAY m NIL )");
    assert!(["(fox n1)", "(fox n2)"].contains(&answer.as_str()), "{answer}");
    let next = host.ask(format!("( PLAY m ((fox n1) {answer} ) )"));
    assert!(next.starts_with("(fox n"), "{next}");
}

#[test]
fn comments_in_rules_are_read_over() {
    let host = host(1);
    let rules = RULES.replace("(init (at left", "; the r\u{f6}le at (the left\n(init (at left");
    assert_eq!(host.ask(format!("( START m left ({rules}\n) 5 2)")), "ready");
    moves_from(&host, 0, "( PLAY m NIL )");
}
