//! A grounding has the meaning of its rules.

mod oracle;

use std::time::Duration;

use gdl::{Interrupt, Interrupted, Rulesheet};
use oracle::{Oracle, compare};
use rstest::rstest;
use spielbaum_logic::{
    AtomId, Definitions, GroundLimits, Grounding, Limits, Literal, LogicError, Reasoner, RoleGoal,
    Ungroundable,
};

fn sheet(rules: &str) -> gdl::Rulesheet {
    gdl::Rulesheet::parse("rules.kif", rules.as_bytes())
        .unwrap_or_else(|rejected| panic!("{}", rejected.diagnostics[0].render(100)))
}

fn ground(rules: &str) -> (Reasoner, Grounding) {
    let sheet = sheet(rules);
    let reasoner = Reasoner::new(&sheet, Limits::default()).expect("within the limits");
    let grounding =
        Grounding::new(&sheet, &reasoner, &GroundLimits::default()).unwrap_or_else(|why| panic!("{why}"));
    (reasoner, grounding)
}

/// Rules with what every rulesheet needs added.
fn game(rules: &str) -> String {
    format!("(role you) terminal (goal you 0) {rules}")
}

/// Grounds rules and compares a few random plays.
fn agree(rules: &str) -> (Reasoner, Grounding) {
    let (reasoner, grounding) = ground(&game(rules));
    (1..=5).for_each(|seed| compare(&reasoner, &grounding, 20, seed));
    (reasoner, grounding)
}

#[test]
fn what_no_state_can_change_is_gone() {
    let (reasoner, grounding) = agree(
        "(init (n 0)) (succ 0 1) (succ 1 2) (<= (legal you (to ?y)) (true (n ?x)) (succ ?x ?y))
         (<= (next (n ?y)) (does you (to ?y)) (always ?y) (not (never ?y)))
         (<= (always ?x) (succ ?y ?x) (or (true (n 0)) (distinct ?x 0)))
         (<= (never ?x) (true (n ?x)) (true (m ?x)))",
    );
    assert_eq!(reasoner.texts(&grounding.fluents), ["(n 0)", "(n 1)", "(n 2)"]);
    assert_eq!(reasoner.texts(&grounding.moves[0]), ["(to 1)", "(to 2)"]);
    assert_eq!(grounding.initial, [true, false, false]);
}

/// In state `n`, `reached` asks down to level `n` for both values of one more argument at each level.
fn levels(depth: usize) -> String {
    let bits = |range: std::ops::Range<usize>| range.map(|n| format!("(bit ?b{n})")).collect::<String>();
    let args = |range: std::ops::Range<usize>| range.map(|n| format!(" ?b{n}")).collect::<String>();
    let level = |n: usize| {
        let (head, own) = (format!("(level{n}{})", args(0..n)), bits(0..n));
        let next = |bit: usize| format!("(level{}{} {bit})", n + 1, args(0..n));
        format!(
            "(<= {head} {own} (true (at {n}))) (<= {head} {own} (not (true (at {n}))) {} {}) (succ {n} {})",
            next(0),
            next(1),
            n + 1
        )
    };
    let last = depth + 1;
    let levels: String = (1..=depth).map(level).collect();
    format!(
        "{levels} (<= (level{last}{}) {} (true (at {last}))) (bit 0) (bit 1) (init (at 1))
        (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y)) (legal you wait) (<= (legal you go) (level1 0))",
        args(0..last),
        bits(0..last)
    )
}

#[test]
fn one_name_may_have_two_numbers_of_arguments() {
    let (reasoner, grounding) = agree(
        "(init (n 0)) (init (n 0 1)) (succ 0 1) (succ 1 2) (<= (legal you (to ?y)) (true (n ?x)) (near ?x ?y))
         (<= (legal you (to ?x ?y)) (true (n ?x ?z)) (near ?z ?y ?x)) (<= (near ?x ?y) (succ ?x ?y)) (<= (near ?x ?y ?z) (near ?x ?y) (true (n ?z)))
         (<= (next (n ?x)) (does you (to ?x))) (<= (next (n ?x ?y)) (does you (to ?x ?y))) (<= (next (n ?x)) (true (n ?x)) (does you (to ?y ?z)))
         (<= (next (n ?x ?y)) (true (n ?x ?y)) (does you (to ?z)))",
    );
    assert_eq!(reasoner.texts(&grounding.fluents), ["(n 0 1)", "(n 0 2)", "(n 0)", "(n 1)", "(n 2)"]);
}

