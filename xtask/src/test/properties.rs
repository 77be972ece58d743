//! The properties of `fuzz/properties`, each tried for a minute.

use std::process::Command;

use super::shell;
use crate::workspace;

/// Seconds that each property is tried for, unless the environment says otherwise.
const SECONDS: &str = "60";

/// The environment variable that says otherwise.
pub(super) const VARIABLE: &str = "SPIELBAUM_FUZZ_SECONDS";

/// Every property holds of the inputs that there is time for.
pub(super) fn check() -> anyhow::Result<()> {
    let mut tests = Command::new(workspace::tests_of_properties()?);
    if std::env::var_os(VARIABLE).is_none() {
        tests.env(VARIABLE, SECONDS);
    }
    shell::run(tests.current_dir(workspace::root().join("fuzz/properties")))
}
