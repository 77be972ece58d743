use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

/// A payoff or value of a tree as it is typed. In JSON it is a number, without a point if it is whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ExerciseFigure))]
pub struct Figure(pub f64);

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Payoffs are bounded by the billion.
        match self.0 as i64 {
            whole if whole as f64 == self.0 => serializer.serialize_i64(whole),
            _ => serializer.serialize_f64(self.0),
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&search::number(self.0))
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
}
