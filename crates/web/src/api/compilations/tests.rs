use std::future::Future;
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::games::{GameRef, named};
use crate::jobs::Phase;
use crate::testing::{Client, slow_rules};
use crate::{Limits, testing::PATIENCE};

/// A laboratory where rules are grounded for as long as somebody waits for them.
fn patient() -> Client {
    Client::within(Limits { compiling: 10 * PATIENCE, answer: 10 * PATIENCE, ..Limits::default() })
}

fn slow_position(number: usize) -> Value {
    json!({"game": {"rules": slow_rules(number)}})
}

/// Waits until something is true of the numbers of games that are waited for, and that are being compiled.
async fn until(client: &Client, holds: impl Fn((usize, usize)) -> bool) {
    let wait = async {
        while !holds(client.laboratory.games.counts()) {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, wait)
        .await
        .unwrap_or_else(|_| panic!("it stays at {:?}", client.laboratory.games.counts()));
}

/// As many clients as there are places to compile rules, and one more, ask for positions of rules that
/// take long.
async fn crowd(client: &Client) -> Vec<JoinHandle<()>> {
    let ask = |number: u8| {
        let client = client.other(number);
        tokio::spawn(async move {
            client.post("/api/positions", &slow_position(number.into())).await;
        })
    };
    let crowd = (1..=4).map(ask).collect();
    until(client, |counts| counts == (4, 3)).await;
    crowd
}

async fn in_time<T>(answer: impl Future<Output = T>) -> T {
    timeout(PATIENCE, answer).await.expect("an answer")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_built_in_game_is_answered_while_rules_of_others_take_all_places() {
    let client = patient();
    let crowd = crowd(&client).await;
    let answer = in_time(client.post("/api/positions", &json!({"game": {"name": "nim"}}))).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let thought = json!({"game": {"name": "nim"}, "strategy": "random"});
    assert_eq!(in_time(client.run("/api/thoughts", &thought)).await.0, "done");
    assert_eq!(client.laboratory.games.counts(), (4, 3));
    crowd.iter().for_each(JoinHandle::abort);
    until(&client, |counts| counts == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_compiled_for_a_request_that_is_dropped_is_given_up() {
    let client = patient();
    let crowd = crowd(&client).await;
    crowd[0].abort();
    // Its place goes to the one that waits.
    until(&client, |counts| counts == (3, 3)).await;
    crowd.iter().for_each(JoinHandle::abort);
    until(&client, |counts| counts == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_takes_too_long_gives_its_compilation_up() {
    let client = Client::within(Limits {
        answer: Duration::from_millis(300),
        compiling: 10 * PATIENCE,
        ..Limits::default()
    });
    let answer = in_time(client.post("/api/positions", &slow_position(1))).await;
    assert_eq!(answer.status, StatusCode::GATEWAY_TIMEOUT);
    until(&client, |counts| counts == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_compilation_tells_how_far_it_is_and_can_be_cancelled() {
    let client = patient();
    let crowd = crowd(&client).await;
    let job = client.post("/api/compilations", &slow_position(9)).await;
    assert_eq!((job.status, &job.json()["kind"]), (StatusCode::ACCEPTED, &json!("compilation")));
    let id = job.json()["id"].as_u64().unwrap();
    let mut news = client.laboratory.jobs.listen(id).unwrap();
    let waits = |text: &str| text.contains("\"seconds\":null") && text.contains("\"ahead\":1");
    in_time(news.wait_for(|update| update.data.as_deref().is_some_and(waits))).await.unwrap();
    crowd.iter().for_each(JoinHandle::abort);
    let works = |text: &str| !text.contains("\"seconds\":null") && text.contains("\"ahead\":0");
    in_time(news.wait_for(|update| update.data.as_deref().is_some_and(works))).await.unwrap();
    until(&client, |counts| counts == (1, 1)).await;
    client.cancel(id).await;
    let end = in_time(news.wait_for(|update| update.phase != Phase::Running)).await.unwrap().clone();
    assert_eq!((end.phase, end.data), (Phase::Cancelled, None));
    until(&client, |counts| counts == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cancels_a_compilation_does_not_cancel_it_for_others() {
    let client = patient();
    let ids: Vec<u64> = {
        let first = client.post("/api/compilations", &slow_position(1)).await.json();
        let second = client.other(1).post("/api/compilations", &slow_position(1)).await.json();
        [first, second].iter().map(|job| job["id"].as_u64().unwrap()).collect()
    };
    let mut news = client.laboratory.jobs.listen(ids[0]).unwrap();
    let other = client.laboratory.jobs.listen(ids[1]).unwrap();
    until(&client, |counts| counts == (1, 1)).await;
    client.cancel(ids[0]).await;
    in_time(news.wait_for(|update| update.phase == Phase::Cancelled)).await.unwrap();
    assert_eq!((client.laboratory.games.counts(), other.borrow().phase), ((1, 1), Phase::Running));
    client.cancel(ids[1]).await;
    until(&client, |counts| counts == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_for_rules_takes_no_job_from_others() {
    let client = Client::within(Limits { jobs: 1, compiling: 10 * PATIENCE, ..Limits::default() });
    let job = client.other(1).post("/api/compilations", &slow_position(1)).await.json();
    let _news = client.laboratory.jobs.listen(job["id"].as_u64().unwrap()).unwrap();
    let thought = json!({"game": {"name": "nim"}, "strategy": "random"});
    assert_eq!(in_time(client.run("/api/thoughts", &thought)).await.0, "done");
    client.laboratory.jobs.cancel_all();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_compilation_ends_with_the_roles_and_makes_later_requests_quick() {
    let client = Client::new();
    let rules = named("nim").unwrap().rules.into_owned();
    let request = json!({"game": {"rules": rules}});
    let (event, document) = client.run("/api/compilations", &request).await;
    assert_eq!((event.as_str(), &document["roles"]), ("done", &json!(["first", "second"])), "{document}");
    assert_eq!(document["no_circuit"], Value::Null);
    let ticket = client.laboratory.games.ask(client.peer(), &GameRef::Written { rules }).unwrap();
    assert!(ticket.ready_while(&|| false, |_| ()).is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_compilation_of_a_game_that_is_ready_has_ended_when_it_is_answered() {
    let client = Client::new();
    let request = json!({"game": {"name": "nim"}});
    let (_, first) = client.run("/api/compilations", &request).await;
    let job = client.post("/api/compilations", &request).await;
    assert_eq!((job.status, &job.json()["phase"]), (StatusCode::ACCEPTED, &json!("done")));
    assert_eq!(client.run("/api/compilations", &request).await, ("done".to_owned(), first));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_compilation_of_broken_rules_fails_with_the_place() {
    let client = Client::new();
    let (event, problem) =
        client.run("/api/compilations", &json!({"game": {"rules": "(role x)\n(init (p)"}})).await;
    assert_eq!((event.as_str(), &problem["code"], &problem["line"]), ("failed", &json!("rules"), &json!(2)));
    let missing = client.post("/api/compilations", &json!({"game": {"name": "chess"}})).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
}
