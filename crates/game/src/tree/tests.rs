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
    assert_eq!(
        refused("((3 12)\n (2 x))"),
        "line 2, column 5: `x` is no number; expected payoffs such as `3`, `0.5` or `1/2/3`, a label such as `A:`, `(` or `)`"
    );
    assert_eq!(refused("(1 ())"), "line 1, column 5: an inner node has at least one child");
    assert_eq!(refused("((1 2)"), "line 1, column 7: the text ends with 1 unclosed `(`; expected `)`");
    assert_eq!(
        refused("(1) 2"),
        "line 1, column 5: the tree has ended, but `2` follows; expected nothing more"
    );
    assert_eq!(refused(")"), "line 1, column 1: there is no inner node to end here");
    assert_eq!(
        refused("(1\0)"),
        "line 1, column 2: `1\\0` is no number; expected payoffs such as `3`, `0.5` or `1/2/3`, a label such as `A:`, `(` or `)`"
    );
}

#[test]
fn deep_nesting_is_refused_not_suffered() {
    let deep = "(".repeat(100_000) + "1" + &")".repeat(100_000);
    assert_eq!(refused(&deep), "line 1, column 1001: a tree is at most 1000 levels deep");
    let json = "[".repeat(100_000) + "1" + &"]".repeat(100_000);
    let too_deep = "JSON is nested at most 127 deep; write a deeper tree in brackets";
    assert_eq!(json_refused(&json), format!("line 1, column 128: {too_deep}"));
    let objects = |levels| r#"{"children": ["#.repeat(levels) + "1" + &"]}".repeat(levels);
    assert!(Tree::from_json(&objects(63)).is_ok() && json_refused(&objects(64)).ends_with(too_deep));
}

