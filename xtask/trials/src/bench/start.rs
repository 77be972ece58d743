//! `cargo xtask bench start`: how soon each rulesheet of a folder is played, and in how much memory.

mod alone;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::report::{self, Table, grouped, rounded};
use crate::rulesheets;

#[derive(clap::Args)]
#[command(after_help = "\
Each rulesheet is read, checked and compiled as the player on the network does at the start of a match, in a process of its own: the reasoner plays at once, the first circuit of large rules and
the final circuit as soon as they are there. What each of them plays is a random joint move in the initial state. The clock starts with the process. A process ends when all have moved, its time is up, or it
takes too much memory. `taskset -c 0` before the command gives it one core. It is a failure if a rulesheet is not played by anything in time, or takes too much memory.")]
pub(crate) struct Arguments {
    /// The folder of the rulesheets, such as a checkout of ggp-org/ggp-repository
    #[arg(long, default_value = "games")]
    rules: PathBuf,
    /// Only rulesheets whose path contains this
    #[arg(long, default_value = "")]
    only: String,
    /// The time for each rulesheet, a start clock
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
    /// The mebibytes that each may take
    #[arg(long, default_value_t = 2048)]
    memory: u64,
    /// Print one JSON document of {machine, seconds, memory, played, within_memory, rulesheets: [{rulesheet,
    /// moves, peak, end}, ...]}
    #[arg(long)]
    json: bool,
    /// Do this for one rulesheet in this process, and print what it comes to
    #[arg(long, hide = true)]
    alone: Option<PathBuf>,
}

/// What makes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum By {
    Reasoner,
    FirstCircuit,
    Circuit,
}

impl By {
    const ALL: [Self; 3] = [Self::Reasoner, Self::FirstCircuit, Self::Circuit];

    fn name(self) -> &'static str {
        match self {
            Self::Reasoner => "the reasoner",
            Self::FirstCircuit => "a first circuit",
            Self::Circuit => "the circuit",
        }
    }
}

/// A first move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Move {
    by: By,
    /// When it was made, since the start of the process.
    seconds: f64,
    /// How many gates the circuit has.
    gates: Option<usize>,
}

/// Why a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum End {
    /// All that could move has moved.
    Done,
    Time,
    Memory,
    /// It said nothing of its end.
    Lost,
}

/// What became of one rulesheet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Start {
    /// In the order in which they were made.
    moves: Vec<Move>,
    /// The mebibytes that the process had at most; none where the system does not tell.
    peak: Option<u64>,
    end: End,
    /// Why something did not move.
    remarks: Vec<String>,
}

/// A rulesheet with its name, and what became of it.
#[derive(Serialize)]
struct Sheet {
    rulesheet: String,
    #[serde(flatten)]
    start: Start,
}

