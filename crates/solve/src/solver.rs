use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Instant;

use game::{Choices, Fault, Game, Mover, players};
use search::{LineEnd, SearchError, Solution, TablebaseError};

use crate::built_in::is_built_in;
use crate::connect_four::{self, ConnectFourProblem};
use crate::count::{CountError, Counting};
use crate::expectation::Expected;
use crate::limits::{Clock, Cut, Limits};
use crate::method::Method;
use crate::mixed::{MixedError, MixedSolution};
use crate::othello::{self, OthelloProblem, OthelloProgress};
use crate::retrograde::{Retrograde, RetrogradeError};
use crate::searched::Searched;
use crate::space::Expanders;

/// A state, solved as far as the limits allowed, and what it took.
#[derive(Debug)]
pub struct Solved<M> {
    /// What is known of the state and its moves.
    pub solution: Solution<M>,
    /// The method that found it; never [`Method::Auto`].
    pub method: Method,
    /// States that were enumerated.
    pub states: Option<u64>,
    /// States that a search visited, some of them more than once.
    pub nodes: Option<u64>,
    /// Why it ended before all was known.
    pub cut: Option<Cut>,
    /// How roles mix their moves, where two of them choose at the same time; the reason why there is no
    /// mixture, if there is none.
    pub mixed: Option<Result<MixedSolution<M>, MixedError>>,
    /// What roles can expect, in a game with chance: then the solution tells nothing, as its values are
    /// whole numbers.
    pub expected: Option<Expected<M>>,
    /// The discs of each role at the end of best play, if the game is Othello and they are known.
    pub discs: Option<[u32; 2]>,
    /// The game whose rules these seem to be, as random plays do not tell them apart: then all that is told
    /// holds if they are, and nothing is proven.
    pub assumed: Option<&'static str>,
}

impl<M> Solved<M> {
    /// A solution by a method, and nothing else that is known.
    const fn new(solution: Solution<M>, method: Method) -> Self {
        Self {
            solution,
            method,
            states: None,
            nodes: None,
            cut: None,
            mixed: None,
            expected: None,
            discs: None,
            assumed: None,
        }
    }
}

/// Files that the work makes use of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Files<'f> {
    /// Where the values of all states are written.
    pub values: Option<&'f Path>,
    /// Where bounds are kept as they are found, to go on with them another time.
    pub checkpoint: Option<&'f Path>,
}

/// How far the work has come.
#[derive(Clone, Copy, Debug)]
pub enum Solving {
    /// States are being enumerated and valued.
    Enumerating(Counting),
    /// The bounds do not suffice to enumerate all states: it goes on by this method.
    GoingOn(Method),
    /// Othello is being searched.
    Discs(OthelloProgress),
}

