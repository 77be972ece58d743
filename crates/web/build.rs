//! Builds the page, if Node.js is there. Without it all else is built, and the server says what is missing in the page's place.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the page is made of.
const SOURCES: [&str; 7] = [
    "openapi.json",
    "ui/index.html",
    "ui/package.json",
    "ui/package-lock.json",
    "ui/public",
    "ui/src",
    "ui/vite.config.ts",
];

fn main() {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    // Cargo tells both to every build script.
    let [manifest, out] =
        ["CARGO_MANIFEST_DIR", "OUT_DIR"].map(|name| PathBuf::from(env::var_os(name).unwrap_or_default()));
    let page = out.join("page");
    let why = build(&manifest.join("ui"), &page).err().unwrap_or_default();
    if !why.is_empty() {
        println!(
            "cargo::warning=the page is not built, the server will say so: {}",
            why.lines().next().unwrap_or_default()
        );
        // A page of an earlier build would not fit this server.
        let _ = fs::remove_dir_all(&page);
    }
    let written = fs::create_dir_all(&page).and_then(|()| fs::write(out.join("missing.txt"), why));
    if let Err(error) = written {
        println!("cargo::error=cannot write to {}: {error}", out.display());
    }
}

/// Builds the page into a folder.
///
/// # Errors
/// Why it cannot be built.
fn build(ui: &Path, page: &Path) -> Result<(), String> {
    if !is_installed(ui) {
        npm(ui, &["ci", "--no-audit", "--no-fund"], page)?;
    }
    npm(ui, &["run", "build", "--silent"], page)
}

/// Whether the packages that are installed are those of the lock file.
fn is_installed(ui: &Path) -> bool {
    let changed = |path: &str| fs::metadata(ui.join(path)).and_then(|file| file.modified()).ok();
    matches!(
        (changed("node_modules/.package-lock.json"), changed("package-lock.json")),
        (Some(installed), Some(locked)) if installed >= locked
    )
}

fn npm(ui: &Path, arguments: &[&str], page: &Path) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program)
        .args(arguments)
        .current_dir(ui)
        .env("SPIELBAUM_PAGE", page)
        .output()
        .map_err(|error| format!("`npm` cannot be started ({error})"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines[lines.len().saturating_sub(20)..].join("\n");
    Err(format!("`npm {}` failed:\n{last}", arguments.join(" ")))
}
