use std::mem;

use game::{Chance, Game};

use super::ahead::Ahead;
use super::captures::Captures;
use super::events::Events;
use super::found::Found;
use super::node::Node;
use super::root::Root;
use super::{DepthFirst, Memory, UNLIMITED};
use crate::evaluator::suits;
use crate::search_error::{informed, several_at_once};
use crate::strategy::decided::Decided;
use crate::strategy::sound;
use crate::{Decision, Evaluator, Meter, Opinion, SearchError, Watch, Window};

/// The part of the first decision's time in which the rules are asked for captures, at most: one in so many.
const SHARE_FOR_CAPTURES: u32 = 10;

/// A search on its way.
pub(super) struct Descent<'s, G: Game, E> {
    pub(super) search: DepthFirst<'s, G, E>,
    pub(super) memory: &'s mut Memory<G>,
    pub(super) meter: Meter,
    pub(super) events: Events<'s, G>,
    /// What is known of all values beforehand.
    pub(super) range: Window,
    pub(super) root: Root<G::Move>,
    /// The open nodes, each below the one before, and after them places that were used before.
    pub(super) nodes: Vec<Node<G>>,
    pub(super) open: usize,
    pub(super) deepest: usize,
    /// Whether the game knows of symmetries, and they are to be used.
    pub(super) symmetric: bool,
    pub(super) decided: Decided<'s, G>,
    /// What has been worked out before the search comes to it.
    pub(super) ahead: Ahead<G>,
    /// The role of chance; that of no role if the game has none.
    pub(super) chance: usize,
    /// The least and the greatest payoff of the game.
    pub(super) payoffs: Window,
    /// What chance may do in a node, as it is asked for.
    pub(super) drawn: Vec<(G::Move, f64)>,
    /// Opinions as they are formed.
    pub(super) formed: Vec<Opinion>,
    /// How many of the open nodes are afterstates, which are no ply.
    afterstates: usize,
    /// Children of the root that are not alike, as they stand for all that are like them.
    pub(super) kinds: Vec<(G::State, usize)>,
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

impl<'s, G: Game, E: Evaluator<G>> Descent<'s, G, E> {
    pub(super) fn new(
        mut search: DepthFirst<'s, G, E>,
        memory: &'s mut Memory<G>,
    ) -> Result<Self, SearchError> {
        let meter = Meter::start(mem::take(&mut search.budget));
        informed(search.strategy, search.game, search.role)?;
        let chance = search.game.chance().map_or(usize::MAX, Chance::role);
        suits(search.strategy, search.evaluator, search.game)?;
        let mut node = Node::new(search.root.clone());
        let ahead = Ahead::new(search.root.clone());
        search.alternating(node.choices(search.game, chance)?)?;
        let root = Root::new(Decision::first_of(node.moves_of(search.role)));
        let range = search.options.window.of(search.game);
        let events = Events::new(mem::replace(&mut search.observer, Watch::none()), search.options.form);
        // A move that wins at once is seen of players alone.
        let decisive = search.options.decisive && search.game.chance().is_none();
        let decided = Decided::new(search.game, decisive, &meter);
        let payoffs = Window::of(search.game.goal_range());
        if search.options.quiescence > 0 && memory.captures.is_none() {
            let share = meter.budget().time.map(|time| time / SHARE_FOR_CAPTURES);
            let go_on = || !meter.interrupted() && share.is_none_or(|share| meter.elapsed() < share);
            memory.captures = Some(Captures::find(search.game, search.rng, go_on));
        }
        let symmetric = search.options.symmetry && search.game.knowledge().canonical(search.root).is_some();
        Ok(Self {
            search,
            memory,
            meter,
            events,
            range,
            root,
            nodes: vec![node],
            open: 0,
            deepest: 0,
            symmetric,
            decided,
            ahead,
            chance,
            payoffs,
            drawn: Vec::new(),
            formed: Vec::new(),
            afterstates: 0,
            kinds: Vec::new(),
        })
    }

    /// One search to the depth that the budget allows.
    pub(super) fn search(mut self) -> Result<Decision<G::Move>, SearchError> {
        if let Some(known) = self.known_decision() {
            return Ok(known);
        }
        let plies = self.meter.budget().depth.unwrap_or(UNLIMITED);
        let centre = (self.search.options.aspiration > 0.0)
            .then(|| self.search.opinion(self.search.root, &mut self.meter));
        self.iterate(plies, centre)?;
        self.decide()
    }

    /// One search after another, each a ply deeper.
    pub(super) fn deepen(mut self, spread: u32) -> Result<Decision<G::Move>, SearchError> {
        if let Some(known) = self.known_decision() {
            return Ok(known);
        }
        (self.root.spread, self.root.lost) = (spread, self.payoffs.alpha);
        let most = self.meter.budget().depth.unwrap_or(UNLIMITED);
        let mut plies = most.min(1);
        while !self.meter.spent() {
            self.events.iteration(plies);
            let finished = self.iterate(plies, self.root.decision.value)?;
            if !finished || self.root.decision.proven || plies == most {
                break;
            }
            plies += 1;
        }
        self.decide()
    }

    /// The decision in a root that a tablebase has with all that follows.
    fn known_decision(&self) -> Option<Decision<G::Move>> {
        let DepthFirst { lookup, root, role, .. } = &self.search;
        lookup.as_ref()?.exact_decision(root, *role)
    }

