//! Circuits that are kept, as people see it.

use std::path::Path;
use std::process::{Command, Output};

/// A game that takes a second or more to compile on any machine.
const GAME: &str = "sliding-puzzle(columns=6,rows=6)";

fn spielbaum(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spielbaum"));
    command.env_remove("SPIELBAUM_CACHE").env("XDG_CACHE_HOME", folder.join("home")).current_dir(folder);
    command.args(arguments).output().expect("the binary was built for this test")
}

fn printed(folder: &Path, arguments: &[&str]) -> (String, String) {
    let output = spielbaum(folder, arguments);
    let [printed, told] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    assert!(output.status.success(), "{told}");
    (printed, told)
}

#[test]
fn what_took_long_to_compile_is_read_from_the_cache() {
    let folder = tempfile::tempdir().expect("a directory");
    let run = |arguments: &[&str]| printed(folder.path(), arguments);
    let (empty, _) = run(&["cache", "--cache", "circuits"]);
    assert_eq!(empty, "no circuits are kept in circuits\n");

    let perft = ["perft", GAME, "--depth", "1", "-v", "--cache"];
    let (first, told) = run(&[&perft[..], &["never"]].concat());
    assert!(told.contains("grounded in") && !folder.path().join("never").exists());
    let (_, told) = run(&[&perft[..], &["circuits"]].concat());
    assert!(told.contains("grounded in"), "{told}");
    let (second, told) = run(&[&perft[..], &["circuits"]].concat());
    assert!(told.contains("read from the cache of circuits in"), "{told}");
    let counts = |text: &str| text.lines().next().map(str::to_owned);
    assert_eq!(counts(&second), counts(&first));

    let (list, _) = run(&["cache", "--cache", "circuits"]);
    assert!(list.contains(GAME) && list.contains("just now") && list.contains("1 circuit of "), "{list}");
    let (json, _) = run(&["cache", "--json", "--cache", "circuits"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((json.as_array().map(Vec::len), json[0]["name"].as_str()), (Some(1), Some(GAME)));
    assert!(json[0]["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.3));

    let (rules, _) = run(&["show", GAME, "--rules"]);
    std::fs::write(folder.path().join("puzzle.kif"), rules).expect("written");
    let check = |cache: &str| {
        let (json, _) = run(&["check", "puzzle.kif", "--playouts", "1", "--json", "--cache", cache]);
        let [report] = serde_json::from_str::<[serde_json::Value; 1]>(&json).expect("a report");
        (report["gates"].as_u64(), report["ground_seconds"].is_number())
    };
    let (gates, is_grounded) = check("never");
    assert!(gates.is_some() && is_grounded);
    assert_eq!(check("circuits"), (gates, false), "nothing is grounded that was kept");

    for file in std::fs::read_dir(folder.path().join("circuits")).expect("a directory") {
        std::fs::write(file.expect("a file").path(), "no circuit").expect("written");
    }
    let (_, told) = run(&["perft", GAME, "--depth", "1", "--cache", "circuits"]);
    assert!(told.contains("a circuit of the cache was removed") && told.contains("it is cut off"), "{told}");

    std::fs::write(folder.path().join("circuits/.spielbaum-cut.unfinished"), "half of a circuit")
        .expect("written");
    let (list, _) = run(&["cache", "--cache", "circuits"]);
    assert!(list.contains("the directory has 1 file that is unfinished or damaged; "), "{list}");
    assert!(list.contains("`spielbaum cache clear --cache circuits` removes all files"), "{list}");
    assert_eq!(run(&["cache", "clear", "--cache", "circuits"]).0, "2 files removed\n");
    assert_eq!(run(&["cache", "--cache", "circuits"]).0, "no circuits are kept in circuits\n");
}

#[test]
fn the_environment_says_where_and_the_user_has_a_place() {
    let folder = tempfile::tempdir().expect("a directory");
    let by_default = printed(folder.path(), &["cache"]).0;
    assert!(by_default.contains("spielbaum"), "{by_default}");
    if cfg!(target_os = "linux") {
        assert!(by_default.contains(&folder.path().join("home/spielbaum/circuits").display().to_string()));
    }
    let elsewhere = Command::new(env!("CARGO_BIN_EXE_spielbaum"))
        .arg("cache")
        .env("SPIELBAUM_CACHE", folder.path().join("elsewhere"))
        .output()
        .expect("the binary was built for this test");
    assert!(String::from_utf8_lossy(&elsewhere.stdout).contains("elsewhere"));
    let usage = Command::new(env!("CARGO_BIN_EXE_spielbaum"))
        .args(["perft", "nim"])
        .env("SPIELBAUM_CACHE", "never")
        .output()
        .expect("the binary was built for this test");
    let usage = String::from_utf8_lossy(&usage.stderr).into_owned();
    assert!(usage.contains("Usage: spielbaum perft --depth <N> <GAME>"), "nobody typed `--cache`: {usage}");
    let never = spielbaum(folder.path(), &["cache", "--cache", "never"]);
    assert_eq!(never.status.code(), Some(2));
}
