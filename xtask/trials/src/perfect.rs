//! `cargo xtask perfect`: how often strategies move without a loss of value, by an exact solver of
//! connect four.

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
use solve::{ConnectFourSolver, Position};

/// Columns and rows of the board.
const BOARD: (u8, u8) = (7, 6);
/// Megabytes of a solver's table.
const TABLE: u64 = 64;

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
    perfect: [bool; BOARD.0 as usize],
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
        .map_init(
            || ConnectFourSolver::new(TABLE),
            |solver, number| exercise(&rules, arguments, number, solver),
        )
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
            let column = column(&rules.notation().move_name(decision.mov))?;
            perfect += usize::from(exercise.perfect[usize::from(column)]);
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
fn column(name: &str) -> anyhow::Result<u8> {
    let number = name.trim_start_matches("(drop ").trim_end_matches(')');
    match number.parse::<u8>() {
        Ok(number) if (1..=BOARD.0).contains(&number) => Ok(number - 1),
        _ => bail!("`{name}` is no move of connect four"),
    }
}

/// The position of that number.
fn exercise(
    rules: &Rules,
    arguments: &Arguments,
    number: u64,
    solver: &mut ConnectFourSolver,
) -> anyhow::Result<Exercise> {
    let mut rng = SearchRng::seed_from_u64(arguments.seed.wrapping_add(number << 20));
    let empty = Position::empty(BOARD.0, BOARD.1)?;
    loop {
        let plies = rng.random_range(arguments.from..=arguments.to);
        let (mut state, mut position, mut made) = (rules.initial(), empty, 0);
        while made < plies && !rules.terminal(&state) {
            let choices = Choices::of(rules, &state);
            let role = made % 2;
            let mov = *choices.of_role(role).choose(&mut rng).context("a move")?;
            position = position.after(&[column(&rules.notation().move_name(mov))?])?;
            state = rules.next(&state, &choices.joint_with(role, mov));
            made += 1;
        }
        if made < plies || position.is_over() || position.wins_at_once() {
            continue;
        }
        let open = (0..BOARD.0).filter_map(|column| Some((column, position.after(&[column]).ok()?)));
        let values: Vec<(u8, i8)> = open
            .map(|(column, child)| {
                let other = solver.winner(&child, &Budget::default());
                Ok((column, -other.context("a search without an end")?))
            })
            .collect::<anyhow::Result<_>>()?;
        let best = values.iter().map(|&(_, value)| value).max().unwrap_or_default();
        if values.iter().all(|&(_, value)| value == best) {
            continue;
        }
        let mut perfect = [false; BOARD.0 as usize];
        for (column, value) in values {
            perfect[usize::from(column)] = value == best;
        }
        return Ok(Exercise { state, role: plies % 2, perfect });
    }
}
