/// Which role has a piece in which cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// How many columns there are.
    pub columns: usize,
    /// How many rows there are.
    pub rows: usize,
    /// The role that has a piece in each cell, row by row from the top, each from the left; none where no
    /// role has.
    pub cells: Vec<Option<usize>>,
}
