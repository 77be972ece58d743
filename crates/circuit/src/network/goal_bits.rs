use super::aig::{Aig, Lit};
use crate::goal::GOAL_BITS;

/// The bits of a role's [`Goal`](crate::Goal), where each of its possible goals, in ascending order, is given
/// by a literal.
pub(crate) fn goal_bits(aig: &mut Aig, goals: &[(Option<u8>, Lit)]) -> [Lit; GOAL_BITS] {
    let mut bits = [Lit::FALSE; GOAL_BITS];
    let mut none_lower = Lit::TRUE;
    let (mut any, mut several, mut no_number) = (Lit::FALSE, Lit::FALSE, Lit::FALSE);
    for &(goal, holds) in goals {
        let again = aig.and(any, holds);
        several = aig.or(several, again);
        any = aig.or(any, holds);
        let Some(goal) = goal else {
            no_number = aig.or(no_number, holds);
            continue;
        };
        let least = aig.and(none_lower, holds);
        none_lower = aig.and(none_lower, !holds);
        for (bit, literal) in bits[..GOAL_BITS - 1].iter_mut().enumerate() {
            if goal >> bit & 1 == 1 {
                *literal = aig.or(*literal, least);
            }
        }
    }
    let one = aig.and(any, !several);
    bits[GOAL_BITS - 1] = !aig.and(one, !no_number);
    bits
}
