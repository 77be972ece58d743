use super::Comparisons;
use super::comparisons::Clustered;
use super::draws::{Draws, scatter};
use super::matrix::{Matrix, dot};
use crate::cluster::variance_of_sum;

/// The likelihood of parameters: in logits a strength for each player, then what the first seat is worth.
pub(super) struct Model<'a> {
    comparisons: &'a Comparisons,
    /// The weight of the prior: games that each parameter is taken to have drawn with 0.
    virtual_games: f64,
}

impl<'a> Model<'a> {
    pub(super) fn new(comparisons: &'a Comparisons, virtual_games: f64) -> Self {
        Self { comparisons, virtual_games }
    }

    /// The parameters of the greatest likelihood, by Newton's method from players that are all equal.
    ///
    /// The likelihood is concave. A step that goes far beyond the greatest point on its way is halved, so the
    /// method climbs wherever it is.
    pub(super) fn maximum(&self) -> Vec<f64> {
        let mut at = vec![0.0; self.comparisons.players() + 1];
        // Some five steps do for results as they come, some twenty where every player won all or nothing.
        for _ in 0..200 {
            let gradient = self.gradient(&at);
            let step = self.information(&at).inverse().times(&gradient);
            let climb = dot(&step, &gradient);
            let mut part = 1.0;
            let next = loop {
                let next: Vec<f64> = at.iter().zip(&step).map(|(x, step)| x + part * step).collect();
                if part < 1e-6 || dot(&self.gradient(&next), &step) >= -climb / 2.0 {
                    break next;
                }
                part /= 2.0;
            };
            at = next;
            // What was left to climb, as a logarithm of the likelihood.
            if climb < 1e-16 {
                break;
            }
        }
        at
    }

    /// The covariance of the parameters of the greatest likelihood, by Godambe's (1960) estimating equations.
    pub(super) fn covariance(&self, maximum: &[f64]) -> Matrix {
        let bread = self.information(maximum).inverse();
        let draws = Draws::of(self.comparisons);
        let mut filling = self.squares(maximum, |first, second, p| scatter(p, draws.share(first, second)));
        let seat = (self.comparisons.players(), self.comparisons.players());
        filling[seat] = filling[seat].max(self.clustered(maximum, &draws));
        bread.times_transpose(&filling).times_transpose(&bread)
    }

    /// The variance of the first seat's part of the gradient, where clusters of comparisons have luck in
    /// common, by how far they are from what is expected of them: at most that of clusters in which all
    /// comparisons go together. Differences between players are not concerned, as they meet in both orders
    /// with the same luck.
    fn clustered(&self, maximum: &[f64], draws: &Draws) -> f64 {
        let clusters = self.comparisons.clusters();
        let (mut surpluses, mut most) = (Vec::with_capacity(clusters.len()), 0.0);
        for cluster in clusters {
            let (mut surplus, mut together) = (0.0, 0.0);
            for &Clustered { players: [first, second], score, weight } in cluster {
                let p = self.expected(maximum, first, second);
                surplus += weight * (score - p);
                together += weight * scatter(p, draws.share(first, second)).sqrt();
            }
            surpluses.push(surplus);
            most += together * together;
        }
        variance_of_sum(&surpluses).min(most)
    }

    /// The gradient of the log likelihood.
    fn gradient(&self, at: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> = at.iter().map(|x| self.virtual_games * (0.5 - logistic(*x))).collect();
        for (first, second, counts) in self.comparisons.counts() {
            let surplus = counts.points() - counts.games() * self.expected(at, first, second);
            for (parameter, sign) in self.contrast(first, second) {
                gradient[parameter] += sign * self.comparisons.weight() * surplus;
            }
        }
        gradient
    }

    /// The second derivative of the log likelihood, with its sign changed.
    fn information(&self, at: &[f64]) -> Matrix {
        self.squares(at, |_, _, p| p * (1.0 - p))
    }

    /// The sum of the squares of the parameters' signs in each comparison, each times the variance of its
    /// score, which depends on the players and the score expected.
    fn squares(&self, at: &[f64], variance: impl Fn(usize, usize, f64) -> f64) -> Matrix {
        let mut squares = Matrix::zero(at.len());
        for (parameter, &x) in at.iter().enumerate() {
            squares.add_square(self.virtual_games * logistic(x) * logistic(-x), &[(parameter, 1.0)]);
        }
        for (first, second, counts) in self.comparisons.counts() {
            let variance = variance(first, second, self.expected(at, first, second));
            let factor = self.comparisons.weight() * counts.games() * variance;
            squares.add_square(factor, &self.contrast(first, second));
        }
        squares
    }

    /// The score that `first` expects against `second`.
    fn expected(&self, at: &[f64], first: usize, second: usize) -> f64 {
        logistic(self.contrast(first, second).iter().map(|&(parameter, sign)| sign * at[parameter]).sum())
    }

    /// The parameters that a comparison is about, and their signs. A player's own strength cancels out
    /// against itself.
    fn contrast(&self, first: usize, second: usize) -> [(usize, f64); 3] {
        let seat = if self.comparisons.has_seats() { 1.0 } else { 0.0 };
        [(first, 1.0), (second, -1.0), (self.comparisons.players(), seat)]
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
