use super::{Move, Pair, Position, Side, sorted};

impl Side {
    /// The other player.
    pub(crate) fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl Pair {
    /// The number of empty cells between the pieces.
    pub(crate) fn gap(self) -> u32 {
        self.black - self.white - 1
    }

    /// The row seen from the other side, with the colours exchanged.
    fn turned(self, width: u32) -> Pair {
        Pair { white: width + 1 - self.black, black: width + 1 - self.white }
    }
}

pub(super) fn moves(width: u32, mover: Side, rows: &[Pair]) -> Vec<Move> {
    let mut moves = Vec::new();
    for (row, &Pair { white, black }) in rows.iter().enumerate() {
        let (from, reach) = match mover {
            Side::White => (white, 1..=black - 1),
            Side::Black => (black, white + 1..=width),
        };
        moves.extend(reach.filter(|&to| to != from).map(|to| Move::Slide { row, from, to }));
    }
    moves
}

pub(super) fn after(width: u32, mover: Side, rows: &[Pair], row: usize, to: u32) -> Position {
    let mut rows = rows.to_vec();
    if let Some(pair) = rows.get_mut(row) {
        match mover {
            Side::White => pair.white = to,
            Side::Black => pair.black = to,
        }
    }
    Position::TwoRows { width, mover: mover.other(), rows }
}

/// The same position with white to move and the rows sorted.
pub(super) fn canonical(width: u32, mover: Side, rows: &[Pair]) -> Position {
    let rows: Vec<Pair> = match mover {
        Side::White => rows.to_vec(),
        Side::Black => rows.iter().map(|pair| pair.turned(width)).collect(),
    };
    Position::TwoRows { width, mover: Side::White, rows: sorted(&rows) }
}
