//! State spaces: all states that a state leads to, enumerated.

mod backward;
mod elsewhere;
mod explore;
mod layer;
mod runs;

pub use backward::Valuing;
pub(crate) use backward::{Rule, StateView, SuccessorValues};
pub use elsewhere::{ExpandedPart, Expanders, ExpandersError, expand_part};
pub(crate) use explore::{Broken, Space};
pub use explore::{Exploring, LayerCount};

/// Does something with the number of words of a state as a constant, or returns the error that there are
/// too many.
macro_rules! of_words {
    ($words:expr, |$n:ident| $work:expr) => {
        $crate::space::of_words!(@ $words, $n, $work, 1 2 3 4 5 6 7 8)
    };
    (@ $words:expr, $n:ident, $work:expr, $($number:literal)+) => {
        match $words {
            $($number => {
                const $n: usize = $number;
                $work
            })+
            words => return Err($crate::CountError::Wide { words, limit: 8 }.into()),
        }
    };
}
pub(crate) use of_words;
