//! The lectures' trees, recorded: what the page shows of them is what the lectures say.

use game::{BuiltinTree, Game, Tree};
use rand::SeedableRng;
use rstest::rstest;

use crate::testing::any_game;
use crate::{Budget, CutKind, Decision, Recorder, Request, SearchRng, Spec, Trace, TraceStep};

fn tree(name: &str) -> Tree {
    Tree::from_json(BuiltinTree::named(name).unwrap().document).unwrap()
}

fn watch(name: &str, spec: &str) -> (Trace, Decision<game::TreeMove>) {
    let (tree, spec) = (tree(name), spec.parse::<Spec>().unwrap());
    let tree = any_game(&tree);
    let mut recorder = Recorder::new(&tree, 0, 1000).with_steps(10_000);
    let mut rng = SearchRng::seed_from_u64(0);
    let budget = Budget::default();
    let decision = spec
        .build()
        .choose(
            Request::new(&tree, &tree.initial(), 0, &mut rng)
                .within(budget.clone())
                .watched_by(&mut recorder),
        )
        .unwrap();
    (recorder.trace(), decision)
}

/// The node at the end of a way down of move names.
fn node_at<'t>(trace: &'t Trace, way: &[&str]) -> &'t crate::TraceNode {
    let down = |at: usize, mov: &&str| {
        let leads =
            |node: &crate::TraceNode| node.parent == Some(at) && node.joint.iter().any(|made| made == mov);
        trace.nodes.iter().position(leads).unwrap_or_else(|| panic!("no node at {way:?}"))
    };
    &trace.nodes[way.iter().fold(0, down)]
}

fn cuts(trace: &Trace) -> Vec<(CutKind, f64, f64, usize)> {
    let cuts = trace.nodes.iter().flat_map(|node| &node.cuts);
    cuts.map(|cut| (cut.kind, cut.value, cut.bound, cut.remaining)).collect()
}

#[test]
fn minimax_and_the_two_leaves_that_alpha_beta_leaves_out() {
    let (trace, decision) = watch("minimax", "minimax");
    let values = ["B", "C", "D"].map(|mov| node_at(&trace, &[mov]).value);
    assert_eq!((trace.nodes[0].value, values), (Some(3.0), [Some(3.0), Some(2.0), Some(2.0)]));
    assert_eq!(decision.effort.leaves, 9);
    let (trace, decision) = watch("minimax", "alpha-beta");
    assert_eq!((decision.value, decision.effort.leaves), (Some(3.0), 7));
    assert_eq!(cuts(&trace), [(CutKind::Alpha, 2.0, 3.0, 2)]);
    assert_eq!(node_at(&trace, &["C"]).left_out, [["noop", "2"], ["noop", "3"]]);
}

#[rstest]
#[case("perfect-order", 27, 11)]
#[case("worst-order", 27, 27)]
#[case("sixteen-leaves", 16, 7)]
fn leaves_are_counted_as_the_lecture_counts_them(#[case] tree: &str, #[case] all: u64, #[case] needed: u64) {
    assert_eq!(watch(tree, "minimax").1.effort.leaves, all);
    for spec in ["alpha-beta", "alpha-beta(fail=hard)", "alpha-beta(form=negamax)"] {
        let (trace, decision) = watch(tree, spec);
        assert_eq!(decision.effort.leaves, needed, "{spec}");
        let leaves =
            trace.steps.unwrap().iter().filter(|step| matches!(step, TraceStep::Leaf { .. })).count();
        assert_eq!(leaves as u64, needed, "{spec}");
    }
}

#[test]
fn open_lines_to_two_plies_make_the_centre_worth_one() {
    let (trace, decision) = watch("open-lines", "minimax");
    let values = ["centre", "corner", "edge"].map(|mov| node_at(&trace, &[mov]).value);
    assert_eq!((decision.value, values), (Some(1.0), [Some(1.0), Some(-1.0), Some(-2.0)]));
    assert_eq!(tree("open-lines").notation().move_name(decision.mov), "centre");
}

