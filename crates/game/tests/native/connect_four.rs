use crate::{Board, DIRECTIONS, Goal, Grid, agree, cells, counts, further, grid, numbers};

/// Discs `r`, `y`, and `g` of a third player.
#[derive(Clone)]
struct ConnectFour {
    players: usize,
    grid: Grid,
    mover: usize,
}

const DISCS: [char; 3] = ['r', 'y', 'g'];

impl ConnectFour {
    fn of(players: usize, columns: usize) -> Self {
        Self { players, grid: grid(columns, 6), mover: 0 }
    }

    fn open(&self) -> impl Iterator<Item = usize> {
        (1..9).filter(|&column| self.grid[column][6] == '.')
    }

    fn has_line(&self, disc: char) -> bool {
        let mut own = cells(&self.grid).filter(|cell| cell.2 == disc);
        own.any(|(column, row, _)| {
            let follows = |direction, steps| {
                let (column, row) = further((column, row), direction, steps);
                self.grid[column][row] == disc
            };
            DIRECTIONS[..4].iter().any(|&direction| (1..4).all(|steps| follows(direction, steps)))
        })
    }
}

impl Board for ConnectFour {
    fn fluents(&self) -> Vec<String> {
        let content = |disc| if disc == '.' { 'b' } else { disc };
        cells(&self.grid)
            .map(|(column, row, disc)| format!("(cell {column} {row} {})", content(disc)))
            .chain([format!("(control {})", ["red", "yellow", "green"][self.mover])])
            .collect()
    }

    fn moves(&self, role: usize) -> Vec<String> {
        if role != self.mover {
            return vec!["noop".to_owned()];
        }
        self.open().map(|column| format!("(drop {column})")).collect()
    }

    fn after(&self, joint: &[String]) -> Self {
        let [column] = numbers(&joint[self.mover])[..] else { panic!("{joint:?}") };
        let mut after = self.clone();
        let row = after.grid[column].iter().position(|&content| content == '.').expect("it is open");
        after.grid[column][row] = DISCS[self.mover];
        after.mover = (self.mover + 1) % self.players;
        after
    }

    fn goals(&self) -> Option<Vec<Goal>> {
        let winner = (0..self.players).find(|&player| self.has_line(DISCS[player]));
        let share = 100 / self.players as Goal;
        match winner {
            Some(winner) => Some((0..self.players).map(|role| 100 * Goal::from(role == winner)).collect()),
            None => self.open().next().is_none().then(|| vec![share; self.players]),
        }
    }
}

#[test]
fn connect_four_agrees_for_two_and_for_three() {
    agree("connect-four", &ConnectFour::of(2, 7), 30);
    agree("connect-four-3p", &ConnectFour::of(3, 8), 30);
}

#[test]
fn connect_four_counts() {
    assert_eq!(counts(&ConnectFour::of(2, 7), 2, 6), [7, 49, 343, 2_401, 16_807, 117_649]);
    assert_eq!(counts(&ConnectFour::of(3, 8), 3, 5), [8, 64, 512, 4_096, 32_768]);
}
