use game::Tree;

/// A value as people read it: every decimal that a payoff may have, and two of a number with more, such as a mean.
pub fn number(value: f64) -> String {
    let exact = value.to_string();
    match exact.split_once('.') {
        Some((_, decimals)) if decimals.len() > Tree::MAX_DECIMALS as usize => format!("{value:.2}"),
        _ => exact,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payoffs_are_shown_as_they_are_typed_and_means_to_two_decimals() {
        for (value, shown) in
            [(3.0, "3"), (0.5, "0.5"), (-0.125, "-0.125"), (100.0 / 3.0, "33.33"), (2e9, "2000000000")]
        {
            assert_eq!(number(value), shown);
        }
    }
}
