use std::slice;

use rustc_hash::FxHashMap;

use crate::check::{Findings, check};
use crate::clause::{Clause, MAX_CASES, Size, unfold};
use crate::diagnostic::{Code, Diagnostic, ParseError, Rejected, Severity, Stop};
use crate::disjunction::separate;
use crate::forms::ParseLimits;
use crate::parser::parse_rules;
use crate::{Interrupt, Interrupted, Keyword, Rule, Source, Symbols, Term, TermKind};

/// The largest number of clauses and conditions that all rules with disjunctions may unfold into together.
const MAX_UNFOLDED: usize = 4_000_000;

/// The checked rules of one game.
#[derive(Clone, Debug)]
pub struct Rulesheet {
    source: Source,
    symbols: Symbols,
    rules: Vec<Rule>,
    /// The rules that would unfold into too many cases, by their numbers, each as others with fewer.
    separated: FxHashMap<usize, Vec<Rule>>,
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
        let separated = FxHashMap::default();
        let mut sheet = Self { source, symbols, rules, separated, warnings: Vec::new() };
        let mut findings = Findings::default();
        match sheet.separate(interrupt) {
            Ok(()) => check(&sheet, &sheet.unfold(interrupt)?, interrupt, &mut findings)?,
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

    /// The rules unfolded into clauses, without disjunctions and nested negations. Where the disjunctions
    /// of a rule have too many cases together, they are relations of their own, of names that no rulesheet
    /// can have.
    pub fn clauses(&self) -> Vec<Clause<'_>> {
        match self.unfold(&Interrupt::never()) {
            Ok(clauses) => clauses,
            Err(_) => unreachable!("nobody interrupts it"),
        }
    }

    /// The roles that are declared by facts, in the order of the text, which is the order of every
    /// joint move.
    pub fn declared_roles(&self) -> impl Iterator<Item = &Term> {
        self.rules
            .iter()
            .filter(|rule| rule.body.is_empty() && rule.head.is(Keyword::Role))
            .map(|rule| &rule.head.args[0])
            .filter(|term| matches!(term.kind, TermKind::Constant(_) | TermKind::Function(..)))
    }

    /// Finds the rules that would unfold into too many cases, and others in their place.
    fn separate(&mut self, interrupt: &Interrupt<'_>) -> Result<(), Stop> {
        let mut left = MAX_UNFOLDED;
        for (number, rule) in self.rules.iter().enumerate() {
            interrupt.check()?;
            let rest = |rules: &[Rule]| {
                rules.iter().try_fold(left, |left, rule| left.checked_sub(Size::of(rule).cost()?))
            };
            if let Some(rest) = rest(slice::from_ref(rule)) {
                left = rest;
                continue;
            }
            let separated = separate(rule, &mut self.symbols, interrupt)?;
            let Some(rest) = rest(&separated) else {
                let message = "the disjunctions of this rule unfold into too many cases";
                let help = format!(
                    "a rule may unfold into {MAX_CASES} cases; define a relation for an inner `or`, with one rule for each case"
                );
                let error =
                    Diagnostic::error(&self.source, Code::TOO_MANY_CASES, rule.span, message).help(help);
                return Err(Box::new(error).into());
            };
            left = rest;
            self.separated.insert(number, separated);
        }
        Ok(())
    }

    fn unfold(&self, interrupt: &Interrupt<'_>) -> Result<Vec<Clause<'_>>, Interrupted> {
        let mut clauses = Vec::with_capacity(self.rules.len());
        for (number, rule) in self.rules.iter().enumerate() {
            interrupt.check()?;
            let separated = self.separated.get(&number);
            for rule in separated.map_or(slice::from_ref(rule), Vec::as_slice) {
                interrupt.check()?;
                clauses.extend(unfold(rule));
            }
        }
        Ok(clauses)
    }
}
