use std::io::Write;
use std::net::TcpListener;
use std::sync::Barrier;
use std::thread;
use std::time::Instant;

use super::testing::Fake;
use super::*;
use crate::{PlayerInfo, PlayerSettings, RequestError};

/// Both say one of three words at every ply; the first is paid for the last `One`.
fn talk(plies: u32) -> Rulesheet {
    let steps: String = (0..plies).map(|n| format!("(then {n} {})", n + 1)).collect();
    sheet(&format!(
        "(role anna) (role bert) (init (step 0)) {steps} (word One) (word Two) (word (more One))
         (<= (legal ?who (say ?word)) (role ?who) (word ?word))
         (<= (next (step ?n)) (true (step ?m)) (then ?m ?n))
         (<= (next (said ?who ?word)) (does ?who (say ?word)))
         (<= terminal (true (step {plies})))
         (<= (goal anna 100) (true (said anna One)))
         (<= (goal anna 0) (not (true (said anna One))))
         (goal bert 50)"
    ))
}

fn sheet(rules: &str) -> Rulesheet {
    Rulesheet::parse("test.kif", rules.as_bytes()).unwrap()
}

fn rules(sheet: &Rulesheet) -> Rules {
    Rules::reasoned(sheet, logic::Limits::default()).unwrap()
}

fn master<'r>(sheet: &'r Rulesheet, rules: &'r Rules, seats: Vec<Seat>) -> Master<'r> {
    Master {
        sheet,
        rules,
        id: "m.1".into(),
        seats,
        preview_clock: None,
        start_clock: Duration::from_secs(5),
        play_clock: Duration::from_secs(5),
        scrambler: None,
        seed: Seed(1),
        stop: Stop::default(),
        ply_limit: Master::PLY_LIMIT,
    }
}

/// A match of two, its chronicle, and its events as text.
async fn lead(master: &Master<'_>) -> (Result<Chronicle, MasterError>, Vec<String>) {
    let mut events = Vec::new();
    let result = master.lead(&mut |event| events.push(tell(event))).await;
    (result, events)
}

fn tell(event: &Event<'_>) -> String {
    match event {
        Event::Previewing => "previewing".into(),
        Event::Starting => "starting".into(),
        Event::Ready { role, .. } => format!("{role} is ready"),
        Event::Unready { role, said, .. } => format!("{role} is {said}"),
        Event::State { ply, .. } => format!("state {ply}"),
        Event::Answered { role, mov, .. } => format!("{role} plays {mov}"),
        Event::Wrong { role, error, cause } => format!("{role} [{error}] {cause}"),
        Event::Moved { joint_move } => joint_move.join(" "),
        Event::Over { goals } => format!("over {goals:?}"),
        Event::Aborted => "aborted".into(),
    }
}

/// One ply between a player and one that always says `One`, with clocks as short as they may be.
async fn against(seat: Seat) -> (Chronicle, Vec<String>) {
    let (sheet, honest) = (talk(1), Fake::playing("(say One)"));
    let rules = rules(&sheet);
    let master = Master {
        start_clock: Duration::from_millis(300),
        play_clock: Duration::ZERO,
        ..master(&sheet, &rules, vec![seat, honest.seat()])
    };
    let (chronicle, events) = lead(&master).await;
    let chronicle = chronicle.unwrap();
    assert_eq!(chronicle.moves.len(), 1);
    assert_eq!(chronicle.moves[0][1], "(say One)");
    assert!(["(say One)", "(say Two)", "(say (more One))"].contains(&chronicle.moves[0][0].as_str()));
    assert!(chronicle.goals.is_some());
    assert!(chronicle.errors.iter().all(|errors| errors[1].is_empty()));
    (chronicle, events)
}

/// The record's entry for a player that does something with the request for its move.
async fn entry(fumble: impl Fn(std::net::TcpStream) + Send + Sync + 'static) -> String {
    let (chronicle, _) = against(Fake::fumbling(fumble).seat()).await;
    assert_eq!(chronicle.errors[0][0], "");
    chronicle.errors[1][0].clone()
}

/// The record's entry for a player that answers a request for its move with a text.
async fn entry_of(text: &str) -> String {
    let text = text.to_owned();
    entry(move |mut stream| {
        let _ = write!(stream, "HTTP/1.0 200 OK\r\nContent-length: {}\r\n\r\n{text}", text.len());
    })
    .await
}

