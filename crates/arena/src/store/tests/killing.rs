use std::env;
use std::process::{Command, Stdio};

use super::*;
use crate::Seed;

/// Tells the process that is to be killed where the store is.
const FILE: &str = "SPIELBAUM_TEST_STORE";

fn tournament(tree: &Tree) -> Tournament<'_, Tree> {
    let players = specs("random,flat-mc(playouts=20)");
    Tournament::new(tree, "tree", &players, 1_000).expect("reasonable").with_threads(2)
}

/// Goes on with the store's only tournament; gives its table.
fn go_on(file: &Path) -> Result<Table, TournamentError> {
    let tree = tree();
    let mut store = Store::open(file)?;
    let finished = store.finished(1)?;
    let mut recorder = store.resume(1)?;
    let table = tournament(&tree).with_played(finished).run(|progress| recorder.record(progress))?;
    recorder.finish()?;
    Ok(table)
}

#[test]
#[ignore = "what another test kills; does nothing by itself"]
fn plays_until_it_is_killed() {
    if let Some(file) = env::var_os(FILE) {
        go_on(Path::new(&file)).expect("plays");
    }
}

#[test]
fn a_killed_process_loses_at_most_the_matches_in_flight() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let tree = tree();
    let table = tournament(&tree).run(|_| Ok(())).expect("plays");
    Store::open(&file).expect("created").begin(tournament(&tree).plan(), None).expect("writable");
    let mut chance = Seed(1).stream();
    let mut played = 0;
    for _ in 0..5 {
        let mut child = Command::new(env::current_exe().expect("this program"))
            .args(["--exact", "--ignored", "store::tests::killing::plays_until_it_is_killed"])
            .env(FILE, &file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        let seen = || Store::read(&file).expect("readable").finished(1).expect("readable").len();
        let enough = played + rand::RngExt::random_range(&mut chance, 1..500);
        let committed = loop {
            let seen = seen();
            if seen >= enough || child.try_wait().expect("our child").is_some() {
                break seen;
            }
        };
        // On Unix by SIGKILL.
        child.kill().expect("our child");
        child.wait().expect("our child");
        played = seen();
        assert!(played >= committed);
        let store = Store::read(&file).expect("readable");
        store.each_played(1, |_, _| Ok::<_, StoreError>(())).expect("every match is whole");
    }
    assert_eq!(go_on(&file).expect("plays"), table);
    assert_eq!(Store::read(&file).expect("readable").table(1).expect("recorded"), table);
}
