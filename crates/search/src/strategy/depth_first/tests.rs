use std::collections::BTreeMap;

use game::Game;
use proptest::prelude::*;
use rand::SeedableRng;
use rstest::rstest;

use super::AlphaBetaOptions;
use crate::testing::{Chain, Counting, NOUGHTS, Sketch, Walk, any_game, decide, decide_as, pennies};
use crate::{
    Bound, Budget, Deepening, DeepeningMode, Evaluator, Meter, Request, SearchError, SearchRng,
    Strategy as Chooser,
};

const ALL: [&str; 4] = ["minimax", "negamax", "alpha-beta", "alpha-beta(fail=hard)"];

/// Some of what else there is; `exactness` tries all of it.
const REFINED: [&str; 6] = [
    "alpha-beta(table=1,killer=true,history=true)",
    "alpha-beta(order=static,eval=playouts(1),aspiration=3)",
    "alpha-beta(form=negamax,pvs=true,symmetry=true)",
    "deepening",
    "deepening(mode=non-uniform,order=static)",
    "deepening(fail=hard,aspiration=3,table=0)",
];

/// Uneven trees in which either role decides anywhere, single children and repeated values included.
pub(in crate::strategy) fn sketches() -> impl Strategy<Value = Sketch> {
    let leaf = (-4..=4).prop_map(Sketch::Leaf);
    let inner = leaf.prop_recursive(5, 200, 4, |below| {
        (0..2_usize, prop::collection::vec(below, 1..=4))
            .prop_map(|(role, children)| Sketch::Inner(role, children))
    });
    // A root that is a leaf has nothing to decide.
    (0..2_usize, prop::collection::vec(inner, 1..=4))
        .prop_map(|(role, children)| Sketch::Inner(role, children))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn value_and_move_are_those_of_minimax(sketch in sketches(), tight in any::<bool>()) {
        let (value, best) = sketch.minimax();
        let leaves = sketch.leaves();
        let role_decides = matches!(&sketch, Sketch::Inner(0, children) if children.len() > 1);
        let mut game = Walk::down(&sketch);
        if tight {
            game.range = -4..=4;
        }
        for spec in ALL {
            let decision = decide(spec, &game, &Budget::default()).unwrap();
            prop_assert_eq!(decision.value, Some(f64::from(value)), "{}", spec);
            prop_assert!(decision.proven);
            if role_decides {
                prop_assert_eq!(decision.mov, best, "{}", spec);
                prop_assert_eq!(decision.pv[0][0], best);
            }
            if spec.ends_with("max") {
                prop_assert_eq!(decision.effort.leaves, leaves);
            } else {
                prop_assert!(decision.effort.leaves <= leaves);
            }
        }
    }

    #[test]
    fn values_of_moves_are_exact_or_bounds_and_say_which(sketch in sketches()) {
        let game = Walk::down(&sketch);
        let exact = decide("minimax", &game, &Budget::default()).unwrap().moves;
        for spec in ALL {
            for (estimate, exact) in decide(spec, &game, &Budget::default()).unwrap().moves.iter().zip(&exact) {
                if estimate.bound == Some(Bound::Upper) {
                    prop_assert!(!spec.ends_with("max") && estimate.value >= exact.value);
                } else {
                    prop_assert_eq!(estimate.value, exact.value);
                }
            }
        }
    }

    #[test]
    fn the_principal_variation_leads_to_the_value(sketch in sketches()) {
        let value = sketch.minimax().0;
        let game = Walk::down(&sketch);
        for spec in ALL {
            let mut pv = decide(spec, &game, &Budget::default()).unwrap().pv.into_iter();
            let mut node = &sketch;
            while let Sketch::Inner(mover, children) = node {
                let mover = *mover;
                let joint: Vec<usize> = pv.next().unwrap();
                node = &children[joint[mover]];
            }
            prop_assert!(matches!(node, Sketch::Leaf(leaf) if *leaf == value));
            prop_assert_eq!(pv.next(), None);
        }
    }

    #[test]
    fn any_budget_gives_a_legal_move(sketch in sketches(), nodes in 0..40_u64, depth in 0..4_u32) {
        let game = Walk::down(&sketch);
        let budget = Budget { nodes: Some(nodes), depth: Some(depth), ..Budget::default() };
        for spec in ALL.iter().chain(&REFINED) {
            let decision = decide(spec, &game, &budget).unwrap();
            prop_assert!(decision.moves.iter().any(|estimate| estimate.mov == decision.mov));
            prop_assert!(decision.effort.nodes <= nodes);
            prop_assert!(decision.effort.depth <= depth);
        }
    }
}

