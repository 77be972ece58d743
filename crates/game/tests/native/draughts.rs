use crate::{Board, Goal, Grid, agree, cells, counts, further, grid, numbers};

/// Black men `m` and kings `k`, white men `w` and kings `q`.
#[derive(Clone)]
struct Draughts {
    grid: Grid,
    mover: usize,
    /// The piece that must jump on.
    jumper: Option<(usize, usize)>,
    /// Turns without a jump and without a man's move.
    quiet: usize,
}

const PIECES: [[char; 2]; 2] = [['m', 'k'], ['w', 'q']];

impl Draughts {
    fn beginning() -> Self {
        let mut grid = grid(8, 8);
        for (column, row, _) in cells(&grid.clone()).filter(|(column, row, _)| (column + row) % 2 == 0) {
            grid[column][row] = match row {
                1..=3 => 'm',
                6..=8 => 'w',
                _ => '.',
            };
        }
        Self { grid, mover: 0, jumper: None, quiet: 0 }
    }

    fn at(&self, place: (usize, usize)) -> char {
        self.grid[place.0][place.1]
    }

    /// The places one or two steps away to which the piece can step (1) or jump (2).
    fn reach(&self, place: (usize, usize), steps: isize) -> Vec<(usize, usize)> {
        let piece = self.at(place);
        let forward: &[isize] = match piece {
            'm' => &[1],
            'w' => &[-1],
            _ => &[1, -1],
        };
        let directions = forward.iter().flat_map(|&up| [(1, up), (-1, up)]);
        let enemies = PIECES[usize::from(PIECES[0].contains(&piece))];
        directions
            .filter(|&way| {
                let next = self.at(further(place, way, 1));
                if steps == 1 {
                    next == '.'
                } else {
                    enemies.contains(&next) && self.at(further(place, way, 2)) == '.'
                }
            })
            .map(|way| further(place, way, steps))
            .collect()
    }

    fn possible(&self) -> Vec<[usize; 4]> {
        let own = cells(&self.grid).filter(|cell| PIECES[self.mover].contains(&cell.2));
        let own: Vec<(usize, usize)> = own.map(|(column, row, _)| (column, row)).collect();
        let all = |steps| -> Vec<[usize; 4]> {
            let movers = own.iter().filter(|&&place| self.jumper.is_none_or(|jumper| jumper == place));
            movers
                .flat_map(|&from| {
                    self.reach(from, steps).into_iter().map(move |to| [from.0, from.1, to.0, to.1])
                })
                .collect()
        };
        let jumps = all(2);
        if jumps.is_empty() { all(1) } else { jumps }
    }

    fn after_move(&self, [c1, r1, c2, r2]: [usize; 4]) -> Self {
        let mut after = self.clone();
        let (piece, jump) = (self.grid[c1][r1], c1.abs_diff(c2) == 2);
        let becomes = match (piece, r2) {
            ('m', 8) => 'k',
            ('w', 1) => 'q',
            _ => piece,
        };
        after.grid[c1][r1] = '.';
        after.grid[c2][r2] = becomes;
        if jump {
            after.grid[c1.midpoint(c2)][r1.midpoint(r2)] = '.';
        }
        let man = piece == 'm' || piece == 'w';
        let on = jump && piece == becomes && !after.reach((c2, r2), 2).is_empty();
        after.jumper = on.then_some((c2, r2));
        after.mover = if on { self.mover } else { 1 - self.mover };
        after.quiet = if jump || man { 0 } else { self.quiet + 1 };
        after
    }

    /// How many ways there are to play so many turns when all jumps of a piece in one go are one turn.
    fn whole_turns(&self, turns: usize) -> u64 {
        let after = self.possible().into_iter().map(|mov| self.after_move(mov));
        let count = |after: Self| {
            let left = turns - usize::from(after.jumper.is_none());
            if left == 0 { 1 } else { after.whole_turns(left) }
        };
        after.map(count).sum()
    }
}

impl Board for Draughts {
    fn fluents(&self) -> Vec<String> {
        let name = |piece| match piece {
            'm' => "bm",
            'k' => "bk",
            'w' => "wm",
            _ => "wk",
        };
        let pieces = cells(&self.grid).filter(|cell| cell.2 != '.');
        pieces
            .map(|(column, row, piece)| format!("(cell {column} {row} {})", name(piece)))
            .chain([format!("(control {})", ["black", "white"][self.mover])])
            .chain([format!("(quiet {})", self.quiet)])
            .chain(self.jumper.map(|(column, row)| format!("(jumper {column} {row})")))
            .collect()
    }

    fn moves(&self, role: usize) -> Vec<String> {
        if role != self.mover {
            return vec!["noop".to_owned()];
        }
        self.possible().iter().map(|[c1, r1, c2, r2]| format!("(move {c1} {r1} {c2} {r2})")).collect()
    }

    fn after(&self, joint: &[String]) -> Self {
        self.after_move(numbers(&joint[self.mover]).try_into().expect("from and to"))
    }

    fn goals(&self) -> Option<Vec<Goal>> {
        if self.possible().is_empty() {
            Some(if self.mover == 0 { vec![0, 100] } else { vec![100, 0] })
        } else {
            (self.quiet == 40).then(|| vec![50, 50])
        }
    }
}

#[test]
fn draughts_agree() {
    agree("checkers", &Draughts::beginning(), 30);
}

/// What programs that play draughts count; the first second jump of a piece comes in the seventh turn.
#[test]
fn draughts_count_as_in_the_literature_when_jumps_in_one_go_are_one_turn() {
    let board = Draughts::beginning();
    let whole: Vec<u64> = (1..=6).map(|turns| board.whole_turns(turns)).collect();
    assert_eq!(whole, [7, 49, 302, 1_469, 7_361, 36_768]);
    assert_eq!(counts(&board, 2, 6), whole);
    assert_eq!(board.whole_turns(7), 179_740);
}
