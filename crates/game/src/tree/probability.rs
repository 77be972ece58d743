use std::str::FromStr;

/// How far the sum of a node's probabilities may be from 1: decimals such as `0.333333333` cannot be exact.
const TOLERANCE: f64 = 1e-9;

/// How likely an outcome of chance is, with the text that says so: a decimal such as `0.25`, or a fraction
/// such as `1/3`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Probability {
    pub(super) value: f64,
    pub(super) text: Box<str>,
}

/// A value is never NaN.
impl Eq for Probability {}

impl Probability {
    /// That of each of so many outcomes which are equally likely.
    pub(super) fn uniform(outcomes: usize) -> Self {
        let text = if outcomes == 1 { "1".to_owned() } else { format!("1/{outcomes}") };
        Self { value: 1.0 / outcomes as f64, text: text.into() }
    }

    /// Whether these are the probabilities of so many outcomes.
    pub(super) fn check(probabilities: &[Self], outcomes: usize) -> Result<(), String> {
        if probabilities.len() != outcomes {
            return Err(format!(
                "a probability for each child: {} given, {outcomes} needed",
                probabilities.len()
            ));
        }
        let sum: f64 = probabilities.iter().map(|probability| probability.value).sum();
        if (sum - 1.0).abs() > TOLERANCE {
            let shown = (sum * 1e9).round() / 1e9;
            return Err(format!("the probabilities add up to {shown}; they must add up to 1"));
        }
        Ok(())
    }
}

impl FromStr for Probability {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let shown = || text.chars().take(20).collect::<String>().escape_debug().to_string();
        let number = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            plain.then(|| text.parse::<f64>().ok()).flatten()
        };
        let value = match text.split_once('/') {
            None => number(text),
            Some((part, whole)) => number(part).zip(number(whole)).map(|(part, whole)| part / whole),
        };
        let value = value.ok_or_else(|| {
            format!(
                "`{}` is no probability; expected a decimal such as 0.25, or a fraction such as 1/3",
                shown()
            )
        })?;
        if value > 0.0 && value <= 1.0 {
            Ok(Self { value, text: text.into() })
        } else {
            Err(format!("the probability {} must be above 0 and at most 1", shown()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_and_fractions_are_probabilities() {
        let value = |text: &str| text.parse::<Probability>().map(|probability| probability.value);
        assert_eq!((value("0.25"), value("1/3"), value("1")), (Ok(0.25), Ok(1.0 / 3.0), Ok(1.0)));
        for text in ["", "x", "-0.5", "1e-3", "1/", "/2", "1/2/3"] {
            assert!(value(text).unwrap_err().contains("is no probability"), "{text}");
        }
        for text in ["0", "1.5", "3/2", "0/2", "1/0", "0/0"] {
            assert!(value(text).unwrap_err().contains("must be above 0"), "{text}");
        }
    }
}
