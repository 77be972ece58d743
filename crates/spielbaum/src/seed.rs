//! Seeds that nobody has chosen.

use std::time::{SystemTime, UNIX_EPOCH};

/// A seed that is easy to type again.
pub(crate) fn any() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.subsec_micros().into())
}
