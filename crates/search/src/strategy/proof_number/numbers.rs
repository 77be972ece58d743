/// How hard it seems to prove a claim about a state, and to disprove it: leaves that have to be settled at
/// the least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// The number of what is impossible.
pub(super) const NEVER: u32 = u32::MAX;

impl Numbers {
    /// Nothing is known.
    pub(super) const OPEN: Self = Self { proof: 1, disproof: 1 };
    /// The claim holds.
    pub(super) const PROVEN: Self = Self { proof: 0, disproof: NEVER };
    /// It does not hold.
    pub(super) const DISPROVEN: Self = Self { proof: NEVER, disproof: 0 };

    /// A leaf in which so many moves can be made, by those who want the claim to hold or by the others.
    pub(super) fn leaf(moves: usize, attacks: bool) -> Self {
        let moves = u32::try_from(moves).unwrap_or(NEVER - 1).clamp(1, NEVER - 1);
        Self::from_seen(1, moves, attacks)
    }

    /// Of a node with these children, in which those who want the claim to hold choose, or the others.
    pub(super) fn of(children: impl Iterator<Item = Self>, attacks: bool) -> Self {
        let (mut least, mut sum) = (NEVER, 0);
        for child in children {
            let (own, others) = child.seen(attacks);
            least = least.min(own);
            sum = add(sum, others);
        }
        Self::from_seen(least, sum, attacks)
    }

    /// The number that who chooses wants to bring to nothing, and the other one.
    pub(super) fn seen(self, attacks: bool) -> (u32, u32) {
        if attacks { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    /// The reverse of [`seen`](Self::seen).
    pub(super) fn from_seen(own: u32, others: u32, attacks: bool) -> Self {
        if attacks { Self { proof: own, disproof: others } } else { Self { proof: others, disproof: own } }
    }

    pub(super) fn settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// The sum, in which what is impossible stays so, and nothing else becomes so.
pub(super) fn add(one: u32, other: u32) -> u32 {
    if one == NEVER || other == NEVER { NEVER } else { one.saturating_add(other).min(NEVER - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_chooses_needs_one_child_and_the_others_all() {
        let children = [(3, 4), (2, 9)].map(|(proof, disproof)| Numbers { proof, disproof });
        assert_eq!(Numbers::of(children.into_iter(), true), Numbers { proof: 2, disproof: 13 });
        assert_eq!(Numbers::of(children.into_iter(), false), Numbers { proof: 5, disproof: 4 });
    }

    #[test]
    fn a_settled_child_settles_a_node_or_drops_out() {
        let open = Numbers { proof: 3, disproof: 4 };
        let of = |child, attacks| Numbers::of([open, child].into_iter(), attacks);
        assert_eq!(of(Numbers::PROVEN, true), Numbers::PROVEN);
        assert_eq!(of(Numbers::PROVEN, false), Numbers { proof: 3, disproof: 4 });
        assert_eq!(of(Numbers::DISPROVEN, true), Numbers { proof: 3, disproof: 4 });
        assert_eq!(of(Numbers::DISPROVEN, false), Numbers::DISPROVEN);
    }

    #[test]
    fn large_numbers_stay_below_what_is_impossible() {
        assert_eq!(add(NEVER - 1, 5), NEVER - 1);
        assert_eq!(add(NEVER, 0), NEVER);
    }
}
