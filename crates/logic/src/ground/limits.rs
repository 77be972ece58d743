use std::time::Duration;

/// Bounds on what grounding may take. A game beyond them is still played, by the reasoner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundLimits {
    /// Atoms without variables, before any is found to be needless.
    pub atoms: usize,
    /// Instances of rules, likewise.
    pub instances: usize,
    /// Ground terms that the reasoner has not met before.
    pub terms: usize,
    /// Room for atoms and instances, in bytes; a multiple of it may be in use for moments.
    pub bytes: usize,
    /// Time on the clock.
    pub time: Duration,
}

impl Default for GroundLimits {
    /// 8 million atoms, 16 million instances, 1 million new terms, 1 GiB, 10 seconds.
    fn default() -> Self {
        Self {
            atoms: 8_000_000,
            instances: 16_000_000,
            terms: 1_000_000,
            bytes: 1 << 30,
            time: Duration::from_secs(10),
        }
    }
}

/// Why a rulesheet has no grounding within the limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{relation}` (line {line}) cannot be grounded: {why}")]
pub struct Ungroundable {
    /// The relation that the rule at fault concludes.
    pub relation: String,
    /// The line of that rule, from 1.
    pub line: usize,
    /// What was exceeded.
    pub why: String,
}
