//! The coverage of the intervals, by simulation.

use rand::RngExt;
use rstest::rstest;

use super::*;
use crate::counts::Counts;
use crate::elo::expected_score;
use crate::testing::{finished, plan};
use crate::{FirstSeat, Plan, Seed, Table};

/// Simulated players: their strengths and their rate of draws.
struct World {
    /// Elo, with mean 0.
    strengths: Vec<f64>,
    first_seat: f64,
    /// The share of draws among the games that the weaker side does not lose, were it to win as often as
    /// the stronger.
    draws: f64,
    /// Between every two players in either order.
    games: u64,
}

impl World {
    /// So many players at equal distances, the strongest `spread` Elo above the weakest.
    fn new(players: u32, spread: f64, draws: f64, games: u64) -> Self {
        let step = spread / f64::from(players - 1);
        let strengths = (0..players).map(|player| f64::from(player) * step - spread / 2.0).collect();
        Self { strengths, first_seat: 35.0, draws, games }
    }

    /// A round robin in both orders of seats.
    fn play(&self, seed: Seed) -> Comparisons {
        let mut random = seed.stream();
        let mut comparisons = Comparisons::new(self.strengths.len(), 2);
        for (i, strength) in self.strengths.iter().enumerate() {
            for (j, other) in self.strengths.iter().enumerate().filter(|(j, _)| *j != i) {
                let p = expected_score(strength - other + self.first_seat);
                let drawn = 2.0 * self.draws * p.min(1.0 - p);
                for _ in 0..self.games {
                    let x: f64 = random.random();
                    let won = x < p - drawn / 2.0;
                    let lost = x >= p + drawn / 2.0;
                    comparisons.add(i, j, won.into(), (!won && !lost).into(), lost.into());
                }
            }
        }
        comparisons
    }
}

/// Counts the intervals that cover the true value.
#[derive(Default)]
struct Coverage {
    covered: u32,
    intervals: u32,
}

impl Coverage {
    fn add(&mut self, estimate: Option<Estimate>, truth: f64) {
        let [low, high] = estimate.expect("all are connected").ci95();
        self.covered += u32::from(low <= truth && truth <= high);
        self.intervals += 1;
    }

    fn percent(&self) -> f64 {
        100.0 * f64::from(self.covered) / f64::from(self.intervals)
    }
}

/// The percentages of the intervals of ratings, of differences and of the first seat's advantage that cover
/// the true value.
fn coverage(world: &World, runs: u64) -> [f64; 3] {
    let [mut ratings, mut differences, mut seats] = [(); 3].map(|()| Coverage::default());
    for run in 0..runs {
        let strengths = world.play(Seed(4).derive(run)).strengths();
        for (i, &truth) in world.strengths.iter().enumerate() {
            ratings.add(strengths.rating(i), truth);
            for (j, &other) in world.strengths.iter().enumerate().skip(i + 1) {
                differences.add(strengths.difference(i, j), truth - other);
            }
        }
        seats.add(strengths.first_seat(), world.first_seat);
    }
    [ratings, differences, seats].map(|coverage| coverage.percent())
}

#[rstest]
#[case::without_draws(8, 400.0, 0.0, 20)]
#[case::with_draws(8, 400.0, 0.5, 20)]
#[case::mostly_draws(8, 400.0, 0.8, 20)]
#[case::two_games_a_pair(30, 400.0, 0.5, 1)]
#[case::far_apart(8, 2400.0, 0.0, 20)]
#[case::far_apart_with_draws(8, 1200.0, 0.5, 20)]
fn intervals_cover_the_truth_as_often_as_they_say(
    #[case] players: u32,
    #[case] spread: f64,
    #[case] draws: f64,
    #[case] games: u64,
) {
    let runs = if players > 10 { 500 } else { 2000 };
    let coverage = coverage(&World::new(players, spread, draws, games), runs);
    println!("ratings, differences, first seat: {coverage:.1?} % covered");
    assert!(coverage.iter().all(|percent| (93.0..=97.0).contains(percent)), "{coverage:.1?}");
}

