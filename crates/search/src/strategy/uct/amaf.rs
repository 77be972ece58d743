//! All moves as first: what a role's move earned whenever it was made below a node, sooner or later.

use std::hash::Hash;

use super::memory::{Map, entry, table_growth};
use super::tree::NONE;

/// These statistics for the nodes of a tree. Each move of a role has a column, and each node that keeps them
/// a row.
#[derive(Debug)]
pub(super) struct Amaf<M> {
    columns: Map<(u32, M), u32>,
    rows: Map<u32, Vec<AmafSum>>,
    /// Bytes that the rows take.
    in_rows: usize,
}

/// What a move earned below a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct AmafSum {
    /// In how many playouts it was made.
    pub(super) count: u32,
    pub(super) sum: f64,
}

impl AmafSum {
    pub(super) fn add(&mut self, count: u32, sum: f64) {
        self.count = self.count.saturating_add(count);
        self.sum += sum;
    }
}

impl<M: Copy + Eq + Hash> Amaf<M> {
    /// Of no moves and no nodes.
    pub(super) fn new() -> Self {
        Self { columns: Map::default(), rows: Map::default(), in_rows: 0 }
    }

    /// The column of a role's move, made if need be.
    pub(super) fn column(&mut self, role: u32, mov: M) -> u32 {
        let next = self.columns.len() as u32;
        *self.columns.entry((role, mov)).or_insert(next)
    }

    /// What is known at a node, by column; columns that are missing at the end, or all, are empty.
    pub(super) fn row(&self, node: u32) -> &[AmafSum] {
        self.rows.get(&node).map_or(&[], Vec::as_slice)
    }

    /// The row of a node with all columns, made if need be; none if that takes more than the `room` that is
    /// left, which becomes less by what it takes.
    pub(super) fn row_mut(&mut self, node: u32, room: &mut usize) -> Option<&mut [AmafSum]> {
        let columns = self.columns.len();
        let row = entry(&mut self.rows, node, room)?;
        if row.len() < columns {
            let (before, after) = (size_of_val(row.as_slice()), columns * size_of::<AmafSum>());
            // It is there twice for a moment.
            if after > *room {
                return None;
            }
            row.reserve_exact(columns - row.len());
            row.resize(columns, AmafSum::default());
            *room -= after - before;
            self.in_rows += after - before;
        }
        Some(row)
    }

    /// Gives the nodes the numbers at the places of their old ones, and forgets those whose number is none.
    pub(super) fn renumber(&mut self, numbers: &[u32]) {
        let number = |node: u32| numbers[node as usize];
        // Room for all at once: to grow takes more than the table that comes of it.
        let left = self.rows.keys().filter(|&&node| number(node) != NONE).count();
        let rows =
            std::mem::replace(&mut self.rows, Map::with_capacity_and_hasher(left, rustc_hash::FxBuildHasher));
        self.rows.extend(
            rows.into_iter().map(|(node, row)| (number(node), row)).filter(|&(node, _)| node != NONE),
        );
        self.in_rows = self.rows.values().map(|row| size_of_val(row.as_slice())).sum();
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.columns.allocation_size() + self.rows.allocation_size() + self.in_rows
    }

    /// Bytes that another column may take.
    pub(super) fn growth(&self) -> usize {
        table_growth::<((u32, M), u32)>(self.columns.len(), self.columns.capacity())
    }

    /// Bytes that it takes to [renumber](Self::renumber) the nodes.
    pub(super) fn renumbering(&self) -> usize {
        self.rows.allocation_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_has_the_same_column_in_all_rows() {
        let (mut amaf, mut room) = (Amaf::new(), usize::MAX);
        assert_eq!([amaf.column(0, 'a'), amaf.column(1, 'a'), amaf.column(0, 'a')], [0, 1, 0]);
        amaf.row_mut(7, &mut room).unwrap()[1].add(2, 150.0);
        assert_eq!((amaf.row(7)[1], amaf.row(7)[0]), (AmafSum { count: 2, sum: 150.0 }, AmafSum::default()));
        assert!(amaf.row(8).is_empty());
        let late = amaf.column(0, 'b') as usize;
        assert_eq!(amaf.row(7).len(), 2, "a row grows when it is next written to");
        amaf.row_mut(7, &mut room).unwrap()[late].add(1, 30.0);
        assert_eq!((amaf.row(7)[1].count, amaf.row(7)[late].sum), (2, 30.0));
        assert_eq!(usize::MAX - room + amaf.columns.allocation_size(), amaf.bytes());
    }

    #[test]
    fn rows_go_with_their_nodes() {
        let (mut amaf, mut room) = (Amaf::new(), usize::MAX);
        let column = amaf.column(0, 'a') as usize;
        for node in 0..3 {
            amaf.row_mut(node, &mut room).unwrap()[column].add(1, f64::from(node));
        }
        amaf.renumber(&[NONE, 0, 1]);
        assert_eq!([0, 1].map(|node| amaf.row(node)[column].sum), [1.0, 2.0]);
        assert!(amaf.row(2).is_empty());
        assert_eq!(amaf.in_rows, 2 * size_of::<AmafSum>());
    }

    #[test]
    fn what_has_no_room_is_not_made() {
        let (mut amaf, mut room) = (Amaf::new(), 100);
        amaf.column(0, 'a');
        assert!(amaf.row_mut(0, &mut room).is_none());
        assert_eq!((amaf.row(0), amaf.in_rows), (&[][..], 0));
    }
}
