//! The static checks: what must be true of rules before anyone evaluates them.

mod arity;
mod completeness;
mod dependence;
mod names;
mod recursion;
mod roles;
mod safety;
#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::strata::{Strata, stratify};
use crate::{Clause, Predicate, Rulesheet, Span};

/// What the checks have found. Of each kind the first few are kept: a broken file need not be told a thousand times.
#[derive(Default)]
pub(crate) struct Findings {
    found: Vec<Diagnostic>,
    count: FxHashMap<Code, usize>,
}

impl Findings {
    const MOST_OF_A_KIND: usize = 20;

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let count = self.count.entry(diagnostic.code()).or_default();
        *count += 1;
        if *count <= Self::MOST_OF_A_KIND {
            self.found.push(diagnostic);
        }
    }

    pub(crate) fn sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|diagnostic| (diagnostic.span().start, diagnostic.code()));
        self.found
    }
}

/// Everything a check looks at.
struct Subject<'r> {
    sheet: &'r Rulesheet,
    clauses: &'r [Clause<'r>],
    strata: Strata<'r>,
}

impl Subject<'_> {
    fn error(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.sheet.source(), code, span, message)
    }

    fn warning(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(self.sheet.source(), code, span, message)
    }

    fn relation(&self, predicate: Predicate) -> &str {
        self.sheet.symbols().name(predicate.name)
    }
}

/// Runs every check.
pub(crate) fn check(sheet: &Rulesheet, clauses: &[Clause<'_>], findings: &mut Findings) {
    let subject = Subject { sheet, clauses, strata: stratify(clauses) };
    arity::check(&subject, findings);
    safety::check(&subject, findings);
    dependence::check(&subject, findings);
    recursion::check(&subject, findings);
    roles::check(&subject, findings);
    completeness::check(&subject, findings);
    names::check(&subject, findings);
}
