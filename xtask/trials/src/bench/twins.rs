//! Games that others have written by hand as well, and what OpenSpiel calls their moves.

use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use game::{Choices, ConnectFour, Game, Native};

/// A built-in game and its twin in OpenSpiel.
pub(crate) struct Twin {
    /// Our name of it.
    pub(crate) name: &'static str,
    pub(crate) open_spiel: &'static str,
    /// Our text of the move that OpenSpiel writes so; none if it is no move of the game.
    translate: fn(&str) -> Option<String>,
}

/// The games that both have.
pub(crate) const TWINS: [Twin; 4] = [
    Twin { name: "tictactoe", open_spiel: "tic_tac_toe", translate: mark },
    Twin { name: "connect-four", open_spiel: "connect_four", translate: drop },
    Twin { name: "breakthrough", open_spiel: "breakthrough", translate: step },
    Twin { name: "othello", open_spiel: "othello", translate: place },
];

impl Twin {
    pub(crate) fn named(name: &str) -> anyhow::Result<&'static Twin> {
        TWINS.iter().find(|twin| twin.name == name).ok_or_else(|| {
            let names = TWINS.map(|twin| twin.name).join(", ");
            anyhow!("`{name}` is not one of the games that OpenSpiel is measured on: {names}")
        })
    }

    /// The place of each of `mover`'s legal moves in `theirs`, the legal moves as OpenSpiel writes them.
    ///
    /// # Errors
    /// If the two have not the same legal moves.
    pub(crate) fn places<G: Game>(
        &self,
        game: &G,
        choices: &Choices<G::Move>,
        mover: usize,
        theirs: &[String],
    ) -> anyhow::Result<Vec<usize>> {
        let ours = choices.of_role(mover);
        let texts = || ours.iter().map(|&mov| game.notation().move_name(mov)).collect::<Vec<_>>().join(" ");
        let differ =
            || format!("{}: OpenSpiel's moves are {}, ours {}", self.name, theirs.join(" "), texts());
        let translated: Vec<String> =
            theirs.iter().map(|text| (self.translate)(text)).collect::<Option<_>>().with_context(differ)?;
        ensure!(ours.len() == theirs.len(), differ());
        ours.iter()
            .map(|&mov| {
                let name = game.notation().move_name(mov);
                translated.iter().position(|text| *text == name).with_context(differ)
            })
            .collect()
    }
}

/// Games written by hand that are the same as a rulesheet.
pub(crate) struct HandWritten {
    /// The board that the crate `minimax` searches.
    pub(crate) native: Option<Native>,
    pub(crate) open_spiel: &'static str,
}

impl HandWritten {
    /// Those that are the same as the built-in or public rulesheet whose file has this name.
    pub(crate) fn of(rulesheet: &Path) -> Option<Self> {
        let (native, open_spiel) = match rulesheet.file_stem()?.to_str()? {
            "tictactoe" | "ticTacToe" => (Native::named("tictactoe"), "tic_tac_toe"),
            "connect-four" => (Native::named("connect-four"), "connect_four"),
            "connectFour" => {
                (ConnectFour::new(8, 6).ok().map(Native::ConnectFour), "connect_four(columns=8,rows=6)")
            }
            "breakthrough" => (Native::named("breakthrough"), "breakthrough"),
            "othello" | "reversi" => (Native::named("othello"), "othello"),
            "chess" => (None, "chess"),
            _ => return None,
        };
        Some(Self { native, open_spiel })
    }
}

/// `x(1,2)`: the row from the top, the column from the left, from 0.
fn mark(text: &str) -> Option<String> {
    let inner = text.strip_prefix(['x', 'o'])?.strip_prefix('(')?.strip_suffix(')')?;
    let (row, column) = inner.split_once(',')?;
    let [row, column] = [row, column].map(str::parse::<u8>);
    let (row, column) = (row.ok().filter(|row| *row < 3)?, column.ok().filter(|column| *column < 3)?);
    Some(format!("(mark {} {})", column + 1, 3 - row))
}

/// `x3`: the column from the left, from 0.
fn drop(text: &str) -> Option<String> {
    let column: u8 = text.strip_prefix(['x', 'o'])?.parse().ok()?;
    (column < 7).then(|| format!("(drop {})", column + 1))
}

/// `a7b6*`: from and to, a star after a capture. There the one who begins moves down, here up.
fn step(text: &str) -> Option<String> {
    let text = text.strip_suffix('*').unwrap_or(text);
    let (from, to) = text.split_at_checked(2)?;
    let [from, to] = [from, to].map(cell);
    let ((from_column, from_row), (to_column, to_row)) = (from?, to?);
    Some(format!("(move {from_column} {} {to_column} {})", 9 - from_row, 9 - to_row))
}

