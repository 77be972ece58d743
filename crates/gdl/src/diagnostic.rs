use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan};

use crate::source::MOST_DRAWN;
use crate::{Place, Source, Span};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The rules bend the language's letter, but still have its standard meaning.
    Warning,
    /// The rules have no meaning, or not the one that the language prescribes.
    Error,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)+) => {
        /// What a diagnostic is about; its name is stable and fit for programs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[doc = $doc])+ $variant,)+ }

        impl Code {
            /// Every code.
            pub const ALL: &[Code] = &[$(Code::$variant,)+];

            /// The code's name.
            pub fn name(self) -> &'static str {
                match self { $(Code::$variant => $name,)+ }
            }
        }
    };
}

codes! {
    /// The text is longer than the parser takes.
    TooLarge = "too-large",
    /// Parentheses are nested deeper than the parser takes.
    TooDeep = "too-deep",
    /// A character that no rulesheet may hold.
    Character = "character",
    /// A block comment without its end.
    UnclosedComment = "unclosed-comment",
    /// An opening parenthesis without its closing one.
    UnclosedParenthesis = "unclosed-parenthesis",
    /// A closing parenthesis without its opening one.
    UnopenedParenthesis = "unopened-parenthesis",
    /// Words and parentheses that are not a rule, a condition or a term.
    Syntax = "syntax",
    /// A relation that may not stand in the head of a rule, or not in a body.
    Misplaced = "misplaced",
    /// A rule whose nested `or`s unfold into too many cases.
    TooManyCases = "too-many-cases",
    /// One name used with different numbers of arguments.
    ArityClash = "arity-clash",
    /// A variable that no positive condition binds.
    UnsafeVariable = "unsafe-variable",
    /// A relation that depends on its own negation.
    Unstratified = "unstratified",
    /// A relation that depends on its own negation, though no single fact of it does.
    StratifiedByArguments = "stratified-by-arguments",
    /// A recursive rule outside GDL's recursion restriction.
    UnrestrictedRecursion = "unrestricted-recursion",
    /// Moves that influence what must be known before anyone moves.
    DependsOnMoves = "depends-on-moves",
    /// An initial state that depends on a state.
    DependsOnState = "depends-on-state",
    /// No role at all.
    NoRole = "no-role",
    /// A name used as a role that is none.
    UndeclaredRole = "undeclared-role",
    /// Roles given by rules.
    DerivedRole = "derived-role",
    /// A payoff that is not a whole number from 0 to 100.
    GoalRange = "goal-range",
    /// No way for the game to end.
    NoTerminal = "no-terminal",
    /// No legal moves.
    NoLegal = "no-legal",
    /// No payoffs.
    NoGoal = "no-goal",
    /// A relation that nothing defines.
    UndefinedRelation = "undefined-relation",
    /// Names that differ in nothing but their case.
    CaseMismatch = "case-mismatch",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A finding in a rulesheet: what is wrong, where, and what to do about it.
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
            message: message.into(),
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

    /// Words to stand at the place itself.
    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Another place that belongs to the finding.
    pub(crate) fn also(mut self, span: Span, label: impl Into<String>) -> Self {
        self.also.push((span, label.into()));
        self
    }

    /// The remedy.
    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// What it is about.
    pub fn code(&self) -> Code {
        self.code
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// What is wrong, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Where, as people count.
    pub fn place(&self) -> Place {
        self.source.place(self.span.start)
    }

    /// What to do about it.
    pub fn remedy(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The other places that belong to it, with what is to be seen there.
    pub fn mentions(&self) -> impl Iterator<Item = (Span, &str)> {
        self.also.iter().map(|(span, label)| (*span, label.as_str()))
    }

    /// The text it is about.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The name of the text it is about.
    pub fn source_name(&self) -> &str {
        self.source.name()
    }

    /// As much of a span as is drawn.
    fn drawn(&self, Span { start, end }: Span) -> Span {
        let longest = self.source.text().floor_char_boundary(start as usize + MOST_DRAWN);
        Span { start, end: end.min(longest as u32) }
    }

    /// The finding drawn with the lines it is about, without colour, lines up to `width` characters. Control characters
    /// of the text are drawn as pictures: rules from elsewhere have no business with the terminal.
    pub fn render(&self, width: usize) -> String {
        let mut out = String::new();
        let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(width);
        match handler.render_report(&mut out, self) {
            Ok(()) => out.chars().map(picture).collect(),
            Err(_) => self.to_string(),
        }
    }
}

/// A character that a terminal shows and does not obey, in place of a control character.
fn picture(character: char) -> char {
    match character {
        '\n' => '\n',
        '\x7f' => '\u{2421}',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(character)).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ if character.is_control() => char::REPLACEMENT_CHARACTER,
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

/// The findings that make a rulesheet unusable: at least one error, and the warnings found beside it.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.summary())]
pub struct Rejected {
    /// All findings, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

impl Rejected {
    /// The errors alone.
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
            None => "the rules bend the language, and warnings count as errors".into(),
        }
    }
}

impl From<Box<Diagnostic>> for Rejected {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Self { diagnostics: vec![*diagnostic] }
    }
}
