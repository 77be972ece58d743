//! `cargo xtask bench strength`: matches of a strategy against OpenSpiel's MCTS at equal time.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use arena::Seed;
use cpu_time::ProcessTime;
use game::{Choices, Game, Native};
use indicatif::ProgressBar;
use rand::RngExt;
use search::{Budget, Request, SearchRng, Spec, Strategy};

use super::games::{self, Engine, Work};
use super::open_spiel::{OpenSpiel, Position};
use super::report::{self, Table};
use super::score::Score;
use super::twins::Twin;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game, one that OpenSpiel has as well
    #[arg(long)]
    game: String,
    /// Our strategy, a spec
    #[arg(long)]
    player: Spec,
    /// A Python that has OpenSpiel (`pip install open_spiel`)
    #[arg(long)]
    open_spiel: PathBuf,
    /// How many matches, an even number: each opening is played in both seatings
    #[arg(long, default_value_t = 200)]
    games: u32,
    /// The time for each move of either side, in seconds
    #[arg(long, default_value_t = 0.1)]
    time: f64,
    /// How many plies at the beginning are random
    #[arg(long, default_value_t = 0)]
    opening: u32,
    /// What plays our side
    #[arg(long, value_enum, default_value_t = Engine::Circuit)]
    engine: Engine,
    /// Let OpenSpiel prove values
    #[arg(long)]
    solve: bool,
    /// OpenSpiel's constant of UCT
    #[arg(long, default_value_t = OpenSpiel::UCT_C)]
    uct_c: f64,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Arguments { game, player, games, time, engine, .. } = arguments;
    let twin = Twin::named(game)?;
    ensure!(games % 2 == 0 && *games > 0, "--games {games}: give an even number, half for each seating");
    let budget = Budget { time: Some(Duration::try_from_secs_f64(*time)?), ..Budget::default() };
    if *engine == Engine::Native {
        ensure!(
            Native::NAMES.contains(&twin.name),
            "`{game}` has no native board; leave out --engine native"
        );
    }
    let mut open_spiel = OpenSpiel::start(&arguments.open_spiel)?;
    let bar = report::bar(*games as usize, "games")?;
    let (ours, theirs) = (Side::default(), Side::default());
    let contest = Contest { arguments, twin, budget, open_spiel: &mut open_spiel, ours, theirs, bar: &bar };
    let Record { first, second, ours, theirs } = games::play(twin.name, *engine, contest)?;
    bar.finish_and_clear();

    let bot = format!("MCTSBot(uct_c={}, solve={})", arguments.uct_c, arguments.solve);
    println!("# `{player}` against OpenSpiel's {bot} on {game}\n\n{}", report::circumstances().trim_end());
    println!(
        "- OpenSpiel {}, C++, one random rollout a simulation; {time} s a move for either side, ours by {}; the first {} plies are random, the same for both seatings; seed {}",
        open_spiel.version,
        engine.name(),
        arguments.opening,
        arguments.seed
    );
    println!("- a draw is half a win; Wilson's 95 % interval\n");
    let mut table = Table::new(&["our seat", ">won", ">drawn", ">lost", ">win rate"]);
    let both = first.and(second);
    for (seat, score) in [("first", first), ("second", second), ("both", both)] {
        let [won, drawn, lost, rate] = score.cells();
        table.row(&[seat.to_owned(), won, drawn, lost, rate]);
    }
    println!("{}", table.text());
    let mut table = Table::new(&["side", ">moves thought about", ">ms a move", ">ms of the processor"]);
    for (name, side) in [(format!("`{player}`"), ours), ("OpenSpiel".to_owned(), theirs)] {
        let [wall, cpu] = [side.seconds, side.cpu_seconds].map(|sum| 1000.0 * side.mean(sum));
        table.row(&[name, side.moves.to_string(), format!("{wall:.2}"), format!("{cpu:.2}")]);
    }
    print!("{}", table.text());
    Ok(ExitCode::SUCCESS)
}

/// All matches.
struct Contest<'c> {
    arguments: &'c Arguments,
    twin: &'static Twin,
    budget: Budget,
    open_spiel: &'c mut OpenSpiel,
    ours: Side,
    theirs: Side,
    bar: &'c ProgressBar,
}

/// The time that a side has thought.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    moves: u64,
    seconds: f64,
    cpu_seconds: f64,
}

impl Side {
    fn add(&mut self, seconds: f64, cpu_seconds: f64) {
        self.moves += 1;
        self.seconds += seconds;
        self.cpu_seconds += cpu_seconds;
    }

    /// A sum over the moves as a mean; 0 without moves.
    fn mean(&self, sum: f64) -> f64 {
        sum / self.moves.max(1) as f64
    }

    /// The seconds that this side is given for its next move: what everyone is, or more if it has fallen
    /// behind the other's mean, on the wall or by the processor's time, as it does when the machine is busy
    /// at the wrong time.
    fn allowance(&self, time: f64, other: &Side) -> f64 {
        let moves = (self.moves + 1) as f64;
        let wall = other.mean(other.seconds) * moves - self.seconds;
        let cpu = other.mean(other.cpu_seconds) * moves - self.cpu_seconds;
        time.max(wall).max(cpu)
    }
}

/// What the matches came to, for us as the first role and as the second.
struct Record {
    first: Score,
    second: Score,
    ours: Side,
    theirs: Side,
}

