//! Chance nodes: the expectation over what chance may do, and the cuts that bounds on it allow.
//!
//! Every payoff lies between the least and the greatest of the game. So a chance node is worth no less than
//! what its outcomes come to if those that nobody has looked at are worth the least, and no more than if
//! they are worth the greatest. *Star1* gives each outcome the window in which it matters given these
//! bounds, and leaves the rest out as soon as the bounds leave the node's window. *Star2* first *probes*: it
//! looks at one move of each outcome, which bounds the outcome from one side. What a probe has found is not
//! searched again.
//!
//! Source: B. W. Ballard, *The \*-minimax search procedure for trees containing chance nodes*, Artificial
//! Intelligence 21 (1983).

use game::Game;

use super::descent::Descent;
use super::found::{Bound, Found};
use super::node::Node;
use super::{DepthFirst, Star, UNLIMITED};
use crate::{Evaluator, Window};

/// By so much, as a part of the payoffs, windows of outcomes are wider than they need be, so that rounding
/// does not turn a value within into a bound.
const SLACK: f64 = 1e-12;

/// What a chance node knows of its outcomes. Values are the searcher's.
#[derive(Default)]
pub(super) struct Outcomes {
    known: Vec<Outcome>,
    /// The outcome to enter next.
    next: usize,
    /// Whether outcomes are probed.
    probing: bool,
    height: u32,
    /// Whether the outcomes that are left cannot matter.
    cut: bool,
}

/// What is known of one outcome.
struct Outcome {
    probability: f64,
    /// It is worth no less, and no more.
    least: f64,
    greatest: f64,
    /// Whether these are proven of the game itself.
    at_least: bool,
    at_most: bool,
    /// Whether it has been entered, and whether all is known of it.
    entered: bool,
    done: bool,
    /// The move that a probe has looked at, and what it found, as who decides there sees it.
    probe: Option<(usize, Found)>,
}

impl Outcomes {
    /// Begins a node with outcomes of these probabilities, which are worth a payoff of the game.
    pub(super) fn begin(&mut self, probabilities: impl Iterator<Item = f64>, payoffs: Window, probing: bool) {
        self.known.clear();
        self.known.extend(probabilities.map(|probability| Outcome {
            probability,
            least: payoffs.alpha,
            greatest: payoffs.beta,
            at_least: true,
            at_most: true,
            entered: false,
            done: false,
            probe: None,
        }));
        (self.next, self.probing, self.height, self.cut) = (0, probing, 0, false);
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.known.capacity() * size_of::<Outcome>()
    }

    /// The outcome that was entered last.
    pub(super) fn current(&self) -> usize {
        self.next - 1
    }

    /// Whether the outcome that was entered last is probed.
    pub(super) fn probes(&self) -> bool {
        self.probing
    }

    /// What a probe has found of the outcome that was entered last.
    pub(super) fn take_probe(&mut self) -> Option<(usize, Found)> {
        let current = self.current();
        self.known[current].probe.take()
    }

    /// Goes on to the next outcome of which not all is known; false if there is none.
    fn advance(&mut self) -> bool {
        if self.cut {
            return false;
        }
        loop {
            match self.known.get(self.next) {
                Some(outcome) => {
                    self.next += 1;
                    if !outcome.done {
                        return true;
                    }
                }
                None if self.probing => (self.next, self.probing) = (0, false),
                None => return false,
            }
        }
    }

    /// What the node is worth at least, and at most.
    fn bounds(&self) -> (f64, f64) {
        let sum = |value: fn(&Outcome) -> f64| self.known.iter().map(|it| it.probability * value(it)).sum();
        (sum(|it| it.least), sum(|it| it.greatest))
    }

    /// The window in which the value of the outcome that was entered last matters, if that of the node does
    /// in `window`. It is as wide as `range` where a bound on payoffs is met first.
    fn window(&self, window: Window, payoffs: Window, range: Window) -> Window {
        let (least, greatest) = self.bounds();
        let Outcome { probability, least: own_least, greatest: own_greatest, .. } =
            self.known[self.current()];
        let slack = SLACK * payoffs.alpha.abs().max(payoffs.beta.abs()).max(1.0);
        let alpha = (window.alpha - (greatest - probability * own_greatest) - slack) / probability;
        let beta = (window.beta - (least - probability * own_least) + slack) / probability;
        Window {
            alpha: if alpha < payoffs.alpha { range.alpha } else { alpha },
            beta: if beta > payoffs.beta { range.beta } else { beta },
        }
    }

    /// Takes over what was found of the outcome that was entered last; of a probe `partial` is the move that
    /// it has looked at. Then `found` bounds the outcome from one side.
    fn take(&mut self, found: Found, partial: Option<(usize, Found)>, plies: u32) {
        let current = self.current();
        self.height = self.height.max(found.height.saturating_add(plies));
        let outcome = &mut self.known[current];
        outcome.entered = true;
        outcome.done = partial.is_none();
        outcome.probe = partial;
        if found.bound != Bound::Upper && found.value >= outcome.least {
            (outcome.least, outcome.at_least) = (found.value, found.at_least);
        }
        if found.bound != Bound::Lower && found.value <= outcome.greatest {
            (outcome.greatest, outcome.at_most) = (found.value, found.at_most);
        }
        if found.bound == Bound::Exact {
            (outcome.least, outcome.greatest) = (found.value, found.value);
            (outcome.at_least, outcome.at_most) = (found.at_least, found.at_most);
        }
    }

