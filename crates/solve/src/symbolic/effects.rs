use circuit::{BooleanFunctions, Function, Gate, TransitionFunctions};
use game::{Interrupt, Interrupted};
use rustc_hash::FxHashMap;

use super::conditions::conjuncts;
use super::cube::Step;
use super::encoding::Encoding;
use super::grade::Grade;

/// What a joint move does in the states of one ply, as a decision tree over fluents: at each leaf every
/// variable that the move may change keeps its value or gets a known one, so that a leaf is a cube whose
/// values change.
///
/// The tree grows where there are states. Where the first fluents decide, as in most board games, it
/// stays small.
pub(super) struct Effects {
    /// Whether the fluents of the variables that the move may change hold in the next state.
    functions: BooleanFunctions,
    changed: Vec<usize>,
    /// What is known where the move is legal, as far as the values of single variables tell.
    legal: Known,
    nodes: Vec<Node>,
}

enum Node {
    /// It has not been reached yet.
    Open,
    /// Whether a variable has a value, with the nodes of both answers.
    Decision {
        variable: usize,
        value: usize,
        yes: usize,
        no: usize,
    },
    Leaf {
        changes: Vec<Change>,
        graded: bool,
    },
}

/// A variable that gets a value.
struct Change {
    variable: usize,
    /// The values that it may have had.
    from: Vec<usize>,
    to: usize,
}

/// A node of a decision tree that has no branches.
pub(super) struct Case {
    pub(super) node: usize,
    /// Whether no states have come there yet.
    pub(super) is_new: bool,
    /// The values that variables have there, and which they get.
    pub(super) steps: Vec<Step>,
}

/// What is known of the values of variables: those that each may still have, of those of which anything
/// is known.
#[derive(Clone, Default)]
struct Known {
    possible: FxHashMap<usize, Vec<usize>>,
}

impl Known {
    fn possible(&self, encoding: &Encoding, variable: usize) -> Vec<usize> {
        let all = || (0..encoding.variables[variable].values()).collect();
        self.possible.get(&variable).cloned().unwrap_or_else(all)
    }

    /// Learns whether a variable has a value.
    fn learn(&mut self, encoding: &Encoding, variable: usize, value: usize, has: bool) {
        let mut possible = self.possible(encoding, variable);
        possible.retain(|&other| (other == value) == has);
        self.possible.insert(variable, possible);
    }

    /// The fluents that are known, with whether they hold.
    fn fluents<'k>(&'k self, encoding: &'k Encoding) -> impl Iterator<Item = (usize, bool)> + 'k {
        self.possible.iter().flat_map(|(&variable, possible)| {
            let fluents = encoding.variables[variable].fluents.iter().enumerate();
            fluents.filter_map(move |(value, &fluent)| {
                let alone = possible.as_slice() == [value];
                (alone || !possible.contains(&value)).then_some((fluent, alone))
            })
        })
    }
}

/// What becomes of a variable, as far as is known.
enum Next {
    Same,
    Value(usize),
    /// It depends on these functions.
    Open(Vec<Function>),
}

/// What becomes of a fluent, as far as is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NextFluent {
    Same,
    Holds,
    HoldsNot,
    Open,
}

impl Effects {
    /// Those of a joint move, in plies in which the functions are right; none if it is never legal.
    pub(super) fn new(
        encoding: &Encoding,
        functions: &TransitionFunctions,
        joint: &[usize],
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let mut legal = Vec::new();
        for (role, &mov) in joint.iter().enumerate() {
            for part in conjuncts(functions.functions(), functions.legal(role, mov)) {
                if let Gate::Input { number, inverted } = functions.functions().gate(part)
                    && let Some((variable, value)) = encoding.places[number]
                {
                    legal.push((variable, value, !inverted));
                }
            }
        }
        let mut known = Known::default();
        legal.iter().for_each(|&(variable, value, has)| known.learn(encoding, variable, value, has));
        if known.possible.values().any(Vec::is_empty) {
            return Ok(None);
        }
        let does = joint.iter().enumerate().flat_map(|(role, &made)| {
            (0..functions.moves(role)).map(move |mov| (functions.does(role, mov), mov == made))
        });
        let variables = 0..encoding.variables.len();
        let fluents = |variable: usize| encoding.variables[variable].fluents.iter().copied();
        let next = variables.clone().flat_map(fluents).map(|fluent| functions.next(fluent));
        let next = functions.functions().only(next, interrupt)?;
        let next = next.cofactors(does.chain(known.fluents(encoding)), interrupt)?;
        let mut roots = next.roots();
        let mut changed = Vec::new();
        let mut kept = Vec::new();
        for variable in variables {
            let own: Vec<Function> = roots.by_ref().take(fluents(variable).len()).collect();
            if !matches!(becomes(encoding, &next, variable, &own, &known, interrupt)?, Next::Same) {
                changed.push(variable);
                kept.extend(own);
            }
        }
        let functions = next.only(kept, interrupt)?;
        Ok(Some(Self { functions, changed, legal: known, nodes: vec![Node::Open] }))
    }

