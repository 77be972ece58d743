use game::{Game, Parent, children_of_all};

use crate::strategy::decided::Decided;

/// Finds the states in which a role is threatened. Its buffers are used again.
///
/// A role is threatened where another role wins at once after its first legal move, and after its last. Then
/// nearly all of its moves lose, and the few that answer the threat are all that has to be searched. Threats
/// order the search and prove nothing, so that it does no harm if the two moves happen to be the only ones
/// that lose.
///
/// Source of the idea: L. V. Allis, H. J. van den Herik, M. P. H. Huntjens, *Go-Moku and threat-space
/// search* (1993).
pub(super) struct Threats<G: Game> {
    /// The states that are asked about, by their places, and the role that decides there.
    asked: Vec<(usize, usize)>,
    /// Two joint moves for each of them.
    joints: Vec<G::Move>,
    replies: Vec<G::State>,
}

impl<G: Game> Threats<G> {
    pub(super) fn new() -> Self {
        Self { asked: Vec::new(), joints: Vec::new(), replies: Vec::new() }
    }

    /// Asks about nothing any more.
    pub(super) fn clear(&mut self) {
        self.asked.clear();
        self.joints.clear();
    }

    /// Asks about a state, in which `decider` chooses among several of the `legal` moves of each role.
    pub(super) fn ask(&mut self, place: usize, decider: usize, legal: &[Vec<G::Move>]) {
        self.asked.push((place, decider));
        let firsts = legal.iter().map(|moves| moves[0]);
        self.joints.extend(firsts.clone());
        self.joints.extend(firsts);
        if let (Some(&last), Some(start)) =
            (legal[decider].last(), self.joints.len().checked_sub(legal.len()))
        {
            self.joints[start + decider] = last;
        }
    }

    /// The places of those of `states` that were asked about and in which the decider is threatened, with
    /// the decider.
    pub(super) fn found(
        &mut self,
        game: &G,
        states: &[G::State],
        decided: &mut Decided<'_, G>,
    ) -> impl Iterator<Item = (usize, usize)> {
        let Self { asked, joints, replies } = self;
        let two = 2 * game.roles();
        let parents = asked.iter().zip(joints.chunks(two));
        let parents: Vec<_> =
            parents.map(|(&(place, _), joints)| Parent { state: &states[place], joints }).collect();
        children_of_all(game, &parents, replies);
        let mut ends = decided.look_at(game, &*replies).map(|end| end.map(|(winner, _)| winner));
        asked.iter().filter_map(move |&(place, decider)| {
            let mut loses = || ends.next().flatten().is_some_and(|winner| winner != decider);
            let (first, last) = (loses(), loses());
            (first && last).then_some((place, decider))
        })
    }
}

#[cfg(test)]
mod tests {
    use game::{Course, RulesState};

    use super::*;
    use crate::testing::rules;
    use crate::{Budget, Meter};

    /// Whether o, which is to move, is threatened after these moves in tic-tac-toe.
    fn threatened(cells: &[&str]) -> bool {
        let game = rules("tictactoe");
        let names: Vec<Vec<String>> = cells.iter().map(|cell| vec![format!("(mark {cell})")]).collect();
        let state: RulesState = Course::through(&game, &names).unwrap().end().clone();
        let mut legal = vec![Vec::new(); 2];
        legal.iter_mut().enumerate().for_each(|(role, moves)| game.legal(&state, role, moves));
        let mut decided = Decided::new(&game, true, &Meter::start(Budget::default()));
        let mut threats = Threats::new();
        threats.ask(0, 1, &legal);
        threats.found(&game, &[state], &mut decided).eq([(0, 1)])
    }

    #[test]
    fn who_loses_after_the_first_move_and_the_last_is_threatened() {
        assert!(threatened(&["2 1", "1 1", "2 2"]), "x wins in the cell 2 3 next");
        assert!(threatened(&["2 2", "1 2", "1 1", "3 3", "3 1"]), "x has two cells to win in");
    }

    #[test]
    fn who_has_an_answer_in_the_first_move_or_the_last_counts_as_free() {
        assert!(!threatened(&["1 1"]), "there is one mark");
        assert!(!threatened(&["2 2", "1 2", "3 3"]), "the first move, 1 1, is the answer");
    }

    #[test]
    fn nobody_is_threatened_where_nothing_is_asked() {
        let game = rules("tictactoe");
        let mut decided = Decided::new(&game, true, &Meter::start(Budget::default()));
        let mut threats = Threats::new();
        assert_eq!(threats.found(&game, &[game.initial()], &mut decided).count(), 0);
    }
}
