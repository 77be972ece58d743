//! Tournaments through the binary.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn spielbaum(db: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
    command.args(arguments).arg("--db").arg(db).output().expect("the binary was built for this test")
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

#[test]
fn alpha_beta_always_draws_against_itself_and_never_loses() {
    let directory = tempfile::tempdir().unwrap();
    let players = "alpha-beta,random,stepwise-mcts(playouts=1)";
    let arguments = ["arena", "tictactoe", "--players", players, "--games", "20", "--json"];
    let table = json(&spielbaum(&directory.path().join("store.db"), &arguments));
    assert_eq!(table["pairings"].as_array().unwrap().len(), 9);
    for pairing in table["pairings"].as_array().unwrap() {
        let seats: Vec<_> = (0..2).filter(|&role| pairing["players"][role] == "alpha-beta").collect();
        match seats.as_slice() {
            [0, 1] => assert_eq!((&pairing["draws"], &pairing["games"]), (&20.into(), &20.into())),
            [role] => assert_eq!(pairing["wins"][1 - role], 0, "{pairing}"),
            _ => {}
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_table_whatever_the_number_of_threads() {
    let directory = tempfile::tempdir().unwrap();
    let db = directory.path().join("store.db");
    let table = |threads: &str, seed: &str| {
        let players = "random,flat-mc(playouts=9)";
        let bounds = ["--games", "30", "--threads", threads, "--seed", seed, "--json"];
        json(&spielbaum(&db, &[&["arena", "nim", "--players", players], bounds.as_slice()].concat()))
    };
    let one = table("1", "5");
    assert_eq!(one, table("4", "5"));
    assert_ne!(one["pairings"], table("1", "6")["pairings"]);

    // All three were kept.
    let listing = json(&spielbaum(&db, &["results", "--json"]));
    assert_eq!(listing["tournaments"].as_array().unwrap().len(), 3);
    assert_eq!(listing["tournaments"][0]["games_played"], 120);
    assert_eq!(json(&spielbaum(&db, &["results", "1", "--json"])), one);
}

#[test]
fn a_store_that_cannot_be_written_costs_no_table() {
    let directory = tempfile::tempdir().unwrap();
    let db = directory.path().join("notes.txt");
    std::fs::write(&db, "These are my notes, not a database, and long enough to be looked at.").unwrap();
    let arguments = ["arena", "nim", "--players", "random", "--games", "3"];
    let output = spielbaum(&db, &arguments);
    let (table, complaint) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
    assert!(table.contains("random"), "{table}");
    assert!(complaint.contains("--db FILE"), "{complaint}");
    assert!(std::fs::read_to_string(&db).unwrap().starts_with("These are my notes"));
}

#[test]
fn a_strategy_that_cannot_play_the_game_leaves_nothing_in_the_store() {
    let directory = tempfile::tempdir().unwrap();
    let db = directory.path().join("store.db");
    let output = spielbaum(&db, &["arena", "rock-paper-scissors", "--players", "random,alpha-beta"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.contains("alpha-beta does not apply to this game"), "{complaint}");
    assert_eq!(json(&spielbaum(&db, &["results", "--json"]))["tournaments"], Value::Array(Vec::new()));
}