    fn decide(mut self) -> Result<Decision<G::Move>, SearchError> {
        let mut pv: Vec<Vec<G::Move>> =
            self.root.line.chunks_exact(self.search.game.roles()).rev().map(<[_]>::to_vec).collect();
        if let Decision { value: Some(value), proven: true, .. } = self.root.decision {
            self.lengthen(&mut pv, value);
        }
        let mut effort = self.meter.effort;
        // A depth beyond u32 would take years to reach.
        effort.reach(u32::try_from(self.deepest).unwrap_or(u32::MAX));
        if let Some(lookup) = &self.search.lookup {
            lookup.lengthen(self.search.root, self.search.role, &mut pv);
            effort.tablebase_hits = lookup.hits;
        }
        sound(&self.meter, Decision { effort, pv, ..self.root.decision })
    }

    /// Searches so many plies deep, at first near the value that is expected. Says whether the budget
    /// allowed it.
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
                (self.open, self.afterstates) = (0, 0);
                return Ok(false);
            };
            if found.value <= window.alpha && window.alpha > self.range.alpha {
                window.alpha = self.range.alpha;
            } else if found.value >= window.beta && window.beta < self.range.beta {
                window.beta = self.range.beta;
                self.root.fail_high(found.value, &self.nodes[0].line);
            } else {
                self.root.finish(found, &self.nodes[0].line, self.meter.effort.nodes);
                return Ok(true);
            }
        }
    }

    /// Searches from the root within a window; nothing is found if the budget does not allow it.
    fn descend(&mut self, plies: u32, window: Window) -> Result<Option<Found>, SearchError> {
        self.nodes[0].state.clone_from(self.search.root);
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
        self.meter.effort.nodes += 1;
        let ply = self.open;
        self.deepest = self.deepest.max(ply - self.afterstates);
        let (game, role) = (self.search.game, self.search.role);
        // A leaf is seen by the side that did not move there.
        let other = ply > 0 && self.nodes[ply - 1].own && !self.nodes[ply - 1].is_chance;
        let node = &mut self.nodes[ply];
        node.line.clear();
        let found = if node.afterstate {
            self.see_choices()?;
            self.show_entry(window, true);
            self.afterstates += 1;
            return Ok(match self.open_node(window, remaining) {
                None => Visit::Opened,
                Some(found) => Visit::Done(found),
            });
        } else if game.terminal(&node.state) {
            self.show_entry(window, !other);
            match self.meter.goal(game, &self.nodes[ply].state, role) {
                Some(goal) => Found::payoff(goal),
                None => return Ok(Visit::Spent),
            }
        } else if let Some(value) = node.decided {
            self.show_entry(window, !other);
            Found::decided(value)
        } else if let Some(found) = self.look_up(window) {
            self.show_entry(window, !other);
            found
        } else if remaining == 0 {
            let opinion = self.opinion_of_leaf();
            if self.meter.interrupted() {
                // It was formed in haste.
                return Ok(Visit::Spent);
            }
            let bounds = if self.chance == usize::MAX { self.range } else { self.payoffs };
            let mut found = Found::opinion(opinion.clamp(bounds.alpha, bounds.beta));
            if self.goes_beyond() {
                match self.open_beyond(window, found)? {
                    None => return Ok(Visit::Opened),
                    Some(known) => found = known,
                }
            }
            self.show_entry(window, !other);
            found
        } else {
            let own = self.see_choices()?;
            self.show_entry(window, own);
            return Ok(match self.open_node(window, remaining) {
                None => Visit::Opened,
                Some(found) => {
                    self.events.recall(found.value, own);
                    Visit::Done(found)
                }
            });
        };
        self.meter.effort.leaves += 1;
        self.events.leaf(found.value, !other);
        Ok(Visit::Done(found.within(self.range)))
    }

    /// The innermost open node has been closed.
    pub(super) fn leave_afterstate(&mut self) {
        self.afterstates -= usize::from(self.nodes[self.open].afterstate);
    }

    /// What a tablebase tells of the state that is entered, if it matters no further in this window.
    fn look_up(&mut self, window: Window) -> Option<Found> {
        let DepthFirst { lookup, role, .. } = &mut self.search;
        // The root needs a move.
        let lookup = lookup.as_mut().filter(|_| self.open > 0)?;
        Found::known(lookup.bounds(&self.nodes[self.open].state, *role)?, window)
    }

    /// Asks for the legal moves in the state that is entered, and says whether its values are the
    /// searcher's own.
    pub(super) fn see_choices(&mut self) -> Result<bool, SearchError> {
        let DepthFirst { game, role, allies, .. } = self.search;
        let Self { nodes, open, chance, .. } = self;
        let (above, node) = nodes.split_at_mut(*open);
        let Some(node) = node.first_mut() else { return Ok(true) };
        let deciding = node.choices(game, *chance)?;
        if let Some(above) = above.last().filter(|_| node.afterstate) {
            node.await_chance(*chance, &above.joint);
        } else {
            self.search.alternating(deciding)?;
        }
        let own = |decider| decider == role || decider == *chance || allies.contains(&decider);
        node.own = node.decider.is_none_or(own);
        Ok(node.own)
    }

    pub(super) fn show_entry(&mut self, window: Window, own: bool) {
        let parent = self.open.checked_sub(1);
        let joint = parent.map_or(&[][..], |parent| &self.nodes[parent].joint);
        self.events.enter(&self.nodes[self.open].state, joint, window, own);
    }
}

impl<G: Game, E: Evaluator<G>> DepthFirst<'_, G, E> {
    /// The evaluator's opinion of a state.
    pub(super) fn opinion(&mut self, state: &G::State, meter: &mut Meter) -> f64 {
        self.evaluator.evaluate(self.game, state, self.role, meter, self.rng)
    }

    /// Refuses a state in which several roles decide.
    fn alternating(&self, deciding: usize) -> Result<(), SearchError> {
        if deciding < 2 { Ok(()) } else { Err(several_at_once(self.strategy)) }
    }
}
