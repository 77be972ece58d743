use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use gdl::{Form, Forms, ParseLimits, Print, Shape, Source, Span, Symbols};

/// A request of a game master to a player.
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

/// The reply of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// To [`Request::Info`].
    Info {
        /// The player's name: one word.
        name: String,
        /// Whether it can start a match.
        available: bool,
    },
    /// To [`Request::Start`] and [`Request::Preview`]: the player is ready.
    Ready,
    /// To [`Request::Start`] if the player cannot play the match, and to all requests about a match that it does not play.
    Busy,
    /// To [`Request::Play`]: the move.
    Move(String),
    /// To [`Request::Play`] if the player knows no legal move.
    Nil,
    /// To [`Request::Stop`].
    Done,
    /// To [`Request::Abort`].
    Aborted,
}

/// A text is not a message of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", .place.map(|place| format!(", at byte {place}")).unwrap_or_default())]
pub struct MessageError {
    message: String,
    /// The offset of the error in bytes.
    place: Option<u32>,
}

impl MessageError {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None }
    }

    fn at(span: Span, message: impl Into<String>) -> Self {
        Self { message: message.into(), place: Some(span.start) }
    }
}

impl Request {
    /// Parses a request.
    ///
    /// # Errors
    /// If the text is not a request, or exceeds the limits.
    pub fn parse(text: &str, limits: ParseLimits) -> Result<Self, MessageError> {
        let source = Source::new("request", text.as_bytes());
        let mut symbols = Symbols::default();
        let forms = Forms::read(&source, &mut symbols, limits).map_err(|error| MessageError {
            place: Some(error.span().start),
            ..MessageError::new(error.message())
        })?;
        let mut reader = Reader { text: source.text(), symbols };
        let mut top = forms.top();
        let (Some(form), None) = (top.next(), top.next()) else {
            return Err(MessageError::new("expected one list, such as `(INFO)`"));
        };
        reader.request(form)
    }
}

/// The largest size in bytes of a match's id and of other words that are not moves, as they appear in many messages.
const WORD: usize = 1000;

/// Parses the parts of messages.
struct Reader<'t> {
    text: &'t str,
    symbols: Symbols,
}

impl<'t> Reader<'t> {
    fn request(&mut self, form: Form<'_>) -> Result<Request, MessageError> {
        let Shape::List(mut parts) = form.shape() else {
            return Err(MessageError::at(form.span(), "expected a list, such as `(INFO)`"));
        };
        let Some(kind) = parts.next() else { return Err(MessageError::at(form.span(), "the list is empty")) };
        let parts: Vec<Form<'_>> = parts.collect();
        let kind = self.word(kind, "the kind of request")?.to_ascii_lowercase();
        Ok(match (kind.as_str(), parts.as_slice()) {
            ("info", []) => Request::Info,
            ("preview", &[rules, clock]) => {
                Request::Preview { rules: self.rules(rules)?, clock: self.clock(clock)? }
            }
            // Later versions of the protocol may add words after the clocks.
            ("start", &[id, role, rules, start_clock, play_clock, ..]) => Request::Start {
                id: self.word(id, "the match's id")?.to_owned(),
                role: self.word(role, "the role")?.to_owned(),
                rules: self.rules(rules)?,
                start_clock: self.clock(start_clock)?,
                play_clock: self.clock(play_clock)?,
            },
            ("play", &[id, moves]) => {
                Request::Play { id: self.word(id, "the match's id")?.to_owned(), moves: self.moves(moves)? }
            }
            ("stop", &[id, moves]) => {
                Request::Stop { id: self.word(id, "the match's id")?.to_owned(), moves: self.moves(moves)? }
            }
            ("abort", &[id]) => Request::Abort { id: self.word(id, "the match's id")?.to_owned() },
            (kind, _) => {
                let form_of = match kind {
                    "info" => "(INFO)",
                    "preview" => "(PREVIEW (RULES) CLOCK)",
                    "start" => "(START ID ROLE (RULES) STARTCLOCK PLAYCLOCK)",
                    "play" => "(PLAY ID NIL) or (PLAY ID (MOVES))",
                    "stop" => "(STOP ID NIL) or (STOP ID (MOVES))",
                    "abort" => "(ABORT ID)",
                    _ => {
                        let message = "unknown request; there are INFO, PREVIEW, START, PLAY, STOP and ABORT";
                        return Err(MessageError::at(form.span(), message));
                    }
                };
                return Err(MessageError::at(form.span(), format!("expected {form_of}")));
            }
        })
    }

