use std::borrow::Cow;
use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan};

use crate::lexer::is_invisible;
use crate::source::MAX_DRAWN;
use crate::{Interrupted, Place, Source, Span};

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The rules violate the specification, but still have the standard meaning.
    Warning,
    /// The rules have no meaning, or not the one that the specification prescribes.
    Error,
}

/// The kind of a finding. Its name is stable, for programs.
///
/// The codes of the text are declared here, those of a static check in the file of that check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code(&'static str);

impl Code {
    /// The text, or a word of it, exceeds its size limit.
    pub const TOO_LARGE: Code = Code::new("too-large");
    /// Parentheses are nested more deeply than the limit.
    pub const TOO_DEEP: Code = Code::new("too-deep");
    /// A character that is not allowed in a rulesheet.
    pub const CHARACTER: Code = Code::new("character");
    /// A block comment without an end.
    pub const UNCLOSED_COMMENT: Code = Code::new("unclosed-comment");
    /// An opening parenthesis without a closing one.
    pub const UNCLOSED_PARENTHESIS: Code = Code::new("unclosed-parenthesis");
    /// A closing parenthesis without an opening one.
    pub const UNOPENED_PARENTHESIS: Code = Code::new("unopened-parenthesis");
    /// Words and parentheses that do not form a rule, a condition or a term.
    pub const SYNTAX: Code = Code::new("syntax");
    /// A relation that is not allowed in the head of a rule, or not in a body.
    pub const MISPLACED: Code = Code::new("misplaced");
    /// A rule whose disjunctions unfold into too many cases.
    pub const TOO_MANY_CASES: Code = Code::new("too-many-cases");

    /// The codes of findings in the text, before the static checks.
    pub(crate) const OF_TEXTS: [Code; 9] = [
        Code::TOO_LARGE,
        Code::TOO_DEEP,
        Code::CHARACTER,
        Code::UNCLOSED_COMMENT,
        Code::UNCLOSED_PARENTHESIS,
        Code::UNOPENED_PARENTHESIS,
        Code::SYNTAX,
        Code::MISPLACED,
        Code::TOO_MANY_CASES,
    ];

    /// A code of this name: lower-case words joined by hyphens.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// The name of the code, such as `unsafe-variable`.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A finding in a rulesheet: a message, a place and a remedy.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    code: Code,
    severity: Severity,
    message: String,
    span: Span,
    label: Option<String>,
    also: Vec<(Span, String)>,
    help: Option<String>,
    source: Source,
}

impl Diagnostic {
    pub(crate) fn error(source: &Source, code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: with_short_quotations(message.into()),
            span,
            label: None,
            also: Vec::new(),
            help: None,
            source: source.clone(),
        }
    }

    pub(crate) fn warning(source: &Source, code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(source, code, span, message) }
    }

    /// Sets the text that is drawn at the place.
    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(with_short_quotations(label.into()));
        self
    }

    /// Adds another place that belongs to the finding.
    pub(crate) fn also(mut self, span: Span, label: impl Into<String>) -> Self {
        self.also.push((span, with_short_quotations(label.into())));
        self
    }

    /// Sets the remedy.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(with_short_quotations(help.into()));
        self
    }

    /// The kind of the finding.
    pub fn code(&self) -> Code {
        self.code
    }

    /// Whether it is an error or a warning.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// What is wrong, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The place in the text.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The line and the column of the place.
    pub fn place(&self) -> Place {
        self.source.place(self.span.start)
    }

    /// The remedy, if there is one.
    pub fn remedy(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The other places that belong to the finding, each with its text.
    pub fn mentions(&self) -> impl Iterator<Item = (Span, &str)> {
        self.also.iter().map(|(span, label)| (*span, label.as_str()))
    }

    /// The text that contains the place.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The name of that text.
    pub fn source_name(&self) -> &str {
        self.source.name()
    }

    /// The part of a span that is drawn.
    fn drawn(&self, Span { start, end }: Span) -> Span {
        let longest = self.source.text().floor_char_boundary(start as usize + MAX_DRAWN);
        Span { start, end: end.min(longest as u32) }
    }

    /// Draws the finding with the lines of its place, without colour, in lines of up to `width` characters.
    /// Invisible characters of the text are replaced by symbols, so that rules from outside do not control
    /// the terminal.
    pub fn render(&self, width: usize) -> String {
        let mut out = String::new();
        let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(width);
        match handler.render_report(&mut out, self) {
            Ok(()) => out.chars().map(visible).collect(),
            Err(_) => self.to_string(),
        }
    }
}

