//! Games whose values are known, solved.

use game::{ConnectFour, Game, MnkGame, Native, Rules};
use rand::{RngExt, SeedableRng};
use rstest::rstest;
use spielbaum_search::{Decision, Request, SearchRng, Spec};

use super::rules;

fn decide<G: Game>(spec: &str, game: &G, state: &G::State, role: usize) -> Decision<G::Move> {
    let spec: Spec = spec.parse().expect("the tests name strategies that exist");
    let mut rng = SearchRng::seed_from_u64(0);
    spec.build().choose(Request::new(game, state, role, &mut rng)).expect("turns are taken")
}

/// The value of the first role's position, to the end of the game.
fn value<G: Game>(spec: &str, game: &G) -> f64 {
    let decision = decide(spec, game, &game.initial(), 0);
    assert!(decision.proven, "{spec} proves it");
    decision.value.expect("what is proven has a value")
}

/// A legal joint move, chosen at random.
fn any_joint<G: Game>(game: &G, state: &G::State, rng: &mut SearchRng) -> Vec<G::Move> {
    let mut moves = Vec::new();
    (0..game.roles())
        .map(|role| {
            game.legal(state, role, &mut moves);
            moves[rng.random_range(0..moves.len())]
        })
        .collect()
}

/// The role in control, and the pieces or coins: what the rules' `(cell COLUMN ROW CONTENT)` say.
fn read(game: &Rules, state: &<Rules as Game>::State) -> (usize, Vec<(usize, usize, String)>) {
    let texts: Vec<String> =
        game.fluents(state).into_iter().map(|fluent| game.reasoner().text(fluent)).collect();
    let words =
        |text: &str| -> Vec<String> { text.trim_matches(['(', ')']).split(' ').map(str::to_owned).collect() };
    let facts: Vec<Vec<String>> = texts.iter().map(|text| words(text)).collect();
    let control = facts.iter().find(|fact| fact[0] == "control").expect("somebody's turn");
    let role = (0..2).find(|&role| game.notation().role_name(role) == control[1]).expect("a role");
    let cells = facts.iter().filter(|fact| fact[0] == "cell");
    let number = |text: &String| text.parse().expect("a coordinate");
    (role, cells.map(|cell| (number(&cell[1]), number(&cell[2]), cell[3].clone())).collect())
}

#[rstest]
fn tictactoe_is_a_draw(#[values("minimax", "negamax", "alpha-beta", "deepening")] spec: &str) {
    assert_eq!(value(spec, &MnkGame::new(3, 3, 3).expect("a board")), 50.0);
}

#[rstest]
fn tictactoe_is_a_draw_by_its_rules_too(#[values("alpha-beta", "deepening")] spec: &str) {
    assert_eq!(value(spec, &rules("tictactoe")), 50.0);
}

#[rstest]
fn the_second_player_wins_counting_to_21(#[values("alpha-beta(table=1)", "deepening")] spec: &str) {
    assert_eq!(value(spec, &rules("counting-to-21")), 0.0);
}

/// Coins in rows of up to twelve, by Sprague and Grundy.
const GRUNDY: [u32; 13] = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4];

/// The exclusive or of the Grundy values of all unbroken rows.
fn grundy(coins: &[(usize, usize, String)]) -> u32 {
    let lies = |column, row| coins.iter().any(|coin| (coin.0, coin.1) == (column, row));
    let starts = coins.iter().filter(|&&(column, row, _)| !lies(column - 1, row));
    starts.fold(0, |sum, &(column, row, _)| {
        sum ^ GRUNDY[(column..).take_while(|&column| lies(column, row)).count()]
    })
}

#[test]
fn coins_in_rows_are_won_where_their_grundy_values_do_not_cancel() {
    let game = rules("coin-row");
    let mut rng = SearchRng::seed_from_u64(1);
    for _ in 0..4 {
        let mut state = game.initial();
        while !game.terminal(&state) {
            let (mover, coins) = read(&game, &state);
            let decision = decide("alpha-beta(table=16,killer=true)", &game, &state, mover);
            let won = if grundy(&coins) == 0 { 0.0 } else { 100.0 };
            assert_eq!((decision.value, decision.proven), (Some(won), true), "{coins:?}");
            state = game.next(&state, &any_joint(&game, &state, &mut rng));
        }
    }
}

#[test]
fn two_rows_are_won_where_their_gaps_do_not_cancel() {
    let game = rules("two-rows");
    let gaps = |pieces: &[(usize, usize, String)]| {
        let column = |row, player| {
            pieces.iter().find(|piece| piece.1 == row && piece.2 == player).expect("a piece each").0
        };
        (1..=2).fold(0, |sum, row| sum ^ (column(row, "black") - column(row, "white") - 1))
    };
    let mut rng = SearchRng::seed_from_u64(1);
    for _ in 0..6 {
        let mut state = game.initial();
        // After four turns sixteen are left, which is enough for either side.
        for _ in 0..4 {
            let (mover, pieces) = read(&game, &state);
            let won = if gaps(&pieces) == 0 { 0.0 } else { 100.0 };
            let decision = decide("alpha-beta(table=16,killer=true,history=true)", &game, &state, mover);
            assert_eq!(
                (decision.value, decision.proven),
                (Some(won), true),
                "{}",
                game.notation().draw(&state)
            );
            state = game.next(&state, &any_joint(&game, &state, &mut rng));
        }
    }
}

#[rstest]
fn white_wins_othello_on_a_board_of_four(
    #[values("alpha-beta", "alpha-beta(order=static)", "deepening")] spec: &str,
) {
    let Some(Native::Othello(game)) = Native::named("othello-4x4") else { panic!("a built-in board") };
    assert_eq!(value(spec, &game), 0.0, "black begins and loses");
}

// The values of small boards are in John Tromp's table of Connect Four.
#[rstest]
#[case(4, 4, "alpha-beta")]
#[case(4, 4, "alpha-beta(table=64)")]
#[case(4, 4, "deepening(nodes=100000000)")]
#[case(5, 4, "alpha-beta(table=64,killer=true,history=true)")]
#[case(5, 4, "deepening(nodes=100000000)")]
fn small_connect_four_is_a_draw(#[case] columns: u8, #[case] rows: u8, #[case] spec: &str) {
    assert_eq!(value(spec, &ConnectFour::new(columns, rows).expect("a board")), 50.0);
}

#[test]
#[ignore = "some ten million nodes take more than five seconds"]
fn connect_four_on_five_by_five_is_a_draw() {
    let spec = "alpha-beta(table=256,killer=true,history=true)";
    assert_eq!(value(spec, &ConnectFour::new(5, 5).expect("a board")), 50.0);
}
