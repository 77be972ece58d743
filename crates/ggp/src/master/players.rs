use std::panic;
use std::time::{Duration, Instant};

use search::Stop;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::Seat;
use crate::client::Client;
use crate::{Request, RequestError};

/// The players of a match. Requests go to all of them at once, in the same way to those on the network and to
/// those in this process.
pub(super) struct Players {
    client: Client,
    /// The player of each role; a [`Seat::Random`] gets no requests.
    seats: Vec<Seat>,
}

/// The answer of a player to a request.
pub(super) struct Answer {
    pub(super) role: usize,
    /// The text, trimmed.
    pub(super) text: Result<String, RequestError>,
    /// The time it took.
    pub(super) time: Duration,
}

/// The answers that have not arrived yet.
pub(super) struct PendingAnswers(JoinSet<Answer>);

/// The stop button was pressed.
pub(super) struct Stopped;

impl Players {
    pub(super) fn new(seats: Vec<Seat>) -> Self {
        Self { client: Client::new(), seats }
    }

    /// The player of each role.
    pub(super) fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Sends each player its request, with a time limit for the answer.
    pub(super) fn request(&self, limit: Duration, request_of: impl Fn(usize) -> Request) -> PendingAnswers {
        let mut answers = JoinSet::new();
        for (role, seat) in self.seats.iter().cloned().enumerate() {
            if matches!(seat, Seat::Random) {
                continue;
            }
            let (client, request) = (self.client.clone(), request_of(role));
            answers.spawn(async move {
                let start = Instant::now();
                let text = answer(&client, seat, request, limit).await;
                Answer { role, text, time: start.elapsed() }
            });
        }
        PendingAnswers(answers)
    }
}

async fn answer(
    client: &Client,
    seat: Seat,
    request: Request,
    limit: Duration,
) -> Result<String, RequestError> {
    match seat {
        Seat::Remote { address, .. } => client.ask(&address, &request, limit).await,
        Seat::Local { player, .. } => {
            let reply = timeout(limit, player.answer(request, Instant::now())).await;
            reply.map(|reply| reply.to_string()).map_err(|_| RequestError::TimedOut)
        }
        Seat::Random => Ok(String::new()),
    }
}

impl PendingAnswers {
    /// The interval at which the stop button is polled.
    const POLL: Duration = Duration::from_millis(20);

    /// Waits for the next answer; none if all have arrived.
    pub(super) async fn next(&mut self, stop: &Stop) -> Result<Option<Answer>, Stopped> {
        while !stop.pressed() {
            if let Ok(answer) = timeout(Self::POLL, self.answer()).await {
                return Ok(answer);
            }
        }
        Err(Stopped)
    }

    /// Waits for all answers and ignores them.
    pub(super) async fn finish(mut self) {
        while self.answer().await.is_some() {}
    }

    async fn answer(&mut self) -> Option<Answer> {
        match self.0.join_next().await? {
            Ok(answer) => Some(answer),
            // Tasks are not cancelled except by dropping the set, so this is a panic.
            Err(error) => panic::resume_unwind(error.into_panic()),
        }
    }
}
