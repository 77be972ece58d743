use std::mem;
use std::time::{Duration, Instant};

use game::{Choices, Game, Mover, ask_while, gave_up};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::{Effort, Stop};

/// As many plies as a line of play is followed.
pub(crate) const LONGEST_LINE: usize = 1000;

/// A chosen move, and what the search knows about it and its alternatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<M> {
    /// The move to make.
    pub mov: M,
    /// Every legal move in the game's order.
    pub moves: Vec<MoveEstimate<M>>,
    /// The searcher's value of the state, on the game's goal scale; none if the strategy does not estimate,
    /// or the budget was too small for an estimate.
    pub value: Option<f64>,
    /// What the search has taken.
    pub effort: Effort,
    /// Whether `value` is exact: the search went to the end of the game wherever that matters. Beyond two
    /// constant-sum roles it is the value under the strategy's own assumption about the others. Without a
    /// value: whether best play does not end.
    pub proven: bool,
    /// The principal variation: the joint moves that the searcher expects from here on, forced ones included.
    /// It ends where the search does not know what each role does.
    pub pv: Vec<Vec<M>>,
    /// What people should know: of goals that the search has met, if some are doubtful, and of a search that
    /// makes mistakes on purpose.
    pub remark: Option<String>,
}

/// What a search learnt about one move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveEstimate<M> {
    /// The move.
    #[serde(rename = "move")]
    pub mov: M,
    /// Its value on the game's goal scale; none if it was not looked at to the end, or if it is `proven` that
    /// best play does not end.
    pub value: Option<f64>,
    /// Whether the value is only a bound, and which.
    pub bound: Option<Bound>,
    /// Whether the value, or bound, is that of the game itself; else of what the search saw of it: to a
    /// depth, or in playouts.
    pub proven: bool,
    /// Visits (playouts or nodes, as the strategy counts) spent on it.
    pub visits: u64,
}

impl<M> MoveEstimate<M> {
    /// The same estimate for `role`, of the move by its name and with its value as the game
    /// [writes](game::Notation::scale) it.
    pub fn named<G: Game<Move = M>>(&self, game: &G, role: usize) -> MoveEstimate<String>
    where
        M: Copy,
    {
        let Self { mov, value, bound, proven, visits } = *self;
        let scale = game.notation().scale(role);
        let bound = bound.map(|bound| match bound {
            Bound::Lower if scale.is_turned() => Bound::Upper,
            Bound::Upper if scale.is_turned() => Bound::Lower,
            bound => bound,
        });
        let value = value.map(|value| scale.value(value));
        MoveEstimate { mov: game.notation().move_name(mov), value, bound, proven, visits }
    }

    /// What stands before the value in a table of these estimates: `≤ ` and `≥ ` before proven bounds, `≲ `
    /// and `≳ ` before bounds of what the search would have come to had it looked as deep as elsewhere; `≈ `
    /// before a value that is not proven beside others that are.
    pub fn sign(&self, table: &[Self]) -> &'static str {
        match (self.bound, self.proven) {
            (None, false) if table.iter().any(|estimate| estimate.proven) => "≈ ",
            (None, _) => "",
            (Some(Bound::Upper), true) => "≤ ",
            (Some(Bound::Upper), false) => "≲ ",
            (Some(Bound::Lower), true) => "≥ ",
            (Some(Bound::Lower), false) => "≳ ",
        }
    }

    /// Nothing is known of the move any more.
    pub(crate) fn forget(&mut self) {
        (self.value, self.bound, self.proven) = (None, None, false);
    }

    /// What is known of another move is known of this one.
    pub(crate) fn learn(&mut self, other: &Self) {
        (self.value, self.bound, self.proven) = (other.value, other.bound, other.proven);
    }
}

/// A side on which a value is only a bound of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The true value is no less.
    Lower,
    /// The true value is no greater: the search left off as soon as the move could not be the best.
    Upper,
}

impl<M> Decision<M> {
    /// A decision without any search behind it.
    pub fn unsearched(mov: M) -> Self {
        Self {
            mov,
            moves: Vec::new(),
            value: None,
            effort: Effort::default(),
            proven: false,
            pv: Vec::new(),
            remark: None,
        }
    }

    /// Whether the strategy had a choice to search and the budget was too small to learn anything: any other
    /// legal move is as good.
    pub fn is_guess(&self) -> bool {
        self.moves.len() > 1 && self.value.is_none()
    }

