use search::SpecFile;

use super::*;
use crate::testing::plan;
use crate::{Checksums, Finished, Fixture, MatchRecord, Outcome, Progress, Seed};

/// A store of version 1 with a complete tournament of two players and a part of one of three; gives the file.
fn version_1(directory: &TempDir) -> PathBuf {
    let file = directory.path().join("old.db");
    let connection = Connection::open(&file).expect("created");
    schema::step(&connection, 0).expect("writable");
    connection.pragma_update(None, "journal_mode", "WAL").expect("writable");
    connection
        .execute_batch(
            r#"
            INSERT INTO tournaments VALUES
                (1, 'nim', 'abc', 2, 100, '["random","alpha-beta"]', 2, -1, '2025-01-02T03:04:05Z', '2025-01-02T03:05:00Z', 0),
                (3, 'race', NULL, 3, 50, '["random"]', 5, 7, '2025-02-02T03:04:05Z', NULL, 1),
                (4, 'nim', 'abc', 2, 100, '["random"]', 5, 7, '2025-03-02T03:04:05Z', NULL, 0);
            INSERT INTO matches VALUES
                (1, 0, 0, -5, 4, '[100,0]'), (1, 0, 1, 6, 5, '[0,100]'), (1, 1, 0, 7, 4, '[0,100]'),
                (1, 1, 1, 8, 6, '[50,50]'), (1, 2, 0, 9, 4, '[100,0]'), (1, 2, 1, 10, 10000, NULL),
                (1, 3, 0, 11, 4, '[100,0]'), (1, 3, 1, 12, 4, '[100,0]'), (3, 0, 4, 13, 9, '[10,50,20]');
            "#,
        )
        .expect("sound SQL");
    file
}

/// What version 1 made of its first tournament.
fn first_table() -> Table {
    let goals = |goals: [i32; 2]| Outcome::Goals(goals.to_vec());
    let matches = [
        (0, goals([100, 0]), 4),
        (0, goals([0, 100]), 5),
        (1, goals([0, 100]), 4),
        (1, goals([50, 50]), 6),
        (2, goals([100, 0]), 4),
        (2, Outcome::PlyLimit, 10_000),
        (3, goals([100, 0]), 4),
        (3, goals([100, 0]), 4),
    ];
    let mut counts = Counts::new(&first_plan()).expect("few");
    for (pairing, outcome, plies) in matches {
        let fixture = Fixture { pairing, index: 0 };
        counts.add(Finished { fixture, outcome, plies, moves: None }).expect("fits");
    }
    Table::new(&counts, true)
}

fn first_plan() -> Plan {
    Plan {
        game: "nim".to_owned(),
        rules_hash: Some("abc".to_owned()),
        seed: Seed(u64::MAX),
        ..plan(&["random", "alpha-beta"])
    }
}

/// What must hold of a store that was of version 1.
fn assert_taken_over(store: &Store) {
    assert_eq!(store.plan(1).expect("there"), first_plan());
    assert_eq!(store.table(1).expect("there"), first_table());
    assert_eq!((store.rules(1).expect("there"), store.version(1).expect("there")), (None, None));
    let listing = store.tournaments().expect("readable").tournaments;
    let shown: Vec<_> =
        listing.iter().map(|entry| (entry.id, entry.games_played, entry.finished.is_some())).collect();
    assert_eq!(shown, [(1, 8, true), (3, 1, false), (4, 0, false)]);
    assert_eq!(listing[0].finished.as_deref(), Some("2025-01-02T03:05:00Z"));
    let matches = store.matches(1).expect("there");
    assert_eq!(matches[0].seed, Seed(-5_i64 as u64));
    assert_eq!(matches[1].players, ["random", "alpha-beta"]);
    assert_eq!(matches[1].fixture, Fixture { pairing: 1, index: 0 });
    assert!(matches!(store.played(matches[0].id), Err(StoreError::NoMoves(id)) if id == matches[0].id));
    assert_eq!(store.costs(1).expect("there").players[0].cost.decisions, 0);
    let three = store.table(3).expect("there");
    assert!(three.interrupted);
    assert_eq!((three.pairings[0].games, three.pairings[0].wins.as_slice()), (1, [0, 1, 0].as_slice()));
}

