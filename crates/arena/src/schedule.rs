use std::fmt;

use serde::{Deserialize, Serialize};

/// Who meets whom. Whatever the schedule, those who meet play every order of seats equally often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// Everyone meets everyone in every seat, itself included.
    #[default]
    RoundRobin,
    /// The first so many players, the champions, meet each of the others, the challengers.
    Gauntlet(usize),
    /// Neighbours in the order of their ratings so far meet, until the error bars of all neighbours are parted.
    Ladder,
}

impl Schedule {
    /// Games of each pairing of neighbours between two looks at the ratings of a ladder.
    pub(crate) const RUNG_GAMES: u32 = 10;

    /// Whether those with these numbers ever sit at one table.
    pub(crate) fn unites(self, seats: &[usize]) -> bool {
        match self {
            Self::RoundRobin => true,
            Self::Gauntlet(champions) => {
                let champion = |player: &&usize| **player < champions;
                seats.iter().any(|player| champion(&player)) && !seats.iter().all(|player| champion(&player))
            }
            Self::Ladder => two_players(seats),
        }
    }
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
    fn a_ladder_unites_two_players_in_any_number_of_seats() {
        assert!(Schedule::Ladder.unites(&[3, 1]) && Schedule::Ladder.unites(&[3, 1, 3]));
        assert!(!Schedule::Ladder.unites(&[1, 1]) && !Schedule::Ladder.unites(&[0, 1, 2]));
        assert!(!Schedule::Ladder.unites(&[1]));
    }
}
