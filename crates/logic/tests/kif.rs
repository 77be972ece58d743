//! Groundings as rulesheets.

use gdl::Rulesheet;
use spielbaum_logic::{GroundLimits, Grounding, Limits, Reasoner, State};

fn grounded(text: &str) -> (Reasoner, String) {
    let sheet = Rulesheet::parse("test.kif", text.as_bytes()).expect("it is well formed");
    let reasoner = Reasoner::new(&sheet, Limits::default()).expect("it is well formed");
    let grounding = Grounding::new(&sheet, &reasoner, &GroundLimits::default()).expect("it is well formed");
    let kif = grounding.kif(&reasoner);
    (reasoner, kif)
}

/// All that a reasoner says of a state, as text.
fn answers(reasoner: &Reasoner, state: &State) -> String {
    let mut view = reasoner.view(state);
    let legal: Vec<_> = (0..reasoner.roles().len())
        .map(|role| reasoner.texts(&view.legal(role).expect("it is well formed")))
        .collect();
    let fluents = reasoner.texts(state.fluents());
    format!(
        "{fluents:?} {} {legal:?} {:?}",
        view.terminal().expect("it is well formed"),
        view.goals().expect("it is well formed")
    )
}

/// Plays both rulesheets by the same pseudo-random moves and compares all answers.
fn compare(text: &str, kif: &str, games: usize) {
    let parse = |text: &str| Rulesheet::parse("test.kif", text.as_bytes()).expect("it is well formed");
    let (sheet, grounded_sheet) = (parse(text), parse(kif));
    assert!(grounded_sheet.warnings().is_empty(), "{:?}\n{kif}", grounded_sheet.warnings());
    let one = Reasoner::new(&sheet, Limits::default()).expect("it is well formed");
    let other = Reasoner::new(&grounded_sheet, Limits::default()).expect("it is well formed");
    assert_eq!(one.texts(one.roles()), other.texts(other.roles()));
    assert_eq!(one.hides(), other.hides());
    let mut random = 1_u64;
    for _ in 0..games {
        let (mut state, mut twin) = (one.initial().clone(), other.initial().clone());
        for _ in 0..30 {
            let expected = answers(&one, &state);
            assert_eq!(expected, answers(&other, &twin));
            let (mut view, mut twin_view) = (one.view(&state), other.view(&twin));
            if view.terminal().expect("it is well formed") {
                break;
            }
            let mut choose = |moves: usize| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (random >> 33) as usize % moves
            };
            let mut joints = [Vec::new(), Vec::new()];
            for role in 0..one.roles().len() {
                // Both reasoners sort moves by their texts.
                let (moves, twins) = (
                    view.legal(role).expect("it is well formed"),
                    twin_view.legal(role).expect("it is well formed"),
                );
                let chosen = choose(moves.len());
                joints[0].push(moves[chosen]);
                joints[1].push(twins[chosen]);
            }
            for role in 0..one.roles().len() {
                let seen = (view.percepts(&joints[0], role), twin_view.percepts(&joints[1], role));
                let texts = (seen.0.map(|seen| one.texts(&seen)), seen.1.map(|seen| other.texts(&seen)));
                assert_eq!(texts.0, texts.1);
            }
            let next = (
                view.next(&joints[0]).expect("it is well formed"),
                twin_view.next(&joints[1]).expect("it is well formed"),
            );
            drop((view, twin_view));
            (state, twin) = next;
        }
    }
}

#[test]
fn a_grounded_rulesheet_has_the_instances_of_the_rules_by_their_names() {
    let (_, kif) = grounded(
        "(role you) (init (at 1)) (succ 1 2) (succ 2 3) (init (score 0))
         (<= (next (score 0)) (true (score 0)))
         (<= (legal you (go ?y)) (true (at ?x)) (succ ?x ?y))
         (<= (legal you stay) (not home))
         (<= (next (at ?x)) (does you (go ?x)))
         (<= (next (at ?x)) (does you stay) (true (at ?x)))
         (<= home (true (at 3)))
         (<= terminal home) (<= (goal you 100) home) (<= (goal you 0) (not home))",
    );
    assert_eq!(
        kif,
        "(role you)
(init (at 1))
(init (score 0))

;; Legal moves
(<= (legal you (go 2)) (true (at 1)))
(<= (legal you (go 3)) (true (at 2)))
(<= (legal you stay) (not (true (at 3))))

;; The next state
(<= (next (at 1)) (true (at 1)) (does you stay))
(<= (next (at 2)) (true (at 2)) (does you stay))
(<= (next (at 2)) (does you (go 2)))
(<= (next (at 3)) (true (at 3)) (does you stay))
(<= (next (at 3)) (does you (go 3)))
(<= (next (score 0)) (true (score 0)))

;; The end
(<= terminal (true (at 3)))
(<= (goal you 0) (not (true (at 3))))
(<= (goal you 100) (true (at 3)))
"
    );
}