#[test]
fn a_store_of_version_1_is_taken_over() {
    let directory = directory();
    let file = version_1(&directory);
    for _ in 0..2 {
        assert_taken_over(&Store::open(&file).expect("taken over"));
    }
    let mut store = Store::open(&file).expect("opened");
    let seats: Vec<(i64, i64, i64)> = store
        .sql(|connection| {
            let mut query = connection.prepare(
                "SELECT pairing, role, entrant FROM seats WHERE tournament = 1 ORDER BY pairing, role",
            )?;
            query.query_map([], |row| row.try_into())?.collect()
        })
        .expect("readable");
    assert_eq!(
        seats,
        [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 1), (2, 0, 1), (2, 1, 0), (3, 0, 1), (3, 1, 1)]
    );
    // The rules of the same game serve the tournaments of old, too.
    store.begin(&first_plan(), Some("(role max)")).expect("writable");
    assert_eq!(store.rules(1).expect("there").as_deref(), Some("(role max)"));
}

#[test]
fn a_store_of_version_3_is_taken_over_and_keeps_files_from_then_on() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let connection = Connection::open(&file).expect("created");
    for version in 0..3 {
        schema::step(&connection, version).expect("sound SQL");
    }
    let json = serde_json::to_string(&first_plan()).expect("serialises");
    connection
        .execute_batch(&format!(
            "INSERT INTO games (id, name) VALUES (1, 'nim');
             INSERT INTO tournaments (id, game, plan, started) VALUES (1, 1, '{json}', '2025-01-02T03:04:05Z');"
        ))
        .expect("sound SQL");
    drop(connection);
    assert_eq!(Store::read(&file).expect("readable").plan(1).expect("there"), first_plan());
    let mut store = Store::open(&file).expect("taken over");
    let with_file = Plan { files: vec![SpecFile::new("a.toml", "a")], ..first_plan() };
    store.begin(&with_file, None).expect("writable");
    assert_eq!(store.plan(1).expect("there").files, []);
    assert_eq!(store.plan(2).expect("there").files, with_file.files);
}

#[test]
fn a_store_without_checksums_is_told_apart_and_can_be_given_some() {
    let directory = directory();
    let file = version_1(&directory);
    let checksums = |store: &Store| {
        let verification = store.verify().expect("readable");
        assert!(verification.is_sound(), "{verification:?}");
        verification.tournaments.iter().map(|it| it.checksums).collect::<Vec<_>>()
    };
    let mut store = Store::open(&file).expect("taken over");
    assert_eq!(checksums(&store), [Checksums::None; 3]);
    // A match that this version adds has its checksum, the others have none.
    let goals = Outcome::Goals(vec![10, 50, 20]);
    let record = MatchRecord {
        seed: Seed(1),
        opening: 0,
        plies: Vec::new(),
        protocol_errors: Vec::new(),
        outcome: goals,
        remark: None,
    };
    let played = Played { fixture: Fixture { pairing: 0, index: 0 }, record };
    let progress = Progress { fresh: &[played], withdrawn: &[], done: 2, most: 5, tests: &[] };
    store.resume(3).expect("there").record(&progress).expect("writable");
    assert_eq!(checksums(&store), [Checksums::None, Checksums::Some, Checksums::None]);
    assert_eq!(store.warnings(), [] as [String; 0]);
    let tables = [1, 3, 4].map(|id| store.table(id).expect("there"));
    assert_eq!(store.add_checksums().expect("writable"), [1, 3, 4]);
    assert_eq!(checksums(&store), [Checksums::All; 3]);
    assert_eq!([1, 3, 4].map(|id| store.table(id).expect("there")), tables);
    assert_eq!(store.add_checksums().expect("writable"), [] as [i64; 0]);
    let spoil = "UPDATE matches SET goals = '[0,100]' WHERE goals = '[50,50]'";
    store.sql(|connection| connection.execute(spoil, [])).expect("spoilt");
    store.table(1).expect("readable");
    assert_eq!(store.warnings().len(), 1);
}

