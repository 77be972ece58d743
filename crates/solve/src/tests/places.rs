//! Rulesheets of walks between places.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use game::{Goal, Rules};
use proptest::collection::vec;
use proptest::prelude::*;

/// Places between which a role moves: who, where to, and, without a way on, what it pays each role.
#[derive(Clone, Debug)]
pub(super) struct Places {
    roles: usize,
    pub(super) places: Vec<(usize, BTreeSet<usize>, Vec<Goal>)>,
}

impl Places {
    /// The same as a rulesheet, played on a circuit.
    pub(super) fn rules(&self) -> Rules {
        let mut sheet = String::from(
            "(init (at 0)) (<= (base (at ?p)) (place ?p))
             (<= (input ?r (go ?t)) (role ?r) (place ?t)) (<= (input ?r noop) (role ?r))
             (<= (legal ?r (go ?t)) (true (at ?p)) (mover ?p ?r) (edge ?p ?t))
             (<= (legal ?r noop) (role ?r) (true (at ?p)) (not (mover ?p ?r)))
             (<= (next (at ?t)) (does ?r (go ?t)))
             (<= terminal (true (at ?p)) (end ?p)) (end none)
             (<= (goal ?r ?v) (true (at ?p)) (pays ?p ?r ?v))\n",
        );
        (0..self.roles).for_each(|role| writeln!(sheet, "(role r{role})").unwrap());
        for (place, (mover, targets, goals)) in self.places.iter().enumerate() {
            writeln!(sheet, "(place {place}) (mover {place} r{mover})").unwrap();
            targets.iter().for_each(|target| writeln!(sheet, "(edge {place} {target})").unwrap());
            if targets.is_empty() {
                writeln!(sheet, "(end {place})").unwrap();
            }
            for (role, goal) in goals.iter().enumerate() {
                writeln!(sheet, "(pays {place} r{role} {goal})").unwrap();
            }
        }
        Rules::new(&gdl::Rulesheet::parse("places", sheet.as_bytes()).unwrap()).unwrap()
    }
}

/// Places of which ways only lead on to later ones, or in circles, too. The payoffs of two roles add up to
/// 100, if that is wanted.
pub(super) fn places(roles: usize, circles: bool, constant: bool) -> impl Strategy<Value = Places> {
    let place = move |place: usize, all: usize| {
        let from = if circles { 0 } else { place + 1 };
        let targets = if from < all {
            vec(from..all, usize::from(place == 0)..4).boxed()
        } else {
            Just(Vec::new()).boxed()
        };
        (0..roles, targets, vec(0_i32..=5, roles)).prop_map(move |(mover, targets, goals)| {
            let mut goals: Vec<Goal> = goals.into_iter().map(|goal| 20 * goal).collect();
            if constant {
                goals[1] = 100 - goals[0];
            }
            (mover, targets.into_iter().collect(), goals)
        })
    };
    (2_usize..14)
        .prop_flat_map(move |all| (0..all).map(|number| place(number, all)).collect::<Vec<_>>())
        .prop_map(move |places| Places { roles, places })
}
