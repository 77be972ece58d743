use std::ops::RangeInclusive;

use serde::Deserialize;
use serde_json::{Number, Value};

use super::builder::{Builder, check_name};
use super::decimal::Decimal;
use super::node_values;
use super::probability::Probability;
use super::{NodeIndex, Tree, TreeError, sets};
use crate::{CHANCE, Goal};

/// More roles than any lecture has seen; it bounds the memory a small text can ask for.
pub(super) const MAX_ROLES: usize = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    root: Value,
    name: Option<String>,
    description: Option<String>,
    roles: Option<Vec<String>>,
    range: Option<(Value, Value)>,
}

/// What a JSON value says about the node it stands for.
#[derive(Default)]
struct Said<'v> {
    children: Option<&'v [Value]>,
    goals: Option<Vec<Decimal>>,
    static_value: Option<Vec<Decimal>>,
    mover: Option<&'v str>,
    chance: Option<Vec<Probability>>,
    moves: Option<Vec<&'v str>>,
    label: Option<&'v str>,
    set: Option<&'v str>,
}

/// serde_json bounds the nesting of what it reads, so neither reading nor dropping the value recurses far.
pub(super) fn parse(text: &str, most_nodes: usize) -> Result<Tree, TreeError> {
    let value = node_values::read(text, most_nodes)?;
    let in_document = |what: String| TreeError::Node { path: "the document".to_owned(), what };
    let document = match value {
        Value::Object(ref fields) if !fields.contains_key("children") && !fields.contains_key("goals") => {
            serde_json::from_value(value).map_err(|error| in_document(error.to_string()))?
        }
        root => Document { root, name: None, description: None, roles: None, range: None },
    };
    let roles = document.roles.unwrap_or_else(|| vec!["max".to_owned(), "min".to_owned()]);
    if roles.is_empty() || roles.len() > MAX_ROLES {
        return Err(in_document(format!("expected 1 to {MAX_ROLES} roles, found {}", roles.len())));
    }
    roles.iter().try_for_each(|role| check_name(role)).map_err(in_document)?;
    if document.name.iter().any(|name| name.contains(char::is_control)) {
        return Err(in_document("`name` has control characters, such as a line break".to_owned()));
    }
    if let Some(twice) = repeated(&roles) {
        return Err(in_document(format!("the role `{twice}` is there twice")));
    }
    if roles.iter().any(|role| role == CHANCE) {
        return Err(in_document(format!(
            "`{CHANCE}` is not among `roles`: a tree with chance nodes has this role by itself"
        )));
    }
    let mut builder = grow(&document.root, roles, most_nodes)?;
    let range = document.range.map(|ends| checked_range(&mut builder, &ends)).transpose();
    let tree = range.and_then(|range| builder.finish(document.name, range)).map_err(in_document)?;
    let tree = sets::check(tree)?;
    let plain = tree.plain && document.description.is_none();
    Ok(Tree { description: document.description, plain, ..tree })
}

/// Walks over the nodes in the order of the text, with a stack of its own.
fn grow(root: &Value, roles: Vec<String>, most_nodes: usize) -> Result<Builder, TreeError> {
    enum Step<'v> {
        Node(&'v Value, Option<&'v str>),
        Close,
    }
    let role_names = roles.clone();
    let mut builder = Builder::new(roles, most_nodes);
    let mut steps = vec![Step::Node(root, None)];
    while let Some(step) = steps.pop() {
        let path = builder.path();
        let here = |what: String| TreeError::Node { path: path.clone(), what };
        let (value, move_name) = match step {
            Step::Close => {
                // The way to a further child that there is not.
                let path = path.rsplit_once('/').map_or(path.as_str(), |(node, _)| node).to_owned();
                builder.close().map_err(|what| TreeError::Node { path, what })?;
                continue;
            }
            Step::Node(value, move_name) => (value, move_name),
        };
        let said = read(value).map_err(here)?;
        let node = add(&mut builder, &said, &role_names).map_err(here)?;
        builder.check_size()?;
        if let Some(name) = move_name {
            builder.name_move_to(node, name).map_err(here)?;
        }
        if let Some(label) = said.label {
            builder.label(node, label).map_err(here)?;
        }
        if let Some(children) = said.children {
            steps.push(Step::Close);
            for (i, child) in children.iter().enumerate().rev() {
                steps.push(Step::Node(child, said.moves.as_ref().map(|names| names[i])));
            }
        }
    }
    Ok(builder)
}

