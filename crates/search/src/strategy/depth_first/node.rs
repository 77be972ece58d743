use std::mem::{replace, swap};

use game::{Game, no_move};

use super::UNLIMITED;
use super::ahead::{Ahead, MadeChildren};
use super::found::{Bound, Found};
use super::order::KILLED;
use super::outcomes::Outcomes;
use super::table::{Entry, Hint};
use crate::strategy::fingerprint::Fingerprint;
use crate::{Opinion, SearchError, Window};

/// How much less deep late moves are looked at: so often the product of the logarithms of the depth and of
/// the place in the order.
const REDUCTION: f64 = 0.5;

/// A node of the search. Its buffers are used again for the next node at the same ply.
///
/// Values and windows are those of who decides: the searcher's own where the searcher decides or nobody does,
/// else their negatives.
pub(super) struct Node<G: Game> {
    pub(super) state: G::State,
    /// The state that stands for all that are like this one, if symmetries count.
    pub(super) canonical: Option<G::State>,
    /// The legal moves of each role.
    legal: Vec<Vec<G::Move>>,
    /// The joint move to the child that is searched.
    pub(super) joint: Vec<G::Move>,
    /// The children that have been made [`Ahead`]. One that has been searched is no longer here.
    pub(super) children: MadeChildren,
    /// What the evaluator says of the state, once it has been formed.
    pub(super) opinion: Option<Opinion>,
    /// What the state is worth to the searcher, if that is known as a role wins at once there.
    pub(super) decided: Option<f64>,
    /// The role that decides, or whose forced move it is, if the game tells.
    pub(super) decider: Option<usize>,
    /// Whether values here are the searcher's.
    pub(super) own: bool,
    /// Whether chance has a choice, or is known to move here.
    pub(super) chance_moves: bool,
    /// Whether it is the only one, so that the node is a chance node: the role that decides is chance.
    pub(super) is_chance: bool,
    /// Whether the node is the one above it after the move of the role that decides there, with chance still
    /// to move: an afterstate. Its state is that of the node above.
    pub(super) afterstate: bool,
    /// What a chance node knows of what chance may do.
    pub(super) outcomes: Outcomes,
    /// Whether only the first move is looked at, to bound what the node is worth.
    pub(super) probed: bool,
    /// Which move that was, and what was found.
    pub(super) probe: Option<(usize, Found)>,
    /// The children to search, those that have been searched first.
    pub(super) order: Vec<usize>,
    /// What stands for each of the children that have been begun, if symmetries count.
    kinds: Vec<G::State>,
    /// How early each child should be searched; empty if the game's order is kept.
    pub(super) scores: Vec<f64>,
    /// How many children have been begun.
    pub(super) visited: usize,
    /// Whether the child is to be searched once more.
    pub(super) again: bool,
    /// Plies by which the child is searched less deep than the others.
    pub(super) reduction: u32,
    /// Whether children are left out.
    cut: bool,
    /// Plies that the search may look ahead from here.
    pub(super) remaining: u32,
    /// Plies by which it has gone beyond its depth here, for captures.
    pub(super) beyond: u32,
    pub(super) entered_with: Window,
    pub(super) window: Window,
    /// The window of the child that is searched, as it is seen from here.
    pub(super) tried: Window,
    pub(super) best: f64,
    /// The best child so far.
    pub(super) best_child: usize,
    /// Whether `best` is proven from below.
    at_least: bool,
    /// Whether it is proven of all children so far that they are worth no more than `best`.
    pub(super) at_most: bool,
    height: u32,
    /// The joint moves of the principal variation below the node, the last one first, so that a parent only
    /// adds its own at the end.
    pub(super) line: Vec<G::Move>,
    /// Bytes that [`grown`](Self::grown) has told of.
    counted: usize,
}

