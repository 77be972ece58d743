use std::mem::take;

use game::Game;

use super::found::{Bound, Found, negative, turned};
use super::node::Node;
use super::order::RECOMMENDED;
use super::root::Root;
use super::table::Entry;
use super::{DepthFirst, Fail, Form, Memory, Order, UNLIMITED};
use crate::{Budget, Decision, Evaluator, Meter, Observer, SearchError, Window};

/// A search on its way.
pub(super) struct Descent<'s, G: Game, O, E> {
    search: DepthFirst<'s, G, O, E>,
    memory: &'s mut Memory<G>,
    meter: Meter,
    /// The values that the game has.
    range: Window,
    start: &'s G::State,
    root: Root<G::Move>,
    /// The open nodes, each below the one before, and after them places that were used before.
    nodes: Vec<Node<G>>,
    open: usize,
    deepest: usize,
    /// Children of the node being opened that are not alike, as they stand for all that are like them.
    kinds: Vec<(G::State, usize)>,
}

/// What entering a state comes to.
enum Visit {
    /// The state is an inner node, the innermost open one now.
    Opened,
    /// This is what it is worth to the searcher.
    Done(Found),
    /// The budget does not allow the visit.
    Spent,
}

impl<'s, G: Game, O: Observer<G>, E: Evaluator<G>> Descent<'s, G, O, E> {
    pub(super) fn new(
        search: DepthFirst<'s, G, O, E>,
        start: &'s G::State,
        budget: Budget,
        memory: &'s mut Memory<G>,
    ) -> Result<Self, SearchError> {
        let mut node = Node::new(start.clone());
        search.alternating(node.choices(search.game)?)?;
        let root = Root::new(Decision::first_of(node.moves_of(search.role)));
        let range = Window::of(search.game.goal_range());
        let meter = Meter::start(budget);
        Ok(Self {
            search,
            memory,
            meter,
            range,
            start,
            root,
            nodes: vec![node],
            open: 0,
            deepest: 0,
            kinds: Vec::new(),
        })
    }

    /// One search to the depth that the budget allows.
    pub(super) fn search(mut self) -> Result<Decision<G::Move>, SearchError> {
        let plies = self.meter.budget().depth.unwrap_or(UNLIMITED);
        let centre = (self.search.options.aspiration > 0.0).then(|| self.opinion(0));
        self.iterate(plies, centre)?;
        Ok(self.decide())
    }

    /// One search after another, each a ply deeper.
    pub(super) fn deepen(mut self, spread: u32) -> Result<Decision<G::Move>, SearchError> {
        self.root.spread = spread;
        let most = self.meter.budget().depth.unwrap_or(UNLIMITED);
        let mut plies = most.min(1);
        while !self.meter.spent() {
            self.search.observer.iteration(plies);
            let finished = self.iterate(plies, self.root.decision.value)?;
            if !finished || self.root.decision.proven || plies == most {
                break;
            }
            plies += 1;
        }
        Ok(self.decide())
    }

    fn decide(self) -> Decision<G::Move> {
        let Meter { nodes, leaves, playouts, .. } = self.meter;
        // A depth beyond u32 would take years to reach.
        let depth = u32::try_from(self.deepest).unwrap_or(u32::MAX);
        Decision { nodes, leaves, playouts, depth, ..self.root.decision }
    }

    /// Searches so many plies deep, at first near the value that is expected. Says whether the budget allowed it.
    fn iterate(&mut self, plies: u32, expected: Option<f64>) -> Result<bool, SearchError> {
        let width = self.search.options.aspiration;
        let mut window = match expected {
            _ if !self.search.cuts => Window::OPEN,
            Some(value) if width > 0.0 => Window {
                alpha: self.range.alpha.max(value - width),
                beta: self.range.beta.min(value + width),
            },
            _ => self.range,
        };
        loop {
            let Some(found) = self.descend(plies, window)? else {
                let Node { best, entered_with, line, .. } = &mut self.nodes[0];
                if self.open > 0 {
                    self.root.give_up(*best, *entered_with, self.range, line);
                }
                self.open = 0;
                return Ok(false);
            };
            if found.value <= window.alpha && window.alpha > self.range.alpha {
                window.alpha = self.range.alpha;
            } else if found.value >= window.beta && window.beta < self.range.beta {
                window.beta = self.range.beta;
            } else {
                self.root.finish(found, &mut self.nodes[0].line, self.meter.nodes);
                return Ok(true);
            }
        }
    }

    /// Searches from the root within a window; nothing is found if the budget does not allow it.
    fn descend(&mut self, plies: u32, window: Window) -> Result<Option<Found>, SearchError> {
        self.nodes[0].state.clone_from(self.start);
        let mut visit = self.enter(window, plies)?;
        loop {
            match visit {
                Visit::Opened => {}
                Visit::Done(found) if self.open == 0 => return Ok(Some(found)),
                Visit::Done(found) => self.take(found),
                Visit::Spent => return Ok(None),
            }
            visit = match self.next_child() {
                Some((window, remaining)) => self.enter(window, remaining)?,
                None => Visit::Done(self.close()),
            };
        }
    }