/// Why a state is not solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// Retrograde analysis failed.
    #[error(transparent)]
    Retrograde(#[from] RetrogradeError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The game is not one that a solver was written for.
    #[error("{connect_four}; {othello}")]
    Board {
        /// Why it is not solved as Connect Four.
        connect_four: ConnectFourProblem,
        /// Why it is not solved as Othello.
        othello: OthelloProblem,
    },
    /// The game seems to be Connect Four, and is not solved.
    #[error(transparent)]
    ConnectFour(#[from] ConnectFourProblem),
    /// The game seems to be Othello, and is not solved.
    #[error(transparent)]
    Othello(OthelloProblem),
    /// The file of a checkpoint cannot be used.
    #[error("the checkpoint cannot be used: {0}")]
    Checkpoint(#[from] io::Error),
    /// The work cannot go on from a file.
    #[error("only Othello has a checkpoint, by the method board: {0}")]
    NoCheckpoint(String),
    /// The rules give no answer in a state.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The values of all states cannot be written.
    #[error("{0}")]
    File(#[from] TablebaseError),
    /// The method does not value all states, so that they cannot be written.
    #[error("the values of all states can only be written by the methods auto and retrograde, not by {0}")]
    NotAllStates(Method),
    /// The method does not go through layers of states that could be shared.
    #[error("only the methods auto and retrograde share their work with other processes, not {0}")]
    OneProcess(Method),
    /// The game hides something.
    #[error("the game hides something from its roles (`sees`), and its value is not that of its states")]
    Hidden,
    /// The values of all states of a game with chance cannot be written.
    #[error(
        "the file of a tablebase holds whole numbers, and where chance moves values are means; leave the file away"
    )]
    Means,
    /// Several roles choose at the same time.
    #[error("several roles choose at the same time; only the methods auto and retrograde solve such a state")]
    Simultaneous,
}

impl From<OthelloProblem> for SolveError {
    fn from(problem: OthelloProblem) -> Self {
        match problem {
            OthelloProblem::Checkpoint(error) => Self::Checkpoint(error),
            problem => Self::Othello(problem),
        }
    }
}

/// What `auto` lets retrograde analysis take: some 50 million states.
const AUTO_MEMORY: usize = 1 << 30;

/// Works out the value of a state for every role, and of every legal move. [`Method::Auto`] enumerates the
/// states if they fit into a gigabyte; else it takes the solver for Connect Four or for Othello if the rules
/// are those of a built-in rulesheet, a plan if there is one role, and a search if there are more.
///
/// In a game with chance, the means of the payoffs are in [`Solved::expected`].
///
/// # Errors
/// If the rules give no answer in a state, the game hides something, the method does not apply to the game or
/// to the files, or a file cannot be written. The values of a game with chance have no file.
pub fn solve<G: Game>(
    game: &G,
    state: &G::State,
    method: Method,
    limits: &Limits,
    files: Files<'_>,
    progress: &(dyn Fn(Solving) + Sync),
) -> Result<Solved<G::Move>, SolveError> {
    with(game, state, method, None, limits, files, progress)
}

/// The same by retrograde analysis, with the states of large layers expanded elsewhere; they are valued here.
/// It is what [`Method::Auto`] stands for.
///
/// # Errors
/// As [`solve`], if it should be by another method, the expanders fail, or the rules have no circuit.
pub fn solve_on<G: Game>(
    game: &G,
    state: &G::State,
    method: Method,
    expanders: &mut dyn Expanders,
    limits: &Limits,
    files: Files<'_>,
    progress: &(dyn Fn(Solving) + Sync),
) -> Result<Solved<G::Move>, SolveError> {
    match method {
        Method::Auto | Method::Retrograde => {
            with(game, state, Method::Retrograde, Some(expanders), limits, files, progress)
        }
        other => Err(SolveError::OneProcess(other)),
    }
}

fn with<G: Game>(
    game: &G,
    state: &G::State,
    method: Method,
    mut expanders: Option<&mut dyn Expanders>,
    limits: &Limits,
    files: Files<'_>,
    progress: &(dyn Fn(Solving) + Sync),
) -> Result<Solved<G::Move>, SolveError> {
    if game.percepts().is_some() {
        return Err(SolveError::Hidden);
    }
    if files.checkpoint.is_some() && method != Method::Board {
        return Err(SolveError::NoCheckpoint(format!("the method is {method}")));
    }
    if let Some(path) = files.values {
        if game.chance().is_some() {
            return Err(SolveError::Means);
        }
        writable(path).map_err(TablebaseError::from)?;
    }
    let started = Instant::now();
    let rest = || limits.after(started.elapsed());
    let mut enumerated = |limits: &Limits| {
        let expanders = expanders.as_mut().map(|others| &mut **others as &mut dyn Expanders);
        match game.chance() {
            None => enumerated(game, state, expanders, limits, files.values, progress),
            Some(_) => expected(game, state, expanders, limits, progress),
        }
    };
    match method {
        // Where roles choose at the same time there is no other method, and only the values of all states can
        // be written.
        Method::Auto if files.values.is_none() && !is_simultaneous(game, state) => {
            // What is found to be too large is given up early enough for another method.
            let share = limits.time.map(|time| time / 3);
            let memory = limits.memory.min(AUTO_MEMORY);
            let mut cut = match enumerated(&Limits { memory, time: share, ..limits.clone() }) {
                Ok(found) if !matches!(found.cut, None | Some(Cut::Stopped)) => Some(found),
                // Other methods need not enumerate them.
                Err(SolveError::Retrograde(RetrogradeError::Count(CountError::Wide { .. }))) => None,
                found => return found,
            };
            // All that is left, for what no other method does.
            let mut again = |found: Solved<G::Move>| match found.cut {
                Some(Cut::Memory) if limits.memory <= AUTO_MEMORY => Ok(found),
                _ => enumerated(&rest()),
            };
            if let Some(found) = cut.take_if(|found| found.mixed.is_some()) {
                return again(found);
            }
            // What rests on random plays is not proven; another method may prove it.
            if let Ok(board) = BoardGame::of(game, state)
                && board.is_certain(game, state, &rest())
                && let Ok(found) = on_board(game, state, board, &rest(), None, progress)
            {
                return Ok(found);
            }
            let alone = game.roles() == 1 && game.chance().is_none();
            let other = if alone { Method::Plan } else { Method::Search };
            progress(Solving::GoingOn(other));
            match (searched(game, state, other, &rest()), cut) {
                // Roles choose at the same time further on.
                (Err(SolveError::Search(SearchError::Inapplicable { .. })), Some(found)) => again(found),
                (found, _) => found,
            }
        }
        Method::Auto | Method::Retrograde => enumerated(limits),
        method if files.values.is_some() => Err(SolveError::NotAllStates(method)),
        // There is nothing to search.
        _ if game.terminal(state) => enumerated(limits),
        Method::Board => {
            let board = match files.checkpoint {
                None => BoardGame::of(game, state)?,
                Some(_) => othello::check(game, state)
                    .map(|()| BoardGame::Othello)
                    .map_err(|problem| SolveError::NoCheckpoint(problem.to_string()))?,
            };
            let assumed = (!board.is_certain(game, state, limits)).then(|| board.name());
            let found = on_board(game, state, board, &rest(), files.checkpoint, progress)?;
            Ok(Solved { assumed, ..found })
        }
        method => searched(game, state, method, limits),
    }
}

/// Finds out whether a file can be written, before the work begins whose result is to be there. What it holds
/// stays as it is.
fn writable(path: &Path) -> io::Result<()> {
    match OpenOptions::new().append(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            File::create_new(path)?;
            fs::remove_file(path)
        }
        found => found.map(drop),
    }
}