impl Work for Contest<'_> {
    type Output = Record;

    fn on<G: Game>(mut self, game: &G) -> anyhow::Result<Record> {
        ensure!(game.roles() == 2, "{} roles; OpenSpiel is measured on games for two", game.roles());
        let mut scores = [Score::default(); 2];
        for number in 0..self.arguments.games {
            let seat = number as usize % 2;
            let end = self.play(game, number).with_context(|| format!("match {number}"))?;
            scores[seat].add(game.goal(&end, seat), game.goal(&end, 1 - seat));
            self.bar.inc(1);
            self.bar.set_message(scores[0].and(scores[1]).to_string());
        }
        let [first, second] = scores;
        Ok(Record { first, second, ours: self.ours, theirs: self.theirs })
    }
}

impl Contest<'_> {
    /// Plays match number `number` to its end. Even numbers seat us first; an opening is shared by a number
    /// and the next.
    fn play<G: Game>(&mut self, game: &G, number: u32) -> anyhow::Result<G::State> {
        let seed = Seed(self.arguments.seed);
        let mut opening = seed.derive((number / 2).into()).derive(0).stream();
        let mut chance = seed.derive(number.into()).derive(1).stream();
        let mut strategy: Box<dyn Strategy<G>> = self.arguments.player.build();
        let mut state = game.initial();
        let Arguments { uct_c, solve, .. } = *self.arguments;
        let mut position =
            self.open_spiel.begin(self.twin.open_spiel, chance.random::<u32>() / 2, uct_c, solve)?;
        let mut ply = 0;
        loop {
            let over = game.terminal(&state);
            if let Some(fault) = game.fault(&state) {
                return Err(fault.into());
            }
            let (mover, legal) = match &position {
                Position::Over { returns } => {
                    let goals = [0, 1].map(|role| game.goal(&state, role));
                    ensure!(over, "OpenSpiel says it is over, we do not:\n{}", game.notation().draw(&state));
                    let agree = returns[0].total_cmp(&returns[1]) == goals[0].cmp(&goals[1]);
                    ensure!(
                        agree,
                        "OpenSpiel pays {returns:?}, we pay {goals:?}:\n{}",
                        game.notation().draw(&state)
                    );
                    return Ok(state);
                }
                Position::Turn { .. } if over => {
                    bail!("we say it is over, OpenSpiel does not:\n{}", game.notation().draw(&state))
                }
                Position::Turn { player, legal } => (*player, legal),
            };
            let choices = Choices::of(game, &state);
            ensure!(
                choices.of_role(1 - mover).len() == 1,
                "it is not {}'s turn here",
                game.notation().role_name(mover)
            );
            let places = self.twin.places(game, &choices, mover, legal)?;
            let chosen = match places.len() {
                1 => 0,
                count if ply < self.arguments.opening => opening.random_range(0..count),
                _ if mover == number as usize % 2 => {
                    self.choose(game, &state, mover, &choices, &mut *strategy, &mut chance)?
                }
                _ => {
                    let thought =
                        self.open_spiel.think(self.theirs.allowance(self.arguments.time, &self.ours))?;
                    self.theirs.add(thought.seconds, thought.cpu_seconds);
                    places.iter().position(|&place| place == thought.r#move).context("no such move")?
                }
            };
            state = game.next(&state, &choices.joint_with(mover, choices.of_role(mover)[chosen]));
            position = self.open_spiel.play(places[chosen])?;
            ply += 1;
        }
    }

    /// Lets our strategy choose, and tells which of its moves that is.
    fn choose<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        choices: &Choices<G::Move>,
        strategy: &mut dyn Strategy<G>,
        rng: &mut SearchRng,
    ) -> anyhow::Result<usize> {
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        let decision = strategy.choose(Request::new(game, state, role, rng).within(self.budget.clone()))?;
        self.ours.add(wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
        let legal = choices.of_role(role);
        legal.iter().position(|&mov| mov == decision.mov).with_context(|| {
            format!(
                "{} chose {}, which is not legal",
                self.arguments.player,
                game.notation().move_name(decision.mov)
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_that_has_fallen_behind_is_given_more() {
        let side = |moves, seconds, cpu_seconds| Side { moves, seconds, cpu_seconds };
        assert_eq!(Side::default().allowance(1.0, &Side::default()), 1.0);
        assert_eq!(Side::default().allowance(1.0, &side(2, 3.0, 1.0)), 1.5);
        // Four moves at a mean of 1.5 would be 6 seconds.
        assert_eq!(side(3, 4.0, 4.0).allowance(1.0, &side(2, 3.0, 1.0)), 2.0);
        assert_eq!(side(3, 6.0, 1.0).allowance(1.0, &side(2, 2.0, 1.5)), 2.0);
        assert_eq!(side(3, 9.0, 9.0).allowance(1.0, &side(2, 3.0, 3.0)), 1.0);
    }

    #[test]
    fn a_side_without_moves_has_thought_for_no_time() {
        let mut side = Side::default();
        assert_eq!(side.mean(side.seconds), 0.0);
        side.add(1.0, 0.5);
        side.add(2.0, 1.5);
        assert_eq!([side.mean(side.seconds), side.mean(side.cpu_seconds)], [1.5, 1.0]);
    }
}
