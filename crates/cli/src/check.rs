use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use gdl::{Diagnostic, Rulesheet, Severity};
use logic::{Limits, Reasoner};
use rayon::prelude::*;
use serde::Serialize;
use walkdir::WalkDir;

use crate::error::Error;
use crate::output;

/// Check rulesheets: parse them, look for mistakes, work out the initial state
///
/// Prints a line a file; what is wrong is shown with its lines on the standard error. Directories are searched for files named
/// *.kif.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  spielbaum check my-game.kif\n  spielbaum check --strict games\n  spielbaum check games --json"
)]
pub(crate) struct Arguments {
    /// Rulesheets, or directories of rulesheets
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Count warnings as errors
    #[arg(long)]
    strict: bool,
    /// Print one JSON array of {path, ok, errors, warnings, roles, ...}
    #[arg(long)]
    json: bool,
}

/// What is found in one file.
#[derive(Serialize)]
struct Report {
    path: String,
    ok: bool,
    errors: Vec<Finding>,
    warnings: Vec<Finding>,
    /// How many; none if the rules are not good enough to tell.
    roles: Option<usize>,
    /// How many there can be, how large the circuit is and what it took: known once rules are grounded.
    fluents: Option<u64>,
    moves: Option<u64>,
    gates: Option<u64>,
    ground_seconds: Option<f64>,
    #[serde(skip)]
    seconds: f64,
    /// The errors drawn with their lines, then the warnings.
    #[serde(skip)]
    drawn: [String; 2],
}

#[derive(Serialize)]
struct Finding {
    code: &'static str,
    message: String,
    /// Where, from 1; none for what is wrong with the whole.
    line: Option<usize>,
    column: Option<usize>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let files = find(&arguments.paths)?;
    if files.is_empty() {
        return Err(Error::Usage("there is no file named *.kif in there".into()));
    }
    let bar = output::progress(files.len() as u64, "files");
    let check = |path: &PathBuf| {
        let report = check(path, arguments.strict);
        bar.inc(1);
        report
    };
    let reports: Vec<Report> = files.par_iter().map(check).collect();
    bar.finish_and_clear();
    if arguments.json {
        output::json(&reports)?;
    } else {
        // What is about one file alone is worth its space.
        let warnings_too = reports.len() == 1;
        reports.iter().try_for_each(|report| print(report, warnings_too))?;
        summarise(&reports);
    }
    let bad = reports.iter().any(|report| !report.ok);
    Ok(if bad { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The files named, and those named *.kif in the directories named, in the order of their paths.
fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            fs::metadata(path)
                .map_err(|error| Error::Usage(format!("cannot read `{}`: {error}", path.display())))?;
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
    files.sort();
    files.dedup();
    Ok(files)
}

fn is_rulesheet(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("kif"))
}

fn check(path: &Path, strict: bool) -> Report {
    let started = Instant::now();
    let name = path.display().to_string();
    let mut report = Report {
        path: name.clone(),
        ok: false,
        errors: Vec::new(),
        warnings: Vec::new(),
        roles: None,
        fluents: None,
        moves: None,
        gates: None,
        ground_seconds: None,
        seconds: 0.0,
        drawn: Default::default(),
    };
    match fs::read(path) {
        Err(error) => report.add_error("unreadable", format!("cannot read {name}: {error}")),
        Ok(bytes) => match Rulesheet::parse(&name, &bytes) {
            Err(rejected) => report.add(&rejected.diagnostics, strict),
            Ok(sheet) => {
                report.add(sheet.warnings(), strict);
                match Reasoner::new(&sheet, Limits::default()) {
                    Ok(reasoner) => report.roles = Some(reasoner.roles().len()),
                    Err(error) => report.add_error("limits", error.to_string()),
                }
            }
        },
    }
    report.ok = report.errors.is_empty();
    report.seconds = started.elapsed().as_secs_f64();
    report
}

impl Report {
    fn add(&mut self, diagnostics: &[Diagnostic], strict: bool) {
        for diagnostic in diagnostics {
            let place = diagnostic.place();
            let finding = Finding {
                code: diagnostic.code().name(),
                message: diagnostic.message().to_owned(),
                line: Some(place.line),
                column: Some(place.column),
            };
            let is_error = strict || diagnostic.severity() == Severity::Error;
            let findings = if is_error { &mut self.errors } else { &mut self.warnings };
            findings.push(finding);
            self.drawn[usize::from(!is_error)].push_str(&diagnostic.render(output::WIDTH));
        }
    }

    fn add_error(&mut self, code: &'static str, message: String) {
        self.drawn[0].push_str(&format!("error: {message}\n"));
        self.errors.push(Finding { code, message, line: None, column: None });
    }
}

fn print(report: &Report, warnings_too: bool) -> Result<(), Error> {
    let Report { path, errors, warnings, seconds, drawn, .. } = report;
    let verdict = match (errors.len(), warnings.len()) {
        (0, 0) => "ok".to_owned(),
        (0, warnings) => format!("ok, {}", count(warnings, "warning")),
        (errors, 0) => count(errors, "error"),
        (errors, warnings) => format!("{}, {}", count(errors, "error"), count(warnings, "warning")),
    };
    let roles = report.roles.map_or_else(String::new, |roles| format!(", {}", count(roles, "role")));
    output::line(format_args!("{path}: {verdict}{roles}, {seconds:.3} s"))?;
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
    let bad = reports.iter().filter(|report| !report.ok).count();
    let warned = reports.iter().filter(|report| report.ok && !report.warnings.is_empty()).count();
    output::note(format_args!(
        "{} files: {bad} with errors, {warned} with warnings (check one alone to see its warnings)",
        reports.len()
    ));
}

fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