    /// The leaves, and the nodes that have not been reached yet, as cubes.
    pub(super) fn cases(&self, encoding: &Encoding) -> Vec<Case> {
        let mut cases = Vec::new();
        let mut open = vec![(0, self.legal.clone())];
        while let Some((node, known)) = open.pop() {
            if known.possible.values().any(Vec::is_empty) {
                continue;
            }
            let changes: &[Change] = match &self.nodes[node] {
                Node::Open => &[],
                &Node::Decision { variable, value, yes, no } => {
                    for (node, has) in [(no, false), (yes, true)] {
                        let mut known = known.clone();
                        known.learn(encoding, variable, value, has);
                        open.push((node, known));
                    }
                    continue;
                }
                Node::Leaf { changes, .. } => changes,
            };
            let mut values = known.possible;
            values.extend(changes.iter().map(|change| (change.variable, change.from.clone())));
            let step = |(variable, from)| {
                let change = changes.iter().find(|change| change.variable == variable);
                Step { variable, from, to: change.map(|change| change.to) }
            };
            let mut steps: Vec<Step> = values.into_iter().map(step).collect();
            steps.sort_unstable_by_key(|step| step.variable);
            let is_new = !matches!(self.nodes[node], Node::Leaf { graded: true, .. });
            cases.push(Case { node, is_new, steps });
        }
        cases
    }

    /// States come to a node: an open one becomes a decision or a leaf, and what changes at a leaf is told to
    /// `grade`. Returns whether that is news.
    pub(super) fn reach(
        &mut self,
        encoding: &Encoding,
        number: usize,
        grade: &mut Grade,
        interrupt: &Interrupt<'_>,
    ) -> Result<bool, Interrupted> {
        if matches!(self.nodes[number], Node::Open) {
            self.nodes[number] = self.expand(encoding, &self.known(encoding, number), interrupt)?;
        }
        Ok(match &mut self.nodes[number] {
            Node::Leaf { graded: true, .. } => false,
            Node::Leaf { changes, graded } => {
                *graded = true;
                grade.learn(changes.iter().map(|change| (change.variable, &*change.from, change.to)));
                true
            }
            Node::Open | Node::Decision { .. } => true,
        })
    }

    /// What is known at a node.
    fn known(&self, encoding: &Encoding, number: usize) -> Known {
        let parent = self.nodes.iter().enumerate().find_map(|(parent, node)| match *node {
            Node::Decision { variable, value, yes, no } if yes == number || no == number => {
                Some((parent, variable, value, yes == number))
            }
            _ => None,
        });
        match parent {
            None => self.legal.clone(),
            Some((parent, variable, value, has)) => {
                let mut known = self.known(encoding, parent);
                known.learn(encoding, variable, value, has);
                known
            }
        }
    }

    fn expand(
        &mut self,
        encoding: &Encoding,
        known: &Known,
        interrupt: &Interrupt<'_>,
    ) -> Result<Node, Interrupted> {
        let functions = self.functions.cofactors(known.fluents(encoding), interrupt)?;
        let roots: Vec<Function> = functions.roots().collect();
        let mut first = 0;
        let mut changes = Vec::new();
        let mut undecided = Vec::new();
        for &variable in &self.changed {
            let roots = &roots[first..first + encoding.variables[variable].fluents.len()];
            first += roots.len();
            match becomes(encoding, &functions, variable, roots, known, interrupt)? {
                Next::Open(functions) => undecided.extend(functions),
                Next::Same => {}
                Next::Value(to) => {
                    changes.push(Change { variable, from: known.possible(encoding, variable), to });
                }
            }
        }
        if let Some((variable, value)) = decide(encoding, &functions, &undecided) {
            let yes = self.nodes.len();
            self.nodes.extend([Node::Open, Node::Open]);
            return Ok(Node::Decision { variable, value, yes, no: yes + 1 });
        }
        changes.retain(|change| change.from.as_slice() != [change.to]);
        Ok(Node::Leaf { changes, graded: false })
    }
}