    /// Enters the state that stands ready below the open nodes, with the searcher's window.
    fn enter(&mut self, window: Window, remaining: u32) -> Result<Visit, SearchError> {
        if self.meter.spent() {
            return Ok(Visit::Spent);
        }
        self.meter.nodes += 1;
        let ply = self.open;
        self.deepest = self.deepest.max(ply);
        let (game, role) = (self.search.game, self.search.role);
        // A leaf is seen by the side that did not move there.
        let other = ply > 0 && self.nodes[ply - 1].own;
        let node = &mut self.nodes[ply];
        node.line.clear();
        let found = if game.terminal(&node.state) {
            self.show_entry(window, !other);
            Found::payoff(f64::from(game.goal(&self.nodes[ply].state, role)))
        } else if remaining == 0 {
            self.show_entry(window, !other);
            Found::opinion(self.opinion(ply))
        } else {
            self.search.alternating(node.choices(game)?)?;
            node.own = node.decider.is_none_or(|decider| decider == role);
            let own = node.own;
            self.show_entry(window, own);
            return Ok(match self.open(window, remaining) {
                None => Visit::Opened,
                Some(found) => {
                    self.search.observer.leave(self.search.shown(found.value, own));
                    Visit::Done(found)
                }
            });
        };
        self.meter.leaves += 1;
        let shown = self.search.shown(found.value, !other);
        self.search.observer.leaf(shown);
        self.search.observer.leave(shown);
        Ok(Visit::Done(found.within(self.range)))
    }

    /// The evaluator's opinion of a node's state.
    fn opinion(&mut self, ply: usize) -> f64 {
        let DepthFirst { game, role, evaluator, rng, .. } = &mut self.search;
        let estimate = evaluator.evaluate(game, &self.nodes[ply].state, *role, &mut self.meter, rng);
        estimate.clamp(self.range.alpha, self.range.beta)
    }

    fn show_entry(&mut self, window: Window, own: bool) {
        let window = if own || self.search.options.form == Form::Minimax { window } else { turned(window) };
        let parent = self.open.checked_sub(1);
        let joint = parent.map_or(&[][..], |parent| &self.nodes[parent].joint);
        self.search.observer.enter(&self.nodes[self.open].state, joint, window);
    }

    /// Opens the node that has just been entered, unless the table knows enough about it.
    fn open(&mut self, window: Window, remaining: u32) -> Option<Found> {
        let DepthFirst { game, options, .. } = self.search;
        let ply = self.open;
        let node = &mut self.nodes[ply];
        let mut recommended = None;
        if let Some(table) = &self.memory.table {
            let canonical = if options.symmetry { game.canonical(&node.state) } else { None };
            if let Some(entry) = table.get(canonical.as_ref().unwrap_or(&node.state)) {
                // The root needs a move, and what follows from ranks is no search to one depth.
                if let Some(found) = entry.answer(window, remaining).filter(|_| ply > 0) {
                    return Some(match options.fail {
                        Fail::Soft => found,
                        Fail::Hard => found.brought_into(window),
                    });
                }
                recommended = entry.best;
            }
        }
        node.open(remaining, if node.own { window } else { turned(window) });
        if ply == 0 {
            self.root.begin(node.decider == Some(self.search.role), self.meter.nodes);
        }
        if game.expands_at_once() || options.symmetry || options.order == Order::Static {
            node.expand(game);
        }
        if options.symmetry {
            self.drop_twins();
        }
        self.score(recommended);
        self.open += 1;
        None
    }

    /// Leaves out those children of the node being opened that a symmetry makes of an earlier one.
    fn drop_twins(&mut self) {
        let Self { kinds, root, search, open, .. } = self;
        let Node { children, order, .. } = &mut self.nodes[*open];
        kinds.clear();
        order.retain(|&child| {
            let Some(canonical) = search.game.canonical(&children[child]) else { return true };
            match kinds.iter().find(|(known, _)| *known == canonical) {
                None => kinds.push((canonical, child)),
                Some(&(_, model)) if *open == 0 && root.ours => root.twins.push((child, model)),
                Some(_) => {}
            }
            kinds.last().is_some_and(|&(_, kept)| kept == child)
        });
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
        let by_opinion = options.order == Order::Static && self.nodes[ply].remaining > 1;
        if !(by_opinion || options.killer || options.history || recommended.is_some()) {
            return;
        }
        let mut scores = take(&mut self.nodes[ply].scores);
        let node = &self.nodes[ply];
        let Some(decider) = node.decider else { return };
        for (child, &mov) in node.moves().iter().enumerate() {
            let experience = &self.memory.experience;
            let killer = || options.killer.then(|| experience.killer(ply, mov)).flatten();
            scores.push(if recommended == Some(mov) {
                RECOMMENDED
            } else if let Some(score) = killer() {
                score
            } else if by_opinion {
                let state = &node.children[child];
                let value = if game.terminal(state) {
                    f64::from(game.goal(state, role))
                } else {
                    self.search.evaluator.evaluate(game, state, role, &mut self.meter, self.search.rng)
                };
                if node.own { value } else { negative(value) }
            } else if options.history {
                experience.history(decider, mov)
            } else {
                0.0
            });
        }
        self.nodes[ply].scores = scores;
    }

