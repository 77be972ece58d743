use std::io::Write;
use std::iter;
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use spielbaum_ggp::{PlayerSettings, ServerLimits};

use crate::host::{Host, hear, post};

const INFO: &str = "( ( name Spielbaum ) ( status available ) )";

/// Lets clients do their worst, and looks that the player answers others after it.
fn with(limits: ServerLimits, worst: impl FnOnce(&Host)) {
    let host = Host::new(PlayerSettings::default(), limits);
    worst(&host);
    assert_eq!(host.ask("( INFO )"), INFO);
}

/// Limits that no test has to wait long for.
fn short() -> ServerLimits {
    let time = Duration::from_millis(200);
    ServerLimits { read_timeout: time, write_timeout: time, crowded_timeout: time, ..ServerLimits::default() }
}

fn with_host(worst: impl FnOnce(&Host)) {
    with(ServerLimits::default(), worst);
}

/// One process has both ends of all connections here.
fn allow_many_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, rustix::process::Rlimit { current: limit.maximum, ..limit }).unwrap();
}

#[test]
fn a_request_as_the_reference_sends_it_is_answered_with_its_headers() {
    with_host(|host| {
        let heard = host.send(post("( INFO )"));
        assert_eq!(heard.body, INFO);
        assert!(heard.head.starts_with("http/1.0 200 ok"), "{heard:?}");
        for header in [
            "content-type: text/acl",
            "content-length: 43",
            "access-control-allow-origin: *",
            "access-control-allow-methods: post, get, options",
            "access-control-allow-headers: content-type",
            "access-control-allow-age: 86400",
        ] {
            assert!(heard.has(header), "{header} in {heard:?}");
        }
    });
}

#[test]
fn every_kind_of_request_is_answered() {
    with_host(|host| {
        for message in ["( PLAY m NIL )", "( PLAY m (a b ) )", "( STOP m (a b ) )", "( ABORT m )"] {
            assert_eq!(host.ask(message), "busy", "{message}");
        }
        assert_eq!(host.ask("( START m r (nonsense) 1 1)"), "busy");
        assert_eq!(host.ask("( PREVIEW (nonsense) 3600 )"), "busy");
    });
}

#[test]
fn the_newer_http_is_spoken_to_who_speaks_it() {
    with_host(|host| {
        let heard = host.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n(info)");
        assert!(heard.head.starts_with("http/1.1 200 ok"), "{heard:?}");
        assert!(heard.has("connection: close"));
        assert_eq!(heard.body, INFO);
    });
}

#[test]
fn a_connection_is_for_one_request_even_if_the_client_would_keep_it() {
    with_host(|host| {
        let one = "POST / HTTP/1.1\r\nConnection: keep-alive\r\nContent-Length: 6\r\n\r\n(INFO)";
        assert_eq!(host.send(one.repeat(2)).body, INFO);
        let old = "POST / HTTP/1.0\r\nConnection: Keep-Alive\r\nContent-Length: 6\r\n\r\n(INFO)";
        assert_eq!(host.send(old).body, INFO);
    });
}

#[test]
fn neither_path_nor_content_type_nor_the_case_of_headers_matters() {
    with_host(|host| {
        for head in [
            "POST /a/b?c=d HTTP/1.0\r\ncontent-length: 6",
            "POST / HTTP/1.1\r\nCONTENT-LENGTH: 6",
            "POST / HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length:6",
            "POST http://elsewhere:80/ HTTP/1.1\r\nContent-Length: 6\r\nContent-Length: 6",
        ] {
            assert_eq!(host.send(format!("{head}\r\n\r\n(iNfO)")).body, INFO, "{head}");
        }
    });
}

#[test]
fn a_message_may_stand_in_the_path() {
    with_host(|host| {
        // As the reference implementation writes it, with one line end more than HTTP asks for.
        assert_eq!(host.send("GET /%28+INFO+%29 HTTP/1.0\r\n\r\n\r\n").body, INFO);
        assert_eq!(host.send("GET /(INFO) HTTP/1.1\r\nHost: x\r\n\r\n").body, INFO);
        assert_eq!(host.send("GET /%28PLAY+m+%28a%29%29 HTTP/1.0\r\n\r\n").body, "busy");
        let heard = host.send("GET /(PLAY+m+(?x)) HTTP/1.0\r\n\r\n");
        assert_eq!((heard.status(), heard.body.as_str()), (400, "not a request: not a move, at byte 9\n"));
        for path in ["", "favicon.ico", "%", "%zz", "%ff%00"] {
            assert_eq!(host.send(format!("GET /{path} HTTP/1.0\r\n\r\n")).status(), 400, "{path}");
        }
    });
}

