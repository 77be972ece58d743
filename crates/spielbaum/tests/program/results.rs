//! Finished tournaments through the binary: shown, taken apart, drawn and exported.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A store with small tournaments.
struct Kept {
    directory: tempfile::TempDir,
}

const PLAYERS: &str = "random,flat-mc(playouts=20),first-legal";

impl Kept {
    /// One tournament of tic-tac-toe, four games a pairing.
    fn tictactoe() -> Self {
        let kept = Self { directory: tempfile::tempdir().expect("a directory") };
        kept.text(&["arena", "tictactoe", "--players", PLAYERS, "--games", "4"]);
        kept
    }

    fn file(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
        command.env("SPIELBAUM_CACHE", "never");
        command.args(arguments).arg("--db").arg(self.file("store.db"));
        command.output().expect("the binary was built for this test")
    }

    fn text(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let text = self.text(&[arguments, &["--json"]].concat());
        serde_json::from_str(&text).expect("one JSON document")
    }

    /// What is said of a command that fails with this exit code.
    fn complaint(&self, code: i32, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).expect("text")
    }
}

fn contains(text: &str, parts: &[&str]) {
    parts.iter().for_each(|part| assert!(text.contains(part), "`{part}` is not in:\n{text}"));
}

#[test]
fn a_tournament_is_listed_and_shown_in_every_way() {
    let kept = Kept::tictactoe();
    let listed = kept.text(&["results"]);
    contains(&listed, &["tictactoe", " 36 "]);
    assert!(!listed.contains("unfinished"), "{listed}");
    assert_eq!(kept.text(&["results", "1"]), kept.text(&["results", "table", "1"]));
    assert_eq!(kept.json(&["results", "1"]), kept.json(&["results", "table", "1"]));
    contains(
        &kept.text(&["results", "crosstable", "1"]),
        &["points", "first seat's %", "first-legal - random"],
    );
    contains(
        &kept.text(&["results", "ratings", "1"]),
        &["Elo", "stronger", "The first seat scores", "flat-mc = "],
    );
    contains(&kept.text(&["results", "costs", "1"]), &["median", "playouts/s", "random"]);
    assert_eq!(kept.text(&["results", "matches", "1"]).lines().count(), 1 + 36 + 1);

    let crosstable = kept.json(&["results", "crosstable", "1"]);
    let points = |player: &Value| player["points"].as_f64().expect("points");
    let players = crosstable["players"].as_array().expect("players");
    // Two of three pairs of games are against others: 24 games, a point each.
    assert_eq!(players.iter().map(points).sum::<f64>(), 24.0);
    assert_eq!(crosstable["encounters"].as_array().map(Vec::len), Some(6));
    let ratings = kept.json(&["results", "ratings", "1"]);
    assert_eq!(ratings["superiority"].as_array().map(Vec::len), Some(3));
    let costs = kept.json(&["results", "costs", "1"]);
    assert!(costs["players"][1]["playouts_per_second"].as_f64() > Some(0.0), "{costs}");
}

#[test]
fn damage_is_warned_of_and_verified() {
    let kept = Kept::tictactoe();
    contains(&kept.text(&["results", "verify"]), &["tictactoe", "all", "Nothing is damaged."]);
    assert_eq!(kept.json(&["results", "verify"])["sound"], true);
    // A damage in the goals of one match, such as a bit that flips.
    let file = kept.file("store.db");
    let mut bytes = std::fs::read(&file).expect("readable");
    let place = bytes.windows(7).rposition(|goals| goals == b"[100,0]").expect("a win");
    bytes[place + 1] = b'3';
    std::fs::write(&file, bytes).expect("writable");
    for view in ["table", "crosstable", "ratings", "matches", "costs"] {
        let output = kept.run(&["results", view, "1"]);
        let warning = String::from_utf8(output.stderr).expect("text");
        assert!(output.status.success() && !output.stdout.is_empty(), "{view}: {warning}");
        contains(&warning, &["warning: tournament 1 is damaged", "result of match", "results verify"]);
    }
    let verified = kept.run(&["results", "verify"]);
    assert_eq!(verified.status.code(), Some(1));
    contains(&String::from_utf8_lossy(&verified.stdout), &["result of match", "What to do: "]);
    let verified = kept.run(&["results", "verify", "--json"]);
    let verified: Value = serde_json::from_slice(&verified.stdout).expect("JSON");
    assert_eq!(
        (&verified["sound"], &verified["tournaments"][0]["damage"][0]["part"]),
        (&false.into(), &"result".into())
    );
    contains(&kept.complaint(1, &["arena", "--resume", "1"]), &["tournament 1 cannot go on"]);
}

