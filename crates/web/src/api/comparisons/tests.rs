use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::jobs::Phase;
use crate::testing::Client;

fn nim(games: u32) -> Value {
    json!({"game": {"name": "nim"}, "players": ["random", "first-legal"], "games": games, "seed": 3})
}

/// So many matches, each of so many decisions, that nobody waits for their end.
fn endless() -> Value {
    json!({"game": {"name": "connect-four"}, "players": ["flat-mc(playouts=2000)", "random"], "games": 100_000})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comparison_ends_with_its_table_and_stays_in_the_store() {
    let client = Client::new();
    assert_eq!(client.get("/api/comparisons").await.json(), json!({"tournaments": []}));
    let (event, document) = client.run("/api/comparisons", &nim(5)).await;
    assert_eq!((event.as_str(), &document["games_played"]), ("done", &json!(20)), "{document}");
    assert_eq!(document["table"]["pairings"].as_array().map(Vec::len), Some(4));
    assert_eq!(document["request"]["game"], json!({"name": "nim"}));
    assert!(document["finished"].is_string());
    assert_eq!(client.get("/api/comparisons/1").await.json(), document);
    assert_eq!(client.get("/api/comparisons").await.json()["tournaments"][0]["id"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_seed_plays_the_same_games() {
    let client = Client::new();
    let (_, first) = client.run("/api/comparisons", &nim(5)).await;
    let (_, second) = client.run("/api/comparisons", &first["request"]).await;
    assert_eq!((&first["table"], &second["id"]), (&second["table"], &json!(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_strategies_some_play_that_suit_the_game() {
    let (event, document) =
        Client::new().run("/api/comparisons", &json!({"game": {"name": "nim"}, "games": 1})).await;
    assert_eq!(event, "done", "{document}");
    assert!(document["players"].as_array().is_some_and(|players| players.len() > 2), "{document}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_cancelled_is_kept_and_goes_on() {
    let client = Client::new();
    let job = client.post("/api/comparisons", &endless()).await.json();
    let mut listener = client.laboratory.jobs.listen(job["id"].as_u64().unwrap()).unwrap();
    // Until something has been played.
    listener.wait_for(|update| update.data.is_some()).await.unwrap();
    let running = client.get(&format!("/api/jobs/{}", job["id"])).await.json();
    assert_eq!(running["subject"], 1);
    let again = client.post("/api/comparisons/1/resume", &json!({})).await.json();
    assert_eq!(again["id"], job["id"], "who resumes what runs joins in");
    client.cancel(job["id"].as_u64().unwrap()).await;
    let end = listener.wait_for(|update| update.phase != Phase::Running).await.unwrap().clone();
    let paused: Value = serde_json::from_str(end.data.as_deref().unwrap()).unwrap();
    let played = paused["games_played"].as_u64().unwrap();
    assert!(end.phase == Phase::Cancelled && played > 0 && paused["finished"].is_null(), "{paused}");

    let job = client.post("/api/comparisons/1/resume", &json!({})).await.json();
    let mut listener = client.laboratory.jobs.listen(job["id"].as_u64().unwrap()).unwrap();
    let update = listener.wait_for(|update| update.data.is_some()).await.unwrap().clone();
    let progress: Value = serde_json::from_str(update.data.as_deref().unwrap()).unwrap();
    assert!(progress["done"].as_u64().unwrap() > played, "{progress}");
    client.cancel(job["id"].as_u64().unwrap()).await;
    listener.wait_for(|update| update.phase != Phase::Running).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_and_matches_are_sheets() {
    let client = Client::new();
    client.run("/api/comparisons", &nim(2)).await;
    let table = client.get("/api/comparisons/1/table.csv").await;
    assert!(table.headers["content-type"].to_str().unwrap().starts_with("text/csv"));
    assert_eq!(table.body.lines().count(), 5);
    assert_eq!(client.get("/api/comparisons/1/matches.csv").await.body.lines().count(), 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_request_is_told_at_once_where_no_game_is_needed() {
    let client = Client::new();
    for (fields, status, code) in [
        (json!({"game": {"name": "nim"}, "players": ["uct(playout=1)"]}), 422, "bad-strategy"),
        // The texts of the two are different.
        (
            json!({"game": {"name": "nim"}, "players": ["alpha-beta(depth=2)", "alpha-beta( depth=2 )"]}),
            422,
            "plan",
        ),
        (json!({"game": {"name": "nim"}, "games": 0}), 422, "out-of-range"),
        (
            json!({"game": {"name": "nim"}, "sprt": {"elo0": 9, "elo1": 0, "alpha": 0.1, "beta": 0.1}}),
            422,
            "out-of-range",
        ),
        (json!({"game": {"name": "nim"}, "colour": 1}), 400, "malformed"),
    ] {
        let answer = client.post("/api/comparisons", &fields).await;
        assert_eq!(
            (answer.status.as_u16(), answer.json()["code"].as_str()),
            (status, Some(code)),
            "{fields}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_the_game_shows_to_be_wrong_fails_the_job() {
    let client = Client::new();
    for (fields, code) in [
        (json!({"game": {"name": "nom"}}), "no-such-game"),
        (json!({"game": {"rules": "(role"}}), "rules"),
        (json!({"game": {"name": "nim"}, "players": ["random"], "schedule": "in-order"}), "plan"),
        (
            json!({"game": {"name": "nim"}, "players": ["random", "first-legal"], "games": 1_000_000}),
            "too-many",
        ),
        (json!({"game": {"name": "nim"}, "players": ["alpha-beta(depth=1,eval=open-lines)"]}), "unsuited"),
    ] {
        let (event, problem) = client.run("/api/comparisons", &fields).await;
        assert_eq!((event.as_str(), problem["code"].as_str()), ("failed", Some(code)), "{fields}: {problem}");
    }
    assert_eq!(client.get("/api/comparisons").await.json(), json!({"tournaments": []}), "nothing was begun");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_in_the_store_is_not_found() {
    let client = Client::new();
    for path in ["/api/comparisons/7", "/api/comparisons/7/table.csv", "/api/comparisons/7/matches.csv"] {
        let answer = client.get(path).await;
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (StatusCode::NOT_FOUND, Some("not-in-store"))
        );
    }
    assert_eq!(client.post("/api/comparisons/7/resume", &json!({})).await.status, StatusCode::NOT_FOUND);
}

/// Rules of two roles with too many states for a table, in which both are stuck after passing twelve times.
/// The first legal move is the other one, and random players pass twelve times once in sixteen million games.
fn rules_with_a_stuck_state() -> String {
    let mut rules = "(role a) (role b) (init (step 0))
        (<= (legal ?r go) (role ?r) (not stuck)) (<= (legal ?r pass) (role ?r) (not stuck))
        (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
        (<= (next (chose ?r ?n ?x)) (does ?r ?x) (true (step ?n)))
        (<= (next (chose ?r ?n ?x)) (true (chose ?r ?n ?x)))
        (<= alike (true (chose a 15 ?x)) (true (chose b 15 ?x)))
        (<= terminal (true (step 16)))
        (<= (goal a 100) alike) (<= (goal a 0) (not alike)) (<= (goal b 0) alike) (<= (goal b 100) (not alike))"
        .to_owned();
    for step in 0..16 {
        rules += &format!("(succ {step} {})", step + 1);
    }
    let passes = |step| format!("(true (chose a {step} pass)) (true (chose b {step} pass))");
    rules + &format!("(<= stuck (true (step 12)) {})", (0..12).map(passes).collect::<String>())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_breaks_the_rules_does_not_touch_a_tournament_on_the_same_rules() {
    let rules = rules_with_a_stuck_state();
    let game = json!({"rules": rules});
    let request = json!({"game": game, "players": ["first-legal", "random"], "games": 1000});
    let (event, undisturbed) = Client::new().run("/api/comparisons", &request).await;
    assert_eq!(event, "done", "{undisturbed}");

    let client = Client::new();
    let job = client.post("/api/comparisons", &request).await.json();
    let mut listener = client.laboratory.jobs.listen(job["id"].as_u64().unwrap()).unwrap();
    // Until something has been played.
    listener.wait_for(|update| update.data.is_some()).await.unwrap();
    let stuck = json!({"game": game, "moves": vec![["pass", "pass"]; 12]});
    let answer = client.post("/api/positions", &stuck).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.body);
    assert_eq!(listener.borrow().phase, Phase::Running, "the tournament was over before the request came");
    let end = listener.wait_for(|update| update.phase != Phase::Running).await.unwrap().clone();
    let disturbed: Value = serde_json::from_str(end.data.as_deref().unwrap()).unwrap();
    assert_eq!((end.phase, &disturbed["table"]), (Phase::Done, &undisturbed["table"]), "{disturbed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_comparison_tells_what_was_chosen_for_it_and_whether_its_games_repeat_one_another() {
    let client = Client::new();
    let (_, chosen) = client.run("/api/comparisons", &json!({"game": {"name": "nim"}, "games": 1})).await;
    assert_eq!(chosen["remarks"].as_array().map(Vec::len), Some(1), "{chosen}");
    assert_eq!(chosen["repeated"], json!([]));
    let same =
        json!({"game": {"name": "nim"}, "players": ["first-legal", "alpha-beta(depth=2)"], "games": 10});
    let (_, repeated) = client.run("/api/comparisons", &same).await;
    assert_eq!(repeated["remarks"], json!([]));
    assert_eq!(
        repeated["repeated"],
        json!([
            {"players": ["first-legal", "alpha-beta(depth=2)"], "games": 10, "distinct_games": 1, "discounted": true},
            {"players": ["alpha-beta(depth=2)", "first-legal"], "games": 10, "distinct_games": 1, "discounted": true}
        ])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_to_the_store_is_told_and_not_written_to_files() {
    let client = Client::new();
    let few =
        json!({"game": {"name": "nim"}, "players": ["first-legal", "alpha-beta(table=16)"], "games": 2});
    let (_, played) = client.run("/api/comparisons", &few).await;
    assert_eq!(played["remarks"], json!([]));
    let path = format!("/api/comparisons/{}", played["id"]);
    assert_eq!(client.get(&format!("{path}/table.csv")).await.status, StatusCode::OK);
    // The goals of a match.
    let mut bytes = std::fs::read(client.store()).unwrap();
    let place = bytes.windows(7).rposition(|goals| goals == b"[100,0]").unwrap();
    bytes[place + 1] = b'3';
    std::fs::write(client.store(), bytes).unwrap();
    let shown = client.get(&path).await;
    let shown: Value = serde_json::from_str(&shown.body).unwrap();
    let remark = shown["remarks"][0].as_str().unwrap();
    assert!(remark.starts_with("tournament 1 is damaged"), "{remark}");
    for file in ["table.csv", "matches.csv"] {
        let answer = client.get(&format!("{path}/{file}")).await;
        assert_eq!(answer.status, StatusCode::CONFLICT, "{}", answer.body);
    }
}
