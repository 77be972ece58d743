use std::cell::Cell;
use std::collections::HashSet;
use std::fmt::Write as _;

use game::{Builtin, Game, NamedGame, Rules, RulesState};
use serde_json::{Value, json};

use super::*;

fn rules(text: &str) -> Rules {
    Rules::new(&gdl::Rulesheet::parse("test.kif", text.as_bytes()).unwrap()).unwrap()
}

fn built_in(name: &str) -> Rules {
    rules(&NamedGame::find(name).unwrap().rules)
}

fn options() -> SymbolicOptions {
    SymbolicOptions { memory: 64 << 20, positions: true, ..SymbolicOptions::default() }
}

fn counted(rules: &Rules) -> SymbolicCount {
    let count = count(rules, &options(), &mut |_| {}, &|| true).unwrap();
    assert_eq!(count.end, CountEnd::Complete);
    count
}

fn by_ply(count: &SymbolicCount) -> Vec<u64> {
    count.by_ply.iter().map(|ply| ply.states.to_string().parse().unwrap()).collect()
}

/// Counts the states of each ply one by one, and all terminal ones.
// What a reasoner remembers in a state has no part in its equality.
#[allow(clippy::mutable_key_type)]
fn explicitly(rules: &Rules) -> (Vec<u64>, u64) {
    let mut seen: HashSet<RulesState> = HashSet::new();
    let mut layer = vec![rules.initial()];
    seen.extend(layer.iter().cloned());
    let (mut plies, mut terminal) = (Vec::new(), 0);
    while !layer.is_empty() {
        plies.push(layer.len() as u64);
        let mut next = Vec::new();
        for state in &layer {
            if rules.terminal(state) {
                terminal += 1;
                continue;
            }
            let mut joints = vec![Vec::new()];
            for role in 0..rules.roles() {
                let mut moves = Vec::new();
                rules.legal(state, role, &mut moves);
                joints = joints
                    .iter()
                    .flat_map(|joint| moves.iter().map(move |&mov| [&joint[..], &[mov]].concat()))
                    .collect();
            }
            let children = joints.iter().map(|joint| rules.next(state, joint));
            next.extend(children.filter(|child| seen.insert(child.clone())));
        }
        layer = next;
    }
    (plies, terminal)
}

#[test]
fn the_order_of_variables_changes_no_count() {
    let options = SymbolicOptions { order: VariableOrder::Force, ..options() };
    let count = count(&built_in("tictactoe"), &options, &mut |_| {}, &|| true).unwrap();
    assert_eq!(count.states, 5478_u32.into());
}

/// Diagrams count what is counted one by one.
fn agrees(rules: &Rules) {
    let (plies, terminal) = explicitly(rules);
    let count = counted(rules);
    assert_eq!(by_ply(&count), plies);
    assert_eq!(count.terminal, terminal.into());
    assert_eq!(count.states, plies.iter().sum::<u64>().into());
}