#[derive(Serialize)]
struct Document {
    machine: String,
    seconds: f64,
    memory: u64,
    /// How many were played in time.
    played: usize,
    /// How many took no more memory than they may.
    within_memory: usize,
    rulesheets: Vec<Sheet>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let time = Duration::try_from_secs_f64(arguments.seconds)?;
    if let Some(path) = &arguments.alone {
        return alone::run(path, time, arguments.memory);
    }
    let mut found = Vec::new();
    for sheet in rulesheets::one_by_one(&arguments.rules, &arguments.only)? {
        let start = Start::of(&sheet.path, arguments)?;
        // The table is made when all is done, which takes long.
        sheet.note(start.told());
        found.push(Sheet { rulesheet: sheet.name, start });
    }
    let (time, memory) = (arguments.seconds, arguments.memory);
    let document = Document {
        machine: report::machine(),
        seconds: time,
        memory,
        played: found.iter().filter(|sheet| sheet.start.is_played(time)).count(),
        within_memory: found.iter().filter(|sheet| sheet.start.is_small(memory)).count(),
        rulesheets: found,
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&document)?);
    } else {
        print!("{}\n{}\n{}", report::circumstances(), document.table(), document.summary());
    }
    let all = [document.rulesheets.len(); 2];
    Ok(if [document.played, document.within_memory] == all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Start {
    /// Starts a process for a rulesheet, and waits for its end.
    fn of(path: &Path, arguments: &Arguments) -> anyhow::Result<Self> {
        let (seconds, memory) = (arguments.seconds.to_string(), arguments.memory.to_string());
        let output = Command::new(env::current_exe()?)
            .args(["bench", "start", "--seconds", &seconds, "--memory", &memory, "--alone"])
            .arg(path)
            .stderr(Stdio::inherit())
            .output()
            .context("a process could not be started")?;
        if !output.status.success() {
            let remarks = vec![format!("the process ended with {}", output.status)];
            return Ok(Self { moves: Vec::new(), peak: None, end: End::Lost, remarks });
        }
        serde_json::from_slice(&output.stdout).context("a process did not say what it came to")
    }

    /// Whether something moved in time.
    fn is_played(&self, seconds: f64) -> bool {
        self.moves.first().is_some_and(|first| first.seconds <= seconds)
    }

    /// Whether it took no more mebibytes.
    fn is_small(&self, memory: u64) -> bool {
        self.end != End::Memory && self.end != End::Lost && self.peak.is_none_or(|peak| peak <= memory)
    }

    /// In a line.
    fn told(&self) -> String {
        let moves =
            self.moves.iter().map(|mov| format!("{} after {} s", mov.by.name(), rounded(mov.seconds)));
        let peak = self.peak.map(|peak| format!("{peak} MiB"));
        let parts: Vec<String> = moves.chain(peak).chain(self.remarks.iter().cloned()).collect();
        parts.join(", ")
    }

    fn by(&self, by: By) -> Option<&Move> {
        self.moves.iter().find(|mov| mov.by == by)
    }
}

impl Document {
    fn table(&self) -> String {
        let heads = [
            "rulesheet",
            ">reasoner, s",
            ">first circuit, s",
            ">circuit, s",
            ">gates",
            ">peak, MiB",
            "end",
            "remark",
        ];
        let mut table = Table::new(&heads);
        for Sheet { rulesheet, start } in &self.rulesheets {
            let seconds = |by| start.by(by).map_or_else(String::new, |mov: &Move| rounded(mov.seconds));
            let gates = start.moves.iter().rev().find_map(|mov| mov.gates);
            let number = |number: Option<f64>| number.map_or_else(String::new, grouped);
            table.row(&[
                rulesheet.clone(),
                seconds(By::Reasoner),
                seconds(By::FirstCircuit),
                seconds(By::Circuit),
                number(gates.map(|gates| gates as f64)),
                number(start.peak.map(|peak| peak as f64)),
                start.end.name().to_owned(),
                start.remarks.join("; ").replace('\n', " "),
            ]);
        }
        table.text().to_owned()
    }

    fn summary(&self) -> String {
        let Self { seconds, memory, played, within_memory, rulesheets, .. } = self;
        let all = rulesheets.len();
        let first_by = |by| {
            let first = |sheet: &&Sheet| sheet.start.moves.first().is_some_and(|first| first.by == by);
            rulesheets.iter().filter(first).count()
        };
        let [reasoner, first, circuit] = By::ALL.map(first_by);
        format!(
            "{played} of {all} rulesheets are played within {seconds} s ({reasoner} first by the reasoner, {first} by a first circuit, {circuit} by the circuit), {within_memory} of {all} within {memory} MiB\n"
        )
    }
}

impl End {
    fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Lost => "lost",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(moves: &[(By, f64)], peak: u64, end: End) -> Start {
        let moves = moves.iter().map(|&(by, seconds)| Move { by, seconds, gates: None }).collect();
        Start { moves, peak: Some(peak), end, remarks: Vec::new() }
    }

    #[test]
    fn a_rulesheet_counts_that_anything_plays_in_time_and_within_its_memory() {
        let early = start(&[(By::Reasoner, 0.1), (By::Circuit, 12.0)], 90, End::Done);
        let late = start(&[(By::FirstCircuit, 10.5)], 2_049, End::Memory);
        let never = start(&[], 90, End::Time);
        assert_eq!([&early, &late, &never].map(|start| start.is_played(10.0)), [true, false, false]);
        assert_eq!([&early, &late, &never].map(|start| start.is_small(2_048)), [true, false, true]);
        let rulesheets = [early, late, never].map(|start| Sheet { rulesheet: "game".to_owned(), start });
        let document = Document {
            machine: String::new(),
            seconds: 10.0,
            memory: 2_048,
            played: 1,
            within_memory: 2,
            rulesheets: rulesheets.into(),
        };
        assert_eq!(
            document.summary(),
            "1 of 3 rulesheets are played within 10 s (1 first by the reasoner, 1 by a first circuit, 0 by the circuit), 2 of 3 within 2048 MiB\n"
        );
        let row = "| game | 0.100 |  | 12.0 |  | 90 | done |  |";
        assert!(document.table().contains(row), "{}", document.table());
    }
}