#[test]
fn a_tree_is_read_as_far_as_its_limit() {
    let too_large = TreeError::TooLarge { most: 3 };
    assert!(Tree::from_brackets_within("(1 A:2)", 3).is_ok());
    for text in ["(1 2 3)", "((1) 2)", "(1 2 3 what follows is not read"] {
        assert_eq!(Tree::from_brackets_within(text, 3), Err(too_large.clone()), "{text}");
    }
    let leaf = r#"{"goals": [1, 2, 3, 4], "label": "A"}"#;
    let four = r#""roles": ["a", "b", "c", "d"]"#;
    let inner = format!(r#"{{"children": [{leaf}, {leaf}], "moves": ["x", "y"], "static": [1, 2, 3, 4]}}"#);
    for text in ["[1, 2]", r#"{"root": [1, 2]}"#, &format!(r#"{{"root": {inner}, {four}}}"#)] {
        Tree::from_json_within(text, 3).unwrap_or_else(|error| panic!("{error}: {text}"));
    }
    for text in [
        "[1, 2, 3]",
        "[1, [2]]",
        r#"{"root": [1, 2, 3]}"#,
        &format!(r#"{{"root": [{inner}], {four}}}"#),
        "[1, 2, 3, 4, what follows is not read",
        "[1, {}, {}, {}, what follows is not read",
    ] {
        assert_eq!(Tree::from_json_within(text, 3), Err(too_large.clone()), "{text}");
    }
    assert_eq!(json_refused(r#"{"goals": [[1, 2]]}"#), "root: in `goals`: found a list, expected a number");
    assert_eq!(json_refused(r#"{"goals": {"a": 1}}"#), "root: in `goals`: found an object, expected a list");
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
    assert_eq!(tree.notation().draw(&tree.initial()), "A:((max 10 20) 30)");
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
    assert_eq!(json_refused("[1, [[3], 1e-7]]"), "root/1/1: a payoff has at most 6 decimals");
    assert_eq!(
        json_refused(r#"[1, {"goals": ["2"]}]"#),
        "root/1: in `goals`: found a string, expected a number"
    );
    assert_eq!(
        json_refused(r#"{"children": [{"goals": [1], "label": "x"}, {"goals": [2], "label": "x"}]}"#),
        "root: two moves are called `x`"
    );
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
        "root/1: the leaves of a tree are either all numbers or all lists of payoffs; so are static values"
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
    let twice = r#"[1, {"goals": [4], "goals": [9]}]"#;
    assert_eq!(json_refused(twice), "line 1, column 26: the field `goals` is there twice");
    assert_eq!(Tree::from_json_within(twice, 2), Tree::from_json(twice), "not too many nodes");
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

/// Random bracket trees, as text: movers, static values and decimals anywhere, labels at some nodes.
fn bracket_text() -> impl Strategy<Value = String> {
    let payoff = || {
        prop_oneof![
            (-50..50).prop_map(|goal: Goal| goal.to_string()),
            Just("0.5".to_owned()),
            Just("-0.25".to_owned())
        ]
    };
    let inner = move |node: BoxedStrategy<String>| {
        let head = (any::<bool>(), prop::option::of(payoff()));
        (head, prop::collection::vec(node, 1..5)).prop_map(|((labelled, value), children)| {
            let value = value.map_or_else(String::new, |value| format!("={value} "));
            let label = |(i, child): (usize, &String)| {
                if labelled && !child.contains(':') { format!("x{i}:{child}") } else { child.clone() }
            };
            let children: Vec<String> = children.iter().enumerate().map(label).collect();
            format!("({value}{})", children.join(" "))
        })
    };
    payoff().prop_recursive(5, 60, 4, move |node| inner(node.boxed()))
}

#[test]
fn min_may_move_at_the_root_and_anybody_anywhere() {
    let tree = brackets("(min (3 5) (min 2 9))");
    let movers = [&[][..], &[0], &[1]].map(|path| tree.mover(descend(&tree, path)));
    assert_eq!(movers, [Some(1), Some(0), Some(1)]);
    assert_eq!(tree.to_brackets().as_deref(), Some("(min (3 5) (min 2 9))"));
    assert_eq!(brackets("(max (min 1 2) 3)").to_brackets().as_deref(), Some("((1 2) 3)"));
    assert_eq!(brackets("(@2 1 2)"), brackets("(min 1 2)"));
    let json = r#"{"mover": "min", "children": [[3, 5], {"mover": "min", "children": [2, 9]}]}"#;
    assert_eq!(Tree::from_json(json).expect("a tree"), tree);
    assert_eq!(refused("(@3 1 2)"), "line 1, column 1: `@3` is no role of this tree; its roles are @1, @2");
    assert_eq!(
        refused("(max 1/2/3)"),
        "line 1, column 1: `max` is no role of this tree; its roles are @1, @2, @3"
    );
}

#[test]
fn single_payoffs_are_written_as_the_first_roles_for_both() {
    let tree = brackets("(min (0.5 5) (2 9))");
    assert_eq!((tree.unit(), tree.decimals(), tree.has_single_payoffs()), (10, 1, true));
    let leaf = descend(&tree, &[0, 0]);
    assert_eq!(tree.payoffs(leaf), [5, 90]);
    for role in [0, 1] {
        assert_eq!(tree.notation().scale(role).value(f64::from(tree.goal(&leaf, role))), 0.5);
    }
    let own = brackets("(1/2 3/0)");
    assert_eq!(own.notation().scale(1).value(f64::from(own.goal(&descend(&own, &[0]), 1))), 2.0);
    assert!(!own.has_single_payoffs());
}

#[test]
fn labels_name_nodes_and_the_moves_to_them() {
    let tree = brackets(r#"A:(B:(3 x:5) "far corner":2)"#);
    assert_eq!(tree.label(tree.initial()), Some("A"));
    assert_eq!(tree.label(descend(&tree, &[0, 1])), Some("x"));
    assert!(tree.move_named(&tree.initial(), 0, "far corner").is_some());
    assert_eq!(tree.move_to(descend(&tree, &[0, 0])), "1");
    assert_eq!(tree.to_brackets().as_deref(), Some(r#"A:(B:(3 x:5) "far corner":2)"#));
    assert_eq!(brackets("max:(min:3 5)").label(NodeIndex(1)), Some("min"));
    assert_eq!(refused("(x:1 x:2)"), "line 1, column 9: two moves are called `x`");
    assert_eq!(refused("(2:1 3)"), "line 1, column 7: two moves are called `2`");
    assert_eq!(refused("(3 x:)"), "line 1, column 4: a label stands before a node, as in `A:(3 5)` or `x:5`");
    assert_eq!(brackets("(3 : 4)"), brackets("(3:4)"));
    assert_eq!(
        refused("(3 \"x\" 4)"),
        "line 1, column 4: \"x\" is a label only before a colon, as in \"x\":(3 5)"
    );
    assert_eq!(refused("(3 \"x 4)"), "line 1, column 4: the label that begins here has no `\"` at its end");
}

#[test]
fn names_that_cannot_be_typed_in_again_are_refused() {
    let why = "a name has no quotation marks and no control characters, such as a line break; found";
    assert_eq!(refused("(3 \"far\ncorner\":2)"), format!("line 1, column 4: {why} `far\\ncorner`"));
    assert_eq!(refused("(3 \x1b[31m:2)"), format!("line 1, column 4: {why} `\\u{{1b}}[31m`"));
    assert!(refused("({\x1b} 3 2)").contains("information set"));
    let label = r#"[3, {"label": "a\"b", "children": [1, 2]}]"#;
    assert_eq!(json_refused(label), format!(r#"root/1: {why} `a\"b`"#));
    let moves = r#"{"children": [1, 2], "moves": ["a", "\u001b[31m"]}"#;
    assert_eq!(json_refused(moves), format!("root/1: {why} `\\u{{1b}}[31m`"));
    let role = r#"{"roles": ["a\tb", "c"], "root": [1, 2]}"#;
    assert_eq!(json_refused(role), format!("the document: {why} `a\\tb`"));
    let title = r#"{"name": "\u001b[31m", "root": [1, 2]}"#;
    assert_eq!(json_refused(title), "the document: `name` has control characters, such as a line break");
    assert!(Tree::from_json(r#"{"name": "The \"horizon\"", "root": [1, 2]}"#).is_ok());
}

#[test]
fn decimal_payoffs_stay_exact() {
    let tree = brackets("((0.5 -0.25) (3 1.000001))");
    assert_eq!(tree.unit(), 1_000_000);
    assert_eq!(tree.to_brackets().as_deref(), Some("((0.5 -0.25) (3 1.000001))"));
    let json = Tree::from_json("[[0.5, -0.25], [3.0, 1.000001]]").expect("a tree");
    assert_eq!(json, tree);
    // JSON writes the smallest with an exponent.
    assert_eq!(
        Tree::from_json("[[0.000001, 2], [-1e-6, 4e0]]"),
        Ok(brackets("((0.000001 2) (-0.000001 4))"))
    );
    let odds = r#"{"chance": [0.000001, 0.999999], "children": [1, 2]}"#;
    assert_eq!(Tree::from_json(odds), Ok(brackets("(?0.000001|0.999999 1 2)")));
    assert_eq!(
        refused("((99999999999999999999 3) (1 2))"),
        "line 1, column 3: the payoff 99999999999999999999 is out of bounds: they end at 1000000000 and -1000000000; expected payoffs such as `3`, `0.5` or `1/2/3`, a label such as `A:`, `(` or `)`"
    );
    assert_eq!(
        refused("(5000 0.000001)"),
        "line 1, column 7: with 6 decimals payoffs end at 1000 and -1000, and there are greater ones"
    );
    let ranged = Tree::from_json(r#"{"range": [0.25, 1], "root": [0.5, 1]}"#).expect("a tree");
    assert_eq!((ranged.goal_range(), ranged.unit()), (25..=100, 100));
    assert_eq!(
        json_refused(r#"{"range": [2, 1.5], "root": [1.5, 2]}"#),
        "the document: the range [2, 1.5] is empty"
    );
}

#[test]
fn inner_nodes_may_have_static_values() {
    let tree = brackets("(=4 (min =0.5 3 5) (2 9))");
    let [left, right] = [descend(&tree, &[0]), descend(&tree, &[1])];
    assert_eq!(tree.static_values(tree.initial()), [40, 55]);
    assert_eq!(tree.knowledge().static_value(&left, 0), Ok(Some(5)));
    assert_eq!(tree.goal_range(), 5..=90);
    assert_eq!(goal_sums(&tree), 95..=95);
    let missing = tree.knowledge().static_value(&right, 0).unwrap_err().to_string();
    assert!(missing.starts_with("the node (min 2 9) has no static value"), "{missing}");
    assert_eq!(tree.to_brackets().as_deref(), Some("(=4 (=0.5 3 5) (2 9))"));
    let json = r#"{"static": 4, "children": [{"static": 0.5, "children": [3, 5]}, [2, 9]]}"#;
    assert_eq!(Tree::from_json(json).expect("a tree"), tree);
    let vectors = brackets("(=1/2/3 4/5/6 (=7/8/9 0/0/0))");
    assert_eq!(vectors.knowledge().static_value(&descend(&vectors, &[1]), 2), Ok(Some(9)));
    let at_the_beginning =
        "a static value stands at the beginning of an inner node, as in `(=4 3 5)` or `(min =4 3 5)`";
    assert_eq!(refused("(3 =4 5)"), format!("line 1, column 4: {at_the_beginning}"));
    assert_eq!(
        refused("(= (3))"),
        "line 1, column 1: a static value such as `=4` or `=1/2/3` is expected after `=`"
    );
    assert!(json_refused(r#"[{"goals": [1], "static": 2}]"#).contains("no static value"));
}

#[test]
fn payoff_vectors_are_typed_as_they_are_printed() {
    let tree = brackets("((1/2/3 4/1/2) @:0/0/0.5)");
    assert_eq!((tree.roles(), tree.notation().role_name(2)), (3, "3"));
    assert_eq!(tree.mover(descend(&tree, &[0])), Some(1));
    assert_eq!(tree.to_brackets().as_deref(), Some("((1/2/3 4/1/2) @:0/0/0.5)"));
    let two = brackets("(4/6 (3/1 0/0))");
    assert_eq!(
        (two.role_names(), two.goal(&descend(&two, &[0]), 1)),
        (&["max".to_owned(), "min".to_owned()][..], 6)
    );
    assert_eq!(two.to_brackets().as_deref(), Some("(4/6 (3/1 0/0))"));
    assert_eq!(
        refused("(1/2/3 4)"),
        "line 1, column 8: a single payoff where one payoff for each of the 3 roles was expected"
    );
    let soft =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../trees/soft-maxn.tree.json"));
    let soft = Tree::from_json(&soft.unwrap()).unwrap();
    let typed = brackets(&soft.notation().draw(&soft.initial()));
    assert_eq!(typed.notation().draw(&typed.initial()), soft.notation().draw(&soft.initial()));
}

proptest! {
    #[test]
    fn printing_and_parsing_are_inverse(text in bracket_text()) {
        let tree = Tree::from_brackets(&text).expect("generated");
        prop_assert_eq!(tree.to_brackets(), Some(text.clone()));
        if !text.contains([':', '=']) {
            let json = text.replace(' ', ",").replace('(', "[").replace(')', "]");
            prop_assert_eq!(Tree::from_json(&json).expect("generated"), tree);
        }
    }

    #[test]
    fn any_text_gets_an_answer(text in "[()0-9a:=/@.\"\\-\\s]{0,40}", anything: String) {
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
    assert_eq!(goal_sums(&brackets("(800/800/800.00001 0/0/0)")), 0..=240_000_001);
    let end = "sums of payoffs end at 2147.483647 and -2147.483647, and a leaf has a greater one";
    for sign in ["", "-"] {
        assert!(refused(&format!("({sign}800/{sign}800/{sign}800.000001 0/0/0)")).contains(end));
    }
}

/// The outcomes of chance in a node, by their names.
fn outcomes(tree: &Tree, node: NodeIndex) -> Vec<(String, f64)> {
    let mut outcomes = Vec::new();
    tree.chance().expect("chance moves").outcomes(&node, &mut outcomes);
    outcomes.into_iter().map(|(mov, probability)| (tree.notation().move_name(mov), probability)).collect()
}

#[test]
fn chance_moves_where_the_text_says_and_below_it_who_would_have_moved() {
    let tree = brackets("((?1/2|0.25|0.25 (3 9) 4 (5 1)) (? 2 7))");
    assert_eq!(tree.role_names(), ["max", "min", "random"]);
    assert_eq!((tree.chance().map(Chance::role), tree.players(), tree.roles()), (Some(2), 2, 3));
    let (first, second) = (descend(&tree, &[0]), descend(&tree, &[1]));
    assert_eq!(Choices::of(&tree, &first).mover(), Mover::One(2));
    let named = |outcomes: Vec<(String, f64)>| {
        outcomes.into_iter().map(|(_, probability)| probability).collect::<Vec<_>>()
    };
    assert_eq!(named(outcomes(&tree, first)), [0.5, 0.25, 0.25]);
    assert_eq!(outcomes(&tree, second), [("1".to_owned(), 0.5), ("2".to_owned(), 0.5)]);
    assert_eq!(outcomes(&tree, tree.initial()), [("noop".to_owned(), 1.0)]);
    assert_eq!(
        Choices::of(&tree, &descend(&tree, &[0, 0])).mover(),
        Mover::One(1),
        "after max it is min's turn"
    );
    assert_eq!(
        [0, 1].map(|child| tree.probability(descend(&tree, &[0, child]))),
        [Some("1/2"), Some("0.25")]
    );
    assert_eq!(tree.probability(first), None);
}

#[test]
fn chance_has_no_payoffs() {
    let tree = brackets("((? 1/2 3/4) 5/6)");
    let leaf = descend(&tree, &[0, 1]);
    assert_eq!((0..3).map(|role| tree.goal(&leaf, role)).collect::<Vec<_>>(), [3, 4, 0]);
    assert_eq!((tree.payoffs(leaf), goal_sums(&tree)), (&[3, 4][..], 3..=11));
    let single = brackets("(? 10 20)");
    assert_eq!(single.goal(&descend(&single, &[0]), 1), 20);
}

#[test]
fn trees_with_chance_are_written_as_they_are_read() {
    for text in [
        "(? 3 5)",
        "(?1/3|2/3 3 5)",
        "(A:(?0.5|1/4|1/4 (3 1) x:4 (max 5 2)) (? =3 2 7))",
        "(? (? 1 2) (3 4))",
        "((?0.5|0.5 1/2/3 4/5/6) (7/8/9))",
    ] {
        assert_eq!(brackets(text).to_brackets().as_deref(), Some(text));
    }
}

#[test]
fn the_same_chance_in_json_and_in_brackets() {
    let json = r#"[{"chance": [0.5, "1/4", 0.25], "children": [[3, 9], 4, 5]}, {"mover": "random", "children": [2, 7]}]"#;
    assert_eq!(Tree::from_json(json).expect("a tree"), brackets("((?0.5|1/4|0.25 (3 9) 4 5) (? 2 7))"));
    let said = r#"{"mover": "random", "chance": [0.5, 0.5], "children": [2, 7]}"#;
    assert_eq!(Tree::from_json(said).expect("a tree"), brackets("(?0.5|0.5 2 7)"));
}

#[test]
fn probabilities_that_are_none_are_refused() {
    assert_eq!(
        refused("(?0.5|0.6 1 2)"),
        "line 1, column 14: the probabilities add up to 1.1; they must add up to 1"
    );
    assert_eq!(
        refused("(?0.5|0.5 1 2 3)"),
        "line 1, column 16: a probability for each child: 2 given, 3 needed"
    );
    assert!(refused("(?0|1 1 2)").contains("the probability 0 must be above 0"));
    assert!(refused("(?x 1 2)").contains("is no probability"));
    let refused = [
        (r#"{"chance": [0.5], "children": [1, 2]}"#, "root: a probability for each child: 1 given, 2 needed"),
        (r#"{"chance": [0.5, 0.4999], "children": [1, 2]}"#, "root: the probabilities add up to 0.9999"),
        (r#"{"chance": [], "children": [1, 2]}"#, "root: in `chance`: no probabilities"),
        (r#"{"chance": [true, 0.5], "children": [1, 2]}"#, "root: in `chance`: found true"),
        (r#"{"chance": [0.5, 0.5], "mover": "min", "children": [1, 2]}"#, "the mover is `min`"),
        (r#"{"roles": ["max", "random"], "root": 3}"#, "`random` is not among `roles`"),
    ];
    for (text, why) in refused {
        assert!(json_refused(text).contains(why), "{}", json_refused(text));
    }
    assert!(
        Tree::from_json(r#"{"chance": [0.3333333333, 0.3333333333, 0.3333333333], "children": [1, 2, 3]}"#)
            .is_ok()
    );
}
