use std::collections::BTreeMap;
use std::fs;

use game::Tree;
use search::Stop;
use tempfile::TempDir;

use super::*;
use crate::counts::Counts;
use crate::testing::{ENDLESS, specs};
use crate::{Plan, Played, Table, Tournament, TournamentError};

mod damage;
mod evaluations;
mod faults;
mod files;
mod killing;
mod migration;
mod reading;
mod recording;

/// The files of a directory by name.
fn contents(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).expect("readable").map(|entry| entry.expect("readable").path());
    let name = |path: &Path| path.file_name().expect("a file").to_string_lossy().into_owned();
    entries.map(|path| (name(&path), fs::read(&path).expect("readable"))).collect()
}

fn directory() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

fn tree() -> Tree {
    Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").expect("a tree")
}

/// Plays a tournament into the store; gives its number and its table.
fn play(store: &mut Store, seed: u64) -> (i64, Table) {
    play_some(store, seed, 25, u64::MAX)
}

/// The same, stopped soon `after` so many matches.
fn play_some(store: &mut Store, seed: u64, games: u32, after: u64) -> (i64, Table) {
    let tree = tree();
    let stop = Stop::default();
    let tournament = Tournament::new(&tree, "tree", &specs("random,alpha-beta"), games)
        .expect("reasonable")
        .with_seed(seed)
        .with_rules_hash("abc")
        .with_stop(stop.clone());
    let mut recorder = store.begin(tournament.plan(), Some("(role max)")).expect("writable");
    let id = recorder.id();
    let table = tournament.run(|progress| {
        if progress.done >= after {
            stop.press();
        }
        recorder.record(progress)
    });
    let table = table.expect("plays");
    if !table.interrupted {
        recorder.finish().expect("writable");
    }
    (id, table)
}

#[test]
fn what_was_recorded_is_read_back() {
    let directory = directory();
    let file = directory.path().join("deeper").join("store.db");
    let mut store = Store::open(&file).expect("created");
    // A seed of 64 bits, which SQLite has no unsigned integers for.
    let (id, table) = play(&mut store, u64::MAX);
    drop(store);
    let store = Store::open(&file).expect("opened again");
    assert_eq!(store.table(id).expect("recorded"), table);
    assert_eq!(store.plan(id).expect("recorded").rules_hash.as_deref(), Some("abc"));
    let listing = store.tournaments().expect("readable");
    assert_eq!(store.tournament(listing.tournaments[0].id).expect("there"), listing.tournaments[0]);
    assert!(matches!(store.tournament(i64::MAX), Err(StoreError::NoSuchTournament(_))));
    let [entry] = listing.tournaments.as_slice() else { panic!("{listing:?}") };
    assert_eq!((entry.id, entry.games_planned, entry.games_played), (id, 100, 100));
    assert_eq!(
        (entry.game.as_str(), entry.players.as_slice()),
        ("tree", ["random", "alpha-beta"].map(String::from).as_slice())
    );
    assert!(entry.finished.as_ref().is_some_and(|finished| *finished >= entry.started));
    let json = serde_json::to_value(&listing).expect("serialises");
    let fields: Vec<_> = json["tournaments"][0].as_object().expect("an object").keys().collect();
    assert_eq!(fields, ["finished", "game", "games_planned", "games_played", "id", "players", "started"]);
    assert!(matches!(store.table(id + 1), Err(StoreError::NoSuchTournament(_))));
}

#[test]
fn an_interrupted_tournament_keeps_what_was_played() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let (id, table) = play_some(&mut store, 1, 1_000_000, 10);
    assert!(table.interrupted);
    assert_eq!(store.table(id).expect("recorded"), table);
    let entry = store.tournaments().expect("readable").tournaments.remove(0);
    assert!(entry.finished.is_none() && entry.games_played < entry.games_planned, "{entry:?}");
}

#[test]
fn matches_are_safe_before_the_tournament_is_closed() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let mut store = Store::open(&file).expect("created");
    let plan = Tournament::new(&ENDLESS, "endless", &specs("random"), 3).expect("reasonable").plan().clone();
    let tournament = Tournament::planned(&ENDLESS, Plan { ply_limit: 9, ..plan }).expect("reasonable");
    let mut recorder = store.begin(tournament.plan(), Some("(role max)")).expect("writable");
    let table = tournament.run(|progress| recorder.record(progress)).expect("plays");
    // As another process sees it if this one is killed now.
    let other = Store::open(&file).expect("opened twice");
    assert_eq!(other.table(recorder.id()).expect("recorded"), table);
    assert_eq!(table.pairings[0].adjudicated, 3);
}

#[test]
fn a_new_file_may_be_opened_by_many_at_once() {
    for _ in 0..10 {
        let directory = directory();
        let file = directory.path().join("store.db");
        std::thread::scope(|scope| {
            let open = || Store::open(&file).expect("opened").tournaments().expect("readable");
            let openers: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
            openers
                .into_iter()
                .for_each(|opener| assert!(opener.join().expect("no panic").tournaments.is_empty()));
        });
    }
}

