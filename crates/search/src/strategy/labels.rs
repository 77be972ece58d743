#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::ops::Range;

use game::{Game, Mover};

use super::back_up::{self, Fate, Row, Rule, Shape, Taken, mean, one_at_a_time};
use super::deepen::Deepen;
use crate::key::{Key, NODES, TIME};
use crate::{
    Budget, Cut, CutKind, Decision, Entry, Label, Labelling, Meter, Model, Request, SearchError, SearchRng,
    Spec, Status, Strategy, Zero,
};

pub(crate) const EXIT: Key<bool> = Key::flag(
    "exit",
    true,
    "early exit: whether a node whose mover wins by a child is left at once; without it, all nodes are labelled",
);

pub(crate) const ENTRY: Entry = Entry {
    name: "labels",
    help: "recursive labelling with early exit: each state is WIN, LOST or DRAW for the searcher, moves are tried in the order given",
    reference: "Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels, 5th International Congress of Mathematicians (1912)",
    status: Status::Exact,
    model: Some(Model::Minimise),
    positional: false,
    parameters: &[EXIT.parameter, NODES.parameter, TIME.parameter],
};

/// Recursive labelling of a game tree: every state is a win, a loss or a draw for the searcher.
///
/// ```text
/// label(state):
///     if state is terminal: WIN if the searcher gets the greatest payoff, LOST if the least, else DRAW
///     best := the worst label for the role that moves
///     for each move, in the order given:
///         if label(state after the move) is better for the role that moves than best: best := that label
///         if best is a win of the role that moves: return it          (early exit)
///     return best
/// ```
///
/// The role that moves wins where the searcher wins, if it is the searcher, and where the searcher loses, if
/// it is not: all others are one opponent. Labels are those of the searcher everywhere. Of several moves with
/// the best label the first is chosen. The value of a state is the payoff at the end of the principal
/// variation. That of a draw is only proven if all draws that the search came to pay the same.
///
/// Where chance moves, a state is a win if the searcher wins whatever is drawn, a loss if it loses whatever
/// is drawn, and a draw otherwise. So a state is a win or a loss if and only if its expectation by minimax is
/// the greatest or the least payoff.
///
/// It applies while at most one role at a time has a choice. What the budget leaves without a label is not
/// settled, and then a move without a label is chosen before one that is lost. In a game whose states come
/// again without end, only a budget, or the memory that a way through them takes, ends the search.
///
/// Source: E. Zermelo, *Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels*, 5th
/// International Congress of Mathematicians (1912).
#[derive(Clone, Debug)]
pub struct Labels {
    bounds: Budget,
    exit: bool,
}

impl Labels {
    /// Labelling within `bounds`, which leaves a node as soon as its mover wins, or labels all nodes.
    pub fn new(bounds: Budget, exit: bool) -> Self {
        Self { bounds, exit }
    }

    pub(crate) fn from_spec(spec: &Spec) -> Self {
        Self::new(spec.budget(), spec.get(EXIT))
    }
}

impl<G: Game> Strategy<G> for Labels {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let Request { game, role, .. } = request;
        let (labelling, draws) = (Labelling::within(&game.goal_range()), Draws::default());
        let rule = Labeller { role, labelling, exit: self.exit, draws: &draws };
        // At a depth limit there would be no label.
        let budget = Budget { depth: None, ..self.bounds.tightened_by(&request.budget) };
        let mut decision =
            back_up::search(ENTRY.name, rule, &mut Zero, request.within(budget), Deepen::Never)?;
        if !decision.proven {
            unsettled(&mut decision, labelling);
        }
        if draws.differ.get() {
            disregard_draws(&mut decision, labelling);
        }
        Ok(decision)
    }
}

/// What stands of a decision whose search was ended before the state had a label.
fn unsettled<M: Copy + PartialEq>(decision: &mut Decision<M>, labelling: Labelling) {
    decision.value = None;
    let chosen = decision.moves.iter().find(|estimate| estimate.mov == decision.mov);
    let lost =
        chosen.and_then(|chosen| chosen.value).map(|value| labelling.label(value)) == Some(Label::Lost);
    let open = decision.moves.iter().find(|estimate| estimate.value.is_none());
    if let Some(open) = open.filter(|_| lost) {
        decision.mov = open.mov;
        decision.pv.clear();
    }
    if decision.moves.len() > 1 {
        add_remark(decision, "not settled: the search was over before the state had a label");
    }
}

