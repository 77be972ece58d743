use std::time::Duration;

use game::Tree;

use super::Criterion;
use super::Dominance::{self, Strong, Weak};
use super::rule::{Span, Undominated};
use crate::strategy::back_up::Rule;
use crate::testing::{decide, pennies, watch};
use crate::{Budget, Meter, SearchError, Trace, TraceDominance};

/// The lecture's tree of three players.
fn lecture() -> Tree {
    Tree::from_json(include_str!("../../../../../trees/soft-maxn.tree.json")).unwrap()
}

/// The lecture's four sets.
fn sets() -> [Vec<Vec<f64>>; 4] {
    [
        vec![vec![3.0, 4.0, 3.0]],
        vec![vec![2.0, 1.0, 7.0], vec![4.0, 2.0, 4.0]],
        vec![vec![4.0, 1.0, 5.0], vec![3.0, 2.0, 5.0]],
        vec![vec![10.0, 0.0, 0.0], vec![0.0, 10.0, 0.0], vec![0.0, 0.0, 10.0]],
    ]
}

fn dominates(by: &[Vec<f64>], over: &[Vec<f64>], player: usize, dominance: Dominance) -> bool {
    Span::of(by, player).dominates(Span::of(over, player), dominance)
}

/// The way from the root to a node: the numbers of children from 0.
fn path(trace: &Trace, number: usize) -> String {
    let Some(parent) = trace.nodes[number].parent else { return "root".to_owned() };
    let before = trace.nodes[..number].iter().filter(|node| node.parent == Some(parent)).count();
    format!("{}/{before}", path(trace, parent))
}

#[test]
fn the_lectures_sets_dominate_each_other_as_it_says() {
    // Player, by, over, strongly; all from 1.
    let facts = [(1, 3, 1, false), (2, 1, 2, true), (2, 1, 3, true), (3, 2, 1, true), (3, 3, 1, true)];
    for player in 1..=3 {
        for by in 1..=3 {
            for over in 1..=3 {
                let (set, other) = (&sets()[by - 1], &sets()[over - 1]);
                let fact = facts.iter().find(|fact| (fact.0, fact.1, fact.2) == (player, by, over));
                let strongly = fact.is_some_and(|fact| fact.3);
                assert_eq!(dominates(set, other, player - 1, Strong), strongly, "{player}: {by} over {over}");
                if let Some(fact) = fact {
                    assert!(dominates(set, other, player - 1, Weak), "{fact:?}");
                }
            }
        }
    }
}

#[test]
fn a_set_of_all_extremes_neither_dominates_strongly_nor_is_dominated() {
    let [.., extremes] = sets();
    for player in 0..3 {
        for least in 0..=10 {
            for greatest in least..=10 {
                let vector = |payoff: i32| vec![f64::from(payoff); 3];
                let any = [vector(least), vector(greatest)];
                assert!(!dominates(&extremes, &any, player, Strong));
                assert!(!dominates(&any, &extremes, player, Strong));
            }
        }
    }
}

#[test]
fn no_set_dominates_itself() {
    for set in sets() {
        for player in 0..3 {
            assert!(!dominates(&set, &set, player, Strong) && !dominates(&set, &set, player, Weak));
        }
    }
}

#[test]
fn every_inner_node_of_the_lectures_tree_has_the_lectures_set() {
    let trace = watch("soft-maxn", &lecture(), 0);
    let inner: Vec<_> = (0..trace.nodes.len())
        .filter(|&number| !trace.nodes[number].leaf)
        .map(|number| (path(&trace, number), trace.nodes[number].payoffs.clone()))
        .collect();
    let set = |vectors: &[[f64; 3]]| vectors.iter().map(|vector| vector.to_vec()).collect::<Vec<_>>();
    let expected = [
        ("root", set(&[[4.0, 6.0, 3.0], [5.0, 1.0, 2.0], [0.0, 4.0, 2.0]])),
        ("root/0", set(&[[4.0, 6.0, 3.0]])),
        ("root/0/0", set(&[[1.0, 2.0, 3.0], [2.0, 5.0, 3.0]])),
        ("root/0/0/0", set(&[[1.0, 2.0, 3.0]])),
        ("root/1", set(&[[5.0, 1.0, 2.0], [0.0, 4.0, 2.0]])),
        // The only child of root/1 has the set of its parent.
        ("root/1/0", set(&[[5.0, 1.0, 2.0], [0.0, 4.0, 2.0]])),
        ("root/2", set(&[[2.0, 3.0, 1.0]])),
        ("root/2/1", set(&[[3.0, 1.0, 5.0]])),
    ];
    assert_eq!(inner, expected.map(|(path, set)| (path.to_owned(), set)));
    assert!(trace.outline().starts_with("root = 4 of 4/6/3 5/1/2 0/4/2\n├─ 1 = 4 of 4/6/3\n"));
}

