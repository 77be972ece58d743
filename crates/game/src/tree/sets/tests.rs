use crate::{BuiltinTree, Choices, Game, InformationState, NodeIndex, Tree, TreeMove};

fn brackets(text: &str) -> Tree {
    Tree::from_brackets(text).expect("a tree")
}

fn refused(text: &str) -> String {
    let tree = if text.starts_with('(') { Tree::from_brackets(text) } else { Tree::from_json(text) };
    tree.expect_err("not a tree").to_string()
}

/// Follows child positions, from 0, down from the root.
fn descend(tree: &Tree, path: &[usize]) -> NodeIndex {
    path.iter().fold(tree.initial(), |node, &child| tree.children(node)[child])
}

/// What a role sees when a joint move leads to a node.
fn seen(tree: &Tree, node: NodeIndex, role: usize) -> Vec<String> {
    let above = tree.parent(node).expect("not the root");
    let mut joint = vec![TreeMove::Noop; tree.roles()];
    joint[tree.mover(above).unwrap()] = TreeMove::To(node);
    let mut seen = Vec::new();
    let percepts = tree.percepts().expect("something is hidden");
    percepts.seen(&above, &joint, role, &mut seen);
    seen.into_iter().map(|percept| percepts.percept_name(percept)).collect()
}

#[test]
fn nodes_of_one_information_set_have_one_name_and_the_same_moves() {
    let tree = brackets("(({h} 3 12) ({h} 2 4) (5 1))");
    let [one, two, three] = [0, 1, 2].map(|child| descend(&tree, &[child]));
    assert_eq!([one, two, three].map(|node| tree.set_name(node)), [Some("h"), Some("h"), None]);
    assert_eq!((tree.information_set(two), tree.information_set(three)), (vec![one, two], vec![three]));
    assert_eq!(tree.set_names().collect::<Vec<_>>(), ["h"]);
    let moves = [one, two, three].map(|node| Choices::of(&tree, &node).of_role(1).to_vec());
    assert_eq!(moves[0], moves[1]);
    assert_ne!(moves[0], moves[2]);
    // The same move leads to the child of the node where it is made.
    let next = |node: NodeIndex| tree.next(&node, &[TreeMove::Noop, moves[0][1]]);
    assert_eq!((next(one), next(two)), (descend(&tree, &[0, 1]), descend(&tree, &[1, 1])));
    assert_eq!(tree.next(&two, &[TreeMove::Noop, TreeMove::Noop]), two, "no move is made");
}

#[test]
fn who_moves_sees_the_information_set_and_nobody_else_sees_anything() {
    let tree = Tree::from_json(BuiltinTree::named("bluff").unwrap().document).unwrap();
    let [high, low] = [0, 1].map(|child| descend(&tree, &[child]));
    assert_eq!(
        (seen(&tree, high, 0), seen(&tree, low, 0)),
        (vec!["root/0 (high)".to_owned()], vec!["root/1 (low)".to_owned()])
    );
    assert!(seen(&tree, high, 1).is_empty());
    for path in [[0, 0], [1, 0]] {
        let node = descend(&tree, &path);
        assert_eq!((seen(&tree, node, 1), seen(&tree, node, 0)), (vec!["bet".to_owned()], Vec::new()));
    }
    assert!(seen(&tree, descend(&tree, &[0, 1]), 1).is_empty(), "nobody moves at a leaf");
    let known = |path: [usize; 2]| {
        let mut known = InformationState::initial(1);
        for node in path.iter().scan(tree.initial(), |at, &child| {
            *at = tree.children(*at)[child];
            Some(*at)
        }) {
            let above = tree.parent(node).unwrap();
            let mut joint = vec![TreeMove::Noop; tree.roles()];
            joint[tree.mover(above).unwrap()] = TreeMove::To(node);
            known.observe(&tree, &above, &joint);
        }
        known
    };
    assert_eq!(known([0, 0]), known([1, 0]));
}

#[test]
fn nothing_is_hidden_where_every_set_is_a_single_node() {
    assert!(brackets("((3 12) (2 4))").percepts().is_none());
    let alone = brackets("({a} ({b} 3 12) (2 4))");
    assert!(alone.percepts().is_none());
    assert_eq!(alone.to_brackets().as_deref(), Some("({a} ({b} 3 12) (2 4))"));
    assert!(brackets("(({h} 3 12) ({h} 2 4))").percepts().is_some());
}

