//! `cargo xtask bench playouts`: random playouts of every game with every engine, beside other
//! programs' figures.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail, ensure};
use indexmap::IndexMap;
use serde::Deserialize;

use super::report::{self, grouped};
use crate::workspace;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A checkout of ggp-org/ggp-repository, for the public rulesheets; without it only the built-in games
    /// are played
    #[arg(long)]
    rules: Option<PathBuf>,
    /// How long each engine plays each game, in seconds
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// Threads that play at the same time; figures of peers are of one
    #[arg(long, default_value_t = 1)]
    threads: u16,
    /// Only games whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Write the report here rather than print it
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Other programs' figures, with the games they are for.
#[derive(Deserialize)]
struct Peers {
    /// How each program is called, in the order of the columns.
    names: IndexMap<String, String>,
    #[serde(rename = "row")]
    rows: Vec<Row>,
}

/// One game, as a built-in one, as a public rulesheet, or as both.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Row {
    game: Option<String>,
    public: Option<String>,
    note: Option<String>,
    /// Programs that never got the rules ready.
    #[serde(default)]
    gave_up: Vec<String>,
    /// Playouts a second.
    peers: BTreeMap<String, f64>,
}

/// A game to be measured.
struct Entry {
    /// How it is called in the report.
    title: String,
    /// What the command line takes it by.
    argument: String,
    builtin: bool,
    /// The row of the table of peers that is about it.
    row: Option<usize>,
}

/// What `spielbaum playouts --json` says; the rest of it is not needed here.
#[derive(Deserialize)]
struct Playouts {
    playouts: u64,
    playouts_per_second: f64,
    mean_plies: Option<f64>,
    gates: Option<u64>,
}

/// The figures of one game.
struct Measured {
    circuit: Playouts,
    native: Option<f64>,
    reasoner: Option<f64>,
}

