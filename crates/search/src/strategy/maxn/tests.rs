use std::collections::BTreeMap;

use game::{Game, Tree};

use crate::testing::{Chain, any_game, decide, pennies, watch};
use crate::{Budget, CutKind, Decision, Request, SearchError, TraceCut};

/// A tree of three players who move in turn.
fn tree(root: &str) -> Tree {
    let node = root.replace('(', r#"{"goals": ["#).replace(')', "]}").replace("; ", ", ");
    Tree::from_json(&format!(r#"{{"roles": ["1", "2", "3"], "range": [0, 100], "root": {node}}}"#)).unwrap()
}

fn chosen<G: Game>(game: &G, spec: &str) -> (usize, f64) {
    let Decision { mov, moves, value, .. } = decide(spec, game, &Budget::default()).unwrap();
    (moves.iter().position(|estimate| estimate.mov == mov).unwrap(), value.unwrap())
}

fn leaves(tree: &Tree, spec: &str) -> u64 {
    decide(spec, tree, &Budget::default()).unwrap().effort.leaves
}

#[test]
fn everybody_takes_its_own_greatest_payoff() {
    let tree = tree("[[(1, 2, 3), (4, 1, 2)], [(6, 2, 0), (5, 3, 5)], [(9, 0, 0), (3, 4, 1)]]");
    assert_eq!(chosen(&tree, "maxn"), (1, 5.0));
    assert_eq!(chosen(&tree, "paranoid"), (1, 5.0));
    let trace = watch("maxn", &tree, 0);
    assert_eq!(trace.nodes[0].payoffs, [[5.0, 3.0, 5.0]]);
    insta::assert_snapshot!(trace.outline(), @r"
    root = 5 of 5/3/5
    ├─ 1 = 1 of 1/2/3
    │  ├─ 1 = 1 of 1/2/3
    │  └─ 2 = 4 of 4/1/2
    ├─ 2 = 5 of 5/3/5
    │  ├─ 1 = 6 of 6/2/0
    │  └─ 2 = 5 of 5/3/5
    └─ 3 = 3 of 3/4/1
       ├─ 1 = 9 of 9/0/0
       └─ 2 = 3 of 3/4/1
    ");
}

#[test]
fn ties_go_to_the_first_or_against_the_leader() {
    // Three children pay player 2 the same; in the last one the best off of players 1 and 3 gets least.
    let tree = tree("[[(9, 5, 0), (0, 5, 7), (6, 5, 2)], [(1, 0, 0), (0, 0, 0)]]");
    let first = |spec| watch(spec, &tree, 0).nodes[1].payoffs.clone();
    assert_eq!(first("maxn"), [[9.0, 5.0, 0.0]]);
    assert_eq!(first("maxn(ties=leader)"), [[6.0, 5.0, 2.0]]);
}

#[test]
fn random_ties_go_to_each_as_often() {
    use rand::SeedableRng;
    let tree = tree("[(1, 0, 0), (5, 0, 0), (5, 1, 0), (2, 0, 0), (5, 2, 0)]");
    let tree = any_game(&tree);
    let spec: crate::Spec = "maxn(ties=random)".parse().unwrap();
    let mut rng = crate::SearchRng::seed_from_u64(1);
    let mut counts = BTreeMap::new();
    for _ in 0..3000 {
        let mut strategy = spec.build();
        let decision = strategy.choose(Request::new(&tree, &tree.initial(), 0, &mut rng));
        *counts.entry(tree.notation().move_name(decision.unwrap().mov)).or_insert(0) += 1;
    }
    assert_eq!(counts.keys().collect::<Vec<_>>(), ["2", "3", "5"]);
    // Five standard deviations of 3000 draws with a chance of one in three.
    assert!(counts.values().all(|&count: &i32| (count - 1000).abs() < 130), "{counts:?}");
}

#[test]
fn immediate_cuts_follow_a_payoff_that_cannot_be_beaten() {
    let tree = tree("[[(20, 60, 20), (0, 80, 20), (10, 90, 0)], (80, 10, 10), (5, 5, 5)]");
    // With 10 for everybody at least, player 2 gets 80 at most and so does player 1.
    assert_eq!(leaves(&tree, "maxn(prune=immediate,sum=100)"), 5);
    let tree = self::tree("[[(10, 60, 20), (10, 80, 10), (10, 80, 10)], (80, 10, 10), (10, 10, 10)]");
    assert_eq!(leaves(&tree, "maxn(prune=immediate,sum=100,least=10)"), 3);
    assert_eq!(leaves(&tree, "maxn(prune=none,sum=100,least=10)"), 5);
    assert_eq!(leaves(&tree, "maxn(prune=immediate,ties=leader,sum=100,least=10)"), 5);
}

#[test]
fn shallow_cuts_follow_a_payoff_that_leaves_too_little_to_the_role_above() {
    // Once player 2 has 60 in the second node, player 1 can get 40 there at most, and has 40 already.
    let tree = tree("[[(40, 20, 40)], [(30, 60, 10), (10, 70, 20), (0, 65, 35)]]");
    assert_eq!((leaves(&tree, "maxn"), leaves(&tree, "maxn(prune=shallow,sum=100)")), (4, 2));
    let decision = decide("maxn(prune=shallow,sum=100)", &tree, &Budget::default()).unwrap();
    assert_eq!((decision.moves[1].value, decision.moves[1].bound), (Some(40.0), Some(crate::Bound::Upper)));
    // It could be as good, which only the first of ties leaves aside.
    assert_eq!(leaves(&tree, "maxn(prune=shallow,ties=leader,sum=100)"), 3);
}

/// The smallest tree in which a deep cut is wrong: a role that moves, one between that has a choice, and a
/// third with two moves, the second of which is cut.
fn deep() -> Tree {
    Tree::from_json(include_str!("../../../../../trees/maxn-deep-cut.tree.json")).unwrap()
}

#[test]
fn a_deep_cut_is_wrong() {
    // Player 1 has 50 by its first move. Below its second, player 3 soon has 60, so that player 1 could get
    // no more than 40 there. But what player 3 takes then leaves player 2 with 20 instead of 30, and that is
    // why player 2 goes the other way, where player 1 gets 60.
    for spec in [
        "maxn",
        "maxn(prune=immediate)",
        "maxn(prune=shallow)",
        "maxn(prune=shallow,deepen=always,eval=zero)",
    ] {
        assert_eq!(chosen(&deep(), spec), (1, 60.0), "{spec}");
    }
    for spec in ["maxn(prune=deep)", "maxn(prune=deep,deepen=always,eval=zero)"] {
        assert_eq!(chosen(&deep(), spec), (0, 50.0), "{spec}");
        let decision = decide(spec, &deep(), &Budget::default()).unwrap();
        assert!(!decision.proven && decision.moves.iter().all(|estimate| !estimate.proven), "{spec}");
        assert!(decision.remark.unwrap().contains("unsound"), "{spec}");
        let cuts: Vec<_> = watch(spec, &deep(), 0).nodes.into_iter().flat_map(|node| node.cuts).collect();
        let [TraceCut { kind: CutKind::Deep, value: 40.0, bound: 50.0, remaining: 1 }] = cuts[..] else {
            panic!("{cuts:?}")
        };
    }
}

#[test]
fn the_report_of_a_search_with_deep_cuts_claims_nothing() {
    let spec: crate::Spec = "maxn(prune=deep)".parse().unwrap();
    let decision = decide("maxn(prune=deep)", &deep(), &Budget::default()).unwrap();
    let report = crate::Report::new(&deep(), 0, &spec, decision, 0.0);
    assert!(!report.proven && report.assumption.is_none());
    assert!(report.remark.unwrap().contains("prune=shallow"), "it says what to use instead");
}

#[test]
fn bounds_that_the_game_breaks_are_refused() {
    let tree = tree("[(50, 40, 10), (50, 50, 10)]");
    let refusal = decide("maxn(sum=100)", &tree, &Budget::default()).unwrap_err();
    assert!(matches!(refusal, SearchError::Inapplicable { strategy: "maxn", .. }));
    assert!(refusal.to_string().contains("sum=100"), "{refusal}");
    let refusal = decide("maxn(sum=100,least=50)", &tree, &Budget::default()).unwrap_err();
    assert!(refusal.to_string().contains("a sum of 100"), "{refusal}");
    assert!(decide("maxn(sum=110,least=10)", &tree, &Budget::default()).is_ok());
}

#[test]
fn estimates_are_made_for_every_role() {
    let tree = tree("[[(50, 40, 10), (50, 30, 20)], [(70, 10, 20), (20, 0, 80)]]");
    let trace = watch("maxn(depth=1,eval=playouts(40),sum=300)", &tree, 0);
    assert_eq!(trace.nodes[1].payoffs[0][0], 50.0);
    assert!(trace.nodes[1].payoffs[0].iter().sum::<f64>() <= 300.0);
    // The middle of the range for each, scaled down to the sum.
    let trace = watch("maxn(depth=1,eval=zero,sum=75)", &tree, 0);
    assert_eq!(trace.nodes[1].payoffs, [[25.0, 25.0, 25.0]]);
}

#[test]
fn simultaneous_choices_are_refused_with_advice() {
    let refusal = decide("maxn", &pennies(), &Budget::default()).unwrap_err();
    assert!(matches!(refusal, SearchError::Inapplicable { strategy: "maxn", .. }));
    assert!(refusal.to_string().contains("random-opponent"), "{refusal}");
}

#[test]
fn fifty_thousand_plies_do_not_overflow_the_stack() {
    let worth = BTreeMap::from([(0, 1), (25_000, 2), (49_999, 4)]);
    let game = Chain { plies: 50_000, worth, fault_at: None };
    for spec in ["maxn(prune=shallow)", "soft-maxn", "pessimistic", "random-opponent", "paranoid"] {
        let decision = decide(spec, &game, &Budget::default()).unwrap();
        assert_eq!(
            (decision.value, decision.effort.depth, decision.proven),
            (Some(7.0), 50_000, true),
            "{spec}"
        );
        assert_eq!(decision.pv.len(), 50_000, "{spec}");
        assert_eq!(decision.pv.iter().filter(|joint| joint[0] == 1).count(), 3, "{spec}");
    }
}

#[test]
fn a_leaf_does_not_count_that_no_playouts_are_left_for() {
    use rand::SeedableRng;

    // Whatever is played, the roles get this.
    let tree = tree(
        "[[[(60, 30, 10), (60, 30, 10)], [(60, 30, 10), (60, 30, 10)]], [[(60, 30, 10), (60, 30, 10)]]]",
    );
    let (game, start) = (any_game(&tree), tree.initial());
    let spec: crate::Spec = "maxn(depth=2,deepen=never,eval=playouts(n=10))".parse().unwrap();
    for playouts in 1..=60 {
        let budget = Budget { playouts: Some(playouts), ..Budget::default() };
        let (mut rng, mut recorder) =
            (crate::SearchRng::seed_from_u64(1), crate::Recorder::new(&game, 0, 100));
        let request = Request::new(&game, &start, 0, &mut rng).within(budget);
        spec.build().choose(request.watched_by(&mut recorder)).unwrap();
        for node in recorder.trace().nodes {
            assert!(
                node.payoffs.iter().all(|payoffs| *payoffs == [60.0, 30.0, 10.0]),
                "{playouts}: {node:?}"
            );
        }
    }
}
