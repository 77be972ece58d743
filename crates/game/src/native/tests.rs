use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::testing::sheet;
use crate::{Choices, Game, Goal, Notation, Playouts, Rules, Sample, perft};

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn connect_four() -> ConnectFour {
    ConnectFour::new(7, 6).unwrap()
}

fn mnk(columns: u8, rows: u8, k: u8) -> MnkGame {
    MnkGame::new(columns, rows, k).unwrap()
}

fn othello(size: u8) -> Othello {
    Othello::new(size).unwrap()
}

fn breakthrough(size: u8) -> Breakthrough {
    Breakthrough::new(size).unwrap()
}

/// The state after a move of the role in control.
fn after_one<G: Game>(game: &G, state: &G::State, name: &str) -> G::State {
    let joint: Vec<G::Move> = (0..game.roles())
        .map(|role| {
            let found = game.move_named(state, role, name).or_else(|| game.move_named(state, role, "noop"));
            found.unwrap_or_else(|| panic!("{name} is not legal in\n{}", game.notation().draw(state)))
        })
        .collect();
    game.next(state, &joint)
}

fn names<G: Game>(game: &G, state: &G::State, role: usize) -> Vec<String> {
    Choices::of(game, state).of_role(role).iter().map(|&mov| game.notation().move_name(mov)).collect()
}

fn goals<G: Game>(game: &G, state: &G::State) -> [Goal; 2] {
    [0, 1].map(|role| game.goal(state, role))
}

// --- counts ---

#[test]
fn the_boards_have_the_known_counts() {
    let tic_tac_toe = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    assert_eq!(perft(&mnk(3, 3, 3), 99), Ok(tic_tac_toe.to_vec()));
    let four = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    assert_eq!(perft(&connect_four(), 8), Ok(four.to_vec()));
    let eight = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    assert_eq!(perft(&othello(8), 9), Ok(eight.to_vec()));
    let pawns = [22, 484, 11_132, 256_036];
    assert_eq!(perft(&breakthrough(8), 4), Ok(pawns.to_vec()));
}

/// How many discs black has more than white in the end if both play for it, by exhaustive search.
fn margin(game: &Othello, state: BoardState, known: &mut HashMap<BoardState, i32>) -> i32 {
    if let Some(&margin) = known.get(&state) {
        return margin;
    }
    let [black, white] = state.pieces.map(|discs| discs.count_ones() as i32);
    let choices = Choices::of(game, &state);
    let mut after = Vec::new();
    if !game.terminal(&state) {
        after.extend(choices.joint_moves().map(|joint| margin(game, game.next(&state, &joint), known)));
    }
    let best = if state.control == 0 { after.into_iter().max() } else { after.into_iter().min() };
    let margin = best.unwrap_or(black - white);
    known.insert(state, margin);
    margin
}

#[test]
fn white_wins_othello_on_four_columns_by_11_to_3() {
    let (game, mut known) = (othello(4), HashMap::new());
    assert_eq!(margin(&game, game.initial(), &mut known), 3 - 11);
}

// --- text ---

#[test]
fn a_board_is_drawn_by_rows_with_a_letter_for_each_piece() {
    let game = mnk(3, 3, 3);
    let state = after_one(&game, &game.initial(), "(mark 2 1)");
    assert_eq!(game.notation().draw(&state), ". . .\n. . .\n. x .\n(control oplayer)");
    let game = othello(4);
    assert_eq!(game.notation().draw(&game.initial()), ". . . .\n. b w .\n. w b .\n. . . .\n(control black)");
}

// --- edges ---

