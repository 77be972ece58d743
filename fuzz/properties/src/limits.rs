//! Limits within which every input ends soon. They count steps, since a property that depends on the clock
//! fails at times.

use std::cell::Cell;
use std::time::Duration;

use gdl::ParseLimits;
use logic::{GroundLimits, Limits};

/// On the text of rules.
pub(crate) const PARSE: ParseLimits = ParseLimits { bytes: 1 << 16, depth: 100 };

/// On questions to the reasoner. The time is for what hangs.
pub(crate) const LOGIC: Limits = Limits {
    facts: 5_000,
    terms: 20_000,
    term_depth: 50,
    term_size: 500,
    steps: 50_000,
    time: Duration::from_secs(3600),
};

/// On grounding.
pub(crate) const GROUND: GroundLimits =
    GroundLimits { atoms: 5_000, instances: 10_000, terms: 5_000, bytes: 1 << 22 };

/// How often work on rules may ask whether to go on.
pub(crate) struct Patience(Cell<u32>);

impl Patience {
    pub(crate) fn of(questions: u32) -> Self {
        Self(Cell::new(questions))
    }

    /// Whether there is some left, which is less afterwards.
    pub(crate) fn left(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }
}
