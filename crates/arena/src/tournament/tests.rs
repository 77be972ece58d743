use game::{TableLimits, Tabulated, Tree};
use search::Stop;

use super::*;
use crate::testing::{Endless, Failing, Pennies, specs};
use crate::{Failure, Outcome};

const FOUR: &str = "alpha-beta,random,flat-mc(playouts=20),stepwise-mcts(playouts=20)";

/// Irregular enough for chance to matter.
fn tree() -> Tree {
    Tree::uniform(3, 5, |leaf| (leaf * leaf % 23) as i32).expect("small")
}

fn tournament<'g>(game: &'g Tree, players: &str, games: u32) -> Tournament<'g, Tree> {
    Tournament::new(game, "tree", specs(players), games).expect("reasonable").with_seed(5)
}

/// The table, and every match in the order of pairing and number.
fn run<G: Game>(tournament: &Tournament<'_, G>) -> (Table, Vec<Played>) {
    let mut all = Vec::new();
    let table = tournament.run(|progress| {
        all.extend_from_slice(progress.fresh);
        assert_eq!(progress.done, all.len() as u64);
        Ok(())
    });
    all.sort_by_key(|played| (played.pairing, played.index));
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
        let seats = tournament.plan().seats(played.pairing);
        let players = seats.iter().map(|&player| Player::from(&specs(FOUR)[player])).collect();
        let seed = tournament.plan().match_seed(played.pairing, played.index);
        let alone = Match::new(&tree, players).play(seed).expect("plays").expect("to the end");
        assert_eq!(alone.timeless(), played.record);
    }
}

#[test]
fn tables_play_as_the_game_they_were_made_from() {
    let tree = tree();
    let table = Tabulated::new(tree.clone(), TableLimits::default()).expect("small");
    let fast = Tournament::new(&table, "tree", specs(FOUR), 2).expect("reasonable").with_seed(5);
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
    assert!(pairing.ci95[0].low > 0.9 && pairing.ci95[1].high < 0.1);
    assert_eq!(table.pairing(&[0, 1]).expect("played").wins[0], 50);
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
    let budget = Budget { stop: stop.clone(), ..Budget::default() };
    let tournament = tournament(&tree, FOUR, 10_000).with_threads(2).with_budget(budget);
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
    let budget = Budget::default();
    budget.stop.press();
    let tree = tree();
    let table = tournament(&tree, "random", 3).with_budget(budget).run(|_| Ok(())).expect("no error");
    assert!(table.interrupted);
    assert_eq!((table.pairings[0].games, table.pairings[0].mean_plies), (0, None));
    let json = serde_json::to_string(&table).expect("serialises");
    assert!(json.contains(r#""mean_goals":[],"ci95":[[0.0,1.0],[0.0,1.0]],"mean_plies":null"#), "{json}");
}

#[test]
fn the_first_match_that_fails_ends_the_tournament() {
    for threads in [1, 2] {
        let tournament = Tournament::new(&Pennies, "pennies", specs("random,minimax"), 100)
            .expect("reasonable")
            .with_threads(threads);
        let error =
            tournament.run(|_| Ok(())).expect_err("minimax does not choose at the same time").to_string();
        // Pairing 0 is random against itself.
        let seed = tournament.plan().match_seed(1, 0).0;
        let place = format!("the match random - minimax (seed {seed}) failed at ply 0: minimax as odd: ");
        assert!(error.starts_with(&place), "{error}");
    }
}

#[test]
fn a_fault_of_the_game_ends_the_tournament() {
    let game = Failing::at_ply(3);
    let tournament = Tournament::new(&game, "failing", specs("random"), 5).expect("reasonable");
    match tournament.run(|_| Ok(())) {
        Err(TournamentError::Match(error)) => assert_eq!(*error.cause, Failure::Game(Failing::fault_value())),
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
fn endless_games_are_unfinished() {
    let tournament = Tournament::new(&Endless, "endless", specs("random"), 3).expect("reasonable");
    let (table, all) = run(&tournament.with_ply_limit(50));
    let pairing = &table.pairings[0];
    assert_eq!((pairing.games, pairing.unfinished, pairing.mean_plies), (3, 3, Some(50.0)));
    assert_eq!(pairing.losses(0), 0);
    assert!(all.iter().all(|played| played.record.outcome == Outcome::PlyLimit));
}

#[test]
fn absurd_tournaments_are_refused() {
    let tree = tree();
    let refuse = |players: Vec<Spec>, games| match Tournament::new(&tree, "tree", players, games) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("accepted"),
    };
    assert_eq!(refuse(vec![], 1), "a tournament needs at least one strategy");
    assert_eq!(refuse(specs("random"), 0), "a tournament needs at least one game per pairing");
    let crowd = vec![specs("random").remove(0); 1_000];
    assert_eq!(refuse(crowd, 1), "1000 strategies fill the seats of 2 roles in more than 100000 ways");
}
