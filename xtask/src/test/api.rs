//! The JSON API, asked by [Schemathesis](https://schemathesis.io) whatever its description allows and much
//! that it does not.

use std::fs;
use std::process::Command;

use super::{environment, shell};
use crate::served::Served;
use crate::workspace;

/// Every answer is as the description says, what that allows is accepted and what it does not is refused, and
/// no answer says that the server failed.
pub(super) fn fuzz() -> anyhow::Result<()> {
    let schemathesis = environment::with(environment::API)?.join("schemathesis");
    let served = Served::start(&workspace::tested()?)?;
    // It keeps what it found for the next time, which here is none.
    let folder = tempfile::tempdir()?;
    shell::run(
        Command::new(schemathesis)
            .arg("--config-file")
            .arg(fs::canonicalize(workspace::root().join("xtask/schemathesis.toml"))?)
            .args(["run", &format!("{}api/openapi.json", served.address()), "--url", served.address()])
            .current_dir(folder.path()),
    )
}