impl<G: Game> Node<G> {
    /// A place for nodes.
    pub(super) fn new(state: G::State) -> Self {
        Self {
            state,
            canonical: None,
            legal: Vec::new(),
            joint: Vec::new(),
            children: MadeChildren::default(),
            opinion: None,
            decided: None,
            decider: None,
            own: true,
            chance_moves: false,
            is_chance: false,
            afterstate: false,
            outcomes: Outcomes::default(),
            probed: false,
            probe: None,
            order: Vec::new(),
            kinds: Vec::new(),
            scores: Vec::new(),
            visited: 0,
            again: false,
            reduction: 0,
            cut: false,
            remaining: 0,
            beyond: 0,
            entered_with: Window::OPEN,
            window: Window::OPEN,
            tried: Window::OPEN,
            best: f64::NEG_INFINITY,
            best_child: 0,
            at_least: false,
            at_most: true,
            height: 0,
            line: Vec::new(),
            counted: 0,
        }
    }

    /// Bytes that the place takes, beyond those that have been told of before.
    pub(super) fn grown(&mut self, game: &G) -> u64 {
        let heap = game.heap_bytes(&self.state);
        // The state and the one that stands for it, and those that stand for its children.
        let states = 2 * heap + self.kinds.capacity() * (size_of::<G::State>() + heap);
        let legal: usize = self.legal.iter().map(Vec::capacity).sum();
        let moves = (legal + self.joint.capacity()) * size_of::<G::Move>();
        let lists = self.legal.capacity() * size_of::<Vec<G::Move>>();
        let order = (self.order.capacity() + self.scores.capacity()) * size_of::<u64>();
        let bytes = size_of::<Self>() + states + moves + lists + order + self.outcomes.bytes();
        let more = bytes.saturating_sub(self.counted);
        self.counted += more;
        more as u64
    }

    /// Asks for the legal moves in the node's state, and says how many roles have a choice, but for chance,
    /// whose role has this number.
    pub(super) fn choices(&mut self, game: &G, chance: usize) -> Result<usize, SearchError> {
        self.legal.resize_with(game.roles(), Vec::new);
        self.joint.clear();
        (self.decider, self.chance_moves) = (None, false);
        let mut deciding = 0;
        for (role, moves) in self.legal.iter_mut().enumerate() {
            game.legal(&self.state, role, moves);
            let Some(&first) = moves.first() else { return Err(no_move(game, &self.state, role).into()) };
            self.joint.push(first);
            if moves.len() > 1 {
                if role == chance {
                    self.chance_moves = true;
                    continue;
                }
                self.decider = self.decider.or(Some(role));
                deciding += 1;
            }
        }
        if self.decider.is_none() && self.chance_moves {
            self.decider = Some(chance);
        }
        self.decider = self.decider.or_else(|| game.knowledge().mover(&self.state));
        self.is_chance = self.decider == Some(chance);
        Ok(deciding)
    }

    /// Whether its children are afterstates, in which chance is still to move.
    pub(super) fn has_afterstates(&self) -> bool {
        self.chance_moves && !self.is_chance
    }

    /// Makes the node an afterstate, in which the others have made this joint move and chance is to move.
    pub(super) fn await_chance(&mut self, chance: usize, joint: &[G::Move]) {
        (self.decider, self.is_chance) = (Some(chance), true);
        self.joint.clear();
        self.joint.extend_from_slice(joint);
    }

    /// Opens the node for a search within `window`.
    pub(super) fn open(&mut self, remaining: u32, window: Window) {
        let width = self.moves().len();
        self.kinds.clear();
        self.order.clear();
        self.order.extend(0..width);
        self.scores.clear();
        (self.visited, self.again, self.reduction, self.cut) = (0, false, 0, false);
        (self.remaining, self.beyond, self.probe) = (remaining, 0, None);
        (self.entered_with, self.window) = (window, window);
        // Worse than every value, so that the first child always improves on it.
        self.best = f64::NEG_INFINITY;
        (self.at_least, self.at_most, self.height) = (false, true, 0);
    }

    /// Opens the node beyond the depth of the search, where whoever decides may leave it at what the state is
    /// thought to be worth.
    pub(super) fn open_beyond(&mut self, beyond: u32, window: Window, opinion: f64) {
        self.open(0, window);
        self.beyond = beyond;
        self.best = opinion;
        // What it is not has not been looked at.
        self.at_most = false;
        self.narrow();
    }

    /// The state under which the table knows this one.
    pub(super) fn key(&self) -> &G::State {
        self.canonical.as_ref().unwrap_or(&self.state)
    }

