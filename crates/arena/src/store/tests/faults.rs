use super::*;

/// A store with a tournament in it, closed.
fn store(directory: &TempDir) -> PathBuf {
    let file = directory.path().join("store.db");
    play_some(&mut Store::open(&file).expect("created"), 1, 200, u64::MAX);
    file
}

/// Everything that reads a store.
fn read_all(store: &Store) -> Result<(), StoreError> {
    for entry in store.tournaments()?.tournaments {
        store.table(entry.id)?;
        store.matches(entry.id)?;
        store.rules(entry.id)?;
        store.costs(entry.id)?;
        store.each_played(entry.id, |_, _| Ok::<_, StoreError>(()))?;
    }
    Ok(())
}

#[test]
fn a_truncated_file_is_damaged() {
    let directory = directory();
    let file = store(&directory);
    let whole = fs::read(&file).expect("readable");
    // Within the header, at a page's end, within a page.
    for length in [50, 4096, whole.len() / 2, whole.len() - 1000] {
        fs::write(&file, &whole[..length]).expect("writable");
        for opened in [Store::open(&file), Store::read(&file)] {
            let error = opened.and_then(|store| read_all(&store)).expect_err("truncated");
            assert!(
                matches!(error, StoreError::Damaged { .. } | StoreError::Foreign { .. }),
                "{length}: {error}"
            );
        }
        assert!(fs::read(&file).expect("readable") == whole[..length], "{length}: the file was touched");
    }
}

#[test]
fn garbage_in_the_pages_is_damage_and_no_panic() {
    let directory = directory();
    let file = store(&directory);
    let whole = fs::read(&file).expect("readable");
    for page in 1..whole.len() / 4096 {
        let mut spoilt = whole.clone();
        spoilt[page * 4096..(page + 1) * 4096].fill(0xa5);
        fs::write(&file, &spoilt).expect("writable");
        if let Err(error) = Store::read(&file).and_then(|store| read_all(&store)) {
            assert!(matches!(error, StoreError::Damaged { .. }), "page {page}: {error}");
        }
    }
    let mut spoilt = whole.clone();
    spoilt[100..].fill(0xa5);
    fs::write(&file, &spoilt).expect("writable");
    let error = Store::open(&file).expect_err("garbage");
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains(".recover"), "{error}");
}

#[test]
fn flipped_bits_are_no_panic() {
    let directory = directory();
    let file = store(&directory);
    let whole = fs::read(&file).expect("readable");
    let mut bits = crate::Seed(1).stream();
    for _ in 0..100 {
        let mut spoilt = whole.clone();
        for _ in 0..20 {
            let place = rand::RngExt::random_range(&mut bits, 100..spoilt.len());
            spoilt[place] ^= 1 << rand::RngExt::random_range(&mut bits, 0..8);
        }
        fs::write(&file, &spoilt).expect("writable");
        if let Err(error) = Store::read(&file).and_then(|store| read_all(&store)) {
            assert!(matches!(error, StoreError::Damaged { .. } | StoreError::Foreign { .. }), "{error:?}");
        }
    }
}

#[test]
fn rows_that_make_no_sense_are_damage() {
    let directory = directory();
    let file = store(&directory);
    let whole = fs::read(&file).expect("readable");
    for sql in [
        "UPDATE matches SET pairing = 99 WHERE number = 3 AND pairing = 0",
        "UPDATE matches SET number = 200 WHERE number = 3 AND pairing = 0",
        "UPDATE matches SET number = -1 WHERE number = 3 AND pairing = 0",
        "UPDATE matches SET goals = '[1]' WHERE id = 5",
        "UPDATE matches SET goals = '[1' WHERE id = 5",
        "UPDATE matches SET goals = NULL, culprit = 2, foul = '' WHERE id = 5",
        "UPDATE matches SET plies = -1 WHERE id = 5",
        "DELETE FROM moves WHERE match = 5 AND ply = 0",
        "UPDATE joint_moves SET text = '[\"a\"]' WHERE id = 1",
        "UPDATE thoughts SET role = 7 WHERE match = 5",
        "UPDATE thoughts SET ply = 7 WHERE match = 5 AND ply = 0",
        "UPDATE thoughts SET nanoseconds = -7",
        "UPDATE tournaments SET costs = NULL; UPDATE thoughts SET nanoseconds = -7",
        "UPDATE tournaments SET costs = NULL; UPDATE thoughts SET role = 7 WHERE match = 5",
        "UPDATE tournaments SET plan = '[3'",
        "UPDATE tournaments SET plan = json_set(plan, '$.players', json('[]'))",
        "UPDATE tournaments SET plan = json_set(plan, '$.roles', 0)",
        "UPDATE tournaments SET plan = json_set(plan, '$.roles', 1000)",
        "UPDATE tournaments SET costs = '{}'",
        "DROP TABLE moves",
    ] {
        fs::write(&file, &whole).expect("writable");
        let connection = Connection::open(&file).expect("opened");
        connection.pragma_update(None, "foreign_keys", false).expect("set");
        connection.execute_batch(sql).expect("spoilt");
        drop(connection);
        match Store::read(&file).and_then(|store| read_all(&store).map(|()| store)) {
            // The list leaves out a tournament whose plan cannot be read.
            Ok(store) => assert!(sql.contains("SET plan") && !store.warnings().is_empty(), "{sql}"),
            Err(error) => assert!(matches!(error, StoreError::Damaged { .. }), "{sql}: {error:?}"),
        }
    }
}

