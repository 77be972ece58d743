use super::aig::{Aig, Lit};
use crate::state::PAYMENT_BITS;

/// The bits of what a role is paid, where each of its goals, in ascending order, is given by a literal.
pub(crate) fn payment(aig: &mut Aig, goals: &[(Option<u8>, Lit)]) -> [Lit; PAYMENT_BITS] {
    let mut bits = [Lit::FALSE; PAYMENT_BITS];
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
        for (bit, literal) in bits[..PAYMENT_BITS - 1].iter_mut().enumerate() {
            if goal >> bit & 1 == 1 {
                *literal = aig.or(*literal, least);
            }
        }
    }
    let clear = aig.and(any, !several);
    bits[PAYMENT_BITS - 1] = !aig.and(clear, !no_number);
    bits
}
