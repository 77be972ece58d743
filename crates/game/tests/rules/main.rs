//! Games that are played by their rules: on circuits, by the reasoner, and by what is kept or exported
//! of them.

mod builtin;
mod cache;
mod canonical_form;
mod doubtful;
mod engines;
mod exports;
mod factors;
mod symmetry;
mod variables;
