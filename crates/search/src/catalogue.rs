use std::fmt::Write;

use serde::Serialize;

use crate::{Entry, EvaluatorKind, Kind, StrategyKind, evaluator, strategy};

static STRATEGIES: [Entry<StrategyKind>; 11] = [
    strategy::random::ENTRY,
    strategy::first_legal::ENTRY,
    strategy::minimax::ENTRY,
    strategy::alpha_beta::ENTRY,
    strategy::pessimistic::ENTRY,
    strategy::random_opponent::ENTRY,
    strategy::paranoid::ENTRY,
    strategy::maxn::ENTRY,
    strategy::soft_maxn::ENTRY,
    strategy::flat_mc::ENTRY,
    strategy::stepwise_mcts::ENTRY,
];

static EVALUATORS: [Entry<EvaluatorKind>; 2] = [evaluator::zero::ENTRY, evaluator::playout_mean::ENTRY];

impl Kind for StrategyKind {
    const NOUN: &'static str = "strategy";

    fn entries() -> &'static [Entry<Self>] {
        &STRATEGIES
    }
}

impl Kind for EvaluatorKind {
    const NOUN: &'static str = "evaluator";

    fn entries() -> &'static [Entry<Self>] {
        &EVALUATORS
    }
}

/// Every strategy and every evaluator that a [`Spec`](crate::Spec) can name, with their parameters, as data: help texts,
/// forms and documentation are drawn from it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Catalogue {
    /// The strategies.
    pub strategies: &'static [Entry<StrategyKind>],
    /// The evaluators.
    pub evaluators: &'static [Entry<EvaluatorKind>],
}

impl Catalogue {
    /// The one catalogue there is.
    pub fn get() -> Self {
        Self { strategies: &STRATEGIES, evaluators: &EVALUATORS }
    }

    /// The catalogue as plain text for a terminal.
    pub fn text(&self) -> String {
        let mut out = String::from("Strategies\n");
        self.strategies.iter().for_each(|entry| text_of(entry, &mut out));
        out.push_str("\nEvaluators\n");
        self.evaluators.iter().for_each(|entry| text_of(entry, &mut out));
        out
    }

    /// The catalogue as Markdown, a table for the strategies and one for the evaluators.
    pub fn markdown(&self) -> String {
        let mut out = markdown_of("strategy", self.strategies);
        out.push('\n');
        out.push_str(&markdown_of("evaluator", self.evaluators));
        out
    }
}

fn text_of<K>(entry: &Entry<K>, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "  {:<14} {}", entry.name, entry.help);
    for parameter in entry.parameters {
        let _ = writeln!(
            out,
            "    {:<12} {} ({}; default: {})",
            parameter.name, parameter.help, parameter.domain, parameter.default
        );
    }
}