/// Who chooses a move; what chance draws is no choice.
fn mover<G: Game>(game: &G, state: &G::State) -> Mover {
    let choices = Choices::of(game, state);
    match game.chance() {
        None => choices.mover(),
        Some(chance) => choices.with_first_move_of(chance.role()).mover(),
    }
}

/// Whether several roles choose at the same time, which only retrograde analysis values.
fn is_simultaneous<G: Game>(game: &G, state: &G::State) -> bool {
    !game.terminal(state) && mover(game, state) == Mover::Several
}

/// What roles can expect of a state in a game with chance.
fn expected<G: Game>(
    game: &G,
    state: &G::State,
    expanders: Option<&mut dyn Expanders>,
    limits: &Limits,
    progress: &(dyn Fn(Solving) + Sync),
) -> Result<Solved<G::Move>, SolveError> {
    let unknown = Solved::new(Solution::unknown(game, state), Method::Retrograde);
    match Expected::with(game, state, expanders, limits, &|at| progress(Solving::Enumerating(at))) {
        Err(RetrogradeError::Cut { why, states }) => {
            Ok(Solved { states: Some(states), cut: Some(why), ..unknown })
        }
        Err(error) => Err(error.into()),
        Ok(expected) => {
            Ok(Solved { states: Some(expected.states.unwrap_or(0)), expected: Some(expected), ..unknown })
        }
    }
}

fn enumerated<G: Game>(
    game: &G,
    state: &G::State,
    expanders: Option<&mut dyn Expanders>,
    limits: &Limits,
    file: Option<&Path>,
    progress: &(dyn Fn(Solving) + Sync),
) -> Result<Solved<G::Move>, SolveError> {
    let (method, started) = (Method::Retrograde, Instant::now());
    let solved = Retrograde::with(game, state, expanders, limits, &|at| progress(Solving::Enumerating(at)));
    let solved = match solved {
        Err(RetrogradeError::Cut { why, states }) => {
            let unknown = Solved::new(Solution::unknown(game, state), method);
            return Ok(Solved { states: Some(states), cut: Some(why), ..unknown });
        }
        solved => solved?,
    };
    if let Some(path) = file {
        solved.save(path)?;
    }
    let solution = solved.solution(state).expect("the state and all that follow are known");
    // Where roles choose at the same time, what they get by mixing their moves is more than what they can be
    // sure of.
    let last = || solution.line.iter().fold(state.clone(), |state, joint| game.next(&state, joint));
    let open = solution.end == LineEnd::Open && is_simultaneous(game, &last());
    let (states, sum) = (Some(solved.states), solved.survey().sum);
    // It takes memory that the mixed moves may need.
    drop(solved);
    let mixed = open.then(|| MixedSolution::with_sum(game, state, sum, &limits.after(started.elapsed())));
    let cut = match &mixed {
        Some(Err(MixedError::Cut(cut))) => Some(*cut),
        _ => None,
    };
    Ok(Solved { states, mixed, cut, ..Solved::new(solution, method) })
}