#[test]
fn a_name_that_is_no_role_has_no_moves() {
    let (reasoner, grounding) = agree(
        "(init on) (legal you go) (legal me stop) (legal (robot 1) stop) (<= (next on) (does you go)) (<= (next off) (does me stop))
         (<= (next off) (does (robot 1) stop))",
    );
    assert_eq!(reasoner.texts(&grounding.fluents), ["on"]);
    assert_eq!(grounding.moves.len(), 1);
}

#[test]
fn disjunctions_with_too_many_cases_together_are_parts_without_a_name() {
    let ors: String = (0..12)
        .map(|n| format!("(or (true (a {n})) (not (or (not (true (b {n} ?x{n}))) (true (a {n}))))) "))
        .collect();
    let fluents: String = (0..12).map(|n| format!("(init (a {n})) (init (b {n} 1)) (number {n}) ")).collect();
    let (reasoner, grounding) = agree(&format!(
        "{fluents} (bit 0) (bit 1) (<= (legal you go) {ors}) (<= (legal you (drop ?n)) (number ?n)) (<= (legal you (flip ?n)) (number ?n))
         (<= (next (a ?n)) (true (a ?n)) (not (does you (drop ?n)))) (<= (next (b ?n ?x)) (true (b ?n ?x)) (not (does you (flip ?n))))
         (<= (next (b ?n ?x)) (true (b ?n ?y)) (bit ?x) (distinct ?x ?y) (does you (flip ?n)))"
    ));
    let kif = grounding.kif(&reasoner);
    assert!(kif.contains("aux") && !kif.contains("part"), "{kif}");
    sheet(&kif);
}

#[test]
fn arguments_that_make_no_difference_are_dropped() {
    // Each of the levels has two or three rules, and its relation one atom.
    let (_, grounding) = agree(&levels(15));
    assert!(grounding.atoms() < 60, "{} atoms", grounding.atoms());
    assert!(grounding.instances() < 80, "{} instances", grounding.instances());
}

#[rstest]
#[case::of_a_value_that_is_not_listed("(open 2 1)", 0)]
#[case::of_a_listed_value("(open 0 1)", 1)]
#[case::of_values_of_another_list("(digit ?d) (open ?d 1)", 1)]
#[case::of_values_of_two_lists("(bit ?d) (digit ?d) (open ?d 1)", 1)]
#[case::of_values_of_two_lists_with_nothing_in_common("(bit ?d) (high ?d) (open ?d 1)", 0)]
#[case::negated_of_a_value_that_is_not_listed("(not (open 2 1))", 2)]
#[case::negated_of_a_listed_value("(not (open 1 1))", 1)]
fn arguments_make_a_difference_outside_their_lists(#[case] condition: &str, #[case] states: usize) {
    let rules = format!(
        "(bit 0) (bit 1) (digit 0) (digit 1) (digit 2) (high 2) (high 3) (init (n 1)) (<= (open ?x ?n) (bit ?x) (true (n ?n)))
        (<= (next (n 2)) (true (n 1))) (<= (next (n 1)) (true (n 2))) (<= (legal you go) {condition}) (legal you wait)"
    );
    let (reasoner, grounding) = agree(&rules);
    let legal_in = |n: usize| {
        let fluent = reasoner.term(&format!("(n {n})")).unwrap().unwrap();
        let moves = reasoner.view(&reasoner.state(vec![fluent])).legal(0).unwrap();
        usize::from(moves.len() == 2)
    };
    assert_eq!(legal_in(1) + legal_in(2), states);
    assert_eq!(grounding.fluents.len(), 2);
}

