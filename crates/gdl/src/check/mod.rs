//! The static checks of a rulesheet, one subject a file.
//!
//! To add a check, write a file with its codes, a `CHECK` and its tests, declare the module, and name the
//! `CHECK` in `CHECKS`.

/// A rulesheet of a minimal game with further rules, for examples.
macro_rules! game {
    ($($rules:literal)*) => { concat!("(role you) (legal you wait) terminal (goal you 0)\n" $(, $rules)*) };
}
#[cfg(test)]
pub(crate) use game;

mod arity;
mod comments;
mod completeness;
mod definitions;
mod dependence;
mod names;
mod negation;
mod recursion;
mod roles;
mod safety;
#[cfg(test)]
mod tests;
mod unused;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::strata::{Strata, stratify};
use crate::{Clause, Interrupt, Interrupted, Predicate, Rulesheet, Span};

/// All checks in the order in which they run. Findings at the same place are reported in this order.
const CHECKS: &[Check] = &[
    arity::CHECK,
    safety::CHECK,
    negation::CHECK,
    recursion::CHECK,
    dependence::CHECK,
    roles::CHECK,
    completeness::CHECK,
    definitions::CHECK,
    unused::CHECK,
    names::CHECK,
    comments::CHECK,
];

/// A static check.
struct Check {
    /// The codes of its findings, each with a rulesheet that has one finding, of this code.
    codes: &'static [(Code, &'static str)],
    run: fn(&Subject<'_>, &mut Findings) -> Result<(), Interrupted>,
}

impl Code {
    /// All codes: those of the text, then those of the static checks.
    pub fn all() -> impl Iterator<Item = Code> {
        Self::OF_TEXTS.into_iter().chain(examples().map(|(code, _)| code))
    }
}

/// The codes of all checks with their examples.
pub(crate) fn examples() -> impl Iterator<Item = (Code, &'static str)> {
    CHECKS.iter().flat_map(|check| check.codes).copied()
}

/// Runs all checks. The work is about linear in the length of the rules, but where negation is stratified
/// clause by clause, which is bounded.
pub(crate) fn check(
    sheet: &Rulesheet,
    clauses: &[Clause<'_>],
    interrupt: &Interrupt<'_>,
    findings: &mut Findings,
) -> Result<(), Interrupted> {
    let subject = Subject { sheet, clauses, strata: stratify(clauses, interrupt)?, interrupt };
    CHECKS.iter().try_for_each(|check| (check.run)(&subject, findings))
}

/// The findings of all checks. Of each code only the first few are kept, as one mistake may be repeated in a
/// thousand rules.
#[derive(Default)]
pub(crate) struct Findings {
    found: Vec<Diagnostic>,
    count: FxHashMap<Code, usize>,
}

impl Findings {
    /// The largest number of findings kept of one code.
    const MAX_OF_A_CODE: usize = 20;

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let count = self.count.entry(diagnostic.code()).or_default();
        *count += 1;
        if *count <= Self::MAX_OF_A_CODE {
            self.found.push(diagnostic);
        }
    }

    /// The findings in the order of their places.
    pub(crate) fn sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|diagnostic| diagnostic.span().start);
        self.found
    }
}

/// The rulesheet that is checked, with its clauses and their order of evaluation.
struct Subject<'r> {
    sheet: &'r Rulesheet,
    clauses: &'r [Clause<'r>],
    strata: Strata<'r>,
    /// To be asked for every rule.
    interrupt: &'r Interrupt<'r>,
}

impl Subject<'_> {
    fn error(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.sheet.source(), code, span, message)
    }

    fn warning(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(self.sheet.source(), code, span, message)
    }

    /// The name of a relation, or of the one whose rules it is a part of.
    fn relation(&self, predicate: Predicate) -> &str {
        self.sheet.symbols().whole(predicate.name)
    }
}
