use std::time::Duration;

use game::{Builtin, ConnectFour, Game, Pieces, Rules};
use proptest::prelude::*;
use rand::SeedableRng;
use search::{Budget, Request, SearchRng, Spec};

use super::{ConnectFourSolver, MoveProblem, Position, PositionProblem, ScoreBounds};

fn score(columns: u8, rows: u8, moves: &[u8]) -> i8 {
    let position = Position::empty(columns, rows).unwrap().after(moves).unwrap();
    ConnectFourSolver::new(16).solve(&position, &Budget::default()).score().unwrap()
}

/// Values for the first player.
#[test]
fn small_boards_have_their_known_values() {
    for (columns, rows, value) in
        [(4, 4, 0), (5, 4, 0), (6, 4, -1), (4, 5, 0), (5, 5, 0), (4, 6, 0), (4, 7, 0), (4, 8, 0)]
    {
        assert_eq!(score(columns, rows, &[]).signum(), value, "{columns}x{rows}");
    }
}

/// The score by the definition: of all lines of play.
fn minimax(position: &Position) -> i8 {
    let left = (position.cells() - position.plies()) as i8;
    if position.lost() {
        return -(left + 2) / 2;
    }
    let children = (0..position.dimensions().0).filter_map(|column| position.after(&[column]).ok());
    children.map(|child| -minimax(&child)).max().unwrap_or(0)
}

/// A position some plies before the end of a game that is played at random, with the game's own state.
fn late(
    game: &ConnectFour,
    left: u32,
    choices: &[prop::sample::Index],
) -> (<ConnectFour as Game>::State, Position) {
    let (columns, rows) = game.dimensions();
    let (mut state, mut position) = (game.initial(), Position::empty(columns, rows).unwrap());
    let mut moves = [Vec::new(), Vec::new()];
    for choice in choices {
        (0..2).for_each(|role| game.legal(&state, role, &mut moves[role]));
        let mover = position.plies() as usize % 2;
        let after = |&mov: &_| {
            let joint = if mover == 0 { [mov, moves[1][0]] } else { [moves[0][0], mov] };
            game.next(&state, &joint)
        };
        let open: Vec<_> = moves[mover].iter().map(after).filter(|next| !game.terminal(next)).collect();
        if position.plies() + left >= position.cells() || open.is_empty() {
            break;
        }
        state = *choice.get(&open);
        position = Position::of(game, &state).unwrap();
    }
    (state, position)
}

fn choices() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn scores_are_those_of_all_lines_of_play(size in 0..8_usize, left in 1..=8_u32, choices in choices()) {
        let (columns, rows) = [(7, 6), (4, 4), (5, 5), (9, 6), (4, 15), (16, 3), (32, 1), (8, 7)][size];
        let (_, position) = late(&ConnectFour::new(columns, rows).unwrap(), left.min(7), &choices);
        prop_assume!(position.cells() - position.plies() <= 8);
        let winner = ConnectFourSolver::new(2).winner(&position, &Budget::default());
        prop_assert_eq!(winner, Some(minimax(&position).signum()));
        let mut solver = ConnectFourSolver::new(2);
        let solution = solver.solve(&position, &Budget::default());
        prop_assert_eq!(solution.score(), Some(minimax(&position)));
        for (column, solution) in solver.solve_moves(&position, &Budget::default()) {
            let child = position.after(&[column]).unwrap();
            prop_assert_eq!(solution.score(), Some(-minimax(&child)));
        }
    }

    #[test]
    fn the_search_of_any_game_finds_the_same_winner_at_the_same_distance(left in 5..=11_u32, choices in choices()) {
        let game = ConnectFour::new(7, 6).unwrap();
        let (state, position) = late(&game, left, &choices);
        prop_assume!(position.cells() - position.plies() <= 11);
        let score = ConnectFourSolver::new(2).solve(&position, &Budget::default()).score().unwrap();
        let role = position.plies() as usize % 2;
        let value = |depth| {
            let spec: Spec = "alpha-beta(table=1,eval=zero)".parse().unwrap();
            let mut rng = SearchRng::seed_from_u64(0);
            let budget = Budget { depth, ..Budget::default() };
            spec.build().choose(Request::new(&game, &state, role, &mut rng).within(budget)).unwrap()
        };
        let decision = value(None);
        prop_assert_eq!(decision.value, Some(50.0 + 50.0 * f64::from(score.signum())));
        // A forced win is seen as deep as it is, and not a ply before.
        if score > 0 {
            let plies = position.plies_to_end(score);
            prop_assert_eq!(value(Some(plies)).value, Some(100.0));
            prop_assert!(plies == 1 || value(Some(plies - 1)).value != Some(100.0));
        }
    }

    #[test]
    fn mirror_images_have_the_same_score(left in 10..=16_u32, choices in choices()) {
        let (_, position) = late(&ConnectFour::new(7, 6).unwrap(), left, &choices);
        let columns = |image: bool| {
            let mut solver = ConnectFourSolver::new(2);
            let mut pieces = pieces(&position);
            if image {
                pieces.cells.chunks_exact_mut(pieces.columns).for_each(<[_]>::reverse);
            }
            solver.solve(&Position::from_pieces(&pieces).unwrap(), &Budget::default()).score()
        };
        prop_assert_eq!(columns(false), columns(true));
    }
}

