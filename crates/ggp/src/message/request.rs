use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use gdl::{Forms, ParseLimits, Source, Symbols};

use super::MessageError;
use super::reader::Reader;

///
/// It is printed as the reference implementation (ggp-base) prints it. Reading is as tolerant as there: keywords may have any case, and
/// white space is ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Asks for the name and the status of the player.
    Info,
    /// Shows the rules of a game that may be played later.
    Preview {
        /// The rulesheet.
        rules: String,
        /// The time that the player may analyse it.
        clock: Duration,
    },
    /// Starts a match.
    Start {
        /// The id of the match.
        id: String,
        /// The player's role.
        role: String,
        /// The rulesheet.
        rules: String,
        /// The time to prepare.
        start_clock: Duration,
        /// The time for each move.
        play_clock: Duration,
    },
    /// Asks for a move.
    Play {
        /// The id of the match.
        id: String,
        /// The last joint move in role order; none at the first ply.
        moves: Option<Vec<String>>,
    },
    /// Ends a match whose state is terminal.
    Stop {
        /// The id of the match.
        id: String,
        /// The last joint move in role order; none if there was none.
        moves: Option<Vec<String>>,
    },
    /// Aborts a match.
    Abort {
        /// The id of the match.
        id: String,
    },
}

impl Request {
    /// Parses a request.
    ///
    /// # Errors
    /// If the text is not a request, or exceeds the limits.
    pub fn parse(text: &str, limits: ParseLimits) -> Result<Self, MessageError> {
        let source = Source::new("request", text.as_bytes());
        let mut symbols = Symbols::default();
        let forms = Forms::read(&source, &mut symbols, limits)
            .map_err(|error| MessageError::at(error.span(), error.message()))?;
        let mut reader = Reader::new(source.text(), symbols);
        let mut top = forms.top();
        let (Some(form), None) = (top.next(), top.next()) else {
            return Err(MessageError::new("expected one list, such as `(INFO)`"));
        };
        reader.request(form)
    }
}

impl Display for Request {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let seconds = Duration::as_secs;
        match self {
            Self::Info => f.write_str("( INFO )"),
            Self::Preview { rules, clock } => write!(f, "( PREVIEW ({rules} ) {} )", seconds(clock)),
            Self::Start { id, role, rules, start_clock, play_clock } => {
                write!(f, "( START {id} {role} ({rules} ) {} {})", seconds(start_clock), seconds(play_clock))
            }
            Self::Play { id, moves } => write!(f, "( PLAY {id} {} )", Moves(moves.as_deref())),
            Self::Stop { id, moves } => write!(f, "( STOP {id} {} )", Moves(moves.as_deref())),
            Self::Abort { id } => write!(f, "( ABORT {id} )"),
        }
    }
}

/// A joint move as the protocol writes it.
struct Moves<'m>(Option<&'m [String]>);

