//! The command `learn`: an evaluation from the rules alone.

mod boards;
mod explain;
mod files;
mod kept;
mod show;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use arena::{Challenge, Lineup, Seed};
use clap::{Subcommand, ValueEnum};
use game::{Game, Interrupt, Rules};
use indicatif::ProgressBar;
use learn::{
    ContinueError, LearnBudget, LearnOptions, LearnReport, Learner, NothingLearned, Rounds, Source, Strength,
    Training,
};
use search::{Budget, LearnedFile, Spec, Stop};

use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::load::{Engine, LoadArguments, Loaded};
use crate::{load, output, players, store};
use files::{Files, Lock};

const EXAMPLES: &str = "\
Examples:
  spielbaum learn connect-four --minutes 5
      Learn for five minutes on all cores; the evaluation is in connect-four.json then.
  spielbaum learn connect-four --continue connect-four.json --minutes 10
      Make it better by ten minutes more.
  spielbaum arena connect-four --players 'uct,deepening(eval=learned(connect-four.json))' --time 0.1
      Compare a search by it with the default one.
  spielbaum learn show connect-four.json
      See what was learned: how it went, the greatest weights, boards of weights.
  spielbaum learn explain connect-four --after '(drop 4)'
      See what it says of a position: the value, and what each piece is worth.
  spielbaum learn list
      See of which games evaluations are kept in the store.

The evaluation is saved every half minute, and what it takes to go on beside it, in FILE.training:
the same command goes on from there after an interruption. The same seed, number of threads and
--games give the same evaluation. At the end it is kept in the store, too: there the strategy `auto`
and the evaluator `learned` without a file find it, in all commands.";

/// Train an evaluation from the rules alone, by playing
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    #[arg(required = true)]
    game: Option<String>,
    /// How long to learn; it ends sooner if nothing more is learned
    #[arg(long, value_name = "M", default_value_t = 2.0, value_parser = minutes)]
    minutes: f64,
    /// End with the round that reaches so many games instead, or sooner if nothing more is learned; a round
    /// has up to 256 games a thread
    #[arg(long, value_name = "N", conflicts_with = "minutes", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Where the states come from
    #[arg(long, value_enum, default_value_t = From::SelfPlay)]
    from: From,
    /// The file of the evaluation [default: the name of the game with .json, in this directory]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Begin anew, whatever an interrupted run has left, and replace a finished evaluation of that file
    #[arg(long)]
    restart: bool,
    /// Begin with a finished evaluation, and learn for so many minutes, or games, more; FILE is replaced
    /// unless --out names another
    #[arg(long = "continue", value_name = "FILE", conflicts_with_all = ["restart", "from"])]
    begin_with: Option<PathBuf>,
    /// Threads that play; the result depends on their number [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Matches that measure the strength each time, at 10 ms a move; 0 for none
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    matches: u16,
    /// The opponent in these matches
    #[arg(long, value_name = "SPEC", default_value = "uct", value_parser = players::spec)]
    against: Spec,
    #[command(flatten)]
    loading: LoadArguments,
    /// Print one JSON document of {game, states, seconds, model, file, strength}
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    view: Option<View>,
}

#[derive(Subcommand)]
enum View {
    Show(show::Arguments),
    Explain(explain::Arguments),
    List(kept::ListArguments),
    Forget(kept::ForgetArguments),
}

/// Where the states come from that are learned about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum From {
    /// Random playouts: quick, and a state is worth what random play gets from there
    Random,
    /// Games of the evaluation against itself
    SelfPlay,
}

/// The time of a decision in the matches that measure strength.
const MOVE_TIME: Duration = Duration::from_millis(10);
/// After how many seconds of learning strength is measured first; then after twice as many, and so on.
const FIRST_MEASURE: f64 = 5.0;
/// The longest that matches may take, as a share of the learning before.
const MEASURE_SHARE: f64 = 0.5;
/// The longest that it is looked for what the rules are known by.
const HASHING: Duration = Duration::from_secs(20);
/// How often everything is saved.
const SAVE: Duration = Duration::from_secs(30);

/// A time as people say it.
fn time(seconds: f64) -> String {
    if seconds < 60.0 { format!("{seconds:.1} s") } else { format!("{:.1} minutes", seconds / 60.0) }
}

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    match &arguments.view {
        Some(View::Show(arguments)) => return show::run(arguments, db),
        Some(View::Explain(arguments)) => return explain::run(arguments, db),
        Some(View::List(arguments)) => return kept::list(arguments, db),
        Some(View::Forget(arguments)) => return kept::forget(arguments, db),
        None => {}
    }
    // Clap asks for one unless a view is given.
    let loaded = Loaded::from_argument(arguments.game.as_deref().unwrap_or_default(), &arguments.loading)?;
    let rules = loaded.rules(Some(Engine::Circuit))?;
    learn::learnable(&rules).map_err(|why| Error::about(&loaded.name, why))?;
    LearnRun::new(arguments, &loaded.name, &rules, db)?.run(db)
}

