use std::collections::{BTreeMap, BTreeSet};

use game::{Board, BoardReading, Coordinate, Fluent};
use serde::Serialize;

use crate::{Grid, Picture};

/// The cells of a board that a move is about: a player makes the move by pointing at them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Meaning))]
pub struct MoveCells {
    /// The number of the picture's grid; the cells below are numbers of its cells.
    pub grid: usize,
    /// The cell that a piece leaves, if one moves.
    pub from: Option<usize>,
    /// The cell where a piece arrives, appears or is removed.
    pub to: usize,
    /// The cells that a player may point at if no piece leaves a cell: `to`, or the whole column that a disc is dropped into.
    pub zone: Vec<usize>,
}

/// A legal move whose cells are wanted: its term, and the picture of the state after it if that is known.
pub(crate) struct Candidate {
    pub(crate) term: Fluent,
    pub(crate) after: Option<Picture>,
}

/// The cells of each legal move of `role` on the picture of the state before it; none for a move that is about no board. `boards` are
/// those of the picture's grids.
///
/// The cells follow from the coordinates among a move's arguments, and from the cells that the move changes. Where both are known they
/// must agree. A change that all moves of the role have in common is not counted as the move's own.
pub(crate) fn move_cells(
    boards: &[Board],
    before: &Picture,
    role: usize,
    moves: &[Candidate],
) -> Vec<Option<MoveCells>> {
    let mut found: Vec<Option<MoveCells>> = vec![None; moves.len()];
    for (number, board) in boards.iter().enumerate() {
        let moves = BoardMoves::new(board, number, &before.grids[number], role, moves);
        for (index, cells) in found.iter_mut().enumerate() {
            *cells = cells.take().or_else(|| moves.cells(index));
        }
    }
    separate(before, moves, &mut found);
    found
}

/// Separates moves with the same cells: a move that changes exactly one other cell is made to go there.
fn separate(before: &Picture, moves: &[Candidate], found: &mut [Option<MoveCells>]) {
    let mut same: BTreeMap<(usize, Option<usize>, usize), Vec<usize>> = BTreeMap::new();
    for (index, cells) in found.iter().enumerate() {
        if let Some(MoveCells { grid, from, to, .. }) = cells {
            same.entry((*grid, *from, *to)).or_default().push(index);
        }
    }
    for ((grid, from, to), group) in same {
        if from.is_some() || group.len() < 2 {
            continue;
        }
        for index in group {
            let Some(after) = &moves[index].after else { continue };
            let changed = changes(&before.grids[grid], &after.grids[grid]);
            let mut others = changed.iter().copied().filter(|&cell| cell != to);
            if let (Some(other), None) = (others.next(), others.next()) {
                found[index] = Some(MoveCells { grid, from: Some(to), to: other, zone: vec![other] });
            }
        }
    }
}

/// The cells whose contents differ.
fn changes(before: &Grid, after: &Grid) -> BTreeSet<usize> {
    let cells = before.cells.iter().zip(&after.cells).enumerate();
    cells.filter(|(_, (before, after))| before.contents != after.contents).map(|(cell, _)| cell).collect()
}

/// A role's moves on one board.
struct BoardMoves<'p> {
    board: &'p Board,
    number: usize,
    before: &'p Grid,
    role: usize,
    moves: &'p [Candidate],
    /// What each move changes; none if the state after it is not known.
    effects: Vec<Option<Effect>>,
}

/// The cells that a move changes.
struct Effect {
    changed: BTreeSet<usize>,
    /// Those that would be different after another move of the role.
    own: BTreeSet<usize>,
}

