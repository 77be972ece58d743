//! Roles, goals and percepts.

use super::*;

fn roles(rules: &str) -> Vec<String> {
    let reasoner = reason(rules);
    reasoner.roles().iter().map(|&role| reasoner.text(role)).collect()
}

#[test]
fn roles_keep_the_order_of_their_declaration() {
    let rest = "(legal white wait) terminal (goal white 0)";
    assert_eq!(roles(&format!("(role white) (role black) (role amber) {rest}")), ["white", "black", "amber"]);
    assert_eq!(
        roles(&format!("{rest} (role zoe) (<= (role white)) (role zoe) (role random)")),
        ["zoe", "white", "random"]
    );
    assert_eq!(
        roles("(role (robot 2)) (role (robot 1)) (legal (robot 1) go) terminal (goal (robot 1) 0)"),
        ["(robot 2)", "(robot 1)"]
    );
}

#[test]
fn derived_roles_come_last_in_the_order_of_their_texts() {
    let rules = "(role zed) (<= (role ?x) (plays ?x)) (plays b) (plays zed) (plays a) (legal zed wait) terminal (goal zed 0)";
    assert_eq!(roles(rules), ["zed", "a", "b"]);
}

#[test]
fn the_players_are_those_of_the_initial_state() {
    let rules = "(init (plays b)) (init (plays a)) (<= (role ?x) (true (plays ?x))) (<= (next (plays c)) (does a wait))
        (<= (legal ?x wait) (role ?x)) (goal a 0) (<= terminal (true (plays c)))";
    assert_eq!(roles(rules), ["a", "b"]);
}

#[test]
fn what_is_said_of_a_name_that_is_no_role_has_no_effect() {
    let reasoner = reason(
        "(role you) (init on) (legal you go) (legal me stop) (legal (robot 1) stop) (goal me 100) (goal you 0) (<= terminal (true off))
         (<= (next on) (does you go)) (<= (next off) (does me stop)) (<= (next off) (does (robot 1) stop))",
    );
    assert_eq!(reasoner.texts(after(&reasoner, reasoner.initial(), "go").fluents()), ["on"]);
}

#[rstest]
#[case::none("", RoleGoal::Missing)]
#[case::one("(goal you 100)", RoleGoal::Unique(100))]
#[case::zero("(goal you 0)", RoleGoal::Unique(0))]
#[case::one_twice("(goal you 50) (<= (goal you ?n) (n ?n)) (n 50)", RoleGoal::Unique(50))]
#[case::several("(goal you 100) (goal you 0)", RoleGoal::Ambiguous(vec!["0".into(), "100".into()]))]
#[case::too_great("(<= (goal you ?n) (n ?n)) (n 101)", RoleGoal::Ambiguous(vec!["101".into()]))]
#[case::negative("(<= (goal you ?n) (n ?n)) (n -1)", RoleGoal::Ambiguous(vec!["-1".into()]))]
#[case::a_word("(<= (goal you ?n) (n ?n)) (n win)", RoleGoal::Ambiguous(vec!["win".into()]))]
#[case::a_term("(<= (goal you ?n) (n ?n)) (n (plus 1 2))", RoleGoal::Ambiguous(vec!["(plus 1 2)".into()]))]
#[case::of_a_stranger("(<= (goal ?r 100) (somebody ?r)) (somebody me)", RoleGoal::Missing)]
fn a_goal_is_unique_missing_or_ambiguous(#[case] rules: &str, #[case] expected: RoleGoal) {
    let rest = "(role you) (legal you wait) terminal";
    assert_eq!(goals(&format!("{rest} {rules}")), std::slice::from_ref(&expected));
    // The same where goals depend on the state.
    let on = rules.replace("(n ?n))", "(n ?n) (true on))");
    assert_eq!(goals(&format!("{rest} (init on) {on}")), [expected]);
}

#[test]
fn a_goal_may_depend_on_the_negation_of_another() {
    let rules = |won: &str| {
        format!(
            "(role white) (role black) (legal white wait) (legal black wait) terminal (won {won})
             (<= (goal ?r 100) (role ?r) (won ?r))
             (<= (goal white 0) (not (goal white 100)) (not (goal white 50)))
             (<= (goal black 0) (not (goal black 100)) (not (goal black 50)))
             (<= (goal ?r 50) (role ?r) (won both))"
        )
    };
    assert_eq!(goals(&rules("white")), [RoleGoal::Unique(100), RoleGoal::Unique(0)]);
    assert_eq!(goals(&rules("black")), [RoleGoal::Unique(0), RoleGoal::Unique(100)]);
    assert_eq!(goals(&rules("both")), [RoleGoal::Unique(50), RoleGoal::Unique(50)]);
    assert_eq!(goals(&rules("nobody")), [RoleGoal::Unique(0), RoleGoal::Unique(0)]);
}

#[test]
fn a_chain_of_negations_in_one_relation_is_followed_fact_by_fact() {
    let chain = "(<= (p 1) (not (p 2))) (<= (p 2) (not (p 3))) (<= (p 3) (not (p 4))) (<= (p 4) (not (p 5))) (<= (seen ?x) (p ?x))";
    assert_eq!(seen(chain), ["2", "4"]);
    assert_eq!(seen(&format!("{chain} (p 5)")), ["1", "3", "5"]);
}

#[test]
fn each_role_perceives_what_it_sees() {
    let reasoner = reason(
        "(role random) (role ann) (role bob) (legal random (deal 1)) (legal random (deal 2)) (legal ann wait) (legal bob wait)
         (init fresh) (goal ann 0) terminal (<= (next (card ?c)) (does random (deal ?c)))
         (<= (sees ann (card ?c)) (does random (deal ?c))) (<= (sees ?r begun) (role ?r) (true fresh))
         (<= (sees bob (moved ?r)) (does ?r wait))",
    );
    let start = reasoner.initial();
    let (deal, wait) = (mov(&reasoner, start, 0, "(deal 2)"), mov(&reasoner, start, 1, "wait"));
    let mut view = reasoner.view(start);
    let mut percepts = |role| reasoner.texts(&view.percepts(&[deal, wait, wait], role).unwrap());
    assert_eq!(percepts(0), ["begun"]);
    assert_eq!(percepts(1), ["(card 2)", "begun"]);
    assert_eq!(percepts(2), ["(moved ann)", "(moved bob)", "begun"]);
    let next = view.next(&[deal, wait, wait]).unwrap();
    let mut view = reasoner.view(&next);
    assert_eq!(reasoner.texts(&view.percepts(&[deal, wait, wait], 1).unwrap()), ["(card 2)"]);
}

#[test]
fn without_sees_there_are_no_percepts() {
    let reasoner = reason(&game("(legal you wait)"));
    let wait = mov(&reasoner, reasoner.initial(), 0, "wait");
    assert_eq!(reasoner.view(reasoner.initial()).percepts(&[wait], 0).unwrap(), []);
}
