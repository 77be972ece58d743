//! The network at work: programs that evaluate it for up to 512 states at once, and what is done with them.

mod chooser;
mod circuit;
mod clock;
mod cover;
mod dispatch;
mod draw;
mod engine;
mod expansion;
mod explorer;
mod gate;
mod lanes;
pub mod measure;
mod order;
mod player;
mod playout;
mod playouts;
mod program;
mod random;
mod schedule;
mod stepper;
mod transpose;
mod word;

pub use circuit::Circuit;
pub use dispatch::Instructions;
pub use explorer::Explorer;
pub use playout::{End, Pace, Playout, Tally};
pub use playouts::{Playouts, Width};
pub use program::ProgramSize;
