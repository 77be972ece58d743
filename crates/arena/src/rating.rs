use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::elo::ELO_PER_LOGIT;
use matrix::Matrix;
use model::Model;

mod comparisons;
mod draws;
mod matrix;
mod model;
#[cfg(test)]
mod simulation;

pub use comparisons::Comparisons;

/// The weight of the prior: games that each player is taken to have drawn with a player of mean strength, and
/// the first seat with the second.
///
/// It keeps the strength of a player finite that won or lost every game. Beside a dozen games it has
/// no effect.
const VIRTUAL_GAMES: f64 = 0.5;

/// Ratings of players in Elo, by the model of Bradley & Terry (1952) with an advantage of the first seat
/// (Davidson & Beaver 1977): the player in the first seat expects the score `1 / (1 + 10^(-d/400))`, where
/// `d` is the difference in strength plus the advantage of the seat. A draw is half a win for both.
///
/// The estimate maximises the likelihood, by Newton's method. So that players who won or lost every game have
/// a finite strength, each is taken to have drawn half a game with the mean player. Intervals are normal
/// ones, their variance that of the estimating equations (Godambe 1960, the "sandwich"): games scatter as
/// wins and losses do, less what draws take from it. Games are taken to be independent; of two from the same
/// opening with seats swapped, that makes intervals rather too wide. What the same opening gives the first
/// seat in many pairings is counted as clusters, by how far they differ (Liang & Zeger 1986).
///
/// Only players connected by comparisons, directly or through others, can be compared. Each such group has
/// mean 0; between groups there is no [`difference`](Self::difference).
///
/// ```
/// use spielbaum_arena::Comparisons;
///
/// let mut comparisons = Comparisons::new(3, 2);
/// comparisons.add(0, 1, 60, 20, 20); // the first player in the first seat won 60 of 100, halved 20 and lost 20
/// comparisons.add(1, 0, 30, 20, 50);
/// let strengths = comparisons.strengths();
///
/// let difference = strengths.difference(0, 1).expect("they played");
/// assert!((100.0..120.0).contains(&difference.elo) && difference.error < 30.0);
/// assert!(strengths.superiority(0, 1) > 0.99);
/// assert!(strengths.rating(2).is_none(), "it never played");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    /// In logits; the last is the advantage of the first seat.
    estimates: Vec<f64>,
    covariance: Matrix,
    groups: Vec<usize>,
    has_seats: bool,
}

/// A figure in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The estimate.
    pub elo: f64,
    /// Its standard error.
    pub error: f64,
}

impl Estimate {
    /// The 95 % interval.
    pub fn ci95(&self) -> [f64; 2] {
        let half = Normal::standard().inverse_cdf(0.975) * self.error;
        [self.elo - half, self.elo + half]
    }

    /// The probability that the true value is above 0.
    pub fn positive(&self) -> f64 {
        Normal::standard().cdf(self.elo / self.error)
    }
}