    /// Which it is of the states that the table knows under the same: a move of one need not be one of
    /// the others.
    fn image(&self) -> u32 {
        match &self.canonical {
            // Should two have the same number, that costs no more than a better order of moves.
            Some(canonical) if *canonical != self.state => Fingerprint::of(&self.state).0 as u32 | 1,
            _ => 0,
        }
    }

    /// What the table is told of the best move.
    pub(super) fn hint(&self, mov: G::Move) -> Hint<G::Move> {
        Hint { mov, image: self.image() }
    }

    /// The move that an entry of the table recommends here.
    pub(super) fn recommended(&self, entry: &Entry<G::Move>) -> Option<G::Move> {
        let hint = entry.best?;
        (hint.image == self.image()).then_some(hint.mov)
    }

    /// The moves of who decides; the first role's only one if nobody does.
    pub(super) fn moves(&self) -> &[G::Move] {
        &self.legal[self.decider.unwrap_or(0)]
    }

    /// The legal moves of a role.
    pub(super) fn moves_of(&self, role: usize) -> &[G::Move] {
        &self.legal[role]
    }

    /// The child that is searched.
    pub(super) fn child(&self) -> usize {
        self.order[self.visited - 1]
    }

    /// Plies by which the child that is searched may be looked at less deep, as it stands late in the order
    /// and nothing recommends it.
    pub(super) fn late(&self) -> u32 {
        let place = self.visited - 1;
        if self.remaining == UNLIMITED || place < 2 || self.remaining < 3 {
            return 0;
        }
        if self.scores.get(self.child()).is_some_and(|&score| score >= KILLED) {
            return 0;
        }
        (REDUCTION * f64::from(self.remaining).ln() * (place as f64).ln()) as u32
    }

    /// The joint moves to all children, one after another.
    pub(super) fn joints(&self) -> Vec<G::Move> {
        let mut joints = Vec::with_capacity(self.moves().len() * self.joint.len());
        (0..self.moves().len()).for_each(|child| self.list_joint_to(child, &mut joints));
        joints
    }

    /// Goes on to the next child, the one with the highest score, if there is one left.
    pub(super) fn advance(&mut self) -> bool {
        if self.visited == self.order.len() {
            return false;
        }
        if !self.scores.is_empty() {
            let mut next = self.visited;
            for place in self.visited + 1..self.order.len() {
                let (one, other) = (self.order[place], self.order[next]);
                let (high, low) = (self.scores[one], self.scores[other]);
                if high > low || high == low && one < other {
                    next = place;
                }
            }
            self.order.swap(self.visited, next);
        }
        self.visited += 1;
        true
    }

    /// Puts the joint move to a child into `joint`.
    fn set_joint_to(&mut self, child: usize) {
        let role = self.decider.unwrap_or(0);
        self.joint[role] = self.legal[role][child];
    }

    /// The state of a child, the joint move to which is in `joint` then.
    pub(super) fn state_of(&mut self, game: &G, child: usize) -> G::State {
        self.set_joint_to(child);
        game.next(&self.state, &self.joint)
    }

    /// Makes the place `below` the child that is searched, and puts the joint move to it into `joint`.
    pub(super) fn make_child(&mut self, game: &G, ahead: &mut Ahead<G>, below: &mut Self) {
        let child = self.child();
        self.set_joint_to(child);
        below.forget(ahead);
        match ahead.take(&mut self.children, child) {
            Some(made) => {
                ahead.reuse(replace(&mut below.state, made.state));
                (below.opinion, below.decided, below.children) = (made.opinion, made.decided, made.children);
            }
            None if self.has_afterstates() => below.state.clone_from(&self.state),
            None => below.state = game.next(&self.state, &self.joint),
        }
    }

    /// The same for an outcome of a chance node, which may be made twice.
    pub(super) fn make_outcome(&mut self, game: &G, ahead: &mut Ahead<G>, outcome: usize, below: &mut Self) {
        self.set_joint_to(outcome);
        below.forget(ahead);
        match ahead.state(&self.children, outcome) {
            Some(made) => below.state.clone_from(made),
            None => below.state = game.next(&self.state, &self.joint),
        }
    }

