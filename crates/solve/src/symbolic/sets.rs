use num_bigint::BigUint;
use smallvec::SmallVec;

use super::diagram::{BASE, Diagram, EMPTY, Family, Full, Kept, NO_ELEMENT};
use super::encoding::{Encoding, StateVariable};

/// A set of states, which stays when garbage is collected.
pub(super) type Set = Kept;

/// Sets by the values of a variable. Most variables have few.
pub(super) type Parts = SmallVec<[(usize, Family); 4]>;

/// Sets of states as families of one diagram. A state is the set of those fluents that hold in it: each is an
/// element, but for one value of each variable, that of having none of its fluents, or its initial one if it
/// always has one.
///
/// A *condition* is the set of all states that satisfy it.
pub(super) struct StateSets {
    pub(super) diagram: Diagram,
    /// For each variable the element of each value.
    elements: Vec<Vec<Option<u32>>>,
    /// The variable and the value that each element stands for.
    of_element: Vec<(usize, usize)>,
}

impl StateSets {
    /// No sets yet of the states of a game, in so many bytes.
    pub(super) fn new(encoding: &Encoding, memory: usize) -> Self {
        let mut of_element = Vec::new();
        let mut elements = Vec::with_capacity(encoding.variables.len());
        for (number, variable) in encoding.variables.iter().enumerate() {
            let element = |value| {
                (value != absent(variable)).then(|| {
                    of_element.push((number, value));
                    of_element.len() as u32 - 1
                })
            };
            elements.push((0..variable.values()).map(element).collect());
        }
        Self { diagram: Diagram::new(memory), elements, of_element }
    }

    /// What an operation makes of sets. If the table is full, garbage is collected, and the operation is
    /// tried once more.
    pub(super) fn set<E: From<Full> + PartialEq>(
        &mut self,
        mut operation: impl FnMut(&mut Self) -> Result<Family, E>,
    ) -> Result<Set, E> {
        let family = operation(self).or_else(|error| {
            if error != E::from(Full) {
                return Err(error);
            }
            self.diagram.collect();
            operation(self)
        })?;
        Ok(self.diagram.keep(family))
    }

    /// No state.
    pub(super) fn empty(&mut self) -> Set {
        self.diagram.keep(EMPTY)
    }

    /// One state, by the values of its variables.
    pub(super) fn state(&mut self, values: &[usize]) -> Result<Set, Full> {
        self.product(|variable, value| values[variable] == value)
    }

    /// The states in which a variable has a value.
    pub(super) fn condition(&mut self, variable: usize, value: usize) -> Result<Set, Full> {
        self.product(|other, has| other != variable || has == value)
    }

    /// All states whose variables have certain values.
    fn product(&mut self, may: impl Fn(usize, usize) -> bool) -> Result<Set, Full> {
        self.set(|sets| {
            (0..sets.elements.len()).rev().try_fold(BASE, |rest, variable| {
                let values = (0..sets.elements[variable].len()).filter(|&value| may(variable, value));
                let parts = values.map(|value| (value, rest)).collect();
                sets.join(variable, parts)
            })
        })
    }

    pub(super) fn union(&mut self, a: &Set, b: &Set) -> Result<Set, Full> {
        self.set(|sets| sets.diagram.union(a.family(), b.family()))
    }

    pub(super) fn intersection(&mut self, a: &Set, b: &Set) -> Result<Set, Full> {
        self.set(|sets| sets.diagram.intersection(a.family(), b.family()))
    }

    pub(super) fn difference(&mut self, a: &Set, b: &Set) -> Result<Set, Full> {
        self.set(|sets| sets.diagram.difference(a.family(), b.family()))
    }

    /// The first variable that the diagram of a set tells apart; `usize::MAX` if there is none.
    pub(super) fn top(&self, set: Family) -> usize {
        match self.diagram.node(set).element {
            NO_ELEMENT => usize::MAX,
            element => self.of_element[element as usize].0,
        }
    }

    /// The parts of a set by the values of a variable, which is its first or comes before that: for each
    /// value, the states that have it, with the variable taken out. Values that no state has may be left out.
    pub(super) fn parts(&self, set: Family, variable: usize) -> Parts {
        let mut parts = Parts::new();
        let mut rest = set;
        loop {
            let node = self.diagram.node(rest);
            match self.of_element.get(node.element as usize) {
                Some(&(own, value)) if own == variable => parts.push((value, node.with)),
                _ => break,
            }
            rest = node.without;
        }
        if rest != EMPTY {
            let none = self.elements[variable].iter().position(Option::is_none);
            parts.extend(none.map(|value| (value, rest)));
        }
        parts
    }

    /// The set that has these parts, from which a variable and all before it have been taken out.
    pub(super) fn join(&mut self, variable: usize, parts: Parts) -> Result<Family, Full> {
        let elements = &self.elements[variable];
        let mut with: Parts = SmallVec::new();
        let mut set = EMPTY;
        for (value, part) in parts {
            match elements[value] {
                Some(element) => with.push((element as usize, part)),
                None => set = part,
            }
        }
        // From the last level upwards.
        with.sort_unstable_by_key(|&(element, _)| std::cmp::Reverse(element));
        with.into_iter().try_fold(set, |set, (element, part)| self.diagram.make(element as u32, set, part))
    }

    /// How many states there are.
    pub(super) fn count(&mut self, set: &Set) -> BigUint {
        // Fewer nodes are looked at when there is no garbage between them.
        self.diagram.collect();
        self.diagram.count(set.family())
    }

    /// How many elements there are.
    pub(super) fn number_of_elements(&self) -> u32 {
        self.of_element.len() as u32
    }
}

/// The value of a variable that has no element.
fn absent(variable: &StateVariable) -> usize {
    if variable.may_be_none { variable.fluents.len() } else { variable.initial }
}
