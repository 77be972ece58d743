use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::time::Duration;

use crate::{
    DefaultValue, Domain, EvaluatorSpec, LearnedFile, Need, Parameter, PolicyFile, Spec, TablebaseFile,
    Value, Weights,
};

/// A parameter together with the Rust type of its value: what a strategy asks its spec by, see `Spec::get`.
///
/// The constructors tie the type to the domain, so that asking for a value as anything else does not compile.
#[derive(Debug)]
pub(crate) struct Key<T> {
    /// What the catalogue says about it.
    pub(crate) parameter: Parameter,
    value: PhantomData<fn() -> T>,
}

/// Plies that a search looks ahead, at most.
pub(crate) const DEPTH: Key<Option<u32>> = Key::optional_integer(
    "depth",
    1..=1_000_000,
    "plies to look ahead; without it the search goes to the end of the game",
);
/// States that a search visits, at most.
pub(crate) const NODES: Key<Option<u64>> = Key::optional_integer(
    "nodes",
    1..=1_000_000_000_000,
    "states to visit at most, those that an evaluator looks at included, those of playouts not",
);
/// Playouts that a search makes, at most.
pub(crate) const PLAYOUTS: Key<Option<u64>> =
    Key::optional_integer("playouts", 1..=1_000_000_000_000, "playouts of a decision");
/// Time that a search takes, at most.
pub(crate) const TIME: Key<Option<Duration>> =
    Key::optional_duration("time", 0.001..=86_400.0, "time for one decision");
/// Memory of a search that keeps several trees.
pub(crate) const MEMORY: Key<usize> = Key::integer(
    "memory",
    1..=1_000_000,
    500,
    "megabytes for the trees, which grow no more when they are full",
);
/// The evaluator of states where a search stops before the end of the game.
pub(crate) const EVAL: Key<EvaluatorSpec> =
    Key::evaluator("eval", "static", "the evaluator for states at the depth limit");

impl<T> Clone for Key<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Key<T> {}

impl<T> Key<T> {
    const fn new(name: &'static str, domain: Domain, default: DefaultValue, help: &'static str) -> Self {
        Self { parameter: Parameter { name, domain, default, help, needs: &[] }, value: PhantomData }
    }

    /// The same parameter with another line of help.
    pub(crate) const fn with_help(self, help: &'static str) -> Self {
        Self { parameter: Parameter { help, ..self.parameter }, value: PhantomData }
    }

    const fn with_default(self, default: DefaultValue) -> Self {
        Self { parameter: Parameter { default, ..self.parameter }, value: PhantomData }
    }

    /// The same parameter, which has an effect only with these values of others.
    pub(crate) const fn with_needs(self, needs: &'static [Need]) -> Self {
        Self { parameter: Parameter { needs, ..self.parameter }, value: PhantomData }
    }
}

impl<T: Integer> Key<T> {
    /// A whole number within a range.
    pub(crate) const fn integer(
        name: &'static str,
        range: RangeInclusive<u64>,
        default: u64,
        help: &'static str,
    ) -> Self {
        Self::new(name, integers::<T>(&range), DefaultValue::Integer(default), help)
    }

    /// The same parameter with another default.
    pub(crate) const fn by_default(self, default: u64) -> Self {
        self.with_default(DefaultValue::Integer(default))
    }
}

impl<T: Integer> Key<Option<T>> {
    /// A whole number within a range, or none.
    pub(crate) const fn optional_integer(
        name: &'static str,
        range: RangeInclusive<u64>,
        help: &'static str,
    ) -> Self {
        Self::new(name, integers::<T>(&range), DefaultValue::Absent, help)
    }

    /// The same parameter with a bound where nothing else bounds the search. A spec that does not give the
    /// parameter has no value for it: the strategy applies the bound when it knows the whole budget.
    pub(crate) const fn unless_bounded(self, bound: u64) -> Self {
        self.with_default(DefaultValue::Fallback { unless_bounded: bound })
    }
}

impl Key<f64> {
    /// A decimal number within a range.
    pub(crate) const fn decimal(
        name: &'static str,
        range: RangeInclusive<f64>,
        default: f64,
        help: &'static str,
    ) -> Self {
        let domain = Domain::Decimal { least: *range.start(), greatest: *range.end() };
        Self::new(name, domain, DefaultValue::Decimal(default), help)
    }
}

impl Key<Option<f64>> {
    /// A decimal number within a range, or none.
    pub(crate) const fn optional_decimal(
        name: &'static str,
        range: RangeInclusive<f64>,
        help: &'static str,
    ) -> Self {
        let domain = Domain::Decimal { least: *range.start(), greatest: *range.end() };
        Self::new(name, domain, DefaultValue::Absent, help)
    }
}

impl Key<Option<Duration>> {
    /// A time within a range of seconds, or none.
    pub(crate) const fn optional_duration(
        name: &'static str,
        range: RangeInclusive<f64>,
        help: &'static str,
    ) -> Self {
        let domain = Domain::Duration { least: *range.start(), greatest: *range.end() };
        Self::new(name, domain, DefaultValue::Absent, help)
    }
}

impl Key<bool> {
    /// A truth value.
    pub(crate) const fn flag(name: &'static str, default: bool, help: &'static str) -> Self {
        Self::new(name, Domain::Flag, DefaultValue::Flag(default), help)
    }

