use std::convert::Infallible;
use std::io;
use std::time::Instant;

use axum::routing::MethodRouter;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::select;
use tokio::sync::watch;
use tokio::time::{self, sleep, sleep_until};

use super::ServerLimits;

/// How far a visit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The request has not arrived yet, or not all of it; it stays so if it is refused before.
    Arriving,
    /// Somebody thinks about the answer, as long as the clocks of the match allow.
    Answering,
    /// The answer is on its way.
    Answered,
}

/// Who asks: goes with the request to the routes.
#[derive(Clone, Debug)]
pub(super) struct Visitor {
    pub(super) arrived: Instant,
    phase: watch::Sender<Phase>,
}

impl Visitor {
    /// Says that the request has arrived.
    pub(super) fn is_heard(&self) {
        self.phase.send_replace(Phase::Answering);
    }

    /// Says that there is an answer.
    pub(super) fn is_answered(&self) {
        self.phase.send_replace(Phase::Answered);
    }
}

/// A client's connection, which is for one request, and takes no longer than the limits let it.
pub(super) struct Visit {
    pub(super) arrived: Instant,
    pub(super) limits: ServerLimits,
    /// Whether all connections are in use.
    pub(super) crowded: watch::Receiver<bool>,
}

/// Bytes of a request's head, with the path that may hold the message, which has up to 64 KiB.
const HEAD: usize = 128 << 10;

/// What a request gets that took too long; in the older version of HTTP, because the request may not have got as far as to say its own.
const TOO_SLOW: &[u8] = b"HTTP/1.0 408 Request Timeout\r\nContent-Length: 0\r\n\r\n";

impl Visit {
    /// Receives the request and replies.
    pub(super) async fn attend(self, stream: TcpStream, routes: MethodRouter<(), Infallible>) {
        let phase = watch::Sender::new(Phase::Arriving);
        let visitor = Visitor { arrived: self.arrived, phase: phase.clone() };
        let routes = TowerToHyperService::new(routes);
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(visitor.clone());
            Box::pin(routes.call(request))
        });
        let mut http = http1::Builder::new();
        // A client may be done with sending and still listen.
        http.keep_alive(false).half_close(true).max_buf_size(HEAD);
        let mut connection = http.serve_connection(TokioIo::new(stream), service);
        let late = select! {
            // What the client did wrong, it knows; that it has gone is its right.
            _ = &mut connection => false,
            () = self.limit(phase.subscribe()) => true,
        };
        if *phase.borrow() != Phase::Arriving {
            return;
        }
        let stream = connection.into_parts().io.into_inner();
        select! {
            // Whether it hangs up itself or is hung up on is all the same.
            _ = hang_up(stream, if late { TOO_SLOW } else { &[] }) => (),
            () = sleep(self.limits.departure) => (),
            () = self.crowded_out() => (),
        }
    }

    /// Comes to its end when the visit has to.
    async fn limit(&self, mut phase: watch::Receiver<Phase>) {
        select! {
            _ = phase.wait_for(|phase| *phase != Phase::Arriving) => (),
            () = sleep_until(time::Instant::from(self.arrived) + self.limits.arrival) => return,
            () = self.crowded_out() => return,
        }
        // The senders are gone only when the visit is.
        let _ = phase.wait_for(|phase| *phase == Phase::Answered).await;
        sleep(self.limits.departure).await;
    }

    /// Comes to its end when others need the place more.
    async fn crowded_out(&self) {
        sleep_until(time::Instant::from(self.arrived) + self.limits.patience).await;
        // Nobody says so any more only if the server has ended.
        let _ = self.crowded.clone().wait_for(|crowded| *crowded).await;
    }
}

/// Says a last word to a client that may still be sending, and waits until it hangs up. What it sends is read, because a connection that is
/// closed before tells the client to forget what it has not read yet, which may be why it was refused.
async fn hang_up(mut stream: TcpStream, last_word: &[u8]) -> io::Result<()> {
    stream.write_all(last_word).await?;
    stream.shutdown().await?;
    let mut rest = [0; 4096];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}
