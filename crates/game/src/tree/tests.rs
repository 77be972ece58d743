use proptest::prelude::*;

use super::*;
use crate::{Choices, Mover, goal_sums};

fn brackets(text: &str) -> Tree {
    Tree::from_brackets(text).expect("a tree")
}

fn refused(text: &str) -> String {
    Tree::from_brackets(text).expect_err("not a tree").to_string()
}

fn json_refused(text: &str) -> String {
    Tree::from_json(text).expect_err("not a tree").to_string()
}

/// Follows child positions, from 0, down from the root.
fn descend(tree: &Tree, path: &[usize]) -> NodeIndex {
    path.iter().fold(tree.initial(), |node, &child| tree.children(node)[child])
}

#[test]
fn max_and_min_alternate_from_the_root() {
    let tree = brackets("((3 12 8) (2 4 6) (14 5 2))");
    assert_eq!((tree.notation().role_name(0), tree.notation().role_name(1)), ("max", "min"));
    assert_eq!(Choices::of(&tree, &tree.initial()).mover(), Mover::One(0));
    assert_eq!(Choices::of(&tree, &descend(&tree, &[1])).mover(), Mover::One(1));
    assert_eq!(tree.goal_range(), 2..=14);
    let leaf = descend(&tree, &[2, 0]);
    assert!(tree.terminal(&leaf));
    assert_eq!((tree.goal(&leaf, 0), tree.goal(&leaf, 1)), (14, 2));
}

#[test]
fn moves_are_called_by_position() {
    let tree = brackets("(1 2 3)");
    let mut moves = Vec::new();
    tree.legal(&tree.initial(), 0, &mut moves);
    assert_eq!(moves.iter().map(|&mov| tree.notation().move_name(mov)).collect::<Vec<_>>(), ["1", "2", "3"]);
    tree.legal(&tree.initial(), 1, &mut moves);
    assert_eq!(moves, [TreeMove::Noop]);
    assert_eq!(tree.notation().move_name(TreeMove::Noop), "noop");
}

#[test]
fn a_single_leaf_is_a_game_that_is_over() {
    let tree = brackets(" 7\n");
    assert!(tree.terminal(&tree.initial()));
    assert_eq!((tree.goal(&tree.initial(), 0), tree.goal(&tree.initial(), 1)), (7, 7));
}

#[test]
fn the_extremes_do_not_overflow() {
    let tree = brackets("(-1000000000 1000000000)");
    let leaf = descend(&tree, &[1]);
    assert_eq!((tree.goal(&leaf, 0), tree.goal(&leaf, 1)), (1_000_000_000, -1_000_000_000));
    assert!(refused("(1000000001)").contains("out of bounds"));
    assert!(refused("(-2147483648)").contains("out of bounds"));
}

#[test]
fn malformed_brackets_are_placed() {
    assert_eq!(refused(""), "line 1, column 1: expected a tree such as `((3 12 8) (2 4 6))`");
    assert_eq!(refused("((3 12)\n (2 x))"), "line 2, column 5: `x`: expected an integer, `(` or `)`");
    assert_eq!(refused("(1 ())"), "line 1, column 5: an inner node has at least one child");
    assert_eq!(refused("((1 2)"), "line 1, column 7: the text ends with 1 unclosed `(`; expected `)`");
    assert_eq!(
        refused("(1) 2"),
        "line 1, column 5: the tree has ended, but `2` follows; expected nothing more"
    );
    assert_eq!(refused(")"), "line 1, column 1: there is no inner node to end here");
    assert_eq!(refused("(1\0)"), "line 1, column 2: `1\\0`: expected an integer, `(` or `)`");
}

#[test]
fn deep_nesting_is_refused_not_suffered() {
    let deep = "(".repeat(100_000) + "1" + &")".repeat(100_000);
    assert_eq!(refused(&deep), "line 1, column 1001: a tree is at most 1000 levels deep");
    let json = "[".repeat(100_000) + "1" + &"]".repeat(100_000);
    assert_eq!(json_refused(&json), "line 1, column 128: recursion limit exceeded");
}

#[test]
fn json_lists_are_the_same_tree_as_brackets() {
    let json = Tree::from_json("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]").expect("a tree");
    assert_eq!(json, brackets("((3 12 8) (2 4 6) (14 5 2))"));
    assert_eq!(json.to_brackets().as_deref(), Some("((3 12 8) (2 4 6) (14 5 2))"));
}

#[test]
fn json_nodes_name_movers_moves_and_labels() {
    let text = r#"{"name": "twice", "range": [0, 100], "root":
        {"label": "A", "moves": ["left", "right"], "children": [
            {"mover": "max", "children": [10, 20]}, 30]}}"#;
    let tree = Tree::from_json(text).expect("a tree");
    assert_eq!(tree.name(), Some("twice"));
    assert_eq!(tree.label(tree.initial()), Some("A"));
    assert_eq!(tree.notation().draw(&tree.initial()), "A: ((10/90 20/80) 30/70)");
    assert_eq!(tree.to_brackets(), None);
    let left = tree.move_named(&tree.initial(), 0, "left").expect("named in the text");
    let state = tree.next(&tree.initial(), &[left, TreeMove::Noop]);
    assert_eq!(tree.mover(state), Some(0));
    assert_eq!(tree.goal(&descend(&tree, &[0, 1]), 1), 80);
}

