//! Searches by what a role knows, recorded at the first decision of Kuhn poker: Alice holds the queen, and
//! Bob the jack or the king.

use std::collections::BTreeSet;

use game::{Game, Rules, Tree};
use rand::SeedableRng;
use rstest::rstest;

use crate::testing::{any_game, rules};
use crate::{Decision, Observer, Recorder, SearchRng, Spec, Stop, Trace, TraceNode, TraceStep, Viewpoint};

/// Alice at her first decision, when she has been dealt the queen.
fn with_the_queen<G: Game>(game: &G) -> Viewpoint<G> {
    let start = game.initial();
    let mut deals = Vec::new();
    game.legal(&start, 2, &mut deals);
    let queen = deals.into_iter().find(|&deal| game.notation().move_name(deal) == "(deal queen king)");
    let noop = |role| {
        let mut moves = Vec::new();
        game.legal(&start, role, &mut moves);
        moves[0]
    };
    let joint = vec![noop(0), noop(1), queen.unwrap()];
    let dealt = game.next(&start, &joint);
    Viewpoint::after(game, &[start, dealt], [joint], 0)
}

fn decide<G: Game>(
    game: &G,
    viewpoint: &Viewpoint<G>,
    spec: &str,
    observer: Option<&mut dyn Observer<G>>,
) -> Decision<G::Move> {
    let (spec, mut rng): (Spec, _) = (spec.parse().unwrap(), SearchRng::seed_from_u64(5));
    viewpoint.ask(spec.build().as_mut(), game, &Default::default(), &mut rng, observer).unwrap()
}

fn watch(spec: &str) -> (Trace, Decision<<Rules as Game>::Move>) {
    let game = rules("kuhn-poker");
    let game = any_game(&game);
    let mut recorder = Recorder::new(&game, 0, 100_000).with_steps(1_000_000);
    let decision = decide(&game, &with_the_queen(&game), spec, Some(&mut recorder));
    (recorder.trace(), decision)
}

fn below(trace: &Trace, parent: usize) -> impl Iterator<Item = (usize, &TraceNode)> {
    trace.nodes.iter().enumerate().filter(move |(_, node)| node.parent == Some(parent))
}

fn results(node: &TraceNode) -> u64 {
    node.playouts + node.proven_visits
}

const ISMCTS: &str = "ismcts(playouts=400)";
const SINGLE: &str = "ismcts(playouts=400,observers=single)";
const HYPERPLAY: &str = "hyperplay(playouts=20)";

#[rstest]
#[case(ISMCTS)]
#[case("ismcts(playouts=200,leaves=1,each=1)")]
#[case(SINGLE)]
#[case("pimc(inner=alpha-beta)")]
#[case("pimc(inner=deepening)")]
#[case("pimc(inner=flat-mc(playouts=50))")]
#[case("pimc(inner=uct(playouts=50))")]
#[case("pimc(inner=random)")]
#[case(HYPERPLAY)]
fn a_watched_search_decides_as_an_unwatched_one_and_its_root_has_the_estimates(#[case] spec: &str) {
    let (game, (trace, watched)) = (rules("kuhn-poker"), watch(spec));
    let game = any_game(&game);
    assert_eq!(watched, decide(&game, &with_the_queen(&game), spec, None));
    let root = &trace.nodes[0];
    assert_eq!(root.movers, [0]);
    let estimated = watched.moves.iter().filter(|estimate| estimate.value.is_some());
    assert_eq!(root.moves.len(), estimated.clone().count());
    for estimate in estimated {
        let name = game.notation().move_name(estimate.mov);
        let told = root.moves.iter().find(|told| (told.role, &told.mov) == (0, &name)).unwrap();
        assert_eq!((told.visits, Some(told.mean)), (estimate.visits, estimate.value), "{name}");
    }
}

#[rstest]
#[case(ISMCTS, 400)]
#[case(SINGLE, 400)]
#[case(HYPERPLAY, 20)]
fn results_of_simulations_add_up_from_node_to_node(#[case] spec: &str, #[case] simulated: u64) {
    let (trace, _) = watch(spec);
    let root = &trace.nodes[0];
    assert_eq!((results(root), trace.unrecorded), (simulated, 0));
    assert_eq!(root.moves.iter().map(|told| told.visits).sum::<u64>(), simulated);
    for (number, node) in trace.nodes.iter().enumerate() {
        let (mut passed, mut entered) = (0, 0);
        for (_, child) in below(&trace, number) {
            passed += results(child);
            entered += child.visits;
        }
        // The first simulation to a node ends there.
        assert!(passed <= results(node) && entered <= node.visits, "{number}");
        assert!(number > 0 || passed == results(node), "{number}");
    }
}

