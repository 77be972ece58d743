use game::{Game, Tree};
use rand::SeedableRng;
use search::{
    AlphaBeta, AlphaBetaOptions, Budget, MaxN, Minimax, Prune, Recorder, Request, SearchRng, Strategy, Ties,
    TraceNode, Zero,
};

use super::diagram::Diagram;
use crate::Bound;

/// Alpha and beta; none where infinite.
pub(super) type Ends = (Option<i32>, Option<i32>);

/// The record of a search of a tree, node by node; none for a node that the search did not enter.
#[derive(Clone, Debug)]
pub(super) struct Record(Vec<Option<TraceNode>>);

impl Record {
    /// The record of minimax.
    pub(super) fn of_minimax(diagram: &Diagram) -> Self {
        Self::of(diagram, &mut Minimax::new(Budget::default(), Zero))
    }

    /// The record of alpha-beta.
    pub(super) fn of_alpha_beta(diagram: &Diagram) -> Self {
        Self::of(diagram, &mut AlphaBeta::new(Budget::default(), AlphaBetaOptions::default(), Zero))
    }

    /// The record of max^n.
    pub(super) fn of_maxn(diagram: &Diagram) -> Self {
        Self::of(diagram, &mut MaxN::new(Budget::default(), Ties::First, Prune::None, Zero))
    }

    /// The record of a search by a strategy that uses no random numbers.
    pub(super) fn of(diagram: &Diagram, strategy: &mut dyn Strategy<Tree>) -> Self {
        let tree = &diagram.tree;
        let mut recorder = Recorder::new(tree, 0, tree.nodes());
        let rng = &mut SearchRng::seed_from_u64(0);
        let searched = strategy.choose(Request::new(tree, &tree.initial(), 0, rng).watched_by(&mut recorder));
        // These searches fail only on simultaneous moves, which a tree does not have.
        searched.expect("one role moves at each node of a tree");
        let mut record = vec![None; tree.nodes()];
        let mut places = Vec::new();
        for node in recorder.trace().nodes {
            // The mover's move is the number of the child, from 1; the other roles' moves are no numbers.
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

    /// What was recorded of a node; none if the search did not enter it.
    #[cfg(test)]
    pub(super) fn node(&self, node: usize) -> Option<&TraceNode> {
        self.0[node].as_ref()
    }

    /// Whether the search entered a node.
    pub(super) fn entered(&self, node: usize) -> bool {
        self.0[node].is_some()
    }

    /// The value of a node that the search entered; a bound on it, if there was a cut.
    pub(super) fn value(&self, node: usize) -> i32 {
        self.0[node].as_ref().and_then(|node| node.value).map_or(0, whole)
    }

    /// The payoff vector of max^n at a node.
    pub(super) fn payoffs(&self, node: usize) -> Vec<i32> {
        self.0[node]
            .as_ref()
            .and_then(|node| node.payoffs.first())
            .map_or_else(Vec::new, |payoffs| payoffs.iter().map(|&payoff| whole(payoff)).collect())
    }

    /// The last children of a node that were cut.
    pub(super) fn cut(&self, diagram: &Diagram, node: usize) -> Vec<usize> {
        let count = self.0[node].as_ref().map_or(0, |node| node.cut);
        let children = diagram.children(node);
        children[children.len() - count..].to_vec()
    }

    /// Alpha and beta when the search entered a node.
    pub(super) fn window(&self, node: usize) -> Ends {
        self.0[node]
            .as_ref()
            .map_or((None, None), |node| (node.window.alpha.map(whole), node.window.beta.map(whole)))
    }

    /// Alpha and beta when the search entered a node, and the ancestors at which they got these values.
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

/// The exact integer of a value: a search of a tree only copies the values of leaves.
fn whole(value: f64) -> i32 {
    value as i32
}
