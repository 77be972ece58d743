use std::collections::BTreeSet;

use crate::{Board, Goal, Grid, agree, cells, counts, further, grid, numbers, played};

/// Pegs `p`.
#[derive(Clone)]
struct PegSolitaire(Grid);

impl PegSolitaire {
    fn beginning() -> Self {
        let mut grid = grid(7, 7);
        for (column, row, _) in cells(&grid.clone()) {
            let in_cross = (3..=5).contains(&column) || (3..=5).contains(&row);
            grid[column][row] = if in_cross { 'p' } else { '#' };
        }
        grid[4][4] = '.';
        Self(grid)
    }

    fn pegs(&self) -> impl Iterator<Item = (usize, usize)> {
        cells(&self.0).filter(|cell| cell.2 == 'p').map(|(column, row, _)| (column, row))
    }

    fn jumps(&self) -> Vec<[usize; 4]> {
        let at = |(column, row): (usize, usize)| self.0[column][row];
        let mut jumps = Vec::new();
        for peg in self.pegs() {
            for way in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                if at(further(peg, way, 1)) == 'p' && at(further(peg, way, 2)) == '.' {
                    let to = further(peg, way, 2);
                    jumps.push([peg.0, peg.1, to.0, to.1]);
                }
            }
        }
        jumps
    }

    fn after_jump(&self, [c1, r1, c2, r2]: [usize; 4]) -> Self {
        let mut grid = self.0;
        grid[c1][r1] = '.';
        grid[c1.midpoint(c2)][r1.midpoint(r2)] = '.';
        grid[c2][r2] = 'p';
        Self(grid)
    }
}

impl Board for PegSolitaire {
    fn fluents(&self) -> Vec<String> {
        let pegs = self.pegs().map(|(column, row)| format!("(cell {column} {row} peg)"));
        pegs.chain([format!("(pegs {})", self.pegs().count())]).collect()
    }

    fn moves(&self, _: usize) -> Vec<String> {
        self.jumps().iter().map(|[c1, r1, c2, r2]| format!("(jump {c1} {r1} {c2} {r2})")).collect()
    }

    fn after(&self, joint: &[String]) -> Self {
        self.after_jump(numbers(&joint[0]).try_into().expect("from and to"))
    }

    fn goals(&self) -> Option<Vec<Goal>> {
        let left: Vec<(usize, usize)> = self.pegs().collect();
        let goal = if left == [(4, 4)] { 100 } else { (100 - 5 * left.len() as Goal).max(0) };
        self.jumps().is_empty().then(|| vec![goal])
    }
}

#[test]
fn peg_solitaire_agrees() {
    agree("peg-solitaire", &PegSolitaire::beginning(), 40);
    assert_eq!(counts(&PegSolitaire::beginning(), 1, 6), [4, 12, 60, 400, 2_960, 24_600]);
}

/// The sets of pegs after each number of jumps; up to turning and mirroring they are 1, 1, 2, 8, 39, 171 and
/// 719 (sequence A014225 of the OEIS).
#[test]
fn as_many_sets_of_pegs_are_left_as_are_known() {
    let mut boards = BTreeSet::from([PegSolitaire::beginning().0]);
    let mut sizes = vec![(boards.len(), boards.len())];
    for _ in 0..6 {
        let jumped = |&board: &Grid| PegSolitaire(board).jumps().into_iter().map(move |jump| (board, jump));
        boards = boards
            .iter()
            .flat_map(jumped)
            .map(|(board, jump)| PegSolitaire(board).after_jump(jump).0)
            .collect();
        let like = |board: &Grid| symmetries(board).into_iter().min();
        sizes.push((boards.len(), boards.iter().map(like).collect::<BTreeSet<_>>().len()));
    }
    assert_eq!(sizes, [(1, 1), (4, 1), (12, 2), (60, 8), (296, 39), (1_338, 171), (5_648, 719)]);
}

/// A board turned and mirrored in all eight ways.
fn symmetries(board: &Grid) -> [Grid; 8] {
    let place = |way: usize, (mut column, mut row): (usize, usize)| {
        if way & 1 != 0 {
            column = 8 - column;
        }
        if way & 2 != 0 {
            row = 8 - row;
        }
        if way & 4 != 0 { (row, column) } else { (column, row) }
    };
    std::array::from_fn(|way| {
        let mut image = *board;
        for (column, row, peg) in cells(board) {
            let (to_column, to_row) = place(way, (column, row));
            image[to_column][to_row] = peg;
        }
        image
    })
}

#[test]
fn thirty_one_jumps_leave_a_single_peg_in_the_middle() {
    let jumps = "2444 3234 1333 1513 3432 3133 3515 3735 4323 1333 4143 4323 4525 1535 4745 4525 6343 5153 5333 \
                 2343 4345 5535 2545 5755 5456 7555 4565 7375 7555 5654 6444";
    let mov = |jump: &str| format!("(jump {})", jump.split("").collect::<Vec<_>>().join(" ").trim());
    assert_eq!(played("peg-solitaire", jumps.split_whitespace().map(mov)), Some(100));
}
