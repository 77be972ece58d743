//! What work on states may take, on the command line.

use std::time::Duration;

use search::Stop;
use solve::{Cut, Limits};

use crate::seconds;

/// The limits of work that enumerates states.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct EffortArgument {
    /// Megabytes for states and what is known of them; states that do not fit are kept in temporary files as
    /// far as possible
    #[arg(long, value_name = "MB", default_value_t = (Limits::MEMORY >> 20) as u64, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    memory: u64,
    /// Ends after so many seconds with what is known by then
    #[arg(long, value_name = "SECONDS", value_parser = seconds::parse_some, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Threads that work at the same time [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

impl EffortArgument {
    pub(crate) fn limits(&self, stop: Stop) -> Limits {
        let limits = Limits::default();
        let memory = usize::try_from(self.memory << 20).unwrap_or(usize::MAX);
        let threads = self.threads.map_or(limits.threads, usize::from);
        Limits { memory, threads, time: self.time, stop }
    }
}

/// What to say of work that was cut.
pub(crate) fn cut(cut: Cut) -> &'static str {
    match cut {
        Cut::Time => "the time is up (`--time SECONDS`)",
        Cut::Memory => "the memory is full (`--memory MB` allows more)",
        Cut::Stopped => "interrupted",
    }
}
