//! Facts, conditions, terms, disjunction and negation.

use super::*;

#[test]
fn a_rule_without_conditions_is_a_fact() {
    assert_eq!(seen("(<= (seen (it is)))"), ["(it is)"]);
    let reasoner =
        reason("(<= (role you)) (<= (init on)) (<= (legal you wait)) (<= terminal) (<= (goal you 7))");
    assert_eq!(reasoner.texts(reasoner.roles()), ["you"]);
    assert_eq!(reasoner.texts(reasoner.initial().fluents()), ["on"]);
    assert_eq!(legal(&reasoner, reasoner.initial(), 0), ["wait"]);
    let mut view = reasoner.view(reasoner.initial());
    assert!(view.terminal().unwrap());
    assert_eq!(view.goals().unwrap(), [RoleGoal::Unique(7)]);
}

#[test]
fn conditions_join_on_shared_variables() {
    let edges = "(edge a b) (edge b c) (edge c d) (edge b a)";
    assert_eq!(seen(&format!("{edges} (<= (seen ?x) (edge a ?y) (edge ?y ?x))")), ["a", "c"]);
    assert_eq!(seen(&format!("{edges} (<= (seen ?x) (edge ?x ?y) (edge ?y ?x))")), ["a", "b"]);
    assert_eq!(seen(&format!("{edges} (<= (seen ?x) (edge ?x ?y) (not (edge ?y ?x)))")), ["b", "c"]);
}

#[test]
fn a_repeated_variable_has_one_value() {
    let pairs = "(pair a a) (pair a b) (pair (f a) (f a)) (pair (f a) (f b))";
    assert_eq!(seen(&format!("{pairs} (<= (seen ?x) (pair ?x ?x))")), ["(f a)", "a"]);
    assert_eq!(seen(&format!("{pairs} (<= (seen ?x) (pair (f ?x) (f ?x)))")), ["a"]);
    assert_eq!(seen("(one a) (one b) (<= (twice ?x ?x) (one ?x)) (<= (seen ?x) (twice ?x b))"), ["b"]);
    assert_eq!(
        seen("(one a) (one b) (<= (twice ?x ?x) (one ?x)) (<= (seen ?x) (twice ?x ?y) (distinct ?x ?y))"),
        NONE
    );
    // The second occurrence stands deeper than the first.
    let nested = "(pair a (f a)) (pair b (f a)) (pair (f b) (f (f b)))";
    assert_eq!(seen(&format!("{nested} (<= (seen ?x) (pair ?x (f ?x)))")), ["(f b)", "a"]);
    assert_eq!(
        seen("(swap (p a b) (p b a)) (swap (p a b) (p a b)) (<= (seen ?x) (swap (p ?x ?y) (p ?y ?x)))"),
        ["a"]
    );
}

#[test]
fn one_name_with_two_numbers_of_arguments_is_two_relations_or_functions() {
    assert_eq!(seen("(p a) (p a b) (p c b) (<= (seen ?x) (p ?x b) (not (p ?x)))"), ["c"]);
    assert_eq!(seen("(p a) (p b) (<= (p ?x ?x) (p ?x)) (<= (seen ?y) (p ?x ?y) (distinct ?x a))"), ["b"]);
    let terms = "(one f) (one (f)) (one (f a)) (one (f b c))";
    assert_eq!(seen(&format!("{terms} (<= (seen ?x) (one (f ?x)))")), ["a"]);
    assert_eq!(seen(&format!("{terms} (<= (seen ?x) (one (f ?y ?x)))")), ["c"]);
}

/// Eleven disjunctions that hold, more than a rule may unfold: those beside them are evaluated as relations
/// of their own.
const ELEVEN: &str = "(or yes no) (or no yes) (or yes no) (or no yes) (or yes no) (or no yes) (or yes no) (or no yes) (or yes no)
    (or no yes) (or yes no)";

