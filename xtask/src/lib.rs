//! What the tasks of `cargo xtask` and those of `xtask/trials` share.

pub mod served;
pub mod workspace;
