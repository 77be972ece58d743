//! Recursive relations and stratified negation.

use super::*;

#[test]
fn a_rule_that_depends_only_on_itself_derives_nothing() {
    assert_eq!(seen("(<= (p ?x) (p ?x)) (<= (seen ?x) (p ?x))"), NONE);
    assert_eq!(seen("(<= p p) (<= (seen a) p)"), NONE);
    assert_eq!(seen("(<= p p) (<= (seen a) (not p))"), ["a"]);
    assert_eq!(seen("(p a) (<= (p ?x) (p ?x)) (<= (seen ?x) (p ?x))"), ["a"]);
}

#[test]
fn four_relations_in_a_cycle_have_the_same_facts() {
    let circle = "(<= (north ?x) (west ?x)) (<= (east ?x) (north ?x)) (<= (south ?x) (east ?x)) (<= (west ?x) (south ?x))
                  (<= (seen ?x) (north ?x))";
    assert_eq!(seen(circle), NONE);
    assert_eq!(seen(&format!("{circle} (east a) (west b) (<= (south c) (not nothing))")), ["a", "b", "c"]);
}

#[test]
fn left_right_and_double_recursion_agree() {
    let edges = "(edge a b) (edge b c) (edge c a) (edge c d) (edge e a)";
    let from_d = "(<= (seen ?x) (path d ?x))";
    let from_a = "(<= (seen ?x) (path a ?x))";
    for rule in [
        "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?z) (path ?x ?y) (edge ?y ?z))",
        "(<= (path ?x ?z) (edge ?x ?y) (path ?y ?z)) (<= (path ?x ?y) (edge ?x ?y))",
        "(<= (path ?x ?z) (path ?x ?y) (path ?y ?z)) (<= (path ?x ?y) (edge ?x ?y))",
    ] {
        assert_eq!(seen(&format!("{edges} {rule} {from_a}")), ["a", "b", "c", "d"]);
        assert_eq!(seen(&format!("{edges} {rule} {from_d}")), NONE);
        let rest = "(<= (seen ?x) (edge ?x ?y) (not (path ?x ?x)))";
        assert_eq!(seen(&format!("{edges} {rule} {rest}")), ["e"]);
    }
}

#[test]
fn recursion_on_terms_may_end() {
    let edges = "(linked (edge a b)) (linked (edge b c)) (<= (linked (edge ?x ?y)) (linked (edge ?y ?x)))";
    assert_eq!(seen(&format!("{edges} (<= (seen ?x) (linked (edge b ?x)))")), ["a", "c"]);
    assert_eq!(
        seen("(move (push a)) (<= (move (turn ?x)) (move (push ?x))) (<= (seen ?m) (move ?m))"),
        ["(push a)", "(turn a)"]
    );
}

#[test]
fn mutually_recursive_relations_may_define_the_initial_state() {
    let numbers = "(follows 0 1) (follows 1 2) (follows 2 3) (follows 3 4) (even 0)
        (<= (odd ?y) (even ?x) (follows ?x ?y)) (<= (even ?y) (odd ?x) (follows ?x ?y))";
    let reasoner = reason(&game(&format!("(legal you wait) {numbers} (<= (init (lit ?x)) (even ?x))")));
    assert_eq!(reasoner.texts(reasoner.initial().fluents()), ["(lit 0)", "(lit 2)", "(lit 4)"]);
}

#[test]
fn recursion_may_build_terms_up_to_a_bound() {
    let lists = "(item a) (item b) (below 0 1) (below 1 2) (list 0 nil)
        (<= (list ?m (cons ?x ?rest)) (list ?n ?rest) (below ?n ?m) (item ?x))";
    assert_eq!(
        seen(&format!("{lists} (<= (seen ?l) (list 2 ?l))")),
        ["(cons a (cons a nil))", "(cons a (cons b nil))", "(cons b (cons a nil))", "(cons b (cons b nil))"]
    );
    assert_eq!(
        seen("(tall (s (s (s 0)))) (<= (seen ?x) (tall ?x)) (<= (tall ?x) (tall (s ?x)))"),
        ["(s (s (s 0)))", "(s (s 0))", "(s 0)", "0"]
    );
}

#[test]
fn recursion_through_another_relation_is_a_fixpoint() {
    // Nothing but `q` bounds this recursion; it ends all the same.
    assert_eq!(seen("(q a) (q b) (r c) (<= (r ?x) (r ?y) (q ?x)) (<= (seen ?x) (r ?x))"), ["a", "b", "c"]);
}

#[test]
fn negation_applies_to_complete_relations() {
    // A game of moving along edges: a place is lost if every way from it leads to a won place.
    let places = "(edge a b) (edge b c) (edge a c) (edge d a)
        (<= (seen ?x) (place ?x) (not (can_move ?x)))
        (<= (can_move ?x) (edge ?x ?y))
        (<= (place ?x) (edge ?x ?y)) (<= (place ?y) (edge ?x ?y))";
    assert_eq!(seen(places), ["c"]);
    assert_eq!(
        seen("(edge a b) (edge b a) (edge b c) (<= (r ?x) (edge a ?x)) (<= (r ?y) (r ?x) (edge ?x ?y))
              (<= (u ?x) (edge ?y ?x) (not (r ?x))) (<= (v ?x) (r ?x) (not (u ?x))) (<= (seen ?x) (v ?x) (not (edge ?x a)))"),
        ["a", "c"]
    );
}