#[test]
fn nodes_are_told_apart_by_what_those_who_move_there_know() {
    let (trace, _) = watch(ISMCTS);
    for mov in ["bet", "pass"] {
        let answers: Vec<_> = below(&trace, 0).filter(|(_, node)| node.joint[0] == mov).collect();
        assert_eq!(answers.len(), 2, "Bob holds the jack or the king: {mov}");
        assert!(answers.iter().all(|(_, node)| node.movers == [1] && node.set.is_some()));
        assert_ne!(answers[0].1.set, answers[1].1.set);
    }
    // Alice does not know which of them it was that bet after her pass.
    let passed = below(&trace, 0).filter(|(_, node)| node.joint[0] == "pass");
    let asked: Vec<_> = passed
        .flat_map(|(bob, _)| below(&trace, bob).filter(|(_, node)| node.joint[1] == "bet"))
        .map(|(_, node)| (node.movers.as_slice(), node.set.clone()))
        .collect();
    assert_eq!(asked.len(), 2);
    assert!(asked[0].1.is_some() && asked[0] == asked[1] && asked[0].0 == [0], "{asked:?}");
}

#[test]
fn to_a_single_observer_bob_is_in_one_information_set() {
    let (trace, _) = watch(SINGLE);
    assert_eq!(below(&trace, 0).filter(|(_, node)| node.joint[0] == "bet").count(), 1);
}

