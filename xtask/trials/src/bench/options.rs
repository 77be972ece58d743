//! `cargo xtask bench options`: what each option of a strategy gains or loses at equal time.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, ensure};
use arena::{Match, Outcome, Player, Seed};
use game::Game;
use indicatif::ProgressBar;
use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use search::{Budget, Spec};
use serde::Deserialize;

use super::games::{self, Engine, Work};
use super::report::{self, Table};
use super::score::Score;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A built-in game for two; may be given several times
    #[arg(long, default_values_t = ["connect-four", "breakthrough", "othello"].map(str::to_owned))]
    game: Vec<String>,
    /// How many matches two players play, an even number: half in each seating
    #[arg(long, default_value_t = 200)]
    games: u32,
    /// The time for each move, in seconds
    #[arg(long, default_value_t = 0.1)]
    time: f64,
    /// How many matches are played at a time; more than there are idle cores would spoil the times
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// What plays the games
    #[arg(long, value_enum, default_value_t = Engine::Circuit)]
    engine: Engine,
    /// Only options whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// The seed of all random numbers
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// Searches recurse as deep as the game is long.
const STACK: usize = 32 << 20;

/// The list of options as it is written down.
#[derive(Deserialize)]
struct Listed {
    /// Specs that every option's `with` plays against.
    baselines: Vec<String>,
    option: Vec<ListedOption>,
}

#[derive(Deserialize)]
struct ListedOption {
    name: String,
    with: String,
    without: String,
}

/// Two players, and the option that they are about.
#[derive(Clone, Debug, PartialEq)]
struct Duel {
    option: String,
    player: Spec,
    against: Spec,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let Arguments { games, time, threads, .. } = *arguments;
    ensure!(games % 2 == 0 && games > 0, "--games {games}: give an even number, half for each seating");
    let mut duels = duels(include_str!("../../options.toml")).context("xtask/trials/options.toml")?;
    duels.retain(|duel| duel.option.contains(&arguments.only));
    ensure!(
        !duels.is_empty(),
        "no option's name contains `{}`; see xtask/trials/options.toml",
        arguments.only
    );
    let budget = Budget { time: Some(Duration::try_from_secs_f64(time)?), ..Budget::default() };
    let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).stack_size(STACK).build()?;

    let mut table = Table::new(&[
        "game",
        "option",
        "player",
        "against",
        ">won",
        ">drawn",
        ">lost",
        ">win rate",
        ">ms",
        ">ms against",
    ]);
    let bar = report::bar(arguments.game.len() * duels.len() * games as usize, "games")?;
    for name in &arguments.game {
        bar.set_message(name.clone());
        let all = All { arguments, duels: &duels, budget: &budget, bar: &bar };
        let results = pool.install(|| games::play(name, arguments.engine, all))?;
        for (duel, Tally { score, times }) in duels.iter().zip(results) {
            let mut cells = vec![name.clone(), duel.option.clone()];
            cells.extend([&duel.player, &duel.against].map(|spec| format!("`{spec}`")));
            cells.extend(score.cells());
            cells.extend(times.map(|times| format!("{:.2}", times.mean_ms())));
            table.row(&cells);
        }
    }
    bar.finish_and_clear();
    println!("# Options at equal time\n\n{}", report::circumstances().trim_end());
    println!(
        "- {games} matches each, half in each seating; {time} s a move; {threads} at a time; played by {}; seed {}",
        arguments.engine.name(),
        arguments.seed
    );
    println!("- a draw is half a win; Wilson's 95 % interval; ms: what a move took on average\n");
    print!("{}", table.text());
    Ok(ExitCode::SUCCESS)
}

/// Each option's two players, then its own against each baseline; nobody against itself, and no two
/// players twice.
fn duels(list: &str) -> anyhow::Result<Vec<Duel>> {
    let Listed { baselines, option } = toml::from_str(list)?;
    let spec = |place: &str, text: &str| text.parse::<Spec>().with_context(|| format!("{place}: `{text}`"));
    let baselines: Vec<Spec> =
        baselines.iter().map(|text| spec("baselines", text)).collect::<anyhow::Result<_>>()?;
    let mut duels: Vec<Duel> = Vec::new();
    for ListedOption { name, with, without } in option {
        let player = spec(&format!("the option `{name}`, with"), &with)?;
        let without = spec(&format!("the option `{name}`, without"), &without)?;
        ensure!(player != without, "the option `{name}`: both sides are `{player}`");
        for against in std::iter::once(&without).chain(&baselines) {
            let known = duels.iter().any(|duel| duel.player == player && duel.against == *against);
            if player != *against && !known {
                duels.push(Duel { option: name.clone(), player: player.clone(), against: against.clone() });
            }
        }
    }
    Ok(duels)
}

/// All duels on one game.
struct All<'a> {
    arguments: &'a Arguments,
    duels: &'a [Duel],
    budget: &'a Budget,
    bar: &'a ProgressBar,
}

/// What the matches of two players came to.
#[derive(Clone, Copy, Default)]
struct Tally {
    score: Score,
    /// The player's and the other's.
    times: [Times; 2],
}

