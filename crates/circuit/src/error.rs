use gdl::Interrupted;

/// Why a game has no circuit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CircuitError {
    /// The grounded rules are too long.
    #[error("without variables the rules have {literals} conditions, more than {limit}")]
    TooLarge {
        /// Conditions of all grounded rules, each rule counting one more.
        literals: usize,
        /// The most that a circuit takes.
        limit: usize,
    },
    /// The states would have too many bits.
    #[error("a state would have {bits} bits, too many for a circuit")]
    WideStates {
        /// How many fluents and moves there are.
        bits: usize,
    },
    /// Making it was interrupted.
    #[error("the circuit is not finished: {0}")]
    Interrupted(#[from] Interrupted),
}
