use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::*;

/// One ply against a player that always says `One`, with time enough.
async fn against(seat: Seat) -> (Chronicle, Vec<String>) {
    let honest = Fake::playing("(say One)");
    let clock = Duration::from_secs(10);
    let (chronicle, events) = one_ply(vec![seat, honest.seat()], clock, clock).await;
    assert_eq!(chronicle.moves[0][1], "(say One)");
    assert!(chronicle.errors.iter().all(|errors| errors[1].is_empty()));
    (chronicle, events)
}

/// One ply with clocks as short as they may be.
async fn in_haste(seat: Seat) -> (Chronicle, Vec<String>) {
    one_ply(vec![seat, Seat::Random], Duration::from_millis(300), Duration::ZERO).await
}

async fn one_ply(seats: Vec<Seat>, start_clock: Duration, play_clock: Duration) -> (Chronicle, Vec<String>) {
    let sheet = talk(1);
    let rules = rules(&sheet);
    let (chronicle, events) =
        lead(&Master { start_clock, play_clock, ..master(&sheet, &rules, seats) }).await;
    let chronicle = chronicle.unwrap();
    assert_eq!((chronicle.moves.len(), chronicle.errors.len()), (1, 2));
    assert!(["(say One)", "(say Two)", "(say (more One))"].contains(&chronicle.moves[0][0].as_str()));
    assert!(chronicle.goals.is_some());
    (chronicle, events)
}

/// The record's entry for a player that does something with the request for its move.
async fn entry(fumble: impl Fn(TcpStream) + Send + Sync + 'static) -> String {
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
async fn nobody_listens_to_what_comes_after_a_move() {
    for answer in ["(say One) Three", "(say One))", "(say (more One))(say One)"] {
        assert_eq!(entry_of(answer).await, "", "{answer}");
    }
    assert_eq!(entry_of("say One").await, "IL say");
    assert_eq!(entry_of(") (say One)").await, "IL ) (say One)");
    assert_eq!(entry_of("()").await, "IL ()");
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
    let wrong = b"HTTP/1.0 200 OK\r\nContent-length: four\r\n\r\n(say One)";
    assert_eq!(entry(|mut stream| drop(stream.write_all(wrong))).await, "CE");
}

#[tokio::test]
async fn a_length_need_not_be_right() {
    let entry = async |length: usize| {
        let answer = format!("HTTP/1.0 200 OK\r\nContent-length: {length}\r\n\r\n(say One)");
        entry(move |mut stream| drop(stream.write_all(answer.as_bytes()))).await
    };
    assert_eq!(entry(99).await, "");
    assert_eq!(entry(4).await, "IL (say");
}

#[tokio::test]
async fn status_and_header_of_an_answer_mean_nothing() {
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
async fn a_silent_player_is_out_of_time() {
    let silent = Fake::acting(|_, _stream| thread::park());
    let (chronicle, events) = in_haste(silent.seat()).await;
    assert_eq!(chronicle.errors, [["TO", ""], ["TO", ""]]);
    assert!(chronicle.times[0][0].is_some());
    assert!(events.contains(&"0 [TO] no answer in time".to_owned()), "{events:?}");
    assert_eq!(silent.asked()[1], "( PLAY m.1 NIL )", "it is asked all the same");
}

#[tokio::test]
async fn an_answer_that_trickles_in_is_out_of_time() {
    let trickling = Fake::acting(|_, mut stream| {
        let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n");
        while stream.write_all(b" ").is_ok() {
            thread::sleep(Duration::from_millis(50));
        }
    });
    let (chronicle, _) = in_haste(trickling.seat()).await;
    assert_eq!(chronicle.errors, [["TO", ""], ["TO", ""]]);
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
    let settings = PlayerSettings { matches: 0, ..PlayerSettings::default() };
    let player = Arc::new(Player::new(settings, None).unwrap());
    let (chronicle, events) = against(Seat::Local { name: "ours".into(), player }).await;
    assert_eq!(chronicle.players[0], "ours");
    assert_eq!(chronicle.errors, [["", ""], ["IL busy", ""]]);
    assert!(events.contains(&"0 is busy".to_owned()), "{events:?}");
}

#[tokio::test]
async fn an_answer_that_comes_too_late_is_no_answer_to_the_next_request() {
    let sheet = talk(2);
    let (rules, first) = (rules(&sheet), AtomicBool::new(true));
    let late = Fake::fumbling(move |mut stream| {
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
    let chronicle = lead(&master).await.0.unwrap();
    assert_eq!(chronicle.errors, [["", ""], ["TO", ""], ["", ""]]);
    assert_eq!(chronicle.moves[1][0], "(say One)");
}
