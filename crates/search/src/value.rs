use std::fmt;
use std::time::Duration;

use crate::parameter::seconds;
use crate::{
    CustomEvaluator, CustomStrategy, DefaultValue, Domain, EvaluatorSpec, LearnedFile, PolicyFile, Spec,
    TablebaseFile, Weights,
};

/// The value of a parameter in a spec.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Integer(u64),
    /// A decimal number.
    Decimal(f64),
    /// A truth value.
    Flag(bool),
    /// A time.
    Duration(Duration),
    /// A word of a choice.
    Word(&'static str),
    /// An evaluator.
    Evaluator(EvaluatorSpec),
    /// A strategy.
    Strategy(Spec),
    /// A table of weights that comes with the program, or from a file that has been read.
    Weights(Weights),
    /// A learned evaluation from a file that has been read.
    Learned(LearnedFile),
    /// A tablebase from a file that has been read.
    Tablebase(TablebaseFile),
    /// A policy from a file that has been read.
    Policy(PolicyFile),
    /// The path of a file that has not been read.
    File(String),
    /// A strategy that the program which uses the library has made.
    CustomStrategy(CustomStrategy),
    /// An evaluator that the program which uses the library has made.
    CustomEvaluator(CustomEvaluator),
    /// Roles by their names or numbers.
    Roles(Vec<String>),
}

/// Why a text is not a value of a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misfit {
    /// It is of another type.
    Type,
    /// It is of the right type and out of range.
    Range,
}

impl Value {
    /// Reads the text of a value: not of an evaluator or a strategy, whose text has a structure of its own,
    /// and of tables of weights the built-in ones.
    pub(crate) fn read(text: &str, domain: Domain) -> Result<Value, Misfit> {
        match domain {
            Domain::Integer { least, greatest } => {
                if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Err(Misfit::Type);
                }
                // Digits alone fail to parse only when there are too many of them.
                let number = text.parse().map_err(|_| Misfit::Range)?;
                within(number, least, greatest).map(Value::Integer)
            }
            Domain::Decimal { least, greatest } => {
                within(decimal(text)?, least, greatest).map(Value::Decimal)
            }
            Domain::Flag => text.parse().map(Value::Flag).map_err(|_| Misfit::Type),
            Domain::Duration { least, greatest } => {
                let (number, unit) = match text.strip_suffix("ms") {
                    Some(number) => (number, 1e-3),
                    None => (text.strip_suffix('s').unwrap_or(text), 1.0),
                };
                let seconds = within(decimal(number)? * unit, least, greatest)?;
                Duration::try_from_secs_f64(seconds).map(Value::Duration).map_err(|_| Misfit::Range)
            }
            Domain::Choice { words } => {
                words.iter().find(|&&word| word == text).map(|word| Value::Word(word)).ok_or(Misfit::Type)
            }
            Domain::Evaluator | Domain::Strategy | Domain::Learned | Domain::Tablebase | Domain::Policy => {
                Err(Misfit::Type)
            }
            Domain::Weights { .. } => Weights::named(text).map(Value::Weights).ok_or(Misfit::Type),
            Domain::Roles => {
                let roles: Vec<String> = text.split('+').map(|role| role.trim().to_owned()).collect();
                if roles.iter().any(String::is_empty) { Err(Misfit::Type) } else { Ok(Value::Roles(roles)) }
            }
        }
    }

    /// The value a parameter has when the spec does not give one.
    pub(crate) fn by_default(default: DefaultValue, domain: Domain) -> Option<Value> {
        match (default, domain) {
            (DefaultValue::Absent | DefaultValue::Fallback { .. }, _) => None,
            (DefaultValue::Integer(number), _) => Some(Value::Integer(number)),
            (DefaultValue::Decimal(number), _) => Some(Value::Decimal(number)),
            (DefaultValue::Flag(flag), _) => Some(Value::Flag(flag)),
            (DefaultValue::Text(text), Domain::Evaluator) => text.parse().ok().map(Value::Evaluator),
            (DefaultValue::Text(text), Domain::Strategy) => text.parse().ok().map(Value::Strategy),
            (DefaultValue::Text(text), Domain::Weights { .. }) => Weights::named(text).map(Value::Weights),
            (DefaultValue::Text(text), _) => Some(Value::Word(text)),
        }
    }
}

fn within<T: PartialOrd + Copy>(value: T, least: T, greatest: T) -> Result<T, Misfit> {
    if least <= value && value <= greatest { Ok(value) } else { Err(Misfit::Range) }
}

/// A plain decimal number: no exponent, no infinity.
fn decimal(text: &str) -> Result<f64, Misfit> {
    if !text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+')) {
        return Err(Misfit::Type);
    }
    text.parse().map_err(|_| Misfit::Type)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(number) => write!(f, "{number}"),
            Value::Decimal(number) => write!(f, "{number}"),
            Value::Flag(flag) => write!(f, "{flag}"),
            Value::Duration(duration) => f.write_str(&seconds(*duration)),
            Value::Word(word) => f.write_str(word),
            Value::Evaluator(spec) => write!(f, "{spec}"),
            Value::Strategy(spec) => write!(f, "{spec}"),
            Value::Weights(weights) => quote(weights.name(), f),
            Value::Learned(learned) => quote(learned.file().path(), f),
            Value::Tablebase(table) => quote(table.path(), f),
            Value::Policy(policy) => quote(policy.path(), f),
            Value::File(path) => quote(path, f),
            Value::CustomStrategy(custom) => write!(f, "{custom}"),
            Value::CustomEvaluator(custom) => write!(f, "{custom}"),
            Value::Roles(roles) => quote(&roles.join("+"), f),
        }
    }
}

/// Writes a text in quotation marks if it has characters that mean something in a spec.
fn quote(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let has_meaning = |c: char| c.is_whitespace() || matches!(c, ',' | '=' | '(' | ')' | '"');
    if text.contains(has_meaning) {
        write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        f.write_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_numbers_are_those_of_the_table() {
        // The page reads them by the same table.
        for line in include_str!("value/decimals.txt").lines() {
            let text = line.split(' ').next().unwrap_or_default();
            let is = if decimal(text).is_ok() { "is" } else { "none" };
            assert_eq!(format!("{text} {is}"), line);
        }
    }
}
