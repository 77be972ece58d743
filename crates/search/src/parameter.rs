use std::fmt;
use std::time::Duration;

use serde::Serialize;

/// One parameter of a strategy or an evaluator, as the catalogue describes it.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Parameter {
    /// Its name in a spec.
    pub name: &'static str,
    /// The values it takes.
    pub domain: Domain,
    /// Its value when the spec does not give one.
    pub default: DefaultValue,
    /// What it does, in one line.
    pub help: &'static str,
    /// What it takes to have an effect.
    #[serde(skip)]
    pub needs: &'static [Need],
}

/// What one parameter needs of another to have an effect. A spec that gives it a value other than its default
/// without that is refused, so that nobody compares strategies that are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The other parameter has one of these values.
    Is(&'static str, &'static [&'static str]),
    /// The other parameter has any value but this one, as texts show it; `none` is that it has no value.
    IsNot(&'static str, &'static str),
}

impl Need {
    /// The name of the other parameter.
    pub fn parameter(self) -> &'static str {
        match self {
            Self::Is(parameter, _) | Self::IsNot(parameter, _) => parameter,
        }
    }

    /// Whether this value of the other parameter is enough.
    pub(crate) fn is_met_by(self, value: &str) -> bool {
        match self {
            Self::Is(_, values) => values.contains(&value),
            Self::IsNot(_, idle) => value != idle,
        }
    }
}

/// The values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Domain {
    /// A whole number within bounds, both included.
    Integer {
        /// The least value.
        least: u64,
        /// The greatest value.
        greatest: u64,
    },
    /// A decimal number within bounds, both included.
    Decimal {
        /// The least value.
        least: f64,
        /// The greatest value.
        greatest: f64,
    },
    /// `true` or `false`.
    Flag,
    /// A time in seconds within bounds, both included.
    Duration {
        /// The least number of seconds.
        least: f64,
        /// The greatest number of seconds.
        greatest: f64,
    },
    /// One word of a list.
    Choice {
        /// The words.
        words: &'static [&'static str],
    },
    /// The spec of an evaluator.
    Evaluator,
    /// The spec of a strategy.
    Strategy,
    /// A table of weights: its name, or the path of a TOML file.
    Weights {
        /// The tables that come with the program.
        names: &'static [&'static str],
    },
    /// A learned evaluation: the path of a JSON file.
    Learned,
    /// A tablebase: the path of a file.
    Tablebase,
    /// A policy: the path of a file.
    Policy,
    /// Roles of the game, by their names or their numbers from 1, with `+` between them.
    Roles,
}

/// A parameter's value when the spec does not give one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum DefaultValue {
    /// None: the parameter bounds nothing.
    Absent,
    /// A bound that holds only where neither the spec nor the caller bounds the search otherwise, so that
    /// `time=1s` alone means a full second.
    Fallback {
        /// The bound.
        unless_bounded: u64,
    },
    /// A whole number.
    Integer(u64),
    /// A decimal number.
    Decimal(f64),
    /// A truth value.
    Flag(bool),
    /// A word, the spec of an evaluator or of a strategy, or the name of a table of weights.
    Text(&'static str),
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Integer { least, greatest } => write!(f, "a whole number from {least} to {greatest}"),
            Domain::Decimal { least, greatest } => write!(f, "a number from {least} to {greatest}"),
            Domain::Flag => f.write_str("`true` or `false`"),
            Domain::Duration { least, greatest } => {
                write!(f, "a time from {least}s to {greatest}s, such as `0.5s` or `200ms`")
            }
            Domain::Choice { words } => {
                let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
                write!(f, "one of {}", words.join(", "))
            }
            Domain::Evaluator => f.write_str("an evaluator"),
            Domain::Strategy => f.write_str("a strategy"),
            Domain::Weights { names } => {
                write!(f, "a table of weights: {}, or a path that ends in .toml", names.join(", "))
            }
            Domain::Learned => f.write_str("a learned evaluation: a path that ends in .json"),
            Domain::Tablebase => f.write_str("a tablebase: a path that ends in .solved"),
            Domain::Policy => f.write_str("a policy: a path that ends in .policy"),
            Domain::Roles => {
                f.write_str("roles by their names or their numbers from 1, with `+` between them")
            }
        }
    }
}

impl fmt::Display for DefaultValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DefaultValue::Absent => f.write_str("none"),
            DefaultValue::Fallback { unless_bounded } => {
                write!(f, "{unless_bounded} if nothing else bounds the search")
            }
            DefaultValue::Integer(number) => write!(f, "{number}"),
            DefaultValue::Decimal(number) => write!(f, "{number}"),
            DefaultValue::Flag(flag) => write!(f, "{flag}"),
            DefaultValue::Text(text) => f.write_str(text),
        }
    }
}

/// Writes a duration as seconds, exactly and without trailing zeros.
pub(crate) fn seconds(duration: Duration) -> String {
    let text = format!("{}.{:09}", duration.as_secs(), duration.subsec_nanos());
    format!("{}s", text.trim_end_matches('0').trim_end_matches('.'))
}