#[test]
fn what_does_not_fit_is_refused() {
    let message = |refused: Option<BoardError>| refused.map(|error| error.to_string()).unwrap_or_default();
    let mnk = |columns, rows, k| message(MnkGame::new(columns, rows, k).err());
    assert_eq!(mnk(9, 8, 5), "a board of 9 columns and 8 rows is too large: at most 64 cells fit");
    assert_eq!(
        mnk(5, 4, 6),
        "no line of 6 fits on 5 columns and 4 rows; give a shorter line or a larger board"
    );
    assert_eq!(mnk(255, 255, 5), "a board of 255 columns and 255 rows is too large: at most 64 cells fit");
    for (columns, rows, k) in [(0, 3, 3), (3, 0, 3), (3, 3, 0)] {
        assert!(mnk(columns, rows, k).ends_with("give each at least 1"));
    }
    let four = |columns, rows| message(ConnectFour::new(columns, rows).err());
    assert_eq!(
        four(8, 8),
        "a board of 8 columns and 8 rows is too large: columns times one more than the rows are at most 64"
    );
    for (columns, rows) in [(3, 9), (0, 0), (7, 0)] {
        assert!(four(columns, rows).ends_with("give at least four columns and a row"));
    }
    for size in [0, 3, 5, 10, 255] {
        let error = format!("Othello is played on 4, 6 or 8 columns and rows, not on {size}");
        assert_eq!(message(Othello::new(size).err()), error);
    }
    for size in [0, 3, 9, 255] {
        let error = format!("Breakthrough is played on 4 to 8 columns and rows, not on {size}");
        assert_eq!(message(Breakthrough::new(size).err()), error);
    }
}

/// The goals when the first role marks these cells and the second none; the game may not be over before the
/// last one.
fn marked(game: &MnkGame, cells: &[u8]) -> [Goal; 2] {
    let mut state = game.initial();
    for &cell in cells {
        assert!(!game.terminal(&state), "{cells:?}: over before {cell} is marked");
        state = game.next(&state, &[BoardMove::At(cell), BoardMove::Noop]);
        state.control = 0;
    }
    assert!(game.terminal(&state), "{cells:?}: not over");
    goals(game, &state)
}

#[test]
fn every_line_of_every_board_ends_the_game_and_nothing_shorter_does() {
    for (columns, rows, k) in
        [(3, 3, 3), (8, 8, 5), (64, 1, 7), (1, 64, 64), (4, 9, 4), (21, 3, 3), (2, 2, 1)]
    {
        let game = mnk(columns, rows, k);
        let mut lines = 0;
        for (across, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for start in 0..columns * rows {
                let cell = |n: i8| {
                    let column = (start / rows).checked_add_signed(across * n)?;
                    let row = (start % rows).checked_add_signed(up * n)?;
                    (column < columns && row < rows).then_some(column * rows + row)
                };
                if let Some(line) = (0..k as i8).map(cell).collect::<Option<Vec<u8>>>() {
                    assert_eq!(marked(&game, &line), [100, 0], "{columns} {rows} {k}: {line:?}");
                    lines += 1;
                }
            }
        }
        assert!(lines > 0);
    }
}

#[test]
fn pieces_over_the_edge_of_a_board_are_no_line() {
    // The top of one column and the bottom of the next.
    let marks = BoardState { pieces: [0b000_011_100, 0], control: 1 };
    assert!(!mnk(3, 3, 3).terminal(&marks));
    let discs = BoardState { pieces: [0b0000011_0110000, 0], control: 1 };
    assert!(!connect_four().terminal(&discs));
}

#[test]
fn moves_stand_in_the_order_of_their_texts() {
    let wide = mnk(11, 2, 2);
    let moves = names(&wide, &wide.initial(), 0);
    assert!(moves.is_sorted() && moves.len() == 22, "{moves:?}");
    assert_eq!(names(&wide, &wide.initial(), 1), ["noop"]);
    let low = ConnectFour::new(12, 4).unwrap();
    let moves = names(&low, &low.initial(), 0);
    assert!(moves.is_sorted() && moves[..2] == ["(drop 1)", "(drop 10)"], "{moves:?}");
}

