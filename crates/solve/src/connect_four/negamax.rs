use search::Meter;

use super::bits::completing;
use super::table::{Known, Table};
use super::{Position, ScoreBounds};

/// Empty cells below which it does not pay to look up all children before one is searched.
const FEW_LEFT: i32 = 6;

/// Positions between two looks at the clock.
const BREATH: u64 = 1 << 12;

/// What is to be found out of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// The sign of the score.
    Winner,
    /// The score.
    Score,
}

/// As many columns as a board can have.
const MOST_COLUMNS: usize = 32;

/// The search of a position on a board whose columns are `PITCH` bits each.
pub(super) struct Negamax<'s, const PITCH: u32> {
    table: &'s mut Table,
    meter: &'s mut Meter,
    nodes: u64,
    /// Those of them that the meter knows of.
    counted: u64,
    /// The number of nodes at which to ask the meter again.
    ask_at: u64,
    stopped: bool,
    floor: u64,
    board: u64,
    cells: u32,
    columns: u32,
    /// Columns from the middle, which most lines lead through, to the sides.
    order: Vec<u32>,
    /// Whether a position can come from this one whose mirror image does too.
    mirrored: bool,
}

impl<'s, const PITCH: u32> Negamax<'s, PITCH> {
    pub(super) fn new(position: &Position, table: &'s mut Table, meter: &'s mut Meter) -> Self {
        let columns = u32::from(position.dimensions().0);
        let mut order: Vec<u32> = (0..columns).collect();
        order.sort_by_key(|&column| (2 * column + 1).abs_diff(columns));
        let mut search = Self {
            table,
            meter,
            nodes: 0,
            counted: 0,
            ask_at: 0,
            stopped: false,
            floor: position.floor(),
            board: position.board(),
            cells: position.cells(),
            columns,
            order,
            mirrored: true,
        };
        let [own, taken] = [position.own, position.taken].map(|set| search.mirror(set));
        // No disc goes away, so where a cell and its mirror image are both taken the discs must be alike.
        search.mirrored = (own ^ position.own) & taken & position.taken == 0;
        search
    }

    /// The score, or bounds on it that tell what was asked, or what is known when the meter is spent.
    pub(super) fn solve(mut self, position: &Position, question: Question) -> ScoreBounds {
        let left = (self.cells - position.plies()) as i32;
        let exactly = |score: i32| ScoreBounds { lower: score as i8, upper: score as i8, nodes: 0 };
        if position.lost() {
            return exactly(-(left + 2) / 2);
        }
        if position.wins_at_once() {
            return exactly((left + 1) / 2);
        }
        let (mut lower, mut upper) = (-left / 2, (left + 1) / 2);
        self.ask();
        while lower < upper && !self.stopped {
            // Who wins is asked first, then how soon, by halves: bounds far from a draw are found soonest.
            let middle = lower + (upper - lower) / 2;
            let alpha = match question {
                _ if lower < 0 && upper > 0 => 0,
                Question::Winner if lower == 0 => 0,
                Question::Winner if upper == 0 => -1,
                Question::Winner => break,
                Question::Score if lower < 0 => middle.min(lower / 2),
                Question::Score => middle.max(upper / 2),
            };
            let bound = self.search(position.own, position.taken, position.plies(), alpha);
            if self.stopped {
                break;
            }
            if bound > alpha { lower = bound } else { upper = bound }
        }
        self.meter.effort.nodes += self.nodes - self.counted;
        ScoreBounds { lower: lower as i8, upper: upper as i8, nodes: self.nodes }
    }

