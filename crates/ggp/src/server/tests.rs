use std::pin::{Pin, pin};
use std::sync::mpsc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::timeout;

use super::*;

const INFO: &[u8] = b"POST / HTTP/1.0\r\nContent-Length: 6\r\n\r\n(INFO)";

/// Answers by a function of a test.
struct Script<F>(F);

impl<F> Responder for Script<F>
where
    F: Fn(Request, Instant) -> Pin<Box<dyn Future<Output = Reply> + Send>> + Send + Sync + 'static,
{
    fn answer(&self, request: Request, arrived: Instant) -> impl Future<Output = Reply> + Send {
        self.0(request, arrived)
    }
}

/// A server whose player answers by a function.
async fn host<F, A>(limits: ServerLimits, answer: F) -> SocketAddr
where
    F: Fn(Request, Instant) -> A + Send + Sync + 'static,
    A: Future<Output = Reply> + Send + 'static,
{
    let listener = Server::listen(([127, 0, 0, 1], 0).into()).unwrap();
    let address = listener.local_addr().unwrap();
    let script = Script(move |request, arrived| Box::pin(answer(request, arrived)) as Pin<Box<_>>);
    tokio::spawn(serve(Arc::new(script), limits, listener, std::future::pending()));
    address
}

/// Sends a request and reads up to the end.
async fn send(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request).await.unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).await.unwrap();
    reply
}

fn play(id: &str) -> Vec<u8> {
    let message = format!("(PLAY {id} NIL)");
    format!("POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n{message}", message.len()).into_bytes()
}

#[tokio::test]
async fn a_panic_ends_its_request_only() {
    let address = host(ServerLimits::default(), |request, _| async move {
        match request {
            Request::Info => Reply::Ready,
            _ => panic!("a test"),
        }
    });
    let address = address.await;
    let reply = send(address, &play("m")).await;
    assert!(reply.starts_with("HTTP/1.0 500 ") && reply.ends_with("the player failed\n"), "{reply}");
    assert!(send(address, INFO).await.ends_with("ready"));
}

#[tokio::test]
async fn clocks_run_from_the_connection_on() {
    let (sender, receiver) = mpsc::channel();
    let address = host(ServerLimits::default(), move |_, arrived| {
        sender.send(arrived).unwrap();
        async { Reply::Ready }
    });
    let mut stream = TcpStream::connect(address.await).await.unwrap();
    stream.write_all(&INFO[..20]).await.unwrap();
    // Long enough for the server to take the connection.
    sleep(Duration::from_millis(300)).await;
    let later = Instant::now();
    stream.write_all(&INFO[20..]).await.unwrap();
    stream.read_to_end(&mut Vec::new()).await.unwrap();
    assert!(receiver.recv().unwrap() < later);
}

#[tokio::test]
async fn an_answer_is_completed_though_the_client_has_closed_the_connection() {
    let (sender, receiver) = mpsc::channel();
    let limits = ServerLimits { connections: 1, ..ServerLimits::default() };
    let address = host(limits, move |request, _| {
        let sender = sender.clone();
        async move {
            if request != Request::Info {
                sleep(Duration::from_millis(50)).await;
                sender.send(()).unwrap();
            }
            Reply::Ready
        }
    });
    let address = address.await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(&play("m")).await.unwrap();
    drop(stream);
    // There is only one connection, which is free when the answer is complete.
    assert!(send(address, INFO).await.ends_with("ready"));
    assert!(receiver.try_recv().is_ok());
}

#[tokio::test]
async fn a_connection_that_was_reset_counts_until_the_answer_is_complete() {
    let limits = ServerLimits { connections: 1, ..ServerLimits::default() };
    let (begin, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (begun, wait) = (Arc::clone(&begin), Arc::clone(&go_on));
    let address = host(limits, move |request, _| {
        let (begun, wait) = (Arc::clone(&begun), Arc::clone(&wait));
        async move {
            if request != Request::Info {
                begun.notify_one();
                wait.notified().await;
            }
            Reply::Ready
        }
    });
    let address = address.await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(&play("m")).await.unwrap();
    begin.notified().await;
    stream.set_zero_linger().unwrap();
    drop(stream);
    let mut info = pin!(send(address, INFO));
    assert!(timeout(Duration::from_millis(200), &mut info).await.is_err(), "there is no other connection");
    go_on.notify_one();
    assert!(info.await.ends_with("ready"));
}

#[tokio::test]
async fn an_answer_may_take_longer_than_its_request_and_its_reply() {
    let time = Duration::from_millis(20);
    let limits = ServerLimits { read_timeout: time, write_timeout: time, ..ServerLimits::default() };
    let address = host(limits, |_, _| async {
        sleep(Duration::from_millis(200)).await;
        Reply::Ready
    });
    assert!(send(address.await, INFO).await.ends_with("ready"));
}

#[tokio::test]
async fn a_client_that_waits_for_an_answer_is_not_disconnected_for_others() {
    let limits = ServerLimits {
        connections: 1,
        crowded_timeout: Duration::from_millis(300),
        ..ServerLimits::default()
    };
    let address = host(limits, |_, _| async {
        sleep(Duration::from_millis(500)).await;
        Reply::Ready
    });
    let address = address.await;
    // Both at once: the first one keeps the only connection while the other waits.
    let clients: Vec<_> = (0..2).map(|_| tokio::spawn(async move { send(address, INFO).await })).collect();
    for client in clients {
        assert!(client.await.unwrap().ends_with("ready"));
    }
}

#[tokio::test]
async fn a_reply_that_the_client_does_not_read_is_dropped() {
    let limits = ServerLimits {
        connections: 1,
        write_timeout: Duration::from_millis(50),
        // Only the write timeout may end it.
        crowded_timeout: Duration::from_secs(3600),
        ..ServerLimits::default()
    };
    let address = host(limits, |request, _| async move {
        match request {
            Request::Info => Reply::Ready,
            // More than the buffers of both sockets hold.
            _ => Reply::Move("x".repeat(32 << 20)),
        }
    });
    let address = address.await;
    let mut silent = TcpStream::connect(address).await.unwrap();
    silent.write_all(&play("m")).await.unwrap();
    assert!(send(address, INFO).await.ends_with("ready"));
}

#[tokio::test]
async fn ending_the_server_closes_connections() {
    let listener = Server::listen(([127, 0, 0, 1], 0).into()).unwrap();
    let address = listener.local_addr().unwrap();
    let script = Script(|_, _| Box::pin(std::future::pending()) as Pin<Box<_>>);
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(&play("m")).await.unwrap();
    serve(Arc::new(script), ServerLimits::default(), listener, sleep(Duration::from_millis(50))).await;
    assert!(matches!(stream.read_to_end(&mut Vec::new()).await, Ok(0) | Err(_)));
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_port_belongs_to_one_server() {
    let one = Server::listen(([127, 0, 0, 1], 0).into()).unwrap();
    let another = Server::listen(one.local_addr().unwrap());
    assert_eq!(another.unwrap_err().kind(), ErrorKind::AddrInUse);
}
