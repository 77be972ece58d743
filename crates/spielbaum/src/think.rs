use std::iter;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use game::{Course, Game, Rules};
use search::{Budget, PlayClock, Spec, Stop, Viewpoint};
use view::Render;

use crate::decision::{self, Question};
use crate::error::Error;
use crate::interrupt::{INTERRUPTED, end_on_interrupt};
use crate::learned::{Known, LearnedArgument};
use crate::load::{LoadArguments, Loaded};
use crate::{load, moves, output, players, seconds, stages, store};

/// Ask a strategy for its move in a state and its estimate of each legal move
///
/// Ctrl-C ends the search early and prints what it has found.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum think tictactoe --strategy alpha-beta
  spielbaum think tictactoe --strategy 'flat-mc(playouts=500)' --after '(mark 1 1); (mark 2 2)' --seed 7
  spielbaum think rock-paper-scissors --strategy flat-mc --as left
  spielbaum think connect-four --strategy flat-mc --play-clock 2
  spielbaum think tictactoe --strategy 'uct(plain=true,c=0.7,playouts=100)' --steps 12

MOVES is a file as `replay` takes it, or the joint moves themselves with `;` between them, each with
one move a role in role order: '(mark 1 1) noop; noop (mark 2 2)'. Where just one role has a choice
its move is enough: '(mark 1 1); (mark 2 2)'.

In a game that hides something the strategy is told the moves and percepts of its role, and no more.")]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// The strategy, see `spielbaum help strategies`; it must be given
    #[arg(long, value_name = "SPEC", value_parser = players::spec)]
    strategy: Option<Spec>,
    /// Joint moves that lead from the initial state to the one in question
    #[arg(long, value_name = "MOVES")]
    after: Option<String>,
    /// The role to choose for [default: the one that has a choice]
    #[arg(long = "as", value_name = "ROLE")]
    role: Option<String>,
    /// Answer within so many seconds, as in a match. The search of large rules begins on their first circuit,
    /// before the final one is made
    #[arg(long, value_name = "SECONDS", value_parser = seconds::parse, allow_negative_numbers = true)]
    play_clock: Option<Duration>,
    /// How much of the play clock is kept back, nine tenths of it at most
    #[arg(long, value_name = "SECONDS", value_parser = seconds::parse, allow_negative_numbers = true, default_value = "0.5", requires = "play_clock")]
    safety: Duration,
    #[command(flatten)]
    learned: LearnedArgument,
    #[command(flatten)]
    loading: LoadArguments,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Tell the first N steps of the search in words; of uct the first N simulations, with the formula of
    /// each selection
    #[arg(long, value_name = "N", conflicts_with = "json")]
    steps: Option<usize>,
    /// Write the search tree to a file, as JSON, with its steps if `--steps` is given
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Print one JSON document of {strategy, move, moves, value, nodes, ...}
    #[arg(long)]
    json: bool,
}

impl Arguments {
    fn budget(&self) -> Budget {
        let clock = self.play_clock.map(|time| PlayClock::new(time).with_safety(self.safety));
        clock.map_or_else(Budget::default, |clock| clock.budget())
    }

    /// Refuses to write the trace over anything that is read.
    fn refuse_overwriting(&self, strategy: &Spec, db: Option<&Path>) -> Result<(), Error> {
        let moves = self.after.as_deref().and_then(moves::file);
        let inputs = [load::file(&self.game), moves, self.learned.file(), store::file(db).ok()];
        let inputs = inputs.into_iter().flatten().chain(players::files(strategy));
        output::check_outputs(&[("--trace", self.trace.as_deref())], inputs)
    }
}

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    let Some(strategy) = arguments.strategy.clone() else {
        return Err(Error::Usage(players::UNNAMED.to_owned()));
    };
    arguments.refuse_overwriting(&strategy, db)?;
    let loaded = Loaded::from_argument(&arguments.game, &arguments.loading)?;
    let strategy = arguments.learned.by_policy(strategy)?;
    let (budget, names_file) = (arguments.budget(), arguments.learned.file().is_some());
    let begin_early = stages::may_begin_early(iter::once(&strategy), &budget, names_file);
    stages::on(&loaded, begin_early, |stages| think(arguments, &strategy, &loaded.name, stages.rules, db))
}

fn think(
    arguments: &Arguments,
    strategy: &Spec,
    name: &str,
    game: &Rules,
    db: Option<&Path>,
) -> Result<ExitCode, Error> {
    let joint_moves = arguments.after.as_deref().map_or(Ok(Vec::new()), moves::read)?;
    let course = Course::through(game, &joint_moves)?;
    let state = course.end().clone();
    let role = decision::searcher(game, &state, arguments.role.as_deref())?;
    let viewpoint = &Viewpoint::after(game, course.states(), course.joints(), role);
    let stop = Stop::default();
    let budget = Budget { stop: stop.clone(), ..arguments.budget() };
    let work = end_on_interrupt(stop.clone())?;
    let learned = arguments.learned.find(game, db, [strategy])?;
    let evaluations = arguments.learned.keeping(db, strategy.start().is_some());
    let mut known = Known { rules: game, name, learned, evaluations };
    let spec = known.settle(strategy, Some(role), &stop);
    let (spec, seed) = (&spec, arguments.seed);
    let question = Question { game, viewpoint, role, spec, seed, budget };
    let (answer, trace) = if arguments.trace.is_some() || arguments.steps.is_some() {
        let (answer, trace) = question.watch(arguments.steps.is_some())?;
        (answer, Some(trace))
    } else {
        (question.answer()?, None)
    };
    drop(work);
    if let (Some(path), Some(trace)) = (&arguments.trace, &trace) {
        decision::write_trace(trace, path)?;
    }
    decision::remark(&answer);
    if arguments.json {
        output::json(&answer.report)?;
    } else {
        output::line(format_args!("{}\n", game.render(&state)))?;
        if let (Some(steps), Some(trace)) = (arguments.steps, &trace) {
            output::line(format_args!("{}\n", trace.narration(steps)))?;
        }
        decision::print(&answer, game.notation().role_name(role))?;
    }
    Ok(if stop.pressed() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}