/// The largest number of characters that a message quotes of a name or a term.
const MAX_QUOTED: usize = 200;

/// A text as a message quotes it: of a long one the first two hundred characters and ` ...`.
pub fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_QUOTED) {
        None => text.into(),
        Some((end, _)) => format!("{} ...", &text[..end]).into(),
    }
}

/// The text with what stands between two backquotes [shortened]. Our own words between two quotations are
/// never that many.
fn with_short_quotations(text: String) -> String {
    if text.len() <= MAX_QUOTED {
        return text;
    }
    text.split('`').map(shortened).collect::<Vec<_>>().join("`")
}

/// The character, or a visible symbol for an invisible one.
fn visible(character: char) -> char {
    match character {
        '\n' => '\n',
        '\x7f' => '\u{2421}',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(character)).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ if is_invisible(character) => char::REPLACEMENT_CHARACTER,
        _ => character,
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

impl miette::Diagnostic for Diagnostic {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Warning => miette::Severity::Warning,
            Severity::Error => miette::Severity::Error,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = self.label.clone().unwrap_or_else(|| "here".into());
        let first = LabeledSpan::new_primary_with_span(Some(label), self.drawn(self.span));
        let also = self
            .also
            .iter()
            .map(|(span, label)| LabeledSpan::new_with_span(Some(label.clone()), self.drawn(*span)));
        Some(Box::new(std::iter::once(first).chain(also)))
    }
}

/// A rulesheet was rejected: at least one error, or, where warnings count as errors, a warning.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.summary())]
pub struct Rejected {
    /// All findings, errors and warnings, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

impl Rejected {
    /// The errors among the findings.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error)
    }

    fn summary(&self) -> String {
        let count = self.errors().count();
        match self.errors().next() {
            Some(first) => {
                let Place { line, column } = first.place();
                let more = if count > 1 { format!(" (and {} more)", count - 1) } else { String::new() };
                format!("{}:{line}:{column}: {}{more}", first.source_name(), first.message())
            }
            None => "the rules have warnings, and warnings count as errors".into(),
        }
    }
}

/// A text was not read as a rulesheet.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ParseError {
    /// It is none.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// Reading and checking it ended before it was done.
    #[error("the rules are not read and checked to their end: {0}")]
    Interrupted(#[from] Interrupted),
}

/// Why reading stops at a place.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Something is wrong there.
    Wrong(Box<Diagnostic>),
    Interrupted(Interrupted),
}

impl From<Box<Diagnostic>> for Stop {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Self::Wrong(diagnostic)
    }
}

impl From<Interrupted> for Stop {
    fn from(interrupted: Interrupted) -> Self {
        Self::Interrupted(interrupted)
    }
}

impl From<Stop> for ParseError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Wrong(diagnostic) => Rejected::from(diagnostic).into(),
            Stop::Interrupted(interrupted) => interrupted.into(),
        }
    }
}

impl Stop {
    /// What is wrong in a text that was read without an interrupt.
    pub(crate) fn wrong(self) -> Box<Diagnostic> {
        match self {
            Self::Wrong(diagnostic) => diagnostic,
            Self::Interrupted(_) => unreachable!("nobody interrupts it"),
        }
    }
}

impl From<Box<Diagnostic>> for Rejected {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Self { diagnostics: vec![*diagnostic] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::findings;

    #[test]
    fn a_text_is_cut_after_two_hundred_characters_of_any_length() {
        let text = "é".repeat(200);
        assert_eq!(shortened(&text), text);
        assert_eq!(shortened(&format!("{text}é")), format!("{text} ..."));
    }

    #[test]
    fn messages_and_remedies_quote_the_beginning_of_what_is_long() {
        let name = "n".repeat(1_000);
        let found = findings(format!("(role you) (legal {name} wait) terminal (goal you 0)"));
        let start = &name[..200];
        assert_eq!(found[0].message(), format!("`{start} ...` is not a role"));
        assert_eq!(
            found[0].remedy(),
            Some(&*format!("declare it with `(role {} ...`, or name a declared role", &name[..194]))
        );
    }
}
