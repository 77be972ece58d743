//! Where chance moves, searches find what plain expectation finds.

use game::{Game, Tree, TreeMove};
use proptest::prelude::*;

use crate::testing::{Dice, decide, decide_as, expectation, expectations, watch};
use crate::{Budget, Decision, Label, Labelling};

/// Strategies whose value is that of the game for two players whose payoffs have a constant sum.
const EXACT: [&str; 22] = [
    "minimax",
    "negamax",
    "pessimistic",
    "paranoid",
    "paranoid(window=range)",
    "maxn",
    "maxn(prune=shallow)",
    "soft-maxn",
    "alpha-beta",
    "alpha-beta(chance=plain)",
    "alpha-beta(chance=star1)",
    "alpha-beta(chance=star1,window=range,fail=hard)",
    "alpha-beta(chance=star2,window=range)",
    "alpha-beta(chance=star2,fail=hard,form=negamax)",
    "alpha-beta(chance=star2,table=1)",
    "alpha-beta(chance=star1,table=1,pvs=true)",
    "alpha-beta(chance=star2,pvs=true,killer=true,history=true,table=1)",
    "alpha-beta(chance=star2,aspiration=1,eval=zero)",
    "alpha-beta(chance=star1,aspiration=2,pvs=true,eval=zero)",
    "deepening(eval=zero)",
    "deepening(eval=zero,chance=star1,table=0)",
    "deepening(eval=zero,chance=plain)",
];

/// A tree in brackets, which numbers make up: nodes of max, of min and of chance in any order, and payoffs
/// from 0 to the greatest.
fn tree(numbers: &mut impl Iterator<Item = u32>, plies: u32, greatest: u32) -> String {
    let mut next = || numbers.next().unwrap_or(0);
    let kind = next();
    if plies == 0 || kind % 8 == 0 {
        return (next() % (greatest + 1)).to_string();
    }
    let count = 1 + next() % 3;
    let beginning = match kind % 4 {
        0 | 1 => {
            let weights: Vec<u32> = (0..count).map(|_| 1 + next() % 4).collect();
            let sum: u32 = weights.iter().sum();
            let odds: Vec<String> = weights.iter().map(|weight| format!("{weight}/{sum}")).collect();
            format!("?{}", odds.join("|"))
        }
        2 => "max".to_owned(),
        _ => "min".to_owned(),
    };
    let children: Vec<String> = (0..count).map(|_| tree(numbers, plies - 1, greatest)).collect();
    format!("({beginning} {})", children.join(" "))
}

/// A tree at whose root max moves, with payoffs from 0 to the greatest.
fn trees(greatest: u32) -> impl Strategy<Value = Tree> {
    prop::collection::vec(any::<u32>(), 300).prop_map(move |numbers| {
        let mut numbers = numbers.into_iter();
        let children: Vec<String> = (0..3).map(|_| tree(&mut numbers, 4, greatest)).collect();
        // So that there is chance in any case.
        Tree::from_brackets(&format!("({} (? 0 {greatest}))", children.join(" "))).unwrap()
    })
}

/// That a decision has the value of a state, and its move is as good as any. Values are sums in
/// floating point.
fn is_right<M: Copy + PartialEq + std::fmt::Debug>(
    decision: &Decision<M>,
    moves: &[M],
    values: &[f64],
    own: impl Fn(f64) -> f64,
    spec: &str,
) -> Result<(), TestCaseError> {
    let best = values.iter().map(|&value| own(value)).fold(f64::NEG_INFINITY, f64::max);
    let chosen = moves.iter().position(|&mov| mov == decision.mov).unwrap();
    prop_assert!(decision.proven, "{}", spec);
    prop_assert!((decision.value.unwrap() - best).abs() < 1e-9, "{} {:?} {}", spec, decision.value, best);
    prop_assert!((own(values[chosen]) - best).abs() < 1e-9, "{} {:?} {:?}", spec, decision.mov, values);
    Ok(())
}