#[tokio::test]
async fn a_match_is_led_to_its_end() {
    let (sheet, anna, bert) = (talk(2), Fake::playing("( say  ( more One ) )"), Fake::playing("(say Two)"));
    let rules = rules(&sheet);
    let (chronicle, events) = lead(&master(&sheet, &rules, vec![anna.seat(), bert.seat()])).await;
    let chronicle = chronicle.unwrap();

    let joint_move = ["(say (more One))", "(say Two)"];
    assert_eq!(chronicle.moves, [joint_move, joint_move]);
    assert_eq!(chronicle.states[0], ["(step 0)"]);
    assert_eq!(chronicle.states[2], ["(said anna (more One))", "(said bert Two)", "(step 2)"]);
    assert_eq!((chronicle.states.len(), chronicle.state_times.len()), (3, 3));
    assert_eq!(chronicle.errors, vec![["", ""]; 3]);
    assert!(chronicle.times.iter().flatten().all(Option::is_some));
    assert_eq!(chronicle.times.len(), 2);
    assert_eq!(chronicle.goals, Some(vec![0, 50]));
    assert_eq!(chronicle.players, [anna.address(), bert.address()]);
    assert_eq!(chronicle.token.len(), 32);
    assert!(chronicle.token.chars().all(|c| c.is_ascii_alphanumeric()));
    assert!(!chronicle.aborted && !chronicle.scrambled);

    let last = "((say (more One)) (say Two) )";
    let asked = anna.asked();
    assert!(
        asked[0].starts_with("( START m.1 anna ((role anna) (role bert) (init (step 0))"),
        "{}",
        asked[0]
    );
    assert!(asked[0].ends_with(" (goal bert 50) ) 5 5)"), "{}", asked[0]);
    assert_eq!(asked[1], "( PLAY m.1 NIL )");
    assert_eq!(asked[2], format!("( PLAY m.1 {last} )"));
    assert_eq!(asked[3], format!("( STOP m.1 {last} )"));
    assert!(bert.asked()[0].starts_with("( START m.1 bert "));
    assert_eq!(bert.asked()[1..], asked[1..]);

    assert_eq!(events.len(), 13);
    assert_eq!((events[0].as_str(), events[3].as_str()), ("starting", "state 0"));
    assert!(events[4..6].contains(&"0 plays (say (more One))".to_owned()), "{events:?}");
    assert_eq!(events[6], "(say (more One)) (say Two)");
    assert_eq!(events[11..], ["state 2", "over Some([0, 50])"].map(str::to_owned));
}

#[tokio::test]
async fn a_request_is_written_as_the_reference_writes_it() {
    let (sheet, anna) = (talk(1), Fake::playing("(say One)"));
    let rules = rules(&sheet);
    lead(&master(&sheet, &rules, vec![anna.seat(), Seat::Random])).await.0.unwrap();
    let heard = anna.heard();
    let (head, body) = heard[1].split_once("\r\n\r\n").unwrap();
    assert_eq!(body, "( PLAY m.1 NIL )");
    let mut lines: Vec<&str> = head.split("\r\n").collect();
    assert_eq!(lines.remove(0), "POST / HTTP/1.0");
    lines.sort_unstable();
    let address = anna.address();
    assert_eq!(
        lines,
        [
            "Accept: text/delim",
            "Content-Length: 16",
            "Content-Type: text/acl",
            &format!("Host: {address}"),
            &format!("Receiver: {address}"),
            "Sender: GAMESERVER",
        ]
    );
}

#[tokio::test]
async fn all_are_asked_before_anyone_answers() {
    let both = Arc::new(Barrier::new(2));
    let fakes = [both.clone(), both].map(|both| {
        Fake::fumbling(move |mut stream| {
            both.wait();
            let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n(say One)");
        })
    });
    let sheet = talk(1);
    let rules = rules(&sheet);
    let seats = fakes.iter().map(Fake::seat).collect();
    let chronicle = lead(&master(&sheet, &rules, seats)).await.0.unwrap();
    assert_eq!(chronicle.moves, [["(say One)", "(say One)"]]);
    assert_eq!(chronicle.errors, vec![["", ""]; 2]);
}

#[tokio::test]
async fn an_answer_is_told_before_the_others_are_there() {
    let (go, wait) = std::sync::mpsc::channel();
    let (sheet, anna) = (talk(1), Fake::playing("(say One)"));
    let wait = std::sync::Mutex::new(wait);
    let bert = Fake::fumbling(move |mut stream| {
        wait.lock().unwrap().recv().unwrap();
        let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n(say Two)");
    });
    let rules = rules(&sheet);
    let master = master(&sheet, &rules, vec![anna.seat(), bert.seat()]);
    let watch = &mut |event: &Event<'_>| {
        if let Event::Answered { role: 0, .. } = event {
            go.send(()).unwrap();
        }
    };
    assert_eq!(master.lead(watch).await.unwrap().moves, [["(say One)", "(say Two)"]]);
}