impl<'p> BoardMoves<'p> {
    fn new(board: &'p Board, number: usize, before: &'p Grid, role: usize, moves: &'p [Candidate]) -> Self {
        let after =
            |index: usize| moves[index].after.as_ref().map(|picture: &'p Picture| &picture.grids[number]);
        let effect = |index: usize| {
            let grid = after(index)?;
            let changed = changes(before, grid);
            let differs = |cell: usize| {
                let others = (0..moves.len()).filter_map(after);
                others.into_iter().any(|other| other.cells[cell].contents != grid.cells[cell].contents)
            };
            let own = changed.iter().copied().filter(|&cell| moves.len() == 1 || differs(cell)).collect();
            Some(Effect { changed, own })
        };
        Self { board, number, before, role, moves, effects: (0..moves.len()).map(effect).collect() }
    }

    fn cells(&self, index: usize) -> Option<MoveCells> {
        let args = &self.moves[index].term.args;
        // The only move of a role, without arguments, is a wait; what changes is the others' doing.
        if args.is_empty() && self.moves.len() == 1 {
            return None;
        }
        let named = self.named(args);
        let seen =
            |cell: usize| self.effects[index].as_ref().is_none_or(|effect| effect.changed.contains(&cell));
        match *named.as_slice() {
            [from, to] if from != to && seen(from) && seen(to) => return Some(self.at(Some(from), to)),
            [to] if args.len() != 3 && seen(to) => return Some(self.at(None, to)),
            _ => {}
        }
        let by_effect = self.effects[index].as_ref().and_then(|effect| self.by_effect(index, effect));
        by_effect.or_else(|| match *named.as_slice() {
            [from, to] if from != to => Some(self.at(Some(from), to)),
            [to] => Some(self.at(None, to)),
            _ => None,
        })
    }

    fn at(&self, from: Option<usize>, to: usize) -> MoveCells {
        MoveCells { grid: self.number, from, to, zone: vec![to] }
    }

    /// The cells whose column and row are consecutive arguments of a move.
    fn named(&self, args: &[String]) -> Vec<usize> {
        let mut cells = Vec::new();
        // Other readings have no columns and rows in their moves.
        let mut rest = if self.board.reading() == BoardReading::Cells { args } else { &[] };
        while let [column, row, ..] = rest {
            let place = Coordinate::parse(column).zip(Coordinate::parse(row));
            match place.and_then(|(column, row)| self.board.index(column, row)) {
                Some(cell) => {
                    cells.push(cell);
                    rest = &rest[2..];
                }
                None => rest = &rest[1..],
            }
        }
        cells
    }

    /// The cells of a move as its effect shows them.
    fn by_effect(&self, index: usize, effect: &Effect) -> Option<MoveCells> {
        let after = &self.moves[index].after.as_ref()?.grids[self.number];
        if let Some((from, to)) = self.slide(after, effect) {
            return Some(self.at(Some(from), to));
        }
        let appears =
            |&&cell: &&usize| self.visible(after, cell).any(|content| !has(self.before, cell, content));
        let to = match self.board.reading() {
            // The object that is pointed at is taken, and all to the right of it.
            BoardReading::Heaps => effect.changed.first(),
            _ => only(effect.own.iter().filter(appears)).or_else(|| only(effect.own.iter())),
        };
        let &to = to?;
        let zone = match self.moves[index].term.args.as_slice() {
            [column] if *column == after.cells[to].column && after.rows.len() > 1 => {
                (0..after.cells.len()).filter(|&cell| after.cells[cell].column == *column).collect()
            }
            _ => vec![to],
        };
        Some(MoveCells { grid: self.number, from: None, to, zone })
    }

    /// The two cells of the one piece that leaves the first and arrives at the second, if that depends on the role's choice. Of several such
    /// pieces it is the role's own.
    fn slide(&self, after: &Grid, effect: &Effect) -> Option<(usize, usize)> {
        let mut slides = Vec::new();
        for &from in &effect.changed {
            for content in self.visible(self.before, from).filter(|content| !has(after, from, content)) {
                let arrives = |&&to: &&usize| has(after, to, content) && !has(self.before, to, content);
                let targets = effect.changed.iter().filter(arrives);
                let decided = |&&to: &&usize| effect.own.contains(&from) || effect.own.contains(&to);
                slides.extend(targets.filter(decided).map(|&to| (content, from, to)));
            }
        }
        let owned = |content: &str| {
            let content = self.before.contents.iter().find(|known| known.name == content);
            content.is_some_and(|content| content.owner == Some(self.role))
        };
        let own = only(slides.iter().filter(|(content, ..)| owned(content)));
        own.or_else(|| only(slides.iter())).map(|&(_, from, to)| (from, to))
    }

    /// What is in a cell, without blanks.
    fn visible<'g>(&self, grid: &'g Grid, cell: usize) -> impl Iterator<Item = &'g str> {
        let contents = grid.cells[cell].contents.iter().map(String::as_str);
        contents.filter(|content| !Board::is_blank(content))
    }
}

fn has(grid: &Grid, cell: usize, content: &str) -> bool {
    grid.cells[cell].contents.iter().any(|known| known == content)
}

/// The only item, if there is exactly one.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}
