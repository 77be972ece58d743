//! How to use the library, step by step.
//!
//! Every piece of code on these pages is compiled and run by the tests of this crate. Programs to start from
//! are in the folder `examples`: `cargo run --release --example play_a_game`.
//!
//! 1. [Play a game](playing): read its rules, ask for the legal moves, make them, play at random.
//! 2. [Search](searching): let a strategy choose a move within a budget, and watch it search.
//! 3. [Compare strategies](comparing): run a tournament, read its table, keep it in a file.
//! 4. [Solve a tree](solving): exact values of explicit trees and of small games.
//! 5. [Write a game in Rust](own_game): a board of your own, which can be searched, sampled and entered in
//!    a tournament.

pub mod comparing;
pub mod own_game;
pub mod playing;
pub mod searching;
pub mod solving;
