//! The program, as people run it.
//!
//! The tests are one program themselves: that takes less time to build and to run than one for each part.

mod arena;
mod cache;
mod cli;
mod contest;
mod hidden;
mod learn;
mod overwriting;
mod play;
mod player;
mod playouts;
mod results;
mod screen;
mod trace;
