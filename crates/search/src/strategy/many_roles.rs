//! What holds between the strategies for many roles, on trees small enough to be searched by the book.

use std::collections::BTreeSet;

use game::{Choices, Game, Goal, NodeIndex, Tree};
use proptest::prelude::*;

use crate::testing::{MadeUp, decide, decide_as, payoff_trees, watch};
use crate::{Bound, Budget, Decision};

type Vector = Vec<Goal>;

/// Max^n by the book, with the first of equal children.
fn maxn(tree: &Tree, node: NodeIndex) -> Vector {
    let Some(mover) = tree.mover(node) else { return payoffs(tree, node) };
    let vectors = tree.children(node).iter().map(|&child| maxn(tree, child));
    vectors.reduce(|best, other| if other[mover] > best[mover] { other } else { best }).unwrap()
}

/// Max^n by the book for payoffs of that sum, in which a node is left as soon as its mover's payoff leaves no
/// more to a role above than that has for certain: to the one that moved before, or, if `deep`, to any.
fn pruned(tree: &Tree, node: NodeIndex, have: &[(usize, Goal)], deep: bool) -> Vector {
    let Some(mover) = tree.mover(node) else { return payoffs(tree, node) };
    let mut best: Option<Vector> = None;
    for &child in tree.children(node) {
        let own = best.as_ref().map_or(-1, |best| best[mover]);
        // Who has one move only has not chosen.
        let chose = (tree.children(node).len() > 1).then_some((mover, own));
        let below: Vec<_> = have.iter().copied().chain(chose).collect();
        let vector = pruned(tree, child, &below, deep);
        if vector[mover] > own {
            best = Some(vector);
        }
        let own = best.as_ref().map_or(-1, |best| best[mover]);
        let considered = if deep { have } else { &have[have.len().saturating_sub(1)..] };
        if considered.iter().any(|&(role, has)| role != mover && 10 - own <= has) {
            break;
        }
    }
    best.unwrap()
}

/// The vectors of max^n for all ways to break ties.
fn maxn_all(tree: &Tree, node: NodeIndex) -> BTreeSet<Vector> {
    let Some(mover) = tree.mover(node) else { return BTreeSet::from([payoffs(tree, node)]) };
    let sets: Vec<_> = tree.children(node).iter().map(|&child| maxn_all(tree, child)).collect();
    // A vector can be the best if no child must bring more.
    let certain = sets.iter().map(|set| set.iter().map(|vector| vector[mover]).min().unwrap()).max().unwrap();
    sets.into_iter().flatten().filter(|vector| vector[mover] >= certain).collect()
}

fn payoffs(tree: &Tree, leaf: NodeIndex) -> Vector {
    (0..tree.roles()).map(|role| tree.goal(&leaf, role)).collect()
}

/// What the searcher gets at best when what another role's node is worth comes of its children's values
/// by `others`.
pub(super) fn own(tree: &Tree, node: NodeIndex, role: usize, others: fn(&[f64]) -> f64) -> f64 {
    allied(tree, node, role, &[], others)
}

/// The same with roles that choose what is best for the searcher.
fn allied(tree: &Tree, node: NodeIndex, role: usize, allies: &[usize], others: fn(&[f64]) -> f64) -> f64 {
    let Some(mover) = tree.mover(node) else { return f64::from(tree.goal(&node, role)) };
    let children = tree.children(node).iter();
    let values: Vec<f64> = children.map(|&child| allied(tree, child, role, allies, others)).collect();
    if mover == role || allies.contains(&mover) { greatest(&values) } else { others(&values) }
}

fn greatest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

pub(super) fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The same of a game in which all choose at the same time.
fn at_once<G: Game>(game: &G, state: &G::State, role: usize, others: fn(&[f64]) -> f64) -> f64 {
    if game.terminal(state) {
        return f64::from(game.goal(state, role));
    }
    let choices = Choices::of(game, state);
    let answers = |mov| -> Vec<f64> {
        let joints = choices.joint_moves().filter(|joint| joint[role] == mov);
        joints.map(|joint| at_once(game, &game.next(state, &joint), role, others)).collect()
    };
    let rows: Vec<f64> = choices.of_role(role).iter().map(|&mov| others(&answers(mov))).collect();
    greatest(&rows)
}

/// The payoff vectors that a strategy has for the root.
fn root(spec: &str, tree: &Tree, role: usize) -> BTreeSet<Vector> {
    let vectors = &watch(spec, tree, role).nodes[0].payoffs;
    vectors.iter().map(|vector| vector.iter().map(|&payoff| payoff as Goal).collect()).collect()
}

fn decision(spec: &str, tree: &Tree, role: usize) -> Decision<game::TreeMove> {
    decide_as(spec, tree, role, &tree.initial(), &Budget::default()).unwrap()
}

