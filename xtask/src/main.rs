//! The developer tool.

fn main() {}
