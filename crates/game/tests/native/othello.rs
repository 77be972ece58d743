use crate::{Board, DIRECTIONS, Goal, Grid, agree, cells, counts, further, grid, numbers};

/// Discs `b` and `w`.
#[derive(Clone)]
struct Othello {
    grid: Grid,
    mover: usize,
}

const DISCS: [char; 2] = ['b', 'w'];

impl Othello {
    fn of(size: usize) -> Self {
        let (mut grid, half) = (grid(size, size), size / 2);
        (grid[half][half], grid[half + 1][half + 1]) = ('w', 'w');
        (grid[half][half + 1], grid[half + 1][half]) = ('b', 'b');
        Self { grid, mover: 0 }
    }

    fn at(&self, place: (usize, usize)) -> char {
        self.grid[place.0][place.1]
    }

    /// What a disc placed here by a role would turn.
    fn turned(&self, role: usize, place: (usize, usize)) -> Vec<(usize, usize)> {
        if self.at(place) != '.' {
            return Vec::new();
        }
        let mut turned = Vec::new();
        for direction in DIRECTIONS {
            let line = |steps| further(place, direction, steps);
            let run = (1..).find(|&steps| self.at(line(steps)) != DISCS[1 - role]).expect("a border");
            if self.at(line(run)) == DISCS[role] {
                turned.extend((1..run).map(line));
            }
        }
        turned
    }

    fn placements(&self, role: usize) -> Vec<(usize, usize)> {
        let places = cells(&self.grid).map(|(column, row, _)| (column, row));
        places.filter(|&place| !self.turned(role, place).is_empty()).collect()
    }

    /// How many discs black has more than white.
    fn lead(&self) -> i32 {
        let count = |disc| cells(&self.grid).filter(|cell| cell.2 == disc).count() as i32;
        count('b') - count('w')
    }

    /// The lead that both arrive at when they play as well as they can.
    fn value(&self) -> i32 {
        let next: Vec<i32> = self.moves_of_mover().iter().map(|mov| self.after_move(mov).value()).collect();
        let best = if self.mover == 0 { next.iter().max() } else { next.iter().min() };
        best.copied().unwrap_or_else(|| self.lead())
    }

    /// How many games there are from here on.
    fn games(&self) -> u64 {
        let moves = self.moves_of_mover();
        if moves.is_empty() { 1 } else { moves.iter().map(|mov| self.after_move(mov).games()).sum() }
    }

    /// None when the game is over.
    fn moves_of_mover(&self) -> Vec<String> {
        let placements = self.placements(self.mover);
        if placements.is_empty() && !self.placements(1 - self.mover).is_empty() {
            return vec!["pass".to_owned()];
        }
        placements.iter().map(|(column, row)| format!("(place {column} {row})")).collect()
    }

    fn after_move(&self, mov: &str) -> Self {
        let mut after = self.clone();
        if let [column, row] = numbers(mov)[..] {
            for (column, row) in self.turned(self.mover, (column, row)).into_iter().chain([(column, row)]) {
                after.grid[column][row] = DISCS[self.mover];
            }
        }
        after.mover = 1 - self.mover;
        after
    }
}

impl Board for Othello {
    fn fluents(&self) -> Vec<String> {
        let name = |disc| if disc == 'b' { "black" } else { "white" };
        let discs = cells(&self.grid).filter(|cell| cell.2 != '.');
        discs
            .map(|(column, row, disc)| format!("(cell {column} {row} {})", name(disc)))
            .chain([format!("(control {})", ["black", "white"][self.mover])])
            .collect()
    }

    fn moves(&self, role: usize) -> Vec<String> {
        if role == self.mover { self.moves_of_mover() } else { vec!["noop".to_owned()] }
    }

    fn after(&self, joint: &[String]) -> Self {
        self.after_move(&joint[self.mover])
    }

    fn goals(&self) -> Option<Vec<Goal>> {
        let goal = 50 + 50 * self.lead().signum();
        self.moves_of_mover().is_empty().then(|| vec![goal, 100 - goal])
    }
}

#[test]
fn othello_agrees_on_all_boards() {
    agree("othello", &Othello::of(8), 4);
    agree("othello-6x6", &Othello::of(6), 10);
    agree("othello-4x4", &Othello::of(4), 50);
}

#[test]
fn othello_counts() {
    assert_eq!(counts(&Othello::of(8), 2, 6), [4, 12, 56, 244, 1_396, 8_200]);
    assert_eq!(counts(&Othello::of(6), 2, 5), [4, 12, 56, 244, 1_364]);
    assert_eq!(counts(&Othello::of(4), 2, 6), [4, 12, 44, 128, 424, 1_256]);
}

#[test]
fn white_wins_othello_on_four_by_four_cells_by_eight_discs() {
    let board = Othello::of(4);
    assert_eq!((board.value(), board.games()), (-8, 60_060));
}
