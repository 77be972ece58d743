//! Tournaments of a game that hides something, through the binary.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A folder with a store and a policy of Kuhn poker.
struct Folder {
    _folder: TempDir,
    db: PathBuf,
    policy: PathBuf,
}

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (db, policy) = (folder.path().join("store.db"), folder.path().join("kuhn.policy"));
        let found = Self { _folder: folder, db, policy };
        let path = found.policy().to_owned();
        found.printed(&["solve", "kuhn-poker", "--method", "cfr+", "--iterations", "500", "-o", &path]);
        found
    }

    fn policy(&self) -> &str {
        self.policy.to_str().expect("a path of plain letters")
    }

    fn spielbaum(&self, arguments: &[&str]) -> Output {
        let db: &Path = &self.db;
        let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
        command.env("SPIELBAUM_CACHE", "never");
        command.args(arguments).arg("--db").arg(db).output().expect("the binary was built for this test")
    }

    /// What a command prints that does what it was asked.
    fn printed(&self, arguments: &[&str]) -> String {
        let output = self.spielbaum(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    /// The message of a command that fails with this exit code.
    fn refused(&self, arguments: &[&str], code: i32) -> String {
        let output = self.spielbaum(arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{message}");
        message
    }
}

#[test]
fn exploitability_stands_beside_the_scores() {
    let folder = Folder::new();
    let players = format!("random,policy({:?}),pimc(minimax)", folder.policy());
    let arguments = ["arena", "kuhn-poker", "--players", &players, "--games", "2", "--exploitability=20"];
    let text = folder.printed(&arguments);
    let header = text.lines().find(|line| line.starts_with("player")).expect("the table of players");
    assert!(header.ends_with("exploitability"), "{text}");
    assert!(text.contains("≈ by 20 answers in each information set."), "{text}");

    let table: Value =
        serde_json::from_str(&folder.printed(&[&arguments[..], &["--json"]].concat())).expect("JSON");
    let measured = table["exploitability"].as_array().expect("a list");
    let exploitability = |player: usize| measured[player]["exploitability"].as_f64().expect("a figure");
    assert_eq!(measured[0]["player"], "random");
    assert_eq!([0, 1, 2].map(|player| measured[player]["samples"].as_u64()), [None, None, Some(20)]);
    // The policy is nearly an equilibrium, and a best response to random play earns most of a chip, which is
    // worth 25.
    assert!(exploitability(1) < 0.5 && exploitability(0) > 10.0 && exploitability(2) > 1.0, "{measured:?}");
    // The same seed gives the same answers.
    let again: Value =
        serde_json::from_str(&folder.printed(&[&arguments[..], &["--json"]].concat())).expect("JSON");
    assert_eq!(table["exploitability"], again["exploitability"]);
}

#[test]
fn exploitability_is_for_one_or_two_players() {
    let folder = Folder::new();
    let arguments =
        ["arena", "tictactoe-3p", "--players", "random,first-legal", "--games", "1", "--exploitability"];
    let message = folder.refused(&arguments, 1);
    assert!(message.contains("3 roles play") && message.contains("leave it away"), "{message}");
    assert!(folder.refused(&["results", "1"], 2).contains("there is no"), "nothing was played");
}

#[test]
fn players_of_games_that_hide_nothing_are_exploitable_too() {
    let folder = Folder::new();
    let players = "random,first-legal,flat-mc(playouts=8)";
    let arguments = [
        "arena",
        "rock-paper-scissors",
        "--players",
        players,
        "--games",
        "1",
        "--exploitability=30",
        "--json",
    ];
    let table: Value = serde_json::from_str(&folder.printed(&arguments)).expect("JSON");
    let measured = table["exploitability"].as_array().expect("a list");
    // Random play is the equilibrium, and who always does the same loses always.
    assert!(measured[0]["exploitability"].as_f64().expect("a figure").abs() < 1e-9, "{measured:?}");
    assert!(measured[1]["exploitability"].as_f64() > Some(10.0), "{measured:?}");
    assert_eq!(measured[2]["samples"], 30);
}

#[test]
fn a_match_is_shown_as_one_role_has_seen_it() {
    let folder = Folder::new();
    folder.printed(&["arena", "kuhn-poker", "--players", "first-legal,random", "--games", "1"]);
    let whole: Value =
        serde_json::from_str(&folder.printed(&["results", "match", "1", "--json"])).expect("JSON");
    let text = folder.printed(&["results", "match", "1"]);
    assert!(text.contains("\nalice: ") && text.contains("\nbob: ") && !text.contains("\nrandom: "), "{text}");
    for (role, name) in ["alice", "bob"].into_iter().enumerate() {
        let arguments = ["results", "match", "1", "--view", name];
        let text = folder.printed(&arguments);
        assert!(
            text.starts_with(&format!("kuhn-poker: match 1 of tournament 1, as {name} has seen it\n")),
            "{text}"
        );
        let cards = |text: &str| text.matches("(card ").count();
        assert_eq!((cards(&text), text.contains("deal")), (1, false), "{text}");
        let view: Value =
            serde_json::from_str(&folder.printed(&[&arguments[..], &["--json"]].concat())).expect("JSON");
        let (plies, joints) =
            (view["plies"].as_array().expect("a list"), whole["joint_moves"].as_array().expect("a list"));
        assert_eq!(plies.len(), joints.len());
        for ((ply, joint), seen) in plies.iter().zip(joints).zip(whole["seen"].as_array().expect("a list")) {
            assert_eq!((&ply["move"], &ply["seen"]), (&joint[role], &seen[role]));
        }
    }
    let message = folder.refused(&["results", "match", "1", "--view", "random"], 2);
    assert!(message.contains("the roles are alice, bob"), "{message}");
    folder.printed(&["arena", "nim", "--players", "random", "--games", "1"]);
    let number = folder.printed(&["results", "matches", "2"]);
    let number = number.lines().nth(1).and_then(|line| line.split_whitespace().next()).expect("a match");
    let message = folder.refused(&["results", "match", number, "--view", "first"], 2);
    assert!(message.contains("the rules of nim hide nothing"), "{message}");
}

#[test]
fn auto_plays_by_a_policy_that_is_named_as_learned() {
    let folder = Folder::new();
    let arguments =
        ["arena", "kuhn-poker", "--players", "auto,random", "--games", "1", "--learned", folder.policy()];
    let text = folder.printed(&[&arguments[..], &["--json"]].concat());
    assert!(text.contains(&format!("\"policy({})\"", folder.policy())), "{text}");
    let thought = folder.printed(&[
        "think",
        "kuhn-poker",
        "--strategy",
        "auto",
        "--after",
        "(deal queen jack)",
        "--learned",
        folder.policy(),
        "--json",
    ]);
    assert!(thought.contains("\"move\""), "{thought}");
    // It is of another game.
    let other =
        ["arena", "leduc-poker", "--players", "auto,random", "--games", "1", "--learned", folder.policy()];
    let message = folder.refused(&other, 1);
    assert!(message.contains("the policy is of other rules"), "{message}");
}
