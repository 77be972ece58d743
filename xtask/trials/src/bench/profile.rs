//! `cargo xtask bench profile`: of what gates the circuits of rulesheets consist, where the time of random
//! playouts goes, and how many the machine would allow.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use circuit::{
    Circuit, GateClass, Instructions, Pace, PhaseProfile, Playouts, PlyTimes, ProgramProfile, Width, measure,
};

use super::report::{self, Table, grouped, rounded};
use crate::rulesheets;

#[derive(clap::Args)]
#[command(after_help = HOW_TO_READ)]
pub(crate) struct Arguments {
    /// A rulesheet, or the folder of rulesheets, such as a checkout of ggp-org/ggp-repository
    #[arg(long, default_value = "games")]
    rules: PathBuf,
    /// Only rulesheets whose path contains this
    #[arg(long, default_value = "")]
    only: String,
    /// How long each rulesheet is played
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Plies after which a playout is cut
    #[arg(long, default_value_t = 200)]
    limit: u32,
}

const HOW_TO_READ: &str = "\
How to read the figures:
  Gates have up to three inputs. Those of the rules are counted in the two programs that searches run, one for the view and one for the step; what the program of playouts has more is taken for the count of
  legal moves and for the choice of one, so that a figure below 0 means that it shares more. A value is live as long as it will be read; `held by` is the smallest cache that holds all of them in 512 lanes.
  Times are microseconds of a ply in all lanes: to put the next state in the place of the last (renew), to evaluate the rules and count the legal moves (view), to find ended playouts (judge), to draw ranks of moves
  (draw), and to evaluate the moves and the next state (step). Each is the least mean of many runs of some milliseconds, as other work on the machine can only add to it.
  Bytes are what gates and the renewal read and write in a ply, instructions among them. The bound is what they take at the rate of a plain loop over as much memory in the same lanes: three words are read and one is written at each step.
  It holds for this network evaluated in this way, and more than 100 % means that the program finds its values nearer than that loop.";

/// That of playouts in bulk.
const WIDTH: Width = Width::W512;

/// Runs that are too short to be interrupted often.
const RUN: Duration = Duration::from_millis(2);

/// The figures of one rulesheet.
struct Measured {
    circuit: Arc<Circuit>,
    player: ProgramProfile,
    mean_plies: f64,
    /// The least time that a ply has taken.
    times: PlyTimes,
    /// Bytes that are read and written in a ply.
    moved: usize,
    /// Bytes a second of a plain loop.
    bandwidth: f64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut tables = Tables::new();
    for sheet in rulesheets::one_by_one(&arguments.rules, &arguments.only)? {
        match measure(&sheet.path, arguments) {
            Ok(measured) => tables.add(&sheet.name, &measured),
            Err(error) => sheet.note(format_args!("{error:#}")),
        }
    }
    print!("{}{}", report::circumstances(), tables.text());
    Ok(ExitCode::SUCCESS)
}

fn measure(path: &Path, arguments: &Arguments) -> anyhow::Result<Measured> {
    let rules = rulesheets::on_circuit(path)?;
    let circuit = Arc::clone(rules.compiled().map_err(|error| anyhow::anyhow!("{error}"))?.circuit());
    let mut playouts = Playouts::with_width(circuit.clone(), 1, WIDTH).with_ply_limit(arguments.limit);
    let (mean_plies, times) = play(&mut playouts, &circuit, Duration::try_from_secs_f64(arguments.seconds)?);
    let player = circuit.player_profile();
    let word = WIDTH.lanes() / 8;
    let renewal = 2 * circuit.fluents() * word;
    let code = player.code;
    // An instruction of the interpreter names four slots, each by two bytes if these are enough.
    let slot_number = if player.slots <= 1 << 16 { 2 } else { 4 };
    let instructions = code.map_or(4 * slot_number * player.gates(), |code| code.bytes);
    let moved = instructions + word * code.map_or_else(|| player.values_moved(), |code| code.accesses);
    let held = instructions + word * player.slots;
    let bandwidth = measure::bandwidth(WIDTH, held, Instructions::best());
    Ok(Measured { moved: moved + renewal, circuit, player, mean_plies, times, bandwidth })
}

/// The mean length of a playout, and the least time that each part of a ply has taken in any run.
fn play(playouts: &mut Playouts, circuit: &Circuit, time: Duration) -> (f64, PlyTimes) {
    let start = [circuit.initial().clone()];
    let begun = Instant::now();
    // So many plies that the program is compiled; all playouts are finished, for the mean.
    let warm_up = playouts
        .tally(&start, u64::MAX, &mut |_| if begun.elapsed() < time { Pace::On } else { Pace::Drain });
    let longest = Duration::MAX;
    let mut least =
        PlyTimes { rounds: 1, renew: longest, view: longest, judge: longest, draw: longest, step: longest };
    let begun = Instant::now();
    while begun.elapsed() < time {
        let (mut run, mut first) = (Instant::now(), true);
        let (_, times) = playouts.timed(&start, u64::MAX, &mut |_| {
            // The run begins with the first ply; at least one is played.
            if std::mem::take(&mut first) {
                run = Instant::now();
            } else if run.elapsed() > RUN {
                return Pace::Abandon;
            }
            Pace::On
        });
        let take = |least: &mut Duration, time: Duration| *least = (*least).min(time / times.rounds as u32);
        take(&mut least.renew, times.renew);
        take(&mut least.view, times.view);
        take(&mut least.judge, times.judge);
        take(&mut least.draw, times.draw);
        take(&mut least.step, times.step);
    }
    (warm_up.plies as f64 / warm_up.playouts as f64, least)
}

/// The report as Markdown.
struct Tables {
    parts: Table,
    classes: Table,
    times: Table,
    bounds: Table,
    caches: Vec<Cache>,
}

