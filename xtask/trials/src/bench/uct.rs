//! `cargo xtask bench uct`: simulations a second from the initial state, beside OpenSpiel's MCTS in C++.

use std::path::PathBuf;
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
use super::twins::{TWINS, Twin};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Our strategies, a list of specs
    #[arg(long, default_value = SPECS)]
    players: String,
    /// How long each of them searches each game, in seconds
    #[arg(long, default_value_t = 3.0)]
    seconds: f64,
    /// Only games whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// A Python that has OpenSpiel (`pip install open_spiel`)
    #[arg(long)]
    open_spiel: PathBuf,
}

const SPECS: &str = "uct(plain=true),uct,uct(solver=false)";

/// Turns that all take, so that what else the machine does falls on all of them.
const TURNS: u32 = 3;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let specs = Spec::list(&arguments.players)?;
    let turn = Duration::try_from_secs_f64(arguments.seconds / f64::from(TURNS))?;
    let mut open_spiel = OpenSpiel::start(&arguments.open_spiel)?;
    let twins: Vec<&Twin> = TWINS.iter().filter(|twin| twin.name.contains(&arguments.only)).collect();
    let names = TWINS.map(|twin| twin.name).join(", ");
    ensure!(!twins.is_empty(), "no game's name contains `{}`; there are {names}", arguments.only);

    let mut table = Table::new(&["game", "engine", "search", ">simulations a second", ">x OpenSpiel"]);
    let bar = report::bar(twins.len(), "games")?;
    for twin in twins {
        bar.set_message(twin.name);
        Comparison::of(twin, &specs, turn, &mut open_spiel)?.tabulate(twin, &mut table);
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("# Simulations a second from the initial state\n\n{}", report::circumstances().trim_end());
    println!(
        "- {} s of each search and game in {TURNS} turns, the median; by the processor's time; OpenSpiel {}: `MCTSBot` in C++ with one random rollout a simulation, uct_c = {}",
        arguments.seconds,
        open_spiel.version,
        OpenSpiel::UCT_C
    );
    print!("\n{}", table.text());
    Ok(ExitCode::SUCCESS)
}

/// The rates of all who search one game, a number a turn.
struct Comparison<'s> {
    ours: Vec<(Engine, &'s Spec, Vec<f64>)>,
    theirs: Vec<f64>,
}

impl<'s> Comparison<'s> {
    fn of(
        twin: &Twin,
        specs: &'s [Spec],
        turn: Duration,
        open_spiel: &mut OpenSpiel,
    ) -> anyhow::Result<Self> {
        let boards = Native::NAMES.contains(&twin.name);
        let engines = [Engine::Native, Engine::Circuit]
            .into_iter()
            .filter(|engine| *engine == Engine::Circuit || boards);
        let mut ours: Vec<_> =
            engines.flat_map(|engine| specs.iter().map(move |spec| (engine, spec, vec![]))).collect();
        let mut theirs = Vec::new();
        for number in 0..TURNS {
            for (engine, spec, rates) in &mut ours {
                rates.push(games::play(twin.name, *engine, Rate { spec, turn, number })?);
            }
            let simulated = open_spiel.simulate(twin.open_spiel, turn.as_secs_f64(), number)?;
            theirs.push(simulated.simulations as f64 / simulated.cpu_seconds);
        }
        Ok(Self { ours, theirs })
    }

    fn tabulate(self, twin: &Twin, table: &mut Table) {
        // There are turns, so there are medians.
        let theirs = median(self.theirs).unwrap_or_default();
        for (engine, spec, rates) in self.ours {
            let rate = median(rates).unwrap_or_default();
            let ratio = rounded(rate / theirs);
            table.row(&[
                twin.name.to_owned(),
                engine.name().to_owned(),
                format!("`{spec}`"),
                grouped(rate),
                ratio,
            ]);
        }
        let name = "OpenSpiel MCTSBot".to_owned();
        table.row(&[twin.name.to_owned(), "C++".to_owned(), name, grouped(theirs), String::new()]);
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
        ensure!(decision.visits() > 0, "`{}` makes no playouts; name searches that do", self.spec);
        Ok(decision.visits() as f64 / seconds)
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
            Rate { spec: &spec, turn: Duration::from_millis(20), number: 0 },
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
    fn rates_are_compared_with_openspiels() {
        let (spec, mut table) = ("flat-mc".parse().unwrap(), Table::new(&[]));
        let comparison = Comparison {
            ours: vec![(Engine::Circuit, &spec, vec![5000.0, 2000.0, 3000.0])],
            theirs: vec![1000.0, 900.0, 4000.0],
        };
        comparison.tabulate(&TWINS[1], &mut table);
        assert!(
            table.text().contains("| connect-four | circuit | `flat-mc` | 3,000 | 3.00 |"),
            "{}",
            table.text()
        );
    }
}
