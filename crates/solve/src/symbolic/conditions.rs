use circuit::{BooleanFunctions, Function, Gate};
use rustc_hash::{FxHashMap, FxHashSet};

use super::diagram::EMPTY;
use super::encoding::Encoding;
use super::sets::Set;
use super::work::{Halt, Work};

/// The states of sets that satisfy functions of a graph.
///
/// A function whose decision diagram is small is a condition, which a set is intersected with. The diagram of
/// a larger one, such as whether there is any line on a board, may be huge even where those of all layers are
/// not; it is taken apart along its gates, down to what is small. Each gate is worked out once, however many
/// others read it, and nothing recurs as deep as there are gates.
pub(super) struct Conditions {
    /// The conditions of inputs and of ANDs; none of those that are too large.
    known: FxHashMap<Function, Option<Condition>>,
    /// The nodes of all of them.
    nodes: usize,
}

/// The states that satisfy a function, or those that do not.
#[derive(Clone)]
struct Condition {
    states: Set,
    inverted: bool,
}

/// The most nodes of a condition that is no input.
const MOST_NODES: usize = 1_000;

/// What part of the nodes that there may be the conditions have at most, all together.
const SHARE: usize = 8;

/// The states of a set that satisfy gates.
type Values = FxHashMap<Function, Set>;

impl Conditions {
    pub(super) fn new() -> Self {
        Self { known: FxHashMap::default(), nodes: 0 }
    }

    /// The states of a set that satisfy a function of their fluents.
    pub(super) fn filter(
        &mut self,
        work: &mut Work<'_>,
        functions: &BooleanFunctions,
        set: &Set,
        function: Function,
    ) -> Result<Set, Halt> {
        let mut parts = conjuncts(functions, function);
        // What is simple first: it makes the set smaller for the rest.
        parts.sort_by_key(|&part| !matches!(functions.gate(part), Gate::Input { .. }));
        let mut left = set.clone();
        for part in parts {
            work.step()?;
            if left.family() == EMPTY {
                break;
            }
            self.learn(work, functions, part)?;
            let values = self.taken_apart(work, functions, &left, part)?;
            left = self.satisfying(work, functions, &left, part, &values)?;
        }
        Ok(left)
    }

    /// Works out the conditions of a function and of those that it is made of.
    fn learn(
        &mut self,
        work: &mut Work<'_>,
        functions: &BooleanFunctions,
        function: Function,
    ) -> Result<(), Halt> {
        let unknown = |gate| !self.known.contains_key(&gate);
        for gate in children_first(work, functions, function, unknown)? {
            work.step()?;
            let (condition, most) = match functions.gate(gate) {
                Gate::Input { number, .. } => {
                    let (variable, value) = place(work.encoding, number);
                    let states = work.sets.condition(variable, value)?;
                    (Some(Condition { states, inverted: false }), usize::MAX)
                }
                Gate::And(a, b) => {
                    let both = self.condition(functions, a).zip(self.condition(functions, b));
                    (both.map(|(a, b)| a.and(&b, work)).transpose()?, MOST_NODES)
                }
                // Constants have none, and an OR is an inverted AND.
                Gate::Constant(_) | Gate::Or(..) => continue,
            };
            let most = most.min(work.sets.diagram.capacity() / SHARE - self.nodes);
            let diagram = &work.sets.diagram;
            let kept = condition.and_then(|condition| {
                self.nodes += diagram.nodes_up_to(most, condition.states.family())?;
                Some(condition)
            });
            self.known.insert(gate, kept);
        }
        Ok(())
    }

    /// A function as a condition, if it has been kept as one.
    fn condition(&self, functions: &BooleanFunctions, function: Function) -> Option<Condition> {
        let (gate, inverted) = upright(functions, function);
        let condition = self.known.get(&gate)?.clone()?;
        Some(Condition { inverted: condition.inverted != inverted, ..condition })
    }