#[rstest]
fn perfectly_ordered_trees_cost_the_least_that_is_possible(
    #[values((2, 1), (2, 2), (2, 5), (2, 10), (3, 3), (3, 6), (4, 5), (7, 2), (10, 4))] size: (u32, u32),
    #[values("alpha-beta", "alpha-beta(fail=hard)")] spec: &str,
) {
    let (b, d) = (u64::from(size.0), size.1);
    let game = Walk { range: -1..=1_000_000, ..Walk::down(&Sketch::uniform(size.0, d, true)) };
    let decision = decide(spec, &game, &Budget::default()).unwrap();
    assert_eq!(decision.effort.leaves, b.pow(d.div_ceil(2)) + b.pow(d / 2) - 1);
}

#[rstest]
fn the_worst_order_allows_no_cut_at_all(
    #[values((2, 1), (2, 2), (2, 7), (3, 5), (5, 4), (9, 3))] size: (u32, u32),
    #[values("minimax", "alpha-beta", "alpha-beta(fail=hard)")] spec: &str,
) {
    let game = Walk { range: -1..=1_000_000, ..Walk::down(&Sketch::uniform(size.0, size.1, false)) };
    let decision = decide(spec, &game, &Budget::default()).unwrap();
    assert_eq!(decision.effort.leaves, u64::from(size.0).pow(size.1));
}

#[rstest]
fn minimax_looks_at_every_leaf_of_a_perfectly_ordered_tree() {
    let game = Walk::down(&Sketch::uniform(3, 6, true));
    assert_eq!(decide("minimax", &game, &Budget::default()).unwrap().effort.leaves, 729);
}

#[rstest]
fn fifty_thousand_plies_do_not_overflow_the_stack(
    #[values(
        "minimax",
        "alpha-beta",
        "alpha-beta(fail=hard)",
        "alpha-beta(table=1,killer=true,history=true,pvs=true)"
    )]
    spec: &str,
) {
    let worth = BTreeMap::from([(0, 1), (25_000, 2), (49_999, 4)]);
    let game = Chain { plies: 50_000, worth, fault_at: None };
    let decision = decide(spec, &game, &Budget::default()).unwrap();
    assert_eq!((decision.value, decision.effort.depth, decision.proven), (Some(7.0), 50_000, true));
    assert_eq!(decision.pv.len(), 50_000);
    assert_eq!(decision.pv.iter().filter(|joint| joint[0] == 1).count(), 3);
}

#[rstest]
fn the_second_player_wins_counting_to_21(
    #[values("alpha-beta", "alpha-beta(fail=hard)", "minimax(depth=21)")] spec: &str,
) {
    let value =
        |said, turn, role| decide_as(spec, &Counting, role, &(said, turn), &Budget::default()).unwrap().value;
    assert_eq!(value(0, 0, 0), Some(0.0));
    assert_eq!(value(0, 0, 1), Some(100.0));
    for said in 8..21 {
        let lost_for_the_mover = [8, 12, 16, 20].contains(&said);
        assert_eq!(value(said, 0, 0), Some(if lost_for_the_mover { 0.0 } else { 100.0 }), "after {said}");
    }
}

