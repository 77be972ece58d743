use std::collections::HashMap;
use std::hash::Hash;

use game::Game;

use crate::trace::{Iteration, Statistic, Trace, TraceNode, TraceWindow, Update};
use crate::{Observer, Window};

/// An observer that keeps the search tree of one decision, to be drawn or written to a file as a [`Trace`].
///
/// It keeps a bounded number of nodes. Of what lies below a node that it does not keep it only counts the nodes. Of a search that deepens step by
/// step it keeps the tree of the last iteration, and of a node that is searched again what happened the last time.
///
/// ```
/// use game::{Game, Tree};
/// use rand::SeedableRng;
/// use spielbaum_search::{Budget, Recorder, SearchRng, Spec};
///
/// let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))")?;
/// let spec: Spec = "alpha-beta".parse()?;
/// let mut recorder = Recorder::new(1000);
/// let mut rng = SearchRng::seed_from_u64(0);
/// spec.build().choose(&tree, &tree.initial(), 0, &Budget::default(), &mut rng, &mut recorder)?;
///
/// let trace = recorder.trace(&tree);
/// let cuts: usize = trace.nodes.iter().map(|node| node.cut).sum();
/// assert_eq!(cuts, 2, "after (2 …) the leaves 4 and 6 cannot matter");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder<M> {
    limit: usize,
    nodes: Vec<Record<M>>,
    /// Which node a joint move leads to from a node.
    children: HashMap<(usize, Vec<M>), usize>,
    /// The nodes the search is in, outermost first; none for one that is not kept.
    path: Vec<Option<usize>>,
    unrecorded: u64,
    iterations: Vec<Iteration>,
}

#[derive(Clone, Debug)]
struct Record<M> {
    parent: Option<usize>,
    joint: Vec<M>,
    window: Window,
    updates: Vec<(f64, Window)>,
    leaf: bool,
    cut: usize,
    value: Option<f64>,
    payoffs: Vec<Vec<f64>>,
    visits: u64,
    playouts: u64,
    /// Visits and mean of each move, in the order in which they were first tried.
    moves: Vec<(M, u64, f64)>,
}

impl<M: Copy + Eq + Hash> Recorder<M> {
    /// A recorder that keeps at most so many nodes.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            nodes: Vec::new(),
            children: HashMap::new(),
            path: Vec::new(),
            unrecorded: 0,
            iterations: Vec::new(),
        }
    }

    /// What has been recorded, with the names that `game` gives to roles and moves.
    pub fn trace<G: Game<Move = M>>(&self, game: &G) -> Trace {
        let node = |record: &Record<M>| TraceNode {
            parent: record.parent,
            joint: record.joint.iter().map(|&mov| game.move_name(mov)).collect(),
            window: TraceWindow::from(record.window),
            updates: record
                .updates
                .iter()
                .map(|&(value, window)| Update { value, window: TraceWindow::from(window) })
                .collect(),
            leaf: record.leaf,
            cut: record.cut,
            value: record.value,
            payoffs: record.payoffs.clone(),
            visits: record.visits,
            playouts: record.playouts,
            moves: record
                .moves
                .iter()
                .map(|&(mov, visits, mean)| Statistic { mov: game.move_name(mov), visits, mean })
                .collect(),
        };
        Trace {
            version: Trace::VERSION,
            roles: (0..game.roles()).map(|role| game.role_name(role).to_owned()).collect(),
            unrecorded: self.unrecorded,
            pv: Vec::new(),
            nodes: self.nodes.iter().map(node).collect(),
            iterations: self.iterations.clone(),
        }
    }

    /// The number of the node that the search enters by `joint`, if it is kept.
    fn record(&mut self, joint: &[M], window: Window) -> Option<usize> {
        let parent = match self.path.last() {
            None if !self.nodes.is_empty() => return Some(0),
            None => None,
            Some(None) => return None,
            Some(&Some(parent)) => Some(parent),
        };
        let key = parent.map(|parent| (parent, joint.to_vec()));
        if let Some(&known) = key.as_ref().and_then(|key| self.children.get(key)) {
            return Some(known);
        }
        let number = self.nodes.len();
        if number >= self.limit {
            return None;
        }
        self.children.extend(key.map(|key| (key, number)));
        self.nodes.push(Record {
            parent,
            joint: joint.to_vec(),
            window,
            updates: Vec::new(),
            leaf: false,
            cut: 0,
            value: None,
            payoffs: Vec::new(),
            visits: 0,
            playouts: 0,
            moves: Vec::new(),
        });
        Some(number)
    }

    fn current(&mut self) -> Option<&mut Record<M>> {
        let number = (*self.path.last()?)?;
        Some(&mut self.nodes[number])
    }
}

