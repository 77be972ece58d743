//! What is made of a set in one pass over its diagram.
//!
//! The image of a set under a transition relation is usually made from a decision diagram of the relation, by a *relational product* (Burch, Clarke, McMillan,
//! Dill & Hwang, *Symbolic Model Checking: 10^20 States and Beyond*, 1992). Here the relation is a list of cubes with the values that change, which leaves all
//! other variables as they are: where nothing is left to be read or changed, the rest of the set is taken over as it is.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use super::cube::{Cubes, Step};
use super::encoding::Encoding;
use super::sets::{self, StateSets};
use super::work::{Halt, Work};

/// So many nodes are looked at between questions whether to go on.
const NODES_PER_QUESTION: u32 = 1 << 14;

/// The states of a set in which a variable has a value.
struct Part<T> {
    value: usize,
    /// What they are apart from that.
    rest: T,
    /// The values that cubes make of it, with the places where these go on.
    targets: SmallVec<[(usize, u32); 2]>,
}

/// Most variables have few values.
type Parts<T> = SmallVec<[Part<T>; 4]>;

/// A pass over the diagram of a set, beside cubes.
struct Pass<'p, S: StateSets> {
    sets: &'p S,
    encoding: &'p Encoding,
    go_on: &'p dyn Fn() -> bool,
    cubes: Cubes,
    looked_at: u32,
}

impl<'p, S: StateSets> Pass<'p, S> {
    fn new(work: &Work<'p, S>, cubes: Vec<Vec<Step>>) -> Self {
        let Work { sets, encoding, go_on, .. } = *work;
        Self { sets, encoding, go_on, cubes: Cubes::new(cubes), looked_at: 0 }
    }

    fn step(&mut self) -> Result<(), Halt> {
        self.looked_at = self.looked_at.wrapping_add(1);
        if self.looked_at.is_multiple_of(NODES_PER_QUESTION) && !(self.go_on)() {
            return Err(Halt::Interrupted);
        }
        Ok(())
    }

    /// The variable that comes next, in the diagram of a set or at a place, and the parts of the set by its values, with what cubes make of each.
    fn parts(&mut self, set: &S::Set, place: u32) -> Result<(usize, Parts<S::Set>), Halt> {
        let branch = self.cubes.branch(place, |variable| self.encoding.variables[variable].values());
        let variable = self.sets.top(set).min(branch.variable);
        let part = |(value, rest): (usize, S::Set)| {
            let heeded = variable == branch.variable;
            let targets = if heeded {
                SmallVec::from_slice(&branch.by_value[value])
            } else {
                smallvec![(value, place)]
            };
            Part { value, rest, targets }
        };
        Ok((variable, self.sets.parts(set, variable)?.into_iter().map(part).collect()))
    }

    /// Notes which cubes have states.
    fn visit(
        &mut self,
        set: &S::Set,
        place: u32,
        seen: &mut FxHashSet<(usize, u32)>,
        visited: &mut [bool],
    ) -> Result<(), Halt> {
        if *set == self.sets.empty() {
            return Ok(());
        }
        let (complete, place) = self.cubes.completed(place);
        complete.into_iter().for_each(|cube| visited[cube] = true);
        if place == Cubes::NONE || !seen.insert((self.sets.number(set), place)) {
            return Ok(());
        }
        self.step()?;
        for part in self.parts(set, place)?.1 {
            for (_, next) in part.targets {
                self.visit(&part.rest, next, seen, visited)?;
            }
        }
        Ok(())
    }

    /// The states that cubes make of those that belong to them.
    fn image(
        &mut self,
        set: &S::Set,
        place: u32,
        known: &mut FxHashMap<(usize, u32), S::Set>,
    ) -> Result<S::Set, Halt> {
        let sets = self.sets;
        if *set == sets.empty() || place == Cubes::NONE {
            return Ok(sets.empty());
        }
        let (complete, place) = self.cubes.completed(place);
        if place == Cubes::NONE {
            return Ok(set.clone());
        }
        let key = (sets.number(set), place);
        let changed = match known.get(&key) {
            Some(image) => image.clone(),
            None => {
                self.step()?;
                let (variable, parts) = self.parts(set, place)?;
                let mut images = sets::Parts::<S::Set>::new();
                for part in parts {
                    for (to, next) in part.targets {
                        let image = self.image(&part.rest, next, known)?;
                        match images.iter_mut().find(|(value, _)| *value == to) {
                            Some((_, all)) => *all = sets.union(all, &image)?,
                            None => images.push((to, image)),
                        }
                    }
                }
                let image = sets.join(variable, images)?;
                known.insert(key, image.clone());
                image
            }
        };
        if complete.is_empty() { Ok(changed) } else { Ok(sets.union(set, &changed)?) }
    }

