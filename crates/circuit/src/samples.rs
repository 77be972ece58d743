//! Circuits of well-known games, built gate by gate, for tests and benchmarks.

use gdl::Interrupt;

use crate::lanes::Circuit;
use crate::network::Network;
use crate::network::{Aig, Lit};

/// Tic-tac-toe.
pub fn tic_tac_toe() -> Circuit {
    compile(board(3, 3, 3, false))
}

/// Connect-four, on seven columns and six rows.
pub fn connect_four() -> Circuit {
    compile(board(7, 6, 4, true))
}

/// Five in a row on a square board of `size` columns; more than 100,000 gates from 70 columns on.
pub fn five_in_a_row(size: usize) -> Circuit {
    compile(board(size, size, 5, false))
}

fn compile(network: Network) -> Circuit {
    Circuit::compile(network, &Interrupt::never()).expect("a board has few bits")
}

/// A game of two roles that take turns to place a piece on a board; a role wins with `in_row` of its pieces
/// in a row. With gravity a move is a column, without it a cell. Fluents: the cells of the first role, those
/// of the second, row by row from the bottom, and whether it is the first role's turn. The last move of each
/// role is to wait.
pub(crate) fn board(columns: usize, rows: usize, in_row: usize, gravity: bool) -> Network {
    let cells = columns * rows;
    let mut aig = Aig::new();
    let taken: [Vec<Lit>; 2] = std::array::from_fn(|_| (0..cells).map(|_| aig.input()).collect());
    let first_to_move = aig.input();
    let turn = [first_to_move, !first_to_move];
    let moves = if gravity { columns } else { cells };
    let does: [Vec<Lit>; 2] = std::array::from_fn(|_| (0..=moves).map(|_| aig.input()).collect());
    let occupied: Vec<Lit> = (0..cells).map(|cell| aig.or(taken[0][cell], taken[1][cell])).collect();
    let top = if gravity { cells - columns } else { 0 };
    let legal = turn.map(|turn| {
        let mut legal: Vec<Lit> = (0..moves).map(|mov| aig.and(turn, !occupied[top + mov])).collect();
        legal.push(!turn);
        legal
    });
    let line = [0, 1].map(|role| {
        let lines = lines(columns, rows, in_row);
        let lines: Vec<Lit> =
            lines.iter().map(|line| all(&mut aig, line.iter().map(|&cell| taken[role][cell]))).collect();
        !all(&mut aig, lines.into_iter().map(|line| !line))
    });
    let full = all(&mut aig, occupied.iter().copied());
    let any_line = aig.or(line[0], line[1]);
    let terminal = aig.or(any_line, full);
    let draw = aig.and(full, !any_line);
    let goals = [0, 1].map(|role| vec![(Some(0), line[1 - role]), (Some(50), draw), (Some(100), line[role])]);
    let mut next = Vec::new();
    for role in 0..2 {
        for cell in 0..cells {
            let mov = does[role][if gravity { cell % columns } else { cell }];
            let below = if gravity && cell >= columns { occupied[cell - columns] } else { Lit::TRUE };
            let open = aig.and(below, !occupied[cell]);
            let put = aig.and(open, mov);
            next.push(aig.or(taken[role][cell], put));
        }
    }
    next.push(!first_to_move);
    let mut initial = vec![false; 2 * cells];
    initial.push(true);
    let legal: Vec<Vec<Lit>> = legal.into();
    Network {
        aig,
        first_moves: Network::first_moves(initial.len(), &legal),
        initial,
        terminal,
        legal,
        goals: goals.into(),
        next,
        percepts: Vec::new(),
        chance: None,
        groups: Vec::new(),
        gates_before: 0,
    }
}

/// The AND of all literals, as a balanced tree.
fn all(aig: &mut Aig, literals: impl IntoIterator<Item = Lit>) -> Lit {
    let mut level: Vec<Lit> = literals.into_iter().collect();
    while level.len() > 1 {
        level = level
            .chunks(2)
            .map(|pair| pair.iter().fold(Lit::TRUE, |all, &literal| aig.and(all, literal)))
            .collect();
    }
    level.first().copied().unwrap_or(Lit::TRUE)
}

fn lines(columns: usize, rows: usize, in_row: usize) -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        for start in 0..columns * rows {
            let cell = |step: usize| {
                let column = (start % columns) as isize + right * step as isize;
                let row = start / columns + up * step;
                let inside = (0..columns as isize).contains(&column) && row < rows;
                inside.then(|| row * columns + column as usize)
            };
            lines.extend((0..in_row).map(cell).collect::<Option<Vec<_>>>());
        }
    }
    lines
}

/// A game of one ply: each role makes one of its moves where `legal` says so, and the first role's goal is
/// the number of its move.
#[cfg(test)]
pub(crate) fn choices(moves: &[usize], legal: impl Fn(usize, usize) -> bool) -> Circuit {
    let mut aig = Aig::new();
    let over = aig.input();
    let made: Vec<Lit> = (0..moves[0]).map(|_| aig.input()).collect();
    let does: Vec<Vec<Lit>> = moves.iter().map(|&moves| (0..moves).map(|_| aig.input()).collect()).collect();
    let legal = moves.iter().enumerate().map(|(role, &moves)| {
        (0..moves).map(|mov| if legal(role, mov) { !over } else { Lit::FALSE }).collect()
    });
    let goals = (0..moves.len())
        .map(|_| (0..=100).zip(made.iter().copied()).map(|(goal, made)| (Some(goal), made)).collect());
    let mut next = vec![Lit::TRUE];
    next.extend(&does[0]);
    let (legal, goals) = (legal.collect(), goals.collect());
    compile(Network {
        aig,
        initial: vec![false; next.len()],
        first_moves: Network::first_moves(next.len(), &legal),
        terminal: over,
        legal,
        goals,
        next,
        percepts: Vec::new(),
        chance: None,
        groups: Vec::new(),
        gates_before: 0,
    })
}

/// A game of one role that is terminal at the start, where all of the goals hold.
#[cfg(test)]
pub(crate) fn race(goals: &[Option<u8>]) -> Circuit {
    let mut aig = Aig::new();
    let (over, _wait) = (aig.input(), aig.input());
    let goals = vec![goals.iter().map(|&goal| (goal, over)).collect()];
    let legal = vec![vec![!over]];
    compile(Network {
        aig,
        initial: vec![true],
        first_moves: vec![1],
        terminal: over,
        legal,
        goals,
        next: vec![over],
        percepts: Vec::new(),
        chance: None,
        groups: Vec::new(),
        gates_before: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_as_many_lines_as_they_should() {
        assert_eq!((lines(3, 3, 3).len(), lines(7, 6, 4).len()), (8, 69));
    }
}