#[test]
fn what_is_computed_from_fluents_that_never_change_is_gone() {
    let walls: String = (0..9).map(|x| format!("(init (wall {x} {}))", (x * 5) % 9)).collect();
    let lines: String = (0..9).map(|x| format!("(index {x}) (succ {x} {})", x + 1)).collect();
    let maze = |kept: &str| {
        format!(
            "{walls} {lines} (init (at 4 4)) (<= (legal you ?d) (dir ?d)) (dir east) (dir north)
            (<= (next (at ?u ?v)) (true (at ?x ?y)) (does you ?d) (step ?x ?y ?d ?u ?v))
            (<= (next (wall ?x ?y)) (true (wall ?x ?y)) {kept}) (<= (wide) (true (wall ?x ?y)) (true (wall ?y ?x)))
            (<= (step ?x ?y east ?u ?y) (succ ?x ?u) (index ?y) (not (true (wall ?x ?y))))
            (<= (step ?x ?y east ?x ?y) (true (wall ?x ?y))) (<= (step ?x ?y north ?x ?v) (succ ?y ?v) (index ?x))"
        )
    };
    let derived =
        |grounding: &Grounding| grounding.atoms() - grounding.fluents.len() - grounding.moves[0].len();
    let (reasoner, grounding) = agree(&maze(""));
    let (_, changing) = agree(&maze("(not (does you east))"));
    assert_eq!(reasoner.texts(&grounding.fluents).iter().filter(|text| text.starts_with("(wall")).count(), 9);
    // Nine places have a wall, and what it does to a step is computed if it may go.
    assert!(
        derived(&grounding) + 9 < derived(&changing),
        "{} and {}",
        derived(&grounding),
        derived(&changing)
    );
}

/// Links between nodes are made and cut; a path remembers the nodes visited in a list. One text is replaced
/// by another.
fn paths(from: &str, to: &str) -> String {
    let nodes = ["a", "b", "c", "d", "e"]
        .map(|node| format!("(node {node}) (name {node} n{node}) (el n{node})"))
        .concat();
    let lists = (0..=5).map(|length| {
        let list = (0..length).fold("nil".to_owned(), |list, n| format!("(cons ?e{n} {list})"));
        let elements: String = (0..length).map(|n| format!("(el ?e{n})")).collect();
        if length == 0 { "(list nil)".to_owned() } else { format!("(<= (list {list}) {elements})") }
    });
    let rules = "(init (link a b)) (init (link b c)) (init (link c d)) (init (link d e)) (<= (legal you (make ?x ?y)) (node ?x) (node ?y))
        (<= (legal you (cut ?x ?y)) (true (link ?x ?y))) (<= (legal you arrive) (path a e nil))
        (<= (next (link ?x ?y)) (does you (make ?x ?y)))
        (<= (next (link ?x ?y)) (true (link ?x ?y)) (not (does you (cut ?x ?y))))
        (<= (path ?x ?y ?l) (name ?x ?n) (insert ?n ?l ?m) (on ?x ?y ?m))
        (<= (on ?x ?y ?m) (true (link ?x ?y)) (list ?m))
        (<= (on ?x ?y ?m) (true (link ?x ?z)) (path ?z ?y ?m))
        (<= (insert ?e nil (cons ?e nil)) (el ?e))
        (<= (insert ?e (cons ?h ?t) (cons ?h ?n)) (distinct ?e ?h) (el ?h) (list ?t) (insert ?e ?t ?n) (list ?n))";
    let rules = format!("{nodes} {} {rules}", lists.collect::<String>());
    assert!(rules.contains(from), "{from}");
    rules.replace(from, to)
}

#[rstest]
#[case::in_lists_of_each_length("", "")]
#[case::in_lists_by_recursion(
    "(list nil)",
    "(list nil) (<= (list (cons ?h ?t)) (el ?h) (list ?t) (list nil) (few ?t)) (few nil)"
)]
#[case::for_paths_that_start_anywhere("(path a e nil)", "(node ?x) (path ?x e nil)")]
#[case::for_what_is_no_path("(path a e nil)", "(not (path a e nil))")]
fn what_a_path_has_visited_is_forgotten(#[case] from: &str, #[case] to: &str) {
    let (_, grounding) = agree(&paths(from, to));
    assert!(grounding.atoms() < 110, "{} atoms", grounding.atoms());
}

