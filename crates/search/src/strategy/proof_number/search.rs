use game::Game;
use rustc_hash::FxHashSet;

use super::ENTRY;
use super::node::Node;
use super::numbers::{NEVER, Numbers, add};
use super::table::{Print, Table};
use crate::strategy::decided::Decided;
use crate::strategy::several_at_once;
use crate::{Meter, SearchError};

/// That the searcher can get the greatest payoff of all, or that the others can keep it to the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    Win,
    Loss,
}

impl Claim {
    /// Whether a payoff of the searcher's keeps it.
    fn is_kept_by<G: Game>(self, game: &G, goal: f64) -> bool {
        let range = game.goal_range();
        match self {
            Self::Win => goal >= f64::from(*range.end()),
            Self::Loss => goal <= f64::from(*range.start()),
        }
    }

    /// Whether those choose who want it to hold, where the searcher does or does not.
    fn attacks(self, own: bool) -> bool {
        own == (self == Self::Win)
    }
}

/// The question whether a claim holds in a state.
pub(super) struct Question<'s, G: Game> {
    pub(super) game: &'s G,
    pub(super) root: &'s G::State,
    /// The role that searches.
    pub(super) role: usize,
    pub(super) claim: Claim,
}

/// A depth-first proof-number search. It can be interrupted, and goes on by what its table knows.
///
/// Only what is proven is certain: a state that comes again below itself counts as one in which the claim does not hold, which may be wrong on another way there.
pub(super) struct Search<'s, G: Game> {
    question: Question<'s, G>,
    table: &'s mut Table,
    decided: &'s mut Decided<'s, G>,
    /// The open nodes, each below the one before, and after them places that were used before.
    nodes: Vec<Node<G>>,
    open: usize,
    /// The states of the open nodes.
    path: FxHashSet<Print>,
    legal: Vec<G::Move>,
}

impl<'s, G: Game> Search<'s, G> {
    pub(super) fn new(
        question: Question<'s, G>,
        table: &'s mut Table,
        decided: &'s mut Decided<'s, G>,
    ) -> Self {
        let nodes = vec![Node::new(question.root.clone())];
        Self { question, table, decided, nodes, open: 0, path: FxHashSet::default(), legal: Vec::new() }
    }

    /// Expands so many states, or fewer if the root is settled or the meter spent before. Says what the root has come to.
    pub(super) fn run(&mut self, states: u64, meter: &mut Meter) -> Result<Numbers, SearchError> {
        let end = meter.nodes.saturating_add(states);
        if !self.expand(Numbers { proof: NEVER, disproof: NEVER }, meter)? {
            return Ok(self.drop_all());
        }
        loop {
            let node = &self.nodes[self.open - 1];
            let numbers = node.numbers();
            let settled = numbers.proof >= node.limits.proof || numbers.disproof >= node.limits.disproof;
            if settled || meter.nodes >= end || meter.spent() {
                self.close(numbers, meter);
                if self.open == 0 {
                    return Ok(numbers);
                }
                continue;
            }
            let limits = self.choose();
            if !self.expand(limits, meter)? {
                return Ok(self.drop_all());
            }
        }
    }

    /// What the last search has found out about each of the searcher's moves at the root; of none if another role decides there.
    pub(super) fn moves(&self) -> impl Iterator<Item = Numbers> {
        let root = &self.nodes[0];
        let ours = root.decider == Some(self.question.role);
        root.known.iter().filter(move |_| ours).map(|&(_, numbers)| numbers)
    }

