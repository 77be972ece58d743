//! Families of games: templates that give a rulesheet for each size of a board.

use std::fmt;

use indexmap::IndexMap;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Kwargs, Value};
use minijinja::{Environment, UndefinedBehavior};
use serde::{Deserialize, Serialize};

/// Games that differ in a few numbers, as in the size of the board: a template in the language Jinja that
/// gives a rulesheet for every choice of its parameters.
///
/// ```
/// use spielbaum_game::Family;
///
/// let hex = Family::named("hex").expect("a built-in family");
/// let member = hex.member("size=5")?;
/// assert_eq!(member.name, "hex(size=5)");
/// assert!(member.rules.contains("(finish red ?column 5)"));
/// # Ok::<(), spielbaum_game::FamilyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    name: String,
    parameters: Vec<FamilyParameter>,
    template: String,
}

/// A number that the members of a family differ in.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct FamilyParameter {
    /// Its name: letters, digits and underscores.
    pub name: String,
    /// What it is, in a few words.
    pub about: String,
    /// What it is where nobody says otherwise.
    pub default: u32,
    /// The least that it may be.
    pub least: u32,
    /// The greatest that it may be.
    pub greatest: u32,
}

/// A game of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyMember {
    /// The name with all parameters: `hex(size=5)`.
    pub name: String,
    /// Its rules, KIF text.
    pub rules: String,
}

/// Why there is no member of a family.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FamilyError {
    /// A parameter is not given as a name and a value.
    #[error("`{argument}` is not a parameter and its value; write {family}")]
    Form {
        /// What is given.
        argument: String,
        /// How a member is named.
        family: String,
    },
    /// The parenthesis after the parameters is missing.
    #[error("the `)` at the end is missing; write {family}")]
    Unclosed {
        /// How a member is named.
        family: String,
    },
    /// The family has no such parameter.
    #[error("there is no parameter `{name}`; write {family}")]
    Unknown {
        /// The name that was given.
        name: String,
        /// How a member is named.
        family: String,
    },
    /// A parameter is given twice.
    #[error("the parameter `{0}` is given twice")]
    Twice(String),
    /// A parameter is no number, or too small or too great.
    #[error("`{name}` takes a whole number from {} to {}, not {value}", .range.0, .range.1)]
    Range {
        /// The parameter's name.
        name: String,
        /// The value that was given.
        value: String,
        /// The least and the greatest that it may be.
        range: (u32, u32),
    },
    /// The head of the template is not as it must be.
    #[error("the head of the template: {0}")]
    Head(String),
    /// The template is not correct, or does too much.
    #[error("the template: {0}")]
    Template(String),
}

macro_rules! families {
    ($($name:literal),+ $(,)?) => {
        /// The built-in families, sorted by name: the names and texts of the files of the folder
        /// `games/families`.
        const FAMILIES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../games/families/", $name, ".kif.jinja")))),+];
    };
}

families!["connect-four", "gomoku", "goofspiel", "hex", "liars-dice", "pig", "sliding-puzzle"];

/// What the parameters of a family are, in the head of its template.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    #[serde(default)]
    parameter: Vec<FamilyParameter>,
}

/// How much a template may do: an instruction of Jinja's costs one.
const FUEL: u64 = 2_000_000;

impl Family {
    /// How the name of a file that has a template ends.
    pub const ENDING: &str = ".kif.jinja";

    /// The built-in families, sorted by name.
    pub fn built_in() -> impl Iterator<Item = Self> {
        Self::names().filter_map(Self::named)
    }

