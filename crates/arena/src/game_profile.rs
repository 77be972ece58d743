use std::ops::RangeInclusive;

use game::{Choices, Game, Goal, Mover, Playouts};
use rand::SeedableRng;
use search::SearchRng;

/// The kind of a game: how many roles it has, and whether they move in turn. It decides which strategies can
/// play the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameKind {
    /// One role.
    SinglePlayer,
    /// Two roles that move in turn.
    TwoPlayer,
    /// Three or more roles that move in turn.
    MultiPlayer,
    /// Several roles that move at the same time.
    Simultaneous,
}

impl GameKind {
    /// Such a game in words, as a remark calls it.
    pub(crate) fn remark(self) -> &'static str {
        match self {
            Self::SinglePlayer => "a role that plays alone",
            Self::TwoPlayer => "two roles that move in turn",
            Self::MultiPlayer => "many roles that move in turn",
            Self::Simultaneous => "roles that choose at the same time",
        }
    }
}

/// What some random playouts show about a game: its kind, its branching, the sums of its payoffs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GameProfile {
    /// The kind of the game, as far as the playouts show.
    pub(crate) kind: GameKind,
    /// States seen in which a role had a choice, each counted once for every such role.
    choices: u64,
    /// The moves that those roles could choose from, summed over these states.
    moves: u64,
    /// Whether the joint moves of every state seen can be counted.
    pub(crate) countable: bool,
    /// The least and the greatest sum of all roles' payoffs over the terminal states seen; none if none
    /// was seen.
    sums: Option<(Goal, Goal)>,
}

/// How many random playouts are made.
const PLAYOUTS: u64 = 10;

/// Plies of each of these playouts at most.
const PLIES: u32 = 200;

impl GameProfile {
    /// Makes some random playouts while `go_on` returns true; it is called before every ply. The first state
    /// in which several roles have a choice ends them, for the kind is known then.
    pub(crate) fn of<G: Game>(game: &G, mut go_on: impl FnMut() -> bool) -> Self {
        let kind = match game.roles() {
            1 => GameKind::SinglePlayer,
            2 => GameKind::TwoPlayer,
            _ => GameKind::MultiPlayer,
        };
        let mut profile = Self { kind, choices: 0, moves: 0, countable: true, sums: None };
        for number in 0..PLAYOUTS {
            let mut rng = SearchRng::seed_from_u64(number);
            let mut state = game.initial();
            let mut one_ply = Playouts::new(game).with_ply_limit(1);
            for _ in 0..PLIES {
                if !go_on() {
                    return profile;
                }
                if game.terminal(&state) {
                    profile.note_end(game, &state);
                    break;
                }
                profile.note_choices(&Choices::of(game, &state));
                if profile.kind == GameKind::Simultaneous {
                    return profile;
                }
                state = one_ply.run(&state, &mut rng).end;
            }
        }
        profile
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
            self.kind = GameKind::Simultaneous;
        }
    }

    fn note_end<G: Game>(&mut self, game: &G, state: &G::State) {
        let sum = (0..game.roles()).fold(0, |sum: Goal, role| sum.saturating_add(game.goal(state, role)));
        if game.fault(state).is_none() {
            let (least, greatest) = self.sums.unwrap_or((sum, sum));
            self.sums = Some((least.min(sum), greatest.max(sum)));
        }
    }

    /// The least and the greatest sum of payoffs in the terminal states seen; none if none was seen.
    pub(crate) fn sums(&self) -> Option<RangeInclusive<Goal>> {
        self.sums.map(|(least, greatest)| least..=greatest)
    }

    /// Whether the payoffs had the same sum in all terminal states seen; none if none was seen.
    pub(crate) fn constant_sum(&self) -> Option<bool> {
        self.sums().map(|sums| sums.start() == sums.end())
    }

    /// The mean number of moves of a role that has a choice; none if no role had one.
    pub(crate) fn branching(&self) -> Option<f64> {
        (self.choices > 0).then(|| self.moves as f64 / self.choices as f64)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use game::Tree;

    use super::*;
    use crate::testing::{Pennies, Walk, rules};

    fn profile<G: Game>(game: &G) -> GameProfile {
        GameProfile::of(game, || true)
    }

    #[test]
    fn roles_that_choose_at_the_same_time_are_noticed_wherever_they_do() {
        assert_eq!(profile(&Pennies).kind, GameKind::Simultaneous);
        assert_eq!(profile(&rules("tron")).kind, GameKind::Simultaneous);
        assert_eq!(profile(&rules("tictactoe-3p")).kind, GameKind::MultiPlayer);
        assert_eq!(profile(&rules("eight-puzzle")).kind, GameKind::SinglePlayer);
    }

    #[test]
    fn moves_are_counted_where_there_is_a_choice() {
        let tree = Tree::from_brackets("((3 12 8) ((7)) 5)").unwrap();
        assert_eq!(profile(&tree).branching(), Some(3.0));
        assert_eq!(profile(&Tree::from_brackets("(((7)))").unwrap()).branching(), None);
        assert_eq!(profile(&Tree::from_brackets("7").unwrap()).branching(), None);
    }

    #[test]
    fn ends_tell_whether_the_sum_of_payoffs_is_constant() {
        let sum = |goals: [[i32; 2]; 2]| {
            let [left, right] = goals;
            let json = format!(
                r#"{{"roles": ["a", "b"], "root": [{{"goals": {left:?}}}, {{"goals": {right:?}}}]}}"#
            );
            profile(&Tree::from_json(&json).unwrap()).constant_sum()
        };
        assert_eq!(sum([[100, 0], [50, 50]]), Some(true));
        assert_eq!(sum([[100, 0], [60, 50]]), Some(false));
        assert_eq!(profile(&Walk::failing_at(0)).constant_sum(), None, "a fault is no end");
    }

    #[test]
    fn the_playouts_end_when_they_are_told_to() {
        let asked = Cell::new(0);
        let short = GameProfile::of(&rules("tron"), || asked.replace(asked.get() + 1) > 0);
        assert_eq!((short.kind, short.branching(), asked.get()), (GameKind::TwoPlayer, None, 1));
    }

    #[test]
    fn a_game_that_fails_is_profiled_up_to_the_failure() {
        let profile = profile(&Walk::failing_at(3));
        assert_eq!((profile.kind, profile.branching()), (GameKind::SinglePlayer, Some(2.0)));
    }
}