#[test]
fn games_that_are_repeated_are_told() {
    let kept = Kept { directory: tempfile::tempdir().expect("a directory") };
    let players = "first-legal,alpha-beta(depth=2)";
    kept.text(&["arena", "nim", "--players", players, "--games", "10"]);
    for view in ["table", "crosstable", "ratings"] {
        let output = kept.run(&["results", view, "1"]);
        let warning = String::from_utf8(output.stderr).expect("text");
        contains(&warning, &["warning: the 10 games of", "one game again and again", "--openings random:N"]);
    }
    contains(&kept.text(&["results", "1"]), &["Intervals take games for independent", "count once."]);
    let pairing = kept.json(&["results", "1"])["pairings"][1].clone();
    assert_eq!(
        (&pairing["distinct_games"], &pairing["effective_games"]),
        (&1.into(), &1.0.into()),
        "{pairing}"
    );
}

#[test]
fn a_match_is_shown_board_by_board_and_can_be_replayed() {
    let kept = Kept::tictactoe();
    let matches = kept.json(&["results", "matches", "1"]);
    let id = matches["matches"][1]["id"].to_string();
    let text = kept.text(&["results", "match", &id]);
    contains(
        &text,
        &[
            "tictactoe: match",
            "xplayer: random",
            "oplayer: flat-mc(playouts=20)",
            "1. xplayer (mark ",
            "2. oplayer (mark ",
            "playouts",
            "Over after",
        ],
    );
    // Who has no choice is not told of.
    assert!(!text.contains("noop"), "{text}");

    let played = kept.json(&["results", "match", &id]);
    assert_eq!(played["joint_moves"].as_array().map(Vec::len), played["thoughts"].as_array().map(Vec::len));
    let file = kept.file("match.json");
    std::fs::write(&file, played.to_string()).expect("a file");
    let replayed = kept.text(&["replay", "tictactoe", "--moves", file.to_str().expect("text"), "--json"]);
    let last: Value = serde_json::from_str(replayed.lines().last().expect("a state")).expect("JSON");
    assert_eq!(last["goals"]["xplayer"], played["goals"][0]);
}

#[test]
fn exports_can_be_read_again() {
    let kept = Kept::tictactoe();
    let csv = kept.text(&["results", "export", "1", "--format", "csv"]);
    let jsonl = kept.text(&["results", "export", "1", "--format", "jsonl"]);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().expect("a header").clone();
    assert_eq!(&header.iter().collect::<Vec<_>>()[..3], ["tournament", "match", "game"]);
    let rows: Vec<csv::StringRecord> =
        reader.records().collect::<Result<_, _>>().expect("rows of one length");
    assert_eq!((rows.len(), jsonl.lines().count()), (36, 36));
    for (row, line) in rows.iter().zip(jsonl.lines()) {
        let object: Value = serde_json::from_str(line).expect("an object a line");
        for (column, field) in header.iter().zip(row) {
            match &object[column] {
                Value::Null => assert_eq!(field, ""),
                Value::String(text) => assert_eq!(field, text),
                other => assert_eq!(field, other.to_string()),
            }
        }
    }

    let out = kept.file("moves.csv");
    let out = out.to_str().expect("text");
    kept.text(&["results", "export", "1", "--format", "csv", "--moves", "--out", out]);
    let plies: u64 = rows.iter().map(|row| row[7].parse::<u64>().expect("plies")).sum();
    let mut moves = csv::Reader::from_path(out).expect("the file");
    assert_eq!(moves.records().filter(Result::is_ok).count() as u64, 2 * plies);
}

