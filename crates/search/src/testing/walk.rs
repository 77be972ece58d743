use std::ops::RangeInclusive;

use game::{Game, Goal, Notation};

use super::Sketch;

/// A walk along the edges of a graph, which may lead in circles; it ends where no edge goes on. Moves are
/// numbers of edges; `usize::MAX` stands for a pass.
///
/// The sum is constant: what role 0 does not get, the others get.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    pub(crate) roles: usize,
    /// Each place: who decides there, where one can go from it, and what role 0 gets if one cannot.
    pub(crate) places: Vec<(usize, Vec<usize>, Goal)>,
    pub(crate) range: RangeInclusive<Goal>,
}

impl Walk {
    /// A walk of two roles with goals from -4 to 4.
    pub(crate) fn new(places: Vec<(usize, Vec<usize>, Goal)>) -> Self {
        Self { roles: 2, places, range: -4..=4 }
    }

    /// The walk from the root of a tree to a leaf.
    pub(crate) fn down(sketch: &Sketch) -> Self {
        fn note(sketch: &Sketch, places: &mut Vec<(usize, Vec<usize>, Goal)>) -> usize {
            let place = places.len();
            match sketch {
                Sketch::Leaf(goal) => places.push((0, Vec::new(), *goal)),
                Sketch::Inner(role, children) => {
                    places.push((*role, Vec::new(), 0));
                    places[place].1 = children.iter().map(|child| note(child, places)).collect();
                }
            }
            place
        }
        let mut places = Vec::new();
        note(sketch, &mut places);
        Self { roles: 2, places, range: -1000..=1000 }
    }
}

impl Game for Walk {
    type State = usize;
    type Move = usize;

    fn roles(&self) -> usize {
        self.roles
    }

    fn initial(&self) -> usize {
        0
    }

    fn terminal(&self, place: &usize) -> bool {
        self.places[*place].1.is_empty()
    }

    fn legal(&self, place: &usize, role: usize, moves: &mut Vec<usize>) {
        moves.clear();
        let (decider, targets, _) = &self.places[*place];
        if role == *decider { moves.extend(0..targets.len()) } else { moves.push(usize::MAX) }
    }

    fn next(&self, place: &usize, joint: &[usize]) -> usize {
        let (decider, targets, _) = &self.places[*place];
        targets[joint[*decider]]
    }

    fn goal(&self, place: &usize, role: usize) -> Goal {
        let goal = self.places[*place].2;
        if role == 0 { goal } else { self.range.start() + self.range.end() - goal }
    }

    fn goal_range(&self) -> RangeInclusive<Goal> {
        self.range.clone()
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<usize, usize> for Walk {
    fn role_name(&self, role: usize) -> &str {
        ["first", "second", "third"][role]
    }

    fn move_name(&self, mov: usize) -> String {
        mov.to_string()
    }
}
