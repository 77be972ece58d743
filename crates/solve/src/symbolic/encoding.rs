use circuit::{Circuit, TransitionFunctions};
use game::{Interrupt, Interrupted};

use super::clock::Clock;

/// The states of a game as variables of several values, in the order of the levels of a decision diagram.
///
/// Fluents whose values depend on the ply alone ([`Circuit::clock`]) belong to no variable: all states of
/// a ply have the same ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Encoding {
    pub(super) variables: Vec<StateVariable>,
    /// The variable and the value that each fluent stands for; none of one that belongs to no variable.
    pub(super) places: Vec<Option<(usize, usize)>>,
    /// The fluents that depend on the ply alone, in ascending order.
    pub(super) clock: Vec<usize>,
}

/// A variable of the state that moves have an influence on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StateVariable {
    /// The fluent of each value. A variable that may have none of them has one value more.
    pub(super) fluents: Vec<usize>,
    pub(super) may_be_none: bool,
    /// Its value at the start.
    pub(super) initial: usize,
}

impl StateVariable {
    pub(super) fn values(&self) -> usize {
        self.fluents.len() + usize::from(self.may_be_none)
    }
}

impl Encoding {
    pub(super) fn new(
        circuit: &Circuit,
        functions: &TransitionFunctions,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let clock = Clock::fluents(circuit, functions, interrupt)?;
        let ticks = |fluent: usize| clock.binary_search(&fluent).is_ok();
        let mut variables = Vec::new();
        for variable in circuit.variables() {
            let fluents: Vec<usize> =
                variable.fluents.iter().copied().filter(|&fluent| !ticks(fluent)).collect();
            if fluents.is_empty() {
                continue;
            }
            let may_be_none = variable.may_be_none || fluents.len() < variable.fluents.len();
            let initial = fluents.iter().position(|&fluent| functions.initial()[fluent]);
            let initial = initial.unwrap_or(fluents.len());
            variables.push(StateVariable { fluents, may_be_none, initial });
        }
        let mut encoding = Self { variables, places: vec![None; circuit.fluents()], clock };
        encoding.place();
        Ok(encoding)
    }

    /// How many fluents stand for values.
    pub(super) fn fluents(&self) -> usize {
        self.variables.iter().map(|variable| variable.fluents.len()).sum()
    }

    /// The same variables in another order: first that with the number `order[0]`.
    pub(super) fn ordered(mut self, order: &[usize]) -> Self {
        self.variables = order.iter().map(|&number| self.variables[number].clone()).collect();
        self.place();
        self
    }

    fn place(&mut self) {
        for (number, variable) in self.variables.iter().enumerate() {
            for (value, &fluent) in variable.fluents.iter().enumerate() {
                self.places[fluent] = Some((number, value));
            }
        }
    }
}
