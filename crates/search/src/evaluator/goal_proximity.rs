use game::{Game, players};

use crate::evaluator::{mean, scaled};
use crate::key::Key;
use crate::{Entry, Evaluator, EvaluatorSpec, Meter, SearchRng, Status};

const AGAINST: Key<bool> =
    Key::flag("against", true, "whether the others' proximity to their goals is subtracted from one's own");

pub(crate) const ENTRY: Entry = Entry {
    name: "goal-proximity",
    help: "how far the role's goal conditions in the rulesheet are satisfied, in fuzzy logic",
    reference: "Schiffel & Thielscher, Fluxplayer: a successful general game player, AAAI 2007",
    status: Status::Heuristic,
    model: None,
    positional: false,
    parameters: &[AGAINST.parameter],
};

/// Goal proximity: how true the conditions of a role's goals are, read as fuzzy logic, see
/// [`Knowledge::goal_proximity`](game::Knowledge::goal_proximity).
///
/// With others to play against, the mean of their proximities is subtracted (which the source does not do):
/// in a game of constant sum the rules of one's own goal may not mention how near another is to winning.
///
/// It is for rulesheets, played by their circuit. Native boards and explicit trees have no rules to read.
///
/// Source: S. Schiffel, M. Thielscher, *Fluxplayer: a successful general game player*, AAAI 2007.
#[derive(Clone, Copy, Debug)]
pub struct GoalProximity {
    against: bool,
}

impl GoalProximity {
    /// An evaluator that counts the others' proximity `against` one's own, or does not look at it.
    pub fn new(against: bool) -> Self {
        Self { against }
    }

    pub(crate) fn from_spec(spec: &EvaluatorSpec) -> Self {
        Self::new(spec.get(AGAINST))
    }
}

impl<G: Game> Evaluator<G> for GoalProximity {
    fn evaluate(&mut self, game: &G, state: &G::State, role: usize, _: &mut Meter, _: &mut SearchRng) -> f64 {
        // None is possible only where nobody asked for objections: it says nothing.
        let proximity = |role| game.knowledge().goal_proximity(state, role).unwrap_or(0.5);
        let own = proximity(role);
        let others = players(game).filter(|&other| self.against && other != role).map(proximity);
        match mean(others) {
            Some(others) => scaled(game, own - others),
            None => scaled(game, 2.0 * own - 1.0),
        }
    }

    fn objection(&self, game: &G) -> Option<String> {
        game.knowledge().goal_proximity(&game.initial(), 0).is_none().then(|| {
            "goal-proximity reads the goals of a rulesheet that has a circuit, and not too many conditions for them; playouts and zero need none".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use game::Rules;
    use rand::SeedableRng;

    use super::*;
    use crate::testing::{Counting, any_game, decide, rules};
    use crate::{Budget, Request, SearchError};

    fn value<G: Game>(against: bool, game: &G, state: &G::State, role: usize) -> f64 {
        let mut meter = Meter::start(Budget::default());
        let mut rng = SearchRng::seed_from_u64(0);
        GoalProximity::new(against).evaluate(game, state, role, &mut meter, &mut rng)
    }

    fn after(game: &Rules, moves: &[&str]) -> <Rules as Game>::State {
        moves.iter().enumerate().fold(game.initial(), |state, (ply, name)| {
            let named = |role| game.move_named(&state, role, if ply % 2 == role { name } else { "noop" });
            game.next(&state, &[named(0).unwrap(), named(1).unwrap()])
        })
    }

    #[test]
    fn two_in_a_line_are_worth_more_to_their_owner_and_less_to_the_other() {
        let game = rules("tictactoe");
        let apart = after(&game, &["(mark 1 1)", "(mark 1 2)", "(mark 3 2)", "(mark 1 3)"]);
        let aligned = after(&game, &["(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "(mark 1 3)"]);
        for against in [false, true] {
            assert!(value(against, &game, &aligned, 0) > value(against, &game, &apart, 0));
        }
        assert!(value(true, &game, &aligned, 1) < value(true, &game, &apart, 1));
        let sum = value(true, &game, &aligned, 0) + value(true, &game, &aligned, 1);
        assert!((sum - 100.0).abs() < 1e-9);
    }

    #[test]
    fn chance_is_no_opponent() {
        let game = rules("pig");
        let values: Vec<f64> = players(&game).map(|role| value(true, &game, &game.initial(), role)).collect();
        assert_eq!(values.len(), 2);
        assert!((values.iter().sum::<f64>() - 100.0).abs() < 1e-9, "{values:?}");
    }

    #[test]
    fn at_one_ply_it_completes_a_line() {
        let game = rules("tictactoe");
        let state = after(&game, &["(mark 1 1)", "(mark 1 2)", "(mark 2 1)", "(mark 1 3)"]);
        let spec: crate::Spec = "alpha-beta(depth=1,eval=goal-proximity)".parse().unwrap();
        let mut rng = SearchRng::seed_from_u64(0);
        let decision = spec.build().choose(Request::new(&any_game(&game), &state, 0, &mut rng)).unwrap();
        assert_eq!(game.notation().move_name(decision.mov), "(mark 3 1)");
    }

    #[test]
    fn a_game_without_rules_is_refused_with_advice() {
        let spec = "minimax(depth=1,eval=goal-proximity)";
        let refusal = decide(spec, &Counting, &Budget::default()).unwrap_err();
        assert!(
            matches!(&refusal, SearchError::Inapplicable { strategy: "minimax", why } if why.contains("playouts and zero"))
        );
    }
}
