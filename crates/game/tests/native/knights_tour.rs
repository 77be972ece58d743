use crate::{Board, Goal, Grid, agree, cells, counts, grid, played};

/// Visited cells `v`.
#[derive(Clone)]
struct KnightsTour {
    grid: Grid,
    knight: (usize, usize),
}

const LEAPS: [(&str, (isize, isize)); 8] = [
    ("nne", (1, 2)),
    ("ene", (2, 1)),
    ("ese", (2, -1)),
    ("sse", (1, -2)),
    ("ssw", (-1, -2)),
    ("wsw", (-2, -1)),
    ("wnw", (-2, 1)),
    ("nnw", (-1, 2)),
];

impl KnightsTour {
    fn beginning() -> Self {
        let mut grid = grid(6, 6);
        grid[1][1] = 'v';
        Self { grid, knight: (1, 1) }
    }

    /// Where a leap leads, if it leads to a new cell.
    fn target(&self, leap: (isize, isize)) -> Option<(usize, usize)> {
        let column = self.knight.0.checked_add_signed(leap.0)?;
        let row = self.knight.1.checked_add_signed(leap.1)?;
        (self.grid[column][row] == '.').then_some((column, row))
    }

    fn visited(&self) -> usize {
        cells(&self.grid).filter(|cell| cell.2 == 'v').count()
    }
}

impl Board for KnightsTour {
    fn fluents(&self) -> Vec<String> {
        let content = |place| if place == self.knight { "knight" } else { "visited" };
        cells(&self.grid)
            .filter(|cell| cell.2 == 'v')
            .map(|(column, row, _)| format!("(cell {column} {row} {})", content((column, row))))
            .chain([format!("(visits {})", self.visited())])
            .collect()
    }

    fn moves(&self, _: usize) -> Vec<String> {
        let open = LEAPS.iter().filter(|(_, leap)| self.target(*leap).is_some());
        open.map(|(name, _)| format!("(leap {name})")).collect()
    }

    fn after(&self, joint: &[String]) -> Self {
        let (_, leap) = LEAPS.iter().find(|(name, _)| joint[0].contains(name)).expect("a direction");
        let mut after = self.clone();
        after.knight = self.target(*leap).expect("a new cell");
        after.grid[after.knight.0][after.knight.1] = 'v';
        after
    }

    fn goals(&self) -> Option<Vec<Goal>> {
        self.moves(0).is_empty().then(|| vec![100 * self.visited() as Goal / 36])
    }
}

#[test]
fn knights_tour_agrees() {
    agree("knights-tour", &KnightsTour::beginning(), 100);
    assert_eq!(counts(&KnightsTour::beginning(), 1, 7), [2, 10, 44, 156, 572, 2_086, 7_254]);
}

/// Found by always going where the fewest ways lead on (H. C. von Warnsdorff, 1823).
#[test]
fn a_knight_can_visit_all_cells() {
    let leaps = "ene ese nne nnw wnw wsw sse sse wnw nne nnw ese ene sse ssw nnw ene wnw wsw ssw sse ene ese nnw \
                 wnw nnw ese ene ssw sse wnw wsw ese nnw wnw";
    let moves = leaps.split_whitespace().map(|leap| format!("(leap {leap})"));
    assert_eq!(played("knights-tour", moves), Some(100));
}
