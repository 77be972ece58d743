//! Players for tests, on real sockets.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use super::{Protocol, Seat};

/// A player on a port of its own.
pub(crate) struct Fake {
    address: String,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Fake {
    /// A player that does this with the body and the connection of each request, on a thread of its own.
    pub(crate) fn acting(act: impl Fn(&str, TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (heard, act) = (Arc::new(Mutex::new(Vec::new())), Arc::new(act));
        let log = heard.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (mut stream, act, log) = (stream.unwrap(), act.clone(), log.clone());
                thread::spawn(move || {
                    // The client may close the connection.
                    let Some(request) = read(&mut stream) else { return };
                    log.lock().unwrap().push(request.clone());
                    act(body(&request), stream);
                });
            }
        });
        Self { address, heard }
    }

    /// A player that answers as the reference implementation does.
    pub(crate) fn saying(reply: impl Fn(&str) -> String + Send + Sync + 'static) -> Self {
        Self::acting(move |request, mut stream| {
            let reply = reply(request);
            let head = "HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: ";
            let _ = write!(stream, "{head}{}\r\nAccess-Control-Allow-Origin: *\r\n\r\n{reply}", reply.len());
        })
    }

    /// A player that follows the protocol and always makes the same move.
    pub(crate) fn playing(mov: &'static str) -> Self {
        Self::saying(move |request| correct_reply(request, mov))
    }

    /// A player that follows the protocol except that it does this with requests for moves.
    pub(crate) fn misbehaving(act: impl Fn(TcpStream) + Send + Sync + 'static) -> Self {
        Self::acting(move |request, mut stream| {
            if request.starts_with("( PLAY") {
                return act(stream);
            }
            // Without a length the end of the connection is the end of the answer.
            let _ = write!(stream, "HTTP/1.0 200 OK\r\n\r\n{}", correct_reply(request, ""));
        })
    }

    pub(crate) fn seat(&self) -> Seat {
        Seat::Remote { address: self.address.clone(), protocol: Protocol::Auto }
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The requests that arrived, with their headers.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }

    /// The bodies of the requests that arrived.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.heard().iter().map(|request| body(request).to_owned()).collect()
    }
}

fn correct_reply(request: &str, mov: &str) -> String {
    let kind = request.split_whitespace().nth(1).unwrap();
    let reply = match kind {
        "PREVIEW" | "START" => "ready",
        "PLAY" => mov,
        "STOP" => "done",
        "ABORT" => "aborted",
        _ => panic!("{request}"),
    };
    reply.to_owned()
}

fn body(request: &str) -> &str {
    request.split_once("\r\n\r\n").unwrap().1
}

fn read(stream: &mut TcpStream) -> Option<String> {
    let mut request = Vec::new();
    let mut byte = [0];
    while !request.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        request.push(byte[0]);
    }
    let head = String::from_utf8(request).unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("Content-Length: ")).unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    stream.read_exact(&mut body).ok()?;
    Some(head + &String::from_utf8(body).unwrap())
}
