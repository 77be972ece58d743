use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Whether the ply of a state follows from the state itself: whether the values of variables can be given
/// numbers so that every move adds one to the sum of those of a state, as where each move fills a cell or
/// takes a peg. Then no state comes at two plies.
///
/// Each way in which a move changes variables is a linear equation over these numbers. They are solved modulo
/// a prime greater than any number of plies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Grade {
    /// Equations in echelon form by their first unknown, whose coefficient is 1; that unknown is left out.
    rows: BTreeMap<Unknown, Equation>,
    /// Whether some equation contradicts the others.
    contradicted: bool,
}

/// The number of a variable's value.
type Unknown = u64;

fn unknown(variable: usize, value: usize) -> Unknown {
    (variable as u64) << 32 | value as u64
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Equation {
    coefficients: BTreeMap<Unknown, u64>,
    sum: u64,
}

/// The prime: a Mersenne prime.
const PRIME: u64 = (1 << 61) - 1;

fn times(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

/// By Fermat's little theorem.
fn inverse(a: u64) -> u64 {
    let (mut power, mut square, mut exponent) = (1, a, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, square);
        }
        square = times(square, square);
        exponent >>= 1;
    }
    power
}

impl Equation {
    fn add(&mut self, unknown: Unknown, coefficient: u64) {
        let sum = self.coefficients.entry(unknown).or_default();
        *sum = (*sum + coefficient) % PRIME;
        if *sum == 0 {
            self.coefficients.remove(&unknown);
        }
    }
}

impl Grade {
    /// Whether all that moves have been seen to change is graded.
    pub(super) fn holds(&self) -> bool {
        !self.contradicted
    }

    /// Whether the rows are as [`solve`](Self::solve) makes them; with others it may not end.
    pub(super) fn is_sound(&self) -> bool {
        self.rows.iter().all(|(own, row)| {
            row.sum < PRIME
                && row.coefficients.iter().all(|(other, value)| other > own && (1..PRIME).contains(value))
        })
    }

    /// Learns how a move may change variables: each from one of some values to another.
    pub(super) fn learn<'c>(&mut self, changes: impl Iterator<Item = (usize, &'c [usize], usize)>) {
        if self.contradicted {
            return;
        }
        let mut step = Equation { sum: 1, ..Equation::default() };
        for (variable, from, to) in changes {
            step.add(unknown(variable, to), 1);
            step.add(unknown(variable, from[0]), PRIME - 1);
            // Whichever of the values it had, the change must be the same.
            for &other in &from[1..] {
                let mut equal = Equation::default();
                equal.add(unknown(variable, from[0]), 1);
                equal.add(unknown(variable, other), PRIME - 1);
                self.solve(equal);
            }
        }
        self.solve(step);
    }

    fn solve(&mut self, mut equation: Equation) {
        while let Some((&unknown, &coefficient)) = equation.coefficients.first_key_value() {
            let Some(row) = self.rows.get(&unknown) else {
                equation.coefficients.remove(&unknown);
                let factor = inverse(coefficient);
                equation.coefficients.values_mut().for_each(|value| *value = times(*value, factor));
                equation.sum = times(equation.sum, factor);
                self.rows.insert(unknown, equation);
                return;
            };
            equation.coefficients.remove(&unknown);
            let factor = PRIME - coefficient;
            for (&other, &value) in &row.coefficients {
                equation.add(other, times(value, factor));
            }
            equation.sum = (equation.sum + times(row.sum, factor)) % PRIME;
        }
        self.contradicted |= equation.sum != 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grade(steps: &[&[(usize, &[usize], usize)]]) -> bool {
        let mut grade = Grade::default();
        steps.iter().for_each(|changes| grade.learn(changes.iter().copied()));
        grade.holds()
    }

    #[test]
    fn filling_cells_is_graded_and_so_is_moving_on_if_it_always_costs_as_much() {
        assert!(grade(&[&[(0, &[0], 1)], &[(0, &[0], 2)], &[(1, &[0], 1)], &[(1, &[0], 2)]]));
        assert!(grade(&[&[(0, &[0], 1), (1, &[1], 0)], &[(1, &[0], 1), (0, &[1], 0), (2, &[0], 1)]]));
    }

    #[test]
    fn what_goes_back_or_nowhere_is_not_graded() {
        assert!(!grade(&[&[(0, &[0], 1)], &[(0, &[1], 0)]]), "back");
        assert!(!grade(&[&[(0, &[0], 1)], &[(0, &[1], 2)], &[(0, &[0], 2)]]), "one move instead of two");
        assert!(!grade(&[&[]]), "a pass");
        assert!(!grade(&[&[(0, &[0, 1], 2)], &[(0, &[0], 1)]]), "from different values to the same");
    }
}
