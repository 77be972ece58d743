use std::fmt::Write;

use serde::Serialize;

use crate::{Entry, EvaluatorKind, Kind, StrategyKind, evaluator, strategy};

static STRATEGIES: [Entry<StrategyKind>; 7] = [
    strategy::random::ENTRY,
    strategy::first_legal::ENTRY,
    strategy::minimax::ENTRY,
    strategy::alpha_beta::ENTRY,
    strategy::flat_mc::ENTRY,
    strategy::stepwise_mcts::ENTRY,
    strategy::uct::ENTRY,
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
          flat-mc        primitive Monte Carlo: random playouts for every move in turn, the best mean is played
            playouts     playouts of all moves together (a whole number from 1 to 1000000000000; default: 1000 if nothing else bounds the search)
            time         time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none)
          stepwise-mcts  Monte Carlo that steps through whole games, UCB1 choosing at each ply; the most visited move is played
            playouts     stepped games, each of which makes hundreds of random playouts on its way (a whole number from 1 to 1000000000; default: 10 if nothing else bounds the search)
            visits       visits at which a move is played on the board of a stepped game (a whole number from 1 to 1000000000; default: 10)
            c            the constant in UCB1 = w/n + sqrt(c ln N / n) (a number from 0 to 1000; default: 2)
            time         time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none)
          uct            Monte Carlo tree search: a tree grown by playouts, UCB1 choosing in each of its nodes
            playouts     playouts of a decision (a whole number from 1 to 1000000000000; default: 2000 if nothing else bounds the search)
            nodes        states to visit at most (a whole number from 1 to 1000000000000; default: none)
            time         time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none)
            plain        the algorithm of the paper and nothing else: one playout and one new node at a time (`true` or `false`; default: false)
            c            the constant in Q + c sqrt(ln N / n), the goal range being 0 to 1 (a number from 0 to 1000; default: 0.4)
            fpu          first-play urgency, the value of a move not tried yet, the goal range being 0 to 1; without it such moves come first (a number from 0 to 1000; default: none)
            final        the move that is made: the most visited, the one with the best mean, or with the best mean less its doubt (one of `visits`, `mean`, `secure`; default: visits)
            simultaneous how roles choose at the same time: each by its own statistics, each by the margins of joint statistics, or one by UCB1 and the others at random (one of `decoupled`, `joint`, `random-mover`; default: decoupled)
            solver       whether proven values go up the tree (`true` or `false`; default: true)
            leaves       leaves evaluated together, if the game plays many playouts at once (a whole number from 1 to 512; default: 32)
            each         playouts from each of these leaves; fewer where the budget would allow less than a few hundred leaves (a whole number from 1 to 512; default: 8)
            transpositions whether a state that is found again has the node it had (`true` or `false`; default: true)
            reuse        whether the tree is kept for the next decision (`true` or `false`; default: true)
            memory       megabytes that the tree may have; when they are full, the least visited parts of it go (a whole number from 1 to 1000000; default: 500)
            threads      trees grown side by side, a thread and a share of the playouts each; their roots are added up (a whole number from 1 to 256; default: 1)
            rave         all moves as first (RAVE, GRAVE), from the nearest node above with so many visits; without it off (a whole number from 0 to 1000000; default: none)
            amaf         how soon the statistics of all moves as first give way to the move's own mean (a number from 0 to 1; default: 0.001)
            bias         the weight of progressive bias, the opinion of `eval` on a move divided by its visits (a number from 0 to 1000; default: 0)
            history      the weight of progressive history, what a move came to anywhere divided by its losses (a number from 0 to 1000; default: 0)
            mast         whether playouts prefer moves that came to much: the best but for a few, or by a Gibbs distribution (one of `off`, `greedy`, `gibbs`; default: off)
            epsilon      the chance of a random move under mast=greedy (a number from 0 to 1; default: 0.4)
            tau          the temperature under mast=gibbs, the goal range being 0 to 1 (a number from 0.001 to 1000; default: 0.1)
            ngram        whether mast goes by sequences of up to three moves too (`true` or `false`; default: false)
            decisive     whether playouts make moves that win at once, and avoid those that let another role do so (one of `off`, `win`, `both`; default: off)
            cutoff       plies after which `eval` ends a playout; without it playouts go to the end of the game (a whole number from 0 to 1000000; default: none)
            eval         the evaluator of cutoff and bias (an evaluator; default: zero)

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
        | `flat-mc` | primitive Monte Carlo: random playouts for every move in turn, the best mean is played | `playouts`: playouts of all moves together (a whole number from 1 to 1000000000000; default: 1000 if nothing else bounds the search)<br>`time`: time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none) | Abramson, Expected-outcome: a general model of static evaluation, IEEE PAMI 12 (1990) |
        | `stepwise-mcts` | Monte Carlo that steps through whole games, UCB1 choosing at each ply; the most visited move is played | `playouts`: stepped games, each of which makes hundreds of random playouts on its way (a whole number from 1 to 1000000000; default: 10 if nothing else bounds the search)<br>`visits`: visits at which a move is played on the board of a stepped game (a whole number from 1 to 1000000000; default: 10)<br>`c`: the constant in UCB1 = w/n + sqrt(c ln N / n) (a number from 0 to 1000; default: 2)<br>`time`: time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none) | the Monte Carlo tree search of a teaching page on tic-tac-toe; UCB1: Auer, Cesa-Bianchi & Fischer, Machine Learning 47 (2002) |
        | `uct` | Monte Carlo tree search: a tree grown by playouts, UCB1 choosing in each of its nodes | `playouts`: playouts of a decision (a whole number from 1 to 1000000000000; default: 2000 if nothing else bounds the search)<br>`nodes`: states to visit at most (a whole number from 1 to 1000000000000; default: none)<br>`time`: time for one decision (a time from 0.001s to 86400s, such as `0.5s` or `200ms`; default: none)<br>`plain`: the algorithm of the paper and nothing else: one playout and one new node at a time (`true` or `false`; default: false)<br>`c`: the constant in Q + c sqrt(ln N / n), the goal range being 0 to 1 (a number from 0 to 1000; default: 0.4)<br>`fpu`: first-play urgency, the value of a move not tried yet, the goal range being 0 to 1; without it such moves come first (a number from 0 to 1000; default: none)<br>`final`: the move that is made: the most visited, the one with the best mean, or with the best mean less its doubt (one of `visits`, `mean`, `secure`; default: visits)<br>`simultaneous`: how roles choose at the same time: each by its own statistics, each by the margins of joint statistics, or one by UCB1 and the others at random (one of `decoupled`, `joint`, `random-mover`; default: decoupled)<br>`solver`: whether proven values go up the tree (`true` or `false`; default: true)<br>`leaves`: leaves evaluated together, if the game plays many playouts at once (a whole number from 1 to 512; default: 32)<br>`each`: playouts from each of these leaves; fewer where the budget would allow less than a few hundred leaves (a whole number from 1 to 512; default: 8)<br>`transpositions`: whether a state that is found again has the node it had (`true` or `false`; default: true)<br>`reuse`: whether the tree is kept for the next decision (`true` or `false`; default: true)<br>`memory`: megabytes that the tree may have; when they are full, the least visited parts of it go (a whole number from 1 to 1000000; default: 500)<br>`threads`: trees grown side by side, a thread and a share of the playouts each; their roots are added up (a whole number from 1 to 256; default: 1)<br>`rave`: all moves as first (RAVE, GRAVE), from the nearest node above with so many visits; without it off (a whole number from 0 to 1000000; default: none)<br>`amaf`: how soon the statistics of all moves as first give way to the move's own mean (a number from 0 to 1; default: 0.001)<br>`bias`: the weight of progressive bias, the opinion of `eval` on a move divided by its visits (a number from 0 to 1000; default: 0)<br>`history`: the weight of progressive history, what a move came to anywhere divided by its losses (a number from 0 to 1000; default: 0)<br>`mast`: whether playouts prefer moves that came to much: the best but for a few, or by a Gibbs distribution (one of `off`, `greedy`, `gibbs`; default: off)<br>`epsilon`: the chance of a random move under mast=greedy (a number from 0 to 1; default: 0.4)<br>`tau`: the temperature under mast=gibbs, the goal range being 0 to 1 (a number from 0.001 to 1000; default: 0.1)<br>`ngram`: whether mast goes by sequences of up to three moves too (`true` or `false`; default: false)<br>`decisive`: whether playouts make moves that win at once, and avoid those that let another role do so (one of `off`, `win`, `both`; default: off)<br>`cutoff`: plies after which `eval` ends a playout; without it playouts go to the end of the game (a whole number from 0 to 1000000; default: none)<br>`eval`: the evaluator of cutoff and bias (an evaluator; default: zero) | Kocsis & Szepesvári, Bandit based Monte-Carlo planning, ECML (2006) |

        | evaluator | what it does | parameters | reference |
        | --- | --- | --- | --- |
        | `zero` | knows nothing: the middle of the goal range |  | the baseline of every comparison of evaluators |
        | `playouts` | the mean goal of random playouts from the state | `n`: playouts per state (a whole number from 1 to 1000000000; default: 10) | Abramson, Expected-outcome: a general model of static evaluation, IEEE PAMI 12 (1990) |
        ");
    }

    #[test]
    fn the_catalogue_as_data() {
        let json = serde_json::to_value(Catalogue::get()).unwrap();
        let flat_mc = &json["strategies"][4];
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