#[test]
fn a_full_column_takes_no_disc() {
    let game = connect_four();
    let state = (0..6).fold(game.initial(), |state, _| after_one(&game, &state, "(drop 4)"));
    let open = ["(drop 1)", "(drop 2)", "(drop 3)", "(drop 5)", "(drop 6)", "(drop 7)"];
    assert_eq!((names(&game, &state, 0), game.terminal(&state)), (open.map(str::to_owned).to_vec(), false));
}

#[test]
fn who_cannot_place_a_disc_passes_and_when_neither_can_the_game_is_over() {
    let game = othello(4);
    let state = BoardState { pieces: [0b0001, 0b0010], control: 1 };
    assert_eq!([0, 1].map(|role| names(&game, &state, role)), [["noop"], ["pass"]]);
    let passed = after_one(&game, &state, "pass");
    assert_eq!((passed.pieces, passed.control), (state.pieces, 0));
    assert_eq!(names(&game, &passed, 0), ["(place 1 3)"]);
    let last = after_one(&game, &passed, "(place 1 3)");
    assert_eq!((last.pieces, game.terminal(&last), goals(&game, &last)), ([0b0111, 0], true, [100, 0]));
}

#[test]
fn as_many_discs_on_both_sides_are_a_draw() {
    let game = othello(4);
    let apart = BoardState { pieces: [0b1, 0b1000], control: 0 };
    assert_eq!((game.terminal(&apart), goals(&game, &apart)), (true, [50, 50]));
}

/// The cell of a column and a row, both counted from 1.
fn pawn(column: u64, row: u64) -> u64 {
    1 << (8 * (column - 1) + row - 1)
}

#[test]
fn a_pawn_captures_aside_but_not_straight_ahead() {
    let game = breakthrough(8);
    let pieces = [pawn(4, 4), pawn(4, 5) | pawn(5, 5) | pawn(8, 8)];
    let state = BoardState { pieces, control: 0 };
    assert_eq!(names(&game, &state, 0), ["(move 4 4 3 5)", "(move 4 4 5 5)"]);
    assert_eq!(names(&game, &state, 1), ["noop"]);
    let taken = after_one(&game, &state, "(move 4 4 5 5)");
    assert_eq!((taken.pieces, taken.control), ([pawn(5, 5), pawn(4, 5) | pawn(8, 8)], 1));
    let blocked = BoardState { pieces: [pawn(4, 4) | pawn(3, 5), pawn(4, 5)], control: 0 };
    assert_eq!(
        names(&game, &blocked, 0),
        ["(move 3 5 2 6)", "(move 3 5 3 6)", "(move 3 5 4 6)", "(move 4 4 5 5)"]
    );
}

#[test]
fn a_pawn_does_not_step_over_the_edge() {
    for size in [4, 6, 8] {
        let game = breakthrough(size);
        let last = u64::from(size);
        for row in 2..last {
            let state = BoardState { pieces: [pawn(1, row), pawn(last, row)], control: 0 };
            let [up, down] = [row + 1, row - 1];
            let white = [format!("(move 1 {row} 1 {up})"), format!("(move 1 {row} 2 {up})")];
            assert_eq!(names(&game, &state, 0), white);
            let aside = last - 1;
            let black =
                [format!("(move {last} {row} {aside} {down})"), format!("(move {last} {row} {last} {down})")];
            assert_eq!(names(&game, &BoardState { control: 1, ..state }, 1), black);
        }
    }
}

#[test]
fn the_farthest_row_or_the_last_enemy_pawn_wins() {
    let game = breakthrough(6);
    let start = BoardState { pieces: [pawn(2, 5), pawn(3, 2)], control: 0 };
    assert!(!game.terminal(&start));
    let arrived = after_one(&game, &start, "(move 2 5 3 6)");
    assert_eq!((game.terminal(&arrived), goals(&game, &arrived)), (true, [100, 0]));
    let arrived = after_one(&game, &BoardState { control: 1, ..start }, "(move 3 2 3 1)");
    assert_eq!((game.terminal(&arrived), goals(&game, &arrived)), (true, [0, 100]));
    let last = BoardState { pieces: [pawn(2, 3), pawn(3, 4)], control: 1 };
    let captured = after_one(&game, &last, "(move 3 4 2 3)");
    assert_eq!((game.terminal(&captured), goals(&game, &captured)), (true, [0, 100]));
}

