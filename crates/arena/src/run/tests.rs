use std::fs;
use std::path::PathBuf;

use game::Builtin;
use tempfile::TempDir;

use super::*;
use crate::testing::{rules, specs};
use crate::{RepeatedPairing, UsedFile};

/// A store that is thrown away.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("store.db")
    }

    fn store(&self) -> Store {
        Store::open(self.file()).expect("a store")
    }
}

/// Stops the run as soon as so many games have been played.
struct StopAfter(u64, Stop);

impl TournamentObserver for StopAfter {
    fn progress(&mut self, progress: &Progress<'_>, table: &dyn Fn() -> Table) {
        assert_eq!(table().pairings.iter().map(|pairing| pairing.games).sum::<u64>(), progress.done);
        if progress.done >= self.0 {
            self.1.press();
        }
    }
}

/// Goes on without a store.
#[derive(Default)]
struct PutUp(Vec<StoreError>);

impl TournamentObserver for PutUp {
    fn unrecorded(&mut self, error: StoreError) -> Result<(), StoreError> {
        self.0.push(error);
        Ok(())
    }
}

fn options(players: &str, games: u32) -> TournamentOptions {
    TournamentOptions { players: Some(specs(players)), games: Some(games), ..TournamentOptions::default() }
}

fn prepare<'g>(
    name: &'g str,
    rules: &'g Rules,
    task: TournamentTask,
) -> Result<TournamentRun<'g>, PreparationError> {
    let text = Builtin::named(name).expect("built in").rules;
    let source = GameSource { name, text, rules, learned: None };
    TournamentRun::prepare(source, task, &TournamentLimits::SERVER, &Stop::default())
}

fn new<'g>(name: &'g str, rules: &'g Rules, options: TournamentOptions) -> TournamentRun<'g> {
    prepare(name, rules, TournamentTask::New(options)).expect("can be played")
}

#[test]
fn a_run_is_recorded_with_the_rules_and_their_hash() {
    let (place, nim) = (Place::new(), rules("nim"));
    let mut store = place.store();
    let run = new("nim", &nim, options("random,first-legal", 5));
    assert!(run.tabulated().is_some() && run.remarks().is_empty());
    let result = run.play(Some(&mut store), 2, &Stop::default(), &mut ()).expect("plays");
    assert_eq!((result.id, result.remark), (Some(1), None));
    let text = Builtin::named("nim").expect("built in").rules;
    assert_eq!(store.rules(1).expect("kept").as_deref(), Some(text));
    assert_eq!(store.plan(1).expect("kept").rules_hash, Some(fingerprint(text)));
    assert_eq!(store.table(1).expect("kept"), result.table);
    assert!(store.tournament(1).expect("kept").finished.is_some());
}

#[test]
fn a_line_up_that_was_chosen_is_remarked_on() {
    let nim = rules("nim");
    let run = new("nim", &nim, TournamentOptions::default());
    assert!(run.plan().players.len() > 2 && run.remarks().len() == 1, "{:?}", run.remarks());
}

#[test]
fn a_player_whose_decisions_no_seed_repeats_is_remarked_on() {
    let (place, nim) = (Place::new(), rules("nim"));
    let run =
        new("nim", &nim, options("uct(playouts=2,threads=2,parallel=tree),uct(playouts=2,threads=2)", 1));
    let remarks = run.remarks().to_vec();
    assert!(
        remarks.len() == 1 && remarks[0].contains("parallel=tree): threads that grow one tree"),
        "{remarks:?}"
    );
    let stop = Stop::default();
    stop.press();
    run.play(Some(&mut place.store()), 1, &stop, &mut ()).expect("stops");
    let rest = place.store().resumable(1).expect("kept");
    let resumed = prepare("nim", &nim, TournamentTask::Resume(rest)).expect("can go on");
    assert_eq!(resumed.remarks(), remarks);
}

