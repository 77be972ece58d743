use rand::RngExt;
use rstest::rstest;
use search::{SearchRng, SpecFile};

use super::*;
use crate::{Checksums, Costs, Damage, DamagedPart, Finished, Listing, MatchEntry, ResumeError};

/// A closed store of two small tournaments, the second interrupted and with a file. Gives the bytes of
/// the file.
fn store(file: &Path) -> Vec<u8> {
    let mut store = Store::open(file).expect("created");
    play_some(&mut store, 1, 5, u64::MAX);
    let tree = tree();
    let plan = Tournament::new(&tree, "tree", &specs("random,flat-mc(playouts=4)"), 9)
        .expect("reasonable")
        .plan()
        .clone();
    let plan = Plan { files: vec![SpecFile::new("a.toml", "a")], ..plan };
    let tournament = Tournament::planned(&tree, plan).expect("reasonable");
    let mut recorder = store.begin(tournament.plan(), Some("(role max)")).expect("writable");
    tournament.run(|progress| recorder.record(progress)).expect("plays");
    drop(store);
    fs::read(file).expect("readable")
}

/// What one way to read a store gives.
#[derive(Debug, PartialEq)]
enum Shown {
    Listing(Listing),
    Plan(Plan),
    Rules(Option<String>),
    Version(Option<String>),
    Table(Table),
    Matches(Vec<MatchEntry>),
    Finished(Vec<Finished>),
    Costs(Costs),
    Played(Vec<Played>),
}

type Read = fn(&Store, i64) -> Result<Shown, StoreError>;

/// All ways to read a store.
const READS: [Read; 9] = [
    |store, _| store.tournaments().map(Shown::Listing),
    |store, id| store.plan(id).map(Shown::Plan),
    |store, id| store.rules(id).map(Shown::Rules),
    |store, id| store.version(id).map(Shown::Version),
    |store, id| store.table(id).map(Shown::Table),
    |store, id| store.matches(id).map(Shown::Matches),
    |store, id| store.finished(id).map(Shown::Finished),
    |store, id| store.costs(id).map(Shown::Costs),
    |store, id| {
        let mut all = Vec::new();
        store.each_played(id, |_, played| {
            all.push(played);
            Ok::<_, StoreError>(())
        })?;
        Ok(Shown::Played(all))
    },
];

/// What every way to read gives, each of a store that was opened for it alone, with whether there was
/// a warning.
fn read_all(file: &Path) -> Vec<(Result<Shown, String>, bool)> {
    let read = |(read, id): (Read, i64)| match Store::read(file) {
        Ok(store) => {
            let shown = read(&store, id).map_err(|error| error.to_string());
            let warned = !store.warnings().is_empty();
            (shown, warned)
        }
        Err(error) => (Err(error.to_string()), false),
    };
    READS.into_iter().flat_map(|each| [(each, 1), (each, 2)]).map(read).collect()
}

/// Spoils the bytes of a file at random.
type Spoil = fn(Vec<u8>, &mut SearchRng) -> Vec<u8>;

fn one_bit(mut bytes: Vec<u8>, chance: &mut SearchRng) -> Vec<u8> {
    let place = chance.random_range(0..bytes.len());
    bytes[place] ^= 1 << chance.random_range(0..8);
    bytes
}

fn many_bits(bytes: Vec<u8>, chance: &mut SearchRng) -> Vec<u8> {
    (0..64).fold(bytes, |bytes, _| one_bit(bytes, chance))
}

fn a_byte(mut bytes: Vec<u8>, chance: &mut SearchRng) -> Vec<u8> {
    let place = chance.random_range(0..bytes.len());
    bytes[place] = chance.random_range(0..=255);
    bytes
}

fn eight_bytes(mut bytes: Vec<u8>, chance: &mut SearchRng) -> Vec<u8> {
    let place = chance.random_range(0..bytes.len() - 8);
    bytes[place..place + 8].fill(0);
    bytes
}

fn a_page(mut bytes: Vec<u8>, chance: &mut SearchRng) -> Vec<u8> {
    let page = 4096 * chance.random_range(0..bytes.len() / 4096);
    bytes[page..page + 4096].fill(0);
    bytes
}