#[rstest]
#[case::names_that_two_nodes_have("(name b nb)", "(name b nc)")]
#[case::lists_that_are_too_short(
    "(<= (list (cons ?e4 (cons ?e3 (cons ?e2 (cons ?e1 (cons ?e0 nil)))))) (el ?e0)(el ?e1)(el ?e2)(el ?e3)(el ?e4))",
    ""
)]
#[case::nodes_that_cannot_be_inserted("(el nb)", "")]
#[case::a_list_that_is_not_empty("(path a e nil)", "(path a e (cons nb nil))")]
#[case::lists_that_are_looked_at(
    "(true (link ?x ?y)) (list ?m)",
    "(true (link ?x ?y)) (list ?m) (distinct ?m (cons na (cons ne nil)))"
)]
#[case::lists_that_change_where_a_path_goes(
    "(true (link ?x ?z)) (path ?z ?y ?m)",
    "(true (link ?x ?z)) (path ?z ?x ?m) (node ?y)"
)]
#[case::paths_that_fork("(path ?z ?y ?m)", "(path ?z ?y ?m) (path ?z a ?m)")]
fn what_a_path_has_visited_is_remembered_for(#[case] from: &str, #[case] to: &str) {
    let (_, grounding) = agree(&paths(from, to));
    assert!(grounding.atoms() > 110, "{} atoms", grounding.atoms());
}

/// Seven cells get marks from 1 to 7, and `all` holds when each of these is exactly once there.
fn all_different() -> String {
    let range = || 1..=7;
    let marks: String = range().map(|n| format!("(index {n}) (eq {n} {n})")).collect();
    let list = |first: usize| {
        let rest = range().filter(|&n| n != first);
        std::iter::once(first).chain(rest).map(|n| format!(" ?m{n}")).collect::<String>()
    };
    let plain: String = range().map(|n| format!(" ?m{n}")).collect();
    let once: String = range().map(|n| format!("(<= (once ?z{plain}) (first ?z{}))", list(n))).collect();
    let others: String = (2..=7).map(|n| format!("(index ?m{n}) (not (eq ?z ?m{n}))")).collect();
    let cells: String = range().map(|n| format!("(true (mark {n} ?m{n}))")).collect();
    let each: String = range().map(|n| format!("(once {n}{plain})")).collect();
    format!(
        "{marks} {once} (<= (first ?z{plain}) (eq ?z ?m1) {others}) (<= all {cells} {each}) (init (mark 1 1)) (init (mark 2 2))
        (<= (legal you (put ?c ?m)) (index ?c) (index ?m) (empty ?c)) (<= (legal you again) all) (legal you wait)
        (<= (empty ?c) (index ?c) (not (full ?c))) (<= (full ?c) (true (mark ?c ?m)))
        (<= (next (mark ?c ?m)) (does you (put ?c ?m))) (<= (next (mark ?c ?m)) (true (mark ?c ?m)))
        (init (mark 3 3)) (init (mark 4 4))"
    )
}

#[test]
fn a_static_condition_on_many_variables_is_a_chain() {
    let (reasoner, grounding) = ground(&game(&all_different()));
    (1..=100).for_each(|seed| compare(&reasoner, &grounding, 4, seed));
    // The chain has 7 * 2^6 steps; there are 5,040 ways to have all marks.
    assert!(grounding.instances() < 2_500, "{} instances", grounding.instances());
    let again = reasoner.term("again").unwrap().unwrap();
    let marks: Vec<_> =
        (1..=7).map(|n| reasoner.term(&format!("(mark {n} {})", 8 - n)).unwrap().unwrap()).collect();
    assert!(reasoner.view(&reasoner.state(marks)).legal(0).unwrap().contains(&again));
}

