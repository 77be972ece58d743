//! A tree with min at the root is searched as its mirror image with max there.

use game::Tree;
use proptest::prelude::*;
use rand::SeedableRng;
use serde_json::{Value, json};

use super::Recorder;
use crate::testing::any_game;
use crate::{CutKind, Report, Request, SearchRng, Spec, Trace, TraceWindow};

/// Nested lists of numbers.
fn lists() -> impl Strategy<Value = Value> {
    let leaf = (-9..=9).prop_map(|payoff: i32| json!(payoff));
    let list = |below: BoxedStrategy<Value>| prop::collection::vec(below, 1..=3).prop_map(Value::from);
    let below = leaf.prop_recursive(4, 40, 3, move |below| list(below.boxed()));
    list(below.boxed())
}

/// The same lists with the negatives of all numbers.
fn negative(lists: &Value) -> Value {
    match lists {
        Value::Array(lists) => lists.iter().map(negative).collect(),
        payoff => json!(-payoff.as_i64().unwrap()),
    }
}

fn search(tree: &Tree, role: usize, spec: &str) -> (Report, Trace) {
    let tree = any_game(tree);
    let (mut rng, mut recorder) = (SearchRng::seed_from_u64(0), Recorder::new(&tree, role, 1000));
    let root = tree.initial();
    let request = Request::new(&tree, &root, role, &mut rng).watched_by(&mut recorder);
    let spec: Spec = spec.parse().unwrap();
    let decision = spec.build().choose(request).unwrap();
    (Report::new(&tree, role, &spec, decision, 0.0), recorder.trace())
}

/// What a trace says of a node, as a search from the other side would.
#[derive(Debug, PartialEq)]
struct Told {
    parent: Option<usize>,
    value: Option<f64>,
    window: (Option<f64>, Option<f64>),
    updates: Vec<(f64, Option<f64>, Option<f64>)>,
    cuts: Vec<(CutKind, f64, f64, usize)>,
}

/// All that a trace tells, turned round if `mirrored`.
fn told(trace: &Trace, mirrored: bool) -> Vec<Told> {
    // Zero has no sign.
    let value = |value: f64| if mirrored { 0.0 - value } else { value };
    let ends = |TraceWindow { alpha, beta }: TraceWindow| {
        if mirrored { (beta.map(value), alpha.map(value)) } else { (alpha, beta) }
    };
    let kind = |kind| match kind {
        CutKind::Alpha if mirrored => CutKind::Beta,
        CutKind::Beta if mirrored => CutKind::Alpha,
        kind => kind,
    };
    let nodes = trace.nodes.iter().map(|node| Told {
        parent: node.parent,
        value: node.value.map(value),
        window: ends(node.window),
        updates: node
            .updates
            .iter()
            .map(|update| {
                let (alpha, beta) = ends(update.window);
                (value(update.value), alpha, beta)
            })
            .collect(),
        cuts: node
            .cuts
            .iter()
            .map(|cut| (kind(cut.kind), value(cut.value), value(cut.bound), cut.remaining))
            .collect(),
    });
    nodes.collect()
}

proptest! {
    #[test]
    fn with_min_at_the_root_values_windows_and_cuts_are_those_of_max(
        lists in lists(),
        spec in prop::sample::select(vec![
            "minimax", "negamax", "alpha-beta", "alpha-beta(fail=hard)", "alpha-beta(form=negamax)", "paranoid", "pessimistic",
        ]),
    ) {
        let max = Tree::from_json(&lists.to_string()).unwrap();
        let min = Tree::from_json(&json!({ "mover": "min", "children": negative(&lists) }).to_string()).unwrap();
        let ((max_report, max_trace), (min_report, min_trace)) = (search(&max, 0, spec), search(&min, 1, spec));
        // The negamax form shows every node from the side of who moves there.
        let negamax = spec.contains("negamax");
        prop_assert_eq!(told(&max_trace, !negamax), told(&min_trace, false));
        prop_assert_eq!(min_report.mov, max_report.mov);
        prop_assert_eq!(min_report.value, max_report.value.map(|value| 0.0 - value));
        for (min, max) in min_report.moves.iter().zip(&max_report.moves) {
            prop_assert_eq!(min.value, max.value.map(|value| 0.0 - value));
            prop_assert_eq!(min.bound.is_some(), max.bound.is_some());
            prop_assert!(min.bound.is_none() || min.bound != max.bound);
        }
    }
}

#[test]
fn values_are_written_with_the_decimals_of_the_tree() {
    let tree = Tree::from_brackets("((0.5 2) (0.25 -1))").unwrap();
    let (report, trace) = search(&tree, 0, "alpha-beta");
    assert_eq!(report.value, Some(0.5));
    assert_eq!(
        trace.nodes.iter().filter(|node| node.leaf).map(|node| node.value.unwrap()).collect::<Vec<_>>(),
        [0.5, 2.0, 0.25]
    );
    assert!(trace.outline().contains("= 0.25"), "{}", trace.outline());
    let vectors = Tree::from_brackets("(0.5/1/2 3/4/5)").unwrap();
    let (_, trace) = search(&vectors, 0, "maxn");
    assert_eq!(trace.nodes[0].payoffs, [[3.0, 4.0, 5.0]]);
}
