//! The workspace, and the program that it is for.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use serde_json::Value;

/// What cargo is told to run all tests.
pub(crate) const TESTS: [&str; 4] = ["test", "--workspace", "--all-targets", "--locked"];

/// Where the workspace is.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> anyhow::Result<PathBuf> {
    // This program is in the folder of a profile there.
    let here = env::current_exe()?;
    here.ancestors().nth(2).map(Path::to_owned).context("xtask is not where cargo puts it")
}

/// The binary, freshly built as it is released.
pub(crate) fn binary() -> anyhow::Result<PathBuf> {
    build(&["build", "--release", "--package", "spielbaum"])
}

/// The binary that the tests run, built by the same command so that nothing is compiled for it alone.
pub(crate) fn tested() -> anyhow::Result<PathBuf> {
    build(&[&TESTS[..], &["--no-run"]].concat())
}

/// Has cargo build what the arguments say, and tells where the binary of the program is.
fn build(arguments: &[&str]) -> anyhow::Result<PathBuf> {
    let built = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--message-format", "json"])
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(built.status.success(), "the build failed");
    let messages = String::from_utf8(built.stdout)?;
    messages.lines().find_map(executable).context("cargo named no executable")
}

/// The program, if it is what a message of cargo is about.
fn executable(message: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    let target = &message["target"];
    let is_program =
        target["name"] == "spielbaum" && target["kind"][0] == "bin" && message["profile"]["test"] == false;
    message["executable"].as_str().filter(|_| is_program).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_not_its_own_tests() {
        let message = |kind: &str, test: bool| {
            format!(
                r#"{{"target": {{"name": "spielbaum", "kind": ["{kind}"]}}, "profile": {{"test": {test}}}, "executable": "here"}}"#
            )
        };
        assert_eq!(executable(&message("bin", false)), Some("here".into()));
        assert_eq!(executable(&message("bin", true)), None);
        assert_eq!(executable(&message("test", true)), None);
        assert_eq!(executable("{}"), None);
        assert_eq!(executable("not a message"), None);
    }
}
