use game::{Game, Pieces};

use crate::evaluator::{half_range, scaled};
use crate::key::Key;
use crate::{Entry, Evaluator, EvaluatorSpec, Meter, SearchRng, Status};

/// The greatest length of a line that the board itself suggests.
const USUAL: usize = 4;

const LENGTH: Key<Option<usize>> = Key::optional_integer(
    "length",
    1..=64,
    "cells in a line; without it as many as the shorter side of the board has, but at most four",
);

pub(crate) const ENTRY: Entry = Entry {
    name: "open-lines",
    help: "the lines of the board still open to the role, minus those still open to the other role",
    reference: "Nilsson, Principles of artificial intelligence, Tioga 1980",
    status: Status::Lecture,
    model: None,
    positional: true,
    parameters: &[LENGTH.parameter],
};

/// Open lines: how many lines of the board (parts of columns, rows and diagonals) have no piece of anybody
/// else, minus how many are so for the other role; of several others, for the one who has most.
///
/// On the goal range it is the middle and, for every line more, an even part of the way to the end, where all
/// lines are one's own and no line the other's.
///
/// It works on every game that has [`pieces`](game::Knowledge::pieces) on a board; the lines say something
/// where winning takes one.
///
/// Source: N. J. Nilsson, *Principles of artificial intelligence*, Tioga 1980, on tic-tac-toe.
#[derive(Clone, Debug, Default)]
pub struct OpenLines {
    length: Option<usize>,
    lines: Lines,
    open: Vec<u32>,
}

/// The lines of a board of one size.
#[derive(Clone, Debug, Default)]
struct Lines {
    columns: usize,
    rows: usize,
    length: usize,
    /// The cells of each line, one line after the other.
    cells: Vec<usize>,
}

impl OpenLines {
    /// An evaluator by lines of so many cells; by default as many as the shorter side of the board has, but
    /// at most four.
    pub fn new(length: Option<usize>) -> Self {
        Self { length, ..Self::default() }
    }

    pub(crate) fn from_spec(spec: &EvaluatorSpec) -> Self {
        Self::new(spec.get(LENGTH))
    }

    /// How many cells a line has on such a board.
    fn length_on(&self, pieces: &Pieces) -> usize {
        self.length.unwrap_or(pieces.columns.min(pieces.rows).min(USUAL))
    }

    /// How many lines are open to each of so many roles.
    pub fn open(&mut self, pieces: &Pieces, roles: usize) -> &[u32] {
        let (columns, rows) = (pieces.columns, pieces.rows);
        let length = self.length_on(pieces);
        if (self.lines.columns, self.lines.rows, self.lines.length) != (columns, rows, length) {
            self.lines = Lines::of(columns, rows, length);
        }
        self.open.clear();
        self.open.resize(roles, 0);
        for line in self.lines.cells.chunks_exact(length.max(1)) {
            let mut owners = line.iter().filter_map(|&cell| pieces.cells[cell]);
            match owners.next() {
                None => self.open.iter_mut().for_each(|open| *open += 1),
                Some(owner) if owners.all(|other| other == owner) => self.open[owner] += 1,
                Some(_) => {}
            }
        }
        &self.open
    }

    /// The lines open to a role minus those open to the other.
    pub fn difference(&mut self, pieces: &Pieces, roles: usize, role: usize) -> i64 {
        let open = self.open(pieces, roles);
        let others = open.iter().enumerate().filter(|&(other, _)| other != role).map(|(_, &open)| open);
        i64::from(open[role]) - i64::from(others.max().unwrap_or(0))
    }
}

