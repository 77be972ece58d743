use crate::check::{Findings, check};
use crate::clause::{Clause, MOST_CASES, unfold};
use crate::diagnostic::{Code, Diagnostic, Rejected, Severity};
use crate::forms::ParseLimits;
use crate::parser::parse_rules;
use crate::{Keyword, Rule, Source, Symbols, Term, TermKind};

/// The most clauses and conditions that all rules with `or` may unfold into together.
const MOST_UNFOLDED: usize = 4_000_000;

/// The checked rules of one game.
#[derive(Clone, Debug)]
pub struct Rulesheet {
    source: Source,
    symbols: Symbols,
    rules: Vec<Rule>,
    warnings: Vec<Diagnostic>,
}

impl Rulesheet {
    /// Parses and checks a text under a name, such as its path.
    ///
    /// # Errors
    /// If the text is not a rulesheet that has a standard meaning; then every finding is reported.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, Rejected> {
        Self::parse_within(name, bytes, ParseLimits::default())
    }

    /// [`parse`](Self::parse) within other limits than the default ones.
    ///
    /// # Errors
    /// As [`parse`](Self::parse), and if a limit is exceeded.
    pub fn parse_within(name: &str, bytes: &[u8], limits: ParseLimits) -> Result<Self, Rejected> {
        let source = Source::new(name, bytes);
        let mut symbols = Symbols::default();
        let mut syntax_errors = Vec::new();
        let rules = parse_rules(&source, &mut symbols, limits, &mut syntax_errors)?;
        if !syntax_errors.is_empty() {
            // Rules are missing, so the checks would report what is only a consequence.
            return Err(Rejected { diagnostics: syntax_errors });
        }
        let mut sheet = Self { source, symbols, rules, warnings: Vec::new() };
        let mut findings = Findings::default();
        match sheet.unfold() {
            Ok(clauses) => check(&sheet, &clauses, &mut findings),
            Err(error) => findings.push(*error),
        }
        let diagnostics = findings.sorted();
        if diagnostics.iter().any(|finding| finding.severity() == Severity::Error) {
            return Err(Rejected { diagnostics });
        }
        sheet.warnings = diagnostics;
        Ok(sheet)
    }

    /// Turns away a rulesheet that has warnings.
    ///
    /// # Errors
    /// If there is a warning.
    pub fn strict(self) -> Result<Self, Rejected> {
        if self.warnings.is_empty() { Ok(self) } else { Err(Rejected { diagnostics: self.warnings }) }
    }

    /// The text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The names.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The rules in the text's order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// What bends the language's letter, in the order of the text.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The rules unfolded into clauses.
    pub fn clauses(&self) -> Vec<Clause<'_>> {
        // A rulesheet exists only if its rules could be unfolded.
        self.unfold().unwrap_or_default()
    }

    /// The roles that are declared by facts, in the text's order: the order of every joint move.
    pub fn declared_roles(&self) -> impl Iterator<Item = &Term> {
        self.rules
            .iter()
            .filter(|rule| rule.body.is_empty() && rule.head.is(Keyword::Role))
            .map(|rule| &rule.head.args[0])
            .filter(|term| matches!(term.kind, TermKind::Constant(_) | TermKind::Function(..)))
    }

    fn unfold(&self) -> Result<Vec<Clause<'_>>, Box<Diagnostic>> {
        // Plain rules count for nothing here: only what `or` makes of the others is bounded.
        let mut left = MOST_UNFOLDED;
        let size = |cases: &[Clause<'_>]| match cases {
            [] | [_] => 0,
            cases => cases.iter().map(|case| 1 + case.body.len()).sum(),
        };
        let mut clauses = Vec::with_capacity(self.rules.len());
        for rule in &self.rules {
            let cases = unfold(rule).ok().filter(|cases| size(cases) <= left);
            let Some(cases) = cases else {
                let message = "the `or`s of this rule multiply into too many cases";
                let help = format!(
                    "a rule may unfold into {MOST_CASES} cases; give an inner `or` a relation of its own with one rule a case"
                );
                return Err(Box::new(
                    Diagnostic::error(&self.source, Code::TooManyCases, rule.span, message).help(help),
                ));
            };
            left -= size(&cases);
            clauses.extend(cases);
        }
        Ok(clauses)
    }
}
