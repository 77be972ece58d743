use std::ops::RangeInclusive;

use crate::seeded_rng::SeededRng;

/// A tree without values.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Leaf,
    Inner(Vec<Shape>),
}

/// Bounds on the size of random trees.
#[derive(Clone, Debug)]
pub(super) struct TreeSize {
    /// The greatest depth.
    pub(super) depth: u32,
    /// The number of children of an inner node, at least two.
    pub(super) width: RangeInclusive<u32>,
    /// The number of leaves.
    pub(super) leaves: RangeInclusive<usize>,
    /// Whether leaves may be less deep, but not children of the root.
    pub(super) uneven: bool,
}

impl TreeSize {
    /// The size of trees for two players at a level.
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

    /// The size of trees with chance nodes at a level. The children of the root are no leaves.
    pub(super) fn with_chance(level: u8) -> Self {
        let (depth, width, leaves, uneven) = match level {
            1 => (2, 2..=3, 4..=6, false),
            2 => (3, 2..=2, 8..=8, false),
            3 => (3, 2..=3, 8..=12, false),
            4 => (3, 2..=3, 12..=18, true),
            _ => (4, 2..=3, 14..=20, true),
        };
        Self { depth, width, leaves, uneven }
    }

    /// The least and the greatest payoff of trees with chance nodes at a level; more numbers than there are
    /// leaves lie between them.
    pub(super) fn payoffs_with_chance(level: u8) -> RangeInclusive<i32> {
        match level {
            1 | 2 => 0..=10,
            3 => 0..=20,
            4 => -20..=20,
            _ => -40..=40,
        }
    }

    /// The range of the leaves' values for two players at a level; it has more numbers than there are leaves.
    pub(super) fn values(level: u8) -> RangeInclusive<i32> {
        match level {
            1 => 1..=9,
            2 => 1..=15,
            3 => 1..=20,
            4 => -20..=20,
            _ => -50..=50,
        }
    }

    /// A random tree of this size.
    pub(super) fn random(&self, rng: &mut SeededRng) -> Shape {
        loop {
            let shape = self.below(self.depth, rng);
            if self.leaves.contains(&shape.leaves()) {
                return shape;
            }
        }
    }

    /// A random tree of at most so many plies. The recursion is as deep.
    fn below(&self, plies: u32, rng: &mut SeededRng) -> Shape {
        let early = self.uneven && plies + 1 < self.depth && rng.once_in(4);
        if plies == 0 || early {
            return Shape::Leaf;
        }
        let width = rng.within(self.width.clone());
        Shape::Inner((0..width).map(|_| self.below(plies - 1, rng)).collect())
    }
}

impl Shape {
    /// The number of leaves.
    pub(super) fn leaves(&self) -> usize {
        match self {
            Shape::Leaf => 1,
            Shape::Inner(children) => children.iter().map(Shape::leaves).sum(),
        }
    }
}

/// Probabilities of so many outcomes, two or three: halves and quarters, or thirds and sixths too.
pub(super) fn probabilities(outcomes: usize, thirds: bool, rng: &mut SeededRng) -> &'static [&'static str] {
    const TWO: [&[&str]; 5] =
        [&["1/2", "1/2"], &["1/4", "3/4"], &["3/4", "1/4"], &["1/3", "2/3"], &["2/3", "1/3"]];
    const THREE: [&[&str]; 6] = [
        &["1/2", "1/4", "1/4"],
        &["1/4", "1/2", "1/4"],
        &["1/4", "1/4", "1/2"],
        &["1/3", "1/3", "1/3"],
        &["1/6", "1/3", "1/2"],
        &["1/2", "1/3", "1/6"],
    ];
    let all: &[&[&str]] = if outcomes == 2 { &TWO } else { &THREE };
    rng.pick(if thirds { all } else { &all[..3] })
}
