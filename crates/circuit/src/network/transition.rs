use std::ops::Not;

use gdl::{Interrupt, Interrupted};

use super::aig::{Aig, Lit, Node};
use super::graft::Graft;
use super::group::Group;
use super::network::Network;
use super::simulate::Simulation;
use super::unroll::unroll;

/// A function of the inputs of [`BooleanFunctions`]: one of its roots, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Function(Lit);

impl Function {
    /// What holds nowhere.
    pub const FALSE: Self = Self(Lit::FALSE);
    /// What holds everywhere.
    pub const TRUE: Self = Self(Lit::TRUE);
}

impl Not for Function {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// How a [`Function`] is made of smaller ones. An inverter in front of an AND has become an OR, by De
/// Morgan's law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// A constant.
    Constant(bool),
    /// An input, by its number, or its inverse.
    Input {
        /// The input's number.
        number: usize,
        /// Whether it is inverted.
        inverted: bool,
    },
    /// Both hold.
    And(Function, Function),
    /// One of both holds, or both do.
    Or(Function, Function),
}

/// Boolean functions of common inputs, as one and-inverter graph without cycles, and some of them as
/// its roots.
#[derive(Clone, Debug)]
pub struct BooleanFunctions {
    aig: Aig,
    roots: Vec<Lit>,
}

impl BooleanFunctions {
    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.aig.inputs().len()
    }

    /// The functions that were asked for.
    pub fn roots(&self) -> impl ExactSizeIterator<Item = Function> {
        self.roots.iter().map(|&root| Function(root))
    }

    /// How many gates they have together.
    pub fn gates(&self) -> usize {
        self.aig.gates()
    }

    /// How a function is made.
    pub fn gate(&self, function: Function) -> Gate {
        let inverted = function.0.inverted();
        match self.aig.nodes()[function.0.node() as usize] {
            Node::False => Gate::Constant(inverted),
            Node::Input(number) => Gate::Input { number: number as usize, inverted },
            Node::And(a, b) if inverted => Gate::Or(Function(!a), Function(!b)),
            Node::And(a, b) => Gate::And(Function(a), Function(b)),
            Node::Variable { .. } => unreachable!("there are no recursive blocks"),
        }
    }

    /// The input with a number as a function.
    pub fn input(&self, number: usize) -> Function {
        Function(Lit::new(self.aig.inputs()[number], false))
    }

    /// Which inputs some functions depend on, as far as their gates tell, in ascending order.
    pub fn support(&self, functions: impl IntoIterator<Item = Function>) -> Vec<usize> {
        let mut seen = vec![false; self.aig.nodes().len()];
        let mut open: Vec<u32> = functions.into_iter().map(|function| function.0.node()).collect();
        let mut inputs = Vec::new();
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            match self.aig.nodes()[node as usize] {
                Node::And(a, b) => open.extend([a.node(), b.node()]),
                Node::Input(number) => inputs.push(number as usize),
                Node::False | Node::Variable { .. } => {}
            }
        }
        inputs.sort_unstable();
        inputs
    }

    /// The values of the roots in 64 cases side by side, by the values of the inputs in these.
    pub fn values(&self, inputs: &[u64]) -> Vec<u64> {
        let mut simulation = Simulation::new(&self.aig);
        simulation.run(&self.aig, inputs);
        self.roots.iter().map(|&root| simulation.value(root)).collect()
    }

    /// These functions alone, as the roots of a graph without other gates.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn only(
        &self,
        functions: impl IntoIterator<Item = Function>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let roots: Vec<Lit> = functions.into_iter().map(|function| function.0).collect();
        Self::swept(&self.aig, &roots, interrupt)
    }

    /// The cofactors of the roots where some inputs, by their numbers, have known values. The roots depend on
    /// these no more; there are as many inputs as before.
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn cofactors(
        &self,
        known: impl IntoIterator<Item = (usize, bool)>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let mut values = vec![None; self.inputs()];
        known.into_iter().for_each(|(input, value)| values[input] = Some(Lit::FALSE.invert_if(value)));
        self.substitute(|number, input| values[number].unwrap_or(input), interrupt)
    }

    /// The same functions of other inputs.
    fn substitute(
        &self,
        place: impl Fn(usize, Lit) -> Lit,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let mut aig = Aig::new();
        let inputs: Vec<Lit> = (0..self.inputs()).map(|_| aig.input()).collect();
        let placed = (0..inputs.len()).map(|number| Some(place(number, inputs[number]))).collect();
        let mut graft = Graft::new(&self.aig, placed);
        graft.grow(&mut aig, interrupt)?;
        let roots: Vec<Lit> = self.roots.iter().map(|&root| graft.get(root)).collect();
        Self::swept(&aig, &roots, interrupt)
    }

    fn swept(aig: &Aig, roots: &[Lit], interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let (aig, roots) = aig.sweep(roots, interrupt)?;
        Ok(Self { aig, roots })
    }
}

