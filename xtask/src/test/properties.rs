//! The properties of `fuzz/properties`, each tried for a minute.

use std::process::Command;

use anyhow::Context;

use super::shell;
use crate::workspace::{self, Executable};

/// Seconds that each property is tried for, unless the environment says otherwise.
const SECONDS: &str = "60";

/// The environment variable that says otherwise.
pub(super) const VARIABLE: &str = "SPIELBAUM_FUZZ_SECONDS";

/// Every property holds of the inputs that there is time for.
pub(super) fn check() -> anyhow::Result<()> {
    let is_of_properties =
        |test: &Executable| (test.name.as_str(), test.kind.as_str()) == ("properties", "test");
    let tests = workspace::tests()?
        .into_iter()
        .find(is_of_properties)
        .context("cargo built no tests of properties")?;
    let mut command = Command::new(tests.path);
    if std::env::var_os(VARIABLE).is_none() {
        command.env(VARIABLE, SECONDS);
    }
    shell::run(command.current_dir(tests.folder))
}
