//! Explicit trees, in brackets and in JSON.

use game::{Game, NodeIndex, Tree, TreeError};

use crate::{Form, Property};

pub(crate) const PROPERTY: Property = Property {
    name: "trees",
    what: "Any text is a tree or refused with a place, in brackets and in JSON; a tree that is written in brackets and read again is the same",
    holds,
    form: Form::Text(&[
        "(3 12 8)",
        "min",
        "max",
        "@1",
        "@2",
        "@3",
        "=4",
        "=1/2",
        "?",
        "?1/2|0.5",
        "?0.25|1/4|1/2",
        "1/2/3",
        "4/5",
        "{h}",
        "({h} 3 5)",
        "0.5",
        "-0.25",
        "A:",
        "x:2",
        "\"far corner\":2",
        "\"goals\"",
        "\"children\"",
        "\"mover\"",
        "\"moves\"",
        "\"label\"",
        "\"static\"",
        "\"set\"",
        "\"root\"",
        "\"chance\"",
        "\"random\"",
        "\"name\"",
        "\"roles\"",
        "\"range\"",
        "[1, 2]",
        "[]",
        "{}",
        "null",
        "{\"goals\": [1, 2, 3]}",
        "{\"children\": [1, 2], \"mover\": \"min\"}",
        "\"A\"",
        "é",
        "\u{feff}",
    ]),
    tested: 400_000,
    borrows: &[],
};

fn holds(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for read in [Tree::from_brackets, Tree::from_json] {
        match read(&text) {
            Ok(tree) => {
                consistent(&tree);
                written_and_read_again(&tree);
            }
            Err(TreeError::Text { line, column, what }) => {
                assert!(line > 0 && !what.is_empty(), "{line}:{column}");
            }
            Err(TreeError::Node { path, what }) => assert!(!path.is_empty() && !what.is_empty()),
            Err(TreeError::TooLarge { most }) => assert!(text.len() > most),
        }
    }
}

/// Every node is reached once, payoffs are within their range, and chance has none. Moves are the same at all
/// nodes of an information set, and each leads to a child of where it is made.
fn consistent(tree: &Tree) {
    let mut open: Vec<NodeIndex> = vec![tree.initial()];
    let mut nodes = 0;
    let range = tree.goal_range();
    while let Some(node) = open.pop() {
        nodes += 1;
        let children = tree.children(node);
        assert!(children.iter().all(|child| child.index() > node.index()));
        assert_eq!(tree.terminal(&node), children.is_empty());
        assert!(tree.information_set(node).contains(&node));
        for role in 0..tree.roles() {
            let mut moves = Vec::new();
            tree.legal(&node, role, &mut moves);
            if tree.mover(node) == Some(role) {
                let mut other = Vec::new();
                tree.legal(&tree.information_set(node)[0], role, &mut other);
                assert_eq!(moves, other);
                let next = moves.iter().map(|&mov| tree.next(&node, &vec![mov; tree.roles()]));
                assert_eq!(next.collect::<Vec<_>>(), children);
            }
            if !tree.terminal(&node) {
                assert!(!moves.is_empty());
            } else if role < tree.players() {
                let payoff = tree.goal(&node, role);
                assert!(range.contains(&payoff), "{payoff} is not in {range:?}");
            } else {
                assert_eq!(tree.goal(&node, role), 0);
            }
        }
        open.extend(children);
    }
    assert_eq!(nodes, tree.nodes());
}

fn written_and_read_again(tree: &Tree) {
    let drawn = tree.notation().draw(&tree.initial());
    let Some(text) = tree.to_brackets() else { return };
    assert_eq!(drawn, text);
    let again = Tree::from_brackets(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
    assert_eq!(&again, tree, "{text}");
    assert_eq!(again.to_brackets(), Some(text));
}
