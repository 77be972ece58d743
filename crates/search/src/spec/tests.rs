use std::time::Duration;

use proptest::prelude::{
    ProptestConfig, any, prop, prop_assert, prop_assert_eq, prop_assume, prop_oneof, proptest,
};
use proptest::strategy::Strategy;

use super::*;
use crate::{Domain, Parameter};

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
                    "learned(nim.json)",
                    "positional(othello-corners)",
                    "positional(table=\"othello-few-discs\")",
                ];
                evaluators[seed as usize % evaluators.len()].to_owned()
            }
            Domain::Weights { names } => names[seed as usize % names.len()].to_owned(),
            Domain::Learned => ["nim.json", "\"a folder/nim.json\""][seed as usize % 2].to_owned(),
            Domain::Tablebase => ["nim.solved", "\"folder/nim(3,5,7).solved\""][seed as usize % 2].to_owned(),
            Domain::Policy => ["kuhn.policy", "\"folder/kuhn(1).policy\""][seed as usize % 2].to_owned(),
            Domain::Roles => ["red", "red+2", "\"(robot)+blue\""][seed as usize % 3].to_owned(),
            Domain::Strategy => ["uct", "random", "alpha-beta(depth=2)"][seed as usize % 3].to_owned(),
        }
    })
}

/// The text of a spec, with any of its parameters in any order.
fn texts() -> impl Strategy<Value = String> {
    (0..Strategies::entries().len()).prop_flat_map(|index| {
        let entry = &Strategies::entries()[index];
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
        let spec = Spec::recorded(&text).unwrap();
        let canonical = spec.to_string();
        let again = Spec::recorded(&canonical).unwrap();
        prop_assert_eq!(&again, &spec);
        prop_assert!(!canonical.contains(' '));
        prop_assert_eq!(again.to_string(), canonical.clone());
        prop_assert_eq!(canonical.parse::<Spec>().is_ok(), text.parse::<Spec>().is_ok());
    }

    #[test]
    fn a_list_is_its_specs(texts in prop::collection::vec(texts(), 1..5)) {
        prop_assume!(texts.iter().all(|text| Spec::recorded(text).unwrap().idle().is_none()));
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
    ^^^^^^^^^ `alphabeta` is no strategy; did you mean `alpha-beta`? (known: random, first-legal, minimax, negamax, alpha-beta, deepening, labels, proof-number, pessimistic, random-opponent, paranoid, maxn, soft-maxn, flat-mc, memory-mc, stepwise-mcts, uct, factored-uct, plan, solved, policy, pimc, ismcts, hyperplay, auto)
    ");
    insta::assert_snapshot!(error("xyzzy"), @r"
    xyzzy
    ^^^^^ `xyzzy` is no strategy (known: random, first-legal, minimax, negamax, alpha-beta, deepening, labels, proof-number, pessimistic, random-opponent, paranoid, maxn, soft-maxn, flat-mc, memory-mc, stepwise-mcts, uct, factored-uct, plan, solved, policy, pimc, ismcts, hyperplay, auto)
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
                         ^^^^^^^ `playout` is no evaluator; did you mean `playouts`? (known: static, zero, playouts, mobility, goal-proximity, learned, open-lines, positional)
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
fn a_parameter_without_an_effect() {
    insta::assert_snapshot!(error("pimc(inner=uct(playouts=9,amaf=0.5))"), @r"
    pimc(inner=uct(playouts=9,amaf=0.5))
                              ^^^^ `amaf` has no effect without `rave`; give `rave`, or leave `amaf` out
    ");
    insta::assert_snapshot!(error("uct(rave=50,plain=true)"), @r"
    uct(rave=50,plain=true)
        ^^^^ `rave` has no effect with `plain=true`; give `plain` another value, or leave `rave` out
    ");
    insta::assert_snapshot!(error("uct(gamma=0.2)"), @r"
    uct(gamma=0.2)
        ^^^^^ `gamma` has no effect with `simultaneous=decoupled`; give `simultaneous=regret` or `simultaneous=exp3`, or leave `gamma` out
    ");
    for idle in [
        "uct(epsilon=0.1)",
        "uct(mast=greedy,tau=1)",
        "uct(mast=lanes,ngram=true)",
        "uct(temperature=1)",
        "uct(parallel=tree)",
        "alpha-beta(replace=always)",
        "deepening(table=0,replace=always)",
        "deepening(spread=3)",
    ] {
        assert!(error(idle).contains(" has no effect with"), "{idle}");
        assert_eq!(Spec::recorded(idle).unwrap().to_string(), idle);
    }
}

#[test]
fn a_default_needs_nothing() {
    for text in
        ["uct(plain=true,leaves=32)", "uct(amaf=0.001)", "deepening(spread=2)", "alpha-beta(replace=depth)"]
    {
        assert!(text.parse::<Spec>().is_ok(), "{text}");
    }
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
                                ^^^^^^^ `mimimax` is no strategy; did you mean `minimax`? (known: random, first-legal, minimax, negamax, alpha-beta, deepening, labels, proof-number, pessimistic, random-opponent, paranoid, maxn, soft-maxn, flat-mc, memory-mc, stepwise-mcts, uct, factored-uct, plan, solved, policy, pimc, ismcts, hyperplay, auto)
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
fn a_path_with_blanks_needs_quotation_marks() {
    let problem = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
    let texts = [
        "deepening(eval=learned(my file.json))",
        "alpha-beta(eval=positional(my file.toml))",
        "solved(my file.solved)",
        "policy( my file.policy )",
    ];
    for text in texts {
        let file = text.split_once("my ").unwrap().1.split([' ', ')']).next().unwrap();
        let remedy = format!("a path with spaces needs quotation marks: \"my {file}\"");
        assert!(problem(text).starts_with(&remedy), "{}", problem(text));
    }
    // The path of another parameter says nothing about this one.
    let other = "deepening(eval=learned(my),tablebase=file.json)";
    assert!(problem(other).starts_with("`file` takes "), "{}", problem(other));
}

#[test]
fn threads_race_where_they_grow_one_tree_within_any_budget() {
    let races = |text: &str| text.parse::<Spec>().unwrap().races();
    assert!(races("uct(threads=2,parallel=tree)") && races("pimc(inner=uct(threads=2,parallel=tree))"));
    assert!(!races("uct(threads=2)") && !races("uct(threads=2,parallel=root)") && !races("alpha-beta"));
    assert!(!Spec::recorded("uct(parallel=tree)").unwrap().races());
}

#[test]
fn a_first_circuit_suits_what_time_decides_without_a_file() {
    let second = Budget { time: Some(Duration::from_secs(1)), ..Budget::default() };
    let suits = |text: &str, budget: &Budget| text.parse::<Spec>().unwrap().suits_first_circuit(budget);
    for text in ["uct(time=1s)", "auto"] {
        assert!(suits(text, &Budget::default()), "{text}");
    }
    for text in ["uct", "random", "minimax", "deepening(time=2s)"] {
        assert!(suits(text, &second), "{text}");
    }
    for text in ["uct", "random", "minimax"] {
        assert!(!suits(text, &Budget::default()), "{text}");
    }
    for text in ["uct(time=1s,playouts=90)", "uct(nodes=90)", "alpha-beta(depth=2)"] {
        assert!(!suits(text, &second), "{text}");
    }
    assert!(!suits("uct", &Budget { playouts: Some(90), ..second.clone() }));
    for text in ["deepening(eval=learned)", "deepening(eval=learned(file.json))", "solved(file.solved)"] {
        assert!(!suits(text, &second), "{text}");
    }
}

#[test]
fn defaults_are_left_out_of_the_canonical_text() {
    let canonical = |text: &str| text.parse::<Spec>().unwrap().to_string();
    assert_eq!(canonical("alpha-beta(fail=soft,eval=static)"), "alpha-beta");
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

#[test]
fn a_bound_on_time_is_given_where_a_strategy_has_one() {
    let timed = |text: &str| text.parse::<Spec>().unwrap().with_time(Duration::from_secs(2)).to_string();
    assert_eq!(timed("uct"), "uct(time=2s)");
    assert_eq!(timed("uct(c=1,time=300ms)"), "uct(time=2s,c=1)");
    assert_eq!(timed("random"), "random");
    let timed_as = |text: &str, other: &str| {
        let [spec, other] = [text, other].map(|text| text.parse::<Spec>().unwrap());
        spec.with_time_of(&other).to_string()
    };
    assert_eq!(timed_as("uct", "auto(time=2s)"), "uct(time=2s)");
    assert_eq!(timed_as("uct(time=1s)", "auto"), "uct(time=1s)");
}
