use std::path::Path;
use std::process::{self, ExitCode};
use std::str::FromStr;
use std::time::Instant;

use arena::{Plan, Played, Recorder, Store, Tournament};
use game::{Game, TableLimits, Tabulated};
use rand::SeedableRng;
use search::{Budget, SearchError, SearchRng, Spec, SpecError, Stop};

use crate::error::Error;
use crate::load::Loaded;
use crate::{output, standings, store};

/// Let strategies play one another, every pair in both orders, and count
///
/// The table gives win, draw and loss in per cent with 95 % intervals; the first player is at the left, the second above. The
/// tournament is kept in the store, see `spielbaum results`. Ctrl-C ends it early and prints what was played. The same seed
/// gives the same games, whatever the number of threads.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum arena tictactoe
  spielbaum arena connect-four --players 'random,flat-mc(playouts=50)' --games 20
  spielbaum arena nim --players alpha-beta,random --games 1000 --seed 7 --json")]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// Strategies with commas between them, see `spielbaum help strategies` [default: four that suit the game]
    #[arg(long, value_name = "SPEC,SPEC")]
    players: Option<Players>,
    /// Games of each pairing [default: 100, or 4 of a large game]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Where chance comes from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Games played at a time [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON document of {game, games_per_pairing, seed, pairings, ratings}
    #[arg(long)]
    json: bool,
}

#[derive(Clone)]
struct Players(Vec<Spec>);

impl FromStr for Players {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Spec::list(text).map(Self)
    }
}

/// What a game is played with if nobody says.
struct Defaults {
    players: &'static str,
    games: u32,
    why: Option<&'static str>,
}

/// Every state known in advance: strategies can look at all of it.
const SMALL: Defaults =
    Defaults { players: "alpha-beta,random,flat-mc,stepwise-mcts", games: 100, why: None };

const LARGE: Defaults = Defaults {
    players: "alpha-beta(depth=2),random,flat-mc(playouts=40),stepwise-mcts(playouts=1)",
    games: 4,
    why: Some(
        "the game is too large to be searched to its end: alpha-beta looks 2 plies ahead, the others play a little; choose otherwise with --players and --games",
    ),
};

/// The exit code of a program that Ctrl-C ended.
const INTERRUPTED: u8 = 130;

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    let loaded = Loaded::from_argument(&arguments.game)?;
    let rules = loaded.rules()?;
    let started = Instant::now();
    match Tabulated::new(rules, TableLimits::default()) {
        Ok(table) => {
            output::note(format_args!(
                "{}: all {} states tabulated in {:.2} s",
                loaded.name,
                table.states(),
                started.elapsed().as_secs_f64()
            ));
            play(&table, &loaded, arguments, db, &SMALL)
        }
        Err(rules) => match rules.fault() {
            Some(fault) => Err(Error::about(&loaded.name, fault)),
            None => play(&rules, &loaded, arguments, db, &LARGE),
        },
    }
}

fn play<G: Game>(
    game: &G,
    loaded: &Loaded,
    arguments: &Arguments,
    db: Option<&Path>,
    defaults: &Defaults,
) -> Result<ExitCode, Error> {
    let players = match &arguments.players {
        Some(players) => players.0.clone(),
        None => {
            defaults.why.iter().for_each(output::note);
            default_players(game, defaults)?
        }
    };
    let stop = Stop::default();
    let games = arguments.games.unwrap_or(defaults.games);
    let tournament = Tournament::new(game, &loaded.name, players, games)
        .map_err(|error| Error::Usage(error.to_string()))?
        .with_seed(arguments.seed)
        .with_rules_hash(loaded.hash())
        .with_threads(arguments.threads.unwrap_or(0).into())
        .with_budget(Budget { stop: stop.clone(), ..Budget::default() });
    end_on_interrupt(stop)?;

    let mut store = store::file(db).and_then(|file| Store::open(file).map_err(|error| store::fault(&error)));
    let mut notebook = Notebook::open(store.as_mut(), tournament.plan());
    let bar = output::progress(tournament.plan().matches().unwrap_or(0), "games");
    let table = tournament.run(|progress| {
        bar.set_position(progress.done);
        bar.suspend(|| notebook.add(progress.fresh));
        Ok(())
    });
    bar.finish_and_clear();
    let table = table.map_err(|error| Error::about(&loaded.name, error))?;
    if arguments.json {
        output::json(&table)?
    } else {
        output::line(standings::text(&table))?
    }
    let kept = notebook.close();
    drop(store?);
    kept?;
    Ok(if table.interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// The default players without those that say at the first move that the game is not for them.
fn default_players<G: Game>(game: &G, defaults: &Defaults) -> Result<Vec<Spec>, Error> {
    let mut players = Spec::list(defaults.players).map_err(|error| Error::Usage(error.to_string()))?;
    let state = game.initial();
    if game.terminal(&state) {
        return Ok(players);
    }
    let budget = Budget { nodes: Some(1), playouts: Some(1), ..Budget::default() };
    players.retain(|player| {
        let mut rng = SearchRng::seed_from_u64(0);
        match player.build().choose(game, &state, 0, &budget, &mut rng, &mut ()) {
            Err(error @ SearchError::Inapplicable { .. }) => {
                output::note(error);
                false
            }
            _ => true,
        }
    });
    Ok(players)
}

/// The first Ctrl-C presses the button, the second ends the program.
fn end_on_interrupt(stop: Stop) -> Result<(), Error> {
    let handler = move || {
        if stop.pressed() {
            process::exit(INTERRUPTED.into());
        }
        stop.press();
    };
    ctrlc::set_handler(handler).map_err(|error| Error::about("cannot watch for Ctrl-C", error))
}

/// Keeps the games in the store while they are played. A store that fails does not end the tournament: the table is
/// worth more than its record.
struct Notebook<'s> {
    recorder: Option<Recorder<'s>>,
    lost: Option<Error>,
}

impl<'s> Notebook<'s> {
    fn open(store: Result<&'s mut Store, &mut Error>, plan: &Plan) -> Self {
        // What is wrong with the store itself is told at the end.
        let Ok(store) = store else { return Self { recorder: None, lost: None } };
        match store.begin(plan) {
            Ok(recorder) => Self { recorder: Some(recorder), lost: None },
            Err(error) => Self { recorder: None, lost: Some(store::fault(&error)) },
        }
    }

    fn add(&mut self, fresh: &[Played]) {
        let added = self.recorder.as_mut().map_or(Ok(()), |recorder| recorder.add(fresh));
        if let Err(error) = added {
            output::note(format_args!("warning: the games from here on are not kept: {error}"));
            self.recorder = None;
            self.lost = Some(store::fault(&error));
        }
    }

    fn close(self) -> Result<(), Error> {
        if let Some(lost) = self.lost {
            return Err(lost);
        }
        match self.recorder {
            None => Ok(()),
            Some(recorder) => {
                let id = recorder.id();
                recorder.finish().map_err(|error| store::fault(&error))?;
                output::note(format_args!("kept as tournament {id}, see `spielbaum results {id}`"));
                Ok(())
            }
        }
    }
}