#[test]
fn sets_are_written_as_they_are_read() {
    for text in [
        "(({h} 3 12) ({h} 2 4))",
        "(? ({a} ({h} 2 1) 1) ({b} ({h} -2 1) -1))",
        "(min ({h} =4 3 12) A:({h} 2 4))",
        "((@3 {x-1} 1/2/3 4/5/6) (@3 {x-1} 0/0/0 1/1/1))",
    ] {
        assert_eq!(brackets(text).to_brackets().as_deref(), Some(text));
    }
    let json = r#"[{"set": "h", "children": [3, 12]}, {"set": "h", "children": [2, 4]}]"#;
    assert_eq!(Tree::from_json(json).unwrap(), brackets("(({h} 3 12) ({h} 2 4))"));
    // A word in braces before a colon is a label, as it was.
    let label = brackets("({h}:3 4)");
    assert_eq!(label.label(descend(&label, &[0])), Some("{h}"));
}

#[test]
fn the_way_to_a_node_begins_at_the_root() {
    let tree = brackets("((3 12 8) (2 4 6))");
    let leaf = descend(&tree, &[1, 2]);
    assert_eq!(tree.way(leaf), [tree.initial(), descend(&tree, &[1]), leaf]);
    assert_eq!((tree.parent(leaf), tree.parent(tree.initial())), (Some(descend(&tree, &[1])), None));
    assert_eq!(tree.way(tree.initial()), [tree.initial()]);
}

#[test]
fn nodes_that_cannot_be_one_set_are_refused_with_the_two_and_a_remedy() {
    assert_eq!(
        refused("(({h} 3 12) (max {h} 2 4))"),
        "root/1: it is in the information set `h` with root/0, but min moves there, and max here; at all nodes of a set the same role moves: give one of the two another set"
    );
    assert_eq!(
        refused("(B:({h} 3 12) C:({h} 2 4 6))"),
        "root/1 (C): it is in the information set `h` with root/0 (B), but its moves are 1, 2, and here they are 1, 2, 3; who cannot tell two nodes apart has the same moves in the same order: name them alike, by `moves` or by labels"
    );
    assert!(
        refused("(({h} call:3 fold:12) ({h} fold:2 call:4))")
            .contains("its moves are call, fold, and here they are fold, call")
    );
    assert_eq!(
        refused("(({h} 3 12) ((min {h} 2 4) 1))"),
        "root/1/0: it is in the information set `h` with root/0, but it is 1 ply below the root, and this one 2 plies; a role counts plies, so that the nodes of a set are equally many plies from the root: give one of the two another set, or put nodes with a single move above it"
    );
    // A node cannot be below another one of its set either.
    assert!(refused("({h} (max {h} 1 2) 3)").contains("equally many plies"));
    assert_eq!(
        refused("(A:(({h} 1 2) 3) B:(({h} 4 5) 6))"),
        "root/1/0: it is in the information set `h` with root/0/0, but max came there by [root: A], and here by [root: B]; a role remembers its own information sets and moves (perfect recall): give one of the two another set"
    );
    assert!(
        refused("(? (max {a} (max {h} 1 2) 3) (max {b} (max {h} 1 2) 3))")
            .contains("came there by [a: 1], and here by [b: 1]")
    );
}

#[test]
fn roles_remember_through_their_own_sets_and_forget_nothing_else() {
    // Max does not learn what chance did: its second set has the nodes below both nodes of the first, by the
    // same move.
    assert!(brackets("(? ({a} ((max {h} 1 2) 3) 4) ({a} ((max {h} 5 6) 7) 8))").percepts().is_some());
    // What the other role did need not be known.
    assert!(brackets("(min ({a} 1 2) ({a} 3 4))").percepts().is_some());
}

#[test]
fn what_is_no_set_is_refused() {
    assert_eq!(
        refused("(? {h} 3 12)"),
        "line 1, column 1: a chance node is in no information set: these are of nodes where a player moves"
    );
    assert!(refused("({a/b} 3 12)").contains("the name of an information set is one word"));
    assert!(refused("({} 3 12)").contains("found ``"));
    assert!(refused("(3 {h} 12)").contains("`{h}` is no number"));
    assert!(
        refused(r#"{"children": [1, 2], "set": "two words"}"#)
            .starts_with("root: the name of an information set is one word")
    );
    assert!(refused(r#"{"children": [1, 2], "set": 3}"#).contains("in `set`: found 3, expected a string"));
    assert!(refused(r#"[{"goals": [1], "set": "h"}]"#).contains("no information set"));
    assert!(
        refused(r#"{"children": [1, 2], "mover": "random", "set": "h"}"#).starts_with("root: a chance node")
    );
}