impl Tables {
    fn new() -> Self {
        Self {
            parts: Table::new(&[
                "rulesheet",
                ">gates",
                ">view: rules",
                ">view: count",
                ">step: choice",
                ">step: rules",
                ">runs",
                ">values",
                ">KB in 64 lanes",
                ">in 512",
                "held by",
                ">KB of code",
            ]),
            classes: Table::new(&[
                "rulesheet",
                ">and, or",
                ">xor",
                ">and, or of 3",
                ">and with or",
                ">with xor",
                ">mux",
                ">majority",
            ]),
            times: Table::new(&[
                "rulesheet",
                ">lanes",
                ">renew",
                ">view",
                ">judge",
                ">draw",
                ">step",
                ">us a ply",
                ">ns a gate",
            ]),
            bounds: Table::new(&[
                "rulesheet",
                ">KB a ply",
                ">loop, GB/s",
                ">plies",
                ">playouts/s at most",
                ">measured",
                ">per cent",
            ]),
            caches: caches(),
        }
    }

    fn add(&mut self, name: &str, measured: &Measured) {
        let Measured { circuit, player, mean_plies, times, moved, bandwidth } = measured;
        let count = |number: usize| grouped(number as f64);
        let kilobytes = |bytes: usize| rounded(bytes as f64 / 1e3);
        let rules = [circuit.view_size().gates, circuit.step_size().gates];
        let all: Vec<usize> = player.phases.iter().map(PhaseProfile::count).collect();
        let beyond = |phase: usize| grouped(all[phase] as f64 - rules[phase] as f64);
        let bytes = |lanes: usize| player.slots * lanes / 8;
        self.parts.row(&[
            name.to_owned(),
            count(player.gates()),
            count(rules[0]),
            beyond(0),
            beyond(1),
            count(rules[1]),
            count(player.phases.iter().map(|phase| phase.runs).sum()),
            count(player.slots),
            kilobytes(bytes(64)),
            kilobytes(bytes(512)),
            held_by(&self.caches, bytes(512)),
            player.code.map_or_else(|| "none".to_owned(), |code| kilobytes(code.bytes)),
        ]);
        let share = |class: usize| {
            let gates: usize = player.phases.iter().map(|phase| phase.gates[class]).sum();
            format!("{:.1} %", 100.0 * gates as f64 / player.gates().max(1) as f64)
        };
        let shares = (0..GateClass::ALL.len()).map(share);
        self.classes.row(&std::iter::once(name.to_owned()).chain(shares).collect::<Vec<_>>());
        let micros = |time: Duration| rounded(time.as_secs_f64() * 1e6);
        self.times.row(&[
            name.to_owned(),
            WIDTH.lanes().to_string(),
            micros(times.renew),
            micros(times.view),
            micros(times.judge),
            micros(times.draw),
            micros(times.step),
            micros(times.total()),
            rounded((times.view + times.step).as_secs_f64() * 1e9 / player.gates().max(1) as f64),
        ]);
        let playouts = |seconds: f64| WIDTH.lanes() as f64 / seconds / mean_plies;
        let (most, reached) = (playouts(*moved as f64 / bandwidth), playouts(times.total().as_secs_f64()));
        self.bounds.row(&[
            name.to_owned(),
            kilobytes(*moved),
            rounded(bandwidth / 1e9),
            format!("{mean_plies:.1}"),
            grouped(most),
            grouped(reached),
            format!("{:.0} %", 100.0 * reached / most),
        ]);
    }

    fn text(&self) -> String {
        let caches: Vec<String> = self
            .caches
            .iter()
            .map(|cache| format!("{} {} KB", cache.name, grouped(cache.bytes as f64 / 1e3)))
            .collect();
        format!(
            "- caches: {}\n- how to read the figures: `cargo xtask bench profile --help`\n\n\
             Gates of the program of random playouts, and its values:\n\n{}\nGates by kind:\n\n{}\n\
             Microseconds of a ply in all lanes:\n\n{}\nWhat this machine allows:\n\n{}",
            if caches.is_empty() { "unknown".to_owned() } else { caches.join(", ") },
            self.parts.text(),
            self.classes.text(),
            self.times.text(),
            self.bounds.text()
        )
    }
}

/// A cache of the processor.
struct Cache {
    name: String,
    bytes: usize,
}

/// The caches for data of the first core, the smallest first, where the system tells.
fn caches() -> Vec<Cache> {
    let read = |index: usize, field: &str| {
        let text =
            fs::read_to_string(format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{field}")).ok()?;
        Some(text.trim().to_owned())
    };
    let cache = |index: usize| {
        let (level, kind, size) = (read(index, "level")?, read(index, "type")?, read(index, "size")?);
        let kilobytes: usize = size.strip_suffix('K')?.parse().ok()?;
        (kind != "Instruction").then(|| Cache { name: format!("L{level}"), bytes: kilobytes << 10 })
    };
    (0..8).filter_map(cache).collect()
}

/// The name of the smallest cache that holds so many bytes.
fn held_by(caches: &[Cache], bytes: usize) -> String {
    let smallest = caches.iter().find(|cache| cache.bytes >= bytes);
    smallest.map_or_else(
        || if caches.is_empty() { "unknown" } else { "none" }.to_owned(),
        |cache| cache.name.clone(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_held_by_the_smallest_cache_that_is_large_enough() {
        let cache = |name: &str, bytes| Cache { name: name.to_owned(), bytes };
        let caches = [cache("L1", 100), cache("L2", 1000)];
        let held = [100, 101, 1000, 1001].map(|bytes| held_by(&caches, bytes));
        assert_eq!(held, ["L1", "L2", "L2", "none"]);
        assert_eq!(held_by(&[], 1), "unknown");
    }
}