    /// Forgets what has been worked out of the state and below it.
    fn forget(&mut self, ahead: &mut Ahead<G>) {
        ahead.forget(&mut self.children);
        (self.opinion, self.decided, self.canonical) = (None, None, None);
    }

    /// Leaves out the child that was begun last, in the place `below`, if a symmetry makes it of one that was
    /// begun before; says whether it does.
    pub(super) fn leave_twin(&mut self, game: &G, below: &mut Self) -> bool {
        below.canonical = game.knowledge().canonical(&below.state);
        let Some(canonical) = &below.canonical else { return false };
        let is_twin = self.kinds.contains(canonical);
        if is_twin {
            self.visited -= 1;
            self.order.remove(self.visited);
        } else {
            self.kinds.push(canonical.clone());
        }
        is_twin
    }

    /// Notes what stands for a child that was searched before, so that others like it are left out.
    pub(super) fn note_kind(&mut self, game: &G, child: usize) {
        let state = self.state_of(game, child);
        self.kinds.extend(game.knowledge().canonical(&state));
    }

    /// Begins with a child that has been searched before.
    pub(super) fn begin_with(&mut self, child: usize) {
        if let Some(place) = self.order.iter().position(|&other| other == child) {
            self.order.swap(0, place);
        }
        self.visited = 1;
        self.set_joint_to(child);
        self.tried = self.window;
    }

    /// Takes over what was found out about the child, and whether it is the best one now. A child that equals
    /// the best so far replaces it if `ties` says that its window was made to tell. Below the root one that
    /// proves the value takes the place of one that does not, so that the principal variation of a proven
    /// value leads to it; at the root the best child has to prove its value itself.
    pub(super) fn take(&mut self, found: Found, line: &mut Vec<G::Move>, ties: bool, root: bool) -> bool {
        self.height = self.height.max(found.height.saturating_add(1));
        self.at_most &= found.at_most;
        let equal = found.value == self.best;
        let improved = found.value > self.best || ties && equal;
        let proves = equal && !root && found.at_least && !self.at_least;
        if improved || proves {
            self.at_least = found.at_least;
            self.best = found.value;
            self.best_child = self.child();
            if self.has_afterstates() {
                // What chance does is not known.
                self.line.clear();
            } else {
                swap(&mut self.line, line);
                self.line.extend_from_slice(&self.joint);
            }
        }
        improved
    }

    /// Narrows the window to what can still matter.
    pub(super) fn narrow(&mut self) {
        self.window.alpha = self.window.alpha.max(self.best);
    }

    /// The children that [`cut_off`](Self::cut_off) leaves out.
    pub(super) fn superfluous(&self, ties: bool) -> impl Iterator<Item = usize> + Clone {
        let waiting = self.order[self.visited..].iter().copied();
        waiting.filter(move |&child| !(ties && child < self.best_child))
    }

    /// Leaves out the children not searched yet, but for those before the best one where ties are
    /// of interest.
    pub(super) fn cut_off(&mut self, ties: bool) {
        let (before, best) = (self.order.len(), self.best_child);
        let mut place = 0;
        self.order.retain(|&child| {
            place += 1;
            place <= self.visited || ties && child < best
        });
        self.cut |= self.order.len() < before;
    }

    /// Whether children are left out.
    pub(super) fn is_cut(&self) -> bool {
        self.cut
    }

    /// The joint move to a child.
    pub(super) fn joint_to(&self, child: usize) -> Vec<G::Move> {
        let mut joint = Vec::with_capacity(self.joint.len());
        self.list_joint_to(child, &mut joint);
        joint
    }

    /// Appends the joint move to a child.
    pub(super) fn list_joint_to(&self, child: usize, joints: &mut Vec<G::Move>) {
        let first = joints.len();
        joints.extend_from_slice(&self.joint);
        joints[first + self.decider.unwrap_or(0)] = self.moves()[child];
    }

    /// What was found out about the node.
    pub(super) fn found(&self) -> Found {
        let bound = if self.best <= self.entered_with.alpha {
            Bound::Upper
        } else if self.best >= self.entered_with.beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        let at_most = self.at_most && !self.cut;
        Found { value: self.best, bound, at_least: self.at_least, at_most, height: self.height }
    }
}