#[rstest]
#[case::of_atoms("(one ?x) (or (two ?x ?y) (two ?y ?x) (three ?x))", &["a", "b", "c"])]
#[case::that_binds("(or (three ?x) (two ?x ?y)) (distinct ?x a)", &["b", "c"])]
#[case::that_says_what_may_not_be("(one ?x) (or (not (or (not (two ?x ?y)) (three ?y))) (three ?x))", &["a", "c"])]
#[case::that_tests_what_is_bound_elsewhere("(one ?x) (or (not (two ?x b)) (distinct ?x a))", &["b", "c", "d"])]
#[case::of_equations("(one ?x) (or (not (distinct ?x d)) (not (distinct a ?x)))", &["a", "d"])]
#[case::of_shared_variables("(or (two ?x ?y) (two ?y ?x)) (or (three ?y) (one ?y)) (distinct ?y b)", &["b"])]
#[case::within_another("(one ?x) (or (three ?x) (or (two ?x b) (not (not (or (two ?y ?x) (nowhere ?x))))))", &["a", "b", "c"])]
#[case::of_nothing("(one ?x) (or)", &[])]
#[case::about_itself("(or (two a ?x) (not (or (not (two ?y ?x)) (not (seen ?y)) (three ?x))))", &["b"])]
fn many_disjunctions_mean_what_each_of_them_does(#[case] body: &str, #[case] expected: &[&str]) {
    let facts = "(one a) (one b) (one c) (one d) (two a b) (two b c) (three c) yes";
    assert_eq!(seen(&format!("{facts} (<= (seen ?x) {body})")), expected);
    assert_eq!(seen(&format!("{facts} (<= (seen ?x) {body} {ELEVEN})")), expected);
}

#[test]
fn an_undefined_relation_never_holds() {
    assert_eq!(seen("(one a) (<= (seen ?x) (one ?x) (nowhere ?x))"), NONE);
    assert_eq!(seen("(one a) (<= (seen ?x) (one ?x) (not (nowhere ?x)))"), ["a"]);
    assert_eq!(seen("(one a) (<= (seen ?x) (one ?x) (or (nowhere ?x) (not nothing)))"), ["a"]);
}

#[test]
fn constants_are_case_sensitive() {
    assert_eq!(seen("(one a) (one A) (<= (seen ?x) (one ?x) (distinct ?x a))"), ["A"]);
}

#[test]
fn a_number_is_its_text() {
    assert_eq!(seen("(one 1) (one 01) (<= (seen ?x) (one ?x) (distinct ?x 1))"), ["01"]);
}

#[test]
fn an_atom_without_arguments_may_have_parentheses() {
    assert_eq!(seen("(open2) (<= (seen a) open2)"), ["a"]);
    assert_eq!(seen("open2 (<= (seen a) (open2))"), ["a"]);
    assert_eq!(seen("(<= (open2) (not (shut))) (<= (seen a) (not shut) open2)"), ["a"]);
}

#[test]
fn a_function_without_arguments_is_not_the_constant_of_its_name() {
    assert_eq!(seen("(one (f)) (<= (seen ?x) (one ?x))"), ["(f)"]);
    assert_eq!(seen("(one (f)) (<= (seen a) (one f))"), NONE);
    assert_eq!(seen("(one f) (<= (seen a) (one (f)))"), NONE);
    assert_eq!(seen("(one f) (one (f)) (<= (seen ?x) (one ?x) (distinct ?x f))"), ["(f)"]);
    let reasoner = reason(&game(
        "(init open2) (init (open2)) (<= (legal you a) (true open2)) (<= (next ?x) (true ?x) (distinct ?x open2))",
    ));
    let after = after(&reasoner, reasoner.initial(), "a");
    assert_eq!(reasoner.texts(after.fluents()), ["(open2)"]);
    assert_eq!(legal(&reasoner, &after, 0), NONE);
}

#[test]
fn relations_functions_and_constants_have_separate_names() {
    assert_eq!(
        seen("(p a) (q (p b)) (r p) (<= (seen ?x) (p ?x)) (<= (seen ?x) (q (p ?x))) (<= (seen ?x) (r ?x))"),
        ["a", "b", "p"]
    );
}

