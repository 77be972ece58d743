//! Error rates of the test, by simulation.
//!
//! A pair is played from an opening worth some Elo, drawn at random, to the side that moves first; a game is
//! lost, drawn or won as in the model of Rao & Kupper (1967), in which a draw is what happens within a
//! margin. So the two games of a pair go against one another, as they do where openings are lopsided.

use rand::RngExt;
use search::SearchRng;

use super::*;
use crate::Seed;

/// What an opening may be worth, each with the same probability.
const OPENINGS: [f64; 5] = [-150.0, -50.0, 20.0, 90.0, 240.0];

/// The probabilities of 0 to 4 half points when one player is expected to be `elo` stronger and draws need
/// `margin` Elo.
fn pair_distribution(elo: f64, margin: f64) -> [f64; 5] {
    let at = |strength: f64| {
        let mut distribution = [0.0; 5];
        for opening in OPENINGS {
            let game = |ahead: f64| {
                let (won, lost) = (elo::expected_score(ahead - margin), elo::expected_score(-ahead - margin));
                [lost, 1.0 - won - lost, won]
            };
            for (i, first) in game(strength + opening).into_iter().enumerate() {
                for (j, second) in game(strength - opening).into_iter().enumerate() {
                    distribution[i + j] += first * second / OPENINGS.len() as f64;
                }
            }
        }
        distribution
    };
    let score = |distribution: [f64; 5]| -> f64 { (0..5).map(|i| i as f64 / 4.0 * distribution[i]).sum() };
    // Draws and openings pull the score towards one half: find the strength that scores as `elo` promises.
    let (mut low, mut high) = (-2000.0, 2000.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        *(if score(at(middle)) < elo::expected_score(elo) { &mut low } else { &mut high }) = middle;
    }
    at(low)
}

/// The half points of one pair.
fn play(distribution: &[f64; 5], random: &mut SearchRng) -> usize {
    let mut rest: f64 = random.random();
    let beyond = |p: &&f64| {
        rest -= **p;
        rest >= 0.0
    };
    distribution.iter().take(4).take_while(beyond).count()
}

/// In how many of `runs` tests of players who are `elo` apart the verdict is not `right`, and the mean number
/// of pairs.
fn errors(sprt: &Sprt, elo: f64, margin: f64, right: Verdict, runs: u64) -> (u64, f64) {
    let distribution = pair_distribution(elo, margin);
    let (mut wrong, mut all_pairs) = (0, 0);
    for run in 0..runs {
        let mut random = Seed(5).derive(run).stream();
        let mut pairs = Pentanomial::default();
        let verdict = loop {
            pairs.add(play(&distribution, &mut random));
            match sprt.verdict(&pairs) {
                Verdict::Undecided => {}
                verdict => break verdict,
            }
        };
        wrong += u64::from(verdict != right);
        all_pairs += pairs.pairs();
    }
    (wrong, all_pairs as f64 / runs as f64)
}

/// Asserts that the test errs, but for the luck of the simulation (three standard deviations), no more often
/// than it says.
fn assert_error_rates(text: &str, margin: f64, runs: u64) {
    let sprt: Sprt = text.parse().expect("a test");
    for (elo, rate, right) in
        [(sprt.elo0(), sprt.alpha(), Verdict::AcceptsH0), (sprt.elo1(), sprt.beta(), Verdict::AcceptsH1)]
    {
        let (wrong, pairs) = errors(&sprt, elo, margin, right, runs);
        let [expected, runs] = [rate * runs as f64, runs as f64];
        println!("{text} margin={margin} at {elo} Elo: {:.4} wrong, {pairs:.0} pairs", wrong as f64 / runs);
        let most = expected + 3.0 * (expected * (1.0 - rate)).sqrt();
        assert!(
            wrong as f64 <= most,
            "{text} at {elo} Elo: {wrong} of {runs} wrong, at most {most:.0} allowed"
        );
    }
}

#[test]
fn a_quick_test_errs_no_more_often_than_it_says() {
    assert_error_rates("elo0=0,elo1=80,alpha=0.1,beta=0.05", 100.0, 300);
}

/// `cargo nextest run --release -p spielbaum-arena --run-ignored only err_no_more --no-capture`
#[test]
#[ignore = "36,000 simulated tests take five to ten seconds"]
fn tests_err_no_more_often_than_they_say() {
    for margin in [0.0, 100.0, 400.0] {
        assert_error_rates("elo0=0,elo1=20,alpha=0.05,beta=0.05", margin, 2000);
        assert_error_rates("elo0=-10,elo1=100,alpha=0.05,beta=0.1", margin, 2000);
        // Decided after some five pairs, most outcomes of which have not been seen.
        assert_error_rates("elo0=0,elo1=400,alpha=0.01,beta=0.02", margin, 2000);
    }
}

#[test]
fn intervals_cover_the_truth_as_often_as_they_say() {
    for (elo, margin, pairs) in [(0.0, 0.0, 20), (30.0, 100.0, 50), (200.0, 100.0, 50), (-300.0, 0.0, 200)] {
        let distribution = pair_distribution(elo, margin);
        let covered = (0..2000).filter(|&run| {
            let mut random = Seed(7).derive(run).stream();
            let mut played = Pentanomial::default();
            (0..pairs).for_each(|_| played.add(play(&distribution, &mut random)));
            let [low, high] = Trial::new(Sprt::default(), played).ci95;
            low.is_none_or(|low| low <= elo) && high.is_none_or(|high| elo <= high)
        });
        let percent = covered.count() as f64 / 20.0;
        println!("{pairs} pairs at {elo} Elo: {percent:.1} % covered");
        assert!((93.0..=97.0).contains(&percent), "{pairs} pairs at {elo} Elo: {percent} %");
    }
}
