mod bits;
mod rules;
mod saved;

use std::time::Duration;

use game::{BoardMove, BoardState, Game, Othello, Pieces};
use proptest::prelude::*;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use search::{SearchRng, Stop};

use super::{DiscBounds, OthelloPosition, OthelloSolver, othello};
use crate::{Cut, Limits, Retrograde};

/// The role that moves: the other one has no choice but to wait.
fn mover(game: &Othello, state: &BoardState) -> usize {
    let mut moves = Vec::new();
    game.legal(state, 0, &mut moves);
    usize::from(moves == [BoardMove::Noop])
}

/// The position that a state of the native game is.
fn position(game: &Othello, state: &BoardState) -> OthelloPosition {
    let role = mover(game, state);
    OthelloPosition::from_pieces(&game.knowledge().pieces(state).unwrap(), role).unwrap()
}

/// The states after the moves of the side to move, in the order of the game.
fn children(game: &Othello, state: &BoardState) -> Vec<BoardState> {
    let mut moves = [Vec::new(), Vec::new()];
    (0..2).for_each(|role| game.legal(state, role, &mut moves[role]));
    let mover = mover(game, state);
    let joint = |mov: BoardMove| if mover == 0 { [mov, moves[1][0]] } else { [moves[0][0], mov] };
    moves[mover].iter().map(|&mov| game.next(state, &joint(mov))).collect()
}

