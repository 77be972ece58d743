use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{Pentanomial, Sprt, Verdict};
use crate::elo;

/// How far a test between two players has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Trial {
    /// The test.
    pub sprt: Sprt,
    /// The pairs played, by their points for the first named player.
    pub pentanomial: Pentanomial,
    /// How many they are.
    pub pairs: u64,
    /// The log likelihood ratio of `elo1` to `elo0`.
    pub llr: f64,
    /// The log likelihood ratio at which `elo0` is accepted.
    pub lower: f64,
    /// The log likelihood ratio at which `elo1` is accepted.
    pub upper: f64,
    /// What the ratio says.
    pub verdict: Verdict,
    /// By how much the first named player seems the stronger; none without pairs, or if all points went to
    /// one player.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub elo: Option<f64>,
    /// The ends of the 95 % interval of that; none where it has no end.
    ///
    /// It is the interval for a number of pairs fixed beforehand. A test that stops on a run of luck makes it
    /// lean towards the hypothesis accepted.
    pub ci95: [Option<f64>; 2],
}

impl Trial {
    /// What `sprt` says of these pairs.
    pub fn new(sprt: Sprt, pentanomial: Pentanomial) -> Self {
        Self {
            sprt,
            pentanomial,
            pairs: pentanomial.pairs(),
            llr: sprt.llr(&pentanomial),
            lower: sprt.lower(),
            upper: sprt.upper(),
            verdict: sprt.verdict(&pentanomial),
            elo: pentanomial.score().and_then(elo::of_score),
            ci95: interval(&pentanomial),
        }
    }
}

/// The Elo of all mean scores whose [deviance](Pentanomial::deviance) is no surprise: the empirical
/// likelihood interval of Owen (1988), calibrated by Student's t as he advises for small samples.
///
/// Unlike the textbook's `mean ± 1.96 standard errors` it has a width when all pairs came out alike.
fn interval(pairs: &Pentanomial) -> [Option<f64>; 2] {
    let Some(score) = pairs.score().filter(|_| pairs.pairs() > 1) else {
        return [None; 2]; // one pair says nothing of how much pairs differ
    };
    let t = StudentsT::new(0.0, 1.0, (pairs.pairs() - 1) as f64)
        .expect("a positive number of degrees of freedom")
        .inverse_cdf(0.975);
    let credible = |score: f64| 2.0 * pairs.deviance(score) <= t * t;
    [0.0, 1.0].map(|end| {
        let (mut inside, mut outside) = (score, end);
        if inside == outside {
            return None;
        }
        // Fifty halvings leave nothing to speak of, but for scores so near the end that Elo has none.
        for _ in 0..50 {
            let middle = f64::midpoint(inside, outside);
            *(if credible(middle) { &mut inside } else { &mut outside }) = middle;
        }
        elo::of_score(outside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(pentanomial: [u64; 5]) -> Trial {
        Trial::new(Sprt::default(), Pentanomial(pentanomial))
    }

    fn ends(trial: &Trial) -> [f64; 2] {
        trial.ci95.map(|end| end.expect("an end"))
    }

    #[test]
    fn many_pairs_have_the_textbooks_interval() {
        let trial = trial([300, 2000, 5100, 2400, 500]);
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let moment = |power| {
            trial.pentanomial.0.iter().zip(scores).map(|(n, a)| *n as f64 * f64::powi(a, power)).sum::<f64>()
                / trial.pairs as f64
        };
        let error = ((moment(2) - moment(1).powi(2)) / trial.pairs as f64).sqrt();
        for (end, sign) in ends(&trial).into_iter().zip([-1.0, 1.0]) {
            let textbook = elo::of_score(moment(1) + sign * 1.96 * error).expect("finite");
            assert!((end - textbook).abs() < 0.05, "{end} {textbook}");
        }
    }

    #[test]
    fn pairs_that_are_all_alike_leave_doubt() {
        let [low, high] = ends(&trial([0, 0, 10, 0, 0]));
        assert!(low < -50.0 && high > 50.0 && (low + high).abs() < 1e-6, "{low} {high}");
        let won = trial([0, 0, 0, 0, 10]);
        assert_eq!((won.elo, won.ci95[1]), (None, None));
        assert!(won.ci95[0].is_some_and(|low| 0.0 < low && low < 400.0), "{won:?}");
    }

    #[test]
    fn no_pair_and_one_pair_bound_nothing() {
        assert_eq!((trial([0; 5]).elo, trial([0; 5]).ci95, trial([0; 5]).llr), (None, [None; 2], 0.0));
        let one = trial([0, 0, 0, 1, 0]);
        assert!(one.elo.is_some());
        assert_eq!((one.ci95, one.verdict), ([None; 2], Verdict::Undecided));
    }

    #[test]
    fn a_trial_reads_its_own_json() {
        let trial = trial([3, 20, 51, 30, 6]);
        let json = serde_json::to_value(trial).expect("serialises");
        assert_eq!(json["pentanomial"], serde_json::json!([3, 20, 51, 30, 6]));
        assert_eq!(json["verdict"], "undecided");
        assert_eq!(json["sprt"]["elo1"], 20.0);
        assert_eq!(serde_json::from_value::<Trial>(json).expect("its own JSON"), trial);
    }
}
