use game::Tree;

/// A value as people read it: every decimal that a payoff may have, and two of a number with more, such as
/// a mean.
pub fn number(value: f64) -> String {
    let exact = value.to_string();
    match exact.split_once('.') {
        Some((_, decimals)) if decimals.len() > Tree::MAX_DECIMALS as usize => format!("{value:.2}"),
        _ => exact,
    }
}

/// A whole number, or its digits, with commas between thousands.
pub fn grouped(number: &impl ToString) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let grouped: Vec<String> =
            [0, 999, 1000, 4_531_985_219_092_u64].map(|number| grouped(&number)).into();
        assert_eq!(grouped, ["0", "999", "1,000", "4,531,985,219,092"]);
    }

    #[test]
    fn payoffs_are_shown_as_they_are_typed_and_means_to_two_decimals() {
        for (value, shown) in
            [(3.0, "3"), (0.5, "0.5"), (-0.125, "-0.125"), (100.0 / 3.0, "33.33"), (2e9, "2000000000")]
        {
            assert_eq!(number(value), shown);
        }
    }
}
