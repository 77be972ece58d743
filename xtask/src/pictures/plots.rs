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
    // Everybody who guesses has as many playouts; the search by nodes takes about as long.
    Tournament {
        arguments: &[
            "connect-four",
            "--players",
            "random,flat-mc(playouts=256),stepwise-mcts(playouts=256),alpha-beta(depth=4),uct(playouts=256)",
            "--games=200",
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
            "--games=200",
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