#[test]
fn dominated_children_say_by_which_and_how() {
    let dominated = |spec, tree: &Tree| {
        let trace = watch(spec, tree, 0);
        let told = |number: usize| {
            let TraceDominance { by, kind } = trace.nodes[number].dominated?;
            Some((path(&trace, number), path(&trace, by), kind))
        };
        (0..trace.nodes.len()).filter_map(told).collect::<Vec<_>>()
    };
    let expected = [
        ("root/0/0", "root/0/1", Strong),
        ("root/0/0/0/1", "root/0/0/0/0", Strong),
        ("root/0/2", "root/0/1", Strong),
        ("root/2", "root/0", Strong),
        ("root/2/1", "root/2/0", Strong),
        ("root/2/1/0", "root/2/1/1", Strong),
    ];
    let expected = expected.map(|(node, by, kind)| (node.to_owned(), by.to_owned(), kind));
    assert_eq!(dominated("soft-maxn", &lecture()), expected);
    // The third child strongly dominates the first, and weakly the second, which weakly dominates the first.
    let tree = Tree::from_brackets("(1/0/0 (1/0/0 2/0/0) (2/0/0 (3/0/0)))").unwrap();
    let own = |dominated: Vec<(String, String, Dominance)>| -> Vec<_> {
        dominated.into_iter().filter(|(node, ..)| node.len() == "root/0".len()).collect()
    };
    let told = |node: &str, by: &str, kind| (node.to_owned(), by.to_owned(), kind);
    assert_eq!(own(dominated("soft-maxn", &tree)), [told("root/0", "root/2", Strong)]);
    assert_eq!(
        own(dominated("soft-maxn(dominance=weak)", &tree)),
        [told("root/0", "root/1", Weak), told("root/1", "root/2", Weak)]
    );
    assert!(watch("soft-maxn(dominance=weak)", &tree, 0).outline().contains("weakly dominated by 3"));
}

#[test]
fn whoever_is_left_is_dominated_by_nobody_and_the_others_by_somebody_who_was() {
    use proptest::test_runner::{Config, TestRunner};
    let trees = crate::testing::payoff_trees(3, false);
    let mut runner = TestRunner::new(Config::with_cases(300));
    let holds = runner.run(&trees, |tree| {
        for (spec, dominance) in [("soft-maxn", Strong), ("soft-maxn(dominance=weak)", Weak)] {
            let trace = watch(spec, &tree, 0);
            for node in &trace.nodes {
                let Some(parent) = node.parent else { continue };
                let mover = trace.nodes[parent].movers[0];
                let of = |set: &Vec<Vec<f64>>| Span::of(set, mover);
                let siblings = trace.nodes.iter().filter(|sibling| sibling.parent == Some(parent));
                let lost = siblings
                    .into_iter()
                    .any(|sibling| of(&sibling.payoffs).dominates(of(&node.payoffs), dominance));
                proptest::prop_assert_eq!(node.dominated.is_some(), lost);
                if let Some(TraceDominance { by, kind }) = node.dominated {
                    let by = &trace.nodes[by];
                    proptest::prop_assert_eq!(by.parent, Some(parent));
                    proptest::prop_assert!(of(&by.payoffs).dominates(of(&node.payoffs), kind));
                    let strongly = of(&by.payoffs).dominates(of(&node.payoffs), Strong);
                    proptest::prop_assert_eq!(strongly, kind == Strong);
                }
            }
        }
        Ok(())
    });
    holds.unwrap();
}

