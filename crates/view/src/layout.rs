use std::collections::BTreeSet;

use game::{Board, Coordinate, Fluent, Game, Rules, RulesState};
use logic::{Reasoner, TermId};

use crate::move_cells::Changes;
use crate::{Cell, CellShape, Content, Grid, OffBoardFluent, Picture, Style};

/// The boards of a game without contents, from which [`Picture`]s of its states are made.
///
/// A fluent with two coordinates and a content, whatever its name, is read as the cell of a board: first the
/// column, counted from the left, then the row, counted from the bottom, as in the built-in games.
/// Coordinates are whole numbers or single letters. A [`Style`] may name another fluent and another reading.
pub struct Layout {
    boards: Vec<Board>,
    /// Each board without contents.
    empty: Vec<Grid>,
}

impl Layout {
    /// The boards of a game, in the given style if there is one. Their size is known from all the fluents
    /// that may ever hold. For a game without a circuit these are not known; then the size is taken from the
    /// initial state and `states`.
    pub fn of(rules: &Rules, style: Option<&Style>, states: &[RulesState]) -> Self {
        let reasoner = rules.reasoner();
        let initial = Fluent::all(reasoner, reasoner.initial().fluents());
        let roles: Vec<&str> = (0..rules.roles()).map(|role| rules.notation().role_name(role)).collect();
        let mut layout = match rules.compiled() {
            Ok(compiled) => {
                Self::styled(&Fluent::all(reasoner, compiled.fluents()), true, &initial, style, &roles)
            }
            Err(_) => {
                let seen = states.iter().flat_map(|state| Fluent::all(reasoner, &rules.fluents(state)));
                let mut possible: Vec<Fluent> = initial.iter().cloned().chain(seen).collect();
                possible.sort_unstable();
                possible.dedup();
                Self::styled(&possible, false, &initial, style, &roles)
            }
        };
        if style.is_none() {
            for (board, grid) in layout.boards.iter().zip(&mut layout.empty) {
                grid.cell_shape = if is_hex(board, reasoner) { CellShape::Hex } else { CellShape::Square };
            }
        }
        layout
    }

    /// The boards of fluents that belong to no rulesheet.
    #[cfg(test)]
    pub(crate) fn of_fluents(possible: &[Fluent], initial: &[Fluent]) -> Self {
        Self::styled(possible, false, initial, None, &[])
    }

    /// `complete` says that only the fluents `possible` can ever hold.
    fn styled(
        possible: &[Fluent],
        complete: bool,
        initial: &[Fluent],
        style: Option<&Style>,
        roles: &[&str],
    ) -> Self {
        let boards = match style.and_then(|style| style.board.as_ref()) {
            Some(hint) => {
                Board::of(&hint.fluent, hint.reading, possible, initial, roles).into_iter().collect()
            }
            None => Board::all(possible, initial, roles),
        };
        let empty = boards.iter().map(|board| empty_grid(board, complete, style)).collect();
        Self { boards, empty }
    }

    /// The picture of a state.
    pub fn picture(&self, rules: &Rules, state: &RulesState) -> Picture {
        self.place(&Fluent::all(rules.reasoner(), &rules.fluents(state)))
    }

    /// The picture of what is the same in all of these states, which is what somebody knows who cannot
    /// distinguish them: the fluents that hold in all, and the cells whose contents differ as unknown.
    ///
    /// # Panics
    /// If there are no states.
    pub fn common_picture(&self, rules: &Rules, states: &[RulesState]) -> Picture {
        let pictures = states.iter().map(|state| self.picture(rules, state));
        let common = pictures.reduce(|mut common, picture| {
            common.intersect(&picture);
            common
        });
        common.expect("there is a state")
    }

    /// The cells of each board that have other contents in a state than on a picture, with their contents in
    /// the state.
    pub(crate) fn changes(&self, before: &Picture, rules: &Rules, state: &RulesState) -> Vec<Changes> {
        let fluents = Fluent::all(rules.reasoner(), &rules.fluents(state));
        let mut contents: Vec<Vec<Vec<&str>>> =
            self.empty.iter().map(|grid| vec![Vec::new(); grid.cells.len()]).collect();
        for (grid, marks) in fluents.iter().filter_map(|fluent| self.marks(fluent)) {
            marks.into_iter().for_each(|(cell, content)| contents[grid][cell].push(content));
        }
        let changes = |(grid, cells): (&Grid, Vec<Vec<&str>>)| {
            let cells = grid.cells.iter().zip(cells).enumerate();
            let changed = cells.filter(|(_, (before, contents))| before.contents != *contents);
            changed
                .map(|(cell, (_, contents))| (cell, contents.into_iter().map(str::to_owned).collect()))
                .collect()
        };
        before.grids.iter().zip(contents).map(changes).collect()
    }

