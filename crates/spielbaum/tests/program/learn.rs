//! Evaluations that are learned through the binary.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
    command.env("SPIELBAUM_CACHE", "never");
    command.args(arguments).args(["--db", "store.db"]).current_dir(folder);
    command
}

fn spielbaum(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the binary was built for this test")
}

/// What a command prints that does what it was asked.
fn printed(output: &Output) -> &str {
    assert!(output.status.success(), "{}", said(output));
    std::str::from_utf8(&output.stdout).expect("text")
}

/// What a command says beside.
fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("one JSON document")
}

fn weights(folder: &Path, file: &str) -> Value {
    json(&std::fs::read_to_string(folder.join(file)).expect("it was written"))["weights"].take()
}

const QUICK: [&str; 8] = ["learn", "tictactoe", "--games", "600", "--threads", "2", "--matches", "0"];

#[test]
fn the_same_seed_and_threads_give_the_same_evaluation() {
    let folder = tempfile::tempdir().unwrap();
    let learn = |file: &str, seed: &str| {
        let arguments = [&QUICK[..], &["-o", file, "--seed", seed]].concat();
        printed(&spielbaum(folder.path(), &arguments)).contains(file);
        weights(folder.path(), file)
    };
    let first = learn("first.json", "1");
    assert_eq!(first, learn("second.json", "1"));
    assert_ne!(first, learn("third.json", "2"));
}

#[test]
fn what_was_learned_is_told_shown_and_played_by() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| spielbaum(folder.path(), arguments);
    let arguments = [&QUICK[..6], &["--matches", "2", "--against", "random", "--json"]].concat();
    let report = json(printed(&run(&arguments)));
    assert_eq!((&report["game"], &report["file"]), (&"tictactoe".into(), &"tictactoe.json".into()));
    assert_eq!(report["finished"], true);
    assert!(report["games"].as_u64() >= Some(600) && report["states"].as_u64() > report["games"].as_u64());
    let strength = &report["strength"][0];
    assert_eq!((&strength["against"], &strength["matches"]), (&"random".into(), &2.into()));
    assert!(strength["score"].as_f64().is_some_and(|score| score >= 0.5), "{strength}");
    assert!(!folder.path().join("tictactoe.json.training").exists(), "nothing is left to go on from");

    let shown = run(&["learn", "show", "tictactoe.json", "--top", "3"]);
    let shown = printed(&shown);
    assert!(shown.starts_with("tictactoe, learned from ") && shown.contains("\ncell x:\n"), "{shown}");
    let document = json(printed(&run(&["learn", "show", "tictactoe.json", "--json"])));
    assert_eq!(document["worths"].as_array().map(Vec::len), Some(29));
    assert_eq!((&document["role"], shown.contains("Weights for xplayer,")), (&"xplayer".into(), true));
    let role =
        |asked: &str| json(printed(&run(&["learn", "show", "tictactoe.json", "--as", asked, "--json"])));
    assert_eq!(role("oplayer"), role("2"));
    let refused = run(&["learn", "show", "tictactoe.json", "--as", "3"]);
    assert!(said(&refused).contains("no role `3`; its roles are xplayer, oplayer"), "{}", said(&refused));

    let spec = "deepening(eval=learned(tictactoe.json),nodes=200)";
    let decision = json(printed(&run(&["think", "tictactoe", "--strategy", spec, "--json"])));
    assert_eq!(decision["moves"].as_array().map(Vec::len), Some(9));
    let other = run(&["think", "nim", "--strategy", spec]);
    assert_eq!(other.status.code(), Some(1));
    assert!(said(&other).contains("it was learned of tictactoe, whose rules are others"), "{}", said(&other));
}

#[test]
fn a_position_is_explained_by_what_was_learned() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| spielbaum(folder.path(), arguments);
    // The second player has two marks in an open line.
    let after = "(mark 1 2); (mark 1 1); (mark 2 3); (mark 2 2); (mark 3 2)";
    let explain = ["learn", "explain", "tictactoe", "--after", after];
    let refused = run(&explain);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        said(&refused).contains("`spielbaum learn tictactoe --db store.db` does it"),
        "{}",
        said(&refused)
    );

    printed(&run(&[&QUICK[..3], &["30000", "--matches", "0"]].concat()));
    let explained = run(&explain);
    let text = printed(&explained);
    assert!(text.contains("The value for oplayer is ") && text.contains("  (cell 2 2 o)"), "{text}");
    let report = |role: &str| json(printed(&run(&[&explain[..], &["--as", role, "--json"]].concat())));
    let (own, other) = (report("oplayer"), report("xplayer"));
    let [own_value, other_value] = [&own, &other].map(|report| report["value"].as_f64().unwrap());
    assert!(own_value > 60.0 && (own_value + other_value - 100.0).abs() < 0.1, "{own_value} {other_value}");
    assert_eq!(own["worths"].as_array().unwrap().len(), other["worths"].as_array().unwrap().len());

    let by_file = run(&[&explain[..], &["--learned", "tictactoe.json"]].concat());
    assert_eq!(printed(&by_file), text, "the store has the same");
    let over = [after, "; (mark 3 3)"].concat();
    assert!(said(&run(&["learn", "explain", "tictactoe", "--after", &over])).contains("over"));
}

