use game::Goal;

/// That a role can get so much at the least whatever the others do, or that the others can keep it to so much
/// at the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    AtLeast(Goal),
    AtMost(Goal),
}

impl Claim {
    /// Whether a payoff of the role's keeps it.
    pub(super) fn is_kept_by(self, goal: Goal) -> bool {
        match self {
            Self::AtLeast(bound) => goal >= bound,
            Self::AtMost(bound) => goal <= bound,
        }
    }

    /// The payoff of those between these bounds that is nearest to keeping it, if none keeps it.
    pub(super) fn hopeless(self, (least, greatest): (u8, u8)) -> Option<Goal> {
        let nearest = Goal::from(if matches!(self, Self::AtLeast(_)) { greatest } else { least });
        (!self.is_kept_by(nearest)).then_some(nearest)
    }

    /// The payoff of those between these bounds that is nearest to not keeping it, if all keep it.
    pub(super) fn certain(self, (least, greatest): (u8, u8)) -> Option<Goal> {
        let nearest = Goal::from(if matches!(self, Self::AtLeast(_)) { least } else { greatest });
        self.is_kept_by(nearest).then_some(nearest)
    }

    /// Whether those choose who want it to hold, where the role does or does not.
    pub(super) fn attacks(self, own: bool) -> bool {
        own == matches!(self, Self::AtLeast(_))
    }
}