    /// The states that belong to no cube.
    fn rest(
        &mut self,
        set: &S::Set,
        place: u32,
        known: &mut FxHashMap<(usize, u32), S::Set>,
    ) -> Result<S::Set, Halt> {
        let sets = self.sets;
        if *set == sets.empty() || place == Cubes::NONE {
            return Ok(set.clone());
        }
        if !self.cubes.completed(place).0.is_empty() {
            return Ok(sets.empty());
        }
        let key = (sets.number(set), place);
        if let Some(rest) = known.get(&key) {
            return Ok(rest.clone());
        }
        self.step()?;
        let (variable, parts) = self.parts(set, place)?;
        let mut rests = sets::Parts::<S::Set>::new();
        for part in parts {
            // Cubes that change nothing have at most one place for each value.
            let next = part.targets.first().map_or(Cubes::NONE, |&(_, next)| next);
            rests.push((part.value, self.rest(&part.rest, next, known)?));
        }
        let rest = sets.join(variable, rests)?;
        known.insert(key, rest.clone());
        Ok(rest)
    }
}

/// Which of the cubes have states of a set.
pub(super) fn visited<S: StateSets>(
    work: &mut Work<'_, S>,
    set: &S::Set,
    cubes: Vec<Vec<Step>>,
) -> Result<Vec<bool>, Halt> {
    let mut visited = vec![false; cubes.len()];
    let mut pass = Pass::new(work, cubes);
    let start = pass.cubes.start();
    pass.visit(set, start, &mut FxHashSet::default(), &mut visited)?;
    Ok(visited)
}

/// The states that cubes make of those of a set that belong to them.
pub(super) fn image<S: StateSets>(
    work: &mut Work<'_, S>,
    set: &S::Set,
    cubes: Vec<Vec<Step>>,
) -> Result<S::Set, Halt> {
    let mut pass = Pass::new(work, cubes);
    let start = pass.cubes.start();
    pass.image(set, start, &mut FxHashMap::default())
}

/// The states of a set that belong to none of the cubes, which change nothing.
pub(super) fn without<S: StateSets>(
    work: &mut Work<'_, S>,
    set: &S::Set,
    cubes: Vec<Vec<Step>>,
) -> Result<S::Set, Halt> {
    let mut pass = Pass::new(work, cubes);
    let start = pass.cubes.start();
    pass.rest(set, start, &mut FxHashMap::default())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::{btree_set, vec};
    use proptest::prelude::*;

    use super::super::bcdd::Bcdd;
    use super::super::encoding::StateVariable;
    use super::super::zbdd::Zbdd;
    use super::*;

    /// The values of three variables: one that always has one of its fluents, one that may have none, and one of two values.
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

    fn set_of<S: StateSets>(sets: &S, states: &BTreeSet<State>) -> S::Set {
        let one = |set, state: &State| sets.union(&set, &sets.state(state).unwrap()).unwrap();
        states.iter().fold(sets.empty(), one)
    }

    fn agrees<S: StateSets>(states: &BTreeSet<State>, moves: &[Vec<Step>], ends: &[Vec<Step>]) {
        let encoding = encoding();
        let sets = S::new(&encoding, 1 << 20).unwrap();
        let mut work = Work { sets: &sets, encoding: &encoding, go_on: &|| true, peak: 0 };
        let set = set_of(&sets, states);
        let images = moves.iter().flat_map(|cube| {
            states.iter().filter(|state| belongs(state, cube)).map(move |state| after(state, cube))
        });
        let expected = set_of(&sets, &images.collect());
        assert!(image(&mut work, &set, moves.to_vec()).unwrap() == expected, "the image");
        let has = |cube: &Vec<Step>| states.iter().any(|state| belongs(state, cube));
        assert_eq!(
            visited(&mut work, &set, moves.to_vec()).unwrap(),
            moves.iter().map(has).collect::<Vec<_>>()
        );
        let ended = |state: &&State| ends.iter().any(|cube| belongs(state, cube));
        let rest = set_of(&sets, &states.iter().filter(|state| !ended(state)).copied().collect());
        assert!(without(&mut work, &set, ends.to_vec()).unwrap() == rest, "what belongs to no cube");
    }

    proptest! {
        #[test]
        fn cubes_do_to_sets_what_they_do_to_each_state(states in states(), moves in cubes(true), ends in cubes(false)) {
            agrees::<Zbdd>(&states, &moves, &ends);
            agrees::<Bcdd>(&states, &moves, &ends);
        }
    }

    #[test]
    fn a_pass_ends_when_it_is_told_to() {
        let encoding = encoding();
        let sets = Zbdd::new(&encoding, 1 << 20).unwrap();
        let work = Work { sets: &sets, encoding: &encoding, go_on: &|| false, peak: 0 };
        let mut pass = Pass::new(&work, Vec::new());
        let steps = (1..=NODES_PER_QUESTION).map(|_| pass.step());
        assert_eq!(steps.filter(|step| *step == Err(Halt::Interrupted)).count(), 1);
    }
}
