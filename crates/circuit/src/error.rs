/// Why a game has no circuit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CircuitError {
    /// The rules without variables are too long.
    #[error(
        "without variables the rules have {literals} conditions, more than {limit}; the reasoner can still play the game"
    )]
    TooLarge {
        /// Conditions of all rules without variables.
        literals: usize,
        /// The bound.
        limit: usize,
    },
}