    /// The board that a fluent is on, and what it puts into which cells.
    fn marks<'f>(&self, fluent: &'f Fluent) -> Option<(usize, Vec<(usize, &'f str)>)> {
        self.boards.iter().enumerate().find_map(|(grid, board)| Some((grid, board.marks(fluent)?)))
    }

    /// The picture of a state's sorted fluents.
    pub(crate) fn place(&self, state: &[Fluent]) -> Picture {
        let mut grids = self.empty.clone();
        let mut others = Vec::new();
        for fluent in state {
            match self.marks(fluent) {
                Some((grid, marks)) => {
                    for (cell, content) in marks {
                        let cell = &mut grids[grid].cells[cell];
                        cell.contents.push(content.to_owned());
                        cell.fluents.push(fluent.text.clone());
                    }
                }
                None => others.push(OffBoardFluent {
                    text: fluent.text.clone(),
                    name: fluent.name.clone(),
                    args: fluent.args.clone(),
                }),
            }
        }
        Picture { grids, others }
    }

    /// The boards, in the order of a picture's grids.
    pub(crate) fn boards(&self) -> &[Board] {
        &self.boards
    }
}

/// A board without contents.
fn empty_grid(board: &Board, complete: bool, style: Option<&Style>) -> Grid {
    let content = |name: &str| {
        let blank = board.blank() == Some(name);
        Content {
            blank,
            owner: board.owner(name),
            appearance: style.and_then(|style| style.appearance(name, blank)),
            name: name.to_owned(),
        }
    };
    let cells = board.each_cell().map(|(column, row, used)| Cell {
        column: column.to_string(),
        row: row.to_string(),
        used: used || !complete,
        unknown: false,
        contents: Vec::new(),
        fluents: Vec::new(),
    });
    Grid {
        fluent: board.name().to_owned(),
        cell_shape: style.map(|style| style.cell_shape).unwrap_or_default(),
        surface: style.map(|style| style.surface).unwrap_or_default(),
        columns: board.columns().iter().map(ToString::to_string).collect(),
        letters: style.is_some_and(|style| style.letters),
        rows: board.rows().iter().rev().map(ToString::to_string).collect(),
        sides: style.and_then(|style| style.sides),
        contents: board.contents().map(content).collect(),
        cells: cells.collect(),
    }
}

/// Whether the rules have a static relation between cells that holds for neighbours on a board of hexagons,
/// in all six directions, and for no other cells.
fn is_hex(board: &Board, reasoner: &Reasoner) -> bool {
    const NEIGHBOURS: [(i64, i64); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1)];
    let place = |column: TermId, row: TermId| {
        let read = |term| Coordinate::parse(&reasoner.text(term));
        board.position(read(column)?, read(row)?)
    };
    let offset = |row: &[TermId]| {
        let &[column, row, to_column, to_row] = row else { return None };
        let ((column, row), (to_column, to_row)) = (place(column, row)?, place(to_column, to_row)?);
        Some((to_column as i64 - column as i64, to_row as i64 - row as i64))
    };
    reasoner.static_relations(4).any(|rows| {
        let offsets: Option<BTreeSet<(i64, i64)>> =
            rows.map(|row| offset(row).filter(|offset| NEIGHBOURS.contains(offset))).collect();
        offsets.is_some_and(|offsets| offsets.len() == NEIGHBOURS.len())
    })
}

#[cfg(test)]
mod tests {
    use game::Course;

    use super::*;
    use crate::testing::sheet;

    #[test]
    fn cells_with_six_neighbours_are_hexagons() {
        for name in ["hex-7x7", "tictactoe", "breakthrough-6x6", "othello-4x4", "lights-out", "peg-solitaire"]
        {
            let rules = Rules::reasoned(&sheet(name), logic::Limits::default()).unwrap();
            let seen = match name {
                // Its empty cells have no fluents.
                "hex-7x7" => vec![after(&rules, &["(place 1 1)", "(place 7 7)"])],
                _ => Vec::new(),
            };
            let picture = Layout::of(&rules, None, &seen).picture(&rules, &rules.initial());
            let shape = if name == "hex-7x7" { CellShape::Hex } else { CellShape::Square };
            assert_eq!(picture.grids[0].cell_shape, shape, "{name}");
        }
    }

    /// The state after moves of the one role that has a choice.
    fn after(rules: &Rules, moves: &[&str]) -> RulesState {
        let moves: Vec<Vec<String>> = moves.iter().map(|&mov| vec![mov.to_owned()]).collect();
        Course::through(rules, &moves).unwrap().end().clone()
    }
}
