//! The extensive form of an explicit tree: its information sets as nodes, and the tree as it is played.

use game::{Game, NodeIndex, Tree, TreeMove};
use search::{Trace, TraceNode};

use super::{ExtensiveForm, Profile};

impl ExtensiveForm<TreeMove> {
    /// The nodes of the tree that are an information set, in the order of the text.
    pub fn nodes_of_set(&self, tree: &Tree, seat: usize, set: usize) -> Vec<NodeIndex> {
        let first = self.moves(seat, set).first();
        let first =
            first.and_then(|mov| if let TreeMove::To(child) = *mov { tree.parent(child) } else { None });
        first.map_or_else(Vec::new, |node| tree.information_set(node))
    }

    /// What the tree calls an information set: its name, or the label of its node, or the moves that
    /// lead there.
    pub fn name_of_set(&self, tree: &Tree, seat: usize, set: usize) -> String {
        let nodes = self.nodes_of_set(tree, seat, set);
        nodes.first().map(|&node| tree.node_name(node)).unwrap_or_default()
    }
}

/// An explicit tree as it is played: every node with what is expected there, and every branch with the
/// probability by which it is chosen, to be drawn.
pub fn played_tree(tree: &Tree, form: &ExtensiveForm<TreeMove>, profile: &Profile) -> Trace {
    let ways = ways(tree);
    let chosen = chosen(tree, form, profile);
    let expected = expected(tree, &ways, &chosen);
    let scale = tree.notation().scale(0);
    let node = |(number, &(node, parent)): (usize, &(NodeIndex, Option<usize>))| {
        let values = scale.amounts(&expected[number]);
        let above = parent.map(|parent| ways[parent].0);
        let mover = above.and_then(|above| tree.mover(above));
        let joint = above.map_or(0, |_| tree.roles());
        TraceNode {
            parent,
            joint: (0..joint)
                .map(|role| if Some(role) == mover { tree.move_to(node) } else { "noop".to_owned() })
                .collect(),
            probability: above.filter(|&above| tree.children(above).len() > 1).map(|_| chosen[number]),
            movers: tree.mover(node).into_iter().collect(),
            set: tree.set_name(node).map(str::to_owned),
            leaf: tree.terminal(&node),
            value: values.first().copied(),
            payoffs: if tree.has_single_payoffs() { Vec::new() } else { vec![values] },
            ..TraceNode::default()
        }
    };
    Trace {
        version: Trace::VERSION,
        roles: tree.role_names().to_vec(),
        role: 0,
        unrecorded: 0,
        exploration: None,
        scale: None,
        labels: None,
        pv: Vec::new(),
        nodes: ways.iter().enumerate().map(node).collect(),
        iterations: Vec::new(),
        steps: None,
        unrecorded_steps: 0,
    }
}

/// All nodes in the order of the text, each with the number of the node above.
fn ways(tree: &Tree) -> Vec<(NodeIndex, Option<usize>)> {
    let mut nodes = Vec::with_capacity(tree.nodes());
    let mut open = vec![(tree.initial(), None)];
    while let Some((node, parent)) = open.pop() {
        let number = nodes.len();
        nodes.push((node, parent));
        open.extend(tree.children(node).iter().rev().map(|&child| (child, Some(number))));
    }
    nodes
}

/// The probability of the move to each node, by the node's number.
fn chosen(tree: &Tree, form: &ExtensiveForm<TreeMove>, profile: &Profile) -> Vec<f64> {
    let mut chosen = vec![1.0; tree.nodes()];
    for seat in 0..form.players().len() {
        for set in 0..form.information_sets(seat) {
            for node in form.nodes_of_set(tree, seat, set) {
                for (child, &probability) in tree.children(node).iter().zip(form.mixture(profile, seat, set))
                {
                    chosen[child.index()] = probability;
                }
            }
        }
    }
    if let Some(chance) = tree.chance() {
        let mut outcomes = Vec::new();
        for (node, _) in ways(tree) {
            if tree.mover(node) == Some(chance.role()) {
                chance.outcomes(&node, &mut outcomes);
                for (child, &(_, probability)) in tree.children(node).iter().zip(&outcomes) {
                    chosen[child.index()] = probability;
                }
            }
        }
    }
    chosen
}

