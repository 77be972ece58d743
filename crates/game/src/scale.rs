use crate::Goal;

/// How people write the values of one role.
///
/// A search computes with goals: whole numbers, of which a role wants many. A drawn tree may have leaves such
/// as `0.5`, and all its values may be those of max, also where min searches. The scale leads from the one to
/// the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// What is written as 1.
    unit: f64,
    /// The sum of this role's value and of the other's, if the other's is written.
    sum: Option<f64>,
}

impl Scale {
    /// Values are written as they are: the role's own goals.
    pub const GOALS: Scale = Scale { unit: 1.0, sum: None };

    /// So many goals are written as 1.
    pub fn of_unit(unit: Goal) -> Self {
        Self { unit: f64::from(unit), sum: None }
    }

    /// The same scale, but what is written is the value of the other role: what this role's value lacks
    /// of `sum`.
    #[must_use]
    pub fn of_the_other(self, sum: Goal) -> Self {
        Self { sum: Some(f64::from(sum)), ..self }
    }

    /// Whether a greater value of the role is written as a lesser number.
    pub fn is_turned(self) -> bool {
        self.sum.is_some()
    }

    /// A value of the role as it is written. Infinite values stay infinite, and the number next to a goal,
    /// the end of a null window, is written as the one next to what the goal is written as.
    pub fn value(self, value: f64) -> f64 {
        let written = |value| self.amount(self.sum.map_or(value, |sum| sum - value));
        let goal = value.round();
        if value.is_infinite() || value != goal.next_up() && value != goal.next_down() {
            written(value)
        } else if (value > goal) != self.is_turned() {
            written(goal).next_up()
        } else {
            written(goal).next_down()
        }
    }

    /// A payoff of any role in its own right, a mean of payoffs or a difference of two as it is written.
    pub fn amount(self, amount: f64) -> f64 {
        amount / self.unit
    }

    /// The role's value as it is written, from its own payoff [as that is written](Self::amount).
    pub fn value_of_amount(self, amount: f64) -> f64 {
        self.sum.map_or(amount, |sum| sum / self.unit - amount)
    }

    /// [`amount`](Self::amount) for several roles.
    pub fn amounts(self, amounts: &[f64]) -> Vec<f64> {
        amounts.iter().map(|&amount| self.amount(amount)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_in_units_and_from_the_side_that_the_scale_names() {
        assert_eq!(Scale::GOALS.value(3.0), 3.0);
        let tenths = Scale::of_unit(10);
        assert_eq!((tenths.value(5.0), tenths.amount(1.0)), (0.5, 0.1));
        let other = tenths.of_the_other(20);
        assert_eq!((other.value(5.0), other.amount(5.0), other.is_turned()), (1.5, 0.5, true));
        assert_eq!(other.value(f64::INFINITY), f64::NEG_INFINITY);
    }

    #[test]
    fn a_null_window_stays_one() {
        for (scale, written) in [(Scale::GOALS, 3.0_f64), (Scale::of_unit(10), 0.3)] {
            let ends = [3_f64, 3_f64.next_up(), 3_f64.next_down()];
            assert_eq!(ends.map(|end| scale.value(end)), [written, written.next_up(), written.next_down()]);
            let other = scale.of_the_other(100);
            let written = other.value(3.0);
            assert_eq!(ends.map(|end| other.value(end)), [written, written.next_down(), written.next_up()]);
        }
    }
}
