use std::ops::RangeInclusive;

use game::{Game, Goal, Notation};

/// A walk along the edges of a graph, which may lead in circles; it ends where no edge goes on.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// Each place: who decides there, where one can go from it, and what role 0 gets if one cannot.
    pub(crate) places: Vec<(usize, Vec<usize>, Goal)>,
    pub(crate) range: RangeInclusive<Goal>,
}

impl Game for Walk {
    type State = usize;
    type Move = usize;

    fn roles(&self) -> usize {
        2
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
        ["first", "second"][role]
    }

    fn move_name(&self, mov: usize) -> String {
        mov.to_string()
    }
}
