//! `cargo xtask perfect`: how often strategies move without a loss of value, by an exact solver of connect four.

mod solver;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use game::{Builtin, Choices, Game, Rules, RulesState};
use gdl::Rulesheet;
use indicatif::{ProgressBar, ProgressStyle};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use search::{Budget, Request, SearchRng, Spec};

use solver::{COLUMNS, Position, Solver};

#[derive(clap::Args)]
#[command(after_help = "\
Positions are reached by random moves of the rulesheet connect-four, in which nobody can win at once and moves differ in value. A move is perfect if it keeps the value
(win, draw, loss) that an exact solver finds.")]
pub(crate) struct Arguments {
    /// The strategies, separated by commas
    #[arg(long, default_value = "uct")]
    strategies: String,
    /// Positions
    #[arg(long, default_value_t = 1_000)]
    positions: usize,
    /// The fewest plies before a position
    #[arg(long, default_value_t = 8)]
    from: usize,
    /// The most plies before a position
    #[arg(long, default_value_t = 16)]
    to: usize,
    /// Seconds of each decision
    #[arg(long, default_value_t = 0.1)]
    seconds: f64,
    /// The seed of the positions
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// A position in which moves differ in value.
struct Exercise {
    state: RulesState,
    role: usize,
    /// For each column whether a move there keeps the value.
    perfect: [bool; COLUMNS],
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    ensure!((1..=30).contains(&arguments.to) && arguments.from <= arguments.to, "plies go from 0 to 30");
    let specs = Spec::list(&arguments.strategies)?;
    let specs: Vec<Spec> = specs.into_iter().map(Spec::read_files).collect::<Result<_, _>>()?;
    let text = Builtin::named("connect-four").context("a built-in game")?.rules;
    let rules = Rules::new(&Rulesheet::parse("connect-four", text.as_bytes())?)?;
    let bar = bar("positions solved", arguments.positions)?;
    let exercises: Vec<Exercise> = (0..arguments.positions as u64)
        .into_par_iter()
        .map_init(Solver::default, |solver, number| exercise(&rules, arguments, number, solver))
        .inspect(|_| bar.inc(1))
        .collect::<anyhow::Result<_>>()?;
    bar.finish_and_clear();
    println!("{} positions of {} to {} plies", exercises.len(), arguments.from, arguments.to);
    for spec in specs {
        // One after the other: side by side they would take time from each other.
        let mut perfect = 0;
        let bar = self::bar(&format!("decisions of {spec}"), exercises.len())?;
        for (number, exercise) in exercises.iter().enumerate() {
            let budget =
                Budget { time: Some(Duration::from_secs_f64(arguments.seconds)), ..Budget::default() };
            let mut rng = SearchRng::seed_from_u64(number as u64);
            let request = Request::new(&rules, &exercise.state, exercise.role, &mut rng).within(budget);
            let decision = spec.build().choose(request)?;
            perfect += usize::from(exercise.perfect[column(&rules.notation().move_name(decision.mov))?]);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let share = 100.0 * perfect as f64 / exercises.len().max(1) as f64;
        println!("{share:5.1} % perfect: {spec}");
    }
    Ok(ExitCode::SUCCESS)
}

/// How far the work has come.
fn bar(what: &str, count: usize) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed} gone, {eta} left")?;
    Ok(ProgressBar::new(count as u64).with_style(style).with_message(what.to_owned()))
}

/// The column of a move, from 0.
fn column(name: &str) -> anyhow::Result<usize> {
    let number = name.trim_start_matches("(drop ").trim_end_matches(')');
    match number.parse::<usize>() {
        Ok(number @ 1..=COLUMNS) => Ok(number - 1),
        _ => bail!("`{name}` is no move of connect four"),
    }
}

/// The position of that number.
fn exercise(
    rules: &Rules,
    arguments: &Arguments,
    number: u64,
    solver: &mut Solver,
) -> anyhow::Result<Exercise> {
    let mut rng = SearchRng::seed_from_u64(arguments.seed.wrapping_add(number << 20));
    loop {
        let plies = rng.random_range(arguments.from..=arguments.to);
        let (mut state, mut position) = (rules.initial(), Position::default());
        for _ in 0..plies {
            if rules.terminal(&state) {
                break;
            }
            let choices = Choices::of(rules, &state);
            let role = position.plies() % 2;
            let mov = *choices.of_role(role).choose(&mut rng).context("a move")?;
            position = position.after(column(&rules.notation().move_name(mov))?);
            state = rules.next(&state, &choices.joint_with(role, mov));
        }
        if rules.terminal(&state) || position.plies() != plies || position.wins_at_once() {
            continue;
        }
        let open: Vec<usize> = (0..COLUMNS).filter(|&column| position.is_open(column)).collect();
        let values: Vec<i8> = open.iter().map(|&column| solver.value_of_move(position, column)).collect();
        let best = values.iter().max().copied().unwrap_or_default();
        if values.iter().all(|&value| value == best) {
            continue;
        }
        let mut perfect = [false; COLUMNS];
        open.iter().zip(&values).for_each(|(&column, &value)| perfect[column] = value == best);
        return Ok(Exercise { state, role: plies % 2, perfect });
    }
}