#[test]
fn a_full_disk_loses_nothing_that_was_recorded() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let pages: u32 =
        store.connection.pragma_query_value(None, "page_count", |row| row.get(0)).expect("readable");
    store.connection.pragma_update(None, "max_page_count", pages + 20).expect("set");
    let tree = tree();
    let tournament = Tournament::new(&tree, "tree", &specs("random"), 100_000).expect("reasonable");
    let mut recorder = store.begin(tournament.plan(), None).expect("there is room for this");
    let (id, mut done) = (recorder.id(), 0);
    let result = tournament.run(|progress| {
        recorder.record(progress)?;
        done = progress.done;
        Ok(())
    });
    let Err(TournamentError::Store(error @ StoreError::Full { .. })) = result else { panic!("{result:?}") };
    assert!(error.to_string().contains("the disk is full"), "{error}");
    assert_eq!(store.finished(id).expect("readable").len() as u64, done);
    // With room, it goes on; numbers given to moves in what was undone are not used.
    store.connection.pragma_update(None, "max_page_count", 1_000_000).expect("set");
    let rest = Tournament::new(&tree, "tree", &specs("random"), 100_000).expect("reasonable");
    let stop = Stop::default();
    let rest = rest.with_played(store.finished(id).expect("readable")).with_stop(stop.clone());
    let mut recorder = store.resume(id).expect("there");
    rest.run(|progress| {
        stop.press();
        recorder.record(progress)
    })
    .expect("plays");
    read_all(&store).expect("sound");
}

#[test]
fn a_file_that_stays_locked_is_named() {
    let directory = directory();
    let file = store(&directory);
    let holder = Connection::open(&file).expect("opened");
    holder.execute_batch("BEGIN IMMEDIATE").expect("writable");
    let mut store = Store::open_within(&file, Duration::from_millis(20)).expect("reading is free");
    let plan = store.plan(1).expect("reading is free");
    let error = store.begin(&plan, None).map(|_| ()).expect_err("locked");
    assert!(matches!(error, StoreError::Locked { .. }), "{error}");
    assert!(error.to_string().contains("store.db has been locked by another process"), "{error}");
    holder.execute_batch("ROLLBACK").expect("held");
    store.begin(&plan, None).expect("free again");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_deleted_or_replaced_is_missed() {
    let directory = directory();
    let file = store(&directory);
    let mut store = Store::open(&file).expect("opened");
    let plan = store.plan(1).expect("recorded");
    fs::rename(&file, directory.path().join("elsewhere.db")).expect("own file");
    let error = store.begin(&plan, None).map(|_| ()).expect_err("gone");
    assert!(matches!(error, StoreError::Gone { .. }), "{error}");
    fs::write(&file, "a file of somebody else").expect("writable");
    let recorder = store.resume(1).expect("readable still");
    assert!(matches!(recorder.finish(), Err(StoreError::Gone { .. })));
    assert_eq!(fs::read(&file).expect("readable"), b"a file of somebody else");
}

#[test]
fn one_tournament_is_not_played_twice_at_once() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let mut store = Store::open(&file).expect("created");
    let tree = tree();
    let tournament = Tournament::new(&tree, "tree", &specs("random"), 20).expect("reasonable");
    let mut recorder = store.begin(tournament.plan(), None).expect("writable");
    let id = recorder.id();
    tournament.run(|progress| recorder.record(progress)).expect("plays");
    let mut other = Store::open(&file).expect("opened");
    let mut again = other.resume(id).expect("there");
    let result = tournament.run(|progress| again.record(progress));
    assert!(matches!(result, Err(TournamentError::Store(StoreError::Contested(1)))), "{result:?}");
    read_all(&store).expect("sound");
    assert_eq!(store.finished(id).expect("readable").len(), 20);
}
