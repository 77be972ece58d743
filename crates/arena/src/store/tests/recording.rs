use super::*;
use crate::director::Director;
use crate::testing::plan;
use crate::{Fixture, MatchRecord, Outcome, Ply, Progress, ProtocolError, Schedule, Seed, Thought};

/// A match of two plies: first one role has a choice, then both.
fn match_number(pairing: u64, index: u32, times: [u64; 3]) -> Played {
    let thought = |time, playouts| {
        let time = Duration::from_millis(time);
        Some(Thought { value: Some(12.5), visits: 3, playouts, nodes: 2 * playouts, time })
    };
    let joint_move = |texts: [&str; 2]| texts.map(String::from).to_vec();
    let plies = vec![
        Ply {
            joint_move: joint_move(["(mark 1 \"x\")", "noop"]),
            thoughts: vec![thought(times[0], 10), None],
        },
        Ply {
            joint_move: joint_move(["a", "b"]),
            thoughts: vec![thought(times[1], 0), thought(times[2], 30)],
        },
    ];
    let outcome = Outcome::Goals(vec![100, 0]);
    Played {
        fixture: Fixture { pairing, index },
        record: MatchRecord {
            seed: Seed(1),
            opening: 0,
            plies,
            protocol_errors: Vec::new(),
            outcome,
            remark: None,
        },
    }
}

/// What players of a match of two plies may have done wrong.
fn protocol_errors() -> Vec<ProtocolError> {
    let error = |ply, role, error: &str| ProtocolError { ply, role, error: error.to_owned() };
    vec![error(None, 1, "TO"), error(Some(0), 0, "IL it's \"gone\"\0"), error(Some(1), 1, "CE")]
}

fn progress<'p>(fresh: &'p [Played], withdrawn: &'p [Fixture]) -> Progress<'p> {
    Progress { fresh, withdrawn, done: 0, most: 0, tests: &[] }
}

fn count(store: &Store, table: &str) -> u64 {
    let count = format!("SELECT count(*) FROM {table}");
    store.sql(|connection| connection.query_row(&count, [], |row| row.get(0))).expect("readable")
}

#[test]
fn what_does_not_count_is_struck_out_with_its_moves() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let mut both = [match_number(1, 0, [1, 2, 3]), match_number(2, 0, [1, 2, 3])];
    both[0].record.protocol_errors = protocol_errors();
    both[1].record.protocol_errors = protocol_errors();
    let mut recorder = store.begin(&plan(&["a", "b"]), None).expect("writable");
    recorder.record(&progress(&both, &[])).expect("writable");
    recorder.record(&progress(&[], &[both[0].fixture])).expect("writable");
    let left = ["matches", "moves", "thoughts", "slips", "joint_moves"].map(|table| count(&store, table));
    assert_eq!(left, [1, 2, 3, 3, 2]);
    let (_, played) = store.played(2).expect("recorded");
    assert_eq!(played, both[1]);
}

#[test]
fn protocol_errors_that_fit_no_move_are_damage() {
    for [ply, role] in [[2, 0], [1, 2], [-1, 0], [0, -1]] {
        let directory = directory();
        let mut store = Store::open(directory.path().join("store.db")).expect("created");
        let mut recorder = store.begin(&plan(&["a"]), None).expect("writable");
        recorder.record(&progress(&[match_number(0, 0, [1, 2, 3])], &[])).expect("writable");
        let insert = "INSERT INTO slips VALUES (1, ?1, ?2, 'TO')";
        store.sql(|connection| connection.execute(insert, [ply, role])).expect("writable");
        assert!(matches!(store.played(1), Err(StoreError::Damaged { .. })), "{ply} {role}");
    }
}