/// A game as Boolean functions of its fluents and moves, for symbolic methods: what the initial state is, and
/// what the rules say of a state and of what follows it. See
/// [`Circuit::transition_functions`](crate::Circuit::transition_functions).
///
/// The inputs are the fluents, by their numbers, then each role's moves. `terminal`, `legal` and `goals`
/// depend on fluents alone. The functions are right in every reachable state, and for joint moves in which
/// each role makes one legal move; elsewhere they may be wrong. Fluents that belong to no
/// [`Variable`](crate::Variable) are none of their inputs.
#[derive(Clone, Debug)]
pub struct TransitionFunctions {
    functions: BooleanFunctions,
    initial: Vec<bool>,
    /// For each role the number of the input that says whether its first move is made, and the root that says
    /// whether that is legal.
    first_moves: Vec<(usize, usize)>,
    moves: Vec<usize>,
    /// Each role's goals, with their roots.
    goals: Vec<Vec<(Option<u8>, usize)>>,
    /// The root of the first fluent in the next state.
    first_next: usize,
}

/// The most nodes of such a graph, after its blocks have been unrolled.
const MOST_NODES: usize = 4_000_000;

impl TransitionFunctions {
    /// The functions of a network; none if it is too large without recursion.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(network: &Network, interrupt: &Interrupt<'_>) -> Result<Option<Self>, Interrupted> {
        let unrolled = unroll(&network.aig, &network.roots(), MOST_NODES, interrupt)?;
        let Some((aig, roots)) = unrolled else { return Ok(None) };
        let functions = BooleanFunctions { aig, roots };
        let known = representatives(network.initial.len(), &network.groups);
        let place = |number: usize, input| known.get(number).copied().flatten().unwrap_or(input);
        let functions = functions.substitute(place, interrupt)?;
        // The roots are `terminal`, then `legal`, `goals` and `next`; percepts follow.
        let mut root = 1;
        let mut first_moves = Vec::new();
        for (role, moves) in network.legal.iter().enumerate() {
            first_moves.push((network.does_input(role, 0), root));
            root += moves.len();
        }
        let mut goals = Vec::new();
        for of_role in &network.goals {
            goals.push(of_role.iter().map(|&(goal, _)| goal).zip(root..).collect());
            root += of_role.len();
        }
        Ok(Some(Self {
            functions,
            initial: network.initial.clone(),
            first_moves,
            moves: network.legal.iter().map(Vec::len).collect(),
            goals,
            first_next: root,
        }))
    }

    /// The functions themselves.
    pub fn functions(&self) -> &BooleanFunctions {
        &self.functions
    }

    /// Which fluents hold at the start.
    pub fn initial(&self) -> &[bool] {
        &self.initial
    }

    /// How many roles there are.
    pub fn roles(&self) -> usize {
        self.moves.len()
    }

    /// How many moves a role may ever make.
    pub fn moves(&self, role: usize) -> usize {
        self.moves[role]
    }

    /// The number of the input that says whether a role makes a move.
    pub fn does(&self, role: usize, mov: usize) -> usize {
        self.first_moves[role].0 + mov
    }

    /// Whether the game is over.
    pub fn terminal(&self) -> Function {
        self.root(0)
    }

    /// Whether a role's move is legal.
    pub fn legal(&self, role: usize, mov: usize) -> Function {
        self.root(self.first_moves[role].1 + mov)
    }

    /// The goals that a role may get, in ascending order, each with where it does; a goal that is no whole
    /// number from 0 to 100 is `None`.
    pub fn goals(&self, role: usize) -> impl Iterator<Item = (Option<u8>, Function)> {
        self.goals[role].iter().map(|&(goal, root)| (goal, self.root(root)))
    }

    /// Whether a fluent holds in the next state.
    pub fn next(&self, fluent: usize) -> Function {
        self.root(self.first_next + fluent)
    }

    /// The same where some inputs have known values, see [`BooleanFunctions::cofactors`].
    ///
    /// # Errors
    /// If it is interrupted.
    pub fn cofactors(
        &self,
        known: impl IntoIterator<Item = (usize, bool)>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        Ok(Self {
            functions: self.functions.cofactors(known, interrupt)?,
            initial: self.initial.clone(),
            first_moves: self.first_moves.clone(),
            moves: self.moves.clone(),
            goals: self.goals.clone(),
            first_next: self.first_next,
        })
    }

    fn root(&self, number: usize) -> Function {
        Function(self.functions.roots[number])
    }
}

