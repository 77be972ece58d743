use game::MnkGame;
use search::{Catalogue, Spec, SpecFile};

use super::*;

const PLAYERS: &str = "random,minimax(depth=1,eval=positional(corners.toml))";

fn tictactoe() -> MnkGame {
    MnkGame::new(3, 3, 3).expect("a board")
}

fn copy(weight: u8) -> SpecFile {
    SpecFile::new("corners.toml", format!("[[phase]]\nweights = [[{weight}, 2, 3], [2, 4, 2], [3, 2, 3]]\n"))
}

/// The plan of a tournament between a player that names a file and one that does not.
fn plan(file: &SpecFile) -> Plan {
    let read = |spec: Spec| spec.with_files(std::slice::from_ref(file)).expect("a table of weights");
    let players: Vec<Spec> = specs(PLAYERS).into_iter().map(read).collect();
    Tournament::new(&tictactoe(), "tictactoe", &players, 5).expect("reasonable").plan().clone()
}

#[test]
fn a_tournament_keeps_a_copy_of_the_files_that_its_players_name() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let (first, second) = (plan(&copy(3)), plan(&copy(9)));
    assert_eq!(first.files, [copy(3)]);
    // The same path, another content; and the same content once more.
    for plan in [&first, &second, &first] {
        store.begin(plan, None).expect("writable");
    }
    assert_eq!(
        [1, 2, 3].map(|id| store.plan(id).expect("recorded").files),
        [[copy(3)], [copy(9)], [copy(3)]]
    );
    let contents: i64 = store
        .sql(|connection| connection.query_row("SELECT count(*) FROM files", [], |row| row.get(0)))
        .expect("readable");
    assert_eq!(contents, 2);
    let shown = store.table(1).expect("recorded").files;
    assert_eq!((shown[0].path.as_str(), shown[0].sha256.as_str()), ("corners.toml", copy(3).sha256()));
}

#[test]
fn files_are_kept_whichever_strategy_names_them() {
    let named = |name: &str| format!("{name}(eval=positional(corners.toml))").parse::<Spec>().ok();
    let specs: Vec<Spec> = Catalogue::get().strategies.iter().filter_map(|entry| named(entry.name)).collect();
    assert!(specs.len() > 5, "{specs:?}");
    for spec in specs {
        assert_eq!(spec.unread_file(), Some("corners.toml"));
        let read = spec.with_files(&[copy(3)]).expect("a table of weights");
        let directory = directory();
        let mut store = Store::open(directory.path().join("store.db")).expect("created");
        let text = read.to_string();
        let tournament = Tournament::new(&tictactoe(), "tictactoe", &[read], 1).map(|it| it.plan().clone());
        store.begin(&tournament.expect("reasonable"), None).expect("writable");
        assert_eq!(store.plan(1).expect("recorded").files, [copy(3)], "{text}");
    }
}

#[test]
fn a_tournament_goes_on_by_its_copy_without_the_file() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    store.begin(&plan(&copy(3)), None).expect("writable");
    // There has never been a file of that name.
    let game = tictactoe();
    let resumed = Tournament::planned(&game, store.plan(1).expect("recorded")).expect("goes on");
    assert_eq!(resumed.players()[1].files(), [&copy(3)]);
    assert!(!resumed.run(|_| Ok(())).expect("plays").interrupted);
}

#[test]
fn a_plan_without_a_copy_is_refused() {
    let without = Plan { files: Vec::new(), ..plan(&copy(3)) };
    let error = Tournament::planned(&tictactoe(), without).expect_err("no copy").to_string();
    assert!(error.contains("no copy of the file `corners.toml`"), "{error}");
}

#[test]
fn a_copy_that_does_not_have_its_hash_is_damage() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let mut store = Store::open(&file).expect("created");
    store.begin(&plan(&copy(3)), None).expect("writable");
    Connection::open(&file).expect("opened").execute("UPDATE files SET content = 'x'", []).expect("writable");
    assert!(matches!(store.plan(1), Err(StoreError::Damaged { .. })));
    // Who names the file again has what belongs there.
    store.begin(&plan(&copy(3)), None).expect("writable");
    assert_eq!([1, 2].map(|id| store.plan(id).expect("healed").files), [[copy(3)], [copy(3)]]);
}

#[test]
fn a_copy_that_is_missing_is_damage() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let mut store = Store::open(&file).expect("created");
    store.begin(&plan(&copy(3)), None).expect("writable");
    let delete = "PRAGMA foreign_keys = 0; DELETE FROM files";
    Connection::open(&file).expect("opened").execute_batch(delete).expect("writable");
    assert!(matches!(store.plan(1), Err(StoreError::Damaged { .. })));
    assert!(matches!(store.table(1), Err(StoreError::Damaged { .. })));
}
