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

use super::body::{BodyReader, RequestBody};
use super::connection::RequestContext;
use super::rejection::Rejection;
use super::{Responder, ServerLimits};
use crate::{Reply, Request};

/// The handler of all HTTP requests.
#[derive(Debug)]
pub(super) struct Handler<A> {
    responder: Arc<A>,
    limits: ServerLimits,
    bodies: BodyReader,
}

// Derived, it would need `A: Clone`.
impl<A> Clone for Handler<A> {
    fn clone(&self) -> Self {
        Self { responder: Arc::clone(&self.responder), limits: self.limits, bodies: self.bodies.clone() }
    }
}

impl<A: Responder> Handler<A> {
    pub(super) fn new(responder: Arc<A>, limits: ServerLimits) -> Self {
        Self { responder, limits, bodies: BodyReader::new(limits.message_bytes, limits.total_bytes) }
    }

    /// Answers a message that was received completely.
    async fn serve(&self, message: RequestBody, context: RequestContext) -> Result<Response, Rejection> {
        context.received();
        let reply = self.reply(message, context.arrived).await;
        context.answered();
        reply.map(|reply| ([(CONTENT_TYPE, "text/acl")], reply.to_string()).into_response())
    }

    async fn reply(&self, message: RequestBody, arrived: Instant) -> Result<Reply, Rejection> {
        let limits = ParseLimits { bytes: self.limits.message_bytes, ..ParseLimits::default() };
        // Parsing a large message would block other tasks.
        let parse = spawn_blocking(move || {
            // Some rulesheets have comments in older encodings.
            Request::parse(&String::from_utf8_lossy(&message.bytes), limits)
        });
        let request = parse.await.map_err(|_| Rejection::Failed)??;
        // A task of its own is completed when the client closes the connection, and contains a panic.
        let responder = Arc::clone(&self.responder);
        let answer = tokio::spawn(async move { responder.answer(request, arrived).await });
        answer.await.map_err(|_| Rejection::Failed)
    }
}

/// The routes of requests; the path makes no difference.
pub(super) fn routes(handler: Handler<impl Responder>) -> MethodRouter<(), Infallible> {
    options(nothing).get(in_path).post(in_body).layer(map_response(with_access)).with_state(handler)
}

async fn nothing() -> impl IntoResponse {
    [(CONTENT_TYPE, "text/acl")]
}

async fn in_path<A: Responder>(
    State(handler): State<Handler<A>>,
    Extension(context): Extension<RequestContext>,
    uri: Uri,
) -> Result<Response, Rejection> {
    let path = uri.path_and_query().map_or("", |path| path.as_str()).trim_start_matches('/');
    let bytes = percent_decode(path.replace('+', " ").as_bytes()).collect();
    handler.serve(RequestBody::small(bytes), context).await
}

async fn in_body<A: Responder>(
    State(handler): State<Handler<A>>,
    Extension(context): Extension<RequestContext>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Rejection> {
    let message = handler.bodies.read(&headers, body).await?;
    handler.serve(message, context).await
}

/// Allows web pages of any origin to read replies, as the protocol prescribes.
async fn with_access(mut response: Response) -> Response {
    // The name that the reference implementation uses; browsers know this header by another one.
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
