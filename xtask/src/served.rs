//! The laboratory page, served for a check.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::Context;
use tempfile::TempDir;

/// A server of the page with a store of its own; both go when it is dropped.
pub struct Served {
    child: Child,
    address: String,
    _store: TempDir,
}

impl Served {
    /// Starts it on a free port of this machine.
    ///
    /// # Errors
    /// If the program does not say where it listens.
    pub fn start(program: &Path) -> anyhow::Result<Self> {
        let store = tempfile::tempdir()?;
        let mut child = Command::new(program)
            .args(["web", "--port", "0", "--cache", "never", "--db"])
            .arg(store.path().join("store.db"))
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} could not be started", program.display()))?;
        let mut line = String::new();
        if let Some(out) = &mut child.stdout {
            BufReader::new(out).read_line(&mut line)?;
        }
        let served = Self { child, address: line.trim().to_owned(), _store: store };
        anyhow::ensure!(served.address.starts_with("http://"), "{} serves no page", program.display());
        Ok(served)
    }

    /// Where the page is, ending in a slash.
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
