use std::convert::Infallible;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::key::{self, FromValue, Key};
use crate::parser::Parser;
use crate::strategy::{ALLIES, START, races};
use crate::{
    Budget, DefaultValue, Domain, Entry, Evaluators, LargeFile, LearnedFile, Model, Parameter, PolicyFile,
    Section, SpecError, SpecFile, SpecFileError, SpecProblem, Stop, Strategies, TablebaseFile, Value,
    Weights,
};

/// The name of a strategy (or of an evaluator, see [`EvaluatorSpec`]) with its parameters:
/// `flat-mc`, `alpha-beta(depth=4,eval=playouts(10))`.
///
/// The text form is the same on the command line, in files and in the page. A spec that exists has been
/// checked against the [`Catalogue`](crate::Catalogue). Displaying gives the canonical text, parameters in
/// the catalogue's order and defaults omitted, and parsing that gives an equal spec.
///
/// Parsing touches no file. A spec that names one, such as `minimax(depth=2,eval=positional(weights.toml))`,
/// has its path until somebody who may open files [reads](Self::read_files) it, or [gives](Self::with_files)
/// a copy of it.
///
/// ```
/// # use spielbaum_search::Spec;
/// let spec: Spec = "alpha-beta( eval = static, fail=hard, depth=4 )".parse()?;
/// assert_eq!(spec.to_string(), "alpha-beta(depth=4,fail=hard)");
///
/// let typo = "flat-mc(playout=10)".parse::<Spec>().unwrap_err();
/// assert!(typo.to_string().contains("did you mean `playouts`?"));
/// # Ok::<(), spielbaum_search::SpecError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spec<S: Section = Strategies> {
    entry: &'static Entry,
    /// One value for each of the entry's parameters, in the same order; none where nothing is given and the
    /// parameter has no default.
    values: Vec<Option<Value>>,
    section: PhantomData<S>,
}

/// The spec of an evaluator.
pub type EvaluatorSpec = Spec<Evaluators>;

/// Gives what a parameter of a domain takes from the file of a path, if there is such a file.
type FileOf<'f, E> = dyn Fn(&str, Domain) -> Result<Option<Value>, E> + 'f;

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

    /// The spec in the text of one that was recorded. Unlike others it may have parameters without an effect,
    /// as those that earlier versions of this program took.
    ///
    /// # Errors
    /// If the text is no spec.
    pub fn recorded(text: &str) -> Result<Self, SpecError> {
        Parser::new(text)?.allowing_idle().only()
    }

    /// What the strategy takes the other roles to do, if it proves values.
    pub fn model(&self) -> Option<Model> {
        match self.entry.model {
            Some(Model::Minimise) if self.find(ALLIES).flatten().is_some() => Some(Model::Coalition),
            model => model,
        }
    }

    /// The time to choose in which strategy plays, if the spec leaves that open, as `auto` does; none if it
    /// names a strategy.
    pub fn start(&self) -> Option<Duration> {
        /// Enough to learn a first evaluation of a small game, and not too long to wait for.
        const UNLESS_GIVEN: Duration = Duration::from_secs(5);
        self.find(START).map(|start| start.unwrap_or(UNLESS_GIVEN))
    }

    /// Whether an evaluation that was learned before makes a difference: to the choice that the spec leaves
    /// open, or as the evaluator for which it names no file.
    pub fn asks_for_learned(&self) -> bool {
        self.start().is_some() || self.wants_learned()
    }

    /// The bounds among the parameters.
    pub fn budget(&self) -> Budget {
        Budget {
            playouts: self.find(key::PLAYOUTS).flatten(),
            nodes: self.find(key::NODES).flatten(),
            depth: self.find(key::DEPTH).flatten(),
            time: self.find(key::TIME).flatten(),
            stop: Stop::default(),
        }
    }

    /// The same strategy with this bound on the time of a decision, if it has a parameter for that.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        for (value, parameter) in self.values.iter_mut().zip(self.entry.parameters) {
            if parameter.name == key::TIME.parameter.name {
                *value = Some(Value::Duration(time));
            }
        }
        self
    }

    /// The same strategy with the bound of another spec on the time of a decision, if that has one.
    #[must_use]
    pub fn with_time_of(self, other: &Spec) -> Self {
        other.budget().time.into_iter().fold(self, Self::with_time)
    }

    /// Whether a search by this spec, or by one within it, has threads that come to other decisions each
    /// time, whatever bounds it, so that a seed promises nothing.
    pub fn races(&self) -> bool {
        let within = |value: &Value| matches!(value, Value::Strategy(spec) if spec.races());
        self.values.iter().flatten().any(within) || races(self)
    }

    /// Whether it may search on a first circuit of large rules (`FirstStage` of the crate `game`) within a
    /// budget: what it decides depends on time, so that a seed promises nothing, and it goes by no file,
    /// which may be for the final circuit.
    pub fn suits_first_circuit(&self, budget: &Budget) -> bool {
        let names_file =
            !self.files().is_empty() || !self.large_files().is_empty() || self.unread_file().is_some();
        self.is_timed(budget) && !names_file && !self.wants_learned()
    }

    /// Whether nothing but time ends a search within a budget and the bounds among the parameters, or time
    /// chooses the strategy, as for `auto`.
    fn is_timed(&self, budget: &Budget) -> bool {
        let Budget { playouts, nodes, depth, time, .. } = self.budget().tightened_by(budget);
        let is_counted = playouts.or(nodes).is_some() || depth.is_some();
        self.start().is_some() || (time.is_some() && !is_counted)
    }
}

