//! The workspace, and the program that it is for.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use serde_json::Value;

/// What cargo is told to build all tests. Benchmarks are left out: each would compile the strategies for its
/// games once more, and the lints tell whether it compiles.
pub const TESTS: [&str; 6] = ["test", "--workspace", "--tests", "--examples", "--locked", "--no-run"];

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
    program(build(&["build", "--release", "--package", "spielbaum"])?)
}

/// The environment variable with the path of the program that is tested, where it is built already.
pub const PROGRAM: &str = "SPIELBAUM_PROGRAM";

/// The binary that the tests run: what [`PROGRAM`] names, or built by the command that builds the tests so
/// that nothing is compiled for it alone.
pub fn tested() -> anyhow::Result<PathBuf> {
    if let Some(program) = env::var_os(PROGRAM) {
        return Ok(program.into());
    }
    program(with_tests()?)
}

/// The executables of all tests, built as [`tested`] is.
pub fn tests() -> anyhow::Result<Vec<Executable>> {
    Ok(with_tests()?.into_iter().filter(|executable| executable.is_test).collect())
}

/// An executable that cargo has built.
#[derive(Debug, PartialEq, Eq)]
pub struct Executable {
    /// Where it is.
    pub path: PathBuf,
    /// The name of its target.
    pub name: String,
    /// The kind of its target: `lib`, `bin`, `test` or `example`.
    pub kind: String,
    /// Whether it runs tests.
    pub is_test: bool,
    /// The folder of its package, where cargo would run it.
    pub folder: PathBuf,
}

impl Executable {
    /// What a message of cargo says of an executable, if it is about one.
    fn of(message: &str) -> Option<Self> {
        let message: Value = serde_json::from_str(message).ok()?;
        let text = |value: &Value| value.as_str().map(str::to_owned);
        Some(Self {
            path: text(&message["executable"])?.into(),
            name: text(&message["target"]["name"])?,
            kind: text(&message["target"]["kind"][0])?,
            is_test: message["profile"]["test"] == true,
            folder: Path::new(message["manifest_path"].as_str()?).parent()?.to_owned(),
        })
    }

    fn is_program(&self) -> bool {
        (self.name.as_str(), self.kind.as_str(), self.is_test) == ("spielbaum", "bin", false)
    }
}

fn program(built: Vec<Executable>) -> anyhow::Result<PathBuf> {
    let program = built.into_iter().find(Executable::is_program).context("cargo built no program")?;
    Ok(program.path)
}

fn with_tests() -> anyhow::Result<Vec<Executable>> {
    build(&TESTS)
}

/// Has cargo build what the arguments say, and tells which executables there are of it.
fn build(arguments: &[&str]) -> anyhow::Result<Vec<Executable>> {
    let built = Command::new(env!("CARGO"))
        .args(arguments)
        // What the compiler complains of is for people.
        .args(["--message-format", "json-render-diagnostics"])
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(built.status.success(), "the build failed");
    Ok(String::from_utf8(built.stdout)?.lines().filter_map(Executable::of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(name: &str, kind: &str, test: bool) -> String {
        format!(
            r#"{{"manifest_path": "/crate/Cargo.toml", "target": {{"name": "{name}", "kind": ["{kind}"]}}, "profile": {{"test": {test}}}, "executable": "here"}}"#
        )
    }

    #[test]
    fn the_program_is_not_its_own_tests() {
        let is_program = |name, kind, test| Executable::of(&message(name, kind, test)).unwrap().is_program();
        assert!(is_program("spielbaum", "bin", false));
        assert!(!is_program("spielbaum", "bin", true));
        assert!(!is_program("spielbaum", "test", true));
        assert!(!is_program("trials", "bin", false));
    }

    #[test]
    fn an_executable_is_run_in_the_folder_of_its_package() {
        let executable = Executable::of(&message("rules", "test", true)).unwrap();
        assert_eq!((executable.path, executable.folder), ("here".into(), "/crate".into()));
    }

    #[test]
    fn a_message_without_an_executable_is_about_none() {
        for message in
            ["{}", "not a message", r#"{"executable": null, "target": {"name": "gdl", "kind": ["lib"]}}"#]
        {
            assert_eq!(Executable::of(message), None);
        }
    }
}
