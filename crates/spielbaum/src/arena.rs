use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use arena::{
    GameSource, PreparationError, Progress, ResumableTournament, Sprt, Store, StoreError, Table,
    TournamentLimits, TournamentObserver, TournamentRun, TournamentTask, Verdict,
};
use indicatif::ProgressBar;
use search::Stop;

use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::labels::Labels;
use crate::learned::{self, Known, LearnedArgument};
use crate::load::{LoadArguments, Loaded};
use crate::results::costs;
use crate::{output, seconds, standings, store};

mod choose;
pub(crate) mod exploitability;
mod flags;

use exploitability::{Document, PlayerExploitability};
use flags::Flags;

/// Let strategies play one another, every pair in both orders, and count the results
///
/// The table gives wins, draws and losses in per cent with 95 % intervals; the first player is at the left,
/// the second above. The tournament is kept in the store with every move, see `spielbaum results`. Ctrl-C
/// ends it early and prints what was played; `--resume` goes on with it, also after a crash, and ends with
/// the same table. The same seed gives the same games, whatever the number of threads, unless a bound is in
/// seconds or a player has threads that share a tree (`parallel=tree`).
///
/// Without `--players`, strategies play that suit the game: alpha-beta in a game small enough to be searched
/// to its end; uct, flat-mc and a bounded search in a larger one; maxn and paranoid where there are more
/// than two roles; pessimistic and random-opponent where roles choose at the same time. A note says which
/// were chosen.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum arena tictactoe
  spielbaum arena connect-four --players 'random,flat-mc(playouts=50)' --games 20
  spielbaum arena nim --players alpha-beta,random --games 1000 --seed 7 --json
  spielbaum arena breakthrough-6x6 --players 'uct(c=0.5),uct' --time 0.01 --openings random:2 --sprt
      Is the first stronger? Play until a sequential test decides.
  spielbaum arena connect-four --sweep 'uct(playouts={16,64,256,1024})' --against 'flat-mc(playouts=256)'
      How much does a larger budget gain? `spielbaum results plot` draws it.
  spielbaum arena kuhn-poker --players 'pimc,ismcts,random' --exploitability
      How much does a best response to each gain? Asks each 100 times in every information set.
  spielbaum arena --resume 3
  spielbaum arena breakthrough --choose=60
      Which strategy fits the game? Learn for most of a minute, and let short matches decide.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    flags: Flags,
    /// Continue an interrupted tournament, see `spielbaum results`
    #[arg(long, value_name = "ID", conflicts_with_all = Flags::NAMES)]
    resume: Option<i64>,
    /// Play no tournament: tell which strategy fits the game (which `auto` stands for), by learning and
    /// matches of so many seconds [default: 30]
    #[arg(
        long,
        value_name = "SECONDS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "30",
        value_parser = seconds::parse_some,
        conflicts_with_all = Flags::NAMES.into_iter().filter(|name| *name != "game").chain(["resume", "threads"])
    )]
    choose: Option<Duration>,
    /// Tell how exploitable each player is, too: what a best response to it gains. For small games of one or
    /// two players. A strategy that does not tell with which probabilities it moves is asked N times in each
    /// information set [default: 100]
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "100",
        value_parser = clap::value_parser!(u32).range(1..=100_000),
        conflicts_with = "choose"
    )]
    exploitability: Option<u32>,
    /// Games played at the same time [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    learned: LearnedArgument,
    #[command(flatten)]
    loading: LoadArguments,
    /// Print one JSON document of {game, games_per_pairing, seed, pairings, ratings, ...}
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    match arguments.resume {
        Some(id) => {
            let store = store::open_existing(db)?;
            let tournament = store.resumable(id)?;
            let ResumableTournament { plan, rules, played, .. } = &tournament;
            let loaded = Loaded::parse(plan.game.clone(), &plan.game, rules.as_bytes(), &arguments.loading)?;
            output::note(format_args!("{} games of tournament {id} have been played", played.len()));
            play(&loaded, TournamentTask::Resume(tournament), || Ok(store), arguments, db)
        }
        None => {
            let loaded = arguments.flags.load(&arguments.loading)?;
            if let Some(time) = arguments.choose {
                let rules = loaded.rules(None)?;
                let learned = arguments.learned.known(&rules, db)?;
                let evaluations = arguments.learned.keeping(db, true);
                let known = Known { rules: &rules, name: &loaded.name, learned, evaluations };
                return choose::run(&known, time, arguments.json);
            }
            let mut options = arguments.flags.options();
            for player in options.players.iter_mut().flatten() {
                *player = arguments.learned.by_policy(player.clone())?;
            }
            let open = || store::open(db).map(|(_, store)| store);
            play(&loaded, TournamentTask::New(options), open, arguments, db)
        }
    }
}

