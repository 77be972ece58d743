use game::{Chance, Game, Mover};

use super::chance_node::{ChanceNode, Split};
use super::node::Node;
use super::{Dominated, Fate, Rule, Taken};
use crate::evaluator::suits;
use crate::search_error::informed;
use crate::strategy::deepen::Deepen;
use crate::strategy::{choices, sound};
use crate::{
    Bound, Decision, Evaluator, Meter, MoveEstimate, Observer, Request, SearchError, SearchRng, Watch, Window,
};

/// The depth-first search of a [`Rule`], made for one decision.
struct Search<'s, G: Game, E, R> {
    rule: R,
    game: &'s G,
    /// The role that searches.
    role: usize,
    evaluator: &'s mut E,
    rng: &'s mut SearchRng,
    observer: Watch<'s, G>,
}

/// So many plies to look ahead as there are.
const UNLIMITED: usize = usize::MAX;

/// A search on its way.
///
/// It keeps its own stack of open nodes, because games may be thousands of plies deep.
struct Descent<'s, G: Game, E, R: Rule> {
    search: Search<'s, G, E, R>,
    meter: Meter,
    range: Window,
    open: Vec<Open<G, R>>,
    /// How many of them are afterstates, which are no ply.
    afterstates: usize,
    deepest: usize,
    /// Plies to look ahead in the iteration under way; a search that does not deepen has one.
    plies: usize,
    /// The move of the root that is searched first.
    first: usize,
    /// What the iteration before made of the moves.
    finished: Vec<MoveEstimate<G::Move>>,
    /// Whether some leaf below the root move being visited was evaluated because it was not terminal.
    estimated: bool,
    /// Whether all root moves before it are free of such leaves; after an iteration, whether all of it is.
    exhaustive: bool,
    /// What is wrong with the rule.
    caveat: Option<&'static str>,
    decision: Decision<G::Move>,
    /// The principal variation of each complete row of the root, and of the search: the joint moves, the last
    /// one first.
    lines: Vec<Vec<G::Move>>,
    line: Vec<G::Move>,
    /// Nodes visited when the current root move was begun.
    nodes_before: u64,
    /// The joint move to the child being visited, and the payoffs of the leaf being judged.
    joint: Vec<G::Move>,
    payoffs: Vec<f64>,
}

/// An open node.
enum Open<G: Game, R: Rule> {
    Players(Node<G, R::Node>),
    Chance(ChanceNode<G, R::Value>),
}

/// What a visit to a state comes to.
enum Visit<V, M> {
    /// The state is an inner node, on the stack now.
    Opened,
    /// The state has a value, and below it a principal variation, last move first.
    Done(V, Vec<M>),
    /// The search is over: the root has its value, or the budget does not allow the visit.
    Over,
}

/// The answer of a strategy to a request, by a depth-first search that backs values up by a rule, and judges
/// the states at the depth limit by an evaluator.
pub(in crate::strategy) fn search<G: Game, E: Evaluator<G>, R: Rule>(
    strategy: &'static str,
    rule: R,
    evaluator: &mut E,
    request: Request<'_, G>,
    deepen: Deepen,
) -> Result<Decision<G::Move>, SearchError> {
    let Request { game, state, role, budget, rng, mut observer, .. } = request;
    let deepens = deepen.applies(game, &budget);
    let meter = Meter::start(budget);
    informed(strategy, game, role)?;
    suits(strategy, evaluator, game)?;
    let moves = choices(game, state)?;
    let moves = Split::of(moves, game.chance()).choices;
    rule.chooser(moves.mover())?;
    let descent = Descent {
        decision: Decision::first_of(moves.of_role(role)),
        caveat: rule.caveat(),
        search: Search { rule, game, role, evaluator, rng, observer: observer.lend() },
        meter,
        range: Window::of(game.goal_range()),
        open: Vec::new(),
        afterstates: 0,
        deepest: 0,
        plies: UNLIMITED,
        first: 0,
        finished: Vec::new(),
        estimated: false,
        exhaustive: true,
        line: Vec::new(),
        lines: Vec::new(),
        nodes_before: 1,
        joint: Vec::new(),
        payoffs: Vec::new(),
    };
    descent.run(state, deepens)
}

