use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use arena::{
    Finished, Footing, Known, Lineup, Pace, Plan, Progress, Recorder, Repeats, Sprt, Store, Tournament,
    Verdict,
};
use game::Game;
use indicatif::ProgressBar;
use search::Stop;

use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::labels::Labels;
use crate::load::Loaded;
use crate::notebook::Notebook;
use crate::results::costs;
use crate::{output, standings, store};

mod planning;

use planning::Planning;

/// Let strategies play one another, every pair in both orders, and count
///
/// The table gives win, draw and loss in per cent with 95 % intervals; the first player is at the left, the second above. The
/// tournament is kept in the store with every move, see `spielbaum results`. Ctrl-C ends it early and prints what was played;
/// `--resume` goes on with it, also after a crash, and ends with the same table. The same seed gives the same games, whatever the
/// number of threads; only bounds in seconds make them depend on the machine.
///
/// Without `--players`, strategies play that suit the game: alpha-beta in a game small enough to be searched to its end, uct, flat-mc
/// and a search within bounds in a larger one; maxn and paranoid where there are more than two roles; pessimistic and random-opponent
/// where roles choose at the same time. A note says what was chosen.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum arena tictactoe
  spielbaum arena connect-four --players 'random,flat-mc(playouts=50)' --games 20
  spielbaum arena nim --players alpha-beta,random --games 1000 --seed 7 --json
  spielbaum arena breakthrough-6x6 --players 'uct(c=0.5),uct' --time 0.01 --openings random:2 --sprt
      Is the first stronger? Play until that is known, or known to be wrong.
  spielbaum arena connect-four --sweep 'uct(playouts={16,64,256,1024})' --against 'flat-mc(playouts=256)'
      How much does a larger budget gain? `spielbaum results plot` draws it.
  spielbaum arena --resume 3")]
pub(crate) struct Arguments {
    #[command(flatten)]
    planning: Planning,
    /// Go on with an interrupted tournament, see `spielbaum results`
    #[arg(long, value_name = "ID", conflicts_with = "planning")]
    resume: Option<i64>,
    /// Games played at a time [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one JSON document of {game, games_per_pairing, seed, pairings, ratings, ...}
    #[arg(long)]
    json: bool,
}

/// What there is to play: something new, or the rest of something old.
enum Work<'w> {
    New(&'w Planning),
    Rest { id: i64, plan: Box<Plan>, played: Vec<Finished> },
}

/// A tournament about to be played.
struct Session<'s> {
    loaded: &'s Loaded,
    work: Work<'s>,
    store: Result<Store, Error>,
    arguments: &'s Arguments,
}

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    match arguments.resume {
        Some(id) => resume(id, arguments, db),
        None => {
            let loaded = arguments.planning.load()?;
            let work = Work::New(&arguments.planning);
            // If it fails the games are played all the same, and the error is told before and after.
            let store = store::open(db).map(|(_, store)| store);
            Session { loaded: &loaded, work, store, arguments }.tabulate()
        }
    }
}

fn resume(id: i64, arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    let store = store::open_existing(db)?;
    let at_fault = |error| store::fault(&error);
    let (plan, played) = (store.plan(id).map_err(at_fault)?, store.finished(id).map_err(at_fault)?);
    let Some(rules) = store.rules(id).map_err(at_fault)? else {
        return Err(Error::Fault(format!(
            "tournament {id} cannot go on: the store does not hold its rules, since an earlier version of this program wrote it"
        )));
    };
    let loaded = Loaded::parse(plan.game.clone(), &plan.game, rules.as_bytes())?;
    let version = env!("CARGO_PKG_VERSION");
    if let Some(old) = store.version(id).map_err(at_fault)?.filter(|old| old != version) {
        output::note(format_args!(
            "warning: tournament {id} was begun by version {old} and goes on with {version}, whose strategies may play otherwise"
        ));
    }
    output::note(format_args!("{} games of tournament {id} have been played", played.len()));
    let work = Work::Rest { id, plan: Box::new(plan), played };
    Session { loaded: &loaded, work, store: Ok(store), arguments }.tabulate()
}

