use std::collections::BTreeSet;

use logic::{Reasoner, TermId};

use super::board::Board;
use super::fluent::{BLANK, Coordinate, Fluent, fluents};
use super::style::Style;
use super::{Cell, Content, Fact, Form, Grid, Picture};
use crate::{Game, Rules, RulesState};

/// The boards of a game, bare, ready to have states drawn on them.
///
/// A fluent with two coordinates and a content, whatever its name, is taken for the cell of a board: first the column,
/// counted from the left, then the row, counted from the bottom, as the built-in games have it. Coordinates are whole numbers or
/// single letters. A [`Style`] may say otherwise.
pub struct Canvas {
    boards: Vec<Board>,
    /// Each board's picture without contents in its cells.
    bare: Vec<Grid>,
}

impl Canvas {
    /// The boards of a game, in such a style if it has one. How large they are is told by all the fluents that may ever hold; of a game that is
    /// played by the reasoner they are not known, and the initial state and `states` have to do.
    pub fn of(rules: &Rules, style: Option<&Style>, states: &[RulesState]) -> Self {
        let reasoner = rules.reasoner();
        let initial = fluents(reasoner, reasoner.initial().fluents());
        let roles: Vec<&str> = (0..rules.roles()).map(|role| rules.role_name(role)).collect();
        let mut canvas = match rules.compiled() {
            Ok(compiled) => {
                Self::styled(&fluents(reasoner, compiled.fluents()), true, &initial, style, &roles)
            }
            Err(_) => {
                let seen = states.iter().flat_map(|state| fluents(reasoner, &rules.fluents(state)));
                let mut possible: Vec<Fluent> = initial.iter().cloned().chain(seen).collect();
                possible.sort_unstable();
                possible.dedup();
                Self::styled(&possible, false, &initial, style, &roles)
            }
        };
        if style.is_none() {
            for (board, grid) in canvas.boards.iter().zip(&mut canvas.bare) {
                grid.form = if is_hex(board, reasoner) { Form::Hex } else { Form::Square };
            }
        }
        canvas
    }

    /// The boards of a game that is not a rulesheet's, which may hold `possible` and begins with `initial`.
    pub(crate) fn of_fluents(possible: &[Fluent], initial: &[Fluent]) -> Self {
        Self::styled(possible, false, initial, None, &[])
    }

    /// `whole` says that nothing but `possible` ever holds.
    fn styled(
        possible: &[Fluent],
        whole: bool,
        initial: &[Fluent],
        style: Option<&Style>,
        roles: &[&str],
    ) -> Self {
        let boards = match style.and_then(|style| style.board.as_ref()) {
            Some(hint) => Board::of(&hint.fluent, hint.reading, possible, initial).into_iter().collect(),
            None => Board::all(possible, initial),
        };
        let bare = boards.iter().map(|board| bare(board, whole, style, roles)).collect();
        Self { boards, bare }
    }

    /// The picture of a state.
    pub fn picture(&self, rules: &Rules, state: &RulesState) -> Picture {
        self.draw(&fluents(rules.reasoner(), &rules.fluents(state)))
    }

    /// The picture of a state's sorted fluents.
    pub(crate) fn draw(&self, state: &[Fluent]) -> Picture {
        let mut grids = self.bare.clone();
        let mut others = Vec::new();
        for fluent in state {
            let marks =
                self.boards.iter().enumerate().find_map(|(grid, board)| Some((grid, board.marks(fluent)?)));
            match marks {
                Some((grid, marks)) => {
                    for (cell, content) in marks {
                        let cell = &mut grids[grid].cells[cell];
                        cell.contents.push(content.to_owned());
                        cell.fluents.push(fluent.text.clone());
                    }
                }
                None => others.push(Fact {
                    text: fluent.text.clone(),
                    name: fluent.name.clone(),
                    args: fluent.args.clone(),
                }),
            }
        }
        Picture { grids, others }
    }

    /// The boards in the order of a picture's grids.
    pub(crate) fn boards(&self) -> &[Board] {
        &self.boards
    }
}

