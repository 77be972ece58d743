//! Small games to test with, and what strategies decide in them.

mod asked;
mod chain;
mod counting;
mod dice;
mod made_up;
mod matrices;
mod noughts;
mod opinionated;
mod sketch;
mod walk;

pub(crate) use asked::Asked;
pub(crate) use chain::Chain;
pub(crate) use counting::Counting;
pub(crate) use dice::{Dice, expectation, expectations};
pub(crate) use made_up::MadeUp;
pub(crate) use matrices::{Cell, Matrices, pennies};
pub(crate) use noughts::{NOUGHTS, Noughts, Question};
pub(crate) use opinionated::Opinionated;
pub(crate) use sketch::Sketch;
pub(crate) use walk::Walk;

use game::{Builtin, Game, Rules, Tree};
use proptest::prelude::*;
use rand::SeedableRng;
use serde_json::json;

use crate::{Budget, Decision, Recorder, Request, SearchError, SearchRng, Spec, Trace};

/// Any game of these states and moves. To compile all strategies for a type of game takes 20 s, so that it is
/// done once for all such games.
pub(crate) type AnyGame<'g, S, M> = &'g (dyn Game<State = S, Move = M> + 'g);

/// The game as one of any.
pub(crate) fn any_game<G: Game>(game: &G) -> AnyGame<'_, G::State, G::Move> {
    game
}

/// What a strategy of that spec decides for role 0 in the initial state, with a fixed seed.
pub(crate) fn decide<G: Game>(
    spec: &str,
    game: &G,
    budget: &Budget,
) -> Result<Decision<G::Move>, SearchError> {
    decide_as(spec, game, 0, &game.initial(), budget)
}

/// What a strategy of that spec decides for a role in a state, with a fixed seed.
pub(crate) fn decide_as<G: Game>(
    spec: &str,
    game: &G,
    role: usize,
    state: &G::State,
    budget: &Budget,
) -> Result<Decision<G::Move>, SearchError> {
    let (spec, game): (Spec, _) = (spec.parse().unwrap(), any_game(game));
    spec.build()
        .choose(Request::new(&game, state, role, &mut SearchRng::seed_from_u64(7)).within(budget.clone()))
}

/// A built-in game as its rules say, played on a circuit.
pub(crate) fn rules(name: &str) -> Rules {
    let sheet = gdl::Rulesheet::parse(name, Builtin::named(name).unwrap().rules.as_bytes()).unwrap();
    Rules::new(&sheet).unwrap()
}

/// What a strategy of that spec does, as a recorder sees it, when it decides for a role in the initial state.
pub(crate) fn watch<G: Game>(spec: &str, game: &G, role: usize) -> Trace {
    let (spec, game): (Spec, _) = (spec.parse().unwrap(), any_game(game));
    let (mut rng, mut recorder) = (SearchRng::seed_from_u64(7), Recorder::new(&game, role, 10_000));
    let budget = Budget::default();
    spec.build()
        .choose(
            Request::new(&game, &game.initial(), role, &mut rng)
                .within(budget.clone())
                .watched_by(&mut recorder),
        )
        .unwrap();
    recorder.trace()
}

/// Uneven trees of so many roles, any of which moves anywhere. Payoffs are few, so that there are ties, and
/// sum up to ten if `constant`, else to less.
pub(crate) fn payoff_trees(roles: usize, constant: bool) -> impl Strategy<Value = Tree> {
    let names: Vec<String> = (0..roles).map(|role| role.to_string()).collect();
    let leaf = prop::collection::vec(0..=5, roles).prop_map(move |mut goals| {
        // All but the first share what the roles before them leave.
        let mut left = 10;
        for goal in goals.iter_mut().rev() {
            *goal = left.min(*goal);
            left -= *goal;
        }
        if constant {
            goals[0] += left;
        }
        json!({ "goals": goals })
    });
    let movers = names.clone();
    let inner = move |below: BoxedStrategy<serde_json::Value>| {
        (prop::sample::select(movers.clone()), prop::collection::vec(below, 1..=4))
            .prop_map(|(mover, children)| json!({ "mover": mover, "children": children }))
    };
    let below = leaf.prop_recursive(4, 60, 4, inner.clone());
    inner(below.boxed()).prop_map(move |root| {
        let document = json!({ "roles": names, "range": [0, 10], "root": root });
        Tree::from_json(&document.to_string()).unwrap()
    })
}
