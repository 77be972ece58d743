use game::{Game, Tree, TreeMove};
use rand::SeedableRng;
use search::{
    AlphaBeta, AlphaBetaOptions, Budget, MaxN, Minimax, Prune, Recorder, Request, SearchRng, Strategy, Ties,
    TraceNode, Zero,
};

use super::diagram::Diagram;
use crate::Bound;

/// Alpha and beta; none where infinite.
pub(super) type Ends = (Option<i32>, Option<i32>);

/// What a search of a tree did, node by node; nothing of a node that it did not enter.
#[derive(Clone, Debug)]
pub(super) struct Record(Vec<Option<TraceNode>>);

impl Record {
    /// What minimax does.
    pub(super) fn of_minimax(diagram: &Diagram) -> Self {
        Self::of(diagram, Minimax::new(Budget::default(), Zero))
    }

    /// What alpha-beta does.
    pub(super) fn of_alpha_beta(diagram: &Diagram) -> Self {
        Self::of(diagram, AlphaBeta::new(Budget::default(), AlphaBetaOptions::default(), Zero))
    }

    /// What max^n does.
    pub(super) fn of_maxn(diagram: &Diagram) -> Self {
        Self::of(diagram, MaxN::new(Budget::default(), Ties::First, Prune::None, Zero))
    }

    fn of(diagram: &Diagram, mut strategy: impl Strategy<Tree, Recorder<TreeMove>>) -> Self {
        let tree = &diagram.tree;
        let mut recorder = Recorder::new(tree.nodes());
        // These searches leave nothing to chance.
        let rng = &mut SearchRng::seed_from_u64(0);
        let searched = strategy.choose(Request::new(tree, &tree.initial(), 0, rng).watched_by(&mut recorder));
        // They refuse only games in which several roles choose at once, and a tree is never at fault.
        searched.expect("one role moves at each node of a tree");
        let mut record = vec![None; tree.nodes()];
        let mut places = Vec::new();
        for node in recorder.trace(tree).nodes {
            // Moves have the numbers of the children, from 1; all roles but the mover make none.
            let number = node.joint.iter().find_map(|mov| mov.parse::<usize>().ok());
            let place = match (node.parent, number) {
                (Some(parent), Some(number)) => diagram.children(places[parent])[number - 1],
                _ => 0,
            };
            places.push(place);
            record[place] = Some(node);
        }
        Self(record)
    }

    /// Whether the search came to a node.
    pub(super) fn entered(&self, node: usize) -> bool {
        self.0[node].is_some()
    }

    /// What the search came to at a node that it entered; where it cut, that is a bound.
    pub(super) fn value(&self, node: usize) -> i32 {
        self.0[node].as_ref().and_then(|node| node.value).map_or(0, whole)
    }

    /// What max^n came to at a node.
    pub(super) fn payoffs(&self, node: usize) -> Vec<i32> {
        self.0[node]
            .as_ref()
            .and_then(|node| node.payoffs.first())
            .map_or_else(Vec::new, |payoffs| payoffs.iter().map(|&payoff| whole(payoff)).collect())
    }

    /// The last children of a node that were left out.
    pub(super) fn cut(&self, diagram: &Diagram, node: usize) -> Vec<usize> {
        let count = self.0[node].as_ref().map_or(0, |node| node.cut);
        let children = diagram.children(node);
        children[children.len() - count..].to_vec()
    }

    /// Alpha and beta on entering a node.
    pub(super) fn window(&self, node: usize) -> Ends {
        let end = |end: Option<f64>| end.map(whole).filter(|end| end.abs() < Diagram::BEYOND);
        self.0[node].as_ref().map_or((None, None), |node| (end(node.window.alpha), end(node.window.beta)))
    }

    /// Alpha and beta on entering a node, and the nodes above that they come from: where the window became so narrow.
    pub(super) fn bounds(&self, node: usize, diagram: &Diagram) -> (Bound, Bound) {
        let above = diagram.above(node);
        let bound = |end: fn(Ends) -> Option<i32>| {
            let value = end(self.window(node));
            let narrowed = |&&above: &&usize| end(self.window(above)) != value;
            let from = value.and_then(|_| above.iter().rev().find(narrowed).copied());
            Bound { value, from }
        };
        (bound(|window| window.0), bound(|window| window.1))
    }
}

/// A value of the search as a number of the tree: a search of a tree does no arithmetic.
fn whole(value: f64) -> i32 {
    value as i32
}
