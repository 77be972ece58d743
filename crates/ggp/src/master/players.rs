use std::panic;
use std::time::{Duration, Instant};

use search::Stop;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::Seat;
use crate::client::Client;
use crate::{Request, RequestError};

/// Where players are asked: all at once, and each as if it were far away.
pub(super) struct Desk {
    client: Client,
    /// Who plays each role; nobody is asked for a [`Seat::Random`].
    seats: Vec<Seat>,
}

/// What came of asking a player.
pub(super) struct Answer {
    pub(super) role: usize,
    /// What it said, without blanks around it.
    pub(super) said: Result<String, RequestError>,
    /// How long it took.
    pub(super) time: Duration,
}

/// Players who have been asked and are yet to answer.
pub(super) struct Round(JoinSet<Answer>);

/// The stop button was pressed.
pub(super) struct Stopped;

impl Desk {
    pub(super) fn new(seats: Vec<Seat>) -> Self {
        Self { client: Client::new(), seats }
    }

    /// Who plays each role.
    pub(super) fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Asks every player its request; each has until the limit to answer.
    pub(super) fn ask(&self, limit: Duration, request: impl Fn(usize) -> Request) -> Round {
        let mut round = JoinSet::new();
        for (role, seat) in self.seats.iter().cloned().enumerate() {
            if matches!(seat, Seat::Random) {
                continue;
            }
            let (client, request) = (self.client.clone(), request(role));
            round.spawn(async move {
                let asked = Instant::now();
                let said = answer(&client, seat, request, limit).await;
                Answer { role, said, time: asked.elapsed() }
            });
        }
        Round(round)
    }
}

async fn answer(
    client: &Client,
    seat: Seat,
    request: Request,
    limit: Duration,
) -> Result<String, RequestError> {
    match seat {
        Seat::Remote { address } => client.ask(&address, &request, limit).await,
        Seat::Local { player, .. } => {
            let reply = timeout(limit, player.answer(request, Instant::now())).await;
            reply.map(|reply| reply.to_string()).map_err(|_| RequestError::TimedOut)
        }
        Seat::Random => Ok(String::new()),
    }
}

impl Round {
    /// How often the stop button is looked at.
    const LOOK: Duration = Duration::from_millis(20);

    /// The next answer to arrive; none if all are there.
    pub(super) async fn next(&mut self, stop: &Stop) -> Result<Option<Answer>, Stopped> {
        while !stop.pressed() {
            if let Ok(answer) = timeout(Self::LOOK, self.answer()).await {
                return Ok(answer);
            }
        }
        Err(Stopped)
    }

    /// Waits for the answers, which nobody wants to hear.
    pub(super) async fn finish(mut self) {
        while self.answer().await.is_some() {}
    }

    async fn answer(&mut self) -> Option<Answer> {
        match self.0.join_next().await? {
            Ok(answer) => Some(answer),
            // Nobody ends these tasks but who drops them all.
            Err(error) => panic::resume_unwind(error.into_panic()),
        }
    }
}
