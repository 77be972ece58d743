use gdl::Span;

/// A text is not a message of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", .place.map(|place| format!(", at byte {place}")).unwrap_or_default())]
pub struct MessageError {
    message: String,
    /// The offset of the error in bytes.
    place: Option<u32>,
}

impl MessageError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None }
    }

    pub(super) fn at(span: Span, message: impl Into<String>) -> Self {
        Self { message: message.into(), place: Some(span.start) }
    }
}