/// Earlier versions took options without an effect.
#[test]
fn a_tournament_with_idle_options_is_resumed() {
    let (place, nim) = (Place::new(), rules("nim"));
    let players = ["uct(playouts=2,amaf=0.5)", "uct(plain=true,rave=50,playouts=2)"];
    let read = players.map(|player| Spec::recorded(player).expect("a spec"));
    let options = TournamentOptions { players: Some(read.to_vec()), ..options("random", 1) };
    let stop = Stop::default();
    stop.press();
    new("nim", &nim, options).play(Some(&mut place.store()), 1, &stop, &mut ()).expect("stops");
    let rest = place.store().resumable(1).expect("kept");
    assert_eq!(rest.plan.players, ["uct(playouts=2,amaf=0.5)", "uct(playouts=2,plain=true,rave=50)"]);
    let run = prepare("nim", &nim, TournamentTask::Resume(rest)).expect("can go on");
    let table = run.play(None, 1, &Stop::default(), &mut ()).expect("plays").table;
    assert!(!table.interrupted);
}

#[test]
fn a_run_that_was_stopped_is_resumed_and_ends_with_the_table_of_one_left_alone() {
    let nim = rules("nim");
    let players = || options("random,flat-mc(playouts=40)", 200);
    let alone = new("nim", &nim, players()).play(None, 2, &Stop::default(), &mut ()).expect("plays").table;
    let place = Place::new();
    let stop = Stop::default();
    let mut observer = StopAfter(20, stop.clone());
    let part = new("nim", &nim, players()).play(Some(&mut place.store()), 2, &stop, &mut observer);
    let part = part.expect("plays");
    assert!(part.table.interrupted, "800 games end before 20 of them are told of");
    let rest = place.store().resumable(1).expect("kept");
    assert!((20..800).contains(&rest.played.len()));
    let run = prepare("nim", &nim, TournamentTask::Resume(rest)).expect("can go on");
    let whole = run.play(Some(&mut place.store()), 2, &Stop::default(), &mut ()).expect("plays");
    assert_eq!((whole.table, whole.id), (alone, Some(1)));
}

#[test]
fn a_strategy_with_a_tablebase_plays_on_the_rules() {
    let (place, nim) = (Place::new(), rules("nim"));
    let file = place.folder.path().join("nim.solved");
    // It knows no state, and belongs to these rules.
    search::Tablebase::new(2, 1, 0, Vec::new()).write(&nim, &file).expect("writable");
    let spec = format!("deepening(depth=1,tablebase={:?})", file.to_str().expect("a name"));
    let players = specs(&spec).into_iter().chain(specs("random"));
    let players = players.map(|player| player.read_files().expect("a tablebase")).collect();
    let run = new("nim", &nim, TournamentOptions { players: Some(players), ..options("random", 3) });
    assert_eq!((run.tabulated(), run.plan().large_files.len()), (None, 1));
    let played = run.play(Some(&mut place.store()), 2, &Stop::default(), &mut ()).expect("plays");
    // The store keeps no copy, and the file is read again.
    let rest = place.store().resumable(1).expect("kept");
    let resumed = prepare("nim", &nim, TournamentTask::Resume(rest)).expect("goes on");
    assert_eq!(resumed.tabulated(), None);
    assert_eq!(resumed.play(None, 1, &Stop::default(), &mut ()).expect("plays").table, played.table);
    let [UsedFile { path, sha256 }] = played.table.files.as_slice() else { panic!("one file") };
    assert_eq!(path, file.to_str().expect("a name"));
    // Another table of the same rules.
    search::Tablebase::new(2, 1, 1, Vec::new()).write(&nim, &file).expect("writable");
    let rest = place.store().resumable(1).expect("kept");
    let refused = prepare("nim", &nim, TournamentTask::Resume(rest)).expect_err("another file").to_string();
    assert!(refused.contains("is not what it was") && refused.contains(sha256.as_str()), "{refused}");
}

