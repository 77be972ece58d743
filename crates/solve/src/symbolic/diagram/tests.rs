use std::collections::BTreeSet;

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use super::*;

type Sets = BTreeSet<BTreeSet<u32>>;

const ELEMENTS: u32 = 6;

fn sets() -> impl Strategy<Value = Sets> {
    btree_set(btree_set(0..ELEMENTS, 0..5), 0..16)
}

fn diagram() -> Diagram {
    Diagram::new(1 << 20)
}

fn family(diagram: &mut Diagram, sets: &Sets) -> Family {
    sets.iter().fold(EMPTY, |all, set| {
        let chain = set.iter().rev().fold(BASE, |rest, &element| diagram.make(element, EMPTY, rest).unwrap());
        diagram.union(all, chain).unwrap()
    })
}

fn sets_of(diagram: &Diagram, family: Family) -> Sets {
    match family {
        EMPTY => Sets::new(),
        BASE => Sets::from([BTreeSet::new()]),
        _ => {
            let Node { element, without, with } = diagram.node(family);
            let with = sets_of(diagram, with).into_iter().map(|mut set| {
                assert!(set.insert(element), "an element comes once");
                set
            });
            with.chain(sets_of(diagram, without)).collect()
        }
    }
}

proptest! {
    #[test]
    fn operations_do_to_families_what_they_do_to_sets_of_sets(a in sets(), b in sets()) {
        let mut diagram = diagram();
        let (x, y) = (family(&mut diagram, &a), family(&mut diagram, &b));
        prop_assert_eq!(sets_of(&diagram, x), a.clone());
        prop_assert_eq!(x == y, a == b, "equal families have one node");
        let union = diagram.union(x, y).unwrap();
        prop_assert_eq!(sets_of(&diagram, union), a.union(&b).cloned().collect::<Sets>());
        let both = diagram.intersection(x, y).unwrap();
        prop_assert_eq!(sets_of(&diagram, both), a.intersection(&b).cloned().collect::<Sets>());
        let alone = diagram.difference(x, y).unwrap();
        prop_assert_eq!(sets_of(&diagram, alone), a.difference(&b).cloned().collect::<Sets>());
        prop_assert_eq!(diagram.count(x), a.len().into());
    }

    #[test]
    fn what_is_kept_is_the_same_after_collection_and_nothing_else_is_left(all in vec((sets(), any::<bool>()), 0..6)) {
        let mut diagram = diagram();
        let mut kept = Vec::new();
        for (sets, keep) in &all {
            let family = family(&mut diagram, sets);
            let handle = diagram.keep(family);
            if *keep {
                kept.push((handle, sets));
            }
        }
        diagram.collect();
        let roots: Vec<Family> = kept.iter().map(|(handle, _)| handle.family()).collect();
        prop_assert_eq!(diagram.reachable(&roots).ones().filter(|&number| number >= 2).count() + 2, diagram.len());
        for (handle, sets) in kept {
            prop_assert_eq!(&sets_of(&diagram, handle.family()), sets);
            prop_assert_eq!(family(&mut diagram, sets), handle.family(), "it is found again");
        }
    }

    #[test]
    fn families_that_are_written_can_be_read_beside_others(written in vec(sets(), 0..4), others in sets()) {
        let mut diagram = diagram();
        let handles: Vec<Kept> = written.iter().map(|sets| {
            let family = family(&mut diagram, sets);
            diagram.keep(family)
        }).collect();
        let mut file = Vec::new();
        diagram.write(&handles.iter().collect::<Vec<_>>(), &mut file).unwrap();
        let mut diagram = self::diagram();
        family(&mut diagram, &others);
        let read = diagram.read(ELEMENTS, &mut &file[..]).unwrap();
        let read: Vec<Sets> = read.iter().map(|handle| sets_of(&diagram, handle.family())).collect();
        prop_assert_eq!(read, written);
        for end in 0..file.len() {
            prop_assert!(self::diagram().read(ELEMENTS, &mut &file[..end]).is_err(), "it is cut off");
        }
    }

    #[test]
    fn files_of_any_numbers_are_read_or_refused(numbers in vec(0_u32..8, 0..24)) {
        let file: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut diagram = diagram();
        if let Ok(read) = diagram.read(ELEMENTS, &mut &file[..]) {
            let all = read.iter().flat_map(|handle| sets_of(&diagram, handle.family())).flatten();
            prop_assert!(all.max().is_none_or(|last| last < ELEMENTS));
        }
    }
}

/// All subsets of so many elements.
fn all_subsets(diagram: &mut Diagram, elements: u32) -> Family {
    (0..elements).rev().fold(BASE, |rest, element| diagram.make(element, rest, rest).unwrap())
}

#[test]
fn families_of_more_than_64_bits_are_counted_exactly() {
    let mut diagram = diagram();
    for elements in [0, 1, 63, 64, 200] {
        let family = all_subsets(&mut diagram, elements);
        assert_eq!(diagram.count(family), BigUint::from(1_u8) << elements);
        assert_eq!(diagram.nodes(family), elements as usize);
    }
    assert_eq!(diagram.count(EMPTY), BigUint::ZERO);
}

#[test]
fn a_full_table_is_told_and_has_room_again_after_collection() {
    let mut diagram = Diagram::new(0);
    let mut singletons = 0..;
    let full = singletons.by_ref().find(|&element| diagram.make(element, EMPTY, BASE).is_err()).unwrap();
    assert_eq!(full as usize + 2, diagram.capacity());
    assert!(diagram.make(0, EMPTY, BASE).is_ok(), "what is there is found");
    diagram.collect();
    assert_eq!(diagram.len(), 2);
    assert!(diagram.make(full, EMPTY, BASE).is_ok());
}

#[test]
fn the_table_grows_with_the_nodes_and_loses_none() {
    let mut diagram = Diagram::new(16 << 20);
    let make = |diagram: &mut Diagram, element| diagram.make(element, BASE, BASE).unwrap();
    let families: Vec<Family> = (0..100_000).map(|element| make(&mut diagram, element)).collect();
    let again: Vec<Family> = (0..100_000).map(|element| make(&mut diagram, element)).collect();
    assert_eq!(families, again);
}
