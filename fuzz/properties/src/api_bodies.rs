//! Requests to the JSON API: whatever comes is answered, or refused with a reason; nothing says that the
//! server failed.

use std::cell::RefCell;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, HOST};
use axum::http::{Method, Request, StatusCode, Uri};
use http_body_util::BodyExt;
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tower::ServiceExt;
use web::{Limits, Server, Settings};

use crate::{Form, Property};

pub(crate) const PROPERTY: Property = Property {
    name: "api_bodies",
    what: "A request to the JSON API, a line `POST /api/...` and a body, is answered or refused with a reason, and its job ends without a panic",
    holds,
    form: Form::Text(&[
        "GET",
        "POST",
        "/api/positions",
        "/api/thoughts",
        "/api/recordings",
        "/api/rules/check",
        "/api/rules/figures",
        "/api/compilations",
        "/api/comparisons",
        "/api/exercises/minimax/mark",
        "/api/exercises/uct/hint",
        "\"game\"",
        "\"name\"",
        "\"rules\"",
        "\"moves\"",
        "\"strategy\"",
        "\"budget\"",
        "\"tree\"",
        "\"text\"",
        "\"role\"",
        "\"seed\"",
        "\"exercise\"",
        "\"answers\"",
        "\"blank\"",
        "\"level\"",
        "\"number\"",
        "{\"name\": \"nim\"}",
        "{\"text\": \"((3 12) (2 4))\"}",
        "null",
        "[]",
        "{}",
        "true",
        "\"\"",
        "\"noop\"",
        "\"minimax(depth=2)\"",
        "\"uct(playouts=10)\"",
        "[\"(mark 1 1)\", \"noop\"]",
        "\"n0\"",
        "{\"number\": 3}",
        "{\"choice\": 1}",
        "{\"label\": \"win\"}",
    ]),
    tested: 20_000,
    borrows: &[],
};

/// The time that a job has before it is cancelled.
const JOB: Duration = Duration::from_millis(2);

/// Requests to one server, whose store grows.
const REQUESTS: u32 = 10_000;

fn holds(bytes: &[u8]) {
    thread_local! {
        static BENCH: RefCell<Option<Bench>> = const { RefCell::new(None) };
    }
    let Some(request) = Asked::read(bytes) else { return };
    BENCH.with_borrow_mut(|kept| {
        // After a panic there is none.
        let mut bench = kept.take().filter(|bench| bench.left > 0).unwrap_or_else(Bench::new);
        bench.left -= 1;
        bench.runtime.block_on(check(&bench.routes, &request));
        *kept = Some(bench);
    });
}

/// A server without a network, with a store that is thrown away with it.
struct Bench {
    runtime: Runtime,
    routes: Router,
    left: u32,
    _server: Server,
    _folder: TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let limits = Limits {
            body: 1 << 16,
            keep: Duration::from_secs(1),
            games: 8,
            compiling: Duration::from_secs(1),
            ..Limits::default()
        };
        let store = folder.path().join("store.db");
        let address = ([127, 0, 0, 1], 80).into();
        let server =
            Server::new(Settings { limits, address, ..Settings::loopback(store) }).expect("a thread");
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        Self { runtime, routes: server.routes(), left: REQUESTS, _server: server, _folder: folder }
    }
}

/// A request: its first line is that of HTTP without the version.
struct Asked {
    method: Method,
    uri: Uri,
    body: Vec<u8>,
}

impl Asked {
    fn read(bytes: &[u8]) -> Option<Self> {
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let (line, body) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
        let space = line.iter().position(|&byte| byte == b' ')?;
        let method = Method::from_bytes(&line[..space]).ok()?;
        let uri = Uri::try_from(line[space..].trim_ascii()).ok()?;
        Some(Self { method, uri, body: body.to_vec() })
    }
}

async fn check(routes: &Router, asked: &Asked) {
    let (status, body) = ask(routes, asked.method.clone(), asked.uri.clone(), &asked.body).await;
    if status == StatusCode::ACCEPTED {
        follow(routes, &body).await;
    }
}

/// What is answered, after it has been looked at.
async fn ask(routes: &Router, method: Method, uri: Uri, body: &[u8]) -> (StatusCode, Vec<u8>) {
    let request = Request::builder()
        .method(method)
        .uri(uri)
        .header(HOST, "localhost")
        .header(CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_vec()))
        .expect("its parts have been read");
    let response = routes.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
    let (parts, body) = response.into_parts();
    let body = body.collect().await.expect("a body in memory").to_bytes().to_vec();
    let status = parts.status;
    assert!(!status.is_server_error(), "{status}: {}", String::from_utf8_lossy(&body));
    let is_json =
        parts.headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if is_json {
        let document: Value = serde_json::from_slice(&body).expect("what is called JSON is JSON");
        if status.is_client_error() {
            let has = |field: &str| document[field].as_str().is_some_and(|text| !text.is_empty());
            assert!(has("code") && has("message"), "{status} without a reason: {document}");
        }
    }
    (status, body)
}

/// Waits for the end of a job, which is not long.
async fn follow(routes: &Router, job: &[u8]) {
    let job: Value = serde_json::from_slice(job).expect("a job");
    let path = |end: &str| format!("/api/jobs/{}/{end}", job["id"]).parse::<Uri>().expect("a path");
    let events = || ask(routes, Method::GET, path("events"), &[]);
    let ended = match timeout(JOB, events()).await {
        Ok(ended) => ended,
        Err(_) => {
            ask(routes, Method::POST, path("cancel"), &[]).await;
            events().await
        }
    };
    let events = String::from_utf8_lossy(&ended.1);
    assert!(!events.contains(r#""code":"internal""#), "the job failed: {events}");
}
