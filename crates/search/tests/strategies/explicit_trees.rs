//! Alpha-beta against minimax on explicit trees, as a user of the crate writes them.

use game::{BuiltinTree, Game, InformationState, Tree, TreeMove};
use proptest::prelude::*;
use rand::SeedableRng;
use spielbaum_search::{
    Budget, Decision, Meter, Moment, Request, SearchRng, Spec, Viewpoint, WorldLimits, Worlds,
};

fn decide(spec: &str, tree: &Tree) -> Decision<<Tree as Game>::Move> {
    let spec: Spec = spec.parse().expect("the tests name strategies that exist");
    let mut rng = SearchRng::seed_from_u64(0);
    spec.build()
        .choose(Request::new(tree, &tree.initial(), 0, &mut rng))
        .expect("explicit trees have one mover at a time")
}

/// Bracket text of an inner node: few different leaves, so that values repeat, and any number of children.
fn brackets() -> impl Strategy<Value = String> {
    let leaf = (-9..=9).prop_map(|goal: i32| goal.to_string());
    let node = leaf.prop_recursive(6, 300, 5, |below| {
        prop::collection::vec(below, 1..=5).prop_map(|children| format!("({})", children.join(" ")))
    });
    prop::collection::vec(node, 1..=5).prop_map(|children| format!("({})", children.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn alpha_beta_finds_the_value_and_the_move_of_minimax(text in brackets()) {
        let tree = Tree::from_brackets(&text).expect("the text is made by the rules");
        let minimax = decide("minimax", &tree);
        prop_assert!(minimax.proven);
        for spec in ["alpha-beta", "alpha-beta(fail=hard)"] {
            let alpha_beta = decide(spec, &tree);
            prop_assert_eq!(alpha_beta.value, minimax.value);
            prop_assert_eq!(alpha_beta.mov, minimax.mov);
            prop_assert!(alpha_beta.effort.leaves <= minimax.effort.leaves);
        }
        let (soft, hard) = (decide("alpha-beta", &tree), decide("alpha-beta(fail=hard)", &tree));
        prop_assert_eq!(soft.effort.leaves, hard.effort.leaves, "without a table of results, both cut the same");
    }
}

#[test]
fn the_textbook_tree_needs_seven_of_its_nine_leaves() {
    let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").expect("it is well formed");
    let (minimax, alpha_beta) = (decide("minimax", &tree), decide("alpha-beta", &tree));
    assert_eq!((minimax.effort.leaves, minimax.effort.nodes), (9, 13));
    assert_eq!((alpha_beta.effort.leaves, alpha_beta.effort.nodes), (7, 11));
    let names = |decision: &Decision<_>| -> Vec<_> {
        game::line_text(&tree, &tree.initial(), &decision.pv).split("; ").map(str::to_owned).collect()
    };
    assert_eq!(names(&alpha_beta), ["1", "1"]);
    // After a cut a value is only a bound: as found, or the end of the window.
    let values =
        |decision: &Decision<_>| -> Vec<_> { decision.moves.iter().map(|estimate| estimate.value).collect() };
    assert_eq!(values(&minimax), [Some(3.0), Some(2.0), Some(2.0)]);
    assert_eq!(values(&alpha_beta), [Some(3.0), Some(2.0), Some(2.0)]);
    assert_eq!(values(&decide("alpha-beta(fail=hard)", &tree)), [Some(3.0), Some(3.0), Some(3.0)]);
}

#[test]
fn an_only_move_is_worth_what_the_state_is() {
    let tree = Tree::from_brackets("((5 8 3))").expect("it is well formed");
    for spec in ["minimax", "alpha-beta"] {
        let decision = decide(spec, &tree);
        let [only] = decision.moves.as_slice() else { panic!("the root has one move") };
        assert_eq!((only.mov, only.value, only.visits), (decision.mov, Some(3.0), 4), "{spec}");
    }
}

#[test]
fn a_value_at_the_end_of_the_goal_range_ends_a_node_where_the_range_is_known() {
    let tree = Tree::from_brackets("((5 1 4) (9 9) (7 3 9))").expect("it is well formed");
    assert_eq!(decide("alpha-beta", &tree).effort.leaves, 6, "the textbook's knows of no range");
    let decision = decide("alpha-beta(window=range)", &tree);
    // 1 is the least there is, so 4 is left out; the second move is worth 9, the greatest, so the third is.
    assert_eq!((decision.effort.leaves, decision.value, decision.proven), (4, Some(9.0), true));
    assert_eq!(decision.moves[2].value, None);
}

/// The built-in tree of a bluff: bob does not see which card alice has.
fn bluff() -> Tree {
    Tree::from_json(BuiltinTree::named("bluff").expect("it is built in").document).expect("it is a tree")
}

#[test]
fn strategies_for_hidden_information_play_trees_with_information_sets() {
    let tree = bluff();
    let high = tree.children(tree.initial())[0];
    let bet = tree.children(high)[0];
    let states = [tree.initial(), high, bet];
    let joints = [
        [TreeMove::Noop, TreeMove::Noop, TreeMove::To(high)],
        [TreeMove::To(bet), TreeMove::Noop, TreeMove::Noop],
    ];
    let viewpoint = Viewpoint::after(&tree, &states, joints, 1);
    let mut legal = Vec::new();
    tree.legal(&bet, 1, &mut legal);
    for spec in ["ismcts(playouts=200)", "pimc(inner=minimax)", "hyperplay", "random"] {
        let spec: Spec = spec.parse().expect("the tests name strategies that exist");
        let mut rng = SearchRng::seed_from_u64(0);
        let decision = viewpoint.ask(spec.build().as_mut(), &tree, &Budget::default(), &mut rng, None);
        assert!(legal.contains(&decision.expect("it plays with hidden information").mov), "{spec}");
    }
    // Both cards agree with what bob knows.
    let mut known = InformationState::initial(1);
    for (state, joint) in states.iter().zip(&joints) {
        known.observe(&tree, state, joint);
    }
    let mut worlds = Worlds::new(WorldLimits { exact: 10, particles: 10 });
    let mut rng = SearchRng::seed_from_u64(0);
    let meter = Meter::start(Budget::default());
    assert!(
        worlds.follow(&tree, &known, Moment::Choice(&legal), &meter, &mut rng).expect("there are worlds")
    );
    assert_eq!(
        worlds.iter().map(|world| (tree.set_name(world.state), world.probability)).collect::<Vec<_>>(),
        [(Some("bet"), 0.5); 2]
    );
}

#[test]
fn strategies_that_need_the_state_refuse_trees_with_information_sets_and_say_what_to_use() {
    let tree = Tree::from_brackets("(({h} 3 12) ({h} 2 4))").expect("it is well formed");
    for name in ["minimax", "alpha-beta", "uct", "maxn"] {
        let spec: Spec = name.parse().expect("the tests name strategies that exist");
        let viewpoint = Viewpoint::after(&tree, &[tree.initial()], [[TreeMove::Noop; 2]; 0], 0);
        let mut rng = SearchRng::seed_from_u64(0);
        let refused = viewpoint.ask(spec.build().as_mut(), &tree, &Budget::default(), &mut rng, None);
        let message = refused.expect_err("it needs the state").to_string();
        assert!(
            message.contains("information sets") && message.contains(&format!("pimc(inner={name})")),
            "{message}"
        );
    }
}