#[test]
fn every_outcome_is_read_back() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let outcomes = [
        Outcome::Goals(vec![-5, 2_000_000]),
        Outcome::PlyLimit,
        Outcome::Forfeit { role: 1, foul: "it's \"gone\"\0".to_owned() },
    ];
    let all: Vec<Played> = (0..)
        .zip(&outcomes)
        .map(|(index, outcome)| {
            let mut played = match_number(0, index, [1, 2, 3]);
            played.record.outcome = outcome.clone();
            // The greatest seed, and a match of no moves.
            played.record.seed = Seed(u64::MAX);
            played.record.plies.truncate(index as usize);
            played
        })
        .collect();
    let mut recorder = store.begin(&Plan { games_per_pairing: 9, ..plan(&["a"]) }, None).expect("writable");
    recorder.record(&progress(&all, &[])).expect("writable");
    let mut seen = Vec::new();
    let read = store.each_played(1, |_, played| {
        seen.push(played);
        Ok::<_, StoreError>(())
    });
    read.expect("readable");
    assert_eq!(seen, all);
    let finished: Vec<_> = store.finished(1).expect("readable").into_iter().map(|it| it.outcome).collect();
    assert_eq!(finished, outcomes);
    assert_eq!(store.table(1).expect("readable").pairings[0].forfeits, [0, 1]);
}

#[test]
fn a_rotation_of_outsiders_is_kept_whether_it_is_finished_or_not() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let schedule = Schedule::Rotation { matches: 3, chance: None };
    let plan = Plan { schedule, ..plan(&["10.0.0.1:9147", "uct(time=1s)"]) };
    let mut recorder = store.begin(&plan, None).expect("writable");
    for number in 0..3 {
        let (fixture, _) = plan.rotation(number).expect("one of three");
        let mut played = match_number(fixture.pairing, fixture.index, [1, 2, 3]);
        if number == 1 {
            played.record.outcome = Outcome::Unscored;
            played.record.protocol_errors = protocol_errors();
        }
        recorder.record(&progress(&[played], &[])).expect("writable");
        let table = recorder.store.table(1).expect("readable");
        assert_eq!((table.interrupted, table.planned()), (number < 2, 3));
    }
    recorder.finish().expect("writable");
    let players: Vec<_> =
        store.matches(1).expect("readable").into_iter().map(|entry| entry.players).collect();
    assert_eq!(players[0], plan.players);
    assert_eq!(players[1], ["uct(time=1s)", "10.0.0.1:9147"]);
    assert_eq!(players[2], plan.players);
    let given_up = store.played(2).expect("recorded").1.record;
    assert_eq!((given_up.outcome, given_up.protocol_errors), (Outcome::Unscored, protocol_errors()));
    assert_eq!(store.played(3).expect("recorded").1.record.protocol_errors, []);
    let table = store.table(1).expect("readable");
    assert_eq!((table.pairings[1].adjudicated, table.pairings[0].wins[0]), (1, 2));
    assert_eq!(store.costs(1).expect("readable").players[0].cost.decisions, 5);
    let entry = store.tournaments().expect("readable").tournaments.remove(0);
    assert_eq!((entry.games_planned, entry.games_played, entry.finished.is_some()), (3, 3, true));
    let tree = tree();
    let resumed = Tournament::planned(&tree, store.plan(1).expect("recorded"));
    assert!(matches!(resumed, Err(TournamentError::Rotation)));
}

#[test]
fn costs_are_exact() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let mut all: Vec<_> =
        (0..100).map(|index| match_number(1, index, [u64::from(index) + 1, 5, 1000])).collect();
    all[7].record.outcome = Outcome::Forfeit { role: 1, foul: "slept".to_owned() };
    let plan = Plan { games_per_pairing: 100, ..plan(&["a", "b"]) };
    let mut recorder = store.begin(&plan, None).expect("writable");
    recorder.record(&progress(&all, &[])).expect("writable");
    let costs = store.costs(1).expect("readable");
    let [first, second] = costs.pairings[1].roles.as_slice() else { panic!("{costs:?}") };
    assert_eq!((first.decisions, first.forfeits, second.decisions, second.forfeits), (200, 0, 100, 1));
    // 1 to 100 ms, and a hundred times 5 ms.
    assert_eq!((first.median_seconds, first.p99_seconds), (Some(0.005), Some(0.098)));
    // Ten playouts in 50.5 ms on average; the decisions without playouts take no part.
    assert_eq!(first.playouts_per_second, Some(1000.0 / 5.05));
    assert_eq!(second.nodes_per_second, Some(60.0));
    assert_eq!(costs.players[1].player, "b");
    assert_eq!(costs.players[1].cost, *second);
    let nothing = costs.pairings[2].roles[0];
    assert_eq!((nothing.decisions, nothing.median_seconds, nothing.playouts_per_second), (0, None, None));
    let json = serde_json::to_value(&costs).expect("serialises");
    assert_eq!(json["players"][1]["player"], "b");
    assert_eq!(json["pairings"][1]["roles"][1]["p99_seconds"], 1.0);
}

