/// Numbers that are asked for to so many decimals, at most two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounding {
    /// How many.
    pub(crate) decimals: u32,
}

impl Rounding {
    /// The unit of the last place that is asked for.
    fn unit(self) -> f64 {
        0.1_f64.powi(self.decimals as i32)
    }

    /// The greatest error of a right answer: half a unit of the last place, and a little for the rounding
    /// of halves.
    pub(crate) fn tolerance(self) -> f64 {
        0.5 * self.unit() + 1e-9
    }

    /// The right answer for an exact value: the number nearest to the decimal, and a half goes away from
    /// zero. To divide by a unit such as 0.1, which is none of the computer's numbers, would move halves.
    pub(crate) fn rounded(self, exact: f64) -> f64 {
        let scale = 10_f64.powi(self.decimals as i32);
        (exact * scale).round() / scale
    }

    /// Whether an answer is right for an exact value.
    pub(crate) fn accepts(self, exact: f64, answer: f64) -> bool {
        (answer - exact).abs() <= self.tolerance()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_up_and_answers_are_short_decimals() {
        let rounded = |exact, decimals| Rounding { decimals }.rounded(exact);
        assert_eq!([57.55, 63.05, 62.25, 78.32].map(|exact| rounded(exact, 1)), [57.6, 63.1, 62.3, 78.3]);
        assert_eq!([78.324, 78.325].map(|exact| rounded(exact, 2)), [78.32, 78.33]);
        assert_eq!([9.5, 10.0].map(|exact| rounded(exact, 0)), [10.0, 10.0]);
        let uneven = |half: u32| (1..=20).map(move |n| f64::from(half) / f64::from(2 * n));
        let texts = (0..4000).flat_map(uneven).map(|exact| rounded(exact, 2).to_string());
        assert!(texts.into_iter().all(|text| text.len() <= "2000.00".len()));
    }
}