/// Takes back that the values of draws are proven.
fn disregard_draws<M>(decision: &mut Decision<M>, labelling: Labelling) {
    let is_draw = |value: Option<f64>| value.is_some_and(|value| labelling.label(value) == Label::Draw);
    for estimate in &mut decision.moves {
        estimate.proven &= !is_draw(estimate.value);
    }
    decision.proven &= !is_draw(decision.value);
    add_remark(
        decision,
        "values between the least and the greatest payoff differ, and all of them count as DRAW: labels are proven, values of draws are not",
    );
}

fn add_remark<M>(decision: &mut Decision<M>, remark: &str) {
    let before = decision.remark.take();
    decision.remark = Some(before.into_iter().chain([remark.to_owned()]).collect::<Vec<_>>().join("; "));
}

/// The values of the draws: of leaves, and of nodes where chance decides.
#[derive(Debug, Default)]
struct Draws {
    first: Cell<Option<f64>>,
    differ: Cell<bool>,
}

impl Draws {
    fn note(&self, value: f64) {
        let first = self.first.get().unwrap_or(value);
        self.first.set(Some(first));
        self.differ.set(self.differ.get() || first != value);
    }
}

/// The best label over the moves of who moves.
struct Labeller<'d> {
    role: usize,
    labelling: Labelling,
    exit: bool,
    draws: &'d Draws,
}

struct Node {
    /// Whether the searcher moves.
    own: bool,
    /// How many moves have been tried.
    tried: usize,
    best: Option<Best>,
}

/// The first of the best moves so far.
#[derive(Clone, Copy)]
struct Best {
    place: usize,
    /// What it comes to for who moves.
    label: Label,
    /// What it is worth to the searcher.
    value: f64,
}

impl Rule for Labeller<'_> {
    type Value = f64;
    type Node = Node;

    fn chooser(&self, mover: Mover) -> Result<usize, SearchError> {
        one_at_a_time(ENTRY.name, mover)
    }

    fn judged(&self) -> Range<usize> {
        self.role..self.role + 1
    }

    fn leaf(&self, payoffs: &[f64], _terminal: bool) -> Result<f64, SearchError> {
        let value = payoffs[0];
        if self.labelling.label(value) == Label::Draw {
            self.draws.note(value);
        }
        Ok(value)
    }

    fn open(&self, shape: Shape, _: Option<&Node>) -> Node {
        Node { own: shape.chooser == self.role, tried: 0, best: None }
    }

    fn take(&self, node: &mut Node, value: f64, _last: bool, _: &mut SearchRng) -> Taken {
        let searchers = self.labelling.label(value);
        let label = if node.own { searchers } else { searchers.turned() };
        let place = node.tried;
        node.tried += 1;
        let better = node.best.is_none_or(|best| label > best.label);
        if better {
            node.best = Some(Best { place, label, value });
        }
        let fate = if better { Fate::Better } else { Fate::Worse };
        let kind = if node.own { CutKind::Beta } else { CutKind::Alpha };
        let exit = (self.exit && label == Label::Win).then_some(Cut { kind, value, bound: value });
        Taken { cut: exit, ..Taken::finished(true, Row { value, at_most: false, fate }) }
    }

    fn close(&self, node: Node, _: &Meter) -> Result<Option<f64>, SearchError> {
        Ok(Some(self.value_so_far(&node)))
    }

    fn expect(&self, outcomes: Vec<(f64, f64)>, _: &Meter) -> Result<Option<f64>, SearchError> {
        let (_, first) = outcomes[0];
        if outcomes.iter().all(|&(_, value)| value == first) {
            return Ok(Some(first));
        }
        // Neither the greatest nor the least payoff, though a sum of floating-point numbers may come to one
        // of them.
        let Labelling { win, lost } = self.labelling;
        let value = mean(&outcomes).clamp(lost.next_up(), win.next_down());
        self.draws.note(value);
        Ok(Some(value))
    }

    fn choice(&self, node: &Node) -> Option<usize> {
        node.best.map(|best| best.place)
    }

    fn value_so_far(&self, node: &Node) -> f64 {
        // Every node has a child, and no label is without a value.
        node.best.map_or(f64::NEG_INFINITY, |best| best.value)
    }

    fn own(&self, value: &f64) -> f64 {
        *value
    }
}
