use game::Goal;

use crate::Seed;

/// What a tournament will play: enough to know every match of it in advance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The game's name.
    pub game: String,
    /// A hash of the rules' text, if the caller has one, so that results of different rules are never taken for one another.
    pub rules_hash: Option<String>,
    /// How many roles the game has.
    pub roles: usize,
    /// The greatest goal there is, with which a single role wins.
    pub top_goal: Goal,
    /// The players' specs.
    pub players: Vec<String>,
    /// How many matches each pairing plays.
    pub games_per_pairing: u32,
    /// Where chance comes from.
    pub seed: Seed,
}

impl Plan {
    /// The greatest number of pairings anybody plays.
    pub const MAX_PAIRINGS: u64 = 100_000;

    /// How many pairings there are: as many as ways to fill the seats; none if that exceeds `u64`.
    pub fn pairings(&self) -> Option<u64> {
        (self.players.len() as u64).checked_pow(u32::try_from(self.roles).ok()?)
    }

    /// How many matches there are; none if that exceeds `u64`.
    pub fn matches(&self) -> Option<u64> {
        self.pairings()?.checked_mul(self.games_per_pairing.into())
    }

    /// Who sits where in a pairing: for each role the number of its player. Every player meets every player, itself
    /// included, in every order; the last role's player changes fastest.
    pub fn seats(&self, pairing: u64) -> Vec<usize> {
        let players = self.players.len() as u64;
        let mut rest = pairing;
        let mut seats: Vec<usize> = (0..self.roles)
            .map(|_| {
                let seat = rest % players;
                rest /= players;
                seat as usize
            })
            .collect();
        seats.reverse();
        seats
    }

    /// The seed of match number `index` of a pairing.
    pub fn match_seed(&self, pairing: u64, index: u32) -> Seed {
        self.seed.derive(pairing).derive(index.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_sits_everywhere() {
        let mut plan = Plan {
            game: "any".to_owned(),
            rules_hash: None,
            roles: 2,
            top_goal: 100,
            players: ["a", "b", "c"].map(str::to_owned).to_vec(),
            games_per_pairing: 10,
            seed: Seed(1),
        };
        let all: Vec<_> = (0..9).map(|pairing| plan.seats(pairing)).collect();
        assert_eq!(all[..4], [[0, 0], [0, 1], [0, 2], [1, 0]]);
        assert_eq!((plan.pairings(), plan.matches()), (Some(9), Some(90)));
        plan.roles = 1;
        assert_eq!((plan.pairings(), plan.seats(2)), (Some(3), vec![2]));
        plan.roles = 100;
        assert_eq!(plan.pairings(), None);
    }
}
