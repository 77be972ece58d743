use std::mem::take;

use game::Game;

use super::descent::Descent;
use super::found::{Bound, Found, negative, turned};
use super::node::Node;
use super::order::KILLED;
use super::{DepthFirst, Fail, MoveOrder};
use crate::{Evaluator, SearchError, Window};

/// How a node is opened: what the table knows, which children there are, and in what order they come.
impl<G: Game, E: Evaluator<G>> Descent<'_, G, E> {
    /// Opens the node that has just been entered, unless the table knows enough about it.
    pub(super) fn open_node(&mut self, window: Window, remaining: u32) -> Option<Found> {
        let DepthFirst { game, options, .. } = self.search;
        let ply = self.open;
        let node = &mut self.nodes[ply];
        if self.symmetric && node.canonical.is_none() {
            node.canonical = game.knowledge().canonical(&node.state);
        }
        // An afterstate is not the state that the table knows.
        let table = self.memory.table.as_ref().filter(|_| !node.afterstate);
        let entry = table.and_then(|table| table.get(node.key()));
        // The root needs a move.
        if let Some(found) = entry.and_then(|entry| entry.answer(window, remaining)).filter(|_| ply > 0) {
            return Some(match options.fail {
                Fail::Soft => found,
                Fail::Hard => found.brought_into(window),
            });
        }
        let recommended = entry.and_then(|entry| node.recommended(entry));
        node.open(remaining, if node.own { window } else { turned(window) });
        if ply == 0 {
            self.root.begin(node.decider == Some(self.search.role), self.meter.effort.nodes);
        }
        let (is_chance, has_afterstates) = (node.is_chance, node.has_afterstates());
        if !has_afterstates && (self.needs_all() || is_chance && game.batch().is_some()) {
            self.make_all();
        }
        if ply == 0 && self.symmetric && !has_afterstates && !is_chance {
            self.drop_twins();
        }
        self.count_bytes();
        if is_chance {
            self.begin_outcomes();
        } else {
            self.score(recommended);
        }
        self.open += 1;
        if self.chance != usize::MAX {
            self.resume_probe();
        }
        None
    }

    /// Whether captures are searched in the state that is entered, at the depth limit or beyond it.
    pub(super) fn goes_beyond(&self) -> bool {
        matches!(self.memory.captures, Some(Some(_))) && self.beyond() < self.search.options.quiescence
    }

    /// Plies by which the state that is entered lies beyond the depth limit.
    fn beyond(&self) -> u32 {
        let parent = self.open.checked_sub(1).map(|parent| &self.nodes[parent]);
        parent.filter(|parent| parent.remaining == 0).map_or(0, |parent| parent.beyond + 1)
    }

    /// Opens the state that is entered at the depth limit or beyond it, to search its captures. What is found
    /// of it, if the evaluator's opinion is enough for a cut or there is no capture.
    pub(super) fn open_beyond(
        &mut self,
        window: Window,
        opinion: Found,
    ) -> Result<Option<Found>, SearchError> {
        let own = self.see_choices()?;
        // No move of a player leads on from here to one state.
        if self.nodes[self.open].chance_moves || self.nodes[self.open].is_chance {
            return Ok(Some(opinion));
        }
        let beyond = self.beyond();
        let (seen, found) = if own { (window, opinion) } else { (turned(window), opinion.negated()) };
        if found.value >= seen.beta {
            let found = Found { bound: Bound::Lower, ..found };
            return Ok(Some(if own { found } else { found.negated() }));
        }
        self.nodes[self.open].open_beyond(beyond, seen, found.value);
        self.make_all();
        self.leave_quiet_moves();
        if self.nodes[self.open].order.is_empty() {
            return Ok(Some(opinion));
        }
        self.show_entry(window, own);
        self.count_bytes();
        self.score(None);
        self.open += 1;
        self.show_best();
        Ok(None)
    }

    /// Leaves out those children of the node being opened to which no capture leads, and where the game
    /// goes on.
    fn leave_quiet_moves(&mut self) {
        let Self { memory, nodes, ahead, search, open, .. } = self;
        let (game, Node { state, children, order, .. }) = (search.game, &mut nodes[*open]);
        let Some(Some(captures)) = &memory.captures else { return };
        let pieces = captures.pieces(game, state);
        order.retain(|&child| {
            let after = ahead.state(children, child);
            after.is_some_and(|after| game.terminal(after) || captures.pieces(game, after) < pieces)
        });
    }

    /// Counts the bytes that the node being opened takes, and what has been made ahead.
    fn count_bytes(&mut self) {
        let Self { meter, nodes, ahead, search, open, .. } = self;
        let node = &mut nodes[*open];
        meter.open_bytes += node.grown(search.game) + ahead.grown(search.game.heap_bytes(&node.state));
    }

    /// Shows what the innermost open node comes to so far.
    pub(super) fn show_best(&mut self) {
        let node = &self.nodes[self.open - 1];
        let (best, window) =
            if node.own { (node.best, node.window) } else { (negative(node.best), turned(node.window)) };
        self.events.update(best, window, node.own);
    }

    /// Leaves out those children of the root that a symmetry makes of an earlier one.
    fn drop_twins(&mut self) {
        let Self { kinds, root, nodes, ahead, search, open, .. } = self;
        let (game, node) = (search.game, &mut nodes[*open]);
        let mut order = take(&mut node.order);
        kinds.clear();
        order.retain(|&child| {
            let canonical = match ahead.state(&node.children, child) {
                Some(made) => game.knowledge().canonical(made),
                None => game.knowledge().canonical(&node.state_of(game, child)),
            };
            let Some(canonical) = canonical else { return true };
            match kinds.iter().find(|(known, _)| *known == canonical) {
                None => kinds.push((canonical, child)),
                Some(&(_, model)) if root.ours => root.twins.push((child, model)),
                Some(_) => {}
            }
            kinds.last().is_some_and(|&(_, kept)| kept == child)
        });
        node.order = order;
    }

    /// Says how early each child of the node being opened should be searched.
    fn score(&mut self, recommended: Option<G::Move>) {
        let DepthFirst { game, role, options, .. } = self.search;
        let ply = self.open;
        let ours = ply == 0 && self.root.ours;
        if ours && !self.root.ranking.is_empty() {
            self.nodes[0].scores.clone_from(&self.root.ranking);
            return;
        }
        // The children of the last ply are judged anyway.
        let by_opinion = options.order == MoveOrder::Static && self.nodes[ply].remaining > 1;
        let mut scores = take(&mut self.nodes[ply].scores);
        let node = &self.nodes[ply];
        self.memory.score(options, Some(ply), node, recommended, &mut scores);
        if by_opinion {
            scores.resize(node.moves().len(), 0.0);
            for (score, state) in scores.iter_mut().zip(self.ahead.states(&node.children)) {
                // Once the budget is spent, no child is searched, in whatever order.
                if *score >= KILLED || self.meter.spent() {
                    continue;
                }
                let value = if game.terminal(state) {
                    self.meter.goal(game, state, role)
                } else {
                    Some(self.search.opinion(state, &mut self.meter))
                };
                *score = value.map_or(0.0, |value| if node.own { value } else { negative(value) });
            }
        }
        self.nodes[ply].scores = scores;
    }
}