/// A run of the command.
struct LearnRun<'a> {
    arguments: &'a Arguments,
    name: &'a str,
    rules: &'a Rules,
    learner: Learner<'a, Rules>,
    rounds: Rounds,
    files: Files,
    _lock: Lock,
    /// The strategy that uses the evaluation.
    strategy: Spec,
    stop: Stop,
    bar: ProgressBar,
}

impl<'a> LearnRun<'a> {
    fn new(
        arguments: &'a Arguments,
        name: &'a str,
        rules: &'a Rules,
        db: Option<&Path>,
    ) -> Result<Self, Error> {
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        let known = arguments.begin_with.as_deref().map(|file| LearnedFile::read(&file.to_string_lossy()));
        let known = known.transpose().map_err(|error| Error::Fault(error.to_string()))?;
        let source = match (&known, arguments.from) {
            (Some(known), _) => known.learned().training.source,
            (None, From::Random) => Source::Random,
            (None, From::SelfPlay) => Source::SelfPlay,
        };
        let options = LearnOptions {
            source,
            seed: arguments.seed,
            threads: arguments.threads.map_or_else(cores, usize::from),
            ..LearnOptions::default()
        };
        let files = Files::new(arguments.out.as_ref().or(arguments.begin_with.as_ref()), name)?;
        files.check(arguments.game.as_deref().and_then(load::file), db)?;
        let lock = files.lock()?;
        let kept = match &known {
            Some(known) => {
                files.refuse_interrupted()?;
                files.refuse_to_replace(arguments.out.is_none() || arguments.out == arguments.begin_with)?;
                let learner = Learner::from_learned(rules, options.clone(), known.learned(), &|| true);
                Some(learner.map_err(|error| match error {
                    ContinueError::Unlearnable(why) => Error::about(name, why),
                    error => Error::about(known.file().path(), error),
                })?)
            }
            None if arguments.restart => {
                files.refuse_to_replace(true)?;
                None
            }
            None => {
                let kept = files.kept(rules, &options, &Interrupt::after(HASHING))?;
                files.refuse_to_replace(kept.is_some())?;
                kept
            }
        };
        let resumed = kept.is_some();
        let mut learner = match kept {
            Some(learner) => learner,
            None => Learner::new(rules, options, &|| true).map_err(|why| Error::about(name, why))?,
        };
        if learner.hash_rules(&Interrupt::after(HASHING)).is_err() {
            output::note(
                "note: the rules are hard to put into a canonical form; the file is known by the names of the fluents",
            );
        }
        if resumed {
            let Training { seconds, games, .. } = learner.training();
            output::note(format_args!("goes on after {:.1} minutes and {games} games", seconds / 60.0));
        }
        let budget =
            arguments.games.map_or(LearnBudget::Seconds(60.0 * arguments.minutes), LearnBudget::Games);
        let rounds = Rounds::new(budget, &learner);
        // An interrupted run has done a part of what is asked for; what an evaluation knows is no part of it.
        let rounds = if known.is_some() { rounds } else { rounds.resumed() };
        if let Some(objection) = Lineup::objection(rules, &arguments.against) {
            return Err(Error::Usage(format!("--against: {objection}")));
        }
        let stop = Stop::default();
        let strategy = Challenge::by_learned(rules);
        let bar = output::share_bar("learned");
        Ok(Self { arguments, name, rules, learner, rounds, files, _lock: lock, strategy, stop, bar })
    }

    fn run(mut self, db: Option<&Path>) -> Result<ExitCode, Error> {
        let _work = end_on_interrupt(self.stop.clone())?;
        let features = self.learner.evaluation().features();
        output::note(format_args!(
            "{}: {} tuples, {} weights",
            self.name,
            features.tuples(),
            features.weights()
        ));
        // The first time soon, so that a disk that is full is told of at once.
        let mut saved: Option<Instant> = None;
        let before = self.learner.training().seconds;
        let mut next_measure = FIRST_MEASURE;
        while next_measure <= before {
            next_measure *= 2.0;
        }
        let (rounds, stop) = (self.rounds, self.stop.clone());
        while rounds.next(&mut self.learner, &|| !stop.pressed()) {
            self.bar.set_position((1_000.0 * rounds.share(self.learner.training())) as u64);
            if self.learner.training().seconds >= next_measure {
                self.measure()?;
                next_measure *= 2.0;
            }
            if saved.is_none_or(|saved| saved.elapsed() > SAVE) {
                self.save()?;
                saved = Some(Instant::now());
            }
        }
        let finished = !self.stop.pressed();
        if finished {
            self.measure()?;
        }
        self.bar.finish_and_clear();
        if finished && self.learner.has_converged() {
            output::note(match self.learner.training().source {
                Source::Random => {
                    "the error does not become less any more: learning from random play has ended"
                }
                Source::SelfPlay => "the values of states do not change any more: learning has ended",
            });
        }
        if finished && let Err(nothing) = rounds.check(&self.learner) {
            self.files.forget_training();
            let remedy = match nothing {
                NothingLearned::InTime => "`--minutes` gives more",
                NothingLearned::WithinPlies => {
                    "`spielbaum check` tells whether it may go on for ever (`no-end`)"
                }
            };
            return Err(Error::about(self.name, format_args!("{nothing}; {remedy}")));
        }
        self.save()?;
        let learned = finished.then(|| LearnedFile::new(self.files.path(), self.learner.learned(self.name)));
        if let Some(learned) = &learned {
            self.files.forget_training();
            Self::keep(learned, db);
        }
        self.report(learned.as_ref())
    }