/// What becomes of a variable whose fluents have these functions in the next state.
fn becomes(
    encoding: &Encoding,
    functions: &BooleanFunctions,
    variable: usize,
    next: &[Function],
    known: &Known,
    interrupt: &Interrupt<'_>,
) -> Result<Next, Interrupted> {
    let possible = known.possible(encoding, variable);
    let fluents = &encoding.variables[variable].fluents;
    let before = |value: usize| match (possible.contains(&value), possible.len()) {
        (false, _) => Function::FALSE,
        (true, 1) => Function::TRUE,
        (true, _) => functions.input(fluents[value]),
    };
    let becomes = |(value, &next)| next_fluent(encoding, functions, before(value), next, known, interrupt);
    let fates: Vec<NextFluent> = next.iter().enumerate().map(becomes).collect::<Result<_, _>>()?;
    let same = |(value, &fate): (usize, &NextFluent)| {
        fate == NextFluent::Same || fate == NextFluent::HoldsNot && before(value) == Function::FALSE
    };
    if fates.iter().enumerate().all(same) {
        return Ok(Next::Same);
    }
    if let Some(value) = fates.iter().position(|&fate| fate == NextFluent::Holds) {
        return Ok(Next::Value(value));
    }
    if fates.iter().all(|&fate| fate == NextFluent::HoldsNot) {
        return Ok(Next::Value(next.len()));
    }
    let depends = |(value, &fate): (usize, &NextFluent)| match fate {
        NextFluent::Open => Some(next[value]),
        // A value that is lost without any condition is decided on itself.
        NextFluent::HoldsNot => Some(before(value)).filter(|&before| before != Function::FALSE),
        NextFluent::Same | NextFluent::Holds => None,
    };
    Ok(Next::Open(fates.iter().enumerate().filter_map(depends).collect()))
}

/// The most cases in which two functions are compared.
const MOST_CASES: usize = 1 << 12;

/// What becomes of a fluent that has one function now and another in the next state, in the states of which
/// no more is known.
///
/// As at most one fluent of a variable holds, one function has many forms; those of few variables are
/// compared case by case.
fn next_fluent(
    encoding: &Encoding,
    functions: &BooleanFunctions,
    before: Function,
    next: Function,
    known: &Known,
    interrupt: &Interrupt<'_>,
) -> Result<NextFluent, Interrupted> {
    match next {
        Function::TRUE => return Ok(NextFluent::Holds),
        Function::FALSE => return Ok(NextFluent::HoldsNot),
        _ if next == before => return Ok(NextFluent::Same),
        _ => {}
    }
    let both = functions.only([before, next], interrupt)?;
    let mut variables: Vec<usize> =
        both.support(both.roots()).iter().filter_map(|&fluent| Some(encoding.places[fluent]?.0)).collect();
    variables.sort_unstable();
    variables.dedup();
    let values: Vec<Vec<usize>> =
        variables.iter().map(|&variable| known.possible(encoding, variable)).collect();
    let cases = values.iter().try_fold(1_usize, |cases, values| cases.checked_mul(values.len()));
    let Some(cases) = cases.filter(|&cases| cases <= MOST_CASES) else { return Ok(NextFluent::Open) };
    let (mut same, mut holds, mut holds_not) = (true, true, true);
    for first in (0..cases).step_by(64) {
        let mut inputs = vec![0; both.inputs()];
        let lanes = (cases - first).min(64);
        for lane in 0..lanes {
            let mut case = first + lane;
            for (&variable, values) in variables.iter().zip(&values) {
                let value = values[case % values.len()];
                case /= values.len();
                if let Some(&fluent) = encoding.variables[variable].fluents.get(value) {
                    inputs[fluent] |= 1 << lane;
                }
            }
        }
        let [before, next] = both.values(&inputs)[..] else { unreachable!("there are two roots") };
        let all = u64::MAX >> (64 - lanes);
        same &= (before ^ next) & all == 0;
        holds &= next & all == all;
        holds_not &= next & all == 0;
    }
    Ok(match (holds, holds_not, same) {
        (true, ..) => NextFluent::Holds,
        (_, true, _) => NextFluent::HoldsNot,
        (.., true) => NextFluent::Same,
        _ => NextFluent::Open,
    })
}

/// The fluent to decide on next, as the value of a variable: that on which functions of few fluents depend;
/// none if there is no function.
fn decide(
    encoding: &Encoding,
    functions: &BooleanFunctions,
    undecided: &[Function],
) -> Option<(usize, usize)> {
    let mut weights: FxHashMap<usize, f64> = FxHashMap::default();
    for &function in undecided {
        let support = functions.support([function]);
        for &fluent in &support {
            *weights.entry(fluent).or_default() += (-(support.len() as f64)).exp2();
        }
    }
    let heaviest = weights.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
    encoding.places[heaviest?.0]
}
