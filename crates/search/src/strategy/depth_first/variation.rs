//! The end of a principal variation, which the search itself need not visit.

use game::Game;

use super::DepthFirst;
use super::descent::Descent;
use super::node::Node;
use crate::Evaluator;
use crate::decision::LONGEST_LINE;

/// States that are searched anew for a line, at most, where the table has forgotten a proof.
const NODES: u64 = 2_000;

/// Plies that they are searched deep, at most.
const PLIES: u32 = 64;

impl<G: Game, E: Evaluator<G>> Descent<'_, G, E> {
    /// Goes on with a principal variation that leads to a proven value, as far as moves can be told that keep
    /// it. The search leaves off at a state whose value the table knows, and so does the line that it comes
    /// back with. States that are searched for it count in the budget.
    pub(super) fn lengthen(&mut self, line: &mut Vec<Vec<G::Move>>, value: f64) {
        let DepthFirst { game, root, .. } = self.search;
        // Without a table the search itself has gone to the end.
        if self.memory.table.is_none() || line.len() >= LONGEST_LINE {
            return;
        }
        let mut states = vec![root.clone()];
        for joint in line.iter() {
            states.push(game.next(&states[states.len() - 1], joint));
        }
        let allowed = NODES.min(self.meter.nodes_left());
        let mut left = allowed;
        while line.len() < LONGEST_LINE && !self.meter.interrupted() {
            let state = &states[states.len() - 1];
            // What a tablebase has it goes on with itself.
            if game.terminal(state) || self.solved(state) {
                break;
            }
            let Some((joint, next)) = self.keeping(state, value, &states, &mut left) else { break };
            line.push(joint);
            states.push(next);
        }
        self.meter.effort.nodes += allowed - left;
    }

    /// Whether a tablebase has the value of a state.
    fn solved(&self, state: &G::State) -> bool {
        let DepthFirst { lookup, role, .. } = &self.search;
        let bounds = lookup.as_ref().and_then(|lookup| lookup.bounds_beside(state, *role));
        bounds.is_some_and(|bounds| bounds.value().is_some())
    }

    /// A joint move after which the state is proven to be worth as much as before it, and what it leads to,
    /// which is none of the states `before`: the one with the lowest proof in the table, or else the first
    /// one for which a search finds a proof.
    fn keeping(
        &self,
        state: &G::State,
        value: f64,
        before: &[G::State],
        left: &mut u64,
    ) -> Option<(Vec<G::Move>, G::State)> {
        let node = self.looked_into(state)?;
        let claim = Claim { at_least: node.own, value };
        let mut children: Vec<(Vec<G::Move>, G::State)> = Vec::new();
        let mut lowest: Option<(u32, usize)> = None;
        for number in 0..node.moves().len() {
            let joint = node.joint_to(number);
            let child = self.search.game.next(state, &joint);
            match self.known(&child, claim) {
                Some(Known::Kept(height)) if !before.contains(&child) => {
                    if lowest.is_none_or(|(least, _)| height < least) {
                        lowest = Some((height, children.len()));
                    }
                    children.push((joint, child));
                }
                None if !before.contains(&child) => children.push((joint, child)),
                _ => {}
            }
        }
        let kept = match lowest {
            Some((_, number)) => number,
            None => children.iter().position(|(_, child)| self.keeps(child, claim, PLIES, left))?,
        };
        Some(children.swap_remove(kept))
    }

    /// Whether a search of so few plies and nodes proves that a state keeps what is claimed.
    fn keeps(&self, state: &G::State, claim: Claim, plies: u32, left: &mut u64) -> bool {
        if let Some(known) = self.known(state, claim) {
            return matches!(known, Known::Kept(_));
        }
        if plies == 0 || *left == 0 || self.meter.interrupted() {
            return false;
        }
        *left -= 1;
        let Some(node) = self.looked_into(state) else { return false };
        let mut children = (0..node.moves().len()).map(|number| {
            let child = self.search.game.next(state, &node.joint_to(number));
            self.keeps(&child, claim, plies - 1, left)
        });
        if node.own == claim.at_least { children.any(|kept| kept) } else { children.all(|kept| kept) }
    }

    /// What the rules, a tablebase or the table say about a claim; none if they do not.
    fn known(&self, state: &G::State, claim: Claim) -> Option<Known> {
        let DepthFirst { game, role, ref lookup, .. } = self.search;
        if game.terminal(state) {
            let goal = f64::from(game.goal(state, role));
            let answered = game.fault(state).is_none() && !self.meter.cut_short();
            return Some(if answered && claim.is_kept_by(goal) { Known::Kept(0) } else { Known::NotKept });
        }
        let bounds = lookup.as_ref().and_then(|lookup| lookup.bounds_beside(state, role));
        if let Some(bounds) = bounds
            && let Some(value) = bounds.value()
        {
            let kept = claim.is_kept_by(value.into());
            return Some(if kept { Known::Kept(bounds.plies.unwrap_or(0)) } else { Known::NotKept });
        }
        let canonical = if self.symmetric { game.knowledge().canonical(state) } else { None };
        let found = self.memory.table.as_ref()?.get(canonical.as_ref().unwrap_or(state))?.found;
        let (proven, refuted) =
            if claim.at_least { (found.at_least, found.at_most) } else { (found.at_most, found.at_least) };
        if proven && claim.is_kept_by(found.value) {
            return Some(Known::Kept(found.height));
        }
        (refuted && !claim.is_kept_by(found.value)).then_some(Known::NotKept)
    }

    /// A state with its legal moves, and whose decision it is.
    fn looked_into(&self, state: &G::State) -> Option<Node<G>> {
        let DepthFirst { game, role, allies, .. } = self.search;
        let mut node = Node::new(state.clone());
        node.choices(game, self.chance).ok()?;
        // What chance does keeps no value.
        if node.chance_moves || node.is_chance {
            return None;
        }
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

/// What is known about a claim without a search.
enum Known {
    /// It is proven, by a proof of this height.
    Kept(u32),
    /// It does not hold, or nobody can tell.
    NotKept,
}