#[test]
fn all_others_are_taken_to_minimise() {
    let leaf = Sketch::Leaf;
    let third = Sketch::Inner(2, vec![leaf(5), leaf(1)]);
    let second = Sketch::Inner(1, vec![leaf(4), leaf(3)]);
    let sketch = Sketch::Inner(0, vec![third, second]);
    let game = Walk { roles: 3, ..Walk::down(&sketch) };
    for spec in ALL {
        let decision = decide(spec, &game, &Budget::default()).unwrap();
        assert_eq!((decision.value, decision.mov), (Some(3.0), 1), "{spec}");
    }
}

#[test]
fn a_depth_limit_hands_over_to_the_evaluator() {
    for spec in ["minimax(depth=1)", "alpha-beta(depth=1)", "alpha-beta(depth=1,eval=playouts(3))"] {
        let decision = decide(spec, &Counting, &Budget::default()).unwrap();
        assert_eq!((decision.effort.depth, decision.proven), (1, false), "{spec}");
        assert_eq!(decision.effort.nodes, 4);
    }
    let decision = decide("minimax(depth=2)", &Counting, &Budget::default()).unwrap();
    assert_eq!((decision.value, decision.effort.leaves, decision.effort.playouts), (Some(50.0), 9, 0));
    let decision = decide("minimax(depth=2,eval=playouts(3))", &Counting, &Budget::default()).unwrap();
    assert_eq!((decision.effort.leaves, decision.effort.playouts), (9, 27));
}

#[test]
fn an_unfinished_search_keeps_the_best_completed_move() {
    let leaf = Sketch::Leaf;
    let sketch = Sketch::Inner(0, vec![leaf(1), leaf(5), Sketch::Inner(1, vec![leaf(9), leaf(8)])]);
    let game = Walk::down(&sketch);
    let budget = Budget { nodes: Some(5), ..Budget::default() };
    for spec in ALL {
        let decision = decide(spec, &game, &budget).unwrap();
        assert_eq!((decision.mov, decision.value, decision.proven), (1, Some(5.0), false), "{spec}");
        let values: Vec<_> = decision.moves.iter().map(|estimate| estimate.value).collect();
        assert_eq!(values, [Some(1.0), Some(5.0), None]);
    }
}

#[test]
fn a_pressed_stop_button_ends_the_search_at_once() {
    let budget = Budget::default();
    budget.stop.press();
    let decision = decide("minimax", &Counting, &budget).unwrap();
    assert_eq!((decision.mov, decision.effort.nodes, decision.value), (1, 0, None));
}

#[test]
fn simultaneous_choices_are_refused_with_advice() {
    let refusal = decide("alpha-beta", &pennies(), &Budget::default()).unwrap_err();
    assert!(matches!(refusal, SearchError::Inapplicable { strategy: "alpha-beta", .. }));
    assert!(refusal.to_string().contains("flat-mc"));
}

#[test]
fn of_moves_alike_by_symmetry_only_the_first_is_searched() {
    let all = decide("alpha-beta(depth=1)", &NOUGHTS, &Budget::default()).unwrap();
    let few = decide("alpha-beta(depth=1,symmetry=true)", &NOUGHTS, &Budget::default()).unwrap();
    assert_eq!((all.effort.leaves, few.effort.leaves), (9, 3), "a corner, an edge, the centre");
    let searched: Vec<_> =
        few.moves.iter().filter(|estimate| estimate.visits > 0).map(|estimate| estimate.mov).collect();
    assert_eq!(searched, [0, 1, 4]);
    assert!(few.moves.iter().all(|estimate| estimate.value == Some(50.0)), "twins share their value");
    let all = decide("alpha-beta(depth=2)", &NOUGHTS, &Budget::default()).unwrap();
    let few = decide("alpha-beta(depth=2,symmetry=true)", &NOUGHTS, &Budget::default()).unwrap();
    assert_eq!(
        (all.effort.leaves, few.effort.leaves),
        (8 + 8, 5 + 2),
        "all replies to the corner, one to every other move"
    );
}

