use std::mem::take;

use game::Game;

use super::descent::Descent;
use super::found::{Bound, Found, negative, turned};
use super::node::Node;
use super::table::Entry;
use super::{DepthFirst, Fail, UNLIMITED};
use crate::{Evaluator, Window};

/// How an open node goes through its children.
impl<G: Game, E: Evaluator<G>> Descent<'_, G, E> {
    /// Makes the next child of the innermost open node ready to enter: its window, and how many plies to look
    /// ahead from it.
    pub(super) fn next_child(&mut self) -> Option<(Window, u32)> {
        let DepthFirst { options, cuts, .. } = self.search;
        let ply = self.open - 1;
        self.make_place();
        if self.nodes[ply].is_chance {
            return self.next_outcome();
        }
        let [node, below, ..] = &mut self.nodes[ply..] else { return None };
        if node.is_probed() {
            return None;
        }
        (below.probed, below.afterstate) = (false, node.has_afterstates());
        let again = take(&mut node.again);
        if again {
            // Either it was not looked at deep enough, or the window was too narrow.
            if take(&mut node.reduction) == 0 {
                node.tried.beta = node.window.beta;
            }
        } else if !self.begin_next() {
            return None;
        }
        let [node, below, ..] = &mut self.nodes[ply..] else { return None };
        if !again {
            node.tried = node.window;
            // A move that stands before the best so far is to be told apart even if it is only as good.
            if cuts
                && ply == 0
                && node.visited > 1
                && node.child() < node.best_child
                && node.best >= node.window.alpha
                && !self.root.is_lost(node.best)
            {
                node.tried.alpha = node.best.next_down();
            }
            if options.pvs && cuts && node.visited > 1 {
                node.tried.beta = node.tried.alpha.next_up();
            }
            node.reduction = if options.reductions && cuts && ply > 0 { node.late() } else { 0 };
        }
        let window = if node.own { node.tried } else { turned(node.tried) };
        let spread = if ply == 0 { self.root.reduction(node.visited - 1, node.order.len()) } else { 0 };
        let remaining = match node.remaining {
            UNLIMITED => UNLIMITED,
            // An afterstate is no ply.
            plies => plies.saturating_sub(u32::from(!below.afterstate) + spread + node.reduction),
        };
        Some((window, remaining))
    }

    /// Goes on to the next child of the innermost open node, and makes it in the place below; false if there
    /// is none. Below the root, children that a symmetry makes of earlier ones are left out here, when they
    /// are made: most of them never are.
    fn begin_next(&mut self) -> bool {
        let game = self.search.game;
        let ply = self.open - 1;
        loop {
            let node = &mut self.nodes[ply];
            if !node.advance() {
                return false;
            }
            let afterstates = node.has_afterstates();
            if !afterstates && game.batch().is_some() {
                self.make_next();
            }
            let Self { nodes, ahead, symmetric, .. } = self;
            let [node, below, ..] = &mut nodes[ply..] else { return false };
            node.make_child(game, ahead, below);
            let may_be_twin = *symmetric && ply > 0 && !afterstates;
            if !(may_be_twin && node.leave_twin(game, below)) {
                return true;
            }
        }
    }

    /// Makes a place below the innermost open node.
    pub(super) fn make_place(&mut self) {
        if self.nodes.len() == self.open {
            let place = Node::new(self.nodes[self.open - 1].state.clone());
            self.nodes.push(place);
        }
    }

    /// Hands what was found out about a child to the innermost open node.
    pub(super) fn take(&mut self, found: Found) {
        let DepthFirst { options, cuts, .. } = self.search;
        let ply = self.open - 1;
        if self.nodes[ply].is_chance {
            self.take_outcome(found);
            return;
        }
        let [node, below, ..] = &mut self.nodes[ply..] else { return };
        let found = if node.own { found } else { found.negated() };
        let tried = node.tried;
        // Looked at less deep, a move can only be shown to be no better.
        if node.reduction > 0 && found.value > tried.alpha && !found.proven() {
            node.again = true;
            return;
        }
        node.reduction = 0;
        // The window was too narrow to tell how good the child is.
        let open = found.bound == Bound::Lower && found.value < node.window.beta;
        if open && found.value >= tried.beta && tried.beta < node.window.beta {
            node.again = true;
            return;
        }
        if node.probed {
            node.probe = Some((node.child(), found));
        }
        let ties = if ply == 0 && self.root.is_lost(found.value) {
            // One whose loss is not proven is better than those whose is.
            node.at_most && !found.at_most
        } else {
            cuts && tried.alpha < node.best && node.visited > 1
        };
        let improved = node.take(found, &mut below.line, ties, ply == 0);
        if ply == 0 && self.root.ours {
            let chosen = found.value > node.entered_with.alpha || node.entered_with.alpha <= self.range.alpha;
            self.root.take(node.child(), found, self.meter.effort.nodes);
            if improved && chosen {
                self.root.choose(node.child());
                self.events.prefer(self.root.decision.mov);
            }
        }
        if !improved {
            return;
        }
        if cuts {
            node.narrow();
        }
        self.show_best();
        let Some(node) = self.nodes.get_mut(ply) else { return };
        if node.window.alpha >= node.window.beta {
            // Another as good a move can matter at the root alone, and where nothing is better than what
            // there is.
            let ties = ply == 0 && node.window.beta >= self.range.beta;
            self.events.cut(node, node.reached(), node.superfluous(ties));
            node.cut_off(ties);
            if let Some(decider) = node.decider {
                let mov = node.moves()[node.child()];
                if options.killer {
                    self.memory.experience.killed(ply, mov);
                }
                if options.history {
                    self.memory.experience.cut(decider, mov, found.height + 1);
                }
            }
        }
    }

    /// Closes the innermost open node, all of whose children are searched or left out.
    pub(super) fn close(&mut self) -> Found {
        self.open -= 1;
        self.leave_afterstate();
        self.ahead.note_searched(self.open, &self.nodes[self.open]);
        let options = self.search.options;
        let node = &self.nodes[self.open];
        let probe = node.probe.filter(|_| node.is_probed());
        let mut found = match probe {
            _ if node.is_chance => node.outcomes.found(node.entered_with),
            Some((_, first)) => node.probed_value(first),
            None => node.found(),
        };
        if self.search.cuts && probe.is_none() && options.fail == Fail::Hard {
            found = found.brought_into(node.entered_with);
        }
        let found = if node.own { found } else { found.negated() }.within(self.range);
        let value = match probe {
            Some(_) if node.own => node.best,
            Some(_) => negative(node.best),
            None => found.value,
        };
        // What the root comes to may not be a search to one depth.
        let kept = self.open > 0 && node.remaining > 0 && probe.is_none() && !node.afterstate;
        if let Some(table) = self.memory.table.as_mut().filter(|_| kept) {
            let known = node.decider.is_some() && !node.is_chance && node.best > node.entered_with.alpha;
            let best = known.then(|| node.hint(node.moves()[node.best_child]));
            table.put(node.key(), Entry { found, depth: node.remaining, best });
        }
        self.events.leave(value, node.own);
        found
    }
}

impl<G: Game> Node<G> {
    /// The searcher's value of the node and the bound that it has reached, so that the children that are left
    /// cannot matter.
    fn reached(&self) -> (f64, f64) {
        let searchers = |value| if self.own { value } else { negative(value) };
        (searchers(self.best), searchers(self.window.beta))
    }
}
