//! All methods on random trees and graphs, against a minimax of a few lines.

use game::{Game, Goal, Tree};
use proptest::collection::vec;
use proptest::prelude::*;
use search::{Bounds, Spec};

use super::places::places;
use super::solve;
use crate::{Limits, Method, Searched};

/// A tree whose levels belong to both roles by turns.
#[derive(Clone, Debug)]
enum Random {
    Leaf(Goal),
    Node(Vec<Random>),
}

impl Random {
    /// What the first role gets by best play of both, where it moves if `maximise`, else the other one.
    fn minimax(&self, maximise: bool) -> Goal {
        match self {
            Self::Leaf(payoff) => *payoff,
            Self::Node(children) => {
                let values = children.iter().map(|child| child.minimax(!maximise));
                let best = if maximise { values.max() } else { values.min() };
                best.expect("a node has children")
            }
        }
    }

    fn brackets(&self) -> String {
        match self {
            Self::Leaf(payoff) => payoff.to_string(),
            Self::Node(children) => {
                let children: Vec<String> = children.iter().map(Self::brackets).collect();
                format!("({})", children.join(" "))
            }
        }
    }
}

/// Trees of up to six plies, with leaves at different plies, whose root has at least two moves.
fn trees(payoff: impl Strategy<Value = Goal> + 'static) -> impl Strategy<Value = Random> {
    let below = payoff
        .prop_map(Random::Leaf)
        .prop_recursive(5, 120, 4, |below| vec(below, 1..=4).prop_map(Random::Node));
    vec(below, 2..=4).prop_map(Random::Node)
}

/// What a strategy proves, or the one behind a method.
fn searched<G: Game>(game: &G, role: usize, strategy: &str) -> Searched<G::Move> {
    let limits = Limits::default();
    let behind = strategy.parse().ok().and_then(|method: Method| method.strategy(&limits));
    let spec: Spec = behind.unwrap_or_else(|| strategy.parse().unwrap());
    Searched::of(game, &game.initial(), role, &spec, &limits).unwrap()
}

/// Whether bounds that are known do not contradict a value.
fn allow(bounds: &Bounds, value: Goal) -> bool {
    bounds.at_least.is_none_or(|least| least <= value) && bounds.at_most.is_none_or(|most| value <= most)
}

/// Compares the methods with the value of the root and of its moves.
fn methods_agree(random: &Random, methods: &[&str]) -> Result<(), TestCaseError> {
    let Random::Node(children) = random else { unreachable!("the root has moves") };
    let value = random.minimax(true);
    let moves: Vec<Goal> = children.iter().map(|child| child.minimax(false)).collect();
    let tree = Tree::from_brackets(&random.brackets()).unwrap();
    let start = tree.initial();
    let enumerated = solve(&tree).solution(&start).unwrap();
    let proven = Searched::by_proofs(&tree, &start, &Limits::default()).unwrap().solution;
    // Where all ends pay the same, there is nothing to prove about who gets what.
    let open = tree.goal_range().start() < tree.goal_range().end();
    for solution in [&enumerated].into_iter().chain(open.then_some(&proven)) {
        prop_assert_eq!(solution.bounds[0].value(), Some(value));
        let found: Vec<Option<Goal>> = solution.moves.iter().map(|mov| mov.bounds.value()).collect();
        prop_assert_eq!(found, moves.iter().copied().map(Some).collect::<Vec<_>>());
    }
    for method in methods {
        let solution = searched(&tree, 0, method).solution;
        prop_assert_eq!(solution.bounds[0].value(), Some(value), "{}", method);
        prop_assert_eq!(solution.bounds[1].value(), enumerated.bounds[1].value(), "{}", method);
        prop_assert_eq!(solution.moves.len(), moves.len());
        for (found, &value) in solution.moves.iter().zip(&moves) {
            prop_assert!(allow(&found.bounds, value), "{} {:?} {}", method, found, value);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn retrograde_analysis_search_and_proofs_find_the_value_of_a_tree(random in trees(-9..=9)) {
        methods_agree(&random, &["search", "minimax", "alpha-beta"])?;
    }

    #[test]
    fn labels_find_it_where_payoffs_are_a_win_a_draw_and_a_loss(random in trees((0..=2).prop_map(|half| 50 * half))) {
        methods_agree(&random, &["search", "labels", "labels(exit=false)"])?;
    }

    #[test]
    fn what_a_search_proves_where_states_come_again_is_what_retrograde_analysis_finds(places in places(2, true, true)) {
        // The first of the places has a way on.
        let (game, role) = (places.rules(), places.places[0].0);
        let known = solve(&game).solution(&game.initial()).unwrap();
        for method in ["deepening(nodes=300)", "labels(nodes=300)", "minimax(depth=6)"] {
            let found = searched(&game, role, method).solution;
            if let Some(value) = found.bounds[role].value() {
                prop_assert_eq!(known.bounds[role].value(), Some(value), "{}", method);
            }
            for mov in &found.moves {
                let exact = known.moves.iter().find(|known| known.mov == mov.mov).and_then(|known| known.bounds.value());
                prop_assert!(exact.is_none_or(|exact| allow(&mov.bounds, exact)), "{} {:?} {:?}", method, mov, exact);
            }
        }
    }
}
