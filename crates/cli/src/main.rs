//! The `spielbaum` binary.

fn main() {}
