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
        if self.looked_at % NODES_PER_QUESTION == 0 && !(self.go_on)() {
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
