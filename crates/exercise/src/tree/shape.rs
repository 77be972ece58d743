use std::ops::RangeInclusive;

use crate::chance::Chance;

/// A tree without values.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Leaf,
    Inner(Vec<Shape>),
}

/// How trees grow.
#[derive(Clone, Debug)]
pub(super) struct Growth {
    /// The greatest depth.
    pub(super) depth: u32,
    /// How many children an inner node has: two at least, for a player with one move decides nothing.
    pub(super) width: RangeInclusive<u32>,
    /// How many leaves there are.
    pub(super) leaves: RangeInclusive<usize>,
    /// Whether leaves may lie less deep, but not directly below the root.
    pub(super) uneven: bool,
}

impl Growth {
    /// How trees for two players grow at a level.
    pub(super) fn of(level: u8) -> Self {
        let (depth, width, leaves, uneven) = match level {
            1 => (2, 2..=3, 4..=6, false),
            2 => (2, 2..=4, 8..=10, false),
            3 => (3, 2..=3, 8..=12, false),
            4 => (3, 2..=4, 12..=18, true),
            _ => (4, 2..=3, 14..=20, true),
        };
        Self { depth, width, leaves, uneven }
    }

    /// The values that leaves of two players have at a level; there are more of them than leaves.
    pub(super) fn values(level: u8) -> RangeInclusive<i32> {
        match level {
            1 => 1..=9,
            2 => 1..=15,
            3 => 1..=20,
            4 => -20..=20,
            _ => -50..=50,
        }
    }

    /// Any tree that grows like that.
    pub(super) fn draw(&self, chance: &mut Chance) -> Shape {
        loop {
            let shape = self.below(self.depth, chance);
            if self.leaves.contains(&shape.leaves()) {
                return shape;
            }
        }
    }

    /// What lies below a node that has so many plies below it. It recurses no deeper than that.
    fn below(&self, plies: u32, chance: &mut Chance) -> Shape {
        let early = self.uneven && plies + 1 < self.depth && chance.once_in(4);
        if plies == 0 || early {
            return Shape::Leaf;
        }
        let width = chance.within(self.width.clone());
        Shape::Inner((0..width).map(|_| self.below(plies - 1, chance)).collect())
    }
}

impl Shape {
    /// How many leaves there are.
    pub(super) fn leaves(&self) -> usize {
        match self {
            Shape::Leaf => 1,
            Shape::Inner(children) => children.iter().map(Shape::leaves).sum(),
        }
    }
}