    /// What was found out about the node that was entered with a window.
    pub(super) fn found(&self, window: Window) -> Found {
        let (least, greatest) = self.bounds();
        let at_least = self.known.iter().all(|outcome| outcome.at_least);
        let at_most = self.known.iter().all(|outcome| outcome.at_most);
        let height = self.height;
        if !self.cut {
            return Found { value: least, bound: Bound::Exact, at_least, at_most, height };
        }
        if least >= window.beta {
            Found { value: least, bound: Bound::Lower, at_least, at_most: false, height }
        } else {
            Found { value: greatest, bound: Bound::Upper, at_least: false, at_most, height }
        }
    }

    /// The outcomes that nobody has looked at.
    fn untouched(&self) -> impl Iterator<Item = usize> + Clone {
        (0..self.known.len()).filter(|&outcome| !self.known[outcome].entered)
    }
}

impl<G: Game, E: Evaluator<G>> Descent<'_, G, E> {
    /// Begins the chance node that is being opened.
    pub(super) fn begin_outcomes(&mut self) {
        let DepthFirst { game, options, cuts, .. } = self.search;
        let Self { nodes, open, payoffs, drawn, .. } = self;
        let node = &mut nodes[*open];
        if let Some(chance) = game.chance() {
            chance.outcomes(&node.state, drawn);
        }
        let probing = cuts && options.chance == Star::Star2 && drawn.len() > 1;
        node.outcomes.begin(drawn.iter().map(|&(_, probability)| probability), *payoffs, probing);
    }

    /// Makes the next outcome of the innermost open node, a chance node, ready to enter.
    pub(super) fn next_outcome(&mut self) -> Option<(Window, u32)> {
        let DepthFirst { game, options, cuts, .. } = self.search;
        let Self { nodes, ahead, open, .. } = self;
        let [node, below, ..] = &mut nodes[*open - 1..] else { return None };
        if !node.outcomes.advance() {
            return None;
        }
        let outcome = node.outcomes.current();
        (below.probed, below.probe, below.afterstate) = (node.outcomes.probes(), None, false);
        node.make_outcome(game, ahead, outcome, below);
        let bounded = cuts && options.chance != Star::Plain;
        let window = match (bounded, cuts) {
            (true, _) => node.outcomes.window(node.window, self.payoffs, self.range),
            (false, true) => self.range,
            (false, false) => Window::OPEN,
        };
        let remaining =
            if node.remaining == UNLIMITED { UNLIMITED } else { node.remaining.saturating_sub(1) };
        Some((window, remaining))
    }

    /// Hands what was found out about an outcome to the innermost open node, a chance node.
    pub(super) fn take_outcome(&mut self, found: Found) {
        let DepthFirst { options, cuts, .. } = self.search;
        let [node, below, ..] = &mut self.nodes[self.open - 1..] else { return };
        let partial = below.probe.filter(|_| below.is_probed());
        node.outcomes.take(found, partial, u32::from(!node.afterstate));
        if !cuts || options.chance == Star::Plain {
            return;
        }
        let (least, greatest) = node.outcomes.bounds();
        let (low, high) = (greatest <= node.window.alpha, least >= node.window.beta);
        // Where both ends meet all is known, and nothing is left out.
        let known =
            node.outcomes.known.iter().all(|outcome| outcome.done && outcome.least == outcome.greatest);
        if !low && !high || known {
            return;
        }
        node.outcomes.cut = true;
        let reached =
            if high { (least, node.window.beta, false) } else { (greatest, node.window.alpha, true) };
        self.events.chance_cut(node, reached, node.outcomes.untouched());
    }

    /// Goes on with what a probe has found, if the node that has just been opened was probed.
    pub(super) fn resume_probe(&mut self) {
        let Some(parent) = self.open.checked_sub(2).map(|parent| &mut self.nodes[parent]) else { return };
        if !parent.is_chance || parent.outcomes.probes() {
            return;
        }
        let Some((child, found)) = parent.outcomes.take_probe() else { return };
        self.make_place();
        let [node, below, ..] = &mut self.nodes[self.open - 1..] else { return };
        node.begin_with(child);
        if self.symmetric && !node.has_afterstates() {
            node.note_kind(self.search.game, child);
        }
        below.line.clear();
        let found = if node.own { found } else { found.negated() };
        self.take(found);
    }
}

impl<G: Game> Node<G> {
    /// Whether a probe leaves the node, having looked at one of its moves.
    pub(super) fn is_probed(&self) -> bool {
        self.probed && !self.is_chance && self.visited == 1 && !self.again && self.order.len() > 1
    }

    /// What a probe that has looked at one of several moves says of the node, as who decides sees it: that it
    /// is worth no less, if it says anything.
    pub(super) fn probed_value(&self, found: Found) -> Found {
        let value = if found.bound == Bound::Upper { f64::NEG_INFINITY } else { found.value };
        let height = found.height.saturating_add(1);
        Found { value, bound: Bound::Lower, at_most: false, height, ..found }
    }
}
