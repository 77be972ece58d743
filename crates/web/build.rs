//! Puts the page where the crate embeds it from. In the repository it is built from the sources in `ui`, if
//! Node.js is there; a published crate has no sources, but the page itself in `page`. Without either, all
//! else is built, and the server says what is missing.

use std::env;
use std::fs;
use std::io;
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

/// The page in a published crate; `cargo xtask package` builds it.
const PUBLISHED: &str = "page";

fn main() {
    // Cargo tells both to every build script.
    let [manifest, out] =
        ["CARGO_MANIFEST_DIR", "OUT_DIR"].map(|name| PathBuf::from(env::var_os(name).unwrap_or_default()));
    let page = out.join("page");
    let ui = manifest.join("ui");
    let (made, sources) = if ui.is_dir() {
        (build(&ui, &page), &SOURCES[..])
    } else {
        (copy(&manifest.join(PUBLISHED), &page), &["build.rs", PUBLISHED][..])
    };
    for source in sources {
        println!("cargo::rerun-if-changed={source}");
    }
    let why = made.err().unwrap_or_default();
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

/// Copies the page of a published crate into a folder.
///
/// # Errors
/// Why it cannot be copied.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed =
        |error: io::Error| format!("this package comes without the page ({}: {error})", from.display());
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &target)?;
        } else {
            fs::copy(&source, &target).map_err(failed)?;
        }
    }
    Ok(())
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