/// `d3`, or `pass`: the row from the top. There the board stands on its head, so the row's number is ours.
fn place(text: &str) -> Option<String> {
    if text == "pass" {
        return Some(text.to_owned());
    }
    let (column, row) = cell(text)?;
    Some(format!("(place {column} {row})"))
}

/// `d3`: column and row of a board of eight by eight, from 1.
fn cell(text: &str) -> Option<(u8, u8)> {
    let &[column @ b'a'..=b'h', row @ b'1'..=b'8'] = text.as_bytes() else { return None };
    Some((column - b'a' + 1, row - b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::games::{Engine, Work, play};

    #[test]
    fn rulesheets_have_twins_by_the_names_of_their_files() {
        let twin = |path: &str| {
            HandWritten::of(Path::new(path)).map(|twin| (twin.native.is_some(), twin.open_spiel))
        };
        assert_eq!(twin("games/reversi/reversi.kif"), Some((true, "othello")));
        assert_eq!(twin("chess.kif"), Some((false, "chess")));
        assert_eq!(twin("games/maze.kif"), None);
    }

    /// Where OpenSpiel's legal moves of the initial state are among ours.
    struct First(&'static Twin, &'static str);

    impl Work for First {
        type Output = Vec<usize>;

        fn on<G: Game>(self, game: &G) -> anyhow::Result<Vec<usize>> {
            let theirs: Vec<String> = self.1.split(' ').map(str::to_owned).collect();
            self.0.places(game, &Choices::of(game, &game.initial()), 0, &theirs)
        }
    }

    fn first(name: &str, theirs: &'static str) -> anyhow::Result<Vec<usize>> {
        play(name, Engine::Circuit, First(Twin::named(name).unwrap(), theirs))
    }

    #[test]
    fn moves_have_two_names() {
        let ours = |name: &str, text: &str| (Twin::named(name).unwrap().translate)(text);
        for (name, theirs, our) in [
            ("tictactoe", "x(0,0)", "(mark 1 3)"),
            ("tictactoe", "o(2,1)", "(mark 2 1)"),
            ("connect-four", "x0", "(drop 1)"),
            ("connect-four", "o6", "(drop 7)"),
            ("breakthrough", "a7b6", "(move 1 2 2 3)"),
            ("breakthrough", "h2g3*", "(move 8 7 7 6)"),
            ("othello", "d3", "(place 4 3)"),
            ("othello", "pass", "pass"),
        ] {
            assert_eq!(ours(name, theirs).as_deref(), Some(our));
        }
        for (name, theirs) in [
            ("tictactoe", "x(3,0)"),
            ("tictactoe", "x(0)"),
            ("connect-four", "x7"),
            ("connect-four", "3"),
            ("breakthrough", "a7"),
            ("breakthrough", "ä7b"),
            ("breakthrough", "a7i6"),
            ("othello", "d9"),
        ] {
            assert_eq!(ours(name, theirs), None, "{theirs}");
        }
    }

    #[test]
    fn both_begin_with_the_same_moves() {
        let marks = "x(0,0) x(0,1) x(0,2) x(1,0) x(1,1) x(1,2) x(2,0) x(2,1) x(2,2)";
        assert_eq!(first("tictactoe", marks).unwrap(), [6, 3, 0, 7, 4, 1, 8, 5, 2]);
        assert_eq!(first("connect-four", "x0 x1 x2 x3 x4 x5 x6").unwrap(), [0, 1, 2, 3, 4, 5, 6]);
        let steps = "a7a6 a7b6 b7a6 b7b6 b7c6 c7b6 c7c6 c7d6 d7c6 d7d6 d7e6 e7d6 e7e6 e7f6 f7e6 f7f6 f7g6 g7f6 g7g6 g7h6 h7g6 h7h6";
        assert_eq!(first("breakthrough", steps).unwrap(), (0..22).collect::<Vec<_>>());
        assert_eq!(first("othello", "d3 c4 f5 e6").unwrap(), [1, 0, 3, 2]);
    }

    #[test]
    fn a_difference_is_an_error_that_shows_it() {
        for theirs in ["x0 x1 x2 x3 x4 x5", "x0 x1 x2 x3 x4 x5 x5", "x0 x1 x2 x3 x4 x5 y6"] {
            let error = first("connect-four", theirs).unwrap_err().to_string();
            assert!(error.contains(theirs) && error.contains("(drop 7)"), "{error}");
        }
    }

    #[test]
    fn a_game_without_a_twin_is_told_which_have_one() {
        let error = Twin::named("maze").map(|twin| twin.name).unwrap_err().to_string();
        assert!(error.ends_with("tictactoe, connect-four, breakthrough, othello"), "{error}");
    }
}
