//! Many requests while the actor of a match reads nothing, as when it evaluates rules.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::mpsc::Receiver;
use std::task::Poll;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::super::actor_message::ActorMessage;
use super::super::matches::MOST_ANSWERS;
use super::late::player_with_actor;
use super::*;
use crate::{Server, ServerLimits};

/// An answer that is being waited for.
type Waiting<'p> = Pin<Box<dyn Future<Output = Reply> + 'p>>;

/// What is answered at once; otherwise the answer to wait for.
async fn at_once<'p>(answer: impl Future<Output = Reply> + 'p) -> Result<Reply, Waiting<'p>> {
    let mut answer: Waiting<'p> = Box::pin(answer);
    match poll_fn(|context| Poll::Ready(answer.as_mut().poll(context))).await {
        Poll::Ready(reply) => Ok(reply),
        Poll::Pending => Err(answer),
    }
}

/// As many requests for a move as may wait for an answer.
async fn crowd(player: &Player) -> Vec<Waiting<'_>> {
    let mut waiting = Vec::new();
    for _ in 0..MOST_ANSWERS {
        waiting.push(at_once(play(player, "m", None)).await.expect_err("there is no answer yet"));
    }
    waiting
}

/// Answers the next request for a move.
fn answer_next(inbox: &Receiver<ActorMessage>) {
    let Ok(ActorMessage::Play { answer, .. }) = inbox.recv() else { panic!("no request for a move") };
    answer.send(Reply::Move("x".into()));
}

#[tokio::test]
async fn requests_beyond_those_that_may_wait_are_answered_busy_at_once() {
    let (player, inbox) = player_with_actor();
    let mut waiting = crowd(&player).await;
    for _ in 0..1000 {
        assert_eq!(play(&player, "m", None).await, Reply::Busy);
        assert_eq!(start_with(&player, (100, 100), "m", "a", "r").await, Reply::Busy);
    }
    assert_eq!(inbox.try_iter().count(), MOST_ANSWERS);
    // Whoever gets an answer makes room, and whoever does not wait any more.
    drop(waiting.pop());
    let last = at_once(play(&player, "m", None)).await.expect_err("there is room for one");
    assert_eq!(play(&player, "m", None).await, Reply::Busy);
    answer_next(&inbox);
    assert_eq!(last.await, Reply::Move("x".into()));
    assert!(at_once(play(&player, "m", None)).await.is_err(), "there is room for one");
}

#[tokio::test]
async fn a_match_with_as_many_requests_as_may_wait_is_ended_all_the_same() {
    let (player, inbox) = player_with_actor();
    let waiting = crowd(&player).await;
    assert_eq!(ask(&player, Request::Abort { id: "m".into() }).await, Reply::Aborted);
    drop(inbox);
    for answer in waiting {
        assert_eq!(answer.await, Reply::Busy);
    }
}

#[tokio::test]
async fn a_match_is_started_again_with_the_same_role_rules_and_clocks_alone() {
    let (player, inbox) = player_with_actor();
    let again = at_once(start_with(&player, (100, 100), "m", "a", "r")).await.expect_err("no answer yet");
    // What differs is refused though the actor reads nothing.
    assert_eq!(start_with(&player, (100, 100), "m", "b", "r").await, Reply::Busy);
    assert_eq!(start_with(&player, (100, 100), "m", "a", "s").await, Reply::Busy);
    assert_eq!(start_with(&player, (90, 100), "m", "a", "r").await, Reply::Busy);
    assert_eq!(start_with(&player, (100, 10), "m", "a", "r").await, Reply::Busy);
    let Ok(ActorMessage::Start { answer, .. }) = inbox.try_recv() else { panic!("no request") };
    answer.send(Reply::Ready).expect("somebody waits");
    assert_eq!(again.await, Reply::Ready);
    assert!(inbox.try_recv().is_err(), "the actor is not told what was refused");
}

#[tokio::test]
async fn what_an_actor_leaves_unread_is_bounded_though_nobody_waits_for_an_answer() {
    let (player, inbox) = player_with_actor();
    let long_ago = || Instant::now() - Duration::from_secs(200);
    let told = |bytes| {
        let request = Request::Play { id: "m".into(), report: Report::Joint(joint(&[&"x".repeat(bytes)])) };
        player.answer(request, long_ago())
    };
    // The time of each is over, so it gets no move; the actor is told all the same.
    let mut count = 0;
    while told(1 << 20).await == Reply::Nil {
        count += 1;
        assert!(count < 100, "so much is never kept");
    }
    assert!(count > 1, "some are kept");
    assert_eq!(told(1 << 20).await, Reply::Busy);
    assert_eq!(told(1).await, Reply::Nil, "there is room for a small one");
    assert!(inbox.try_recv().is_ok());
    assert_eq!(told(1 << 20).await, Reply::Nil, "there is room for another one");
    // Nor do small ones pile up, and requests to start.
    let request = || Request::Start {
        id: "m".into(),
        role: "a".into(),
        rules: "r".into(),
        start_clock: Duration::from_secs(100),
        play_clock: Duration::from_secs(100),
    };
    let mut count = 0;
    while player.answer(request(), long_ago()).await == Reply::Ready {
        count += 1;
        assert!(count < 100_000, "so many are never kept");
    }
    assert!(count > 100, "many are kept");
}

#[tokio::test]
async fn others_are_answered_while_a_match_leaves_many_repetitions_unread() {
    let (player, _inbox) = player_with_actor();
    let listener = Server::listen(([127, 0, 0, 1], 0).into()).expect("a port");
    let address = listener.local_addr().expect("an address");
    // No more connections than the requests that wait, and one.
    let limits = ServerLimits { connections: MOST_ANSWERS + 1, ..ServerLimits::default() };
    tokio::spawn(Server::new(Arc::new(player), limits).run(listener, std::future::pending()));
    let send = async |message: &str| {
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let request = format!("POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n{message}", message.len());
        stream.write_all(request.as_bytes()).await.expect("it is received");
        stream
    };
    let mut waiting = Vec::new();
    for _ in 0..10 * MOST_ANSWERS {
        waiting.push(send("(START m a (r) 100 100)").await);
    }
    let mut reply = String::new();
    let mut info = pin!(send("(INFO)").await);
    timeout(Duration::from_secs(60), info.read_to_string(&mut reply))
        .await
        .expect("in time")
        .expect("a reply");
    assert!(reply.ends_with("( ( name Spielbaum ) ( status available ) )"), "{reply}");
}