/// The label of an expectation, which is a sum in floating point.
fn label(labelling: &Labelling, value: f64) -> Label {
    let exact = if (value - value.round()).abs() < 1e-9 { value.round() } else { value };
    labelling.label(exact)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn on_trees(tree in trees(20)) {
        let mut moves: Vec<TreeMove> = Vec::new();
        tree.legal(&tree.initial(), 0, &mut moves);
        let values = expectations(&tree, &tree.initial());
        for spec in EXACT {
            let decision = decide(spec, &tree, &Budget::default()).unwrap();
            is_right(&decision, &moves, &values, |value| value, spec)?;
        }
    }

    #[test]
    fn where_chance_moves_at_the_same_time_as_players(seed in any::<u64>(), plies in 1..4_usize) {
        let game = Dice { seed, plies };
        prop_assume!(!game.terminal(&game.initial()));
        let values = expectations(&game, &game.initial());
        for role in 0..2 {
            let mut moves = Vec::new();
            game.legal(&game.initial(), role, &mut moves);
            let own = |value| if role == 0 { value } else { 10.0 - value };
            for spec in EXACT {
                let decision = decide_as(spec, &game, role, &game.initial(), &Budget::default()).unwrap();
                if moves.len() > 1 {
                    is_right(&decision, &moves, &values, own, spec)?;
                } else {
                    let value = own(expectation(&game, &game.initial()));
                    prop_assert!((decision.value.unwrap() - value).abs() < 1e-9, "{} {:?} {}", spec, decision.value, value);
                }
            }
        }
    }

    /// A state is won or lost if and only if its expectation is the greatest or the least payoff.
    #[test]
    fn labels_are_those_of_the_expectation(tree in trees(2), exit in any::<bool>()) {
        let labelling = Labelling::within(&tree.goal_range());
        let decision = decide(&format!("labels(exit={exit})"), &tree, &Budget::default()).unwrap();
        let values = expectations(&tree, &tree.initial());
        for (estimate, &value) in decision.moves.iter().zip(&values) {
            let Some(found) = estimate.value else { continue };
            prop_assert_eq!(labelling.label(found), label(&labelling, value), "{} {}", found, value);
            prop_assert!(!estimate.proven || (found - value).abs() < 1e-9, "{} {}", found, value);
        }
        let best = values.into_iter().fold(f64::NEG_INFINITY, f64::max);
        prop_assert_eq!(labelling.label(decision.value.unwrap()), label(&labelling, best));
    }

    #[test]
    fn labels_where_chance_moves_at_the_same_time_as_players(seed in any::<u64>(), plies in 1..4_usize, role in 0..2_usize) {
        let game = Dice { seed, plies };
        prop_assume!(!game.terminal(&game.initial()));
        let labelling = Labelling::within(&game.goal_range());
        let value = expectation(&game, &game.initial());
        let own = if role == 0 { value } else { 10.0 - value };
        let decision = decide_as("labels", &game, role, &game.initial(), &Budget::default()).unwrap();
        prop_assert_eq!(labelling.label(decision.value.unwrap()), label(&labelling, own));
    }

    #[test]
    fn cuts_at_chance_nodes_never_cost_a_leaf(tree in trees(20), window in prop_oneof![Just("range"), Just("open")]) {
        let leaves = |chance: &str| {
            decide(&format!("alpha-beta(chance={chance},window={window})"), &tree, &Budget::default()).unwrap().effort.leaves
        };
        let plain = leaves("plain");
        prop_assert!(leaves("star1") <= plain && leaves("star2") <= plain);
    }

    #[test]
    fn to_a_depth(seed in any::<u64>(), depth in 1..4_u32) {
        let game = Dice { seed, plies: 4 };
        prop_assume!(!game.terminal(&game.initial()));
        let value = |spec: &str| decide(spec, &game, &Budget { depth: Some(depth), ..Budget::default() }).unwrap().value.unwrap();
        let minimax = value("minimax(eval=mobility)");
        for options in ["chance=plain", "chance=star1", "chance=star2", "chance=star2,table=1,pvs=true", "chance=star1,order=static"] {
            let found = value(&format!("alpha-beta(eval=mobility,{options})"));
            prop_assert!((found - minimax).abs() < 1e-9, "{} {} {}", options, found, minimax);
        }
    }
}