/// What stands for those fluents that belong to no variable: a constant, or the earlier fluent that each of
/// them equals.
fn representatives(fluents: usize, groups: &[Group]) -> Vec<Option<Lit>> {
    let mut known: Vec<Option<Lit>> = vec![None; fluents];
    // The fluents are the first nodes after the constant.
    let fluent = |member: Lit| member.node() as usize - 1;
    for group in groups.iter().filter(|group| group.exactly) {
        match group.members[..] {
            [constant] => known[fluent(constant)] = Some(Lit::TRUE.invert_if(constant.inverted())),
            [a, b] if a.inverted() != b.inverted() => {
                known[fluent(a.max(b))].get_or_insert(Lit::new(a.min(b).node(), false));
            }
            _ => {}
        }
    }
    // An earlier fluent may itself equal a still earlier one.
    for later in 0..fluents {
        if let Some(earlier) = known[later].filter(|literal| literal.node() > 0) {
            known[later] = Some(known[fluent(earlier)].unwrap_or(earlier));
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Explorer;
    use crate::testing::circuit_of;
    use std::sync::Arc;

    fn holds(functions: &BooleanFunctions, function: Function, inputs: &[bool]) -> bool {
        match functions.gate(function) {
            Gate::Constant(value) => value,
            Gate::Input { number, inverted } => inputs[number] != inverted,
            Gate::And(a, b) => holds(functions, a, inputs) && holds(functions, b, inputs),
            Gate::Or(a, b) => holds(functions, a, inputs) || holds(functions, b, inputs),
        }
    }

    #[test]
    fn the_functions_say_what_the_circuit_says() {
        let text = "(role you) (init a) (init (step 0)) (succ 0 1) (succ 1 2)
            (<= (legal you flip) (true (step ?n))) (<= (legal you keep) (not (true (step 1))))
            (<= (next a) (does you flip) (not (true a))) (<= (next a) (does you keep) (true a))
            (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m)) (<= terminal (true (step 2)))
            (<= (goal you 100) (true a)) (<= (goal you 0) (not (true a)))";
        let circuit = Arc::new(circuit_of(text));
        let transition = circuit.transition_functions(&Interrupt::never()).unwrap().unwrap();
        let functions = transition.functions();
        let mut explorer = Explorer::new(Arc::clone(&circuit));
        let mut open = vec![circuit.initial().clone()];
        let mut seen = 0;
        while let Some(state) = open.pop() {
            seen += 1;
            let fluent = |fluent: usize| state.fluents()[fluent / 64] >> (fluent % 64) & 1 == 1;
            let mut inputs = vec![false; functions.inputs()];
            (0..circuit.fluents()).for_each(|number| inputs[number] = fluent(number));
            assert_eq!(holds(functions, transition.terminal(), &inputs), state.terminal());
            for (goal, function) in transition.goals(0) {
                assert_eq!(holds(functions, function, &inputs), goal == Some(state.goal(0).value));
            }
            for mov in 0..circuit.moves(0) {
                let legal = circuit.legal(&state, 0).any(|legal| legal == mov);
                assert_eq!(holds(functions, transition.legal(0, mov), &inputs), legal);
                if legal && !state.terminal() {
                    let next = explorer.next(&state, &[mov as u32]);
                    let made = [(transition.does(0, mov), true), (transition.does(0, 1 - mov), false)];
                    let under = transition.cofactors(made, &Interrupt::never()).unwrap();
                    for fluent in 0..circuit.fluents() {
                        let expected = next.fluents()[0] >> fluent & 1 == 1;
                        assert_eq!(holds(under.functions(), under.next(fluent), &inputs), expected);
                    }
                    open.push(next);
                }
            }
        }
        assert_eq!(seen, 5, "one at the start, and two ways through the two plies");
    }

    #[test]
    fn functions_are_not_made_for_those_who_do_not_want_them_any_more() {
        let circuit = circuit_of(
            "(role you) (init a) (legal you go) (<= (next a) (true a)) (<= terminal (true a)) (<= (goal you 0) (true a))",
        );
        let interrupt = Interrupt::unless(&|| false);
        assert!(circuit.transition_functions(&interrupt).is_err());
        let functions = circuit.transition_functions(&Interrupt::never()).unwrap().unwrap();
        assert!(functions.cofactors([(0, true)], &interrupt).is_err());
    }

    #[test]
    fn cofactors_depend_on_what_is_not_known() {
        let mut aig = Aig::new();
        let inputs: Vec<Lit> = (0..3).map(|_| aig.input()).collect();
        let both = aig.and(inputs[0], inputs[1]);
        let roots = vec![aig.or(both, inputs[2])];
        let functions = BooleanFunctions { aig, roots };
        let support = |known: &[(usize, bool)]| {
            let cofactors = functions.cofactors(known.iter().copied(), &Interrupt::never()).unwrap();
            let root = cofactors.roots().next().unwrap();
            (cofactors.support([root]), cofactors.gates())
        };
        assert_eq!(support(&[]), (vec![0, 1, 2], 2));
        assert_eq!(support(&[(0, true)]), (vec![1, 2], 1));
        assert_eq!(support(&[(1, false)]), (vec![2], 0));
        assert_eq!(support(&[(2, true)]), (vec![], 0));
        assert_eq!(functions.values(&[0b0101, 0b0011, 0b1000]), [0b1001]);
    }

    #[test]
    fn fluents_of_no_variable_are_constants_or_others() {
        let groups = [
            Group { members: vec![Lit::new(1, true)], exactly: true },
            Group { members: vec![Lit::new(1, false), Lit::new(2, true)], exactly: true },
            Group { members: vec![Lit::new(3, false), Lit::new(4, true)], exactly: true },
        ];
        let third = Lit::new(3, false);
        assert_eq!(representatives(4, &groups), [Some(Lit::FALSE), Some(Lit::FALSE), None, Some(third)]);
    }
}
