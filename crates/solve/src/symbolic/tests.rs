use std::collections::HashSet;

use game::{Builtin, Game, NamedGame, Rules, RulesState};

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
    let mut counter = SymbolicCounter::new(&built_in("peg-solitaire"), &options()).unwrap();
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
        let mut counter = SymbolicCounter::new(&rules, &options()).unwrap();
        counter.advance(&|| true);
        counter.advance(&|| true);
        let mut file = Vec::new();
        counter.save(&mut file).unwrap();
        let mut counter = SymbolicCounter::resume(&rules, &options(), &mut &file[..]).unwrap();
        while counter.advance(&|| true).is_some() {}
        let count = counter.count();
        assert_eq!(by_ply(&count), by_ply(&whole));
        assert_eq!((count.states, count.positions), (whole.states, whole.positions));
        let ordered = SymbolicOptions { order: VariableOrder::Force, ..options() };
        assert!(SymbolicCounter::resume(&rules, &ordered, &mut &file[..]).is_err(), "another order");
    }
}

#[test]
fn listing_joint_moves_has_an_end_and_can_be_interrupted() {
    // There are ten thousand million.
    let moves: String = (0..100).map(|number| format!("(<= (legal ?r {number}) (role ?r)) ")).collect();
    let text = format!(
        "(role a) (role b) (role c) (role d) (role e) {moves} (init p) (next q) (<= (next r) (does a 1))
        (<= terminal (true q)) (<= (goal ?r 0) (role ?r))"
    );
    let mut counter = SymbolicCounter::new(&rules(&text), &options()).unwrap();
    let steps = std::cell::Cell::new(0);
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
    let mut counter = SymbolicCounter::new(&rules, &options()).unwrap();
    assert_eq!(counter.advance(&|| false), None);
    assert_eq!(counter.count().end, CountEnd::Interrupted);
    assert!(counter.advance(&|| true).is_some(), "it can go on");
}