#[test]
fn every_name_has_a_board_and_nothing_else_has() {
    assert!(Native::NAMES.iter().all(|name| Native::named(name).is_some()) && Native::NAMES.is_sorted());
    assert!(Native::named("nim").is_none());
}

// --- playouts ---

#[test]
fn uniform_play_earns_the_first_player_what_others_have_measured() {
    let count = 1_000_000;
    let tic_tac_toe = Sample::take(&mnk(3, 3, 3), &mut rng(1), count, || true).unwrap();
    let four = Sample::take(&connect_four(), &mut rng(2), count, || true).unwrap();
    for (sample, published, plies) in [(tic_tac_toe, 0.297, 7.63), (four, 0.113, 21.31)] {
        let result = sample.mean_goal(0).unwrap() / 50.0 - 1.0;
        // Three standard errors of at most 0.001, and the rounding of the published figure.
        assert!((result - published).abs() < 0.003 + 0.0005, "{result} for {published}");
        assert!((sample.mean_plies().unwrap() - plies).abs() < 0.03, "{sample:?}");
        assert_eq!((sample.playouts, sample.cut), (count, 0));
    }
}

/// A game without its quick playouts.
struct Slow<G>(G);

impl<G: Game> Game for Slow<G> {
    type State = G::State;
    type Move = G::Move;

    fn roles(&self) -> usize {
        self.0.roles()
    }

    fn initial(&self) -> G::State {
        self.0.initial()
    }

    fn terminal(&self, state: &G::State) -> bool {
        self.0.terminal(state)
    }

    fn legal(&self, state: &G::State, role: usize, moves: &mut Vec<G::Move>) {
        self.0.legal(state, role, moves);
    }

    fn next(&self, state: &G::State, joint: &[G::Move]) -> G::State {
        self.0.next(state, joint)
    }

