use std::fmt;
use std::sync::Arc;

use crate::circuit::Circuit;
use crate::dispatch::Instructions;
use crate::engine::Engine;
use crate::state::{Payment, State};

/// Plays games to the end, hundreds at a time, every role choosing uniformly among its legal moves.
///
/// Every playout that is started is finished, so that short games do not count more than long ones; where a playout ends, the next begins in
/// its lane. The results depend on the circuit, the starting states, the seed, the [`Width`], the ply limit, how many playouts are asked for, and on
/// earlier runs of the same `Playouts`; not on the machine or its [`Instructions`]. How often `pace` is asked, too, is the same everywhere; what it answers may
/// depend on a clock.
pub struct Playouts {
    circuit: Arc<Circuit>,
    engine: Box<dyn Run>,
    instructions: Instructions,
    ply_limit: u32,
}

/// How many games are played side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Width {
    /// 64.
    W64,
    /// 256.
    W256,
    /// 512.
    #[default]
    W512,
}

/// How to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pace {
    /// Start further playouts, up to the number that was asked for.
    On,
    /// Finish those that have been started.
    Drain,
    /// Abandon even those.
    Abandon,
}

/// What playouts came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Playouts that were finished.
    pub playouts: u64,
    /// Joint moves made in all of them; and in those that were abandoned.
    pub plies: u64,
    /// For each role, the sum of its goals in the terminal states reached.
    pub goals: Vec<u64>,
    /// For each role, how many of those states do not give it just one goal.
    pub unclear: Vec<u64>,
    /// Playouts that ended at the ply limit.
    pub cut: u64,
    /// Playouts that ended in a state that is not terminal, but where some role has no legal move.
    pub stuck: u64,
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// In a terminal state.
    Terminal,
    /// At the ply limit.
    Cut,
    /// In a state that is not terminal, but where some role has no legal move.
    Stuck,
}

/// One finished playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout<'a> {
    /// Which of the starting states it came from.
    pub start: usize,
    /// How many joint moves were made.
    pub plies: u32,
    /// How it ended.
    pub end: End,
    /// What the terminal state pays each role; empty if it did not end in one.
    pub payments: &'a [Payment],
    /// Each role's first move; empty if none was made.
    pub first_moves: &'a [u32],
}

/// What a run of playouts is to do.
pub(crate) struct Order<'a> {
    pub(crate) circuit: &'a Circuit,
    pub(crate) instructions: Instructions,
    pub(crate) ply_limit: u32,
    pub(crate) starts: &'a [State],
    pub(crate) playouts: u64,
    pub(crate) pace: &'a mut dyn FnMut(&Tally) -> Pace,
}

/// Where finished playouts go.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(&Playout<'_>);

/// An engine of some width.
pub(crate) trait Run: Send {
    fn run(&mut self, order: Order<'_>, sink: Option<Sink<'_>>) -> Tally;
}

impl Playouts {
    /// Plies after which a playout is cut unless [`with_ply_limit`](Self::with_ply_limit) says otherwise.
    pub const PLY_LIMIT: u32 = 10_000;

    /// How many plies of all lanes are played between two questions about the pace.
    pub const PACE: u32 = 64;

    /// Playouts in 512 lanes.
    pub fn new(circuit: Arc<Circuit>, seed: u64) -> Self {
        Self::with_width(circuit, seed, Width::default())
    }

    /// Playouts in so many lanes.
    pub fn with_width(circuit: Arc<Circuit>, seed: u64, width: Width) -> Self {
        let engine: Box<dyn Run> = match width {
            Width::W64 => Box::new(Engine::<1>::new(&circuit, seed)),
            Width::W256 => Box::new(Engine::<4>::new(&circuit, seed)),
            Width::W512 => Box::new(Engine::<8>::new(&circuit, seed)),
        };
        Self { circuit, engine, instructions: Instructions::best(), ply_limit: Self::PLY_LIMIT }
    }

    /// Cuts playouts after so many plies.
    #[must_use]
    pub fn with_ply_limit(mut self, plies: u32) -> Self {
        self.ply_limit = plies;
        self
    }

    /// Plays with these instructions rather than the best ones.
    #[must_use]
    pub fn with_instructions(mut self, instructions: Instructions) -> Self {
        self.instructions = instructions;
        self
    }

    /// Plays at most `playouts` playouts, the first from the first of `starts`, and so on, over and over; `pace` is asked now and then whether to go on.
    /// Without a starting state none is played.
    pub fn tally(&mut self, starts: &[State], playouts: u64, pace: &mut dyn FnMut(&Tally) -> Pace) -> Tally {
        self.run(starts, playouts, pace, None)
    }

    /// As [`tally`](Self::tally), and gives each playout to `sink` when it has ended.
    pub fn each(
        &mut self,
        starts: &[State],
        playouts: u64,
        pace: &mut dyn FnMut(&Tally) -> Pace,
        sink: &mut dyn FnMut(&Playout<'_>),
    ) -> Tally {
        self.run(starts, playouts, pace, Some(sink))
    }

    fn run(
        &mut self,
        starts: &[State],
        playouts: u64,
        pace: &mut dyn FnMut(&Tally) -> Pace,
        sink: Option<Sink<'_>>,
    ) -> Tally {
        let playouts = if starts.is_empty() { 0 } else { playouts };
        let (circuit, instructions, ply_limit) = (&*self.circuit, self.instructions, self.ply_limit);
        self.engine.run(Order { circuit, instructions, ply_limit, starts, playouts, pace }, sink)
    }
}

impl Tally {
    pub(crate) fn new(roles: usize) -> Self {
        Self { goals: vec![0; roles], unclear: vec![0; roles], ..Self::default() }
    }

    /// Playouts that ended in a terminal state.
    pub fn terminal(&self) -> u64 {
        self.playouts - self.cut - self.stuck
    }
}

impl fmt::Debug for Playouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Playouts").field("ply_limit", &self.ply_limit).finish_non_exhaustive()
    }
}