#[test]
fn two_players_that_come_to_the_same_strategy_are_told_apart_by_what_was_named() {
    let nim = rules("nim");
    let chosen = new("nim", &nim, options("auto(start=0s),random", 1)).plan().players[0].clone();
    for players in [format!("auto(start=0s),{chosen}"), format!("{chosen},auto(start=0s)")] {
        let task = TournamentTask::New(options(&players, 1));
        let refused = prepare("nim", &nim, task).expect_err("one strategy").to_string();
        assert_eq!(
            refused,
            format!("`auto(start=0s)` chose `{chosen}`, the same as `{chosen}`; leave one of them out")
        );
    }
}

/// A strategy that the program has made: it plays the last move, or fails.
fn custom(fails: bool) -> Spec {
    let begin = move || -> search::CustomPlayer {
        Box::new(
            move |request| if fails { Err("line 1\nline 2".to_owned()) } else { Ok(request.legal.len() - 1) },
        )
    };
    Spec::custom("last", begin).expect("a name")
}

fn with_custom(fails: bool) -> TournamentOptions {
    let players = vec![specs("random").remove(0), custom(fails)];
    TournamentOptions { players: Some(players), ..options("random", 3) }
}

#[test]
fn a_custom_strategy_plays_on_the_rules_and_goes_on_where_it_is_given_again() {
    let (place, nim) = (Place::new(), rules("nim"));
    let run = new("nim", &nim, with_custom(false));
    assert_eq!((run.tabulated(), run.plan().players[1].as_str()), (None, "last"));
    let played = run.play(Some(&mut place.store()), 2, &Stop::default(), &mut ()).expect("plays");
    let rest = place.store().resumable(1).expect("kept");
    let refusal =
        prepare("nim", &nim, TournamentTask::Resume(rest.clone())).expect_err("its text says nothing");
    assert!(refusal.to_string().contains("`last`"), "{refusal}");
    let plan = Plan { custom: vec![custom(false)], ..rest.plan };
    let run =
        prepare("nim", &nim, TournamentTask::Resume(ResumableTournament { plan, ..rest })).expect("goes on");
    assert_eq!(run.play(None, 1, &Stop::default(), &mut ()).expect("plays").table, played.table);
}

#[test]
fn a_custom_strategy_that_fails_forfeits_and_the_store_tells_why() {
    let (place, nim) = (Place::new(), rules("nim"));
    let run = new("nim", &nim, with_custom(true));
    let table = run.play(Some(&mut place.store()), 1, &Stop::default(), &mut ()).expect("plays").table;
    assert_eq!(table.pairing(&[0, 1]).expect("they met").forfeits, [0, 3]);
    let matches = place.store().matches(1).expect("kept");
    let foul = |outcome: &crate::Outcome| matches!(outcome, crate::Outcome::Forfeit { foul, .. } if foul.ends_with("gave up: line 1\nline 2"));
    assert!(matches.iter().any(|entry| foul(&entry.outcome)));
}

#[test]
fn a_tournament_of_another_version_is_resumed_with_a_remark() {
    let (place, nim) = (Place::new(), rules("nim"));
    let run = new("nim", &nim, options("random,first-legal", 1));
    run.play(Some(&mut place.store()), 1, &Stop::default(), &mut ()).expect("plays");
    let same = place.store().resumable(1).expect("kept");
    let other = ResumableTournament { version: Some("0.0.1".to_owned()), ..same.clone() };
    let remarks = |tournament| {
        let run = prepare("nim", &nim, TournamentTask::Resume(tournament)).expect("can go on");
        run.remarks().to_vec()
    };
    assert_eq!(remarks(same), [] as [&str; 0]);
    assert!(remarks(other)[0].starts_with("tournament 1 was begun by version 0.0.1"));
}