#[tokio::test]
async fn an_illegal_move_is_replaced_and_recorded() {
    assert_eq!(entry_of("(say Three)").await, "IL (say Three)");
    assert_eq!(entry_of(" ( say\tnothing ) ").await, "IL (say nothing)");
    // Nothing was scrambled, so it matters how names are written.
    assert_eq!(entry_of("(say one)").await, "IL (say one)");
    assert_eq!(entry_of("NIL").await, "IL NIL");
    assert_eq!(entry_of("busy").await, "IL busy");
}

#[tokio::test]
async fn an_answer_that_is_no_term_is_illegal() {
    assert_eq!(entry_of("(say One").await, "IL (say One");
    assert_eq!(entry_of("(say\n?x)").await, "IL (say ?x)");
    assert_eq!(entry_of("\u{7}\u{fffd}").await, "IL  \u{fffd}");
    let long = "x".repeat(1000);
    assert_eq!(entry_of(&long).await, format!("IL {}…", &long[..200]));
}

#[tokio::test]
async fn an_empty_answer_is_replaced_and_not_recorded() {
    assert_eq!(entry_of("").await, "");
    assert_eq!(entry_of(" \r\n").await, "");
}

#[tokio::test]
async fn what_is_not_http_is_a_connection_error() {
    assert_eq!(entry(|_| {}).await, "CE");
    assert_eq!(entry(|mut stream| drop(stream.write_all(b"(say One)"))).await, "CE");
    let short = b"HTTP/1.0 200 OK\r\nContent-length: 99\r\n\r\n(say One)";
    assert_eq!(entry(|mut stream| drop(stream.write_all(short))).await, "CE");
}

#[tokio::test]
async fn status_and_header_of_an_answer_mean_nothing() {
    for head in
        ["HTTP/1.1 500 No\r\nContent-Type: image/png", "HTTP/1.0 302 Found\nLocation: http://localhost:1/"]
    {
        let answer = format!("{head}\r\n\r\n(say Two)");
        assert_eq!(entry(move |mut stream| drop(stream.write_all(answer.as_bytes()))).await, "");
    }
}

#[tokio::test]
async fn an_answer_in_pieces_is_put_together() {
    let entry = entry(|mut stream| {
        for piece in [
            "HTTP/1.1 200",
            " OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n(say\r\n",
            "5\r\n Two)\r\n0\r\n\r\n",
        ] {
            let _ = stream.write_all(piece.as_bytes());
            thread::sleep(Duration::from_millis(20));
        }
    });
    assert_eq!(entry.await, "");
}

#[tokio::test]
async fn an_answer_without_end_is_cut_off() {
    let entry = entry(|mut stream| {
        let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n");
        while stream.write_all(&[b'y'; 4096]).is_ok() {}
    });
    assert_eq!(entry.await, format!("IL {}…", "y".repeat(200)));
}

#[tokio::test]
async fn a_silent_player_is_out_of_time() {
    let silent = Fake::acting(|_, stream| {
        thread::sleep(Duration::from_secs(4));
        drop(stream);
    });
    let (chronicle, events) = against(silent.seat()).await;
    assert_eq!(chronicle.errors, [["TO", ""], ["TO", ""]]);
    assert!(chronicle.times[0][0] >= Some(Duration::from_secs(1)));
    assert!(events.contains(&"0 [TO] no answer in time".to_owned()), "{events:?}");
    assert_eq!(silent.asked().len(), 3, "it is asked at every turn all the same");
}

#[tokio::test]
async fn an_answer_that_trickles_in_is_out_of_time() {
    let entry = entry(|mut stream| {
        let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n");
        while stream.write_all(b" ").is_ok() {
            thread::sleep(Duration::from_millis(100));
        }
    });
    assert_eq!(entry.await, "TO");
}

#[tokio::test]
async fn a_player_that_is_not_there_is_a_connection_error() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let (chronicle, events) = against(Seat::Remote { address }).await;
    assert_eq!(chronicle.errors, [["CE", ""], ["CE", ""]]);
    assert!(events.iter().any(|event| event.starts_with("0 [CE] Connection refused")), "{events:?}");
}