#[test]
fn star_cuts_leave_out_what_cannot_matter() {
    // Max has 10 by its first move. After a 0 in the second, chance leaves at most 0.5 * 0 + 0.5 * 16 = 8.
    let tree = Tree::from_brackets("(10 (? 0 (min 16 2)) 16)").unwrap();
    let leaves = |chance: &str| {
        decide(&format!("alpha-beta(chance={chance})"), &tree, &Budget::default()).unwrap().effort.leaves
    };
    assert_eq!(["plain", "star1", "star2"].map(leaves), [5, 3, 3]);
    // One move of each of two outcomes shows that min leaves no more than 5 there, so that chance leaves at
    // most (5 + 5 + 16) / 3.
    let tree = Tree::from_brackets("(10 (? (5 9 9) (5 9 9) (5 9 9)) 16)").unwrap();
    let leaves = |chance: &str| {
        decide(&format!("alpha-beta(chance={chance})"), &tree, &Budget::default()).unwrap().effort.leaves
    };
    assert_eq!(["plain", "star1", "star2"].map(leaves), [11, 6, 4]);
}

#[test]
fn what_is_all_but_certain_is_no_win() {
    // So many heads in a row that the sum of all others' probabilities is 1 in floating point.
    let game = (0..60).fold("0".to_owned(), |lost, _| format!("(? {lost} 1)"));
    let decision =
        decide("labels", &Tree::from_brackets(&format!("({game} 0)")).unwrap(), &Budget::default()).unwrap();
    let labelling = Labelling { win: 1.0, lost: 0.0 };
    assert_eq!(labelling.label(decision.value.unwrap()), Label::Draw);
    let certain =
        decide("labels", &Tree::from_brackets("((?0.1|0.2|0.7 1 1 1) 0)").unwrap(), &Budget::default())
            .unwrap();
    assert_eq!((certain.value, certain.proven), (Some(1.0), true));
}

#[test]
fn a_line_of_play_ends_where_chance_decides() {
    let tree = Tree::from_brackets("((? (3 5) 4) 2)").unwrap();
    for spec in ["minimax", "alpha-beta", "maxn", "pessimistic"] {
        let decision = decide(spec, &tree, &Budget::default()).unwrap();
        assert_eq!((decision.value, decision.pv.len()), (Some(3.5), 1), "{spec}");
    }
}

#[test]
fn every_role_maximises_what_it_expects() {
    let tree = Tree::from_brackets("((? 6/1/0 2/3/4) (? (@2 9/0/1 1/5/0) 3/3/3))").unwrap();
    let decision = decide("maxn", &tree, &Budget::default()).unwrap();
    assert_eq!((decision.value, decision.moves[1].value), (Some(4.0), Some(2.0)));
    let soft = decide("soft-maxn", &tree, &Budget::default()).unwrap();
    assert_eq!(soft.value, Some(4.0));
    let random = decide("random-opponent", &tree, &Budget::default()).unwrap();
    assert_eq!((random.value, random.moves[1].value), (Some(4.0), Some(4.0)));
}

#[test]
fn sampling_comes_near_what_is_expected() {
    let tree = Tree::from_brackets("((?0.9|0.1 2 12) (?0.2|0.8 (? 0 4) (max 5 1)))").unwrap();
    let budget = Budget { playouts: Some(20_000), ..Budget::default() };
    for spec in ["flat-mc", "memory-mc", "memory-mc(order=random)"] {
        let decision = decide(spec, &tree, &budget).unwrap();
        // A random player gets 3 by the second choice of max.
        let expected = [3.0, 0.2 * 2.0 + 0.8 * 3.0];
        for (estimate, expected) in decision.moves.iter().zip(expected) {
            assert!((estimate.value.unwrap() - expected).abs() < 0.2, "{spec} {estimate:?}");
        }
    }
    let decision = decide("stepwise-mcts(playouts=300)", &tree, &Budget::default()).unwrap();
    assert!(
        decision.moves.iter().all(|estimate| estimate.value.is_some_and(|value| value > 1.5 && value < 6.0))
    );
}

