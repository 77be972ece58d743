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

    /// The greatest error of a right answer: half a unit of the last place, and a little for the rounding of halves.
    pub(crate) fn tolerance(self) -> f64 {
        0.5 * self.unit() + 1e-9
    }

    /// The right answer for an exact value.
    pub(crate) fn rounded(self, exact: f64) -> f64 {
        (exact / self.unit()).round() * self.unit()
    }

    /// Whether an answer is right for an exact value.
    pub(crate) fn accepts(self, exact: f64, answer: f64) -> bool {
        (answer - exact).abs() <= self.tolerance()
    }
}
