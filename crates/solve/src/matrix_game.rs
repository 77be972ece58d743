use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// A game in which two roles choose at the same time: the first a row, the second a column. What one gains
/// the other loses.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MatrixGame {
    columns: usize,
    /// What the first role gets, row by row.
    payoffs: Vec<f64>,
}

/// The value of a [`MatrixGame`], and how often each row is chosen by a role that plays for it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mixture {
    pub(crate) value: f64,
    /// The probabilities of the rows.
    pub(crate) rows: Vec<f64>,
}

impl MatrixGame {
    /// A game of at least one row and one column.
    pub(crate) fn new(columns: usize, payoffs: Vec<f64>) -> Self {
        debug_assert!(columns > 0 && !payoffs.is_empty() && payoffs.len().is_multiple_of(columns));
        Self { columns, payoffs }
    }

    fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.payoffs.chunks_exact(self.columns)
    }

    /// The game as the second role sees it, whose choices become the rows.
    pub(crate) fn turned(&self) -> Self {
        let rows = self.payoffs.len() / self.columns;
        let column = |column: usize| self.rows().map(move |row| -row[column]);
        Self { columns: rows, payoffs: (0..self.columns).flat_map(column).collect() }
    }

    /// The row and the value of a choice that is best for both whatever the other chooses, if there is one.
    fn saddle(&self) -> Option<(usize, f64)> {
        let least = self.rows().map(|row| row.iter().copied().fold(f64::INFINITY, f64::min));
        let (row, sure) = least.enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let most = |column: usize| self.rows().map(move |row| row[column]).fold(f64::NEG_INFINITY, f64::max);
        let held = (0..self.columns).map(most).fold(f64::INFINITY, f64::min);
        (sure >= held).then_some((row, sure))
    }

    /// The value, by linear programming where no single choice is best (J. von Neumann, *Zur Theorie der
    /// Gesellschaftsspiele*, 1928; G. Dantzig, *A proof of the equivalence of the programming problem and the
    /// game problem*, 1951). None if the solver fails.
    pub(crate) fn solve(&self) -> Option<Mixture> {
        let count = self.payoffs.len() / self.columns;
        if let Some((row, value)) = self.saddle() {
            let rows = (0..count).map(|other| if other == row { 1.0 } else { 0.0 }).collect();
            return Some(Mixture { value, rows });
        }
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let value = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
        let rows: Vec<_> = (0..count).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
        problem.add_constraint(rows.iter().map(|&row| (row, 1.0)), ComparisonOp::Eq, 1.0);
        for column in 0..self.columns {
            let gains = rows.iter().zip(self.rows()).map(|(&row, payoffs)| (row, payoffs[column]));
            problem.add_constraint(gains.chain([(value, -1.0)]), ComparisonOp::Ge, 0.0);
        }
        let solution = problem.solve().ok()?.into_solution().ok()?;
        Some(Mixture { value: solution[value], rows: rows.iter().map(|&row| solution[row]).collect() })
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn solve(columns: usize, payoffs: &[f64]) -> Mixture {
        MatrixGame::new(columns, payoffs.to_vec()).solve().unwrap()
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn rock_paper_scissors_is_played_by_thirds() {
        let mixture = solve(3, &[0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0]);
        assert!(
            near(mixture.value, 0.0) && mixture.rows.iter().all(|&row| near(row, 1.0 / 3.0)),
            "{mixture:?}"
        );
    }

    #[test]
    fn a_saddle_point_is_chosen_without_chance() {
        let mixture = solve(3, &[4.0, 2.0, 5.0, 3.0, 1.0, 9.0]);
        assert_eq!(mixture, Mixture { value: 2.0, rows: vec![1.0, 0.0] });
        assert_eq!(solve(1, &[7.0]).value, 7.0);
    }

    #[test]
    fn two_by_two_without_a_saddle_has_the_value_of_the_formula() {
        // (ad - bc) / (a + d - b - c)
        let mixture = solve(2, &[3.0, -1.0, -2.0, 4.0]);
        assert!(near(mixture.value, (12.0 - 2.0) / 10.0), "{mixture:?}");
        assert!(near(mixture.rows[0], 0.6), "{mixture:?}");
    }

    proptest! {
        #[test]
        fn the_value_is_sure_and_held(columns in 1_usize..5, payoffs in vec(-9_i32..=9, 1..5)) {
            let rows = payoffs.len();
            let payoffs: Vec<f64> = payoffs.iter().cycle().take(rows * columns).enumerate()
                .map(|(place, &payoff)| f64::from(payoff * (place as i32 % 3 - 1) + place as i32 % 5)).collect();
            let game = MatrixGame::new(columns, payoffs);
            let (first, second) = (game.solve().unwrap(), game.turned().solve().unwrap());
            prop_assert!(near(first.value, -second.value), "{:?} {:?}", first, second);
            for (game, mixture) in [(&game, &first), (&game.turned(), &second)] {
                prop_assert!(near(mixture.rows.iter().sum(), 1.0));
                for column in 0..game.columns {
                    let gain: f64 = game.rows().zip(&mixture.rows).map(|(row, share)| row[column] * share).sum();
                    prop_assert!(gain > mixture.value - 1e-6);
                }
            }
        }
    }
}
