//! Traces through the binary.

#![cfg(target_os = "linux")]

use std::process::Command;

/// A device that is always full.
#[test]
fn a_trace_that_does_not_fit_is_an_error_however_small() {
    let arguments = ["tree", "((3 12) (2 4))", "--strategy", "alpha-beta", "--trace", "/dev/full"];
    let output = Command::new(env!("CARGO_BIN_EXE_spielbaum")).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: /dev/full: "));
}
