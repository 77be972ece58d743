//! Messages of the GGP protocol that are written and read again are the same.

use ggp::{PlayerInfo, Reply, Request};

use crate::{Form, Property, limits};

pub(crate) const PROPERTY: Property = Property {
    name: "ggp_messages",
    what: "Any text is a message of the GGP protocol or refused; a message that is written and read again is the same",
    holds,
    form: Form::Text(&[
        "INFO",
        "START",
        "PLAY",
        "STOP",
        "ABORT",
        "PREVIEW",
        "nil",
        "NIL",
        "info",
        "name",
        "status",
        "available",
        "busy",
        "match.1",
        "xplayer",
        "10",
        "(role x)",
        "((role x))",
        "(mark 1 1)",
        "noop",
        "0",
        "((card king) free)",
        "4294967295",
        "()",
        "?x",
        "; comment\n",
        "#| comment |#",
        "(<= terminal)",
        "ready",
        "done",
        "(INFO)",
        "\u{feff}",
        "é",
    ]),
    tested: 400_000,
    borrows: &[],
};

fn holds(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Request::parse(&text, limits::PARSE) {
        Ok(request) => {
            let written = request.to_string();
            assert_eq!(Request::parse(&written, limits::PARSE), Ok(request), "{written}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(reply) = Reply::parse_move(&text) {
        assert_eq!(Reply::parse_move(&reply.to_string()), Ok(reply));
    }
    let info = PlayerInfo::parse(&text);
    if let (Some(name), Some(status)) = (&info.name, &info.status) {
        let again = PlayerInfo::parse(&format!("((name {name}) (status {status}))"));
        assert_eq!(again, info);
    }
}
