use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

/// The greatest denominator of a value that is shown as a fraction.
const GREATEST_DENOMINATOR: u32 = 360;
/// How far the result of a calculation in floating point may be from the number that it stands for.
const ROUNDING: f64 = 1e-8;
/// The decimals of a payoff are multiples of one in so many.
const DECIMALS: f64 = 1e6;

/// A payoff or value of a tree as it is typed. In JSON it is a number, without a point if it is whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseFigure))]
pub struct Figure(pub f64);

impl Figure {
    /// The number for which the result of a calculation stands: one with as many decimals as payoffs have, or
    /// a fraction with a small denominator, if one is that near.
    pub(crate) fn of_calculation(result: f64) -> Self {
        let fraction = || fraction(result).map(|(numerator, denominator)| numerator / f64::from(denominator));
        Self(decimal(result).or_else(fraction).unwrap_or(result))
    }
}

/// The number with as many decimals as payoffs have that is so near.
fn decimal(result: f64) -> Option<f64> {
    let decimal = (result * DECIMALS).round() / DECIMALS;
    ((decimal - result).abs() <= ROUNDING).then_some(decimal)
}

/// The numerator and the denominator of the fraction that is so near.
fn fraction(result: f64) -> Option<(f64, u32)> {
    let numerator = |denominator: u32| (result * f64::from(denominator)).round();
    let is_near =
        |&denominator: &u32| (numerator(denominator) / f64::from(denominator) - result).abs() <= ROUNDING;
    (1..=GREATEST_DENOMINATOR).find(is_near).map(|denominator| (numerator(denominator), denominator))
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Payoffs are bounded by the billion.
        match self.0 as i64 {
            whole if whole as f64 == self.0 => serializer.serialize_i64(whole),
            _ => serializer.serialize_f64(self.0),
        }
    }
}

/// A number that has more decimals than a payoff is written as a fraction, `17/3`, if that has a
/// small denominator.
impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (decimal(self.0), fraction(self.0)) {
            (None, Some((numerator, denominator))) => write!(f, "{numerator}/{denominator}"),
            _ => f.write_str(&search::number(self.0)),
        }
    }
}

impl From<i32> for Figure {
    fn from(whole: i32) -> Self {
        Self(whole.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_figures_have_no_point() {
        let json = |figure| serde_json::to_string(&Figure(figure)).unwrap();
        assert_eq!([json(3.0), json(-12.0), json(0.5)], ["3", "-12", "0.5"]);
        let read: [Figure; 2] = serde_json::from_str("[3, 0.5]").unwrap();
        assert_eq!(read, [Figure::from(3), Figure(0.5)]);
        assert_eq!(Figure(0.25).to_string(), "0.25");
    }

    #[test]
    fn what_has_too_many_decimals_is_a_fraction() {
        let shown = |value: f64| Figure(value).to_string();
        assert_eq!([shown(17.0 / 3.0), shown(-1.0 / 36.0), shown(1.0 / 128.0)], ["17/3", "-1/36", "1/128"]);
        assert_eq!([shown(0.333_333), shown(5.0625), shown(-1.5)], ["0.333333", "5.0625", "-1.5"]);
        // No fraction with a small denominator is near.
        assert_eq!(shown(std::f64::consts::PI), "3.14");
    }

    #[test]
    fn rounding_of_a_calculation_is_undone() {
        let third: f64 = 1.0 / 3.0;
        assert_eq!(Figure::of_calculation(3.5 - 1e-10), Figure(3.5));
        assert_eq!(Figure::of_calculation(3.0 * third + 2.0 * third), Figure(5.0 / 3.0));
        assert_eq!(Figure::of_calculation(17.0 / 3.0 + 1e-10), Figure(17.0 / 3.0));
        assert_eq!(Figure::of_calculation(0.123_456), Figure(0.123_456));
        assert_eq!(Figure::of_calculation(std::f64::consts::E), Figure(std::f64::consts::E));
    }
}
