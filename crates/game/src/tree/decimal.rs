use std::str::FromStr;

use super::Tree;
use crate::Goal;

/// A payoff as it is typed: `digits / 10^places`, without zeros at the end of its decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    digits: i64,
    pub(super) places: u32,
}

impl Decimal {
    /// How many units of `10^-places` it is.
    ///
    /// # Errors
    /// If they are beyond [`Tree::MAX_GOAL`]. It must not have more decimals than `places`.
    pub(super) fn in_units(self, places: u32) -> Result<Goal, String> {
        let units = self.digits.checked_mul(10_i64.pow(places - self.places));
        let goal = units.and_then(|units| Goal::try_from(units).ok()).filter(|units| within_bounds(*units));
        goal.ok_or_else(|| out_of_bounds(&self.text(), places))
    }

    fn text(self) -> String {
        written(self.digits, self.places)
    }
}

impl From<Goal> for Decimal {
    fn from(goal: Goal) -> Self {
        Self { digits: goal.into(), places: 0 }
    }
}

impl FromStr for Decimal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || !is_number(whole) || !is_number(fraction) {
            let shown: String = text.chars().take(20).collect();
            return Err(format!("`{}` is no number", shown.escape_debug()));
        }
        let fraction = fraction.trim_end_matches('0');
        let places = u32::try_from(fraction.len()).ok().filter(|places| *places <= Tree::MAX_DECIMALS);
        let places = places.ok_or_else(|| format!("a payoff has at most {} decimals", Tree::MAX_DECIMALS))?;
        // Too many digits are out of bounds in any case.
        let digits: i64 =
            format!("0{whole}{fraction}").parse().map_err(|_| out_of_bounds(&shortened(text), 0))?;
        Ok(Self { digits: if text.starts_with('-') { -digits } else { digits }, places })
    }
}

/// That a payoff, as it is typed, is too large for a tree with so many decimals.
fn out_of_bounds(payoff: &str, places: u32) -> String {
    let most = f64::from(Tree::MAX_GOAL) / f64::from(unit(places));
    let why = if places == 0 { String::new() } else { format!(" in a tree with {places} decimals") };
    format!("the payoff {payoff} is out of bounds: they end at {most} and -{most}{why}")
}

/// The beginning of a long number.
fn shortened(number: &str) -> String {
    let shown: String = number.chars().take(40).collect();
    if shown == number { shown } else { format!("{shown}…") }
}

/// What is written as 1 in a tree with so many decimals.
pub(super) fn unit(places: u32) -> Goal {
    10_i32.pow(places)
}

pub(super) fn within_bounds(goal: Goal) -> bool {
    goal.unsigned_abs() <= Tree::MAX_GOAL.unsigned_abs()
}

/// A number of units of `10^-places` as it is typed.
pub(super) fn written(units: i64, places: u32) -> String {
    let unit = 10_u64.pow(places);
    let (whole, rest) = (units.unsigned_abs() / unit, units.unsigned_abs() % unit);
    let sign = if units < 0 { "-" } else { "" };
    if rest == 0 {
        return format!("{sign}{whole}");
    }
    let fraction = format!("{rest:0width$}", width = places as usize);
    format!("{sign}{whole}.{}", fraction.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(i64, u32), String> {
        text.parse::<Decimal>().map(|decimal| (decimal.digits, decimal.places))
    }

    #[test]
    fn decimals_are_read_exactly() {
        assert_eq!(read("12"), Ok((12, 0)));
        assert_eq!(read("-0.50"), Ok((-5, 1)));
        assert_eq!(read("+.25"), Ok((25, 2)));
        assert_eq!(read("3."), Ok((3, 0)));
        assert_eq!(read("0.1234567"), Err("a payoff has at most 6 decimals".to_owned()));
        for text in ["", ".", "-", "1e3", "1.2.3", "x", "--1", "1-"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_read_is_written_as_it_was_typed() {
        for text in ["0", "-3", "0.5", "-0.25", "12.000001", "1000000000"] {
            let decimal: Decimal = text.parse().unwrap();
            assert_eq!(decimal.text(), text);
        }
    }

    #[test]
    fn units_are_bounded() {
        let decimal: Decimal = "1000.5".parse().unwrap();
        assert_eq!(decimal.in_units(2), Ok(100_050));
        let error = "1000.5".parse::<Decimal>().unwrap().in_units(6).unwrap_err();
        assert_eq!(
            error,
            "the payoff 1000.5 is out of bounds: they end at 1000 and -1000 in a tree with 6 decimals"
        );
        assert_eq!(
            read("-99999999999999999999.5").unwrap_err(),
            "the payoff -99999999999999999999.5 is out of bounds: they end at 1000000000 and -1000000000"
        );
        assert!(read(&"9".repeat(500)).unwrap_err().contains(&format!("payoff {}… is", "9".repeat(40))));
    }
}
