use crate::{Board, Goal, Grid, agree, cells, counts, grid, numbers};

/// Stones `r`, which join the bottom to the top, and `b`, which join left to right.
#[derive(Clone)]
struct Hex {
    grid: Grid,
    mover: usize,
}

const STONES: [char; 2] = ['r', 'b'];

impl Hex {
    fn connected(&self, role: usize) -> bool {
        let sides = |along: usize| if role == 0 { (along, 1) } else { (1, along) };
        let mut open: Vec<(usize, usize)> = (1..8).map(sides).collect();
        let mut grid = self.grid;
        while let Some((column, row)) = open.pop() {
            if grid[column][row] != STONES[role] {
                continue;
            }
            if (role == 0 && row == 7) || (role == 1 && column == 7) {
                return true;
            }
            grid[column][row] = '.';
            open.extend([(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]);
            open.extend([(column - 1, row + 1), (column + 1, row - 1)]);
        }
        false
    }
}

impl Board for Hex {
    fn fluents(&self) -> Vec<String> {
        let name = |stone| if stone == 'r' { "red" } else { "blue" };
        let stones = cells(&self.grid).filter(|cell| cell.2 != '.');
        stones
            .map(|(column, row, stone)| format!("(cell {column} {row} {})", name(stone)))
            .chain([format!("(control {})", ["red", "blue"][self.mover])])
            .collect()
    }

    fn moves(&self, role: usize) -> Vec<String> {
        if role != self.mover {
            return vec!["noop".to_owned()];
        }
        let empty = cells(&self.grid).filter(|cell| cell.2 == '.');
        empty.map(|(column, row, _)| format!("(place {column} {row})")).collect()
    }

    fn after(&self, joint: &[String]) -> Self {
        let [column, row] = numbers(&joint[self.mover])[..] else { panic!("{joint:?}") };
        let mut after = self.clone();
        after.grid[column][row] = STONES[self.mover];
        after.mover = 1 - self.mover;
        after
    }

    fn goals(&self) -> Option<Vec<Goal>> {
        match [self.connected(0), self.connected(1)] {
            [false, false] => None,
            [red, blue] => Some(vec![100 * Goal::from(red), 100 * Goal::from(blue)]),
        }
    }
}

#[test]
fn hex_agrees() {
    let board = Hex { grid: grid(7, 7), mover: 0 };
    agree("hex-7x7", &board, 20);
    assert_eq!(counts(&board, 2, 3), [49, 49 * 48, 49 * 48 * 47]);
}
