use std::any::Any;
use std::future::Future;
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use tokio::net::{TcpListener, TcpSocket};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::guard::{Guard, guard};
use crate::laboratory::Laboratory;
use crate::page::page;
use crate::peer::Peer;
use crate::places::Places;
use crate::problem::Problem;
use crate::{Settings, api, connection};

/// The laboratory page on the network.
pub struct Server {
    settings: Settings,
    laboratory: Arc<Laboratory>,
}

/// How many clients may wait at a port, if the system agrees.
const WAITING: u32 = 1024;

/// What jobs that are ended have, to put into the store what they finished.
const GRACE: Duration = Duration::from_secs(2);

impl Server {
    /// A server that has not begun.
    ///
    /// # Errors
    /// If the system gives it no thread.
    pub fn new(settings: Settings) -> io::Result<Self> {
        let laboratory = Laboratory::new(&settings)?;
        Ok(Self { settings, laboratory })
    }

    /// Opens the port. It belongs to the runtime that this is called in.
    ///
    /// # Errors
    /// If the port is taken, or not ours to open.
    pub fn listen(&self) -> io::Result<TcpListener> {
        let address = self.settings.address;
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // A port that was open a moment ago may be opened again; elsewhere the flag would let others take
        // it over.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(WAITING)
    }

    /// All that it answers, for clients of this process that need no network. To it they are at this
    /// machine's own address.
    pub fn routes(&self) -> Router {
        let guard = Guard::new(self.settings.address, self.settings.token.as_deref());
        let here = Peer::at((Ipv4Addr::LOCALHOST, 0).into());
        routes(&self.laboratory, guard).layer(Extension(here))
    }

    /// Answers whoever connects, until `end` comes; then jobs are ended, and what they finished is kept.
    ///
    /// # Errors
    /// If the listener does not know its own address.
    pub async fn run(self, listener: TcpListener, end: impl Future<Output = ()>) -> io::Result<()> {
        let Self { settings, laboratory } = self;
        let address = listener.local_addr()?;
        let routes = routes(&laboratory, Guard::new(address, settings.token.as_deref()));
        connection::serve(routes, settings.limits, listener, end).await;
        laboratory.jobs.cancel_all();
        laboratory.games.cancel_all();
        let ended = Instant::now();
        while laboratory.jobs.any_running() && ended.elapsed() < GRACE {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Ok(())
    }
}

/// All that a server answers.
pub(crate) fn routes(laboratory: &Arc<Laboratory>, who: Guard) -> Router {
    let limits = laboratory.limits;
    api::routes(laboratory)
        .fallback(get(page))
        .method_not_allowed_fallback(|| async {
            Problem::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "wrong-method",
                "this address takes other methods; /api/openapi.json lists them",
            )
        })
        .layer(DefaultBodyLimit::max(limits.body))
        .layer(from_fn_with_state(limits.answer, in_time))
        .layer(CatchPanicLayer::custom(|panic: Box<dyn Any + Send>| {
            Problem::panicked("a request", panic.as_ref()).into_response()
        }))
        .layer(from_fn_with_state(Places::new(limits.requests), at_once))
        .layer(from_fn_with_state(who, guard))
        .layer(CompressionLayer::new())
}

/// Answers that there are too many requests, if the client has its share. What takes no time is always
/// answered: the files of the page, and what jobs do.
async fn at_once(
    State(places): State<Arc<Places>>,
    client: Peer,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let path = request.uri().path();
    if !path.starts_with("/api/") || path.starts_with("/api/jobs") {
        return Ok(next.run(request).await);
    }
    let _place = places
        .take(client)
        .ok_or_else(|| Problem::busy("too many requests at once; try again in a moment"))?;
    Ok(next.run(request).await)
}

