//! Tournaments through the binary.

use std::fs;
use std::path::Path;
use std::process::{self, Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use arena::{Store, TournamentEntry};
use rand::{RngExt, SeedableRng};
use search::SearchRng;
use serde_json::Value;

fn command(db: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
    command.env("SPIELBAUM_CACHE", "never");
    command.args(arguments).arg("--db").arg(db);
    command
}

fn spielbaum(db: &Path, arguments: &[&str]) -> Output {
    command(db, arguments).output().expect("the binary was built for this test")
}

fn start(db: &Path, arguments: &[&str]) -> Child {
    command(db, arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary was built")
}

/// What a command prints that does what it was asked.
fn printed(output: &Output) -> &str {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::str::from_utf8(&output.stdout).expect("text")
}

fn json(output: &Output) -> Value {
    serde_json::from_str(printed(output)).expect("one JSON document")
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

#[test]
fn the_first_command_of_the_readme_prints_what_the_readme_shows() {
    let directory = tempfile::tempdir().unwrap();
    let db = directory.path().join("store.db");
    let readme = fs::read_to_string("../../README.md").unwrap();
    for arguments in
        [&["arena", "tictactoe"][..], &["results", "crosstable", "1"], &["results", "ratings", "1"]]
    {
        let output = spielbaum(&db, arguments);
        let table = printed(&output);
        // The README leaves out what comes after the second player.
        let shown = if arguments[0] == "arena" { table } else { table.split("│ 3").next().unwrap() };
        let shown = shown.split("\nElo: ").next().unwrap();
        for line in shown.lines().filter(|line| !line.starts_with("├") && !line.is_empty()) {
            assert!(readme.contains(line), "{arguments:?} prints what the README does not show: {line}");
        }
    }
}

/// A tournament of 2,000 games, some seconds.
const TWO_THOUSAND: [&str; 6] =
    ["arena", "tictactoe", "--players", "flat-mc(playouts=1500),random", "--games", "500"];

/// The first tournament of a store, if there is one yet.
fn first(db: &Path) -> Option<TournamentEntry> {
    let listing = Store::read(db).and_then(|store| store.tournaments());
    listing.ok()?.tournaments.into_iter().next()
}

/// How many matches of it are kept.
fn kept(db: &Path) -> u64 {
    first(db).map_or(0, |tournament| tournament.games_played)
}

/// Begins the tournament, or goes on with it.
fn go_on(db: &Path) -> Child {
    start(db, if first(db).is_some() { &["arena", "--resume", "1"] } else { &TWO_THOUSAND })
}

/// Waits until so many matches are kept.
fn wait_for(matches: u64, child: &mut Child, db: &Path) {
    while kept(db) < matches {
        assert_eq!(child.try_wait().expect("our child"), None, "it ended by itself");
        sleep(Duration::from_millis(1));
    }
}

/// Ends a process as `kill -9` does.
fn kill(mut child: Child) {
    child.kill().expect("our child");
    child.wait().expect("our child");
}

#[test]
fn a_tournament_killed_ten_times_ends_with_the_table_of_one_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let (alone, killed) = (directory.path().join("alone.db"), directory.path().join("killed.db"));
    let undisturbed = spielbaum(&alone, &TWO_THOUSAND);

    let mut rng = SearchRng::seed_from_u64(process::id().into());
    // Very early, when there may be no store yet or half of one.
    for _ in 0..3 {
        let child = go_on(&killed);
        sleep(Duration::from_millis(rng.random_range(0..60)));
        kill(child);
    }
    for step in 1..=10 {
        // On a loaded machine many are played before it is seen that there are so many: the last kill
        // leaves 400.
        let matches = step * 150 + rng.random_range(0..100);
        let mut child = go_on(&killed);
        wait_for(matches, &mut child, &killed);
        sleep(Duration::from_micros(rng.random_range(0..5_000)));
        kill(child);
        assert!(kept(&killed) >= matches, "a kill lost what was kept");
    }
    assert!(kept(&killed) < 2000, "nothing was left to go on with");

    let expected = printed(&undisturbed);
    assert_eq!(printed(&spielbaum(&killed, &["arena", "--resume", "1"])), expected);
    assert_eq!((kept(&killed), kept(&alone)), (2000, 2000));
    assert_eq!(printed(&spielbaum(&killed, &["results", "1"])), expected);
    // There is nothing left to do.
    assert_eq!(printed(&spielbaum(&killed, &["arena", "--resume", "1"])), expected);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_tournament_with_the_table_of_what_was_played() {
    let directory = tempfile::tempdir().unwrap();
    for signal in ["-INT", "-TERM"] {
        let db = directory.path().join(format!("store{signal}.db"));
        let mut child = command(&db, &TWO_THOUSAND)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        wait_for(20, &mut child, &db);
        let sent = Command::new("sh").args(["-c", &format!("kill {signal} {}", child.id())]).status();
        assert!(sent.expect("there is a shell").success());
        let output = child.wait_with_output().expect("our child");
        let (table, notes) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(130), "{notes}");
        assert!(table.contains(&format!("Interrupted after {} of 2000 games.", kept(&db))), "{table}");
        let command = format!("`spielbaum arena --resume 1 --db {}`", db.display());
        assert!(notes.contains(&format!("{command} goes on with it")), "{notes}");
    }
}

#[test]
fn a_resumed_tournament_is_played_by_the_rules_it_began_with() {
    let directory = tempfile::tempdir().unwrap();
    let (db, rules) = (directory.path().join("store.db"), directory.path().join("coin.kif"));
    let text = "(role you) (init (step 0)) (legal you stay) (legal you go) (<= (next (step 1)) (does you go))
        (<= terminal (true (step 1))) (<= terminal (not (true (step 0)))) (<= (goal you 100) (true (step 1)))
        (<= (goal you 0) (not (true (step 1))))";
    std::fs::write(&rules, text).unwrap();
    let arguments = ["arena", rules.to_str().unwrap(), "--players", "random", "--games", "30"];
    let whole = printed(&spielbaum(&db, &arguments)).to_owned();
    std::fs::write(&rules, "(role somebody else)").unwrap();
    assert_eq!(printed(&spielbaum(&db, &["arena", "--resume", "1"])), whole);

    let none = spielbaum(&db, &["arena", "--resume", "7"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&none.stderr).contains("there is no tournament 7"));
    let nowhere = spielbaum(&directory.path().join("other.db"), &["arena", "--resume", "1"]);
    assert_eq!(nowhere.status.code(), Some(2));
    let other = spielbaum(&db, &["arena", "--resume", "1", "--games", "40"]);
    let told = String::from_utf8_lossy(&other.stderr);
    assert!(
        told.starts_with("error: the argument '--resume <ID>' cannot be used with '--games <N>'"),
        "{told}"
    );
}

#[test]
fn a_resumed_tournament_is_played_by_the_weights_it_began_with() {
    let directory = tempfile::tempdir().unwrap();
    let (db, weights) = (directory.path().join("store.db"), directory.path().join("weights.toml"));
    std::fs::write(&weights, "[[phase]]\nweights = [[3, 2, 3], [2, 4, 2], [3, 2, 3]]\n").unwrap();
    let players = format!("random,alpha-beta(depth=1,eval=positional(\"{}\"))", weights.display());
    let arguments = ["arena", "tictactoe", "--players", &players, "--games", "30"];
    let whole = printed(&spielbaum(&db, &arguments)).to_owned();
    assert!(whole.contains("weights.toml: SHA-256 "), "{whole}");
    // Without checksums, which would tell that the matches were not lost by an interruption.
    let strike = "DELETE FROM matches WHERE id > 20; DELETE FROM recorded;
                  UPDATE tournaments SET finished = NULL, costs = NULL, checksum = NULL;";
    rusqlite::Connection::open(&db).unwrap().execute_batch(strike).unwrap();
    // The weights turned round, and then no file at all.
    std::fs::write(&weights, "[[phase]]\nweights = [[-3, -2, -3], [-2, -4, -2], [-3, -2, -3]]\n").unwrap();
    assert_eq!(printed(&spielbaum(&db, &["arena", "--resume", "1"])), whole);
    rusqlite::Connection::open(&db).unwrap().execute_batch(strike).unwrap();
    std::fs::remove_file(&weights).unwrap();
    assert_eq!(printed(&spielbaum(&db, &["arena", "--resume", "1"])), whole);
    assert_eq!(printed(&spielbaum(&db, &["results", "1"])), whole);
    let gone = spielbaum(&db, &arguments);
    assert_eq!(gone.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&gone.stderr).contains("the file of weights cannot be read"));
}

#[test]
fn a_sweep_meets_those_it_is_set_against() {
    let directory = tempfile::tempdir().unwrap();
    let db = directory.path().join("store.db");
    let sweep = ["--sweep", "flat-mc(playouts={4,64})", "--against", "random", "--games", "20", "--json"];
    let table = json(&spielbaum(&db, &[&["arena", "nim"], sweep.as_slice()].concat()));
    let pairings: Vec<_> =
        table["pairings"].as_array().unwrap().iter().map(|pairing| &pairing["players"]).collect();
    assert_eq!(pairings.len(), 4);
    assert!(pairings.iter().all(|players| players.as_array().unwrap().contains(&"random".into())));
}

#[test]
fn a_test_stops_a_tournament_as_soon_as_it_is_decided() {
    let directory = tempfile::tempdir().unwrap();
    let db = directory.path().join("store.db");
    let test = ["--sprt", "elo1=50", "--openings", "random:1", "--json"];
    let players = ["arena", "tictactoe", "--players", "flat-mc(playouts=20),random"];
    let table = json(&spielbaum(&db, &[players.as_slice(), &test].concat()));
    assert_eq!(table["trials"][0]["verdict"], "h1");
    let pairs = table["trials"][0]["pairs"].as_u64().unwrap();
    assert!(table["trials"][0]["llr"].as_f64() >= table["trials"][0]["upper"].as_f64());
    assert_eq!(kept(&db), 2 * pairs);
    assert!(pairs < 500);
    assert_eq!(json(&spielbaum(&db, &["results", "1", "--json"])), table);
}
