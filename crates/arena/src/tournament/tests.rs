use std::panic::{self, AssertUnwindSafe};

use game::{Rules, TableLimits, Tabulated, Tree};
use search::Stop;

use super::*;
use crate::testing::{ENDLESS, Pennies, Walk, specs};
use crate::{Failure, Finished, Interval, Outcome, Verdict};

const FOUR: &str = "alpha-beta,random,flat-mc(playouts=20),stepwise-mcts(playouts=20)";

/// Irregular enough for chance to matter.
fn tree() -> Tree {
    Tree::uniform(3, 5, |leaf| (leaf * leaf % 23) as i32).expect("small")
}

fn tournament<'g>(game: &'g Tree, players: &str, games: u32) -> Tournament<'g, Tree> {
    Tournament::new(game, "tree", &specs(players), games).expect("reasonable").with_seed(5)
}

/// The table, and every match that counts, in the order of pairing and number.
fn run<G: Game>(tournament: &Tournament<'_, G>) -> (Table, Vec<Played>) {
    let mut all: Vec<Played> = Vec::new();
    let table = tournament.run(|progress| {
        all.extend_from_slice(progress.fresh);
        all.retain(|played| !progress.withdrawn.contains(&played.fixture));
        Ok(())
    });
    all.sort_by_key(|played| played.fixture);
    let timeless = |played: Played| Played { record: played.record.timeless(), ..played };
    (table.expect("plays"), all.into_iter().map(timeless).collect())
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let tree = tree();
    let one = run(&tournament(&tree, FOUR, 6).with_threads(1));
    let two = run(&tournament(&tree, FOUR, 6).with_threads(2));
    assert_eq!(one, two);
    assert_eq!(one.1.len(), 16 * 6);
    let other_seed = run(&tournament(&tree, FOUR, 6).with_seed(6));
    assert_ne!(one.1, other_seed.1);
}

#[test]
fn results_are_those_of_the_matches_played_alone() {
    let tree = tree();
    let tournament = tournament(&tree, FOUR, 2).with_threads(2);
    let (_, all) = run(&tournament);
    for played in all {
        let seats = tournament.plan().seats(played.fixture.pairing);
        let players = seats.iter().map(|&player| Player::from(&specs(FOUR)[player])).collect();
        let seed = tournament.plan().match_seed(played.fixture.pairing, played.fixture.index);
        let alone = Match::new(&tree, players).play(seed).expect("plays").expect("to the end");
        assert_eq!(alone.timeless(), played.record);
    }
}

#[test]
fn the_table_fills_while_matches_are_played() {
    let tree = tree();
    let tournament = tournament(&tree, FOUR, 6).with_threads(2);
    let (_, all) = run(&tournament);
    let earlier = all[..20].iter().map(Played::finished).collect();
    let mut shown = Vec::new();
    let table = tournament.with_played(earlier).run_live(|progress, table| {
        shown.push((progress.done, table()));
        Ok(())
    });
    let table = table.expect("plays");
    for (done, shown) in &shown {
        assert!(shown.interrupted && shown.superiority.is_empty());
        // Matches of other threads may be counted between the two.
        assert!(shown.pairings.iter().map(|pairing| pairing.games).sum::<u64>() >= *done);
    }
    let (done, last) = shown.last().expect("shown");
    assert_eq!((*done, &last.pairings), (96, &table.pairings));
    assert_eq!((last.ratings[0].score, last.ratings[0].elo), (table.ratings[0].score, None));
    assert!(table.ratings[0].elo.is_some() && !table.interrupted);
}

#[test]
fn tables_play_as_the_game_they_were_made_from() {
    let tree = tree();
    let table = Tabulated::new(tree.clone(), TableLimits::default()).expect("small");
    let fast = Tournament::new(&table, "tree", &specs(FOUR), 2).expect("reasonable").with_seed(5);
    assert_eq!(run(&fast), run(&tournament(&tree, FOUR, 2)));
}

