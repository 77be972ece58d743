use circuit::{Circuit, Gate, TransitionFunctions};
use game::{Interrupt, Interrupted};

use super::encoding::Encoding;

/// The fluents whose values depend on the ply alone, such as whose turn it is, and what follows from each of
/// their values.
pub(super) struct Clock {
    fluents: Vec<usize>,
    /// Which of them the rules heed, apart from the clock itself; the others only tell the time.
    heeded: Vec<bool>,
}

impl Clock {
    /// The fluents of a game that depend on the ply alone: the greatest set of those that depend on no others
    /// and on no move.
    pub(super) fn fluents(
        circuit: &Circuit,
        functions: &TransitionFunctions,
        interrupt: &Interrupt<'_>,
    ) -> Result<Vec<usize>, Interrupted> {
        let bits = circuit.clock();
        let mut fluents: Vec<usize> =
            (0..circuit.fluents()).filter(|&fluent| bits[fluent / 64] >> (fluent % 64) & 1 == 1).collect();
        // Where fluents equal others, the functions name one of them only, which may be none of these.
        loop {
            let mut left = Vec::new();
            for &fluent in &fluents {
                interrupt.check_now()?;
                let support = functions.functions().support([functions.next(fluent)]);
                left.extend(support.iter().all(|input| fluents.contains(input)).then_some(fluent));
            }
            if left.len() == fluents.len() {
                return Ok(fluents);
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
    pub(super) fn next(
        &self,
        functions: &TransitionFunctions,
        now: &[bool],
        interrupt: &Interrupt<'_>,
    ) -> Result<Vec<bool>, Interrupted> {
        let next = self.fluents.iter().map(|&fluent| functions.next(fluent));
        let next = functions.functions().only(next, interrupt)?;
        let next = next.cofactors(self.inputs(now), interrupt)?;
        Ok(next.roots().map(|function| next.gate(function) == Gate::Constant(true)).collect())
    }

    /// The values that the rules heed.
    pub(super) fn heeded(&self, now: &[bool]) -> Vec<bool> {
        now.iter().zip(&self.heeded).filter_map(|(&holds, &heeded)| heeded.then_some(holds)).collect()
    }

    /// The fluents with what they say, as inputs of functions.
    pub(super) fn inputs(&self, now: &[bool]) -> impl Iterator<Item = (usize, bool)> {
        self.fluents.iter().copied().zip(now.iter().copied())
    }
}