impl Lines {
    fn of(columns: usize, rows: usize, length: usize) -> Self {
        let mut cells = Vec::new();
        for (across, down) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for start in 0..columns * rows {
                let (column, row) = ((start % columns) as isize, (start / columns) as isize);
                let last = length as isize - 1;
                let (end_column, end_row) = (column + across * last, row + down * last);
                // A line of one cell runs in no direction.
                let fits =
                    (0..columns as isize).contains(&end_column) && (0..rows as isize).contains(&end_row);
                if fits && (length > 1 || (across, down) == (0, 1)) {
                    let step = |i: isize| (row + i * down) * columns as isize + column + i * across;
                    cells.extend((0..=last).map(|i| step(i) as usize));
                }
            }
        }
        Self { columns, rows, length, cells }
    }

    fn count(&self) -> usize {
        self.cells.len() / self.length.max(1)
    }
}

impl<G: Game> Evaluator<G> for OpenLines {
    fn evaluate(&mut self, game: &G, state: &G::State, role: usize, _: &mut Meter, _: &mut SearchRng) -> f64 {
        // None is possible only where nobody asked for objections: it says nothing.
        let pieces = game.knowledge().pieces(state);
        let difference = pieces.map_or(0, |pieces| self.difference(&pieces, game.roles(), role));
        scaled(game, difference as f64 / self.lines.count().max(1) as f64)
    }

    fn objection(&self, game: &G) -> Option<String> {
        let Some(Pieces { columns, rows, .. }) = game.knowledge().pieces(&game.initial()) else {
            return Some(
                "open-lines needs pieces on a board of columns and rows; playouts and zero do not".to_owned(),
            );
        };
        let length = self.length.filter(|&length| length > columns.max(rows))?;
        Some(format!(
            "no line of {length} fits on a board of {columns} columns and {rows} rows; give open-lines a smaller length"
        ))
    }

    fn unit(&self, game: &G) -> Option<f64> {
        let pieces = game.knowledge().pieces(&game.initial())?;
        let lines = Lines::of(pieces.columns, pieces.rows, self.length_on(&pieces)).count();
        (lines > 0).then(|| half_range(game) / lines as f64)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use game::{Choices, MnkGame, Tree};

    use super::*;
    use crate::testing::{decide, rules};
    use crate::{Budget, SearchError};

    /// All states after a move, one for each class of boards that rotations and reflections turn into
    /// one another.
    fn after<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
        let mut classes = BTreeSet::new();
        let mut children = Vec::new();
        for joint in Choices::of(game, state).joint_moves() {
            let child = game.next(state, &joint);
            if classes.insert(least_twin(&game.knowledge().pieces(&child).unwrap())) {
                children.push(child);
            }
        }
        children
    }

    /// The first in order of the eight boards that a square board can be turned into.
    fn least_twin(board: &Pieces) -> Vec<Option<usize>> {
        let n = board.columns;
        let turn = |cells: &[Option<usize>]| -> Vec<Option<usize>> {
            (0..n * n).map(|at| cells[(n - 1 - at % n) * n + at / n]).collect()
        };
        let flip = |cells: &[Option<usize>]| -> Vec<Option<usize>> {
            (0..n * n).map(|at| cells[at / n * n + n - 1 - at % n]).collect()
        };
        let turned = std::iter::successors(Some(board.cells.clone()), |cells| Some(turn(cells))).take(4);
        turned.flat_map(|cells| [flip(&cells), cells]).min().unwrap()
    }

    /// For each first move up to symmetry, by its cell: the open lines of both after each reply up to
    /// symmetry, sorted.
    fn lecture<G: Game>(game: &G) -> BTreeMap<usize, Vec<[u32; 2]>> {
        let first = after(game, &game.initial()).into_iter().map(|state| {
            let cell =
                game.knowledge().pieces(&state).unwrap().cells.iter().position(Option::is_some).unwrap();
            let mut replies: Vec<[u32; 2]> = after(game, &state)
                .iter()
                .map(|reply| {
                    let pieces = game.knowledge().pieces(reply).unwrap();
                    let open = OpenLines::new(None).open(&pieces, 2).to_vec();
                    let difference = OpenLines::new(None).difference(&pieces, 2, 0);
                    assert_eq!(difference, i64::from(open[0]) - i64::from(open[1]));
                    [open[0], open[1]]
                })
                .collect();
            replies.sort_unstable();
            (cell, replies)
        });
        first.collect()
    }

