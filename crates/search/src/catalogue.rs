use std::fmt::Write;

use serde::Serialize;

use crate::{Entry, Evaluators, Parameter, Section, Status, Strategies};

/// Every strategy and every evaluator that a [`Spec`](crate::Spec) can name, with their parameters, as data:
/// help texts, forms and documentation are drawn from it.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Catalogue {
    /// The strategies.
    pub strategies: &'static [Entry],
    /// The evaluators.
    pub evaluators: &'static [Entry],
}

impl Catalogue {
    /// The one catalogue there is.
    pub fn get() -> Self {
        Self { strategies: Strategies::entries(), evaluators: Evaluators::entries() }
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
        let (strategies, evaluators) =
            (markdown_of("strategy", self.strategies), markdown_of("evaluator", self.evaluators));
        let mut out = String::new();
        for status in Status::ALL {
            let _ = writeln!(out, "- *{status}*: {}", status.meaning());
        }
        let _ = write!(out, "\n## Strategies\n\n{strategies}\n## Evaluators\n\n{evaluators}");
        out
    }
}

fn text_of(entry: &Entry, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "  {:<14} {}", entry.name, entry.help);
    parameters_of(entry, out);
}

impl Entry {
    /// All that the catalogue says of it, as plain text for a terminal.
    pub fn text(&self) -> String {
        let Self { name, help, reference, status, .. } = self;
        let mut out = format!("{name}: {help}\n");
        if !reference.is_empty() {
            let _ = writeln!(out, "  source: {reference}");
        }
        let _ = writeln!(out, "  {status}: {}", status.meaning());
        parameters_of(self, &mut out);
        out
    }
}

fn parameters_of(entry: &Entry, out: &mut String) {
    for parameter in entry.parameters {
        let _ = writeln!(
            out,
            "    {:<12} {} ({}; default: {})",
            parameter.name, parameter.help, parameter.domain, parameter.default
        );
    }
}

fn markdown_of(noun: &str, entries: &[Entry]) -> String {
    let mut out = format!(
        "| {noun} | what it does | parameters | reference | status |\n| --- | --- | --- | --- | --- |\n"
    );
    for Entry { name, help, parameters, reference, status, .. } in entries {
        let names: Vec<_> = parameters.iter().map(|parameter| format!("`{}`", parameter.name)).collect();
        let names = names.join(", ");
        // Those without parameters have no section below.
        let name = if parameters.is_empty() { format!("`{name}`") } else { format!("[`{name}`](#{name})") };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "| {name} | {help} | {names} | {reference} | {status} |");
    }
    for Entry { name, parameters, .. } in entries.iter().filter(|entry| !entry.parameters.is_empty()) {
        let _ = writeln!(
            out,
            "\n### {name}\n\n| parameter | what it is | values | default |\n| --- | --- | --- | --- |"
        );
        for Parameter { name, domain, default, help, .. } in *parameters {
            let _ = writeln!(out, "| `{name}` | {help} | {domain} | {default} |");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::testing::AnyGame;
    use crate::value::Value;
    use crate::{DefaultValue, Domain, Need, Spec};

    fn parameters_are_sound<S: Section>() {
        for entry in S::entries() {
            let names: HashSet<_> = entry.parameters.iter().map(|parameter| parameter.name).collect();
            assert_eq!(names.len(), entry.parameters.len(), "{} names a parameter twice", entry.name);
            assert!(!entry.positional || !entry.parameters.is_empty());
            for parameter in entry.parameters {
                let text = match parameter.default {
                    DefaultValue::Absent => continue,
                    DefaultValue::Fallback { unless_bounded } => unless_bounded.to_string(),
                    given => given.to_string(),
                };
                let read = match parameter.domain {
                    Domain::Evaluator => text.parse().ok().map(Value::Evaluator),
                    Domain::Strategy => text.parse().ok().map(Value::Strategy),
                    domain => Value::read(&text, domain).ok(),
                };
                assert!(read.is_some(), "{}: {}={text} is no value", entry.name, parameter.name);
                if !matches!(parameter.default, DefaultValue::Fallback { .. }) {
                    assert_eq!(read, Value::by_default(parameter.default, parameter.domain));
                }
            }
        }
    }

    #[test]
    fn needs_name_parameters_of_the_same_strategy() {
        for (entry, parameter) in Strategies::entries()
            .iter()
            .flat_map(|entry| entry.parameters.iter().map(move |parameter| (entry, parameter)))
        {
            for need in parameter.needs {
                let other = entry.parameters.iter().find(|other| other.name == need.parameter());
                let other = other.unwrap_or_else(|| panic!("{}: {need:?}", entry.name));
                let values = match need {
                    Need::Is(_, values) => values,
                    Need::IsNot(_, value) => std::slice::from_ref(value),
                };
                for value in values {
                    let is_value = Value::read(value, other.domain).is_ok();
                    assert!(is_value || *value == other.default.to_string(), "{}: {need:?}", entry.name);
                }
            }
        }
    }

    #[test]
    fn every_default_is_a_value_of_its_parameter() {
        parameters_are_sound::<Strategies>();
        parameters_are_sound::<Evaluators>();
    }

    #[test]
    fn every_entry_builds() {
        for entry in Strategies::entries() {
            let spec: Spec = entry.name.parse().unwrap();
            assert_eq!((spec.entry().name, spec.to_string().as_str()), (entry.name, entry.name));
            let _ = spec.build::<AnyGame<'_, (u32, usize), u8>>();
        }
        for entry in Evaluators::entries() {
            let text = format!("alpha-beta(depth=2,eval={})", entry.name);
            let _ = text.parse::<Spec>().unwrap().build::<AnyGame<'_, (u32, usize), u8>>();
        }
    }

    #[test]
    fn names_are_the_catalogues_own() {
        let names: HashSet<_> = Strategies::entries().iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), Strategies::entries().len());
        let is_plain = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        assert!(names.iter().all(|name| is_plain(name)));
    }

    #[test]
    fn the_page_of_strategies_is_drawn_from_the_catalogue() {
        let page = include_str!("../../../docs/strategies.md");
        let (_, drawn) =
            page.split_once("<!-- drawn from the catalogue -->\n\n").expect("the mark stands in the page");
        let remedy = "docs/strategies.md is out of date; put what `spielbaum strategies --markdown` prints below the mark in it";
        assert!(drawn == Catalogue::get().markdown(), "{remedy}");
    }

    #[test]
    fn the_catalogue_as_data() {
        let json = serde_json::to_value(Catalogue::get()).unwrap();
        let entries = json["strategies"].as_array().unwrap();
        let stepwise = entries.iter().find(|entry| entry["name"] == "stepwise-mcts").unwrap();
        insta::assert_snapshot!(serde_json::to_string_pretty(&stepwise["parameters"]).unwrap(), @r#"
        [
          {
            "default": {
              "unless_bounded": 10
            },
            "domain": {
              "greatest": 1000000000,
              "least": 1,
              "type": "integer"
            },
            "help": "stepped games, each of which makes hundreds of random playouts on its way",
            "name": "playouts"
          },
          {
            "default": 10,
            "domain": {
              "greatest": 1000000000,
              "least": 1,
              "type": "integer"
            },
            "help": "visits at which a move is played on the board of a stepped game",
            "name": "visits"
          },
          {
            "default": 2.0,
            "domain": {
              "greatest": 1000.0,
              "least": 0.0,
              "type": "decimal"
            },
            "help": "the constant in UCB1 = w/n + sqrt(c ln N / n)",
            "name": "c"
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
