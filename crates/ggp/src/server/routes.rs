use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, CONTENT_TYPE,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, options};
use gdl::ParseLimits;
use percent_encoding::percent_decode;
use tokio::task::spawn_blocking;

use super::body::{Message, Room};
use super::connection::Visitor;
use super::rejection::Refusal;
use super::{Answers, ServerLimits};
use crate::{Reply, Request};

/// Where requests are handed in.
#[derive(Debug)]
pub(super) struct Desk<A> {
    answerer: Arc<A>,
    limits: ServerLimits,
    room: Room,
}

// `A` need not be one that can be cloned.
impl<A> Clone for Desk<A> {
    fn clone(&self) -> Self {
        Self { answerer: Arc::clone(&self.answerer), limits: self.limits, room: self.room.clone() }
    }
}

impl<A: Answers> Desk<A> {
    pub(super) fn new(answerer: Arc<A>, limits: ServerLimits) -> Self {
        Self { answerer, limits, room: Room::new(limits.message, limits.messages) }
    }

    /// Answers a message, which has arrived.
    async fn serve(&self, message: Message, visitor: Visitor) -> Result<Response, Refusal> {
        visitor.is_heard();
        let reply = self.reply(message, visitor.arrived).await;
        visitor.is_answered();
        reply.map(|reply| ([(CONTENT_TYPE, "text/acl")], reply.to_string()).into_response())
    }

    async fn reply(&self, message: Message, arrived: Instant) -> Result<Reply, Refusal> {
        let limits = ParseLimits { bytes: self.limits.message, ..ParseLimits::default() };
        // That of a large message would keep others waiting.
        let parse = spawn_blocking(move || {
            // Some rulesheets hold letters of older encodings in their comments.
            Request::parse(&String::from_utf8_lossy(&message.bytes), limits)
        });
        let request = parse.await.map_err(|_| Refusal::Failed)??;
        // In a task of its own, so that it comes to its end if the client hangs up, and ends alone if it panics.
        let answerer = Arc::clone(&self.answerer);
        let answer = tokio::spawn(async move { answerer.answer(request, arrived).await });
        answer.await.map_err(|_| Refusal::Failed)
    }
}

/// The way of requests, whatever their path.
pub(super) fn routes(desk: Desk<impl Answers>) -> MethodRouter<(), Infallible> {
    options(nothing).get(in_path).post(in_body).layer(map_response(with_access)).with_state(desk)
}

async fn nothing() -> impl IntoResponse {
    [(CONTENT_TYPE, "text/acl")]
}

async fn in_path<A: Answers>(
    State(desk): State<Desk<A>>,
    Extension(visitor): Extension<Visitor>,
    uri: Uri,
) -> Result<Response, Refusal> {
    let path = uri.path_and_query().map_or("", |path| path.as_str()).trim_start_matches('/');
    let bytes = percent_decode(path.replace('+', " ").as_bytes()).collect();
    desk.serve(Message::small(bytes), visitor).await
}

async fn in_body<A: Answers>(
    State(desk): State<Desk<A>>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Refusal> {
    let message = desk.room.read(&headers, body).await?;
    desk.serve(message, visitor).await
}

/// Lets web pages read replies, which the protocol wants.
async fn with_access(mut response: Response) -> Response {
    // As the reference implementation has it; browsers know that header by another name.
    const AGE: HeaderName = HeaderName::from_static("access-control-allow-age");
    let access = [
        (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (ACCESS_CONTROL_ALLOW_METHODS, "POST, GET, OPTIONS"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "Content-Type"),
        (AGE, "86400"),
    ];
    response.headers_mut().extend(access.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}