impl<S: Section> Spec<S> {
    /// A spec with these values; where there is none, the parameter's default.
    pub(crate) fn new(entry: &'static Entry, mut values: Vec<Option<Value>>) -> Self {
        for (value, parameter) in values.iter_mut().zip(entry.parameters) {
            if value.is_none() {
                *value = Value::by_default(parameter.default, parameter.domain);
            }
        }
        Self::of_values(entry, values)
    }

    /// A spec with just these values.
    pub(crate) fn of_values(entry: &'static Entry, values: Vec<Option<Value>>) -> Self {
        Self { entry, values, section: PhantomData }
    }

    /// The place of a parameter whose value is not its default and has no effect, and what is wrong with
    /// that; none if there is no such parameter.
    pub(crate) fn idle(&self) -> Option<(usize, SpecProblem)> {
        let text = |name: &str| {
            let (_, value) = self.parameters().find(|(known, _)| known.name == name)?;
            Some(value.map_or_else(|| DefaultValue::Absent.to_string(), Value::to_string))
        };
        self.parameters().enumerate().find_map(|(place, (parameter, value))| {
            if value == Value::by_default(parameter.default, parameter.domain).as_ref() {
                return None;
            }
            parameter.needs.iter().find_map(|need| {
                let value = text(need.parameter()).filter(|value| !need.is_met_by(value))?;
                Some((place, SpecProblem::idle(parameter.name, *need, &value)))
            })
        })
    }

    pub(crate) fn values(&self) -> &[Option<Value>] {
        &self.values
    }

    pub(crate) fn values_mut(&mut self) -> &mut [Option<Value>] {
        &mut self.values
    }

    /// The catalogue's entry for what this spec names.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The parameters in the catalogue's order, each with its value, given or by default; none if it
    /// has neither.
    pub fn parameters(&self) -> impl Iterator<Item = (&'static Parameter, Option<&Value>)> {
        self.entry.parameters.iter().zip(self.values.iter().map(Option::as_ref))
    }

    /// The value of a parameter of what the spec names, given or by default.
    ///
    /// # Panics
    /// If the catalogue's entry does not list the parameter: a mistake that any test which builds the
    /// entry finds.
    pub(crate) fn get<T: FromValue>(&self, key: Key<T>) -> T {
        let name = key.parameter.name;
        self.find(key).unwrap_or_else(|| panic!("{} does not list its parameter `{name}`", self.entry.name))
    }

