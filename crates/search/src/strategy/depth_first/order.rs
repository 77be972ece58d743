use std::hash::Hash;

use game::Game;
use rustc_hash::FxHashMap;

use super::node::Node;
use super::{AlphaBetaOptions, Memory};

/// Where a move that the table recommends stands: before all others.
pub(super) const RECOMMENDED: f64 = f64::INFINITY;
/// Where the killers of a ply stand, above all opinions and histories.
const KILLERS: [f64; 2] = [2e300, KILLED];
/// Where moves begin that a table or a killer recommends.
pub(super) const KILLED: f64 = 1e300;

/// The experience of a search with moves: which of them cut.
#[derive(Clone, Debug)]
pub(crate) struct Experience<M> {
    /// The two moves that last cut at each ply, the last one first.
    killers: Vec<[Option<M>; 2]>,
    /// How much each move of a role has cut.
    history: FxHashMap<(usize, M), f64>,
}

impl<M: Copy + Eq + Hash> Experience<M> {
    pub(super) fn new() -> Self {
        Self { killers: Vec::new(), history: FxHashMap::default() }
    }

    /// A new search begins: plies are counted from another state now, and the past counts half.
    pub(super) fn age(&mut self) {
        self.killers.clear();
        self.history.values_mut().for_each(|weight| *weight /= 2.0);
    }

    /// Remembers that a move cut at this ply.
    pub(super) fn killed(&mut self, ply: usize, mov: M) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mov) {
            *killers = [Some(mov), killers[0]];
        }
    }

    /// Remembers that a role's move cut, after a search of so many plies.
    pub(super) fn cut(&mut self, role: usize, mov: M, height: u32) {
        *self.history.entry((role, mov)).or_default() += f64::from(height).powi(2);
    }

    /// The killers of a ply, the first one before the other.
    pub(super) fn killers(&self, ply: usize) -> [Option<M>; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    /// How high a move stands that is a killer at this ply.
    fn killer(&self, ply: usize, mov: M) -> Option<f64> {
        let place = self.killers(ply).iter().position(|&killer| killer == Some(mov))?;
        Some(KILLERS[place])
    }

    /// How much a role's move has cut.
    pub(super) fn history(&self, role: usize, mov: M) -> f64 {
        self.history.get(&(role, mov)).copied().unwrap_or_default()
    }
}

impl<G: Game> Memory<G> {
    /// The move that the table recommends in a node.
    pub(super) fn recommended(&self, node: &Node<G>) -> Option<G::Move> {
        node.recommended(self.table.as_ref()?.get(node.key())?)
    }

    /// Says how early each child of a node should be searched, by what is known of the moves to them, also of
    /// those that are killers if its ply is given. Nothing is said if nothing is known.
    pub(super) fn score(
        &self,
        options: &AlphaBetaOptions,
        ply: Option<usize>,
        node: &Node<G>,
        recommended: Option<G::Move>,
        scores: &mut Vec<f64>,
    ) {
        scores.clear();
        if !(options.killer || options.history || recommended.is_some()) {
            return;
        }
        scores.extend(node.moves().iter().map(|&mov| {
            let killer = ply.filter(|_| options.killer).and_then(|ply| self.experience.killer(ply, mov));
            match (killer, node.decider) {
                _ if recommended == Some(mov) => RECOMMENDED,
                (Some(score), _) => score,
                (None, Some(decider)) if options.history => self.experience.history(decider, mov),
                _ => 0.0,
            }
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::super::found::Found;
    use super::super::table::Entry;
    use super::*;
    use crate::testing::{NOUGHTS, Noughts};

    #[test]
    fn the_table_recommends_moves_of_the_state_itself_and_not_of_one_that_is_like_it() {
        let mut memory: Memory<Noughts<'_>> = Memory::new(0, &AlphaBetaOptions::strong());
        // Crosses in two corners are alike, and one corner stands for both.
        let [corner, other] = [0, 2].map(|cell| {
            let mut node = Node::new(NOUGHTS.next(&NOUGHTS.initial(), &[cell, 9]));
            node.canonical = NOUGHTS.knowledge().canonical(&node.state);
            node
        });
        assert!(corner.key() == other.key() && corner.state != other.state);
        for (node, like) in [(&corner, &other), (&other, &corner)] {
            let entry = Entry { found: Found::opinion(50.0), depth: 1, best: Some(node.hint(1)) };
            memory.table.as_mut().unwrap().put(node.key(), entry);
            assert_eq!((memory.recommended(node), memory.recommended(like)), (Some(1), None));
        }
    }

    #[test]
    fn the_last_two_different_killers_of_a_ply_are_kept() {
        let mut experience = Experience::new();
        for mov in ['a', 'b', 'b', 'c'] {
            experience.killed(3, mov);
        }
        assert_eq!(experience.killer(3, 'a'), None);
        assert!(experience.killer(3, 'c') > experience.killer(3, 'b'));
        assert_eq!(experience.killer(2, 'c'), None);
        experience.age();
        assert_eq!(experience.killer(3, 'c'), None);
    }

    #[test]
    fn deep_cuts_count_for_more_and_old_ones_for_less() {
        let mut experience = Experience::new();
        experience.cut(0, 'a', 3);
        experience.cut(0, 'b', 1);
        assert_eq!((experience.history(0, 'a'), experience.history(0, 'b')), (9.0, 1.0));
        assert_eq!(experience.history(1, 'a'), 0.0);
        experience.age();
        assert_eq!(experience.history(0, 'a'), 4.5);
    }
}
