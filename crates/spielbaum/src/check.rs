use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use game::{Game, Information, NamedGame, Playtest, Rules, playtest};
use gdl::{Diagnostic, ParseError, Severity};
use rayon::prelude::*;
use search::Stop;
use serde::Serialize;
use view::{CheckReport, Finding, ReachedState};
use walkdir::WalkDir;

use crate::error::Error;
use crate::factors;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::kind;
use crate::load::{LoadArguments, Loader};
use crate::output;

/// Check rulesheets: parse them, look for mistakes, compile them to circuits, play them at random
///
/// Prints one line for each file: also whether the game is left to chance, and whether something is hidden
/// from its players. Errors go to the standard error, with the lines that they concern, and so do the
/// warnings of a single file. Directories are searched for files named *.kif. Random playouts, two seconds of
/// them at most, look for terminal states that do not give each role exactly one goal, and for states that
/// are not terminal and leave a role without a legal move; where something is hidden, also for moves that are
/// legal or not by what the player cannot know. A warning tells the moves that lead there. That they find
/// nothing proves nothing.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  spielbaum check my-game.kif\n  spielbaum check --strict games\n  spielbaum check games --json"
)]
pub(crate) struct Arguments {
    /// Rulesheets, or directories of rulesheets
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Random playouts of each game that look for missing goals and moves
    #[arg(long, value_name = "N", default_value_t = 100)]
    playouts: u64,
    /// The seed of the playouts
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Count warnings as errors
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    loading: LoadArguments,
    /// Print one JSON array of {path, ok, errors, warnings, roles, ...}
    #[arg(long)]
    json: bool,
}

/// How long each game is played at most.
const PLAYING: Duration = Duration::from_secs(2);

/// What is found in one file.
#[derive(Serialize)]
struct Report {
    path: String,
    #[serde(flatten)]
    check: CheckReport,
    /// How many; none if the rules are not good enough to tell.
    roles: Option<usize>,
    /// How many there can be, and how large the circuit is; none without a circuit.
    fluents: Option<usize>,
    moves: Option<usize>,
    gates: Option<usize>,
    /// How long it took to ground the rules; none without a circuit, or if it was kept.
    ground_seconds: Option<f64>,
    /// Of how many independent games it consists; none if that is not known.
    factors: Option<usize>,
    /// Random playouts made; none if the rules are not good enough to be played.
    playouts: Option<u64>,
    /// Whether a role `random` moves by chance; none if the rules are not good enough to tell, as for
    /// the next.
    chance: Option<bool>,
    /// What players know of the state.
    information: Option<Information>,
    /// What kind of game it is, in words.
    #[serde(skip)]
    kind: Option<String>,
    #[serde(skip)]
    seconds: f64,
    /// What was wrong with the cache of circuits, which is nothing about the rules.
    #[serde(skip)]
    cache_errors: Vec<String>,
    /// The errors drawn with their lines, then the warnings.
    #[serde(skip)]
    drawn: [String; 2],
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let files = find(&arguments.paths)?;
    if files.is_empty() {
        let paths: Vec<String> = arguments.paths.iter().map(|path| path.display().to_string()).collect();
        return Err(Error::Usage(format!("there is no file named *.kif in {}", paths.join(", "))));
    }
    let bar = output::progress(files.len() as u64, "files");
    bar.enable_steady_tick(Duration::from_secs(1));
    let stop = Stop::default();
    let work = end_on_interrupt(stop.clone())?;
    let check = |path: &PathBuf| {
        let report = check(path, arguments, &|| !stop.pressed());
        bar.inc(1);
        // What was interrupted says nothing about the rules.
        (!stop.pressed()).then_some(report)
    };
    let reports: Vec<Report> = files.par_iter().filter_map(check).collect();
    drop(work);
    bar.finish_and_clear();
    for report in &reports {
        for error in &report.cache_errors {
            output::note(format_args!("warning: {}: {error}", report.path));
        }
    }
    if arguments.json {
        output::json(&reports)?;
    } else {
        // What is about one file alone is worth its space.
        let warnings_too = reports.len() == 1;
        reports.iter().try_for_each(|report| print(report, warnings_too))?;
        summarise(&reports);
    }
    if stop.pressed() {
        output::note(format_args!(
            "interrupted: {} of {} checked",
            reports.len(),
            output::count(files.len(), "file")
        ));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    let bad = reports.iter().any(|report| !report.check.ok);
    Ok(if bad { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The files named, and those named *.kif in the directories named, in the order of their paths.
fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            fs::metadata(path).map_err(|error| Error::unreadable(path.display(), &error, &remedy(path)))?;
            files.push(path.clone());
            continue;
        }
        for entry in WalkDir::new(path).follow_links(true) {
            match entry {
                Ok(entry) if entry.file_type().is_file() && is_rulesheet(entry.path()) => {
                    files.push(entry.into_path());
                }
                Ok(_) => {}
                Err(error) => output::note(format_args!("warning: {error}")),
            }
        }
    }
    // By their texts, as other programs sort them.
    files.sort_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
    files.dedup();
    Ok(files)
}

/// What to do where there is no file of this name.
fn remedy(path: &Path) -> String {
    let name = path.to_string_lossy();
    if name == "-" {
        return "the standard input is not checked: put the rules into a file".to_owned();
    }
    NamedGame::find(&name).map_or_else(
        |_| String::new(),
        |_| {
            let (typed, file) = (output::typed(path), name.split('(').next().unwrap_or_default());
            format!("it is a built-in game, and rulesheets in files are checked: `spielbaum show {typed} --rules > {file}.kif` writes one")
        },
    )
}

fn is_rulesheet(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("kif"))
}