impl<G: Game, E: Evaluator<G>, R: Rule> Descent<'_, G, E, R> {
    fn run(mut self, root: &G::State, deepens: bool) -> Result<Decision<G::Move>, SearchError> {
        // A depth that memory has no room for is no bound.
        let most = self.meter.budget().depth.map_or(UNLIMITED, |depth| depth.try_into().unwrap_or(UNLIMITED));
        self.plies = if deepens { most.min(1) } else { most };
        while !self.meter.spent() {
            if deepens {
                self.search.observer.iteration(number(self.plies));
            }
            let finished = self.iterate(root)?;
            if !finished || self.exhaustive || self.plies == most {
                break;
            }
            self.plies += 1;
        }
        self.meter.effort.reach(number(self.deepest));
        let pv = self.line.chunks_exact(self.search.game.roles()).rev().map(<[_]>::to_vec).collect();
        let remark = self.caveat.map(str::to_owned);
        let decision = Decision { effort: self.meter.effort, pv, remark, ..self.decision };
        sound(&self.meter, decision)
    }

    /// Searches so many plies deep. Says whether the budget allowed it.
    fn iterate(&mut self, root: &G::State) -> Result<bool, SearchError> {
        self.begin();
        let mut visit = self.visit(root.clone())?;
        loop {
            match visit {
                Visit::Opened => {}
                // The root is a leaf, or closed.
                Visit::Done(..) if self.open.is_empty() => return Ok(true),
                Visit::Done(value, line) => self.take(value, line),
                Visit::Over => {
                    self.give_up();
                    return Ok(false);
                }
            }
            let game = self.search.game;
            let (next, awaits_chance) = match self.open.last_mut() {
                None => return Ok(true),
                Some(Open::Players(node)) => (node.next_child(game, &mut self.joint), node.chance_moves),
                Some(Open::Chance(node)) => (node.next_child(game, &mut self.joint), false),
            };
            visit = match next {
                Some(state) if awaits_chance => self.await_chance(state),
                Some(state) => self.visit(state)?,
                None => self.close()?,
            };
        }
    }

    /// Forgets what an iteration before has noted on its way, but not what it came to.
    fn begin(&mut self) {
        self.finished.clone_from(&self.decision.moves);
        self.decision.moves.iter_mut().for_each(MoveEstimate::forget);
        self.lines.clear();
        self.joint.clear();
        (self.estimated, self.exhaustive) = (false, true);
        self.nodes_before = self.meter.effort.nodes + 1;
    }

    /// Enters a state, to which `joint` leads: a leaf has its value at once, any other state becomes the
    /// innermost open node.
    fn visit(&mut self, state: G::State) -> Result<Visit<R::Value, G::Move>, SearchError> {
        if self.meter.spent() {
            return Ok(Visit::Over);
        }
        self.meter.effort.nodes += 1;
        let depth = self.open.len() - self.afterstates;
        self.deepest = self.deepest.max(depth);
        let game = self.search.game;
        let Search { rule, observer, .. } = &mut self.search;
        let above = match self.open.last() {
            Some(Open::Players(node)) => Some(&node.known),
            // Nothing is known of what matters below.
            Some(Open::Chance(_)) | None => None,
        };
        observer.enter(&state, &self.joint, rule.window(above));
        let terminal = game.terminal(&state);
        if !terminal && depth < self.plies {
            let Split { choices, chance_moves } = Split::of(choices(game, &state)?, game.chance());
            if chance_moves && choices.mover() == Mover::Nobody {
                let joint = choices.joint_with(0, choices.of_role(0)[0]);
                self.open_chance(state, joint, false);
                return Ok(Visit::Opened);
            }
            let shape = Node::<G, R::Node>::shape_of(game, &choices, rule.chooser(choices.mover())?);
            let first = if depth == 0 { self.first } else { 0 };
            let mut node = Node::new(state, choices, shape, first, rule.open(shape, above));
            node.chance_moves = chance_moves;
            if game.batch().is_some() && !chance_moves {
                node.expand(game);
            }
            node.count(game);
            self.meter.open_bytes += node.bytes;
            self.open.push(Open::Players(node));
            return Ok(Visit::Opened);
        }
        self.estimated |= !terminal;
        if !self.judge(&state, terminal) {
            return Ok(Visit::Over);
        }
        let value = self.search.rule.leaf(&self.payoffs, terminal)?;
        self.meter.effort.leaves += 1;
        let own = self.search.rule.own(&value);
        self.search.observer.leaf(own);
        if self.open.is_empty() {
            self.conclude(own);
        }
        self.leave(&value, own);
        Ok(Visit::Done(value, Vec::new()))
    }

    /// Enters the state of the innermost open node after the joint move at hand, in which chance is still
    /// to move.
    fn await_chance(&mut self, state: G::State) -> Visit<R::Value, G::Move> {
        if self.meter.spent() {
            return Visit::Over;
        }
        self.meter.effort.nodes += 1;
        let Search { rule, observer, .. } = &mut self.search;
        observer.enter(&state, &self.joint, rule.window(None));
        self.open_chance(state, self.joint.clone(), true);
        Visit::Opened
    }

    /// Makes a node in which chance moves the innermost open one.
    fn open_chance(&mut self, state: G::State, joint: Vec<G::Move>, afterstate: bool) {
        let game = self.search.game;
        let Some(chance) = game.chance() else { return };
        let node = ChanceNode::new(game, chance, state, joint, afterstate);
        self.meter.open_bytes += node.bytes;
        self.afterstates += usize::from(afterstate);
        self.open.push(Open::Chance(node));
    }

    /// Puts the payoffs of a leaf in `payoffs`; false if the time is up, or no playout is left, before they
    /// are known.
    fn judge(&mut self, state: &G::State, terminal: bool) -> bool {
        let game = self.search.game;
        let Search { rule, evaluator, rng, .. } = &mut self.search;
        self.payoffs.clear();
        let chance = game.chance().map(Chance::role);
        for role in rule.judged() {
            self.payoffs.push(if Some(role) == chance {
                // It has no payoffs.
                0.0
            } else if terminal {
                let Some(goal) = self.meter.goal(game, state, role) else { return false };
                goal
            } else {
                if !self.meter.allows_opinion() {
                    return false;
                }
                let estimate = evaluator.evaluate(game, state, role, &mut self.meter, rng);
                if self.meter.interrupted() {
                    return false;
                }
                estimate.clamp(self.range.alpha, self.range.beta)
            });
        }
        true
    }

    /// Hands the value of a child to the innermost open node.
    fn take(&mut self, value: R::Value, line: Vec<G::Move>) {
        let at_root = self.open.len() == 1;
        let game = self.search.game;
        let Search { rule, rng, observer, role, .. } = &mut self.search;
        let bytes: usize =
            rule.vectors(&value).iter().map(|vector| size_of_val(vector) + size_of_val(&**vector)).sum();
        let node = match self.open.last_mut() {
            None => return,
            Some(Open::Chance(node)) => {
                node.values.push(value);
                node.bytes += bytes as u64;
                self.meter.open_bytes += bytes as u64;
                return;
            }
            Some(Open::Players(node)) => node,
        };
        let last = node.in_last_column();
        let Taken { leads, row, rest, cut, dominated } = rule.take(&mut node.known, value, last, rng);
        if leads {
            node.lead(game, line);
        }
        let Some(row) = row else {
            node.next_column();
            return;
        };
        if let Some(rest) = rest {
            node.tell_rest(game, rest, observer);
        }
        self.meter.open_bytes -= node.bytes;
        node.keep(row.fate, bytes as u64);
        self.meter.open_bytes += node.bytes;
        let place = node.row();
        let line = node.next_row();
        if observer.watches() {
            for Dominated { row, by, kind } in dominated {
                observer.dominance(kind, &node.joint_to(game, row, 0), &node.joint_to(game, by, 0));
            }
        }
        if row.fate != Fate::Worse {
            observer.update(rule.value_so_far(&node.known), rule.window(Some(&node.known)));
        }
        if let Some(cut) = cut {
            node.tell_rows(game, cut, observer);
            node.cut();
        }
        if at_root {
            self.lines.push(line);
            if node.shape.chooser == *role && node.shape.rows > 1 {
                let estimate = &mut self.decision.moves[node.move_at(place)];
                estimate.value = Some(row.value);
                estimate.bound = row.at_most.then_some(Bound::Upper);
                estimate.proven = !self.estimated && self.caveat.is_none();
                estimate.visits += self.meter.effort.nodes - self.nodes_before;
                self.nodes_before = self.meter.effort.nodes;
            }
            self.exhaustive &= !self.estimated;
            self.estimated = false;
            return;
        }
        match row.fate {
            Fate::Worse => {}
            Fate::Better => node.line = line,
            // Of several no one is expected.
            Fate::Beside => node.line.clear(),
        }
    }

    /// Closes the innermost open node, all of whose children are searched or left out.
    fn close(&mut self) -> Result<Visit<R::Value, G::Move>, SearchError> {
        let node = match self.open.pop() {
            None => return Ok(Visit::Over),
            Some(Open::Chance(node)) => return self.close_chance(node),
            Some(Open::Players(node)) => node,
        };
        self.meter.open_bytes -= node.bytes;
        let at_root = self.open.is_empty();
        let chosen = if at_root { self.choose(&node) } else { None };
        let Some(value) = self.search.rule.close(node.known, &self.meter)? else {
            // The move that is chosen at the root has its value all the same.
            if let Some(own) = chosen {
                self.conclude(own);
            }
            return Ok(Visit::Over);
        };
        let mut own = self.search.rule.own(&value);
        if at_root {
            own = chosen.unwrap_or(own);
            self.conclude(own);
        }
        self.leave(&value, own);
        Ok(Visit::Done(value, node.line))
    }

    /// Closes a node in which chance moves, all of whose outcomes are visited.
    fn close_chance(
        &mut self,
        node: ChanceNode<G, R::Value>,
    ) -> Result<Visit<R::Value, G::Move>, SearchError> {
        self.meter.open_bytes -= node.bytes;
        self.afterstates -= usize::from(node.afterstate);
        let Some(value) = self.search.rule.expect(node.into_values(), &self.meter)? else {
            return Ok(Visit::Over);
        };
        let own = self.search.rule.own(&value);
        if self.open.is_empty() {
            self.conclude(own);
        }
        self.leave(&value, own);
        Ok(Visit::Done(value, Vec::new()))
    }

    fn leave(&mut self, value: &R::Value, own: f64) {
        let vectors = self.search.rule.vectors(value);
        if !vectors.is_empty() {
            self.search.observer.payoffs(vectors);
        }
        self.search.observer.leave(own);
    }

    /// Lets the decision be the choice at the root, as far as its rows are complete: the value of the move,
    /// if it is the searcher's.
    fn choose(&mut self, root: &Node<G, R::Node>) -> Option<f64> {
        let place = self.search.rule.choice(&root.known)?;
        self.line = std::mem::take(&mut self.lines[place]);
        if root.shape.chooser != self.search.role {
            return None;
        }
        self.first = root.move_at(place);
        let chosen = &self.decision.moves[self.first];
        self.decision.mov = chosen.mov;
        self.search.observer.prefer(chosen.mov);
        chosen.value
    }

    /// Concludes an iteration that has come to its end.
    fn conclude(&mut self, value: f64) {
        self.decision.value = Some(value);
        self.exhaustive &= !self.estimated;
        self.decision.proven = self.exhaustive && self.caveat.is_none();
        // The searcher's only move is as good as the state, whoever else decides in it.
        if let [only] = self.decision.moves.as_mut_slice() {
            (only.value, only.proven) = (Some(value), self.decision.proven);
            only.visits += self.meter.effort.nodes - self.nodes_before;
        }
    }

    /// Concludes an iteration that the budget has ended: the best of the moves that it has completed stands,
    /// if there is one, else what the iteration before came to.
    fn give_up(&mut self) {
        for (estimate, finished) in self.decision.moves.iter_mut().zip(&self.finished) {
            if estimate.value.is_none() {
                estimate.learn(finished);
            }
        }
        if self.open.is_empty() {
            return;
        }
        let root = self.open.swap_remove(0);
        self.open.clear();
        self.afterstates = 0;
        let Open::Players(root) = root else { return };
        if root.shape.chooser == self.search.role && root.shape.rows > 1 {
            self.decision.value = self.choose(&root).or(self.decision.value);
        }
    }
}

/// Plies as a decision tells of them: to look further ahead than `u32` counts would take years.
fn number(plies: usize) -> u32 {
    u32::try_from(plies).unwrap_or(u32::MAX)
}