    #[test]
    fn tic_tac_toe_has_the_lectures_figures_on_the_board_and_by_the_rulesheet() {
        let native = MnkGame::new(3, 3, 3).unwrap();
        let moves = lecture(&native);
        assert_eq!(moves, lecture(&rules("tictactoe")));
        let mut figures: Vec<Vec<[u32; 2]>> = moves.into_values().collect();
        figures.sort_by_key(Vec::len);
        let [centre, a, b] = figures.as_slice() else { panic!("three first moves up to symmetry") };
        assert_eq!(centre, &[[5, 4], [6, 4]]);
        let corner = vec![[4, 5], [5, 5], [5, 5], [6, 5], [6, 5]];
        let edge = vec![[4, 6], [5, 6], [5, 6], [6, 6], [6, 6]];
        assert_eq!(BTreeSet::from([a, b]), BTreeSet::from([&corner, &edge]));
    }

    #[test]
    fn minimax_at_two_plies_takes_the_centre() {
        let check = |values: Vec<Option<f64>>, best: Option<f64>| {
            // A line more is worth 50 / 8: -1 for a corner, -2 for an edge, 1 for the centre.
            let [corner, edge, centre] = [43.75, 37.5, 56.25].map(Some);
            assert_eq!(values, [corner, edge, corner, edge, centre, edge, corner, edge, corner]);
            assert_eq!(best, centre);
        };
        for spec in ["minimax(depth=2,eval=open-lines)", "minimax(depth=2,eval=open-lines(3))"] {
            let decision = decide(spec, &rules("tictactoe"), &Budget::default()).unwrap();
            check(decision.moves.iter().map(|estimate| estimate.value).collect(), decision.value);
        }
    }

    #[test]
    fn boards_have_so_many_lines() {
        let count = |columns, rows, length| Lines::of(columns, rows, length).count();
        assert_eq!([count(3, 3, 3), count(7, 6, 4), count(15, 15, 5)], [8, 69, 572]);
        assert_eq!([count(3, 3, 1), count(2, 3, 3), count(4, 1, 4), count(2, 2, 3)], [9, 2, 1, 0]);
    }

    #[test]
    fn the_length_is_read_from_the_board_but_is_at_most_four() {
        let mut open = OpenLines::new(None);
        let mut count = |columns, rows| {
            open.open(&Pieces { columns, rows, cells: vec![None; columns * rows] }, 2).to_vec()
        };
        assert_eq!([count(3, 3), count(7, 6), count(4, 4)], [[8, 8], [69, 69], [10, 10]]);
    }

    #[test]
    fn of_several_others_the_one_with_most_open_lines_counts() {
        let cells = [Some(0), None, None, Some(1), Some(1), None, Some(2), None, None];
        let board = Pieces { columns: 3, rows: 3, cells: cells.to_vec() };
        let mut lines = OpenLines::new(None);
        // The top row is open to 0; the middle row and the middle column to 1; the bottom row to 2; the right
        // column to all.
        assert_eq!(lines.open(&board, 3), [2, 3, 2]);
        assert_eq!([0, 1, 2].map(|role| lines.difference(&board, 3, role)), [-1, 1, -1]);
    }

    #[test]
    fn games_without_a_board_and_lines_that_do_not_fit_are_refused_with_advice() {
        let tree = Tree::from_brackets("((1 2) (3 4))").unwrap();
        let refusal = decide("minimax(depth=1,eval=open-lines)", &tree, &Budget::default()).unwrap_err();
        assert!(
            matches!(&refusal, SearchError::Inapplicable { why, .. } if why.contains("playouts and zero"))
        );
        let spec = "alpha-beta(depth=1,eval=open-lines(5))";
        let refusal = decide(spec, &rules("tictactoe"), &Budget::default()).unwrap_err();
        assert!(refusal.to_string().contains("smaller length"));
    }
}
