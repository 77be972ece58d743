//! Connections to clients, which may neither take too long to ask nor be too many.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::select;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tower::Layer;

use crate::Limits;
use crate::peer::Peer;

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
    let seats = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    let receive = async {
        while let Ok(seat) = Arc::clone(&seats).acquire_owned().await {
            let (stream, address) = match listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::debug!("no connection can be taken: {error}");
                    sleep(PAUSE).await;
                    continue;
                }
            };
            // Events are small, and wanted at once.
            let _ = stream.set_nodelay(true);
            let service = TowerToHyperService::new(Extension(Peer::at(address)).layer(routes.clone()));
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
