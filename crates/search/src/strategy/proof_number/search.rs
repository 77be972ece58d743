use game::{Game, Goal};
use rustc_hash::FxHashSet;

use super::judge::Judge;
use super::memory::Memory;
use super::node::{Known, Node};
use super::numbers::{NEVER, Numbers, add};
use super::prover::ProofProgress;
use super::table::Print;
use super::{ENTRY, claim::Claim};
use crate::search_error::several_at_once;
use crate::strategy::decided::Decided;
use crate::{Meter, SearchError};

/// To find out whether a claim about a role holds in a state.
pub(super) struct Task<'s, G: Game> {
    pub(super) game: &'s G,
    pub(super) root: &'s G::State,
    pub(super) role: usize,
    pub(super) claim: Claim,
    /// Where to tell how far it has come, if anybody wants to know.
    pub(super) progress: Option<&'s ProofProgress>,
}

/// What is known of a task without a search, or what a search finds out until the meter is spent; and the
/// plies of the deepest state that it has expanded.
pub(super) fn settle<G: Game>(
    task: Task<'_, G>,
    memory: &mut Memory,
    meter: &mut Meter,
) -> Result<(Numbers, u32), SearchError> {
    let Task { game, root, role, claim, .. } = task;
    if game.terminal(root) {
        let goal = meter.goal(game, root, role);
        return Ok((goal.map_or(Numbers::OPEN, |goal| memory.judge(claim, goal as Goal)), 0));
    }
    if let Some(known) = memory.settled(Print::up_to_symmetry(game, root)) {
        return Ok((known, 0));
    }
    if meter.spent() {
        return Ok((Numbers::OPEN, 0));
    }
    let mut decided = Decided::new(game, true, meter);
    let mut search = Search::new(task, memory, &mut decided);
    let numbers = search.run(u64::MAX, meter)?;
    Ok((numbers, search.deepest()))
}

/// A depth-first proof-number search. It can be interrupted, and goes on by what its memory knows.
///
/// A claim comes true only at an end of the game: a state that comes again below itself counts as disproven
/// there, and a disproof that rests on that is kept as one that does.
pub(super) struct Search<'s, G: Game> {
    task: Task<'s, G>,
    memory: &'s mut Memory,
    judge: Judge<'s, G>,
    /// The open nodes, each below the one before, and after them places that were used before.
    nodes: Vec<Node<G>>,
    open: usize,
    /// The states of the open nodes.
    path: FxHashSet<Print>,
}

impl<'s, G: Game> Search<'s, G> {
    pub(super) fn new(task: Task<'s, G>, memory: &'s mut Memory, decided: &'s mut Decided<'s, G>) -> Self {
        let nodes = vec![Node::new(task.root.clone())];
        let judge = Judge::new(task.game, task.role, task.claim, decided);
        Self { task, memory, judge, nodes, open: 0, path: FxHashSet::default() }
    }

    /// Expands so many states, or fewer if the root is settled or the meter spent before. Says what the root
    /// has come to.
    pub(super) fn run(&mut self, states: u64, meter: &mut Meter) -> Result<Numbers, SearchError> {
        let end = meter.effort.nodes.saturating_add(states);
        if !self.expand(Numbers { proof: NEVER, disproof: NEVER }, meter)? {
            return Ok(self.drop_all());
        }
        loop {
            let node = &self.nodes[self.open - 1];
            let numbers = node.numbers();
            let settled = numbers.proof >= node.limits.proof || numbers.disproof >= node.limits.disproof;
            if settled || meter.effort.nodes >= end || meter.spent() {
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

    /// What the last search has found out about each of the searcher's moves at the root; of none if another
    /// role decides there.
    pub(super) fn moves(&self) -> impl Iterator<Item = Numbers> {
        let root = &self.nodes[0];
        let ours = root.decider == Some(self.task.role);
        root.known.iter().filter(move |_| ours).map(|child| child.numbers)
    }

    /// Plies of the deepest state that has been expanded.
    pub(super) fn deepest(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    /// Leaves off, as the rules had no time for an answer: what was found out in haste does not count.
    fn drop_all(&mut self) -> Numbers {
        self.open = 0;
        self.path.clear();
        self.nodes[0].known.fill(Known::anyway(Numbers::OPEN));
        Numbers::OPEN
    }

    /// Closes the innermost open node.
    fn close(&mut self, numbers: Numbers, meter: &Meter) {
        self.open -= 1;
        let node = &self.nodes[self.open];
        let work = u32::try_from(meter.effort.nodes - node.begun).unwrap_or(u32::MAX);
        let known = if numbers == Numbers::DISPROVEN {
            Known { numbers, rests_on: node.rests_on() }
        } else {
            Known::anyway(numbers)
        };
        self.memory.put(node.print, &known, work.max(1));
        self.path.remove(&node.print);
        if let Some(parent) = self.open.checked_sub(1) {
            let parent = &mut self.nodes[parent];
            parent.known[parent.child] = known;
        }
        if let (Some(progress), 1) = (self.task.progress, self.open) {
            progress.come_to(self.nodes[0].numbers());
        }
    }

    /// Chooses the child of the innermost open node that is easiest to settle as who chooses there wants it.
    /// Returns the numbers up to which that is so, and the node stays within its own limits.
    ///
    /// A child is left only when it has become harder than the second best by a quarter: J. Pawlewicz, Ł.
    /// Lew, *Improving depth-first PN-search: 1 + ε trick*, Computers and Games (2006).
    fn choose(&mut self) -> Numbers {
        let node = &mut self.nodes[self.open - 1];
        let (mut best, mut second, mut sum) = ((NEVER, NEVER), NEVER, 0);
        for (child, known) in node.known.iter().enumerate() {
            let seen = known.numbers.seen(node.attacks);
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
        let Task { game, root, role, .. } = self.task;
        meter.effort.nodes += 1;
        if let Some(progress) = self.task.progress {
            progress.count(meter.effort.nodes);
        }
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
        node.print = Print::up_to_symmetry(game, &node.state);
        node.attacks = self.task.claim.attacks(node.decider.is_none_or(|decider| decider == role));
        (node.limits, node.begun) = (limits, meter.effort.nodes - 1);
        let bytes = node.bytes(game);
        meter.open_bytes += bytes.saturating_sub(node.counted);
        node.counted = node.counted.max(bytes);
        self.path.insert(node.print);
        let Self { memory, judge, nodes, open, path, .. } = self;
        // At the root each move is told what it comes to.
        judge.children(&mut nodes[*open], *open > 0, memory, path, meter);
        self.open += 1;
        Ok(!meter.cut_short())
    }
}