#[test]
fn names_of_auxiliary_atoms_are_not_those_of_the_rules() {
    // Wide rules are split by auxiliary relations.
    let text = "(role a) (init (p 1)) (init (q 1)) (init (r 1)) (init (s 1)) (aux1 1) (d 1) (d 2) (d 3)
        (legal a aux2) (<= (legal a (set ?x)) (d ?x))
        (<= (next (p ?x)) (does a (set ?x))) (<= (next (q ?x)) (true (p ?x))) (<= (next (r ?x)) (true (q ?x))) (<= (next (s ?x)) (true (r ?x)))
        (<= terminal (true (p ?a)) (true (q ?b)) (true (r ?c)) (true (s ?d)) (distinct ?a ?b) (distinct ?b ?c) (distinct ?c ?d) (distinct ?a ?d))
        (goal a 1)";
    let (_, kif) = grounded(text);
    assert!(
        kif.contains("(legal a aux2)") && !kif.contains("(<= aux1 ") && !kif.contains("(<= aux2 "),
        "{kif}"
    );
    compare(text, &kif, 20);
}

#[test]
fn what_a_rulesheet_may_not_say_in_plain_words_is_said_in_others() {
    // An end that is never reached, a goal beyond 100, and a legal move of somebody who plays no part but is
    // asked about.
    let endless = "(role a) (init on) (<= (legal a m) (true on)) (<= (next on) (true on)) (<= terminal (true never)) (goal a 0)";
    let (_, kif) = grounded(endless);
    assert!(kif.contains("(<= terminal (distinct a a))\n"), "{kif}");
    let dear = "(role a) (init on) (n 50) (n 101) (legal a m) (<= (next off) (true on))
        (<= terminal (true off)) (<= (goal a ?n) (n ?n) (true off)) (<= rich (goal a 101)) (<= (next (was ?g)) (goal a ?g))";
    let (_, kif) = grounded(dear);
    assert!(kif.contains("(goal a 50)") && !kif.contains("(goal a 101)"), "{kif}");
    let ghost = "(role a) (init on) (player a) (player ghost)
        (<= (legal ?p m) (player ?p) (true on)) (<= (legal ?p m) (player ?p) (true off))
        (<= (next off) (true on) (legal ?g m) (player ?g) (distinct ?g a))
        (<= terminal (legal ?g m) (true off) (distinct ?g a))
        (<= (goal a 100) (true off)) (<= (goal a 0) (true on))";
    for text in [endless, dear, ghost] {
        compare(text, &grounded(text).1, 3);
    }
}

#[test]
fn recursion_stays_recursion() {
    let text = "(role r) (init (edge a b)) (init (at a)) (node a) (node b) (node c)
        (<= (path ?x ?y) (true (edge ?x ?y))) (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))
        (<= (legal r (link ?x ?y)) (node ?x) (node ?y) (distinct ?x ?y))
        (<= (next (edge ?x ?y)) (true (edge ?x ?y))) (<= (next (edge ?x ?y)) (does r (link ?x ?y))) (<= (next (at a)) (true (at a)))
        (<= terminal (path a a)) (<= (goal r 100) (path a c)) (<= (goal r 50) (not (path a c)))";
    let (_, kif) = grounded(text);
    assert!(kif.contains("(path a c)"), "{kif}");
    compare(text, &kif, 20);
}

#[test]
fn percepts_are_rules_like_others() {
    let text = "(role ann) (role random) (init fresh) (card ace) (card king)
        (<= (legal random (deal ?c)) (card ?c) (true fresh)) (<= (legal random wait) (true (hand ?c)))
        (legal ann wait) (<= (legal ann (bet ?c)) (card ?c) (not (true fresh)))
        (<= (next (hand ?c)) (does random (deal ?c))) (<= (next done) (true (hand ?c)))
        (<= (sees ann ?c) (does random (deal ?c))) (<= (sees ann again) (true (hand ?c)) (does ann (bet ?c)))
        (<= (sees ann ?r) (role ?r)) (<= terminal (true done)) (goal ann 50)";
    let (_, kif) = grounded(text);
    let (_, seen) = kif.split_once(";; What roles see\n").expect("there are percepts");
    assert_eq!(
        seen,
        "(<= (sees ann ace) (does random (deal ace)))
(<= (sees ann again) (true (hand ace)) (does ann (bet ace)))
(<= (sees ann again) (true (hand king)) (does ann (bet king)))
(sees ann ann)
(<= (sees ann king) (does random (deal king)))
(sees ann random)
"
    );
    compare(text, &kif, 20);
}

#[test]
fn roles_that_never_see_anything_are_still_blind() {
    let text = "(role a) (role b) (init p) (init q) (legal a x) (legal a y) (legal b x) (legal b y) (<= (next p) (does a x))
        (<= (next q) (true q)) (<= terminal (not (true p))) (goal a 1) (goal b 1) (<= (sees a ?m) (does b ?m) (true never))";
    let (_, kif) = grounded(text);
    assert!(kif.contains("\n(<= (sees a nothing) (distinct a a))\n"), "{kif}");
    compare(text, &kif, 20);
}

#[test]
fn every_built_in_game_stays_the_same_game_when_it_is_grounded() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let paths = std::fs::read_dir(folder)
        .expect("it is well formed")
        .map(|entry| entry.expect("it is well formed").path());
    let mut games = 0;
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "kif")) {
        let text = std::fs::read_to_string(&path).expect("it is well formed");
        let (_, kif) = grounded(&text);
        compare(&text, &kif, 1);
        games += 1;
    }
    assert!(games >= 12);
}
