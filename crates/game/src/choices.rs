use std::borrow::Cow;

use crate::Game;

/// Every role's legal moves in one non-terminal state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices<M> {
    legal: Vec<Vec<M>>,
}

/// Who decides in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// Nobody: every role has exactly one legal move.
    Nobody,
    /// The one role that has more than one legal move.
    One(usize),
    /// Several roles choose at the same time.
    Several,
}

impl<M: Copy + Eq> Choices<M> {
    /// Asks `game` for the legal moves of every role in `state`.
    pub fn of<G: Game<Move = M>>(game: &G, state: &G::State) -> Self {
        let legal = (0..game.roles())
            .map(|role| {
                let mut moves = Vec::new();
                game.legal(state, role, &mut moves);
                moves
            })
            .collect();
        Self { legal }
    }

    /// The same where a role has no move but its first.
    #[must_use]
    pub fn with_first_move_of(mut self, role: usize) -> Self {
        self.legal[role].truncate(1);
        self
    }

    /// The legal moves of one role.
    pub fn of_role(&self, role: usize) -> &[M] {
        &self.legal[role]
    }

    /// The legal moves of each role, in role order.
    pub fn each(&self) -> impl DoubleEndedIterator<Item = &[M]> {
        self.legal.iter().map(Vec::as_slice)
    }

    /// Which roles have something to decide.
    pub fn mover(&self) -> Mover {
        let mut deciding = (0..self.legal.len()).filter(|&role| self.legal[role].len() > 1);
        match (deciding.next(), deciding.next()) {
            (None, _) => Mover::Nobody,
            (Some(role), None) => Mover::One(role),
            (Some(_), Some(_)) => Mover::Several,
        }
    }

    /// The joint move in which `role` plays `mov` and every other role its first legal move, which is its
    /// only one where `role` is the [`Mover::One`].
    ///
    /// # Panics
    /// If another role has no legal move; a game calls such a state terminal.
    pub fn joint_with(&self, role: usize, mov: M) -> Vec<M> {
        let mut joint: Vec<M> =
            self.legal.iter().enumerate().map(|(r, moves)| if r == role { mov } else { moves[0] }).collect();
        joint[role] = mov;
        joint
    }

    /// All joint moves, the last role's choice changing fastest. There is none if a role has no legal move.
    pub fn joint_moves(&self) -> JointMoves<'_, M> {
        JointMoves::of(Cow::Borrowed(&self.legal))
    }

    /// As [`joint_moves`](Self::joint_moves), of choices that are not needed any more.
    pub fn into_joint_moves<'m>(self) -> JointMoves<'m, M>
    where
        M: 'm,
    {
        JointMoves::of(Cow::Owned(self.legal))
    }

    /// How many joint moves there are; none if they are more than a `u128` holds.
    pub fn joint_count(&self) -> Option<u128> {
        self.legal.iter().try_fold(1, |product: u128, moves| product.checked_mul(moves.len() as u128))
    }
}

/// The joint moves of a state, see [`Choices::joint_moves`].
#[derive(Debug)]
pub struct JointMoves<'c, M: Clone> {
    legal: Cow<'c, [Vec<M>]>,
    digits: Option<Vec<usize>>,
}

impl<'c, M: Clone> JointMoves<'c, M> {
    fn of(legal: Cow<'c, [Vec<M>]>) -> Self {
        let empty = legal.iter().any(Vec::is_empty);
        let digits = (!empty).then(|| vec![0; legal.len()]);
        Self { legal, digits }
    }
}

impl<M: Copy> Iterator for JointMoves<'_, M> {
    type Item = Vec<M>;

    fn next(&mut self) -> Option<Vec<M>> {
        let digits = self.digits.as_mut()?;
        let joint = digits.iter().zip(self.legal.iter()).map(|(&digit, moves)| moves[digit]).collect();
        for (role, moves) in self.legal.iter().enumerate().rev() {
            digits[role] += 1;
            if digits[role] < moves.len() {
                return Some(joint);
            }
            digits[role] = 0;
        }
        self.digits = None;
        Some(joint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(legal: &[&[u8]]) -> Choices<u8> {
        Choices { legal: legal.iter().map(|moves| moves.to_vec()).collect() }
    }

    #[test]
    fn the_last_role_changes_fastest() {
        let joint: Vec<_> = choices(&[&[1, 2], &[7], &[3, 4]]).joint_moves().collect();
        assert_eq!(joint, [[1, 7, 3], [1, 7, 4], [2, 7, 3], [2, 7, 4]]);
    }

    #[test]
    fn a_role_without_moves_leaves_no_joint_move() {
        let stuck = choices(&[&[1, 2], &[]]);
        assert_eq!(stuck.joint_moves().count(), 0);
        assert_eq!(stuck.joint_count(), Some(0));
    }

    #[test]
    fn joint_moves_are_counted_as_far_as_numbers_go() {
        let ten_each = |roles| choices(&vec![&[0; 10][..]; roles]);
        assert_eq!(ten_each(38).joint_count(), Some(10_u128.pow(38)));
        assert_eq!(ten_each(39).joint_count(), None);
        assert_eq!(ten_each(39).into_joint_moves().take(11).count(), 11);
    }

    #[test]
    fn the_mover_is_the_one_role_with_a_choice() {
        assert_eq!(choices(&[&[1], &[1]]).mover(), Mover::Nobody);
        assert_eq!(choices(&[&[1], &[1, 2]]).mover(), Mover::One(1));
        assert_eq!(choices(&[&[1, 2], &[1, 2]]).mover(), Mover::Several);
        assert_eq!(choices(&[&[9], &[1, 2]]).joint_with(1, 2), [9, 2]);
    }
}
