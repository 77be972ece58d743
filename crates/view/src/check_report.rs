use gdl::{Diagnostic, Place, Severity, Span};
use serde::Serialize;

/// What is found in one rulesheet: the document that the command line and the page tell diagnostics by.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Inspection {
    /// Whether there is no error.
    pub ok: bool,
    /// What leaves the rules without a meaning, in the order of the text.
    pub errors: Vec<Finding>,
    /// What bends the language's letter, in the order of the text.
    pub warnings: Vec<Finding>,
}

/// Something that is wrong, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Finding {
    /// What it is about; a stable name.
    pub code: &'static str,
    /// What is wrong, in one line.
    pub message: String,
    /// The line, from 1; none for what is wrong with the whole.
    pub line: Option<usize>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// The line of the end.
    pub end_line: Option<usize>,
    /// The column just past the end.
    pub end_column: Option<usize>,
    /// The remedy.
    pub help: Option<String>,
    /// Other places that belong to it.
    pub also: Vec<Mention>,
}

/// Another place that belongs to a finding.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Mention {
    /// What is to be seen there.
    pub message: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line of the end.
    pub end_line: usize,
    /// The column just past the end.
    pub end_column: usize,
}

impl Default for Inspection {
    fn default() -> Self {
        Self { ok: true, errors: Vec::new(), warnings: Vec::new() }
    }
}

impl Inspection {
    /// What the checker has found; if `strict`, its warnings count as errors.
    pub fn new(diagnostics: &[Diagnostic], strict: bool) -> Self {
        let mut inspection = Self::default();
        for diagnostic in diagnostics {
            inspection.add(strict || diagnostic.severity() == Severity::Error, Finding::from(diagnostic));
        }
        inspection
    }

    /// Adds a finding that is an error or a warning.
    pub fn add(&mut self, is_error: bool, finding: Finding) {
        self.ok &= !is_error;
        let findings = if is_error { &mut self.errors } else { &mut self.warnings };
        findings.push(finding);
    }
}

impl Finding {
    /// Something that is wrong with the whole.
    pub fn without_place(code: &'static str, message: String) -> Self {
        let (line, column, end_line, end_column) = Default::default();
        Self { code, message, line, column, end_line, end_column, help: None, also: Vec::new() }
    }
}

impl From<&Diagnostic> for Finding {
    fn from(diagnostic: &Diagnostic) -> Self {
        let [start, end] = ends(diagnostic, diagnostic.span());
        let mention = |(span, label): (Span, &str)| {
            let [start, end] = ends(diagnostic, span);
            Mention {
                message: label.to_owned(),
                line: start.line,
                column: start.column,
                end_line: end.line,
                end_column: end.column,
            }
        };
        Self {
            code: diagnostic.code().name(),
            message: diagnostic.message().to_owned(),
            line: Some(start.line),
            column: Some(start.column),
            end_line: Some(end.line),
            end_column: Some(end.column),
            help: diagnostic.remedy().map(str::to_owned),
            also: diagnostic.mentions().map(mention).collect(),
        }
    }
}

fn ends(diagnostic: &Diagnostic, span: Span) -> [Place; 2] {
    [span.start, span.end].map(|offset| diagnostic.source().place(offset))
}

#[cfg(test)]
mod tests {
    use gdl::Rulesheet;

    use super::*;

    #[test]
    fn a_finding_has_both_its_ends_its_remedy_and_the_other_places() {
        let text = "; ä\n(role a)\n(init (p 1)\n(<= (legal a go) (true (p 1)))";
        let rejected = Rulesheet::parse("test.kif", text.as_bytes()).unwrap_err();
        let inspection = Inspection::new(&rejected.diagnostics, false);
        let [finding] = &inspection.errors[..] else { panic!("{inspection:?}") };
        assert!(!inspection.ok && inspection.warnings.is_empty());
        assert_eq!((finding.code, finding.line, finding.column), ("unclosed-parenthesis", Some(3), Some(1)));
        assert_eq!((finding.end_line, finding.end_column), (Some(3), Some(2)));
        assert_eq!(finding.help.as_deref(), Some("add the missing `)` before the next rule"));
        let [also] = &finding.also[..] else { panic!("{finding:?}") };
        assert_eq!((also.line, also.column, also.end_line, also.end_column), (4, 1, 4, 2));
        assert_eq!(also.message, "the next rule seems to start here");
    }

    #[test]
    fn warnings_are_errors_to_the_strict_alone() {
        let text = "(role a) (init p) (legal a go) (next p) (<= terminal (true p)) (goal a 1) (<= q (r x))";
        let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
        let lenient = Inspection::new(sheet.warnings(), false);
        assert!(lenient.ok && lenient.errors.is_empty() && lenient.warnings[0].code == "undefined-relation");
        let strict = Inspection::new(sheet.warnings(), true);
        assert!(!strict.ok && strict.warnings.is_empty() && strict.errors == lenient.warnings);
    }

    #[test]
    fn what_is_wrong_with_the_whole_has_no_place() {
        let mut inspection = Inspection::default();
        inspection.add(false, Finding::without_place("no-circuit", "too many".into()));
        assert!(inspection.ok && inspection.warnings[0].line.is_none());
        inspection.add(true, Finding::without_place("limits", "too long".into()));
        assert!(!inspection.ok && inspection.errors.len() == 1);
    }
}