#[test]
fn learning_from_self_play_ends_when_values_do_not_change_any_more() {
    let folder = tempfile::tempdir().unwrap();
    let learned = spielbaum(
        folder.path(),
        &["learn", "tictactoe", "--minutes", "60", "--threads", "1", "--matches", "0"],
    );
    assert!(said(&learned).contains("the values of states do not change any more"), "{}", said(&learned));
    printed(&learned);
}

#[test]
fn learning_from_random_play_ends_when_no_more_is_learned() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["learn", "tictactoe", "--from", "random", "--games", "2000", "--matches", "0", "--json"];
    let report = json(printed(&spielbaum(folder.path(), &arguments)));
    assert_eq!(report["source"], "random");
    assert!(
        report["curve"][0]["error"].as_f64().is_some_and(|error| (0.1..0.5).contains(&error)),
        "{report}"
    );
}

#[test]
fn what_cannot_be_learned_of_or_written_is_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let complaint = |arguments: &[&str]| {
        let output = spielbaum(folder.path(), arguments);
        (output.status.code(), said(&output))
    };
    let (code, why) = complaint(&["learn", "nim", "-o", "nim.txt"]);
    assert!(code == Some(2) && why.contains("does not end in .json"), "{why}");
    let (code, why) = complaint(&["learn", "nim", "-o", "missing/nim.json"]);
    assert!(code == Some(2) && why.contains("there is no directory `missing`"), "{why}");
    let (code, why) = complaint(&["learn", "show", "missing.json"]);
    assert!(code == Some(1) && why.contains("make one with `spielbaum learn GAME -o FILE`"), "{why}");
    std::fs::write(folder.path().join("endless.kif"), ENDLESS).unwrap();
    let (code, why) = complaint(&["learn", "endless.kif", "--minutes", "0.01", "--threads", "1"]);
    assert!(code == Some(1) && why.contains("no game came to its end"), "{why}");
    assert!(!why.contains("kept in the store"), "{why}");
    let (code, why) =
        complaint(&["learn", "endless.kif", "--games", "1", "--threads", "1", "--matches", "0"]);
    assert!(code == Some(1) && why.contains("no game came to its end within 600 plies"), "{why}");
    assert!(why.contains("`spielbaum check` tells whether it may go on for ever"), "{why}");
    let left = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(
        left.filter_map(|name| name.into_string().ok()).all(|name| !name.contains(".json")),
        "of no game no file stays"
    );
    std::fs::write(folder.path().join("over.kif"), OVER).unwrap();
    let (code, why) = complaint(&["learn", "over.kif"]);
    assert!(
        code == Some(1) && why.contains("the game is over at once: there is nothing to learn about"),
        "{why}"
    );
    std::fs::write(folder.path().join("stuck.kif"), STUCK).unwrap();
    let (code, why) = complaint(&["learn", "stuck.kif"]);
    assert!(code == Some(1) && why.contains("the role alone has no legal move in the state a,"), "{why}");
    std::fs::write(folder.path().join("die.kif"), DIE).unwrap();
    let (code, why) = complaint(&["learn", "die.kif"]);
    assert!(code == Some(1) && why.contains("chance moves in the game"), "{why}");
    std::fs::create_dir(folder.path().join("folder.json")).unwrap();
    let (code, why) = complaint(&["learn", "tictactoe", "-o", "folder.json"]);
    assert!(code == Some(2) && why.contains("folder.json: it is a directory"), "{why}");
    let (code, why) = complaint(&["learn", "tictactoe", "--games", "0"]);
    assert!(code == Some(2) && why.contains("0 is not in 1.."), "{why}");
    let (code, why) = complaint(&["learn", "tictactoe", "--against", "plan"]);
    assert!(code == Some(2) && why.contains("--against: plan does not apply to this game"), "{why}");
}

