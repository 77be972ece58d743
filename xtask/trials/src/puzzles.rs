//! `cargo xtask puzzles`: what a strategy reaches on every rulesheet of a folder that has one role.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use game::{Game, Rules, goal_sums};
use rand::SeedableRng;
use search::{Budget, Request, SearchRng, Spec};

use crate::rulesheets;

#[derive(clap::Args)]
#[command(after_help = "\
Each puzzle is searched once from its initial state, by the strategy and by the one beside it, one after the other on one core. A puzzle is solved if a plan pays 100,
or is proven to pay as much as any. The rules are grounded before the time begins.")]
pub(crate) struct Arguments {
    /// The folder of the rulesheets, searched for files named *.kif
    #[arg(long)]
    rules: PathBuf,
    /// Seconds of each search
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// The strategy that is measured
    #[arg(long, default_value = "plan")]
    strategy: Spec,
    /// The strategy beside it; the same one saves time
    #[arg(long, default_value = "uct")]
    beside: Spec,
    /// Seconds to ground the rules of one sheet
    #[arg(long, default_value_t = 30.0)]
    ground: f64,
    /// Only rulesheets whose path contains this
    #[arg(long, default_value = "")]
    only: String,
}

/// What a search came to.
struct Reached {
    /// The value of the decision; none without one.
    goal: Option<f64>,
    proven: bool,
    plies: usize,
    seconds: f64,
    remark: String,
}

impl Reached {
    fn solved(&self, rules: &Rules) -> bool {
        let top = f64::from(*rules.goal_range().end());
        self.goal.is_some_and(|goal| goal >= top || self.proven)
    }

    fn text(&self) -> String {
        let goal = self.goal.map_or_else(|| "-".to_owned(), |goal| format!("{goal:.0}"));
        format!("{goal}{}", if self.proven { " proven" } else { "" })
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (mut puzzles, mut solved, mut beside_solved, mut better, mut worse) = (0, 0, 0, 0, 0);
    for path in rulesheets::of(&arguments.rules, &arguments.only)? {
        let name = path.strip_prefix(&arguments.rules).unwrap_or(&path).display().to_string();
        if rulesheets::parse(&path).is_ok_and(|sheet| sheet.declared_roles().count() > 1) {
            continue;
        }
        let rules = match rulesheets::load(&path, arguments.ground) {
            Ok(rules) if rules.roles() == 1 && !rules.terminal(&rules.initial()) => rules,
            Ok(_) => continue,
            Err(error) => {
                println!("{name}: not played: {error:#}");
                continue;
            }
        };
        let reached = search(&rules, &arguments.strategy, arguments.seconds);
        let beside = (arguments.beside != arguments.strategy)
            .then(|| search(&rules, &arguments.beside, arguments.seconds));
        puzzles += 1;
        let is_solved = reached.solved(&rules);
        solved += u32::from(is_solved);
        let mut line = format!(
            "{} {name}: {}, {} plies, {:.2} s",
            if is_solved { "+" } else { "-" },
            reached.text(),
            reached.plies,
            reached.seconds
        );
        if let Some(beside) = beside {
            beside_solved += u32::from(beside.solved(&rules));
            better += u32::from(reached.goal > beside.goal);
            worse += u32::from(reached.goal < beside.goal);
            line += &format!("; {} {}", arguments.beside, beside.text());
        }
        let top = goal_sums(&rules).end().min(rules.goal_range().end()).to_owned();
        if top != *rules.goal_range().end() {
            line += &format!("; at most {top}");
        }
        if let Err(why) = rules.compiled() {
            line += &format!("; played by the reasoner: {why}");
        }
        println!("{line}; {}", reached.remark);
    }
    println!("{puzzles} puzzles: {} solves {solved}", arguments.strategy);
    if arguments.beside != arguments.strategy {
        println!(
            "{} solves {beside_solved}; of all, {better} end better and {worse} worse without it",
            arguments.beside
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn search(rules: &Rules, spec: &Spec, seconds: f64) -> Reached {
    let state = rules.initial();
    let budget = Budget { time: Some(Duration::from_secs_f64(seconds)), ..Budget::default() };
    let mut rng = SearchRng::seed_from_u64(0);
    let mut strategy = spec.build();
    let started = Instant::now();
    let decision = strategy.choose(Request::new(rules, &state, 0, &mut rng).within(budget));
    let seconds = started.elapsed().as_secs_f64();
    match decision {
        Ok(decision) => Reached {
            goal: decision.value,
            proven: decision.proven,
            plies: decision.pv.len(),
            seconds,
            remark: decision.remark.unwrap_or_default(),
        },
        Err(error) => Reached { goal: None, proven: false, plies: 0, seconds, remark: error.to_string() },
    }
}