fn the_end(mut bytes: Vec<u8>, chance: &mut SearchRng) -> Vec<u8> {
    bytes.truncate(chance.random_range(0..bytes.len()));
    bytes
}

#[rstest]
#[case(300, one_bit)]
#[case(100, many_bits)]
#[case(100, a_byte)]
#[case(100, eight_bytes)]
#[case(60, a_page)]
#[case(40, the_end)]
fn no_damage_shows_other_figures_without_a_word(#[case] damages: u32, #[case] spoil: Spoil) {
    let directory = directory();
    let file = directory.path().join("store.db");
    let whole = store(&file);
    let expected = read_all(&file);
    assert!(expected.iter().all(|(shown, warned)| shown.is_ok() && !warned), "{expected:?}");
    let mut chance = crate::Seed(22).stream();
    for damage in 0..damages {
        let spoilt = spoil(whole.clone(), &mut chance);
        fs::write(&file, &spoilt).expect("writable");
        for ((shown, warned), (sound, _)) in read_all(&file).iter().zip(&expected) {
            assert!(*warned || shown.is_err() || shown == sound, "damage {damage}: {shown:?}, not {sound:?}");
        }
        // Verifying is at least as thorough, and never panics.
        let (verified, first) = (Store::read(&file).and_then(|store| store.verify()), spoilt == whole);
        assert!(!first || verified.expect("readable").is_sound());
    }
}

/// What reading all of the first tournament warns of after a change to a store.
fn damage_after(file: &Path, whole: &[u8], sql: &str) -> (Vec<Damage>, Vec<String>) {
    fs::write(file, whole).expect("writable");
    let connection = Connection::open(file).expect("opened");
    connection.pragma_update(None, "foreign_keys", false).expect("set");
    connection.execute_batch(sql).expect(sql);
    drop(connection);
    let store = Store::read(file).expect("readable");
    let verification = store.verify().expect("readable");
    assert_eq!(store.damage(), [], "verifying is not reading");
    assert!(!verification.is_sound() && verification.tournaments[1].is_sound(), "{sql}: {verification:?}");
    let found = verification.tournaments[0].damage.clone();
    READS.iter().for_each(|read| drop(read(&store, 1)));
    let warnings = store.warnings();
    (found, warnings)
}

#[test]
fn what_is_damaged_is_named() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let whole = store(&file);
    for (sql, part, match_id) in [
        ("UPDATE matches SET goals = '[8,8]' WHERE id = 5", DamagedPart::Result, Some(5)),
        ("UPDATE matches SET seed = seed + 1 WHERE id = 5", DamagedPart::Result, Some(5)),
        (
            "UPDATE moves SET joint_move = 1 + joint_move % 3 WHERE match = 5 AND ply = 0",
            DamagedPart::Moves,
            Some(5),
        ),
        ("UPDATE thoughts SET visits = visits + 1 WHERE match = 5", DamagedPart::Thoughts, Some(5)),
        ("INSERT INTO slips VALUES (5, 0, 0, 'TO')", DamagedPart::Slips, Some(5)),
        ("DELETE FROM matches WHERE id = 5", DamagedPart::Matches, None),
        ("DELETE FROM recorded WHERE tournament = 1", DamagedPart::Matches, None),
        ("UPDATE tournaments SET started = '1999' WHERE id = 1", DamagedPart::Tournament, None),
        ("UPDATE games SET rules = 'x' WHERE sha256 = 'abc'", DamagedPart::Game, None),
        // Checksums that are gone with what they are of.
        (
            "UPDATE tournaments SET finished = NULL, costs = NULL, checksum = NULL WHERE id = 1",
            DamagedPart::Tournament,
            None,
        ),
        ("UPDATE games SET rules = NULL, checksum = NULL WHERE sha256 = 'abc'", DamagedPart::Game, None),
    ] {
        let (found, warnings) = damage_after(&file, &whole, sql);
        assert_eq!(found, [Damage { tournament: 1, match_id, part }], "{sql}");
        assert!(warnings.len() == 1 && warnings[0].contains(&found[0].to_string()), "{sql}: {warnings:?}");
    }
    // A match that is read alone.
    let sql = "UPDATE matches SET opening_hash = NULL, moves_hash = NULL, thoughts_checksum = NULL,
        slips_checksum = NULL, checksum = NULL WHERE id = 5";
    let (found, _) = damage_after(&file, &whole, sql);
    assert_eq!(
        found.iter().map(|it| it.part).collect::<Vec<_>>(),
        [DamagedPart::Matches, DamagedPart::Result]
    );
    let store = Store::read(&file).expect("readable");
    store.played(5).expect("readable");
    assert_eq!(store.warnings().len(), 1, "{:?}", store.warnings());
    // Only people read these.
    let (found, warnings) =
        damage_after(&file, &whole, "UPDATE seats SET entrant = 1 - entrant WHERE tournament = 1");
    assert_eq!((found[0].part, warnings.len()), (DamagedPart::Players, 0));
    // Rows without those that they belong to are damage of the file.
    let (found, _) =
        damage_after(&file, &whole, "UPDATE entrants SET number = 101 WHERE tournament = 1 AND number = 1");
    assert_eq!(found, []);
}

