use std::thread;

use super::*;

#[tokio::test]
async fn the_stop_button_aborts_the_match() {
    let stop = Stop::default();
    let pressing = stop.clone();
    let (sheet, anna) = (talk(1), Fake::playing("(say One)"));
    let bert = Fake::misbehaving(move |_stream| {
        pressing.press();
        thread::park();
    });
    let rules = rules(&sheet);
    let seats = vec![anna.seat(), bert.seat()];
    let hour = Duration::from_secs(3600);
    let (log, events) = lead(&Master { stop, play_clock: hour, ..master(&sheet, &rules, seats) }).await;
    let log = log.unwrap();
    assert!(log.aborted);
    assert_eq!((log.moves.len(), log.goals), (0, None));
    assert_eq!(log.errors, [["", ""]]);
    assert_eq!(events.last().unwrap(), "aborted");
    for fake in [anna, bert] {
        assert_eq!(fake.asked().last().unwrap(), "( ABORT m.1 )");
    }
}

#[tokio::test]
async fn a_match_can_be_aborted_before_it_begins() {
    let (sheet, anna) = (talk(1), Fake::playing("(say One)"));
    let rules = rules(&sheet);
    let master = master(&sheet, &rules, vec![anna.seat(), Seat::Random]);
    master.stop.press();
    assert!(lead(&master).await.0.unwrap().aborted);
    assert_eq!(anna.asked().last().unwrap(), "( ABORT m.1 )");
}

#[tokio::test]
async fn a_failing_game_ends_the_match_and_keeps_its_log() {
    let sheet = sheet(
        "(role you) (init first) (<= (legal you go) (true first)) (<= (next second) (does you go))
         (<= terminal (true third)) (goal you 0)",
    );
    let (rules, fake) = (rules(&sheet), Fake::playing("go"));
    let (result, events) = lead(&master(&sheet, &rules, vec![fake.seat()])).await;
    let error = result.unwrap_err();
    assert!(matches!(error.failure, MasterFailure::Game(_)), "{error}");
    assert!(error.to_string().starts_with("the match m.1 failed at ply 1: the game failed: "), "{error}");
    assert!(error.to_string().contains("you has no legal move"), "{error}");
    assert_eq!(error.log.states, [["first"], ["second"]]);
    assert!(error.log.aborted);
    assert_eq!(events.last().unwrap(), "aborted");
    assert_eq!(fake.asked().last().unwrap(), "( ABORT m.1 )");
}

#[tokio::test]
async fn a_match_ends_at_the_ply_limit() {
    let sheet = sheet("(role you) (init a) (next a) (legal you go) (<= terminal (true b)) (goal you 0)");
    let rules = rules(&sheet);
    let master = Master { ply_limit: 5, ..master(&sheet, &rules, vec![Seat::Random]) };
    let error = lead(&master).await.0.unwrap_err();
    assert_eq!(error.to_string(), "the match m.1 failed at ply 5: the match has not ended after 5 plies");
    assert_eq!(error.log.moves.len(), 5);
}

#[tokio::test]
async fn without_unique_goals_the_log_has_none() {
    let sheet =
        sheet("(role you) (init a) (legal you go) (<= terminal (not (true a))) (<= (goal you 5) (true a))");
    let (rules, fake) = (rules(&sheet), Fake::playing("go"));
    let log = lead(&master(&sheet, &rules, vec![fake.seat()])).await.0.unwrap();
    assert_eq!(log.goals, None);
    assert!(!log.aborted);
    assert_eq!(fake.asked().last().unwrap(), "( STOP m.1 (go ) )");
}

#[tokio::test]
async fn the_role_random_needs_no_goal() {
    let sheet = sheet(
        "(role random) (role you) (init a) (<= (legal ?r go) (role ?r)) (<= terminal (not (true a))) (goal you 5)",
    );
    let (rules, fake) = (rules(&sheet), Fake::playing("go"));
    let log = lead(&master(&sheet, &rules, vec![Seat::Random, fake.seat()])).await.0.unwrap();
    assert_eq!(log.goals, Some(vec![0, 5]));
}

#[tokio::test]
async fn there_must_be_a_seat_for_each_role() {
    let sheet = talk(1);
    let rules = rules(&sheet);
    let error = lead(&master(&sheet, &rules, vec![Seat::Random])).await.0.unwrap_err();
    assert!(matches!(error.failure, MasterFailure::Seats { seats: 1, roles: 2 }), "{error}");
    let seats = vec![Seat::Random, Seat::Remote { address: "localhost".into(), protocol: Protocol::Auto }];
    let error = lead(&master(&sheet, &rules, seats)).await.0.unwrap_err();
    let message = "`localhost` is not a host and a port, such as localhost:9147";
    assert_eq!(error.to_string(), format!("the match m.1 failed at ply 0: {message}"));
}