fn markdown_of<K>(noun: &str, entries: &[Entry<K>]) -> String {
    let mut out = format!("| {noun} | what it does | parameters | reference |\n| --- | --- | --- | --- |\n");
    for entry in entries {
        let parameters: Vec<_> = entry
            .parameters
            .iter()
            .map(|p| format!("`{}`: {} ({}; default: {})", p.name, p.help, p.domain, p.default))
            .collect();
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} |",
            entry.name,
            entry.help,
            parameters.join("<br>"),
            entry.reference
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::testing::Counting;
    use crate::value::Value;
    use crate::{Domain, Preset, Spec};

    fn parameters_are_sound<K: Kind>() {
        for entry in K::entries() {
            let names: HashSet<_> = entry.parameters.iter().map(|parameter| parameter.name).collect();
            assert_eq!(names.len(), entry.parameters.len(), "{} names a parameter twice", entry.name);
            assert!(!entry.positional || !entry.parameters.is_empty());
            for parameter in entry.parameters {
                let text = match parameter.default {
                    Preset::Absent => continue,
                    Preset::Fallback { unless_bounded } => unless_bounded.to_string(),
                    given => given.to_string(),
                };
                let read = match parameter.domain {
                    Domain::Evaluator => text.parse().ok().map(Value::Evaluator),
                    domain => Value::read(&text, domain).ok(),
                };
                assert!(read.is_some(), "{}: {}={text} is no value", entry.name, parameter.name);
                if !matches!(parameter.default, Preset::Fallback { .. }) {
                    assert_eq!(read, Value::preset(parameter.default, parameter.domain));
                }
            }
        }
    }

    #[test]
    fn every_default_is_a_value_of_its_parameter() {
        parameters_are_sound::<StrategyKind>();
        parameters_are_sound::<EvaluatorKind>();
    }

    #[test]
    fn every_entry_builds() {
        for entry in StrategyKind::entries() {
            let spec: Spec = entry.name.parse().unwrap();
            assert_eq!((spec.entry().name, spec.to_string().as_str()), (entry.name, entry.name));
            let _ = spec.build::<Counting, ()>();
        }
        for entry in EvaluatorKind::entries() {
            let text = format!("alpha-beta(depth=2,eval={})", entry.name);
            let _ = text.parse::<Spec>().unwrap().build::<Counting, ()>();
        }
    }

    #[test]
    fn names_are_the_catalogues_own() {
        let names: HashSet<_> = StrategyKind::entries().iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), StrategyKind::entries().len());
        let is_plain = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        assert!(names.iter().all(|name| is_plain(name)));
    }

    #[test]
    fn the_catalogue_as_text() {
        insta::assert_snapshot!(Catalogue::get().text(), @r"
        Strategies
          random         a legal move, each as likely as the others
          first-legal    the first legal move in the game's order
          minimax        every line of play to the end, or to a depth; never cuts
            depth        plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)
            eval         the evaluator for states at the depth limit (an evaluator; default: zero)
            nodes        states to visit at most (a whole number from 1 to 1000000000000; default: none)
            time         time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none)
          alpha-beta     minimax without the branches that cannot matter
            depth        plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)
            eval         the evaluator for states at the depth limit (an evaluator; default: zero)
            fail         whether a value outside the window is returned as found (soft) or as the window's end (hard) (one of `soft`, `hard`; default: soft)
            nodes        states to visit at most (a whole number from 1 to 1000000000000; default: none)
            time         time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none)
          pessimistic    as if all others chose after us at every ply, knowing our move, and meant us harm; plays any game
            depth        plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)
            eval         the evaluator for states at the depth limit (an evaluator; default: zero)
            nodes        states to visit at most (a whole number from 1 to 1000000000000; default: none)
            time         time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none)
          random-opponent as if all others chose at random: the greatest mean over their answers; plays any game
            depth        plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)
            eval         the evaluator for states at the depth limit (an evaluator; default: zero)
            nodes        states to visit at most (a whole number from 1 to 1000000000000; default: none)
            time         time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none)
          paranoid       many roles as two: everybody else against us, with the cuts of alpha-beta
            depth        plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)
            eval         the evaluator for states at the depth limit (an evaluator; default: zero)
            nodes        states to visit at most (a whole number from 1 to 1000000000000; default: none)
            time         time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none)
          maxn           many roles, each for itself: everybody takes the greatest payoff of its own
            depth        plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)
            eval         the evaluator for states at the depth limit (an evaluator; default: zero)
            ties         which of the moves that pay a role the same it takes: the first, any, or the one that leaves least to the best off of the others (one of `first`, `random`, `leader`; default: first)
            prune        cuts by the bounds on payoffs: none, after a payoff that cannot be beaten, or also where the role above will not come (one of `none`, `immediate`, `shallow`; default: none)
            sum          upper bound on the sum of all payoffs; without it the game's (a number from -100000000000 to 100000000000; default: none)
            least        lower bound on every payoff; without it the game's (a number from -1000000000 to 1000000000; default: none)
            nodes        states to visit at most (a whole number from 1 to 1000000000000; default: none)
            time         time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none)
          soft-maxn      max^n that keeps all payoffs which ties may lead to, as sets of vectors
            depth        plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)
            eval         the evaluator for states at the depth limit (an evaluator; default: zero)
            dominance    which moves a role is sure not to make: those worse than another one in every case, or never better and in some case worse (one of `strong`, `weak`; default: strong)
            choice       what a set is worth to the searcher: its least, mean or greatest payoff in it (one of `pessimistic`, `mean`, `optimistic`; default: pessimistic)
            vectors      payoff vectors in a set at most; a search that meets more is refused (a whole number from 1 to 1000000; default: 1000)
            nodes        states to visit at most (a whole number from 1 to 1000000000000; default: none)
            time         time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none)
          flat-mc        primitive Monte Carlo: random playouts for every move in turn, the best mean is played
            playouts     playouts of all moves together (a whole number from 1 to 1000000000000; default: 1000 if nothing else bounds the search)
            time         time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none)
          stepwise-mcts  Monte Carlo that steps through whole games, UCB1 choosing at each ply; the most visited move is played
            playouts     stepped games, each of which makes hundreds of random playouts on its way (a whole number from 1 to 1000000000; default: 10 if nothing else bounds the search)
            visits       visits at which a move is played on the board of a stepped game (a whole number from 1 to 1000000000; default: 10)
            c            the constant in UCB1 = w/n + sqrt(c ln N / n) (a number from 0 to 1000; default: 2)
            time         time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none)

        Evaluators
          zero           knows nothing: the middle of the goal range
          playouts       the mean goal of random playouts from the state
            n            playouts per state (a whole number from 1 to 1000000000; default: 10)
        ");
    }

    #[test]
    fn the_catalogue_as_markdown() {
        insta::assert_snapshot!(Catalogue::get().markdown(), @r"
        | strategy | what it does | parameters | reference |
        | --- | --- | --- | --- |
        | `random` | a legal move, each as likely as the others |  | the baseline of every comparison |
        | `first-legal` | the first legal move in the game's order |  | the least player that keeps the rules |
        | `minimax` | every line of play to the end, or to a depth; never cuts | `depth`: plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)<br>`eval`: the evaluator for states at the depth limit (an evaluator; default: zero)<br>`nodes`: states to visit at most (a whole number from 1 to 1000000000000; default: none)<br>`time`: time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none) | Shannon, Programming a computer for playing chess, Philosophical Magazine 41 (1950) |
        | `alpha-beta` | minimax without the branches that cannot matter | `depth`: plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)<br>`eval`: the evaluator for states at the depth limit (an evaluator; default: zero)<br>`fail`: whether a value outside the window is returned as found (soft) or as the window's end (hard) (one of `soft`, `hard`; default: soft)<br>`nodes`: states to visit at most (a whole number from 1 to 1000000000000; default: none)<br>`time`: time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none) | Knuth & Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6 (1975) |
        | `pessimistic` | as if all others chose after us at every ply, knowing our move, and meant us harm; plays any game | `depth`: plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)<br>`eval`: the evaluator for states at the depth limit (an evaluator; default: zero)<br>`nodes`: states to visit at most (a whole number from 1 to 1000000000000; default: none)<br>`time`: time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none) | Korf, Generalized game trees, IJCAI (1989) |
        | `random-opponent` | as if all others chose at random: the greatest mean over their answers; plays any game | `depth`: plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)<br>`eval`: the evaluator for states at the depth limit (an evaluator; default: zero)<br>`nodes`: states to visit at most (a whole number from 1 to 1000000000000; default: none)<br>`time`: time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none) | Kuhlmann, Dresner & Stone, Automatic heuristic construction in a complete general game player, AAAI (2006) |
        | `paranoid` | many roles as two: everybody else against us, with the cuts of alpha-beta | `depth`: plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)<br>`eval`: the evaluator for states at the depth limit (an evaluator; default: zero)<br>`nodes`: states to visit at most (a whole number from 1 to 1000000000000; default: none)<br>`time`: time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none) | Sturtevant & Korf, On pruning techniques for multi-player games, AAAI (2000) |
        | `maxn` | many roles, each for itself: everybody takes the greatest payoff of its own | `depth`: plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)<br>`eval`: the evaluator for states at the depth limit (an evaluator; default: zero)<br>`ties`: which of the moves that pay a role the same it takes: the first, any, or the one that leaves least to the best off of the others (one of `first`, `random`, `leader`; default: first)<br>`prune`: cuts by the bounds on payoffs: none, after a payoff that cannot be beaten, or also where the role above will not come (one of `none`, `immediate`, `shallow`; default: none)<br>`sum`: upper bound on the sum of all payoffs; without it the game's (a number from -100000000000 to 100000000000; default: none)<br>`least`: lower bound on every payoff; without it the game's (a number from -1000000000 to 1000000000; default: none)<br>`nodes`: states to visit at most (a whole number from 1 to 1000000000000; default: none)<br>`time`: time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none) | Luckhardt & Irani, An algorithmic solution of N-person games, AAAI (1986); pruning: Korf, Multi-player alpha-beta pruning, Artificial Intelligence 48 (1991) |
        | `soft-maxn` | max^n that keeps all payoffs which ties may lead to, as sets of vectors | `depth`: plies to look ahead; without it the search goes to the end of the game (a whole number from 1 to 1000000; default: none)<br>`eval`: the evaluator for states at the depth limit (an evaluator; default: zero)<br>`dominance`: which moves a role is sure not to make: those worse than another one in every case, or never better and in some case worse (one of `strong`, `weak`; default: strong)<br>`choice`: what a set is worth to the searcher: its least, mean or greatest payoff in it (one of `pessimistic`, `mean`, `optimistic`; default: pessimistic)<br>`vectors`: payoff vectors in a set at most; a search that meets more is refused (a whole number from 1 to 1000000; default: 1000)<br>`nodes`: states to visit at most (a whole number from 1 to 1000000000000; default: none)<br>`time`: time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none) | Sturtevant & Bowling, Robust game play against unknown opponents, AAMAS (2006) |
        | `flat-mc` | primitive Monte Carlo: random playouts for every move in turn, the best mean is played | `playouts`: playouts of all moves together (a whole number from 1 to 1000000000000; default: 1000 if nothing else bounds the search)<br>`time`: time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none) | Abramson, Expected-outcome: a general model of static evaluation, IEEE PAMI 12 (1990) |
        | `stepwise-mcts` | Monte Carlo that steps through whole games, UCB1 choosing at each ply; the most visited move is played | `playouts`: stepped games, each of which makes hundreds of random playouts on its way (a whole number from 1 to 1000000000; default: 10 if nothing else bounds the search)<br>`visits`: visits at which a move is played on the board of a stepped game (a whole number from 1 to 1000000000; default: 10)<br>`c`: the constant in UCB1 = w/n + sqrt(c ln N / n) (a number from 0 to 1000; default: 2)<br>`time`: time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none) | the Monte Carlo tree search of a teaching page on tic-tac-toe; UCB1: Auer, Cesa-Bianchi & Fischer, Machine Learning 47 (2002) |

        | evaluator | what it does | parameters | reference |
        | --- | --- | --- | --- |
        | `zero` | knows nothing: the middle of the goal range |  | the baseline of every comparison of evaluators |
        | `playouts` | the mean goal of random playouts from the state | `n`: playouts per state (a whole number from 1 to 1000000000; default: 10) | Abramson, Expected-outcome: a general model of static evaluation, IEEE PAMI 12 (1990) |
        ");
    }

    #[test]
    fn the_catalogue_as_data() {
        let json = serde_json::to_value(Catalogue::get()).unwrap();
        let flat_mc = &json["strategies"][9];
        assert_eq!(flat_mc["name"], "flat-mc");
        insta::assert_snapshot!(serde_json::to_string_pretty(&flat_mc["parameters"]).unwrap(), @r#"
        [
          {
            "default": {
              "unless_bounded": 1000
            },
            "domain": {
              "greatest": 1000000000000,
              "least": 1,
              "type": "integer"
            },
            "help": "playouts of all moves together",
            "name": "playouts"
          },
          {
            "default": null,
            "domain": {
              "greatest": 86400.0,
              "least": 0.001,
              "type": "duration"
            },
            "help": "time for one decision",
            "name": "time"
          }
        ]
        "#);
    }
}
