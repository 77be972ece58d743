use batsat::{Lit as SatLit, lbool};
use gdl::{Interrupt, Interrupted};

use super::clauses::{Clauses, sat};
use super::transition::{Transition, after};
use crate::goal::GOAL_BITS;
use crate::network::aig::Lit;
use crate::network::goal_bits::goal_bits;
use crate::network::graft::Graft;
use crate::network::network::Network;

/// The transitions to terminal states, as clauses, and what each role gets there.
///
/// Every terminal state but the initial one follows from a legal joint move in a state that is not terminal,
/// and the invariants admit both.
pub(crate) struct Ends<'i> {
    pub(crate) clauses: Clauses<'i>,
    /// The bits of each role's goal, which is 0 where the rules give none.
    pub(crate) goals: Vec<[Lit; GOAL_BITS - 1]>,
    /// Whether the rules give each role a goal.
    paid: Vec<Lit>,
}

/// The most gates of a network of which it is proven that roles are paid.
const MOST_GATES: usize = 50_000;

/// The most literals that queries may assign before another one is made: some tenths of a second.
const MOST_PROPAGATIONS: u64 = 10_000_000;

impl<'i> Ends<'i> {
    /// The ends of a network's game.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(network: &Network, interrupt: &'i Interrupt<'i>) -> Result<Self, Interrupted> {
        let mut network = network.clone();
        let groups = std::mem::take(&mut network.groups);
        let aig = &mut network.aig;
        let source = aig.clone();
        let mut inputs: Vec<Option<Lit>> = network.next.iter().map(|&literal| Some(literal)).collect();
        // The view depends on no move.
        inputs.resize(source.inputs().len(), None);
        let mut view = Graft::new(&source, inputs);
        view.grow(aig, interrupt)?;
        let (mut goals, mut paid) = (Vec::new(), Vec::new());
        for of_role in &network.goals {
            let of_role: Vec<_> = of_role.iter().map(|&(goal, literal)| (goal, view.get(literal))).collect();
            let bits = goal_bits(aig, &of_role);
            goals.push(std::array::from_fn(|bit| bits[bit]));
            paid.push(of_role.iter().fold(Lit::FALSE, |any, &(_, holds)| aig.or(any, holds)));
        }
        let terminal = view.get(network.terminal);
        let Transition { mut clauses } = Transition::new(&network, &groups, interrupt)?;
        for group in &groups {
            clauses.one(&after(&network, group), group.exactly);
        }
        clauses.clause(&[sat(terminal)]);
        Ok(Self { clauses, goals, paid })
    }
}

/// For each role whether it is proven, within fixed bounds of work, that the rules give it a goal in every
/// terminal state but the initial one.
pub(crate) fn always_paid(network: &Network) -> Vec<bool> {
    let nothing = || vec![false; network.goals.len()];
    if network.aig.gates() > MOST_GATES {
        return nothing();
    }
    let never = Interrupt::never();
    let Ok(Ends { mut clauses, paid, .. }) = Ends::new(network, &never) else { return nothing() };
    let unpaid: Vec<SatLit> = paid.into_iter().map(|paid| sat(!paid)).collect();
    let mut proven =
        |unpaid| clauses.propagations() < MOST_PROPAGATIONS && clauses.solve(&[unpaid]) == lbool::FALSE;
    unpaid.into_iter().map(&mut proven).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::synthesize;
    use crate::testing::{built_in, grounded};

    fn paid(text: &str) -> Vec<bool> {
        let (grounding, reasoner) = grounded(text);
        always_paid(&synthesize(&grounding, &reasoner, &Interrupt::never()).unwrap())
    }

    #[test]
    fn games_that_tell_what_each_end_pays_always_pay() {
        for name in ["tictactoe", "connect-four", "othello-4x4", "breakthrough-6x6", "hex-7x7", "tron"] {
            assert_eq!(paid(&built_in(name)), [true, true], "{name}");
        }
    }

    #[test]
    fn a_role_that_may_end_without_a_goal_is_not_always_paid() {
        let choice =
            "(role you) (init start) (legal you a) (legal you b) (<= (next (chose ?m)) (does you ?m))
            (<= terminal (not (true start)))";
        let some = "(<= (goal you 30) (true (chose a)))";
        assert_eq!(paid(&format!("{choice} {some}")), [false]);
        assert_eq!(paid(&format!("{choice} {some} (<= (goal you 0) (true (chose b)))")), [true]);
        assert_eq!(paid(choice), [false]);
    }
}