    /// Writes the evaluation, if there is one of any game, and beside it what it takes to go on, unless the
    /// evaluation tells that by itself.
    fn save(&self) -> Result<(), Error> {
        // First, so that an evaluation without it is a finished one.
        if self.arguments.begin_with.is_none() {
            self.files.save_training(&self.learner)?;
        }
        if self.learner.training().states == 0 {
            return Ok(());
        }
        self.files.save_evaluation(&self.learner, self.name)
    }

    /// Keeps the evaluation in the store. Without that it serves as well, by its file.
    fn keep(learned: &LearnedFile, db: Option<&Path>) {
        let kept = store::open(db).and_then(|(_, mut store)| Ok(store.keep_evaluation(learned)?));
        match kept {
            Ok(true) => output::note("kept in the store as well, where `auto` and `learned` find it"),
            Ok(false) if learned.learned().rules.is_some() => {
                output::note(
                    "not kept in the store, which has an evaluation of this game from more games, or from self-play",
                );
            }
            Ok(false) => {
                output::note("not kept in the store, which knows games by the canonical form of their rules");
            }
            Err(error) => output::note(format_args!("warning: not kept in the store: {error}")),
        }
    }

    /// Notes how far values are from outcomes, and what matches say.
    fn measure(&mut self) -> Result<(), Error> {
        let seconds = self.learner.training().seconds;
        let strength = self.strength(seconds)?;
        self.learner.note(strength);
        let Training { games, curve, .. } = self.learner.training();
        let Some(point) = curve.last() else { return Ok(()) };
        let error = point.error.map_or_else(String::new, |error| format!(", error {error:.4}"));
        let strength =
            point.strength.as_ref().map_or_else(String::new, |strength| format!(", {}", said(strength)));
        let line = format!("{:>6.1} min  {games} games{error}{strength}", seconds / 60.0);
        self.bar.suspend(|| output::note(line));
        Ok(())
    }

    /// What matches say of the evaluation as it is; none if none is played to its end in time.
    fn strength(&self, seconds: f64) -> Result<Option<Strength>, Error> {
        let matches = usize::from(self.arguments.matches);
        if matches == 0 || self.stop.pressed() {
            return Ok(None);
        }
        let learned = LearnedFile::new(self.files.path(), self.learner.learned(self.name));
        let strategy = self.strategy.clone().with_learned(&learned);
        let budget = Budget { time: Some(MOVE_TIME), stop: self.stop.clone(), ..Budget::default() };
        let (against, seed) = (&self.arguments.against, Seed(self.arguments.seed));
        let (started, time) = (Instant::now(), (MEASURE_SHARE * seconds).max(1.0));
        let in_time = || started.elapsed().as_secs_f64() < time;
        let mut challenge = Challenge::new(strategy, against.clone());
        let played = challenge.play(self.rules, matches, &budget, seed, &in_time);
        played.map_err(|error| Error::Fault(error.to_string()))?;
        Ok(challenge.score().map(|score| Strength {
            score,
            even: None,
            matches: challenge.payoffs.len(),
            strategy: self.strategy.to_string(),
            against: (self.rules.roles() > 1).then(|| against.to_string()),
        }))
    }

    /// Tells what was learned; `learned` is the evaluation if it is finished.
    fn report(&self, learned: Option<&LearnedFile>) -> Result<ExitCode, Error> {
        let training = self.learner.training();
        let file = self.files.path();
        if self.arguments.json {
            output::json(&LearnReport::new(&self.learner, self.name, &file, learned.is_some()))?;
        } else {
            output::line(format_args!(
                "learned from {} states of {} games in {}: {file}",
                training.states,
                training.games,
                time(training.seconds)
            ))?;
        }
        let Some(learned) = learned else {
            output::note(match self.arguments.begin_with {
                None => "interrupted: the same command goes on from here, `--restart` begins anew".to_owned(),
                Some(_) => format!("interrupted: `--continue {file}` goes on from here"),
            });
            return Ok(ExitCode::from(INTERRUPTED));
        };
        let strategy = self.strategy.clone().with_learned(learned);
        output::note(format_args!("play by it with --strategy '{strategy}'"));
        Ok(ExitCode::SUCCESS)
    }
}

/// What matches said, in words.
fn said(strength: &Strength) -> String {
    let Strength { score, matches, strategy, against, .. } = strength;
    let percent = 100.0 * score;
    match against {
        Some(against) => format!("{strategy} scores {percent:.0} % against {against} in {matches} matches"),
        None => format!("{strategy} gets {percent:.0} % of the goal range in {matches} matches"),
    }
}

fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse().ok().filter(|minutes| (0.01..=10_000.0).contains(minutes));
    minutes.ok_or_else(|| "give a number of minutes from 0.01 to 10000, such as 5 or 0.5".to_owned())
}