#[test]
fn tic_tac_toe_has_5478_states() {
    let count = counted(&built_in("tictactoe"));
    assert_eq!(by_ply(&count), [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    assert_eq!((count.states, count.terminal), (5478_u32.into(), 958_u32.into()));
}

#[test]
fn small_games_have_as_many_states_as_there_are_one_by_one() {
    for name in ["nim", "counting-to-21", "coin-row", "two-rows", "rock-paper-scissors", "prisoners-dilemma"]
    {
        agrees(&built_in(name));
    }
}

/// Passes leave the board as it is, so that layers are not disjoint.
#[test]
fn othello_on_16_cells_has_as_many_states_as_there_are_one_by_one() {
    let rules = built_in("othello-4x4");
    let (plies, terminal) = explicitly(&rules);
    let count = counted(&rules);
    assert_eq!((by_ply(&count), count.terminal), (plies, terminal.into()));
}

#[test]
fn the_eight_puzzle_has_half_of_all_arrangements_as_positions() {
    let count = counted(&built_in("eight-puzzle"));
    assert_eq!(count.positions, Some(181_440_u32.into()));
    assert_eq!(count.by_ply.len(), 61, "it ends after 60 steps");
}

/// Connect Four on four columns and four rows has 161,029 states: OEIS A212693.
#[test]
fn connect_four_on_16_cells_has_161029_states() {
    let count = counted(&built_in("connect-four(columns=4,rows=4)"));
    assert_eq!(count.states, 161_029_u32.into());
}

/// OEIS A112737.
#[test]
fn peg_solitaire_begins_as_it_is_known() {
    let mut counter =
        SymbolicCounter::new(&built_in("peg-solitaire"), &options(), &Interrupt::never()).unwrap();
    for _ in 0..8 {
        counter.advance(&|| true);
    }
    assert_eq!(by_ply(&counter.count()), [1, 4, 12, 60, 296, 1338, 5648, 21842]);
}

/// A light that can be switched, and a rest: states come again, and not at the first ply alone.
const LIGHTS: &str = "(role you) (light 1) (light 2) (light 3) (init (on 1))
    (<= (legal you (switch ?x)) (light ?x)) (legal you rest)
    (<= (next (on ?x)) (true (on ?x)) (not (does you (switch ?x))))
    (<= (next (on ?x)) (does you (switch ?x)) (not (true (on ?x))))
    (<= terminal (true (on 1)) (true (on 2)) (true (on 3)))
    (<= (goal you 100) terminal) (<= (goal you 0) (not terminal))";

#[test]
fn states_that_come_again_count_once_where_they_come_first() {
    agrees(&rules(LIGHTS));
    assert_eq!(by_ply(&counted(&rules(LIGHTS))), [1, 3, 3, 1]);
}

#[test]
fn a_count_that_is_saved_goes_on() {
    for text in [LIGHTS, Builtin::named("tictactoe").unwrap().rules] {
        let rules = rules(text);
        let whole = counted(&rules);
        let mut counter = SymbolicCounter::new(&rules, &options(), &Interrupt::never()).unwrap();
        counter.advance(&|| true);
        counter.advance(&|| true);
        let mut file = Vec::new();
        counter.save(&mut file).unwrap();
        let mut counter =
            SymbolicCounter::resume(&rules, &options(), &mut &file[..], &Interrupt::never()).unwrap();
        while counter.advance(&|| true).is_some() {}
        let count = counter.count();
        assert_eq!(by_ply(&count), by_ply(&whole));
        assert_eq!((count.states, count.positions), (whole.states, whole.positions));
        let ordered = SymbolicOptions { order: VariableOrder::Force, ..options() };
        assert!(
            SymbolicCounter::resume(&rules, &ordered, &mut &file[..], &Interrupt::never()).is_err(),
            "another order"
        );
    }
}

#[test]
fn a_saved_count_that_cannot_be_right_is_refused() {
    let rules = built_in("tictactoe");
    let mut counter = SymbolicCounter::new(&rules, &options(), &Interrupt::never()).unwrap();
    counter.advance(&|| true);
    counter.advance(&|| true);
    let mut file = Vec::new();
    counter.save(&mut file).unwrap();
    let end = file.iter().position(|&byte| byte == b'\n').unwrap();
    let header: Value = serde_json::from_slice(&file[..end]).unwrap();
    let refused = |edit: &dyn Fn(&mut Value)| {
        let mut header = header.clone();
        edit(&mut header);
        let mut changed = serde_json::to_vec(&header).unwrap();
        changed.extend_from_slice(&file[end..]);
        SymbolicCounter::resume(&rules, &options(), &mut &changed[..], &Interrupt::never()).is_err()
    };
    assert!(!refused(&|_| ()));
    assert!(refused(&|header| header["clock"] = json!([])));
    assert!(refused(&|header| header["reached"][0] = json!([])));
    assert!(refused(&|header| header["positions"] = json!(false)));
    // Rows that have their own unknown again, and a coefficient that is none.
    let rows = |header: &mut Value, coefficient: &dyn Fn(&str) -> (String, u64)| {
        let rows = header["grade"]["rows"].as_object_mut().unwrap();
        assert!(!rows.is_empty());
        for (own, row) in rows.iter_mut() {
            let (other, value) = coefficient(own);
            row["coefficients"] = Value::from_iter([(other, value)]);
        }
    };
    assert!(refused(&|header| rows(header, &|own| (own.to_owned(), 1))));
    assert!(refused(&|header| rows(header, &|_| (u64::MAX.to_string(), u64::MAX))));
}

#[test]
fn a_count_that_is_halted_anywhere_goes_on_as_if_it_had_not_been() {
    let rules = rules(LIGHTS);
    let whole = counted(&rules);
    for halt in 0.. {
        let mut counter = SymbolicCounter::new(&rules, &options(), &Interrupt::never()).unwrap();
        let steps = Cell::new(0);
        let go_on = || steps.replace(steps.get() + 1) < halt;
        while counter.advance(&go_on).is_some() {}
        if counter.count().end == CountEnd::Complete {
            assert!(halt > 50, "it takes many steps");
            break;
        }
        // There are four plies; a count that takes states for new ones that have come before would have
        // no end.
        (0..10).for_each(|_| _ = counter.advance(&|| true));
        let count = counter.count();
        assert_eq!((count.end, by_ply(&count)), (CountEnd::Complete, by_ply(&whole)), "after {halt} steps");
        assert_eq!(count.positions, whole.positions);
    }
}

/// Whether a chain of stones connects two sides takes many gates that are made of each other, and each
/// condition of them has many nodes.
#[test]
fn hex_on_9_cells_has_as_many_states_as_there_are_one_by_one() {
    agrees(&built_in("hex(size=3)"));
}

#[test]
fn each_gate_is_worked_out_once_in_a_layer() {
    let rules = built_in("hex-7x7");
    let circuit = rules.compiled().unwrap().circuit();
    let gates = circuit.transition_functions(&Interrupt::never()).unwrap().unwrap().functions().gates();
    let mut counter = SymbolicCounter::new(&rules, &options(), &Interrupt::never()).unwrap();
    for _ in 0..2 {
        let steps = Cell::new(0);
        let go_on = || steps.replace(steps.get() + 1) < 100 * gates;
        assert!(counter.advance(&go_on).is_some(), "a gate takes some steps, whoever reads it");
    }
}

/// Sixty lights, and whether the number of pairs of those that are on is odd: a chain of more than a thousand
/// gates, from pair to pair.
fn pairs_of_lights() -> String {
    let mut text = String::from("(role you) (even 0) (<= (legal you (switch ?x)) (light ?x))");
    let mut pair = 0;
    for light in 0..60 {
        write!(text, "(light {light}) (init (on {light}))").unwrap();
        for other in 0..light {
            write!(text, "(succ {pair} {}) (pair {} {light} {other})", pair + 1, pair + 1).unwrap();
            pair += 1;
        }
    }
    text + &format!(
        "(<= (both ?p) (pair ?p ?x ?y) (true (on ?x)) (true (on ?y)))
        (<= (even ?q) (even ?p) (succ ?p ?q) (not (both ?q))) (<= (even ?q) (odd ?p) (succ ?p ?q) (both ?q))
        (<= (odd ?q) (odd ?p) (succ ?p ?q) (not (both ?q))) (<= (odd ?q) (even ?p) (succ ?p ?q) (both ?q))
        (<= (next (on ?x)) (true (on ?x)) (not (does you (switch ?x))))
        (<= (next (on ?x)) (does you (switch ?x)) (not (true (on ?x))))
        (<= terminal (odd {pair})) (<= (goal you 0) (light 0))"
    )
}

#[test]
fn gates_may_be_deeper_than_the_stack() {
    let rules = rules(&pairs_of_lights());
    let count = || {
        let mut counter = SymbolicCounter::new(&rules, &options(), &Interrupt::never()).unwrap();
        (0..3).for_each(|_| _ = counter.advance(&|| true));
        (by_ply(&counter.count()), counter.count().terminal)
    };
    let counted = std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(128 << 10).spawn_scoped(scope, count).unwrap();
        worker.join().unwrap()
    });
    // There are 60 * 59 / 2 pairs, an even number, and 59 * 58 / 2 without one light.
    assert_eq!(counted, (vec![1, 60], 60_u32.into()));
}

