use std::sync::Arc;

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::rejection::Refusal;

/// What a message takes of no other's room: enough for all but the largest.
const OWN: usize = 64 << 10;

/// Room for the messages on their way in.
#[derive(Clone, Debug)]
pub(super) struct Room {
    /// Bytes of one message.
    message: usize,
    /// Bytes that are left for all messages, beyond what each has of its own.
    common: Arc<Semaphore>,
}

/// A message's text, and the room that it takes until it is dropped.
pub(super) struct Message {
    pub(super) bytes: Vec<u8>,
    common: Option<OwnedSemaphorePermit>,
}

impl Message {
    /// One that came in the head of a request, whose size is bounded anyway.
    pub(super) fn small(bytes: Vec<u8>) -> Self {
        Self { bytes, common: None }
    }
}

impl Room {
    /// Room for messages of so many bytes, and for so many of all together.
    pub(super) fn new(message: usize, messages: usize) -> Self {
        Self { message, common: Arc::new(Semaphore::new(messages.min(Semaphore::MAX_PERMITS))) }
    }

    /// Reads the body of a request.
    pub(super) async fn read(&self, headers: &HeaderMap, mut body: Body) -> Result<Message, Refusal> {
        if !headers.contains_key(CONTENT_LENGTH) && !headers.contains_key(TRANSFER_ENCODING) {
            return Err(Refusal::NoLength);
        }
        // Better now than after all of it.
        let length = hyper::body::Body::size_hint(&body).exact().unwrap_or(0);
        if usize::try_from(length).is_ok_and(|length| length > self.message) {
            return Err(Refusal::TooLarge(self.message));
        }
        let mut message = Message::small(Vec::new());
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| Refusal::Incomplete)?;
            let Some(data) = frame.data_ref() else { continue };
            if data.len() > self.message - message.bytes.len() {
                return Err(Refusal::TooLarge(self.message));
            }
            message.bytes.extend_from_slice(data);
            self.share(&mut message)?;
        }
        Ok(message)
    }

    /// Takes of the common room what the message needs.
    fn share(&self, message: &mut Message) -> Result<(), Refusal> {
        let has = message.common.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let more = message.bytes.len().saturating_sub(OWN + has);
        let more = u32::try_from(more).map_err(|_| Refusal::TooLarge(self.message))?;
        let permit = Arc::clone(&self.common).try_acquire_many_owned(more).map_err(|_| Refusal::Crowded)?;
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

    /// Room for two large messages, but not for more.
    fn room() -> Room {
        Room::new(MESSAGE, 2 * (MESSAGE - OWN))
    }

    async fn read(room: &Room, length: usize) -> Result<Message, Refusal> {
        let headers = HeaderMap::from_iter([(CONTENT_LENGTH, length.into())]);
        room.read(&headers, Body::from(vec![b' '; length])).await
    }

    #[tokio::test]
    async fn what_large_messages_take_is_free_when_they_have_been_read() {
        let room = room();
        let (one, two) = (read(&room, MESSAGE).await.unwrap(), read(&room, MESSAGE).await.unwrap());
        assert_eq!((one.bytes.len(), two.bytes.len()), (MESSAGE, MESSAGE));
        assert!(matches!(read(&room, MESSAGE).await, Err(Refusal::Crowded)));
        drop(one);
        assert!(read(&room, MESSAGE).await.is_ok());
    }

    #[tokio::test]
    async fn small_messages_have_room_among_large_ones() {
        let room = room();
        let _large = [read(&room, MESSAGE).await.unwrap(), read(&room, MESSAGE).await.unwrap()];
        assert!(read(&room, OWN).await.is_ok());
        assert!(matches!(read(&room, OWN + 1).await, Err(Refusal::Crowded)));
    }

    #[tokio::test]
    async fn what_is_refused_leaves_no_trace() {
        let room = room();
        for _ in 0..10 {
            assert!(matches!(read(&room, MESSAGE + 1).await, Err(Refusal::TooLarge(MESSAGE))));
            let none = room.read(&HeaderMap::new(), Body::from("(INFO)")).await;
            assert!(matches!(none, Err(Refusal::NoLength)));
        }
        assert_eq!(room.common.available_permits(), 2 * (MESSAGE - OWN));
    }
}