/// Turns that the circuit and the native board take, so that what else the machine does falls on both.
const TURNS: u32 = 3;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let peers: Peers = toml::from_str(include_str!("../../peers.toml")).context("xtask/trials/peers.toml")?;
    let binary = workspace::binary()?;
    let mut entries = entries(&binary, &peers, arguments.rules.as_deref())?;
    entries.retain(|entry| entry.title.contains(&arguments.only));
    ensure!(!entries.is_empty(), "no game's name contains `{}`", arguments.only);

    let bar = report::bar(entries.len(), "games")?;
    let mut report = Report::new(&peers, arguments)?;
    for entry in &entries {
        bar.set_message(entry.title.clone());
        let row = entry.row.map(|row| &peers.rows[row]);
        match measure(&binary, entry, arguments) {
            Ok(measured) => report.add(entry, &measured, row),
            Err(error) => report.add_failure(entry, &error),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    match &arguments.out {
        Some(path) => {
            fs::write(path, report.text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        None => print!("{}", report.text),
    }
    Ok(ExitCode::SUCCESS)
}

/// Every built-in game, then the public rulesheets that peers have played.
fn entries(binary: &Path, peers: &Peers, rules: Option<&Path>) -> anyhow::Result<Vec<Entry>> {
    let listed = Command::new(binary).args(["games", "--json"]).output()?;
    #[derive(Deserialize)]
    struct Game {
        name: String,
    }
    let games: Vec<Game> = serde_json::from_slice(&listed.stdout).context("`spielbaum games --json`")?;
    let mut entries: Vec<Entry> = games
        .into_iter()
        .map(|Game { name }| Entry {
            row: peers.rows.iter().position(|row| row.game.as_ref() == Some(&name)),
            argument: name.clone(),
            title: name,
            builtin: true,
        })
        .collect();
    if let Some(rules) = rules {
        let below = ["war/root/games", "games", ""].map(|folder| rules.join(folder));
        for (number, row) in peers.rows.iter().enumerate() {
            let Some(public) = &row.public else { continue };
            let path = below.iter().map(|folder| folder.join(public)).find(|path| path.is_file());
            let path = path.with_context(|| format!("{public} is not below {}", rules.display()))?;
            entries.push(Entry {
                title: format!("public {}", public.split('/').next().unwrap_or(public)),
                argument: path.display().to_string(),
                builtin: false,
                row: Some(number),
            });
        }
    }
    Ok(entries)
}

fn measure(binary: &Path, entry: &Entry, arguments: &Arguments) -> anyhow::Result<Measured> {
    let play = |engine, seconds| playouts(binary, entry, engine, seconds, arguments.threads);
    if !entry.builtin {
        return Ok(Measured { circuit: play("circuit", arguments.seconds)?, native: None, reasoner: None });
    }
    let turn = arguments.seconds / f64::from(TURNS);
    let mut circuit = Vec::new();
    let mut native = Vec::new();
    for _ in 0..TURNS {
        circuit.push(play("circuit", turn)?);
        if native.len() + 1 == circuit.len()
            && let Ok(played) = play("native", turn)
        {
            native.push(played.playouts_per_second);
        }
    }
    let reasoner = play("reasoner", turn)?;
    circuit.sort_by(|a, b| a.playouts_per_second.total_cmp(&b.playouts_per_second));
    native.sort_by(f64::total_cmp);
    Ok(Measured {
        circuit: circuit.swap_remove(circuit.len() / 2),
        native: native.get(native.len() / 2).copied(),
        reasoner: (reasoner.playouts > 0).then_some(reasoner.playouts_per_second),
    })
}

fn playouts(
    binary: &Path,
    entry: &Entry,
    engine: &str,
    seconds: f64,
    threads: u16,
) -> anyhow::Result<Playouts> {
    let played = Command::new(binary)
        .args(["playouts", &entry.argument, "--engine", engine, "--json", "--probes", "0", "--limit", "600"])
        .args(["--seconds", &seconds.to_string(), "--threads", &threads.to_string()])
        .output()?;
    if !played.status.success() {
        bail!("{}", String::from_utf8_lossy(&played.stderr).trim());
    }
    Ok(serde_json::from_slice(&played.stdout)?)
}

/// The report as Markdown.
struct Report<'p> {
    text: String,
    columns: Vec<&'p str>,
}

impl<'p> Report<'p> {
    fn new(peers: &'p Peers, arguments: &Arguments) -> anyhow::Result<Self> {
        let Arguments { rules, seconds, threads, .. } = arguments;
        let mut text = String::from("# Random playouts a second\n\n");
        text.push_str(&report::circumstances());
        writeln!(
            text,
            "- command: `cargo xtask bench playouts --seconds {seconds} --threads {threads}{}`: {seconds} s an engine and game; the circuit and the native board in {TURNS} turns each, the median of which is given",
            if rules.is_some() { " --rules <ggp-repository>" } else { "" },
        )?;
        text.push_str(
            "- \"x NAME\": how many times as fast the circuit is; the peers' own figures stand in `xtask/trials/peers.toml`, with where they come from\n\n",
        );
        text.push_str("| game | circuit | plies | gates | x native | x reasoner |");
        for name in peers.names.values() {
            write!(text, " x {name} |")?;
        }
        text.push_str(" remarks |\n| --- |");
        text.push_str(&" ---: |".repeat(5 + peers.names.len()));
        text.push_str(" --- |\n");
        Ok(Self { text, columns: peers.names.keys().map(String::as_str).collect() })
    }

    fn add(&mut self, entry: &Entry, measured: &Measured, row: Option<&Row>) {
        let Measured { circuit, native, reasoner } = measured;
        let mut cells = vec![
            entry.title.clone(),
            if circuit.playouts == 0 { "none".to_owned() } else { grouped(circuit.playouts_per_second) },
            circuit.mean_plies.map_or_else(String::new, |plies| format!("{plies:.1}")),
            circuit.gates.map_or_else(String::new, |gates| grouped(gates as f64)),
            ratio(circuit, *native),
            ratio(circuit, *reasoner),
        ];
        for &peer in &self.columns {
            cells.push(match row {
                Some(row) if row.gave_up.iter().any(|name| name == peer) => "gave up".to_owned(),
                Some(row) => ratio(circuit, row.peers.get(peer).copied()),
                None => String::new(),
            });
        }
        cells.push(row.and_then(|row| row.note.clone()).unwrap_or_default());
        self.line(&cells);
    }

    fn add_failure(&mut self, entry: &Entry, error: &anyhow::Error) {
        let mut cells = vec![entry.title.clone()];
        cells.resize(6 + self.columns.len(), String::new());
        cells.push(error.to_string().replace(['\n', '|'], " "));
        self.line(&cells);
    }

    fn line(&mut self, cells: &[String]) {
        self.text.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
}

fn ratio(circuit: &Playouts, other: Option<f64>) -> String {
    match other {
        Some(other) if other > 0.0 && circuit.playouts > 0 => {
            let ratio = circuit.playouts_per_second / other;
            if ratio < 100.0 { format!("{ratio:.2}") } else { grouped(ratio) }
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_of_a_peer_has_a_column() {
        let peers: Peers = toml::from_str(include_str!("../../peers.toml")).unwrap();
        for row in &peers.rows {
            assert!(row.game.is_some() || row.public.is_some());
            let named = row.peers.keys().chain(&row.gave_up);
            assert!(named.into_iter().all(|name| peers.names.contains_key(name)), "{:?}", row.peers);
        }
    }

    #[test]
    fn a_missing_or_empty_figure_has_no_ratio() {
        let circuit =
            Playouts { playouts: 10, playouts_per_second: 500.0, mean_plies: Some(7.0), gates: None };
        assert_eq!(ratio(&circuit, None), "");
        assert_eq!(ratio(&circuit, Some(0.0)), "");
        assert_eq!(ratio(&circuit, Some(250.0)), "2.00");
        assert_eq!(ratio(&circuit, Some(0.5)), "1,000");
        assert_eq!(ratio(&Playouts { playouts: 0, ..circuit }, Some(250.0)), "");
    }
}
