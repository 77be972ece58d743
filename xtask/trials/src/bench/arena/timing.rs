use std::time::Instant;

use cpu_time::ProcessTime;
use serde::Serialize;

/// What some work took.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Timing {
    /// On the clock.
    pub(super) seconds: f64,
    /// The processor's time of all threads.
    pub(super) cpu_seconds: f64,
}

impl Timing {
    /// Does the work and times it.
    pub(super) fn of<T>(work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<(T, Self)> {
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        let done = work()?;
        let (seconds, cpu_seconds) = (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
        Ok((done, Self { seconds, cpu_seconds }))
    }

    /// The least of both, each for itself, over the turns; infinite if there were none.
    pub(super) fn best(turns: &[Self]) -> Self {
        let least = |part: fn(&Self) -> f64| turns.iter().map(part).fold(f64::INFINITY, f64::min);
        Self { seconds: least(|turn| turn.seconds), cpu_seconds: least(|turn| turn.cpu_seconds) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_the_least_of_either_time() {
        let timing = |seconds, cpu_seconds| Timing { seconds, cpu_seconds };
        let best = Timing::best(&[timing(2.0, 5.0), timing(3.0, 4.0)]);
        assert_eq!((best.seconds, best.cpu_seconds), (2.0, 4.0));
    }
}
