use std::fmt;
use std::str::FromStr;

use game::Game;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::parser::Parser;
use crate::{
    AlphaBeta, Budget, Deepening, Entry, Evaluator, EvaluatorKind, FirstLegal, FlatMc, GoalProximity, Kind,
    MaxN, MemoryMc, Minimax, Mobility, Negamax, Observer, OpenLines, Paranoid, Pessimistic, PlayoutMean,
    Positional, Random, RandomOpponent, SoftMaxN, SpecError, StepwiseMcts, Stop, Strategy, StrategyKind, Uct,
    Value, Zero,
};

/// The name of a strategy (or of an evaluator, see [`EvaluatorSpec`]) with its parameters:
/// `flat-mc`, `alpha-beta(depth=4,eval=playouts(10))`.
///
/// The text form is the same on the command line, in files and in the page. A spec that exists has been checked
/// against the [`Catalogue`](crate::Catalogue). Displaying gives the canonical text, parameters in the catalogue's order
/// and defaults omitted, and parsing that gives an equal spec.
///
/// ```
/// # use spielbaum_search::Spec;
/// let spec: Spec = "alpha-beta( eval = zero, fail=hard, depth=4 )".parse()?;
/// assert_eq!(spec.to_string(), "alpha-beta(depth=4,fail=hard)");
///
/// let typo = "flat-mc(playout=10)".parse::<Spec>().unwrap_err();
/// assert!(typo.to_string().contains("did you mean `playouts`?"));
/// # Ok::<(), spielbaum_search::SpecError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spec<K: Kind = StrategyKind> {
    entry: &'static Entry<K>,
    /// One value for each of the entry's parameters, in the same order; none where nothing is given and the
    /// parameter has no default.
    values: Vec<Option<Value>>,
}

/// The spec of an evaluator.
pub type EvaluatorSpec = Spec<EvaluatorKind>;

impl Spec {
    /// Bytes in the text of a spec or of a list of specs.
    pub const MAX_LENGTH: usize = 4096;
    /// Specs within specs.
    pub const MAX_NESTING: usize = 8;

    /// Parses a list of specs with commas between them: `random,flat-mc(playouts=10,time=1s)`.
    ///
    /// # Errors
    /// If the text is not a list of one or more specs that the catalogue has.
    pub fn list(text: &str) -> Result<Vec<Spec>, SpecError> {
        Parser::new(text)?.specs()
    }

    /// A strategy as this spec describes it, for games of type `G` and watched by an `O`.
    pub fn build<'a, G, O>(&self) -> Box<dyn Strategy<G, O> + 'a>
    where
        G: Game + 'a,
        O: Observer<G> + 'a,
    {
        match self.entry.kind {
            StrategyKind::Random => Box::new(Random),
            StrategyKind::FirstLegal => Box::new(FirstLegal),
            StrategyKind::Minimax => Box::new(Minimax::new(self.budget(), self.evaluator())),
            StrategyKind::Negamax => Box::new(Negamax::new(self.budget(), self.evaluator())),
            StrategyKind::AlphaBeta => Box::new(AlphaBeta::from_spec(self)),
            StrategyKind::Deepening => Box::new(Deepening::from_spec(self)),
            StrategyKind::Pessimistic => Box::new(Pessimistic::new(self.budget(), self.evaluator())),
            StrategyKind::RandomOpponent => Box::new(RandomOpponent::new(self.budget(), self.evaluator())),
            StrategyKind::Paranoid => Box::new(Paranoid::new(self.budget(), self.evaluator())),
            StrategyKind::MaxN => Box::new(MaxN::from_spec(self)),
            StrategyKind::SoftMaxN => Box::new(SoftMaxN::from_spec(self)),
            StrategyKind::FlatMc => Box::new(FlatMc::from_spec(self)),
            StrategyKind::MemoryMc => Box::new(MemoryMc::from_spec(self)),
            StrategyKind::StepwiseMcts => Box::new(StepwiseMcts::from_spec(self)),
            StrategyKind::Uct => Box::new(Uct::from_spec(self)),
        }
    }

