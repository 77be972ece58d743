#[path = "../../tests/oracle/mod.rs"]
mod oracle;

use std::collections::HashSet;

use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Keyword, Rulesheet};

use super::{Failed, GroundLimits, Input, Reach, Relaxed, Rulebook, attempt, needed, split};
use crate::ground::reach::AtomRows;
use crate::ground::rules::Premise;
use crate::{Grounding, Reasoner};

/// A grounding for which whatever may be is derived on demand.
fn on_demand(reasoner: &Reasoner, sheet: &Rulesheet) -> Grounding {
    let mut expensive: FixedBitSet = (0..reasoner.program.predicates.len()).collect();
    Keyword::ALL.iter().for_each(|&keyword| expensive.remove(keyword as usize));
    expensive.difference_with(&reasoner.program.is_static);
    let limits = GroundLimits::default();
    let mut terms = reasoner.terms.lease();
    let clauses = sheet.clauses();
    let input = Input::new(sheet, reasoner, &clauses);
    match attempt(&input, &limits, &expensive, &mut terms, &Interrupt::never()) {
        Ok(grounding) => grounding,
        Err(Failed::Ungroundable(why)) => panic!("{why}"),
        Err(Failed::Expensive(relations)) => panic!("{relations:?}"),
    }
}

#[test]
fn relations_on_demand_mean_the_same() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|extension| extension == "kif"));
    let texts = files.map(|path| std::fs::read(path).unwrap());
    let texts = texts.chain(crate::reasoner::RECURSIVE.iter().map(|text| text.as_bytes().to_vec()));
    for text in texts {
        let sheet = Rulesheet::parse("test.kif", &text).unwrap();
        let reasoner = Reasoner::new(&sheet, crate::Limits::default()).unwrap();
        let listed = Grounding::new(&sheet, &reasoner, &GroundLimits::default()).unwrap();
        let magic = on_demand(&reasoner, &sheet);
        assert_eq!(listed.fluents, magic.fluents);
        assert_eq!(listed.moves, magic.moves);
        for grounding in [&listed, &magic] {
            (1..=3).for_each(|seed| oracle::compare(&reasoner, grounding, 30, seed));
        }
    }
}

/// What tells the instances of each rule apart.
fn reached(sheet: &Rulesheet, reasoner: &Reasoner) -> Vec<Vec<Vec<u32>>> {
    let (never, settled) = (Interrupt::never(), FixedBitSet::new());
    let mut terms = reasoner.terms.lease();
    let clauses = sheet.clauses();
    let input = Input::new(sheet, reasoner, &clauses);
    let mut book = Rulebook::new(&input, &never).unwrap();
    let rules = std::mem::take(&mut book.rules);
    let rules = split(rules, &mut book, &reasoner.program.on_demand, &settled, &never).unwrap();
    let relax = |rule| Relaxed::new(rule, &mut book, &mut terms).unwrap();
    let relaxed: Vec<Relaxed> = rules.into_iter().map(relax).collect();
    let needed = needed(&relaxed);
    let reach = Reach::new(&relaxed, &book, &input, &needed, &settled, GroundLimits::default(), &never);
    let Ok(reached) = reach.run(reasoner.initial().fluents(), &mut terms) else { panic!("it is small") };
    let (relations, atom_rows) = reached;
    let instances = |(rule, atoms): (&Relaxed, AtomRows)| -> Vec<Vec<u32>> {
        if rule.keeps_rows() {
            let rows = relations[rule.instances].rows();
            rows.map(|row| row.iter().map(|cell| cell.number()).collect()).collect()
        } else {
            atoms.chunks_exact(rule.positive.len() + 1).map(<[u32]>::to_vec).collect()
        }
    };
    relaxed.iter().zip(atom_rows).map(instances).collect()
}

#[test]
fn an_instance_is_listed_once() {
    let pairs = "(role you) (init (n 0)) (init (n 1)) (succ 0 1) (succ 1 2) (succ 2 3) (<= (legal you ?x) (true (n ?x)))
        (<= (pair ?x ?y) (true (n ?x)) (true (n ?y))) (<= (pair ?x ?z) (pair ?x ?y) (pair ?y ?z) (true (n ?z)))
        (<= (next (n ?z)) (pair ?x ?y) (does you ?x) (succ ?y ?z)) (<= terminal (pair 3 3)) (goal you 0)";
    let counts = |text: &str| -> Vec<usize> {
        let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
        let reasoner = Reasoner::new(&sheet, crate::Limits::default()).unwrap();
        let count = |instances: Vec<Vec<u32>>| {
            assert_eq!(instances.iter().collect::<HashSet<_>>().len(), instances.len());
            instances.len()
        };
        reached(&sheet, &reasoner).into_iter().map(count).collect()
    };
    crate::reasoner::RECURSIVE.iter().for_each(|text| assert!(counts(text).len() > 3));
    // Four numbers may be there: 16 pairs by the first rule, and 64 chains of two pairs by the second.
    let counts = counts(pairs);
    assert!(counts.contains(&16) && counts.contains(&64), "{counts:?}");
}

