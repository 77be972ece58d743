use circuit::{BooleanFunctions, Function, Gate};
use rustc_hash::FxHashMap;

use super::diagram::{EMPTY, Full};
use super::encoding::Encoding;
use super::sets::{Set, StateSets};

/// The states of sets that satisfy functions of a graph.
///
/// A function whose decision diagram is small is a condition, which a set is intersected with. The diagram of a larger one, such as whether there is any line
/// on a board, may be huge even where those of all layers are not; it is taken apart along its gates, down to what is small.
pub(super) struct Conditions {
    /// The conditions of functions; none of those that are too large.
    known: FxHashMap<Function, Option<Set>>,
}

/// The most nodes of a condition.
const MOST_NODES: usize = 1_000;

impl Conditions {
    pub(super) fn new() -> Self {
        Self { known: FxHashMap::default() }
    }

    /// The states of a set that satisfy a function of their fluents.
    pub(super) fn filter(
        &mut self,
        sets: &mut StateSets,
        encoding: &Encoding,
        functions: &BooleanFunctions,
        set: &Set,
        function: Function,
    ) -> Result<Set, Full> {
        if set.family() == EMPTY {
            return Ok(set.clone());
        }
        match functions.gate(function) {
            Gate::Constant(true) => Ok(set.clone()),
            Gate::Constant(false) => Ok(sets.empty()),
            Gate::Input { number, inverted } => {
                let (variable, value) = place(encoding, number);
                let holds = sets.condition(variable, value)?;
                if inverted { sets.difference(set, &holds) } else { sets.intersection(set, &holds) }
            }
            Gate::And(..) => {
                let mut parts = conjuncts(functions, function);
                // What is simple first: it makes the set smaller for the rest.
                parts.sort_by_key(|&part| !matches!(functions.gate(part), Gate::Input { .. }));
                parts
                    .into_iter()
                    .try_fold(set.clone(), |set, part| self.filter(sets, encoding, functions, &set, part))
            }
            Gate::Or(..) => match self.condition(sets, encoding, functions, function)? {
                Some(condition) => sets.intersection(set, &condition),
                None => {
                    let others = self.filter(sets, encoding, functions, set, !function)?;
                    sets.difference(set, &others)
                }
            },
        }
    }

    /// A function as a condition, if it is small.
    fn condition(
        &mut self,
        sets: &mut StateSets,
        encoding: &Encoding,
        functions: &BooleanFunctions,
        function: Function,
    ) -> Result<Option<Set>, Full> {
        if let Some(known) = self.known.get(&function) {
            return Ok(known.clone());
        }
        let condition = match functions.gate(function) {
            // They are cut off before.
            Gate::Constant(_) => None,
            Gate::Input { number, inverted } => {
                let (variable, value) = place(encoding, number);
                let holds = sets.condition(variable, value)?;
                Some(if inverted { sets.inverse(&holds)? } else { holds })
            }
            Gate::And(a, b) => {
                let a = self.condition(sets, encoding, functions, a)?;
                let b = self.condition(sets, encoding, functions, b)?;
                let both = a.zip(b).map(|(a, b)| sets.intersection(&a, &b)).transpose()?;
                both.filter(|both| sets.diagram.nodes(both.family()) <= MOST_NODES)
            }
            Gate::Or(..) => {
                let neither = self.condition(sets, encoding, functions, !function)?;
                neither.map(|neither| sets.inverse(&neither)).transpose()?
            }
        };
        self.known.insert(function, condition.clone());
        Ok(condition)
    }
}

/// The variable and the value that an input stands for.
fn place(encoding: &Encoding, input: usize) -> (usize, usize) {
    encoding.places[input].expect("functions of a ply depend on variables alone")
}

/// The functions of which a function is the AND, down to those that are none.
pub(super) fn conjuncts(functions: &BooleanFunctions, function: Function) -> Vec<Function> {
    let mut open = vec![function];
    let mut parts = Vec::new();
    while let Some(part) = open.pop() {
        match functions.gate(part) {
            Gate::And(a, b) => open.extend([a, b]),
            _ => parts.push(part),
        }
    }
    parts.sort_unstable();
    parts.dedup();
    parts
}
