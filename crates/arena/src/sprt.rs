use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::elo;

mod pentanomial;
#[cfg(test)]
mod simulation;
mod trial;

pub use pentanomial::Pentanomial;
pub use trial::Trial;

/// The generalised sequential probability ratio test of whether the first named of two players is `elo0` or
/// `elo1` stronger than the second.
///
/// Wald's test (1945) stops as soon as the log likelihood ratio of its hypotheses leaves the interval from
/// [`lower`](Self::lower) to [`upper`](Self::upper). Here it is the ratio of two maxima, each over all
/// distributions of [pairs](Pentanomial) with the expected score of a hypothesis (Van den Bergh, "The
/// generalized maximum likelihood ratio test for the expected value of a distribution"), so that it needs no
/// model of draws or of what an opening is worth. Elo is logistic. No least number of pairs is asked for: in
/// simulation the test keeps its error rates even where three pairs decide it.
///
/// ```
/// use spielbaum_arena::{Pentanomial, Sprt, Verdict};
///
/// let test: Sprt = "elo0=0,elo1=20".parse()?;
/// assert_eq!(test.to_string(), "elo0=0,elo1=20,alpha=0.05,beta=0.05");
/// assert_eq!(test.verdict(&Pentanomial([10, 70, 190, 110, 20])), Verdict::AcceptsH1);
/// # Ok::<(), spielbaum_arena::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "SprtParameters", into = "SprtParameters")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sprt(SprtParameters);

/// The parameters of a [test](Sprt), before they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SprtParameters {
    /// The difference in Elo that the first hypothesis claims.
    #[cfg_attr(feature = "openapi", schema(minimum = -1000, maximum = 1000))]
    pub elo0: f64,
    /// The difference in Elo that the second hypothesis claims, greater than `elo0`.
    #[cfg_attr(feature = "openapi", schema(minimum = -1000, maximum = 1000))]
    pub elo1: f64,
    /// How often the second hypothesis is accepted where the first is true.
    #[cfg_attr(feature = "openapi", schema(exclusive_minimum = 0, exclusive_maximum = 0.5))]
    pub alpha: f64,
    /// How often the first hypothesis is accepted where the second is true.
    #[cfg_attr(feature = "openapi", schema(exclusive_minimum = 0, exclusive_maximum = 0.5))]
    pub beta: f64,
}

/// What is wrong with the parameters of a test.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A part of the text is not `name=value`.
    #[error("`{part}` is not of the form name=value (a test reads elo0=0,elo1=20,alpha=0.05,beta=0.05)")]
    NoAssignment {
        /// The part between two commas.
        part: String,
    },
    /// A name that is none of the test's four.
    #[error("`{name}` is no parameter of the test (known: elo0, elo1, alpha, beta)")]
    Unknown {
        /// The name.
        name: String,
    },
    /// A parameter given twice.
    #[error("`{name}` is given twice; give it once")]
    Repeated {
        /// The parameter.
        name: &'static str,
    },
    /// A value that is no number.
    #[error("`{name}` takes a number, not `{value}`")]
    NoNumber {
        /// The parameter.
        name: &'static str,
        /// The value.
        value: String,
    },
    /// An Elo out of range.
    #[error("`{name}` takes a number from -1000 to 1000, not {value}")]
    Elo {
        /// The parameter.
        name: &'static str,
        /// The value.
        value: f64,
    },
    /// Hypotheses in the wrong order, or the same.
    #[error("elo0 must be less than elo1, but elo0={elo0} and elo1={elo1} (the defaults are 0 and 20)")]
    Order {
        /// The Elo of the first hypothesis.
        elo0: f64,
        /// The Elo of the second.
        elo1: f64,
    },
    /// An error rate out of range.
    #[error("`{name}` takes a number greater than 0 and less than 0.5, not {value}")]
    Rate {
        /// The parameter.
        name: &'static str,
        /// The value.
        value: f64,
    },
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// More pairs are needed.
    Undecided,
    /// The difference is `elo0` rather than `elo1`.
    #[serde(rename = "h0")]
    AcceptsH0,
    /// The difference is `elo1` rather than `elo0`.
    #[serde(rename = "h1")]
    AcceptsH1,
}