#[test]
fn two_processes_may_write_at_once() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let mut tables: Vec<_> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..4)
            .map(|seed| {
                let file = &file;
                scope.spawn(move || play(&mut Store::open(file).expect("opened"), seed))
            })
            .collect();
        writers.into_iter().map(|writer| writer.join().expect("no panic")).collect()
    });
    let store = Store::open(&file).expect("opened");
    tables.sort_by_key(|(id, _)| *id);
    assert_eq!(tables.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [1, 2, 3, 4]);
    for (id, table) in tables {
        assert_eq!(store.table(id).expect("recorded"), table);
    }
}

#[test]
fn foreign_files_are_refused_and_left_alone() {
    let directory = directory();
    let text = directory.path().join("notes.txt");
    fs::write(&text, "Remember the milk. ".repeat(100)).expect("writable");
    let database = directory.path().join("other.db");
    Connection::open(&database)
        .expect("created")
        .execute_batch("CREATE TABLE milk (litres)")
        .expect("created");
    for file in [text, database] {
        let before = fs::read(&file).expect("readable");
        for opened in [Store::open(&file), Store::read(&file)] {
            let error = opened.expect_err("not a store");
            assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
            assert!(error.to_string().contains("is not a store of tournaments"), "{error}");
        }
        assert!(fs::read(&file).expect("readable") == before, "{} was touched", file.display());
    }
}

#[test]
fn a_later_schema_is_refused_and_left_alone() {
    let directory = directory();
    let file = directory.path().join("store.db");
    drop(Store::open(&file).expect("created"));
    Connection::open(&file)
        .expect("opened")
        .pragma_update(None, "user_version", schema::VERSION + 1)
        .expect("set");
    let before = fs::read(&file).expect("readable");
    for opened in [Store::open(&file), Store::read(&file)] {
        let error = opened.expect_err("from the future");
        assert!(matches!(error, StoreError::Newer { found, .. } if found == schema::VERSION + 1), "{error}");
    }
    assert!(fs::read(&file).expect("readable") == before);
}

#[test]
fn places_that_cannot_be_written_are_named() {
    let directory = directory();
    let file = directory.path().join("file");
    fs::write(&file, "").expect("writable");
    let below_a_file = Store::open(file.join("store.db")).expect_err("a file is no directory");
    assert!(matches!(below_a_file, StoreError::Directory { .. }), "{below_a_file}");
    let a_directory = Store::open(directory.path()).expect_err("a directory is no file");
    assert!(matches!(a_directory, StoreError::Unopenable { .. }), "{a_directory}");
}

#[cfg(unix)]
#[test]
fn a_read_only_directory_is_named() {
    use std::os::unix::fs::PermissionsExt;

    let directory = directory();
    let locked = directory.path().join("locked");
    fs::create_dir(&locked).expect("writable");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).expect("own directory");
    // The superuser writes anywhere; for such a user there is nothing to test.
    if fs::write(locked.join("probe"), "").is_err() {
        let error = Store::open(locked.join("store.db")).expect_err("read-only");
        assert!(matches!(error, StoreError::Unopenable { .. } | StoreError::ReadOnly { .. }), "{error}");
        assert!(error.to_string().contains("store.db"), "{error}");
    }
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).expect("own directory");
}

#[cfg(unix)]
#[test]
fn a_read_only_file_is_named() {
    use std::os::unix::fs::PermissionsExt;

    let directory = directory();
    let file = directory.path().join("store.db");
    let (id, _) = play(&mut Store::open(&file).expect("created"), 1);
    let before = fs::read(&file).expect("readable");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).expect("own file");
    // The superuser writes anywhere; for such a user there is nothing to test.
    if fs::OpenOptions::new().append(true).open(&file).is_err() {
        let begun = Store::open(&file).and_then(|mut store| {
            let plan = store.plan(id)?;
            store.begin(&plan, None).map(|_| ())
        });
        assert!(matches!(begun, Err(StoreError::ReadOnly { .. })), "{begun:?}");
        assert!(fs::read(&file).expect("readable") == before);
    }
}

#[test]
fn a_store_that_turns_read_only_ends_the_tournament() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let tree = tree();
    let tournament = Tournament::new(&tree, "tree", &specs("random"), 5).expect("reasonable");
    let mut recorder = store.begin(tournament.plan(), Some("(role max)")).expect("writable");
    recorder.store.connection.pragma_update(None, "query_only", true).expect("set");
    let result = tournament.run(|progress| recorder.record(progress));
    assert!(matches!(result, Err(TournamentError::Store(StoreError::ReadOnly { .. }))), "{result:?}");
}
