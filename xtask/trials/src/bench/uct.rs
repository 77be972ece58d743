//! `cargo xtask bench uct`: simulations a second from the initial state, beside OpenSpiel's MCTS in C++.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, ensure};
use arena::Seed;
use cpu_time::ProcessTime;
use game::{Game, Native};
use search::{Budget, Request, Spec, Strategy};

use super::games::{self, Engine, Work};
use super::open_spiel::OpenSpiel;
use super::report::{self, Table, grouped, median, rounded};
use super::twins::{HandWritten, TWINS, Twin};
use crate::rulesheets;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Our strategies, a list of specs
    #[arg(long, default_value = SPECS)]
    players: String,
    /// How long each of them searches each game, in seconds
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
    /// A rulesheet, or a folder such as a checkout of ggp-org/ggp-repository: these rulesheets are searched
    /// instead, on their circuits
    #[arg(long)]
    rules: Option<PathBuf>,
    /// Only games whose name, or rulesheets whose path, contains this
    #[arg(long, default_value = "")]
    only: String,
    /// A Python that has OpenSpiel (`pip install open_spiel`)
    #[arg(long, required_unless_present = "rules")]
    open_spiel: Option<PathBuf>,
}

/// The algorithm of the paper; one playout a simulation as well, but those of many simulations together in
/// lanes; and the default, with several playouts a simulation, also without proven values.
const SPECS: &str = "uct(plain=true),uct(leaves=512,each=1),uct,uct(solver=false)";

/// Turns that all take, so that what else the machine does falls on all of them.
const TURNS: u32 = 3;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let specs = Spec::list(&arguments.players)?;
    let turn = Duration::try_from_secs_f64(arguments.seconds / f64::from(TURNS))?;
    let mut open_spiel = arguments.open_spiel.as_deref().map(OpenSpiel::start).transpose()?;
    let mut table = Table::new(&["game", "engine", "search", ">simulations a second", ">x OpenSpiel"]);
    match &arguments.rules {
        None => built_in_games(&arguments.only, &specs, turn, open_spiel.as_mut(), &mut table)?,
        Some(folder) => {
            for sheet in rulesheets::one_by_one(folder, &arguments.only)? {
                match rulesheet(&sheet.path, &specs, turn, open_spiel.as_mut()) {
                    Ok(comparison) => comparison.tabulate(&sheet.name, &mut table),
                    Err(error) => sheet.note(format_args!("{error:#}")),
                }
            }
        }
    }
    println!("# Simulations a second from the initial state\n\n{}", report::circumstances().trim_end());
    println!(
        "- {} s of each search and game in {TURNS} turns, the median; by the processor's time",
        arguments.seconds
    );
    if let Some(open_spiel) = &open_spiel {
        println!(
            "- OpenSpiel {}: `MCTSBot` in C++ with one random rollout a simulation, uct_c = {}",
            open_spiel.version,
            OpenSpiel::UCT_C
        );
    }
    print!("\n{}", table.text());
    Ok(ExitCode::SUCCESS)
}

/// Measures the games that OpenSpiel has as well.
fn built_in_games(
    only: &str,
    specs: &[Spec],
    turn: Duration,
    mut open_spiel: Option<&mut OpenSpiel>,
    table: &mut Table,
) -> anyhow::Result<()> {
    let twins: Vec<&Twin> = TWINS.iter().filter(|twin| twin.name.contains(only)).collect();
    let names = TWINS.map(|twin| twin.name).join(", ");
    ensure!(!twins.is_empty(), "no game's name contains `{only}`; there are {names}");
    let bar = report::bar(twins.len(), "games")?;
    for twin in twins {
        bar.set_message(twin.name);
        let boards = Native::NAMES.contains(&twin.name);
        let engines: &[Engine] = if boards { &[Engine::Native, Engine::Circuit] } else { &[Engine::Circuit] };
        let theirs = open_spiel.as_deref_mut().map(|bridge| (bridge, twin.open_spiel));
        let rate = |engine, rate: Rate<'_>| games::play(twin.name, engine, rate);
        Comparison::of(engines, specs, turn, rate, theirs)?.tabulate(twin.name, table);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Measures a rulesheet, beside OpenSpiel where that has the same game.
fn rulesheet<'s>(
    path: &Path,
    specs: &'s [Spec],
    turn: Duration,
    open_spiel: Option<&mut OpenSpiel>,
) -> anyhow::Result<Comparison<'s>> {
    let rules = rulesheets::on_circuit(path)?;
    let twin = HandWritten::of(path).map(|twin| twin.open_spiel);
    Comparison::of(&[Engine::Circuit], specs, turn, |_, rate| rate.on(&rules), open_spiel.zip(twin))
}

/// The rates of all who search one game, a number a turn.
struct Comparison<'s> {
    ours: Vec<(Engine, &'s Spec, Vec<f64>)>,
    /// None without OpenSpiel.
    theirs: Vec<f64>,
}

