//! Reads the parts of messages.

use std::num::NonZero;
use std::time::Duration;

use gdl::{Form, Print, Shape, Span, Symbols};

use super::{MessageError, OwnPly, Report, Request};

/// Parses the parts of messages.
pub(super) struct Reader<'t> {
    text: &'t str,
    symbols: Symbols,
}

impl<'t> Reader<'t> {
    /// Reads forms of this text.
    pub(super) fn new(text: &'t str, symbols: Symbols) -> Self {
        Self { text, symbols }
    }

    pub(super) fn request(&mut self, form: Form<'_>) -> Result<Request, MessageError> {
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
                id: self.id(id)?,
                role: self.word(role, "the role")?.to_owned(),
                rules: self.rules(rules)?,
                start_clock: self.clock(start_clock)?,
                play_clock: self.clock(play_clock)?,
            },
            ("play", &[id, moves]) => Request::Play { id: self.id(id)?, report: self.joint(moves)? },
            ("play", &[id, turn, mov, percepts]) => {
                Request::Play { id: self.id(id)?, report: self.own(turn, mov, percepts)? }
            }
            ("stop", &[id, moves]) => Request::Stop { id: self.id(id)?, report: self.joint(moves)? },
            ("stop", &[id, turn, mov, percepts]) => {
                Request::Stop { id: self.id(id)?, report: self.own(turn, mov, percepts)? }
            }
            ("abort", &[id]) => Request::Abort { id: self.id(id)? },
            (kind, _) => {
                let form_of = match kind {
                    "info" => "(INFO)",
                    "preview" => "(PREVIEW (RULES) CLOCK)",
                    "start" => "(START ID ROLE (RULES) STARTCLOCK PLAYCLOCK)",
                    "play" => "(PLAY ID NIL), (PLAY ID (MOVES)) or (PLAY ID TURN MOVE (PERCEPTS))",
                    "stop" => "(STOP ID NIL), (STOP ID (MOVES)) or (STOP ID TURN MOVE (PERCEPTS))",
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

    fn id(&self, form: Form<'_>) -> Result<String, MessageError> {
        self.word(form, "the match's id").map(str::to_owned)
    }

    fn word(&self, form: Form<'_>, what: &str) -> Result<&'t str, MessageError> {
        match form.shape() {
            Shape::Word(_) | Shape::Variable(_) => {
                // The lexer bounds its length.
                Ok(self.span(form.span()))
            }
            Shape::List(_) => Err(MessageError::at(form.span(), format!("{what} must be a word"))),
        }
    }

    /// The text from the first rule to the last. A comment after that would swallow what follows when the
    /// message is written again.
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

    /// The joint move of the last ply; none for `nil`.
    fn joint(&mut self, moves: Form<'_>) -> Result<Report, MessageError> {
        self.terms(moves, "move").map(Report::Joint)
    }

    /// What a role did and saw in the last ply; none at turn 0, where `nil` says so.
    fn own(&mut self, turn: Form<'_>, mov: Form<'_>, percepts: Form<'_>) -> Result<Report, MessageError> {
        let number = self.word(turn, "the turn").ok().and_then(|word| word.parse::<u32>().ok());
        let number = number.ok_or_else(|| {
            MessageError::at(turn.span(), "the turn must be the number of plies so far, 0 at first")
        })?;
        let seen = self.terms(percepts, "percept")?.unwrap_or_default();
        let Some(turn) = NonZero::new(number) else {
            let none = |form: Form<'_>, what| {
                MessageError::at(form.span(), format!("at turn 0 {what}: expected `NIL`"))
            };
            if !self.is_nil(mov) {
                return Err(none(mov, "no move was made"));
            }
            if !seen.is_empty() {
                return Err(none(percepts, "nothing was seen"));
            }
            return Ok(Report::Own(None));
        };
        Ok(Report::Own(Some(OwnPly { turn, mov: self.term(mov, "move")?, percepts: seen })))
    }

    /// The terms of a list, in canonical form; none for `nil`.
    fn terms(&mut self, form: Form<'_>, what: &str) -> Result<Option<Vec<String>>, MessageError> {
        let Shape::List(terms) = form.shape() else {
            let expected =
                || MessageError::at(form.span(), format!("expected the {what}s in parentheses, or `nil`"));
            return self.is_nil(form).then_some(None).ok_or_else(expected);
        };
        terms.map(|form| self.term(form, what)).collect::<Result<_, _>>().map(Some)
    }

    fn term(&mut self, form: Form<'_>, what: &str) -> Result<String, MessageError> {
        canonical_term(self.span(form.span()), &mut self.symbols)
            .ok_or_else(|| MessageError::at(form.span(), format!("not a {what}")))
    }

    fn is_nil(&self, form: Form<'_>) -> bool {
        matches!(form.shape(), Shape::Word(_)) && self.span(form.span()).eq_ignore_ascii_case("nil")
    }
}

/// A term in canonical form: single spaces, no padding. None if the text is not a term without variables.
pub(super) fn canonical_term(text: &str, symbols: &mut Symbols) -> Option<String> {
    let term = gdl::parse_term(text, symbols).ok().filter(gdl::Term::is_ground)?;
    Some(term.named(symbols).to_string())
}
