use game::{Game, NodeIndex, Tree};
use rand::SeedableRng;
use search::{
    AlphaBeta, AlphaBetaOptions, Budget, Deepen, MaxN, Minimax, Prune, Recorder, Request, SearchRng, Star,
    Strategy, Ties, TraceNode, TraceStep, Zero,
};

use super::diagram::Diagram;
use crate::{Bound, Figure};

/// Alpha and beta; none where infinite.
pub(super) type Ends = (Option<Figure>, Option<Figure>);

/// The record of a search of a tree, node by node; none for a node that the search did not enter.
#[derive(Clone, Debug)]
pub(super) struct Record(Vec<Option<TraceNode>>);

/// One visit of a search to a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit {
    /// The node.
    pub(super) node: usize,
    /// The visit to its parent in which it happens; none at the root.
    pub(super) from: Option<usize>,
    /// Alpha and beta on entering, rounded: both ends of a null window are the number that it asks about.
    pub(super) window: Ends,
    /// The value that it returns.
    pub(super) value: Figure,
}

impl Record {
    /// The record of minimax.
    pub(super) fn of_minimax(diagram: &Diagram) -> Self {
        Self::of(diagram, &mut Minimax::new(Budget::default(), Zero))
    }

    /// The record of alpha-beta, with Star1 at chance nodes.
    pub(super) fn of_alpha_beta(diagram: &Diagram) -> Self {
        let options = AlphaBetaOptions { chance: Star::Star1, ..AlphaBetaOptions::default() };
        Self::of(diagram, &mut AlphaBeta::new(Budget::default(), options, Zero))
    }

    /// The visits of principal variation search, in the order in which they begin.
    pub(super) fn visits_of_pvs(diagram: &Diagram) -> Vec<Visit> {
        let options = AlphaBetaOptions { pvs: true, ..AlphaBetaOptions::default() };
        Self::visits(diagram, &mut AlphaBeta::new(Budget::default(), options, Zero))
    }

    /// The record of max^n with these cuts.
    pub(super) fn of_maxn(diagram: &Diagram, prune: Prune) -> Self {
        Self::of(diagram, &mut MaxN::new(Budget::default(), Deepen::Never, Ties::First, prune, Zero))
    }

    /// The record of a search by a strategy that uses no random numbers.
    pub(super) fn of(diagram: &Diagram, strategy: &mut dyn Strategy<Tree>) -> Self {
        Self::kept_by(diagram, strategy, Recorder::new(&diagram.tree, 0, diagram.tree.nodes())).0
    }

    /// The visits of such a search, of which there may be several to a node.
    fn visits(diagram: &Diagram, strategy: &mut dyn Strategy<Tree>) -> Vec<Visit> {
        let recorder = Recorder::new(&diagram.tree, 0, diagram.tree.nodes()).with_steps(usize::MAX);
        let (_, places, steps) = Self::kept_by(diagram, strategy, recorder);
        let (mut visits, mut open): (Vec<Visit>, Vec<usize>) = (Vec::new(), Vec::new());
        for step in steps {
            match step {
                TraceStep::Enter { node, alpha, beta } => {
                    let window = (alpha.map(Figure::of_calculation), beta.map(Figure::of_calculation));
                    let place = places[node].index();
                    visits.push(Visit {
                        node: place,
                        from: open.last().copied(),
                        window,
                        value: Figure::default(),
                    });
                    open.push(visits.len() - 1);
                }
                TraceStep::Leave { value, .. } => {
                    if let (Some(visit), Some(value)) = (open.pop(), value) {
                        visits[visit].value = Figure::of_calculation(value);
                    }
                }
                _ => {}
            }
        }
        visits
    }

    /// What a recorder keeps of a search: the record, the places in the tree of the nodes that it numbers,
    /// and the steps, if it keeps any.
    fn kept_by(
        diagram: &Diagram,
        strategy: &mut dyn Strategy<Tree>,
        mut recorder: Recorder<'_, Tree>,
    ) -> (Self, Vec<NodeIndex>, Vec<TraceStep>) {
        let tree = &diagram.tree;
        let rng = &mut SearchRng::seed_from_u64(0);
        let searched = strategy.choose(Request::new(tree, &tree.initial(), 0, rng).watched_by(&mut recorder));
        // These searches fail only on simultaneous moves, which a tree does not have.
        searched.expect("one role moves at each node of a tree");
        let mut record = vec![None; tree.nodes()];
        let mut places = Vec::new();
        let trace = recorder.trace();
        for node in trace.nodes {
            let place = node.parent.map_or(tree.initial(), |parent| {
                let above: NodeIndex = places[parent];
                let leads_here = |child: &&NodeIndex| {
                    tree.mover(above).is_some_and(|mover| node.joint[mover] == tree.move_to(**child))
                };
                *tree.children(above).iter().find(leads_here).expect("the search went to a child")
            });
            places.push(place);
            record[place.index()] = Some(node);
        }
        (Self(record), places, trace.steps.unwrap_or_default())
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
    pub(super) fn value(&self, node: usize) -> Figure {
        self.0[node].as_ref().and_then(|node| node.value).map_or_else(Figure::default, Figure::of_calculation)
    }

    /// The payoff vector of max^n at a node; empty if the search did not enter it.
    pub(super) fn payoffs(&self, node: usize) -> Vec<Figure> {
        self.0[node]
            .as_ref()
            .and_then(|node| node.payoffs.first())
            .map_or_else(Vec::new, |payoffs| payoffs.iter().map(|&payoff| Figure(payoff)).collect())
    }

    /// The last children of a node that were cut.
    pub(super) fn cut(&self, diagram: &Diagram, node: usize) -> Vec<usize> {
        let count = self.0[node].as_ref().map_or(0, |node| node.cut);
        let children = diagram.children(node);
        children[children.len() - count..].to_vec()
    }

    /// Alpha and beta when the search entered a node.
    pub(super) fn window(&self, node: usize) -> Ends {
        let ends = |node: &TraceNode| {
            (node.window.alpha.map(Figure::of_calculation), node.window.beta.map(Figure::of_calculation))
        };
        self.0[node].as_ref().map_or((None, None), ends)
    }

    /// Alpha and beta when the search entered a node, and the ancestors at which they got these values.
    pub(super) fn bounds(&self, node: usize, diagram: &Diagram) -> (Bound, Bound) {
        let above = diagram.above(node);
        let bound = |end: fn(Ends) -> Option<Figure>| {
            let value = end(self.window(node));
            // A chance node calculates the windows of its outcomes, also where an end is the same as its own.
            let narrowed = |&&above: &&usize| diagram.is_chance(above) || end(self.window(above)) != value;
            let from = value.and_then(|_| above.iter().rev().find(narrowed).copied());
            Bound { value, from }
        };
        (bound(|window| window.0), bound(|window| window.1))
    }
}
