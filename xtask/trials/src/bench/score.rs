//! What matches between two players came to.

use std::fmt;

use arena::Interval;
use game::Goal;

use super::report;

/// Wins, draws and losses of one of two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
}

impl Score {
    /// Adds a match in which this player got `own` and the other player `other`.
    pub(crate) fn add(&mut self, own: Goal, other: Goal) {
        match own.cmp(&other) {
            std::cmp::Ordering::Less => self.losses += 1,
            std::cmp::Ordering::Equal => self.draws += 1,
            std::cmp::Ordering::Greater => self.wins += 1,
        }
    }

    /// The matches of both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// The cells of a table: wins, draws, losses, and the rate of wins, a draw being half of one, with its 95
    /// % interval.
    pub(crate) fn cells(self) -> [String; 4] {
        let Self { wins, draws, losses } = self;
        let (won, games) = (wins as f64 + draws as f64 / 2.0, wins + draws + losses);
        let rate = if games == 0 { 0.0 } else { won / games as f64 };
        let rate = report::percent(rate, Interval::wilson(won, games));
        [wins.to_string(), draws.to_string(), losses.to_string(), rate]
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} won, {} drawn, {} lost", self.wins, self.draws, self.losses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_half_a_win() {
        let mut score = Score::default();
        for (own, other) in [(100, 0), (100, 0), (50, 50), (0, 100)] {
            score.add(own, other);
        }
        assert_eq!(score, Score { wins: 2, draws: 1, losses: 1 });
        assert_eq!(score.to_string(), "2 won, 1 drawn, 1 lost");
        assert_eq!(score.cells(), ["2", "1", "1", "62.5 % (21.9 to 90.8)"]);
    }

    #[test]
    fn no_matches_say_nothing() {
        assert_eq!(Score::default().cells()[3], "0.0 % (0.0 to 100.0)");
    }
}
