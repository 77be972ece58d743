use game::{BUILTIN_TREES, Choices, Game, Mover, Tree};
use proptest::prelude::*;
use rand::SeedableRng;

use super::super::many_roles::{least, own};
use crate::strategy::depth_first::exactness::walks;
use crate::testing::{
    Counting, MadeUp, Walk, any_game, decide, decide_as, payoff_trees, pennies, rules, watch,
};
use crate::{Budget, Decision, Label, Labelling, Recorder, Request, SearchError, SearchRng, Spec, Trace};

/// The lecture's tree: leaves are won (1), drawn (0) or lost (-1) for max.
const LECTURE: &str = "A:(B:(1 -1 1) C:(0 1) D:(1 1) E:(-1 0))";

fn unbounded(spec: &str, tree: &Tree) -> Decision<<Tree as Game>::Move> {
    decide(spec, tree, &Budget::default()).unwrap()
}

/// What a search for max does, with its labels.
fn labelled(spec: &str, brackets: &str) -> Trace {
    let tree = Tree::from_brackets(brackets).unwrap();
    Trace { labels: Labelling::of(&spec.parse().unwrap(), &tree, 0), ..watch(spec, &tree, 0) }
}

#[test]
fn a_node_is_left_as_soon_as_its_mover_wins() {
    insta::assert_snapshot!(labelled("labels", LECTURE).outline(), @r"
    for max: WIN = 1, LOST = -1, DRAW = anything between

    root = WIN  cut 1 of 4
    ├─ B = LOST  cut 1 of 3
    │  ├─ 1 = WIN
    │  └─ 2 = LOST
    ├─ C = DRAW
    │  ├─ 1 = DRAW
    │  └─ 2 = WIN
    └─ D = WIN
       ├─ 1 = WIN
       └─ 2 = WIN
    ");
}

#[test]
fn without_early_exit_every_node_has_a_label() {
    insta::assert_snapshot!(labelled("labels(exit=false)", LECTURE).outline(), @r"
    for max: WIN = 1, LOST = -1, DRAW = anything between

    root = WIN
    ├─ B = LOST
    │  ├─ 1 = WIN
    │  ├─ 2 = LOST
    │  └─ 3 = WIN
    ├─ C = DRAW
    │  ├─ 1 = DRAW
    │  └─ 2 = WIN
    ├─ D = WIN
    │  ├─ 1 = WIN
    │  └─ 2 = WIN
    └─ E = LOST
       ├─ 1 = LOST
       └─ 2 = DRAW
    ");
}

#[test]
fn an_early_exit_is_told_in_words() {
    let tree = Tree::from_brackets(LECTURE).unwrap();
    let tree = any_game(&tree);
    let mut recorder = Recorder::new(&tree, 0, 100).with_steps(100);
    let spec: Spec = "labels".parse().unwrap();
    let mut rng = SearchRng::seed_from_u64(7);
    spec.build().choose(Request::new(&tree, &tree.initial(), 0, &mut rng).watched_by(&mut recorder)).unwrap();
    let trace = Trace { labels: Labelling::of(&spec, &tree, 0), ..recorder.trace() };
    insta::assert_snapshot!(trace.narration(10), @r"
    for max: WIN = 1, LOST = -1, DRAW = anything between
       1  enter root
       2  enter B
       3  enter B › 1
       4  leaf B › 1: WIN
       5  update B: WIN so far
       6  enter B › 2
       7  leaf B › 2: LOST
       8  update B: LOST so far
       9  early exit at B: LOST, 1 child left out
      10  leave B with LOST
    ... 19 more steps
    ");
}

#[test]
fn pictures_have_the_labels_and_say_whose_they_are() {
    let picture = labelled("labels", LECTURE).svg();
    let count = |class: &str| picture.matches(&format!("class=\"value {class}\"")).count();
    assert_eq!((count("win"), count("draw"), count("lost")), (6, 2, 2), "{picture}");
    assert!(picture.contains("for max: WIN = 1, LOST = -1, DRAW = anything between"));
    assert_eq!(picture.matches("class=\"strike\"").count(), 2);
}

#[test]
fn labels_are_those_of_the_searcher_whoever_moves() {
    let tree = Tree::from_brackets("(min (1 -1) (0 1))").unwrap();
    let decision = decide_as("labels", &tree, 1, &tree.initial(), &Budget::default()).unwrap();
    let trace =
        Trace { labels: Labelling::of(&"labels".parse().unwrap(), &tree, 1), ..watch("labels", &tree, 1) };
    assert!(decision.proven);
    insta::assert_snapshot!(trace.outline(), @r"
    for min: WIN = -1, LOST = 1, DRAW = anything between

    root = LOST
    ├─ 1 = LOST  cut 1 of 2
    │  └─ 1 = LOST
    └─ 2 = LOST
       ├─ 1 = DRAW
       └─ 2 = LOST
    ");
}

/// The label that a plain minimax search gives a node.
fn truth(tree: &Tree, node: <Tree as Game>::State, role: usize) -> Label {
    Labelling::within(&tree.goal_range()).label(own(tree, node, role, least))
}

/// Whether the labels of all nodes are those of minimax, early exit spares nodes and changes nothing at the
/// root, and proven values are those of the tree.
fn follows_minimax(tree: &Tree, role: usize) -> Result<(), TestCaseError> {
    let labelling = Labelling::within(&tree.goal_range());
    let root = tree.initial();
    let [early, whole] = ["labels", "labels(exit=false)"]
        .map(|spec| decide_as(spec, tree, role, &root, &Budget::default()).unwrap());
    prop_assert_eq!(whole.effort.nodes, tree.nodes() as u64);
    prop_assert!(early.effort.nodes <= whole.effort.nodes);
    prop_assert_eq!((early.mov, early.value, &early.pv), (whole.mov, whole.value, &whole.pv));
    let choices = Choices::of(tree, &root);
    for decision in [early, whole] {
        let value = decision.value.unwrap();
        prop_assert_eq!(labelling.label(value), truth(tree, root, role));
        prop_assert!(!decision.proven || value == own(tree, root, role, least));
        if choices.mover() != Mover::One(role) {
            continue;
        }
        for estimate in &decision.moves {
            let Some(value) = estimate.value else { continue };
            let child = tree.next(&root, &choices.joint_with(role, estimate.mov));
            prop_assert_eq!(labelling.label(value), truth(tree, child, role));
            prop_assert!(!estimate.proven || value == own(tree, child, role, least));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn labels_of_two_opponents_are_those_of_minimax(tree in payoff_trees(2, true), role in 0..2_usize) {
        follows_minimax(&tree, role)?;
    }

    #[test]
    fn of_many_roles_all_others_are_one_opponent(tree in payoff_trees(3, false), role in 0..3_usize) {
        follows_minimax(&tree, role)?;
    }

    /// In a graph with circles the search may not end, but what it says is so.
    #[test]
    fn what_is_settled_in_circles_is_so_however_they_are_searched(walk in walks()) {
        let budget = Budget { nodes: Some(500), ..Budget::default() };
        let labels = decide("labels", &walk, &budget).unwrap();
        let prover = decide("proof-number", &walk, &budget).unwrap();
        let labelling = Labelling::within(&walk.range);
        let label = |decision: &Decision<usize>| decision.value.map(|value| labelling.label(value));
        match (label(&labels), label(&prover)) {
            (Some(Label::Draw), proven) => prop_assert_eq!(proven, None),
            (Some(label), Some(proven)) => prop_assert_eq!(label, proven),
            _ => {}
        }
    }
}

#[test]
fn the_built_in_trees_are_labelled_as_minimax_says() {
    for built_in in BUILTIN_TREES {
        let tree = Tree::from_json(built_in.document).unwrap();
        // What is expected of chance is no label.
        // Trees with chance are compared with plain expectation.
        let roles = if tree.chance().is_some() { 0 } else { tree.roles() };
        for role in 0..roles {
            follows_minimax(&tree, role).unwrap();
        }
    }
}

#[test]
fn positions_of_games_are_labelled_as_minimax_says() {
    for (name, moves) in [
        ("tictactoe", &["(mark 1 1)", "(mark 2 2)", "(mark 3 3)", "(mark 1 3)"][..]),
        ("nim", &["(take c 7)", "(take b 2)"]),
    ] {
        let game = rules(name);
        let state = moves.iter().enumerate().fold(game.initial(), |state, (ply, mov)| {
            let mov = game.move_named(&state, ply % 2, mov).unwrap();
            game.next(&state, &Choices::of(&game, &state).joint_with(ply % 2, mov))
        });
        for role in 0..2 {
            let decide = |spec| decide_as(spec, &game, role, &state, &Budget::default()).unwrap();
            let (labels, minimax) = (decide("labels"), decide("minimax"));
            assert!(labels.proven, "{name}");
            assert_eq!((labels.value, labels.mov), (minimax.value, minimax.mov), "{name} for {role}");
            assert!(labels.effort.nodes < minimax.effort.nodes, "{name} for {role}");
        }
    }
    let all = decide("labels", &Counting, &Budget::default()).unwrap();
    assert_eq!(all.value, decide("minimax", &Counting, &Budget::default()).unwrap().value);
}

#[test]
fn draws_that_pay_differently_are_alike_and_their_values_not_proven() {
    let same = unbounded("labels", &Tree::from_brackets("((4 10) (0 10) (4 10))").unwrap());
    assert_eq!((same.value, same.proven, same.remark), (Some(4.0), true, None));
    let tree = Tree::from_brackets("((4 10) (0 10) (6 10))").unwrap();
    let differ = unbounded("labels", &tree);
    assert_eq!((differ.value, differ.proven), (Some(4.0), false), "the first draw is chosen");
    assert!(differ.remark.unwrap().ends_with("labels are proven, values of draws are not"));
    let proven: Vec<bool> = differ.moves.iter().map(|estimate| estimate.proven).collect();
    assert_eq!(proven, [false, true, false], "that the second is lost is so in any case");
}

#[test]
fn where_all_payoffs_are_equal_nobody_wins() {
    assert_eq!(labelled("labels", "((5 5) 5)").outline().matches("= DRAW").count(), 5);
}

#[test]
fn what_is_not_settled_has_no_label_and_comes_before_what_is_lost() {
    // Max's first move is lost at once, and after three states nothing is known of the second one.
    let tree = Tree::from_brackets("((-1 1) (1 1))").unwrap();
    let budget = |nodes| Budget { nodes: Some(nodes), ..Budget::default() };
    let decision = decide("labels", &tree, &budget(3)).unwrap();
    assert_eq!((decision.value, decision.proven), (None, false));
    assert_eq!(decision.moves.iter().map(|estimate| estimate.value).collect::<Vec<_>>(), [Some(-1.0), None]);
    assert_eq!((decision.mov, decision.pv), (decision.moves[1].mov, vec![]));
    assert!(decision.remark.unwrap().starts_with("not settled"));
    assert_eq!(decide("labels", &tree, &budget(6)).unwrap().value, Some(1.0));
}

#[test]
fn a_game_that_goes_in_circles_ends_with_the_budget() {
    let circle = Walk::new(vec![(0, vec![1, 2], 0), (1, vec![0], 0), (0, vec![], 4)]);
    let budget = Budget { nodes: Some(100), ..Budget::default() };
    let decision = decide("labels", &circle, &budget).unwrap();
    assert_eq!((decision.value, decision.effort.nodes), (None, 100));
}

#[test]
fn a_bound_on_the_depth_does_not_count() {
    let budget = Budget { depth: Some(1), ..Budget::default() };
    let game = MadeUp { seed: 5, roles: 2, plies: 3 };
    assert_eq!(decide("labels", &game, &budget), decide("labels", &game, &Budget::default()));
}

#[test]
fn roles_that_choose_at_the_same_time_have_no_label() {
    let refusal = decide("labels", &pennies(), &Budget::default()).unwrap_err();
    assert!(matches!(refusal, SearchError::Inapplicable { strategy: "labels", .. }));
}
