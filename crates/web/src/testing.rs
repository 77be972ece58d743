//! A client of all the routes, without a network.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use serde::Serialize;
use tempfile::TempDir;
use tower::ServiceExt;

use crate::guard::Guard;
use crate::laboratory::Laboratory;
use crate::peer::Peer;
use crate::{Limits, Settings, server};

const STORE: &str = "spielbaum.db";

/// A client of a laboratory of its own, whose store is thrown away with it.
pub(crate) struct Client {
    pub(crate) laboratory: Arc<Laboratory>,
    routes: Router,
    peer: Peer,
    folder: Arc<TempDir>,
}

/// How long a test waits for what should come at once, until it says that it does not come.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Rules that take long to be grounded, and that are other rules for every number: all words of five letters
/// are reached one after another.
pub(crate) fn slow_rules(number: usize) -> String {
    let letters: String = (0..28).map(|letter| format!("(letter {letter})")).collect();
    format!(
        "; {number}
        (role x) (init (word 0 0 0 0 0)) (legal x go) (goal x 0) {letters}
        (<= (next (word ?b ?c ?d ?e ?f)) (true (word ?a ?b ?c ?d ?e)) (letter ?f))
        (<= terminal (true (word 27 27 27 27 27)))"
    )
}

/// What the server answers.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Client {
    pub(crate) fn new() -> Self {
        Self::within(Limits::default())
    }

    pub(crate) fn within(limits: Limits) -> Self {
        let folder = TempDir::new().unwrap();
        let settings = Settings { limits, ..Settings::loopback(folder.path().join(STORE)) };
        let laboratory = Laboratory::new(&settings).unwrap();
        let routes = server::routes(&laboratory, Guard::new("127.0.0.1:80".parse().unwrap(), None));
        let peer = Peer::at(([127, 0, 0, 1], 1).into());
        Self { laboratory, routes, peer, folder: Arc::new(folder) }
    }

    /// A client of the same laboratory, at another address.
    pub(crate) fn other(&self, last: u8) -> Self {
        let (laboratory, routes) = (Arc::clone(&self.laboratory), self.routes.clone());
        let peer = Peer::at(([10, 0, 0, last], 1).into());
        Self { laboratory, routes, peer, folder: Arc::clone(&self.folder) }
    }

    /// The file of its store.
    pub(crate) fn store(&self) -> PathBuf {
        self.folder.path().join(STORE)
    }

    pub(crate) fn peer(&self) -> Peer {
        self.peer
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).header("host", "localhost").body(Body::empty()).unwrap()).await
    }

    /// Asks a job to end.
    pub(crate) async fn cancel(&self, job: u64) -> Answer {
        let request = Request::post(format!("/api/jobs/{job}/cancel")).header("host", "localhost");
        self.send(request.body(Body::empty()).unwrap()).await
    }

    pub(crate) async fn post(&self, path: &str, document: &impl Serialize) -> Answer {
        self.post_text(path, &serde_json::to_string(document).unwrap()).await
    }

    pub(crate) async fn post_text(&self, path: &str, text: &str) -> Answer {
        let request =
            Request::post(path).header("host", "localhost").header("content-type", "application/json");
        self.send(request.body(Body::from(text.to_owned())).unwrap()).await
    }

    pub(crate) async fn send(&self, mut request: Request<Body>) -> Answer {
        request.extensions_mut().insert(self.peer);
        let response = self.routes.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    /// Posts work, waits for the end of its job, and gives the name of the last event with its document.
    pub(crate) async fn run(&self, path: &str, document: &impl Serialize) -> (String, serde_json::Value) {
        let answer = self.post(path, document).await;
        assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.body);
        let events = self.get(&format!("/api/jobs/{}/events", answer.json()["id"])).await.body;
        let last = events.trim_end().rsplit("\n\n").next().unwrap();
        let field =
            |name: &str| last.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim();
        (field("event:").to_owned(), serde_json::from_str(field("data:")).unwrap_or_default())
    }
}

impl Answer {
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap()
    }
}
