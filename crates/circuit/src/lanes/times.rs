use std::time::{Duration, Instant};

/// How long the parts of a ply of all lanes have taken, all plies of a run together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlyTimes {
    /// How many plies were made in all lanes.
    pub rounds: u64,
    /// To put the next state in the place of the last one, or a starting state where a playout has ended.
    pub renew: Duration,
    /// To evaluate the view: what is legal, whether the game is over, the goals, and the count of
    /// legal moves.
    pub view: Duration,
    /// To find the playouts that have ended.
    pub judge: Duration,
    /// To draw the ranks of the moves.
    pub draw: Duration,
    /// To evaluate the moves of these ranks, and the next state.
    pub step: Duration,
}

impl PlyTimes {
    /// All of them together.
    pub fn total(&self) -> Duration {
        self.renew + self.view + self.judge + self.draw + self.step
    }
}

/// Takes the times of a run, if they are wanted.
pub(crate) struct Laps<'a> {
    times: Option<&'a mut PlyTimes>,
    last: Instant,
}

impl<'a> Laps<'a> {
    pub(crate) fn new(times: Option<&'a mut PlyTimes>) -> Self {
        Self { times, last: Instant::now() }
    }

    /// A ply begins.
    pub(crate) fn begin(&mut self) {
        if let Some(times) = &mut self.times {
            times.rounds += 1;
            self.last = Instant::now();
        }
    }

    /// A part of the ply is done.
    pub(crate) fn done(&mut self, part: fn(&mut PlyTimes) -> &mut Duration) {
        if let Some(times) = &mut self.times {
            let now = Instant::now();
            *part(times) += now - self.last;
            self.last = now;
        }
    }
}
