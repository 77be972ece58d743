use std::collections::{BTreeMap, BTreeSet, HashMap};

use game::{Board, BoardReading, Coordinate, Fluent};
use gdl::{Interrupt, Interrupted};
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
    /// The cells that a player may point at if no piece leaves a cell: `to`, or the whole column that a disc
    /// is dropped into.
    pub zone: Vec<usize>,
}

/// The cells of a board whose contents change, with their contents afterwards.
pub(crate) type Changes = BTreeMap<usize, Vec<String>>;

/// A legal move whose cells are wanted: its term, and what changes on each board if that is known.
pub(crate) struct Candidate {
    pub(crate) term: Fluent,
    pub(crate) after: Option<Vec<Changes>>,
}

/// The cells of each legal move of `role` on the picture of the state before it; none for a move that is
/// about no board. `boards` are those of the picture's grids.
///
/// The cells follow from the coordinates among a move's arguments, and from the cells that the move changes.
/// Where both are known they must agree. A change that all moves of the role have in common is not counted as
/// the move's own.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn move_cells(
    boards: &[Board],
    before: &Picture,
    role: usize,
    moves: &[Candidate],
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Option<MoveCells>>, Interrupted> {
    let mut found: Vec<Option<MoveCells>> = vec![None; moves.len()];
    for (number, board) in boards.iter().enumerate() {
        let moves = BoardMoves::new(board, number, &before.grids[number], role, moves);
        for (index, cells) in found.iter_mut().enumerate() {
            interrupt.check_now()?;
            *cells = cells.take().or_else(|| moves.cells(index));
        }
    }
    separate(moves, &mut found);
    Ok(found)
}

/// Separates moves with the same cells: a move that changes exactly one other cell is made to go there.
fn separate(moves: &[Candidate], found: &mut [Option<MoveCells>]) {
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
            let mut others = after[grid].keys().copied().filter(|&cell| cell != to);
            if let (Some(other), None) = (others.next(), others.next()) {
                found[index] = Some(MoveCells { grid, from: Some(to), to: other, zone: vec![other] });
            }
        }
    }
}

/// A role's moves on one board.
struct BoardMoves<'p> {
    board: &'p Board,
    number: usize,
    before: &'p Grid,
    role: usize,
    moves: &'p [Candidate],
    /// What each move changes; none if the state after it is not known.
    effects: Vec<Option<Effect<'p>>>,
}

/// The cells that a move changes.
struct Effect<'p> {
    changed: &'p Changes,
    /// Those that would be different after another move of the role.
    own: BTreeSet<usize>,
}

impl<'p> BoardMoves<'p> {
    fn new(board: &'p Board, number: usize, before: &'p Grid, role: usize, moves: &'p [Candidate]) -> Self {
        let after = |index: usize| Some(&moves[index].after.as_ref()?[number]);
        // After how many moves a cell has the same new contents.
        let mut alike: HashMap<(usize, &[String]), usize> = HashMap::new();
        let known: Vec<&'p Changes> = (0..moves.len()).filter_map(after).collect();
        for (&cell, contents) in known.iter().copied().flatten() {
            *alike.entry((cell, contents)).or_default() += 1;
        }
        let effect = |index: usize| {
            let changed = after(index)?;
            let differs = |cell: usize, contents: &[String]| alike[&(cell, contents)] < known.len();
            let own = changed.iter().filter(|(cell, contents)| moves.len() == 1 || differs(**cell, contents));
            Some(Effect { changed, own: own.map(|(&cell, _)| cell).collect() })
        };
        let effects = (0..moves.len()).map(effect).collect();
        Self { board, number, before, role, moves, effects }
    }

    fn cells(&self, index: usize) -> Option<MoveCells> {
        let args = &self.moves[index].term.args;
        // The only move of a role, without arguments, is a wait; what changes is the others' doing.
        if args.is_empty() && self.moves.len() == 1 {
            return None;
        }
        let named = self.named(args);
        let seen = |cell: usize| {
            self.effects[index].as_ref().is_none_or(|effect| effect.changed.contains_key(&cell))
        };
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
    fn by_effect(&self, index: usize, effect: &Effect<'_>) -> Option<MoveCells> {
        if let Some((from, to)) = self.slide(effect) {
            return Some(self.at(Some(from), to));
        }
        let appears = |&&cell: &&usize| {
            self.visible(&effect.changed[&cell])
                .any(|content| !has(&self.before.cells[cell].contents, content))
        };
        let to = match self.board.reading() {
            // The object that is pointed at is taken, and all to the right of it.
            BoardReading::Heaps => effect.changed.keys().next(),
            _ => only(effect.own.iter().filter(appears)).or_else(|| only(effect.own.iter())),
        };
        let &to = to?;
        let Grid { cells, rows, .. } = self.before;
        let zone = match self.moves[index].term.args.as_slice() {
            [column] if *column == cells[to].column && rows.len() > 1 => {
                (0..cells.len()).filter(|&cell| cells[cell].column == *column).collect()
            }
            _ => vec![to],
        };
        Some(MoveCells { grid: self.number, from: None, to, zone })
    }

    /// The two cells of the one piece that leaves the first and arrives at the second, if that depends on the
    /// role's choice. Of several such pieces it is the role's own.
    fn slide(&self, effect: &Effect<'_>) -> Option<(usize, usize)> {
        let contents =
            || effect.changed.iter().map(|(&cell, after)| (cell, &self.before.cells[cell].contents, after));
        // Where each piece arrives, and where it does so by the role's choice.
        let mut arriving: HashMap<&str, [Vec<usize>; 2]> = HashMap::new();
        for (to, before, after) in contents() {
            for content in self.visible(after).filter(|content| !has(before, content)) {
                let [all, own] = arriving.entry(content).or_default();
                if all.last() != Some(&to) {
                    all.push(to);
                    own.extend(effect.own.get(&to));
                }
            }
        }
        let slides = |is_wanted: &dyn Fn(&str) -> bool| {
            let leaving = contents().flat_map(|(from, before, after)| {
                self.visible(before)
                    .filter(|content| !has(after, content))
                    .map(move |content| (from, content))
            });
            let slides = leaving.filter(|(_, content)| is_wanted(content)).filter_map(|(from, content)| {
                let [all, own] = arriving.get(content)?;
                let to = if effect.own.contains(&from) { all } else { own };
                Some(to.iter().map(move |&to| (from, to)))
            });
            only(slides.flatten())
        };
        let owned = |content: &str| {
            let content = self.before.contents.iter().find(|known| known.name == content);
            content.is_some_and(|content| content.owner == Some(self.role))
        };
        slides(&owned).or_else(|| slides(&|_| true))
    }

    /// What is in a cell, without what stands for an empty one.
    fn visible<'c>(&self, contents: &'c [String]) -> impl Iterator<Item = &'c str> {
        let blank = self.board.blank();
        contents.iter().map(String::as_str).filter(move |&content| blank != Some(content))
    }
}

fn has(contents: &[String], content: &str) -> bool {
    contents.iter().any(|known| known == content)
}

/// The only item, if there is exactly one.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}
