use std::cell::Cell;
use std::collections::BTreeSet;

use logic::{AtomId, Definitions, Literal, TermId};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;

/// Rules over fluents alone, which stay as they are: pairs of them that end the game together.
fn pairs(fluents: usize, pairs: &[(usize, usize)]) -> Grounding {
    rules(&(0..fluents).collect::<Vec<_>>(), &vec![false; fluents], pairs)
}

/// The same where each fluent holds next where another one holds, and some hold at the start.
fn rules(next: &[usize], initial: &[bool], pairs: &[(usize, usize)]) -> Grounding {
    let mut definitions = Definitions::of_inputs(next.len());
    let literal = |atom: usize| Literal { atom: AtomId(atom as u32), negated: false };
    let terminal = definitions.push_atom(pairs.iter().map(|&(a, b)| [literal(a), literal(b)]));
    Grounding {
        roles: vec![TermId::default()],
        fluents: vec![TermId::default(); next.len()],
        initial: initial.to_vec(),
        moves: vec![Vec::new()],
        next: next.iter().map(|&next| AtomId(next as u32)).collect(),
        legal: vec![Vec::new()],
        terminal,
        goals: vec![Vec::new()],
        definitions,
        ..Grounding::default()
    }
}

fn form(grounding: &Grounding) -> CanonicalForm {
    let kinds = Kinds { chance: vec![false], goals: vec![Vec::new()] };
    CanonicalForm::of_kinds(grounding, &kinds, &Interrupt::never()).unwrap().unwrap()
}

/// Circles of these numbers of fluents, the fluents shuffled.
fn circles(sizes: &[usize], seed: u64) -> (usize, Vec<(usize, usize)>) {
    let count = sizes.iter().sum();
    let mut names: Vec<usize> = (0..count).collect();
    names.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut pairs = Vec::new();
    let mut first = 0;
    for &size in sizes {
        pairs.extend((0..size).map(|at| (names[first + at], names[first + (at + 1) % size])));
        first += size;
    }
    pairs.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed + 1));
    (count, pairs)
}

#[test]
fn circles_that_refinement_does_not_tell_apart_are_told_apart() {
    let mut hashes = BTreeSet::new();
    for sizes in [&[12][..], &[6, 6], &[3, 9], &[4, 8], &[5, 7], &[3, 3, 6], &[4, 4, 4], &[3, 3, 3, 3]] {
        let forms = [0, 1, 2, 3].map(|seed| {
            let (count, list) = circles(sizes, seed);
            let form = form(&pairs(count, &list));
            // The pairs in canonical numbers are the same, whatever the fluents were called.
            let number = |fluent: usize| form.fluents()[fluent];
            let named = list.iter().map(|&(a, b)| (number(a).min(number(b)), number(a).max(number(b))));
            (form.to_string(), named.collect::<BTreeSet<_>>())
        });
        assert!(forms.iter().all(|form| *form == forms[0]), "{sizes:?}");
        assert!(hashes.insert(forms[0].0.clone()), "{sizes:?}");
    }
}

#[test]
fn what_takes_too_long_has_no_form() {
    let (count, list) = circles(&[3, 3, 6, 9], 1);
    let kinds = Kinds { chance: vec![false], goals: vec![Vec::new()] };
    let graph = Graph::new(&pairs(count, &list), &Roles::Exchangeable(&kinds), &Interrupt::never()).unwrap();
    let within = |steps| labelling(&graph, steps, &Interrupt::never());
    let found: Vec<_> = (0..24).map(|doublings| within(1 << doublings)).collect();
    assert!(found[0].is_none() && found[23].is_some());
    assert!(found.iter().flatten().all(|form| Some(form) == found[23].as_ref()), "it is found or not");
}

#[test]
fn a_search_for_a_form_that_is_interrupted_asks_no_more() {
    let (count, list) = circles(&[3, 6, 9], 1);
    let grounding = pairs(count, &list);
    let kinds = Kinds { chance: vec![false], goals: vec![Vec::new()] };
    let interrupted = |last| {
        let asked = Cell::new(0);
        let go_on = || {
            asked.set(asked.get() + 1);
            asked.get() < last
        };
        (CanonicalForm::of_kinds(&grounding, &kinds, &Interrupt::unless(&go_on)), asked.get())
    };
    let (whole, questions) = interrupted(usize::MAX);
    assert_eq!(whole, Ok(Some(form(&grounding))));
    assert!(questions > 10, "it asks only {questions} times");
    for last in 1..questions {
        assert_eq!(interrupted(last), (Err(Interrupted::Cancelled), last));
    }
}