#[rstest]
#[case::a_fluent_may_be_any_variable(
    "(init a) (init (f b)) (<= (legal you ?f) (true ?f)) (legal you drop)
     (<= (next ?f) (true ?f) (does you ?f)) (<= (next (g ?f)) (does you drop) (true ?f) (small ?f)) (small a) (small (f b))"
)]
#[case::moves_may_be_conditions(
    "(init (heap 2)) (succ 0 1) (succ 1 2) (<= (legal you (take ?y)) (true (heap ?x)) (succ ?y ?x))
     (<= (next (heap ?y)) (does you (take ?y))) (<= (next over) (not any_move)) (<= any_move (legal you ?m))
     (<= (legal you wait) (not any_heap)) (<= any_heap (true (heap ?x)) (distinct ?x 0))"
)]
#[case::goals_may_depend_on_the_negation_of_other_goals(
    "(init (n 0)) (legal you a) (legal you b) (<= (next won) (does you a)) (<= (goal you 100) (true won))
     (<= (goal you 50) (not (goal you 100)) (not (goal you 0)) (true (n 0)))"
)]
#[case::moves_and_goals_of_nobody_count_for_nothing(
    "(init on) (one you) (one nobody) (<= (legal ?r go) (one ?r)) (<= (legal ?r stay) (one ?r) (true on)) (<= (goal ?r 100) (one ?r))
     (<= (next on) (does ?r stay) (distinct ?r you)) (<= (next off) (legal ?r stay) (distinct ?r you) (does you go))"
)]
#[case::paths_over_what_changes(
    "(init (open a b)) (init (open b c)) (edge a b) (edge b c) (edge c a) (edge c d)
     (<= (path ?x ?y) (true (open ?x ?y))) (<= (path ?x ?z) (path ?x ?y) (path ?y ?z))
     (<= (legal you (toggle ?x ?y)) (edge ?x ?y)) (<= (next (open ?x ?y)) (does you (toggle ?x ?y)) (not (true (open ?x ?y))))
     (<= (next (open ?x ?y)) (true (open ?x ?y)) (not (does you (toggle ?x ?y)))) (<= (next round) (path ?x ?x))
     (<= (next lonely) (edge ?x ?y) (not (path ?x ?y)) (not (path ?y ?x)))"
)]
#[case::four_relations_in_a_circle(
    "(init (n a)) (<= (north ?x) (west ?x)) (<= (east ?x) (north ?x)) (<= (south ?x) (east ?x)) (<= (west ?x) (south ?x))
     (<= (east ?x) (true (n ?x)) (true lit)) (<= (legal you ?x) (place ?x)) (place a) (place b)
     (<= (next (n ?x)) (does you ?x)) (<= (next lit) (true (n ?x))) (<= (next in) (north ?x)) (<= (next out) (place ?x) (not (north ?x)))"
)]
#[case::functions_and_constants_of_one_name(
    "(init open2) (init (open2)) (<= (legal you a) (true open2)) (legal you b)
     (<= (next ?x) (true ?x) (distinct ?x open2) (does you a)) (<= (next open2) (true (open2)) (does you b))"
)]
#[case::a_variable_that_recurs(
    "(init (pair a (f a))) (init (pair a a)) (init (pair (f b) (f (f b)))) (legal you go)
     (<= (next (seen ?x)) (true (pair ?x (f ?x)))) (<= (next (same ?x)) (true (pair ?x ?x))) (<= (next ?p) (true ?p) (not (true (seen a))))"
)]
#[case::equality_takes_apart_and_builds(
    "(init (at (f a))) (legal you (to a)) (legal you (to b))
     (<= (next (at ?y)) (does you (to ?x)) (not (distinct (f ?x) ?y))) (<= (next (inner ?y)) (true (at ?x)) (not (distinct (f ?y) ?x)))"
)]
#[case::or_and_nested_not(
    "(init (p a)) (init (q b)) (thing a) (thing b) (thing c) (<= (legal you ?x) (thing ?x))
     (<= (next (p ?x)) (thing ?x) (not (or (true (p ?x)) (not (does you ?x)))))
     (<= (next (q ?x)) (thing ?x) (or (true (p ?x)) (not (not (true (q ?x))))))"
)]
#[case::a_conclusion_for_any_value(
    "(init (p a)) (legal you go) (thing a) (thing b) (<= (twice ?x ?x) (thing ?x) (true (p a))) (<= (next (p ?y)) (twice ?x ?y))
     (<= (next odd) (twice ?x b) (twice a ?x))"
)]
#[case::conditions_that_have_nothing_to_do_with_one_another(
    "(init (a 1)) (init (b 1)) (init (c 1)) (n 1) (n 2) (n 3) (<= (legal you (set ?x)) (n ?x))
     (<= (next (a ?x)) (true (a ?x)) (true (b ?y)) (does you (set ?z)) (distinct ?z ?x) (true (c ?w)) (distinct ?w ?y))
     (<= (next (b ?x)) (does you (set ?x)) (true (b ?y)) (not (true (c ?y)))) (<= (next (c ?x)) (does you (set ?x)) (n ?y) (not (true (b ?y))))
     (<= (next (a ?x)) (does you (set ?x)))"
)]
#[case::a_chain_that_is_split(
    "(init (a 1 2)) (init (b 2 3)) (init (c 3 1)) (n 1) (n 2) (n 3) (<= (legal you (put ?x ?y)) (n ?x) (n ?y))
     (<= (next (a ?x ?y)) (does you (put ?x ?y))) (<= (next (b ?y ?x)) (does you (put ?x ?y))) (<= (next (c ?x ?y)) (true (a ?y ?x)))
     (<= (next (h ?x)) (true (a ?x ?y)) (true (b ?y ?z)) (true (c ?z ?w)) (not (true (a ?w ?w))) (distinct ?z ?w))"
)]
#[case::the_end_may_depend_on_whatever(
    "(init (n 0)) (legal you go) (<= (next (n 1)) (not (goal you 50))) (<= (goal you 50) (true (n 1)) terminal)"
)]
fn groundings_mean_what_the_rules_say(#[case] rules: &str) {
    agree(rules);
}

