//! The end of a principal variation, which the search itself need not visit.

use game::Game;

use super::DepthFirst;
use super::descent::Descent;
use super::node::Node;
use crate::Evaluator;
use crate::strategy::LONGEST_LINE;

/// States that are searched anew for a ply of the line, at most, where the table has forgotten a proof.
const NODES: u32 = 2_000;

/// Plies that they are searched deep, at most.
const PLIES: u32 = 64;

impl<G: Game, E: Evaluator<G>> Descent<'_, G, E> {
    /// Goes on with a principal variation that leads to a proven value, as far as moves can be told that keep it. The search leaves off at a state whose
    /// value the table knows, and so does the line that it comes back with.
    pub(super) fn lengthen(&self, line: &mut Vec<Vec<G::Move>>, value: f64) {
        let DepthFirst { game, root, .. } = self.search;
        let mut state = line.iter().fold(root.clone(), |state, joint| game.next(&state, joint));
        let mut height = u32::MAX;
        while line.len() < LONGEST_LINE && !game.terminal(&state) {
            let Some((joint, next, below)) = self.keeping(&state, value, height) else { break };
            line.push(joint);
            (state, height) = (next, below);
        }
    }

    /// The first joint move after which the state is proven to be worth as much as before it, what it leads to, and the height of the proof, which is
    /// less than `limit`, so that no line goes in a circle.
    fn keeping(&self, state: &G::State, value: f64, limit: u32) -> Option<(Vec<G::Move>, G::State, u32)> {
        let node = self.looked_into(state)?;
        let mut nodes = NODES;
        (0..node.moves().len()).find_map(|number| {
            let joint = node.joint_to(number);
            let child = self.search.game.next(state, &joint);
            let claim = Claim { at_least: node.own, value };
            let height = self.proof(&child, claim, limit, PLIES, &mut nodes)?;
            Some((joint, child, height))
        })
    }

    /// The height of a proof that a state keeps what is claimed: one that the table has, else one of as few `plies` and `nodes`.
    fn proof(&self, state: &G::State, claim: Claim, limit: u32, plies: u32, nodes: &mut u32) -> Option<u32> {
        let DepthFirst { game, role, .. } = self.search;
        if self.meter.interrupted() {
            return None;
        }
        if game.terminal(state) {
            return self.meter.goal(game, state, role).filter(|&goal| claim.is_kept_by(goal)).map(|_| 0);
        }
        let canonical = if self.symmetric { game.knowledge().canonical(state) } else { None };
        let entry = self.memory.table.as_ref()?.get(canonical.as_ref().unwrap_or(state));
        let known = entry.map(|entry| entry.found).filter(|found| {
            let proven = if claim.at_least { found.at_least } else { found.at_most };
            proven && found.height < limit && claim.is_kept_by(found.value)
        });
        if let Some(found) = known {
            return Some(found.height);
        }
        if limit <= 1 || plies == 0 || *nodes == 0 {
            return None;
        }
        *nodes -= 1;
        let node = self.looked_into(state)?;
        let mut proofs = (0..node.moves().len()).map(|number| {
            let child = game.next(state, &node.joint_to(number));
            self.proof(&child, claim, limit - 1, plies - 1, nodes)
        });
        let below = if node.own == claim.at_least {
            proofs.find_map(|proof| proof)
        } else {
            proofs.try_fold(0, |height, proof| Some(proof?.max(height)))
        };
        below.map(|height| height + 1)
    }

    /// A state with its legal moves, and whose decision it is.
    fn looked_into(&self, state: &G::State) -> Option<Node<G>> {
        let DepthFirst { game, role, allies, .. } = self.search;
        let mut node = Node::new(state.clone());
        node.choices(game).ok()?;
        node.own = node.decider.is_none_or(|decider| decider == role || allies.contains(&decider));
        Some(node)
    }
}

/// That a state is worth at least, or else at most, a value to the searcher.
#[derive(Clone, Copy)]
struct Claim {
    at_least: bool,
    value: f64,
}

impl Claim {
    fn is_kept_by(self, value: f64) -> bool {
        if self.at_least { value >= self.value } else { value <= self.value }
    }
}