#[test]
fn what_was_there_before_is_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| spielbaum(folder.path(), arguments);
    printed(&run(&QUICK));
    let before = weights(folder.path(), "tictactoe.json");
    let refused = run(&[&QUICK[..], &["--seed", "5"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    let advice = "tictactoe.json is there: `--continue tictactoe.json` goes on learning from it, `--restart` replaces it";
    assert!(said(&refused).contains(advice), "{}", said(&refused));
    assert_eq!(before, weights(folder.path(), "tictactoe.json"));
    printed(&run(&[&QUICK[..], &["--seed", "5", "--restart"]].concat()));
    assert_ne!(before, weights(folder.path(), "tictactoe.json"));
    std::fs::write(folder.path().join("mine.json"), "{}").unwrap();
    for more in [&["--restart"][..], &["--continue", "tictactoe.json"], &[]] {
        let refused = run(&[&QUICK[..], &["-o", "mine.json"], more].concat());
        assert_eq!(refused.status.code(), Some(2));
        assert!(said(&refused).contains("mine.json is there and is no learned evaluation"), "{more:?}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("mine.json")).unwrap(), "{}");
}

#[test]
fn the_strategy_to_play_by_can_be_copied_whatever_the_file_is_called() {
    let folder = tempfile::tempdir().unwrap();
    let output = spielbaum(folder.path(), &[&QUICK[..], &["-o", "my game.json"]].concat());
    let strategy = r#"deepening(eval=learned("my game.json"))"#;
    assert!(said(&output).contains(&format!("--strategy '{strategy}'")), "{}", said(&output));
    printed(&spielbaum(
        folder.path(),
        &["think", "tictactoe", "--strategy", strategy, "--play-clock", "0.1"],
    ));
}

/// A game that never ends.
const ENDLESS: &str = "(role alone) (init a) (<= (legal alone go) (true a)) (<= (legal alone stay) (true a)) (<= (next a) (true a))
    (<= terminal (not (true a))) (goal alone 100)";
/// A game that is over before anybody moves.
const OVER: &str = "(role alone) (init a) (legal alone go) (<= terminal (true a)) (goal alone 50)";
/// A game in which nobody can move.
const STUCK: &str = "(role alone) (init a) (<= (legal alone go) (true b)) (<= (next b) (does alone go)) (<= terminal (true b)) (goal alone 50)";
/// Chance alone.
const DIE: &str = "(role random) (init (s 0)) (legal random (roll 1)) (legal random (roll 2))
    (<= (next (s ?n)) (does random (roll ?n))) (<= terminal (not (true (s 0)))) (goal random 50)";

/// A learner that goes on for long, once it has saved what it knows for the first time.
fn started(folder: &Path) -> Child {
    let arguments = ["learn", "tictactoe", "--minutes", "30", "--threads", "1", "--matches", "0"];
    let child =
        command(folder, &arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
    while !folder.join("tictactoe.json.training").exists() {
        sleep(Duration::from_millis(5));
    }
    child
}

/// Goes on until there have been some more games, of which the run before had few.
fn goes_on(folder: &Path) {
    let arguments = ["learn", "tictactoe", "--threads", "1", "--matches", "0", "--minutes", "0.02"];
    let output = spielbaum(folder, &arguments);
    assert!(said(&output).contains("goes on after"), "{}", said(&output));
    assert!(output.status.success() && !folder.join("tictactoe.json.training").exists());
    assert!(printed(&spielbaum(folder, &["learn", "show", "tictactoe.json"])).contains("of self-play"));
}

#[test]
fn a_learner_that_was_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = started(folder.path());
    child.kill().unwrap();
    child.wait().unwrap();
    goes_on(folder.path());
}

#[test]
fn a_finished_evaluation_is_learned_on() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| spielbaum(folder.path(), arguments);
    printed(&run(&QUICK));
    let before = weights(folder.path(), "tictactoe.json");
    let more = [&QUICK[..], &["--continue", "tictactoe.json", "--json"]].concat();
    let report = json(printed(&run(&[&more[..], &["-o", "other.json"]].concat())));
    assert!(report["games"].as_u64() >= Some(1200), "those before and as many more: {report}");
    assert_eq!(report["file"], "other.json");
    assert_eq!(before, weights(folder.path(), "tictactoe.json"), "another file was named");
    assert_ne!(before, weights(folder.path(), "other.json"));
    assert!(!folder.path().join("other.json.training").exists());
    let in_place = json(printed(&run(&more)));
    assert_eq!(
        (&in_place["file"], &in_place["games"]),
        (&"tictactoe.json".into(), &report["games"]),
        "it begins with the same and learns the same"
    );
    assert_eq!(weights(folder.path(), "other.json"), weights(folder.path(), "tictactoe.json"));

    let refused = |arguments: &[&str], code: i32, why: &str| {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(code));
        assert!(said(&output).contains(why), "{}", said(&output));
    };
    let of_nim = ["learn", "nim", "--continue", "tictactoe.json", "-o", "nim.json"];
    refused(&of_nim, 1, "tictactoe.json: it was learned of tictactoe, whose rules are others");
    refused(&["learn", "tictactoe", "--continue", "no.json"], 1, "no.json");
    refused(&["learn", "tictactoe", "--continue", "other.json", "--restart"], 2, "cannot be used with");
    std::fs::write(folder.path().join("other.json.training"), "").unwrap();
    refused(&["learn", "tictactoe", "--continue", "other.json"], 2, "its learning was interrupted");
}

#[cfg(unix)]
#[test]
fn a_learner_that_was_interrupted_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let child = started(folder.path());
    let beside = spielbaum(folder.path(), &["learn", "tictactoe", "--threads", "1", "--matches", "0"]);
    assert_eq!(beside.status.code(), Some(2));
    assert!(said(&beside).contains("another process is learning tictactoe.json"), "{}", said(&beside));
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(!folder.path().join("tictactoe.json.lock").exists());
    assert!(said(&output).contains("the same command goes on from here"), "{}", said(&output));
    let other = ["learn", "tictactoe", "--threads", "1", "--matches", "0", "--seed", "9"];
    let refused = spielbaum(folder.path(), &other);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        said(&refused).contains(
            "it was begun with other options (seed 0, 1 thread, from self-play); `--restart` begins anew"
        ),
        "{}",
        said(&refused)
    );
    goes_on(folder.path());
}

