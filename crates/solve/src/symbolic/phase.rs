use circuit::{Circuit, Function, Gate, TransitionFunctions};
use rustc_hash::FxHashMap;

use super::conditions::{Conditions, conjuncts};
use super::effects::Effects;
use super::encoding::Encoding;
use super::grade::Grade;
use super::sets::{Full, StateSets};

/// The fluents whose values depend on the ply alone, such as whose turn it is, and what follows from each of their values.
pub(super) struct Clock {
    fluents: Vec<usize>,
    /// Which of them the rules heed, apart from the clock itself; the others only tell the time.
    heeded: Vec<bool>,
}

impl Clock {
    /// The fluents of a game that depend on the ply alone: the greatest set of those that depend on no others and on no move.
    pub(super) fn fluents(circuit: &Circuit, functions: &TransitionFunctions) -> Vec<usize> {
        let bits = circuit.clock();
        let mut fluents: Vec<usize> =
            (0..circuit.fluents()).filter(|&fluent| bits[fluent / 64] >> (fluent % 64) & 1 == 1).collect();
        // Where fluents equal others, the functions name one of them only, which may be none of these.
        loop {
            let support = |fluent: usize| functions.functions().support([functions.next(fluent)]);
            let alone = |&fluent: &usize| support(fluent).iter().all(|input| fluents.contains(input));
            let left: Vec<usize> = fluents.iter().copied().filter(alone).collect();
            if left.len() == fluents.len() {
                return fluents;
            }
            fluents = left;
        }
    }

    pub(super) fn new(encoding: &Encoding, functions: &TransitionFunctions) -> Self {
        let legal = (0..functions.roles())
            .flat_map(|role| (0..functions.moves(role)).map(move |mov| (role, mov)))
            .map(|(role, mov)| functions.legal(role, mov));
        let fluents = encoding.variables.iter().flat_map(|variable| &variable.fluents);
        let next = fluents.map(|&fluent| functions.next(fluent));
        let rules = std::iter::once(functions.terminal()).chain(legal).chain(next);
        let support = functions.functions().support(rules);
        let heeded = encoding.clock.iter().map(|fluent| support.binary_search(fluent).is_ok()).collect();
        Self { fluents: encoding.clock.clone(), heeded }
    }

    /// The fluents that hold at the start.
    pub(super) fn initial(&self, functions: &TransitionFunctions) -> Vec<bool> {
        self.fluents.iter().map(|&fluent| functions.initial()[fluent]).collect()
    }

    /// Those that hold in the next ply.
    pub(super) fn next(&self, functions: &TransitionFunctions, now: &[bool]) -> Vec<bool> {
        let next = functions.functions().only(self.fluents.iter().map(|&fluent| functions.next(fluent)));
        let next = next.cofactors(self.fluents.iter().copied().zip(now.iter().copied()));
        next.roots().map(|function| next.gate(function) == Gate::Constant(true)).collect()
    }

    /// The values that the rules heed.
    pub(super) fn heeded(&self, now: &[bool]) -> Vec<bool> {
        now.iter().zip(&self.heeded).filter_map(|(&holds, &heeded)| heeded.then_some(holds)).collect()
    }

    /// The rules at a time.
    pub(super) fn phase<S: StateSets>(&self, functions: &TransitionFunctions, now: &[bool]) -> Phase<S> {
        let functions = functions.cofactors(self.fluents.iter().copied().zip(now.iter().copied()));
        Phase { functions, conditions: Conditions::new(), effects: FxHashMap::default() }
    }
}

/// The rules in plies of the same clock.
pub(super) struct Phase<S: StateSets> {
    functions: TransitionFunctions,
    conditions: Conditions<S>,
    /// What joint moves do; none of one that is never legal.
    effects: FxHashMap<Vec<usize>, Option<Effects>>,
}

/// Why the states after a layer were not worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Full,
    Interrupted,
}

