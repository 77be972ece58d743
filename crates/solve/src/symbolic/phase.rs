use std::collections::hash_map::Entry;

use circuit::{BooleanFunctions, Function, Gate, TransitionFunctions};
use game::{Interrupt, Interrupted};
use rustc_hash::{FxHashMap, FxHashSet};

use super::clock::Clock;
use super::conditions::{Conditions, conjuncts};
use super::cube::Step;
use super::diagram::EMPTY;
use super::effects::Effects;
use super::encoding::Encoding;
use super::grade::Grade;
use super::relation;
use super::sets::Set;
use super::union::Union;
use super::work::{Halt, Work};

/// What is known of a layer from the one before.
#[derive(Default)]
pub(super) struct Told {
    /// Cubes in which the game was over, so that no state that a move was made in belongs to one.
    ended: FxHashSet<Vec<Step>>,
    /// The values that moves gave to variables.
    given: FxHashSet<(usize, usize)>,
}

impl Told {
    /// Whether states of the layer may belong to a cube: no state before did, unless that was not known, so
    /// that a move must have given one of its values.
    fn may_have(&self, cube: &Vec<Step>) -> bool {
        let is_given =
            |step: &Step| step.from.iter().any(|&value| self.given.contains(&(step.variable, value)));
        !self.ended.contains(cube) || cube.iter().any(is_given)
    }
}

/// States in which a joint move is legal, but for what the values of single variables tell.
struct Able {
    set: Set,
    joint: Vec<usize>,
}

/// The rules in plies of the same clock.
pub(super) struct Phase {
    functions: TransitionFunctions,
    conditions: Conditions,
    /// What joint moves do; none of one that is never legal.
    effects: FxHashMap<Vec<usize>, Option<Effects>>,
}

impl Phase {
    /// The rules when the clock says `now`.
    pub(super) fn new(
        functions: &TransitionFunctions,
        clock: &Clock,
        now: &[bool],
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let functions = functions.cofactors(clock.inputs(now), interrupt)?;
        Ok(Self { functions, conditions: Conditions::new(), effects: FxHashMap::default() })
    }

    /// Gives up what can be worked out again and takes nodes.
    pub(super) fn forget(&mut self) {
        self.conditions = Conditions::new();
    }

    /// The states of a set in which the game goes on. What is known of the states before them makes it
    /// quicker; what they tell of those after them is kept in `told`.
    pub(super) fn not_terminal(
        &mut self,
        work: &mut Work<'_>,
        set: &Set,
        before: &Told,
        told: &mut Told,
    ) -> Result<Set, Halt> {
        let functions = self.functions.functions();
        let (mut cubes, others) = apart(functions, work.encoding, [self.functions.terminal()]);
        told.ended.extend(cubes.iter().cloned());
        cubes.retain(|cube| before.may_have(cube));
        self.without(work, set, &cubes, others)
    }

    /// Makes sure that every role has a legal move in the states of a set, in none of which the game is over.
    pub(super) fn has_moves(&mut self, work: &mut Work<'_>, set: &Set) -> Result<(), Halt> {
        for role in 0..self.functions.roles() {
            let legal: Vec<Function> =
                (0..self.functions.moves(role)).map(|mov| self.functions.legal(role, mov)).collect();
            if legal.contains(&Function::TRUE) {
                continue;
            }
            let (cubes, others) = apart(self.functions.functions(), work.encoding, legal);
            if self.without(work, set, &cubes, others)?.family() != EMPTY {
                return Err(Halt::NoMove { role });
            }
        }
        Ok(())
    }

    /// The states of a set that belong to none of the cubes and satisfy the other functions.
    fn without(
        &mut self,
        work: &mut Work<'_>,
        set: &Set,
        cubes: &[Vec<Step>],
        others: Vec<Function>,
    ) -> Result<Set, Halt> {
        let mut left = set.clone();
        for cubes in cubes.chunks(CUBES_AT_ONCE) {
            work.step()?;
            left = relation::without(work, &left, cubes)?;
        }
        others.into_iter().try_fold(left, |set, function| self.filter(work, &set, function))
    }

    /// The states after one move from those of a set, in none of which the game is over.
    pub(super) fn image(
        &mut self,
        work: &mut Work<'_>,
        set: &Set,
        grade: &mut Grade,
        told: &mut Told,
    ) -> Result<Set, Halt> {
        let mut union = Union::default();
        for Able { set, joint } in self.able(work, set)? {
            work.step()?;
            let image = self.image_by(work, &set, joint, grade, told)?;
            union.add(work, image)?;
        }
        union.finish(work)
    }

    /// The joint moves that are legal in states of a set, with these states, but for what the values of
    /// single variables tell.
    fn able(&mut self, work: &mut Work<'_>, set: &Set) -> Result<Vec<Able>, Halt> {
        let mut able: Vec<Able> = Vec::new();
        let mut joints = vec![(Vec::new(), set.clone())];
        while let Some((joint, set)) = joints.pop() {
            work.step()?;
            if set.family() == EMPTY {
                continue;
            }
            let role = joint.len();
            if role == self.functions.roles() {
                if able.len() == MOST_JOINT_MOVES {
                    return Err(Halt::Full);
                }
                able.push(Able { set, joint });
                continue;
            }
            for mov in 0..self.functions.moves(role) {
                let legal = self.functions.legal(role, mov);
                if legal == Function::FALSE {
                    continue;
                }
                let functions = self.functions.functions();
                let mut conditions = conjuncts(functions, legal);
                conditions.retain(|&part| !matches!(functions.gate(part), Gate::Input { .. }));
                let able = conditions
                    .into_iter()
                    .try_fold(set.clone(), |set, condition| self.filter(work, &set, condition))?;
                joints.push(([&joint[..], &[mov]].concat(), able));
            }
        }
        Ok(able)
    }