impl<'s> Comparison<'s> {
    /// Takes turns: `play` lets one of ours search as an engine plays the game, and OpenSpiel searches the
    /// game of this name.
    fn of(
        engines: &[Engine],
        specs: &'s [Spec],
        turn: Duration,
        play: impl Fn(Engine, Rate<'_>) -> anyhow::Result<f64>,
        mut open_spiel: Option<(&mut OpenSpiel, &str)>,
    ) -> anyhow::Result<Self> {
        let each = |&engine: &Engine| specs.iter().map(move |spec| (engine, spec, vec![]));
        let mut ours: Vec<_> = engines.iter().flat_map(each).collect();
        let mut theirs = Vec::new();
        for number in 0..TURNS {
            for (engine, spec, rates) in &mut ours {
                rates.push(play(*engine, Rate { spec, turn, number })?);
            }
            if let Some((bridge, game)) = &mut open_spiel {
                let simulated = bridge.simulate(game, turn.as_secs_f64(), number)?;
                theirs.push(simulated.simulations as f64 / simulated.cpu_seconds);
            }
        }
        Ok(Self { ours, theirs })
    }

    fn tabulate(self, name: &str, table: &mut Table) {
        let theirs = median(self.theirs);
        for (engine, spec, rates) in self.ours {
            // There are turns, so there is a median.
            let rate = median(rates).unwrap_or_default();
            let ratio = theirs.map_or_else(String::new, |theirs| rounded(rate / theirs));
            table.row(&[
                name.to_owned(),
                engine.name().to_owned(),
                format!("`{spec}`"),
                grouped(rate),
                ratio,
            ]);
        }
        if let Some(theirs) = theirs {
            let search = "OpenSpiel MCTSBot".to_owned();
            table.row(&[name.to_owned(), "C++".to_owned(), search, grouped(theirs), String::new()]);
        }
    }
}

/// The simulations a second of one of our strategies.
struct Rate<'s> {
    spec: &'s Spec,
    turn: Duration,
    /// The turn's number.
    number: u32,
}

impl Work for Rate<'_> {
    type Output = f64;

    fn on<G: Game>(self, game: &G) -> anyhow::Result<f64> {
        let budget = Budget { time: Some(self.turn), ..Budget::default() };
        let mut rng = Seed(self.number.into()).stream();
        let mut strategy: Box<dyn Strategy<G>> = self.spec.build();
        let started = ProcessTime::now();
        let decision = strategy
            .choose(Request::new(game, &game.initial(), 0, &mut rng).within(budget.clone()))
            .with_context(|| format!("`{}`", self.spec))?;
        let seconds = started.elapsed().as_secs_f64();
        ensure!(decision.effort.visits() > 0, "`{}` makes no playouts; name searches that do", self.spec);
        Ok(decision.effort.visits() as f64 / seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(spec: &str) -> anyhow::Result<f64> {
        let spec = spec.parse().unwrap();
        games::play(
            "tictactoe",
            Engine::Native,
            Rate { spec: &spec, turn: Duration::from_millis(100), number: 0 },
        )
    }

    #[test]
    fn playouts_have_a_rate() {
        assert!(rate("flat-mc").unwrap() > 0.0);
    }

    #[test]
    fn a_search_without_playouts_has_none() {
        assert!(rate("alpha-beta").unwrap_err().to_string().contains("`alpha-beta` makes no playouts"));
    }

    #[test]
    fn the_default_players_are_strategies() {
        assert!(Spec::list(SPECS).is_ok());
    }

    #[test]
    fn a_rulesheet_is_searched_without_openspiel_as_well() {
        let specs = Spec::list("flat-mc").unwrap();
        let path = crate::workspace::root().join("games/tictactoe.kif");
        let comparison = rulesheet(&path, &specs, Duration::from_millis(100), None).unwrap();
        assert!(comparison.theirs.is_empty() && comparison.ours[0].2.iter().all(|&rate| rate > 0.0));
        let mut table = Table::new(&[]);
        comparison.tabulate("tictactoe.kif", &mut table);
        assert!(table.text().contains("| tictactoe.kif | circuit | `flat-mc` | "), "{}", table.text());
        assert!(table.text().ends_with(" |  |\n"), "{}", table.text());
    }

    #[test]
    fn rates_are_compared_with_openspiels() {
        let (spec, mut table) = ("flat-mc".parse().unwrap(), Table::new(&[]));
        let comparison = Comparison {
            ours: vec![(Engine::Circuit, &spec, vec![5000.0, 2000.0, 3000.0])],
            theirs: vec![1000.0, 900.0, 4000.0],
        };
        comparison.tabulate(TWINS[1].name, &mut table);
        assert!(
            table.text().contains("| connect-four | circuit | `flat-mc` | 3,000 | 3.00 |"),
            "{}",
            table.text()
        );
    }
}