    /// The same parameter, on by default.
    pub(crate) const fn on_by_default(self) -> Self {
        self.with_default(DefaultValue::Flag(true))
    }
}

impl<T: Choice> Key<T> {
    /// One value of an enumeration; the first by default.
    pub(crate) const fn choice(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Domain::Choice { words: T::WORDS }, DefaultValue::Text(T::WORDS[0]), help)
    }
}

impl Key<EvaluatorSpec> {
    /// An evaluator.
    pub(crate) const fn evaluator(name: &'static str, default: &'static str, help: &'static str) -> Self {
        Self::new(name, Domain::Evaluator, DefaultValue::Text(default), help)
    }
}

impl Key<Spec> {
    /// A strategy.
    pub(crate) const fn strategy(name: &'static str, default: &'static str, help: &'static str) -> Self {
        Self::new(name, Domain::Strategy, DefaultValue::Text(default), help)
    }
}

impl Key<Option<Vec<String>>> {
    /// Roles of the game, or none.
    pub(crate) const fn optional_roles(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Domain::Roles, DefaultValue::Absent, help)
    }
}

impl Key<Weights> {
    /// A table of weights.
    pub(crate) const fn weights(name: &'static str, default: &'static str, help: &'static str) -> Self {
        Self::new(name, Domain::Weights { names: &Weights::NAMES }, DefaultValue::Text(default), help)
    }
}

impl Key<Option<TablebaseFile>> {
    /// A tablebase, from a file.
    pub(crate) const fn tablebase(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Domain::Tablebase, DefaultValue::Absent, help)
    }
}

impl Key<Option<PolicyFile>> {
    /// A policy, from a file.
    pub(crate) const fn policy(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Domain::Policy, DefaultValue::Absent, help)
    }
}

impl Key<Option<LearnedFile>> {
    /// A learned evaluation, or none.
    pub(crate) const fn learned(name: &'static str, help: &'static str) -> Self {
        Self::new(name, Domain::Learned, DefaultValue::Absent, help)
    }
}

/// A type of whole numbers.
pub(crate) trait Integer: TryFrom<u64> {
    /// Its greatest number, as far as a spec can write it.
    const MAX: u64;
}

impl Integer for u64 {
    const MAX: u64 = u64::MAX;
}

impl Integer for u32 {
    const MAX: u64 = u32::MAX as u64;
}

impl Integer for usize {
    // Of the smallest machines that this program runs on.
    const MAX: u64 = u32::MAX as u64;
}

const fn integers<T: Integer>(range: &RangeInclusive<u64>) -> Domain {
    assert!(*range.end() <= T::MAX, "the type does not hold the range's greatest number");
    Domain::Integer { least: *range.start(), greatest: *range.end() }
}

/// An enumeration of which a spec names a value by a word, see [`words!`].
pub(crate) trait Choice: Copy + 'static {
    /// The words, the default first.
    const WORDS: &'static [&'static str];
    /// What they mean, in the same order.
    const MEANINGS: &'static [Self];
}

/// Gives the values of an enumeration their words in a spec. The first one is the default.
macro_rules! words {
    ($choice:ty { $($word:literal => $meaning:ident),+ $(,)? }) => {
        impl $crate::key::Choice for $choice {
            const WORDS: &'static [&'static str] = &[$($word),+];
            const MEANINGS: &'static [Self] = &[$(Self::$meaning),+];
        }
    };
}
pub(crate) use words;

/// A type that the value of a parameter can be read as.
pub(crate) trait FromValue: Sized {
    /// The value as this type; none if it is of another one.
    fn from_value(value: Option<&Value>) -> Option<Self>;
}

macro_rules! from_value {
    ($($type:ty: $pattern:pat => $read:expr),+ $(,)?) => {
        $(impl FromValue for $type {
            fn from_value(value: Option<&Value>) -> Option<Self> {
                match value {
                    Some($pattern) => $read,
                    _ => None,
                }
            }
        })+
    };
}

from_value! {
    u64: Value::Integer(number) => Some(*number),
    u32: Value::Integer(number) => (*number).try_into().ok(),
    usize: Value::Integer(number) => (*number).try_into().ok(),
    f64: Value::Decimal(number) => Some(*number),
    bool: Value::Flag(flag) => Some(*flag),
    Duration: Value::Duration(duration) => Some(*duration),
    EvaluatorSpec: Value::Evaluator(spec) => Some(spec.clone()),
    Spec: Value::Strategy(spec) => Some(spec.clone()),
    Weights: Value::Weights(weights) => Some(weights.clone()),
    LearnedFile: Value::Learned(learned) => Some(learned.clone()),
    TablebaseFile: Value::Tablebase(table) => Some(table.clone()),
    PolicyFile: Value::Policy(policy) => Some(policy.clone()),
    Vec<String>: Value::Roles(roles) => Some(roles.clone()),
}

impl<T: Choice> FromValue for T {
    fn from_value(value: Option<&Value>) -> Option<Self> {
        let Some(Value::Word(word)) = value else { return None };
        T::WORDS.iter().position(|known| known == word).map(|index| T::MEANINGS[index])
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Option<&Value>) -> Option<Self> {
        match value {
            None => Some(None),
            given => T::from_value(given).map(Some),
        }
    }
}