#[test]
fn the_costs_of_a_finished_tournament_are_at_hand() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let all = [match_number(0, 0, [1, 2, 3]), match_number(0, 1, [4, 5, 6])];
    let mut recorder = store.begin(&plan(&["a"]), None).expect("writable");
    recorder.record(&progress(&all, &[])).expect("writable");
    let added_up = recorder.store.costs(1).expect("readable");
    recorder.finish().expect("writable");
    store.sql(|connection| connection.execute("DELETE FROM thoughts", [])).expect("writable");
    assert_eq!(store.costs(1).expect("readable"), added_up);
}

#[test]
fn games_and_strategies_are_entered_once() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let known = Plan { rules_hash: Some("abc".to_owned()), ..plan(&["a", "b"]) };
    let unknown = plan(&["b", "c"]);
    for (plan, rules) in
        [(&known, None), (&known, Some("rules")), (&unknown, Some("these")), (&unknown, None)]
    {
        store.begin(plan, rules).expect("writable");
    }
    let rules = [1, 2, 3, 4].map(|id| store.rules(id).expect("there"));
    let rules = rules.each_ref().map(|rules| rules.as_deref());
    // Without a hash nobody knows whether two games are one.
    assert_eq!(rules, [Some("rules"), Some("rules"), Some("these"), None]);
    assert_eq!((count(&store, "games"), count(&store, "strategies")), (3, 3));
    assert_eq!(store.version(1).expect("there").as_deref(), Some(env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_finished_tournament_stays_as_it_is_when_it_is_resumed() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    let (id, table) = play(&mut store, 1);
    store
        .sql(|connection| connection.execute("UPDATE tournaments SET finished = 'then'", []))
        .expect("writable");
    let recorder = store.resume(id).expect("there");
    assert_eq!(recorder.id(), id);
    recorder.finish().expect("writable");
    assert_eq!(store.tournaments().expect("readable").tournaments[0].finished.as_deref(), Some("then"));
    assert_eq!(store.table(id).expect("recorded"), table);
    assert!(matches!(store.resume(id + 1), Err(StoreError::NoSuchTournament(2))));
}

#[test]
fn tables_are_the_same_from_heaps_and_one_by_one() {
    let directory = directory();
    let mut store = Store::open(directory.path().join("store.db")).expect("created");
    for (games, after) in [(30, u64::MAX), (1_000_000, 40)] {
        let (id, table) = play_some(&mut store, 3, games, after);
        let director = Director::new(&store.plan(id).expect("there"), store.finished(id).expect("there"));
        let summary = director.expect("fits").finish().expect("fits");
        assert_eq!(Table::new(&summary.counts, summary.complete), table);
        assert_eq!(store.table(id).expect("recorded"), table);
    }
}

#[test]
fn the_log_of_recent_writes_stays_small() {
    let directory = directory();
    let file = directory.path().join("store.db");
    let mut store = Store::open(&file).expect("created");
    let plan = Plan { games_per_pairing: u32::MAX, ..plan(&["a"]) };
    let mut recorder = store.begin(&plan, None).expect("writable");
    for batch in 0..60 {
        let matches: Vec<_> = (0..500).map(|n| match_number(0, batch * 500 + n, [1, 2, 3])).collect();
        recorder.record(&progress(&matches, &[])).expect("writable");
    }
    let log = fs::metadata(directory.path().join("store.db-wal")).expect("in use").len();
    assert!(log <= u64::from(Store::LOG_SIZE), "{log} bytes");
}
