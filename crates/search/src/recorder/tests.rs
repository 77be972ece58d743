use std::collections::BTreeSet;

use rand::SeedableRng;

use super::*;
use crate::testing::{Counting, Sketch, Walk, any_game, pennies};
use crate::{Request, SearchRng, Spec};

fn record<G: Game>(spec: &str, game: &G, limit: usize) -> Trace {
    let (spec, game): (Spec, _) = (spec.parse().unwrap(), any_game(game));
    let mut recorder = Recorder::new(&game, 0, limit);
    let mut rng = SearchRng::seed_from_u64(3);
    spec.build().choose(Request::new(&game, &game.initial(), 0, &mut rng).watched_by(&mut recorder)).unwrap();
    recorder.trace()
}

/// The lecture's tree of three minimising nodes.
fn lecture() -> Walk {
    let node = |leaves: [i32; 3]| Sketch::Inner(1, leaves.map(Sketch::Leaf).to_vec());
    let sketch = Sketch::Inner(0, vec![node([3, 12, 8]), node([2, 4, 6]), node([14, 5, 2])]);
    Walk { range: 0..=20, ..Walk::down(&sketch) }
}

#[test]
fn alpha_beta_leaves_windows_values_and_cuts() {
    let trace = record("alpha-beta", &lecture(), 1000);
    let inner: Vec<_> = trace.nodes.iter().filter(|node| node.parent == Some(0)).collect();
    let values: Vec<_> = inner.iter().map(|node| (node.window.alpha, node.value, node.cut)).collect();
    assert_eq!(values, [(Some(0.0), Some(3.0), 0), (Some(3.0), Some(2.0), 2), (Some(3.0), Some(2.0), 0)]);
    assert_eq!(trace.nodes.iter().filter(|node| node.leaf).count(), 7);
    assert_eq!(trace.nodes[0].value, Some(3.0));
    assert_eq!(trace.unrecorded, 0);
}

#[test]
fn of_a_search_that_deepens_the_last_iteration_is_kept() {
    let trace = record("deepening(table=0,pvs=false)", &lecture(), 1000);
    let steps: Vec<_> = trace.iterations.iter().map(|it| (it.depth, it.value, it.nodes)).collect();
    // To one ply all is the middle of the range; then the best move, 2 of whose leaves follow 3, comes first.
    assert_eq!(steps, [(1, Some(10.0), 4), (2, Some(3.0), 11)]);
    assert_eq!(trace.nodes.len(), 11);
    assert_eq!(trace.nodes[0].updates.len(), 1);
    let again = serde_json::to_string(&trace).unwrap();
    assert_eq!(serde_json::from_str::<Trace>(&again).unwrap(), trace);
}

#[test]
fn a_node_that_is_searched_again_shows_the_last_search() {
    let leaf = Sketch::Leaf;
    let sketch = Sketch::Inner(0, vec![leaf(3), Sketch::Inner(1, vec![leaf(9), leaf(8)])]);
    let game = Walk { range: 0..=20, ..Walk::down(&sketch) };
    let trace = record("alpha-beta(pvs=true)", &game, 1000);
    let again = &trace.nodes[2];
    assert_eq!((again.visits, again.value, again.cut), (2, Some(8.0), 0));
    assert_eq!((again.window.alpha, again.window.beta), (Some(3.0), Some(20.0)));
    assert_eq!(again.updates.iter().map(|update| update.value).collect::<Vec<_>>(), [9.0, 8.0]);
}

#[test]
fn negamax_shows_every_node_as_its_decider_sees_it() {
    for spec in ["negamax", "alpha-beta(form=negamax)"] {
        let trace = record(spec, &lecture(), 1000);
        let value = |number: usize| trace.nodes[number].value;
        // The root, its first child, and that child's first leaf.
        assert_eq!((value(0), value(1), value(2)), (Some(3.0), Some(-3.0), Some(3.0)), "{spec}");
    }
    let trace = record("alpha-beta(form=negamax)", &lecture(), 1000);
    let second = trace.nodes.iter().filter(|node| node.parent == Some(0)).nth(1).unwrap();
    assert_eq!((second.window.alpha, second.window.beta), (Some(-20.0), Some(-3.0)));
    assert_eq!((second.value, second.cut), (Some(-2.0), 2));
}