fn add(builder: &mut Builder, said: &Said<'_>, roles: &[String]) -> Result<NodeIndex, String> {
    match (said.children, &said.goals) {
        (Some(children), None) => {
            if children.is_empty() {
                return Err("an inner node has at least one child".to_owned());
            }
            if let Some(names) = &said.moves
                && names.len() != children.len()
            {
                return Err(format!("{} move names for {} children", names.len(), children.len()));
            }
            let mover = match said.mover {
                None | Some(CHANCE) => None,
                Some(name) => Some(roles.iter().position(|role| role == name).ok_or_else(|| {
                    format!("the mover `{name}` is not a role; the roles are {}", roles.join(", "))
                })?),
            };
            let node = match (&said.chance, said.mover) {
                (Some(_), Some(name)) if name != CHANCE => {
                    return Err(format!(
                        "`chance` gives probabilities, but the mover is `{name}`, not `{CHANCE}`"
                    ));
                }
                (Some(probabilities), _) => builder.open_chance(probabilities.clone())?,
                (None, Some(CHANCE)) => builder.open_chance(Vec::new())?,
                (None, _) => builder.open(mover)?,
            };
            if let Some(payoffs) = &said.static_value {
                builder.assess(node, payoffs)?;
            }
            if let Some(name) = said.set {
                builder.put_in_set(node, name)?;
            }
            Ok(node)
        }
        (None, Some(goals)) => {
            if said.mover.is_some()
                || said.chance.is_some()
                || said.moves.is_some()
                || said.static_value.is_some()
                || said.set.is_some()
            {
                return Err(
                    "a leaf has no mover, no chance, no moves, no static value and no information set"
                        .to_owned(),
                );
            }
            builder.leaf(goals)
        }
        (Some(_), Some(_)) => Err("a node has either children or goals, not both".to_owned()),
        (None, None) => Err("expected `children` or `goals`".to_owned()),
    }
}

fn read(value: &Value) -> Result<Said<'_>, String> {
    let fields = match value {
        Value::Number(_) => return Ok(Said { goals: Some(vec![payoff(value)?]), ..Said::default() }),
        Value::Array(children) => return Ok(Said { children: Some(children), ..Said::default() }),
        Value::Object(fields) => fields,
        other => return Err(format!("found {}, expected a number, a list or an object", kind(other))),
    };
    let mut said = Said::default();
    for (field, value) in fields {
        let in_field = |what: String| format!("in `{field}`: {what}");
        match field.as_str() {
            "children" => said.children = Some(list(value).map_err(in_field)?),
            "goals" => {
                let goals = list(value).and_then(|goals| goals.iter().map(payoff).collect());
                said.goals = Some(goals.map_err(in_field)?);
            }
            "static" => {
                let payoffs = match value {
                    Value::Array(payoffs) => payoffs.iter().map(payoff).collect(),
                    single => payoff(single).map(|payoff| vec![payoff]),
                };
                said.static_value = Some(payoffs.map_err(in_field)?);
            }
            "chance" => {
                let probabilities: Result<Vec<_>, _> =
                    list(value).and_then(|values| values.iter().map(probability).collect());
                let probabilities = probabilities.map_err(in_field)?;
                if probabilities.is_empty() {
                    return Err(in_field(format!(
                        "no probabilities; where all children are equally likely, write `\"mover\": \"{CHANCE}\"` alone"
                    )));
                }
                said.chance = Some(probabilities);
            }
            "mover" => said.mover = Some(text(value).map_err(in_field)?),
            "moves" => {
                let names = list(value).map_err(in_field)?.iter().map(text).collect::<Result<_, _>>();
                said.moves = Some(names.map_err(in_field)?);
            }
            "label" => said.label = Some(text(value).map_err(in_field)?),
            "set" => said.set = Some(text(value).map_err(in_field)?),
            _ => {
                return Err(format!(
                    "unknown field `{field}`, expected `children`, `goals`, `mover`, `chance`, `moves`, `label`, `static` or `set`"
                ));
            }
        }
    }
    Ok(said)
}

fn payoff(value: &Value) -> Result<Decimal, String> {
    match value {
        Value::Number(number) => plain(number).parse(),
        other => Err(format!("found {}, expected a number", kind(other))),
    }
}

fn probability(value: &Value) -> Result<Probability, String> {
    match value {
        Value::Number(number) => plain(number).parse(),
        Value::String(text) => text.parse(),
        other => Err(format!("found {}, expected a number, or a fraction such as \"1/3\"", kind(other))),
    }
}

/// A number without an exponent, which JSON has in small ones.
fn plain(number: &Number) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() => float.to_string(),
        _ => number.to_string(),
    }
}

fn list(value: &Value) -> Result<&[Value], String> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| format!("found {}, expected a list", kind(value)))
}

fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("found {}, expected a string", kind(value)))
}

fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(_) => "a string".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

fn checked_range(builder: &mut Builder, ends: &(Value, Value)) -> Result<RangeInclusive<Goal>, String> {
    // The second end may have more decimals than the first.
    builder.amount(payoff(&ends.0)?)?;
    let greatest = builder.amount(payoff(&ends.1)?)?;
    let least = builder.amount(payoff(&ends.0)?)?;
    if least > greatest {
        return Err(format!("the range [{}, {}] is empty", ends.0, ends.1));
    }
    Ok(least..=greatest)
}

fn repeated<T: AsRef<str>>(names: &[T]) -> Option<&str> {
    let mut sorted: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}
