/// Columns of the board.
pub(super) const COLUMNS: usize = 7;
const ROWS: usize = 6;
/// Bits of a column: one above its cells stays empty, so that lines do not go on in the next column.
const STRIDE: usize = ROWS + 1;
/// The distances between neighbours: up, along a row, along both diagonals.
const DIRECTIONS: [usize; 4] = [1, STRIDE, STRIDE - 1, STRIDE + 1];
/// All cells.
const BOARD: u64 = bottom() * ((1 << ROWS) - 1);
/// Columns from the middle, which more lines lead through, to the sides.
const ORDER: [usize; COLUMNS] = [3, 2, 4, 1, 5, 0, 6];
/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 21;

const fn bottom() -> u64 {
    let (mut cells, mut column) = (0, 0);
    while column < COLUMNS {
        cells |= 1 << (column * STRIDE);
        column += 1;
    }
    cells
}

/// The cells of a column.
const fn cells(column: usize) -> u64 {
    ((1 << ROWS) - 1) << (column * STRIDE)
}

/// A position of connect four, seven columns and six rows, in which nobody has won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Position {
    /// The discs of the side to move.
    own: u64,
    /// All discs.
    discs: u64,
}

impl Position {
    /// Discs on the board.
    pub(super) fn plies(self) -> usize {
        self.discs.count_ones() as usize
    }

    /// Whether a disc fits into a column.
    pub(super) fn is_open(self, column: usize) -> bool {
        self.landing() & cells(column) != 0
    }

    /// The position after a move in an open column.
    pub(super) fn after(self, column: usize) -> Self {
        self.with(self.landing() & cells(column))
    }

    /// Whether the side to move wins with its next disc.
    pub(super) fn wins_at_once(self) -> bool {
        completing(self.own) & self.landing() != 0
    }

    /// The position with one more disc, seen by the other side.
    fn with(self, disc: u64) -> Self {
        Self { own: self.own ^ self.discs, discs: self.discs | disc }
    }

    /// The cells where the next disc of each column lands.
    fn landing(self) -> u64 {
        (self.discs + bottom()) & BOARD
    }

    /// A number that no other position has: in each column, own discs below a one that marks its top.
    fn key(self) -> u64 {
        self.own + self.discs + bottom()
    }
}

/// The cells, taken or not, that make four in a row with discs of a side.
fn completing(discs: u64) -> u64 {
    // Three above one another have one place only.
    let mut cells = (discs << 1) & (discs << 2) & (discs << 3);
    for distance in &DIRECTIONS[1..] {
        for (ahead, behind) in [(shift_up, shift_down), (shift_down, shift_up)] as [(Shift, Shift); 2] {
            let pair = ahead(discs, *distance) & ahead(discs, 2 * distance);
            cells |= pair & ahead(discs, 3 * distance);
            cells |= pair & behind(discs, *distance);
        }
    }
    cells & BOARD
}

type Shift = fn(u64, usize) -> u64;

fn shift_up(cells: u64, distance: usize) -> u64 {
    cells << distance
}

fn shift_down(cells: u64, distance: usize) -> u64 {
    cells >> distance
}

/// Solves positions: 1 if the side to move wins, 0 for a draw, -1 if it loses.
///
/// Alpha-beta with a table; moves that let the other side win at once are left out, and those that make the most threats come first. These are the
/// methods of J. D. Allen and V. Allis (1988), as far as a search alone has use for them.
pub(super) struct Solver {
    /// For each position with this remainder its key, and above it bounds of its value, each plus 1 in two bits: the least and the greatest.
    table: Vec<u64>,
}

impl Default for Solver {
    fn default() -> Self {
        Self { table: vec![0; ENTRIES] }
    }
}

impl Solver {
    /// The value of a move for the side that makes it.
    pub(super) fn value_of_move(&mut self, position: Position, column: usize) -> i8 {
        let disc = position.landing() & cells(column);
        if completing(position.own) & disc != 0 { 1 } else { -self.value(position.with(disc)) }
    }

    /// The value of a position for the side to move.
    pub(super) fn value(&mut self, position: Position) -> i8 {
        if position.wins_at_once() { 1 } else { self.search(position, -1, 1) }
    }

