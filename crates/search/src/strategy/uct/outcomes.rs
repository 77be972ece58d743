use game::{Chance, Game};
use rustc_hash::FxHashMap;

use super::tree::NONE;
use crate::Meter;
use crate::strategy::lookup::Lookup;

/// The payoffs of ends of the game and of proven states, each kept once and known by its number. There are
/// few different ones, unless chance makes means of them.
#[derive(Clone, Debug)]
pub(super) struct Payoffs {
    roles: usize,
    /// One per role, over and over.
    goals: Vec<f64>,
    /// By their bits.
    numbers: FxHashMap<Box<[u64]>, u32>,
    buffer: Vec<f64>,
}

impl Payoffs {
    pub(super) fn new(roles: usize) -> Self {
        Self { roles, goals: Vec::new(), numbers: FxHashMap::default(), buffer: Vec::new() }
    }

    /// The number of what a terminal state pays; none if there was no time to find out.
    pub(super) fn of<G: Game>(&mut self, game: &G, state: &G::State, meter: &Meter) -> u32 {
        self.buffer.clear();
        let chance = game.chance().map(Chance::role);
        for role in 0..self.roles {
            if Some(role) == chance {
                // It has none.
                self.buffer.push(0.0);
                continue;
            }
            let Some(goal) = meter.goal(game, state, role) else { return NONE };
            self.buffer.push(goal);
        }
        self.number_of_buffer()
    }

    /// The number of what a state pays by best play, as a tablebase tells; none if that does not.
    pub(super) fn looked_up<G: Game>(&mut self, state: &G::State, lookup: &mut Option<Lookup<'_, G>>) -> u32 {
        let Some(goals) = lookup.as_mut().and_then(|lookup| lookup.payoffs(state)) else { return NONE };
        self.buffer.clear();
        self.buffer.extend(goals.map(f64::from));
        self.number_of_buffer()
    }

    /// The number of what is expected of payoffs that are as likely as told.
    pub(super) fn expected(&mut self, outcomes: impl Iterator<Item = (f64, u32)>) -> u32 {
        self.buffer.clear();
        self.buffer.resize(self.roles, 0.0);
        for (probability, number) in outcomes {
            let goals = &self.goals[number as usize * self.roles..][..self.roles];
            self.buffer.iter_mut().zip(goals).for_each(|(sum, goal)| *sum += probability * goal);
        }
        self.number_of_buffer()
    }

    /// The number of payoffs that others know by this number.
    pub(super) fn adopt(&mut self, others: &Self, number: u32) -> u32 {
        self.number_of(others.goals(number))
    }

    /// The number of these payoffs, one per role.
    pub(super) fn number_of(&mut self, goals: &[f64]) -> u32 {
        self.buffer.clear();
        self.buffer.extend_from_slice(goals);
        self.number_of_buffer()
    }

    fn number_of_buffer(&mut self) -> u32 {
        let bits: Box<[u64]> = self.buffer.iter().map(|goal| goal.to_bits()).collect();
        let number = self.numbers.len() as u32;
        let known = *self.numbers.entry(bits).or_insert(number);
        if known == number {
            self.goals.extend_from_slice(&self.buffer);
        }
        known
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        let key = size_of::<(Box<[u64]>, u32)>() + self.roles * size_of::<u64>();
        self.goals.capacity() * size_of::<f64>() + self.numbers.capacity() * 8 / 7 * key
    }

    /// What each role gets.
    pub(super) fn goals(&self, number: u32) -> &[f64] {
        &self.goals[number as usize * self.roles..][..self.roles]
    }
}
