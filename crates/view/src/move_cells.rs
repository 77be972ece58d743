use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::board::{Board, Reading};
use super::fluent::{Coordinate, Fluent};
use super::{Grid, Picture};

/// What a move means on a board: how it can be made by pointing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Meaning {
    /// The number of the picture's grid that it is about; the cells are numbers of its cells.
    pub grid: usize,
    /// The cell that a piece leaves, if one moves.
    pub from: Option<usize>,
    /// The cell that the move is about: where a piece arrives, appears, or goes away.
    pub to: usize,
    /// The cells that stand for the move if nothing leaves a cell: `to`, or the whole column that a disc is dropped into.
    pub zone: Vec<usize>,
}

/// A legal move as it is looked at: its term, and the picture of the state it leads to if that is known.
pub(crate) struct Candidate {
    pub(crate) term: Fluent,
    pub(crate) after: Option<Picture>,
}

/// What each of the legal moves of `role` means on the picture of the state; none for a move that is not about a board. `boards`
/// are those of the picture's grids.
///
/// A move says what it is about in its own words, if they are coordinates, and by what it changes. Where both are known they
/// must agree; what a move changes whichever way the role decides is not its own doing.
pub(crate) fn meanings(
    boards: &[Board],
    before: &Picture,
    role: usize,
    moves: &[Candidate],
) -> Vec<Option<Meaning>> {
    let mut found: Vec<Option<Meaning>> = vec![None; moves.len()];
    for (number, board) in boards.iter().enumerate() {
        let sight = Sight::new(board, number, &before.grids[number], role, moves);
        for (index, meaning) in found.iter_mut().enumerate() {
            *meaning = meaning.take().or_else(|| sight.meaning(index));
        }
    }
    tell_apart(before, moves, &mut found);
    found
}

/// Moves that would mean the same: if one of them changes one more cell, it goes there.
fn tell_apart(before: &Picture, moves: &[Candidate], found: &mut [Option<Meaning>]) {
    let mut same: BTreeMap<(usize, Option<usize>, usize), Vec<usize>> = BTreeMap::new();
    for (index, meaning) in found.iter().enumerate() {
        if let Some(Meaning { grid, from, to, .. }) = meaning {
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
                found[index] = Some(Meaning { grid, from: Some(to), to: other, zone: vec![other] });
            }
        }
    }
}

/// The cells whose contents differ.
fn changes(before: &Grid, after: &Grid) -> BTreeSet<usize> {
    let cells = before.cells.iter().zip(&after.cells).enumerate();
    cells.filter(|(_, (before, after))| before.contents != after.contents).map(|(cell, _)| cell).collect()
}

/// A role's moves as they are seen on one board.
struct Sight<'p> {
    board: &'p Board,
    number: usize,
    before: &'p Grid,
    role: usize,
    moves: &'p [Candidate],
    /// What each move changes, and which of it other moves would not.
    effects: Vec<Option<Effect>>,
}

struct Effect {
    changed: BTreeSet<usize>,
    own: BTreeSet<usize>,
}

impl<'p> Sight<'p> {
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

    fn meaning(&self, index: usize) -> Option<Meaning> {
        let args = &self.moves[index].term.args;
        // A move without words that is the only one is a wait, and what changes is not its doing.
        if args.is_empty() && self.moves.len() == 1 {
            return None;
        }
        let named = self.named(args);
        let seen =
            |cell: usize| self.effects[index].as_ref().is_none_or(|effect| effect.changed.contains(&cell));
        match *named.as_slice() {
            [from, to] if from != to && seen(from) && seen(to) => return Some(self.way(Some(from), to)),
            [to] if args.len() != 3 && seen(to) => return Some(self.way(None, to)),
            _ => {}
        }
        let by_effect = self.effects[index].as_ref().and_then(|effect| self.by_effect(index, effect));
        by_effect.or_else(|| match *named.as_slice() {
            [from, to] if from != to => Some(self.way(Some(from), to)),
            [to] => Some(self.way(None, to)),
            _ => None,
        })
    }

    fn way(&self, from: Option<usize>, to: usize) -> Meaning {
        Meaning { grid: self.number, from, to, zone: vec![to] }
    }

    /// The cells whose column and row stand beside each other in a move's words.
    fn named(&self, args: &[String]) -> Vec<usize> {
        let mut cells = Vec::new();
        // Only cells have both.
        let mut rest = if self.board.reading == Reading::Cells { args } else { &[] };
        while let [column, row, ..] = rest {
            let place = Coordinate::read(column).zip(Coordinate::read(row));
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

    fn by_effect(&self, index: usize, effect: &Effect) -> Option<Meaning> {
        let after = &self.moves[index].after.as_ref()?.grids[self.number];
        if let Some((from, to)) = self.slide(after, effect) {
            return Some(self.way(Some(from), to));
        }
        let appears =
            |&&cell: &&usize| self.visible(after, cell).any(|content| !has(self.before, cell, content));
        let to = match self.board.reading {
            // Who takes things from a heap takes the one that is pointed at and all to the right of it.
            Reading::Heaps => effect.changed.first(),
            _ => only(effect.own.iter().filter(appears)).or_else(|| only(effect.own.iter())),
        };
        let &to = to?;
        let zone = match self.moves[index].term.args.as_slice() {
            [column] if *column == after.cells[to].column && after.rows.len() > 1 => {
                (0..after.cells.len()).filter(|&cell| after.cells[cell].column == *column).collect()
            }
            _ => vec![to],
        };
        Some(Meaning { grid: self.number, from: None, to, zone })
    }

    /// The way of the one piece that leaves a cell and arrives at another, if the role decides on that; of several the role's own.
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

    /// What is in a cell, blanks left out.
    fn visible<'g>(&self, grid: &'g Grid, cell: usize) -> impl Iterator<Item = &'g str> {
        let contents = grid.cells[cell].contents.iter().map(String::as_str);
        contents.filter(|content| !super::BLANK.contains(content))
    }
}

fn has(grid: &Grid, cell: usize, content: &str) -> bool {
    grid.cells[cell].contents.iter().any(|known| known == content)
}

/// The only item.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}