    /// Plies of the deepest state that has been expanded.
    pub(super) fn deepest(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    /// Leaves off, as the rules had no time for an answer: what was found out in haste does not count.
    fn drop_all(&mut self) -> Numbers {
        self.open = 0;
        self.path.clear();
        for (_, numbers) in &mut self.nodes[0].known {
            *numbers = Numbers::OPEN;
        }
        Numbers::OPEN
    }

    /// Closes the innermost open node.
    fn close(&mut self, numbers: Numbers, meter: &Meter) {
        self.open -= 1;
        let node = &self.nodes[self.open];
        let work = u32::try_from(meter.nodes - node.begun).unwrap_or(u32::MAX);
        self.table.put(node.print, numbers, work.max(1));
        self.path.remove(&node.print);
        if let Some(parent) = self.open.checked_sub(1) {
            let parent = &mut self.nodes[parent];
            parent.known[parent.child].1 = numbers;
        }
    }

    /// Chooses the child of the innermost open node that is easiest to settle as who chooses there wants it. Returns the numbers up to which that is so, and the
    /// node stays within its own limits.
    ///
    /// A child is left only when it has become harder than the second best by a quarter: J. Pawlewicz, Ł. Lew, *Improving depth-first PN-search: 1 + ε
    /// trick*, Computers and Games (2006).
    fn choose(&mut self) -> Numbers {
        let node = &mut self.nodes[self.open - 1];
        let (mut best, mut second, mut sum) = ((NEVER, NEVER), NEVER, 0);
        for (child, (_, numbers)) in node.known.iter().enumerate() {
            let seen = numbers.seen(node.attacks);
            sum = add(sum, seen.1);
            if seen < best {
                (second, best) = (best.0, seen);
                node.child = child;
            } else {
                second = second.min(seen.0);
            }
        }
        let (own, others) = node.limits.seen(node.attacks);
        let easy = second.saturating_add((second / 4).max(1));
        // The sum is below the limit here, and the number of the child is part of it.
        let left = if others == NEVER { NEVER } else { others.saturating_sub(sum.saturating_sub(best.1)) };
        Numbers::from_seen(own.min(easy), left, node.attacks)
    }

    /// Opens the child that was chosen, or the root. False if the rules had no time for it.
    fn expand(&mut self, limits: Numbers, meter: &mut Meter) -> Result<bool, SearchError> {
        let Question { game, root, role, .. } = self.question;
        meter.nodes += 1;
        if self.nodes.len() == self.open {
            self.nodes.push(Node::new(root.clone()));
        }
        match self.open.checked_sub(1) {
            None => self.nodes[0].state.clone_from(root),
            Some(parent) => {
                let [parent, node, ..] = &mut self.nodes[parent..] else { return Ok(false) };
                node.state.clone_from(&parent.children[parent.child]);
            }
        }
        let node = &mut self.nodes[self.open];
        if node.choices(game)? > 1 {
            return Err(several_at_once(ENTRY.name));
        }
        node.expand(game);
        node.print = Print::of(&node.state);
        node.attacks = self.question.claim.attacks(node.decider.is_none_or(|decider| decider == role));
        (node.limits, node.begun) = (limits, meter.nodes - 1);
        let bytes = node.bytes(game);
        meter.open_bytes += bytes.saturating_sub(node.counted);
        node.counted = node.counted.max(bytes);
        self.path.insert(node.print);
        self.judge(meter);
        self.open += 1;
        Ok(!meter.cut_short())
    }

    /// Finds what is known about the children of the node that is opened.
    fn judge(&mut self, meter: &Meter) {
        let Self { question, table, decided, nodes, open, path, legal } = self;
        let Question { game, role, claim, .. } = *question;
        let node = &mut nodes[*open];
        node.known.clear();
        let settled = |goal| if claim.is_kept_by(game, goal) { Numbers::PROVEN } else { Numbers::DISPROVEN };
        for child in &node.children {
            if game.terminal(child) {
                let numbers = meter.goal(game, child, role).map_or(Numbers::DISPROVEN, settled);
                node.known.push((Print::default(), numbers));
                continue;
            }
            let print = Print::of(child);
            let numbers = if path.contains(&print) {
                Numbers::DISPROVEN
            } else if let Some(numbers) = table.get(print) {
                numbers
            } else {
                let mut width = (1, None);
                for other in 0..game.roles() {
                    game.legal(child, other, legal);
                    if legal.len() > 1 {
                        width = (legal.len(), Some(other));
                    }
                }
                let (moves, decider) = width;
                Numbers::leaf(moves, claim.attacks(decider.is_none_or(|decider| decider == role)))
            };
            node.known.push((print, numbers));
        }
        for (known, end) in node.known.iter_mut().zip(decided.look_at(game, &node.children)) {
            let Some((winner, end)) = end else { continue };
            let Some(goal) = meter.goal(game, end, role) else { continue };
            // Who wins at once may do so, and whether anything is better for it is not known otherwise.
            if claim.attacks(winner == role) == claim.is_kept_by(game, goal) {
                known.1 = settled(goal);
            }
        }
    }
}
