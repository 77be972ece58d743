use std::thread;

use super::*;

/// The files of a directory as they are now, with no process that has them open.
fn left_behind(directory: &Path) -> TempDir {
    let left = tempfile::tempdir().expect("a temporary directory");
    for (name, bytes) in contents(directory) {
        fs::write(left.path().join(name), bytes).expect("writable");
    }
    left
}

#[test]
fn a_reader_writes_nothing() {
    let directory = directory();
    let file = directory.path().join("store 100%?#.db");
    let (id, table) = play(&mut Store::open(&file).expect("created"), 1);
    let before = contents(directory.path());
    assert_eq!(before.len(), 1);
    let mut store = Store::read(&file).expect("readable");
    assert_eq!(store.table(id).expect("recorded"), table);
    assert_eq!(contents(directory.path()), before);
    let plan = store.plan(id).expect("recorded");
    assert!(matches!(store.begin(&plan, None), Err(StoreError::ReadOnly { .. })));
    drop(store);
    assert_eq!(contents(directory.path()), before);
}

#[test]
fn a_reader_does_not_create_what_is_not_there() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let error = Store::read(&file).expect_err("nothing there");
    assert!(matches!(error, StoreError::Missing { .. }), "{error}");
    assert_eq!(error.to_string(), format!("there is no store of tournaments at {}", file.display()));
    assert!(contents(directory.path()).is_empty());
    fs::write(&file, "").expect("writable");
    assert!(matches!(Store::read(&file), Err(StoreError::Missing { .. })));
    assert!(matches!(Store::read(directory.path()), Err(StoreError::Unopenable { .. })));
}

#[test]
fn a_reader_sees_what_another_process_has_committed() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let mut store = Store::open(&file).expect("created");
    let tree = tree();
    let tournament = Tournament::new(&tree, "tree", &specs("random"), 50).expect("reasonable");
    let mut recorder = store.begin(tournament.plan(), None).expect("writable");
    let id = recorder.id();
    let reader = Store::read(&file).expect("readable");
    let table = tournament.run(|progress| {
        recorder.record(progress)?;
        let games = |store: &Store| store.table(id).expect("recorded").pairings[0].games;
        assert_eq!(games(&reader), progress.done);
        assert_eq!(games(&Store::read(&file)?), progress.done);
        Ok(())
    });
    assert_eq!(reader.table(id).expect("recorded"), table.expect("plays"));
}

#[test]
fn what_a_killed_process_left_is_read_without_being_changed() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let mut store = Store::open(&file).expect("created");
    let (id, table) = play(&mut store, 1);
    let left = left_behind(directory.path());
    // SQLite makes the index of the log anew.
    let but_the_index = || {
        let mut contents = contents(left.path());
        contents.remove("store.db-shm").expect("an index");
        contents
    };
    let before = but_the_index();
    assert_eq!(before.len(), 2);
    let reader = Store::read(left.path().join("store.db")).expect("readable");
    assert_eq!(reader.table(id).expect("recorded"), table);
    assert!(reader.each_played(id, |_, _| Ok::<_, StoreError>(())).is_ok());
    drop(reader);
    assert!(but_the_index() == before, "the file or its log has changed");
    // A copy without the index of the log is as good.
    fs::remove_file(left.path().join("store.db-shm")).expect("there");
    assert_eq!(
        Store::read(left.path().join("store.db")).expect("readable").table(id).expect("recorded"),
        table
    );
    assert_eq!(
        Store::open(left.path().join("store.db")).expect("opened").table(id).expect("recorded"),
        table
    );
}

#[test]
fn a_reader_without_locks_notices_a_change() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let (id, table) = play(&mut Store::open(&file).expect("created"), 1);
    let reader = Store::read(&file).expect("readable");
    let mut writer = Store::open(&file).expect("opened");
    play(&mut writer, 2);
    assert_eq!(reader.table(id).expect("the log has not been copied into the file"), table);
    drop(writer);
    let error = reader.table(id).expect_err("changed");
    assert!(matches!(error, StoreError::Changed { .. }), "{error}");
    assert_eq!(Store::read(&file).expect("readable").tournaments().expect("readable").tournaments.len(), 2);
}

#[test]
fn readers_and_writers_of_one_process_do_not_disturb_one_another() {
    let directory = directory();
    let file = directory.path().join("store.db");
    play(&mut Store::open(&file).expect("created"), 1);
    let recorded = || Store::reading(&file, Store::tournaments).map(|listing| listing.tournaments.len());
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for seed in 2..=100 {
                play(&mut Store::open(&file).expect("opened"), seed);
            }
        });
        let mut before = 1;
        while !writer.is_finished() {
            let now = recorded().expect("readable");
            assert!(now >= before, "{now} tournaments after {before}");
            before = now;
        }
    });
    assert_eq!(recorded().expect("readable"), 100);
}

/// What `read` gives while neither the directory nor the files in it may be written. The superuser may all
/// the same.
#[cfg(unix)]
fn read_only<T>(directory: &Path, read: impl FnOnce() -> T) -> T {
    use std::os::unix::fs::PermissionsExt;

    let permit =
        |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("own file");
    contents(directory).keys().for_each(|name| permit(&directory.join(name), 0o444));
    permit(directory, 0o555);
    let result = read();
    permit(directory, 0o755);
    result
}