#[test]
fn symmetry_and_the_table_leave_little_of_tictactoe() {
    let nodes = |spec| {
        let decision = decide(spec, &NOUGHTS, &Budget::default()).unwrap();
        assert_eq!((decision.value, decision.proven, decision.mov), (Some(50.0), true, 0), "{spec}");
        decision.effort.nodes
    };
    let (minimax, plain) = (nodes("minimax"), nodes("alpha-beta"));
    assert_eq!(minimax, 549_946);
    let (table, symmetry) = (nodes("alpha-beta(table=1)"), nodes("alpha-beta(table=1,symmetry=true)"));
    assert!(20 * plain < minimax && 3 * table < plain && 3 * symmetry < table, "{plain} {table} {symmetry}");
}

#[test]
fn options_save_nodes() {
    let nodes = |spec: &str| decide(spec, &NOUGHTS, &Budget::default()).unwrap().effort.nodes;
    let plain = nodes("alpha-beta");
    for option in ["table=1", "table=1,replace=always", "killer=true", "history=true", "symmetry=true"] {
        let fewer = nodes(&format!("alpha-beta({option})"));
        assert!(fewer < plain, "{option}: {fewer}, not below {plain}");
    }
}

#[test]
fn reductions_save_nodes_and_not_a_proof() {
    let depth = Budget { depth: Some(5), ..Budget::default() };
    let nodes = |spec: &str| decide(spec, &NOUGHTS, &depth).unwrap().effort.nodes;
    let (plain, reduced) = (nodes("alpha-beta"), nodes("alpha-beta(reductions=true)"));
    assert!(reduced < plain, "{reduced}, not below {plain}");
    let proven = decide("deepening(reductions=true)", &NOUGHTS, &Budget::default()).unwrap();
    assert_eq!((proven.value, proven.proven), (Some(50.0), true));
    let to_the_end = |spec: &str| decide(spec, &NOUGHTS, &Budget::default()).unwrap();
    assert_eq!(to_the_end("alpha-beta(reductions=true)"), to_the_end("alpha-beta"), "no depth to reduce");
}

#[test]
fn moves_are_ordered_by_the_evaluators_opinion() {
    // Seen from the root, the third move looks best, and is.
    let leaf = Sketch::Leaf;
    let move_worth = |value: i32| Sketch::Inner(1, vec![leaf(value), leaf(value + 5)]);
    let sketch = Sketch::Inner(0, vec![move_worth(1), move_worth(2), move_worth(3)]);
    let game = Walk { range: 0..=8, ..Walk::down(&sketch) };
    let plain = decide("alpha-beta", &game, &Budget::default()).unwrap();
    let ordered = decide("alpha-beta(order=static,eval=playouts(50))", &game, &Budget::default()).unwrap();
    assert_eq!((plain.effort.leaves, ordered.effort.leaves), (6, 4));
    assert_eq!((ordered.mov, ordered.value), (2, Some(3.0)));
}

#[test]
fn deepening_chooses_the_shortest_win() {
    let win = Sketch::Leaf(1000);
    let long = Sketch::Inner(1, vec![Sketch::Inner(0, vec![win.clone(), Sketch::Leaf(0)])]);
    let game = Walk::down(&Sketch::Inner(0, vec![long, win]));
    for (spec, mov, depth) in
        [("alpha-beta", 0, 3), ("deepening", 1, 1), ("deepening(mode=non-uniform)", 1, 1)]
    {
        let decision = decide(spec, &game, &Budget::default()).unwrap();
        assert_eq!((decision.mov, decision.effort.depth, decision.proven), (mov, depth, true), "{spec}");
    }
}

/// After how many plies a state is lost for role 0 at the latest, if it is: at a leaf of -4, the least.
fn plies_to_the_loss(sketch: &Sketch) -> Option<u32> {
    match sketch {
        Sketch::Leaf(value) => (*value == -4).then_some(0),
        Sketch::Inner(role, children) => {
            let plies = children.iter().map(plies_to_the_loss);
            let plies = match role {
                0 => plies.collect::<Option<Vec<u32>>>()?.into_iter().max(),
                _ => plies.flatten().min(),
            };
            Some(plies? + 1)
        }
    }
}

