use std::time::{Duration, Instant};

use gdl::{Interrupt, Interrupted};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::dispatch::Instructions;
use super::expansion::{Expansion, Parents};
use super::stepper::Stepper;
use crate::incremental::{Incremental, Walker};
use crate::network::Network;
use crate::state::State;

/// The evaluation of one state at a time, and where it pays.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Scalar {
    pub(crate) incremental: Incremental,
    /// From how many children of one state on lanes are faster, by the clock. Both ways give the same states.
    pub(crate) fewest_in_lanes: usize,
    /// From how many states on that have nothing to do with one another.
    pub(crate) fewest_apart: usize,
    /// How many readers a ply of a random game tells of changes, on average.
    work_of_ply: u64,
}

/// How many gates of a playout lanes evaluate in the time in which one reader is told of a change: about so
/// many on the rules on which this was measured. Machine code evaluates some 30, and 64 lanes that are
/// interpreted 4.
const GATES_OF_WORK: u64 = 12;

/// How many gates lanes evaluate in the time that a ply of one playout takes besides.
const GATES_OF_PLY: u64 = 700;

/// How many gates lanes evaluate in the time that a ply of theirs takes besides, in which moves are drawn and
/// playouts begin and end.
const GATES_OF_PLY_IN_LANES: u64 = 1700;

/// From how many plies of random play it is measured.
const PLIES: usize = 24;

/// How many successors of each state are evaluated for that.
const SUCCESSORS: usize = 6;

/// As many as are measured at most: more fill the lanes.
const MOST: usize = 64;

impl Scalar {
    /// None if the network is recursive and large.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        network: &Network,
        stepper: &Stepper,
        initial: &State,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        let Some(incremental) = Incremental::new(network, initial, interrupt)? else {
            return Ok(None);
        };
        let Measured { jump, sibling, lanes, work_of_ply } =
            measure(&incremental, stepper, initial, interrupt)?;
        let count = |count: f64| (count.ceil() as usize).clamp(1, MOST);
        let fewest_in_lanes = count(1.0 + (lanes - jump) / sibling);
        Ok(Some(Self { incremental, fewest_in_lanes, fewest_apart: count(lanes / jump), work_of_ply }))
    }

    /// Whether so many playouts are faster one after the other than in lanes of a program with so many gates.
    /// It is estimated by counts rather than by a clock, as the random numbers differ: the same seed gives
    /// the same playouts on every machine.
    pub(crate) fn plays_faster(&self, playouts: u64, gates: usize) -> bool {
        plays_faster(self.work_of_ply, playouts, gates)
    }

    /// Whether that can be for any rules with such a program.
    pub(crate) fn may_play_faster(playouts: u64, gates: usize) -> bool {
        plays_faster(0, playouts, gates)
    }
}

/// Whether playouts are faster one after the other, if a ply tells so many readers of changes.
fn plays_faster(work_of_ply: u64, playouts: u64, gates: usize) -> bool {
    // What is read from a file may be any number.
    let ply = GATES_OF_WORK.saturating_mul(work_of_ply).saturating_add(GATES_OF_PLY);
    playouts.saturating_mul(ply) < gates as u64 + GATES_OF_PLY_IN_LANES
}

/// What evaluations take along a random play, in seconds.
struct Measured {
    /// A child of a state that is far from the one before.
    jump: f64,
    /// Another child of the same state.
    sibling: f64,
    /// Lanes, however many of them are taken.
    lanes: f64,
    work_of_ply: u64,
}

fn measure(
    incremental: &Incremental,
    stepper: &Stepper,
    initial: &State,
    interrupt: &Interrupt<'_>,
) -> Result<Measured, Interrupted> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut walker = Walker::new(incremental);
    let mut lanes = stepper.lanes::<1>();
    let mut state = initial.clone();
    let (mut jumps, mut siblings, mut at_once, mut work) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for _ in 0..PLIES {
        interrupt.check_now()?;
        if state.terminal() {
            state = initial.clone();
        }
        let joints: Option<Vec<Vec<u32>>> = (0..SUCCESSORS)
            .map(|_| {
                let draw = |role| incremental.legal(&state, role).choose(&mut random);
                (0..stepper.roles()).map(draw).collect()
            })
            .collect();
        // From where a role cannot move, or a game that is over at the start, nobody goes on.
        let Some(joints) = joints.filter(|_| !state.terminal()) else { break };
        // What this costs from the state before is what a ply of a playout costs.
        let before = walker.work();
        let next = walker.next(incremental, &state, &joints[0]);
        work += walker.work() - before;
        walker.view(incremental, initial.fluents());
        walker.make(incremental, initial.fluents(), &joints[1]);
        let started = Instant::now();
        walker.next(incremental, &state, &joints[1]);
        jumps.push(started.elapsed());
        let started = Instant::now();
        joints[2..].iter().for_each(|joint| drop(walker.next(incremental, &state, joint)));
        siblings.push(started.elapsed() / (SUCCESSORS - 2) as u32);
        let mut out = vec![State::new(stepper.layout); SUCCESSORS];
        interrupt.check_now()?;
        let started = Instant::now();
        Expansion { stepper, instructions: Instructions::best(), lanes: &mut lanes }.children(
            Parents::One(&state),
            &joints.concat(),
            &mut out,
            None,
        );
        at_once.push(started.elapsed());
        // The play goes on from there.
        walker.next(incremental, &state, &joints[0]);
        state = next;
    }
    let plies = jumps.len().max(1) as u64;
    Ok(Measured {
        jump: median(jumps),
        sibling: median(siblings),
        lanes: median(at_once),
        work_of_ply: work / plies,
    })
}

/// The median, as any of these times may have been interrupted; a moment of none.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64).max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_too_great_to_tell_what_is_faster() {
        assert!(!plays_faster(u64::MAX, 1, usize::MAX / 2));
        assert!(!plays_faster(u64::MAX, u64::MAX, 10));
        assert!(plays_faster(10, 1, 1_000) && plays_faster(u64::MAX, 0, 1_000));
    }
}
