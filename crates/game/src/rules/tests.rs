use logic::RoleGoal;

use super::*;
use crate::Game;

fn over(goals: &str) -> Rules {
    let text = format!("(role you) (init a) (legal you wait) terminal {goals}");
    Rules::new(&Rulesheet::parse("test.kif", text.as_bytes()).unwrap()).unwrap()
}

#[test]
fn a_clear_goal_needs_no_remark() {
    let rules = over("(goal you 70)");
    assert_eq!((rules.goal(&rules.initial(), 0), rules.notation().remark(&rules.initial())), (70, None));
}

#[test]
fn both_engines_tell_the_moves_of_all_at_once() {
    let text = "(role a) (role b) (init (n 0)) (legal a go) (legal a stay) (<= (legal b wait) (true (n 0)))
        (<= (next (n 1)) (does a go)) (<= (next (n 2)) (does a stay)) (<= terminal (true (n 2)))
        (goal a 1) (goal b 1)";
    let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
    for rules in [Rules::new(&sheet).unwrap(), Rules::reasoned(&sheet, Limits::default()).unwrap()] {
        let state = rules.initial();
        for _ in 0..2 {
            let moves = rules.legal_moves_of_all(&state).unwrap().unwrap();
            let named: Vec<_> = moves.iter().map(|moves| rules.reasoner().texts(moves)).collect();
            assert_eq!(named, [vec!["go", "stay"], vec!["wait"]]);
        }
        let moves = rules.legal_moves_of_all(&state).unwrap().unwrap();
        let after = |mov: usize| rules.successor(&state, &[moves[0][mov], moves[1][0]]).unwrap();
        assert_eq!(rules.legal_moves_of_all(&after(1)).unwrap(), None, "the end");
        // That a role has no move is a fault only to a search.
        let stuck = rules.legal_moves_of_all(&after(0)).unwrap().unwrap();
        assert_eq!((stuck[0].len(), stuck[1].len()), (2, 0));
        assert!(rules.terminal(&after(0)) && rules.fault(&after(0)).is_some());
        assert!(!rules.terminal(&state) && rules.fault(&state).is_none(), "other states are as they were");
    }
}

/// Rules whose moves are a million, so that they are grounded for a while, and a state that is known at once.
fn million() -> Rulesheet {
    let digits: String = (0..100).map(|digit| format!("(d {digit})")).collect();
    let rules = "(role you) (init on) (<= (legal you (go ?a ?b ?c)) (d ?a) (d ?b) (d ?c) (true off))
        (<= (legal you wait) (true on)) (<= (next off) (true on)) (<= terminal (true (n 1))) (goal you 0)";
    Rulesheet::parse("test.kif", format!("{digits} {rules}").as_bytes()).unwrap()
}

/// The game, and how often it was asked for before it was interrupted at question `last`.
fn interrupted(sheet: &Rulesheet, last: usize) -> (Result<Rules, LogicError>, usize) {
    let asked = std::cell::Cell::new(0);
    let go_on = || {
        asked.set(asked.get() + 1);
        asked.get() < last
    };
    let interrupt = Interrupt::unless(&go_on);
    let rules = Rules::within_while(sheet, Limits::default(), &GroundLimits::default(), &interrupt);
    (rules, asked.get())
}

#[test]
fn rules_that_are_not_compiled_in_time_are_reasoned_about() {
    let sheet = million();
    let (rules, asked) = interrupted(&sheet, 2_000);
    assert_eq!(asked, 2_000, "it works on");
    let rules = rules.unwrap();
    let why = rules.compiled().unwrap_err().to_string();
    assert!(why.ends_with("cannot be grounded: it was cancelled"), "{why}");
    assert_eq!(rules.legal_moves_of_all(&rules.initial()).unwrap().unwrap()[0].len(), 1);
    // Before the initial state is known there is no game.
    let (rules, asked) = interrupted(&sheet, 2);
    let error = rules.map(|_| ()).unwrap_err();
    assert_eq!((error.to_string().as_str(), asked), ("there is no answer: it was cancelled", 2));
}

#[test]
fn what_is_cancelled_in_the_end_has_no_circuit() {
    let text = "(role you) (init (n 0)) (legal you (set 1)) (legal you (set 2))
        (<= (next (n ?x)) (does you (set ?x))) (<= terminal (true (n 2))) (goal you 0)";
    let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
    let (rules, all) = interrupted(&sheet, usize::MAX);
    assert!(rules.unwrap().compiled().is_ok());
    let (rules, asked) = interrupted(&sheet, all);
    assert_eq!(asked, all);
    assert_eq!(rules.unwrap().compiled().unwrap_err(), &NoCircuit::Interrupted(gdl::Interrupted::Cancelled));
}

#[test]
fn thirty_thousand_roles_may_move_side_by_side() {
    let roles: String = (0..30_000).map(|role| format!("(role r{role})")).collect();
    let rules = "(init p) (<= (legal ?r a) (role ?r)) (<= (goal ?r 1) (role ?r)) (<= (next q) (true p)) (<= terminal (true q))";
    let sheet = Rulesheet::parse("test.kif", format!("{roles}{rules}").as_bytes()).unwrap();
    for rules in [Rules::new(&sheet).unwrap(), Rules::reasoned(&sheet, Limits::default()).unwrap()] {
        assert_eq!(crate::perft(&rules, 1).unwrap(), [1]);
    }
}

