//! `cargo xtask bench compile`: how long each rulesheet takes to be grounded, and its circuit to be made, or
//! how soon that ends when it is interrupted.

mod interruption;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use game::Rules;
use gdl::Interrupt;
use logic::{GroundLimits, Limits};

use self::interruption::Delays;
use super::report::{self, Table, grouped, rounded};
use crate::rulesheets;

#[derive(clap::Args)]
#[command(after_help = "One rulesheet is compiled after the other, by one thread.")]
pub(crate) struct Arguments {
    /// The folder of the rulesheets, such as a checkout of ggp-org/ggp-repository
    #[arg(long, default_value = "games")]
    rules: PathBuf,
    /// Only rulesheets whose path contains this
    #[arg(long, default_value = "")]
    only: String,
    /// The time for each rulesheet
    #[arg(long, default_value_t = 300.0)]
    seconds: f64,
    /// Interrupt the work at so many points, and tell how long that takes to have its effect
    #[arg(long, value_name = "POINTS")]
    interrupt: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if let Some(points) = arguments.interrupt {
        return interrupted(arguments, points);
    }
    let time = Duration::try_from_secs_f64(arguments.seconds)?;
    let mut table =
        Table::new(&["rulesheet", ">check, s", ">ground, s", ">circuit, s", ">fluents", ">gates", "remark"]);
    for sheet in rulesheets::one_by_one(&arguments.rules, &arguments.only)? {
        let started = Instant::now();
        let parsed = rulesheets::parse(&sheet.path);
        let checked = started.elapsed().as_secs_f64();
        let rules = parsed.and_then(|rulesheet| {
            let (limits, ground) = (Limits::default(), GroundLimits::default());
            Ok(Rules::within_while(&rulesheet, limits, &ground, &Interrupt::after(time))?)
        });
        let compiled = match &rules {
            Ok(rules) => rules.compiled().map_err(ToString::to_string),
            Err(error) => Err(error.to_string()),
        };
        let figures = match compiled {
            Ok(compiled) => [
                rounded(compiled.grounding_time().as_secs_f64()),
                rounded(compiled.building_time().as_secs_f64()),
                grouped(compiled.circuit().size().fluents as f64),
                grouped(compiled.circuit().size().gates as f64),
                String::new(),
            ],
            Err(remark) => {
                [String::new(), String::new(), String::new(), String::new(), remark.replace('\n', " ")]
            }
        };
        let [grounded, built, _, gates, remark] = &figures;
        // The table is made when all is done, which takes minutes.
        if remark.is_empty() {
            sheet.note(format_args!("grounded in {grounded} s, circuit of {gates} gates in {built} s"));
        } else {
            sheet.note(remark);
        }
        let cells = [sheet.name, rounded(checked)].into_iter().chain(figures);
        table.row(&cells.collect::<Vec<_>>());
    }
    print!("{}\n{}", report::circumstances(), table.text());
    Ok(ExitCode::SUCCESS)
}

fn interrupted(arguments: &Arguments, points: u64) -> anyhow::Result<ExitCode> {
    let mut table = Table::new(&["rulesheet", ">compiling, s", ">unasked, ms", ">ending, ms"]);
    for sheet in rulesheets::one_by_one(&arguments.rules, &arguments.only)? {
        let Delays { compiling, unasked, ending } = Delays::of(&sheet.path, points)?;
        let milliseconds = |time: Duration| rounded(1e3 * time.as_secs_f64());
        let compiling = rounded(compiling.as_secs_f64());
        table.row(&[sheet.name, compiling, milliseconds(unasked), milliseconds(ending)]);
    }
    println!(
        "{}- processor time of the thread; unasked: the longest time without asking whether to go on; ending: the longest time from the answer no to the end\n\n{}",
        report::circumstances(),
        table.text()
    );
    Ok(ExitCode::SUCCESS)
}
