use game::{Choices, Game, Goal, Mover, Playouts};
use rand::SeedableRng;
use search::SearchRng;

/// What of a game decides which strategies can play it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One role.
    Alone,
    /// Two roles, one after the other.
    Turns,
    /// More roles, one after the other.
    Many,
    /// Several roles choose at the same time.
    AtOnce,
}

impl Kind {
    /// What people are told about such a game.
    pub(crate) fn remark(self) -> &'static str {
        match self {
            Self::Alone => "a role that plays alone",
            Self::Turns => "two roles that move in turn",
            Self::Many => "many roles that move in turn",
            Self::AtOnce => "roles that choose at the same time",
        }
    }
}

/// What some random playouts show of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    /// The kind of the game, as far as was seen.
    pub(crate) kind: Kind,
    /// States seen in which a role had a choice, each counted once for every such role.
    choices: u64,
    /// The moves that they could choose from, all together.
    moves: u64,
    /// Whether the joint moves of every state seen can be counted.
    pub(crate) countable: bool,
    /// The least and the greatest sum of all roles' payoffs at the ends seen, if any was.
    sums: Option<(Goal, Goal)>,
}

/// Random playouts that are looked through, and plies of each at most.
const LOOKS: (u64, u32) = (10, 200);

impl Look {
    /// Looks through some random playouts, as long as `go_on` says so; it is asked before every ply. Once several roles are seen to choose at
    /// the same time, nothing is left to look for.
    pub(crate) fn of<G: Game>(game: &G, mut go_on: impl FnMut() -> bool) -> Self {
        let kind = match game.roles() {
            1 => Kind::Alone,
            2 => Kind::Turns,
            _ => Kind::Many,
        };
        let mut look = Self { kind, choices: 0, moves: 0, countable: true, sums: None };
        let (playouts, most) = LOOKS;
        for number in 0..playouts {
            let mut rng = SearchRng::seed_from_u64(number);
            let mut state = game.initial();
            let mut step = Playouts::new(game).with_ply_limit(1);
            for _ in 0..most {
                if !go_on() {
                    return look;
                }
                if game.terminal(&state) {
                    look.note_end(game, &state);
                    break;
                }
                look.note_choices(&Choices::of(game, &state));
                if look.kind == Kind::AtOnce {
                    return look;
                }
                state = step.run(&state, &mut rng).end;
            }
        }
        look
    }

    fn note_choices<M: Copy + Eq>(&mut self, choices: &Choices<M>) {
        for moves in choices.each().map(<[M]>::len).filter(|&moves| moves > 1) {
            self.choices += 1;
            self.moves += moves as u64;
        }
        let joint_moves =
            choices.each().try_fold(1_u64, |product, moves| product.checked_mul(moves.len() as u64));
        self.countable &= joint_moves.is_some();
        if choices.mover() == Mover::Several {
            self.kind = Kind::AtOnce;
        }
    }

    fn note_end<G: Game>(&mut self, game: &G, state: &G::State) {
        let sum = (0..game.roles()).fold(0, |sum: Goal, role| sum.saturating_add(game.goal(state, role)));
        if game.fault(state).is_none() {
            let (least, greatest) = self.sums.unwrap_or((sum, sum));
            self.sums = Some((least.min(sum), greatest.max(sum)));
        }
    }

    /// Whether the payoffs had the same sum at all ends seen; none if no end was.
    pub(crate) fn constant_sum(&self) -> Option<bool> {
        self.sums.map(|(least, greatest)| least == greatest)
    }

    /// Moves that a role with a choice has on the average; none if no choice was seen.
    pub(crate) fn branching(&self) -> Option<f64> {
        (self.choices > 0).then(|| self.moves as f64 / self.choices as f64)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use game::Tree;

    use super::*;
    use crate::testing::{Failing, Pennies, rules};

    fn look<G: Game>(game: &G) -> Look {
        Look::of(game, || true)
    }

    #[test]
    fn roles_that_choose_at_the_same_time_are_noticed_wherever_they_do() {
        assert_eq!(look(&Pennies).kind, Kind::AtOnce);
        assert_eq!(look(&rules("tron")).kind, Kind::AtOnce);
        assert_eq!(look(&rules("tictactoe-3p")).kind, Kind::Many);
        assert_eq!(look(&rules("eight-puzzle")).kind, Kind::Alone);
    }

    #[test]
    fn moves_are_counted_where_there_is_a_choice() {
        let tree = Tree::from_brackets("((3 12 8) ((7)) 5)").unwrap();
        assert_eq!(look(&tree).branching(), Some(3.0));
        assert_eq!(look(&Tree::from_brackets("(((7)))").unwrap()).branching(), None);
        assert_eq!(look(&Tree::from_brackets("7").unwrap()).branching(), None);
    }

    #[test]
    fn ends_tell_whether_the_sum_of_payoffs_is_constant() {
        let sum = |goals: [[i32; 2]; 2]| {
            let [left, right] = goals;
            let json = format!(
                r#"{{"roles": ["a", "b"], "root": [{{"goals": {left:?}}}, {{"goals": {right:?}}}]}}"#
            );
            look(&Tree::from_json(&json).unwrap()).constant_sum()
        };
        assert_eq!(sum([[100, 0], [50, 50]]), Some(true));
        assert_eq!(sum([[100, 0], [60, 50]]), Some(false));
        assert_eq!(look(&Failing::at_ply(0)).constant_sum(), None, "a fault is no end");
    }

    #[test]
    fn a_look_ends_when_it_is_told_to() {
        let asked = Cell::new(0);
        let short = Look::of(&rules("tron"), || asked.replace(asked.get() + 1) > 0);
        assert_eq!((short.kind, short.branching(), asked.get()), (Kind::Turns, None, 1));
    }

    #[test]
    fn a_game_that_fails_is_looked_at_until_it_does() {
        let look = look(&Failing::at_ply(3));
        assert_eq!((look.kind, look.branching()), (Kind::Alone, Some(2.0)));
    }
}
