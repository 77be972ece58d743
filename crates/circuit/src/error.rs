/// Why a game has no circuit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CircuitError {
    /// The rules without variables are too long.
    #[error("without variables the rules have {literals} conditions, more than {limit}")]
    TooLarge {
        /// Conditions of all rules without variables.
        literals: usize,
        /// The bound.
        limit: usize,
    },
    /// The states would have too many bits.
    #[error("a state would have {bits} bits, too many for a circuit")]
    WideStates {
        /// Fluents and moves together.
        bits: usize,
    },
}
