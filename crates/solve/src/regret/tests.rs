use std::fmt::Write;

use game::{Builtin, Game, Rules, Tree};

use super::kuhn::Kuhn;
use super::{Algorithm, RegretMinimiser};
use crate::{Equilibrium, EquilibriumError, EquilibriumOptions, ExtensiveForm, ExtensiveFormError, Limits};

fn rules(text: &str) -> Rules {
    Rules::new(&gdl::Rulesheet::parse("test.kif", text.as_bytes()).unwrap()).unwrap()
}

fn builtin(name: &str) -> Rules {
    rules(Builtin::named(name).unwrap().rules)
}

fn form<G: Game>(game: &G) -> ExtensiveForm<G::Move> {
    ExtensiveForm::of(game, &Limits::default(), &|_| ()).unwrap()
}

fn learn<G: Game>(game: &G, algorithm: Algorithm, iterations: u64) -> Equilibrium<G::Move> {
    let options = EquilibriumOptions { algorithm, iterations, seed: 1 };
    Equilibrium::learn(game, options, &Limits::default(), &|_| ()).unwrap()
}

/// The probability by which the player in a seat makes a move where it knows that.
fn chosen<G: Game>(game: &G, found: &Equilibrium<G::Move>, seat: usize, knows: &str, mov: &str) -> f64 {
    let Equilibrium { form, profile, .. } = found;
    let set = (0..form.information_sets(seat)).find(|&set| form.told(game, seat, set) == knows);
    let set = set.unwrap_or_else(|| panic!("nobody knows {knows}"));
    let place = form.moves(seat, set).iter().position(|&own| game.notation().move_name(own) == mov);
    form.mixture(profile, seat, set)[place.unwrap()]
}

#[test]
fn kuhn_poker_is_worth_an_eighteenth_of_a_chip_to_the_second() {
    let found = learn(&Kuhn, Algorithm::CfrPlus, 10_000);
    assert!(found.measured.mean() < 1e-4, "{:?}", found.measured);
    assert!((found.measured.values[0] + 1.0 / 18.0).abs() < 1e-4, "{:?}", found.measured);
    // H. W. Kuhn's equilibria: one number from 0 to 1/3 tells how the first plays.
    let first = |knows: &str, mov: &str| chosen(&Kuhn, &found, 0, knows, mov);
    let alpha = first("sees jack", "bet");
    let near = |probability: f64, expected: f64| {
        assert!((probability - expected).abs() < 0.02, "{probability} {expected}");
    };
    assert!((0.0..=1.0 / 3.0 + 0.01).contains(&alpha), "{alpha}");
    near(first("sees queen", "bet"), 0.0);
    near(first("sees king", "bet"), 3.0 * alpha);
    near(first("sees jack; pass, sees pass; sees bet", "bet"), 0.0);
    near(first("sees queen; pass, sees pass; sees bet", "bet"), alpha + 1.0 / 3.0);
    near(first("sees king; pass, sees pass; sees bet", "bet"), 1.0);
    let second = |knows: &str, mov: &str| chosen(&Kuhn, &found, 1, knows, mov);
    near(second("sees jack; sees pass", "bet"), 1.0 / 3.0);
    near(second("sees queen; sees pass", "bet"), 0.0);
    near(second("sees king; sees pass", "bet"), 1.0);
    near(second("sees jack; sees bet", "bet"), 0.0);
    near(second("sees queen; sees bet", "bet"), 1.0 / 3.0);
    near(second("sees king; sees bet", "bet"), 1.0);
}