#[test]
fn three_roles_take_turns_by_level() {
    let text = r#"{"roles": ["1", "2", "3"], "root": [{"goals": [1, 2, 3]}, [[{"goals": [4, 6, 3]}]]]}"#;
    let tree = Tree::from_json(text).expect("a tree");
    let movers = [&[][..], &[1], &[1, 0]].map(|path| tree.mover(descend(&tree, path)));
    assert_eq!(movers, [Some(0), Some(1), Some(2)]);
    assert_eq!(tree.goal_range(), 1..=6);
    assert_eq!(tree.goal(&descend(&tree, &[1, 0, 0]), 1), 6);
}

#[test]
fn senseless_json_is_placed() {
    assert_eq!(json_refused("[1,\n2"), "line 2, column 1: EOF while parsing a list");
    assert_eq!(
        json_refused("[1, [2, true]]"),
        "root/1/1: found true, expected a number, a list or an object"
    );
    assert_eq!(json_refused("[1, [[3], 2.5]]"), "root/1/1: found 2.5, expected an integer payoff");
    assert_eq!(json_refused("[1, []]"), "root/1: an inner node has at least one child");
    assert_eq!(
        json_refused(r#"[{"children": [1], "mover": "mix"}]"#),
        "root/0: the mover `mix` is not a role; the roles are max, min"
    );
    assert_eq!(
        json_refused(r#"[{"children": [1, 2], "moves": ["a"]}]"#),
        "root/0: 1 move names for 2 children"
    );
    assert_eq!(
        json_refused(r#"{"children": [1, 2], "moves": ["a", "a"]}"#),
        "root: two moves are called `a`"
    );
    assert_eq!(
        json_refused(r#"[{"goals": [1, 2, 3]}]"#),
        "root/0: 3 payoffs where one payoff for each of the 2 roles was expected"
    );
    assert_eq!(
        json_refused(r#"[1, {"goals": [1, 2]}]"#),
        "root/1: the leaves of a tree are either all numbers or all lists of goals"
    );
    assert_eq!(
        json_refused(r#"{"roles": ["a", "b", "c"], "root": 1}"#),
        "root: a single payoff where one payoff for each of the 3 roles was expected"
    );
    assert_eq!(json_refused(r#"{"roles": [], "root": 1}"#), "the document: expected 1 to 100 roles, found 0");
    assert_eq!(
        json_refused(r#"{"roles": ["a", "a"], "root": 1}"#),
        "the document: the role `a` is there twice"
    );
    assert_eq!(
        json_refused(r#"{"range": [0, 10], "root": [3, 11]}"#),
        "the document: payoffs from 3 to 11 do not lie within the range 0..=10"
    );
    assert!(json_refused(r#"{"root": 1, "rolse": []}"#).contains("rolse"));
}

#[test]
fn uniform_trees_are_built_from_left_to_right() {
    let tree = Tree::uniform(2, 3, |leaf| leaf as Goal).expect("small");
    assert_eq!(tree.to_brackets().as_deref(), Some("(((0 1) (2 3)) ((4 5) (6 7)))"));
    assert_eq!(Tree::uniform(5, 0, |_| 9).expect("small").to_brackets().as_deref(), Some("9"));
    assert!(Tree::uniform(0, 2, |_| 0).is_err());
    assert!(Tree::uniform(1, Tree::MAX_DEPTH + 1, |_| 0).is_err());
}

#[test]
fn the_lecture_trees_are_readable() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../trees");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is part of the repository") {
        let path = entry.expect("a folder entry").path();
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let tree = Tree::from_json(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(tree.name().is_some(), "{} has no name", path.display());
        seen += 1;
    }
    assert!(seen >= 3);
}

/// Random bracket trees, as text.
fn bracket_text() -> impl Strategy<Value = String> {
    let leaf = (-50..50).prop_map(|goal: Goal| goal.to_string());
    leaf.prop_recursive(5, 60, 4, |node| {
        prop::collection::vec(node, 1..5).prop_map(|children| format!("({})", children.join(" ")))
    })
}

proptest! {
    #[test]
    fn printing_and_parsing_are_inverse(text in bracket_text()) {
        let tree = Tree::from_brackets(&text).expect("generated");
        prop_assert_eq!(tree.to_brackets(), Some(text.clone()));
        let json = text.replace(' ', ",").replace('(', "[").replace(')', "]");
        prop_assert_eq!(Tree::from_json(&json).expect("generated"), tree);
    }

    #[test]
    fn any_text_gets_an_answer(text in "[()0-9a\\-\\s]{0,40}", anything: String) {
        for text in [text, anything] {
            if let Ok(tree) = Tree::from_brackets(&text) {
                let printed = tree.to_brackets().expect("read from brackets");
                prop_assert_eq!(Tree::from_brackets(&printed), Ok(tree));
            }
            let _ = Tree::from_json(&text);
        }
    }
}

#[test]
fn the_sums_are_those_of_the_leaves() {
    assert_eq!(goal_sums(&brackets("((3 12 8) (2 4 6) (14 5 2))")), 16..=16);
    let text = r#"{"roles": ["a", "b", "c"], "root": [{"goals": [1, 2, 3]}, {"goals": [0, -4, 3]}]}"#;
    assert_eq!(goal_sums(&Tree::from_json(text).unwrap()), -1..=6);
    let large = r#"{"roles": ["a", "b", "c"], "root": {"goals": [1000000000, 1000000000, 1000000000]}}"#;
    assert_eq!(goal_sums(&Tree::from_json(large).unwrap()), Goal::MAX..=Goal::MAX);
}