#[tokio::test]
async fn a_player_that_is_busy_is_asked_for_its_moves() {
    let busy = Fake::saying(|_| "busy".into());
    let (chronicle, events) = against(busy.seat()).await;
    assert_eq!(chronicle.errors, [["", ""], ["IL busy", ""]]);
    assert!(events.contains(&"0 is busy".to_owned()), "{events:?}");
}

#[tokio::test]
async fn a_player_of_this_process_is_treated_like_any_other() {
    let player = Arc::new(Player::new(PlayerSettings { matches: 0, ..PlayerSettings::default() }, None));
    let (chronicle, events) = against(Seat::Local { name: "ours".into(), player }).await;
    assert_eq!(chronicle.players[0], "ours");
    assert_eq!(chronicle.errors, [["", ""], ["IL busy", ""]]);
    assert!(events.contains(&"0 is busy".to_owned()), "{events:?}");
}

#[tokio::test]
async fn rules_are_shown_before_the_start_if_there_is_time_for_it() {
    let (sheet, anna, bert) = (talk(1), Fake::playing("(say One)"), Fake::acting(|_, _| {}));
    let rules = rules(&sheet);
    let master = Master {
        preview_clock: Some(Duration::from_secs(3)),
        ..master(&sheet, &rules, vec![anna.seat(), bert.seat()])
    };
    let (chronicle, events) = lead(&master).await;
    assert!(anna.asked()[0].starts_with("( PREVIEW ((role anna) "), "{:?}", anna.asked());
    assert!(anna.asked()[0].ends_with(" ) 3 )"), "{:?}", anna.asked());
    assert!(anna.asked()[1].starts_with("( START "));
    assert_eq!(events[0], "previewing");
    assert_eq!(chronicle.unwrap().errors, [["", "CE"], ["", "CE"]]);
}

#[tokio::test]
async fn random_moves_come_from_the_seed_alone() {
    let sheet = talk(6);
    let rules = rules(&sheet);
    let mut moves = Vec::new();
    for (seed, seat) in [(1, Seat::Random), (1, Fake::acting(|_, _| {}).seat()), (2, Seat::Random)] {
        let master = Master { seed: Seed(seed), ..master(&sheet, &rules, vec![seat, Seat::Random]) };
        let chronicle = lead(&master).await.0.unwrap();
        assert!(chronicle.times.iter().all(|times| times[1].is_none()));
        moves.push(chronicle.moves);
    }
    assert_eq!(moves[0], moves[1]);
    assert_ne!(moves[0], moves[2]);
    assert!(moves[0].iter().any(|joint_move| joint_move != &moves[0][0]));
}

#[tokio::test]
async fn the_role_random_is_nobody_else_s() {
    let sheet = sheet(
        "(role you) (role random) (init coin) (legal you wait) (legal random heads) (legal random tails)
         (<= terminal (not (true coin))) (goal you 50) (goal random 50)",
    );
    let (rules, fake) = (rules(&sheet), Fake::playing("wait"));
    let (chronicle, _) = lead(&master(&sheet, &rules, vec![fake.seat(), fake.seat()])).await;
    let chronicle = chronicle.unwrap();
    assert_eq!(chronicle.players[1], "random");
    assert_eq!(chronicle.times[0][1], None);
    assert_eq!(fake.asked().len(), 3, "as you alone");
}

#[tokio::test]
async fn a_game_may_have_one_role() {
    let sheet = sheet(
        "(role you) (init off) (<= (legal you press) (true off)) (<= (next on) (does you press))
         (<= terminal (true on)) (<= (goal you 100) (true on))",
    );
    let (rules, fake) = (rules(&sheet), Fake::playing("PRESS"));
    let scrambled = lead(&master(&sheet, &rules, vec![fake.seat()])).await.0.unwrap();
    assert_eq!((scrambled.moves, scrambled.goals), (vec![vec!["press".to_owned()]], Some(vec![100])));
    assert_eq!(scrambled.errors, [[""], ["IL PRESS"]]);
    assert_eq!(fake.asked()[2], "( STOP m.1 (press ) )");
}

#[tokio::test]
async fn a_game_may_be_over_before_it_begins() {
    let sheet = sheet("(role you) (init done) (legal you wait) (<= terminal (true done)) (goal you 7)");
    let (rules, fake) = (rules(&sheet), Fake::playing("wait"));
    let chronicle = lead(&master(&sheet, &rules, vec![fake.seat()])).await.0.unwrap();
    assert_eq!((chronicle.moves.len(), chronicle.goals), (0, Some(vec![7])));
    assert_eq!(fake.asked()[1..], ["( STOP m.1 NIL )"]);
}

