use game::{Flaw, FlawKind};
use gdl::{Diagnostic, Place, Severity, Span, shortened};
use serde::Serialize;

/// The result of checking one rulesheet. The command line and the page show this document.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Inspection))]
pub struct CheckReport {
    /// Whether there is no error.
    pub ok: bool,
    /// What leaves the rules without a standard meaning, in the order of the text.
    pub errors: Vec<Finding>,
    /// What deviates from the language's definition but still has a meaning, in the order of the text.
    pub warnings: Vec<Finding>,
}

/// A fault in a rulesheet: its message, its place, and a remedy.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Finding {
    /// The stable name of this sort of fault, such as `unclosed-parenthesis`.
    pub code: &'static str,
    /// What is wrong, in one line.
    pub message: String,
    /// The line, from 1; none if the fault is in the rulesheet as a whole, as for the other numbers.
    pub line: Option<usize>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// The line of the end.
    pub end_line: Option<usize>,
    /// The column just past the end.
    pub end_column: Option<usize>,
    /// What can be done about it.
    pub help: Option<String>,
    /// Other places that are part of the fault.
    pub also: Vec<RelatedPlace>,
    /// The state that the fault shows in, if it is not a fault of the text but was met in random play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<ReachedState>,
    /// Another state, which a role cannot tell from the first, if that is the fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub also_reached: Option<ReachedState>,
}

/// A state, and a way to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReachedState {
    /// The fluents that hold, sorted.
    pub state: Vec<String>,
    /// The joint moves that lead there from the initial state, one text a role in role order.
    pub joint_moves: Vec<Vec<String>>,
}

/// Another place that is part of a fault.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Mention))]
pub struct RelatedPlace {
    /// What is there.
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

impl Default for CheckReport {
    fn default() -> Self {
        Self { ok: true, errors: Vec::new(), warnings: Vec::new() }
    }
}

impl CheckReport {
    /// The report of these diagnostics. If `strict`, warnings count as errors.
    pub fn new(diagnostics: &[Diagnostic], strict: bool) -> Self {
        let mut report = Self::default();
        for diagnostic in diagnostics {
            report.add(strict || diagnostic.severity() == Severity::Error, Finding::from(diagnostic));
        }
        report
    }

    /// Adds a finding, as an error or as a warning.
    pub fn add(&mut self, is_error: bool, finding: Finding) {
        self.ok &= !is_error;
        let findings = if is_error { &mut self.errors } else { &mut self.warnings };
        findings.push(finding);
    }
}

impl Finding {
    /// A fault of the rulesheet as a whole.
    pub fn without_place(code: &'static str, message: String) -> Self {
        let (line, column, end_line, end_column) = Default::default();
        Self {
            code,
            message,
            line,
            column,
            end_line,
            end_column,
            help: None,
            also: Vec::new(),
            reached: None,
            also_reached: None,
        }
    }

