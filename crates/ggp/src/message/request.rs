use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use gdl::{Forms, ParseLimits, Source, Symbols};

use super::reader::Reader;
use super::{MessageError, Report};

/// A request of a game manager to a player.
///
/// It is printed as the reference implementation (ggp-base) prints it. Reading is as tolerant as there:
/// keywords may have any case, and white space is ignored.
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
        /// What the player is told of the last ply.
        report: Report,
    },
    /// Ends a match whose state is terminal.
    Stop {
        /// The id of the match.
        id: String,
        /// What the player is told of the last ply.
        report: Report,
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
            Self::Play { id, report } => write!(f, "( PLAY {id} {report} )"),
            Self::Stop { id, report } => write!(f, "( STOP {id} {report} )"),
            Self::Abort { id } => write!(f, "( ABORT {id} )"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use proptest::prelude::*;

    use super::super::OwnPly;
    use super::*;

    fn parse(text: &str) -> Result<Request, MessageError> {
        Request::parse(text, ParseLimits::default())
    }

    fn refusal(text: &str) -> String {
        parse(text).expect_err("not a request").to_string()
    }

    fn played(report: Report) -> Result<Request, MessageError> {
        Ok(Request::Play { id: "a".into(), report })
    }

    fn terms(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    fn joint(moves: &[&str]) -> Report {
        Report::Joint(Some(terms(moves)))
    }

    fn own(turn: u32, mov: &str, percepts: &[&str]) -> Report {
        let turn = NonZero::new(turn).expect("a later turn");
        Report::Own(Some(OwnPly { turn, mov: mov.to_owned(), percepts: terms(percepts) }))
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
        let id = "m.1".to_owned();
        for request in [
            Request::Info,
            Request::Preview { rules: "(role a)".into(), clock: Duration::from_secs(7) },
            start(),
            Request::Play { id: id.clone(), report: Report::Joint(None) },
            Request::Play { id: id.clone(), report: joint(&["(mark 1 1)", "noop"]) },
            Request::Play { id: id.clone(), report: Report::Own(None) },
            Request::Play { id: id.clone(), report: own(1, "noop", &["(card king)", "free"]) },
            Request::Stop { id: id.clone(), report: joint(&["(mark 1 1)", "noop"]) },
            Request::Stop { id: id.clone(), report: own(u32::MAX, "(mark 1 1)", &[]) },
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
        let play = |report| Request::Play { id: "m.1".to_owned(), report }.to_string();
        assert_eq!(play(Report::Joint(None)), "( PLAY m.1 NIL )");
        assert_eq!(play(joint(&["(mark 1 1)", "noop"])), "( PLAY m.1 ((mark 1 1) noop ) )");
        assert_eq!(
            start().to_string(),
            "( START tourney.game.1479630000000 xplayer ((role xplayer) terminal ) 10 4)"
        );
    }

    #[test]
    fn a_player_of_a_game_that_hides_something_is_told_the_turn_its_move_and_its_percepts() {
        let id = "m.1".to_owned();
        let play = |report| Request::Play { id: id.clone(), report }.to_string();
        assert_eq!(play(Report::Own(None)), "( PLAY m.1 0 NIL NIL )");
        assert_eq!(play(own(3, "(mark 1 1)", &["free"])), "( PLAY m.1 3 (mark 1 1) (free ) )");
        let report = own(4, "noop", &[]);
        assert_eq!(Request::Stop { id, report }.to_string(), "( STOP m.1 4 noop () )");
    }

    #[test]
    fn keywords_may_have_any_case() {
        assert_eq!(parse("(info)"), Ok(Request::Info));
        assert_eq!(parse("(pLaY a NiL)"), played(Report::Joint(None)));
        assert_eq!(parse("(play a 0 nil Nil)"), played(Report::Own(None)));
        assert_eq!(parse("\t(ABORT\r\nMixedCase )"), Ok(Request::Abort { id: "MixedCase".into() }));
    }

    #[test]
    fn moves_lose_their_padding_and_keep_their_case() {
        assert_eq!(parse("(PLAY a (( Mark  1 1 )noop))"), played(joint(&["(Mark 1 1)", "noop"])));
        assert_eq!(parse("(STOP a ())"), Ok(Request::Stop { id: "a".into(), report: joint(&[]) }));
        assert_eq!(
            parse("(PLAY a 2 ( Mark  1 1 )(( Did b )x))"),
            played(own(2, "(Mark 1 1)", &["(Did b)", "x"]))
        );
    }

    #[test]
    fn no_percepts_are_an_empty_list_or_nil() {
        for none in ["()", "NIL", "nil"] {
            assert_eq!(parse(&format!("(PLAY a 1 noop {none})")), played(own(1, "noop", &[])), "{none}");
            assert_eq!(parse(&format!("(PLAY a 0 NIL {none})")), played(Report::Own(None)), "{none}");
        }
    }

    #[test]
    fn a_move_may_be_called_nil_after_the_first_turn() {
        assert_eq!(parse("(PLAY a 1 nil ())"), played(own(1, "nil", &[])));
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
        assert_eq!(
            refusal("(PLAY a)"),
            "expected (PLAY ID NIL), (PLAY ID (MOVES)) or (PLAY ID TURN MOVE (PERCEPTS)), at byte 0"
        );
        assert_eq!(
            refusal("(STOP a 1 noop)"),
            "expected (STOP ID NIL), (STOP ID (MOVES)) or (STOP ID TURN MOVE (PERCEPTS)), at byte 0"
        );
        assert_eq!(refusal("(PLAY a noop)"), "expected the moves in parentheses, or `nil`, at byte 8");
        assert_eq!(refusal("(PLAY a (?x))"), "not a move, at byte 9");
        assert_eq!(refusal("(PLAY a (()))"), "not a move, at byte 9");
        for turn in ["one", "-1", "1.5", "4294967296", "(1)"] {
            let text = format!("(PLAY a {turn} noop ())");
            let turn = "the turn must be the number of plies so far, 0 at first, at byte 8";
            assert_eq!(refusal(&text), turn, "{text}");
        }
        assert_eq!(refusal("(PLAY a 0 noop ())"), "at turn 0 no move was made: expected `NIL`, at byte 10");
        assert_eq!(refusal("(PLAY a 0 NIL (x))"), "at turn 0 nothing was seen: expected `NIL`, at byte 14");
        assert_eq!(refusal("(PLAY a 1 (mark ?x) ())"), "not a move, at byte 10");
        assert_eq!(
            refusal("(PLAY a 1 noop x)"),
            "expected the percepts in parentheses, or `nil`, at byte 15"
        );
        assert_eq!(refusal("(PLAY a 1 noop (x (f ?y)))"), "not a percept, at byte 18");
        assert_eq!(refusal("(PLAY a 1 noop (()))"), "not a percept, at byte 16");
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
        assert_eq!(refusal(&abort(1001)), "a word of 1001 bytes, the limit is 1000, at byte 7");
    }

    #[test]
    fn deep_nesting_is_refused() {
        assert!(refusal(&"(".repeat(1_000_000)).contains("parentheses are open"));
    }

    /// Terms as they come in moves and percepts.
    fn any_term() -> impl Strategy<Value = String> {
        let word = "[a-z0-9+-]{1,8}".prop_map(String::from);
        word.prop_recursive(4, 16, 4, |part| {
            (prop::collection::vec(part, 1..4), "[a-z]{1,4}")
                .prop_map(|(parts, name)| format!("({name} {})", parts.join(" ")))
        })
    }

    fn any_report() -> impl Strategy<Value = Report> {
        let joint = prop::option::of(prop::collection::vec(any_term(), 0..5)).prop_map(Report::Joint);
        let ply = (1_u32.., any_term(), prop::collection::vec(any_term(), 0..5));
        let ply = ply.prop_map(|(turn, mov, percepts)| OwnPly {
            turn: NonZero::new(turn).expect("at least 1"),
            mov,
            percepts,
        });
        prop_oneof![joint, prop::option::of(ply).prop_map(Report::Own)]
    }

    proptest! {
        #[test]
        fn every_report_is_read_back_as_it_was_written(report in any_report(), last in any::<bool>()) {
            let id = "m.1".to_owned();
            let request = if last { Request::Stop { id, report } } else { Request::Play { id, report } };
            prop_assert_eq!(parse(&request.to_string()), Ok(request));
        }

        #[test]
        fn a_report_that_was_cut_off_is_refused(report in any_report(), kept in 0.0..1.0) {
            let text = Request::Play { id: "m.1".to_owned(), report }.to_string();
            let kept = (text.len() as f64 * kept) as usize;
            prop_assert!(parse(&text[..kept]).is_err());
        }
    }
}
