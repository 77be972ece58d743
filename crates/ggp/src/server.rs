use std::future::Future;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::select;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::{Player, Reply, Request};

mod body;
mod connection;
mod rejection;
mod routes;
#[cfg(test)]
mod tests;

use connection::Visit;
use routes::Desk;

/// Bounds on what clients may do to a server. What exceeds one is refused or ended; the server goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Bytes of a message.
    pub message: usize,
    /// Bytes of all messages on their way in, beyond the first 64 KiB of each. Reading them may take several times as much.
    pub messages: usize,
    /// Connections at once. Others wait until the system has no more room for them either.
    pub connections: usize,
    /// The time for a request to arrive, all of it.
    pub arrival: Duration,
    /// The time that a client may stay which does not wait for the player, while no more connections can be had.
    pub patience: Duration,
    /// The time for a reply to leave, or for a client to hang up that was refused before it had sent all.
    pub departure: Duration,
}

impl Default for ServerLimits {
    /// Messages of 4 MiB, where the largest public rulesheet has 67 KiB; four of them at once; half of the 1,024 files that a
    /// process may open on many systems; 10 s to arrive, 5 s to leave, and in a crowd 1 s for both.
    fn default() -> Self {
        Self {
            message: 4 << 20,
            messages: 16 << 20,
            connections: 512,
            arrival: Duration::from_secs(10),
            patience: Duration::from_secs(1),
            departure: Duration::from_secs(5),
        }
    }
}

/// A player on the network.
///
/// A request comes by `POST`, in the body, or by `GET`, URL-encoded in the path; which path a `POST` has, and which content type, says
/// nothing. Every connection is for one request. As the protocol has it, replies tell web browsers that pages of any origin may read
/// them, and nobody is asked for a password: whoever reaches the port, and so any web page that is open on the same machine, can let the
/// player think.
///
/// What is no request is answered with a line about what is wrong with it, under the status 400; 413 says that it is too large, 503 that there are too many
/// large ones, 408 that it took too long to arrive, 411 that it has neither a length nor chunks (some readers take all up to the end of the
/// connection then; HTTP does not know that for requests).
#[derive(Debug)]
pub struct Server {
    player: Arc<Player>,
    limits: ServerLimits,
}

impl Server {
    /// A server for a player.
    pub fn new(player: Arc<Player>, limits: ServerLimits) -> Self {
        Self { player, limits }
    }

    /// Opens a port where more clients can wait than the standard library lets, whose next one hears nothing for a second. Port 0 is any that is free.
    ///
    /// # Errors
    /// If the port is taken, or not ours to open.
    pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // A port that was open a moment ago may be opened again; elsewhere the flag would let others take it over.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(WAITING)
    }

    /// Answers whoever connects, until `end` comes. Then connections are cut, while answers that the player is thinking about come to
    /// their end in the runtime.
    pub async fn run(self, listener: TcpListener, end: impl Future<Output = ()>) {
        serve(self.player, self.limits, listener, end).await;
    }
}

/// Who answers requests.
trait Answers: Send + Sync + 'static {
    /// Answers a request that arrived at that time.
    fn answer(&self, request: Request, arrived: Instant) -> impl Future<Output = Reply> + Send;
}

impl Answers for Player {
    fn answer(&self, request: Request, arrived: Instant) -> impl Future<Output = Reply> + Send {
        Player::answer(self, request, arrived)
    }
}

/// How many clients may wait at a port, if the system agrees.
const WAITING: u32 = 4096;

/// How long to wait where no connection can be taken, because of too many open files, say.
const PAUSE: Duration = Duration::from_millis(100);

async fn serve(
    answerer: Arc<impl Answers>,
    limits: ServerLimits,
    listener: TcpListener,
    end: impl Future<Output = ()>,
) {
    let routes = routes::routes(Desk::new(answerer, limits));
    let seats = Arc::new(Semaphore::new(limits.connections));
    let crowded = watch::Sender::new(false);
    // The visits end when this is dropped.
    let mut visits = JoinSet::new();
    let receive = async {
        while let Some(seat) = free_seat(&seats, &crowded).await {
            let stream = accept(&listener, &crowded).await;
            let visit = Visit { arrived: Instant::now(), limits, crowded: crowded.subscribe() };
            let routes = routes.clone();
            visits.spawn(async move {
                visit.attend(stream, routes).await;
                drop(seat);
            });
            while visits.try_join_next().is_some() {}
        }
    };
    select! {
        () = end => (),
        () = receive => (),
    }
}

/// Waits for a seat, and tells everybody while there is none.
async fn free_seat(seats: &Arc<Semaphore>, crowded: &watch::Sender<bool>) -> Option<OwnedSemaphorePermit> {
    if let Ok(seat) = Arc::clone(seats).try_acquire_owned() {
        return Some(seat);
    }
    crowded.send_replace(true);
    let seat = Arc::clone(seats).acquire_owned().await;
    crowded.send_replace(false);
    seat.ok()
}

/// Takes a connection. Failing to is no reason to end: who stays too long is asked to leave, and then there may be a file for it.
async fn accept(listener: &TcpListener, crowded: &watch::Sender<bool>) -> TcpStream {
    let mut failed = false;
    loop {
        let error = match listener.accept().await {
            Ok((stream, _)) => {
                crowded.send_replace(false);
                return stream;
            }
            Err(error) => error,
        };
        // Clients may hang up that early.
        if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) {
            continue;
        }
        if !failed {
            tracing::warn!("no connection can be taken: {error}");
            crowded.send_replace(true);
            failed = true;
        }
        sleep(PAUSE).await;
    }
}