#[test]
fn the_means_of_uct_converge_to_what_is_expected() {
    let tree = Tree::from_brackets("((?0.9|0.1 2 12) (?0.2|0.8 (? 0 4) (max 5 1)))").unwrap();
    let budget = Budget { playouts: Some(40_000), ..Budget::default() };
    for options in
        ["solver=false", "plain=true", "solver=false,mast=gibbs", "solver=false,rave=10,decisive=both"]
    {
        let decision = decide(&format!("uct({options})"), &tree, &budget).unwrap();
        assert_eq!(decision.mov, decision.moves[1].mov, "{options}");
        assert!((decision.value.unwrap() - 4.4).abs() < 0.15, "{options} {:?}", decision.value);
        assert!(!decision.proven);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn what_uct_proves_is_what_is_expected(tree in trees(20), options in prop_oneof![Just(""), Just("leaves=1,each=1"), Just("transpositions=false"), Just("memory=1")]) {
        let decision = decide(&format!("uct({options})"), &tree, &Budget { playouts: Some(3000), ..Budget::default() }).unwrap();
        let values = expectations(&tree, &tree.initial());
        for (estimate, value) in decision.moves.iter().zip(&values).filter(|(estimate, _)| estimate.proven) {
            prop_assert!((estimate.value.unwrap() - value).abs() < 1e-9, "{:?} {}", estimate, value);
        }
        if decision.proven {
            let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!((decision.value.unwrap() - best).abs() < 1e-9);
        }
    }

    #[test]
    fn what_uct_proves_where_chance_moves_at_the_same_time(seed in any::<u64>(), form in prop_oneof![Just("decoupled"), Just("joint"), Just("regret"), Just("random-mover")]) {
        let game = Dice { seed, plies: 2 };
        prop_assume!(!game.terminal(&game.initial()));
        let mut moves = Vec::new();
        game.legal(&game.initial(), 0, &mut moves);
        prop_assume!(moves.len() > 1);
        let decision = decide(&format!("uct(simultaneous={form})"), &game, &Budget { playouts: Some(2000), ..Budget::default() }).unwrap();
        let values = expectations(&game, &game.initial());
        for (estimate, value) in decision.moves.iter().zip(&values).filter(|(estimate, _)| estimate.proven) {
            prop_assert!((estimate.value.unwrap() - value).abs() < 1e-9, "{:?} {}", estimate, value);
        }
        if decision.proven {
            let value = expectation(&game, &game.initial());
            prop_assert!((decision.value.unwrap() - value).abs() < 1e-9, "{:?} {}", decision.value, value);
        }
    }
}

#[test]
fn nobody_chooses_for_chance() {
    let tree = Tree::from_brackets("(? 1 2)").unwrap();
    for spec in ["minimax", "maxn", "uct", "flat-mc"] {
        let refusal = decide_as(spec, &tree, 2, &tree.initial(), &Budget::default()).unwrap_err().to_string();
        assert!(refusal.contains("nobody chooses for it"), "{refusal}");
    }
    assert!(decide_as("random", &tree, 2, &tree.initial(), &Budget::default()).is_ok());
}

#[test]
fn the_built_in_tree_has_the_values_that_it_tells_of() {
    let tree = Tree::from_json(game::BuiltinTree::named("expectiminimax").unwrap().document).unwrap();
    let leaves = |spec: &str| {
        let decision = decide(spec, &tree, &Budget::default()).unwrap();
        assert_eq!(decision.mov, decision.moves[1].mov);
        assert!((decision.value.unwrap() - 5.5).abs() < 1e-12 && decision.proven);
        decision.effort.leaves
    };
    let specs = ["minimax", "alpha-beta(chance=plain)", "alpha-beta(chance=star1)", "alpha-beta"];
    assert_eq!(specs.map(leaves), [12, 12, 9, 7]);
}

#[test]
fn text_and_picture_show_how_likely_outcomes_are() {
    let tree = Tree::from_brackets("((?1/3|2/3 3 6) 2)").unwrap();
    let trace = watch("minimax", &tree, 0);
    assert_eq!(trace.outline(), "root = 5\n├─ 1 = 5  chance\n│  ├─ 1 (1/3) = 3\n│  └─ 2 (2/3) = 6\n└─ 2 = 2");
    let picture = trace.svg();
    assert!(picture.contains("node chance") && picture.contains("2: 2/3"), "{picture}");
    // Where chance moves after a player's move in one ply, the node between is its own.
    let game = (0..).map(|seed| Dice { seed, plies: 1 });
    let chooses = |game: &Dice, role| {
        let mut moves = Vec::new();
        game.legal(&game.initial(), role, &mut moves);
        moves.len() > 1
    };
    let game = game.into_iter().find(|game| chooses(game, 0) && chooses(game, 2)).unwrap();
    for spec in ["minimax", "pessimistic"] {
        let trace = watch(spec, &game, 0);
        assert_eq!(trace.nodes[0].movers, [0], "{spec}");
        assert!(trace.nodes[1].movers == [2] && trace.nodes[2].probability.is_some(), "{spec}");
    }
}