impl Strengths {
    /// The strength of `player` above the mean of those it is connected with; none if it was compared with
    /// no other.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn rating(&self, player: usize) -> Option<Estimate> {
        let group = self.group(player);
        let share = 1.0 / group.len() as f64;
        let mut contrast: Vec<_> = group.iter().map(|&other| (other, -share)).collect();
        contrast.push((player, 1.0));
        (group.len() > 1).then(|| self.estimate(&contrast))
    }

    /// The difference in strength between `player` and `other`; none if they are one, or if no comparisons
    /// connect them.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn difference(&self, player: usize, other: usize) -> Option<Estimate> {
        (player != other && self.groups[player] == self.groups[other])
            .then(|| self.estimate(&[(player, 1.0), (other, -1.0)]))
    }

    /// The probability that `player` is stronger than `other`, from 0 to 1; a half if they are one, or if no
    /// comparisons connect them.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn superiority(&self, player: usize, other: usize) -> f64 {
        self.difference(player, other).map_or(0.5, |difference| difference.positive())
    }

    /// The advantage of the first seat in Elo; none without comparisons, or where seats do not count.
    pub fn first_seat(&self) -> Option<Estimate> {
        self.has_seats.then(|| self.estimate(&[(self.groups.len(), 1.0)]))
    }

    /// The players connected with `player`, itself included.
    fn group(&self, player: usize) -> Vec<usize> {
        (0..self.groups.len()).filter(|&other| self.groups[other] == self.groups[player]).collect()
    }

    /// A sum of parameters, each times its factor.
    fn estimate(&self, contrast: &[(usize, f64)]) -> Estimate {
        let elo: f64 = contrast.iter().map(|&(i, a)| a * self.estimates[i]).sum();
        let variance: f64 = contrast
            .iter()
            .flat_map(|&(i, a)| contrast.iter().map(move |&(j, b)| a * b * self.covariance[(i, j)]))
            .sum();
        Estimate { elo: elo * ELO_PER_LOGIT, error: variance.sqrt() * ELO_PER_LOGIT }
    }

    fn fit(comparisons: &Comparisons, virtual_games: f64) -> Self {
        let model = Model::new(comparisons, virtual_games);
        let estimates = model.maximum();
        Self {
            covariance: model.covariance(&estimates),
            estimates,
            groups: comparisons.groups(),
            has_seats: comparisons.has_seats() && comparisons.counts().next().is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elo(estimate: Option<Estimate>) -> f64 {
        estimate.expect("connected").elo
    }

    fn width(estimate: Option<Estimate>) -> f64 {
        let [low, high] = estimate.expect("connected").ci95();
        high - low
    }

    fn two_players(first: [u64; 3], swapped: [u64; 3]) -> Strengths {
        let mut comparisons = Comparisons::new(2, 2);
        comparisons.add(0, 1, first[0], first[1], first[2]);
        comparisons.add(1, 0, swapped[0], swapped[1], swapped[2]);
        comparisons.strengths()
    }

    /// American League East, 1987: games won and lost at home (row) against each guest (column) of Milwaukee,
    /// Detroit, Toronto, New York, Boston, Cleveland and Baltimore. Agresti, Categorical Data Analysis (2nd
    /// edition 2002), table 10.10.
    const BASEBALL: [[(u64, u64); 7]; 7] = [
        [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
        [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
        [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
        [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
        [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
        [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
        [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
    ];

    fn baseball(roles: usize) -> Comparisons {
        let mut comparisons = Comparisons::new(7, roles);
        for (home, row) in BASEBALL.iter().enumerate() {
            for (guest, &(won, lost)) in row.iter().enumerate() {
                comparisons.add(home, guest, won, 0, lost);
            }
        }
        comparisons
    }

    /// Agresti's table 10.11 has the shares of strength and, in section 10.6.3, the logit of playing at home.
    #[test]
    fn baseball_teams_are_as_strong_as_published() {
        // Without virtual games, but for what makes the equations solvable.
        let strengths = Strengths::fit(&baseball(2), 1e-7);
        let odds: Vec<_> = (0..7).map(|i| (elo(strengths.rating(i)) / ELO_PER_LOGIT).exp()).collect();
        let published = [0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044];
        for (odds_of_one, share) in odds.iter().zip(published) {
            assert!((odds_of_one / odds.iter().sum::<f64>() - share).abs() < 5.1e-4, "{odds:?}");
        }
        let home = strengths.first_seat().expect("seats");
        assert!((home.elo / ELO_PER_LOGIT - 0.302).abs() < 5.1e-4, "{home:?}");
        // Standard errors of a logistic regression on the same data, here of Milwaukee against Baltimore and
        // of home.
        let milwaukee = strengths.difference(0, 6).expect("connected");
        assert!((milwaukee.elo / ELO_PER_LOGIT - 1.6196).abs() < 1e-4, "{milwaukee:?}");
        assert!((milwaukee.error / ELO_PER_LOGIT - 0.3474).abs() < 1e-4, "{milwaukee:?}");
        assert!((home.error / ELO_PER_LOGIT - 0.1309).abs() < 1e-4, "{home:?}");
    }

    #[test]
    fn virtual_games_are_nothing_next_to_many() {
        let [with, without] = [VIRTUAL_GAMES, 1e-7].map(|games| Strengths::fit(&baseball(2), games));
        for team in 0..7 {
            let shift = elo(with.rating(team)) - elo(without.rating(team));
            assert!(shift.abs() < 0.05 * without.rating(team).expect("connected").error, "{shift}");
        }
    }

    #[test]
    fn ratings_have_mean_0() {
        let strengths = baseball(2).strengths();
        let mean = (0..7).map(|team| elo(strengths.rating(team))).sum::<f64>() / 7.0;
        assert!(mean.abs() < 1e-9, "{mean}");
    }

    #[test]
    fn a_difference_has_the_elo_of_its_score() {
        // 64 % either way: 100 Elo, and a standard error of 1 / sqrt(n p (1 - p)) logits.
        let strengths = two_players([640_000, 0, 360_000], [360_000, 0, 640_000]);
        let difference = strengths.difference(0, 1).expect("connected");
        assert!((difference.elo - (0.64_f64 / 0.36).log10() * 400.0).abs() < 1e-3, "{difference:?}");
        assert!(
            (difference.error - ELO_PER_LOGIT / (2e6_f64 * 0.64 * 0.36).sqrt()).abs() < 1e-4,
            "{difference:?}"
        );
        assert!(elo(strengths.first_seat()).abs() < 1e-9);
        assert!((elo(strengths.rating(0)) - difference.elo / 2.0).abs() < 1e-9);
    }

    #[test]
    fn the_first_seat_alone_may_win() {
        let strengths = two_players([30, 0, 10], [30, 0, 10]);
        assert!(elo(strengths.difference(0, 1)).abs() < 1e-9);
        assert!((elo(strengths.first_seat()) - 190.0).abs() < 5.0, "{strengths:?}");
        assert_eq!(strengths.superiority(0, 1), 0.5);
    }

    #[test]
    fn a_player_who_wins_all_is_finite_and_surely_stronger() {
        let strengths = two_players([10, 0, 0], [0, 0, 10]);
        let difference = strengths.difference(0, 1).expect("connected");
        let [low, high] = difference.ci95();
        assert!((400.0..1000.0).contains(&difference.elo), "{difference:?}");
        assert!((0.0..300.0).contains(&low) && high > 1000.0, "{difference:?}");
        assert!(strengths.superiority(0, 1) > 0.975 && strengths.superiority(1, 0) < 0.025);
    }

    #[test]
    fn a_few_draws_alone_leave_doubt() {
        // No game of ten decided: up to a quarter may be, so a score of 0.6 and 80 Elo are no surprise.
        let half = width(two_players([0, 5, 0], [0, 5, 0]).difference(0, 1)) / 2.0;
        assert!((60.0..150.0).contains(&half), "{half}");
    }

    #[test]
    fn draws_narrow_intervals() {
        let decisive = two_players([50, 0, 50], [50, 0, 50]);
        let drawn = two_players([10, 80, 10], [10, 80, 10]);
        let ratio = width(drawn.difference(0, 1)) / width(decisive.difference(0, 1));
        assert!((ratio - 0.2_f64.sqrt()).abs() < 0.02, "{ratio}");
    }

    #[test]
    fn players_without_a_common_opponent_are_not_compared() {
        let mut comparisons = Comparisons::new(5, 2);
        comparisons.add(0, 1, 9, 0, 1);
        comparisons.add(1, 0, 2, 0, 8);
        comparisons.add(2, 3, 9, 0, 1);
        let strengths = comparisons.strengths();
        assert_eq!((strengths.difference(0, 2), strengths.superiority(0, 2)), (None, 0.5));
        assert!((elo(strengths.rating(0)) + elo(strengths.rating(1))).abs() < 1e-9);
        assert!(elo(strengths.difference(0, 1)) > 200.0);
        assert_eq!((strengths.rating(4), strengths.difference(4, 0)), (None, None));
        assert_eq!(strengths.difference(0, 0), None);
    }

    #[test]
    fn nothing_played_says_nothing() {
        let strengths = Comparisons::new(1, 2).strengths();
        assert_eq!((strengths.rating(0), strengths.first_seat()), (None, None));
        let nobody = Comparisons::new(0, 2).strengths();
        assert_eq!(nobody.first_seat(), None);
    }

    #[test]
    fn a_player_against_itself_tells_what_the_seat_is_worth() {
        let mut comparisons = Comparisons::new(1, 2);
        comparisons.add(0, 0, 75, 0, 25);
        let strengths = comparisons.strengths();
        assert_eq!(strengths.rating(0), None);
        assert!((elo(strengths.first_seat()) - 190.0).abs() < 5.0);
    }

    #[test]
    fn seats_never_swapped_leave_both_in_doubt() {
        let strengths = two_players([80, 0, 20], [0, 0, 0]);
        assert!(width(strengths.difference(0, 1)) > 500.0);
        assert!(width(strengths.first_seat()) > 500.0);
    }

    #[test]
    fn seats_do_not_count_among_more_than_two() {
        assert_eq!(baseball(3).strengths().first_seat(), None);
    }

    #[test]
    fn a_long_ladder_of_sure_wins_is_climbed() {
        let mut comparisons = Comparisons::new(100, 2);
        for player in 1..100 {
            comparisons.add(player, player - 1, 1000, 0, 0);
            comparisons.add(player - 1, player, 0, 0, 1000);
        }
        let strengths = comparisons.strengths();
        for player in 1..100 {
            let step = elo(strengths.difference(player, player - 1));
            assert!((400.0..2000.0).contains(&step), "{step}");
        }
        let whole = strengths.difference(99, 0).expect("connected");
        assert!(whole.error.is_finite() && whole.error > 100.0, "{whole:?}");
    }

    #[test]
    fn a_billion_games_do_not_upset_the_arithmetic() {
        let strengths = two_players([1_000_000_000, 0, 0], [0, 0, 1_000_000_000]);
        let difference = strengths.difference(0, 1).expect("connected");
        assert!((3000.0..6000.0).contains(&difference.elo) && difference.error > 100.0, "{difference:?}");
    }
}