/// What each player expects in each node, in goals.
fn expected(tree: &Tree, ways: &[(NodeIndex, Option<usize>)], chosen: &[f64]) -> Vec<Vec<f64>> {
    let mut expected: Vec<Vec<f64>> = ways
        .iter()
        .map(|&(node, _)| {
            let payoffs = tree.payoffs(node);
            if payoffs.is_empty() {
                vec![0.0; tree.players()]
            } else {
                payoffs.iter().map(|&goal| goal.into()).collect()
            }
        })
        .collect();
    // Every node stands after its parent.
    for number in (0..ways.len()).rev() {
        let Some(parent) = ways[number].1 else { continue };
        let values = expected[number].clone();
        for (sum, value) in expected[parent].iter_mut().zip(values) {
            *sum += chosen[number] * value;
        }
    }
    expected
}

#[cfg(test)]
mod tests {
    use game::BuiltinTree;

    use super::*;
    use crate::{Algorithm, Equilibrium, EquilibriumOptions, Limits};

    fn bluff() -> (Tree, Equilibrium<TreeMove>) {
        let tree = Tree::from_json(BuiltinTree::named("bluff").unwrap().document).unwrap();
        let options = EquilibriumOptions { algorithm: Algorithm::CfrPlus, iterations: 10_000, seed: 0 };
        let found = Equilibrium::learn(&tree, options, &Limits::default(), &|_| ()).unwrap();
        (tree, found)
    }

    #[test]
    fn a_low_card_is_bet_now_and_then_and_two_bets_of_three_are_called() {
        let (tree, Equilibrium { form, profile, measured, .. }) = bluff();
        assert!((measured.values[0] - 1.0 / 3.0).abs() < 1e-3 && measured.mean() < 1e-3, "{measured:?}");
        let first_move = |seat: usize, name: &str| {
            let set =
                (0..form.information_sets(seat)).find(|&set| form.name_of_set(&tree, seat, set) == name);
            form.mixture(&profile, seat, set.unwrap())[0]
        };
        assert_eq!([0, 1].map(|seat| form.information_sets(seat)), [2, 1]);
        let near =
            |probability: f64, expected: f64| assert!((probability - expected).abs() < 0.01, "{probability}");
        near(first_move(0, "high"), 1.0);
        near(first_move(0, "low"), 1.0 / 3.0);
        near(first_move(1, "bet"), 2.0 / 3.0);
        assert_eq!(form.nodes_of_set(&tree, 1, 0).len(), 2);
    }

    #[test]
    fn the_tree_as_it_is_played_has_values_and_probabilities() {
        let (tree, Equilibrium { form, profile, measured, .. }) = bluff();
        let trace = played_tree(&tree, &form, &profile);
        assert_eq!(trace.nodes.len(), tree.nodes());
        assert!((trace.nodes[0].value.unwrap() - measured.values[0]).abs() < 1e-12);
        let sets: Vec<&str> = trace.nodes.iter().filter_map(|node| node.set.as_deref()).collect();
        assert_eq!(sets, ["bet", "bet"]);
        let probabilities = trace.nodes.iter().filter_map(|node| node.probability);
        assert!((probabilities.sum::<f64>() - 5.0).abs() < 1e-12, "one for each node where somebody chooses");
        assert!(trace.outline().contains("bet {bet} ("), "{}", trace.outline());
    }

    #[test]
    fn a_dashed_line_joins_the_nodes_of_an_information_set_in_a_picture() {
        let (tree, Equilibrium { form, profile, .. }) = bluff();
        let picture = played_tree(&tree, &form, &profile).svg();
        let count = |class: &str| picture.matches(&format!("class=\"{class}\"")).count();
        assert_eq!((count("set"), count("set-name")), (1, 1));
        assert!(picture.contains("high: 0.5") && picture.contains("\n0.333\n"), "{picture}");
        let alone = Tree::from_brackets("(({a} 3 12) ({b} 2 4))").unwrap();
        let form = ExtensiveForm::of(&alone, &Limits::default(), &|_| ()).unwrap();
        let picture = played_tree(&alone, &form, &form.uniform()).svg();
        assert_eq!((picture.matches("class=\"set\"").count(), picture.matches("set-name\"").count()), (0, 2));
    }

    #[test]
    fn without_information_sets_each_node_is_one() {
        let tree = Tree::from_brackets("((3/1 4/1) A:(2/5 0/0))").unwrap();
        let form = ExtensiveForm::of(&tree, &Limits::default(), &|_| ()).unwrap();
        let names = |seat: usize| {
            (0..form.information_sets(seat)).map(|set| form.name_of_set(&tree, seat, set)).collect::<Vec<_>>()
        };
        assert_eq!((names(0), names(1)), (vec!["root".to_owned()], vec!["1".to_owned(), "A".to_owned()]));
        let trace = played_tree(&tree, &form, &form.uniform());
        assert_eq!(trace.nodes[0].payoffs, [[2.25, 1.75]]);
    }
}