#[test]
fn max_n_vectors_go_up_and_its_cuts_say_why() {
    let (trace, _) = watch("maxn", "maxn");
    let vectors = ["1", "2", "3"].map(|mov| node_at(&trace, &[mov]).payoffs[0].clone());
    assert_eq!(trace.nodes[0].payoffs, [[5.0, 3.0, 5.0]]);
    assert_eq!(vectors, [[1.0, 2.0, 3.0], [5.0, 3.0, 5.0], [3.0, 4.0, 1.0]]);
    let immediate = [(CutKind::Immediate, 100.0, 100.0, 1)];
    assert_eq!(cuts(&watch("maxn-cuts", "maxn(prune=immediate)").0), immediate);
    let (trace, _) = watch("maxn-cuts", "maxn(prune=shallow)");
    assert_eq!(cuts(&trace), [(CutKind::Shallow, 40.0, 40.0, 2), immediate[0]]);
    assert_eq!(watch("maxn-cuts", "maxn").0.nodes[0].payoffs, trace.nodes[0].payoffs);
}

#[test]
fn soft_max_n_has_the_lectures_sets_at_every_inner_node() {
    let (trace, _) = watch("soft-maxn", "soft-maxn");
    let sets: [(&[&str], &[[f64; 3]]); 7] = [
        (&[], &[[4.0, 6.0, 3.0], [5.0, 1.0, 2.0], [0.0, 4.0, 2.0]]),
        (&["1"], &[[4.0, 6.0, 3.0]]),
        (&["2"], &[[5.0, 1.0, 2.0], [0.0, 4.0, 2.0]]),
        (&["3"], &[[2.0, 3.0, 1.0]]),
        (&["1", "1"], &[[1.0, 2.0, 3.0], [2.0, 5.0, 3.0]]),
        (&["1", "1", "1"], &[[1.0, 2.0, 3.0]]),
        (&["3", "2"], &[[3.0, 1.0, 5.0]]),
    ];
    for (way, set) in sets {
        assert_eq!(node_at(&trace, way).payoffs, set, "{way:?}");
    }
}

#[test]
fn every_iteration_tells_its_own_vectors() {
    let (trace, _) = watch("maxn-deep-cut", "maxn(deepen=always,eval=zero)");
    let of_second = |step: &TraceStep| match step {
        TraceStep::Payoffs { node, vectors } if trace.nodes[*node].joint.first()? == "2" => {
            (trace.nodes[*node].parent == Some(0)).then(|| vectors.clone())
        }
        _ => None,
    };
    let told: Vec<_> = trace.steps.iter().flatten().filter_map(of_second).collect();
    // The middle of the range for each, brought down to the sum; then what player 2 takes: an estimate, and
    // the truth.
    let third = 100.0 / 3.0;
    assert_eq!(told.len(), 3);
    assert!(told[0][0].iter().all(|payoff| (payoff - third).abs() < 1e-9), "{told:?}");
    assert_eq!(told[2], [[60.0, 25.0, 15.0]]);
    assert_eq!(trace.nodes[0].payoffs, told[2], "the nodes have those of the last iteration");
}

#[rstest]
#[case("0.1", 10.0)]
#[case("1", 100.0)]
#[case("10", 1000.0)]
fn uct_tells_the_constant_visits_and_means_that_make_the_lectures_values(
    #[case] c: &str,
    #[case] scaled: f64,
) {
    let (trace, _) = watch("uct-values", &format!("uct(plain=true,c={c},playouts=4)"));
    assert_eq!(trace.exploration, Some(scaled));
    let told: Vec<_> = trace.nodes[0].moves.iter().map(|mov| (mov.visits, mov.mean)).collect();
    assert_eq!(told, [(1, 0.0), (1, 20.0), (2, 25.0)]);
}

#[test]
fn means_fall_into_the_trap_and_uct_does_not() {
    let tree = tree("uct-trap");
    let (_, flat) = watch("uct-trap", "flat-mc(playouts=600)");
    assert_eq!(tree.notation().move_name(flat.mov), "1");
    let (trace, decision) = watch("uct-trap", "uct(plain=true,playouts=600)");
    assert_eq!(tree.notation().move_name(decision.mov), "2");
    let visits = |mov: &str| trace.nodes[0].moves.iter().find(|told| told.mov == mov).unwrap().visits;
    assert!(visits("2") > 2 * visits("1"));
}