    fn span(&self, span: Span) -> &'t str {
        &self.text[span.start as usize..span.end as usize]
    }

    fn word(&self, form: Form<'_>, what: &str) -> Result<&'t str, MessageError> {
        match form.shape() {
            Shape::Word(_) | Shape::Variable(_) => {
                let word = self.span(form.span());
                let error =
                    || MessageError::at(form.span(), format!("{what} must have at most {WORD} bytes"));
                (word.len() <= WORD).then_some(word).ok_or_else(error)
            }
            Shape::List(_) => Err(MessageError::at(form.span(), format!("{what} must be a word"))),
        }
    }

    /// The text from the first rule to the last. A comment after that would swallow what follows when the message is written again.
    fn rules(&self, form: Form<'_>) -> Result<String, MessageError> {
        let Shape::List(mut rules) = form.shape() else {
            return Err(MessageError::at(form.span(), "the rules must be in parentheses"));
        };
        let Some(first) = rules.next() else { return Ok(String::new()) };
        let last = rules.last().unwrap_or(first);
        Ok(self.span(first.span().to(last.span())).to_owned())
    }

    fn clock(&self, form: Form<'_>) -> Result<Duration, MessageError> {
        let seconds = self.word(form, "a clock")?.parse::<u32>();
        let error = |_| MessageError::at(form.span(), "a clock must be a number of seconds");
        seconds.map_err(error).map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// The moves in canonical form; none for `nil`.
    fn moves(&mut self, form: Form<'_>) -> Result<Option<Vec<String>>, MessageError> {
        let Shape::List(moves) = form.shape() else {
            let word = self.word(form, "nil")?;
            let expected = || MessageError::at(form.span(), "expected the moves in parentheses, or `nil`");
            return word.eq_ignore_ascii_case("nil").then_some(None).ok_or_else(expected);
        };
        let mut term = |form: Form<'_>| {
            canonical_move(self.span(form.span()), &mut self.symbols)
                .ok_or_else(|| MessageError::at(form.span(), "not a move"))
        };
        moves.map(&mut term).collect::<Result<_, _>>().map(Some)
    }
}

/// A move in canonical form: single spaces, no padding. None if the text is not a term without variables.
fn canonical_move(text: &str, symbols: &mut Symbols) -> Option<String> {
    let term = gdl::parse_term(text, symbols).ok().filter(gdl::Term::is_ground)?;
    Some(term.named(symbols).to_string())
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

impl Reply {
    /// Parses a reply to [`Request::Play`]: a move or `nil`.
    ///
    /// # Errors
    /// If it is neither.
    pub fn parse_move(text: &str) -> Result<Self, MessageError> {
        let mov = canonical_move(text, &mut Symbols::default());
        let mov = mov.ok_or_else(|| MessageError::new("the answer is not a move"))?;
        Ok(if mov.eq_ignore_ascii_case("nil") { Self::Nil } else { Self::Move(mov) })
    }
}

impl Display for Reply {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Info { name, available } => {
                let status = if *available { "available" } else { "busy" };
                write!(f, "( ( name {name} ) ( status {status} ) )")
            }
            Self::Ready => f.write_str("ready"),
            Self::Busy => f.write_str("busy"),
            Self::Move(mov) => f.write_str(mov),
            Self::Nil => f.write_str("nil"),
            Self::Done => f.write_str("done"),
            Self::Aborted => f.write_str("aborted"),
        }
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

    #[test]
    fn a_move_is_parsed_from_a_reply() {
        assert_eq!(Reply::parse_move(" ( mark 1  1 )\n"), Ok(Reply::Move("(mark 1 1)".into())));
        assert_eq!(Reply::parse_move("NIL"), Ok(Reply::Nil));
        for text in ["", "a b", "(", "(mark ?x)"] {
            assert!(Reply::parse_move(text).is_err(), "{text}");
        }
    }

    #[test]
    fn information_is_a_list_of_pairs() {
        let info = |available| Reply::Info { name: "Spielbaum".into(), available }.to_string();
        assert_eq!(info(true), "( ( name Spielbaum ) ( status available ) )");
        assert_eq!(info(false), "( ( name Spielbaum ) ( status busy ) )");
    }
}