#[test]
fn a_path_without_end_is_refused() {
    with_host(|host| {
        let heard = host.send(format!("GET /{} HTTP/1.0\r\n\r\n", "(".repeat(100_000)));
        assert_eq!(heard.status(), 414);
    });
}

#[test]
fn a_browser_that_asks_first_is_let_in() {
    with_host(|host| {
        let heard = host.send("OPTIONS / HTTP/1.1\r\nHost: x\r\nOrigin: http://tiltyard.example\r\n\r\n");
        assert_eq!((heard.status(), heard.body.as_str()), (200, ""));
        assert!(heard.has("access-control-allow-origin: *") && heard.has("content-length: 0"), "{heard:?}");
    });
}

#[test]
fn other_methods_are_not_allowed() {
    with_host(|host| {
        for method in ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "HELLO"] {
            let heard = host.send(format!("{method} / HTTP/1.1\r\nContent-Length: 6\r\n\r\n(INFO)"));
            assert_eq!(heard.status(), 405, "{method}: {heard:?}");
        }
    });
}

#[test]
fn a_request_may_come_byte_by_byte() {
    with_host(|host| {
        let mut stream = host.connect();
        stream.set_nodelay(true).unwrap();
        for byte in post("( INFO )") {
            stream.write_all(&[byte]).unwrap();
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(hear(stream).body, INFO);
    });
}

#[test]
fn a_body_may_come_in_chunks() {
    with_host(|host| {
        let head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
        for chunks in ["6\r\n(INFO)\r\n0\r\n\r\n", "1\r\n(\r\n4;x=y\r\nINFO\r\n01\r\n)\r\n0\r\nA: b\r\n\r\n"]
        {
            assert_eq!(host.send(format!("{head}{chunks}")).body, INFO);
        }
        for chunks in
            ["x\r\n(INFO)\r\n0\r\n\r\n", "6\r\n(INFO)", "-6\r\n(INFO)\r\n", "ffffffffffffffffff\r\n("]
        {
            assert_eq!(host.send_all(format!("{head}{chunks}")).status(), 400, "{chunks}");
        }
    });
}

#[test]
fn chunks_without_end_are_refused() {
    with_host(|host| {
        let head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
        let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
        assert_eq!(host.send(format!("{head}{}", chunk.repeat(100))).status(), 413);
    });
}

#[test]
fn a_length_that_is_too_small_leaves_no_message() {
    with_host(|host| {
        let heard = host.send("POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\n( INFO )");
        assert_eq!(heard.status(), 400);
        assert!(heard.body.starts_with("not a request: this `(` is never closed"), "{heard:?}");
        assert!(heard.has("content-type: text/plain; charset=utf-8"));
    });
}

#[test]
fn a_length_that_is_too_large_is_waited_for_in_vain() {
    let request = "POST / HTTP/1.0\r\nContent-Length: 100\r\n\r\n( INFO )";
    with_host(|host| assert_eq!(host.send_all(request).status(), 400));
    with(short(), |host| assert_eq!(host.send(request).status(), 408));
}

#[test]
fn a_length_must_be_a_number_and_the_only_one() {
    with_host(|host| {
        for length in ["six", "-6", "+6", "6.0", "", "6\r\nContent-Length: 5", "99999999999999999999999999"] {
            let heard = host.send(format!("POST / HTTP/1.0\r\nContent-Length: {length}\r\n\r\n(INFO)"));
            assert_eq!(heard.status(), 400, "{length}");
        }
    });
}

#[test]
fn a_body_needs_a_length() {
    with_host(|host| {
        let heard = host.send_all("POST / HTTP/1.0\r\n\r\n( INFO )");
        assert_eq!((heard.status(), heard.body.as_str()), (411, "a POST needs a Content-Length\n"));
    });
}

#[test]
fn no_body_is_no_request() {
    with_host(|host| {
        let heard = host.send(post(""));
        assert_eq!(heard.status(), 400);
        assert_eq!(heard.body, "not a request: expected one list, such as `(INFO)`\n");
    });
}

#[test]
fn what_is_no_request_is_told_why() {
    with_host(|host| {
        let heard = host.send(post("(START a r (x) ten 4)"));
        assert_eq!(heard.status(), 400);
        assert_eq!(heard.body, "not a request: a clock must be a number of seconds, at byte 15\n");
        assert!(heard.has("access-control-allow-origin: *"));
    });
}

#[test]
fn letters_of_older_encodings_are_no_reason_to_refuse() {
    with_host(|host| assert_eq!(host.ask(b"; caf\xe9\n( INFO )"), INFO));
}

#[test]
fn ten_megabytes_of_parentheses_are_refused() {
    let limits = ServerLimits { message_bytes: 16 << 20, ..ServerLimits::default() };
    with(limits, |host| {
        let heard = host.send(post(vec![b'('; 10 << 20]));
        assert_eq!(heard.status(), 400);
        assert!(heard.body.contains("parentheses are open"), "{heard:?}");
    });
    with_host(|host| assert_eq!(host.send(post(vec![b'('; 10 << 20])).status(), 413));
}

#[test]
fn twenty_megabytes_are_refused_and_the_client_hears_why() {
    with_host(|host| {
        let heard = host.send(post(vec![b' '; 20 << 20]));
        assert_eq!((heard.status(), heard.body.as_str()), (413, "the message has more than 4194304 bytes\n"));
    });
}

#[test]
fn what_is_not_http_is_refused() {
    with_host(|host| {
        let garbage: Vec<u8> = (0..=255).cycle().take(10_000).collect();
        assert_eq!(host.send(garbage).status(), 400);
        assert_eq!(host.send("( INFO )\r\n\r\n").status(), 400);
        assert_eq!(host.send(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03").status(), 400);
        assert_eq!(host.send("GET / HTTP/3.7\r\n\r\n").status(), 400);
    });
}

#[test]
fn a_head_of_a_megabyte_is_refused() {
    with_host(|host| {
        let one = format!("POST / HTTP/1.0\r\nX: {}\r\n\r\n", "x".repeat(1 << 20));
        assert_eq!(host.send(one).status(), 431);
        let many = format!("POST / HTTP/1.0\r\n{}\r\n", "X: x\r\n".repeat(200_000));
        assert_eq!(host.send(many).status(), 431);
    });
}

#[test]
fn a_thousand_at_once_are_all_answered() {
    allow_many_files();
    with_host(|host| {
        let ask = || {
            let mut stream = host.connect();
            stream.write_all(&post("( INFO )")).unwrap();
            stream
        };
        let streams: Vec<TcpStream> = iter::repeat_with(ask).take(1000).collect();
        assert!(streams.into_iter().all(|stream| hear(stream).body == INFO));
    });
}

#[test]
fn a_thousand_that_say_nothing_do_not_keep_others_away() {
    allow_many_files();
    // They may stay for ever, but not while others wait.
    let (read_timeout, crowded_timeout) = (Duration::from_secs(3600), Duration::from_millis(100));
    let limits = ServerLimits { read_timeout, crowded_timeout, ..ServerLimits::default() };
    let mut idle = Vec::new();
    with(limits, |host| idle.extend(iter::repeat_with(|| host.connect()).take(1000)));
}

#[test]
fn who_says_nothing_is_shown_out() {
    with(short(), |host| {
        assert_eq!(host.send("").status(), 408);
        assert_eq!(host.send("POST / HTTP/1.1\r\nContent-Le").status(), 408);
    });
}

#[test]
fn who_never_reads_holds_nothing_up() {
    let limits = ServerLimits { connections: 2, ..short() };
    let mut silent = Vec::new();
    with(limits, |host| {
        for _ in 0..10 {
            let mut stream = host.connect();
            stream.write_all(&post("( INFO )")).unwrap();
            silent.push(stream);
        }
    });
}

#[test]
fn who_leaves_in_the_middle_is_let_go() {
    with_host(|host| {
        let request = post("( PLAY m NIL )");
        for sent in [0, 1, 20, request.len() - 1, request.len()] {
            host.connect().write_all(&request[..sent]).unwrap();
        }
    });
}

#[test]
fn a_client_may_be_done_with_sending_and_listen() {
    with_host(|host| assert_eq!(host.send_all(post("( INFO )")).body, INFO));
}