    /// The value of a parameter; none if the catalogue's entry does not list it.
    pub(crate) fn find<T: FromValue>(&self, key: Key<T>) -> Option<T> {
        let (_, value) = self.parameters().find(|(known, _)| known.name == key.parameter.name)?;
        T::from_value(value)
    }

    /// The path of a file that this spec, or a spec within it, names and that has not been read; none if
    /// all have.
    ///
    /// To search by a spec with such a file is refused with
    /// [`SearchError::Inapplicable`](crate::SearchError::Inapplicable).
    pub fn unread_file(&self) -> Option<&str> {
        self.values.iter().flatten().find_map(|value| match value {
            Value::File(path) => Some(path.as_str()),
            Value::Evaluator(spec) => spec.unread_file(),
            Value::Strategy(spec) => spec.unread_file(),
            _ => None,
        })
    }

    /// The learned evaluations and tables of weights that this spec and the specs within it name, as far as
    /// they have been read.
    pub fn files(&self) -> Vec<&SpecFile> {
        fn files(value: &Value) -> Vec<&SpecFile> {
            match value {
                Value::Weights(weights) => weights.file().into_iter().collect(),
                Value::Learned(learned) => vec![learned.file()],
                Value::Evaluator(spec) => spec.files(),
                Value::Strategy(spec) => spec.files(),
                _ => Vec::new(),
            }
        }
        self.values.iter().flatten().flat_map(files).collect()
    }

    /// The tablebases and policies that this spec and the specs within it name, as far as they have
    /// been read.
    pub fn large_files(&self) -> Vec<LargeFile> {
        fn files(value: &Value) -> Vec<LargeFile> {
            match value {
                Value::Tablebase(file) => vec![LargeFile::Tablebase(file.clone())],
                Value::Policy(file) => vec![LargeFile::Policy(file.clone())],
                Value::Evaluator(spec) => spec.large_files(),
                Value::Strategy(spec) => spec.large_files(),
                _ => Vec::new(),
            }
        }
        self.values.iter().flatten().flat_map(files).collect()
    }

    /// The same spec with all files read that it names. Only callers that may open files on behalf of whoever
    /// wrote the spec should do so.
    ///
    /// # Errors
    /// If a file cannot be read, or is not what the parameter takes.
    pub fn read_files(self) -> Result<Self, SpecFileError> {
        self.resolve(&|path, domain| {
            Ok(Some(match domain {
                Domain::Learned => Value::Learned(LearnedFile::read(path)?),
                Domain::Tablebase => tablebase(path)?,
                Domain::Policy => policy(path)?,
                _ => Value::Weights(Weights::read(path)?),
            }))
        })
    }

    /// The same spec with these files in the place of those of the same paths, so that they are not read from
    /// the disk. Files that are not among them stay [unread](Self::unread_file), but for tablebases and
    /// policies that have not been [given](Self::with_large_files) either: they are read from the disk, as
    /// they are too large to be kept in another place.
    ///
    /// # Errors
    /// If a file is not what the parameter takes, or a tablebase or a policy cannot be read.
    pub fn with_files(self, files: &[SpecFile]) -> Result<Self, SpecFileError> {
        self.resolve(&|path, domain| {
            match domain {
                Domain::Tablebase => return tablebase(path).map(Some),
                Domain::Policy => return policy(path).map(Some),
                _ => {}
            }
            let Some(file) = files.iter().find(|file| file.path() == path).cloned() else { return Ok(None) };
            Ok(Some(match domain {
                Domain::Learned => Value::Learned(LearnedFile::from_file(file)?),
                _ => Value::Weights(Weights::from_file(file)?),
            }))
        })
    }

    /// The same spec with these tablebases and policies in the place of those of the same paths, so that they
    /// are not read from the disk. All other files stay [unread](Self::unread_file).
    #[must_use]
    pub fn with_large_files(self, files: &[LargeFile]) -> Self {
        let Ok(spec) = self.resolve::<Infallible>(&|path, domain| {
            Ok(files.iter().filter(|file| file.path() == path).find_map(|file| file.value(domain)))
        });
        spec
    }