#[test]
fn the_form_on_paper_is_fixed() {
    let sketch = Sketch::Inner(0, vec![Sketch::Leaf(1), Sketch::Leaf(2)]);
    let game = Walk { range: 0..=3, ..Walk::down(&sketch) };
    let trace = serde_json::to_string_pretty(&record("minimax", &game, 2)).unwrap();
    insta::assert_snapshot!(trace, @r#"
    {
      "version": 2,
      "roles": [
        "first",
        "second"
      ],
      "role": 0,
      "unrecorded": 1,
      "nodes": [
        {
          "parent": null,
          "move": [],
          "movers": [
            0
          ],
          "window": {
            "alpha": null,
            "beta": null
          },
          "updates": [
            {
              "value": 1.0,
              "alpha": null,
              "beta": null
            },
            {
              "value": 2.0,
              "alpha": null,
              "beta": null
            }
          ],
          "leaf": false,
          "cut": 0,
          "value": 2.0,
          "visits": 1,
          "playouts": 0
        },
        {
          "parent": 0,
          "move": [
            "0",
            "18446744073709551615"
          ],
          "window": {
            "alpha": null,
            "beta": null
          },
          "leaf": true,
          "cut": 0,
          "value": 1.0,
          "visits": 1,
          "playouts": 0
        }
      ]
    }
    "#);
}

#[test]
fn a_trace_survives_being_written_and_read() {
    for spec in
        ["alpha-beta(fail=hard)", "minimax", "soft-maxn", "flat-mc(playouts=7)", "stepwise-mcts(playouts=2)"]
    {
        let trace = record(spec, &Counting, 500);
        let text = serde_json::to_string(&trace).unwrap();
        assert_eq!(serde_json::from_str::<Trace>(&text).unwrap(), trace, "{spec}");
    }
}

#[test]
fn a_limit_keeps_the_first_nodes_and_counts_the_rest() {
    let (all, some) = (record("minimax", &lecture(), 13), record("minimax", &lecture(), 4));
    assert_eq!((all.nodes.len(), all.unrecorded), (13, 0));
    assert_eq!((some.nodes.len(), some.unrecorded), (4, 9));
    // The root keeps its value, though most of what it comes from is not kept.
    assert_eq!(some.nodes[0].value, Some(3.0));
    assert_eq!(record("minimax", &lecture(), 0).nodes, []);
}

#[test]
fn monte_carlo_leaves_its_statistics() {
    let trace = record("flat-mc(playouts=7)", &Counting, 1000);
    let visits: Vec<_> = trace.nodes[0].moves.iter().map(|statistic| statistic.visits).collect();
    assert_eq!(visits, [3, 2, 2]);
    assert_eq!(trace.nodes[0].playouts, 7);
    assert_eq!(trace.nodes[0].moves[2].mov, "say 3");
}

#[test]
fn a_stepped_game_that_comes_the_same_way_again_is_the_same_node() {
    let trace = record("stepwise-mcts(playouts=40)", &Counting, 100_000);
    let first: Vec<_> = trace.nodes.iter().filter(|node| node.parent == Some(0)).collect();
    assert!(first.len() <= 3);
    assert_eq!(first.iter().map(|node| node.visits).sum::<u64>(), 40);
}

/// What a search does, a word a step.
fn steps(spec: &str, limit: usize) -> (Vec<String>, Trace) {
    let spec: Spec = spec.parse().unwrap();
    let lecture = lecture();
    let game = any_game(&lecture);
    let mut recorder = Recorder::new(&game, 0, 1000).with_steps(limit);
    let mut rng = SearchRng::seed_from_u64(3);
    spec.build().choose(Request::new(&game, &0, 0, &mut rng).watched_by(&mut recorder)).unwrap();
    let trace = recorder.trace();
    let end = |end: Option<f64>| end.map_or_else(String::new, |end| format!("{end:?}"));
    let word = |step: &TraceStep| match step {
        TraceStep::Iteration { depth } => format!("to depth {depth}"),
        TraceStep::Enter { node, alpha, beta } => {
            format!("enter {node} {}..{}", end(*alpha), end(*beta))
        }
        TraceStep::Leaf { node, value } => format!("leaf {node} {value}"),
        TraceStep::Recall { node, value } => format!("recall {node} {value}"),
        TraceStep::Update { node, value, .. } => format!("update {node} {value}"),
        TraceStep::Cut { node, remaining, kind, value, bound } => {
            format!("cut {node} {remaining} {kind:?} {value} {bound}")
        }
        TraceStep::Payoffs { node, .. } => format!("payoffs {node}"),
        TraceStep::Dominated { node, by, kind } => format!("dominated {node} {by} {kind:?}"),
        TraceStep::Playouts { node, count, goals } => format!("playouts {node} {count} {goals:?}"),
        TraceStep::ProvenVisits { node, count, goals } => format!("proven {node} {count} {goals:?}"),
        TraceStep::BackUp { node, mov, visits, .. } => format!("back up {node} {mov} {visits}"),
        TraceStep::Leave { node, value } => {
            format!("leave {node} {}", value.map_or_else(String::new, |value| value.to_string()))
        }
    };
    (trace.steps.iter().flatten().map(word).collect(), trace)
}

#[test]
fn steps_are_kept_in_order() {
    let (steps, trace) = steps("alpha-beta", 1000);
    let second: Vec<_> =
        steps.iter().map(String::as_str).skip_while(|step| !step.starts_with("enter 5")).take(8).collect();
    let expected = [
        "enter 5 3.0..20.0",
        "enter 6 3.0..20.0",
        "leaf 6 2",
        "leave 6 2",
        "update 5 2",
        "cut 5 2 Alpha 2 3",
        "leave 5 2",
        "enter 7 3.0..20.0",
    ];
    assert_eq!(second, expected);
    assert_eq!((steps[0].as_str(), steps.last().unwrap().as_str()), ("enter 0 0.0..20.0", "leave 0 3"));
    assert_eq!(trace.unrecorded_steps, 0);
    assert_eq!(record("alpha-beta", &lecture(), 1000).steps, None, "nobody asked");
}

#[test]
fn every_node_that_is_entered_is_left_again() {
    for spec in [
        "minimax",
        "negamax",
        "alpha-beta(pvs=true,table=1)",
        "maxn(prune=shallow)",
        "soft-maxn",
        "paranoid",
        "deepening",
        "uct(playouts=50)",
        "uct(plain=true,playouts=50)",
        "memory-mc(playouts=30)",
        "stepwise-mcts(playouts=3)",
        "flat-mc(playouts=9)",
    ] {
        let (_, trace) = steps(spec, 100_000);
        let mut open = Vec::new();
        for step in trace.steps.as_ref().unwrap() {
            match *step {
                TraceStep::Enter { node, .. } => {
                    assert_eq!(trace.nodes[node].parent, open.last().copied(), "{spec}");
                    open.push(node);
                }
                TraceStep::Leave { node, .. } => assert_eq!(open.pop(), Some(node), "{spec}"),
                TraceStep::BackUp { node, mov, .. } => {
                    assert_eq!(open.last(), Some(&node), "{spec}");
                    assert!(mov < trace.nodes[node].moves.len());
                }
                _ => {}
            }
        }
        assert!(open.is_empty(), "{spec}");
    }
}

#[test]
fn with_steps_the_nodes_of_all_iterations_stay() {
    let (steps, trace) = steps("deepening(table=0,pvs=false,killer=false,history=false)", 1000);
    assert_eq!(steps.iter().filter(|step| step.starts_with("to depth")).count(), 2);
    assert_eq!((trace.nodes.len(), trace.iterations[1].nodes), (11, 11));
    assert!(trace.nodes.iter().all(|node| node.visits == 1), "the last iteration alone counts");
}

#[test]
fn steps_beyond_the_limit_are_counted() {
    let (all, _) = steps("alpha-beta", 1000);
    let (some, trace) = steps("alpha-beta", 10);
    assert_eq!(some, all[..10]);
    assert_eq!(trace.unrecorded_steps, all.len() as u64 - 10);
    assert_eq!(trace.nodes[0].value, Some(3.0), "the nodes are whole");
}

#[test]
fn every_field_stands_in_the_page_about_traces() {
    fn fields(value: &serde_json::Value, names: &mut BTreeSet<String>) {
        match value {
            serde_json::Value::Object(object) => {
                names.extend(object.keys().cloned());
                object.values().for_each(|value| fields(value, names));
            }
            serde_json::Value::Array(values) => values.iter().for_each(|value| fields(value, names)),
            _ => {}
        }
    }
    let mut names = BTreeSet::new();
    for spec in ["deepening", "soft-maxn", "flat-mc(playouts=7)"] {
        let trace =
            Trace { pv: vec![vec!["1".to_owned(), "noop".to_owned()]], ..record(spec, &Counting, 100) };
        fields(&serde_json::to_value(trace).unwrap(), &mut names);
    }
    for spec in ["alpha-beta", "deepening", "uct(playouts=9)", "soft-maxn", "alpha-beta(table=1,pvs=true)"] {
        fields(&serde_json::to_value(steps(spec, 50).1).unwrap(), &mut names);
    }
    let (set, probability, determinization) = (Some("1".to_owned()), Some(0.5), Some(1));
    let node = TraceNode { set, probability, determinization, ..TraceNode::default() };
    fields(&serde_json::to_value(node).unwrap(), &mut names);
    assert!(
        ["iterations", "payoffs", "moves", "updates", "pv", "unrecorded_steps", "left_out", "exploration"]
            .iter()
            .all(|&name| names.contains(name))
    );
    let page = include_str!("../../../../docs/trace.md");
    for name in names {
        let told = page.contains(&format!("`{name}`")) || page.contains(&format!("\"{name}\""));
        assert!(told, "docs/trace.md says nothing of `{name}`");
    }
}

/// The mean goal of each role over the children of a node, weighed by their results.
fn below(trace: &Trace, number: usize) -> (u64, Vec<f64>) {
    let children = trace.nodes.iter().filter(|node| node.parent == Some(number));
    let mut sums = vec![0.0; trace.roles.len()];
    let mut results = 0;
    for child in children {
        let own = child.playouts + child.proven_visits;
        results += own;
        sums.iter_mut().zip(&child.means).for_each(|(sum, mean)| *sum += mean * own as f64);
    }
    (results, sums.into_iter().map(|sum| sum / results as f64).collect())
}

fn near(one: &[f64], other: &[f64]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-6)
}