#[test]
fn a_state_in_which_a_role_has_no_move_is_an_error_unless_it_is_terminal() {
    let stuck = |terminal: &str| {
        rules(&format!(
            "(role b) (role a) (init (at 1)) (succ 1 2) (succ 2 3)
            (<= (legal a go) (not (true (at 2)))) (<= (legal b go) (not (true (at 3)))) (<= (legal b wait) (true (at 1)))
            (<= (next (at ?n)) (true (at ?m)) (succ ?m ?n)) (<= (next (at 1)) (true (at 3)))
            {terminal} (<= (goal ?r 0) (role ?r))"
        ))
    };
    let count = |rules: Rules| count(&rules, &options(), &mut |_| {}, &|| true);
    let error = count(stuck("(<= terminal (true (at 3)))")).unwrap_err().to_string();
    assert!(error.starts_with("the role a has no legal move in a state of ply 1"), "{error}");
    assert_eq!(by_ply(&count(stuck("(<= terminal (true (at 2)))")).unwrap()), [1, 1]);
}

#[test]
fn a_count_that_may_not_begin_has_no_plies() {
    let count = count(&rules(LIGHTS), &options(), &mut |_| {}, &|| false).unwrap();
    assert_eq!((count.end, count.by_ply), (CountEnd::Interrupted, Vec::new()));
}

#[test]
fn listing_joint_moves_has_an_end_and_can_be_interrupted() {
    // There are ten thousand million.
    let moves: String = (0..100).map(|number| format!("(<= (legal ?r {number}) (role ?r)) ")).collect();
    let text = format!(
        "(role a) (role b) (role c) (role d) (role e) {moves} (init p) (next q) (<= (next r) (does a 1))
        (<= terminal (true q)) (<= (goal ?r 0) (role ?r))"
    );
    let mut counter = SymbolicCounter::new(&rules(&text), &options(), &Interrupt::never()).unwrap();
    let steps = Cell::new(0);
    let go_on = || steps.replace(steps.get() + 1) < 1_000;
    assert_eq!(counter.advance(&go_on), None);
    assert_eq!(counter.count().end, CountEnd::Interrupted);
    assert_eq!(counter.advance(&|| true), None);
    assert_eq!(counter.count().end, CountEnd::MemoryFull);
}

#[test]
fn a_count_without_memory_or_time_tells_the_plies_that_it_has() {
    let rules = built_in("connect-four(columns=5,rows=5)");
    let little = SymbolicOptions { memory: 1 << 20, ..options() };
    let count = count(&rules, &little, &mut |_| {}, &|| true).unwrap();
    assert_eq!(count.end, CountEnd::MemoryFull);
    assert_eq!(by_ply(&count)[..5], [1, 5, 25, 95, 345]);
    let mut counter = SymbolicCounter::new(&rules, &options(), &Interrupt::never()).unwrap();
    assert_eq!(counter.advance(&|| false), None);
    assert_eq!(counter.count().end, CountEnd::Interrupted);
    assert!(counter.advance(&|| true).is_some(), "it can go on");
}
