//! The Python package: its wheel, built and installed as people do it, its tests, and the site of the documentation, which has its docstrings.

use std::fs;
use std::process::Command;

use anyhow::Context;

use super::{environment, shell};
use crate::workspace;

/// The tests of tournaments on Ray.
const ON_CLUSTERS: &str = "tests/test_ray.py";

/// The wheel is built, described rightly and installed; then the tests pass, the types fit what is there, and the site is made without a warning.
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
    run("python", &["-m", "pytest", "--quiet", "--ignore", ON_CLUSTERS])?;
    run("python", &["-m", "mypy"])?;
    run("python", &["-m", "pyright", "--pythonpath", &programs.join("python").to_string_lossy()])?;
    // What is written in Python has its types beside it; only what is compiled has stubs.
    run("python", &["-m", "mypy.stubtest", "spielbaum._spielbaum"])?;
    let site = workspace::target()?.join("site");
    let docs = workspace::root().join("docs");
    let site = ["--fail-on-warning", "--quiet", &docs.to_string_lossy(), &site.to_string_lossy()];
    run("sphinx-build", &site)
}

/// The tests of tournaments on Ray pass, with the package that is installed.
pub(super) fn clusters() -> anyhow::Result<()> {
    let programs = environment::with(environment::PYTHON)?;
    let tests = ["-m", "pytest", "--quiet", ON_CLUSTERS];
    shell::run(
        Command::new(programs.join("python"))
            .args(tests)
            .current_dir(workspace::root().join("crates/python")),
    )
}