#[test]
fn the_criterion_chooses_at_the_root() {
    for (spec, mov, value) in [
        ("soft-maxn", 0, 4.0),
        ("soft-maxn(choice=mean)", 0, 4.0),
        ("soft-maxn(choice=optimistic)", 1, 5.0),
        ("soft-maxn(dominance=weak)", 0, 4.0),
    ] {
        let decision = decide(spec, &lecture(), &Budget::default()).unwrap();
        assert_eq!(decision.mov, decision.moves[mov].mov, "{spec}");
        assert_eq!((decision.value, decision.proven), (Some(value), true), "{spec}");
    }
    let means = decide("soft-maxn(choice=mean)", &lecture(), &Budget::default()).unwrap().moves;
    assert_eq!(means.iter().map(|estimate| estimate.value).collect::<Vec<_>>(), [4.0, 2.5, 2.0].map(Some));
}

#[test]
fn the_principal_variation_ends_where_several_moves_are_left() {
    let names = |spec| -> Vec<String> {
        let tree = lecture();
        let decision = decide(spec, &tree, &Budget::default()).unwrap();
        game::line_text(&tree, &game::Game::initial(&tree), &decision.pv)
            .split("; ")
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(names("soft-maxn"), ["1", "2"]);
    // Player 3 may go either way.
    assert_eq!(names("soft-maxn(choice=optimistic)"), ["2", "1"]);
}

#[test]
fn only_undominated_moves_are_chosen() {
    // At the worst both moves pay 3, but the second never pays less than the first and may pay 4.
    let tree = Tree::from_json(
        r#"{"roles": ["1", "2"], "root": [{"goals": [3, 0]}, [{"goals": [4, 0]}, {"goals": [3, 0]}]]}"#,
    )
    .unwrap();
    for (spec, mov) in [("soft-maxn", 0), ("soft-maxn(dominance=weak)", 1)] {
        let decision = decide(spec, &tree, &Budget::default()).unwrap();
        assert_eq!((decision.mov, decision.value), (decision.moves[mov].mov, Some(3.0)), "{spec}");
    }
}

#[test]
fn a_set_beyond_the_limit_is_refused_with_advice() {
    let three = decide("soft-maxn(vectors=3)", &lecture(), &Budget::default());
    assert_eq!(three.unwrap().value, Some(4.0));
    let refusal = decide("soft-maxn(vectors=2)", &lecture(), &Budget::default()).unwrap_err();
    assert!(matches!(refusal, SearchError::Inapplicable { strategy: "soft-maxn", .. }));
    assert!(refusal.to_string().contains("vectors="), "{refusal}");
}

#[test]
fn simultaneous_choices_are_refused_with_advice() {
    let refusal = decide("soft-maxn", &pennies(), &Budget::default()).unwrap_err();
    assert!(refusal.to_string().contains("pessimistic"), "{refusal}");
}

#[test]
fn sets_are_no_longer_made_once_the_time_is_up() {
    let rule = |limit| Undominated {
        role: 0,
        roles: 2,
        dominance: Strong,
        criterion: Criterion::Pessimistic,
        limit,
    };
    // Five outcomes, of each of which one of seven vectors comes: 7^5 sums, no two alike.
    let set = |unit: f64| (0..7).map(|payoff| vec![f64::from(payoff) * unit, 0.0]).collect::<Vec<_>>();
    let outcomes = || (0..5).map(|number| (0.125, set(8_f64.powi(number)))).collect::<Vec<_>>();
    let meter = |time| Meter::start(Budget { time, ..Budget::default() });
    let all = rule(1_000_000).expect(outcomes(), &meter(None)).unwrap().unwrap();
    assert_eq!(all.len(), 7_usize.pow(5));
    assert_eq!(rule(1_000_000).expect(outcomes(), &meter(Some(Duration::ZERO))).unwrap(), None);
    assert!(rule(10_000).expect(outcomes(), &meter(None)).is_err());
}