#[test]
fn the_value_of_a_monte_carlo_node_is_the_mean_of_what_came_through_it() {
    for spec in [
        "uct(playouts=300,solver=false)",
        "uct(playouts=300)",
        "uct(plain=true,playouts=300)",
        "memory-mc(playouts=300)",
        "flat-mc(playouts=300)",
    ] {
        let trace = record(spec, &Counting, 100_000);
        for (number, node) in trace.nodes.iter().enumerate() {
            assert_eq!(node.value, Some(node.means[0]), "{spec}");
            assert!(near(&[node.means.iter().sum()], &[100.0]), "{spec}: one wins");
            let (results, means) = below(&trace, number);
            // The playouts of a node's first visit begin in the node itself.
            if results == node.playouts + node.proven_visits {
                assert!(near(&means, &node.means), "{spec}: {means:?} {node:?}");
            }
        }
        let root = &trace.nodes[0];
        let visits: u64 = root.moves.iter().map(|statistic| statistic.visits).sum();
        assert_eq!(visits, root.playouts + root.proven_visits, "{spec}");
        let sum: f64 = root.moves.iter().map(|it| it.mean * it.visits as f64).sum();
        assert!(near(&[sum / visits as f64], &[root.means[0]]), "{spec}");
    }
}

#[test]
fn the_value_of_a_node_that_another_role_decides_is_the_searchers_mean_and_all_roles_are_told() {
    let second = Sketch::Inner(1, vec![Sketch::Leaf(20), Sketch::Leaf(20)]);
    let sketch = Sketch::Inner(0, vec![second, Sketch::Leaf(0)]);
    let game = Walk { range: 0..=100, ..Walk::down(&sketch) };
    let trace = record("uct(plain=true,playouts=20)", &game, 1000);
    let node = trace.nodes.iter().find(|node| node.parent == Some(0) && node.movers == [1]).unwrap();
    assert_eq!((node.value, node.means.as_slice()), (Some(20.0), &[20.0, 80.0][..]));
    assert!(node.moves.iter().all(|statistic| (statistic.role, statistic.mean) == (1, 80.0)), "{node:?}");
}