#[test]
fn what_is_always_and_what_is_never_so_needs_no_atoms() {
    let (_, grounding) =
        agree("(init on) (legal you go) (<= (next on) (not (true off))) (<= (next off) (true off))");
    assert_eq!(grounding.fluents.len(), 1);
    assert_eq!(grounding.moves[0].len(), 1);
    // Only the one atom that always holds is left.
    assert_eq!(grounding.atoms(), grounding.inputs() + 1);
    assert_eq!(grounding.bodies(grounding.next[0]).collect::<Vec<_>>(), [&[][..]]);
    assert_eq!(grounding.next[0], grounding.terminal);
}

#[test]
fn a_fluent_that_nothing_brings_back_never_holds_again() {
    let (_, grounding) = agree("(init once) (legal you go)");
    assert_eq!(grounding.bodies(grounding.next[0]).count(), 0);
}

#[test]
fn projection_keeps_the_instances_few() {
    let digits: String = (0..10).map(|digit| format!("(d {digit}) (init (at {digit}))")).collect();
    let (_, grounding) = agree(&format!(
        "{digits} (legal you go) (<= (next (at ?a)) (true (at ?a)) (true (at ?b)) (true (at ?c)) (true (at ?e)) (true (at ?f)) (true (at ?g)))"
    ));
    assert!(grounding.instances() < 100, "{}", grounding.instances());
}

fn ungroundable(rules: &str, limits: GroundLimits) -> Ungroundable {
    let sheet = sheet(&game(rules));
    let reasoner = Reasoner::new(&sheet, Limits::default()).expect("within the limits");
    Grounding::new(&sheet, &reasoner, &limits).expect_err("a limit is exceeded")
}

/// The relation, the line and the reason of a rule that cannot be grounded.
fn at_rule(error: &Ungroundable) -> (&str, usize, &str) {
    match error {
        Ungroundable::Rule { relation, line, why } => (relation, *line, why),
        Ungroundable::Interrupted(_) => panic!("{error}"),
    }
}

const DIGITS: &str = "(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)";

#[test]
fn a_counter_without_a_bound_is_ungroundable() {
    let error = ungroundable(
        "(init (n 0))\n(legal you grow)\n(<= (next (n (s ?x)))\n (true (n ?x)))",
        GroundLimits::default(),
    );
    let (relation, line, why) = at_rule(&error);
    assert_eq!((relation, line), ("next", 3));
    assert!(why.contains("more than 1000 nested levels"), "{error}");
    let few = GroundLimits { terms: 10, ..GroundLimits::default() };
    let error = ungroundable("(init (n 0)) (legal you grow) (<= (next (n (s ?x))) (true (n ?x)))", few);
    assert_eq!(error.to_string(), "`next` (line 1) cannot be grounded: there are more than 10 new terms");
}

#[rstest]
#[case::atoms(GroundLimits { atoms: 500, ..GroundLimits::default() }, "500 atoms")]
#[case::instances(GroundLimits { instances: 500, ..GroundLimits::default() }, "500")]
#[case::bytes(GroundLimits { bytes: 10_000, ..GroundLimits::default() }, "10000 bytes")]
fn limits_are_kept(#[case] limits: GroundLimits, #[case] why: &str) {
    let rules =
        format!("{DIGITS} (legal you go) (<= (next (c ?a ?b ?c)) (true on) (d ?a) (d ?b) (d ?c)) (init on)");
    let error = ungroundable(&rules, limits);
    assert_eq!(at_rule(&error).0, "next");
    assert!(at_rule(&error).2.contains(why), "{error}");
}