/// The discs of a position.
fn pieces(position: &Position) -> Pieces {
    let (columns, rows) = position.dimensions();
    let mover = position.plies() as usize % 2;
    let owner = |cell: u32| match (position.taken >> cell & 1, position.own >> cell & 1) {
        (0, _) => None,
        (_, 1) => Some(mover),
        _ => Some(1 - mover),
    };
    let row = |row: u32| (0..u32::from(columns)).map(move |column| owner(column * position.pitch() + row));
    let cells = (0..u32::from(rows)).rev().flat_map(row).collect();
    Pieces { columns: columns.into(), rows: rows.into(), cells }
}

#[test]
fn the_rulesheet_has_the_same_positions() {
    let sheet =
        gdl::Rulesheet::parse("connect-four", Builtin::named("connect-four").unwrap().rules.as_bytes());
    let game = Rules::new(&sheet.unwrap()).unwrap();
    let mut state = game.initial();
    assert_eq!(Position::of(&game, &state), Position::empty(7, 6));
    let columns = [3, 3, 3, 4, 0, 6, 6, 2];
    for (ply, column) in columns.iter().enumerate() {
        let mover = ply % 2;
        let moves = [0, 1].map(|role| {
            let name = if role == mover { format!("(drop {})", column + 1) } else { "noop".to_owned() };
            game.move_named(&state, role, &name).unwrap()
        });
        state = game.next(&state, &moves);
    }
    assert_eq!(Position::of(&game, &state).unwrap(), Position::empty(7, 6).unwrap().after(&columns).unwrap());
}

#[test]
fn a_budget_leaves_bounds() {
    let position = Position::empty(7, 6).unwrap();
    let mut solver = ConnectFourSolver::new(2);
    let budget = Budget { nodes: Some(5000), ..Budget::default() };
    let solution = solver.solve(&position, &budget);
    assert_eq!((solution.score(), solution.nodes), (None, 5000));
    let moves = solver.solve_moves(&position, &budget);
    assert_eq!(moves.iter().map(|(_, solution)| solution.nodes).sum::<u64>(), 5000);
    let stopped = Budget::default();
    stopped.stop.press();
    let bounds = ScoreBounds { lower: -21, upper: 21, nodes: 0 };
    assert_eq!(solver.solve(&position, &stopped), bounds);
    let soon = Budget { time: Some(Duration::from_millis(20)), ..Budget::default() };
    assert_eq!(solver.solve(&position, &soon).score(), None);
    assert_eq!(solver.winner(&position, &soon), None);
}

#[test]
fn scores_tell_the_distance() {
    // Three discs above one another, and it is the turn of the side that has them.
    let before = Position::empty(7, 6).unwrap().after(&[0, 1, 0, 1, 0, 1]).unwrap();
    assert_eq!((score(7, 6, &[0, 1, 0, 1, 0, 1]), before.plies_to_end(18)), (18, 1));
    let won = before.after(&[0]).unwrap();
    assert_eq!((score(7, 6, &[0, 1, 0, 1, 0, 1, 0]), won.plies_to_end(-18)), (-18, 0));
    assert_eq!(won.after(&[0]), Err(MoveProblem::Over));
    assert!(ConnectFourSolver::new(2).solve_moves(&won, &Budget::default()).is_empty());
    assert_eq!(before.plies_to_end(0), 36);
}

#[test]
fn what_is_no_position_is_refused() {
    let refusal = |cells: [Option<usize>; 8]| {
        Position::from_pieces(&Pieces { columns: 4, rows: 2, cells: cells.to_vec() }).unwrap_err()
    };
    const RED: Option<usize> = Some(0);
    assert_eq!(refusal([RED, None, None, None, None, None, None, None]), PositionProblem::Floating);
    assert_eq!(refusal([None, None, None, None, RED, RED, None, None]), PositionProblem::Turns);
    assert_eq!(refusal([None, None, None, None, Some(2), None, None, None]), PositionProblem::NoBoard);
    let yellow = Some(1);
    assert_eq!(refusal([yellow, yellow, yellow, yellow, RED, RED, RED, RED]), PositionProblem::Won);
    assert_eq!(Position::empty(9, 7).unwrap_err(), PositionProblem::Size);
    let position = Position::empty(4, 1).unwrap();
    assert_eq!(position.after(&[4]), Err(MoveProblem::NoColumn(4)));
    assert_eq!(position.after(&[2, 2]), Err(MoveProblem::Full(2)));
}
