use std::thread;

use super::*;

#[tokio::test]
async fn the_stop_button_gives_the_match_up() {
    let stop = Stop::default();
    let pressing = stop.clone();
    let (sheet, anna) = (talk(1), Fake::playing("(say One)"));
    let bert = Fake::fumbling(move |_stream| {
        pressing.press();
        thread::park();
    });
    let rules = rules(&sheet);
    let seats = vec![anna.seat(), bert.seat()];
    let hour = Duration::from_secs(3600);
    let (chronicle, events) = lead(&Master { stop, play_clock: hour, ..master(&sheet, &rules, seats) }).await;
    let chronicle = chronicle.unwrap();
    assert!(chronicle.aborted);
    assert_eq!((chronicle.moves.len(), chronicle.goals), (0, None));
    assert_eq!(chronicle.errors, [["", ""]]);
    assert_eq!(events.last().unwrap(), "aborted");
    for fake in [anna, bert] {
        assert_eq!(fake.asked().last().unwrap(), "( ABORT m.1 )");
    }
}

#[tokio::test]
async fn a_match_can_be_given_up_before_it_begins() {
    let (sheet, anna) = (talk(1), Fake::playing("(say One)"));
    let rules = rules(&sheet);
    let master = master(&sheet, &rules, vec![anna.seat(), Seat::Random]);
    master.stop.press();
    assert!(lead(&master).await.0.unwrap().aborted);
    assert_eq!(anna.asked().last().unwrap(), "( ABORT m.1 )");
}

#[tokio::test]
async fn a_failing_game_ends_the_match_with_what_is_known() {
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
    assert_eq!(error.chronicle.states, [["first"], ["second"]]);
    assert!(error.chronicle.aborted);
    assert_eq!(events.last().unwrap(), "aborted");
    assert_eq!(fake.asked().last().unwrap(), "( ABORT m.1 )");
}

#[tokio::test]
async fn a_match_without_end_is_ended() {
    let sheet = sheet("(role you) (init a) (next a) (legal you go) (<= terminal (true b)) (goal you 0)");
    let rules = rules(&sheet);
    let master = Master { ply_limit: 5, ..master(&sheet, &rules, vec![Seat::Random]) };
    let error = lead(&master).await.0.unwrap_err();
    assert_eq!(error.to_string(), "the match m.1 failed at ply 5: the match has not ended after 5 plies");
    assert_eq!(error.chronicle.moves.len(), 5);
}

#[tokio::test]
async fn goals_that_are_not_clear_are_not_told() {
    let sheet =
        sheet("(role you) (init a) (legal you go) (<= terminal (not (true a))) (<= (goal you 5) (true a))");
    let (rules, fake) = (rules(&sheet), Fake::playing("go"));
    let chronicle = lead(&master(&sheet, &rules, vec![fake.seat()])).await.0.unwrap();
    assert_eq!(chronicle.goals, None);
    assert!(!chronicle.aborted);
    assert_eq!(fake.asked().last().unwrap(), "( STOP m.1 (go ) )");
}

#[tokio::test]
async fn chance_needs_no_goal() {
    let sheet = sheet(
        "(role random) (role you) (init a) (<= (legal ?r go) (role ?r)) (<= terminal (not (true a))) (goal you 5)",
    );
    let (rules, fake) = (rules(&sheet), Fake::playing("go"));
    let chronicle = lead(&master(&sheet, &rules, vec![Seat::Random, fake.seat()])).await.0.unwrap();
    assert_eq!(chronicle.goals, Some(vec![0, 5]));
}

#[tokio::test]
async fn seats_must_fit_the_roles() {
    let sheet = talk(1);
    let rules = rules(&sheet);
    let error = lead(&master(&sheet, &rules, vec![Seat::Random])).await.0.unwrap_err();
    assert!(matches!(error.failure, MasterFailure::Seats { seats: 1, roles: 2 }), "{error}");
    let seats = vec![Seat::Random, Seat::Remote { address: "localhost".into() }];
    let error = lead(&master(&sheet, &rules, seats)).await.0.unwrap_err();
    let message = "`localhost` is not a host and a port, such as localhost:9147";
    assert_eq!(error.to_string(), format!("the match m.1 failed at ply 0: {message}"));
}
