use std::fmt;

use serde::{Deserialize, Serialize};

/// Who meets whom. Players that meet play every order of seats equally often, but in
/// [`InOrder`](Self::InOrder).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Every player meets every player in every seat, itself included.
    #[default]
    RoundRobin,
    /// The first so many players, the champions, meet each of the others, the challengers.
    Gauntlet(usize),
    /// Players that are neighbours by their ratings so far meet, until the difference of each two neighbours
    /// is greater than 2.67 times its standard error.
    Ladder,
    /// There are as many players as roles, and they sit in the order they were named.
    InOrder,
    /// One match after the other between players that are not all strategies of this program: those on a
    /// network have addresses, not specs. There are as many players as roles. In the first match they sit in
    /// the order they were named, and after every match each moves on by a seat.
    Rotation {
        /// How many matches there are.
        matches: u64,
        /// The role of chance, whose player keeps its seat.
        chance: Option<usize>,
    },
}

impl Schedule {
    /// Games of each pairing of neighbours between two looks at the ratings of a ladder.
    pub(crate) const RUNG_GAMES: u32 = 10;

    /// Whether the players with these numbers ever meet in one match.
    pub(crate) fn unites(self, seats: &[usize]) -> bool {
        match self {
            Self::RoundRobin => true,
            Self::Gauntlet(champions) => {
                let champion = |player: &&usize| **player < champions;
                seats.iter().any(|player| champion(&player)) && !seats.iter().all(|player| champion(&player))
            }
            Self::Ladder => two_players(seats),
            Self::InOrder => seats.iter().copied().eq(0..seats.len()),
            Self::Rotation { chance, .. } => {
                (0..seats.len()).any(|turns| rotated(seats.len(), chance, turns) == seats)
            }
        }
    }

    /// In what way matches without goals came to nothing, after "3 games".
    pub fn pointless(self) -> &'static str {
        match self {
            Self::RoundRobin | Self::Gauntlet(_) | Self::Ladder | Self::InOrder => "ended by the ply limit",
            Self::Rotation { .. } => "given up or without goals",
        }
    }
}

/// The player of each role after so many turns of a rotation, in which the player of `chance` keeps its seat.
pub(crate) fn rotated(roles: usize, chance: Option<usize>, turns: usize) -> Vec<usize> {
    let mut moving: Vec<usize> = (0..roles).filter(|&player| Some(player) != chance).collect();
    if !moving.is_empty() {
        let turns = turns % moving.len();
        moving.rotate_left(turns);
    }
    if let Some(chance) = chance.filter(|&chance| chance < roles) {
        moving.insert(chance, chance);
    }
    moving
}

/// Whether there are exactly two players on the seats.
pub(crate) fn two_players(seats: &[usize]) -> bool {
    let other = seats.iter().find(|&&player| player != seats[0]);
    other.is_some_and(|other| seats.iter().all(|player| player == other || *player == seats[0]))
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet(_) => "gauntlet",
            Self::Ladder => "ladder",
            Self::InOrder => "in-order",
            Self::Rotation { .. } => "rotation",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gauntlet_unites_champions_with_challengers() {
        let gauntlet = Schedule::Gauntlet(1);
        assert!(gauntlet.unites(&[0, 1]) && gauntlet.unites(&[2, 0]) && gauntlet.unites(&[0, 1, 2]));
        assert!(!gauntlet.unites(&[0, 0]) && !gauntlet.unites(&[1, 2]) && !gauntlet.unites(&[0]));
    }

    #[test]
    fn in_order_there_is_one_way_to_sit() {
        assert!(Schedule::InOrder.unites(&[0, 1, 2]) && Schedule::InOrder.unites(&[0]));
        assert!(!Schedule::InOrder.unites(&[1, 0]) && !Schedule::InOrder.unites(&[0, 0]));
    }

    #[test]
    fn a_rotation_moves_everybody_but_chance() {
        let turns = |roles, chance| (0..4).map(|turn| rotated(roles, chance, turn)).collect::<Vec<_>>();
        assert_eq!(turns(2, None), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        assert_eq!(turns(3, None), [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]);
        assert_eq!(turns(3, Some(1)), [[0, 1, 2], [2, 1, 0], [0, 1, 2], [2, 1, 0]]);
        assert_eq!(turns(1, Some(0)), [[0], [0], [0], [0]]);
        let rotation = Schedule::Rotation { matches: 9, chance: None };
        assert!(rotation.unites(&[1, 2, 0]) && !rotation.unites(&[1, 0, 2]) && !rotation.unites(&[0, 0, 0]));
    }

    #[test]
    fn a_ladder_unites_two_players_in_any_number_of_seats() {
        assert!(Schedule::Ladder.unites(&[3, 1]) && Schedule::Ladder.unites(&[3, 1, 3]));
        assert!(!Schedule::Ladder.unites(&[1, 1]) && !Schedule::Ladder.unites(&[0, 1, 2]));
        assert!(!Schedule::Ladder.unites(&[1]));
    }
}