#[cfg(unix)]
#[test]
fn a_read_only_directory_can_be_read() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let mut store = Store::open(&file).expect("created");
    let (id, table) = play(&mut store, 1);
    let left = left_behind(directory.path());
    drop(store);
    // One that was closed, and one that a killed process left.
    for directory in [&directory, &left] {
        let read = || Store::read(directory.path().join("store.db"))?.table(id);
        assert_eq!(read_only(directory.path(), read).expect("readable"), table);
    }
}

#[test]
fn matches_are_read_back_move_by_move() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let tree = tree();
    let players = specs("flat-mc(playouts=4),alpha-beta,random");
    let tournament = Tournament::new(&tree, "tree", &players, 5).expect("reasonable");
    let plan = Plan { opening_plies: 1, ..tournament.plan().clone() };
    let tournament = Tournament::planned(&tree, plan).expect("reasonable");
    let mut all = Vec::new();
    let mut recorder = store.begin(tournament.plan(), None).expect("writable");
    let id = recorder.id();
    let recorded = tournament.run(|progress| {
        all.extend_from_slice(progress.fresh);
        recorder.record(progress)
    });
    recorded.expect("plays");
    all.sort_by_key(|played: &Played| (played.fixture.index, played.fixture.pairing));
    let (mut ids, mut seen) = (Vec::new(), Vec::new());
    let read = store.each_played(id, |match_id, played| {
        ids.push(match_id);
        seen.push(played);
        // Reading within reading.
        assert_eq!(store.played(match_id)?.0, id);
        Ok::<_, StoreError>(())
    });
    read.expect("readable");
    assert_eq!(seen, all);
    let entries = store.matches(id).expect("readable");
    assert_eq!(entries.iter().map(|entry| entry.id).collect::<Vec<_>>(), ids);
    for (entry, played) in entries.iter().zip(all) {
        assert_eq!((entry.fixture, entry.seed, entry.opening), (played.fixture, played.record.seed, 1));
        assert_eq!((entry.plies, &entry.outcome), (2, &played.record.outcome));
        assert_eq!(store.played(entry.id).expect("recorded"), (id, played));
    }
    assert!(matches!(store.played(1000), Err(StoreError::NoSuchMatch(1000))));
    let some = |players: &[&str], from, most| store.matches_of(id, players, from, most).expect("readable");
    let of_pairing: Vec<_> =
        entries.iter().filter(|entry| entry.players == ["random", "alpha-beta"]).cloned().collect();
    let (found, count) = some(&["random", "alpha-beta"], 1, 2).expect("they met");
    assert_eq!((&found[..], count), (&of_pairing[1..3], of_pairing.len()));
    assert_eq!(some(&["random", "alpha-beta"], 1_000_000, 2), Some((Vec::new(), count)));
    assert!(some(&["random", "uct"], 0, 2).is_none() && some(&["random"], 0, 2).is_none());
    let mut seen = 0;
    let stopped = store.each_played(id, |_, _| {
        seen += 1;
        Err(StoreError::NoSuchMatch(0))
    });
    assert!(stopped.is_err() && seen == 1);
}

#[test]
fn people_who_open_the_file_see_names() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let (id, _) = play(&mut store, 1);
    let first = |sql: &str| -> Vec<String> {
        store
            .sql(|connection| {
                connection.query_row(sql, [], |row| {
                    (0..row.as_ref().column_count()).map(|column| row.get::<_, String>(column)).collect()
                })
            })
            .expect("readable")
    };
    let result = first(
        "SELECT game, players, outcome, goals FROM results WHERE tournament = 1 AND pairing = 1 AND number = 0",
    );
    assert_eq!(result[..3], ["tree", r#"["random","alpha-beta"]"#, "goals"]);
    let decision =
        first("SELECT player, move FROM decisions WHERE role = 1 AND ply = 1 AND player = 'alpha-beta'");
    assert!(decision[1].parse::<u32>().is_ok(), "{decision:?}");
    let decisions =
        first("SELECT CAST(count(*) AS TEXT) FROM decisions")[0].parse::<u64>().expect("a number");
    let costs = store.costs(id).expect("readable");
    assert_eq!(costs.players.iter().map(|player| player.cost.decisions).sum::<u64>(), decisions);
}

#[test]
fn decisions_are_those_of_the_players_also_where_chance_is_the_first_role() {
    let game = crate::testing::chance_first();
    let tournament = Tournament::new(&game, "test", &specs("random,first-legal"), 1).expect("reasonable");
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let mut recorder = store.begin(tournament.plan(), None).expect("writable");
    tournament.run(|progress| recorder.record(progress)).expect("plays");
    let sql = "SELECT group_concat(role || ' ' || player, ', ') FROM (SELECT role, player FROM decisions JOIN matches ON matches.id = match WHERE pairing = 1 ORDER BY role)";
    let seen: String =
        store.sql(|connection| connection.query_row(sql, [], |row| row.get(0))).expect("readable");
    assert_eq!(seen, "1 random, 2 first-legal");
}