#[test]
fn programs_count_from_0_and_people_from_1() {
    let kept = Kept::tictactoe();
    let least_and_greatest =
        |numbers: Vec<u64>| (numbers.iter().min().copied(), numbers.iter().max().copied());
    let objects = |jsonl: &str| -> Vec<Value> {
        jsonl.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
    };
    let column = |rows: &[Value], name: &str| {
        least_and_greatest(rows.iter().map(|row| row[name].as_u64().expect("a number")).collect())
    };
    let matches = objects(&kept.text(&["results", "export", "1", "--format", "jsonl"]));
    assert_eq!(column(&matches, "number"), (Some(0), Some(3)));
    assert_eq!(column(&matches, "pairing"), (Some(0), Some(8)));
    assert_eq!(matches[0]["player_0"], "random");
    let moves = objects(&kept.text(&["results", "export", "1", "--format", "jsonl", "--moves"]));
    assert_eq!(column(&moves, "role"), (Some(0), Some(1)));
    assert_eq!(column(&moves, "ply").0, Some(0));

    let listed = kept.json(&["results", "matches", "1"]);
    let first = &listed["matches"][0];
    assert_eq!(first["number"], 0);
    let id = first["id"].to_string();
    let text = kept.text(&["results", "matches", "1"]);
    let line = text.lines().nth(1).expect("the first match");
    assert_eq!(line.split_whitespace().nth(4), Some("1"), "{line}");
    contains(&kept.text(&["results", "match", &id]), &["game 1 of its pairing"]);
    assert_eq!(kept.json(&["results", "match", &id])["number"], 0);
}

#[test]
fn pictures_are_written_as_their_ending_says() {
    let kept = Kept::tictactoe();
    for kind in ["win-rates", "ratings"] {
        let (svg, png) = (kept.file("a.svg"), kept.file("a.png"));
        for out in [&svg, &png] {
            kept.text(&["results", "plot", "1", "--kind", kind, "--out", out.to_str().expect("text")]);
        }
        contains(&std::fs::read_to_string(&svg).expect("SVG"), &["<svg", "flat-mc = flat-mc(playouts=20)"]);
        assert!(std::fs::read(&png).expect("PNG").starts_with(b"\x89PNG"));
    }
    let out = kept.file("a.svg");
    let budget = ["results", "plot", "1", "--kind", "budget", "--out", out.to_str().expect("text")];
    contains(&kept.complaint(2, &budget), &["no two players", "--sweep"]);
}

#[test]
fn three_roles_have_a_table_and_no_crosstable() {
    let kept = Kept { directory: tempfile::tempdir().expect("a directory") };
    kept.text(&["arena", "tictactoe-3p", "--players", "random,first-legal", "--games", "2"]);
    contains(&kept.complaint(2, &["results", "crosstable", "1"]), &["two roles", "results table"]);
    contains(&kept.text(&["results", "table", "1"]), &["role 3"]);
    let out = kept.file("a.svg");
    let out = out.to_str().expect("text");
    contains(&kept.complaint(2, &["results", "plot", "1", "--out", out]), &["--kind ratings"]);
    kept.text(&["results", "plot", "1", "--kind", "ratings", "--out", out]);
}

#[test]
fn what_is_not_there_is_said_with_a_remedy() {
    let kept = Kept::tictactoe();
    for view in ["table", "crosstable", "ratings", "costs", "matches"] {
        let lists = format!("`spielbaum results --db {}` lists", kept.file("store.db").display());
        contains(&kept.complaint(2, &["results", view, "7"]), &["no tournament 7", &lists]);
    }
    contains(&kept.complaint(2, &["results", "match", "7000"]), &["no match 7000", "results matches"]);
    contains(&kept.complaint(2, &["results", "plot", "1", "--out", "a.jpg"]), &[".svg or .png"]);
    let nowhere = Kept { directory: tempfile::tempdir().expect("a directory") };
    contains(&nowhere.complaint(2, &["results", "1"]), &["no store", "--db FILE"]);
    assert_eq!(nowhere.json(&["results"])["tournaments"], Value::Array(Vec::new()));
    assert!(!Path::new(&nowhere.file("store.db")).exists(), "looking creates nothing");
}