#[test]
fn a_join_of_wide_rows_ends_when_the_memory_is_full() {
    let facts: String = (0..100).map(|number| format!("(init (p {number})) ")).collect();
    let conditions = "(true (p ?x)) ".repeat(200);
    let sheet =
        sheet(&game(&format!("{facts} (legal you go) (<= (next (h ?x ?y)) {conditions} (true (p ?y)))")));
    let reasoner = Reasoner::new(&sheet, Limits::default()).expect("within the limits");
    let limits = GroundLimits { bytes: 500_000, ..GroundLimits::default() };
    let ground = |interrupt: &Interrupt<'_>| Grounding::new_while(&sheet, &reasoner, &limits, interrupt);
    let (grounding, asked) = interrupted(usize::MAX, ground);
    let error = grounding.map(|_| ()).expect_err("a limit is exceeded");
    assert!(at_rule(&error).2.contains("500000 bytes"), "{error}");
    // All 10,000 rows take more than 600.
    assert!(asked < 200, "{asked} questions");
}

/// Four recursive relations over a dense graph, and a state of two places on it.
fn dense() -> gdl::Rulesheet {
    let mut rules = String::from("(init (at 0 1)) ");
    for n in 0..20 {
        for step in 1..5 {
            rules += &format!("(edge {n} {}) ", (n + step) % 20);
        }
    }
    rules += "(<= (legal you (go ?a ?b)) (reach ?a ?b) (true (at ?a ?c)))
        (<= (reach ?a ?b) (edge ?a ?b) (not (true (at ?b ?b))))
        (<= (reach ?a ?c) (reach ?a ?b) (reach ?b ?c))
        (<= (next (at ?b ?a)) (does you (go ?a ?b)))";
    sheet(&game(&rules))
}

