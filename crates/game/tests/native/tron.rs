use crate::{Board, Goal, Grid, agree, cells, counts, further, grid};

/// Walls `w`; the riders' cells are walls as well.
#[derive(Clone)]
struct Tron {
    grid: Grid,
    riders: [(usize, usize); 2],
}

const WAYS: [(&str, (isize, isize)); 4] =
    [("north", (0, 1)), ("east", (1, 0)), ("south", (0, -1)), ("west", (-1, 0))];

impl Tron {
    fn beginning() -> Self {
        Self { grid: grid(8, 8), riders: [(1, 1), (8, 8)] }.with_walls()
    }

    fn with_walls(mut self) -> Self {
        for (column, row) in self.riders {
            self.grid[column][row] = 'w';
        }
        self
    }
}

impl Board for Tron {
    fn fluents(&self) -> Vec<String> {
        let walls = cells(&self.grid).filter(|cell| cell.2 == 'w');
        let walls = walls.filter(|&(column, row, _)| !self.riders.contains(&(column, row)));
        let riders = self.riders.iter().zip(["red", "blue"]);
        walls
            .map(|(column, row, _)| format!("(cell {column} {row} wall)"))
            .chain(riders.map(|((column, row), name)| format!("(cell {column} {row} {name})")))
            .collect()
    }

    fn moves(&self, role: usize) -> Vec<String> {
        let free = WAYS.iter().filter(|(_, way)| {
            let (column, row) = further(self.riders[role], *way, 1);
            self.grid[column][row] == '.'
        });
        free.map(|(name, _)| format!("(ride {name})")).collect()
    }

    fn after(&self, joint: &[String]) -> Self {
        let way = |mov: &str| WAYS.iter().find(|(name, _)| mov.contains(name)).expect("a direction").1;
        let riders = [0, 1].map(|role| further(self.riders[role], way(&joint[role]), 1));
        Self { riders, ..self.clone() }.with_walls()
    }

    fn goals(&self) -> Option<Vec<Goal>> {
        if self.riders[0] == self.riders[1] {
            return Some(vec![50, 50]);
        }
        match [0, 1].map(|role| self.moves(role).is_empty()) {
            [false, false] => None,
            [true, true] => Some(vec![50, 50]),
            [red, blue] => Some(vec![100 * Goal::from(blue), 100 * Goal::from(red)]),
        }
    }
}

#[test]
fn tron_agrees() {
    agree("tron", &Tron::beginning(), 100);
    assert_eq!(counts(&Tron::beginning(), 2, 5), [4, 16, 100, 576, 3_600]);
}
