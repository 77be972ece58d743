use game::{Game, Goal};
use rustc_hash::FxHashMap;

use super::tree::NONE;
use crate::Meter;
use crate::strategy::lookup::Lookup;

/// The payoffs of ends of the game, each kept once and known by its number: there are few different ones.
#[derive(Clone, Debug)]
pub(super) struct Payoffs {
    roles: usize,
    /// One per role, over and over.
    goals: Vec<f64>,
    numbers: FxHashMap<Box<[Goal]>, u32>,
    buffer: Vec<Goal>,
}

impl Payoffs {
    pub(super) fn new(roles: usize) -> Self {
        Self { roles, goals: Vec::new(), numbers: FxHashMap::default(), buffer: Vec::new() }
    }

    /// The number of what a terminal state pays; none if there was no time to find out.
    pub(super) fn of<G: Game>(&mut self, game: &G, state: &G::State, meter: &Meter) -> u32 {
        self.buffer.clear();
        for role in 0..self.roles {
            let Some(goal) = meter.goal(game, state, role) else { return NONE };
            // A goal is a whole number.
            self.buffer.push(goal as Goal);
        }
        self.number_of_buffer()
    }

    /// The number of what a state pays by best play, as a tablebase tells; none if that does not.
    pub(super) fn looked_up<G: Game>(&mut self, state: &G::State, lookup: &mut Option<Lookup<'_, G>>) -> u32 {
        let Some(goals) = lookup.as_mut().and_then(|lookup| lookup.payoffs(state)) else { return NONE };
        self.buffer.clear();
        self.buffer.extend(goals);
        self.number_of_buffer()
    }

    fn number_of_buffer(&mut self) -> u32 {
        if let Some(&known) = self.numbers.get(self.buffer.as_slice()) {
            return known;
        }
        let number = self.numbers.len() as u32;
        self.goals.extend(self.buffer.iter().map(|&goal| f64::from(goal)));
        self.numbers.insert(self.buffer.as_slice().into(), number);
        number
    }

    /// What each role gets.
    pub(super) fn goals(&self, number: u32) -> &[f64] {
        &self.goals[number as usize * self.roles..][..self.roles]
    }
}
