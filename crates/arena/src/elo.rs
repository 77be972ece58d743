//! The scale of ratings: 400 Elo are a factor of ten in the odds of the expected score (Elo 1978,
//! logistic curve).

/// What one unit of log odds is in Elo.
pub(crate) const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The score between 0 and 1 that a player `elo` stronger than its opponent expects.
pub(crate) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

/// The Elo that expects `score`; none for 0 and 1, which no finite Elo expects.
pub(crate) fn of_score(score: f64) -> Option<f64> {
    (0.0 < score && score < 1.0).then(|| (score / (1.0 - score)).ln() * ELO_PER_LOGIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_hundred_elo_are_ten_to_one() {
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-15);
        assert!((of_score(10.0 / 11.0).expect("finite") - 400.0).abs() < 1e-10);
        assert_eq!(expected_score(0.0), 0.5);
    }

    #[test]
    fn all_and_nothing_have_no_elo() {
        assert_eq!((of_score(0.0), of_score(1.0)), (None, None));
    }
}