impl Session<'_> {
    /// Plays on a table of all states, if the game is small enough for one.
    fn tabulate(self) -> Result<ExitCode, Error> {
        let loaded = self.loaded;
        let rules = loaded.rules(None)?;
        let started = Instant::now();
        let spinner = output::spinner("looking whether all states of the game fit into a table");
        let footing = Footing::of(&rules);
        spinner.finish_and_clear();
        let footing = footing.map_err(|fault| Error::about(&loaded.name, fault))?;
        let pace = footing.pace();
        match footing {
            Footing::Table(table) => {
                output::note(format_args!(
                    "{}: all {} states tabulated in {:.2} s",
                    loaded.name,
                    table.states(),
                    started.elapsed().as_secs_f64()
                ));
                self.play(&*table, pace)
            }
            Footing::Rules(rules) => self.play(rules, pace),
        }
    }

    fn play<G: Game>(self, game: &G, pace: Pace) -> Result<ExitCode, Error> {
        let Self { loaded, work, store, arguments } = self;
        let (plan, played, id) = match work {
            Work::New(planning) => {
                let known = Known { game, name: &loaded.name, rules_hash: Some(loaded.hash()), pace };
                let (plan, remarks) = planning.draft().plan(known);
                remarks.iter().for_each(output::note);
                (plan, Vec::new(), None)
            }
            Work::Rest { id, plan, played } => (*plan, played, Some(id)),
        };
        // What the store holds is not what was asked for just now.
        let refusal = if id.is_some() { Error::Fault } else { Error::Usage };
        let stop = Stop::default();
        let tournament = Tournament::planned(game, plan)
            .map_err(|error| refusal(error.to_string()))?
            .with_played(played)
            .with_threads(arguments.threads.unwrap_or(0).into())
            .with_stop(stop.clone());
        // Better now than as forfeits, when the tournament is in the store already.
        let objection = |player| Lineup::objection(game, player);
        if let Some(error) = tournament.players().iter().find_map(objection) {
            return Err(Error::about(&loaded.name, error));
        }
        end_on_interrupt(stop)?;
        let mut store = store;
        let mut notebook = Notebook::new(begin(store.as_mut(), id, tournament.plan(), loaded));
        let mut repeats = Repeats::default();
        let mut remark = None;
        let bar = output::progress(tournament.plan().matches().unwrap_or(0), "games");
        let table = tournament.run(|progress| {
            show(&bar, progress, tournament.plan().sprt);
            for played in progress.fresh {
                repeats.add(played);
                remark = remark.take().or_else(|| played.record.remark.clone());
            }
            bar.suspend(|| notebook.record(progress))
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
        output::remark(remark.as_deref());
        let labels = Labels::of(&table);
        for (pairing, games) in repeats.pairings() {
            let seats = tournament.plan().seats(pairing);
            // Of who plays itself nobody wants to know who is stronger.
            if seats.iter().all(|player| *player == seats[0]) {
                continue;
            }
            let players: Vec<&str> = seats.iter().map(|&player| labels.all()[player].as_str()).collect();
            let players = players.join(" - ");
            output::note(format_args!(
                "warning: all {games} games of {players} were the same one, so that its intervals say nothing; `--openings random:N` makes games differ"
            ));
        }
        let id = kept?;
        if table.interrupted {
            output::note(format_args!(
                "kept as tournament {id}; `spielbaum arena --resume {id}` goes on with it"
            ));
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let costs = store.as_ref().ok().and_then(|store| store.costs(id).ok());
        if let Some(costs) = costs.filter(|_| !arguments.json) {
            output::note(format_args!("\n{}\n", costs::text(&costs, &labels)));
        }
        output::note(format_args!("kept as tournament {id}; `spielbaum results {id}` shows it again"));
        Ok(ExitCode::SUCCESS)
    }
}

/// Opens the entry of a new tournament, or the old one again.
fn begin<'s>(
    store: Result<&'s mut Store, &mut Error>,
    id: Option<i64>,
    plan: &Plan,
    loaded: &Loaded,
) -> Result<Recorder<'s>, Error> {
    let store = store.map_err(|error| Error::Fault(error.to_string()))?;
    let begun = match id {
        Some(id) => store.resume(id),
        None => store.begin(plan, Some(loaded.sheet.source().text())),
    };
    begun.map_err(|error| store::fault(&error))
}

/// Moves the bar, and tells how the test stands that is nearest to its end.
fn show(bar: &ProgressBar, progress: &Progress<'_>, sprt: Option<Sprt>) {
    bar.set_position(progress.done);
    let Some(sprt) = sprt else { return };
    let undecided = progress.tests.iter().filter(|test| sprt.verdict(test) == Verdict::Undecided);
    let nearest = undecided.map(|test| sprt.llr(test)).max_by(|a, b| a.abs().total_cmp(&b.abs()));
    if let Some(llr) = nearest {
        bar.set_message(format!(", LLR {llr:.2} in [{:.2}, {:.2}]", sprt.lower(), sprt.upper()));
    }
}