impl Default for Sprt {
    /// Is the first 20 Elo stronger or not stronger at all, with 5 % of errors either way?
    fn default() -> Self {
        Self(SprtParameters { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 })
    }
}

impl Sprt {
    /// A test of `elo0` against `elo1`, both from -1000 to 1000, that accepts `elo1` with probability
    /// `alpha` where `elo0` is true, and `elo0` with probability `beta` where `elo1` is; both rates lie
    /// between 0 and 0.5.
    ///
    /// # Errors
    /// If a parameter is out of its range or `elo0` is not less than `elo1`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-1000.0..=1000.0).contains(&value) {
                return Err(SprtError::Elo { name, value });
            }
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(0.0 < value && value < 0.5) {
                return Err(SprtError::Rate { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        Ok(Self(SprtParameters { elo0, elo1, alpha, beta }))
    }

    /// The difference in Elo that the first hypothesis claims.
    pub fn elo0(&self) -> f64 {
        self.0.elo0
    }

    /// The difference in Elo that the second hypothesis claims.
    pub fn elo1(&self) -> f64 {
        self.0.elo1
    }

    /// How often the second hypothesis is accepted where the first is true.
    pub fn alpha(&self) -> f64 {
        self.0.alpha
    }

    /// How often the first hypothesis is accepted where the second is true.
    pub fn beta(&self) -> f64 {
        self.0.beta
    }

    /// The log likelihood ratio at and below which the first hypothesis is accepted.
    pub fn lower(&self) -> f64 {
        (self.beta() / (1.0 - self.alpha())).ln()
    }

    /// The log likelihood ratio at and above which the second hypothesis is accepted.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta()) / self.alpha()).ln()
    }

    /// The log of how much likelier the second hypothesis makes these pairs than the first does; 0
    /// without pairs.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        pairs.deviance(elo::expected_score(self.elo0())) - pairs.deviance(elo::expected_score(self.elo1()))
    }

    /// What these pairs say, had the test not been decided before.
    pub fn verdict(&self, pairs: &Pentanomial) -> Verdict {
        match self.llr(pairs) {
            llr if llr >= self.upper() => Verdict::AcceptsH1,
            llr if llr <= self.lower() => Verdict::AcceptsH0,
            _ => Verdict::Undecided,
        }
    }
}

impl TryFrom<SprtParameters> for Sprt {
    type Error = SprtError;

    fn try_from(SprtParameters { elo0, elo1, alpha, beta }: SprtParameters) -> Result<Self, SprtError> {
        Self::new(elo0, elo1, alpha, beta)
    }
}

