//! `cargo xtask pictures`: the pictures of the documentation, made by the program that they show.

mod page;
mod play;
mod plots;
mod screen;

use std::fs;
use std::process::ExitCode;

use anyhow::Context;

use crate::workspace;

#[derive(clap::Args)]
#[command(after_help = "\
Every game has its seed, and everybody thinks for so many playouts or nodes, not for a time. So the same program makes the same pictures, but
for the tenths of a second that the screen of a game shows. The pictures of the page are those that `cargo xtask test browser` has taken last.")]
pub(crate) struct Arguments {
    /// Only say which pictures the program would make otherwise now
    #[arg(long)]
    check: bool,
}

/// Where they stand in the workspace.
const FOLDER: &str = "docs/pictures";

/// A picture as it is to be.
struct Picture {
    /// The file.
    name: &'static str,
    svg: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let binary = workspace::binary()?;
    let mut pictures = vec![play::picture(&binary)?];
    pictures.extend(plots::pictures(&binary)?);
    let folder = workspace::root().join(FOLDER);
    let mut outdated = false;
    for Picture { name, svg } in pictures {
        let path = folder.join(name);
        let same = fs::read_to_string(&path).is_ok_and(|there| there == svg);
        outdated |= !same;
        match (same, arguments.check) {
            (true, _) => println!("{FOLDER}/{name} is up to date"),
            (false, true) => println!("{FOLDER}/{name} is not what the program makes now"),
            (false, false) => {
                fs::create_dir_all(&folder).with_context(|| format!("cannot make {FOLDER}"))?;
                fs::write(&path, svg).with_context(|| format!("cannot write {FOLDER}/{name}"))?;
                println!("{FOLDER}/{name} is made");
            }
        }
    }
    if !arguments.check {
        page::copy(&folder)?;
    }
    Ok(if arguments.check && outdated { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
