//! The solver for games whose rules are those of Othello, however they are written.

use std::io;
use std::path::Path;

use game::{Choices, Fault, Game, Mover, Pieces, constant_sum};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use search::{LineEnd, SearchRng, Solution, SolvedMove};

use super::{BoardCell, OthelloPosition, OthelloPositionProblem, OthelloProgress, OthelloSolver};
use crate::limits::{Cut, Limits};
use crate::payoffs::{Payoffs, best, ended, next};
use crate::searched::Searched;

/// Why a game is not solved as Othello.
#[derive(Debug, thiserror::Error)]
pub enum OthelloProblem {
    /// A state is no position of it.
    #[error("this is no position of Othello: {0}")]
    Position(#[from] OthelloPositionProblem),
    /// Random play found that the rules differ.
    #[error("the rules are not those of Othello: {0}")]
    Rules(&'static str),
    /// The rules give no answer in some state.
    #[error(transparent)]
    Game(#[from] Fault),
    /// The file of a checkpoint cannot be read or written, or has something else in it.
    #[error("the checkpoint cannot be used: {0}")]
    Checkpoint(#[from] io::Error),
}

/// What has been found out about a state of Othello.
#[derive(Clone, Debug)]
pub struct OthelloSolved<M> {
    /// The payoffs of the state and of its moves.
    pub searched: Searched<M>,
    /// How many discs each role has at the end of the line of best play; none if the line does not go so far.
    pub discs: Option<[u32; 2]>,
    /// Why the work ended before the difference of the discs was known, if it has.
    pub cut: Option<Cut>,
}

/// Random plays from the state in which the rules are compared.
const PLAYS: usize = 200;

/// The value of a state of Othello, bounds on the values of its moves, and a line of best play. The rules
/// of the game may be written in any way: they are compared with those that the solver knows in random
/// plays, which is no proof that they are the same. The line is one by which the winner wins by as many
/// discs as it can.
///
/// With a checkpoint, bounds that took long are kept in that file, and read when the work is done again
/// ([`OthelloSolver::with_checkpoint`]).
///
/// # Errors
/// If the game is another one, as far as random play tells, if the rules give no answer in a state, or if the
/// checkpoint cannot be used.
pub fn othello<G: Game>(
    game: &G,
    state: &G::State,
    limits: &Limits,
    checkpoint: Option<&Path>,
    watch: &(dyn Fn(OthelloProgress) + Sync),
) -> Result<OthelloSolved<G::Move>, OthelloProblem> {
    check(game, state)?;
    solved(game, state, limits, checkpoint, watch)
}

/// The name of the built-in rulesheet of Othello on a board.
pub(crate) fn built_in_name(pieces: &Pieces) -> String {
    match pieces.columns {
        8 => "othello".to_owned(),
        columns => format!("othello-{columns}x{columns}"),
    }
}

/// Compares the rules with those that the solver knows, in random plays.
///
/// # Errors
/// If they differ.
pub(crate) fn check<G: Game>(game: &G, state: &G::State) -> Result<(), OthelloProblem> {
    let mut rng = SearchRng::seed_from_u64(0);
    (0..PLAYS).try_for_each(|_| compare(game, state, &mut rng))
}

/// The value of a state of a game that is known to be Othello.
pub(crate) fn solved<G: Game>(
    game: &G,
    state: &G::State,
    limits: &Limits,
    checkpoint: Option<&Path>,
    watch: &(dyn Fn(OthelloProgress) + Sync),
) -> Result<OthelloSolved<G::Move>, OthelloProblem> {
    if game.terminal(state) {
        let discs = Some(discs(&pieces(game, state)?));
        return Ok(OthelloSolved {
            searched: Searched { solution: ended(game, state), expected: None, nodes: 0 },
            discs,
            cut: None,
        });
    }
    let mut solver = OthelloSolver::new(limits.clone());
    let (role, position) = turn(game, state)?;
    if let Some(path) = checkpoint {
        solver = solver.with_checkpoint(position.size(), path)?;
    }
    let found = solver.solve(&position, watch)?;
    let payoffs = Payoffs::of(game);
    let moves = placements(game, state, role, &position)?.into_iter().map(|(mov, cell)| {
        let bounds = found.moves.iter().find(|&&(other, _)| other == cell).map(|&(_, bounds)| bounds);
        let bounds = bounds.ok_or(OthelloProblem::Rules("a move does something else"))?;
        Ok(SolvedMove { role, mov, bounds: payoffs.bounds(bounds.lower, bounds.upper, None) })
    });
    let moves = moves.collect::<Result<Vec<_>, OthelloProblem>>()?;
    let bounds = payoffs.of_both(role, best(moves.iter().map(|mov| mov.bounds), &payoffs));
    let (line, last) = line(game, state, &found.line)?;
    let over = game.terminal(&last);
    let discs = over.then(|| Ok::<_, OthelloProblem>(discs(&pieces(game, &last)?))).transpose()?;
    let end = if over { LineEnd::Terminal } else { LineEnd::Open };
    let solution = Solution { bounds, moves, line, end };
    Ok(OthelloSolved {
        searched: Searched { solution, expected: None, nodes: found.nodes },
        discs,
        cut: found.cut,
    })
}

/// The joint moves of a line, and the state that they lead to.
#[expect(clippy::type_complexity, reason = "a line and its end")]
fn line<G: Game>(
    game: &G,
    state: &G::State,
    cells: &[Option<BoardCell>],
) -> Result<(Vec<Vec<G::Move>>, G::State), OthelloProblem> {
    let (mut line, mut last) = (Vec::new(), state.clone());
    for cell in cells {
        let (role, position) = turn(game, &last)?;
        let moves = placements(game, &last, role, &position)?;
        let mov = moves.into_iter().find(|(_, other)| other == cell);
        let (mov, _) = mov.ok_or(OthelloProblem::Rules("a move of best play is illegal"))?;
        let joint = Choices::of(game, &last).joint_with(role, mov);
        last = game.next(&last, &joint);
        line.push(joint);
    }
    Ok((line, last))
}

fn pieces<G: Game>(game: &G, state: &G::State) -> Result<Pieces, OthelloProblem> {
    Ok(game.knowledge().pieces(state).ok_or(OthelloPositionProblem::NoBoard)?)
}

/// How many discs each role has.
fn discs(pieces: &Pieces) -> [u32; 2] {
    [0, 1].map(|role| pieces.cells.iter().filter(|&&owner| owner == Some(role)).count() as u32)
}

/// The role that moves in a state that is not terminal, and the position for it.
fn turn<G: Game>(game: &G, state: &G::State) -> Result<(usize, OthelloPosition), OthelloProblem> {
    if game.roles() != 2 {
        return Err(OthelloProblem::Rules("there are not two roles"));
    }
    let pieces = pieces(game, state)?;
    let position = |role| Ok((role, OthelloPosition::from_pieces(&pieces, role)?));
    let choices = Choices::of(game, state);
    match choices.mover() {
        Mover::One(role) => position(role),
        Mover::Several => Err(OthelloProblem::Rules("both roles move at the same time")),
        Mover::Nobody => {
            let joint: Option<Vec<G::Move>> = choices.each().map(|moves| moves.first().copied()).collect();
            let joint = joint.ok_or(OthelloProblem::Rules("there is no legal move"))?;
            let after = self::pieces(game, &game.next(state, &joint))?;
            let placed = pieces.cells.iter().zip(&after.cells).filter(|(before, _)| before.is_none());
            match placed.filter_map(|(_, owner)| *owner).next() {
                Some(role) => position(role.min(1)),
                // Who passes has no other move.
                None => {
                    let first = position(0)?;
                    if first.1.moves().is_empty() { Ok(first) } else { position(1) }
                }
            }
        }
    }
}

/// The legal moves of the role that moves, each with its cell, none to pass.
#[expect(clippy::type_complexity, reason = "a move and its cell")]
fn placements<G: Game>(
    game: &G,
    state: &G::State,
    role: usize,
    position: &OthelloPosition,
) -> Result<Vec<(G::Move, Option<BoardCell>)>, OthelloProblem> {
    let cells = position.moves();
    let open: Vec<(Option<BoardCell>, OthelloPosition)> = match cells.len() {
        0 => vec![(None, position.passed())],
        _ => cells.into_iter().filter_map(|cell| Some((Some(cell), position.after(cell)?))).collect(),
    };
    let mut moves = Vec::new();
    for &mov in Choices::of(game, state).of_role(role) {
        let after = OthelloPosition::from_pieces(&pieces(game, &next(game, state, role, mov))?, 1 - role)?;
        let found = open.iter().find(|(_, child)| *child == after);
        let (cell, _) = found.ok_or(OthelloProblem::Rules("a move does something else"))?;
        moves.push((mov, *cell));
    }
    if moves.len() == open.len() { Ok(moves) } else { Err(OthelloProblem::Rules("other moves are legal")) }
}

/// Plays at random from a state to the end of the game, and compares the rules on the way.
fn compare<G: Game>(game: &G, state: &G::State, rng: &mut impl Rng) -> Result<(), OthelloProblem> {
    let payoffs = Payoffs::of(game);
    let mut state = state.clone();
    if game.terminal(&state) {
        return Ok(());
    }
    let (mut role, mut position) = turn(game, &state)?;
    if constant_sum(game) != Some(payoffs.sum) {
        return Err(OthelloProblem::Rules("the payoffs have no constant sum"));
    }
    loop {
        let moves = placements(game, &state, role, &position)?;
        let Some(&(mov, cell)) = moves.choose(rng) else {
            return Err(OthelloProblem::Rules("there is no legal move"));
        };
        state = next(game, &state, role, mov);
        let after = cell.map_or(Some(position.passed()), |cell| position.after(cell));
        position = after.ok_or(OthelloProblem::Rules("a move is illegal"))?;
        role = 1 - role;
        if game.terminal(&state) != position.is_over() {
            return Err(OthelloProblem::Rules("the game ends at another time"));
        }
        if position.is_over() {
            if let Some(fault) = game.fault(&state) {
                return Err(fault.into());
            }
            let (own, other) = position.discs();
            let own = payoffs.of_score(own as i8 - other as i8);
            return match (game.goal(&state, role), game.goal(&state, 1 - role)) {
                (goal, other) if goal == own && other == payoffs.sum - own => Ok(()),
                _ => Err(OthelloProblem::Rules("the payoffs are others")),
            };
        }
        if turn(game, &state)? != (role, position) {
            return Err(OthelloProblem::Rules("another role moves"));
        }
    }
}