impl From<Sprt> for SprtParameters {
    fn from(test: Sprt) -> Self {
        test.0
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0,elo1=20,alpha=0.05,beta=0.05`, in any order; what is left out has these values.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let mut parameters = Self::default().0;
        let mut given = Vec::new();
        for part in text.split(',').map(str::trim).filter(|_| !text.trim().is_empty()) {
            let Some((name, value)) = part.split_once('=') else {
                return Err(SprtError::NoAssignment { part: part.to_owned() });
            };
            let (name, parameter) = match name.trim() {
                "elo0" => ("elo0", &mut parameters.elo0),
                "elo1" => ("elo1", &mut parameters.elo1),
                "alpha" => ("alpha", &mut parameters.alpha),
                "beta" => ("beta", &mut parameters.beta),
                name => return Err(SprtError::Unknown { name: name.to_owned() }),
            };
            if given.contains(&name) {
                return Err(SprtError::Repeated { name });
            }
            given.push(name);
            let value = value.trim();
            *parameter = value.parse().map_err(|_| SprtError::NoNumber { name, value: value.to_owned() })?;
        }
        parameters.try_into()
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtParameters { elo0, elo1, alpha, beta } = self.0;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta}")
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// Computed with `LLR_logistic` of fishtest's `server/fishtest/stats/LLRcalc.py`.
    #[rstest]
    #[case("elo0=0,elo1=20", [3, 20, 51, 30, 6], 1.436_744_854_3)]
    #[case("elo0=0,elo1=20", [10, 70, 190, 110, 20], 5.721_040_288_4)]
    #[case("elo0=0,elo1=5", [600, 9000, 21_000, 9300, 700], -4.185_899_751_8)]
    #[case("elo0=0,elo1=2", [1, 20, 300, 900, 779], 11.462_555_473_3)]
    #[case("elo0=0,elo1=20", [0, 0, 40, 0, 0], -2.360_664_673_4)]
    #[case("elo0=0,elo1=20", [0, 0, 0, 0, 25], 1.397_825_944_4)]
    #[case("elo0=-5,elo1=5", [0, 5, 8, 1, 0], -0.402_391_724_7)]
    #[case("elo0=0,elo1=100", [7, 0, 3, 0, 1], -2.883_642_600_1)]
    #[case("elo0=0,elo1=20", [1, 0, 0, 0, 0], -0.059_341_838_5)]
    fn the_llr_is_fishtests(#[case] test: Sprt, #[case] pairs: [u64; 5], #[case] llr: f64) {
        let ours = test.llr(&Pentanomial(pairs));
        assert!((ours - llr).abs() < 1e-8, "{ours}");
    }

    #[test]
    fn the_bounds_are_walds() {
        let test: Sprt = "alpha=0.05,beta=0.1".parse().expect("a test");
        assert!((test.lower() - (0.1_f64 / 0.95).ln()).abs() < 1e-15);
        assert!((test.upper() - (0.9_f64 / 0.05).ln()).abs() < 1e-15);
    }

    #[test]
    fn swapping_the_players_swaps_the_hypotheses() {
        let there: Sprt = "elo0=-5,elo1=15".parse().expect("a test");
        let back: Sprt = "elo0=-15,elo1=5".parse().expect("a test");
        let (mut pairs, ahead) = ([4, 17, 60, 31, 9], Pentanomial([4, 17, 60, 31, 9]));
        pairs.reverse();
        assert!((there.llr(&ahead) + back.llr(&Pentanomial(pairs))).abs() < 1e-10);
    }

    #[rstest]
    #[case("", "elo0=0,elo1=20,alpha=0.05,beta=0.05")]
    #[case("elo1=5.5", "elo0=0,elo1=5.5,alpha=0.05,beta=0.05")]
    #[case(" beta = 0.1 , elo0=-10", "elo0=-10,elo1=20,alpha=0.05,beta=0.1")]
    fn what_is_left_out_has_its_default(#[case] text: &str, #[case] whole: &str) {
        let test: Sprt = text.parse().expect("a test");
        assert_eq!(test.to_string(), whole);
        assert_eq!(whole.parse(), Ok(test));
    }

    #[rstest]
    #[case("elo=5", "`elo` is no parameter of the test (known: elo0, elo1, alpha, beta)")]
    #[case("elo0", "`elo0` is not of the form name=value")]
    #[case("elo0=0,", "`` is not of the form name=value")]
    #[case("elo0=0,elo0=0", "`elo0` is given twice")]
    #[case("elo1=much", "`elo1` takes a number, not `much`")]
    #[case("elo1=nan", "`elo1` takes a number from -1000 to 1000, not NaN")]
    #[case("elo1=1001", "`elo1` takes a number from -1000 to 1000, not 1001")]
    #[case("elo0=30", "elo0 must be less than elo1, but elo0=30 and elo1=20")]
    #[case("elo0=20", "elo0 must be less than elo1")]
    #[case("alpha=0", "`alpha` takes a number greater than 0 and less than 0.5, not 0")]
    #[case("beta=0.5", "`beta` takes a number greater than 0 and less than 0.5, not 0.5")]
    fn faults_say_what_to_do(#[case] text: &str, #[case] message: &str) {
        let error = text.parse::<Sprt>().expect_err("a fault").to_string();
        assert!(error.starts_with(message), "{error}");
    }

    #[test]
    fn json_is_checked_too() {
        let json = r#"{"elo0":0.0,"elo1":20.0,"alpha":0.05,"beta":0.05}"#;
        assert_eq!(serde_json::to_string(&Sprt::default()).expect("serialises"), json);
        assert_eq!(serde_json::from_str::<Sprt>(json).expect("a test"), Sprt::default());
        assert!(serde_json::from_str::<Sprt>(&json.replace("0.05", "0.7")).is_err());
    }
}