impl Display for Moves<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(moves) = self.0 else { return f.write_str("NIL") };
        f.write_str("(")?;
        moves.iter().try_for_each(|mov| write!(f, "{mov} "))?;
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Request, MessageError> {
        Request::parse(text, ParseLimits::default())
    }

    fn refusal(text: &str) -> String {
        parse(text).expect_err("not a request").to_string()
    }

    fn start() -> Request {
        Request::Start {
            id: "tourney.game.1479630000000".into(),
            role: "xplayer".into(),
            rules: "(role xplayer) terminal".into(),
            start_clock: Duration::from_secs(10),
            play_clock: Duration::from_secs(4),
        }
    }

    #[test]
    fn every_request_is_read_back_as_it_was_written() {
        let (id, moves) = ("m.1".to_owned(), Some(vec!["(mark 1 1)".to_owned(), "noop".to_owned()]));
        for request in [
            Request::Info,
            Request::Preview { rules: "(role a)".into(), clock: Duration::from_secs(7) },
            start(),
            Request::Play { id: id.clone(), moves: None },
            Request::Play { id: id.clone(), moves: moves.clone() },
            Request::Stop { id: id.clone(), moves },
            Request::Abort { id },
        ] {
            assert_eq!(parse(&request.to_string()), Ok(request));
        }
    }

    #[test]
    fn rules_between_comments_are_read_back_as_they_were_written() {
        let text = "(START tourney.game.1479630000000 xplayer ( ; one\n(role xplayer) terminal ; two\n #| three |#) 10 4)";
        assert_eq!(parse(text), Ok(start()));
        let request = parse("(PREVIEW ((role a) ; inside\n terminal ; the end\n) 5)").expect("a request");
        assert_eq!(parse(&request.to_string()), Ok(request));
        assert_eq!(parse("(PREVIEW ( ; nothing\n) 5)"), parse("(PREVIEW () 5)"));
    }

    #[test]
    fn requests_are_written_as_the_reference_writes_them() {
        assert_eq!(Request::Info.to_string(), "( INFO )");
        let id = "m.1".to_owned();
        assert_eq!(Request::Play { id: id.clone(), moves: None }.to_string(), "( PLAY m.1 NIL )");
        let moves = Some(vec!["(mark 1 1)".to_owned(), "noop".to_owned()]);
        assert_eq!(Request::Play { id, moves }.to_string(), "( PLAY m.1 ((mark 1 1) noop ) )");
        assert_eq!(
            start().to_string(),
            "( START tourney.game.1479630000000 xplayer ((role xplayer) terminal ) 10 4)"
        );
    }

    #[test]
    fn keywords_may_have_any_case() {
        assert_eq!(parse("(info)"), Ok(Request::Info));
        assert_eq!(parse("(pLaY a NiL)"), Ok(Request::Play { id: "a".into(), moves: None }));
        assert_eq!(parse("\t(ABORT\r\nMixedCase )"), Ok(Request::Abort { id: "MixedCase".into() }));
    }

    #[test]
    fn moves_lose_their_padding_and_keep_their_case() {
        let Ok(Request::Play { moves: Some(moves), .. }) = parse("(PLAY a (( Mark  1 1 )noop))") else {
            panic!()
        };
        assert_eq!(moves, ["(Mark 1 1)", "noop"]);
        assert_eq!(parse("(STOP a ())"), Ok(Request::Stop { id: "a".into(), moves: Some(Vec::new()) }));
    }

    #[test]
    fn a_start_request_may_have_further_parts() {
        assert!(parse("(START a r ((role r)) 1 2 (sight 3))").is_ok());
    }

    #[test]
    fn a_text_that_is_not_a_request_is_refused_with_the_place() {
        assert_eq!(refusal(""), "expected one list, such as `(INFO)`");
        assert_eq!(refusal("INFO"), "expected a list, such as `(INFO)`, at byte 0");
        assert_eq!(refusal("()"), "the list is empty, at byte 0");
        assert_eq!(refusal("(INFO) (INFO)"), "expected one list, such as `(INFO)`");
        assert_eq!(refusal("((INFO))"), "the kind of request must be a word, at byte 1");
        assert!(refusal("(HELLO)").starts_with("unknown request"));
        assert_eq!(refusal("(PLAY a)"), "expected (PLAY ID NIL) or (PLAY ID (MOVES)), at byte 0");
        assert_eq!(refusal("(PLAY a noop)"), "expected the moves in parentheses, or `nil`, at byte 8");
        assert_eq!(refusal("(PLAY a (?x))"), "not a move, at byte 9");
        assert_eq!(refusal("(PLAY a (()))"), "not a move, at byte 9");
        assert_eq!(refusal("(START a r (x) ten 4)"), "a clock must be a number of seconds, at byte 15");
        assert_eq!(refusal("(START a r (x) 10 -4)"), "a clock must be a number of seconds, at byte 18");
        assert_eq!(refusal("(START a r x 10 4)"), "the rules must be in parentheses, at byte 11");
        assert_eq!(refusal("(START a (r) (x) 10 4)"), "the role must be a word, at byte 9");
        assert!(refusal("(PLAY a (b)").starts_with("this `(` is never closed"));
    }

    #[test]
    fn an_id_has_a_limit() {
        let abort = |bytes: usize| format!("(ABORT {})", "m".repeat(bytes));
        assert!(parse(&abort(1000)).is_ok());
        assert_eq!(refusal(&abort(1001)), "the match's id must have at most 1000 bytes, at byte 7");
    }

    #[test]
    fn deep_nesting_is_refused() {
        assert!(refusal(&"(".repeat(1_000_000)).contains("parentheses are open"));
    }
}