    /// Makes the next child of the innermost open node ready to enter: its window, and how many plies to look ahead from it.
    fn next_child(&mut self) -> Option<(Window, u32)> {
        let DepthFirst { game, options, cuts, .. } = self.search;
        let ply = self.open - 1;
        if self.nodes.len() == self.open {
            let place = Node::new(self.nodes[ply].state.clone());
            self.nodes.push(place);
        }
        let [node, below, ..] = &mut self.nodes[ply..] else { return None };
        if take(&mut node.again) {
            node.tried.beta = node.window.beta;
        } else {
            if !node.advance() {
                return None;
            }
            node.make_child(game, &mut below.state);
            node.tried = node.window;
            // A move that stands before the best so far is to be told apart even if it is only as good.
            if cuts
                && ply == 0
                && node.visited > 1
                && node.child() < node.best_child
                && node.best >= node.window.alpha
            {
                node.tried.alpha = node.best.next_down();
            }
            if options.pvs && cuts && node.visited > 1 {
                node.tried.beta = node.tried.alpha.next_up();
            }
        }
        let window = if node.own { node.tried } else { turned(node.tried) };
        let reduction = if ply == 0 { self.root.reduction(node.visited - 1, node.order.len()) } else { 0 };
        let remaining = match node.remaining {
            UNLIMITED => UNLIMITED,
            plies => (plies - 1).saturating_sub(reduction),
        };
        Some((window, remaining))
    }

    /// Hands what was found out about a child to the innermost open node.
    fn take(&mut self, found: Found) {
        let DepthFirst { options, cuts, .. } = self.search;
        let ply = self.open - 1;
        let [node, below, ..] = &mut self.nodes[ply..] else { return };
        let found = if node.own { found } else { found.negated() };
        let tried = node.tried;
        // The window was too narrow to tell how good the child is.
        let open = found.bound == Bound::Lower && found.value < node.window.beta;
        if open && found.value >= tried.beta && tried.beta < node.window.beta {
            node.again = true;
            return;
        }
        let ties = cuts && tried.alpha < node.best && node.visited > 1;
        let improved = node.take(found, &mut below.line, ties, ply == 0);
        if ply == 0 && self.root.ours {
            let chosen = found.value > node.entered_with.alpha || node.entered_with.alpha <= self.range.alpha;
            let at_most = cuts && (!improved || found.bound == Bound::Upper);
            let value = (found.bound != Bound::Lower).then_some(found.value);
            self.root.take(node.child(), value, at_most, self.meter.nodes);
            if improved && chosen {
                self.root.choose(node.child());
            }
        }
        if !improved {
            return;
        }
        if cuts {
            node.narrow();
        }
        let window =
            if node.own || options.form == Form::Negamax { node.window } else { turned(node.window) };
        let shown = if node.own || options.form == Form::Negamax { node.best } else { negative(node.best) };
        self.search.observer.update(shown, window);
        if node.window.alpha >= node.window.beta {
            // Another as good a move can matter at the root alone, and where nothing is better than what there is.
            node.cut_off(ply == 0 && node.window.beta >= self.range.beta);
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
    fn close(&mut self) -> Found {
        self.open -= 1;
        let DepthFirst { game, options, .. } = self.search;
        let node = &self.nodes[self.open];
        let mut found = node.found();
        if self.search.cuts && options.fail == Fail::Hard {
            found = found.brought_into(node.entered_with);
        }
        let found = if node.own { found } else { found.negated() }.within(self.range);
        if let Some(table) = self.memory.table.as_mut().filter(|_| self.open > 0) {
            let best = (node.best > node.entered_with.alpha).then(|| node.line.last().copied()).flatten();
            let canonical = if options.symmetry { game.canonical(&node.state) } else { None };
            let state = canonical.as_ref().unwrap_or(&node.state);
            table.put(state, Entry { found, depth: node.remaining, best });
        }
        if node.cut > 0 {
            self.search.observer.cut(node.cut);
        }
        self.search.observer.leave(self.search.shown(found.value, node.own));
        found
    }
}

impl<G: Game, O, E> DepthFirst<'_, G, O, E> {
    /// Refuses a state in which several roles decide.
    fn alternating(&self, deciding: usize) -> Result<(), SearchError> {
        if deciding < 2 {
            return Ok(());
        }
        Err(SearchError::Inapplicable {
            strategy: self.strategy,
            why: "several roles choose at the same time; flat-mc, random and first-legal can play it"
                .to_owned(),
        })
    }

    /// The searcher's value as it is shown at a node.
    fn shown(&self, value: f64, own: bool) -> f64 {
        if own || self.options.form == Form::Minimax { value } else { negative(value) }
    }
}