/// A game that a solver was written for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BoardGame {
    ConnectFour,
    Othello,
}

impl BoardGame {
    /// The one whose rules are those of a game as far as random plays tell.
    fn of<G: Game>(game: &G, state: &G::State) -> Result<Self, SolveError> {
        let Err(connect_four) = connect_four::check(game, state) else { return Ok(Self::ConnectFour) };
        let Err(othello) = othello::check(game, state) else { return Ok(Self::Othello) };
        Err(SolveError::Board { connect_four, othello })
    }

    /// Whether its rules are those of a game for certain: those of the built-in rulesheet.
    fn is_certain<G: Game>(self, game: &G, state: &G::State, limits: &Limits) -> bool {
        let name = match self {
            Self::ConnectFour => connect_four::built_in_name,
            Self::Othello => othello::built_in_name,
        };
        let pieces = game.knowledge().pieces(state);
        pieces.is_some_and(|pieces| is_built_in(game, &name(&pieces), &Clock::start(limits)))
    }

    fn name(self) -> &'static str {
        match self {
            Self::ConnectFour => "Connect Four",
            Self::Othello => "Othello",
        }
    }
}

/// What a solver finds that was written for a game.
fn on_board<G: Game>(
    game: &G,
    state: &G::State,
    board: BoardGame,
    limits: &Limits,
    checkpoint: Option<&Path>,
    progress: &(dyn Fn(Solving) + Sync),
) -> Result<Solved<G::Move>, SolveError> {
    let (Searched { solution, nodes, .. }, discs) = match board {
        BoardGame::ConnectFour => (connect_four::solved(game, state, limits)?, None),
        BoardGame::Othello => {
            let watch = |at| progress(Solving::Discs(at));
            let found = othello::solved(game, state, limits, checkpoint, &watch)?;
            (found.searched, found.discs)
        }
    };
    // The payoffs may be known before the difference of the discs is.
    let known = solution.bounds.iter().all(|bounds| bounds.value().is_some());
    let cut = (!known).then(|| if limits.stop.pressed() { Cut::Stopped } else { Cut::Time });
    Ok(Solved { nodes: Some(nodes), cut, discs, ..Solved::new(solution, Method::Board) })
}

/// What a search proves.
fn searched<G: Game>(
    game: &G,
    state: &G::State,
    method: Method,
    limits: &Limits,
) -> Result<Solved<G::Move>, SolveError> {
    let role = match mover(game, state) {
        Mover::One(role) => role,
        Mover::Nobody => players(game).next().unwrap_or(0),
        Mover::Several => return Err(SolveError::Simultaneous),
    };
    let started = Instant::now();
    let strategy = method.strategy(limits);
    let Searched { solution, expected, nodes } = match &strategy {
        Some(strategy) => Searched::of(game, state, role, strategy, limits)?,
        None => Searched::by_proofs(game, state, limits)?,
    };
    let late = || limits.time.is_some_and(|time| started.elapsed() >= time).then_some(Cut::Time);
    // What a search proves may be what the role is sure of and nothing more; proofs come closer to the value
    // from both sides.
    let bounds = &solution.bounds[role];
    let known = if strategy.is_some() { bounds.at_least.is_some() } else { bounds.value().is_some() }
        || expected.as_ref().is_some_and(|expected| expected.bounds[role].at_least.is_some());
    let cut = match known {
        true => None,
        false => limits.stop.pressed().then_some(Cut::Stopped).or_else(late),
    };
    Ok(Solved { nodes: Some(nodes), cut, expected, ..Solved::new(solution, method) })
}