#[test]
fn what_is_damaged_gets_no_checksums() {
    let directory = directory();
    let file = version_1(&directory);
    let mut store = Store::open(&file).expect("taken over");
    let spoil = "UPDATE matches SET goals = '[1' WHERE tournament = 1 AND number = 0";
    store.sql(|connection| connection.execute(spoil, [])).expect("spoilt");
    assert_eq!(store.add_checksums().expect("writable"), [3, 4]);
}

#[test]
fn a_store_of_version_1_is_read_without_being_changed() {
    let directory = directory();
    let file = version_1(&directory);
    let before = contents(directory.path());
    let mut store = Store::read(&file).expect("readable");
    assert_taken_over(&store);
    assert!(matches!(store.begin(&first_plan(), None), Err(StoreError::ReadOnly { .. })));
    drop(store);
    assert_eq!(contents(directory.path()), before);
}

#[test]
fn a_store_of_version_1_may_be_taken_over_by_many_at_once() {
    for _ in 0..5 {
        let directory = directory();
        let file = version_1(&directory);
        std::thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| assert_taken_over(&Store::open(&file).expect("taken over")));
            }
            scope.spawn(|| assert_taken_over(&Store::read(&file).expect("read")));
        });
    }
}

/// A store of version 2 with a match without goals of a round robin, one of a rotation, and one of a rotation
/// that came to its end; gives the file.
fn version_2(directory: &TempDir) -> PathBuf {
    let file = directory.path().join("old.db");
    let connection = Connection::open(&file).expect("created");
    schema::step(&connection, 0).expect("writable");
    schema::step(&connection, 1).expect("writable");
    connection.pragma_update(None, "journal_mode", "WAL").expect("writable");
    let plan = |schedule: &str| {
        format!(
            r#"{{"game":"nim","rules_hash":null,"roles":2,"top_goal":100,"players":["a","b"],"schedule":{schedule},
                "games_per_pairing":2,"seed":1,"opening_plies":0,"ply_limit":1,"move_time":null,"forfeit_after":null,"sprt":null}}"#
        )
    };
    connection.execute("INSERT INTO games VALUES (1, 'nim', NULL, NULL)", []).expect("writable");
    connection
        .execute(
            "INSERT INTO tournaments VALUES (1, 1, ?1, '0.1', '', NULL, NULL), (2, 1, ?2, '0.1', '', NULL, NULL)",
            [plan(r#""round-robin""#), plan(r#"{"rotation":{"matches":2,"chance":null}}"#)],
        )
        .expect("writable");
    connection
        .execute_batch(
            r#"
            INSERT INTO matches VALUES
                (1, 1, 0, 1, 5, 0, 1, NULL, NULL, NULL), (2, 2, 0, 1, 6, 0, 1, NULL, NULL, NULL),
                (3, 2, 0, 2, 7, 0, 1, '[100,0]', NULL, NULL), (4, 1, 0, 2, 8, 0, 0, NULL, 1, 'slept');
            INSERT INTO joint_moves VALUES (1, '["take","noop"]');
            INSERT INTO moves VALUES (1, 0, 1), (2, 0, 1), (3, 0, 1);
            INSERT INTO thoughts VALUES (2, 0, 0, 12.5, 3, 10, 20, 1000);
            "#,
        )
        .expect("sound SQL");
    file
}

/// What must hold of a store that was of version 2.
fn assert_kept(store: &Store) {
    for (id, outcome) in [(1, Outcome::PlyLimit), (2, Outcome::Unscored), (3, Outcome::Goals(vec![100, 0]))] {
        let record = store.played(id).expect("there").1.record;
        assert_eq!((record.outcome, record.protocol_errors.as_slice()), (outcome, [].as_slice()));
        assert_eq!(record.plies[0].joint_move, ["take", "noop"]);
        assert_eq!(record.plies[0].thoughts[0].is_some(), id == 2);
    }
    let outcomes: Vec<String> = store
        .sql(|connection| {
            let mut query = connection.prepare("SELECT outcome FROM results ORDER BY match")?;
            query.query_map([], |row| row.get(0))?.collect()
        })
        .expect("readable");
    assert_eq!(outcomes, ["ply-limit", "unscored", "goals", "forfeit"]);
}

#[test]
fn a_store_of_version_2_is_taken_over() {
    let directory = directory();
    let file = version_2(&directory);
    let before = contents(directory.path());
    assert_kept(&Store::read(&file).expect("readable"));
    assert_eq!(contents(directory.path()), before);
    for _ in 0..2 {
        assert_kept(&Store::open(&file).expect("taken over"));
    }
}

#[test]
fn what_interrupts_the_migration_leaves_version_1() {
    let directory = directory();
    let file = version_1(&directory);
    let spoil = |sql: &str| Connection::open(&file).expect("opened").execute_batch(sql).expect("spoilt");
    // The last of the rows makes no sense, so everything before it is undone.
    spoil("INSERT INTO tournaments VALUES (9, 'nim', NULL, 2, 100, '[nonsense', 2, 0, '', NULL, 0)");
    let error = Store::open(&file).expect_err("spoilt");
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    let version: i32 = Connection::open(&file)
        .expect("opened")
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .expect("readable");
    assert_eq!(version, 1);
    spoil("DELETE FROM tournaments WHERE id = 9");
    assert_taken_over(&Store::open(&file).expect("taken over"));
}

#[test]
fn a_process_that_dies_in_the_migration_leaves_version_1() {
    let directory = directory();
    let file = version_1(&directory);
    let copy = directory.path().join("copy.db");
    let connection = Connection::open(&file).expect("opened");
    // As much as can be on the disk without the commit.
    connection.pragma_update(None, "cache_size", 1).expect("set");
    connection.execute_batch("BEGIN IMMEDIATE").expect("writable");
    schema::step(&connection, 1).expect("sound SQL");
    for suffix in ["", "-wal"] {
        let name = |file: &Path| format!("{}{suffix}", file.display());
        fs::copy(name(&file), name(&copy)).expect("copied");
    }
    assert_taken_over(&Store::open(&copy).expect("taken over"));
}

#[test]
fn a_process_that_dies_while_it_creates_the_file_leaves_an_empty_store() {
    let directory = directory();
    let (file, copy) = (directory.path().join("store.db"), directory.path().join("copy.db"));
    let connection = Connection::open(&file).expect("created");
    // Writes to the file before the commit, which is undone by the journal.
    connection.pragma_update(None, "cache_size", 1).expect("set");
    connection.execute_batch("CREATE TABLE leaf (n); DROP TABLE leaf; BEGIN IMMEDIATE").expect("writable");
    schema::step(&connection, 0).expect("sound SQL");
    schema::step(&connection, 1).expect("sound SQL");
    for suffix in ["", "-journal"] {
        let name = |file: &Path| format!("{}{suffix}", file.display());
        fs::copy(name(&file), name(&copy)).expect("copied");
    }
    let error = Store::read(&copy).expect_err("to be undone");
    assert!(matches!(error, StoreError::Unrecovered { .. }), "{error}");
    assert!(Store::open(&copy).expect("undone").tournaments().expect("readable").tournaments.is_empty());
    assert!(Store::read(&copy).is_ok());
}
