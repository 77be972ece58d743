use std::io::Write;
use std::net::{Ipv4Addr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::net::TcpSocket;

use super::*;

/// One ply against a player that always says `One`, with enough time.
async fn against(seat: Seat) -> (MatchLog, Vec<String>) {
    let honest = Fake::playing("(say One)");
    let clock = Duration::from_secs(10);
    let (log, events) = one_ply(vec![seat, honest.seat()], clock, clock).await;
    assert_eq!(log.moves[0][1], "(say One)");
    assert!(log.errors.iter().all(|errors| errors[1].is_empty()));
    (log, events)
}

/// One ply with the shortest clocks.
async fn in_haste(seat: Seat) -> (MatchLog, Vec<String>) {
    one_ply(vec![seat, Seat::Random], Duration::from_millis(300), Duration::ZERO).await
}

async fn one_ply(seats: Vec<Seat>, start_clock: Duration, play_clock: Duration) -> (MatchLog, Vec<String>) {
    let sheet = talk(1);
    let rules = rules(&sheet);
    let (log, events) = lead(&Master { start_clock, play_clock, ..master(&sheet, &rules, seats) }).await;
    let log = log.unwrap();
    assert_eq!((log.moves.len(), log.errors.len()), (1, 2));
    assert!(["(say One)", "(say Two)", "(say (more One))"].contains(&log.moves[0][0].as_str()));
    assert!(log.goals.is_some());
    (log, events)
}

/// The entry of the log for a player that does this with the request for its move.
async fn entry(act: impl Fn(TcpStream) + Send + Sync + 'static) -> String {
    let (log, _) = against(Fake::misbehaving(act).seat()).await;
    assert_eq!(log.errors[0][0], "");
    log.errors[1][0].clone()
}

/// The entry of the log for a player that answers the request for its move with this text.
async fn entry_of(text: &str) -> String {
    let text = text.to_owned();
    entry(move |mut stream| {
        let _ = write!(stream, "HTTP/1.0 200 OK\r\nContent-length: {}\r\n\r\n{text}", text.len());
    })
    .await
}

#[tokio::test]
async fn an_illegal_move_is_replaced_and_logged() {
    assert_eq!(entry_of("(say Three)").await, "IL (say Three)");
    assert_eq!(entry_of(" ( say\tnothing ) ").await, "IL (say nothing)");
    // Without a scrambler the case of letters matters.
    assert_eq!(entry_of("(say one)").await, "IL (say one)");
    assert_eq!(entry_of("NIL").await, "IL NIL");
    assert_eq!(entry_of("busy").await, "IL busy");
}

#[tokio::test]
async fn an_answer_that_is_not_a_term_is_illegal() {
    assert_eq!(entry_of("(say One").await, "IL (say One");
    assert_eq!(entry_of("(say\n?x)").await, "IL (say ?x)");
    assert_eq!(entry_of("\u{7}\u{fffd}").await, "IL  \u{fffd}");
    let long = "x".repeat(1000);
    assert_eq!(entry_of(&long).await, format!("IL {}…", &long[..200]));
}

#[tokio::test]
async fn what_follows_a_move_is_ignored() {
    for answer in ["(say One) Three", "(say One))", "(say (more One))(say One)"] {
        assert_eq!(entry_of(answer).await, "", "{answer}");
    }
    assert_eq!(entry_of("say One").await, "IL say");
    assert_eq!(entry_of(") (say One)").await, "IL ) (say One)");
    assert_eq!(entry_of("()").await, "IL ()");
}

#[tokio::test]
async fn an_empty_answer_is_replaced_and_not_logged() {
    assert_eq!(entry_of("").await, "");
    assert_eq!(entry_of(" \r\n").await, "");
}

#[tokio::test]
async fn what_is_not_http_is_a_connection_error() {
    assert_eq!(entry(|_| {}).await, "CE");
    assert_eq!(entry(|mut stream| drop(stream.write_all(b"(say One)"))).await, "CE");
    let wrong = b"HTTP/1.0 200 OK\r\nContent-length: four\r\n\r\n(say One)";
    assert_eq!(entry(|mut stream| drop(stream.write_all(wrong))).await, "CE");
}

#[tokio::test]
async fn a_wrong_length_is_accepted() {
    let entry = async |length: usize| {
        let answer = format!("HTTP/1.0 200 OK\r\nContent-length: {length}\r\n\r\n(say One)");
        entry(move |mut stream| drop(stream.write_all(answer.as_bytes()))).await
    };
    assert_eq!(entry(99).await, "");
    assert_eq!(entry(4).await, "IL (say");
}

#[tokio::test]
async fn status_and_headers_of_an_answer_are_ignored() {
    for head in [
        "HTTP/1.1 500 No\r\nContent-Type: image/png\r\n\r\n",
        "HTTP/1.0 302 Found\r\nLocation: http://localhost:1/\r\n\r\n",
        "HTTP/1.0 200\ncontent-LENGTH: 9\n\n",
    ] {
        let answer = format!("{head}(say Two)");
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
async fn a_silent_player_exceeds_its_time() {
    let silent = Fake::acting(|_, _stream| thread::park());
    let (log, events) = in_haste(silent.seat()).await;
    assert_eq!(log.errors, [["TO", ""], ["TO", ""]]);
    assert!(log.times[0][0].is_some());
    assert!(events.contains(&"0 [TO] no answer in time".to_owned()), "{events:?}");
    assert_eq!(silent.asked()[1], "( PLAY m.1 NIL )", "it gets requests for moves all the same");
}

#[tokio::test]
async fn a_slow_answer_exceeds_its_time() {
    let trickling = Fake::acting(|_, mut stream| {
        let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n");
        while stream.write_all(b" ").is_ok() {
            thread::sleep(Duration::from_millis(50));
        }
    });
    let (log, _) = in_haste(trickling.seat()).await;
    assert_eq!(log.errors, [["TO", ""], ["TO", ""]]);
}

#[tokio::test]
async fn a_player_that_cannot_be_reached_is_a_connection_error() {
    // A socket that does not listen keeps the port from others for the time of the test.
    let held = TcpSocket::new_v4().unwrap();
    held.bind((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
    let address = held.local_addr().unwrap().to_string();
    let (log, events) = against(Seat::Remote { address, protocol: Protocol::Auto }).await;
    assert_eq!(log.errors, [["CE", ""], ["CE", ""]]);
    assert!(events.iter().any(|event| event.starts_with("0 [CE] Connection refused")), "{events:?}");
}

#[tokio::test]
async fn a_player_that_is_busy_is_asked_for_its_moves() {
    let busy = Fake::saying(|_| "busy".into());
    let (log, events) = against(busy.seat()).await;
    assert_eq!(log.errors, [["", ""], ["IL busy", ""]]);
    assert!(events.contains(&"0 is busy".to_owned()), "{events:?}");
}

#[tokio::test]
async fn a_player_of_this_process_is_treated_like_any_other() {
    let settings = PlayerSettings { matches: 0, ..PlayerSettings::default() };
    let player = Arc::new(Player::new(settings, None).unwrap());
    let (log, events) = against(Seat::Local { name: "ours".into(), player }).await;
    assert_eq!(log.players[0], "ours");
    assert_eq!(log.errors, [["", ""], ["IL busy", ""]]);
    assert!(events.contains(&"0 is busy".to_owned()), "{events:?}");
}

#[tokio::test]
async fn a_late_answer_is_not_taken_for_the_next_one() {
    let sheet = talk(2);
    let (rules, first) = (rules(&sheet), AtomicBool::new(true));
    let late = Fake::misbehaving(move |mut stream| {
        let mov = if first.swap(false, Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1200));
            "(say Two)"
        } else {
            thread::sleep(Duration::from_millis(300));
            "(say One)"
        };
        let _ = write!(stream, "HTTP/1.0 200 OK\r\n\r\n{mov}");
    });
    let seats = vec![late.seat(), Seat::Random];
    let master = Master { play_clock: Duration::ZERO, ..master(&sheet, &rules, seats) };
    let log = lead(&master).await.0.unwrap();
    assert_eq!(log.errors, [["", ""], ["TO", ""], ["", ""]]);
    assert_eq!(log.moves[1][0], "(say One)");
}
