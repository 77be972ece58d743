//! What is made of a set in one pass over its diagram.
//!
//! The image of a set under a transition relation is usually made from a decision diagram of the relation, by
//! a *relational product* (Burch, Clarke, McMillan, Dill & Hwang, *Symbolic Model Checking: 10^20 States and
//! Beyond*, 1992). Here the relation is a list of cubes with the values that change, which leaves all other
//! variables as they are: where nothing is left to be read or changed, the rest of the set is taken over as
//! it is.

use smallvec::{SmallVec, smallvec};

use super::cube::{Cubes, Step, Targets};
use super::diagram::{BASE, EMPTY, Family, Operation};
use super::encoding::Encoding;
use super::sets::{Parts, Set, StateSets};
use super::work::{Halt, Work};

/// So many nodes are looked at between questions whether to go on.
const NODES_PER_QUESTION: u32 = 1 << 14;

/// The states of a set in which a variable has a value.
struct Part {
    value: usize,
    /// What they are apart from that.
    rest: Family,
    /// The values that cubes make of it, with the places where these go on.
    targets: Targets,
}

/// What a pass makes of a set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The states that cubes make of those that belong to them.
    Image,
    /// The states that belong to no cube; the cubes change nothing.
    Rest,
}

/// A pass over the diagram of a set, beside cubes.
struct Pass<'p> {
    sets: &'p mut StateSets,
    encoding: &'p Encoding,
    go_on: &'p dyn Fn() -> bool,
    cubes: Cubes,
    /// What results are remembered by.
    operation: Operation,
    looked_at: u32,
}

impl<'p> Pass<'p> {
    fn new(
        sets: &'p mut StateSets,
        encoding: &'p Encoding,
        go_on: &'p dyn Fn() -> bool,
        cubes: &[Vec<Step>],
    ) -> Self {
        let operation = sets.diagram.operation();
        Self { sets, encoding, go_on, cubes: Cubes::new(cubes.to_vec()), operation, looked_at: 0 }
    }

    fn step(&mut self) -> Result<(), Halt> {
        self.looked_at = self.looked_at.wrapping_add(1);
        if self.looked_at.is_multiple_of(NODES_PER_QUESTION) && !(self.go_on)() {
            return Err(Halt::Interrupted);
        }
        Ok(())
    }

    /// The variable that comes next, in the diagram of a set or at a place, and the parts of the set by its
    /// values, with what cubes make of each.
    fn parts(&mut self, set: Family, place: u32) -> (usize, SmallVec<[Part; 4]>) {
        let branch = self.cubes.branch(place, |variable| self.encoding.variables[variable].values());
        let variable = self.sets.top(set).min(branch.variable);
        let part = |(value, rest): (usize, Family)| {
            let heeded = variable == branch.variable;
            let targets = if heeded { branch.by_value[value].clone() } else { smallvec![(value, place)] };
            Part { value, rest, targets }
        };
        (variable, self.sets.parts(set, variable).into_iter().map(part).collect())
    }

    /// Notes which cubes have states.
    fn visit(&mut self, set: Family, place: u32, visited: &mut [bool]) -> Result<(), Halt> {
        if set == EMPTY {
            return Ok(());
        }
        let (complete, place) = self.cubes.completed(place);
        complete.iter().for_each(|&cube| visited[cube as usize] = true);
        if place == Cubes::NONE || self.sets.diagram.known(self.operation, set, place).is_some() {
            return Ok(());
        }
        self.step()?;
        for part in self.parts(set, place).1 {
            for (_, next) in part.targets {
                self.visit(part.rest, next, visited)?;
            }
        }
        self.sets.diagram.learn(self.operation, set, place, BASE);
        Ok(())
    }

    /// What becomes of the states of a set.
    fn result(&mut self, kind: Outcome, set: Family, place: u32) -> Result<Family, Halt> {
        if set == EMPTY {
            return Ok(EMPTY);
        }
        let (complete, place) = self.cubes.completed(place);
        let belongs = !complete.is_empty();
        match kind {
            Outcome::Rest if belongs => return Ok(EMPTY),
            Outcome::Image if place == Cubes::NONE && !belongs => return Ok(EMPTY),
            _ if place == Cubes::NONE => return Ok(set),
            _ => {}
        }
        let changed = match self.sets.diagram.known(self.operation, set, place) {
            Some(changed) => changed,
            None => {
                self.step()?;
                let (variable, parts) = self.parts(set, place);
                let mut changed = Parts::new();
                for Part { value, rest, mut targets } in parts {
                    if targets.is_empty() && kind == Outcome::Rest {
                        targets.push((value, Cubes::NONE));
                    }
                    for (to, next) in targets {
                        let part = self.result(kind, rest, next)?;
                        match changed.iter_mut().find(|(value, _)| *value == to) {
                            Some((_, all)) => *all = self.sets.diagram.union(*all, part)?,
                            None => changed.push((to, part)),
                        }
                    }
                }
                let changed = self.sets.join(variable, changed)?;
                self.sets.diagram.learn(self.operation, set, place, changed);
                changed
            }
        };
        if belongs { Ok(self.sets.diagram.union(set, changed)?) } else { Ok(changed) }
    }
}

