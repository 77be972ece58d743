use std::ops::RangeInclusive;

use game::{Game, Goal, Notation};

/// An explicit tree in which each inner node names the role that decides there.
#[derive(Clone, Debug)]
pub(crate) enum Sketch {
    Leaf(Goal),
    Inner(usize, Vec<Sketch>),
}

impl Sketch {
    /// A uniform tree of roles 0 and 1 in turn. Its leaves are `0..b^d`, each of them once, arranged so that every
    /// node has its best child first, or its worst.
    pub(crate) fn uniform(breadth: u32, depth: u32, best_first: bool) -> Sketch {
        fn grow(breadth: u32, depth: u32, role: usize, best_first: bool, from: i32) -> Sketch {
            let Some(depth) = depth.checked_sub(1) else { return Sketch::Leaf(from) };
            let leaves = breadth.pow(depth) as i32;
            let ascending = (role == 0) != best_first;
            let children = (0..breadth as i32).map(|child| {
                let slot = if ascending { child } else { breadth as i32 - 1 - child };
                grow(breadth, depth, 1 - role, best_first, from + slot * leaves)
            });
            Sketch::Inner(role, children.collect())
        }
        grow(breadth, depth, 0, best_first, 0)
    }

    /// Minimax by the book: the value for role 0, and the first child that has it.
    pub(crate) fn minimax(&self) -> (Goal, usize) {
        match self {
            Sketch::Leaf(goal) => (*goal, 0),
            Sketch::Inner(role, children) => {
                let values: Vec<Goal> = children.iter().map(|child| child.minimax().0).collect();
                let best = if *role == 0 { values.iter().max() } else { values.iter().min() };
                let best = *best.unwrap();
                (best, values.iter().position(|&value| value == best).unwrap())
            }
        }
    }

    pub(crate) fn leaves(&self) -> u64 {
        match self {
            Sketch::Leaf(_) => 1,
            Sketch::Inner(_, children) => children.iter().map(Sketch::leaves).sum(),
        }
    }
}

/// The game played on a [`Sketch`] by a number of roles. Moves are numbers of children; `usize::MAX` stands for a pass.
///
/// The sum is constant: what role 0 does not get, the others get.
#[derive(Debug)]
pub(crate) struct SketchGame {
    pub(crate) sketch: Sketch,
    pub(crate) roles: usize,
    pub(crate) range: RangeInclusive<Goal>,
}

impl SketchGame {
    pub(crate) fn new(sketch: Sketch) -> Self {
        Self { sketch, roles: 2, range: -1000..=1000 }
    }

    fn at(&self, path: &[usize]) -> &Sketch {
        path.iter().fold(&self.sketch, |node, &child| match node {
            Sketch::Inner(_, children) => &children[child],
            Sketch::Leaf(_) => unreachable!("paths end at leaves"),
        })
    }
}

impl Game for SketchGame {
    type State = Vec<usize>;
    type Move = usize;

    fn roles(&self) -> usize {
        self.roles
    }

    fn initial(&self) -> Vec<usize> {
        Vec::new()
    }

    fn terminal(&self, path: &Vec<usize>) -> bool {
        matches!(self.at(path), Sketch::Leaf(_))
    }

    fn legal(&self, path: &Vec<usize>, role: usize, moves: &mut Vec<usize>) {
        moves.clear();
        match self.at(path) {
            Sketch::Inner(decider, children) if *decider == role => moves.extend(0..children.len()),
            _ => moves.push(usize::MAX),
        }
    }

    fn next(&self, path: &Vec<usize>, joint: &[usize]) -> Vec<usize> {
        let mut path = path.clone();
        path.extend(joint.iter().find(|&&mov| mov != usize::MAX));
        path
    }

    fn goal(&self, path: &Vec<usize>, role: usize) -> Goal {
        let Sketch::Leaf(goal) = *self.at(path) else { unreachable!("only leaves are terminal") };
        if role == 0 { goal } else { self.range.start() + self.range.end() - goal }
    }

    fn goal_range(&self) -> RangeInclusive<Goal> {
        self.range.clone()
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<Vec<usize>, usize> for SketchGame {
    fn role_name(&self, role: usize) -> &str {
        ["first", "second", "third"][role]
    }

    fn move_name(&self, mov: usize) -> String {
        mov.to_string()
    }
}
