use game::{Choices, Game, Mover, Tree, TreeMove};
use proptest::prelude::*;
use rand::SeedableRng;
use rstest::rstest;

use super::Deepen;
use crate::testing::{Opinionated, decide, payoff_trees, rules, watch};
use crate::{
    Budget, Criterion, Decision, Dominance, FirstWindow, MaxN, Paranoid, Pessimistic, Prune, RandomOpponent,
    Request, SearchRng, SoftMaxN, Strategy as Chooser, Ties,
};

/// The searches that deepen, each with a firm opinion where it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    MaxN(Prune),
    SoftMaxN(Criterion),
    Pessimistic,
    RandomOpponent,
    Paranoid,
}

const KINDS: [Kind; 7] = [
    Kind::MaxN(Prune::None),
    Kind::MaxN(Prune::Shallow),
    Kind::SoftMaxN(Criterion::Pessimistic),
    Kind::SoftMaxN(Criterion::Mean),
    Kind::Pessimistic,
    Kind::RandomOpponent,
    Kind::Paranoid,
];

type Choice = (TreeMove, f64);

impl Kind {
    fn decide(
        self,
        tree: &Tree,
        state: game::NodeIndex,
        role: usize,
        deepen: Deepen,
        budget: Budget,
    ) -> Decision<TreeMove> {
        let open = FirstWindow::Open;
        let mut strategy: Box<dyn Chooser<Tree>> = match self {
            Self::MaxN(prune) => Box::new(MaxN::new(budget, deepen, Ties::First, prune, Opinionated)),
            Self::SoftMaxN(criterion) => {
                Box::new(SoftMaxN::new(budget, deepen, Dominance::Strong, criterion, 1000, Opinionated))
            }
            Self::Pessimistic => Box::new(Pessimistic::new(budget, deepen, open, Opinionated)),
            Self::RandomOpponent => Box::new(RandomOpponent::new(budget, deepen, Opinionated)),
            Self::Paranoid => Box::new(Paranoid::new(budget, deepen, open, Opinionated)),
        };
        let mut rng = SearchRng::seed_from_u64(7);
        strategy.choose(Request::new(tree, &state, role, &mut rng)).unwrap()
    }

    /// What each move of the root is worth to the plain search of that depth.
    fn values(self, tree: &Tree, role: usize, depth: u32) -> Vec<f64> {
        let root = tree.initial();
        if let Self::SoftMaxN(_) = self {
            // What a set is worth to who chooses within it is not what it is worth to others.
            let plain = self.decide(tree, root, role, Deepen::Never, to(Some(depth)));
            return plain.moves.iter().map(|estimate| estimate.value.unwrap()).collect();
        }
        let value = |joint: Vec<TreeMove>| {
            let child = tree.next(&root, &joint);
            if tree.terminal(&child) {
                return f64::from(tree.goal(&child, role));
            }
            self.decide(tree, child, role, Deepen::Never, to(Some(depth - 1))).value.unwrap()
        };
        Choices::of(tree, &root).joint_moves().map(value).collect()
    }
}

fn to(depth: Option<u32>) -> Budget {
    Budget { depth, ..Budget::default() }
}

/// The best of the first moves in that order, and the first of the best, for each number of moves.
fn bests(moves: &[TreeMove], values: &[f64], order: &[usize]) -> Vec<Choice> {
    let mut best: Option<usize> = None;
    let better = |&move_: &usize| {
        if best.is_none_or(|best| values[move_] > values[best]) {
            best = Some(move_);
        }
        best.map(|best| (moves[best], values[best])).unwrap()
    };
    order.iter().map(better).collect()
}

