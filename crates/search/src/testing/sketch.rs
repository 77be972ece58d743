use game::Goal;

/// An explicit tree in which each inner node names the role that decides there;
/// [`Walk::down`](super::Walk::down) is the game on it.
#[derive(Clone, Debug)]
pub(crate) enum Sketch {
    Leaf(Goal),
    Inner(usize, Vec<Sketch>),
}

impl Sketch {
    /// A uniform tree of roles 0 and 1 in turn. Its leaves are `0..b^d`, each of them once, arranged so that
    /// every node has its best child first, or its worst.
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