/// The first seat's figures in a tournament of four equal players, ten games a pairing, of which the first
/// player wins 40 %: if `shared`, the same in all pairings.
fn first_seat(shared: bool, opening_plies: u32, run: u64) -> FirstSeat {
    let plan = Plan { games_per_pairing: 10, opening_plies, ..plan(&["a", "b", "c", "d"]) };
    let mut counts = Counts::new(&plan).expect("few");
    for (pairing, index) in (0..16).flat_map(|pairing| (0..10).map(move |index| (pairing, index))) {
        let luck = Seed(run).derive(if shared { 0 } else { pairing }).derive(index.into());
        let goals = if luck.stream().random_bool(0.4) { [100, 0] } else { [0, 100] };
        counts.add(finished(pairing, index, &goals)).expect("fits");
    }
    Table::new(&counts, true).first_seat.expect("two roles")
}

#[test]
fn intervals_of_the_first_seat_cover_the_truth_where_an_opening_decides_in_all_pairings() {
    let truth = [0.4, ELO_PER_LOGIT * (0.4_f64 / 0.6).ln()];
    let mut covered = [0; 2];
    for run in 0..300 {
        let FirstSeat { ci95, elo95, .. } = first_seat(true, 2, run);
        let intervals = [ci95.into(), elo95.expect("rated")];
        for (covered, ([low, high], truth)) in covered.iter_mut().zip(intervals.into_iter().zip(truth)) {
            *covered += u32::from(low <= truth && truth <= high);
        }
    }
    assert!(covered.iter().all(|covered| (280..=300).contains(covered)), "{covered:?} of 300");
}

#[test]
fn openings_that_favour_nobody_hardly_widen_the_intervals_of_the_first_seat() {
    let widths = |opening_plies| {
        let mut widths = [0.0; 2];
        for run in 0..50 {
            let FirstSeat { ci95, elo95, .. } = first_seat(false, opening_plies, run);
            let [low, high] = elo95.expect("rated");
            widths = [widths[0] + ci95.high - ci95.low, widths[1] + high - low];
        }
        widths
    };
    let (with, without) = (widths(2), widths(0));
    let ratios = [with[0] / without[0], with[1] / without[1]];
    assert!(ratios.iter().all(|ratio| (1.0..1.3).contains(ratio)), "{ratios:?}");
}

/// Three players, ranked by the model of Plackett & Luce: the next place is each player's with a probability
/// in proportion to its strength. Every two of them then compare by Bradley and Terry's model.
#[test]
fn intervals_cover_the_truth_in_games_for_three() {
    let strengths: [f64; 5] = [-250.0, -100.0, 0.0, 50.0, 300.0];
    let odds = strengths.map(|elo| (elo / ELO_PER_LOGIT).exp());
    let mut coverage = Coverage::default();
    for run in 0..1000 {
        let mut random = Seed(6).derive(run).stream();
        let mut comparisons = Comparisons::new(strengths.len(), 3);
        for match_number in 0..150 {
            let mut seated: Vec<usize> = (0..5).map(|k| (k + match_number) % 5).take(3).collect();
            while let [_, _, ..] = seated[..] {
                let mut x = random.random::<f64>() * seated.iter().map(|&player| odds[player]).sum::<f64>();
                let next = seated.iter().position(|&player| {
                    x -= odds[player];
                    x < 0.0
                });
                let best = seated.remove(next.unwrap_or(0));
                seated.iter().for_each(|&player| comparisons.add(best, player, 1, 0, 0));
            }
        }
        let estimated = comparisons.strengths();
        (0..5).for_each(|player| coverage.add(estimated.rating(player), strengths[player]));
    }
    // Somewhat too wide, as `Comparisons::weight` says.
    assert!((95.0..=98.0).contains(&coverage.percent()), "{:.1}", coverage.percent());
}