    /// The same spec in which every `learned` that names no file has this evaluation.
    #[must_use]
    pub fn with_learned(mut self, learned: &LearnedFile) -> Self {
        for (value, parameter) in self.values.iter_mut().zip(self.entry.parameters) {
            match value {
                None if parameter.domain == Domain::Learned => *value = Some(Value::Learned(learned.clone())),
                Some(Value::Evaluator(spec)) => *spec = spec.clone().with_learned(learned),
                Some(Value::Strategy(spec)) => *spec = spec.clone().with_learned(learned),
                _ => {}
            }
        }
        self
    }

    /// The same spec in which no `learned` has an evaluation, nor names a file.
    #[must_use]
    pub fn without_learned(mut self) -> Self {
        for (value, parameter) in self.values.iter_mut().zip(self.entry.parameters) {
            match value {
                Some(_) if parameter.domain == Domain::Learned => *value = None,
                Some(Value::Evaluator(spec)) => *spec = spec.clone().without_learned(),
                Some(Value::Strategy(spec)) => *spec = spec.clone().without_learned(),
                _ => {}
            }
        }
        self
    }

    /// Whether the spec, or one within it, is a `learned` that names no file.
    pub fn wants_learned(&self) -> bool {
        self.parameters().any(|(parameter, value)| match value {
            None => parameter.domain == Domain::Learned,
            Some(Value::Evaluator(spec)) => spec.wants_learned(),
            Some(Value::Strategy(spec)) => spec.wants_learned(),
            Some(_) => false,
        })
    }

    /// The first learned evaluation in the spec, if one has been read.
    pub fn learned(&self) -> Option<&LearnedFile> {
        self.values.iter().flatten().find_map(|value| match value {
            Value::Learned(learned) => Some(learned),
            Value::Evaluator(spec) => spec.learned(),
            Value::Strategy(spec) => spec.learned(),
            _ => None,
        })
    }

    /// Puts what files hold in the place of their paths; a path for which there is none stays.
    fn resolve<E>(mut self, content: &FileOf<'_, E>) -> Result<Self, E> {
        for (value, parameter) in self.values.iter_mut().zip(self.entry.parameters) {
            match value {
                Some(Value::File(path)) => {
                    if let Some(read) = content(path, parameter.domain)? {
                        *value = Some(read);
                    }
                }
                Some(Value::Evaluator(spec)) => *spec = spec.clone().resolve(content)?,
                Some(Value::Strategy(spec)) => *spec = spec.clone().resolve(content)?,
                _ => {}
            }
        }
        Ok(self)
    }
}

/// The tablebase in a file.
fn tablebase(path: &str) -> Result<Value, SpecFileError> {
    TablebaseFile::read(path)
        .map(Value::Tablebase)
        .map_err(|problem| SpecFileError::tablebase(path, &problem))
}

/// The policy in a file.
fn policy(path: &str) -> Result<Value, SpecFileError> {
    PolicyFile::read(path).map(Value::Policy).map_err(|problem| SpecFileError::policy(path, &problem))
}

impl<S: Section> PartialEq for Spec<S> {
    fn eq(&self, other: &Self) -> bool {
        self.entry.name == other.entry.name && self.values == other.values
    }
}

impl<S: Section> FromStr for Spec<S> {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Parser::new(text)?.only()
    }
}

impl<S: Section> fmt::Display for Spec<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [Some(custom @ (Value::CustomStrategy(_) | Value::CustomEvaluator(_)))] = self.values() {
            return write!(f, "{custom}");
        }
        f.write_str(self.entry.name)?;
        let mut before = '(';
        for (index, (parameter, value)) in self.entry.parameters.iter().zip(&self.values).enumerate() {
            let Some(given) = value else { continue };
            if *value == Value::by_default(parameter.default, parameter.domain) {
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

impl<S: Section> Serialize for Spec<S> {
    fn serialize<W: Serializer>(&self, serializer: W) -> Result<W::Ok, W::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, S: Section> Deserialize<'de> for Spec<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests;
