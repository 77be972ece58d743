use std::sync::LazyLock;

use super::rules::{chain, rules_without};
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

pub(super) fn rules(width: u32, mover: Side, rows: &[Pair]) -> String {
    static COMMON: LazyLock<String> = LazyLock::new(|| {
        let board = ["(row ", "(successor ", "(init (cell "];
        let turns = ["(then ", "(init (control ", "(<= terminal (true (step "];
        rules_without("two-rows", &[board, turns].concat())
    });
    let of_row = |(row, &Pair { white, black }): (usize, &Pair)| {
        format!("(row {row})\n(init (cell {white} {row} white))\n(init (cell {black} {row} black))\n")
    };
    let pieces: String = (1..).zip(rows).map(of_row).collect();
    let columns = chain("successor", 1..=width);
    // Who wins needs only advances: at most so many turns, with those of the other player between them.
    let most = 2 * rows.len() as u32 * (width - 2) + 1;
    let turns = chain("then", 0..=most);
    let mover = match mover {
        Side::White => "white",
        Side::Black => "black",
    };
    format!(
        "{}{pieces}{columns}{turns}(init (control {mover}))\n(<= terminal (true (step {most})))\n",
        *COMMON
    )
}
