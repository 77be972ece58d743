//! What the tests of findings share.

use crate::{Code, Diagnostic, ParseLimits, Rulesheet, Severity, check};

/// All findings in a text.
pub(crate) fn findings_within(text: &[u8], limits: ParseLimits) -> Vec<Diagnostic> {
    match Rulesheet::parse_within("game.kif", text, limits) {
        Ok(sheet) => sheet.warnings().to_vec(),
        Err(rejected) => rejected.diagnostics,
    }
}

/// All findings in a text.
pub(crate) fn findings(text: impl AsRef<[u8]>) -> Vec<Diagnostic> {
    findings_within(text.as_ref(), ParseLimits::default())
}

/// The severities and codes of the findings in a text.
pub(crate) fn codes(text: impl AsRef<[u8]>) -> Vec<(Severity, Code)> {
    findings(text).iter().map(|finding| (finding.severity(), finding.code())).collect()
}

/// The drawing of the one finding in a text.
pub(crate) fn drawn(text: impl AsRef<[u8]>) -> String {
    let findings = findings(text);
    assert_eq!(findings.len(), 1, "{findings:?}");
    findings[0].render(80)
}

/// The drawing of the finding in the example of a check's code.
pub(crate) fn example(code: Code) -> String {
    let (_, text) = check::examples().find(|(other, _)| *other == code).expect("every code has an example");
    drawn(text)
}

/// Asserts that a text is a rulesheet without findings.
pub(crate) fn assert_valid(text: impl AsRef<[u8]>) {
    let findings = findings(text);
    assert!(findings.is_empty(), "{}", findings[0].render(80));
}