/// Which of the cubes have states of a set.
pub(super) fn visited(work: &mut Work<'_>, set: &Set, cubes: &[Vec<Step>]) -> Result<Vec<bool>, Halt> {
    let mut visited = vec![false; cubes.len()];
    let mut pass = Pass::new(work.sets, work.encoding, work.go_on, cubes);
    let start = pass.cubes.start();
    pass.visit(set.family(), start, &mut visited)?;
    Ok(visited)
}

/// The states that cubes make of those of a set that belong to them.
pub(super) fn image(work: &mut Work<'_>, set: &Set, cubes: &[Vec<Step>]) -> Result<Set, Halt> {
    result(work, Outcome::Image, set, cubes)
}

/// The states of a set that belong to none of the cubes, which change nothing.
pub(super) fn without(work: &mut Work<'_>, set: &Set, cubes: &[Vec<Step>]) -> Result<Set, Halt> {
    result(work, Outcome::Rest, set, cubes)
}

fn result(work: &mut Work<'_>, kind: Outcome, set: &Set, cubes: &[Vec<Step>]) -> Result<Set, Halt> {
    let Work { sets, encoding, go_on, .. } = work;
    sets.set(|sets| {
        let mut pass = Pass::new(sets, encoding, *go_on, cubes);
        let start = pass.cubes.start();
        pass.result(kind, set.family(), start)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;

    use super::super::encoding::StateVariable;
    use super::*;

    /// The values of three variables: one that always has one of its fluents, one that may have none, and one
    /// of two values.
    type State = [usize; 3];

    const VALUES: [usize; 3] = [3, 3, 2];

    fn encoding() -> Encoding {
        let variable = |fluents: std::ops::Range<usize>, may_be_none, initial| StateVariable {
            fluents: fluents.collect(),
            may_be_none,
            initial,
        };
        let variables = vec![variable(0..3, false, 1), variable(3..5, true, 2), variable(5..7, false, 0)];
        let places = variables.iter().enumerate().flat_map(|(number, variable)| {
            (0..variable.fluents.len()).map(move |value| Some((number, value)))
        });
        Encoding { places: places.collect(), variables, clock: Vec::new() }
    }

    fn states() -> impl Strategy<Value = BTreeSet<State>> {
        btree_set(VALUES.map(|values| 0..values), 0..12)
    }

    fn cubes(changes: bool) -> impl Strategy<Value = Vec<Vec<Step>>> {
        let step = (btree_set(0_usize..3, 1..3), proptest::option::of(0_usize..3));
        let cube = [(); 3].map(|()| proptest::option::of(step.clone()));
        vec(cube, 0..5).prop_map(move |cubes| {
            let steps = |cube: [Option<(BTreeSet<usize>, Option<usize>)>; 3]| {
                let steps = cube.into_iter().enumerate().filter_map(|(variable, step)| {
                    let (from, to) = step?;
                    let to = to.filter(|&to| changes && to < VALUES[variable]);
                    Some(Step { variable, from: from.into_iter().collect(), to })
                });
                steps.collect()
            };
            cubes.into_iter().map(steps).collect()
        })
    }

    fn belongs(state: &State, cube: &[Step]) -> bool {
        cube.iter().all(|step| step.from.contains(&state[step.variable]))
    }

    fn after(state: &State, cube: &[Step]) -> State {
        let mut state = *state;
        cube.iter().for_each(|step| state[step.variable] = step.to.unwrap_or(state[step.variable]));
        state
    }

    fn set_of(sets: &mut StateSets, states: &BTreeSet<State>) -> Set {
        let empty = sets.empty();
        states.iter().fold(empty, |set, state| {
            let state = sets.state(state).unwrap();
            sets.union(&set, &state).unwrap()
        })
    }

    fn agrees(states: &BTreeSet<State>, moves: &[Vec<Step>], ends: &[Vec<Step>]) {
        let encoding = encoding();
        let mut sets = StateSets::new(&encoding, 1 << 20);
        let set = set_of(&mut sets, states);
        let images = moves.iter().flat_map(|cube| {
            states.iter().filter(|state| belongs(state, cube)).map(move |state| after(state, cube))
        });
        let expected = set_of(&mut sets, &images.collect());
        let ended = |state: &&State| ends.iter().any(|cube| belongs(state, cube));
        let rest = set_of(&mut sets, &states.iter().filter(|state| !ended(state)).copied().collect());
        let mut work = Work { sets: &mut sets, encoding: &encoding, go_on: &|| true, peak: 0 };
        assert!(image(&mut work, &set, moves).unwrap() == expected, "the image");
        let has = |cube: &Vec<Step>| states.iter().any(|state| belongs(state, cube));
        assert_eq!(visited(&mut work, &set, moves).unwrap(), moves.iter().map(has).collect::<Vec<_>>());
        assert!(without(&mut work, &set, ends).unwrap() == rest, "what belongs to no cube");
    }

    proptest! {
        #[test]
        fn cubes_do_to_sets_what_they_do_to_each_state(states in states(), moves in cubes(true), ends in cubes(false)) {
            agrees(&states, &moves, &ends);
        }
    }

    #[test]
    fn a_pass_ends_when_it_is_told_to() {
        let encoding = encoding();
        let mut sets = StateSets::new(&encoding, 1 << 20);
        let mut pass = Pass::new(&mut sets, &encoding, &|| false, &[]);
        let steps = (1..=NODES_PER_QUESTION).map(|_| pass.step());
        assert_eq!(steps.filter(|step| *step == Err(Halt::Interrupted)).count(), 1);
    }
}
