//! The properties of `fuzz/properties`, each tried for a minute beside the other steps.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, ensure};

use crate::workspace;

/// Seconds that each property is tried for, unless the environment says otherwise.
const SECONDS: &str = "60";

/// The environment variable that says otherwise.
pub(super) const VARIABLE: &str = "SPIELBAUM_FUZZ_SECONDS";

/// The properties as they are being tried.
pub(super) struct Properties {
    tests: Child,
    /// What they say.
    log: PathBuf,
}

impl Properties {
    /// Builds all tests and begins to try the properties, at a low priority: other steps wait for clocks and networks much of their time. What properties bound is counted in steps, so that
    /// the priority has no part in what is found.
    ///
    /// # Errors
    /// If the tests cannot be built or started.
    pub(super) fn begin() -> anyhow::Result<Self> {
        let tests = workspace::tests_of_properties()?;
        let log = workspace::target()?.join("properties.log");
        let output = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let mut command = if cfg!(unix) {
            let mut nice = Command::new("nice");
            nice.args(["-n", "10"]).arg(tests);
            nice
        } else {
            Command::new(tests)
        };
        if std::env::var_os(VARIABLE).is_none() {
            command.env(VARIABLE, SECONDS);
        }
        let folder = workspace::root().join("fuzz/properties");
        let tests = command
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output)
            .spawn()
            .context("the tests of the properties could not be started")?;
        Ok(Self { tests, log })
    }

    /// Waits until all have been tried, and shows what they say.
    ///
    /// # Errors
    /// If one does not hold.
    pub(super) fn end(mut self) -> anyhow::Result<()> {
        let status = self.tests.wait()?;
        println!("{}", String::from_utf8_lossy(&fs::read(&self.log)?));
        ensure!(status.success(), "a property does not hold");
        Ok(())
    }
}
