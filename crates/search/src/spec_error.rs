use std::ops::Range;

use crate::{DefaultValue, Need};

/// What is wrong with a spec, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem} (at column {})", .span.start + 1)]
pub struct SpecError {
    /// The bytes of the text that are at fault; empty at its end where something is missing.
    pub span: Range<usize>,
    /// What is wrong with them.
    pub problem: SpecProblem,
}

/// What is wrong with a spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecProblem {
    /// The text exceeds [`Spec::MAX_LENGTH`](crate::Spec::MAX_LENGTH).
    #[error("a spec has at most {most} bytes")]
    TooLong {
        /// The greatest length.
        most: usize,
    },
    /// Specs nest deeper than [`Spec::MAX_NESTING`](crate::Spec::MAX_NESTING).
    #[error("specs nest at most {most} deep")]
    TooDeep {
        /// The greatest depth.
        most: usize,
    },
    /// The text has something else than what it should have here.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What it should have.
        expected: String,
        /// What it has.
        found: String,
    },
    /// A name that the catalogue does not have.
    #[error("`{name}` is no {noun}{} (known: {known})", did_you_mean(.suggestion))]
    Unknown {
        /// What it should name: a strategy, an evaluator, a parameter of one, a value of a parameter.
        noun: String,
        /// The name.
        name: String,
        /// A name that it may be meant to be.
        suggestion: Option<&'static str>,
        /// The names that there are.
        known: String,
    },
    /// A parameter given twice.
    #[error("`{name}` is given twice")]
    Repeated {
        /// The parameter.
        name: &'static str,
    },
    /// A parameter that has no effect with the value of another, or without one.
    #[error("`{name}` has no effect {with}; {remedy}, or leave `{name}` out")]
    Idle {
        /// The parameter.
        name: &'static str,
        /// Which value of the other parameter is in its way.
        with: String,
        /// How the other parameter may be given.
        remedy: String,
    },
    /// The path of a file has blanks and no quotation marks.
    #[error("a path with spaces needs quotation marks: \"{path}\"")]
    Unquoted {
        /// The path.
        path: String,
    },
    /// A value of the wrong type or out of range.
    #[error("`{name}` takes {domain}, not `{value}`")]
    BadValue {
        /// The parameter.
        name: &'static str,
        /// The values it takes.
        domain: String,
        /// The value given.
        value: String,
        /// Whether the type is right and only the range is not.
        out_of_range: bool,
    },
}

impl SpecProblem {
    /// That a parameter has no effect, as another has this value and not what it needs.
    pub(crate) fn idle(name: &'static str, need: Need, value: &str) -> Self {
        let other = need.parameter();
        let is_absent = value == DefaultValue::Absent.to_string();
        let with = if is_absent { format!("without `{other}`") } else { format!("with `{other}={value}`") };
        let remedy = match need {
            Need::Is(_, values) => {
                let values: Vec<_> = values.iter().map(|value| format!("`{other}={value}`")).collect();
                format!("give {}", values.join(" or "))
            }
            Need::IsNot(..) if is_absent => format!("give `{other}`"),
            Need::IsNot(..) => format!("give `{other}` another value"),
        };
        Self::Idle { name, with, remedy }
    }
}

fn did_you_mean(suggestion: &Option<&'static str>) -> String {
    suggestion.map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

impl SpecError {
    /// The parsed `text` with marks under the bytes at fault, and the error after the marks.
    pub fn pointing(&self, text: &str) -> String {
        let columns = |range: Range<usize>| text.get(range).map_or(0, |part| part.chars().count());
        let before = columns(0..self.span.start);
        let marks = columns(self.span.clone()).max(1);
        format!("{text}\n{}{} {}", " ".repeat(before), "^".repeat(marks), self.problem)
    }
}

/// The one of `names` that is most similar to `name`, if any is similar.
pub(crate) fn nearest(name: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let name = name.to_lowercase();
    names
        .map(|candidate| (strsim::jaro_winkler(&name, candidate), candidate))
        .filter(|(likeness, _)| *likeness >= 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}
