//! The `Game` trait, and all that implements it.

mod choices;
mod game;
mod playout;
mod tree;

pub use choices::{Choices, JointMoves, Mover};
pub use game::{Fault, Game, Goal};
pub use playout::{Playout, Playouts};
pub use tree::{NodeIndex, Tree, TreeError, TreeMove};
