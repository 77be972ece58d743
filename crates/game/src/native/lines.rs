/// The lines of so many cells on a board whose cells are numbered column by column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    length: u8,
    /// Columns, rows, rising and falling diagonals.
    directions: [Direction; 4],
}

/// A direction that lines run in.
#[derive(Clone, Copy, Debug)]
struct Direction {
    /// From one cell's bit to the next; 0 if no line runs this way.
    shift: u8,
    /// The cells that a line begins in, a bit each.
    starts: u64,
}

impl Lines {
    /// The lines of `length` cells, at least one, on a board of `columns` and `rows`, at most 64 cells.
    pub(super) const fn of(columns: u8, rows: u8, length: u8) -> Self {
        let mut directions = [Direction { shift: 0, starts: 0 }; 4];
        let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let mut d = 0;
        while d < 4 {
            let (across, up) = steps[d];
            let mut cell = 0;
            while cell < columns * rows {
                let column = (cell / rows) as i16 + across * (length as i16 - 1);
                let row = (cell % rows) as i16 + up * (length as i16 - 1);
                if column < columns as i16 && 0 <= row && row < rows as i16 {
                    directions[d].shift = (across * rows as i16 + up) as u8;
                    directions[d].starts |= 1 << cell;
                }
                cell += 1;
            }
            d += 1;
        }
        Self { length, directions }
    }

    /// Whether there is a line within `cells`. Runs of cells are found from runs half as long.
    #[inline(always)]
    pub(super) fn any(&self, cells: u64) -> bool {
        let mut lines = 0;
        for Direction { shift, starts } in self.directions {
            let mut runs = cells;
            let mut length = 1;
            while length < self.length {
                let step = Ord::min(length, self.length - length);
                runs &= runs >> (step * shift);
                length += step;
            }
            lines |= runs & starts;
        }
        lines != 0
    }
}