/// Answers that it takes too long, if it does.
async fn in_time(State(longest): State<Duration>, request: Request, next: Next) -> Response {
    tokio::time::timeout(longest, next.run(request)).await.unwrap_or_else(|_| {
        let seconds = longest.as_secs();
        let message = format!("there was no answer within {seconds} s; ask for less, or again in a moment");
        Problem::new(StatusCode::GATEWAY_TIMEOUT, "too-slow", message).into_response()
    })
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;
    use tower::ServiceExt;

    use super::*;
    use crate::Limits;
    use crate::testing::{Client, slow_rules};

    #[tokio::test]
    async fn every_answer_tells_the_browser_to_load_nothing_from_elsewhere() {
        for path in ["/", "/api/games", "/nothing", "/api/nothing"] {
            let answer = Client::new().get(path).await;
            let policy = answer.headers.get("content-security-policy").unwrap().to_str().unwrap();
            assert!(policy.contains("script-src 'self';"), "{path}");
        }
    }

    #[tokio::test]
    async fn a_client_of_this_process_needs_no_network() {
        let folder = tempfile::TempDir::new().unwrap();
        let address = ([127, 0, 0, 1], 80).into();
        let settings = Settings { address, ..Settings::loopback(folder.path().join("store.db")) };
        let routes = Server::new(settings).unwrap().routes();
        let request = Request::get("/api/jobs/1").header("host", "localhost").body(axum::body::Body::empty());
        let answer = routes.oneshot(request.unwrap()).await.unwrap();
        assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    }

    #[tokio::test]
    async fn the_api_refuses_other_hosts() {
        let request =
            Request::get("/api/games").header("host", "evil.example").body(axum::body::Body::empty());
        let answer = Client::new().send(request.unwrap()).await;
        assert_eq!((answer.status, answer.json()["code"].as_str()), (StatusCode::FORBIDDEN, Some("host")));
    }

    #[tokio::test]
    async fn who_has_its_share_of_requests_keeps_neither_others_out_nor_the_page() {
        let client = Client::within(Limits { requests: 2, ..Limits::default() });
        let status = async |client: &Client, path| client.get(path).await.status;
        let slow = serde_json::json!({"game": {"rules": slow_rules(0)}});
        tokio::select! {
            biased;
            answer = client.post("/api/positions", &slow) => panic!("{}", answer.body),
            () = async {
                assert_eq!(status(&client, "/api/games").await, StatusCode::SERVICE_UNAVAILABLE);
                // There may be no page, but it is looked for.
                assert_eq!(status(&client, "/nothing").await, StatusCode::NOT_FOUND);
                assert_eq!(status(&client, "/api/jobs").await, StatusCode::OK);
                assert_eq!(status(&client.other(2), "/api/games").await, StatusCode::OK);
            } => (),
        }
        assert_eq!(status(&client, "/api/games").await, StatusCode::OK);
    }

    #[tokio::test]
    async fn a_body_that_is_too_large_is_refused() {
        let document = serde_json::json!({ "rules": " ".repeat(3 << 20) });
        let answer = Client::new().post("/api/rules/check", &document).await;
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (StatusCode::PAYLOAD_TOO_LARGE, &"too-large".into())
        );
    }

    #[tokio::test]
    async fn what_is_not_there_is_a_problem_in_the_api() {
        let answer = Client::new().get("/api/nothing").await;
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (StatusCode::NOT_FOUND, Some("no-such-path"))
        );
    }

    #[tokio::test]
    async fn a_wrong_method_is_a_problem() {
        let request =
            Request::delete("/api/games").header("host", "localhost").body(axum::body::Body::empty());
        let answer = Client::new().send(request.unwrap()).await;
        assert_eq!(
            (answer.status, answer.json()["code"].as_str()),
            (StatusCode::METHOD_NOT_ALLOWED, Some("wrong-method"))
        );
    }

    #[tokio::test]
    async fn an_answer_that_does_not_come_in_time_is_a_problem() {
        let never = get(std::future::pending::<()>);
        let hurried = from_fn_with_state(Duration::from_millis(1), in_time);
        let routes: Router = Router::new().route("/", never).layer(hurried);
        let answer =
            routes.oneshot(Request::get("/").body(axum::body::Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.status(), StatusCode::GATEWAY_TIMEOUT);
        let body = answer.into_body().collect().await.unwrap().to_bytes();
        assert_eq!(serde_json::from_slice::<serde_json::Value>(&body).unwrap()["code"], "too-slow");
    }
}
