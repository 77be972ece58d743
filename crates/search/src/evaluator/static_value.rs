use game::Game;

use crate::evaluator::middle;
use crate::{Entry, Evaluator, EvaluatorSpec, Meter, SearchError, SearchRng, Status};

pub(crate) const ENTRY: Entry = Entry {
    name: "static",
    help: "the static values that a drawn tree gives to its inner nodes; in every other game the middle of the goal range",
    reference: "Shannon, Programming a computer for playing chess, Philosophical Magazine 41 (1950)",
    status: Status::Exact,
    positional: false,
    model: None,
    parameters: &[],
};

/// The value that the game itself gives to a state: the static value of an inner node of a drawn tree.
///
/// It is the evaluator of a search for which none is named. A search that comes to an inner node of a drawn
/// tree without a static value ends with an error, rather than make one up. Other games give no values, and
/// every state is worth the middle of the goal range, as for [`Zero`](crate::Zero).
#[derive(Clone, Copy, Debug)]
pub struct StaticValue;

impl StaticValue {
    pub(crate) fn from_spec(_: &EvaluatorSpec) -> Self {
        Self
    }
}

impl<G: Game> Evaluator<G> for StaticValue {
    fn evaluate(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        meter: &mut Meter,
        _: &mut SearchRng,
    ) -> f64 {
        match game.knowledge().static_value(state, role) {
            Ok(Some(value)) => f64::from(value),
            Ok(None) => middle(game),
            Err(missing) => {
                meter.fail(SearchError::Unjudged(missing.message));
                middle(game)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Tree;

    use crate::testing::decide;
    use crate::{Budget, SearchError};

    fn value(spec: &str, tree: &str) -> Result<Option<f64>, SearchError> {
        let tree = Tree::from_brackets(tree).unwrap();
        decide(spec, &tree, &Budget::default()).map(|decision| decision.value)
    }

    #[test]
    fn a_search_takes_static_values_at_its_depth_limit() {
        let tree = "((=4 3 12 8) (=9 2 4 6))";
        for strategy in ["minimax", "negamax", "alpha-beta", "deepening", "maxn", "paranoid"] {
            assert_eq!(value(&format!("{strategy}(depth=1)"), tree), Ok(Some(9.0)), "{strategy}");
            assert_eq!(value(&format!("{strategy}(depth=2)"), tree), Ok(Some(3.0)), "{strategy}");
        }
    }

    #[test]
    fn a_node_without_one_is_an_error_unless_an_evaluator_is_named() {
        let tree = "((=4 3 12 8) x:(2 4 6))";
        let error = value("minimax(depth=1)", tree).unwrap_err().to_string();
        assert!(
            error.starts_with("the node x has no static value") && error.contains("eval=zero"),
            "{error}"
        );
        assert!(value("minimax(depth=1,eval=zero)", tree).is_ok());
        assert_eq!(value("minimax(depth=2)", tree), Ok(Some(3.0)));
    }

    #[test]
    fn other_games_are_judged_as_by_zero() {
        let game = crate::testing::rules("tictactoe");
        let decision = decide("minimax(depth=1)", &game, &Budget::default()).unwrap();
        assert_eq!(decision.value, Some(50.0));
    }
}
