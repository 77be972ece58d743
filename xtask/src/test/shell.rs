//! Commands that a step consists of.

use std::env;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, ensure};

/// Shows the command, runs it to its end and tells how long it took.
///
/// # Errors
/// If it cannot be started or fails.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<()> {
    let words: Vec<_> = [command.get_program()]
        .into_iter()
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect();
    let text = words.join(" ");
    println!("$ {text}");
    let started = Instant::now();
    let status = command.status().with_context(|| format!("`{text}` could not be started"))?;
    println!("# {:.0?}", started.elapsed());
    ensure!(status.success(), "`{text}` failed");
    Ok(())
}

/// A program that gives way to others, the more the higher its niceness (up to 19), where there is such
/// a thing.
pub(super) fn nice(program: PathBuf, niceness: u8) -> Command {
    if !cfg!(unix) {
        return Command::new(program);
    }
    let mut nice = Command::new("nice");
    nice.arg("-n").arg(niceness.to_string()).arg(program);
    nice
}

/// Where a program is that the shell would find.
pub(super) fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}
