//! `cargo xtask solved`: what is known of the value of games, as a page of the documentation.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, bail, ensure};
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;

use crate::workspace;

#[derive(clap::Args)]
#[command(after_help = "\
xtask/trials/solved.toml lists the outcomes, with the commands that prove them and the values that these must find. The page is written with what the commands took.")]
pub(crate) struct Arguments {
    /// Leave out what takes minutes; its rows say so
    #[arg(long)]
    quick: bool,
    /// Only compare what the commands find with what is claimed, and write nothing
    #[arg(long)]
    check: bool,
}

#[derive(Deserialize)]
struct Outcomes {
    outcome: Vec<Outcome>,
}

/// A game and what is claimed of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Outcome {
    game: String,
    claim: String,
    /// The arguments of the program that prove it.
    prove: Option<Vec<String>>,
    /// The values that these must find, role by role.
    values: Option<Vec<i64>>,
    /// What the roles can be sure of, that they must find.
    sure: Option<Vec<i64>>,
    /// The number of states that they must find.
    states: Option<String>,
    /// Whether it takes minutes.
    #[serde(default)]
    slow: bool,
    /// Where it was published.
    source: Option<String>,
}

/// The document that `solve --json` or `count --json` prints, as far as it matters here.
#[derive(Deserialize)]
struct Found {
    /// By role, in the order of the roles.
    #[serde(default)]
    value: IndexMap<String, Option<i64>>,
    #[serde(default)]
    at_least: IndexMap<String, Option<i64>>,
    #[serde(default)]
    states: Value,
    #[serde(default)]
    nodes: Value,
    seconds: f64,
}

const PAGE: &str = "docs/solved.md";

const HEAD: &str = "\
# Solved games

What is known of the games of the lectures: proven here by the command beside it, or published.
`cargo xtask solved` runs the commands, compares what they find with what is claimed, and writes this page.
Times are those of one run on two cores. [solving.md](solving.md) tells how the methods work.

| game | outcome | proven by | states or nodes | seconds |
| --- | --- | --- | ---: | ---: |
";

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let root = workspace::root();
    let text = fs::read_to_string(root.join("xtask/trials/solved.toml"))?;
    let outcomes: Outcomes = toml::from_str(&text)?;
    let program = workspace::binary()?;
    let mut page = HEAD.to_owned();
    for outcome in &outcomes.outcome {
        let Outcome { game, claim, prove, source, slow, .. } = outcome;
        let command = prove.as_deref().map(command).unwrap_or_default();
        match (prove, source) {
            (Some(prove), None) if !(*slow && arguments.quick) => {
                eprintln!("{game}: {command}");
                let found = found(&program, prove)?;
                outcome.compare(&found).with_context(|| format!("{game}: {command}"))?;
                let Found { states, nodes, seconds, .. } = &found;
                let size = number(states).or_else(|| number(nodes)).unwrap_or_default();
                writeln!(page, "| {game} | {claim} | `{command}` | {size} | {seconds:.2} |")?;
            }
            (Some(_), None) => {
                writeln!(page, "| {game} | {claim} | `{command}` (not run for this page) | | |")?;
            }
            (None, Some(source)) => writeln!(page, "| {game} | {claim} | published: {source} | | |")?,
            _ => bail!("{game}: an outcome is proven or published, one of both"),
        }
    }
    if !arguments.check {
        fs::write(root.join(PAGE), page)?;
        println!("{PAGE} is written");
    }
    Ok(ExitCode::SUCCESS)
}

/// The command as it is typed.
fn command(arguments: &[String]) -> String {
    let quoted = |argument: &String| {
        let plain = argument.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
        if plain { argument.clone() } else { format!("'{argument}'") }
    };
    format!("spielbaum {}", arguments.iter().map(quoted).collect::<Vec<_>>().join(" "))
}

/// What the program finds.
fn found(program: &Path, arguments: &[String]) -> anyhow::Result<Found> {
    let output = Command::new(program).args(arguments).arg("--json").stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "it ended with {}", output.status);
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// A number, or a string of digits, with commas.
fn number(value: &Value) -> Option<String> {
    let digits =
        value.as_str().map(str::to_owned).or_else(|| value.as_u64().map(|number| number.to_string()))?;
    Some(search::grouped(&digits))
}

impl Outcome {
    /// Compares what was found with what is claimed.
    fn compare(&self, found: &Found) -> anyhow::Result<()> {
        let mut claims = 0;
        for (what, claimed, found) in
            [("values", &self.values, &found.value), ("what is sure", &self.sure, &found.at_least)]
        {
            let Some(claimed) = claimed else { continue };
            let found: Option<Vec<i64>> = found.values().copied().collect();
            ensure!(found.as_ref() == Some(claimed), "{what}: {found:?} was found, {claimed:?} is claimed");
            claims += 1;
        }
        if let Some(states) = &self.states {
            ensure!(found.states == *states, "{} states were found, {states} are claimed", found.states);
            claims += 1;
        }
        ensure!(claims > 0, "it claims no values, no states, and nothing that roles are sure of");
        Ok(())
    }
}