#[test]
fn what_has_no_answer_is_an_error_and_the_fault_of_the_state_after_it() {
    let text = "(role a) (init (n z)) (legal a go) (<= (next (n (s ?n))) (true (n ?n)))
        (<= terminal (true b)) (goal a 1)";
    let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
    let rules = Rules::reasoned(&sheet, Limits { term_depth: 3, ..Limits::default() }).unwrap();
    let joint = rules.legal_moves_of_all(&rules.initial()).unwrap().unwrap().concat();
    let state = rules.successor(&rules.initial(), &joint).unwrap();
    let error = rules.successor(&state, &joint).unwrap_err();
    let failed = rules.next(&state, &joint);
    assert!(rules.terminal(&failed) && failed != state);
    assert_eq!(rules.fault(&failed).unwrap().message, error.to_string());
    assert!(!rules.terminal(&state) && rules.fault(&state).is_none());
    let mut legal = Vec::new();
    rules.legal(&failed, 0, &mut legal);
    assert!(legal.is_empty());
}

#[test]
fn what_roles_see_without_an_answer_is_the_fault_of_the_state_after_it() {
    let numbers: String = (0..20).map(|number| format!("(number {number}) ")).collect();
    // After the first move there are 20 numbers, of which 400 pairs are seen at the second.
    let rest =
        "(role a) (init p) (legal a go) (<= (next (n ?x)) (true p) (number ?x)) (<= (next q) (true (n 0)))
        (<= (sees a (pair ?x ?y)) (true (n ?x)) (true (n ?y)) (does a go)) (<= terminal (true q)) (goal a 1)";
    let sheet = Rulesheet::parse("test.kif", (numbers + rest).as_bytes()).unwrap();
    let fault = |facts| {
        let rules = Rules::reasoned(&sheet, Limits { facts, ..Limits::default() }).unwrap();
        let joint = rules.legal_moves_of_all(&rules.initial()).unwrap().unwrap().concat();
        let second = rules.next(&rules.initial(), &joint);
        assert!(!rules.terminal(&second));
        rules.fault(&rules.next(&second, &joint))
    };
    assert_eq!(fault(1_000), None);
    assert!(fault(200).unwrap().message.contains("200"));
}

#[test]
fn an_answer_that_nobody_waited_for_is_not_remembered() {
    let text = "(role a) (init p) (<= (legal a go) (true p)) (<= (next q) (true p)) (<= terminal (true q))
        (<= (goal a 7) (true q))";
    let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
    let rules = Rules::reasoned(&sheet, Limits::default()).unwrap();
    let start = rules.initial();
    let end = rules.next(&start, &rules.legal_moves_of_all(&start).unwrap().unwrap().concat());
    let state = rules.initial();
    logic::ask_while(
        || false,
        || {
            assert!(rules.terminal(&state) && rules.terminal(&end), "nothing is known");
            assert_eq!(rules.goal(&end, 0), 0);
            let fault = rules.fault(&state).unwrap().message;
            assert_eq!(fault, "there is no answer: it was cancelled");
        },
    );
    assert!(!rules.terminal(&state) && rules.fault(&state).is_none());
    assert_eq!((rules.terminal(&end), rules.goal(&end, 0), rules.fault(&end)), (true, 7, None));
}

#[test]
fn a_missing_goal_is_0_and_several_are_the_least_of_them_and_both_are_remarked_on() {
    let missing = over("(<= (goal you 70) (true b))");
    assert_eq!(missing.goal(&missing.initial(), 0), 0);
    let remark = missing.notation().remark(&missing.initial()).unwrap();
    assert_eq!(remark, "the rules give you no goal in the terminal state a; 0 is taken");
    let several = over("(goal you 70) (goal you 100)");
    assert_eq!(several.goal(&several.initial(), 0), 70);
    let remark = several.notation().remark(&several.initial()).unwrap();
    assert_eq!(remark, "the rules give you the goals 100, 70 in the terminal state a; 70 is taken");
    let outside = over("(<= (goal you ?n) (pays ?n)) (pays 101) (pays 90) (pays -1)");
    assert_eq!(outside.goal(&outside.initial(), 0), 90);
    let remark = outside.notation().remark(&outside.initial()).unwrap();
    assert!(remark.ends_with(" in the terminal state a; 90 is taken"), "{remark}");
    let none = over("(<= (goal you ?n) (pays ?n)) (pays 101)");
    let remark = none.notation().remark(&none.initial()).unwrap();
    assert!(remark.ends_with("the goals 101 in the terminal state a; 0 is taken"), "{remark}");
}

#[test]
fn what_a_role_gets_is_told_of_fluents_that_no_play_leads_to() {
    let sheet = crate::testing::sheet("tictactoe");
    for rules in [Rules::new(&sheet).unwrap(), Rules::reasoned(&sheet, Limits::default()).unwrap()] {
        let ending = |fluents: &[&str], role| {
            let term = |text: &&str| rules.reasoner().term(text).unwrap().unwrap();
            rules.ending_where(fluents.iter().map(term).collect(), role).unwrap()
        };
        let line = ["(cell 1 1 x)", "(cell 2 2 x)", "(cell 3 3 x)"];
        assert_eq!(ending(&line, 0), (true, RoleGoal::Unique(100)));
        assert_eq!(ending(&line, 1), (true, RoleGoal::Unique(0)));
        assert_eq!(ending(&line[1..], 0), (true, RoleGoal::Unique(50)), "no cell is blank");
        assert_eq!(ending(&["(cell 1 1 b)"], 0), (false, RoleGoal::Unique(50)));
    }
}
