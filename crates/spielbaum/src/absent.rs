//! Commands that belong to a cargo feature which this build does not have.

use crate::error::Error;

/// Whatever is given to such a command.
#[cfg(not(all(feature = "network", feature = "page")))]
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _any: Vec<std::ffi::OsString>,
}

/// Tells how to get a program with the feature.
pub(crate) fn feature(name: &str) -> Error {
    Error::Usage(format!(
        "this program was built without the feature `{name}`; `cargo install spielbaum --features {name}` has it"
    ))
}