#[test]
fn strategies_without_chance_repeat_their_games() {
    let (place, nim) = (Place::new(), rules("nim"));
    let mut store = place.store();
    let mut tables = 0;
    let mut repeated = |players, games, plies| {
        let options = TournamentOptions { opening_plies: plies, ..options(players, games) };
        let run = new("nim", &nim, options);
        let table = run.play(Some(&mut store), 1, &Stop::default(), &mut ()).expect("plays").table;
        tables += 1;
        assert_eq!(store.table(tables).expect("recorded"), table);
        table.repeated()
    };
    let pairing = |players: [&str; 2]| RepeatedPairing {
        players: players.map(str::to_owned).into(),
        games: 10,
        distinct_games: 1,
        discounted: true,
    };
    assert_eq!(
        repeated("first-legal,alpha-beta(depth=2)", 10, 0),
        [pairing(["first-legal", "alpha-beta(depth=2)"]), pairing(["alpha-beta(depth=2)", "first-legal"])]
    );
    assert_eq!(repeated("first-legal,alpha-beta(depth=2)", 9, 0), [], "an accident");
    assert_eq!(repeated("first-legal,random", 10, 0), []);
    assert_eq!(repeated("first-legal,alpha-beta(depth=2)", 10, 1), []);
}

#[test]
fn a_store_that_fails_ends_a_run_unless_the_observer_puts_up_with_it() {
    let (place, nim) = (Place::new(), rules("nim"));
    let gone = || {
        let store = place.store();
        fs::remove_file(place.file()).expect("there");
        store
    };
    let run = || new("nim", &nim, options("random,first-legal", 5));
    let ended = run().play(Some(&mut gone()), 1, &Stop::default(), &mut ());
    assert!(matches!(ended, Err(TournamentError::Store(StoreError::Gone { .. }))), "{ended:?}");
    let mut observer = PutUp::default();
    let result = run().play(Some(&mut gone()), 1, &Stop::default(), &mut observer).expect("plays");
    assert_eq!((observer.0.len(), result.id, result.table.interrupted), (1, None, false));
}

#[test]
fn what_cannot_be_played_is_refused_before_it_is_recorded() {
    let (nim, three) = (rules("nim"), rules("tictactoe-3p"));
    let refused =
        |name, rules, options| prepare(name, rules, TournamentTask::New(options)).expect_err("refused");
    let twice = refused("nim", &nim, options("random,random", 1));
    assert!(matches!(twice, PreparationError::Plan(TournamentError::Twice(_))), "{twice}");
    let unsuited = refused("nim", &nim, options("random,alpha-beta(depth=1,eval=open-lines)", 1));
    assert!(matches!(unsuited, PreparationError::Unsuited(_)), "{unsuited}");
    let long = refused("nim", &nim, options("random,first-legal", 1_000_000));
    assert_eq!(
        long.to_string(),
        "4 pairings of 1000000 games each are more than 1000000 games; take fewer games or strategies"
    );
    let many = (1..=13).map(|playouts| format!("flat-mc(playouts={playouts})")).collect::<Vec<_>>().join(",");
    let wide = refused("tictactoe-3p", &three, options(&many, 1));
    assert!(matches!(wide, PreparationError::TooManyPairings { roles: 3, .. }), "{wide}");
    let none = refused("nim", &nim, options("random", 0));
    assert!(matches!(none, PreparationError::Options(_)), "{none}");
}

#[test]
fn a_run_that_is_stopped_while_it_is_prepared_does_not_begin() {
    let (nim, stop) = (rules("nim"), Stop::default());
    stop.press();
    let source = GameSource { name: "nim", text: "", rules: &nim, learned: None };
    // Both of `auto` come to the same strategy without time, which is nobody's fault here.
    for players in ["random", "auto(start=30),auto(start=20)"] {
        let task = TournamentTask::New(options(players, 1));
        let stopped = TournamentRun::prepare(source, task, &TournamentLimits::LOCAL, &stop);
        assert!(matches!(stopped, Err(PreparationError::Stopped)), "{players}");
    }
}