    /// The bounds among the parameters.
    pub fn budget(&self) -> Budget {
        Budget {
            playouts: self.integer("playouts"),
            nodes: self.integer("nodes"),
            depth: self.integer("depth").and_then(|depth| depth.try_into().ok()),
            time: match self.value("time") {
                Some(Value::Duration(time)) => Some(*time),
                _ => None,
            },
            stop: Stop::default(),
        }
    }

    /// The evaluator among the parameters; `zero` if the strategy takes none.
    pub(crate) fn evaluator<'a, G: Game + 'a>(&self) -> Box<dyn Evaluator<G> + 'a> {
        match self.value("eval") {
            Some(Value::Evaluator(spec)) => spec.build(),
            _ => Box::new(Zero),
        }
    }
}

impl EvaluatorSpec {
    /// An evaluator as this spec describes it.
    pub fn build<'a, G: Game + 'a>(&self) -> Box<dyn Evaluator<G> + 'a> {
        match self.entry.kind {
            EvaluatorKind::Zero => Box::new(Zero),
            EvaluatorKind::Playouts => Box::new(PlayoutMean::from_spec(self)),
            EvaluatorKind::Mobility => Box::new(Mobility::from_spec(self)),
            EvaluatorKind::GoalProximity => Box::new(GoalProximity::from_spec(self)),
            EvaluatorKind::OpenLines => Box::new(OpenLines::from_spec(self)),
            EvaluatorKind::Positional => Box::new(Positional::from_spec(self)),
        }
    }
}

impl<K: Kind> Spec<K> {
    /// A spec with these values; where there is none, the parameter's default.
    pub(crate) fn new(entry: &'static Entry<K>, mut values: Vec<Option<Value>>) -> Self {
        for (value, parameter) in values.iter_mut().zip(entry.parameters) {
            if value.is_none() {
                *value = Value::preset(parameter.default, parameter.domain);
            }
        }
        Self { entry, values }
    }

    /// The catalogue's entry for what this spec names.
    pub fn entry(&self) -> &'static Entry<K> {
        self.entry
    }

    /// The value of a parameter, given or by default; none if it has neither, or does not exist.
    pub fn value(&self, parameter: &str) -> Option<&Value> {
        let index = self.entry.parameters.iter().position(|known| known.name == parameter)?;
        self.values[index].as_ref()
    }

    pub(crate) fn integer(&self, parameter: &str) -> Option<u64> {
        match self.value(parameter) {
            Some(Value::Integer(number)) => Some(*number),
            _ => None,
        }
    }

    pub(crate) fn decimal(&self, parameter: &str) -> Option<f64> {
        match self.value(parameter) {
            Some(Value::Decimal(number)) => Some(*number),
            _ => None,
        }
    }

    pub(crate) fn flag(&self, parameter: &str) -> bool {
        self.value(parameter) == Some(&Value::Flag(true))
    }

    pub(crate) fn word(&self, parameter: &str) -> Option<&'static str> {
        match self.value(parameter) {
            Some(Value::Word(word)) => Some(word),
            _ => None,
        }
    }
}

impl<K: Kind> PartialEq for Spec<K> {
    fn eq(&self, other: &Self) -> bool {
        self.entry.kind == other.entry.kind && self.values == other.values
    }
}

impl<K: Kind> FromStr for Spec<K> {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Parser::new(text)?.only()
    }
}

impl<K: Kind> fmt::Display for Spec<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.name)?;
        let mut before = '(';
        for (index, (parameter, value)) in self.entry.parameters.iter().zip(&self.values).enumerate() {
            let Some(given) = value else { continue };
            if *value == Value::preset(parameter.default, parameter.domain) {
                continue;
            }
            write!(f, "{before}")?;
            before = ',';
            if index > 0 || !self.entry.positional {
                write!(f, "{}=", parameter.name)?;
            }
            write!(f, "{given}")?;
        }
        if before == ',' { f.write_str(")") } else { Ok(()) }
    }
}

impl<K: Kind> Serialize for Spec<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, K: Kind> Deserialize<'de> for Spec<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests;
