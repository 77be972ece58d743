use gdl::{Interrupt, Interrupted};

use crate::network::aig::Lit;
use crate::network::group::Group;
use crate::network::wide::Wide;

/// The most literals that are collected under all ANDs together; the rest of the graph is left as it is.
const MOST_LEAVES: usize = 20_000_000;

/// Replaces "none of these" by "one of the rest" where these are most of a group of which exactly one holds,
/// such as all moves that do not touch a cell. What an AND excludes is collected through the ANDs below it,
/// however they are shared: frame axioms give a thousand such ANDs that pairwise have most of their parts in
/// common, so none of them stands in the graph as a whole. The first inputs are `fluents`, the others moves.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn name_the_rest(
    wide: &Wide,
    fluents: usize,
    groups: &[Group],
    interrupt: &Interrupt<'_>,
) -> Result<Wide, Interrupted> {
    let groups: Vec<&Group> =
        groups.iter().filter(|group| group.exactly && group.members.len() > 2).collect();
    let place = |literal: Lit| 2 * literal.node() as usize + usize::from(literal.inverted());
    // The groups of which each literal of an input excludes a member.
    let mut of_member: Vec<Vec<u32>> = vec![Vec::new(); 2 * (wide.inputs() + 1)];
    for (number, group) in groups.iter().enumerate() {
        group.members.iter().for_each(|&member| of_member[place(!member)].push(number as u32));
    }
    let mut leaves: Vec<Option<Box<[Lit]>>> = vec![None; wide.gates().len()];
    let mut total = 0;
    let mut map = vec![Lit::FALSE; wide.gates().len()];
    let (mut below, mut excluded, mut touched) = (Vec::new(), vec![0; groups.len()], Vec::new());
    wide.rebuild(interrupt, |new, node, operands| {
        below.clear();
        for (old, &literal) in wide.operands(node).iter().zip(&*operands) {
            map[old.node() as usize] = literal.invert_if(old.inverted());
            match leaves[old.node() as usize].as_ref().filter(|_| !old.inverted()) {
                Some(leaves) => below.extend_from_slice(leaves),
                None => below.push(*old),
            }
        }
        // Few sorted lists, which this sort merges.
        below.sort();
        below.dedup();
        for &number in below.iter().filter_map(|&leaf| of_member.get(place(leaf))).flatten() {
            interrupt.check()?;
            excluded[number as usize] += 1;
            if excluded[number as usize] == 1 {
                touched.push(number);
            }
        }
        touched.sort_unstable();
        let mut most: Vec<(u32, Vec<Lit>)> = Vec::new();
        let has_some = !touched.is_empty() && total + below.len() <= MOST_LEAVES;
        for number in touched.drain(..) {
            let group = groups[number as usize];
            if 2 * std::mem::take(&mut excluded[number as usize]) > group.members.len() && has_some {
                let excluded = |member: Lit| below.binary_search(&!member).is_ok();
                most.extend(group.rest(fluents, excluded).map(|rest| (number, rest)));
            }
        }
        if !has_some {
            return Ok(new.and(operands));
        }
        total += below.len();
        let literal = if most.is_empty() {
            new.and(operands)
        } else {
            let mut parts = below.clone();
            let mut kept = Vec::new();
            for (number, mut rest) in most {
                let members = &groups[number as usize].members;
                parts.retain(|&part| members.binary_search(&!part).is_err());
                kept.push(new.or(&mut rest));
            }
            kept.extend(parts.iter().map(|part| match wide.input_of(part.node()) {
                Some(_) => *part,
                None => map[part.node() as usize].invert_if(part.inverted()),
            }));
            new.and(&mut kept)
        };
        leaves[node as usize] = Some(below.as_slice().into());
        Ok(literal)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six inputs of which exactly one holds, and one apart.
    fn one_of_six() -> (Wide, Vec<Lit>, [Group; 1]) {
        let wide = Wide::new(7);
        let inputs: Vec<Lit> = (0..7).map(|input| wide.input(input)).collect();
        let group = Group { members: inputs[..6].to_vec(), exactly: true };
        (wide, inputs, [group])
    }

    #[test]
    fn none_of_most_is_one_of_the_rest_however_it_is_put_together() {
        let (mut wide, inputs, groups) = one_of_six();
        let two = wide.and(&mut vec![!inputs[0], !inputs[1]]);
        let most = wide.and(&mut vec![two, !inputs[2], !inputs[3], inputs[6]]);
        wide.roots = vec![most, two];
        let named = name_the_rest(&wide, 7, &groups, &Interrupt::never()).unwrap();
        let mut expected = named.clone();
        let rest = expected.or(&mut vec![inputs[4], inputs[5]]);
        assert_eq!(named.roots[0], expected.and(&mut vec![rest, inputs[6]]));
        assert_eq!(named.roots[1], expected.and(&mut vec![!inputs[0], !inputs[1]]));
    }

    #[test]
    fn what_excludes_fluents_alone_names_no_moves() {
        let (mut wide, inputs, groups) = one_of_six();
        let most = wide.and(&mut inputs[..4].iter().map(|&input| !input).collect());
        wide.roots = vec![most];
        let named = |fluents| {
            let named = name_the_rest(&wide, fluents, &groups, &Interrupt::never()).unwrap();
            named.operands(named.roots[0].node()).len()
        };
        assert_eq!(named(4), 4, "the last two are moves");
        assert_eq!([named(3), named(6)], [2, 2]);
    }

    #[test]
    fn none_of_all_is_never() {
        let (mut wide, inputs, groups) = one_of_six();
        let none = wide.and(&mut inputs[..6].iter().map(|&input| !input).collect());
        wide.roots = vec![none];
        let named = name_the_rest(&wide, 7, &groups, &Interrupt::never()).unwrap();
        assert_eq!(named.roots, [Lit::FALSE]);
    }

    #[test]
    fn where_none_may_hold_nothing_is_said_of_the_rest() {
        let (mut wide, inputs, [group]) = one_of_six();
        let most = wide.and(&mut inputs[..5].iter().map(|&input| !input).collect());
        wide.roots = vec![most];
        let groups = [Group { exactly: false, ..group }];
        let named = name_the_rest(&wide, 7, &groups, &Interrupt::never()).unwrap();
        assert_eq!(named.operands(named.roots[0].node()).len(), 5);
    }
}
