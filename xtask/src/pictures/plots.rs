use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};

use super::Picture;

/// A tournament, and what is drawn of it.
struct Tournament {
    arguments: &'static [&'static str],
    /// The kinds of `results plot`.
    kinds: &'static [(&'static str, &'static str)],
}

const TOURNAMENTS: [Tournament; 2] = [
    // What a tree is worth for the same playouts, and what more of them are. Without openings a search
    // without chance would play one game a hundred times against itself.
    Tournament {
        arguments: &[
            "connect-four",
            "--players",
            "random,alpha-beta(depth=4),flat-mc(playouts=64),flat-mc(playouts=256),uct(playouts=64),uct(playouts=256)",
            "--openings=random:2",
            "--games=100",
            "--seed=1",
        ],
        kinds: &[("win-rates", "win-rates.svg"), ("ratings", "ratings.svg")],
    },
    Tournament {
        arguments: &[
            "connect-four",
            "--sweep",
            "uct(playouts={16,32,64,128,256,512,1024})",
            "--against",
            "flat-mc(playouts=256)",
            "--openings=random:2",
            "--games=100",
            "--seed=1",
        ],
        kinds: &[("budget", "budget.svg")],
    },
];

/// The pictures of all tournaments, played into a store that is thrown away.
pub(super) fn pictures(binary: &Path) -> anyhow::Result<Vec<Picture>> {
    let folder = tempfile::tempdir()?;
    let store = folder.path().join("store.db");
    let spielbaum = |arguments: &[&str]| -> anyhow::Result<()> {
        let status = Command::new(binary).arg("--db").arg(&store).args(arguments).status()?;
        ensure!(status.success(), "spielbaum {} failed", arguments.join(" "));
        Ok(())
    };
    let mut pictures = Vec::new();
    for (number, Tournament { arguments, kinds }) in (1..).zip(TOURNAMENTS) {
        spielbaum(&[&["arena"], arguments].concat())?;
        for &(kind, name) in kinds {
            let path = folder.path().join(name);
            let out = path.to_str().context("the temporary folder has no plain name")?;
            spielbaum(&["results", "plot", &format!("{number}"), "--kind", kind, "--out", out])?;
            pictures.push(Picture { name, svg: fs::read_to_string(&path)? });
        }
    }
    Ok(pictures)
}
