use std::ops::Range;

use game::{Game, Mover};

use super::back_up::{self, BestRow, Row, Rule, Shape, Taken, mean};
use super::deepen::{DEEPEN, Deepen};
use super::depth_first::FirstWindow;
use crate::key::{DEPTH, EVAL, NODES, TIME};
use crate::{
    Budget, Cut, CutKind, Decision, Entry, Evaluator, Meter, Model, Request, SearchError, SearchRng, Spec,
    Status, Strategy,
};

pub(crate) const ENTRY: Entry = Entry {
    name: "random-opponent",
    help: "expectimax against opponents that move uniformly at random: the greatest mean over their answers; plays any game",
    reference: "Kuhlmann, Dresner & Stone, Automatic heuristic construction in a complete general game player, AAAI (2006)",
    status: Status::Exact,
    model: Some(Model::Random),
    positional: false,
    parameters: &[DEPTH.parameter, EVAL.parameter, DEEPEN.parameter, NODES.parameter, TIME.parameter],
};

/// Search against random opponents: the searching role takes its greatest value, and every other role is
/// taken to choose uniformly among its legal moves, independently of all others.
///
/// It applies to every game in which nothing is hidden: constant-sum or not, with moves in turn or at the
/// same time, of any number of roles; chance moves by its probabilities. For one role it is plain
/// maximisation. Nothing is cut, except that no move is tried after one that is sure to bring the greatest
/// payoff that the rules give. Of several best moves the first is chosen. The principal variation ends where
/// another role has a choice. Within a budget it [deepens](Deepen).
///
/// Source: G. Kuhlmann, K. Dresner, P. Stone, *Automatic heuristic construction in a complete general game
/// player*, AAAI (2006).
#[derive(Clone, Debug)]
pub struct RandomOpponent<E> {
    bounds: Budget,
    deepen: Deepen,
    evaluator: E,
}

impl<E> RandomOpponent<E> {
    /// Search against random opponents within `bounds`, which judges the states at the depth limit
    /// by `evaluator`.
    pub fn new(bounds: Budget, deepen: Deepen, evaluator: E) -> Self {
        Self { bounds, deepen, evaluator }
    }
}

impl<'a, G: Game + 'a> RandomOpponent<Box<dyn Evaluator<G> + 'a>> {
    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self::new(spec.budget(), spec.get(DEEPEN), spec.get(EVAL).build())
    }
}

impl<G: Game, E: Evaluator<G>> Strategy<G> for RandomOpponent<E> {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, role, .. } = request;
        let rule = MeanAnswer { role, greatest: FirstWindow::Auto.of(game).beta };
        let budget = self.bounds.tightened_by(&request.budget);
        back_up::search(ENTRY.name, rule, &mut self.evaluator, request.within(budget), self.deepen)
    }
}

/// The greatest over the searcher's moves of the mean over the others' answers.
struct MeanAnswer {
    role: usize,
    /// The greatest payoff, as far as it is known beforehand.
    greatest: f64,
}

struct Node {
    shape: Shape,
    /// The sum of the values in the row being visited.
    sum: f64,
    best: BestRow,
}

impl Rule for MeanAnswer {
    type Value = f64;
    type Node = Node;

    fn chooser(&self, _: Mover) -> Result<usize, SearchError> {
        Ok(self.role)
    }

    fn judged(&self) -> Range<usize> {
        self.role..self.role + 1
    }

    fn leaf(&self, payoffs: &[f64], _terminal: bool) -> Result<f64, SearchError> {
        Ok(payoffs[0])
    }

    fn open(&self, shape: Shape, _: Option<&Node>) -> Node {
        Node { shape, sum: 0.0, best: BestRow::none() }
    }

    fn take(&self, node: &mut Node, value: f64, last: bool, _: &mut SearchRng) -> Taken {
        node.sum += value;
        let leads = node.shape.columns == 1;
        if !last {
            return Taken::unfinished(leads);
        }
        // A table that was visited to the end of a row has far fewer than 2^53 columns, where f64 stops
        // being exact.
        let value = std::mem::take(&mut node.sum) / node.shape.columns as f64;
        let row = Row { value, at_most: false, fate: node.best.take(value) };
        let best = Cut { kind: CutKind::Immediate, value: node.best.value, bound: self.greatest };
        Taken { cut: (best.value >= best.bound).then_some(best), ..Taken::finished(leads, row) }
    }

    fn close(&self, node: Node, _: &Meter) -> Result<Option<f64>, SearchError> {
        Ok(Some(node.best.value))
    }

    fn expect(&self, outcomes: Vec<(f64, f64)>, _: &Meter) -> Result<Option<f64>, SearchError> {
        Ok(Some(mean(&outcomes)))
    }

    fn choice(&self, node: &Node) -> Option<usize> {
        node.best.index
    }

    fn value_so_far(&self, node: &Node) -> f64 {
        node.best.value
    }

    fn own(&self, value: &f64) -> f64 {
        *value
    }
}
