//! The solver for games whose rules are those of Connect Four, however they are written.

use game::{Choices, Fault, Game, Mover, Pieces, constant_sum};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use search::{Bounds, Budget, LineEnd, Meter, SearchRng, Solution, SolvedMove};

use super::negamax::Question;
use super::{ConnectFourSolver, Position, PositionProblem, ScoreBounds};
use crate::limits::Limits;
use crate::payoffs::{Payoffs, best, ended, next};
use crate::searched::Searched;

/// Why a game is not solved as Connect Four.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConnectFourProblem {
    /// A state is no position of it.
    #[error("this is no position of Connect Four: {0}")]
    Position(#[from] PositionProblem),
    /// Random play found that the rules differ.
    #[error("the rules are not those of Connect Four: {0}")]
    Rules(&'static str),
    /// The rules give no answer in some state.
    #[error(transparent)]
    Game(#[from] Fault),
}

/// Random plays from the state in which the rules are compared.
const PLAYS: usize = 200;

/// The value of a state of Connect Four and of its moves, with the plies to the end. The rules of the game
/// may be written in any way: they are compared with those that the solver knows in random plays, which is no
/// proof that they are the same.
///
/// # Errors
/// If the game is another one, as far as random play tells, or the rules give no answer in a state.
pub fn connect_four<G: Game>(
    game: &G,
    state: &G::State,
    limits: &Limits,
) -> Result<Searched<G::Move>, ConnectFourProblem> {
    check(game, state)?;
    solved(game, state, limits)
}

/// The name of the built-in rulesheet of Connect Four on a board.
pub(crate) fn built_in_name(pieces: &Pieces) -> String {
    format!("connect-four(columns={},rows={})", pieces.columns, pieces.rows)
}

/// Compares the rules with those that the solver knows, in random plays: in every other one nobody makes a
/// line who need not, so that some of them fill the board.
///
/// # Errors
/// If they differ.
pub(crate) fn check<G: Game>(game: &G, state: &G::State) -> Result<(), ConnectFourProblem> {
    let mut rng = SearchRng::seed_from_u64(0);
    (0..PLAYS).try_for_each(|play| compare(game, state, play % 2 == 1, &mut rng))
}

/// The value of a state of a game that is known to be Connect Four.
pub(crate) fn solved<G: Game>(
    game: &G,
    state: &G::State,
    limits: &Limits,
) -> Result<Searched<G::Move>, ConnectFourProblem> {
    // The time is for all moves together.
    let mut meter =
        Meter::start(Budget { time: limits.time, stop: limits.stop.clone(), ..Budget::default() });
    let mut solver = ConnectFourSolver::new((limits.memory >> 20) as u64);
    let (mut nodes, mut moves) = (0, Vec::new());
    let payoffs = Payoffs::of(game);
    if game.terminal(state) {
        return Ok(Searched { solution: ended(game, state), expected: None, nodes });
    }
    let position = Position::of(game, state)?;
    let role = position.plies() as usize % 2;
    for (mov, column) in columns(game, state, &position)? {
        // The score is that of the side that moves after this move.
        let bounds = match position.after(&[column]).map(|child| (child, child.is_over())) {
            Ok((child, false)) => {
                let found = solver.solve_within(&child, Question::Score, &mut meter);
                nodes += found.nodes;
                let own = ScoreBounds { lower: -found.upper, upper: -found.lower, ..found };
                let plies = found.score().map(|score| child.plies_to_end(score));
                payoffs.bounds(own.lower, own.upper, plies)
            }
            _ => {
                let end = next(game, state, role, mov);
                let goal = Some(game.goal(&end, role));
                Bounds { at_least: goal, at_most: goal, plies: Some(0), endless: false }
            }
        };
        moves.push(SolvedMove { role, mov, bounds });
    }
    let own = best(moves.iter().map(|mov| mov.bounds), &payoffs);
    let bounds = payoffs.of_both(role, own);
    let solution = Solution { bounds, moves, line: Vec::new(), end: LineEnd::Open };
    Ok(Searched { solution, expected: None, nodes })
}

/// The legal moves of the role that moves, each with its column counted from 0.
fn columns<G: Game>(
    game: &G,
    state: &G::State,
    position: &Position,
) -> Result<Vec<(G::Move, u8)>, ConnectFourProblem> {
    let role = position.plies() as usize % 2;
    let choices = Choices::of(game, state);
    let mover = choices.mover();
    if mover != Mover::One(role) && mover != Mover::Nobody {
        return Err(ConnectFourProblem::Rules("another role moves"));
    }
    let mut columns = Vec::new();
    for &mov in choices.of_role(role) {
        let pieces = game.knowledge().pieces(&next(game, state, role, mov));
        let pieces = pieces.ok_or(PositionProblem::NoBoard)?;
        let column = (0..position.dimensions().0)
            .find(|&column| position.after(&[column]).is_ok_and(|child| child.shows(&pieces)));
        columns.push((mov, column.ok_or(ConnectFourProblem::Rules("a move does something else"))?));
    }
    let open = (0..position.dimensions().0).filter(|&column| position.after(&[column]).is_ok()).count();
    if columns.len() == open {
        Ok(columns)
    } else {
        Err(ConnectFourProblem::Rules("not all columns with room are legal moves"))
    }
}

/// Plays at random from a state to the end of the game, without making lines as far as possible if it
/// `avoids` them, and compares the rules on the way.
fn compare<G: Game>(
    game: &G,
    state: &G::State,
    avoids: bool,
    rng: &mut impl Rng,
) -> Result<(), ConnectFourProblem> {
    if game.roles() != 2 {
        return Err(ConnectFourProblem::Rules("there are not two roles"));
    }
    let payoffs = Payoffs::of(game);
    if constant_sum(game) != Some(payoffs.sum) {
        return Err(ConnectFourProblem::Rules("the payoffs have no constant sum"));
    }
    let mut state = state.clone();
    let mut position = match game.terminal(&state) {
        true => return Ok(()),
        false => Position::of(game, &state)?,
    };
    loop {
        let role = position.plies() as usize % 2;
        let moves = columns(game, &state, &position)?;
        let no_line = |column| position.after(&[column]).is_ok_and(|child| !child.lost());
        let quiet: Vec<_> = moves.iter().filter(|(_, column)| avoids && no_line(*column)).collect();
        let chosen = quiet.choose(rng).copied().or_else(|| moves.choose(rng));
        let Some(&(mov, column)) = chosen else {
            return Err(ConnectFourProblem::Rules("there is no legal move"));
        };
        state = next(game, &state, role, mov);
        position = position.after(&[column]).map_err(|_| ConnectFourProblem::Rules("a move is illegal"))?;
        let over = position.is_over();
        if game.terminal(&state) != over {
            return Err(ConnectFourProblem::Rules("the game ends at another time"));
        }
        if over {
            if let Some(fault) = game.fault(&state) {
                return Err(fault.into());
            }
            let own = payoffs.of_score(i8::from(position.lost()));
            return match (game.goal(&state, role), game.goal(&state, 1 - role)) {
                (goal, other) if goal == own && other == payoffs.sum - own => Ok(()),
                _ => Err(ConnectFourProblem::Rules("the payoffs are others")),
            };
        }
    }
}
