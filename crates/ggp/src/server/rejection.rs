use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::MessageError;

/// Why a request does not reach the player, or gets no answer from it.
#[derive(Debug, thiserror::Error)]
pub(super) enum Rejection {
    #[error("not a request: {0}")]
    NotARequest(#[from] MessageError),
    #[error("the body is incomplete")]
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

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        tracing::debug!("request refused: {self}");
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
