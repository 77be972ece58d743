//! The Python package: its wheel, built and installed as people do it, its tests, and the site of the
//! documentation, which has its docstrings.

use std::fs;
use std::process::Command;
use std::thread;

use anyhow::Context;

use super::{environment, shell};
use crate::workspace;

/// The tests of tournaments on Ray.
const ON_CLUSTERS: &str = "tests/test_ray.py";

/// The wheel is built, described rightly and installed; then the tests pass, the types fit what is there, and
/// the site is made without a warning.
pub(super) fn check() -> anyhow::Result<()> {
    let package = fs::canonicalize(workspace::root().join("crates/python"))?;
    let programs = environment::with(environment::PYTHON)?;
    let wheels = tempfile::tempdir()?;
    let run = |program: &str, arguments: &[&str]| {
        shell::run(Command::new(programs.join(program)).args(arguments).current_dir(&package))
    };
    // As the tests of the workspace are built, so that nothing is compiled for it alone.
    let out = wheels.path().to_string_lossy();
    let build = ["build", "--quiet", "--locked", "--profile", "dev", "--features", "as-tested"];
    run("maturin", &[&build[..], &["--out", &out]].concat())?;
    let wheel = fs::read_dir(wheels.path())?.next().context("maturin built no wheel")??.path();
    let wheel = wheel.to_string_lossy();
    let packed = tempfile::tempdir()?;
    run("maturin", &["sdist", "--out", &packed.path().to_string_lossy()])?;
    let sources = fs::read_dir(packed.path())?.next().context("maturin packed no sources")??.path();
    run("twine", &["check", "--strict", &wheel, &sources.to_string_lossy()])?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run("python", &[&install[..], &["--force-reinstall", "--no-deps", &wheel]].concat())?;
    let tests = |arguments: &[&str]| run("python", &[&["-m", "pytest", "--quiet"], arguments].concat());
    let checked = || {
        tests(&[ON_CLUSTERS])?;
        run("python", &["-m", "mypy"])?;
        run("python", &["-m", "pyright", "--pythonpath", &programs.join("python").to_string_lossy()])?;
        // What is written in Python has its types beside it; only what is compiled has stubs.
        run("python", &["-m", "mypy.stubtest", "spielbaum._spielbaum"])?;
        let site = workspace::target()?.join("site");
        let docs = workspace::root().join("docs");
        let site = ["--fail-on-warning", "--quiet", &docs.to_string_lossy(), &site.to_string_lossy()];
        run("sphinx-build", &site)
    };
    thread::scope(|scope| {
        // The tests on clusters wait for the processes of Ray most of their time, and together with the
        // checks take about as long as the other tests.
        let beside = scope.spawn(checked);
        let others = tests(&["--ignore", ON_CLUSTERS]);
        others.and(beside.join().expect("to run a program does not panic"))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The packages that cargo compiles, with their features.
    fn packages(of: &[&str]) -> BTreeSet<String> {
        let tree = ["tree", "--locked", "--prefix", "none", "--format", "{p} with {f}"];
        let output = Command::new(env!("CARGO")).args(tree).args(of).current_dir(workspace::root()).output();
        let output = output.expect("cargo can be started");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        // What was listed before has a mark behind it.
        text.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
    }

    #[test]
    fn the_tests_have_compiled_what_the_wheel_needs() {
        let compiled = packages(&["--workspace"]);
        let wheel = ["--package", "spielbaum-python", "--features", "as-tested", "--edges", "normal,build"];
        let needed = packages(&wheel);
        let again = needed.difference(&compiled).filter(|package| !package.starts_with("spielbaum-python "));
        let again: Vec<&String> = again.collect();
        assert!(again.is_empty(), "the feature as-tested of crates/python does not know of {again:?}");
    }
}