impl From<Full> for Halt {
    fn from(Full: Full) -> Self {
        Self::Full
    }
}

/// Where the states of a ply are worked out.
pub(super) struct Work<'w, S: StateSets> {
    pub(super) sets: &'w S,
    pub(super) encoding: &'w Encoding,
    pub(super) go_on: &'w dyn Fn() -> bool,
    /// The most nodes that there have been in the table.
    pub(super) peak: usize,
}

impl<S: StateSets> Work<'_, S> {
    /// Makes room for an operation, unless it is interrupted.
    pub(super) fn step(&mut self) -> Result<(), Halt> {
        if !(self.go_on)() {
            return Err(Halt::Interrupted);
        }
        let table = self.sets.table();
        self.peak = self.peak.max(table);
        if table > self.sets.capacity() / 4 * 3 {
            self.sets.collect();
        }
        Ok(())
    }
}

impl<S: StateSets> Phase<S> {
    /// The states of a set in which the game goes on.
    pub(super) fn not_terminal(&mut self, work: &mut Work<'_, S>, set: &S::Set) -> Result<S::Set, Halt> {
        self.filter(work, set, !self.functions.terminal())
    }

    /// The states after one move from those of a set, in none of which the game is over.
    pub(super) fn image(
        &mut self,
        work: &mut Work<'_, S>,
        set: &S::Set,
        grade: &mut Grade,
    ) -> Result<S::Set, Halt> {
        let mut union = Union::default();
        let mut joints = vec![(Vec::new(), set.clone())];
        while let Some((joint, set)) = joints.pop() {
            if set == work.sets.empty() {
                continue;
            }
            let role = joint.len();
            if role < self.functions.roles() {
                for mov in 0..self.functions.moves(role) {
                    let legal = self.functions.legal(role, mov);
                    if legal == Function::FALSE {
                        continue;
                    }
                    // Whether variables have values is found out when the move is made.
                    let functions = self.functions.functions();
                    let mut conditions = conjuncts(functions, legal);
                    conditions.retain(|&part| !matches!(functions.gate(part), Gate::Input { .. }));
                    let able = conditions
                        .into_iter()
                        .try_fold(set.clone(), |set, condition| self.filter(work, &set, condition))?;
                    joints.push(([&joint[..], &[mov]].concat(), able));
                }
                continue;
            }
            let effects = self
                .effects
                .entry(joint)
                .or_insert_with_key(|joint| Effects::new(work.encoding, &self.functions, joint));
            let Some(effects) = effects else { continue };
            effects.images(work, &set, grade, &mut |work, image| union.add(work, image))?;
        }
        union.finish(work)
    }

    fn filter(&mut self, work: &mut Work<'_, S>, set: &S::Set, function: Function) -> Result<S::Set, Halt> {
        work.step()?;
        let functions = self.functions.functions();
        Ok(self.conditions.filter(work.sets, work.encoding, functions, set, function)?)
    }
}

/// A union of many sets, in which about as many are joined with each other.
struct Union<T> {
    /// The union of `2^n` sets at place `n`, as far as there is one.
    parts: Vec<Option<T>>,
}

impl<T> Default for Union<T> {
    fn default() -> Self {
        Self { parts: Vec::new() }
    }
}

impl<T> Union<T> {
    fn add<S: StateSets<Set = T>>(&mut self, work: &mut Work<'_, S>, mut set: T) -> Result<(), Halt> {
        for part in &mut self.parts {
            let Some(other) = part.take() else {
                *part = Some(set);
                return Ok(());
            };
            work.step()?;
            set = work.sets.union(&other, &set)?;
        }
        self.parts.push(Some(set));
        Ok(())
    }

    fn finish<S: StateSets<Set = T>>(self, work: &mut Work<'_, S>) -> Result<T, Halt> {
        self.parts.into_iter().flatten().try_fold(work.sets.empty(), |all, part| {
            work.step()?;
            Ok(work.sets.union(&all, &part)?)
        })
    }
}