#[test]
fn rules_of_nothing_have_a_form() {
    let form = form(&pairs(0, &[]));
    assert_eq!((form.roles(), form.fluents(), form.moves(0)), (&[0][..], &[][..], &[][..]));
    assert_eq!(form.to_string().len(), 64);
}

#[test]
fn goals_count_by_their_numbers_and_roles_by_what_they_may_get() {
    // Two roles that get a goal each as long as the fluent holds that is their own.
    let of = |goals: [u8; 2], own: [usize; 2], chance: bool| {
        let mut grounding = rules(&[0, 1], &[true, false], &[]);
        grounding.roles.push(TermId::default());
        grounding.moves.push(Vec::new());
        grounding.legal.push(Vec::new());
        grounding.goals = own.iter().map(|&own| vec![(TermId::default(), AtomId(own as u32))]).collect();
        let goals = goals.iter().map(|&goal| vec![Some(goal)]).collect();
        let kinds = Kinds { chance: vec![chance, false], goals };
        CanonicalForm::of_kinds(&grounding, &kinds, &Interrupt::never()).unwrap().unwrap()
    };
    let form = of([10, 20], [0, 1], false);
    let exchanged = of([20, 10], [1, 0], false);
    assert_eq!(form.hash(), exchanged.hash());
    assert_eq!(form.roles(), [exchanged.roles()[1], exchanged.roles()[0]]);
    assert_eq!(form.fluents(), exchanged.fluents());
    for other in [of([20, 10], [0, 1], false), of([10, 30], [0, 1], false), of([10, 20], [0, 1], true)] {
        assert_ne!(form.hash(), other.hash());
    }
}

const FLUENTS: usize = 5;

/// What [`rules`] takes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Small {
    next: Vec<usize>,
    initial: Vec<bool>,
    pairs: BTreeSet<(usize, usize)>,
}

impl Small {
    fn image(&self, image: &[usize]) -> Self {
        let mut small = self.clone();
        for fluent in 0..FLUENTS {
            small.next[image[fluent]] = image[self.next[fluent]];
            small.initial[image[fluent]] = self.initial[fluent];
        }
        let pairs = self.pairs.iter().map(|&(a, b)| (image[a].min(image[b]), image[a].max(image[b])));
        small.pairs = pairs.collect();
        small
    }

    fn form(&self) -> CanonicalForm {
        form(&rules(&self.next, &self.initial, &self.pairs.iter().copied().collect::<Vec<_>>()))
    }

    /// Whether some permutation maps one to the other.
    fn is_like(&self, other: &Self) -> bool {
        let mut image: Vec<usize> = (0..FLUENTS).collect();
        let mut found = false;
        permutations(&mut image, 0, &mut |image| found |= self.image(image) == *other);
        found
    }
}

fn permutations(image: &mut Vec<usize>, from: usize, each: &mut impl FnMut(&[usize])) {
    if from == image.len() {
        return each(image);
    }
    for at in from..image.len() {
        image.swap(from, at);
        permutations(image, from + 1, each);
        image.swap(from, at);
    }
}

fn small() -> impl Strategy<Value = Small> {
    let next = prop_oneof![
        Just((0..FLUENTS).collect()),
        Just((1..FLUENTS).chain([0]).collect()),
        proptest::collection::vec(0..FLUENTS, FLUENTS)
    ];
    let initial = prop_oneof![Just(vec![false; FLUENTS]), proptest::collection::vec(any::<bool>(), FLUENTS)];
    let pairs = proptest::collection::btree_set((0..FLUENTS, 1..FLUENTS), 2..5);
    (next, initial, pairs).prop_map(|(next, initial, pairs)| {
        let pairs = pairs.into_iter().map(|(a, by)| (a.min((a + by) % FLUENTS), a.max((a + by) % FLUENTS)));
        Small { next, initial, pairs: pairs.collect() }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn rules_have_the_same_hash_exactly_if_a_permutation_maps_one_to_the_other(
        small in small(),
        image in Just((0..FLUENTS).collect::<Vec<_>>()).prop_shuffle(),
        other in small(),
    ) {
        let form = small.form();
        let twin = small.image(&image);
        let twin_form = twin.form();
        prop_assert_eq!(form.hash(), twin_form.hash());
        let to = |form: &CanonicalForm, small: &Small| {
            small.image(&form.fluents().iter().map(|&number| number as usize).collect::<Vec<_>>())
        };
        prop_assert_eq!(to(&form, &small), to(&twin_form, &twin));
        prop_assert_eq!(*form.hash() == *other.form().hash(), small.is_like(&other));
        // One pair more or fewer.
        let mut changed = small.clone();
        if !changed.pairs.remove(&(0, 1)) {
            changed.pairs.insert((0, 1));
        }
        prop_assert_eq!(*form.hash() == *changed.form().hash(), small.is_like(&changed));
    }
}