/// The score by the definition, for the side to move: of all lines of play, but those that cannot change it.
fn alpha_beta(game: &Othello, state: &BoardState, mut alpha: i32, beta: i32) -> i32 {
    if game.terminal(state) {
        let pieces = game.knowledge().pieces(state).unwrap();
        let discs = |role| pieces.cells.iter().filter(|&&owner| owner == Some(role)).count() as i32;
        return discs(mover(game, state)) - discs(1 - mover(game, state));
    }
    let mut best = i32::MIN;
    for child in children(game, state) {
        best = best.max(-alpha_beta(game, &child, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// A state with so many empty cells at the most that random play leads to, or the last one before the game
/// is over.
fn late(game: &Othello, left: u32, seed: u64) -> BoardState {
    let mut rng = SearchRng::seed_from_u64(seed);
    let mut state = game.initial();
    while position(game, &state).empty_cells() > left {
        let next = *children(game, &state).choose(&mut rng).unwrap();
        if game.terminal(&next) {
            break;
        }
        state = next;
    }
    state
}

fn limits() -> Limits {
    Limits { memory: 1 << 24, threads: 1, ..Limits::default() }
}

fn score(position: &OthelloPosition) -> i32 {
    let solution = OthelloSolver::new(limits()).solve(position, &|_| ()).unwrap();
    solution.score.score().unwrap().into()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn moves_and_flips_are_those_of_the_game(size in 0..3_usize, seed: u64, left in 0..60_u32) {
        let game = Othello::new([4, 6, 8][size]).unwrap();
        let state = late(&game, left, seed);
        let here = position(&game, &state);
        let after = match here.moves() {
            cells if cells.is_empty() => vec![here.passed()],
            cells => cells.into_iter().map(|cell| here.after(cell).unwrap()).collect(),
        };
        let theirs: Vec<OthelloPosition> = children(&game, &state).iter().map(|child| position(&game, child)).collect();
        prop_assert_eq!(after.len(), theirs.len());
        prop_assert!(theirs.iter().all(|child| after.contains(child)));
        prop_assert!(theirs.iter().zip(children(&game, &state)).all(|(child, state)| child.is_over() == game.terminal(&state)));
    }

    #[test]
    fn scores_are_those_of_all_lines_of_play(size in 0..3_usize, seed: u64, left in 1..=9_u32) {
        let game = Othello::new([4, 6, 8][size]).unwrap();
        let state = late(&game, left, seed);
        let here = position(&game, &state);
        // A game that ends early leaves a state with too many lines of play.
        prop_assume!(here.empty_cells() <= left);
        let truth = |state: &BoardState| alpha_beta(&game, state, -100, 100);
        let solution = OthelloSolver::new(limits()).solve(&here, &|_| ()).unwrap();
        prop_assert_eq!(solution.score.score().map(i32::from), Some(truth(&state)));
        let mut best = false;
        for (cell, bounds) in solution.moves {
            let child = cell.map_or(here.passed(), |cell| here.after(cell).unwrap());
            let states = children(&game, &state);
            let after = states.iter().find(|state| position(&game, state) == child).unwrap();
            let score = -truth(after);
            prop_assert!(i32::from(bounds.lower) <= score && score <= i32::from(bounds.upper));
            best |= bounds == solution.score;
        }
        prop_assert!(best);
    }

    #[test]
    fn the_line_of_best_play_leads_to_the_score(size in 1..3_usize, seed: u64, left in 1..=12_u32) {
        let game = Othello::new([4, 6, 8][size]).unwrap();
        let here = position(&game, &late(&game, left, seed));
        prop_assume!(here.empty_cells() <= left);
        let solution = OthelloSolver::new(limits()).solve(&here, &|_| ()).unwrap();
        let (mut last, mut sign) = (here, 1);
        for cell in solution.line {
            last = cell.map_or(last.passed(), |cell| last.after(cell).unwrap());
            sign = -sign;
        }
        prop_assert!(last.is_over());
        let (own, other) = last.discs();
        prop_assert_eq!(solution.score.score().map(i32::from), Some(sign * (own as i32 - other as i32)));
    }
}

#[test]
fn four_columns_are_won_by_white_whatever_finds_it() {
    let game = Othello::new(4).unwrap();
    let solved = Retrograde::of(&game, &game.initial(), &Limits::default(), &|_| ()).unwrap();
    assert_eq!(score(&OthelloPosition::initial(4).unwrap()), -8);
    let mut rng = SearchRng::seed_from_u64(3);
    for _ in 0..200 {
        let state = late(&game, rng.random_range(0..12), rng.random_range(0..u64::MAX));
        if game.terminal(&state) {
            continue;
        }
        let bounds = solved.solution(&state).unwrap().bounds;
        let value = bounds[mover(&game, &state)].value().unwrap();
        let found = othello(&game, &state, &limits(), None, &|_| ()).unwrap();
        assert_eq!(found.searched.solution.bounds[mover(&game, &state)].value(), Some(value));
        assert_eq!(50 + 50 * score(&position(&game, &state)).signum(), value);
    }
}

#[test]
fn threads_find_the_same() {
    let game = Othello::new(6).unwrap();
    for seed in 0..6 {
        let here = position(&game, &late(&game, 18, seed));
        let threads = Limits { threads: 3, ..limits() };
        let solution = OthelloSolver::new(threads).solve(&here, &|_| ()).unwrap();
        assert_eq!(solution.score.score().map(i32::from), Some(score(&here)));
    }
}

#[test]
fn what_is_cut_short_leaves_bounds_that_hold() {
    let game = Othello::new(6).unwrap();
    let here = position(&game, &late(&game, 19, 5));
    let truth = score(&here) as i8;
    for time in
        [Duration::ZERO, Duration::from_millis(1), Duration::from_millis(5), Duration::from_millis(20)]
    {
        let solution =
            OthelloSolver::new(Limits { time: Some(time), ..limits() }).solve(&here, &|_| ()).unwrap();
        assert!(solution.score.lower <= truth && truth <= solution.score.upper);
        assert_eq!(solution.cut.is_some(), solution.score.score().is_none());
    }
    let stopped = Limits { stop: Stop::default(), ..limits() };
    stopped.stop.press();
    let whole = DiscBounds { lower: -36, upper: 36 };
    assert_eq!(OthelloSolver::new(stopped).solve(&here, &|_| ()).unwrap().score, whole);
}

#[test]
fn the_order_of_moves_on_an_empty_board_heeds_the_time_too() {
    let here = OthelloPosition::initial(8).unwrap();
    let soon = Limits { time: Some(Duration::from_millis(50)), ..limits() };
    let solution = OthelloSolver::new(soon).solve(&here, &|_| ()).unwrap();
    assert_eq!((solution.cut, solution.score.score()), (Some(Cut::Time), None));
}

#[test]
fn boards_without_a_move_are_counted() {
    for size in [4_u8, 6, 8] {
        let cells = usize::from(size).pow(2);
        let board = |cells: Vec<Option<usize>>| {
            OthelloPosition::from_pieces(&Pieces { columns: size.into(), rows: size.into(), cells }, 0)
                .unwrap()
        };
        // Full, wiped out, and empty.
        assert_eq!(score(&board(vec![Some(1); cells])), -(cells as i32));
        let mut one = vec![None; cells];
        one[3] = Some(0);
        assert_eq!(score(&board(one)), 1);
        assert_eq!(score(&board(vec![None; cells])), 0);
        // The last cell wipes the other side out; who cannot place passes.
        let mut row = vec![None; cells];
        (row[0], row[1]) = (Some(0), Some(1));
        assert_eq!((score(&board(row.clone())), score(&board(row).passed())), (3, -3));
    }
}
