use std::any::Any;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use search::SearcherError;
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request was not done, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Problem {
    #[serde(skip)]
    pub(crate) status: StatusCode,
    /// A word for programs, which stays the same.
    pub(crate) code: &'static str,
    /// A sentence for people.
    pub(crate) message: String,
    /// The place in the text that is wrong, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), line: None, column: None }
    }

    /// What is asked for cannot be done, since something in the request is wrong that the description of the
    /// API cannot tell, such as a text in another language than JSON, or a move that is not legal.
    pub(crate) fn invalid(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// What is asked for is not there.
    pub(crate) fn missing(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, message)
    }

    /// There is too much to do; later it may be done.
    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// Something that should not fail did. What it was is for the log of whoever runs the server.
    pub(crate) fn internal(error: impl std::fmt::Display) -> Self {
        tracing::error!("{error}");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "internal error of the server; its terminal shows the cause",
        )
    }

    /// Something panicked.
    pub(crate) fn panicked(what: impl std::fmt::Display, panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Self::internal(format_args!("{what} panicked: {}", text.unwrap_or("no message")))
    }

    #[must_use]
    pub(crate) fn at(mut self, line: usize, column: usize) -> Self {
        (self.line, self.column) = (Some(line), Some(column));
        self
    }
}

impl From<SearcherError> for Problem {
    fn from(error: SearcherError) -> Self {
        let code = match error {
            SearcherError::GameOver => "game-over",
            SearcherError::Game(_) => "game-failed",
            SearcherError::NoSuchRole { .. } => "no-such-role",
            SearcherError::Several { .. } => "which-role",
            SearcherError::Chance { .. } => "chance",
        };
        Self::invalid(code, error.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Self {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            return Self::new(
                rejection.status(),
                "too-large",
                "the request exceeds the size limit of this server",
            );
        }
        Self::new(rejection.status(), "malformed", rejection.body_text())
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(rejection.status(), "malformed", rejection.body_text())
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Self {
        Self::new(rejection.status(), "malformed", rejection.body_text())
    }
}
