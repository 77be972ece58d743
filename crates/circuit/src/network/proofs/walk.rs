use gdl::{Interrupt, Interrupted};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::network::network::Network;
use crate::network::simulate::Simulation;

/// 64 random walks side by side, in which every role makes random legal moves; those that end start again.
pub(crate) struct Walk<'n> {
    network: &'n Network,
    simulation: Simulation,
    /// The graph's inputs: the fluents of the current states, and the moves made in them.
    inputs: Vec<u64>,
    random: Xoshiro256PlusPlus,
}

impl<'n> Walk<'n> {
    /// 64 games in their initial state. The seed is fixed, so every walk is the same.
    pub(crate) fn new(network: &'n Network) -> Self {
        let mut inputs: Vec<u64> =
            network.initial.iter().map(|&holds| u64::from(holds).wrapping_neg()).collect();
        inputs.resize(network.aig.inputs().len(), 0);
        let simulation = Simulation::new(&network.aig);
        Self { network, simulation, inputs, random: Xoshiro256PlusPlus::seed_from_u64(1) }
    }

    /// Goes on from other states, given as [`fluents`](Self::fluents) gives them.
    pub(crate) fn set_out(&mut self, fluents: &[u64]) {
        self.inputs[..fluents.len()].copy_from_slice(fluents);
    }

    /// For each fluent the games in which it holds.
    pub(crate) fn fluents(&self) -> &[u64] {
        &self.inputs[..self.network.initial.len()]
    }

    /// For each move the games in which it was made last.
    pub(crate) fn moves(&self) -> &[u64] {
        &self.inputs[self.network.initial.len()..]
    }

    /// Plays one ply in every game.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn step(&mut self, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        let network = self.network;
        let fluents = network.initial.len();
        self.inputs[fluents..].fill(0);
        self.simulation.run(&network.aig, &self.inputs);
        let mut over = self.simulation.value(network.terminal);
        for role in 0..network.legal.len() {
            over |= self.choose(role, interrupt)?;
        }
        self.simulation.run(&network.aig, &self.inputs);
        for fluent in 0..fluents {
            let next = self.simulation.value(network.next[fluent]);
            let initial = u64::from(network.initial[fluent]).wrapping_neg();
            self.inputs[fluent] = next & !over | initial & over;
        }
        Ok(())
    }

    /// Sets a random legal move of a role in each game; returns the games in which it has none.
    fn choose(&mut self, role: usize, interrupt: &Interrupt<'_>) -> Result<u64, Interrupted> {
        let legal = &self.network.legal[role];
        // Moves are many, and few of them legal: each is looked at once, for all games.
        let mut left = [0_i32; 64];
        for &legal in legal {
            interrupt.check()?;
            each_bit(self.simulation.value(legal), |game| left[game] += 1);
        }
        let mut stuck = 0;
        for (game, left) in left.iter_mut().enumerate() {
            match *left {
                0 => stuck |= 1 << game,
                1 => {}
                count => *left = self.random.random_range(1..=count),
            }
        }
        for (mov, &legal) in legal.iter().enumerate() {
            interrupt.check()?;
            let input = self.network.does_input(role, mov);
            each_bit(self.simulation.value(legal), |game| {
                if left[game] == 1 {
                    self.inputs[input] |= 1 << game;
                }
                left[game] -= 1;
            });
        }
        Ok(stuck)
    }
}

/// Calls with the number of each bit that is set.
fn each_bit(mut word: u64, mut call: impl FnMut(usize)) {
    while word != 0 {
        call(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}
