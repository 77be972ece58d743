use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use spielbaum_ggp::{Player, PlayerSettings, Server, ServerLimits};
use tokio::runtime::Builder;
use tokio::sync::oneshot;

/// The longest that any test waits: nothing should take so long, and something that hangs should not hang
/// the tests.
const PATIENCE: Duration = Duration::from_secs(20);

/// A player that listens at a port of its own until it is dropped.
pub(crate) struct Host {
    address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Heard {
    /// All up to the body, in lower case.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Host {
    pub(crate) fn new(settings: PlayerSettings, limits: ServerLimits) -> Self {
        let (tell, address) = std::sync::mpsc::channel();
        let (end, ended) = oneshot::channel();
        let thread = thread::spawn(move || {
            let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = Server::listen(([127, 0, 0, 1], 0).into()).unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                let player = Arc::new(Player::new(settings, None).expect("threads"));
                let ended = async { ended.await.unwrap_or_default() };
                Server::new(player, limits).run(listener, ended).await;
            });
            runtime.shutdown_background();
        });
        Self { address: address.recv().unwrap(), end: Some(end), thread: Some(thread) }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes as they are, and listens to the end.
    pub(crate) fn send(&self, bytes: impl AsRef<[u8]>) -> Heard {
        let mut stream = self.connect();
        // Who refuses a request need not read it to its end.
        let _ = stream.write_all(bytes.as_ref());
        hear(stream)
    }

    /// The same, and says that this was all.
    pub(crate) fn send_all(&self, bytes: impl AsRef<[u8]>) -> Heard {
        let mut stream = self.connect();
        let _ = stream.write_all(bytes.as_ref());
        let _ = stream.shutdown(Shutdown::Write);
        hear(stream)
    }

    /// Sends a message as the reference implementation does, and gives the body of the reply.
    pub(crate) fn ask(&self, message: impl AsRef<[u8]>) -> String {
        let heard = self.send(post(message));
        assert_eq!(heard.status(), 200, "{heard:?}");
        heard.body
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(thread::panicking() || ended.is_ok());
        }
    }
}

impl Heard {
    pub(crate) fn status(&self) -> u16 {
        self.head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status line")
    }

    pub(crate) fn has(&self, header: &str) -> bool {
        self.head.lines().any(|line| line == header)
    }
}

/// Listens to the end.
pub(crate) fn hear(mut stream: TcpStream) -> Heard {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("a reply that ends");
    let text = String::from_utf8(bytes).expect("a reply in UTF-8");
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    Heard { head: head.to_lowercase(), body: body.to_owned() }
}

/// A request as the reference implementation writes it.
pub(crate) fn post(message: impl AsRef<[u8]>) -> Vec<u8> {
    let message = message.as_ref();
    let head = format!(
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: localhost:9147\r\nSender: GAMESERVER\r\nReceiver: ANONYMOUS\r\n\
         Content-Type: text/acl\r\nContent-Length: {}\r\n\r\n",
        message.len()
    );
    [head.as_bytes(), message].concat()
}
