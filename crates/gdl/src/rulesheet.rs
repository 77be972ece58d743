use crate::check::{Findings, check};
use crate::clause::{Clause, MAX_CASES, unfold};
use crate::diagnostic::{Code, Diagnostic, ParseError, Rejected, Severity, Stop};
use crate::forms::ParseLimits;
use crate::parser::parse_rules;
use crate::{Interrupt, Keyword, Rule, Source, Symbols, Term, TermKind};

/// The largest number of clauses and conditions that all rules with disjunctions may unfold into together.
const MAX_UNFOLDED: usize = 4_000_000;

/// The checked rules of one game.
#[derive(Clone, Debug)]
pub struct Rulesheet {
    source: Source,
    symbols: Symbols,
    rules: Vec<Rule>,
    warnings: Vec<Diagnostic>,
}

impl Rulesheet {
    /// Parses and checks a text. Findings refer to it by `name`, such as its path.
    ///
    /// # Errors
    /// If the text is not a rulesheet with a standard meaning. The error has all findings.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, Rejected> {
        Self::parse_within(name, bytes, ParseLimits::default())
    }

    /// Does the same as [`parse`](Self::parse) with other limits.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and if a limit is exceeded.
    pub fn parse_within(name: &str, bytes: &[u8], limits: ParseLimits) -> Result<Self, Rejected> {
        Self::parse_while(name, bytes, limits, &Interrupt::never()).map_err(|error| match error {
            ParseError::Rejected(rejected) => rejected,
            ParseError::Interrupted(_) => unreachable!("nobody interrupts it"),
        })
    }

    /// Does the same as [`parse_within`](Self::parse_within) until it is interrupted.
    ///
    /// # Errors
    /// As [`parse_within`](Self::parse_within), and if it is interrupted.
    pub fn parse_while(
        name: &str,
        bytes: &[u8],
        limits: ParseLimits,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, ParseError> {
        let source = Source::new(name, bytes);
        let mut symbols = Symbols::default();
        let mut syntax_errors = Vec::new();
        let rules = parse_rules(&source, &mut symbols, limits, interrupt, &mut syntax_errors)?;
        if !syntax_errors.is_empty() {
            // Rules are missing, so the checks would report consequences of the syntax errors.
            return Err(Rejected { diagnostics: syntax_errors }.into());
        }
        let mut sheet = Self { source, symbols, rules, warnings: Vec::new() };
        let mut findings = Findings::default();
        match sheet.unfold(interrupt) {
            Ok(clauses) => check(&sheet, &clauses, interrupt, &mut findings)?,
            Err(Stop::Wrong(error)) => findings.push(*error),
            Err(Stop::Interrupted(interrupted)) => return Err(interrupted.into()),
        }
        let diagnostics = findings.sorted();
        if diagnostics.iter().any(|finding| finding.severity() == Severity::Error) {
            return Err(Rejected { diagnostics }.into());
        }
        sheet.warnings = diagnostics;
        Ok(sheet)
    }

    /// Rejects the rulesheet if it has warnings.
    ///
    /// # Errors
    /// If there is a warning.
    pub fn strict(self) -> Result<Self, Rejected> {
        if self.warnings.is_empty() { Ok(self) } else { Err(Rejected { diagnostics: self.warnings }) }
    }

    /// The source text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The names in the rules.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The rules in the order of the text.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The warnings in the order of the text.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The rules unfolded into clauses, without disjunctions and nested negations.
    pub fn clauses(&self) -> Vec<Clause<'_>> {
        // Parsing has unfolded the rules before, so this does not fail.
        self.unfold(&Interrupt::never()).unwrap_or_default()
    }

    /// The roles that are declared by facts, in the order of the text, which is the order of every joint move.
    pub fn declared_roles(&self) -> impl Iterator<Item = &Term> {
        self.rules
            .iter()
            .filter(|rule| rule.body.is_empty() && rule.head.is(Keyword::Role))
            .map(|rule| &rule.head.args[0])
            .filter(|term| matches!(term.kind, TermKind::Constant(_) | TermKind::Function(..)))
    }

    fn unfold(&self, interrupt: &Interrupt<'_>) -> Result<Vec<Clause<'_>>, Stop> {
        // Rules without disjunctions do not count against the limit.
        let mut left = MAX_UNFOLDED;
        let size = |cases: &[Clause<'_>]| match cases {
            [] | [_] => 0,
            cases => cases.iter().map(|case| 1 + case.body.len()).sum(),
        };
        let mut clauses = Vec::with_capacity(self.rules.len());
        for rule in &self.rules {
            interrupt.check()?;
            let cases = unfold(rule).ok().filter(|cases| size(cases) <= left);
            let Some(cases) = cases else {
                let message = "the disjunctions of this rule unfold into too many cases";
                let help = format!(
                    "a rule may unfold into {MAX_CASES} cases; define a relation for an inner `or`, with one rule for each case"
                );
                let error =
                    Diagnostic::error(&self.source, Code::TOO_MANY_CASES, rule.span, message).help(help);
                return Err(Box::new(error).into());
            };
            left -= size(&cases);
            clauses.extend(cases);
        }
        Ok(clauses)
    }
}
