//! Labels against the engine's own search of the built-in rulesheets, and against the theory.

use game::{Builtin, Game, Rules, TableLimits, Tabulated};
use rand::SeedableRng;
use search::{Request, SearchRng, Spec};

use super::*;
use crate::Label;
use crate::seeded_rng::SeededRng;

type Table = Tabulated<&'static Rules>;

fn table(rules: &str) -> Table {
    let sheet = gdl::Rulesheet::parse("rules", rules.as_bytes()).unwrap().strict().unwrap();
    let rules = Box::leak(Box::new(Rules::new(&sheet).unwrap()));
    Tabulated::new(&*rules, TableLimits::default()).expect("a small game")
}

fn texts(table: &Table, state: &<Table as Game>::State) -> Vec<Vec<String>> {
    let (rules, state) = (table.game(), table.state(*state));
    let words = |text: String| text.trim_matches(['(', ')']).split(' ').map(str::to_owned).collect();
    rules.reasoner().texts(&rules.fluents(state)).into_iter().map(words).collect()
}

/// The result of alpha-beta for the player to move.
fn searched(table: &Table, state: &<Table as Game>::State, role: usize) -> Option<Label> {
    let spec: Spec = "alpha-beta(table=4)".parse().unwrap();
    let rng = &mut SearchRng::seed_from_u64(0);
    let decision = spec.build().choose(Request::new(table, state, role, rng)).unwrap();
    match decision.value {
        Some(100.0) => Some(Label::Win),
        Some(0.0) => Some(Label::Lose),
        _ => None,
    }
}

/// Walks at random through a game that begins at a position, and compares every position on the way.
fn compare(start: &Position, rules: &str, walks: u64, plies: usize) {
    let table = table(rules);
    assert_eq!(read(start, &texts(&table, &table.initial())), *start);
    for walk in 0..walks {
        let rng = &mut SeededRng::of(&[walk]);
        let mut state = table.initial();
        for _ in 0..plies {
            if table.terminal(&state) {
                break;
            }
            let words = texts(&table, &state);
            let position = read(start, &words);
            let control = words.iter().find(|words| words[0] == "control").unwrap();
            let role = usize::from(["second", "black"].contains(&control[1].as_str()));
            let label = Labelling::of([&position]).label(&position);
            assert_eq!(label, searched(&table, &state, role), "{position:?}");
            let choices = game::Choices::of(&table, &state);
            assert_eq!(choices.of_role(role).len(), position.moves().len(), "{position:?}");
            let mov = rng.pick(choices.of_role(role));
            state = table.next(&state, &choices.joint_with(role, mov));
        }
    }
}

/// Compares a built-in game, which begins at a position, and games that begin at random positions, one of
/// each level up to `most`.
fn compare_all(
    (start, name): (Position, &str),
    (random, most): (fn(u8, &mut SeededRng) -> Position, u8),
    walks: u64,
    plies: usize,
) {
    compare(&start, Builtin::named(name).unwrap().rules, walks, plies);
    for level in 1..=most {
        let start = random(level, &mut SeededRng::of(&[level.into()]));
        compare(&start, &start.rules(), 1, plies);
    }
}

fn number(word: &str) -> u32 {
    word.parse().unwrap()
}

/// The position that the fluents of a state tell, in the same game as another.
fn read(other: &Position, fluents: &[Vec<String>]) -> Position {
    let holds = |words: &[&str]| fluents.iter().any(|fluent| *fluent == words);
    match other {
        Position::Counting { target, most, .. } => {
            let said = fluents.iter().find(|words| words[0] == "said").unwrap();
            Position::Counting { said: number(&said[1]), target: *target, most: *most }
        }
        Position::CoinRow { .. } => {
            let mut rows = Vec::new();
            for row in 1..=4 {
                let mut run = 0;
                for column in 1..=8 {
                    if holds(&["cell", &column.to_string(), &row.to_string(), "coin"]) {
                        run += 1;
                    } else if run > 0 {
                        rows.push(run);
                        run = 0;
                    }
                }
            }
            Position::CoinRow { rows }
        }
        Position::TwoRows { width, rows, .. } => {
            let piece = |row: usize, colour: &str| {
                let stands = |column: &u32| holds(&["cell", &column.to_string(), &row.to_string(), colour]);
                (1..=*width).find(stands).unwrap()
            };
            let mover = if holds(&["control", "white"]) { Side::White } else { Side::Black };
            let rows = (1..=rows.len())
                .map(|row| Pair { white: piece(row, "white"), black: piece(row, "black") })
                .collect();
            Position::TwoRows { width: *width, mover, rows }
        }
        Position::Nim { .. } => {
            let heaps = fluents.iter().filter(|words| words[0] == "heap").map(|words| number(&words[2]));
            Position::Nim { heaps: heaps.collect() }
        }
    }
}

