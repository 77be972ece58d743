use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use gdl::{Form, Forms, ParseLimits, Print, Shape, Source, Span, Symbols};

/// What a game master asks of a player.
///
/// It is written as the reference implementation (ggp-base) writes it, and read as generously: words of the protocol may be in any case,
/// and blanks stand wherever they separate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Whether the player is there, and what it does.
    Info,
    /// The rules of a game that may be played later.
    Preview {
        /// The rulesheet.
        rules: String,
        /// How long the player may look at it.
        clock: Duration,
    },
    /// A match begins.
    Start {
        /// What the match is called.
        id: String,
        /// The role that the player has in it.
        role: String,
        /// The rulesheet.
        rules: String,
        /// The time until the player must be ready.
        start_clock: Duration,
        /// The time for each move.
        play_clock: Duration,
    },
    /// A move is due.
    Play {
        /// The match.
        id: String,
        /// What all roles did last, in role order; none at the first ply.
        moves: Option<Vec<String>>,
    },
    /// The match has come to its end.
    Stop {
        /// The match.
        id: String,
        /// What all roles did last, in role order; none if nobody did anything.
        moves: Option<Vec<String>>,
    },
    /// The match is given up.
    Abort {
        /// The match.
        id: String,
    },
}

/// What a player answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// To [`Request::Info`].
    Info {
        /// What the player is called: one word.
        name: String,
        /// Whether it can take a match.
        available: bool,
    },
    /// To [`Request::Start`] and [`Request::Preview`]: as well prepared as it will be.
    Ready,
    /// To [`Request::Start`] if the player cannot take the match, and to anything about a match that it does not play.
    Busy,
    /// To [`Request::Play`]: the move.
    Move(String),
    /// To [`Request::Play`] if the player does not know what it could do.
    Nil,
    /// To [`Request::Stop`].
    Done,
    /// To [`Request::Abort`].
    Aborted,
}

/// Why a text is not a message of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}{}", .place.map(|place| format!(", at byte {place}")).unwrap_or_default())]
pub struct MessageError {
    message: String,
    /// Bytes before the place in question.
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
    /// Reads a request.
    ///
    /// # Errors
    /// If it is none, or exceeds the limits.
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

/// Bytes of a match's id, and of other words that are no moves: they are told people again and again.
const WORD: usize = 1000;

/// Turns forms into the parts of messages.
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
            // What may stand behind the clocks is left to later versions of the protocol.
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

    /// What stands between the parentheses around the rules.
    fn rules(&self, form: Form<'_>) -> Result<String, MessageError> {
        match form.shape() {
            Shape::List(_) => {
                let text = self.span(form.span());
                Ok(text[1..text.len() - 1].trim().to_owned())
            }
            _ => Err(MessageError::at(form.span(), "the rules must stand in parentheses")),
        }
    }

    fn clock(&self, form: Form<'_>) -> Result<Duration, MessageError> {
        let seconds = self.word(form, "a clock")?.parse::<u32>();
        let error = |_| MessageError::at(form.span(), "a clock must be a number of seconds");
        seconds.map_err(error).map(|seconds| Duration::from_secs(seconds.into()))
    }

    /// The moves, printed alike however they were written; none for `nil`.
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

/// A move without needless blanks; none if it is no term without variables.
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
    /// Reads an answer to [`Request::Play`]: a move, or nothing.
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
    fn words_of_the_protocol_may_be_in_any_case() {
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
    fn a_start_may_hold_more_than_is_known_of_it() {
        assert!(parse("(START a r ((role r)) 1 2 (sight 3))").is_ok());
    }

    #[test]
    fn what_is_no_request_is_refused_with_its_place() {
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
        assert_eq!(refusal("(START a r x 10 4)"), "the rules must stand in parentheses, at byte 11");
        assert_eq!(refusal("(START a (r) (x) 10 4)"), "the role must be a word, at byte 9");
        assert!(refusal("(PLAY a (b)").starts_with("this `(` is never closed"));
    }

    #[test]
    fn an_id_has_an_end() {
        let abort = |bytes: usize| format!("(ABORT {})", "m".repeat(bytes));
        assert!(parse(&abort(1000)).is_ok());
        assert_eq!(refusal(&abort(1001)), "the match's id must have at most 1000 bytes, at byte 7");
    }

    #[test]
    fn nesting_without_end_is_refused() {
        assert!(refusal(&"(".repeat(1_000_000)).contains("parentheses are open"));
    }

    #[test]
    fn a_move_is_read_from_an_answer() {
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
