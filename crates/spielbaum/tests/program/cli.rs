//! The command line as people see it: every file in `cmd` is a transcript of commands and what they print,
//! and so are the `console` blocks of the README and of `docs/trees.md`.

#[cfg(target_os = "linux")]
#[test]
fn a_check_that_is_interrupted_says_so_and_blames_no_rule() {
    use std::fs;
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    let spielbaum = || Command::new(env!("CARGO_BIN_EXE_spielbaum"));
    let folder = tempfile::tempdir().expect("a folder");
    // It takes a second or more to compile on any machine.
    let rules = spielbaum().args(["show", "sliding-puzzle(columns=6,rows=6)", "--rules"]).output();
    fs::write(folder.path().join("puzzle.kif"), rules.expect("it runs").stdout).expect("writable");
    let mut check = spielbaum();
    check.args(["check", "puzzle.kif", "--cache", "never"]).current_dir(folder.path());
    let mut check = check.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let status = format!("/proc/{}/status", check.id());
    // The bit of SIGINT among the signals that are handled.
    let handles = |status: &str| {
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
    };
    while !handles(&fs::read_to_string(&status).expect("it runs")) {
        assert!(check.try_wait().expect("it was started").is_none(), "it ends before it can be interrupted");
        sleep(Duration::from_millis(1));
    }
    let kill = Command::new("kill").args(["-INT", &check.id().to_string()]).status();
    assert!(kill.expect("a program").success());
    let ended = check.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "interrupted: 0 of 1 file checked\n");
    assert_eq!((ended.status.code(), ended.stdout.len()), (Some(130), 0));
}

#[test]
fn a_page_without_a_store_that_can_be_used_is_not_served() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("rules.kif"), "(role you)").expect("writable");
    for (db, code, why) in
        [("rules.kif", 1, "is not a store of tournaments"), ("missing/store.db", 2, "there is no directory")]
    {
        let arguments = ["web", "--port", "0", "--db", db];
        let mut page = std::process::Command::new(env!("CARGO_BIN_EXE_spielbaum"));
        let page = page.args(arguments).current_dir(folder.path()).output().expect("it runs");
        let said = String::from_utf8_lossy(&page.stderr);
        assert!(page.status.code() == Some(code) && said.contains(why), "{said}");
    }
}

#[test]
fn transcripts() {
    // The width of the terminal must not matter, nor where the user keeps data.
    trycmd::TestCases::new()
        .env("COLUMNS", "100")
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .env("NO_COLOR", "1")
        .case("tests/cmd/*.trycmd")
        .case("../../docs/trees.md")
        .case("../../README.md");
}
