use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use game::CircuitCache;

/// The settings of a server: its address, access token, store, cache and limits.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address; port 0 selects a free port.
    pub address: SocketAddr,
    /// The access token that clients must send; `None` allows every client that can reach the address.
    pub token: Option<String>,
    /// The file of the arena's store.
    pub store: PathBuf,
    /// Where compiled games are kept.
    pub cache: Option<CircuitCache>,
    /// The limits on what clients may do.
    pub limits: Limits,
}

impl Settings {
    /// A server for this machine alone, at any port that is free.
    pub fn loopback(store: PathBuf) -> Self {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        Self { address, token: None, store, cache: None, limits: Limits::default() }
    }

    /// Whether only this machine can reach the address.
    pub fn is_loopback(&self) -> bool {
        match self.address.ip() {
            IpAddr::V4(address) => address.is_loopback(),
            IpAddr::V6(address) => address.is_loopback(),
        }
    }
}

/// Limits on the resources that clients can use. Requests and jobs that exceed one are refused or ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Connections at once. A client may have as many as are free, half of them if it is alone; further ones
    /// of it are closed.
    pub connections: usize,
    /// Requests answered at once, those for the page's files and for jobs aside. A client may have as many as
    /// are free; others are refused with 503.
    pub requests: usize,
    /// The time for a request's head to arrive.
    pub arrival: Duration,
    /// The time to answer a request.
    pub answer: Duration,
    /// Jobs running at once.
    pub jobs: usize,
    /// How long a job continues without a client that reads its events: the time to reload a page.
    pub grace: Duration,
    /// How long the result of a job is kept.
    pub keep: Duration,
    /// Bytes of memory of the whole process; above it, the latest jobs are ended one by one.
    pub memory: usize,
    /// Compiled games that are kept.
    pub games: u64,
    /// How often one client may wait for rules to be compiled, in requests and jobs, and as often for
    /// built-in games; more is refused with 429.
    pub waits: usize,
    /// The time to read and compile the rules of a game; what is not compiled by then is played by
    /// the reasoner.
    pub compiling: Duration,
    /// The time to optimise the circuit of large rules, once they have a first one, on which they are played
    /// until then.
    pub optimising: Duration,
}

impl Default for Limits {
    /// Enough for a class of students on one server.
    fn default() -> Self {
        Self {
            body: 2 << 20,
            connections: 256,
            requests: 64,
            arrival: Duration::from_secs(5),
            answer: Duration::from_secs(60),
            jobs: 8,
            grace: Duration::from_secs(10),
            keep: Duration::from_secs(120),
            memory: 4 << 30,
            games: 16,
            waits: 32,
            compiling: Duration::from_secs(20),
            optimising: Duration::from_secs(60),
        }
    }
}