    /// The states that a joint move leads to from those of a set.
    ///
    /// All moves in one pass would read the cubes of all of them side by side, whose combinations may
    /// be many.
    fn image_by(
        &mut self,
        work: &mut Work<'_>,
        set: &Set,
        joint: Vec<usize>,
        grade: &mut Grade,
        told: &mut Told,
    ) -> Result<Set, Halt> {
        let interrupt = work.interrupt();
        let effects = match self.effects.entry(joint) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let effects = Effects::new(work.encoding, &self.functions, entry.key(), &interrupt)?;
                entry.insert(effects)
            }
        };
        let Some(effects) = effects else { return Ok(work.sets.empty()) };
        loop {
            let cases = effects.cases(work.encoding);
            let mut grown = false;
            if cases.iter().any(|case| case.is_new) {
                work.step()?;
                let cubes: Vec<Vec<Step>> = cases.iter().map(|case| case.steps.clone()).collect();
                let visited = relation::visited(work, set, &cubes)?;
                for (case, _) in cases.iter().zip(visited).filter(|(_, visited)| *visited) {
                    grown |= effects.reach(work.encoding, case.node, grade, &interrupt)?;
                }
            }
            if !grown {
                let cubes = cases.into_iter().filter(|case| !case.is_new).map(|case| case.steps);
                let cubes: Vec<Vec<Step>> = cubes.collect();
                let given = |step: &Step| Some((step.variable, step.to?));
                told.given.extend(cubes.iter().flatten().filter_map(given));
                return relation::image(work, set, &cubes);
            }
        }
    }

    fn filter(&mut self, work: &mut Work<'_>, set: &Set, function: Function) -> Result<Set, Halt> {
        self.conditions.filter(work, self.functions.functions(), set, function)
    }
}

/// The most joint moves of a layer: each is kept with its states, and has an image of its own.
const MOST_JOINT_MOVES: usize = 1 << 20;

/// So many cubes are left out of a set in one pass: of more there are too many combinations of those that
/// have begun.
const CUBES_AT_ONCE: usize = 12;

/// The most cubes that a condition is taken apart into.
const MOST_TERMS: usize = 256;

/// The most gates that are looked at for that: what most cubes contradict may have few of them and take long
/// to find.
const MOST_GATES: usize = 1 << 14;

/// The cubes of states that satisfy one of some functions, and functions that all others satisfy which
/// satisfy none.
fn apart(
    functions: &BooleanFunctions,
    encoding: &Encoding,
    any: impl IntoIterator<Item = Function>,
) -> (Vec<Vec<Step>>, Vec<Function>) {
    let mut cubes = Vec::new();
    let mut others = Vec::new();
    for part in any.into_iter().flat_map(|function| conjuncts(functions, !function)) {
        match product_terms(functions, encoding, !part) {
            Some(terms) => cubes.extend(terms),
            None => others.push(part),
        }
    }
    cubes.sort_unstable();
    cubes.dedup();
    (cubes, others)
}

/// A function as a disjunction of cubes; none if there are too many.
fn product_terms(
    functions: &BooleanFunctions,
    encoding: &Encoding,
    function: Function,
) -> Option<Vec<Vec<Step>>> {
    let mut terms = Vec::new();
    let mut gates = 0;
    // What is left to be taken apart of each term, and the values that variables still may have.
    let none: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    let mut open = vec![(vec![function], none)];
    while let Some((mut rest, mut values)) = open.pop() {
        let Some(part) = rest.pop() else {
            let steps = values.into_iter().map(|(variable, from)| Step { variable, from, to: None });
            let mut steps: Vec<Step> = steps.collect();
            steps.sort_unstable_by_key(|step| step.variable);
            terms.push(steps);
            continue;
        };
        gates += 1;
        if terms.len() + open.len() > MOST_TERMS || gates > MOST_GATES {
            return None;
        }
        match functions.gate(part) {
            Gate::Constant(false) => {}
            Gate::Constant(true) => open.push((rest, values)),
            Gate::Input { number, inverted } => {
                let (variable, value) = encoding.places[number]?;
                let all = || (0..encoding.variables[variable].values()).collect();
                let possible = values.entry(variable).or_insert_with(all);
                possible.retain(|&other| (other == value) != inverted);
                if !possible.is_empty() {
                    open.push((rest, values));
                }
            }
            Gate::And(a, b) => {
                rest.extend([a, b]);
                open.push((rest, values));
            }
            Gate::Or(a, b) => {
                let mut other = rest.clone();
                other.push(b);
                open.push((other, values.clone()));
                rest.push(a);
                open.push((rest, values));
            }
        }
    }
    Some(terms)
}