#[test]
fn sets_are_numbered_in_the_order_in_which_the_search_came_to_them() {
    let (trace, _) = watch(ISMCTS);
    let mut sets = Vec::new();
    for set in trace.nodes.iter().filter_map(|node| node.set.clone()) {
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    assert_eq!(sets, ["1", "2", "3", "4", "5"], "Bob's four, and Alice's when she is asked again");
}

#[test]
fn an_explicit_tree_names_its_own_sets() {
    let tree = Tree::from_brackets("(({h} 3 12) ({h} 2 4))").unwrap();
    let tree = any_game(&tree);
    let viewpoint = Viewpoint::after(&tree, &[tree.initial()], Vec::<Vec<_>>::new(), 0);
    let mut recorder = Recorder::new(&tree, 0, 100);
    let decision = decide(&tree, &viewpoint, "ismcts(playouts=100)", Some(&mut recorder));
    let trace = recorder.trace();
    let sets: BTreeSet<_> = trace.nodes.iter().filter_map(|node| node.set.as_deref()).collect();
    assert_eq!((sets, trace.nodes.len()), (BTreeSet::from(["h"]), 7));
    assert_eq!(trace.nodes[0].moves.iter().map(|told| told.visits).sum::<u64>(), 100);
    assert_eq!(
        decision.value,
        Some(trace.nodes[0].moves.iter().map(|told| told.mean).fold(f64::MIN, f64::max))
    );
}

#[rstest]
#[case("pimc(inner=alpha-beta)")]
#[case("pimc(inner=deepening)")]
#[case("pimc(inner=uct(playouts=50))")]
#[case("pimc(inner=first-legal)")]
fn each_determinization_is_a_child_of_the_root_with_a_tree_of_its_own(#[case] spec: &str) {
    let (trace, decision) = watch(spec);
    let worlds: Vec<_> = below(&trace, 0).collect();
    let numbers: Vec<_> = worlds.iter().map(|(_, node)| node.determinization).collect();
    assert_eq!(numbers, [Some(1), Some(2)], "Bob holds the jack or the king");
    assert_eq!((trace.nodes[0].visits, trace.nodes[0].value), (1, decision.value));
    assert!(trace.iterations.is_empty() && trace.exploration.is_none());
    for (world, node) in worlds {
        let told: Vec<_> = below(&trace, world).map(|(_, node)| node.joint[0].as_str()).collect();
        let searched: &[&str] = if spec.contains("first-legal") { &[] } else { &["bet", "pass"] };
        assert_eq!(BTreeSet::from_iter(told), BTreeSet::from_iter(searched.iter().copied()));
        assert!(node.joint.is_empty() && node.set.is_none());
        assert_eq!(node.value.is_some(), !searched.is_empty());
    }
}

#[test]
fn playouts_in_determinizations_are_playouts_of_the_root() {
    let (trace, decision) = watch("pimc(inner=uct(playouts=50,plain=true))");
    assert_eq!(
        (trace.nodes[0].playouts, trace.nodes[0].proven_visits),
        (decision.effort.playouts, decision.effort.proven_visits)
    );
    assert_eq!(results(&trace.nodes[0]), 100);
    assert!(below(&trace, 0).all(|(_, node)| results(node) == 50));
}

#[test]
fn a_move_on_which_the_inner_search_has_a_bound_is_searched_below_its_determinization() {
    let (trace, _) = watch("pimc(inner=alpha-beta(pvs=false))");
    let worlds: Vec<usize> = below(&trace, 0).map(|(world, _)| world).collect();
    let again = trace.nodes.iter().filter(|node| node.parent.is_some_and(|above| worlds.contains(&above)));
    assert!(again.clone().any(|node| node.visits > 1), "no move has a bound");
    assert!(worlds.iter().all(|&world| trace.nodes[world].visits == 1));
}

#[test]
fn texts_and_pictures_tell_determinizations_and_information_sets() {
    let (trace, _) = watch("pimc(inner=alpha-beta)");
    assert!(trace.outline().contains("\n├─ determinization 1 = "), "{}", trace.outline());
    assert!(trace.narration(1000).contains("  enter determinization 2 › bet, window "));
    assert!(trace.svg().contains("determinization 2"));
    let (trace, _) = watch(ISMCTS);
    let bob = below(&trace, 0).find(|(_, node)| node.joint[0] == "bet").unwrap().1;
    let named = format!("bet {{{}}}", bob.set.as_ref().unwrap());
    assert!(trace.outline().contains(&format!("─ {named} = ")), "{}", trace.outline());
    assert!(trace.narration(10).contains(&format!("  expand    {named}\n")), "{}", trace.narration(10));
}

#[test]
fn a_line_of_forced_moves_does_not_tell_what_is_hidden() {
    let line = |percepts: &str| {
        let text = format!(
            "(role alice) (role bob) (init (step 1)) (legal alice wait) (legal bob wait) {percepts}
            (next (step 2)) (<= terminal (true (step 2))) (goal alice 50) (goal bob 50)"
        );
        let game = Rules::new(&gdl::Rulesheet::parse("waiting", text.as_bytes()).unwrap()).unwrap();
        let game = any_game(&game);
        let viewpoint = Viewpoint::after(&game, &[game.initial()], Vec::<Vec<_>>::new(), 0);
        let decision = decide(&game, &viewpoint, "random", None);
        decision.with_forced_moves(&game, viewpoint.state(), &Stop::default()).pv.len()
    };
    assert_eq!((line(""), line("(<= (sees alice moved) (does bob wait))")), (1, 0));
}

#[rstest]
#[case(ISMCTS)]
#[case("pimc(inner=alpha-beta)")]
#[case("pimc(inner=alpha-beta(nodes=3))")]
#[case("pimc(inner=deepening(nodes=20))")]
#[case("pimc(inner=uct(playouts=50))")]
#[case("pimc(inner=stepwise-mcts(playouts=50))")]
#[case("pimc(inner=maxn)")]
#[case(HYPERPLAY)]
fn every_node_that_is_entered_is_left_from_the_inside_out(#[case] spec: &str) {
    let (trace, _) = watch(spec);
    let mut path = Vec::new();
    for step in trace.steps.iter().flatten() {
        match *step {
            TraceStep::Enter { node, .. } => {
                assert_eq!(trace.nodes[node].parent, path.last().copied());
                path.push(node);
            }
            TraceStep::Leave { node, .. } => assert_eq!(path.pop(), Some(node)),
            _ => assert_eq!(step.node(), path.last().copied(), "{step:?}"),
        }
    }
    assert!(path.is_empty() && trace.nodes.len() > 2, "{path:?}");
}

#[test]
fn what_chance_does_has_no_probability_below_a_node_of_several_states() {
    // A card goes to Alice and one to Bob, and a third one is turned up after her bet: which one is likely,
    // depends on Bob's.
    let text = "(role alice) (role bob) (role random) (init dealing) (card 1) (card 2) (card 3) (card 4)
        (<= (legal random (deal ?a ?b)) (true dealing) (card ?a) (card ?b) (distinct ?a ?b))
        (<= (legal random (turn ?c)) (true turning) (card ?c) (not (true (has ?c))))
        (<= (legal random noop) (true asking))
        (<= (legal alice bet) (true asking)) (<= (legal alice pass) (true asking)) (<= (legal alice noop) (not (true asking)))
        (legal bob noop)
        (<= (sees alice ?a) (does random (deal ?a ?b)))
        (<= (next asking) (true dealing)) (<= (next turning) (true asking)) (<= (next over) (true turning))
        (<= (next (has ?a)) (does random (deal ?a ?b))) (<= (next (has ?b)) (does random (deal ?a ?b))) (<= (next (has ?c)) (true (has ?c)))
        (<= (next (turned ?c)) (does random (turn ?c)))
        (<= terminal (true over)) (<= (goal alice 100) (true (turned 3))) (<= (goal alice 0) (not (true (turned 3)))) (goal bob 50) (goal random 50)";
    let game = Rules::new(&gdl::Rulesheet::parse("turned", text.as_bytes()).unwrap()).unwrap();
    let game = any_game(&game);
    let start = game.initial();
    let legal = |role| {
        let mut moves = Vec::new();
        game.legal(&start, role, &mut moves);
        moves
    };
    let joint = vec![legal(0)[0], legal(1)[0], legal(2)[0]];
    let dealt = game.next(&start, &joint);
    let viewpoint = Viewpoint::after(&game, &[start, dealt], [joint], 0);
    let turned = |spec: &str| -> Vec<Option<f64>> {
        let mut recorder = Recorder::new(&game, 0, 10_000);
        decide(&game, &viewpoint, spec, Some(&mut recorder));
        let trace = recorder.trace();
        let is_turned = |node: &&TraceNode| node.joint.last().is_some_and(|made| made.starts_with("(turn"));
        trace.nodes.iter().filter(is_turned).map(|node| node.probability).collect()
    };
    let merged = turned("ismcts(playouts=200)");
    assert!(merged.len() >= 2 && merged.iter().all(Option::is_none), "{merged:?}");
    let known = turned("pimc(inner=minimax)");
    assert!(!known.is_empty() && known.iter().all(|&probability| probability == Some(0.5)), "{known:?}");
}
