//! The network at work: programs that evaluate it for up to 512 states at once, and what is done with them.

mod chooser;
mod circuit;
mod clock;
mod cover;
mod dispatch;
mod draw;
mod engine;
mod expand;
mod kind;
mod lanes;
pub mod measure;
mod order;
mod playout;
mod program;
mod random;
mod schedule;
mod transpose;
mod word;

pub use circuit::Circuit;
pub use dispatch::Instructions;
pub use expand::Explorer;
pub use playout::{End, Pace, Playout, Playouts, Tally, Width};
pub use program::ProgramSize;
