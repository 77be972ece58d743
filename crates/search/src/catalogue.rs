use std::fmt::Write;

use serde::Serialize;

use crate::{Entry, EvaluatorKind, Kind, StrategyKind, evaluator, strategy};

static STRATEGIES: [Entry<StrategyKind>; 6] = [
    strategy::random::ENTRY,
    strategy::first_legal::ENTRY,
    strategy::minimax::ENTRY,
    strategy::alpha_beta::ENTRY,
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
            "    {:<12} {}: {} (default: {})",
            parameter.name, parameter.help, parameter.domain, parameter.default
        );
    }
}

fn markdown_of<K>(noun: &str, entries: &[Entry<K>]) -> String {
    let mut out =
        format!("| {noun} | what it does | parameters (default) | reference |\n| --- | --- | --- | --- |\n");
    for entry in entries {
        let parameters: Vec<_> = entry
            .parameters
            .iter()
            .map(|p| format!("`{}`: {}, {} ({})", p.name, p.help, p.domain, p.default))
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