/// A tree at whose root one of the roles has a choice.
fn trees() -> impl Strategy<Value = Tree> {
    let decided = |tree: &Tree| matches!(Choices::of(tree, &tree.initial()).mover(), Mover::One(_));
    (1..=4_usize, any::<bool>())
        .prop_flat_map(|(roles, constant)| payoff_trees(roles, constant))
        .prop_filter("somebody has a choice", decided)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn wherever_the_budget_ends_it_what_the_iterations_came_to_is_kept(tree in trees()) {
        let root = tree.initial();
        let choices = Choices::of(&tree, &root);
        let Mover::One(role) = choices.mover() else { unreachable!() };
        let moves = choices.of_role(role);
        for kind in KINDS {
            let whole = kind.decide(&tree, root, role, Deepen::Never, to(None));
            // After no iteration nothing is known, and the game's order holds.
            let mut order: Vec<usize> = (0..moves.len()).collect();
            let mut before: Option<(Choice, u64)> = None;
            for depth in 1.. {
                let values = kind.values(&tree, role, depth);
                let plain = kind.decide(&tree, root, role, Deepen::Never, to(Some(depth)));
                let deepening = kind.decide(&tree, root, role, Deepen::Always, to(Some(depth)));
                let prefixes = bests(moves, &values, &order);
                let expected = match plain.value.unwrap() {
                    _ if kind != Kind::Paranoid => prefixes[moves.len() - 1],
                    // Of moves that are lost, as far as it has looked, it makes that which looked
                    // best before.
                    lost if lost == f64::from(*tree.goal_range().start()) => (deepening.mov, lost),
                    value => (plain.mov, value),
                };
                let chosen = moves.iter().position(|&mov| mov == expected.0).unwrap();
                prop_assert!(kind != Kind::Paranoid || values[chosen] == expected.1, "{:?} to {}", kind, depth);
                prop_assert_eq!((deepening.mov, deepening.value), (expected.0, Some(expected.1)), "{:?} to {}", kind, depth);
                prop_assert_eq!(deepening.value, plain.value);
                if deepening.mov == plain.mov && kind != Kind::Paranoid {
                    prop_assert_eq!(&deepening.pv, &plain.pv);
                }
                let first_node = before.map_or(0, |(_, nodes)| nodes);
                for nodes in first_node..=deepening.effort.nodes {
                    let cut_off = kind.decide(&tree, root, role, Deepen::Always, Budget { nodes: Some(nodes), ..to(None) });
                    prop_assert!(moves.contains(&cut_off.mov) && cut_off.effort.nodes <= nodes);
                    let finished = match before {
                        _ if nodes == deepening.effort.nodes => Some(expected),
                        before => before.map(|(choice, _)| choice),
                    };
                    let told = cut_off.value.map(|value| (cut_off.mov, value));
                    let kept = told == finished;
                    // The first of the moves is the best one of the iteration before, so that a better one
                    // has been found since.
                    let begun = nodes < deepening.effort.nodes
                        && told.is_some_and(|told| prefixes.contains(&told) || kind == Kind::Paranoid && values.contains(&told.1));
                    prop_assert!(kept || begun, "{:?} of {} nodes: {:?}, {:?}, {:?}", kind, nodes, told, finished, prefixes);
                    prop_assert!(finished.is_none() || !cut_off.is_guess());
                }
                if deepening.proven {
                    prop_assert_eq!(deepening.value, whole.value, "{:?} to {}", kind, depth);
                    break;
                }
                let best = moves.iter().position(|mov| *mov == expected.0).unwrap();
                order.sort_by_key(|&mov| (mov != best, mov));
                before = Some((expected, deepening.effort.nodes));
            }
        }
    }
}

#[rstest]
fn a_budget_that_is_too_small_for_the_game_is_enough_for_some_plies(
    #[values("maxn", "soft-maxn", "paranoid", "pessimistic", "random-opponent")] name: &str,
    #[values("tictactoe-3p", "connect-four-3p")] game: &str,
) {
    let game = rules(game);
    let budget = Budget { nodes: Some(3000), ..Budget::default() };
    let decision = decide(name, &game, &budget).unwrap();
    assert!(!decision.is_guess() && !decision.proven);
    assert!((3..8).contains(&decision.effort.depth), "{}", decision.effort.depth);
    assert!(decision.moves.iter().all(|estimate| estimate.value.is_some()));
    let plain = decide(&format!("{name}(deepen=never)"), &game, &budget).unwrap();
    assert!(plain.is_guess(), "it has not completed a single move");
}

#[test]
fn a_bounded_search_of_an_explicit_tree_is_one_search_unless_deepening_is_asked_for() {
    let tree = Tree::from_brackets("((3/1/0 (5/1/2 2/2/2)) (1/9/0 2/0/0))").unwrap();
    let budget = Budget { nodes: Some(4), ..Budget::default() };
    for name in ["maxn", "soft-maxn", "paranoid", "pessimistic", "random-opponent"] {
        let never = decide(&format!("{name}(deepen=never)"), &tree, &budget);
        assert_eq!(decide(name, &tree, &budget), never, "{name}");
        assert_eq!(watch(&format!("{name}(nodes=100)"), &tree, 0).iterations, [], "{name}");
        let trace = watch(&format!("{name}(deepen=always,eval=zero)"), &tree, 0);
        assert_eq!(trace.iterations.iter().map(|it| it.depth).collect::<Vec<_>>(), [1, 2, 3], "{name}");
        assert_eq!(
            trace.iterations[2].value,
            decide(name, &tree, &Budget::default()).unwrap().value,
            "{name}"
        );
    }
}