/// A 4×4 board with a piece to put anywhere but where, in another cell, there is or was one.
const OTHER_CELLS: &str = "
    (role r) (index 1) (index 2) (index 3) (index 4) (init (at 1 1))
    (<= (legal r (go ?x ?y)) (index ?x) (index ?y) (not (apart ?x ?y)))
    (<= (legal r stay))
    (<= (next (at ?x ?y)) (does r (go ?x ?y)))
    (<= (next (old ?x ?y)) (true (at ?x ?y)))
    (<= (apart ?x ?y) (or (true (at ?u ?v)) (true (old ?u ?v))) (different ?x ?y ?u ?v))
    (<= (different ?x ?y ?u ?v) (distinct ?x ?u) (index ?x) (index ?y) (index ?u) (index ?v))
    (<= (different ?x ?y ?u ?v) (distinct ?y ?v) (index ?x) (index ?y) (index ?u) (index ?v))
    (<= terminal (true (old 4 4)))
    (goal r 50)";

#[test]
fn a_dear_rule_about_other_cells_needs_no_pairs_of_cells() {
    let sheet = Rulesheet::parse("test.kif", OTHER_CELLS.as_bytes()).unwrap();
    let reasoner = Reasoner::new(&sheet, crate::Limits::default()).unwrap();
    let listed = Grounding::new(&sheet, &reasoner, &GroundLimits::default()).unwrap();
    let magic = on_demand(&reasoner, &sheet);
    assert!(listed.instances() >= 2 * 16 * 15, "{}", listed.instances());
    assert!(magic.instances() < 240, "{}", magic.instances());
    for grounding in [&listed, &magic] {
        (1..=3).for_each(|seed| oracle::compare(&reasoner, grounding, 30, seed));
    }
}

/// A place on a track is the sum of what was there and a step; steps along both axes must lead to the track.
fn sums() -> String {
    let numbers: String = (0..10).map(|n| format!("(number {n}) (succ {n} {})", n + 1)).collect();
    let track: String = (0..10).flat_map(|u| (u / 2..=u).map(move |v| format!("(track {u} {v})"))).collect();
    format!(
        "(role r) (init (x 0)) (init (y 0)) {numbers} {track} (<= (sum 0 ?n ?n) (number ?n))
        (<= (sum ?m ?n ?s) (succ ?l ?m) (succ ?r ?s) (sum ?l ?n ?r)) (<= (legal r (go ?dx ?dy)) (may ?dx ?dy)) (legal r stay)
        (<= (may ?dx ?dy) (true (x ?x)) (sum ?x ?dx ?u) (true (y ?y)) (sum ?y ?dy ?v) (track ?u ?v))
        (<= (next (x ?u)) (true (x ?x)) (does r (go ?dx ?dy)) (sum ?x ?dx ?u)) (<= (next (x ?x)) (true (x ?x)) (does r stay))
        (<= (next (y ?v)) (true (y ?y)) (does r (go ?dx ?dy)) (sum ?y ?dy ?v)) (<= (next (y ?y)) (true (y ?y)) (does r stay))
        (<= terminal (true (x 9))) (goal r 50)"
    )
}

#[test]
fn a_dear_rule_about_sums_is_split_between_them() {
    let sheet = Rulesheet::parse("test.kif", sums().as_bytes()).unwrap();
    let reasoner = Reasoner::new(&sheet, crate::Limits::default()).unwrap();
    let listed = Grounding::new(&sheet, &reasoner, &GroundLimits::default()).unwrap();
    let split = on_demand(&reasoner, &sheet);
    assert!(
        split.instances() < 1_200 && listed.instances() > 1_600,
        "{} and {}",
        split.instances(),
        listed.instances()
    );
    for grounding in [&listed, &split] {
        (1..=3).for_each(|seed| oracle::compare(&reasoner, grounding, 30, seed));
    }
}

#[test]
fn conditions_are_the_same_if_their_numbers_of_arguments_are() {
    let sheet = Rulesheet::parse(
        "test.kif",
        b"(role you) (legal you wait) terminal (goal you 0) (p a) (p a b) (<= q (p a) (p a b) (p a))",
    )
    .unwrap();
    let clauses = sheet.clauses();
    let [one, two, again] = [0, 1, 2].map(|number| Premise::from(&clauses[6].body[number]));
    assert!(one.is_same(&again) && !one.is_same(&two));
}