    /// A flaw that random playouts met, so many in all.
    pub fn of_play(flaw: &Flaw, playouts: u64) -> Self {
        let (code, what, help) = match &flaw.kind {
            FlawKind::NoGoal { role } => (
                "missing-goal",
                format!("the rules give the role `{role}` no goal in a terminal state"),
                "give each role a goal in every terminal state; one that is missing counts as 0",
            ),
            FlawKind::AmbiguousGoal { role, goals } => (
                "ambiguous-goal",
                format!(
                    "the rules give the role `{role}` the goal {} in a terminal state",
                    shortened(&goals.join(" and the goal "))
                ),
                "give each role exactly one goal, a whole number from 0 to 100; of several the least counts",
            ),
            FlawKind::NoMove { role } => (
                "no-move",
                format!("the role `{role}` has no legal move in a state that is not terminal"),
                "give it a move such as `noop`, or end the game there",
            ),
            FlawKind::UnknowableMoves { role, here, there, .. } => (
                "unknowable-moves",
                format!(
                    "which moves are legal for the role `{role}` depends on what it cannot know: {}",
                    apart(here, there)
                ),
                "let its percepts (`sees`) tell it what decides, or make the moves legal in both states",
            ),
            FlawKind::OverAtOnce => (
                "over-at-once",
                "the game is over in its initial state".to_owned(),
                "give `terminal` a condition that only later states meet",
            ),
            FlawKind::NoEnd { plies } => (
                "no-end",
                format!("{} of {playouts} random playouts did not end within {plies} plies", flaw.playouts),
                "add a step counter, and end the game at its limit",
            ),
            FlawKind::NoAnswer(error) => {
                ("no-answer", error.to_string(), "no strategy can search such a state")
            }
        };
        let (message, reached) = match &flaw.kind {
            // A list of so many moves, or of none, helps nobody.
            FlawKind::NoEnd { .. } | FlawKind::OverAtOnce => (what, None),
            _ => {
                let Flaw { state, joint_moves, .. } = flaw.clone();
                let message = format!("{what} (met in {} of {playouts} random playouts)", flaw.playouts);
                (message, Some(ReachedState { state, joint_moves }))
            }
        };
        let also_reached = match &flaw.kind {
            FlawKind::UnknowableMoves { other_state, other_joint_moves, .. } => {
                Some(ReachedState { state: other_state.clone(), joint_moves: other_joint_moves.clone() })
            }
            _ => None,
        };
        Self { help: Some(help.to_owned()), reached, also_reached, ..Self::without_place(code, message) }
    }
}

/// In which of two states moves are legal.
fn apart(here: &[String], there: &[String]) -> String {
    let part = |moves: &[String], place: &str| {
        let verb = if moves.len() == 1 { "is" } else { "are" };
        (!moves.is_empty()).then(|| format!("{} {verb} legal only {place}", shortened(&moves.join(", "))))
    };
    let parts = [part(here, "in the first of two states"), part(there, "in the second of two states")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl From<&Diagnostic> for Finding {
    fn from(diagnostic: &Diagnostic) -> Self {
        let [start, end] = ends(diagnostic, diagnostic.span());
        let related = |(span, label): (Span, &str)| {
            let [start, end] = ends(diagnostic, span);
            RelatedPlace {
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
            also: diagnostic.mentions().map(related).collect(),
            reached: None,
            also_reached: None,
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
        let report = CheckReport::new(&rejected.diagnostics, false);
        let [finding] = &report.errors[..] else { panic!("{report:?}") };
        assert!(!report.ok && report.warnings.is_empty());
        assert_eq!((finding.code, finding.line, finding.column), ("unclosed-parenthesis", Some(3), Some(1)));
        assert_eq!((finding.end_line, finding.end_column), (Some(3), Some(2)));
        assert_eq!(finding.help.as_deref(), Some("add the missing `)` before the next rule"));
        let [also] = &finding.also[..] else { panic!("{finding:?}") };
        assert_eq!((also.line, also.column, also.end_line, also.end_column), (4, 1, 4, 2));
        assert_eq!(also.message, "the next rule seems to start here");
    }

    #[test]
    fn warnings_are_errors_only_in_a_strict_report() {
        let text = "(role a) (init p) (legal a go) (next p) (<= terminal (true p)) (goal a 1) (<= q (r x))";
        let sheet = Rulesheet::parse("test.kif", text.as_bytes()).unwrap();
        let lenient = CheckReport::new(sheet.warnings(), false);
        assert!(lenient.ok && lenient.errors.is_empty() && lenient.warnings[0].code == "undefined-relation");
        let strict = CheckReport::new(sheet.warnings(), true);
        assert!(!strict.ok && strict.warnings.is_empty() && strict.errors == lenient.warnings);
    }

    #[test]
    fn a_fault_of_the_whole_rulesheet_has_no_place() {
        let mut report = CheckReport::default();
        report.add(false, Finding::without_place("no-circuit", "too many".into()));
        assert!(report.ok && report.warnings[0].line.is_none());
        report.add(true, Finding::without_place("limits", "too long".into()));
        assert!(!report.ok && report.errors.len() == 1);
    }

    #[test]
    fn a_flaw_met_in_play_is_told_with_its_remedy_and_the_way_to_it() {
        let found = |kind| {
            let (state, joint_moves) = (vec!["on".to_owned()], vec![vec!["press".to_owned()]]);
            let finding = Finding::of_play(&Flaw { kind, playouts: 3, state, joint_moves }, 100);
            let other = finding.also_reached.map(|other| (other.state, other.joint_moves));
            let expected = (vec!["off".to_owned()], vec![vec!["release".to_owned()]]);
            assert_eq!(other, (finding.code == "unknowable-moves").then_some(expected));
            let has_place = !["no-end", "over-at-once"].contains(&finding.code);
            let reached = finding.reached.map(|reached| (reached.state, reached.joint_moves));
            let expected = (vec!["on".into()], vec![vec!["press".into()]]);
            assert_eq!((reached, finding.line), (has_place.then_some(expected), None));
            format!("{}: {}; {}", finding.code, finding.message, finding.help.unwrap())
        };
        let role = || "you".to_owned();
        let goals = vec!["0".into(), "100".into()];
        let told = [
            FlawKind::NoGoal { role: role() },
            FlawKind::AmbiguousGoal { role: role(), goals },
            FlawKind::NoMove { role: role() },
            FlawKind::UnknowableMoves {
                role: role(),
                here: vec!["(call heads)".into(), "pass".into()],
                there: vec!["(call tails)".into()],
                other_state: vec!["off".into()],
                other_joint_moves: vec![vec!["release".into()]],
            },
            FlawKind::OverAtOnce,
            FlawKind::NoEnd { plies: 10_000 },
        ];
        assert_eq!(
            told.map(found),
            [
                "missing-goal: the rules give the role `you` no goal in a terminal state (met in 3 of 100 random playouts); give each role a goal in every terminal state; one that is missing counts as 0",
                "ambiguous-goal: the rules give the role `you` the goal 0 and the goal 100 in a terminal state (met in 3 of 100 random playouts); give each role exactly one goal, a whole number from 0 to 100; of several the least counts",
                "no-move: the role `you` has no legal move in a state that is not terminal (met in 3 of 100 random playouts); give it a move such as `noop`, or end the game there",
                "unknowable-moves: which moves are legal for the role `you` depends on what it cannot know: (call heads), pass are legal only in the first of two states, (call tails) is legal only in the second of two states (met in 3 of 100 random playouts); let its percepts (`sees`) tell it what decides, or make the moves legal in both states",
                "over-at-once: the game is over in its initial state; give `terminal` a condition that only later states meet",
                "no-end: 3 of 100 random playouts did not end within 10000 plies; add a step counter, and end the game at its limit",
            ]
        );
    }
}
