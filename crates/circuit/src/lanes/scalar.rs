use std::time::Instant;

use gdl::{Interrupt, Interrupted};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::dispatch::Instructions;
use super::expansion::{Expansion, Parents};
use super::lanes::Lanes;
use super::stepper::Stepper;
use crate::incremental::{Incremental, Walker};
use crate::network::Network;
use crate::state::State;

/// The evaluation of one state at a time, and where it pays.
#[derive(Debug)]
pub(crate) struct Scalar {
    pub(crate) incremental: Incremental,
    /// From how many states on lanes are faster, by the clock. Both ways give the same states.
    pub(crate) fewest_in_lanes: usize,
    /// How many readers a ply of a random game tells of changes, on average.
    work_of_ply: u64,
}

/// How long a gate of a playout takes in 64 lanes beside a reader that is told of a change: about a quarter on the rules on which this was measured.
const GATES_OF_WORK: u64 = 4;

/// From how many plies of random play it is measured.
const PLIES: usize = 12;

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
        let Some(incremental) = Incremental::new(network, stepper.layout, interrupt)? else {
            return Ok(None);
        };
        let (fewest_in_lanes, work_of_ply) = measure(&incremental, stepper, initial);
        Ok(Some(Self { incremental, fewest_in_lanes, work_of_ply }))
    }

    /// Whether so many playouts are faster one after the other than in 64 lanes of a program with so many gates. It is estimated by counts rather than
    /// by a clock, as the random numbers differ: the same seed gives the same playouts on every machine.
    pub(crate) fn plays_faster(&self, playouts: u64, gates: usize) -> bool {
        playouts.saturating_mul(GATES_OF_WORK * self.work_of_ply) < gates as u64
    }
}

/// How many states take as long one after the other as at once in lanes, and the work of a ply, along a random play.
fn measure(incremental: &Incremental, stepper: &Stepper, initial: &State) -> (usize, u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut walker = Walker::new(incremental);
    let mut lanes = Lanes::<1>::new(&stepper.program);
    let mut state = initial.clone();
    let (mut ratios, mut work) = (Vec::new(), 0);
    for _ in 0..PLIES {
        if state.terminal() {
            state = initial.clone();
        }
        let joints: Option<Vec<Vec<u32>>> = (0..SUCCESSORS)
            .map(|_| {
                (0..stepper.roles()).map(|role| incremental.legal(&state, role).choose(&mut random)).collect()
            })
            .collect();
        // From where a role cannot move, or a game that is over at the start, nobody goes on.
        let Some(joints) = joints.filter(|_| !state.terminal()) else { break };
        // What the first costs is what a ply of a playout costs.
        let before = walker.work();
        walker.next(incremental, &state, &joints[0]);
        work += walker.work() - before;
        let mut children = Vec::with_capacity(SUCCESSORS);
        let started = Instant::now();
        children.extend(joints.iter().map(|joint| walker.next(incremental, &state, joint)));
        let one_by_one = started.elapsed();
        let mut out = vec![State::new(stepper.layout); SUCCESSORS];
        let started = Instant::now();
        let expansion = Expansion { stepper, instructions: Instructions::best(), lanes: &mut lanes };
        { expansion }.children(Parents::One(&state), &joints.concat(), &mut out, None);
        let at_once = started.elapsed();
        ratios.push(at_once.as_secs_f64() / one_by_one.as_secs_f64().max(1e-9));
        state = children.swap_remove(0);
    }
    // The median, as any of these times may have been interrupted.
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios.get(ratios.len() / 2).copied().unwrap_or(1.0);
    let fewest = ((SUCCESSORS as f64 * ratio).ceil() as usize).clamp(1, MOST);
    (fewest, work / ratios.len().max(1) as u64)
}
