//! The workspace, and the program that it is for.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

/// Where the workspace is.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The binary, freshly built as it is released.
pub(crate) fn binary() -> anyhow::Result<PathBuf> {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--package", "spielbaum", "--message-format", "json"])
        .current_dir(root())
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(built.status.success(), "the build failed");
    let messages = String::from_utf8(built.stdout)?;
    let mut executables = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    executables.next_back().context("cargo named no executable")
}