fn play(
    loaded: &Loaded,
    task: TournamentTask,
    open: impl FnOnce() -> Result<Store, Error>,
    arguments: &Arguments,
    db: Option<&Path>,
) -> Result<ExitCode, Error> {
    let rules = loaded.rules(None)?;
    let known = arguments.learned.find(&rules, db, task.players())?;
    let known = known.as_ref();
    let is_chosen = task.players().iter().any(|player| player.start().is_some());
    let evaluations = arguments.learned.keeping(db, is_chosen);
    let run = prepare(
        loaded,
        GameSource { name: &loaded.name, text: loaded.sheet.source().text(), rules: &rules, learned: known },
        task,
    )?;
    run.fittings().iter().for_each(|fitting| learned::keep(&evaluations, fitting));
    // Not before, so that what is refused leaves no store. If it fails the games are played all the same, and
    // the error is told before and after.
    let (mut store, lost) = match open() {
        Ok(store) => (Some(store), None),
        Err(error) => {
            output::note(format_args!("warning: the games will not be kept: {error}"));
            (None, Some(error))
        }
    };
    let stop = Stop::default();
    let work = end_on_interrupt(stop.clone())?;
    // Games that are too large are refused before anything is played.
    let measured = match arguments.exploitability {
        Some(samples) => match exploitability::measure(&loaded.name, &rules, run.plan(), samples, &stop)? {
            Some(measured) => measured,
            None => return Ok(ExitCode::from(INTERRUPTED)),
        },
        None => Vec::new(),
    };
    let bar = output::progress(run.plan().matches().unwrap_or(0), "games");
    let mut screen = Screen { bar, sprt: run.plan().sprt, lost };
    let result = run.play(store.as_mut(), arguments.threads.unwrap_or(0).into(), &stop, &mut screen);
    drop(work);
    let Screen { bar, lost, .. } = screen;
    bar.finish_and_clear();
    let result = result.map_err(|error| Error::about(&loaded.name, error))?;
    let table = &result.table;
    if arguments.json {
        output::json(&Document::new(table, &measured))?;
    } else {
        output::line(standings::text(table, &measured))?;
    }
    measured.iter().filter_map(PlayerExploitability::remark).for_each(output::note);
    if let Some(remark) = result.remark {
        output::note(format_args!("warning: {remark}"));
    }
    let labels = Labels::of(table);
    standings::warnings(table).iter().for_each(output::note);
    if let Some(lost) = lost {
        return Err(lost);
    }
    let Some((store, id)) = store.zip(result.id) else {
        return Err(Error::Fault("the tournament was not recorded".into()));
    };
    store::warn(&store);
    if table.interrupted {
        output::note(format_args!(
            "kept as tournament {id}; `spielbaum arena --resume {id}{}` goes on with it",
            store::option(db)
        ));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if let (false, Ok(costs)) = (arguments.json, store.costs(id)) {
        output::note(format_args!("\n{}\n", costs::text(&costs, &labels)));
    }
    output::note(format_args!(
        "kept as tournament {id}; `spielbaum results {id}{}` shows it again",
        store::option(db)
    ));
    Ok(ExitCode::SUCCESS)
}

/// Prepares the run, and tells what was found out about the game and chosen for it.
fn prepare<'g>(
    loaded: &Loaded,
    source: GameSource<'g>,
    task: TournamentTask,
) -> Result<TournamentRun<'g>, Error> {
    // What the store holds is not what was asked for just now.
    let is_new = matches!(task, TournamentTask::New(_));
    let chosen = task.players().iter().any(|player| player.start().is_some());
    let spinner = output::spinner(match chosen {
        true => "looking for the strategy that fits the game",
        false => "looking whether all states of the game fit into a table",
    });
    let run = TournamentRun::prepare(source, task, &TournamentLimits::LOCAL, &Stop::default());
    spinner.finish_and_clear();
    let run = run.map_err(|error| match error {
        PreparationError::Game(_) | PreparationError::Unsuited(_) | PreparationError::SameChoice { .. } => {
            Error::about(&loaded.name, error)
        }
        error if is_new => Error::Usage(error.to_string()),
        error => Error::Fault(error.to_string()),
    })?;
    if let Some((states, time)) = run.tabulated() {
        let seconds = time.as_secs_f64();
        output::note(format_args!(
            "{}: the games are played on a table of all {states} states, made in {seconds:.2} s; searches still grow a tree, in which a state may have several nodes",
            loaded.name
        ));
    }
    run.remarks().iter().for_each(output::note);
    Ok(run)
}

/// Shows how far a tournament is. A store that fails does not end it: the table is worth more than
/// its record.
struct Screen {
    bar: ProgressBar,
    sprt: Option<Sprt>,
    /// Why the tournament is not recorded.
    lost: Option<Error>,
}

impl TournamentObserver for Screen {
    fn progress(&mut self, progress: &Progress<'_>, _table: &dyn Fn() -> Table) {
        self.bar.set_position(progress.done);
        let Some(sprt) = self.sprt else { return };
        let undecided = progress.tests.iter().filter(|test| sprt.verdict(test) == Verdict::Undecided);
        // The test that is nearest to its end.
        let nearest = undecided.map(|test| sprt.llr(test)).max_by(|a, b| a.abs().total_cmp(&b.abs()));
        if let Some(llr) = nearest {
            self.bar.set_message(format!(", LLR {llr:.2} in [{:.2}, {:.2}]", sprt.lower(), sprt.upper()));
        }
    }

    fn unrecorded(&mut self, error: StoreError) -> Result<(), StoreError> {
        self.bar
            .suspend(|| output::note(format_args!("warning: the games from here on are not kept: {error}")));
        self.lost = Some(error.into());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command};

    use super::*;

    #[test]
    fn a_choice_ignores_no_option_of_a_tournament() {
        let refused = |options: &[&str]| {
            let command = Arguments::augment_args(Command::new("arena"));
            let line = ["arena", "nim", "--choose=1"].iter().chain(options);
            command.try_get_matches_from(line).err().map(|error| error.kind())
        };
        assert_eq!(refused(&[]), None);
        for option in ["--games", "--seed", "--time", "--ply-limit", "--forfeit-after", "--threads"] {
            assert_eq!(refused(&[option, "3"]), Some(clap::error::ErrorKind::ArgumentConflict), "{option}");
        }
    }
}