    /// A bound on the score of a position in which the side to move does not win at once: a lower one if it
    /// is above `alpha`, else an upper one. It means nothing when the search has been stopped. The recursion
    /// is no deeper than the board has cells.
    fn search(&mut self, own: u64, taken: u64, plies: u32, alpha: i32) -> i32 {
        self.nodes += 1;
        if self.nodes >= self.ask_at {
            self.ask();
        }
        if self.stopped {
            return 0;
        }
        let other = own ^ taken;
        let empty = self.board & !taken;
        let left = (self.cells - plies) as i32;
        let threats = completing(other, PITCH) & empty;
        let landing = taken.wrapping_add(self.floor) & self.board;
        let forced = landing & threats;
        // Nobody plays below a cell where the other side would win.
        let moves = (if forced == 0 { landing } else { forced }) & !(threats >> 1);
        if moves == 0 || forced & forced.wrapping_sub(1) != 0 {
            return -left / 2;
        }
        if left <= 2 {
            return 0;
        }
        // Neither side wins before its next disc but one.
        let (mut lower, mut upper) = (-(left - 2) / 2, (left - 1) / 2);
        if alpha < lower {
            return lower;
        }
        if alpha >= upper {
            return upper;
        }
        if moves & (moves - 1) == 0 {
            return -self.search(other, taken | moves, plies + 1, -alpha - 1);
        }
        let (key, turned) = self.key(own, taken);
        let mut best = None;
        if let Some(known) = self.table.get(key) {
            (lower, upper) = (known.lower, known.upper);
            if lower > alpha {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            best = Some(if turned { self.columns - 1 - known.column } else { known.column });
        }
        if left >= FEW_LEFT
            && let Some(bound) = self.cut_by_child(other, taken, moves, alpha)
        {
            return bound;
        }
        let mut ordered = [0; MOST_COLUMNS];
        let count = self.sort(own, empty, moves, best, &mut ordered);
        let (mut score, mut column) = (i32::MIN, 0);
        for entry in &ordered[..count] {
            let (candidate, disc) = self.entry(*entry, moves);
            let found = -self.search(other, taken | disc, plies + 1, -alpha - 1);
            if self.stopped {
                return 0;
            }
            if found > score {
                (score, column) = (found, candidate);
            }
            if score > alpha {
                break;
            }
        }
        if score > alpha {
            lower = lower.max(score);
        } else {
            upper = upper.min(score);
        }
        let column = if turned { self.columns - 1 - column } else { column };
        self.table.put(key, Known { lower, upper, column });
        score
    }

    /// A lower bound above `alpha` that the table has by one of the moves, if it has one.
    #[inline(always)]
    fn cut_by_child(&self, other: u64, taken: u64, moves: u64, alpha: i32) -> Option<i32> {
        let mut left = moves;
        while left != 0 {
            let disc = left & left.wrapping_neg();
            left ^= disc;
            let (key, _) = self.key(other, taken | disc);
            if let Some(known) = self.table.get(key)
                && -known.upper > alpha
            {
                return Some(-known.upper);
            }
        }
        None
    }

    /// Sorts the moves: the one that was best before, then by the cells that they leave to win in, then by
    /// the nearness to the middle. Returns how many there are.
    #[inline(always)]
    fn sort(
        &self,
        own: u64,
        empty: u64,
        moves: u64,
        best: Option<u32>,
        ordered: &mut [u16; MOST_COLUMNS],
    ) -> usize {
        let mut count = 0;
        for (place, &column) in self.order.iter().enumerate() {
            let disc = moves & Self::column(column);
            if disc == 0 {
                continue;
            }
            let merit = if best == Some(column) {
                64
            } else {
                (completing(own | disc, PITCH) & (empty ^ disc)).count_ones() as u16
            };
            // The place in the order from the middle tells the column again.
            let entry = merit << 5 | (MOST_COLUMNS - 1 - place) as u16;
            let mut at = count;
            while at > 0 && ordered[at - 1] < entry {
                ordered[at] = ordered[at - 1];
                at -= 1;
            }
            ordered[at] = entry;
            count += 1;
        }
        count
    }

    /// The column of a sorted move, and the cell that it takes.
    #[inline(always)]
    fn entry(&self, entry: u16, moves: u64) -> (u32, u64) {
        let column = self.order[MOST_COLUMNS - 1 - entry as usize % MOST_COLUMNS];
        (column, moves & Self::column(column))
    }

    #[inline(always)]
    fn column(column: u32) -> u64 {
        ((1 << (PITCH - 1)) - 1) << (column * PITCH)
    }

    /// A number that no other position has, but its mirror image if that may come up, and whether it is the
    /// mirror image's own.
    #[inline(always)]
    fn key(&self, own: u64, taken: u64) -> (u64, bool) {
        // Within each column the sum tells how many discs there are, and which of them are whose.
        let key = own + taken;
        if !self.mirrored {
            return (key, false);
        }
        let image = self.mirror(key);
        (key.min(image), image < key)
    }

    /// The bits of each column in the column on the other side.
    #[inline]
    fn mirror(&self, set: u64) -> u64 {
        let bits = u64::MAX >> (64 - PITCH);
        let moved = |column: u32| (set >> (column * PITCH) & bits) << ((self.columns - 1 - column) * PITCH);
        (0..self.columns).fold(0, |image, column| image | moved(column))
    }

    /// Asks the meter whether to stop.
    #[cold]
    fn ask(&mut self) {
        self.meter.effort.nodes += self.nodes - self.counted;
        self.counted = self.nodes;
        self.stopped = self.meter.spent();
        self.ask_at = self.nodes + BREATH.min(self.meter.nodes_left());
    }
}
