use crate::{Board, Goal, agree, counts, numbers, played};

/// Sets of lamps, as the bits of a number, and how many were pressed.
#[derive(Clone)]
struct LightsOut {
    lit: u32,
    step: usize,
}

const BEGINNING: [&str; 5] = ["*****", ".*.*.", "..*..", ".*.*.", "*****"];

fn lamp(column: usize, row: usize) -> u32 {
    let inside = (1..=5).contains(&column) && (1..=5).contains(&row);
    if inside { 1 << (5 * (row - 1) + column - 1) } else { 0 }
}

fn lamps() -> impl Iterator<Item = (usize, usize)> {
    (1..=5).flat_map(|row| (1..=5).map(move |column| (column, row)))
}

/// What pressing a lamp switches.
fn switched(column: usize, row: usize) -> u32 {
    lamp(column, row)
        | lamp(column - 1, row)
        | lamp(column + 1, row)
        | lamp(column, row - 1)
        | lamp(column, row + 1)
}

fn lit_at_first() -> u32 {
    lamps()
        .filter(|(column, row)| BEGINNING[row - 1].as_bytes()[column - 1] == b'*')
        .map(|(c, r)| lamp(c, r))
        .sum()
}

impl Board for LightsOut {
    fn fluents(&self) -> Vec<String> {
        let lit = lamps().filter(|&(column, row)| self.lit & lamp(column, row) != 0);
        lit.map(|(column, row)| format!("(cell {column} {row} lit)"))
            .chain([format!("(step {})", self.step)])
            .collect()
    }

    fn moves(&self, _: usize) -> Vec<String> {
        lamps().map(|(column, row)| format!("(press {column} {row})")).collect()
    }

    fn after(&self, joint: &[String]) -> Self {
        let [column, row] = numbers(&joint[0])[..] else { panic!("{joint:?}") };
        Self { lit: self.lit ^ switched(column, row), step: self.step + 1 }
    }

    fn goals(&self) -> Option<Vec<Goal>> {
        if self.lit == 0 { Some(vec![100]) } else { (self.step == 12).then(|| vec![0]) }
    }
}

#[test]
fn lights_out_agrees() {
    let board = LightsOut { lit: lit_at_first(), step: 0 };
    agree("lights-out", &board, 20);
    assert_eq!(counts(&board, 1, 3), [25, 625, 15_625]);
}

/// The lamps of the top row decide on those below: each must put out the lamp above it.
#[test]
fn four_sets_of_lamps_put_all_lights_out() {
    let mut sizes: Vec<u32> = (0..32_u32)
        .filter_map(|top| {
            let (mut lit, mut pressed) = (lit_at_first(), 0);
            for (column, row) in (1..=5).rev().flat_map(|row| (1..=5).map(move |column| (column, row))) {
                let press =
                    if row == 5 { top >> (column - 1) & 1 != 0 } else { lit & lamp(column, row + 1) != 0 };
                if press {
                    lit ^= switched(column, row);
                    pressed += 1;
                }
            }
            (lit == 0).then_some(pressed)
        })
        .collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [6, 6, 14, 14]);
}

#[test]
fn six_lamps_are_enough() {
    let presses = ["1 1", "4 1", "1 3", "2 3", "1 5", "4 5"].map(|place| format!("(press {place})"));
    assert_eq!(played("lights-out", presses), Some(100));
}
