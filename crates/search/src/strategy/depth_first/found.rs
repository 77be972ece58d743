use crate::{Bounds, Window};

/// What the search found out about a state: a value, what it says about the true one, and how deep it looked.
///
/// Two questions are kept apart. `bound` compares the value with what plain minimax to the same depth would
/// give; `at_least` and `at_most` compare it with the value of the game itself, to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) value: f64,
    pub(super) bound: Bound,
    /// Whether it is proven that the state is worth the value or more.
    pub(super) at_least: bool,
    /// Whether it is proven that the state is worth the value or less.
    pub(super) at_most: bool,
    /// Plies between the state and the deepest one below it that was looked at.
    pub(super) height: u32,
}

/// How a value stands to that of plain minimax to the same depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

impl Found {
    /// The payoff of a terminal state.
    pub(super) fn payoff(value: f64) -> Self {
        Self { value, bound: Bound::Exact, at_least: true, at_most: true, height: 0 }
    }

    /// The value of a state in which a role wins at once.
    pub(super) fn decided(value: f64) -> Self {
        Self { height: 1, ..Self::payoff(value) }
    }

    /// What is known of a state without a search, if it matters no further in this window. A bound does not
    /// where the window ends before it.
    pub(super) fn known(bounds: Bounds, window: Window) -> Option<Self> {
        let (at_least, at_most) = (bounds.at_least.map(f64::from), bounds.at_most.map(f64::from));
        match (at_least, at_most) {
            (Some(value), Some(most)) if value == most => Some(Self::payoff(value)),
            (Some(value), _) if value >= window.beta => {
                Some(Self { bound: Bound::Lower, at_most: false, ..Self::payoff(value) })
            }
            (_, Some(value)) if value <= window.alpha => {
                Some(Self { bound: Bound::Upper, at_least: false, ..Self::payoff(value) })
            }
            _ => None,
        }
    }

    /// An evaluator's opinion.
    pub(super) fn opinion(value: f64) -> Self {
        Self { value, bound: Bound::Exact, at_least: false, at_most: false, height: 0 }
    }

    /// Whether the value is that of the game itself.
    pub(super) fn proven(&self) -> bool {
        self.at_least && self.at_most
    }

    /// The same as the other side sees it.
    pub(super) fn negated(self) -> Self {
        let bound = match self.bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        };
        let value = negative(self.value);
        Self { value, bound, at_least: self.at_most, at_most: self.at_least, ..self }
    }

    /// The same knowing that no value lies outside `range`.
    pub(super) fn within(self, range: Window) -> Self {
        let (least, greatest) = (self.value <= range.alpha, self.value >= range.beta);
        let bound = match self.bound {
            Bound::Lower if greatest => Bound::Exact,
            Bound::Upper if least => Bound::Exact,
            bound => bound,
        };
        Self { bound, at_least: self.at_least || least, at_most: self.at_most || greatest, ..self }
    }

    /// The same with the value brought into the window: what fail-hard search returns.
    pub(super) fn brought_into(self, window: Window) -> Self {
        if self.value > window.beta {
            Self { value: window.beta, bound: Bound::Lower, at_most: false, ..self }
        } else if self.value < window.alpha {
            Self { value: window.alpha, bound: Bound::Upper, at_least: false, ..self }
        } else {
            self
        }
    }
}

/// The negative, which of zero is the plain zero, so that nobody ever reads `-0`.
pub(super) fn negative(value: f64) -> f64 {
    0.0 - value
}

/// A window as the other side sees it.
pub(super) fn turned(window: Window) -> Window {
    Window { alpha: negative(window.beta), beta: negative(window.alpha) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_a_bound_round_exchanges_its_sides() {
        let found = Found { value: 3.0, bound: Bound::Lower, at_least: true, at_most: false, height: 2 };
        let turned = found.negated();
        assert_eq!((turned.value, turned.bound), (-3.0, Bound::Upper));
        assert_eq!((turned.at_least, turned.at_most, turned.height), (false, true, 2));
        assert_eq!(turned.negated(), found);
        assert!(negative(0.0).is_sign_positive());
    }

    #[test]
    fn the_ends_of_the_range_prove_one_side() {
        let range = Window { alpha: 0.0, beta: 100.0 };
        let opinion = |value| Found::opinion(value).within(range);
        assert!(opinion(100.0).at_most && !opinion(100.0).at_least);
        assert!(opinion(0.0).at_least && !opinion(0.0).at_most);
        assert!(!opinion(50.0).at_least && !opinion(50.0).at_most);
        let lower = Found { bound: Bound::Lower, ..opinion(100.0) };
        assert_eq!(lower.within(range).bound, Bound::Exact, "it cannot be more");
    }

    #[test]
    fn a_value_brought_into_a_window_proves_no_more_than_the_window_allows() {
        let window = Window { alpha: 2.0, beta: 4.0 };
        let hard = |value| Found::payoff(value).brought_into(window);
        assert_eq!((hard(9.0).value, hard(9.0).bound, hard(9.0).at_most), (4.0, Bound::Lower, false));
        assert_eq!((hard(1.0).value, hard(1.0).bound, hard(1.0).at_least), (2.0, Bound::Upper, false));
        assert_eq!(hard(3.0), Found::payoff(3.0));
        assert_eq!(hard(4.0), Found::payoff(4.0));
    }
}