#[test]
fn simulations_in_trees_of_other_threads_are_not_recorded() {
    let game = Walk { range: 0..=100, ..Walk::down(&Sketch::uniform(3, 5, true)) };
    let count = |options: &str| {
        let options = format!("uct(solver=false,leaves=1,each=1,playouts=60,{options})");
        let trace = record(&options, &game, 1000);
        (trace.nodes[0].visits, trace.unrecorded)
    };
    assert_eq!(count("threads=2"), (30, 30));
    assert_eq!(count("threads=2,parallel=tree"), (60, 0));
}

#[test]
fn where_there_is_one_move_the_trace_has_the_root() {
    let game = Walk { range: 0..=100, ..Walk::down(&Sketch::Inner(0, vec![Sketch::Leaf(30)])) };
    for spec in ["uct", "flat-mc", "memory-mc", "stepwise-mcts", "factored-uct", "minimax"] {
        let trace = record(spec, &game, 1000);
        assert_eq!((trace.nodes[0].parent, trace.nodes[0].visits), (None, 1), "{spec}");
    }
}

#[test]
fn the_constant_is_told_where_ucb1_selects() {
    let constant =
        |options: &str| record(&format!("uct(playouts=9,{options})"), &pennies(), 1000).exploration;
    assert!(constant("simultaneous=joint").is_some() && constant("bias=1,eval=zero").is_some());
    for options in ["puct=1,eval=zero", "simultaneous=regret", "simultaneous=exp3"] {
        assert_eq!(constant(options), None, "{options}");
    }
}