/// A board's picture without contents in its cells.
fn bare(board: &Board, whole: bool, style: Option<&Style>, roles: &[&str]) -> Grid {
    let content = |name: &String| Content {
        blank: BLANK.contains(&name.as_str()),
        owner: owner(name, roles),
        look: style.and_then(|style| style.look(name)),
        name: name.clone(),
    };
    let cells = board.each_cell().map(|(column, row, used)| Cell {
        column: column.text(),
        row: row.text(),
        used: used || !whole,
        contents: Vec::new(),
        fluents: Vec::new(),
    });
    Grid {
        fluent: board.name.clone(),
        form: style.map(|style| style.form).unwrap_or_default(),
        ground: style.map(|style| style.ground).unwrap_or_default(),
        columns: board.columns.iter().map(|column| column.text()).collect(),
        rows: board.rows.iter().rev().map(|row| row.text()).collect(),
        sides: style.and_then(|style| style.sides),
        contents: board.contents.iter().map(content).collect(),
        cells: cells.collect(),
    }
}

/// Whether the rules have a relation between cells that holds for those that touch on a board of hexagons, and for no others.
fn is_hex(board: &Board, reasoner: &Reasoner) -> bool {
    const TOUCHING: [(i64, i64); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1)];
    let place = |column: TermId, row: TermId| {
        let read = |term| Coordinate::read(&reasoner.text(term));
        board.position(read(column)?, read(row)?)
    };
    let way = |row: &[TermId]| {
        let &[column, row, to_column, to_row] = row else { return None };
        let ((column, row), (to_column, to_row)) = (place(column, row)?, place(to_column, to_row)?);
        Some((to_column as i64 - column as i64, to_row as i64 - row as i64))
    };
    reasoner.static_relations(4).any(|rows| {
        let ways: Option<BTreeSet<(i64, i64)>> =
            rows.map(|row| way(row).filter(|way| TOUCHING.contains(way))).collect();
        ways.is_some_and(|ways| ways.len() == TOUCHING.len())
    })
}

/// The role whose piece such a content is: the one it names in full, or else the only one whose name begins with it (`x` of
/// `xplayer`), or, for two letters, the only one whose name begins with the first of them (`wk`, the white king).
pub(crate) fn owner<R: AsRef<str>>(content: &str, roles: &[R]) -> Option<usize> {
    let only = |start: &str| {
        let mut found = (0..roles.len()).filter(|&role| roles[role].as_ref().starts_with(start));
        found.next().filter(|_| found.next().is_none())
    };
    if BLANK.contains(&content) {
        return None;
    }
    roles.iter().position(|role| role.as_ref() == content).or_else(|| only(content)).or_else(|| {
        let mut letters = content.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(first), Some(second), None) if first.is_alphabetic() && second.is_alphabetic() => {
                only(first.encode_utf8(&mut [0; 4]))
            }
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sheet;

    #[test]
    fn cells_that_touch_six_others_are_hexagons() {
        for name in ["hex-7x7", "tictactoe", "breakthrough-6x6", "othello-4x4", "lights-out", "peg-solitaire"]
        {
            let rules = Rules::reasoned(&sheet(name), logic::Limits::default()).unwrap();
            let seen = match name {
                // Its empty cells have no fluents.
                "hex-7x7" => vec![after(&rules, &["(place 1 1)", "(place 7 7)"])],
                _ => Vec::new(),
            };
            let picture = Canvas::of(&rules, None, &seen).picture(&rules, &rules.initial());
            let form = if name == "hex-7x7" { Form::Hex } else { Form::Square };
            assert_eq!(picture.grids[0].form, form, "{name}");
        }
    }

    /// The state after moves of the one role that has a choice.
    fn after(rules: &Rules, moves: &[&str]) -> RulesState {
        let moves: Vec<Vec<String>> = moves.iter().map(|&mov| vec![mov.to_owned()]).collect();
        crate::Course::through(rules, &moves).unwrap().end().clone()
    }

    #[test]
    fn contents_belong_to_the_role_they_name_in_full_in_part_or_by_a_letter() {
        let (xo, colours) = (["xplayer", "oplayer"], ["white", "black", "blue"]);
        let of_xo = ["x", "o", "xplayer", "b", "player", "xyz"].map(|content| owner(content, &xo));
        assert_eq!(of_xo, [Some(0), Some(1), Some(0), None, None, None]);
        let of_colours = ["w", "wk", "bl", "bk", "blue", "wall"].map(|content| owner(content, &colours));
        assert_eq!(of_colours, [Some(0), Some(0), None, None, Some(2), None]);
    }
}