    /// The states of a set that satisfy the AND of a function, if it has no condition. For that, those that
    /// satisfy the ANDs it is made of are worked out one after the other.
    fn taken_apart(
        &self,
        work: &mut Work<'_>,
        functions: &BooleanFunctions,
        set: &Set,
        function: Function,
    ) -> Result<Values, Halt> {
        let large = |gate| self.condition(functions, gate).is_none() && operands(functions, gate).is_some();
        let gates = children_first(work, functions, function, large)?;
        // How often each is still to be read; after that it is given up.
        let mut readers: FxHashMap<Function, usize> = FxHashMap::default();
        for operand in gates.iter().filter_map(|&gate| operands(functions, gate)).flatten() {
            *readers.entry(upright(functions, operand).0).or_default() += 1;
        }
        let mut values = Values::default();
        for gate in gates {
            let Some(mut operands) = operands(functions, gate) else { continue };
            // First what is known to be a part of the set, then conditions, which make it smaller; last what
            // is left out of the rest.
            operands.sort_by_key(|&operand| match upright(functions, operand) {
                (gate, inverted) if values.contains_key(&gate) => 2 * u8::from(inverted),
                _ => 1,
            });
            let mut left = None;
            for operand in operands {
                work.step()?;
                left = Some(match (left, upright(functions, operand)) {
                    (None, (part, false)) if values.contains_key(&part) => values[&part].clone(),
                    (left, _) => {
                        self.satisfying(work, functions, left.as_ref().unwrap_or(set), operand, &values)?
                    }
                });
            }
            for operand in operands {
                let (part, _) = upright(functions, operand);
                let readers = readers.get_mut(&part).expect("its readers have been counted");
                *readers -= 1;
                if *readers == 0 {
                    values.remove(&part);
                }
            }
            values.extend(left.map(|left| (gate, left)));
        }
        Ok(values)
    }

    /// The states of a set that satisfy a function, by its condition or by the states of this set, or of a
    /// larger one, that satisfy its gate.
    fn satisfying(
        &self,
        work: &mut Work<'_>,
        functions: &BooleanFunctions,
        set: &Set,
        function: Function,
        values: &Values,
    ) -> Result<Set, Halt> {
        let (gate, inverted) = upright(functions, function);
        let value = values.get(&gate).map(|states| Condition { states: states.clone(), inverted });
        let condition = match (value.or_else(|| self.condition(functions, function)), functions.gate(gate)) {
            (Some(condition), _) => condition,
            (None, Gate::Input { number, .. }) => {
                let (variable, value) = place(work.encoding, number);
                Condition { states: work.sets.condition(variable, value)?, inverted }
            }
            // What is large has been taken apart; what is left is a constant, of which the upright one
            // is false.
            (None, _) => return Ok(if inverted { set.clone() } else { work.sets.empty() }),
        };
        let Condition { states, inverted } = condition;
        Ok(if inverted {
            work.sets.difference(set, &states)?
        } else {
            work.sets.intersection(set, &states)?
        })
    }
}

impl Condition {
    /// Where both hold.
    fn and(&self, other: &Self, work: &mut Work<'_>) -> Result<Self, Halt> {
        let (a, b) = (&self.states, &other.states);
        let states = match (self.inverted, other.inverted) {
            (false, false) => work.sets.intersection(a, b)?,
            (false, true) => work.sets.difference(a, b)?,
            (true, false) => work.sets.difference(b, a)?,
            (true, true) => work.sets.union(a, b)?,
        };
        Ok(Self { states, inverted: self.inverted && other.inverted })
    }
}

/// The variable and the value that an input stands for.
fn place(encoding: &Encoding, input: usize) -> (usize, usize) {
    encoding.places[input].expect("functions of a ply depend on variables alone")
}

/// A function as an input, an AND or false, and whether it is the inverse of that.
fn upright(functions: &BooleanFunctions, function: Function) -> (Function, bool) {
    let inverted = matches!(
        functions.gate(function),
        Gate::Or(..) | Gate::Constant(true) | Gate::Input { inverted: true, .. }
    );
    (if inverted { !function } else { function }, inverted)
}

/// What an AND is made of; none if it is none.
fn operands(functions: &BooleanFunctions, gate: Function) -> Option<[Function; 2]> {
    match functions.gate(gate) {
        Gate::And(a, b) => Some([a, b]),
        _ => None,
    }
}

/// The upright functions that a function is made of, each after what it is made of itself; where one is not
/// wanted, neither is what it is made of.
fn children_first(
    work: &mut Work<'_>,
    functions: &BooleanFunctions,
    function: Function,
    wanted: impl Fn(Function) -> bool,
) -> Result<Vec<Function>, Halt> {
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![(upright(functions, function).0, false)];
    while let Some((gate, below_are_done)) = open.pop() {
        work.step()?;
        if below_are_done {
            order.push(gate);
        } else if wanted(gate) && seen.insert(gate) {
            open.push((gate, true));
            let below = operands(functions, gate).into_iter().flatten();
            open.extend(below.map(|operand| (upright(functions, operand).0, false)));
        }
    }
    Ok(order)
}

/// The functions of which a function is the AND, down to those that are none.
pub(super) fn conjuncts(functions: &BooleanFunctions, function: Function) -> Vec<Function> {
    let mut open = vec![function];
    let mut seen = FxHashSet::default();
    let mut parts = Vec::new();
    while let Some(part) = open.pop() {
        if !seen.insert(part) {
            continue;
        }
        match operands(functions, part) {
            Some(operands) => open.extend(operands),
            None => parts.push(part),
        }
    }
    parts.sort_unstable();
    parts
}
