use batsat::{Lit as SatLit, lbool};
use gdl::{Interrupt, Interrupted};

use super::clauses::{Clauses, sat};
use crate::network::aig::Lit;
use crate::network::group::Group;
use crate::network::network::Network;

/// The legal transitions from any state that is not terminal and that some groups admit, as clauses. The variables of blocks may take any value,
/// which only adds transitions.
pub(crate) struct Transition<'i> {
    pub(crate) clauses: Clauses<'i>,
}

impl<'i> Transition<'i> {
    /// The transitions of a network's game. The network's graph may have grown since the network was made.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        network: &Network,
        groups: &[Group],
        interrupt: &'i Interrupt<'i>,
    ) -> Result<Self, Interrupted> {
        let mut transition = Self { clauses: Clauses::new(interrupt) };
        let clauses = &mut transition.clauses;
        clauses.encode(&network.aig)?;
        clauses.clause(&[sat(!network.terminal)]);
        for (role, legal) in network.legal.iter().enumerate() {
            interrupt.check()?;
            let does = |mov| sat(Lit::new(network.aig.inputs()[network.does_input(role, mov)], false));
            let moves: Vec<SatLit> = (0..legal.len()).map(does).collect();
            clauses.one(&moves, true);
            moves.iter().zip(legal).for_each(|(&mov, &legal)| clauses.clause(&[!mov, sat(legal)]));
        }
        for group in groups {
            interrupt.check()?;
            let members: Vec<SatLit> = group.members.iter().map(|&member| sat(member)).collect();
            clauses.one(&members, group.exactly);
        }
        Ok(transition)
    }

    /// A literal that can only hold if more than one of `members` does, or, where `exactly` one should, none.
    fn broken(&mut self, members: &[SatLit], exactly: bool) -> SatLit {
        let broken = self.clauses.fresh();
        let mut reasons = vec![!broken];
        if exactly {
            let none = self.clauses.fresh();
            members.iter().for_each(|&member| self.clauses.clause(&[!none, !member]));
            reasons.push(none);
        }
        let mut before: Option<SatLit> = None;
        for &member in members {
            let now = self.clauses.fresh();
            if let Some(before) = before {
                let second = self.clauses.fresh();
                self.clauses.clause(&[!second, before]);
                self.clauses.clause(&[!second, member]);
                reasons.push(second);
                self.clauses.clause(&[!now, before, member]);
            } else {
                self.clauses.clause(&[!now, member]);
            }
            before = Some(now);
        }
        self.clauses.clause(&reasons);
        broken
    }

    /// Whether candidate `number` surely holds after a transition. If not, `standing` is cleared for all candidates that fail in the same
    /// counterexample.
    pub(crate) fn keeps(
        &mut self,
        network: &Network,
        candidates: &[Group],
        number: usize,
        standing: &mut [bool],
    ) -> bool {
        let after = |member: Lit| network.next[member.node() as usize - 1].invert_if(member.inverted());
        let group = &candidates[number];
        let members: Vec<SatLit> = group.members.iter().map(|&member| sat(after(member))).collect();
        let broken = self.broken(&members, group.exactly);
        let answer = self.clauses.solve(&[broken]);
        if answer == lbool::TRUE {
            let holds = |member| self.clauses.holds(sat(after(member)));
            for (group, stands) in candidates.iter().zip(standing) {
                *stands &= group.admits(holds);
            }
        }
        self.clauses.clause(&[!broken]);
        answer == lbool::FALSE
    }
}