/// Lets work be interrupted at question `last`, and counts the questions.
fn interrupted<T>(last: usize, work: impl Fn(&Interrupt<'_>) -> T) -> (T, usize) {
    let asked = std::cell::Cell::new(0);
    let go_on = || {
        asked.set(asked.get() + 1);
        asked.get() < last
    };
    let result = work(&Interrupt::unless(&go_on));
    (result, asked.get())
}

#[test]
fn making_a_reasoner_can_be_interrupted_at_any_point() {
    let sheet = dense();
    let make =
        |last| interrupted(last, |interrupt| Reasoner::new_while(&sheet, Limits::default(), interrupt));
    let (reasoner, asked) = make(usize::MAX);
    assert!(reasoner.is_ok());
    assert!(asked > 100, "it asks only {asked} times");
    for last in (1..=asked).step_by(7) {
        let (reasoner, asked) = make(last);
        let error = reasoner.map(|_| ()).expect_err("it was cancelled");
        assert_eq!((error, asked), (LogicError::Interrupted(Interrupted::Cancelled), last));
    }
}

/// Grounds rules until it is interrupted at question `last`.
fn grounded_until(sheet: &Rulesheet, last: usize) -> (Result<Grounding, Ungroundable>, usize) {
    let reasoner = Reasoner::new(sheet, Limits::default()).expect("within the limits");
    let limits = GroundLimits::default();
    interrupted(last, |interrupt| Grounding::new_while(sheet, &reasoner, &limits, interrupt))
}

#[test]
fn grounding_can_be_interrupted_at_any_point() {
    let sheet = dense();
    let ground = |last| grounded_until(&sheet, last);
    let (grounding, asked) = ground(usize::MAX);
    assert!(grounding.is_ok());
    assert!(asked > 500, "it asks only {asked} times");
    for last in (1..=asked).step_by(31) {
        let (grounding, asked) = ground(last);
        let error = grounding.map(|_| ()).expect_err("it was cancelled").to_string();
        assert!(error.ends_with("cannot be grounded: it was cancelled"), "{error}");
        assert_eq!(asked, last, "it works on");
    }
}

#[test]
fn grounding_a_wide_rule_can_be_interrupted_at_each_of_its_variables() {
    const WIDTH: usize = 200;
    let conditions: String =
        (0..WIDTH).map(|number| format!("(true (at ?v{number} ?v{}))", (number + 1) % WIDTH)).collect();
    let rules = format!(
        "(init (at 0 1)) (init (at 1 0)) (<= (legal you round) {conditions})
        (<= (next (at ?b ?a)) (true (at ?a ?b)))"
    );
    let sheet = sheet(&game(&rules));
    let (grounding, asked) = grounded_until(&sheet, usize::MAX);
    assert!(grounding.is_ok());
    // Each of nearly 200 cuts looks at 100 variables on average, and asks anybody once in 64.
    assert!(asked > 250, "it asks only {asked} times");
    assert_eq!(grounded_until(&sheet, 200).1, 200, "it works on");
}

#[test]
fn grounding_ends_with_its_time() {
    let sheet = dense();
    let reasoner = Reasoner::new(&sheet, Limits::default()).expect("within the limits");
    let interrupt = Interrupt::after(Duration::ZERO);
    let error = Grounding::new_while(&sheet, &reasoner, &GroundLimits::default(), &interrupt);
    let error = error.expect_err("its time is up").to_string();
    assert!(error.ends_with("cannot be grounded: it takes more than 0ns"), "{error}");
}

#[test]
fn the_moves_of_thirty_thousand_roles_are_found() {
    let roles: String = (0..30_000).map(|role| format!("(role r{role})")).collect();
    let rules = "(init p) (<= (legal ?r a) (role ?r)) (<= (goal ?r 1) (role ?r)) (<= (next q) (true p)) (<= terminal (true q))";
    let sheet = gdl::Rulesheet::parse("test.kif", format!("{roles}{rules}").as_bytes()).unwrap();
    let reasoner = Reasoner::new(&sheet, Limits::default()).expect("within the limits");
    let mut view = reasoner.view(reasoner.initial());
    let moves = view.legal_of_all().unwrap();
    assert_eq!((moves.len(), moves.iter().map(Vec::len).max()), (30_000, Some(1)));
    assert_eq!(moves[29_999], view.legal(29_999).unwrap());
    assert!(view.goals().unwrap().iter().all(|goal| *goal == RoleGoal::Unique(1)));
    let grounding = Grounding::new(&sheet, &reasoner, &GroundLimits::default()).unwrap();
    assert_eq!(grounding.legal.iter().map(Vec::len).sum::<usize>(), 30_000);
}

#[test]
fn a_relation_of_a_hundred_thousand_arguments_is_planned() {
    let list = |name: &str, first: char| -> String {
        let args: String = (0..100_000).map(|n| format!(" {first}{n}").replace(" ?", " ?v")).collect();
        format!("({name}{args})")
    };
    let rules = format!(
        "(init on) {} (<= {} {} (true on)) (<= (legal you go) {})",
        list("r", 'c'),
        list("s", '?'),
        list("r", '?'),
        list("s", '?'),
    );
    let sheet = sheet(&game(&rules));
    let reasoner = Reasoner::new(&sheet, Limits::default()).expect("within the limits");
    assert_eq!(reasoner.view(reasoner.initial()).legal(0).unwrap().len(), 1);
}

#[test]
fn a_grounding_can_be_made_by_hand() {
    let literal = |atom: u32, negated| Literal { atom: AtomId(atom), negated };
    let mut definitions = Definitions::of_inputs(2);
    let both = definitions.push_atom([[literal(0, false), literal(1, false)]]);
    let neither = definitions.push_atom([[literal(0, true), literal(1, true)]]);
    let grounding = Grounding { definitions, ..Grounding::default() };
    assert_eq!((both, neither), (AtomId(2), AtomId(3)));
    let oracle = Oracle::new(&grounding);
    assert_eq!(oracle.values([]), [false, false, false, true]);
    assert_eq!(oracle.values([1]), [false, true, false, false]);
    assert_eq!(oracle.values([0, 1]), [true, true, true, false]);
}

#[test]
fn every_built_in_game_is_grounded_as_the_reasoner_plays_it() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut games = 0;
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "kif")) {
        let (reasoner, grounding) = ground(&std::fs::read_to_string(&path).unwrap());
        (1..=3).for_each(|seed| compare(&reasoner, &grounding, 200, seed));
        games += 1;
    }
    assert!(games >= 12);
}
