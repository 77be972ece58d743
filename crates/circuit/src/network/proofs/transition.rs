use batsat::{Lit as SatLit, lbool};
use gdl::{Interrupt, Interrupted};

use super::clauses::{Clauses, Half, sat};
use crate::network::aig::Lit;
use crate::network::group::Group;
use crate::network::network::Network;

/// The legal transitions from any state that is not terminal and that some groups admit, as clauses. The
/// variables of blocks may take any value, which only adds transitions.
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

    /// Whether a group surely holds after a transition.
    pub(crate) fn keeps(&mut self, network: &Network, group: &Group) -> bool {
        let members = after(network, group);
        let mut broken = vec![self.clauses.broken(&members, Half::AtMostOne)];
        if group.exactly {
            broken.push(self.clauses.broken(&members, Half::AtLeastOne));
        }
        broken.into_iter().all(|broken| self.clauses.solve(&[broken]) == lbool::FALSE)
    }
}

/// The members of a group as they are after a transition.
pub(crate) fn after(network: &Network, group: &Group) -> Vec<SatLit> {
    let after = |member: &Lit| network.next[member.node() as usize - 1].invert_if(member.inverted());
    group.members.iter().map(|member| sat(after(member))).collect()
}
