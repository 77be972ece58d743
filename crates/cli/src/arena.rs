use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Instant;

use arena::{Lineup, Pace, Plan, Progress, Recorder, Store, StoreError, Tournament};
use game::{Game, TableLimits, Tabulated};
use search::{Spec, SpecError, Stop};

use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::load::Loaded;
use crate::{output, standings, store};

/// Let strategies play one another, every pair in both orders, and count
///
/// The table gives win, draw and loss in per cent with 95 % intervals; the first player is at the left, the second above. The
/// tournament is kept in the store, see `spielbaum results`. Ctrl-C ends it early and prints what was played. The same seed
/// gives the same games, whatever the number of threads.
///
/// Without `--players`, strategies play that suit the game: alpha-beta in a game small enough to be searched to its end, uct, flat-mc
/// and a search within bounds in a larger one; maxn and paranoid where there are more than two roles; pessimistic and random-opponent
/// where roles choose at the same time. A note says what was chosen.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum arena tictactoe
  spielbaum arena connect-four --players 'random,flat-mc(playouts=50)' --games 20
  spielbaum arena nim --players alpha-beta,random --games 1000 --seed 7 --json")]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// Strategies with commas between them, see `spielbaum help strategies` [default: some that suit the game]
    #[arg(long, value_name = "SPEC,SPEC")]
    players: Option<Players>,
    /// Games of each pairing [default: 100, or fewer of a large game]
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

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    let loaded = Loaded::from_argument(&arguments.game)?;
    let rules = loaded.rules(None)?;
    let started = Instant::now();
    let spinner = output::spinner("looking whether all states of the game fit into a table");
    let tabulated = Tabulated::new(rules, TableLimits::default());
    spinner.finish_and_clear();
    match tabulated {
        Ok(table) => {
            output::note(format_args!(
                "{}: all {} states tabulated in {:.2} s",
                loaded.name,
                table.states(),
                started.elapsed().as_secs_f64()
            ));
            play(&table, &loaded, arguments, db, Pace::Table)
        }
        Err(rules) => match rules.fault() {
            Some(fault) => Err(Error::about(&loaded.name, fault)),
            None => {
                let pace = if rules.compiled().is_ok() { Pace::Fast } else { Pace::Slow };
                play(&rules, &loaded, arguments, db, pace)
            }
        },
    }
}

fn play<G: Game>(
    game: &G,
    loaded: &Loaded,
    arguments: &Arguments,
    db: Option<&Path>,
    pace: Pace,
) -> Result<ExitCode, Error> {
    let (players, games) = match (&arguments.players, arguments.games) {
        (Some(players), Some(games)) => (players.0.clone(), games),
        (players, games) => {
            let lineup = Lineup::of(game, pace);
            let chosen = players.as_ref().map(|players| players.0.clone());
            if chosen.is_none() {
                lineup.remarks.iter().for_each(output::note);
            }
            (chosen.unwrap_or(lineup.players), games.unwrap_or(lineup.games))
        }
    };
    // Better now than as a failed match, when the tournament is in the store already.
    if let Some(error) = players.iter().find_map(|player| Lineup::objection(game, player)) {
        return Err(Error::about(&loaded.name, error));
    }
    let stop = Stop::default();
    let tournament = Tournament::new(game, &loaded.name, &players, games)
        .map_err(|error| Error::Usage(error.to_string()))?
        .with_seed(arguments.seed)
        .with_rules_hash(loaded.hash())
        .with_threads(arguments.threads.unwrap_or(0).into())
        .with_stop(stop.clone());
    end_on_interrupt(stop)?;

    let mut opened = store::open(db);
    let mut notebook = Notebook::open(opened.as_mut(), tournament.plan(), loaded.sheet.source().text());
    let bar = output::progress(tournament.plan().matches().unwrap_or(0), "games");
    let table = tournament.run(|progress| {
        bar.set_position(progress.done);
        bar.suspend(|| notebook.add(progress));
        Ok(())
    });
    bar.finish_and_clear();
    // Before the table, which may go to somebody who reads one line and leaves; told after it.
    let kept = notebook.close(table.as_ref().is_ok_and(|table| !table.interrupted));
    let table = table.map_err(|error| Error::about(&loaded.name, error))?;
    if arguments.json {
        output::json(&table)?;
    } else {
        output::line(standings::text(&table))?;
    }
    output::remark(game);
    let (file, _) = opened?;
    if let Some(id) = kept? {
        output::note(format_args!("kept as tournament {id} in {}", file.display()));
    }
    Ok(if table.interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Keeps the games in the store while they are played. A store that fails does not end the tournament: the table is
/// worth more than its record.
struct Notebook<'s> {
    recorder: Option<Recorder<'s>>,
    lost: Option<Error>,
}

impl<'s> Notebook<'s> {
    fn open(opened: Result<&'s mut (PathBuf, Store), &mut Error>, plan: &Plan, rules: &str) -> Self {
        let mut notebook = Self { recorder: None, lost: None };
        match opened.map(|(_, store)| store.begin(plan, Some(rules))) {
            Ok(Ok(recorder)) => notebook.recorder = Some(recorder),
            Ok(Err(error)) => notebook.lose(&error),
            // Who opened it has the error.
            Err(error) => output::note(format_args!("warning: the games will not be kept: {error}")),
        }
        notebook
    }

    fn add(&mut self, progress: &Progress<'_>) {
        let added = self.recorder.as_mut().map_or(Ok(()), |recorder| recorder.record(progress));
        if let Err(error) = added {
            self.lose(&error);
        }
    }

    fn lose(&mut self, error: &StoreError) {
        output::note(format_args!("warning: the games from here on are not kept: {error}"));
        self.recorder = None;
        self.lost = Some(store::fault(error));
    }

    /// Closes the entry of a tournament that is complete, and gives its number if there is one.
    fn close(self, complete: bool) -> Result<Option<i64>, Error> {
        match (self.lost, self.recorder) {
            (Some(lost), _) => Err(lost),
            (None, None) => Ok(None),
            (None, Some(recorder)) => {
                let id = recorder.id();
                if complete {
                    recorder.finish().map_err(|error| store::fault(&error))?;
                }
                Ok(Some(id))
            }
        }
    }
}