#[test]
fn the_rulesheet_of_kuhn_poker_is_the_game_by_hand() {
    let rules = builtin("kuhn-poker");
    let (sheet, hand) = (form(&rules), form(&Kuhn));
    assert_eq!((sheet.histories(), sheet.nodes()), (hand.histories(), hand.nodes()));
    assert_eq!([0, 1].map(|seat| sheet.information_sets(seat)), [6, 6]);
    assert_eq!((sheet.constant_sum(), hand.constant_sum()), (Some(100), Some(0)));
    // A chip is 25 goals.
    let (by_sheet, by_hand) = (learn(&rules, Algorithm::Cfr, 50), learn(&Kuhn, Algorithm::Cfr, 50));
    assert!((by_sheet.measured.mean() - 25.0 * by_hand.measured.mean()).abs() < 1e-9);
    assert!((by_sheet.measured.values[0] - 50.0 - 25.0 * by_hand.measured.values[0]).abs() < 1e-9);
    let (uniform, by_hand) = (sheet.exploitability(&sheet.uniform()), hand.exploitability(&hand.uniform()));
    assert!((uniform.values[0] - 50.0 - 25.0 * by_hand.values[0]).abs() < 1e-9);
    // Known of random play: 0.458 chips.
    assert!((by_hand.mean() - 11.0 / 24.0).abs() < 1e-12, "{by_hand:?}");
}