    fn goal(&self, state: &G::State, role: usize) -> Goal {
        self.0.goal(state, role)
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl<G: Game> Notation<G::State, G::Move> for Slow<G> {
    fn role_name(&self, role: usize) -> &str {
        self.0.notation().role_name(role)
    }

    fn move_name(&self, mov: G::Move) -> String {
        self.0.notation().move_name(mov)
    }
}

/// How often 20,000 playouts end in each state, after so many plies.
fn ends<G: Game>(game: &G, start: &G::State, ply_limit: u32, seed: u64) -> HashMap<(G::State, u32), f64> {
    let (mut rng, mut ends) = (rng(seed), HashMap::new());
    for _ in 0..20_000 {
        let playout = Playouts::new(game).with_ply_limit(ply_limit).run(start, &mut rng);
        assert_eq!(playout.cut, !game.terminal(&playout.end));
        *ends.entry((playout.end, playout.plies)).or_insert(0.0) += 1.0;
    }
    ends
}

/// From a random state `plies` into the game, quick playouts of at most `ply_limit` plies end as others do:
/// by a chi-squared test of whether two samples are of one distribution.
fn quick_playouts_end_as_others<G: Game>(game: G, plies: u32, ply_limit: u32) {
    let slow = Slow(game);
    let start = Playouts::new(&slow).with_ply_limit(plies).run(&slow.initial(), &mut rng(3)).end;
    let (quick, slow) = (ends(&slow.0, &start, ply_limit, 4), ends(&slow, &start, ply_limit, 5));
    let all: HashSet<_> = quick.keys().chain(slow.keys()).collect();
    let square = |end| {
        let [a, b] = [&quick, &slow].map(|ends| ends.get(end).copied().unwrap_or(0.0));
        (a - b).powi(2) / (a + b)
    };
    let squares: f64 = all.iter().map(|&end| square(end)).sum();
    let freedom = all.len() as f64;
    assert!(squares < freedom + 6.0 * (2.0 * freedom).sqrt(), "{squares} over {freedom} from {start:?}");
}

#[test]
fn quick_playouts_choose_as_playouts_move_by_move_do() {
    for (plies, ply_limit) in [(0, 0), (0, 1), (2, 2), (5, 99), (99, 99)] {
        quick_playouts_end_as_others(mnk(3, 3, 3), plies, ply_limit);
    }
    for (plies, ply_limit) in [(0, 2), (18, 99)] {
        quick_playouts_end_as_others(mnk(5, 4, 4), plies, ply_limit);
    }
    for (plies, ply_limit) in [(0, 1), (13, 3), (34, 99)] {
        quick_playouts_end_as_others(connect_four(), plies, ply_limit);
    }
    quick_playouts_end_as_others(ConnectFour::new(12, 3).unwrap(), 3, 2);
    for (size, plies, ply_limit) in [(8, 0, 1), (8, 20, 2), (6, 9, 2), (4, 6, 99), (6, 99, 99)] {
        quick_playouts_end_as_others(breakthrough(size), plies, ply_limit);
    }
    for plies in [0, 6, 8, 10, 99] {
        quick_playouts_end_as_others(othello(4), plies, 99);
    }
    for plies in [0, 20, 50, 54, 57] {
        quick_playouts_end_as_others(othello(8), plies, 2);
        quick_playouts_end_as_others(othello(6), plies / 2, 2);
    }
}

// --- twins ---

/// The rulesheets of all boards. Making circuits takes its time, so the walks share them.
static TWINS: LazyLock<Vec<Rules>> =
    LazyLock::new(|| Native::NAMES.into_iter().map(|name| Rules::new(&sheet(name)).unwrap()).collect());

/// Plays the same random moves on a native board and by its rulesheet.
fn walk_with_the_twin<G: Game>(native: &G, rules: &Rules, seed: u64) {
    let mut rng = rng(seed);
    let (mut state, mut twin) = (native.initial(), rules.initial());
    assert_eq!((native.roles(), native.goal_range()), (rules.roles(), rules.goal_range()));
    assert_eq!(
        [0, 1].map(|role| native.notation().role_name(role)),
        [0, 1].map(|role| rules.notation().role_name(role))
    );
    loop {
        let drawn = rules.notation().draw(&twin);
        let (pieces, twins) = (native.knowledge().pieces(&state), rules.knowledge().pieces(&twin));
        assert!(pieces.is_some() && pieces == twins, "{drawn}");
        assert_eq!(native.terminal(&state), rules.terminal(&twin), "{drawn}");
        if native.terminal(&state) {
            assert_eq!(goals(native, &state), goals(rules, &twin), "{drawn}");
            break;
        }
        let (choices, twin_choices) = (Choices::of(native, &state), Choices::of(rules, &twin));
        let (mut joint, mut twin_joint) = (Vec::new(), Vec::new());
        for role in 0..2 {
            assert_eq!(names(native, &state, role), names(rules, &twin, role), "{drawn}");
            let choice = rng.random_range(0..choices.of_role(role).len());
            joint.push(choices.of_role(role)[choice]);
            twin_joint.push(twin_choices.of_role(role)[choice]);
        }
        (state, twin) = (native.next(&state, &joint), rules.next(&twin, &twin_joint));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn boards_and_rulesheets_are_the_same_games(seed: u64) {
        for (name, rules) in Native::NAMES.iter().zip(&*TWINS) {
            match Native::named(name).unwrap() {
                Native::Breakthrough(game) => walk_with_the_twin(&game, rules, seed),
                Native::Mnk(game) => walk_with_the_twin(&game, rules, seed),
                Native::ConnectFour(game) => walk_with_the_twin(&game, rules, seed),
                Native::Othello(game) => walk_with_the_twin(&game, rules, seed),
            }
        }
    }
}