#[test]
fn a_pattern_matches_at_any_depth() {
    let deep = "(one (f (g a (h b)) c))";
    assert_eq!(
        seen(&format!("{deep} (<= (seen (?x)) (one ?x))").replace("(?x)", "(is ?x)")),
        ["(is (f (g a (h b)) c))"]
    );
    assert_eq!(
        seen(&format!("{deep} (<= (seen (three ?x ?y ?z)) (one (f (g ?x (h ?y)) ?z)))")),
        ["(three a b c)"]
    );
    assert_eq!(seen(&format!("{deep} (<= (seen ?x) (one (f (g a ?x) c)))")), ["(h b)"]);
    assert_eq!(seen(&format!("{deep} (<= (seen ?x) (one (f (h ?x) c)))")), NONE);
    assert_eq!(seen(&format!("{deep} (two (h b)) (<= (seen ?x) (two ?x) (one (f (g a ?x) ?y)))")), ["(h b)"]);
}

#[rstest]
#[case::distinct_first("(<= (seen ?x) (distinct ?x b) (one ?x))", &["a", "c"])]
#[case::distinct_between_two_bound_later("(<= (seen (p ?x ?y)) (distinct ?x ?y) (two ?x) (two ?y))", &["(p b c)", "(p c b)"])]
#[case::not_first("(<= (seen ?x) (not (two ?x)) (one ?x))", &["a"])]
#[case::not_first_with_two_variables("(<= (seen (p ?x ?y)) (not (pair ?x ?y)) (two ?x) (two ?y))", &["(p b b)", "(p b c)", "(p c b)"])]
#[case::distinct_terms("(<= (seen ?x) (one ?x) (distinct (f ?x) (f a)))", &["b", "c"])]
#[case::distinct_of_equal_constants("(<= (seen a) (distinct b b))", &[])]
#[case::distinct_of_different_constants("(<= (seen a) (distinct b c))", &["a"])]
#[case::not_distinct_is_equality("(<= (seen ?y) (two ?x) (not (distinct ?x ?y)))", &["b", "c"])]
#[case::not_distinct_builds("(<= (seen ?y) (not (distinct (f ?x) ?y)) (two ?x))", &["(f b)", "(f c)"])]
#[case::not_distinct_takes_apart("(<= (seen ?y) (three ?x) (not (distinct (f ?y) ?x)))", &["a", "b"])]
#[case::not_distinct_of_shared_variables("(<= (seen ?y) (three ?x) (one ?y) (not (distinct (f ?y) ?x)))", &["a", "b"])]
#[case::not_distinct_with_repeats("(<= (seen ?y) (four ?x) (not (distinct ?x (g ?y ?y))))", &["a"])]
#[case::not_not("(<= (seen ?x) (not (not (two ?x))))", &["b", "c"])]
#[case::or("(<= (seen ?x) (or (two ?x) (pair ?x d)))", &["b", "c", "d"])]
#[case::or_of_tests("(<= (seen ?x) (one ?x) (or (distinct ?x a) (two a)))", &["b", "c"])]
#[case::or_of_one("(<= (seen ?x) (or (two ?x)))", &["b", "c"])]
#[case::or_of_none("(<= (seen ?x) (one ?x) (or))", &[])]
#[case::not_or("(<= (seen ?x) (one ?x) (not (or (distinct ?x b) (pair ?x a))))", &["b"])]
#[case::not_or_of_none("(<= (seen ?x) (two ?x) (not (or)))", &["b", "c"])]
#[case::or_in_or("(<= (seen ?x) (one ?x) (or (or (two ?x) (not (one ?x))) (not (distinct ?x a))))", &["a", "b", "c"])]
#[case::not_in_or_in_not("(<= (seen ?x) (one ?x) (not (or (not (two ?x)) (not (distinct ?x c)))))", &["b"])]
#[case::or_twice("(<= (seen (p ?x ?y)) (or (two ?x) (pair ?x d)) (or (pair ?x ?y) (pair ?y ?x)))", &["(p b d)", "(p c c)", "(p d b)", "(p d d)"])]
fn conditions_mean_what_they_say(#[case] rule: &str, #[case] expected: &[&str]) {
    let facts =
        "(one a) (one b) (one c) (two b) (two c) (three (f a)) (three (f b)) (three f) (three (g a b))
                 (four (g a a)) (four (g a b)) (pair b d) (pair c c) (pair d d)";
    assert_eq!(seen(&format!("{facts} {rule}")), expected);
}
