//! Rules as one Boolean circuit, which plays hundreds of games at once in the bits of machine words.
#![allow(dead_code)]

mod aig;
mod cover;
mod dispatch;
mod kind;
mod lanes;
mod network;
mod order;
mod program;
mod random;
mod schedule;
#[cfg(test)]
mod testing;
mod word;

pub use dispatch::Instructions;
