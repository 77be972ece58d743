use serde::{Deserialize, Serialize};

use super::aig::Lit;
use crate::renumbering::Renumbering;

/// Literals over the fluents of which in every reachable state exactly one holds, or at most one. A single
/// literal that always holds is a constant; `a` and the inverse of `b` make `a` and `b` equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Group {
    /// Literals of a network's fluents, sorted.
    pub(crate) members: Vec<Lit>,
    /// Whether one of them always holds.
    pub(crate) exactly: bool,
}

impl Group {
    /// Whether it is one of so many fluents.
    pub(crate) fn fits(&self, fluents: usize) -> bool {
        self.members.iter().all(|member| (1..=fluents).contains(&(member.node() as usize)))
            && self.members.is_sorted()
    }

    pub(crate) fn renumber(&mut self, numbers: &Renumbering) {
        self.members.iter_mut().for_each(|member| *member = numbers.literal(*member));
        self.members.sort_unstable();
    }

    /// Whether the group holds in a state, given by which literals hold there.
    pub(crate) fn admits(&self, holds: impl Fn(Lit) -> bool) -> bool {
        let holding = self.members.iter().filter(|&&member| holds(member)).take(2).count();
        holding == 1 || holding == 0 && !self.exactly
    }

    /// The members that are left where these are `excluded`, if a gate that excludes them may name the others
    /// in their place. The first inputs are `fluents`, the others moves. What is said of fluents alone must
    /// be right where no move is made, so that it does not name moves: some members of a group of moves may
    /// be fluents, which equal moves that are forced.
    pub(crate) fn rest(&self, fluents: usize, excluded: impl Fn(Lit) -> bool) -> Option<Vec<Lit>> {
        let is_move = |member: &Lit| member.node() as usize > fluents;
        let (excluded, rest): (Vec<Lit>, Vec<Lit>) =
            self.members.iter().partition(|&&member| excluded(member));
        (excluded.iter().any(is_move) || !rest.iter().any(is_move)).then_some(rest)
    }
}

/// Whether all groups hold in a state, given by which fluents hold there.
pub(crate) fn admit(groups: &[Group], holds: impl Fn(usize) -> bool) -> bool {
    // The fluents are the first nodes after the constant.
    let literal = |member: Lit| holds(member.node() as usize - 1) != member.inverted();
    groups.iter().all(|group| group.admits(literal))
}
