use crate::{Board, Goal, Grid, agree, cells, counts, grid, numbers};

/// Pawns `w`, which move up, and `b`.
#[derive(Clone)]
struct Breakthrough {
    size: usize,
    grid: Grid,
    mover: usize,
}

impl Breakthrough {
    fn of(size: usize) -> Self {
        let mut grid = grid(size, size);
        for column in &mut grid[1..=size] {
            column[1..=2].fill('w');
            column[size - 1..=size].fill('b');
        }
        Self { size, grid, mover: 0 }
    }

    fn winner(&self) -> Option<usize> {
        let has = |pawn, row| cells(&self.grid).any(|cell| cell.2 == pawn && row == cell.1);
        let alive = |pawn| (1..=self.size).any(|row| has(pawn, row));
        if has('w', self.size) || !alive('b') { Some(0) } else { (has('b', 1) || !alive('w')).then_some(1) }
    }
}

impl Board for Breakthrough {
    fn fluents(&self) -> Vec<String> {
        let name = |pawn| if pawn == 'w' { "white" } else { "black" };
        let pawns = cells(&self.grid).filter(|cell| cell.2 != '.');
        pawns
            .map(|(column, row, pawn)| format!("(cell {column} {row} {})", name(pawn)))
            .chain([format!("(control {})", ["white", "black"][self.mover])])
            .collect()
    }

    fn moves(&self, role: usize) -> Vec<String> {
        if role != self.mover {
            return vec!["noop".to_owned()];
        }
        let own = ['w', 'b'][role];
        let mut moves = Vec::new();
        for (column, row, _) in cells(&self.grid).filter(|cell| cell.2 == own) {
            let ahead = if role == 0 { row + 1 } else { row - 1 };
            for aside in [column - 1, column, column + 1] {
                let target = self.grid[aside][ahead];
                if target == '.' || (target != '#' && target != own && aside != column) {
                    moves.push(format!("(move {column} {row} {aside} {ahead})"));
                }
            }
        }
        moves
    }

    fn after(&self, joint: &[String]) -> Self {
        let [c1, r1, c2, r2] = numbers(&joint[self.mover])[..] else { panic!("{joint:?}") };
        let mut after = self.clone();
        after.grid[c1][r1] = '.';
        after.grid[c2][r2] = self.grid[c1][r1];
        after.mover = 1 - self.mover;
        after
    }

    fn goals(&self) -> Option<Vec<Goal>> {
        self.winner().map(|winner| if winner == 0 { vec![100, 0] } else { vec![0, 100] })
    }
}

#[test]
fn breakthrough_agrees_on_both_boards() {
    agree("breakthrough", &Breakthrough::of(8), 10);
    agree("breakthrough-6x6", &Breakthrough::of(6), 10);
}

#[test]
fn breakthrough_counts() {
    assert_eq!(counts(&Breakthrough::of(8), 2, 4), [22, 484, 11_132, 256_036]);
    assert_eq!(counts(&Breakthrough::of(6), 2, 4), [16, 256, 4_308, 71_478]);
}