/// Roles, and a tree of theirs.
fn trees() -> impl Strategy<Value = Tree> {
    (1..=4_usize, any::<bool>()).prop_flat_map(|(roles, constant)| payoff_trees(roles, constant))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn maxn_is_what_the_book_says(tree in trees()) {
        let vector = maxn(&tree, tree.initial());
        prop_assert_eq!(root("maxn", &tree, 0), BTreeSet::from([vector.clone()]));
        for (role, &payoff) in vector.iter().enumerate() {
            let decision = decision("maxn", &tree, role);
            prop_assert_eq!(decision.value, Some(f64::from(payoff)));
            prop_assert!(decision.proven);
            let leaf = decision.pv.iter().fold(tree.initial(), |node, joint| tree.next(&node, joint));
            prop_assert_eq!(payoffs(&tree, leaf), vector.clone(), "the principal variation ends there");
        }
    }

    #[test]
    fn for_two_roles_of_constant_sum_maxn_is_minimax(tree in payoff_trees(2, true)) {
        for role in 0..2 {
            let minimax = decision("minimax", &tree, role);
            for spec in ["maxn", "maxn(prune=shallow)", "paranoid", "pessimistic"] {
                let decision = decision(spec, &tree, role);
                prop_assert_eq!((decision.value, decision.mov), (minimax.value, minimax.mov), "{}", spec);
            }
            let soft = root("soft-maxn", &tree, role);
            prop_assert!(soft.contains(&maxn(&tree, tree.initial())));
        }
    }

    #[test]
    fn ties_are_broken_within_what_max_n_may_come_to(tree in trees()) {
        let all = maxn_all(&tree, tree.initial());
        for spec in ["maxn", "maxn(ties=random)", "maxn(ties=leader)"] {
            prop_assert!(root(spec, &tree, 0).is_subset(&all), "{}", spec);
        }
    }

    #[test]
    fn strong_dominance_keeps_every_vector_of_max_n_and_weak_dominance_some(tree in trees()) {
        let all = maxn_all(&tree, tree.initial());
        let (strong, weak) = (root("soft-maxn", &tree, 0), root("soft-maxn(dominance=weak)", &tree, 0));
        prop_assert!(strong.is_superset(&all));
        prop_assert!(!weak.is_disjoint(&all));
    }

    #[test]
    fn cuts_change_neither_value_nor_move_whatever_ties_mean(tree in trees(), sum in 10..15) {
        for role in 0..tree.roles() {
            for ties in ["first", "leader"] {
                let plain = decision(&format!("maxn(ties={ties})"), &tree, role);
                for prune in ["immediate", "shallow"] {
                    let spec = format!("maxn(ties={ties},prune={prune},sum={sum},least=0)");
                    let pruned = decision(&spec, &tree, role);
                    prop_assert_eq!((pruned.value, pruned.mov), (plain.value, plain.mov), "{}", &spec);
                    prop_assert_eq!(&pruned.pv, &plain.pv, "{}", &spec);
                    prop_assert!(pruned.effort.leaves <= plain.effort.leaves);
                    for (pruned, plain) in pruned.moves.iter().zip(&plain.moves) {
                        match pruned.value {
                            Some(value) if pruned.bound == Some(Bound::Upper) => prop_assert!(Some(value) >= plain.value),
                            Some(value) => prop_assert_eq!(Some(value), plain.value),
                            None => {}
                        }
                    }
                }
            }
        }
        prop_assert_eq!(root("maxn", &tree, 0), root("maxn(prune=shallow,sum=10)", &tree, 0));
        let all = maxn_all(&tree, tree.initial());
        prop_assert!(root("maxn(ties=random,prune=shallow,sum=10)", &tree, 0).is_subset(&all));
    }

    #[test]
    fn deep_cuts_make_the_mistakes_of_the_book_and_nothing_is_claimed_of_them(tree in payoff_trees(3, true)) {
        let mover = tree.mover(tree.initial()).unwrap();
        let vector = pruned(&tree, tree.initial(), &[], true);
        let deep = decision("maxn(prune=deep,sum=10,least=0)", &tree, mover);
        prop_assert_eq!(deep.value, Some(f64::from(vector[mover])));
        prop_assert!(!deep.proven && deep.moves.iter().all(|estimate| !estimate.proven));
        prop_assert_eq!(pruned(&tree, tree.initial(), &[], false), maxn(&tree, tree.initial()), "shallow cuts are sound");
    }

    #[test]
    fn with_a_depth_limit_cuts_change_nothing_either(tree in payoff_trees(3, true), depth in 1..4_u32) {
        let plain = decision(&format!("maxn(depth={depth},eval=zero,sum=10)"), &tree, 0);
        let pruned = decision(&format!("maxn(depth={depth},eval=zero,sum=10,prune=shallow)"), &tree, 0);
        prop_assert_eq!((pruned.value, pruned.mov), (plain.value, plain.mov));
    }

    #[test]
    fn the_paranoid_value_is_a_lower_bound_of_every_max_n_value(tree in trees()) {
        let all = maxn_all(&tree, tree.initial());
        for role in 0..tree.roles() {
            let paranoid = decision("paranoid", &tree, role);
            prop_assert_eq!(paranoid.value, Some(own(&tree, tree.initial(), role, least)));
            prop_assert!(all.iter().all(|vector| paranoid.value <= Some(f64::from(vector[role]))));
            let pessimistic = decision("pessimistic", &tree, role);
            prop_assert_eq!((pessimistic.value, pessimistic.mov), (paranoid.value, paranoid.mov));
        }
    }

    #[test]
    fn a_coalition_plays_for_the_searcher_against_the_rest(tree in trees(), chosen in any::<[bool; 4]>()) {
        for role in 0..tree.roles() {
            let others: Vec<usize> = (0..tree.roles()).filter(|&other| other != role).collect();
            let some: Vec<usize> = others.iter().copied().filter(|&other| chosen[other]).collect();
            for allies in [&some, &others].into_iter().filter(|allies| !allies.is_empty()) {
                // The names of these roles are their numbers from 0.
                let names: Vec<String> = allies.iter().map(usize::to_string).collect();
                for options in ["", ",window=range", ",deepen=always,eval=zero"] {
                    let spec = format!("paranoid(allies={}{options})", names.join("+"));
                    let decision = decision(&spec, &tree, role);
                    prop_assert_eq!(decision.value, Some(allied(&tree, tree.initial(), role, allies, least)), "{}", spec);
                    prop_assert!(decision.proven);
                }
            }
            let best = allied(&tree, tree.initial(), role, &others, least);
            prop_assert_eq!(best, own(&tree, tree.initial(), role, greatest), "with all others allied nobody is left to do harm");
        }
    }

    #[test]
    fn random_opponents_do_us_less_harm_than_the_worst(tree in trees()) {
        for role in 0..tree.roles() {
            let random = decision("random-opponent", &tree, role).value.unwrap();
            prop_assert!((random - own(&tree, tree.initial(), role, mean)).abs() < 1e-9);
            prop_assert!(random > decision("pessimistic", &tree, role).value.unwrap() - 1e-9);
        }
    }

    #[test]
    fn alone_all_of_them_maximise(tree in payoff_trees(1, false)) {
        let minimax = decision("minimax", &tree, 0);
        for spec in [
            "maxn", "maxn(ties=leader)", "maxn(prune=shallow)", "soft-maxn", "soft-maxn(dominance=weak,choice=mean)",
            "paranoid", "pessimistic", "random-opponent",
        ] {
            let decision = decision(spec, &tree, 0);
            prop_assert_eq!((decision.value, decision.mov), (minimax.value, minimax.mov), "{}", spec);
        }
    }

    #[test]
    fn simultaneous_moves_are_searched_as_the_book_says(seed in any::<u64>(), roles in 1..=3_usize) {
        let game = MadeUp { seed, roles, plies: 2 };
        for role in 0..roles {
            let value = |spec| {
                let decision = decide_as(spec, &game, role, &game.initial(), &Budget::default()).unwrap();
                decision.value.unwrap()
            };
            prop_assert_eq!(value("pessimistic"), at_once(&game, &game.initial(), role, least));
            let random = value("random-opponent");
            prop_assert!((random - at_once(&game, &game.initial(), role, mean)).abs() < 1e-9);
            prop_assert!(random > value("pessimistic") - 1e-9);
        }
    }

    #[test]
    fn the_move_chosen_is_the_first_of_the_best(seed in any::<u64>()) {
        let game = MadeUp { seed, roles: 2, plies: 2 };
        let moves = Choices::of(&game, &game.initial()).of_role(0).to_vec();
        for (spec, others) in [("pessimistic", least as fn(&[f64]) -> f64), ("random-opponent", mean)] {
            let chosen = decide(spec, &game, &Budget::default()).unwrap();
            let worth = |mov: u8| -> f64 {
                let joints = Choices::of(&game, &game.initial());
                let joints = joints.joint_moves().filter(|joint| joint[0] == mov);
                let next = |joint: Vec<u8>| at_once(&game, &game.next(&game.initial(), &joint), 0, others);
                others(&joints.map(next).collect::<Vec<_>>())
            };
            let best = moves.iter().copied().reduce(|best, mov| if worth(mov) > worth(best) { mov } else { best });
            prop_assert_eq!(Some(chosen.mov), best);
            for estimate in &chosen.moves {
                match estimate.value {
                    Some(value) if estimate.bound == Some(Bound::Upper) => prop_assert!(value >= worth(estimate.mov)),
                    Some(value) => prop_assert_eq!(value, worth(estimate.mov)),
                    None => prop_assert_eq!(chosen.value, Some(10.0), "only a certain win ends a search early"),
                }
            }
        }
    }
}
