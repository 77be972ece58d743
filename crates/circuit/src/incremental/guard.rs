use rustc_hash::FxHashMap;

use crate::network::{Lit, Wide};

/// The least number of moves for which a guard is worth it.
const FEWEST: usize = 8;

/// Takes the operand that most of a role's legal moves have in common out of them, such as that it is the
/// role's turn: what is left of a move does not change with every turn. The literals of moves are replaced by
/// what is left.
///
/// Returns the literal that was taken out, and of which moves; none if fewer than half of the moves have one
/// in common.
pub(crate) fn guard(wide: &mut Wide, legal: &mut [Lit]) -> Option<(Lit, Vec<usize>)> {
    let mut uses: FxHashMap<Lit, usize> = FxHashMap::default();
    for &literal in legal.iter() {
        operands(wide, literal).iter().for_each(|&operand| *uses.entry(operand).or_default() += 1);
    }
    // Of several that are used as often, the first literal, so that the same rules give the same graph.
    let (&common, &count) =
        uses.iter().max_by_key(|&(&literal, &count)| (count, std::cmp::Reverse(literal)))?;
    if count < FEWEST || 2 * count < legal.len() {
        return None;
    }
    let mut guarded = Vec::new();
    for (mov, literal) in legal.iter_mut().enumerate() {
        let own = operands(wide, *literal);
        if own.contains(&common) {
            let mut rest: Vec<Lit> = own.iter().copied().filter(|&operand| operand != common).collect();
            *literal = wide.and(&mut rest);
            guarded.push(mov);
        }
    }
    Some((common, guarded))
}

/// The literals of which a literal is the AND, if it is one.
fn operands(wide: &Wide, literal: Lit) -> &[Lit] {
    if literal.inverted() { &[] } else { wide.operands(literal.node()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_most_moves_have_in_common_is_taken_out_of_them() {
        let mut wide = Wide::new(12);
        let turn = wide.input(0);
        let mut legal: Vec<Lit> = (1..11)
            .map(|input| {
                let free = !wide.input(input);
                wide.and(&mut vec![turn, free])
            })
            .collect();
        legal.push(!turn);
        let (literal, moves) = guard(&mut wide, &mut legal).unwrap();
        assert_eq!((literal, moves), (turn, (0..10).collect()));
        let left: Vec<Lit> = (1..11).map(|input| !wide.input(input)).chain([!turn]).collect();
        assert_eq!(legal, left);
    }

    #[test]
    fn few_moves_and_moves_with_nothing_in_common_have_no_guard() {
        let mut wide = Wide::new(40);
        let turn = wide.input(0);
        let pair = |wide: &mut Wide, a: Lit, b: usize| {
            let b = wide.input(b);
            wide.and(&mut vec![a, b])
        };
        let mut few: Vec<Lit> = (1..4).map(|input| pair(&mut wide, turn, input)).collect();
        assert_eq!(guard(&mut wide, &mut few), None);
        let mut different: Vec<Lit> = (1..19)
            .map(|input| {
                let own = wide.input(2 * input);
                pair(&mut wide, own, 2 * input + 1)
            })
            .collect();
        assert_eq!(guard(&mut wide, &mut different), None);
        assert_eq!(guard(&mut wide, &mut []), None);
    }
}
