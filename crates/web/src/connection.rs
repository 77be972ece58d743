//! Connections to clients, which may neither take too long to ask nor be too many. A client may have as many
//! as are free: streams of events last as long as their jobs, and nobody keeps the others out by them.

use std::future::Future;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::select;
use tokio::time::{sleep, timeout};
use tower::Layer;

use crate::Limits;
use crate::peer::Peer;
use crate::places::Places;

/// How long to wait where no connection can be taken, because of too many open files, say.
const PAUSE: Duration = Duration::from_millis(100);

/// How long answers may take to leave when the server ends; streams of events do not end themselves.
const FAREWELL: Duration = Duration::from_millis(500);

/// Answers whoever connects, until `end` comes.
pub(crate) async fn serve(
    routes: Router,
    limits: Limits,
    listener: TcpListener,
    end: impl Future<Output = ()>,
) {
    let seats = Places::new(limits.connections);
    let graceful = GracefulShutdown::new();
    let receive = async {
        loop {
            seats.any_free().await;
            let (stream, address) = match listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::debug!("no connection can be taken: {error}");
                    sleep(PAUSE).await;
                    continue;
                }
            };
            let client = Peer::at(address);
            // Who has its share is not answered.
            let Some(seat) = seats.take(client) else { continue };
            // Events are small, and wanted at once.
            let _ = stream.set_nodelay(true);
            let service = TowerToHyperService::new(Extension(client).layer(routes.clone()));
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(limits.arrival);
            let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
            tokio::spawn(async move {
                // What the client did wrong, it knows; that it has gone is its right.
                let _ = connection.await;
                drop(seat);
            });
        }
    };
    select! {
        () = end => (),
        () = receive => (),
    }
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    use super::*;
    use crate::testing::PATIENCE;

    #[tokio::test]
    async fn one_client_does_not_get_all_connections() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let limits = Limits { connections: 4, arrival: PATIENCE, ..Limits::default() };
        let routes = Router::new().route("/", get(|| async {}));
        tokio::spawn(serve(routes, limits, listener, pending()));
        let mut kept = Vec::new();
        for is_answered in [true, true, false] {
            let mut stream = TcpStream::connect(address).await.unwrap();
            // It may be closed already.
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
            let mut first = [0; 4];
            assert_eq!(stream.read_exact(&mut first).await.is_ok(), is_answered, "{}", kept.len());
            kept.push(stream);
        }
    }
}
