use std::rc::Rc;

use gdl::{Interrupt, Interrupted};
use rustc_hash::FxHashMap;

use crate::network::aig::Lit;
use crate::network::group::Group;
use crate::network::wide::Wide;

/// The most literals that are collected under all ANDs together; the rest of the graph is left as it is.
const MOST_LEAVES: usize = 20_000_000;

/// Replaces "none of these" by "one of the rest" where these are most of a group of which exactly one holds, such as all moves that do not touch a
/// cell. What an AND excludes is collected through the ANDs below it, however they are shared: frame axioms give a thousand such ANDs that pairwise
/// have most of their parts in common, so none of them stands in the graph as a whole. The first inputs are `fluents`, the others moves.
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
    let mut of_member: FxHashMap<Lit, Vec<u32>> = FxHashMap::default();
    for (number, group) in groups.iter().enumerate() {
        group.members.iter().for_each(|&member| of_member.entry(!member).or_default().push(number as u32));
    }
    let mut leaves: FxHashMap<u32, Rc<[Lit]>> = FxHashMap::default();
    let mut total = 0;
    let mut map: FxHashMap<u32, Lit> = FxHashMap::default();
    wide.rebuild(interrupt, |new, node, operands| {
        let mut below: Vec<Lit> = Vec::new();
        for (old, &literal) in wide.operands(node).iter().zip(&*operands) {
            map.insert(old.node(), literal.invert_if(old.inverted()));
            match leaves.get(&old.node()).filter(|_| !old.inverted()) {
                Some(leaves) => below.extend_from_slice(leaves),
                None => below.push(*old),
            }
        }
        below.sort_unstable();
        below.dedup();
        let mut excluded: FxHashMap<u32, usize> = FxHashMap::default();
        for &number in below.iter().filter_map(|leaf| of_member.get(leaf)).flatten() {
            *excluded.entry(number).or_default() += 1;
        }
        if excluded.is_empty() || total + below.len() > MOST_LEAVES {
            return Ok(new.and(operands));
        }
        total += below.len();
        let mut most: Vec<(u32, Vec<Lit>)> = (excluded.into_iter())
            .filter(|&(number, excluded)| 2 * excluded > groups[number as usize].members.len())
            .filter_map(|(number, _)| {
                let excluded = |member: Lit| below.binary_search(&!member).is_ok();
                Some((number, groups[number as usize].rest(fluents, excluded)?))
            })
            .collect();
        most.sort_unstable();
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
                None => map[&part.node()].invert_if(part.inverted()),
            }));
            new.and(&mut kept)
        };
        leaves.insert(node, below.into());
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