#[test]
fn a_tournament_that_vanished_is_missed() {
    let directory = directory();
    let file = directory.path().join("store.db");
    store(&file);
    Connection::open(&file)
        .expect("opened")
        .execute_batch("PRAGMA foreign_keys = 0; DELETE FROM tournaments WHERE id = 2")
        .expect("spoilt");
    let store = Store::read(&file).expect("readable");
    assert_eq!(store.tournaments().expect("readable").tournaments.len(), 1);
    assert!(store.warnings()[0].starts_with("tournament 2 is damaged"), "{:?}", store.warnings());
    assert!(!store.verify().expect("readable").tournaments[1].errors.is_empty());
}

#[test]
fn a_tournament_whose_plan_cannot_be_read_does_not_hide_the_others() {
    let directory = directory();
    let file = directory.path().join("store.db");
    store(&file);
    Connection::open(&file)
        .expect("opened")
        .execute_batch("UPDATE tournaments SET plan = 'x' WHERE id = 1")
        .expect("spoilt");
    let store = Store::read(&file).expect("readable");
    let listed: Vec<i64> =
        store.tournaments().expect("readable").tournaments.iter().map(|entry| entry.id).collect();
    assert_eq!(listed, [2]);
    assert!(store.warnings()[0].starts_with("tournament 1 is damaged"), "{:?}", store.warnings());
    assert!(matches!(store.tournament(1), Err(StoreError::Damaged { .. })));
}

#[test]
fn a_damaged_tournament_is_marked_in_the_list_and_cannot_go_on() {
    let directory = directory();
    let file = directory.path().join("store.db");
    store(&file);
    Connection::open(&file)
        .expect("opened")
        .execute_batch("DELETE FROM matches WHERE id = 2")
        .expect("spoilt");
    let store = Store::open(&file).expect("opened");
    let marks: Vec<bool> =
        store.tournaments().expect("readable").tournaments.iter().map(|entry| entry.damaged).collect();
    assert_eq!(marks, [true, false]);
    let error = store.resumable(1).expect_err("damaged");
    assert!(matches!(error, ResumeError::Damaged(1)), "{error}");
    assert!(store.resumable(2).is_ok());
}

#[test]
fn what_was_damaged_before_the_end_stays_recognisable() {
    let directory = directory();
    let file = directory.path().join("store.db");
    store(&file);
    let mut store = Store::open(&file).expect("opened");
    store
        .sql(|connection| connection.execute("UPDATE tournaments SET version = 'x' WHERE id = 2", []))
        .expect("spoilt");
    store.resume(2).expect("there").finish().expect("writable");
    assert!(store.verify().expect("readable").tournaments[1].damage[0].part == DamagedPart::Tournament);
}

#[test]
fn a_sound_store_is_sound() {
    let directory = directory();
    let file = directory.path().join("store.db");
    store(&file);
    let verification = Store::read(&file).expect("readable").verify().expect("readable");
    assert!(verification.is_sound(), "{verification:?}");
    let shown: Vec<_> = verification.tournaments.iter().map(|it| (it.id, it.matches, it.checksums)).collect();
    assert_eq!(shown, [(1, 20, Checksums::All), (2, 36, Checksums::All)]);
}