    /// The value, or a bound beyond the window, of a position in which nobody wins at once. The depth is at most that of the board.
    fn search(&mut self, position: Position, mut alpha: i8, mut beta: i8) -> i8 {
        let threats = completing(position.own ^ position.discs);
        let mut moves = position.landing();
        let forced = moves & threats;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return -1;
            }
            moves = forced;
        }
        // Nobody plays below a cell where the other side would win.
        moves &= !(threats >> 1);
        if moves == 0 {
            return if position.plies() == ROWS * COLUMNS { 0 } else { -1 };
        }
        if position.plies() + 2 >= ROWS * COLUMNS {
            return 0;
        }
        let key = position.key();
        let place = (key % (ENTRIES as u64 - 1)) as usize;
        let (mut least, mut greatest) = (-1, 1);
        if self.table[place] >> 4 == key {
            least = (self.table[place] & 3) as i8 - 1;
            greatest = (self.table[place] >> 2 & 3) as i8 - 1;
            alpha = alpha.max(least);
            beta = beta.min(greatest);
            if alpha >= beta {
                return alpha;
            }
        }
        let mut ordered: [(u32, u64); COLUMNS] = [(0, 0); COLUMNS];
        let mut count = 0;
        for column in ORDER {
            let disc = moves & cells(column);
            if disc != 0 {
                let made = completing(position.own | disc) & !position.discs;
                ordered[count] = (made.count_ones(), disc);
                count += 1;
            }
        }
        // Stable, so that of equal ones the middle stays first.
        ordered[..count].sort_by_key(|&(threats, _)| std::cmp::Reverse(threats));
        let (mut best, start) = (-1, alpha);
        for &(_, disc) in &ordered[..count] {
            best = best.max(-self.search(position.with(disc), -beta, -alpha.max(best)));
            if best >= beta {
                break;
            }
        }
        if best > start {
            least = least.max(best);
        }
        if best < beta {
            greatest = greatest.min(best);
        }
        self.table[place] = key << 4 | ((greatest + 1) as u64) << 2 | (least + 1) as u64;
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(columns: &str) -> Position {
        let columns = columns.bytes().map(|digit| usize::from(digit - b'1'));
        columns.fold(Position::default(), Position::after)
    }

    /// By definition, without any of the solver's ideas.
    fn plain(position: Position) -> i8 {
        let open = (0..COLUMNS).filter(|&column| position.is_open(column));
        let value = |column| {
            let disc = position.landing() & cells(column);
            let won = DIRECTIONS.iter().any(|distance| {
                let discs = position.own | disc;
                let pairs = discs & discs >> distance;
                pairs & pairs >> (2 * distance) != 0
            });
            if won { 1 } else { -plain(position.with(disc)) }
        };
        open.map(value).max().unwrap_or(0)
    }

    #[test]
    fn a_line_in_any_direction_wins() {
        for columns in ["112233", "121212", "12233434414", "76655454474"] {
            assert!(after(columns).wins_at_once(), "{columns}");
            assert_eq!(Solver::default().value(after(columns)), 1);
        }
        assert!(!after("11223").wins_at_once());
        // The top of a column and the bottom of the next are no neighbours.
        assert!(!after("1212112323").wins_at_once());
    }

    #[test]
    fn values_are_those_of_plain_minimax_near_the_end() {
        use rand::seq::IndexedRandom;
        use rand::{Rng, SeedableRng};
        let mut rng = search::SearchRng::seed_from_u64(3);
        let mut solver = Solver::default();
        let mut solved = 0;
        while solved < 200 {
            let mut position = Position::default();
            let plies = 30 + rng.next_u32() as usize % 10;
            while position.plies() < plies && !position.wins_at_once() {
                let open: Vec<usize> = (0..COLUMNS).filter(|&column| position.is_open(column)).collect();
                position = position.after(*open.choose(&mut rng).unwrap());
            }
            if position.wins_at_once() {
                continue;
            }
            assert_eq!(solver.value(position), plain(position), "{position:?}");
            solved += 1;
        }
    }

    #[test]
    fn a_mirror_image_has_the_same_values() {
        let mut solver = Solver::default();
        let mut values = |columns: &str| -> Vec<i8> {
            (0..COLUMNS).map(|column| solver.value_of_move(after(columns), column)).collect()
        };
        let (seen, mut image) = (values("4444422135566722"), values("4444466753322166"));
        image.reverse();
        assert_eq!(seen, image);
    }
}
