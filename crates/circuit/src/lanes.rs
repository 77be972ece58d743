//! The lanes: a network as programs that evaluate up to 512 states at once.
//!
//! `cover` maps a graph to gates of three inputs, `order` and `schedule` compile them to a `program` over
//! reused slots, and `lanes` evaluates it with the instruction set that `dispatch` chooses, or by the machine
//! code that `native` has had made, which knows the `turns` of a game. A [`Circuit`] has a `stepper` of two
//! programs, which an [`Explorer`] runs for a search, one to make moves and one to look at states, and a
//! `player`, which [`Playouts`] run and in which a `chooser` picks random legal moves. [`Boards`] keep their
//! states in the lanes of a stepper from step to step; what they tell is read lane by lane (`rows`). On
//! demand it gets others, in which roles make moves that win at once (`tactics`). Of `packed` states, which
//! an enumeration keeps by the million, it makes programs of their own.

mod boards;
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
mod native;
mod on_demand;
mod order;
mod packed;
mod player;
mod playout;
mod playouts;
mod policy;
mod profile;
mod program;
mod random;
mod rows;
mod scalar;
mod schedule;
mod single;
mod stepper;
mod tactics;
mod times;
mod transpose;
mod turns;
mod width;
mod word;

pub use boards::{Boards, MoveError};
pub use circuit::Circuit;
#[cfg(test)]
pub(crate) use circuit::Parts;
pub use dispatch::Instructions;
pub use explorer::Explorer;
pub use packed::{Packed, Succession, Successors, Unlisted};
pub use playout::{End, Pace, Playout, Tally};
pub use playouts::Playouts;
pub use policy::Policy;
pub use profile::{CodeProfile, GateClass, PhaseProfile, ProgramProfile};
pub use program::ProgramSize;
pub use times::PlyTimes;
pub use width::Width;