#[test]
fn optimal_play_shows_in_the_table() {
    // The first player to move has won: the value is 12 of 2..=14, so min gets 4.
    let tree = Tree::from_brackets("((3 12) (14 12) (2 4))").expect("a tree");
    let (table, _) = run(&tournament(&tree, "alpha-beta,random", 50));
    let pairing = table.pairing(&[0, 0]).expect("played");
    assert_eq!((pairing.wins.as_slice(), pairing.games), ([50, 0].as_slice(), 50));
    assert_eq!((pairing.mean_goals.as_slice(), pairing.mean_plies), ([12.0, 4.0].as_slice(), Some(2.0)));
    // Without chance, they are fifty copies of one game.
    assert_eq!((pairing.distinct_games, pairing.effective_games), (Some(1), Some(1.0)));
    assert_eq!(pairing.ci95[0], Interval::wilson(1.0, 1));
    let against_chance = table.pairing(&[0, 1]).expect("played");
    assert_eq!((against_chance.wins[0], against_chance.effective_games), (50, None));
    assert!(against_chance.ci95[0].low > 0.9 && against_chance.ci95[1].high < 0.1);
    assert!(table.ratings[0].score > table.ratings[1].score);
    assert!(!table.interrupted);
}

#[test]
fn any_number_of_roles_can_play() {
    let leaf = |a, b, c| format!(r#"{{"goals": [{a}, {b}, {c}]}}"#);
    let root = format!("[[{}, {}], {}]", leaf(1, 2, 3), leaf(3, 2, 1), leaf(2, 2, 2));
    let three = Tree::from_json(&format!(r#"{{"roles": ["a", "b", "c"], "root": {root}}}"#)).expect("a tree");
    let (table, _) = run(&tournament(&three, "random,first-legal", 4));
    assert_eq!(table.pairings.len(), 8);
    assert_eq!(table.pairings[1].players, ["random", "random", "first-legal"]);

    let one =
        Tree::from_json(r#"{"roles": ["robot"], "range": [0, 100], "root": [100, 0]}"#).expect("a tree");
    let (table, _) = run(&tournament(&one, "first-legal,random", 40));
    assert_eq!((table.pairings.len(), table.pairings[0].wins[0], table.pairings[0].draws), (2, 40, 0));
    assert_eq!(table.ratings[0].score, Some(1.0));
}

#[test]
fn stopping_returns_what_was_played() {
    let tree = tree();
    let stop = Stop::default();
    let tournament = tournament(&tree, FOUR, 10_000).with_threads(2).with_stop(stop.clone());
    let mut played = 0;
    let table = tournament.run(|progress| {
        played = progress.done;
        if played >= 100 {
            stop.press();
        }
        Ok(())
    });
    let table = table.expect("stopping is no error");
    assert!(table.interrupted);
    assert_eq!(table.pairings.iter().map(|pairing| pairing.games).sum::<u64>(), played);
    let games = || table.pairings.iter().map(|pairing| pairing.games);
    // One match in flight a thread when the button was pressed.
    assert!(games().max() <= games().min().map(|least| least + 2), "{:?}", games().collect::<Vec<_>>());
}

#[test]
fn a_tournament_stopped_at_once_has_an_empty_table() {
    let stop = Stop::default();
    stop.press();
    let tree = tree();
    let table = tournament(&tree, "random", 3).with_stop(stop).run(|_| Ok(())).expect("no error");
    assert!(table.interrupted);
    assert_eq!((table.pairings[0].games, table.pairings[0].mean_plies), (0, None));
    let json = serde_json::to_string(&table).expect("serialises");
    assert!(json.contains(r#""mean_goals":[],"ci95":[[0.0,1.0],[0.0,1.0]],"mean_plies":null"#), "{json}");
}

#[test]
fn a_tournament_without_any_choice_can_be_stopped() {
    let (tree, stop) = (Tree::from_brackets("(7)").expect("a tree"), Stop::default());
    let tournament = tournament(&tree, "random", u32::MAX).with_stop(stop.clone());
    let table = tournament.run(|_| {
        stop.press();
        Ok(())
    });
    assert!(table.expect("stopping is no error").interrupted);
}

#[test]
fn forfeits_are_counted_as_losses() {
    let tournament = Tournament::new(&Pennies, "pennies", &specs("random,minimax"), 10).expect("reasonable");
    let (table, all) = run(&tournament);
    // Minimax does not choose at the same time.
    let pairing = table.pairing(&[0, 1]).expect("played");
    assert_eq!((&pairing.forfeits, pairing.wins[0], pairing.draws), (&vec![0, 10], 10, 0));
    assert!(pairing.mean_goals.is_empty());
    assert_eq!(table.pairing(&[0, 0]).expect("played").forfeits, Vec::<u64>::new());
    assert_eq!((table.ratings[0].score, table.ratings[1].score), (Some(1.0), Some(0.0)));
    let forfeits = all.iter().filter(|played| matches!(played.record.outcome, Outcome::Forfeit { .. }));
    assert_eq!(forfeits.count(), 30);
}

#[test]
fn a_fault_of_the_game_ends_the_tournament() {
    let game = Walk::failing_at(3);
    let tournament = Tournament::new(&game, "failing", &specs("random"), 5).expect("reasonable");
    match tournament.run(|_| Ok(())) {
        Err(TournamentError::Match(error)) => assert_eq!(*error.cause, Failure::Game(Walk::fault_value())),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_error_of_the_watcher_ends_the_tournament() {
    let tree = tree();
    let mut seen = 0;
    let result = tournament(&tree, "random", 1_000_000).run(|progress| {
        seen = progress.done;
        Err(StoreError::NoSuchTournament(0))
    });
    assert!(matches!(result, Err(TournamentError::Store(StoreError::NoSuchTournament(0)))));
    assert!(seen < 1_000_000);
}

#[test]
fn a_panic_of_the_watcher_ends_the_tournament() {
    let tree = tree();
    let tournament = tournament(&tree, "random,first-legal", 10_000).with_threads(2);
    let watched = AssertUnwindSafe(|| tournament.run(|_| panic!("cannot look")));
    let panic = panic::catch_unwind(watched).expect_err("the watcher panics");
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"cannot look"));
}

#[test]
fn nobody_waits_for_a_thread_that_panics() {
    let tree = tree();
    let director = Director::new(tournament(&tree, "random", 1).plan(), Vec::new()).expect("nothing played");
    let queue = FixtureQueue::new(director);
    assert!(queue.next().is_some());
    thread::scope(|scope| {
        let waiting = scope.spawn(|| queue.next());
        let panicking = scope.spawn(|| {
            let _close = CloseOnPanic(&queue);
            panic!("over the only match");
        });
        assert!(panicking.join().is_err());
        assert_eq!(waiting.join().expect("does not panic"), None);
    });
}

#[test]
fn endless_games_are_adjudicated() {
    let tournament = Tournament::new(&ENDLESS, "endless", &specs("random"), 3).expect("reasonable");
    let plan = Plan { ply_limit: 50, ..tournament.plan().clone() };
    let (table, all) = run(&Tournament::planned(&ENDLESS, plan).expect("reasonable"));
    let pairing = &table.pairings[0];
    assert_eq!((pairing.games, pairing.adjudicated, pairing.mean_plies), (3, 3, Some(50.0)));
    assert_eq!(pairing.losses(0), 0);
    assert!(all.iter().all(|played| played.record.outcome == Outcome::PlyLimit));
}

#[test]
fn absurd_tournaments_are_refused() {
    let tree = tree();
    let refuse = |players: &[Spec], games| match Tournament::new(&tree, "tree", players, games) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("accepted"),
    };
    assert_eq!(refuse(&[], 1), "a tournament needs at least one strategy");
    assert_eq!(refuse(&specs("random"), 0), "a tournament needs at least one game per pairing");
    assert_eq!(
        refuse(&specs("random,random"), 1),
        "`random` is named twice; a table could not tell them apart"
    );
    let crowd: Vec<_> = (1..=1_000).map(|n| specs(&format!("flat-mc(playouts={n})")).remove(0)).collect();
    assert_eq!(refuse(&crowd, 1), "1000 strategies fill the seats of 2 roles in more than 100000 ways");
    assert_eq!(
        planned(&tree, |plan| plan.roles = 3),
        "the tournament was planned for a game of 3 roles; this one has 2"
    );
    assert_eq!(
        planned(&tree, |plan| plan.chance = Some(2)),
        "the tournament was planned for another game, in which chance has another role or none"
    );
    assert_eq!(
        planned(&tree, |plan| plan.schedule = Schedule::Gauntlet(1)),
        "there are no pairings: name at least two strategies"
    );
    assert!(
        planned(&tree, |plan| (plan.opening_plies, plan.ply_limit) = (3, 3))
            .starts_with("the ply limit 3 ends every match within its 3 random moves")
    );
    assert!(planned(&tree, |plan| plan.opening_plies = 9).contains("ask for shorter openings"));
    let alone = Tree::from_json(r#"{"roles": ["robot"], "root": [1, 2]}"#).expect("a tree");
    assert_eq!(
        planned(&alone, |plan| plan.sprt = Some(Sprt::default())),
        "a sequential test compares players of games for two roles; this one has 1"
    );
}

#[test]
fn a_game_of_chance_alone_has_no_tournament() {
    let text = "(role random) (init x) (<= (legal random m) (true x)) (<= (next y) (does random m)) (<= terminal (true y))";
    let game = Rules::new(&gdl::Rulesheet::parse("chance", text.as_bytes()).expect("parses")).expect("plays");
    let refusal = Tournament::new(&game, "chance", &specs("random"), 1).expect_err("nobody plays");
    assert_eq!(refusal.to_string(), "nobody plays this game: chance has its only role");
}

/// What is said of a tournament of one player, changed so.
fn planned(game: &Tree, change: impl FnOnce(&mut Plan)) -> String {
    let mut plan = Tournament::new(game, "tree", &specs("random"), 1).expect("reasonable").plan().clone();
    change(&mut plan);
    Tournament::planned(game, plan).expect_err("unreasonable").to_string()
}

/// The tree's tournament of two unequal players under a test.
fn test<'g>(game: &'g Tree, games: u32) -> Tournament<'g, Tree> {
    let sprt = "elo1=100".parse().expect("a test");
    tournament(game, "alpha-beta,random", games).with_sprt(sprt).expect("two roles")
}

#[test]
fn a_test_ends_its_pairing_when_it_is_decided() {
    let tree = tree();
    let (table, all) = run(&test(&tree, 10_000).with_threads(2));
    let [tested] = table.trials.as_slice() else { panic!("{:?}", table.trials) };
    assert_eq!(tested.players, ["alpha-beta", "random"]);
    assert_eq!(tested.trial.verdict, Verdict::AcceptsH1);
    assert!(!table.interrupted);
    let games: Vec<_> = table.pairings.iter().map(|pairing| pairing.games).collect();
    assert_eq!(games, [tested.trial.pairs; 2]);
    assert_eq!(all.len() as u64, 2 * tested.trial.pairs);
    assert_eq!((table, all), run(&test(&tree, 10_000).with_threads(1)));
}

#[test]
fn a_test_that_runs_out_of_games_stays_undecided() {
    let tree = tree();
    let (table, _) = run(&test(&tree, 2));
    assert_eq!((table.trials[0].trial.verdict, table.trials[0].trial.pairs), (Verdict::Undecided, 2));
    assert!(!table.interrupted);
}

#[test]
fn a_tournament_goes_on_where_it_was_interrupted() {
    let tree = tree();
    let whole = |plan: &Plan| Tournament::planned(&tree, plan.clone()).expect("reasonable").with_threads(2);
    let round_robin = tournament(&tree, FOUR, 20).plan().clone();
    let plans = [
        Plan { schedule: Schedule::Gauntlet(1), opening_plies: 2, ..round_robin.clone() },
        Plan { schedule: Schedule::Ladder, games_per_pairing: 40, ..round_robin.clone() },
        Plan {
            schedule: Schedule::Ladder,
            games_per_pairing: 200,
            sprt: Some("elo0=-300,elo1=300".parse().expect("a test")),
            ..round_robin.clone()
        },
        round_robin,
        test(&tree, 10_000).plan().clone(),
    ];
    for plan in plans {
        let (table, all) = run(&whole(&plan));
        assert_eq!(run(&whole(&plan).with_threads(1)), (table.clone(), all.clone()), "{plan:?}");
        // A kill leaves any part of what was played, and of a test also what does not count in the end.
        for part in [0, 1, 2, 5] {
            let played: Vec<Finished> = match part {
                0 => Vec::new(),
                _ => all.iter().step_by(part).map(Played::finished).collect(),
            };
            let (again, fresh) = run(&whole(&plan).with_played(played.clone()));
            assert_eq!(again, table, "{plan:?}");
            assert_eq!(fresh.len() + played.len(), all.len());
        }
    }
}

#[test]
fn results_of_another_tournament_are_refused() {
    let tree = tree();
    let stray = Finished {
        fixture: Fixture { pairing: 0, index: 0 },
        outcome: Outcome::Goals(vec![1]),
        plies: 1,
        moves: None,
    };
    let error = tournament(&tree, FOUR, 2)
        .with_played(vec![stray])
        .run(|_| Ok(()))
        .expect_err("one goal for two roles");
    assert!(matches!(error, TournamentError::Stray(_)), "{error}");
}

#[test]
fn matches_of_one_number_share_their_opening() {
    let tree = tree();
    let plan = Plan { opening_plies: 2, ..tournament(&tree, "random,first-legal", 5).plan().clone() };
    let (_, all) = run(&Tournament::planned(&tree, plan).expect("reasonable"));
    let opening = |played: &Played| played.record.plies[..2].to_vec();
    for played in &all {
        assert_eq!(played.record.opening, 2);
        let like = all.iter().filter(|other| other.fixture.index == played.fixture.index);
        assert_eq!(like.filter(|other| opening(other) == opening(played)).count(), 4);
    }
    let different: HashSet<_> = all.iter().map(|played| format!("{:?}", opening(played))).collect();
    assert!(different.len() > 1);
}

#[test]
fn players_in_order_have_one_pairing() {
    let tree = tree();
    let planned = |players: &str, sprt| {
        let players = specs(players).iter().map(Spec::to_string).collect();
        let plan = Plan {
            players,
            sprt,
            schedule: Schedule::InOrder,
            ..tournament(&tree, "random", 2).plan().clone()
        };
        Tournament::planned(&tree, plan)
    };
    let (table, all) = run(&planned("flat-mc(playouts=20),random", None).expect("two players for two roles"));
    let games: Vec<u64> = table.pairings.iter().map(|pairing| pairing.games).collect();
    assert_eq!((games, all.len()), (vec![2], 2));
    assert_eq!(table.pairings[0].players, ["flat-mc(playouts=20)", "random"]);

    assert!(matches!(planned("random", None), Err(TournamentError::Seats { players: 1, roles: 2 })));
    assert!(matches!(planned(FOUR, None), Err(TournamentError::Seats { players: 4, roles: 2 })));
    let test = Some(Sprt::default());
    assert!(matches!(planned("flat-mc,random", test), Err(TournamentError::UntestableInOrder)));
}
