//! `spielbaum play`: people at the keyboard against strategies.

mod exact;
mod plain;
mod saved;
mod screen;
mod seats;
mod session;
mod sight;
mod table;
mod task;
mod text;
mod thinker;

use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use arena::Lineup;
use game::{Chance, Game, Rules, RulesState};
use search::{Budget, Spec, Stop, TablebaseError, TablebaseFile};
use solve::{Explanation, Limits};

use crate::error::{Error, unreadable};
use crate::explain;
use crate::learned::{Known, LearnedArgument};
use crate::load::{LoadArguments, Loaded};
use crate::players::{self, Players};
use crate::seed;
use crate::stages::{self, Stages};
use saved::{Identity, Kept, Saved};
use seats::{Seat, role_names};
use session::Session;
use table::Table;

/// Play a game in the terminal, against strategies or watching them
///
/// The screen shows the board, your legal moves, and what the strategies think. Choose a move with the arrow
/// keys and Enter, by its number, or by typing its name or a part of it; `?` shows all keys. Where the output
/// is no terminal, or with `--plain`, it is a dialogue of lines.
///
/// In a game that hides something you see what your role knows, and everything at the end, or by `uncover`
/// (the key x).
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  spielbaum play tictactoe
  spielbaum play connect-four --as yellow --against 'alpha-beta(depth=6)'
  spielbaum play tictactoe-3p --as oplayer --against 'random,uct(time=2s)'
  spielbaum play nim --as none --against 'uct(playouts=200),random'
  spielbaum play checkers --load game.json
  spielbaum play othello-4x4 --values othello-4x4.solved
  echo 5 | spielbaum play tictactoe --against random --seed 1

A saved game holds the moves as `spielbaum replay GAME --moves FILE` reads them.
In a dialogue of lines, `help` lists the commands. The end of the input ends the game.")]
pub(crate) struct Arguments {
    /// A built-in game, a path to a rulesheet, or `-`
    game: String,
    /// The role you play, or several with commas between them; `none` to watch [default: the first role
    /// that is not `random`]
    #[arg(long = "as", value_name = "ROLE")]
    role: Option<String>,
    /// The strategy that plays the other roles, or one for each of them in role order, with commas
    /// between them, see `spielbaum help strategies` [default: uct(time=1s); ismcts(time=1s) in a game
    /// that hides something]
    #[arg(long, value_name = "SPEC")]
    against: Option<Players>,
    /// The strategy that gives hints [default: as for `--against`]
    #[arg(long, value_name = "SPEC", value_parser = players::spec)]
    hint: Option<Spec>,
    /// Where the exact values of moves come from: a tablebase that `spielbaum solve GAME -o FILE` wrote
    /// [default: a position is solved when they are asked for]
    #[arg(long, value_name = "FILE", value_parser = tablebase)]
    values: Option<TablebaseFile>,
    /// The seed of the strategies [default: a different one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Continue a saved game
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    #[command(flatten)]
    learned: LearnedArgument,
    #[command(flatten)]
    loading: LoadArguments,
    /// Lines of text instead of a screen
    #[arg(long)]
    plain: bool,
}

/// The tablebase in a file.
fn tablebase(path: &str) -> Result<TablebaseFile, String> {
    TablebaseFile::read(path).map_err(|error| match error {
        TablebaseError::File(error) => {
            unreadable(path, &error, "`spielbaum solve GAME -o FILE.solved` writes one")
        }
        error => format!("{path}: {error}"),
    })
}

/// Who plays if nobody says: strong after a second in any game that hides nothing.
const STRONG: &str = "uct(time=1s)";

/// The same in a game that hides something.
const STRONG_IF_HIDDEN: &str = "ismcts(time=1s)";

/// What a hint may take at most, whatever its strategy.
const HINT_TIME: Duration = Duration::from_secs(5);

/// What exact values may take at most, where they are worked out; as on the page.
const SOLVING_TIME: Duration = Duration::from_secs(10);

/// How people and the program talk to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Face {
    Screen,
    Plain,
}

/// What the program was started with, and where.
#[derive(Clone, Copy, Debug)]
struct Surroundings {
    plain: bool,
    /// Whether the rules came from the standard input.
    rules_from_input: bool,
    input_is_terminal: bool,
    output_is_terminal: bool,
    /// Whether the terminal can move its cursor.
    capable: bool,
}

impl Surroundings {
    fn face(self) -> Result<Face, Error> {
        // The screen finds the keyboard even if the standard input is something else.
        let keyboard = self.input_is_terminal || self.rules_from_input;
        if !self.plain && self.capable && self.output_is_terminal && keyboard {
            return Ok(Face::Screen);
        }
        if self.rules_from_input {
            let message =
                "the rules and the moves cannot both come from the standard input; put the rules into a file";
            return Err(Error::Usage(message.to_owned()));
        }
        Ok(Face::Plain)
    }
}