#[test]
fn the_counting_game_is_labelled_as_the_engine_labels_it() {
    let start = Position::Counting { said: 0, target: 21, most: 3 };
    compare_all((start, "counting-to-21"), (Position::random_counting, 5), 10, 21);
}

#[test]
fn coin_rows_are_labelled_as_the_engine_labels_them() {
    let start = Position::CoinRow { rows: vec![5, 6] };
    compare_all((start, "coin-row"), (Position::random_coin_row, 3), 6, 11);
}

#[test]
fn nim_is_labelled_as_the_engine_labels_it() {
    let start = Position::Nim { heaps: vec![3, 5, 7] };
    compare_all((start, "nim"), (Position::random_nim, 5), 10, 15);
}

/// The rulesheet ends a game after so many turns that only early positions leave time enough.
#[test]
fn two_rows_are_labelled_as_the_engine_labels_them() {
    let rows = vec![Pair { white: 1, black: 6 }, Pair { white: 2, black: 5 }];
    let start = Position::TwoRows { width: 6, mover: Side::White, rows };
    compare(&start, Builtin::named("two-rows").unwrap().rules, 8, 3);
    for level in 1..=2 {
        let start = Position::random_two_rows(level, &mut SeededRng::of(&[level.into()]));
        compare(&start, &start.rules(), 1, 1);
    }
}

#[test]
fn labels_and_theory_agree() {
    for level in 1..=5 {
        for number in 0..15 {
            let rng = &mut SeededRng::of(&[number]);
            for random in [
                Position::random_counting,
                Position::random_coin_row,
                Position::random_two_rows,
                Position::random_nim,
            ] {
                let start = random(level, rng);
                let labelling = Labelling::of([&start]);
                for position in std::iter::once(start.clone())
                    .chain(start.moves().into_iter().map(|mov| start.after(mov)))
                    .filter(|position| !position.moves().is_empty())
                {
                    let expected = if position.theory().xor == 0 { Label::Lose } else { Label::Win };
                    assert_eq!(labelling.label(&position), Some(expected), "{position:?}");
                }
            }
        }
    }
}

#[test]
fn in_the_counting_game_the_multiples_of_four_are_lost() {
    let said = |said| Position::Counting { said, target: 21, most: 3 };
    let labelling = Labelling::of([&said(0)]);
    let lost = |&number: &u32| labelling.label(&said(number)) == Some(Label::Lose);
    assert_eq!((0..21).filter(lost).collect::<Vec<_>>(), [0, 4, 8, 12, 16, 20]);
}

#[test]
fn a_turn_leaves_these_rows_of_one_and_six_coins() {
    let start = Position::CoinRow { rows: vec![1, 6] };
    let mut left: Vec<Position> = start.moves().into_iter().map(|mov| start.after(mov).canonical()).collect();
    left.sort();
    left.dedup();
    let mut expected: Vec<Position> =
        [vec![6], vec![1, 5], vec![1, 1, 4], vec![1, 2, 3], vec![1, 4], vec![1, 1, 3], vec![1, 2, 2]]
            .map(|rows| Position::CoinRow { rows })
            .into();
    expected.sort();
    assert_eq!(left, expected);
}

#[test]
fn a_shut_in_player_has_lost() {
    let rows = vec![Pair { white: 1, black: 2 }, Pair { white: 1, black: 2 }];
    let white = Position::TwoRows { width: 6, mover: Side::White, rows: rows.clone() };
    let black = Position::TwoRows { width: 6, mover: Side::Black, rows };
    assert!(white.moves().is_empty());
    assert_eq!(Labelling::of([&white]).label(&white), Some(Label::Lose));
    assert_eq!(black.moves().len(), 8);
    // The gaps are 0, so whoever moves loses, though black has moves left.
    assert_eq!(Labelling::of([&black]).label(&black), Some(Label::Lose));
}
