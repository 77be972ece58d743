/// What playouts from several states came to by the moves that were made in them, state by state.
///
/// A move counts once in a playout, however often it was made there, and wherever. `M` is the game's move.
#[derive(Clone, Debug)]
pub struct MoveTally<M> {
    /// The moves that are told apart, each with its role.
    moves: Vec<(usize, M)>,
    /// One for each of them, for each state.
    sums: Vec<MoveSum>,
}

/// How many playouts made a move, and what they paid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveSum {
    /// How many playouts made it.
    pub playouts: u32,
    /// The sum of what they paid the role that made it.
    pub goals: f32,
}

impl<M> Default for MoveTally<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), sums: Vec::new() }
    }
}

impl<M> MoveTally<M> {
    /// Begins anew with no playout from any of so many states, to tell these moves apart.
    pub fn clear(&mut self, states: usize, moves: impl IntoIterator<Item = (usize, M)>) {
        self.moves.clear();
        self.moves.extend(moves);
        self.sums.clear();
        self.sums.resize(states * self.moves.len(), MoveSum::default());
    }

    /// The moves that are told apart, each with its role.
    pub fn moves(&self) -> &[(usize, M)] {
        &self.moves
    }

    /// Adds a playout from state number `state`, in which moves of these numbers were made and which paid
    /// each role as told.
    pub fn record(&mut self, state: usize, moves: &[u32], goal: impl Fn(usize) -> f32) {
        let sums = &mut self.sums[state * self.moves.len()..][..self.moves.len()];
        for &number in moves {
            let sum = &mut sums[number as usize];
            sum.playouts += 1;
            sum.goals += goal(self.moves[number as usize].0);
        }
    }

    /// What playouts from a state came to, one for each of the [moves](Self::moves).
    pub fn sums(&self, state: usize) -> &[MoveSum] {
        &self.sums[state * self.moves.len()..][..self.moves.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_counts_once_for_each_playout_that_made_it() {
        let mut tally = MoveTally::default();
        tally.clear(2, [(0, 'a'), (0, 'b'), (1, 'a')]);
        tally.record(1, &[0, 2], |role| [100.0, 0.0][role]);
        tally.record(1, &[0], |role| [50.0, 50.0][role]);
        tally.record(0, &[], |_| unreachable!("no move was made"));
        let sums = |state| tally.sums(state).iter().map(|sum| (sum.playouts, sum.goals)).collect::<Vec<_>>();
        assert_eq!(sums(1), [(2, 150.0), (0, 0.0), (1, 0.0)]);
        assert_eq!(sums(0), [(0, 0.0); 3]);
        tally.clear(1, [(0, 'c')]);
        assert_eq!((tally.moves(), tally.sums(0)), (&[(0, 'c')][..], &[MoveSum::default()][..]));
    }
}
