//! The workspace, and the program that it is for.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use serde_json::Value;

/// What cargo is told to run all tests. Benchmarks are left out: each would compile the strategies for its games once more, and the lints tell whether it compiles.
pub const TESTS: [&str; 5] = ["test", "--workspace", "--tests", "--examples", "--locked"];

/// Where the workspace is.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Where cargo puts what it builds.
pub fn target() -> anyhow::Result<PathBuf> {
    // This program is in the folder of a profile there.
    let here = env::current_exe()?;
    here.ancestors().nth(2).map(Path::to_owned).context("xtask is not where cargo puts it")
}

/// The binary, freshly built as it is released.
pub fn binary() -> anyhow::Result<PathBuf> {
    build(&["build", "--release", "--package", "spielbaum"], is_program)
}

/// The environment variable with the path of the program that is tested, where it is built already.
pub const PROGRAM: &str = "SPIELBAUM_PROGRAM";

/// The binary that the tests run: what [`PROGRAM`] names, or built by the command that builds the tests so that nothing is compiled for it alone.
pub fn tested() -> anyhow::Result<PathBuf> {
    if let Some(program) = env::var_os(PROGRAM) {
        return Ok(program.into());
    }
    build(&[&TESTS[..], &["--no-run"]].concat(), is_program)
}

/// The tests of the properties, built as [`tested`] is.
pub fn tests_of_properties() -> anyhow::Result<PathBuf> {
    build(&[&TESTS[..], &["--no-run"]].concat(), is_tests_of_properties)
}

/// Has cargo build what the arguments say, and tells where the executable is that a message of it is about.
fn build(arguments: &[&str], wanted: fn(&Value) -> bool) -> anyhow::Result<PathBuf> {
    let built = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--message-format", "json"])
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(built.status.success(), "the build failed");
    let messages = String::from_utf8(built.stdout)?;
    messages.lines().find_map(|message| executable(message, wanted)).context("cargo named no executable")
}

/// The executable that a message of cargo is about, if it is the one that is wanted.
fn executable(message: &str, wanted: fn(&Value) -> bool) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    message["executable"].as_str().filter(|_| wanted(&message)).map(PathBuf::from)
}

fn is_program(message: &Value) -> bool {
    let target = &message["target"];
    target["name"] == "spielbaum" && target["kind"][0] == "bin" && message["profile"]["test"] == false
}

fn is_tests_of_properties(message: &Value) -> bool {
    let target = &message["target"];
    target["name"] == "properties" && target["kind"][0] == "test"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_not_its_own_tests() {
        let message = |name: &str, kind: &str, test: bool| {
            format!(
                r#"{{"target": {{"name": "{name}", "kind": ["{kind}"]}}, "profile": {{"test": {test}}}, "executable": "here"}}"#
            )
        };
        let program = |message: &str| executable(message, is_program);
        assert_eq!(program(&message("spielbaum", "bin", false)), Some("here".into()));
        assert_eq!(program(&message("spielbaum", "bin", true)), None);
        assert_eq!(program(&message("spielbaum", "test", true)), None);
        assert_eq!(program("{}"), None);
        assert_eq!(program("not a message"), None);
        let properties = |kind| executable(&message("properties", kind, true), is_tests_of_properties);
        assert_eq!((properties("test"), properties("lib")), (Some("here".into()), None));
    }
}