/// The time of some moves.
#[derive(Clone, Copy, Default)]
struct Times {
    moves: u64,
    time: Duration,
}

impl Times {
    fn mean_ms(self) -> f64 {
        1000.0 * self.time.as_secs_f64() / self.moves.max(1) as f64
    }
}

impl Tally {
    fn and(mut self, other: Self) -> Self {
        self.score = self.score.and(other.score);
        for (times, more) in self.times.iter_mut().zip(other.times) {
            times.moves += more.moves;
            times.time += more.time;
        }
        self
    }
}

impl Work for All<'_> {
    type Output = Vec<Tally>;

    fn on<G: Game>(self, game: &G) -> anyhow::Result<Vec<Tally>> {
        ensure!(game.roles() == 2, "{} roles; options are measured on games for two", game.roles());
        let play = |duel: &Duel| {
            (0..self.arguments.games)
                .into_par_iter()
                .map(|number| self.play(game, duel, number))
                .try_reduce(Tally::default, |a, b| Ok(a.and(b)))
        };
        self.duels.iter().map(play).collect()
    }
}

impl All<'_> {
    /// Plays match number `number` of two players; even numbers seat the first of them first.
    fn play<G: Game>(&self, game: &G, duel: &Duel, number: u32) -> anyhow::Result<Tally> {
        let seat = number as usize % 2;
        let mut specs = [&duel.player, &duel.against];
        specs.rotate_left(seat);
        let players = specs.map(Player::from).into();
        let seed = Seed(self.arguments.seed).derive(number.into());
        let record = Match::new(game, players).with_budget(self.budget.clone()).play(seed)?;
        let record = record.context("the match was stopped")?;
        let goals = match record.outcome {
            Outcome::Goals(goals) => goals,
            Outcome::PlyLimit | Outcome::Unscored => {
                anyhow::bail!("a match has no end after {} plies", record.plies.len())
            }
            Outcome::Forfeit { foul, .. } => anyhow::bail!("a match was forfeited: {foul}"),
        };
        let mut result = Tally::default();
        result.score.add(goals[seat], goals[1 - seat]);
        for ply in &record.plies {
            for (role, thought) in ply.thoughts.iter().enumerate() {
                if let Some(thought) = thought {
                    let times = &mut result.times[role ^ seat];
                    times.moves += 1;
                    times.time += thought.time;
                }
            }
        }
        self.bar.inc(1);
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &str) -> anyhow::Result<Vec<[String; 3]>> {
        let texts = |duel: Duel| [duel.option, duel.player.to_string(), duel.against.to_string()];
        Ok(duels(list)?.into_iter().map(texts).collect())
    }

    #[test]
    fn the_list_of_options_is_sound() {
        assert!(!duels(include_str!("../../options.toml")).unwrap().is_empty());
    }

    #[test]
    fn an_option_meets_its_absence_and_the_baselines_once() {
        let list = r#"
            baselines = ["flat-mc", "random"]
            [[option]]
            name = "a"
            with = "flat-mc"
            without = "random"
            [[option]]
            name = "b"
            with = "flat-mc(playouts=10)"
            without = "flat-mc(playouts=20)"
        "#;
        let expected = [
            ["a", "flat-mc", "random"],
            ["b", "flat-mc(playouts=10)", "flat-mc(playouts=20)"],
            ["b", "flat-mc(playouts=10)", "flat-mc"],
            ["b", "flat-mc(playouts=10)", "random"],
        ];
        assert_eq!(texts(list).unwrap(), expected.map(|texts| texts.map(str::to_owned)));
    }

    #[test]
    fn an_entry_that_is_no_spec_is_named() {
        let list = |with: &str| {
            format!("baselines = []\n[[option]]\nname = \"wide\"\nwith = \"{with}\"\nwithout = \"random\"")
        };
        let error = format!("{:#}", texts(&list("flat-mc(width=3)")).unwrap_err());
        assert!(error.starts_with("the option `wide`, with: `flat-mc(width=3)`: "), "{error}");
        let error = texts(&list("random")).unwrap_err().to_string();
        assert_eq!(error, "the option `wide`: both sides are `random`");
    }

    #[test]
    fn matches_are_counted_for_the_player_in_both_seats() {
        let arguments = Arguments {
            game: Vec::new(),
            games: 6,
            time: 1.0,
            threads: 1,
            engine: Engine::Native,
            only: String::new(),
            seed: 0,
        };
        let duels = [Duel {
            option: "thinking".to_owned(),
            player: "alpha-beta".parse().unwrap(),
            against: "random".parse().unwrap(),
        }];
        let (budget, bar) = (Budget::default(), ProgressBar::hidden());
        let all = All { arguments: &arguments, duels: &duels, budget: &budget, bar: &bar };
        let results = games::play("tictactoe", Engine::Native, all).unwrap();
        let Tally { score, times } = results[0];
        assert_eq!((score.losses, score.wins + score.draws), (0, 6));
        assert!(score.wins > 0 && times.iter().all(|times| times.moves > 0));
    }
}