#[test]
fn a_file_without_tournaments_is_told_from_one_that_is_no_store() {
    let kept = Kept { directory: tempfile::tempdir().expect("a directory") };
    let file = kept.file("store.db");
    std::fs::write(&file, "").expect("writable");
    let name = file.display();
    let empty = kept.run(&["results"]);
    let told = String::from_utf8_lossy(&empty.stderr).into_owned();
    assert_eq!(
        told,
        format!("there are no tournaments in {name} yet; `spielbaum arena GAME --db {name}` plays one\n")
    );
    assert_eq!(empty.status.code(), Some(0));
    let learned = kept.run(&["learn", "list"]);
    assert!(String::from_utf8_lossy(&learned.stderr).starts_with("nothing has been learned yet; "));
    std::fs::write(&file, "(role you)").expect("writable");
    contains(&kept.complaint(1, &["results"]), &["is not a store of tournaments"]);
}

#[test]
fn a_tournament_without_moves_has_a_table_and_no_more() {
    let kept = Kept::tictactoe();
    let store = rusqlite::Connection::open(kept.file("store.db")).expect("a store");
    let forget =
        "DELETE FROM thoughts; DELETE FROM moves; UPDATE tournaments SET version = NULL, costs = NULL";
    store.execute_batch(forget).expect("what an earlier version left");
    drop(store);
    contains(&kept.text(&["results", "1"]), &["tictactoe"]);
    contains(&kept.text(&["results", "matches", "1"]), &["flat-mc - random"]);
    let out = kept.file("moves.csv");
    let export =
        ["results", "export", "1", "--format", "csv", "--moves", "--out", out.to_str().expect("text")];
    for arguments in [&["results", "match", "1"], &["results", "costs", "1"], export.as_slice()] {
        contains(
            &kept.complaint(1, arguments),
            // The first match of the tournament need not be the first that was over.
            &["moves of match ", " were not kept", "play the tournament again"],
        );
    }
    assert!(!out.exists());
}

#[test]
fn nothing_played_yet_is_no_fault_but_of_a_picture() {
    let kept = Kept::tictactoe();
    let store = rusqlite::Connection::open(kept.file("store.db")).expect("a store");
    store.execute_batch("DELETE FROM thoughts; DELETE FROM moves; DELETE FROM matches").expect("a store");
    drop(store);
    contains(&kept.text(&["results", "1"]), &["Interrupted after 0 of 36 games"]);
    for view in ["crosstable", "ratings", "costs", "matches"] {
        kept.text(&["results", view, "1"]);
        kept.json(&["results", view, "1"]);
    }
    assert_eq!(kept.text(&["results", "export", "1", "--format", "csv"]).lines().count(), 1);
    assert_eq!(kept.text(&["results", "export", "1", "--format", "jsonl", "--moves"]), "");
    let out = kept.file("a.png");
    let plot = ["results", "plot", "1", "--out", out.to_str().expect("text")];
    contains(&kept.complaint(1, &plot), &["no game of this tournament", "--resume"]);
}

#[test]
fn damaged_rules_are_told_from_a_damaged_match() {
    let kept = Kept::tictactoe();
    let store = rusqlite::Connection::open(kept.file("store.db")).expect("a store");
    store.execute("UPDATE games SET rules = '(role x'", []).expect("damage");
    drop(store);
    let output = kept.run(&["results", "match", "1"]);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    contains(&complaint, &["rules kept with tournament 1 are damaged", "--json"]);
    assert_eq!(kept.json(&["results", "match", "1"])["tournament"], 1);
}
