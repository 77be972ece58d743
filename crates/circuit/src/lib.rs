//! Rules as one Boolean circuit, which plays hundreds of games at once in the bits of machine words.

mod aig;
mod network;