/// Checks a file as long as `go_on` says; what is found after that is of no use.
fn check(
    path: &Path,
    Arguments { strict, playouts, seed, loading, .. }: &Arguments,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Report {
    let (strict, playouts, seed) = (*strict, *playouts, *seed);
    let started = Instant::now();
    let name = path.display().to_string();
    let mut report = Report {
        path: name.clone(),
        check: CheckReport::default(),
        roles: None,
        fluents: None,
        moves: None,
        gates: None,
        ground_seconds: None,
        factors: None,
        playouts: None,
        chance: None,
        information: None,
        kind: None,
        seconds: 0.0,
        cache_errors: Vec::new(),
        drawn: Default::default(),
    };
    match fs::read(path) {
        Err(error) => report.add(true, "unreadable", format!("cannot read {name}: {error}")),
        Ok(bytes) => {
            let loader = Loader::new(loading);
            match loader.parse(&name, &bytes, go_on) {
                Err(ParseError::Rejected(rejected)) => report.add_diagnostics(&rejected.diagnostics, strict),
                Err(error @ ParseError::Interrupted(_)) => report.add(true, "limits", loader.explain(error)),
                Ok(sheet) => {
                    report.add_diagnostics(sheet.warnings(), strict);
                    match loader.compile(&sheet, go_on) {
                        Ok(rules) => {
                            report.cache_errors =
                                rules.cache_errors().iter().map(ToString::to_string).collect();
                            report.add_sizes(&rules, strict, &loader);
                            let playing = Instant::now();
                            let in_time = || go_on() && playing.elapsed() < PLAYING;
                            report.add_flaws(&playtest(&rules, playouts, seed, &in_time), strict);
                        }
                        Err(error) => report.add(true, "limits", loader.explain(error)),
                    }
                }
            }
        }
    }
    report.seconds = started.elapsed().as_secs_f64();
    report
}

impl Report {
    fn add_diagnostics(&mut self, diagnostics: &[Diagnostic], strict: bool) {
        self.check = CheckReport::new(diagnostics, strict);
        for diagnostic in diagnostics {
            let is_error = strict || diagnostic.severity() == Severity::Error;
            self.drawn[usize::from(!is_error)].push_str(&diagnostic.render(output::WIDTH));
        }
    }

    /// Notes what kind of game it is, and how large it and its circuit are.
    fn add_sizes(&mut self, rules: &Rules, strict: bool, loader: &Loader) {
        self.roles = Some(rules.roles());
        self.chance = Some(rules.chance().is_some());
        self.information = Some(rules.information());
        self.kind = Some(kind::describe(rules));
        match rules.compiled() {
            Ok(compiled) => {
                let size = compiled.circuit().size();
                self.fluents = Some(size.fluents);
                self.moves = Some(size.moves.iter().sum());
                self.gates = Some(size.gates);
                let is_kept = compiled.loading_time().is_some();
                self.ground_seconds = (!is_kept).then(|| compiled.grounding_time().as_secs_f64());
                self.factors =
                    factors::find(rules).ok().map(|found| found.map_or(1, |found| found.factors.len()));
            }
            Err(why) if strict => self.add(true, "no-circuit", loader.explain(why)),
            Err(why) => self.add(false, "no-circuit", loader.note(why)),
        }
    }

    /// Notes what random playouts have met.
    fn add_flaws(&mut self, test: &Playtest, strict: bool) {
        self.playouts = Some(test.playouts);
        test.flaws.iter().for_each(|flaw| self.add_finding(strict, Finding::of_play(flaw, test.playouts)));
    }

    fn add(&mut self, is_error: bool, code: &'static str, message: String) {
        self.add_finding(is_error, Finding::without_place(code, message));
    }

    /// Notes a finding that is not about a place in the text.
    fn add_finding(&mut self, is_error: bool, finding: Finding) {
        let severity = if is_error { "error" } else { "warning" };
        let mut drawn = format!("{severity}: {}\n", finding.message);
        for ReachedState { state, joint_moves } in finding.reached.iter().chain(&finding.also_reached) {
            let moves: Vec<String> = joint_moves.iter().map(|joint| joint.join(" ")).collect();
            drawn.push_str(&format!("  such as {}\n", gdl::shortened(&state.join(" "))));
            drawn.push_str(&format!("  spielbaum replay {} --moves '{}'\n", self.path, moves.join("; ")));
        }
        drawn.extend(finding.help.iter().map(|help| format!("  help: {help}\n")));
        self.drawn[usize::from(!is_error)].push_str(&drawn);
        self.check.add(is_error, finding);
    }
}

fn print(report: &Report, warnings_too: bool) -> Result<(), Error> {
    let Report { path, check: CheckReport { errors, warnings, .. }, seconds, drawn, .. } = report;
    let verdict = match (errors.len(), warnings.len()) {
        (0, 0) => "ok".to_owned(),
        (0, warnings) => format!("ok, {}", output::count(warnings, "warning")),
        (errors, 0) => output::count(errors, "error"),
        (errors, warnings) => {
            format!("{}, {}", output::count(errors, "error"), output::count(warnings, "warning"))
        }
    };
    let roles = report.roles.map_or_else(String::new, |roles| format!(", {}", output::count(roles, "role")));
    let kind = report.kind.as_ref().map_or_else(String::new, |kind| format!(", {kind}"));
    let gates = report.gates.map_or_else(String::new, |gates| format!(", {}", output::count(gates, "gate")));
    let factors = report.factors.filter(|&factors| factors > 1);
    let factors =
        factors.map_or_else(String::new, |factors| format!(", {}", output::count(factors, "factor")));
    output::line(format_args!("{path}: {verdict}{roles}{kind}{gates}{factors}, {seconds:.3} s"))?;
    let [errors, warnings] = drawn;
    if !errors.is_empty() {
        output::note(errors.trim_end());
    }
    if warnings_too && !warnings.is_empty() {
        output::note(warnings.trim_end());
    }
    Ok(())
}

fn summarise(reports: &[Report]) {
    if reports.len() < 2 {
        return;
    }
    let bad = reports.iter().filter(|report| !report.check.ok).count();
    let warned = reports.iter().filter(|report| report.check.ok && !report.check.warnings.is_empty()).count();
    let compiled = reports.iter().filter(|report| report.gates.is_some()).count();
    output::note(format_args!(
        "{} files: {compiled} with circuits, {bad} with errors, {warned} with warnings (check one alone to see its warnings)",
        reports.len()
    ));
}
