use std::sync::Arc;

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::rejection::Rejection;

/// The first bytes of a message that do not count against the common limit. Most messages are smaller.
const OWN: usize = 64 << 10;

/// Reads the bodies of requests within limits on one message and on all messages together.
#[derive(Clone, Debug)]
pub(super) struct BodyReader {
    /// The limit of one message in bytes.
    limit: usize,
    /// The bytes left for all messages beyond the first [`OWN`] of each.
    common: Arc<Semaphore>,
}

/// The body of a request. It counts against the common limit until it is dropped.
pub(super) struct RequestBody {
    pub(super) bytes: Vec<u8>,
    common: Option<OwnedSemaphorePermit>,
}

impl RequestBody {
    /// A message from the head of a request, whose size is limited already.
    pub(super) fn small(bytes: Vec<u8>) -> Self {
        Self { bytes, common: None }
    }
}

impl BodyReader {
    /// A reader with a limit for one message and one for all messages together, in bytes.
    pub(super) fn new(limit: usize, total: usize) -> Self {
        Self { limit, common: Arc::new(Semaphore::new(total.min(Semaphore::MAX_PERMITS))) }
    }

    /// Reads the body of a request.
    pub(super) async fn read(&self, headers: &HeaderMap, mut body: Body) -> Result<RequestBody, Rejection> {
        if !headers.contains_key(CONTENT_LENGTH) && !headers.contains_key(TRANSFER_ENCODING) {
            return Err(Rejection::NoLength);
        }
        // Refuses a large message before it is received.
        let length = hyper::body::Body::size_hint(&body).exact().unwrap_or(0);
        if usize::try_from(length).is_ok_and(|length| length > self.limit) {
            return Err(Rejection::TooLarge(self.limit));
        }
        let mut message = RequestBody::small(Vec::new());
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| Rejection::Incomplete)?;
            let Some(data) = frame.data_ref() else { continue };
            if data.len() > self.limit - message.bytes.len() {
                return Err(Rejection::TooLarge(self.limit));
            }
            message.bytes.extend_from_slice(data);
            self.reserve(&mut message)?;
        }
        Ok(message)
    }

    /// Reserves for the message what it needs of the common limit.
    fn reserve(&self, message: &mut RequestBody) -> Result<(), Rejection> {
        let reserved = message.common.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let more = message.bytes.len().saturating_sub(OWN + reserved);
        let more = u32::try_from(more).map_err(|_| Rejection::TooLarge(self.limit))?;
        let permit = Arc::clone(&self.common).try_acquire_many_owned(more).map_err(|_| Rejection::Crowded)?;
        match &mut message.common {
            Some(common) => common.merge(permit),
            none => *none = Some(permit),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGE: usize = 200 << 10;

    /// A reader with room for two large messages, but not for more.
    fn reader() -> BodyReader {
        BodyReader::new(MESSAGE, 2 * (MESSAGE - OWN))
    }

    async fn read(reader: &BodyReader, length: usize) -> Result<RequestBody, Rejection> {
        let headers = HeaderMap::from_iter([(CONTENT_LENGTH, length.into())]);
        reader.read(&headers, Body::from(vec![b' '; length])).await
    }

    #[tokio::test]
    async fn a_large_message_frees_its_bytes_when_it_is_dropped() {
        let reader = reader();
        let (one, two) = (read(&reader, MESSAGE).await.unwrap(), read(&reader, MESSAGE).await.unwrap());
        assert_eq!((one.bytes.len(), two.bytes.len()), (MESSAGE, MESSAGE));
        assert!(matches!(read(&reader, MESSAGE).await, Err(Rejection::Crowded)));
        drop(one);
        assert!(read(&reader, MESSAGE).await.is_ok());
    }

    #[tokio::test]
    async fn small_messages_are_read_beside_large_ones() {
        let reader = reader();
        let _large = [read(&reader, MESSAGE).await.unwrap(), read(&reader, MESSAGE).await.unwrap()];
        assert!(read(&reader, OWN).await.is_ok());
        assert!(matches!(read(&reader, OWN + 1).await, Err(Rejection::Crowded)));
    }

    #[tokio::test]
    async fn a_refused_message_reserves_nothing() {
        let reader = reader();
        for _ in 0..10 {
            assert!(matches!(read(&reader, MESSAGE + 1).await, Err(Rejection::TooLarge(MESSAGE))));
            let none = reader.read(&HeaderMap::new(), Body::from("(INFO)")).await;
            assert!(matches!(none, Err(Rejection::NoLength)));
        }
        assert_eq!(reader.common.available_permits(), 2 * (MESSAGE - OWN));
    }
}
