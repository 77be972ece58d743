use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::Player;

/// What clients may ask of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Connections at once.
    pub connections: usize,
    /// The time for a request to arrive, all of it.
    pub arrival: Duration,
}

/// A player on the network.
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

    /// Answers whoever connects, until `end` comes.
    ///
    /// # Errors
    /// If no more connections can be accepted.
    pub async fn run(self, _listener: TcpListener, _end: impl Future<Output = ()>) -> io::Result<()> {
        let _ = (self.player, self.limits);
        unimplemented!()
    }
}
