use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use game::{BoardMove, BoardState, Builtin, Game, Othello, Pieces, Rules};
use proptest::prelude::*;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use search::{SearchRng, Stop};

use super::board::Board;
use super::{BoardCell, DiscBounds, OthelloPosition, OthelloPositionProblem, OthelloSolver, othello};
use crate::{Limits, OthelloProblem, Retrograde};

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

/// A state with so many empty cells at the most that random play leads to, or the last one before the game is over.
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

/// A position with any discs, most cells taken.
fn any_position(size: u8, seed: u64) -> OthelloPosition {
    let mut rng = SearchRng::seed_from_u64(seed);
    let share = rng.random_range(0.0..1.0);
    let full = rng.random_range(0.6..1.1);
    let cells = usize::from(size).pow(2);
    let cell = |_| rng.random_bool(f64::min(full, 1.0)).then(|| usize::from(rng.random_bool(share)));
    let cells = (0..cells).map(cell).collect();
    OthelloPosition::from_pieces(&Pieces { columns: size.into(), rows: size.into(), cells }, 0).unwrap()
}

/// The discs that are not of `before`'s owner any more, in any line of play; `own` and `other` are the first and the second side.
fn lost<const SIZE: usize>(own: u64, other: u64, before: u64, seen: &mut HashMap<(u64, u64), ()>) -> u64 {
    if seen.insert((own, other), ()).is_some() {
        return 0;
    }
    let mut lost = before & other;
    for cell in super::board::each(Board::<SIZE>::moves(own, other)) {
        let (other, own) = Board::<SIZE>::after(cell, own, other);
        lost |= self::lost::<SIZE>(own, other, before, seen);
    }
    for cell in super::board::each(Board::<SIZE>::moves(other, own)) {
        let (own, other) = Board::<SIZE>::after(cell, other, own);
        lost |= self::lost::<SIZE>(own, other, before, seen);
    }
    lost
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

    #[test]
    fn stable_discs_are_never_flipped(seed: u64) {
        let position = any_position(4, seed);
        let (own, other) = (position.own, position.other);
        prop_assume!(position.empty_cells() <= 6);
        let stable = Board::<4>::stable(own, own | other);
        prop_assert_eq!(stable & !own, 0);
        prop_assert_eq!(lost::<4>(own, other, stable, &mut HashMap::new()), 0);
    }

    #[test]
    fn full_corners_and_lines_are_stable(seed: u64, size in 0..3_usize) {
        let position = any_position([4, 6, 8][size], seed);
        let taken = position.own | position.other;
        macro_rules! check {
            ($($size:literal)+) => {
                match position.size() {
                    $($size => {
                        let stable = Board::<$size>::stable(position.own, taken);
                        prop_assert_eq!(stable & Board::<$size>::CORNERS, position.own & Board::<$size>::CORNERS);
                        if taken == Board::<$size>::CELLS {
                            prop_assert_eq!(stable, position.own);
                        }
                    })+
                    _ => unreachable!(),
                }
            };
        }
        check!(4 6 8);
    }

    #[test]
    fn the_images_of_a_position_are_one(seed: u64) {
        let game = Othello::new(6).unwrap();
        let here = position(&game, &late(&game, 16, seed));
        let canonical = Board::<6>::canonical(here.own, here.other);
        let image = |turn: &dyn Fn(u8, u8) -> (u8, u8)| {
            let turned = |set: u64| {
                super::board::each(set).fold(0, |image, cell| {
                    let BoardCell { column, row } = here.cell(cell);
                    let (column, row) = turn(column, row);
                    image | 1 << (u32::from(row) * 7 + u32::from(column))
                })
            };
            (turned(here.own), turned(here.other))
        };
        let quarter = image(&|column, row| (row, 5 - column));
        let mirror = image(&|column, row| (5 - column, row));
        prop_assert_eq!(Board::<6>::canonical(quarter.0, quarter.1), canonical);
        prop_assert_eq!(Board::<6>::canonical(mirror.0, mirror.1), canonical);
        prop_assert_eq!(canonical.0.count_ones(), here.own.count_ones());
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

/// A solver with a file of bounds, in which most of them are saved.
fn saving(path: &Path, limits: Limits) -> OthelloSolver {
    OthelloSolver { worth_saving: 1000, ..OthelloSolver::new(limits).with_checkpoint(6, path).unwrap() }
}

#[test]
fn who_resumes_finds_what_was_found_without_interruption() {
    let game = Othello::new(6).unwrap();
    let here = position(&game, &late(&game, 20, 8));
    let whole = OthelloSolver::new(limits()).solve(&here, &|_| ()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bounds");
    let soon = Limits { time: Some(Duration::from_millis(40)), ..limits() };
    let cut = saving(&path, soon).solve(&here, &|_| ()).unwrap();
    assert_eq!(cut.score.score(), None);
    let saved = fs::read_to_string(&path).unwrap();
    let resumed = saving(&path, limits()).solve(&here, &|_| ()).unwrap();
    assert_eq!(resumed.score, whole.score);
    let more = fs::read_to_string(&path).unwrap();
    assert!(more.starts_with(&saved) && more.len() > saved.len());
    let again = saving(&path, limits()).solve(&here, &|_| ()).unwrap();
    assert_eq!(again.score, whole.score);
    assert!(again.nodes * 4 < whole.nodes, "{} of {}", again.nodes, whole.nodes);
}

#[test]
fn a_record_that_was_cut_is_left_out_and_another_file_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bounds");
    let open = |size: u8| OthelloSolver::new(limits()).with_checkpoint(size, &path);
    drop(open(6).unwrap());
    let header = fs::read_to_string(&path).unwrap();
    assert_eq!(header, "spielbaum othello bounds 1\nsize 6\n");
    let record = format!("{}xo{} -4 36\n", "-".repeat(14), "-".repeat(20));
    fs::write(&path, format!("{header}{record}{}", &record[..20])).unwrap();
    let solver = open(6).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{header}{record}"));
    // The cells of the third row from the left.
    assert_eq!(solver.saved.get(1 << 16, 1 << 17), Some((-4, 36)));
    solver.saved.put(1 << 16, 1 << 17, -6, 10);
    assert_eq!(open(6).unwrap().saved.get(1 << 16, 1 << 17), Some((-4, 10)));
    assert_eq!(open(4).unwrap_err().to_string(), "it is about a board of another size");
    fs::write(&path, &header[..30]).unwrap();
    drop(open(6).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), header);
    for text in
        ["a letter\n", &format!("{header}{}\n", &record[..20]), &format!("{header}{} 5 4\n", &record[..36])]
    {
        fs::write(&path, text).unwrap();
        assert!(open(6).is_err(), "{text}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "what is refused stays as it was");
    }
}

#[test]
fn rulesheets_and_native_boards_have_the_same_solution() {
    for name in ["othello-4x4", "othello-6x6"] {
        let sheet = gdl::Rulesheet::parse(name, Builtin::named(name).unwrap().rules.as_bytes()).unwrap();
        let game = Rules::new(&sheet).unwrap();
        let mut rng = SearchRng::seed_from_u64(1);
        let mut state = game.initial();
        let mut moves = [Vec::new(), Vec::new()];
        let left = |state: &_| {
            game.knowledge().pieces(state).unwrap().cells.iter().filter(|cell| cell.is_none()).count()
        };
        while left(&state) > 11 {
            (0..2).for_each(|role| game.legal(&state, role, &mut moves[role]));
            let next = game.next(&state, &[0, 1].map(|role: usize| *moves[role].choose(&mut rng).unwrap()));
            assert!(!game.terminal(&next), "another seed");
            state = next;
        }
        let solved =
            Retrograde::of(&game, &state, &Limits::default(), &|_| ()).unwrap().solution(&state).unwrap();
        let found = othello(&game, &state, &limits(), None, &|_| ()).unwrap();
        let values = |bounds: &[search::Bounds]| bounds.iter().map(search::Bounds::value).collect::<Vec<_>>();
        assert_eq!(values(&found.searched.solution.bounds), values(&solved.bounds));
        let [black, white] = found.discs.unwrap();
        assert_eq!(Some(50 + 50 * black.cmp(&white) as i32), found.searched.solution.bounds[0].value());
        for (mov, other) in found.searched.solution.moves.iter().zip(&solved.moves) {
            let value = other.bounds.value().unwrap();
            assert!(mov.bounds.at_least.unwrap() <= value && value <= mov.bounds.at_most.unwrap());
        }
    }
}

#[test]
fn other_games_are_refused() {
    let game = game::ConnectFour::new(6, 6).unwrap();
    let refused = othello(&game, &game.initial(), &limits(), None, &|_| ());
    assert!(matches!(refused, Err(OthelloProblem::Rules(_))));
    let pieces = |columns, rows, cells: &[Option<usize>]| Pieces { columns, rows, cells: cells.to_vec() };
    let refusal = |pieces| OthelloPosition::from_pieces(&pieces, 0).unwrap_err();
    assert_eq!(refusal(pieces(5, 5, &[None; 25])), OthelloPositionProblem::Size);
    assert_eq!(refusal(pieces(4, 6, &[None; 24])), OthelloPositionProblem::Size);
    assert_eq!(refusal(pieces(4, 4, &[Some(2); 16])), OthelloPositionProblem::NoBoard);
    assert_eq!(OthelloPosition::initial(7), Err(OthelloPositionProblem::Size));
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
