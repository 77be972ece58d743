//! The `Game` trait, and all that implements it.

mod choices;
mod game;
mod playout;

pub use choices::{Choices, JointMoves, Mover};
pub use game::{Fault, Game, Goal};
pub use playout::{Playout, Playouts};
