use std::collections::HashMap;

use game::{Othello, Pieces};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use search::SearchRng;

use super::super::board::{Board, each};
use super::super::{BoardCell, OthelloPosition};
use super::{late, position};

/// A position with any discs, most cells taken.
fn any_position(size: u8, seed: u64) -> OthelloPosition {
    let mut rng = SearchRng::seed_from_u64(seed);
    let share = rng.random_range(0.0..1.0);
    let full = rng.random_range(0.6..1.1);
    let cells = usize::from(size).pow(2);
    let cell = |_| rng.random_bool(f64::min(full, 1.0)).then(|| usize::from(rng.random_bool(share)));
    let cells = (0..cells).map(cell).collect();
    OthelloPosition::from_pieces(&Pieces { columns: size.into(), rows: size.into(), cells }, 0).unwrap()
}

/// The discs that are not of `before`'s owner any more, in any line of play; `own` and `other` are the first
/// and the second side.
fn lost<const SIZE: usize>(own: u64, other: u64, before: u64, seen: &mut HashMap<(u64, u64), ()>) -> u64 {
    if seen.insert((own, other), ()).is_some() {
        return 0;
    }
    let mut lost = before & other;
    for cell in each(Board::<SIZE>::moves(own, other)) {
        let (other, own) = Board::<SIZE>::after(cell, own, other);
        lost |= self::lost::<SIZE>(own, other, before, seen);
    }
    for cell in each(Board::<SIZE>::moves(other, own)) {
        let (own, other) = Board::<SIZE>::after(cell, other, own);
        lost |= self::lost::<SIZE>(own, other, before, seen);
    }
    lost
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn stable_discs_are_never_flipped(seed: u64) {
        let position = any_position(4, seed);
        let (own, other) = (position.own, position.other);
        prop_assume!(position.empty_cells() <= 6);
        let stable = Board::<4>::stable(own, own | other);
        prop_assert_eq!(stable & !own, 0);
        prop_assert_eq!(lost::<4>(own, other, stable, &mut HashMap::new()), 0);
    }

    #[test]
    fn full_corners_and_lines_are_stable(seed: u64, size in 0..3_usize) {
        let position = any_position([4, 6, 8][size], seed);
        let taken = position.own | position.other;
        macro_rules! check {
            ($($size:literal)+) => {
                match position.size() {
                    $($size => {
                        let stable = Board::<$size>::stable(position.own, taken);
                        prop_assert_eq!(stable & Board::<$size>::CORNERS, position.own & Board::<$size>::CORNERS);
                        if taken == Board::<$size>::CELLS {
                            prop_assert_eq!(stable, position.own);
                        }
                    })+
                    _ => unreachable!(),
                }
            };
        }
        check!(4 6 8);
    }

    #[test]
    fn the_images_of_a_position_are_one(seed: u64) {
        let game = Othello::new(6).unwrap();
        let here = position(&game, &late(&game, 16, seed));
        let canonical = Board::<6>::canonical(here.own, here.other);
        let image = |turn: &dyn Fn(u8, u8) -> (u8, u8)| {
            let turned = |set: u64| {
                each(set).fold(0, |image, cell| {
                    let BoardCell { column, row } = here.cell(cell);
                    let (column, row) = turn(column, row);
                    image | 1 << (u32::from(row) * 7 + u32::from(column))
                })
            };
            (turned(here.own), turned(here.other))
        };
        let quarter = image(&|column, row| (row, 5 - column));
        let mirror = image(&|column, row| (5 - column, row));
        prop_assert_eq!(Board::<6>::canonical(quarter.0, quarter.1), canonical);
        prop_assert_eq!(Board::<6>::canonical(mirror.0, mirror.1), canonical);
        prop_assert_eq!(canonical.0.count_ones(), here.own.count_ones());
    }
}
