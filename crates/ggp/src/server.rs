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

use connection::Connection;
use routes::Handler;

/// Bounds on what clients may use of a server. What exceeds a bound is refused or disconnected; the server
/// goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Bytes of one message.
    pub message_bytes: usize,
    /// Bytes of all messages that are being received, beyond the first 64 KiB of each. Parsing them may take
    /// several times as much.
    pub total_bytes: usize,
    /// Connections at once. Further ones wait in the backlog of the system.
    pub connections: usize,
    /// The time in which a request must have been received completely.
    pub read_timeout: Duration,
    /// While all connections are in use: the time after which a client is disconnected that does not wait for
    /// the player.
    pub crowded_timeout: Duration,
    /// The time in which a reply must have been sent, or a client that was refused early must have closed
    /// the connection.
    pub write_timeout: Duration,
}

impl Default for ServerLimits {
    /// Messages of 4 MiB (the largest public rulesheet has 67 KiB), four of them at once; 512 connections,
    /// half of the files that a process may open on many systems; 10 s to receive, 5 s to send, and 1 s for
    /// both while all connections are in use.
    fn default() -> Self {
        Self {
            message_bytes: 4 << 20,
            total_bytes: 16 << 20,
            connections: 512,
            read_timeout: Duration::from_secs(10),
            crowded_timeout: Duration::from_secs(1),
            write_timeout: Duration::from_secs(5),
        }
    }
}

/// An HTTP server for a [`Player`].
///
/// A request arrives as the body of a `POST` or URL-encoded in the path of a `GET`. The path and the content
/// type of a `POST` are ignored. Every connection carries one request. As the protocol prescribes, replies
/// allow web pages of any origin to read them, and there is no authentication: whoever reaches the port, and
/// so any web page that is open on the same machine, can use the player.
///
/// A message that is not a request of the protocol gets status 400 and a line that says what is wrong; one
/// that is too large 413; one too many of the large ones 503; one that arrives too slowly 408; one with
/// neither a length nor chunks 411 (some servers read such a body up to the end of the connection, which HTTP
/// does not allow for requests).
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

    /// Opens a port with a longer backlog than the standard library's, as a client that does not fit into the
    /// backlog waits a second. Port 0 means any free port.
    ///
    /// # Errors
    /// If the port is in use, or the process may not open it.
    pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
        let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
        // Allows opening a port again right after it was closed. On Windows the flag would let another
        // process take the port over.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    }

    /// Answers requests until `end` is ready. Then the connections are closed; answers that the player is
    /// working on are completed in the runtime, and dropped.
    pub async fn run(self, listener: TcpListener, end: impl Future<Output = ()>) {
        serve(self.player, self.limits, listener, end).await;
    }
}

/// What answers requests: a player, or a stand-in in tests.
trait Responder: Send + Sync + 'static {
    /// Answers a request that arrived at `arrived`.
    fn answer(&self, request: Request, arrived: Instant) -> impl Future<Output = Reply> + Send;
}

impl Responder for Player {
    fn answer(&self, request: Request, arrived: Instant) -> impl Future<Output = Reply> + Send {
        Player::answer(self, request, arrived)
    }
}

/// The length of the backlog that is requested of the system.
const BACKLOG: u32 = 4096;

/// The pause after a connection could not be accepted, for example because of too many open files.
const PAUSE: Duration = Duration::from_millis(100);

async fn serve(
    responder: Arc<impl Responder>,
    limits: ServerLimits,
    listener: TcpListener,
    end: impl Future<Output = ()>,
) {
    let routes = routes::routes(Handler::new(responder, limits));
    let permits = Arc::new(Semaphore::new(limits.connections));
    let crowded = watch::Sender::new(false);
    // Dropping the set ends the connections.
    let mut connections = JoinSet::new();
    let receive = async {
        while let Some(permit) = free_permit(&permits, &crowded).await {
            let stream = accept(&listener, &crowded).await;
            let connection = Connection { arrived: Instant::now(), limits, crowded: crowded.subscribe() };
            let routes = routes.clone();
            connections.spawn(async move {
                connection.serve(stream, routes).await;
                drop(permit);
            });
            while connections.try_join_next().is_some() {}
        }
    };
    select! {
        () = end => (),
        () = receive => (),
    }
}

/// Waits for a permit, and sets `crowded` while there is none.
async fn free_permit(
    permits: &Arc<Semaphore>,
    crowded: &watch::Sender<bool>,
) -> Option<OwnedSemaphorePermit> {
    if let Ok(permit) = Arc::clone(permits).try_acquire_owned() {
        return Some(permit);
    }
    crowded.send_replace(true);
    let permit = Arc::clone(permits).acquire_owned().await;
    crowded.send_replace(false);
    permit.ok()
}

/// Accepts a connection. After an error it sets `crowded`, which disconnects slow clients and so frees files,
/// and tries again.
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
        // The client has closed the connection already.
        if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset) {
            continue;
        }
        if !failed {
            tracing::warn!("cannot accept connections: {error}");
            crowded.send_replace(true);
            failed = true;
        }
        sleep(PAUSE).await;
    }
}
