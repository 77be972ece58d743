//! Labels against the engine's own search of the built-in rulesheets, and against the theory.

use game::{Builtin, Game, Rules, TableLimits, Tabulated};
use rand::SeedableRng;
use search::{Request, SearchRng, Spec};

use super::*;
use crate::Label;
use crate::seeded_rng::SeededRng;

type Table = Tabulated<&'static Rules>;

fn table(name: &str) -> Table {
    let rules = Builtin::named(name).unwrap().rules;
    let sheet = gdl::Rulesheet::parse(name, rules.as_bytes()).unwrap();
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

/// Walks through a built-in game at random, and compares every position on the way.
fn compare(
    name: &str,
    roles: [&str; 2],
    walks: u64,
    plies: usize,
    read: impl Fn(&[Vec<String>]) -> Position,
) {
    let table = table(name);
    for walk in 0..walks {
        let rng = &mut SeededRng::of(&[walk]);
        let mut state = table.initial();
        for _ in 0..plies {
            if table.terminal(&state) {
                break;
            }
            let words = texts(&table, &state);
            let position = read(&words);
            let control = words.iter().find(|words| words[0] == "control").unwrap();
            let role = roles.iter().position(|role| *role == control[1]).unwrap();
            let label = Labelling::of([&position]).label(&position);
            assert_eq!(label, searched(&table, &state, role), "{position:?}");
            let choices = game::Choices::of(&table, &state);
            assert_eq!(choices.of_role(role).len(), position.moves().len(), "{position:?}");
            let mov = rng.pick(choices.of_role(role));
            state = table.next(&state, &choices.joint_with(role, mov));
        }
    }
}

fn number(word: &str) -> u32 {
    word.parse().unwrap()
}

#[test]
fn the_counting_game_is_labelled_as_the_engine_labels_it() {
    compare("counting-to-21", ["first", "second"], 10, 21, |words| {
        let said = words.iter().find(|words| words[0] == "said").unwrap();
        Position::Counting { said: number(&said[1]), target: 21, most: 3 }
    });
}

#[test]
fn coin_rows_are_labelled_as_the_engine_labels_them() {
    compare("coin-row", ["first", "second"], 6, 11, |words| {
        let coin = |column: u32, row: u32| {
            words.contains(
                &["cell", &column.to_string(), &row.to_string(), "coin"].map(str::to_owned).to_vec(),
            )
        };
        let mut rows = Vec::new();
        for row in 1..=2 {
            let mut run = 0;
            for column in 1..=7 {
                if coin(column, row) {
                    run += 1;
                } else if run > 0 {
                    rows.push(run);
                    run = 0;
                }
            }
        }
        Position::CoinRow { rows }
    });
}

#[test]
fn nim_is_labelled_as_the_engine_labels_it() {
    compare("nim", ["first", "second"], 10, 15, |words| {
        let heaps = words.iter().filter(|words| words[0] == "heap").map(|words| number(&words[2]));
        Position::Nim { heaps: heaps.collect() }
    });
}

/// The rulesheet ends a game after twenty turns, so that only early positions leave time enough.
#[test]
fn two_rows_are_labelled_as_the_engine_labels_them() {
    compare("two-rows", ["white", "black"], 8, 3, |words| {
        let piece = |row: u32, colour: &str| {
            let stands = |words: &&Vec<String>| {
                words[0] == "cell" && words[2] == row.to_string() && words[3] == colour
            };
            number(&words.iter().find(stands).unwrap()[1])
        };
        let white = words.iter().any(|words| words[..] == ["control", "white"]);
        let mover = if white { Side::White } else { Side::Black };
        let rows = [1, 2].map(|row| Pair { white: piece(row, "white"), black: piece(row, "black") });
        Position::TwoRows { width: 6, mover, rows: rows.to_vec() }
    });
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
