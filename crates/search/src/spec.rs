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
    pub(crate) fn budget(&self) -> Budget {
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
mod tests {
    use std::time::Duration;

    use proptest::prelude::{ProptestConfig, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};
    use proptest::strategy::Strategy;

    use super::*;
    use crate::{Domain, Parameter, Weights};

    /// A text that is a value of the parameter.
    fn value_of(parameter: &'static Parameter) -> impl Strategy<Value = String> {
        any::<(u64, f64, bool)>().prop_map(move |(seed, part, unit)| {
            let between = |least: f64, greatest: f64| least + (greatest - least) * (part.abs() % 1.0);
            match parameter.domain {
                // The greatest bound is below u64::MAX, so that the width of the range is one too.
                Domain::Integer { least, greatest } => (least + seed % (greatest - least + 1)).to_string(),
                Domain::Decimal { least, greatest } => between(least, greatest).to_string(),
                Domain::Flag => (seed % 2 == 0).to_string(),
                Domain::Duration { least, greatest } if unit => {
                    format!("{}ms", (between(least, greatest) * 1000.0).clamp(1.0, 1e6))
                }
                Domain::Duration { least, greatest } => between(least, greatest).to_string(),
                Domain::Choice { words } => words[seed as usize % words.len()].to_owned(),
                Domain::Evaluator => {
                    let evaluators = [
                        "zero",
                        "playouts",
                        "playouts(7)",
                        "playouts(n=123)",
                        "goal-proximity(against=false)",
                        "open-lines(5)",
                        "positional(othello-corners)",
                        "positional(table=\"othello-few-discs\")",
                    ];
                    evaluators[seed as usize % evaluators.len()].to_owned()
                }
                Domain::Weights => Weights::NAMES[seed as usize % Weights::NAMES.len()].to_owned(),
            }
        })
    }

    /// The text of a spec, with any of its parameters in any order.
    fn texts() -> impl Strategy<Value = String> {
        (0..StrategyKind::entries().len()).prop_flat_map(|index| {
            let entry = &StrategyKind::entries()[index];
            let arguments: Vec<_> = entry
                .parameters
                .iter()
                .map(|parameter| value_of(parameter).prop_map(|text| format!("{}={text}", parameter.name)))
                .collect();
            let count = arguments.len();
            (arguments, prop::collection::vec(any::<bool>(), count), any::<bool>()).prop_map(
                |(arguments, given, backwards)| {
                    let mut chosen: Vec<_> = arguments
                        .into_iter()
                        .zip(given)
                        .filter_map(|(text, given)| given.then_some(text))
                        .collect();
                    if backwards {
                        chosen.reverse();
                    }
                    format!("{} ( {} )", entry.name, chosen.join(" , "))
                },
            )
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_canonical_text_means_the_same(text in texts()) {
            let spec: Spec = text.parse().unwrap();
            let canonical = spec.to_string();
            prop_assert_eq!(canonical.parse::<Spec>().unwrap(), spec);
            prop_assert!(!canonical.contains(' '));
            prop_assert_eq!(canonical.parse::<Spec>().unwrap().to_string(), canonical);
        }

        #[test]
        fn a_list_is_its_specs(texts in prop::collection::vec(texts(), 1..5)) {
            let specs: Vec<Spec> = texts.iter().map(|text| text.parse().unwrap()).collect();
            prop_assert_eq!(Spec::list(&texts.join(", ")).unwrap(), specs);
        }

        #[test]
        fn any_text_gives_a_spec_or_an_error_within_it(
            text in prop_oneof!["\\PC{0,40}", "(minimax|flat-mc|[(),= ]|depth|eval|playouts|[0-9.sm-]|é){0,12}"],
        ) {
            if let Err(error) = text.parse::<Spec>() {
                prop_assert!(error.span.start <= error.span.end && error.span.end <= text.len());
                prop_assert!(text.get(error.span.clone()).is_some());
                prop_assert!(!error.pointing(&text).is_empty());
            }
        }
    }

    fn error(text: &str) -> String {
        text.parse::<Spec>().unwrap_err().pointing(text)
    }

    #[test]
    fn an_unknown_strategy() {
        insta::assert_snapshot!(error("alphabeta(depth=3)"), @r"
        alphabeta(depth=3)
        ^^^^^^^^^ `alphabeta` is no strategy; did you mean `alpha-beta`? (known: random, first-legal, minimax, negamax, alpha-beta, deepening, pessimistic, random-opponent, paranoid, maxn, soft-maxn, flat-mc, memory-mc, stepwise-mcts, uct)
        ");
        insta::assert_snapshot!(error("xyzzy"), @r"
        xyzzy
        ^^^^^ `xyzzy` is no strategy (known: random, first-legal, minimax, negamax, alpha-beta, deepening, pessimistic, random-opponent, paranoid, maxn, soft-maxn, flat-mc, memory-mc, stepwise-mcts, uct)
        ");
    }

    #[test]
    fn an_unknown_parameter() {
        insta::assert_snapshot!(error("flat-mc(playout=10)"), @r"
        flat-mc(playout=10)
                ^^^^^^^ `playout` is no parameter of flat-mc; did you mean `playouts`? (known: playouts, order, time)
        ");
        insta::assert_snapshot!(error("random(seed=1)"), @r"
        random(seed=1)
               ^^^^ `seed` is no parameter of random (known: none)
        ");
    }

    #[test]
    fn an_unknown_choice() {
        insta::assert_snapshot!(error("alpha-beta(fail=sofd)"), @r"
        alpha-beta(fail=sofd)
                        ^^^^ `sofd` is no value of fail; did you mean `soft`? (known: soft, hard)
        ");
    }

    #[test]
    fn an_unknown_evaluator() {
        insta::assert_snapshot!(error("minimax(depth=2,eval=playout(3))"), @r"
        minimax(depth=2,eval=playout(3))
                             ^^^^^^^ `playout` is no evaluator; did you mean `playouts`? (known: zero, playouts, mobility, goal-proximity, open-lines, positional)
        ");
    }

    #[test]
    fn values_out_of_range() {
        insta::assert_snapshot!(error("minimax(depth=0)"), @r"
        minimax(depth=0)
                      ^ `depth` takes a whole number from 1 to 1000000, not `0`
        ");
        insta::assert_snapshot!(error("minimax(depth=99999999999999999999999)"), @r"
        minimax(depth=99999999999999999999999)
                      ^^^^^^^^^^^^^^^^^^^^^^^ `depth` takes a whole number from 1 to 1000000, not `99999999999999999999999`
        ");
        insta::assert_snapshot!(error("stepwise-mcts(c=-1)"), @r"
        stepwise-mcts(c=-1)
                        ^^ `c` takes a number from 0 to 1000, not `-1`
        ");
        insta::assert_snapshot!(error("flat-mc(time=2000000s)"), @r"
        flat-mc(time=2000000s)
                     ^^^^^^^^ `time` takes a time from 0.001s to 86400s, such as `0.5s` or `200ms`, not `2000000s`
        ");
    }

    #[test]
    fn values_of_another_type() {
        insta::assert_snapshot!(error("minimax(depth=two)"), @r"
        minimax(depth=two)
                      ^^^ `depth` takes a whole number from 1 to 1000000, not `two`
        ");
        insta::assert_snapshot!(error("minimax(eval=playouts(many))"), @r"
        minimax(eval=playouts(many))
                              ^^^^ `n` takes a whole number from 1 to 1000000000, not `many`
        ");
        insta::assert_snapshot!(error("flat-mc(time=1h)"), @r"
        flat-mc(time=1h)
                     ^^ `time` takes a time from 0.001s to 86400s, such as `0.5s` or `200ms`, not `1h`
        ");
        insta::assert_snapshot!(error("stepwise-mcts(c=inf)"), @r"
        stepwise-mcts(c=inf)
                        ^^^ `c` takes a number from 0 to 1000, not `inf`
        ");
    }

    #[test]
    fn text_that_breaks_off_or_goes_on() {
        insta::assert_snapshot!("".parse::<Spec>().unwrap_err(), @"expected the strategy's name, found the end (at column 1)");
        insta::assert_snapshot!(error("minimax(depth=3"), @r"
        minimax(depth=3
                       ^ expected `,` or `)`, found the end
        ");
        insta::assert_snapshot!(error("minimax(depth"), @r"
        minimax(depth
                ^ expected `parameter=value`, found `depth`
        ");
        insta::assert_snapshot!(error("minimax(depth="), @r"
        minimax(depth=
                      ^ expected a whole number from 1 to 1000000, found the end
        ");
        insta::assert_snapshot!(error("minimax(3)"), @r"
        minimax(3)
                ^ expected `parameter=value`, found `3`
        ");
        insta::assert_snapshot!(error("minimax(,)"), @r"
        minimax(,)
                ^ expected `parameter=value`, found `,`
        ");
        insta::assert_snapshot!(error("minimax)"), @r"
        minimax)
               ^ expected the end, found `)`
        ");
        insta::assert_snapshot!(error("minimax random"), @r"
        minimax random
                ^ expected the end, found `random`
        ");
    }

    #[test]
    fn a_parameter_given_twice() {
        insta::assert_snapshot!(error("minimax(depth=3, depth=4)"), @r"
        minimax(depth=3, depth=4)
                         ^^^^^ `depth` is given twice
        ");
        insta::assert_snapshot!(error("minimax(eval=playouts(3,n=4))"), @r"
        minimax(eval=playouts(3,n=4))
                                ^ `n` is given twice
        ");
    }

    #[test]
    fn texts_beyond_the_limits() {
        let long = "minimax(".to_owned() + &" ".repeat(Spec::MAX_LENGTH);
        insta::assert_snapshot!(long.parse::<Spec>().unwrap_err(), @"a spec has at most 4096 bytes (at column 4097)");
    }

    #[test]
    fn an_error_in_a_list_points_into_the_whole_list() {
        let text = "random, flat-mc(playouts=3),mimimax";
        insta::assert_snapshot!(Spec::list(text).unwrap_err().pointing(text), @r"
        random, flat-mc(playouts=3),mimimax
                                    ^^^^^^^ `mimimax` is no strategy; did you mean `minimax`? (known: random, first-legal, minimax, negamax, alpha-beta, deepening, pessimistic, random-opponent, paranoid, maxn, soft-maxn, flat-mc, memory-mc, stepwise-mcts, uct)
        ");
        let text = "random,";
        insta::assert_snapshot!(Spec::list(text).unwrap_err().pointing(text), @r"
        random,
               ^ expected the strategy's name, found the end
        ");
    }

    #[test]
    fn durations_come_in_three_forms() {
        for text in ["flat-mc(time=0.25s)", "flat-mc(time=250ms)", "flat-mc(time=0.25)"] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.budget().time, Some(Duration::from_millis(250)));
            assert_eq!(spec.to_string(), "flat-mc(time=0.25s)");
        }
    }

    #[test]
    fn defaults_are_left_out_of_the_canonical_text() {
        let canonical = |text: &str| text.parse::<Spec>().unwrap().to_string();
        assert_eq!(canonical("alpha-beta(fail=soft,eval=zero)"), "alpha-beta");
        assert_eq!(canonical("minimax(eval=playouts(n=10))"), "minimax(eval=playouts)");
        assert_eq!(canonical("minimax(eval=playouts(n=11))"), "minimax(eval=playouts(11))");
        // A default that would give way to another bound is not the same as a bound.
        assert_eq!(canonical("flat-mc(playouts=1000)"), "flat-mc(playouts=1000)");
    }

    #[test]
    fn a_spec_is_a_string_to_serde() {
        let spec: Spec = "minimax(depth=3)".parse().unwrap();
        let text = serde_json::to_string(&spec).unwrap();
        assert_eq!(text, "\"minimax(depth=3)\"");
        assert_eq!(serde_json::from_str::<Spec>(&text).unwrap(), spec);
        assert!(serde_json::from_str::<Spec>("\"minimax(depth=x)\"").is_err());
    }
}
