use std::fmt;
use std::str::FromStr;

/// A form of counterfactual regret minimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// All histories in each iteration; both players learn at the same time, and all iterations count the
    /// same: M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, *Regret minimization in games with
    /// incomplete information*, NIPS (2007).
    Cfr,
    /// Regrets are never below 0, players learn by turns, and iteration t has weight t in the average: O.
    /// Tammelin, *Solving large imperfect information games using CFR+*, arXiv:1407.5042 (2014).
    CfrPlus,
    /// Iteration t has weight t in regrets and in the average: N. Brown, T. Sandholm, *Solving
    /// imperfect-information games via discounted regret minimization*, AAAI (2019).
    LinearCfr,
    /// After iteration t positive regrets are multiplied by t^1.5 / (t^1.5 + 1) and negative ones by 1/2, and
    /// it has weight t² in the average: Brown & Sandholm (2019).
    DiscountedCfr,
    /// Samples of what chance and the other player do, with all moves of the player that learns: M. Lanctot,
    /// K. Waugh, M. Zinkevich, M. Bowling, *Monte Carlo sampling for regret minimization in extensive games*,
    /// NIPS (2009).
    ExternalMccfr,
    /// Samples of one history each, by importance sampling: Lanctot et al. (2009).
    OutcomeMccfr,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Cfr,
        Self::CfrPlus,
        Self::LinearCfr,
        Self::DiscountedCfr,
        Self::ExternalMccfr,
        Self::OutcomeMccfr,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cfr => "cfr",
            Self::CfrPlus => "cfr+",
            Self::LinearCfr => "linear-cfr",
            Self::DiscountedCfr => "discounted-cfr",
            Self::ExternalMccfr => "external-mccfr",
            Self::OutcomeMccfr => "outcome-mccfr",
        }
    }

    /// Whether it takes samples, so that an iteration is short and a seed matters.
    pub fn samples(self) -> bool {
        matches!(self.variant(), Variant::Sampled(_))
    }

    /// Iterations if nobody says how many: those that take samples are short.
    pub fn usual_iterations(self) -> u64 {
        if self.samples() { 1_000_000 } else { 1_000 }
    }

    pub(super) fn variant(self) -> Variant {
        let full = |positive, negative, average, alternating| Variant::Full {
            discount: Discount { positive, negative, average },
            alternating,
        };
        match self {
            Self::Cfr => full(f64::INFINITY, f64::INFINITY, 0, false),
            Self::CfrPlus => full(f64::INFINITY, f64::NEG_INFINITY, 1, true),
            Self::LinearCfr => full(1.0, 1.0, 1, true),
            Self::DiscountedCfr => full(1.5, 0.0, 2, true),
            Self::ExternalMccfr => Variant::Sampled(Sampling::External),
            Self::OutcomeMccfr => Variant::Sampled(Sampling::Outcome { exploration: 0.6 }),
        }
    }
}

/// What makes an algorithm.
#[derive(Clone, Copy, Debug)]
pub(super) enum Variant {
    /// All histories in each iteration.
    Full {
        discount: Discount,
        /// Whether the second player learns from what the first has just learnt.
        alternating: bool,
    },
    /// Some histories.
    Sampled(Sampling),
}

/// Which histories are sampled.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sampling {
    /// All moves of the player that learns, and one of everybody else.
    External,
    /// One move of everybody; the player that learns tries any move with this probability.
    Outcome { exploration: f64 },
}

/// How much iterations count. After iteration t regrets are multiplied by t^a / (t^a + 1), and its play has
/// weight t^average in the average.
#[derive(Clone, Copy, Debug)]
pub(super) struct Discount {
    /// The exponent of regrets above 0.
    positive: f64,
    /// The exponent of regrets below 0.
    negative: f64,
    average: i32,
}

/// The numbers of a [`Discount`] for one iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Factors {
    pub(super) positive: f64,
    pub(super) negative: f64,
    pub(super) weight: f64,
}

impl Discount {
    pub(super) fn factors(self, iteration: u64) -> Factors {
        let t = iteration as f64;
        // t^a / (t^a + 1), also where the exponent is infinite and t is 1.
        let factor = |exponent: f64| match exponent {
            f64::INFINITY => 1.0,
            f64::NEG_INFINITY => 0.0,
            exponent => 1.0 / (1.0 + t.powf(-exponent)),
        };
        Factors {
            positive: factor(self.positive),
            negative: factor(self.negative),
            weight: t.powi(self.average),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no such algorithm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no form `{0}` of counterfactual regret minimisation; there are cfr, cfr+, linear-cfr, discounted-cfr, external-mccfr and outcome-mccfr"
)]
pub struct NoSuchAlgorithm(pub String);

impl FromStr for Algorithm {
    type Err = NoSuchAlgorithm;

    fn from_str(text: &str) -> Result<Self, NoSuchAlgorithm> {
        let named = Self::ALL.into_iter().find(|algorithm| algorithm.name() == text);
        named.ok_or_else(|| NoSuchAlgorithm(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithms_are_read_as_they_are_named() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
        let problem = "magic".parse::<Algorithm>().unwrap_err().to_string();
        assert!(Algorithm::ALL.iter().all(|algorithm| problem.contains(algorithm.name())), "{problem}");
    }

    #[test]
    fn weights_of_iterations_are_those_of_the_papers() {
        let factors = |algorithm: Algorithm, iteration| {
            let Variant::Full { discount, .. } = algorithm.variant() else { panic!("{algorithm}") };
            let Factors { positive, negative, weight } = discount.factors(iteration);
            [positive, negative, weight]
        };
        assert_eq!(factors(Algorithm::Cfr, 4), [1.0, 1.0, 1.0]);
        assert_eq!(factors(Algorithm::CfrPlus, 4), [1.0, 0.0, 4.0]);
        assert_eq!(factors(Algorithm::LinearCfr, 4), [0.8, 0.8, 4.0]);
        let [positive, negative, weight] = factors(Algorithm::DiscountedCfr, 4);
        assert!((positive - 8.0 / 9.0).abs() < 1e-12 && negative == 0.5 && weight == 16.0);
    }
}
