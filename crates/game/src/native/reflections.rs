use super::BoardState;

/// Some reflections of a board that lead, one after the other, through all images of a state.
///
/// Each reflection is a few exchanges of cells with others farther up (Warren, *Hacker's Delight*, 2003).
#[derive(Clone, Debug)]
pub(super) struct Reflections {
    way: Vec<Vec<Exchange>>,
}

/// Exchanges the cells of a set with those that lie so many bits higher.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    lower: u64,
    shift: u8,
}

impl Reflections {
    /// Those that bring left to right and back, where each column is `pitch` bits.
    pub(super) fn sideways(columns: u8, rows: u8, pitch: u8) -> Self {
        Self { way: vec![columns_reversed(columns, rows, pitch)] }
    }

    /// All those of a rectangle, four images, or of a square, eight.
    pub(super) fn all(columns: u8, rows: u8, pitch: u8) -> Self {
        let sideways = columns_reversed(columns, rows, pitch);
        let upside_down = rows_reversed(columns, rows, pitch);
        let mut way = vec![sideways.clone(), upside_down, sideways];
        if columns == rows {
            let first = way.clone();
            way.push(transposed(columns, pitch));
            way.extend(first);
        }
        Self { way }
    }

    /// The image of a state whose pieces are the least numbers. Who is in control stays so.
    #[inline]
    pub(super) fn least(&self, state: &BoardState) -> BoardState {
        let mut image = state.pieces;
        let mut least = image;
        for reflection in &self.way {
            for &exchange in reflection {
                image = image.map(|set| exchange.apply(set));
            }
            least = least.min(image);
        }
        BoardState { pieces: least, ..*state }
    }
}

impl Exchange {
    #[inline]
    fn apply(self, set: u64) -> u64 {
        let Self { lower, shift } = self;
        let differ = (set ^ set >> shift) & lower;
        set ^ differ ^ differ << shift
    }
}

fn columns_reversed(columns: u8, rows: u8, pitch: u8) -> Vec<Exchange> {
    let column = u64::MAX >> (64 - rows);
    let exchange =
        |left: u8| Exchange { lower: column << (left * pitch), shift: (columns - 1 - 2 * left) * pitch };
    (0..columns / 2).map(exchange).collect()
}

fn rows_reversed(columns: u8, rows: u8, pitch: u8) -> Vec<Exchange> {
    let floor = (0..columns).fold(0_u64, |floor, column| floor | 1 << (column * pitch));
    (0..rows / 2).map(|low| Exchange { lower: floor << low, shift: rows - 1 - 2 * low }).collect()
}

/// Columns become rows: each diagonal above the main one is exchanged with one below.
fn transposed(size: u8, pitch: u8) -> Vec<Exchange> {
    let diagonal =
        |above: u8| (0..size - above).fold(0, |cells, column| cells | 1 << (column * (pitch + 1) + above));
    (1..size).map(|above| Exchange { lower: diagonal(above), shift: above * (pitch - 1) }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same cell by cell: `to` says where each cell goes.
    fn image(state: &BoardState, cells: [u8; 3], to: impl Fn(u8, u8) -> (u8, u8)) -> BoardState {
        let [columns, rows, pitch] = cells;
        let of = |set: u64| {
            let of_board = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
            let taken = of_board.filter(|(column, row)| set >> (column * pitch + row) & 1 == 1);
            taken
                .map(|(column, row)| to(column, row))
                .fold(0, |set, (column, row)| set | 1 << (column * pitch + row))
        };
        BoardState { pieces: state.pieces.map(of), ..*state }
    }

    fn images(state: &BoardState, board: [u8; 3]) -> Vec<BoardState> {
        let [columns, rows, _] = board;
        let (right, top) = (columns - 1, rows - 1);
        let mut images = vec![
            *state,
            image(state, board, |column, row| (right - column, row)),
            image(state, board, |column, row| (column, top - row)),
            image(state, board, |column, row| (right - column, top - row)),
        ];
        if columns == rows {
            let first = images.clone();
            images.extend(first.iter().map(|state| image(state, board, |column, row| (row, column))));
        }
        images
    }

    fn state(board: [u8; 3], pieces: [u64; 2], control: u8) -> BoardState {
        image(&BoardState { pieces: [pieces[0] & !pieces[1], pieces[1]], control }, board, |column, row| {
            (column, row)
        })
    }

    proptest! {
        #[test]
        fn the_least_image_is_the_least_of_all_images(pieces: [u64; 2], control in 0..2_u8, board in 0..8_usize) {
            let board = [[3, 3, 3], [8, 8, 8], [5, 4, 4], [4, 5, 5], [4, 4, 8], [6, 6, 8], [1, 9, 9], [64, 1, 1]][board];
            let [columns, rows, pitch] = board;
            let state = state(board, pieces, control);
            let all = images(&state, board);
            let least = all.iter().min_by_key(|image| image.pieces).unwrap();
            let reflections = Reflections::all(columns, rows, pitch);
            prop_assert_eq!(reflections.least(&state), *least);
            for image in &all {
                prop_assert_eq!(reflections.least(image), *least);
            }
        }

        #[test]
        fn sideways_there_are_two_images(pieces: [u64; 2], control in 0..2_u8, board in 0..3_usize) {
            let board = [[7, 6, 7], [4, 4, 5], [5, 9, 10]][board];
            let [columns, rows, pitch] = board;
            let state = state(board, pieces, control);
            let other = image(&state, board, |column, row| (columns - 1 - column, row));
            let least = if state.pieces < other.pieces { state } else { other };
            let reflections = Reflections::sideways(columns, rows, pitch);
            prop_assert_eq!([reflections.least(&state), reflections.least(&other)], [least; 2]);
        }
    }
}
