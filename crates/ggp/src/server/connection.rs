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

/// The phase of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The request has not been received completely. A request that is refused early stays in this phase.
    Arriving,
    /// The player works on the answer, for as long as the clocks of the match allow.
    Answering,
    /// The answer is being sent.
    Answered,
}

/// What a handler knows of the connection of its request.
#[derive(Clone, Debug)]
pub(super) struct RequestContext {
    pub(super) arrived: Instant,
    phase: watch::Sender<Phase>,
}

impl RequestContext {
    /// Reports that the request has been received completely.
    pub(super) fn received(&self) {
        self.phase.send_replace(Phase::Answering);
    }

    /// Reports that the answer is there.
    pub(super) fn answered(&self) {
        self.phase.send_replace(Phase::Answered);
    }
}

/// The connection of a client: one request, within the limits.
pub(super) struct Connection {
    pub(super) arrived: Instant,
    pub(super) limits: ServerLimits,
    /// Whether all connections are in use.
    pub(super) crowded: watch::Receiver<bool>,
}

/// The largest head of a request in bytes. Its path may contain the message, URL-encoded, of up to 64 KiB.
const HEAD: usize = 128 << 10;

/// The reply to a request that arrives too slowly. It has version 1.0, as the version of the request may not
/// have arrived.
const TOO_SLOW: &[u8] = b"HTTP/1.0 408 Request Timeout\r\nContent-Length: 0\r\n\r\n";

impl Connection {
    /// Receives the request and sends the reply.
    pub(super) async fn serve(self, stream: TcpStream, routes: MethodRouter<(), Infallible>) {
        let phase = watch::Sender::new(Phase::Arriving);
        let context = RequestContext { arrived: self.arrived, phase: phase.clone() };
        let routes = TowerToHyperService::new(routes);
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(context.clone());
            Box::pin(routes.call(request))
        });
        let mut http = http1::Builder::new();
        // A client may close its sending half and still read the reply.
        http.keep_alive(false).half_close(true).max_buf_size(HEAD);
        let mut connection = http.serve_connection(TokioIo::new(stream), service);
        let late = select! {
            // An error means that the client sent no HTTP or has closed the connection; there is nobody
            // to tell.
            _ = &mut connection => false,
            () = self.limit(phase.subscribe()) => true,
        };
        if *phase.borrow() != Phase::Arriving {
            return;
        }
        let stream = connection.into_parts().io.into_inner();
        select! {
            // An error means that the client has closed the connection.
            _ = close(stream, if late { TOO_SLOW } else { &[] }) => (),
            () = sleep(self.limits.write_timeout) => (),
            () = self.crowded_out() => (),
        }
    }

    /// Is ready when the connection must end.
    async fn limit(&self, mut phase: watch::Receiver<Phase>) {
        select! {
            _ = phase.wait_for(|phase| *phase != Phase::Arriving) => (),
            () = sleep_until(time::Instant::from(self.arrived) + self.limits.read_timeout) => return,
            () = self.crowded_out() => return,
        }
        // There is an error only if all senders are gone, which is when the connection has ended.
        let _ = phase.wait_for(|phase| *phase == Phase::Answered).await;
        sleep(self.limits.write_timeout).await;
    }

    /// Is ready when the connection has exceeded its time while all connections are in use.
    async fn crowded_out(&self) {
        sleep_until(time::Instant::from(self.arrived) + self.limits.crowded_timeout).await;
        // There is an error only if the server has ended.
        let _ = self.crowded.clone().wait_for(|crowded| *crowded).await;
    }
}

/// Sends a last reply to a client that may still be sending, and waits until it closes the connection. What
/// it sends is read: otherwise the system would reset the connection, and the client could lose a reply that
/// it has not read yet.
async fn close(mut stream: TcpStream, last_reply: &[u8]) -> io::Result<()> {
    stream.write_all(last_reply).await?;
    stream.shutdown().await?;
    let mut rest = [0; 4096];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}
