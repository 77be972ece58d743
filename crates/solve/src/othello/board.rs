use std::array::from_fn;

/// A board of `SIZE` columns and rows, 4, 6 or 8, as sets of bits.
///
/// Rows follow one another from the lowest bits. Below eight columns a bit that stays empty ends each row, so
/// that no run of discs goes on in the next row; the four shifts are constants.
pub(super) struct Board<const SIZE: usize>;

/// Bits from each cell to the next row.
pub(super) const fn pitch(size: usize) -> usize {
    if size < 8 { size + 1 } else { 8 }
}

/// The cells of a board whose column and row hold what is asked.
const fn cells(size: usize, inner_columns: bool, inner_rows: bool) -> u64 {
    let (mut set, mut row) = (0, 0);
    while row < size {
        let mut column = 0;
        while column < size {
            let (side, end) = (column == 0 || column == size - 1, row == 0 || row == size - 1);
            if !(inner_columns && side || inner_rows && end) {
                set |= 1 << (row * pitch(size) + column);
            }
            column += 1;
        }
        row += 1;
    }
    set
}

/// The cells one step from each cell.
const fn neighbours(size: usize) -> [u64; 64] {
    let (mut of, mut cell) = ([0; 64], 0);
    let board = cells(size, false, false);
    while cell < 64 {
        let bit = 1_u64 << cell;
        if board & bit != 0 {
            let column = cell % pitch(size);
            let mut line = bit;
            if column > 0 {
                line |= bit >> 1;
            }
            if column + 1 < size {
                line |= bit << 1;
            }
            of[cell] = (line | line << pitch(size) | line >> pitch(size)) & board & !bit;
        }
        cell += 1;
    }
    of
}

impl<const SIZE: usize> Board<SIZE> {
    /// All cells.
    pub(super) const CELLS: u64 = cells(SIZE, false, false);
    /// How many there are.
    pub(super) const COUNT: i32 = (SIZE * SIZE) as i32;
    /// The corners.
    pub(super) const CORNERS: u64 = Self::CELLS & !cells(SIZE, true, false) & !cells(SIZE, false, true);
    /// The cells next to each cell.
    pub(super) const NEIGHBOURS: [u64; 64] = neighbours(SIZE);
    /// The steps along a row, the two diagonals and a column.
    pub(super) const STEPS: [u32; 4] = {
        let pitch = pitch(SIZE) as u32;
        [1, pitch - 1, pitch + 1, pitch]
    };
    /// What a run along each step may lie on: not on the cells from which the step leads to another row's
    /// other side.
    const INNER: [u64; 4] = {
        let inner = if SIZE < 8 { u64::MAX } else { cells(SIZE, true, false) };
        [inner, inner, inner, u64::MAX]
    };
    /// What a step towards higher bits, and one towards lower bits, comes to without leaving the row at
    /// its side.
    pub(super) const ENTERED: [[u64; 4]; 2] = {
        let (mut first, mut row) = (0, 0);
        while row < SIZE {
            first |= 1_u64 << (row * pitch(SIZE));
            row += 1;
        }
        let (right, left) = (Self::CELLS & !first, Self::CELLS & !(first << (SIZE - 1)));
        [[right, left, right, Self::CELLS], [left, right, left, Self::CELLS]]
    };
    /// The cells from which one of the two ways along each step leads off the board.
    pub(super) const EDGES: [u64; 4] = {
        let (columns, rows) = (!cells(SIZE, true, false), !cells(SIZE, false, true));
        [
            columns & Self::CELLS,
            (columns | rows) & Self::CELLS,
            (columns | rows) & Self::CELLS,
            rows & Self::CELLS,
        ]
    };

    /// The discs of `inside` in unbroken runs from the `from` cells along each step, towards higher bits and
    /// towards lower ones.
    #[inline(always)]
    fn runs(from: u64, inside: u64) -> [[u64; 4]; 2] {
        let up = from_fn(|way| {
            let (step, inside) = (Self::STEPS[way], inside & Self::INNER[way]);
            let run = inside & from << step;
            let run = run | inside & run << step;
            // A run of up to four discs is complete; on eight columns it takes another pair.
            let pairs = inside & inside << step;
            let run = run | pairs & run << (2 * step);
            if SIZE < 8 { run } else { run | pairs & run << (2 * step) }
        });
        let down = from_fn(|way| {
            let (step, inside) = (Self::STEPS[way], inside & Self::INNER[way]);
            let run = inside & from >> step;
            let run = run | inside & run >> step;
            let pairs = inside & inside >> step;
            let run = run | pairs & run >> (2 * step);
            if SIZE < 8 { run } else { run | pairs & run >> (2 * step) }
        });
        [up, down]
    }

    /// The cells where the side of `own` can place a disc.
    #[inline(always)]
    pub(super) fn moves(own: u64, other: u64) -> u64 {
        let [up, down] = Self::runs(own, other);
        let ends: [u64; 4] = from_fn(|way| up[way] << Self::STEPS[way] | down[way] >> Self::STEPS[way]);
        union(ends) & Self::CELLS & !(own | other)
    }

    /// The discs that a disc placed in a cell, which is empty, flips.
    #[inline(always)]
    pub(super) fn flips(cell: u32, own: u64, other: u64) -> u64 {
        let [up, down] = Self::runs(1 << cell, other);
        let closed = |run: u64, end: u64| if end & own != 0 { run } else { 0 };
        union(from_fn(|way| {
            let step = Self::STEPS[way];
            closed(up[way], up[way] << step) | closed(down[way], down[way] >> step)
        }))
    }

    /// The empty cells.
    #[inline(always)]
    pub(super) fn empty(own: u64, other: u64) -> u64 {
        Self::CELLS & !(own | other)
    }

    /// The discs of both sides after a disc in a cell, those of the side that moves next first.
    #[inline(always)]
    pub(super) fn after(cell: u32, own: u64, other: u64) -> (u64, u64) {
        let flips = Self::flips(cell, own, other);
        (other ^ flips, own | flips | 1 << cell)
    }

    /// The cells around those of a set.
    #[inline(always)]
    pub(super) fn around(set: u64) -> u64 {
        let [up, down] = Self::ENTERED;
        Self::CELLS
            & union(from_fn(|way| set << Self::STEPS[way] & up[way] | set >> Self::STEPS[way] & down[way]))
    }
}

#[inline(always)]
fn union(sets: [u64; 4]) -> u64 {
    sets[0] | sets[1] | sets[2] | sets[3]
}

/// By how many discs a side has more.
#[inline(always)]
pub(super) fn difference(own: u64, other: u64) -> i32 {
    own.count_ones() as i32 - other.count_ones() as i32
}

/// The cells of a set one by one, from the lowest.
#[inline(always)]
pub(super) fn each(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}