#[test]
fn a_node_where_nobody_has_a_choice_has_no_mover_and_no_statistics() {
    let forced = Sketch::Inner(1, vec![Sketch::Inner(0, vec![Sketch::Leaf(30), Sketch::Leaf(30)])]);
    let sketch = Sketch::Inner(0, vec![forced, Sketch::Leaf(0)]);
    let game = Walk { range: 0..=100, ..Walk::down(&sketch) };
    for spec in ["uct(plain=true,playouts=30)", "memory-mc(playouts=30)", "minimax"] {
        let trace = record(spec, &game, 1000);
        assert_eq!(trace.nodes[0].movers, [0], "{spec}");
        let node = trace.nodes.iter().find(|node| node.parent == Some(0) && !node.leaf).unwrap();
        assert!(node.movers.is_empty() && node.moves.is_empty(), "{spec}: {node:?}");
        assert_eq!(node.value, Some(30.0), "{spec}");
    }
}

#[test]
fn joint_statistics_are_those_of_the_last_update() {
    let pennies = pennies();
    let game = any_game(&pennies);
    for form in ["joint", "decoupled", "random-mover", "regret", "exp3"] {
        let spec: Spec = format!("uct(simultaneous={form},playouts=15,plain=true)").parse().unwrap();
        let mut recorder = Recorder::new(&game, 0, 1000);
        let mut rng = SearchRng::seed_from_u64(3);
        let start = game.initial();
        let request = Request::new(&game, &start, 0, &mut rng).watched_by(&mut recorder);
        let decision = spec.build().choose(request).unwrap();
        let trace = recorder.trace();
        let root = &trace.nodes[0];
        assert_eq!(root.movers, [0, 1], "{form}");
        for role in 0..2 {
            let of_role = root.moves.iter().filter(|statistic| statistic.role == role);
            assert_eq!(of_role.map(|statistic| statistic.visits).sum::<u64>(), 15, "{form}");
        }
        for statistic in root.moves.iter().filter(|statistic| statistic.role == 0) {
            let name = |mov| game.notation().move_name(mov);
            let told = decision.moves.iter().find(|told| name(told.mov) == statistic.mov).unwrap();
            assert_eq!((Some(statistic.mean), statistic.visits), (told.value, told.visits), "{form}");
            // The margin of a move is made of the joint moves that it is part of.
            let joint = trace.nodes.iter().filter(|node| node.joint.first() == Some(&statistic.mov));
            let visits: u64 = joint.clone().map(|node| node.playouts + node.proven_visits).sum();
            let sum: f64 =
                joint.map(|node| node.means[0] * (node.playouts + node.proven_visits) as f64).sum();
            assert_eq!(visits, statistic.visits, "{form}");
            assert!(near(&[sum / visits as f64], &[statistic.mean]), "{form}");
        }
    }
}