pub(crate) fn run(arguments: &Arguments, db: Option<&Path>) -> Result<ExitCode, Error> {
    let surroundings = Surroundings {
        plain: arguments.plain,
        rules_from_input: arguments.game == "-",
        input_is_terminal: io::stdin().is_terminal(),
        output_is_terminal: io::stdout().is_terminal(),
        capable: env::var_os("TERM").is_some_and(|term| term != "dumb"),
    };
    let face = surroundings.face()?;
    let loaded = Loaded::from_argument(&arguments.game, &arguments.loading)?;
    stages::on(&loaded, arguments.begins_early(), |stages| {
        let mut table = set(arguments, &loaded, stages, db)?;
        thread::scope(|scope| match face {
            Face::Screen => screen::run(&mut table, scope),
            Face::Plain => plain::run(&mut table, scope),
        })
    })
}

impl Arguments {
    /// Whether the game may begin on a first circuit. Who plays if nobody says is bounded by time alone.
    fn begins_early(&self) -> bool {
        let specs = self.against.iter().flat_map(|against| &against.0).chain(&self.hint);
        let names_file = self.load.is_some() || self.values.is_some() || self.learned.file().is_some();
        stages::may_begin_early(specs, &Budget::default(), names_file)
    }
}

/// Why a state is won or lost, by the theory of sums of games, or why that is not told.
fn why(rules: &Rules, state: &RulesState, stop: &Stop) -> String {
    let limits = Limits { time: Some(HINT_TIME), stop: stop.clone(), ..Limits::default() };
    let explained = Explanation::of(rules, state, &limits);
    explained.map_or_else(|why| explain::unexplained(&why), |explanation| explain::sentences(&explanation))
}

/// Sets the table: who plays, with which seed, from where.
fn set<'g>(
    arguments: &Arguments,
    loaded: &Loaded,
    stages: Stages<'g>,
    db: Option<&Path>,
) -> Result<Table<'g, Rules>, Error> {
    let Stages { rules, optimised } = stages;
    let strongest = if rules.percepts().is_some() { STRONG_IF_HIDDEN } else { STRONG };
    let strong = || strongest.parse::<Spec>().expect("a spec of the catalogue");
    let roles = role_names(rules);
    let opponents = arguments.against.as_ref().map_or_else(|| vec![strong()], |against| against.0.clone());
    let chance = rules.chance().map(Chance::role);
    let seats = seats::assign(&roles, chance, arguments.role.as_deref(), &opponents)?;
    let identity = Identity { name: loaded.name.clone(), rules_sha256: loaded.hash() };
    let mut session = match &arguments.load {
        None => Session::new(rules, seats, arguments.seed.unwrap_or_else(seed::any)),
        Some(path) => {
            let said = arguments.role.is_some() || arguments.against.is_some();
            let kept = Kept { seats: &seats, players: said, seed: arguments.seed };
            Saved::read(path)?.resume(path, rules, &identity, kept)?
        }
    };
    let hint = arguments.learned.by_policy(arguments.hint.clone().unwrap_or_else(strong))?;
    for seat in &mut session.seats {
        if let Seat::Strategy(spec) = seat {
            *spec = arguments.learned.by_policy(spec.clone())?;
        }
    }
    // Better now than in the middle of a game.
    let specs = || session.seats.iter().filter_map(Seat::spec).chain([&hint]);
    let learned = arguments.learned.find(rules, db, specs())?;
    let evaluations = arguments.learned.keeping(db, specs().any(|spec| spec.start().is_some()));
    let mut known = Known { rules, name: &loaded.name, learned, evaluations };
    let hint = known.settle(&hint, None, &Stop::default());
    for (role, seat) in session.seats.iter_mut().enumerate() {
        if let Seat::Strategy(spec) = seat {
            *spec = known.settle(spec, Some(role), &Stop::default());
        }
    }
    let asked = session.seats.iter().filter_map(Seat::spec).chain([&hint]);
    if let Some(error) = asked.filter_map(|spec| Lineup::objection(rules, spec)).next() {
        return Err(Error::about(&loaded.name, error));
    }
    let tablebase = arguments.values.clone();
    if let Some(file) = &tablebase {
        file.table().circuit_of(rules).map_err(|error| Error::about(file.path(), error))?;
    }
    session
        .fault()
        .map_or(Ok(Table { session, optimised, identity, hint, tablebase, why }), |fault| Err(fault.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMINAL: Surroundings = Surroundings {
        plain: false,
        rules_from_input: false,
        input_is_terminal: true,
        output_is_terminal: true,
        capable: true,
    };

    #[test]
    fn the_screen_needs_a_terminal_that_can_do_it() {
        assert_eq!(TERMINAL.face().unwrap(), Face::Screen);
        let less = [
            Surroundings { plain: true, ..TERMINAL },
            Surroundings { input_is_terminal: false, ..TERMINAL },
            Surroundings { output_is_terminal: false, ..TERMINAL },
            Surroundings { capable: false, ..TERMINAL },
        ];
        assert!(less.iter().all(|surroundings| surroundings.face().unwrap() == Face::Plain));
    }

    #[test]
    fn rules_from_the_standard_input_leave_the_keyboard_to_the_screen_only() {
        let rules = Surroundings { rules_from_input: true, input_is_terminal: false, ..TERMINAL };
        assert_eq!(rules.face().unwrap(), Face::Screen);
        let plain = Surroundings { plain: true, ..rules };
        assert!(matches!(plain.face(), Err(Error::Usage(_))));
    }
}