impl<G: Game> Observer<G> for Recorder<G::Move> {
    fn iteration(&mut self, depth: u32) {
        self.nodes.clear();
        self.children.clear();
        self.path.clear();
        self.unrecorded = 0;
        self.iterations.push(Iteration { depth, value: None, nodes: 0 });
    }

    fn enter(&mut self, _state: &G::State, joint: &[G::Move], window: Window) {
        if let Some(iteration) = self.iterations.last_mut() {
            iteration.nodes += 1;
        }
        let number = self.record(joint, window);
        self.path.push(number);
        match self.current() {
            Some(node) => {
                node.visits += 1;
                node.window = window;
                node.updates.clear();
                node.cut = 0;
            }
            None => self.unrecorded += 1,
        }
    }

    fn leaf(&mut self, value: f64) {
        if let Some(node) = self.current() {
            node.leaf = true;
            node.value = Some(value);
        }
    }

    fn update(&mut self, value: f64, window: Window) {
        if let Some(node) = self.current() {
            node.updates.push((value, window));
        }
    }

    fn cut(&mut self, remaining: usize) {
        if let Some(node) = self.current() {
            node.cut = remaining;
        }
    }

    fn leave(&mut self, value: f64) {
        if let Some(node) = self.current() {
            node.value = Some(value);
        }
        self.path.pop();
        if let Some(iteration) = self.iterations.last_mut().filter(|_| self.path.is_empty()) {
            iteration.value = Some(value);
        }
    }

    fn payoffs(&mut self, vectors: &[Vec<f64>]) {
        if let Some(node) = self.current() {
            vectors.clone_into(&mut node.payoffs);
        }
    }

    fn playout(&mut self, _value: f64) {
        if let Some(node) = self.current() {
            node.playouts += 1;
        }
    }

    fn playouts(&mut self, count: u64, _sum: f64) {
        if let Some(node) = self.current() {
            node.playouts += count;
        }
    }

    fn back_up(&mut self, mov: G::Move, visits: u64, mean: f64) {
        let Some(node) = self.current() else { return };
        match node.moves.iter_mut().find(|(known, ..)| *known == mov) {
            Some(statistic) => *statistic = (mov, visits, mean),
            None => node.moves.push((mov, visits, mean)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::SeedableRng;

    use super::*;
    use crate::testing::{Counting, Sketch, SketchGame};
    use crate::{Budget, SearchRng, Spec};

    fn record<G: Game>(spec: &str, game: &G, limit: usize) -> Trace {
        let spec: Spec = spec.parse().unwrap();
        let mut recorder = Recorder::new(limit);
        let mut rng = SearchRng::seed_from_u64(3);
        spec.build().choose(game, &game.initial(), 0, &Budget::default(), &mut rng, &mut recorder).unwrap();
        recorder.trace(game)
    }

    /// The lecture's tree of three minimising nodes.
    fn lecture() -> SketchGame {
        let node = |leaves: [i32; 3]| Sketch::Inner(1, leaves.map(Sketch::Leaf).to_vec());
        let sketch = Sketch::Inner(0, vec![node([3, 12, 8]), node([2, 4, 6]), node([14, 5, 2])]);
        SketchGame { range: 0..=20, ..SketchGame::new(sketch) }
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
        let game = SketchGame { range: 0..=20, ..SketchGame::new(sketch) };
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
        let game = SketchGame { range: 0..=3, ..SketchGame::new(sketch) };
        let trace = serde_json::to_string_pretty(&record("minimax", &game, 2)).unwrap();
        insta::assert_snapshot!(trace, @r#"
        {
          "version": 1,
          "roles": [
            "first",
            "second"
          ],
          "unrecorded": 1,
          "nodes": [
            {
              "parent": null,
              "move": [],
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
        for spec in [
            "alpha-beta(fail=hard)",
            "minimax",
            "soft-maxn",
            "flat-mc(playouts=7)",
            "stepwise-mcts(playouts=2)",
        ] {
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
            let trace = Trace { pv: vec!["1".to_owned()], ..record(spec, &Counting, 100) };
            fields(&serde_json::to_value(trace).unwrap(), &mut names);
        }
        assert!(["iterations", "payoffs", "moves", "updates", "pv"].iter().all(|&name| names.contains(name)));
        let page = include_str!("../../../docs/trace.md");
        for name in names {
            let told = page.contains(&format!("`{name}`")) || page.contains(&format!("\"{name}\""));
            assert!(told, "docs/trace.md says nothing of `{name}`");
        }
    }
}
