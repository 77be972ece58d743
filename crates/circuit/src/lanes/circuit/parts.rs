use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::lanes::player::Player;
use crate::lanes::stepper::Stepper;
use crate::network::{Group, Network, Variable};
use crate::renumbering::Renumbering;
use crate::size::Size;
use crate::state::ones_between;
use crate::stored::{Damaged, sound};

/// What is made of a game before anybody asks, and stored.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Parts {
    /// Where each role's moves start among those of all roles, and where the last role's end.
    pub(super) first_move: Vec<usize>,
    pub(super) stepper: Stepper,
    pub(super) player: Player,
    /// The fluents of the initial state, as bits.
    pub(super) start: Vec<u64>,
    pub(super) size: Size,
    /// The role that moves at random.
    pub(super) chance: Option<usize>,
    /// The roles of which no move is always legal.
    pub(super) may_be_stuck: Vec<usize>,
    /// The invariants proven of every reachable state.
    pub(super) groups: Vec<Group>,
    /// The state as variables, as the invariants tell.
    pub(super) variables: Vec<Variable>,
    /// Bounds on the sum of all roles' goals.
    pub(super) sums: RangeInclusive<i32>,
    /// The network that it was made from, to be exported and to find decisive moves in; none if that
    /// is large.
    pub(super) network: Option<Network>,
}

impl Parts {
    /// How many fluents there are, and how many moves each role has.
    pub(super) fn sizes(&self) -> (usize, Vec<usize>) {
        let moves = self.first_move.windows(2).map(|ends| ends[1] - ends[0]).collect();
        (self.stepper.fluents(), moves)
    }

    /// Makes what is not stored, and checks that all parts are sound, belong together and can get
    /// these numbers.
    pub(super) fn restore(&mut self, numbers: &Renumbering) -> Result<(), Damaged> {
        let ends = self.first_move.first() == Some(&0) && self.first_move.is_sorted();
        sound(ends && self.first_move.len() > 1, "the numbers of moves")?;
        let (fluents, moves) = self.sizes();
        let roles = moves.len();
        let bits = moves.iter().try_fold(fluents, |bits, &moves| bits.checked_add(moves));
        sound(bits.is_some(), "the numbers of moves")?;
        self.stepper.check(fluents, &moves)?;
        let percepts: Vec<usize> = (0..roles).map(|role| self.stepper.percepts(role).len()).collect();
        sound(numbers.fits(fluents, &moves, &percepts), "the number of fluents, moves or percepts")?;
        self.player.check(fluents, &moves)?;
        let beyond = self.start.last().filter(|_| fluents % 64 > 0).map_or(0, |word| word >> (fluents % 64));
        sound(self.start.len() == fluents.div_ceil(64) && beyond == 0, "the initial state")?;
        let size_fits = (self.size.roles, self.size.fluents) == (roles, fluents) && self.size.moves == moves;
        sound(size_fits, "the size")?;
        let roles_fit = self.chance.is_none_or(|chance| chance < roles)
            && self.may_be_stuck.iter().all(|&role| role < roles);
        sound(roles_fit, "the roles")?;
        let (least, most) = (*self.sums.start(), *self.sums.end());
        sound((0..=most).contains(&least) && i64::from(most) <= 100 * roles as i64, "the sums of goals")?;
        sound(self.groups.iter().all(|group| group.fits(fluents)), "what is proven")?;
        Variable::check_all(&self.variables, fluents)?;
        let Some(network) = &mut self.network else { return Ok(()) };
        network.restore(fluents, &moves)?;
        let own = |role: usize| network.percepts.get(role).map_or(0, Vec::len);
        sound((0..roles).map(own).eq(percepts), "the number of percepts")
    }

    /// Forgets the network, as if it were large.
    #[cfg(test)]
    pub(crate) fn forget_network(&mut self) {
        self.network = None;
    }

    pub(super) fn renumber(&mut self, numbers: &Renumbering) {
        self.stepper.renumber(numbers);
        self.player.renumber(numbers);
        let holding: Vec<usize> = ones_between(&self.start, 0, 64 * self.start.len()).collect();
        self.start.fill(0);
        let holding = holding.into_iter().map(|fluent| numbers.input(fluent));
        holding.for_each(|fluent| self.start[fluent / 64] |= 1 << (fluent % 64));
        self.groups.iter_mut().for_each(|group| group.renumber(numbers));
        Variable::renumber_all(&mut self.variables, numbers);
        self.network.iter_mut().for_each(|network| network.renumber(numbers));
    }
}
