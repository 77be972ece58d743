use gdl::Interrupted;

/// Limits on grounding. A game that exceeds them is played by the reasoner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundLimits {
    /// The number of ground atoms before simplification.
    pub atoms: usize,
    /// The number of instances of rules before simplification.
    pub instances: usize,
    /// The number of ground terms that are new to the reasoner.
    pub terms: usize,
    /// The memory for atoms and instances in bytes. A multiple of it may be in use for a short time.
    pub bytes: usize,
}

impl Default for GroundLimits {
    /// 8 million atoms, 16 million instances, 1 million new terms, 1 GiB.
    fn default() -> Self {
        Self { atoms: 8_000_000, instances: 16_000_000, terms: 1_000_000, bytes: 1 << 30 }
    }
}

/// A rulesheet has no grounding within the limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Ungroundable {
    /// A rule exceeds a limit, or is being grounded when the grounding is interrupted.
    #[error("`{relation}` (line {line}) cannot be grounded: {why}")]
    Rule {
        /// The relation that the rule defines.
        relation: String,
        /// The line of that rule, from 1.
        line: usize,
        /// The limit that was exceeded.
        why: String,
    },
    /// The grounding is interrupted while all rules are worked on together.
    #[error("the rules cannot be grounded: {0}")]
    Interrupted(#[from] Interrupted),
}
