use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::MessageError;

/// Why a request is not answered by the player.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    #[error("not a request: {0}")]
    NotARequest(#[from] MessageError),
    #[error("the body ends before its end")]
    Incomplete,
    #[error("a POST needs a Content-Length")]
    NoLength,
    #[error("the message has more than {0} bytes")]
    TooLarge(usize),
    #[error("too many large messages at once; try again")]
    Crowded,
    #[error("the player failed")]
    Failed,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        tracing::debug!("a request was refused: {self}");
        let status = match self {
            Self::NotARequest(_) | Self::Incomplete => StatusCode::BAD_REQUEST,
            Self::NoLength => StatusCode::LENGTH_REQUIRED,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Crowded => StatusCode::SERVICE_UNAVAILABLE,
            Self::Failed => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, format!("{self}\n")).into_response()
    }
}
