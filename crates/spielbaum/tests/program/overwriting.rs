//! No command writes over what it reads.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Commands that would replace the file `input` in which they find these words, each with the option
/// that would.
const COMMANDS: [(&str, &str, &str); 11] = [
    ("think input --strategy random --trace input", "--trace", RULES),
    ("think tictactoe --strategy random --after input --trace ./input", "--trace", MOVES),
    ("think tictactoe --strategy random --learned input --trace input", "--trace", MOVES),
    ("tree input --strategy minimax --svg input", "--svg", TREE),
    ("exercise input --sheet input", "--sheet", TREE),
    ("count input --checkpoint input", "--checkpoint", RULES),
    ("solve input --checkpoint input", "--checkpoint", RULES),
    ("solve kuhn-poker --policy input --checkpoint input", "--checkpoint", RULES),
    ("match input random --json input", "--json", RULES),
    ("results export 1 --format csv --db input --out input", "--out", RULES),
    ("think tictactoe --strategy random --db input --trace input", "--trace", RULES),
];

const RULES: &str =
    "(role alone) (legal alone go) (init start) (<= terminal (not (true start))) (goal alone 100)";
const MOVES: &str = "{\"joint_moves\": []}";
const TREE: &str = "((3 12) (2 4))";

fn spielbaum(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
    let output = command.args(arguments.split(' ')).current_dir(folder).output().expect("it runs");
    (output.status.code(), String::from_utf8(output.stderr).expect("text"))
}

#[test]
fn what_a_command_reads_stays_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("input");
    for (arguments, option, content) in COMMANDS {
        if arguments.starts_with("match") && cfg!(not(feature = "network")) {
            continue;
        }
        fs::write(&input, content).expect("writable");
        let (code, said) = spielbaum(folder.path(), arguments);
        assert!(said.starts_with(&format!("error: `{option}` would replace ")), "{arguments}: {said}");
        assert_eq!(code, Some(2), "{arguments}");
        assert_eq!(fs::read_to_string(&input).expect("it is there"), content, "{arguments}");
    }
}

#[test]
fn what_is_learned_does_not_replace_the_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join("alone.json.training");
    fs::write(&rules, RULES).expect("writable");
    let (code, said) = spielbaum(folder.path(), "learn alone.json.training -o alone.json --restart");
    assert!(said.contains("error: `--out` would replace alone.json.training, "), "{said}");
    assert_eq!(code, Some(2));
    assert_eq!(fs::read_to_string(&rules).expect("it is there"), RULES);
}
