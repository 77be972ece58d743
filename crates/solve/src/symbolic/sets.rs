use std::io;

use num_bigint::BigUint;
use smallvec::SmallVec;

use super::encoding::Encoding;

/// The table of nodes is full, and nothing in it can be given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

/// Sets by the values of a variable. Most variables have few.
pub(super) type Parts<T> = SmallVec<[(usize, T); 4]>;

/// Sets of states as nodes of one decision diagram. A state gives each variable of an [`Encoding`] one of its values.
///
/// In a *partial* set some variables have been taken out: its states say nothing of them. A *condition* is a set of states too, but what it says of
/// combinations of fluents that are no state is up to the kind of diagram.
pub(super) trait StateSets: Sized {
    /// A set.
    type Set: Clone + PartialEq;

    /// An empty table for the states of a game, in so many bytes.
    fn new(encoding: &Encoding, memory: usize) -> Result<Self, Full>;

    /// No state.
    fn empty(&self) -> Self::Set;

    /// One state, by the values of its variables.
    fn state(&self, values: &[usize]) -> Result<Self::Set, Full>;

    fn union(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, Full>;

    /// What is in both; also the states of a set that satisfy a condition.
    fn intersection(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, Full>;

    fn difference(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, Full>;

    /// The states in which a variable has a value, with the variable taken out.
    fn take(&self, set: &Self::Set, variable: usize, value: usize) -> Result<Self::Set, Full>;

    /// The states of a set from which a variable has been taken out, with this value of it.
    fn put(&self, set: &Self::Set, variable: usize, value: usize) -> Result<Self::Set, Full>;

    /// The states in which a variable has another value than this one.
    fn without(&self, set: &Self::Set, variable: usize, value: usize) -> Result<Self::Set, Full>;

    /// The condition that a variable has a value.
    fn condition(&self, variable: usize, value: usize) -> Result<Self::Set, Full>;

    /// The inverse of a condition.
    fn inverse(&self, condition: &Self::Set) -> Result<Self::Set, Full>;

    /// The first variable that the diagram of a set tells apart; `usize::MAX` if there is none.
    fn top(&self, set: &Self::Set) -> usize;

    /// The parts of a set by the values of a variable, which is its first or comes before that: for each value, the states that have it, with the variable taken out. Values that no
    /// state has may be left out.
    fn parts(&self, set: &Self::Set, variable: usize) -> Result<Parts<Self::Set>, Full>;

    /// The set that has these parts, from which a variable and all before it have been taken out.
    fn join(&self, variable: usize, parts: Parts<Self::Set>) -> Result<Self::Set, Full>;

    /// A number of a set, which no other has as long as this one is kept.
    fn number(&self, set: &Self::Set) -> usize;

    /// How many states there are.
    fn count(&self, set: &Self::Set) -> BigUint;

    /// How many nodes a set has.
    fn nodes(&self, set: &Self::Set) -> usize;

    /// How many nodes are in the table, those included that nothing needs any more.
    fn table(&self) -> usize;

    /// How many nodes there may be.
    fn capacity(&self) -> usize;

    /// Takes those out of the table that nothing needs any more.
    fn collect(&self);

    /// Writes sets in the format of Somenzi's DDDMP.
    fn write(&self, sets: &[&Self::Set], file: &mut dyn io::Write) -> io::Result<()>;

    /// Reads what [`write`](Self::write) has written of the same game.
    fn read(&self, file: &mut dyn io::BufRead) -> io::Result<Vec<Self::Set>>;

    /// The states in which a variable has a value.
    fn having(&self, set: &Self::Set, variable: usize, value: usize) -> Result<Self::Set, Full> {
        self.put(&self.take(set, variable, value)?, variable, value)
    }
}
