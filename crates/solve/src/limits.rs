use std::fs;
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use search::Stop;
use serde::Serialize;

/// What work on a game may take.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of memory for states and what is known of them. What does not fit is kept in temporary files as
    /// far as the method allows.
    pub memory: usize,
    /// Threads that work at the same time.
    pub threads: usize,
    /// The time after which it ends with what is known by then.
    pub time: Option<Duration>,
    /// Pressed to end it early.
    pub stop: Stop,
}

impl Limits {
    /// The memory by default.
    pub const MEMORY: usize = 4 << 30;

    /// What is left of them after some time.
    pub(crate) fn after(&self, time: Duration) -> Self {
        Self { time: self.time.map(|all| all.saturating_sub(time)), ..self.clone() }
    }
}

impl Default for Limits {
    fn default() -> Self {
        let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self { memory: Self::MEMORY, threads, time: None, stop: Stop::default() }
    }
}

/// Limits of work that has begun.
pub(crate) struct Clock<'l> {
    pub(crate) limits: &'l Limits,
    started: Instant,
}

/// Why work ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// The time was up.
    Time,
    /// The memory was full.
    Memory,
    /// Somebody pressed the button.
    Stopped,
}

/// The most memory that this process has had so far, in bytes; none where the system does not tell.
pub fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

impl<'l> Clock<'l> {
    pub(crate) fn start(limits: &'l Limits) -> Self {
        Self { limits, started: Instant::now() }
    }

    /// Why work has to end, if it has.
    pub(crate) fn cut(&self) -> Option<Cut> {
        if self.limits.stop.pressed() {
            return Some(Cut::Stopped);
        }
        self.limits.time.is_some_and(|time| self.started.elapsed() >= time).then_some(Cut::Time)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_has_some_memory() {
        assert!(peak_bytes().is_some_and(|bytes| bytes > 1 << 20));
    }
}
