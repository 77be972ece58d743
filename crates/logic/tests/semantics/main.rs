//! The meaning of rules, one small rulesheet a test.

mod facts;
mod limits;
mod recursion;
mod rejected;
mod roles;
mod sharing;
mod states;

use std::time::Duration;

use gdl::{Interrupt, Interrupted};
use rstest::rstest;
use spielbaum_logic::{Limits, LogicError, Reasoner, RoleGoal, State, TermId};

fn try_reason(rules: &str, limits: Limits) -> Result<Reasoner, LogicError> {
    let sheet = gdl::Rulesheet::parse("rules.kif", rules.as_bytes())
        .unwrap_or_else(|rejected| panic!("{}", rejected.diagnostics[0].render(100)));
    Reasoner::new(&sheet, limits)
}

fn reason(rules: &str) -> Reasoner {
    try_reason(rules, Limits::default()).expect("within the limits")
}

/// A rulesheet of these rules with the rules that every game needs.
fn game(rules: &str) -> String {
    format!("(role you) terminal (goal you 0) {rules}")
}

/// The fluents of the initial state: the facts of `seen`.
fn initially(rules: &str) -> Vec<String> {
    let reasoner = reason(&game(&format!("(legal you wait) (<= (init ?x) (seen ?x)) {rules}")));
    reasoner.texts(reasoner.initial().fluents())
}

/// The facts of `seen` as legal moves, so that they depend on the state and are evaluated in each.
fn in_a_state(rules: &str) -> Vec<String> {
    let reasoner = reason(&game(&format!("(init on) (<= (legal you ?x) (true on) (seen ?x)) {rules}")));
    legal(&reasoner, reasoner.initial(), 0)
}

/// The facts of `seen`, the same as static and as dynamic relations.
fn seen(rules: &str) -> Vec<String> {
    let fluents = initially(rules);
    assert_eq!(in_a_state(rules), fluents);
    let on = rules.replace("(<= (seen ?x)", "(<= (seen ?x) (true on)");
    assert_eq!(in_a_state(&on), fluents, "{on}");
    fluents
}

fn legal(reasoner: &Reasoner, state: &State, role: usize) -> Vec<String> {
    let moves = reasoner.view(state).legal(role).expect("within the limits");
    moves.iter().map(|&mov| reasoner.text(mov)).collect()
}

/// The legal move of a role with this text.
fn mov(reasoner: &Reasoner, state: &State, role: usize, text: &str) -> TermId {
    let moves = reasoner.view(state).legal(role).expect("within the limits");
    let found = moves.into_iter().find(|&mov| reasoner.text(mov) == text);
    found.unwrap_or_else(|| panic!("`{text}` is not legal"))
}

/// The state after the role `you` alone has made a move.
fn after(reasoner: &Reasoner, state: &State, text: &str) -> State {
    reasoner.view(state).next(&[mov(reasoner, state, 0, text)]).expect("within the limits")
}

/// The goals of all roles in the initial state.
fn goals(rules: &str) -> Vec<RoleGoal> {
    let reasoner = reason(rules);
    reasoner.view(reasoner.initial()).goals().expect("within the limits")
}

const NONE: [&str; 0] = [];