#[test]
fn what_was_learned_is_found_again_in_the_store() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| spielbaum(folder.path(), arguments);
    let think = ["think", "tictactoe", "--strategy", "deepening(depth=2,eval=learned)"];
    let refused = run(&think);
    assert!(said(&refused).contains("`spielbaum learn GAME` makes one"), "{}", said(&refused));
    assert_eq!(json(printed(&run(&["learn", "list", "--json"])))["evaluations"], json("[]"));

    let learned = run(&QUICK);
    assert!(said(&learned).contains("kept in the store as well"), "{}", said(&learned));
    printed(&run(&think));
    assert!(!run(&[&think[..], &["--learned", "never"]].concat()).status.success());
    std::fs::rename(folder.path().join("store.db"), folder.path().join("elsewhere.db")).unwrap();
    assert!(!run(&think).status.success());
    printed(&run(&[&think[..], &["--learned", "tictactoe.json"]].concat()));
    let other = ["think", "nim", "--strategy", "auto(start=0s)", "--learned", "tictactoe.json"];
    assert!(said(&run(&other)).contains("tictactoe.json: "), "{}", said(&run(&other)));
    std::fs::rename(folder.path().join("elsewhere.db"), folder.path().join("store.db")).unwrap();

    // The states of so small a game are tabulated, but not for those who judge by what was learned.
    let players = "deepening(depth=2,eval=learned),random";
    let table = json(printed(&run(&["arena", "tictactoe", "--players", players, "--games", "5", "--json"])));
    assert!(table.to_string().contains("learned(store:tictactoe.json)"), "{table}");

    let listed = json(printed(&run(&["learn", "list", "--json"])))["evaluations"].take();
    assert_eq!((&listed[0]["game"], listed.as_array().unwrap().len()), (&"tictactoe".into(), 1));
    assert!(printed(&run(&["learn", "list"])).contains("tictactoe"));
    assert_eq!(run(&["learn", "forget", "nim"]).status.code(), Some(2));
    assert!(run(&["learn", "forget", "tictactoe"]).status.success());
    assert!(!run(&think).status.success());
}

#[test]
fn the_strategy_that_fits_is_told_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| spielbaum(folder.path(), arguments);
    let chosen = json(printed(&run(&["arena", "connect-four", "--choose=12", "--json"])));
    let candidate = &chosen["candidates"][0];
    assert!(candidate["matches"].as_u64().unwrap() > 0 && candidate["ci95"].as_array().unwrap().len() == 2);
    assert!(chosen["remark"].as_str().unwrap().ends_with(chosen["strategy"].as_str().unwrap()), "{chosen}");

    let thought = run(&["think", "counting-to-21", "--strategy", "auto(start=0.5s)", "--json"]);
    assert!(said(&thought).contains("auto(start=0.5s): two roles that move in turn"), "{}", said(&thought));
    assert_eq!(json(printed(&thought))["moves"].as_array().unwrap().len(), 3);
    let arena = run(&[
        "arena",
        "nim",
        "--players",
        "auto(start=0s),random",
        "--games",
        "3",
        "--time",
        "0.005",
        "--json",
    ]);
    let players = json(printed(&arena)).to_string();
    assert!(players.contains("uct(memory=400)") && !players.contains("auto"), "{players}");
    assert!(said(&arena).contains("auto(start=0s): two roles"), "{}", said(&arena));
    let alone = run(&["play", "maze", "--as", "none", "--against", "auto(start=0s)", "--plain"]);
    assert!(said(&alone).contains("a role that plays alone: plan(memory=400)"), "{}", said(&alone));
}
