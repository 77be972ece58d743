use std::collections::BTreeMap;

use super::Comparisons;
use super::comparisons::Counts;

/// Decisive comparisons that are added to each count of draws where draws narrow an interval: ten draws in
/// ten games do not prove that the next game is drawn too.
const DECISIVE: f64 = 2.0;

/// The rates of draws between players.
pub(super) struct Draws {
    pairings: BTreeMap<(usize, usize), Counts>,
    /// Each player's comparisons with others, and the draws among them.
    players: Vec<(f64, f64)>,
}

impl Draws {
    pub(super) fn of(comparisons: &Comparisons) -> Self {
        let pairings = comparisons.pairings();
        let mut players = vec![(0.0, 0.0); comparisons.players()];
        for (&(first, second), counts) in &pairings {
            for player in [first, second].into_iter().filter(|_| first != second) {
                players[player].0 += counts.games();
                players[player].1 += counts.draws;
            }
        }
        Self { pairings, players }
    }

    /// The share of draws between two players that were compared.
    ///
    /// Where they met seldom their own draws say little. So [`DECISIVE`] more comparisons are assumed, with
    /// as many draws among them as the one of the two who draws less has with others: too few draws make an
    /// interval too wide, too many would make it too narrow.
    pub(super) fn share(&self, first: usize, second: usize) -> f64 {
        let counts = self.pairings[&(first.min(second), first.max(second))];
        let (games, draws) = (counts.games(), counts.draws);
        let elsewhere = |player: usize| {
            let (all_games, all_draws) = self.players[player];
            (all_draws - draws) / (all_games - games + DECISIVE)
        };
        let assumed = if first == second { 0.0 } else { elsewhere(first).min(elsewhere(second)) };
        (draws + DECISIVE * assumed) / (games + DECISIVE)
    }
}

/// The variance of a score that is expected to be `p`, of which this share are draws, less than all.
///
/// Without draws it is `p (1 - p)`, whatever the results: these have no scatter of their own where all are
/// won. With draws it is `p (1 - p) - draws / 4`, which a share that contradicts `p` would make too small;
/// decisive games are then taken to be all won, or all lost.
pub(super) fn scatter(p: f64, draws: f64) -> f64 {
    let square = |distance: f64| distance * distance;
    let decisive = 1.0 - draws;
    let won = ((p - draws / 2.0) / decisive).clamp(0.0, 1.0);
    draws * square(0.5 - p) + decisive * (won * square(1.0 - p) + (1.0 - won) * square(p))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_scatter_less() {
        assert_eq!(scatter(0.8, 0.0), 0.8 * (1.0 - 0.8_f64).powi(2) + (1.0 - 0.8) * 0.8 * 0.8);
        assert!((scatter(0.8, 0.0) - 0.16).abs() < 1e-15);
        assert!((scatter(0.8, 0.3) - (0.16 - 0.3 / 4.0)).abs() < 1e-15);
        assert!((scatter(0.5, 0.9) - 0.025).abs() < 1e-15);
    }

    #[test]
    fn draws_that_contradict_the_score_still_scatter() {
        assert!(scatter(0.9, 0.9) > 0.1 && scatter(0.1, 0.9) > 0.1 && scatter(1.0, 0.5) > 0.1);
    }

    #[test]
    fn a_few_draws_are_not_taken_for_all() {
        let mut comparisons = Comparisons::new(2, 2);
        comparisons.add(0, 1, 0, 5, 0);
        comparisons.add(1, 0, 0, 5, 0);
        assert_eq!(Draws::of(&comparisons).share(1, 0), 10.0 / 12.0);
    }

    #[test]
    fn draws_with_others_support_ones_own() {
        let mut comparisons = Comparisons::new(4, 2);
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            comparisons.add(i, j, 0, 8, 0);
        }
        comparisons.add(0, 3, 8, 0, 0);
        let draws = Draws::of(&comparisons);
        // Player 0 halved 8 of 16 other games, player 1 all of 8.
        assert_eq!(draws.share(0, 1), (8.0 + 2.0 * 8.0 / 18.0) / 10.0);
        assert_eq!(draws.share(0, 3), 0.0);
    }
}