    /// The names of the built-in families, sorted.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FAMILIES.iter().map(|&(name, _)| name)
    }

    /// The built-in family of this name.
    ///
    /// # Panics
    /// If the head of a built-in template is wrong, which the tests exclude.
    pub fn named(name: &str) -> Option<Self> {
        let (name, text) = FAMILIES.iter().find(|(known, _)| *known == name)?;
        Some(Self::parse(name, text).expect("the heads of built-in templates are correct"))
    }

    /// Reads a template. Its head is a comment of Jinja's with the parameters as TOML, an entry
    /// `[[parameter]]` with `name`, `about`, `default`, `least` and `greatest` each.
    ///
    /// # Errors
    /// If the head is not like that. Errors in the template itself are told when a [`member`](Self::member)
    /// is asked for.
    pub fn parse(name: &str, text: &str) -> Result<Self, FamilyError> {
        let head = |message: &str| FamilyError::Head(message.to_owned());
        let (comment, _) = text
            .strip_prefix("{#")
            .and_then(|rest| rest.split_once("#}"))
            .ok_or_else(|| head("a template begins with `{#`, its parameters as TOML, and `#}`"))?;
        let Head { parameter: parameters } =
            toml::from_str(comment).map_err(|error| head(&error.to_string()))?;
        for (place, FamilyParameter { name, default, least, greatest, .. }) in parameters.iter().enumerate() {
            let letters = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if !letters(name) || !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
                return Err(head(&format!("`{name}` is no name of a parameter")));
            }
            if parameters[..place].iter().any(|before| before.name == *name) {
                return Err(head(&format!("the parameter `{name}` is there twice")));
            }
            if !(least..=greatest).contains(&default) {
                return Err(head(&format!("the default of `{name}` is not in {least}..={greatest}")));
            }
        }
        Ok(Self { name: name.to_owned(), parameters, template: text.to_owned() })
    }

    /// The family's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its members differ in.
    pub fn parameters(&self) -> &[FamilyParameter] {
        &self.parameters
    }

    /// The member that `arguments` describes: `size=5`, with a comma between two; parameters that are not
    /// there have their defaults.
    ///
    /// # Errors
    /// If an argument is not one, or the template fails.
    pub fn member(&self, arguments: &str) -> Result<FamilyMember, FamilyError> {
        let mut values: IndexMap<&str, u32> =
            self.parameters.iter().map(|parameter| (parameter.name.as_str(), parameter.default)).collect();
        let mut given: Vec<&str> = Vec::new();
        for argument in arguments.split(',').map(str::trim).filter(|_| !arguments.trim().is_empty()) {
            let wrong = || FamilyError::Form { argument: argument.to_owned(), family: self.to_string() };
            let (name, value) = argument.split_once('=').ok_or_else(wrong)?;
            let (name, value) = (name.trim(), value.trim());
            if value.is_empty() {
                return Err(wrong());
            }
            let known = self.parameters.iter().find(|parameter| parameter.name == name);
            let parameter = known
                .ok_or_else(|| FamilyError::Unknown { name: name.to_owned(), family: self.to_string() })?;
            if given.contains(&name) {
                return Err(FamilyError::Twice(name.to_owned()));
            }
            given.push(name);
            let range = (parameter.least, parameter.greatest);
            let within = value.parse::<u32>().ok().filter(|number| (range.0..=range.1).contains(number));
            let outside = || FamilyError::Range { name: name.to_owned(), value: value.to_owned(), range };
            let value = within.ok_or_else(outside)?;
            values.insert(&parameter.name, value);
        }
        let rules = self.fill_in(&values)?;
        let values: Vec<String> = values.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Ok(FamilyMember { name: format!("{}({})", self.name, values.join(",")), rules })
    }

    fn fill_in(&self, values: &IndexMap<&str, u32>) -> Result<String, FamilyError> {
        let wrong = |error: minijinja::Error| {
            let line = error.line().map_or_else(String::new, |line| format!(" in line {line}"));
            FamilyError::Template(format!("{}{line}", error.detail().unwrap_or(&error.kind().to_string())))
        };
        let mut syntax = SyntaxConfig::builder();
        let syntax = syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
        let mut jinja = Environment::new();
        jinja.set_syntax(syntax.map_err(wrong)?);
        jinja.set_undefined_behavior(UndefinedBehavior::Strict);
        jinja.set_fuel(Some(FUEL));
        let values: Kwargs = values.iter().map(|(&name, &value)| (name, Value::from(value))).collect();
        jinja.render_str(&self.template, Value::from(values)).map_err(wrong)
    }
}

/// How a member is named: `hex(size=7)`, with the defaults.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let defaults =
            self.parameters.iter().map(|parameter| format!("{}={}", parameter.name, parameter.default));
        write!(f, "{}({})", self.name, defaults.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests;