#[tokio::test]
async fn scrambled_players_see_no_name_and_are_understood_in_any_case() {
    let sheet = talk(2);
    let scrambler = Scrambler::new(&sheet, Seed(3));
    let shout = scrambler.scramble("(say (more One))").to_uppercase();
    let fakes = [shout.clone(), shout].map(|shout| {
        Fake::fumbling(move |mut stream| {
            let _ = write!(stream, "HTTP/1.0 200 OK\r\n\r\n{shout}");
        })
    });
    let rules = rules(&sheet);
    let seats = fakes.iter().map(Fake::seat).collect();
    let master = Master { scrambler: Some(scrambler.clone()), ..master(&sheet, &rules, seats) };
    let chronicle = lead(&master).await.0.unwrap();
    assert!(chronicle.scrambled);
    assert_eq!(chronicle.moves, vec![["(say (more One))"; 2]; 2]);
    assert_eq!(chronicle.errors, vec![["", ""]; 3]);
    let [start, first, second, stop] = &fakes[0].asked()[..] else { panic!() };
    let (role, mov) = (scrambler.scramble("anna"), scrambler.scramble("(say (more One))"));
    assert!(start.starts_with(&format!("( START m.1 {role} ({} ) ", scrambler.rules())), "{start}");
    assert_eq!(first, "( PLAY m.1 NIL )");
    assert_eq!(second, &format!("( PLAY m.1 ({mov} {mov} ) )"));
    assert_eq!(stop, &format!("( STOP m.1 ({mov} {mov} ) )"));
}

#[tokio::test]
async fn the_stop_button_gives_the_match_up() {
    let stop = Stop::default();
    let pressing = stop.clone();
    let (sheet, anna) = (talk(1), Fake::playing("(say One)"));
    let bert = Fake::fumbling(move |stream| {
        pressing.press();
        thread::sleep(Duration::from_secs(4));
        drop(stream);
    });
    let rules = rules(&sheet);
    let master = Master { stop, ..master(&sheet, &rules, vec![anna.seat(), bert.seat()]) };
    let begun = Instant::now();
    let (chronicle, events) = lead(&master).await;
    assert!(begun.elapsed() < Duration::from_secs(3), "it waited for the move");
    let chronicle = chronicle.unwrap();
    assert!(chronicle.aborted);
    assert_eq!((chronicle.moves.len(), chronicle.goals), (0, None));
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
async fn seats_must_fit_the_roles() {
    let sheet = talk(1);
    let rules = rules(&sheet);
    let error = lead(&master(&sheet, &rules, vec![Seat::Random])).await.0.unwrap_err();
    assert!(matches!(error.failure, MasterFailure::Seats { seats: 1, roles: 2 }), "{error}");
    for address in ["localhost", "localhost:", ":9147", "a:99999", "a/b:1", "a@b:1", "http://a:1", ""] {
        let seats = vec![Seat::Random, Seat::Remote { address: address.into() }];
        let error = lead(&master(&sheet, &rules, seats)).await.0.unwrap_err();
        assert!(matches!(error.failure, MasterFailure::Address(_)), "{address}: {error}");
    }
}

#[tokio::test]
async fn a_player_says_who_it_is() {
    let info = async |said: &'static str| {
        let fake = Fake::saying(move |request| {
            assert_eq!(request, "( INFO )");
            said.into()
        });
        let info = PlayerInfo::of(fake.address()).await.unwrap();
        (info.name.unwrap_or_default(), info.status.unwrap_or_default())
    };
    let told = |name: &str, status: &str| (name.to_owned(), status.to_owned());
    assert_eq!(info("( ( name Ann ) ( status busy ) ( species alien ) )").await, told("Ann", "busy"));
    assert_eq!(info("((STATUS available) junk () (name Ann B.))").await, told("Ann B.", "available"));
    assert_eq!(info("busy").await, told("", "busy"));
    assert_eq!(info("(((").await, told("", ""));
    assert_eq!(info("").await, told("", ""));
    assert!(matches!(PlayerInfo::of("nowhere").await, Err(RequestError::Failed(_))));
}

/// Whoever leads matches may do it on any thread.
#[test]
fn a_match_can_be_led_on_another_thread() {
    fn sent(_: &(impl Future + Send)) {}
    let sheet = talk(1);
    let rules = rules(&sheet);
    let master = master(&sheet, &rules, Vec::new());
    sent(&master.lead(&mut |_| {}));
}
