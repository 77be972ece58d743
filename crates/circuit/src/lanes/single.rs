use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use smallvec::SmallVec;

use super::circuit::Circuit;
use super::engine::{Job, Play, Sink};
use super::playout::{End, Pace, Playout, Tally};
use super::scalar::Scalar;
use crate::goal::Goal;
use crate::incremental::{Incremental, Walker};

/// After how many changes that gates are told of the pace is asked for: some milliseconds.
const WORK_PER_PACE: u64 = 500_000;

/// In the time of as many changes a ply is made in which nothing changes, or a playout ends.
const WORK_OF_PLY: u64 = 50;

/// Plays one game after the other, evaluating what each ply changes.
pub(crate) struct Single {
    circuit: Arc<Circuit>,
    walker: Walker,
    random: Xoshiro256PlusPlus,
    joint: Vec<u32>,
}

impl Single {
    /// None if the circuit evaluates in lanes always.
    pub(crate) fn new(circuit: Arc<Circuit>, seed: u64) -> Option<Self> {
        let walker = Walker::new(&circuit.scalar()?.incremental);
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Some(Self { circuit, walker, random, joint: Vec::new() })
    }

    /// Draws a legal move for each role; false if one has none.
    fn draw(&mut self, incremental: &Incremental) -> bool {
        let Self { circuit, walker, random, joint } = self;
        joint.clear();
        for role in 0..circuit.roles() {
            let rank = match walker.mobility(incremental, role) {
                0 => return false,
                1 => 0,
                count => random.random_range(0..count),
            };
            joint.extend(walker.legal_move(incremental, role, rank));
        }
        true
    }
}

impl Play for Single {
    fn play(&mut self, job: Job<'_>, mut sink: Option<Sink<'_>>) -> Tally {
        let circuit = Arc::clone(&self.circuit);
        let Some(Scalar { incremental, .. }) = circuit.scalar() else { unreachable!("it was there") };
        let roles = circuit.roles();
        let mut tally = Tally::new(roles);
        let mut first_moves = Vec::new();
        let mut goals: SmallVec<[Goal; 8]> = SmallVec::new();
        // The first question is due at once.
        let mut due = 0;
        let mut waiting = job.playouts;
        let mut number = 0;
        while waiting > 0 {
            let start = (number % job.starts.len() as u64) as usize;
            self.walker.see(incremental, job.starts[start].fluents());
            let mut plies = 0;
            let end = loop {
                let work = self.walker.work() + WORK_OF_PLY * (tally.plies + tally.playouts);
                if work >= due {
                    due = work + WORK_PER_PACE;
                    match (job.pace)(&tally) {
                        Pace::On => {}
                        // What has not begun is not finished.
                        Pace::Drain if plies > 0 => waiting = 1,
                        Pace::Drain | Pace::Abandon => return tally,
                    }
                }
                if self.walker.terminal(incremental) {
                    break End::Terminal;
                }
                if !self.draw(incremental) {
                    break End::Stuck;
                }
                if plies == job.ply_limit {
                    break End::Cut;
                }
                if plies == 0 && job.first_moves {
                    first_moves.clone_from(&self.joint);
                }
                self.walker.advance(incremental, &self.joint);
                plies += 1;
                tally.plies += 1;
            };
            waiting -= 1;
            number += 1;
            tally.playouts += 1;
            goals.clear();
            match end {
                End::Terminal => {
                    self.walker.see_goals(incremental);
                    let goal = |role| Goal::from_byte(self.walker.goal_byte(incremental, role));
                    goals.extend((0..roles).map(goal));
                    for (role, goal) in goals.iter().enumerate() {
                        tally.goals[role] += u64::from(goal.value);
                        tally.unclear[role] += u64::from(!goal.unique);
                    }
                }
                End::Stuck => tally.stuck += 1,
                End::Cut => tally.cut += 1,
            }
            if let Some(sink) = &mut sink {
                let first_moves = if job.first_moves && plies > 0 { &first_moves[..] } else { &[] };
                sink(&Playout { start, plies, end, goals: &goals, first_moves, moves: &[] });
            }
        }
        tally
    }

    fn reseed(&mut self, seed: u64) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }
}