/// The same tree, in which every leaf below 2 is lost for role 0.
fn mostly_lost(sketch: Sketch) -> Sketch {
    match sketch {
        Sketch::Leaf(value) => Sketch::Leaf(if value < 2 { -4 } else { value }),
        Sketch::Inner(role, children) => Sketch::Inner(role, children.into_iter().map(mostly_lost).collect()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn where_every_move_loses_deepening_holds_out_longest(sketch in sketches().prop_map(mostly_lost)) {
        let Sketch::Inner(0, children) = &sketch else { return Ok(()) };
        prop_assume!(plies_to_the_loss(&sketch).is_some() && children.len() > 1);
        let game = Walk { range: -4..=4, ..Walk::down(&sketch) };
        for options in ["", "(table=0)", "(window=open,pvs=false)", "(fail=hard,killer=false)", "(aspiration=3,table=0)"] {
            let decision = decide(&format!("deepening{options}"), &game, &Budget::default()).unwrap();
            prop_assert_eq!((decision.value, decision.proven), (Some(-4.0), true), "{}", options);
            prop_assert_eq!(decision.pv[0][0], decision.mov);
            let longest = children.iter().map(plies_to_the_loss).max().unwrap();
            prop_assert_eq!(plies_to_the_loss(&children[decision.mov]), longest, "{}", options);
            let first = decide("alpha-beta", &game, &Budget::default()).unwrap();
            prop_assert_eq!(first.mov, 0);
        }
    }
}

/// Gives up everything.
struct Hopeless;

impl<G: Game> Evaluator<G> for Hopeless {
    fn evaluate(&mut self, game: &G, _: &G::State, _: usize, _: &mut Meter, _: &mut SearchRng) -> f64 {
        f64::from(*game.goal_range().start())
    }
}

#[test]
fn a_move_whose_loss_is_not_proven_is_better_than_one_that_loses_whatever_the_evaluator_says() {
    let leaf = Sketch::Leaf;
    let later = Sketch::Inner(1, vec![Sketch::Inner(0, vec![leaf(0), leaf(0)]), leaf(9)]);
    let sooner = Sketch::Inner(1, vec![leaf(0), leaf(9)]);
    let game = Walk { range: 0..=10, ..Walk::down(&Sketch::Inner(0, vec![leaf(0), later, sooner])) };
    for depth in 1..=3 {
        let budget = Budget { depth: Some(depth), ..Budget::default() };
        let options = AlphaBetaOptions::strong();
        let mut deepening = Deepening::new(budget, DeepeningMode::Uniform, options, Hopeless);
        let mut rng = SearchRng::seed_from_u64(7);
        let decision = deepening.choose(Request::new(&game, &game.initial(), 0, &mut rng)).unwrap();
        assert_eq!((decision.mov, decision.value, decision.proven), (1, Some(0.0), depth == 3));
    }
}

#[test]
fn deepening_ends_where_nothing_bounds_it() {
    let endless = Walk { range: 0..=1, ..Walk::new(vec![(0, vec![0, 1], 0), (1, vec![0, 1], 0)]) };
    let decision = decide("deepening(table=0)", &endless, &Budget::default()).unwrap();
    assert_eq!((decision.effort.nodes, decision.proven), (1_000_000, false));
}

#[test]
fn an_unfinished_iteration_improves_on_the_last_one() {
    // To two plies the first move looks best; to three the second is found to be better.
    let leaf = Sketch::Leaf;
    let first = Sketch::Inner(1, vec![Sketch::Inner(0, vec![leaf(2), leaf(1)]), leaf(9)]);
    let second = Sketch::Inner(1, vec![Sketch::Inner(0, vec![leaf(8), leaf(7)]), leaf(9)]);
    let game = Walk { range: 0..=10, ..Walk::down(&Sketch::Inner(0, vec![first, second])) };
    let spec = "deepening(table=0,killer=false,history=false,pvs=false)";
    let after = |nodes| {
        let decision = decide(spec, &game, &Budget { nodes: Some(nodes), ..Budget::default() }).unwrap();
        (decision.mov, decision.value, decision.proven)
    };
    let all = decide(spec, &game, &Budget::default()).unwrap();
    assert_eq!((all.mov, all.value, all.proven), (1, Some(8.0), true));
    // Three nodes to one ply and six to two; the third iteration's first move takes five more.
    assert_eq!(after(3), (0, Some(5.0), false));
    assert_eq!(after(9), (0, Some(5.0), false));
    assert_eq!(after(13), (0, Some(5.0), false));
    assert_eq!(after(15), (0, Some(2.0), false));
    assert_eq!(after(all.effort.nodes), (1, Some(8.0), true));
}

#[test]
fn a_move_that_fails_high_is_kept_if_the_budget_ends_in_the_search_that_follows() {
    // Both look as good to two plies; to three the first is worth that, and the second more than the
    // window tells.
    let leaf = Sketch::Leaf;
    let first = Sketch::Inner(1, vec![Sketch::Inner(0, vec![leaf(5), leaf(4)]), leaf(9)]);
    let second = Sketch::Inner(1, vec![Sketch::Inner(0, vec![leaf(8), leaf(7)]), leaf(9)]);
    let game = Walk { range: 0..=10, ..Walk::down(&Sketch::Inner(0, vec![first, second])) };
    let spec = "deepening(aspiration=1,table=0,killer=false,history=false,pvs=false)";
    let decide = |nodes| decide(spec, &game, &Budget { nodes: Some(nodes), ..Budget::default() }).unwrap();
    let all = decide(1000);
    assert_eq!((all.mov, all.value, all.proven), (1, Some(8.0), true));
    let begun = (0..all.effort.nodes).find(|&nodes| decide(nodes).mov == 1).unwrap();
    assert!(begun + 3 < all.effort.nodes, "{begun} of {}", all.effort.nodes);
    for nodes in begun..all.effort.nodes {
        let decision = decide(nodes);
        assert_eq!((decision.mov, decision.pv[0][0]), (1, 1), "{nodes}");
        assert!(decision.value >= Some(6.0), "{nodes}: {:?}", decision.value);
    }
}

#[test]
fn non_uniform_search_looks_less_deep_where_it_looked_worse() {
    let visits = |spec: &str| {
        let budget = Budget { depth: Some(6), ..Budget::default() };
        decide(spec, &Counting, &budget).unwrap().effort.nodes
    };
    let uniform = visits("deepening(table=0)");
    let little = visits("deepening(table=0,mode=non-uniform,spread=1)");
    let much = visits("deepening(table=0,mode=non-uniform,spread=3)");
    assert!(much < little && little < uniform, "{much} {little} {uniform}");
}

#[test]
fn pondering_fills_the_table_for_the_decision() {
    use crate::{Spec, Stop};

    let spec: Spec = "deepening(nodes=60)".parse().unwrap();
    let budget = Budget::default();
    let mut rng = SearchRng::seed_from_u64(7);
    let mut strategy = spec.build();
    let cold = decide("deepening(nodes=60)", &Counting, &budget).unwrap();
    assert!(!cold.proven);
    strategy
        .ponder(
            Request::new(&any_game(&Counting), &Counting.initial(), 0, &mut rng)
                .within(Budget { stop: Stop::default().clone(), ..Budget::default() }),
        )
        .unwrap();
    let warm = strategy
        .choose(Request::new(&any_game(&Counting), &Counting.initial(), 0, &mut rng).within(budget.clone()))
        .unwrap();
    assert!(
        warm.effort.depth > cold.effort.depth || warm.proven,
        "{} {}",
        warm.effort.depth,
        cold.effort.depth
    );
}