    /// The decision of a search that expects nothing of others but forced moves: its own move is the
    /// principal variation, if it says what everybody does.
    pub(crate) fn alone(self, choices: &Choices<M>, role: usize) -> Self
    where
        M: Copy + Eq,
    {
        let known = self.value.is_some() && choices.mover() == Mover::One(role);
        let pv = if known { vec![choices.joint_with(role, self.mov)] } else { Vec::new() };
        Self { pv, ..self }
    }

    /// The decision with the forced moves that come after its principal variation, up to the next choice of
    /// any role or the first state that comes again: for people, as a search that ends before them need not
    /// have looked at them. They are not all there if it takes more than a second to find them, or the stop
    /// flag is pressed. In a game that hides something there are none, as they would tell what the role does
    /// not know.
    #[must_use]
    pub fn with_forced_moves<G: Game<Move = M>>(mut self, game: &G, state: &G::State, stop: &Stop) -> Self
    where
        M: Copy + Eq,
    {
        if game.percepts().is_some() {
            return self;
        }
        let (started, stop) = (Instant::now(), stop.clone());
        let go_on = move || !stop.pressed() && started.elapsed() < Duration::from_secs(1);
        ask_while(go_on, || {
            let (mut state, mut met) = (state.clone(), FxHashSet::default());
            for joint in &self.pv {
                let next = game.next(&state, joint);
                met.insert(mem::replace(&mut state, next));
            }
            while self.pv.len() < LONGEST_LINE && !game.terminal(&state) && met.insert(state.clone()) {
                let choices = Choices::of(game, &state);
                if gave_up() || choices.mover() != Mover::Nobody || choices.each().any(<[_]>::is_empty) {
                    break;
                }
                let joint = choices.joint_with(0, choices.of_role(0)[0]);
                state = game.next(&state, &joint);
                self.pv.push(joint);
            }
        });
        self
    }

    /// The first of `moves`, all of them listed and none looked at.
    ///
    /// # Panics
    /// If there are no moves.
    pub(crate) fn first_of(moves: &[M]) -> Self
    where
        M: Copy,
    {
        let unseen = |&mov| MoveEstimate { mov, value: None, bound: None, proven: false, visits: 0 };
        Self { moves: moves.iter().map(unseen).collect(), ..Self::unsearched(moves[0]) }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::Budget;
    use crate::testing::{Walk, decide, rules};

    /// The first of them was shown as 50 though it is worth 0, the second though it is worth 100.
    #[rstest]
    #[case("two-rows", "(slide 1 1 2)")]
    #[case("coin-row", "(take 1 2)")]
    fn an_estimate_beside_a_proven_value_is_told_as_one(#[case] game: &str, #[case] mov: &str) {
        let game = rules(game);
        let decision = decide("deepening", &game, &Budget::default()).unwrap();
        assert!(decision.proven);
        let named = |estimate: &&MoveEstimate<_>| game.notation().move_name(estimate.mov) == mov;
        let estimate = decision.moves.iter().find(named).unwrap();
        assert_eq!(estimate.value, Some(50.0));
        assert!(!estimate.proven);
        assert!(["≈ ", "≲ "].contains(&estimate.sign(&decision.moves)), "{estimate:?}");
    }

    #[test]
    fn forced_moves_are_told_up_to_the_first_state_that_comes_again() {
        // After a choice of two moves a role alone goes round three places for ever.
        let places = vec![(0, vec![1, 1], 0), (0, vec![2], 0), (0, vec![3], 0), (0, vec![1], 0)];
        let game = Walk { roles: 1, ..Walk::new(places) };
        for pv in [vec![vec![1]], vec![vec![1], vec![0], vec![0]]] {
            let decision = Decision { pv, ..Decision::unsearched(1) };
            let told = decision.with_forced_moves(&game, &0, &Stop::default()).pv;
            assert_eq!(told, [[1], [0], [0], [0]]);
        }
    }

    #[test]
    fn signs_tell_bounds_and_beside_proven_values_what_is_not_proven() {
        let estimate = |bound, proven| MoveEstimate { mov: 0, value: Some(50.0), bound, proven, visits: 1 };
        let all = [None, Some(Bound::Upper), Some(Bound::Lower)];
        let signs =
            |proven: bool, table: &[MoveEstimate<i32>]| all.map(|bound| estimate(bound, proven).sign(table));
        assert_eq!(signs(false, &all.map(|bound| estimate(bound, false))), ["", "≲ ", "≳ "]);
        let mixed = [estimate(None, true), estimate(None, false)];
        assert_eq!(signs(false, &mixed), ["≈ ", "≲ ", "≳ "]);
        assert_eq!(signs(true, &mixed), ["", "≤ ", "≥ "]);
    }
}
