//! Small games for this crate's own tests.

use std::ops::RangeInclusive;

use gdl::Rulesheet;

use crate::{Builtin, Fault, Game, Goal, Knowledge, Notation, Pieces};

/// The rulesheet of a built-in game.
pub(crate) fn sheet(name: &str) -> Rulesheet {
    Rulesheet::parse(name, Builtin::named(name).unwrap().rules.as_bytes()).unwrap()
}

/// Tic-tac-toe: a move is a cell's number, 9 is noop.
#[derive(Debug)]
pub(crate) struct TicTacToe;

impl TicTacToe {
    pub(crate) const NOOP: u8 = 9;

    fn line(marks: u16) -> bool {
        const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        LINES.iter().any(|line| marks & line == *line)
    }
}

impl Game for TicTacToe {
    /// The cells of each role, a bit a cell.
    type State = [u16; 2];
    type Move = u8;

    fn roles(&self) -> usize {
        2
    }

    fn initial(&self) -> Self::State {
        [0, 0]
    }

    fn terminal(&self, state: &Self::State) -> bool {
        state[0] | state[1] == 0o777 || state.iter().any(|&marks| Self::line(marks))
    }

    fn legal(&self, state: &Self::State, role: usize, moves: &mut Vec<u8>) {
        moves.clear();
        let taken = state[0] | state[1];
        if taken.count_ones() as usize % 2 == role {
            moves.extend((0..9).filter(|cell| taken & (1 << cell) == 0));
        } else {
            moves.push(Self::NOOP);
        }
    }

    fn next(&self, state: &Self::State, joint: &[u8]) -> Self::State {
        let mut next = *state;
        for (marks, &cell) in next.iter_mut().zip(joint) {
            if cell != Self::NOOP {
                *marks |= 1 << cell;
            }
        }
        next
    }

    fn goal(&self, state: &Self::State, role: usize) -> Goal {
        match (Self::line(state[role]), Self::line(state[1 - role])) {
            (true, _) => 100,
            (_, true) => 0,
            _ => 50,
        }
    }

    fn knowledge(&self) -> &dyn Knowledge<[u16; 2]> {
        self
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<[u16; 2], u8> for TicTacToe {
    fn role_name(&self, role: usize) -> &str {
        ["x", "o"][role]
    }

    fn move_name(&self, mov: u8) -> String {
        if mov == Self::NOOP { "noop".to_owned() } else { format!("cell {mov}") }
    }
}

impl Knowledge<[u16; 2]> for TicTacToe {
    /// Of a state and its mirror image from left to right the one with the lower cells.
    fn canonical(&self, state: &[u16; 2]) -> Option<[u16; 2]> {
        let mirrored = |marks: u16| (marks & 0o111) << 2 | marks & 0o222 | (marks & 0o444) >> 2;
        Some(*state.min(&state.map(mirrored)))
    }

    fn pieces(&self, state: &[u16; 2]) -> Option<Pieces> {
        let of_cell = |cell: u16| (0..2).find(|&role| state[role] >> cell & 1 == 1);
        Some(Pieces { columns: 3, rows: 3, cells: (0..9).map(of_cell).collect() })
    }

    /// The share of the cells that a role has marked.
    fn goal_proximity(&self, state: &[u16; 2], role: usize) -> Option<f64> {
        Some(f64::from(state[role].count_ones()) / 9.0)
    }

    fn goal_sums(&self) -> Option<RangeInclusive<Goal>> {
        Some(100..=100)
    }
}

/// A game whose rules give no answer after its third ply.
#[derive(Debug)]
pub(crate) struct Broken;

impl Broken {
    pub(crate) fn fault_value() -> Fault {
        Fault { message: "out of rules".to_owned() }
    }
}

impl Game for Broken {
    type State = u8;
    type Move = bool;

    fn roles(&self) -> usize {
        1
    }

    fn initial(&self) -> u8 {
        0
    }

    fn terminal(&self, state: &u8) -> bool {
        *state == 3
    }

    fn legal(&self, _state: &u8, _role: usize, moves: &mut Vec<bool>) {
        *moves = vec![false, true];
    }

    fn next(&self, state: &u8, _joint: &[bool]) -> u8 {
        state + 1
    }

    fn goal(&self, _state: &u8, _role: usize) -> Goal {
        0
    }

    fn fault(&self, state: &u8) -> Option<Fault> {
        (*state == 3).then(Self::fault_value)
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<u8, bool> for Broken {
    fn role_name(&self, _role: usize) -> &str {
        "robot"
    }

    fn move_name(&self, mov: bool) -> String {
        mov.to_string()
    }
}