/// Kuhn poker as an explicit tree: the information sets are called by the player's own card and what
/// both did.
fn kuhn_tree() -> Tree {
    fn node(cards: [usize; 2], did: &str) -> String {
        let higher = if cards[0] > cards[1] { 1 } else { -1 };
        let paid = match did {
            "pp" => higher,
            "bp" => 1,
            "pbp" => -1,
            "bb" | "pbb" => 2 * higher,
            _ => {
                let own = ["J", "Q", "K"][cards[did.len() % 2]];
                let [pass, bet] = ["p", "b"].map(|mov| node(cards, &format!("{did}{mov}")));
                return format!(
                    r#"{{"set": "{own}{did}", "moves": ["pass", "bet"], "children": [{pass}, {bet}]}}"#
                );
            }
        };
        paid.to_string()
    }
    let mut deals = String::new();
    for (one, other) in
        (0..3).flat_map(|one| (0..3).map(move |other| (one, other))).filter(|(one, other)| one != other)
    {
        let comma = if deals.is_empty() { "" } else { ", " };
        write!(deals, "{comma}{}", node([one, other], "")).unwrap();
    }
    Tree::from_json(&format!(r#"{{"mover": "random", "children": [{deals}]}}"#)).unwrap()
}

#[test]
fn kuhn_poker_as_a_tree_with_information_sets_is_the_game_by_hand() {
    let tree = kuhn_tree();
    assert_eq!(tree.set_names().count(), 12);
    let (drawn, hand) = (form(&tree), form(&Kuhn));
    assert_eq!((drawn.histories(), drawn.nodes()), (hand.histories(), hand.nodes()));
    assert_eq!([0, 1].map(|seat| drawn.information_sets(seat)), [6, 6]);
    let by_tree = learn(&tree, Algorithm::CfrPlus, 2_000);
    assert!((by_tree.measured.values[0] + 1.0 / 18.0).abs() < 1e-4, "{:?}", by_tree.measured);
    let by_hand = learn(&Kuhn, Algorithm::CfrPlus, 2_000);
    assert!((by_tree.measured.mean() - by_hand.measured.mean()).abs() < 1e-12);
    let names = (0..6).map(|set| drawn.name_of_set(&tree, 1, set)).collect::<Vec<_>>();
    assert_eq!(names, ["Qp", "Qb", "Kp", "Kb", "Jp", "Jb"]);
    let again = Tree::from_brackets(&tree.notation().draw(&tree.initial())).unwrap();
    assert_eq!(form(&again).nodes(), drawn.nodes(), "the brackets have the sets, too");
}

#[test]
fn every_algorithm_comes_to_the_value_of_kuhn_poker() {
    let iterations = |algorithm: Algorithm| if algorithm.samples() { 200_000 } else { 2_000 };
    for algorithm in Algorithm::ALL {
        let found = learn(&Kuhn, algorithm, iterations(algorithm));
        let most = match algorithm {
            Algorithm::Cfr => 0.01,
            Algorithm::OutcomeMccfr => 0.05,
            Algorithm::ExternalMccfr => 0.02,
            _ => 1e-3,
        };
        assert!(found.measured.mean() < most, "{algorithm}: {:?}", found.measured);
        assert!(
            (found.measured.values[0] + 1.0 / 18.0).abs() < 2.0 * most,
            "{algorithm}: {:?}",
            found.measured
        );
    }
}

#[test]
fn leduc_poker_is_worth_0_0856_chips_to_the_second() {
    let text = Builtin::named("leduc-poker").unwrap().rules;
    // In goals of 100/26 a chip payoffs are rounded, which makes it 0.0861; with 3 goals a chip they
    // are exact.
    let mut exact = text.to_owned();
    for (chips, winners, losers) in
        [(1, 54, 46), (3, 62, 38), (5, 69, 31), (7, 77, 23), (9, 85, 15), (11, 92, 8), (13, 100, 0)]
    {
        let rounded = format!("(worth {chips:2} {winners:3} {losers:2})").replace("100  0", "100 0");
        let rounded = if text.contains(&rounded) {
            rounded
        } else {
            format!("(worth {chips:2} {winners:2} {losers:2})")
        };
        assert!(exact.contains(&rounded), "{rounded}");
        exact = exact.replace(&rounded, &format!("(worth {chips} {} {})", 50 + 3 * chips, 50 - 3 * chips));
    }
    for (text, chip) in [(exact.as_str(), 3.0), (text, 100.0 / 26.0)] {
        let found = learn(&rules(text), Algorithm::CfrPlus, 600);
        assert_eq!([0, 1].map(|seat| found.form.information_sets(seat)), [468, 468]);
        let value = (found.measured.values[0] - 50.0) / chip;
        assert!(found.measured.mean() / chip < 0.005, "{:?}", found.measured);
        assert!((value + 0.0856).abs() < 0.001, "{value} with a chip of {chip}");
    }
}

#[test]
fn samples_are_the_same_by_the_same_seed() {
    let form = form(&Kuhn);
    let average = |seed: u64| {
        let mut minimiser = RegretMinimiser::new(&form, Algorithm::OutcomeMccfr, seed);
        (0..1_000).for_each(|_| minimiser.iterate());
        minimiser.average()
    };
    assert_eq!(average(7), average(7));
    assert_ne!(average(7), average(8));
}

#[test]
fn choices_at_the_same_time_are_hidden_from_each_other() {
    // No percepts are needed: whoever moves at the same time does not see the other's move.
    let rules = builtin("rock-paper-scissors");
    let found = learn(&rules, Algorithm::CfrPlus, 1_000);
    assert_eq!([0, 1].map(|seat| found.form.information_sets(seat)), [1, 1]);
    for seat in 0..2 {
        let mixture = found.form.mixture(&found.profile, seat, 0);
        assert!(mixture.iter().all(|probability| (probability - 1.0 / 3.0).abs() < 1e-3), "{mixture:?}");
    }
    assert!((found.measured.values[0] - 50.0).abs() < 1e-6 && found.measured.mean() < 0.1);
}

#[test]
fn prisoners_both_defect_though_the_sum_is_not_constant() {
    let text = "(role a) (role b) (init start) (<= (legal ?r keep) (role ?r)) (<= (legal ?r defect) (role ?r))
        (<= (next over) (true start)) (<= (next (did ?r ?m)) (does ?r ?m)) (<= terminal (true over)) (other a b) (other b a)
        (<= (goal ?r 60) (other ?r ?s) (true (did ?r keep)) (true (did ?s keep)))
        (<= (goal ?r 0) (other ?r ?s) (true (did ?r keep)) (true (did ?s defect)))
        (<= (goal ?r 100) (other ?r ?s) (true (did ?r defect)) (true (did ?s keep)))
        (<= (goal ?r 20) (other ?r ?s) (true (did ?r defect)) (true (did ?s defect)))";
    let found = learn(&rules(text), Algorithm::CfrPlus, 200);
    assert_eq!(found.form.constant_sum(), None);
    assert!(found.measured.mean() < 0.5, "{:?}", found.measured);
    assert!(found.measured.values.iter().all(|&value| (value - 20.0).abs() < 1.0), "{:?}", found.measured);
}

#[test]
fn a_player_alone_comes_to_a_best_plan() {
    // A coin is thrown; whoever looks pays 10, and a right guess is worth 100.
    let text = "(role you) (role random) (init start)
        (<= (legal random heads) (true start)) (<= (legal random tails) (true start)) (<= (legal random noop) (not (true start)))
        (<= (legal you noop) (true start)) (<= (legal you look) (true hidden)) (<= (legal you blind) (true hidden))
        (<= (legal you (guess heads)) (true guessing)) (<= (legal you (guess tails)) (true guessing))
        (<= (next hidden) (true start)) (<= (next guessing) (true hidden)) (<= (next over) (true guessing))
        (<= (next (coin ?side)) (does random ?side) (true start)) (<= (next (coin ?side)) (true (coin ?side)))
        (<= (next looked) (does you look)) (<= (next looked) (true looked))
        (<= (next right) (does you (guess ?side)) (true (coin ?side)))
        (<= (sees you ?side) (does you look) (true (coin ?side)))
        (<= terminal (true over)) (<= (goal you 90) (true right) (true looked)) (<= (goal you 100) (true right) (not (true looked)))
        (<= (goal you 0) (not (true right))) (goal random 0)";
    for algorithm in [Algorithm::CfrPlus, Algorithm::ExternalMccfr] {
        let found = learn(&rules(text), algorithm, 3_000);
        assert!((found.measured.best[0] - 90.0).abs() < 1e-9, "{:?}", found.measured);
        assert!(found.measured.values[0] > 88.0, "{algorithm}: {:?}", found.measured);
        assert_eq!(found.form.information_sets(0), 4);
    }
}

#[test]
fn what_cannot_be_solved_is_refused_with_a_reason() {
    let refusal = |game: &Rules, limits: &Limits| {
        let options = EquilibriumOptions { algorithm: Algorithm::Cfr, iterations: 1, seed: 0 };
        Equilibrium::learn(game, options, limits, &|_| ()).map(|_| ()).unwrap_err().to_string()
    };
    let three = refusal(&builtin("tictactoe-3p"), &Limits::default());
    assert!(three.starts_with("3 roles play"), "{three}");
    let small = Limits { memory: 1_000, ..Limits::default() };
    assert!(refusal(&builtin("kuhn-poker"), &small).contains("not finished after"));
    // What the robot may do depends on a coin that it does not see.
    let text = "(role robot) (role random) (init start)
        (<= (legal random heads) (true start)) (<= (legal random tails) (true start)) (<= (legal random noop) (not (true start)))
        (<= (legal robot noop) (true start)) (<= (legal robot a) (true (coin ?side))) (<= (legal robot b) (true (coin heads)))
        (<= (next (coin ?side)) (true start) (does random ?side)) (<= (next over) (true (coin ?side)))
        (<= (sees random ?side) (does random ?side)) (<= terminal (true over)) (<= (goal ?role 50) (role ?role))";
    let unknown = refusal(&rules(text), &Limits::default());
    assert!(unknown.contains("robot has the legal moves a, b in one state and a in another"), "{unknown}");
}

#[test]
fn a_stop_leaves_what_was_learnt() {
    let limits = Limits::default();
    let options = EquilibriumOptions { algorithm: Algorithm::CfrPlus, iterations: u64::MAX, seed: 0 };
    let stop = limits.stop.clone();
    let found = Equilibrium::learn(&Kuhn, options, &limits, &|at| {
        if matches!(at, crate::Learning::Iterating { .. }) {
            stop.press();
        }
    });
    let found = found.unwrap();
    assert_eq!(found.cut, Some(crate::Cut::Stopped));
    assert!(found.measured.mean() < 0.1);
    // Before the tree stands there is nothing to keep.
    let error = Equilibrium::learn(&Kuhn, options, &limits, &|_| ()).unwrap_err();
    let EquilibriumError::ExtensiveForm(ExtensiveFormError::Cut { why, .. }) = error else {
        panic!("{error}")
    };
    assert_eq!(why, crate::Cut::Stopped);
}
