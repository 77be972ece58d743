use rand::RngExt;

use crate::SearchRng;
use crate::key::{Key, words};

/// Which of its moves a Monte Carlo search without guidance plays out next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayoutOrder {
    /// The moves take turns.
    Turns,
    /// A move is drawn, each as likely as the others.
    Random,
}

words!(PlayoutOrder { "turns" => Turns, "random" => Random });

/// The parameter of the order.
pub(super) const ORDER: Key<PlayoutOrder> =
    Key::choice("order", "whether the moves take turns with playouts or are drawn at random");

impl PlayoutOrder {
    /// The one of so many moves that comes after so many others.
    pub(crate) fn pick(self, before: u64, moves: usize, rng: &mut SearchRng) -> usize {
        match self {
            Self::Turns => (before % moves as u64) as usize,
            Self::Random => rng.random_range(0..moves),
        }
    }
}
