use std::ops::Range;

use crate::spec_error::nearest;
use crate::value::Misfit;
use crate::{Domain, Entry, Parameter, Section, Spec, SpecError, SpecProblem, Strategies, Value, Weights};

/// Reads specs out of a text and checks them against the catalogue as it goes.
///
/// Specs can come over the network: the length of the text and the depth of the recursion are bounded.
pub(crate) struct Parser<'t> {
    text: &'t str,
    at: usize,
    nesting: usize,
    /// Whether parameters may be given that have no effect.
    idle: bool,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(text: &'t str) -> Result<Self, SpecError> {
        let most = Spec::MAX_LENGTH;
        if text.len() > most {
            return Err(SpecError { span: most..text.len(), problem: SpecProblem::TooLong { most } });
        }
        Ok(Self { text, at: 0, nesting: 0, idle: false })
    }

    /// The same, for specs that may have parameters without an effect.
    pub(crate) fn allowing_idle(self) -> Self {
        Self { idle: true, ..self }
    }

    /// The one spec that is all of the text.
    pub(crate) fn only<S: Section>(mut self) -> Result<Spec<S>, SpecError> {
        let spec = self.spec()?;
        if self.peek().is_some() {
            return Err(self.unexpected("the end"));
        }
        Ok(spec)
    }

    /// The list of specs that is all of the text.
    pub(crate) fn specs(mut self) -> Result<Vec<Spec>, SpecError> {
        let mut specs = vec![self.spec::<Strategies>()?];
        loop {
            match self.peek() {
                None => return Ok(specs),
                Some(',') => self.at += 1,
                Some(_) => return Err(self.unexpected("`,` or the end")),
            }
            specs.push(self.spec()?);
        }
    }

    fn spec<S: Section>(&mut self) -> Result<Spec<S>, SpecError> {
        let span = self.word();
        if self.nesting == Spec::MAX_NESTING {
            return Err(SpecError { span, problem: SpecProblem::TooDeep { most: Spec::MAX_NESTING } });
        }
        let Some(entry) = S::entries().iter().find(|entry| entry.name == &self.text[span.clone()]) else {
            if span.is_empty() {
                return Err(self.unexpected(&format!("the {}'s name", S::NOUN)));
            }
            return Err(self.unknown(span, S::NOUN, S::entries().iter().map(|entry| entry.name)));
        };
        self.nesting += 1;
        let (mut values, mut places) =
            (vec![None; entry.parameters.len()], vec![0..0; entry.parameters.len()]);
        if self.peek() == Some('(') {
            self.at += 1;
            self.arguments(entry, &mut values, &mut places)?;
        }
        self.nesting -= 1;
        let spec = Spec::new(entry, values);
        match spec.idle() {
            Some((index, problem)) if !self.idle => Err(SpecError { span: places[index].clone(), problem }),
            _ => Ok(spec),
        }
    }

    /// What stands between the parentheses, and the closing one: the values, and where their parameters
    /// are named.
    fn arguments(
        &mut self,
        entry: &'static Entry,
        values: &mut [Option<Value>],
        places: &mut [Range<usize>],
    ) -> Result<(), SpecError> {
        if self.peek() == Some(')') {
            self.at += 1;
            return Ok(());
        }
        let mut first = true;
        loop {
            let (index, span) = self.parameter(entry, first)?;
            let parameter = &entry.parameters[index];
            if values[index].is_some() {
                return Err(SpecError { span, problem: SpecProblem::Repeated { name: parameter.name } });
            }
            values[index] = Some(self.value(parameter)?);
            places[index] = span;
            first = false;
            match self.peek() {
                Some(',') => self.at += 1,
                Some(')') => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.unexpected("`,` or `)`")),
            }
        }
    }

    /// The parameter that the next value is for, and where it is named.
    fn parameter(&mut self, entry: &'static Entry, first: bool) -> Result<(usize, Range<usize>), SpecError> {
        let start = self.at;
        // A text in quotation marks is a value.
        if first && entry.positional && self.peek() == Some('"') {
            return Ok((0, self.at..self.at));
        }
        let span = self.word();
        if self.peek() == Some('=') && !span.is_empty() {
            let names = || entry.parameters.iter().map(|parameter| parameter.name);
            let Some(index) = names().position(|name| name == &self.text[span.clone()]) else {
                return Err(self.unknown(span, &format!("parameter of {}", entry.name), names()));
            };
            self.at += 1;
            return Ok((index, span));
        }
        if first && entry.positional && !span.is_empty() {
            self.at = start;
            return Ok((0, span));
        }
        self.at = span.start;
        Err(self.unexpected("`parameter=value`"))
    }

    fn value(&mut self, parameter: &'static Parameter) -> Result<Value, SpecError> {
        match parameter.domain {
            Domain::Evaluator => return self.spec().map(Value::Evaluator),
            Domain::Strategy => return self.spec().map(Value::Strategy),
            Domain::Weights { .. } => return self.weights(parameter),
            Domain::Learned => return self.file(parameter, ".json"),
            Domain::Tablebase => return self.file(parameter, ".solved"),
            Domain::Policy => return self.file(parameter, ".policy"),
            _ => {}
        }
        // Role names may have characters that mean something in a spec.
        let quoted = parameter.domain == Domain::Roles && self.peek() == Some('"');
        let (text, span) = if quoted { self.quoted()? } else { self.plain() };
        if span.is_empty() {
            return Err(self.unexpected(&parameter.domain.to_string()));
        }
        Value::read(&text, parameter.domain).map_err(|misfit| {
            if let Domain::Choice { words } = parameter.domain {
                return self.unknown(span, &format!("value of {}", parameter.name), words.iter().copied());
            }
            let problem = SpecProblem::BadValue {
                name: parameter.name,
                domain: parameter.domain.to_string(),
                value: quotable(&text),
                out_of_range: misfit == Misfit::Range,
            };
            SpecError { span, problem }
        })
    }

    /// A table of weights by its name, or else the path of one, with or without quotation marks.
    fn weights(&mut self, parameter: &'static Parameter) -> Result<Value, SpecError> {
        let (text, span) = if self.peek() == Some('"') { self.quoted()? } else { self.plain() };
        if text.is_empty() {
            self.at = span.start;
            return Err(self.unexpected(&parameter.domain.to_string()));
        }
        if let Some(weights) = Weights::named(&text) {
            return Ok(Value::Weights(weights));
        }
        if text.ends_with(".toml") {
            return Ok(Value::File(text));
        }
        if let Some(error) = self.unquoted(span.start, ".toml") {
            return Err(error);
        }
        let problem = SpecProblem::Unknown {
            noun: "table of weights".to_owned(),
            name: quotable(&text),
            suggestion: nearest(&text, Weights::NAMES.into_iter()),
            known: format!("{}, or a path that ends in .toml", Weights::NAMES.join(", ")),
        };
        Err(SpecError { span, problem })
    }

    /// The path of a file whose name ends so, with or without quotation marks.
    fn file(&mut self, parameter: &'static Parameter, ending: &str) -> Result<Value, SpecError> {
        let (text, span) = if self.peek() == Some('"') { self.quoted()? } else { self.plain() };
        if text.ends_with(ending) {
            return Ok(Value::File(text));
        }
        if text.is_empty() {
            self.at = span.start;
            return Err(self.unexpected(&parameter.domain.to_string()));
        }
        if let Some(error) = self.unquoted(span.start, ending) {
            return Err(error);
        }
        let problem = SpecProblem::BadValue {
            name: parameter.name,
            domain: parameter.domain.to_string(),
            value: quotable(&text),
            out_of_range: false,
        };
        Err(SpecError { span, problem })
    }

    /// Passes over a text without quotation marks.
    fn plain(&mut self) -> (String, Range<usize>) {
        let span = self.word();
        (self.text[span.clone()].to_owned(), span)
    }

    /// What is wrong with a path from `start` on that ends so, if it has blanks: they end one without
    /// quotation marks.
    fn unquoted(&self, start: usize, ending: &str) -> Option<SpecError> {
        let rest = &self.text[start..];
        let path = rest.split([',', '=', '(', ')', '"']).next().unwrap_or(rest).trim_end();
        path.ends_with(ending).then(|| SpecError {
            span: start..start + path.len(),
            problem: SpecProblem::Unquoted { path: quotable(path) },
        })
    }

    /// Passes over a text in quotation marks, within which a backslash stands before a quotation mark or
    /// another backslash.
    fn quoted(&mut self) -> Result<(String, Range<usize>), SpecError> {
        let start = self.at;
        let mut text = String::new();
        let mut letters = self.text[start + 1..].char_indices();
        while let Some((at, letter)) = letters.next() {
            let letter = match letter {
                '"' => {
                    self.at = start + 1 + at + 1;
                    return Ok((text, start..self.at));
                }
                '\\' if letters.as_str().starts_with(['"', '\\']) => letters.next().map_or(letter, |it| it.1),
                _ => letter,
            };
            text.push(letter);
        }
        self.at = self.text.len();
        Err(self.unexpected("`\"` at the end of the quoted text"))
    }

    /// Passes over everything up to the next space or punctuation mark.
    fn word(&mut self) -> Range<usize> {
        self.skip_space();
        let start = self.at;
        let rest = &self.text[start..];
        let ends = |c: char| c.is_whitespace() || matches!(c, ',' | '=' | '(' | ')');
        self.at += rest.find(ends).unwrap_or(rest.len());
        start..self.at
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.text[self.at..].chars().next()
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn unexpected(&mut self, expected: &str) -> SpecError {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(',' | '=' | '(' | ')') => format!("`{}`", &self.text[self.at..=self.at]),
            Some(_) => {
                let start = self.at;
                let word = self.word();
                self.at = start;
                format!("`{}`", quotable(&self.text[word]))
            }
        };
        let end = self.at + self.peek().map_or(0, char::len_utf8);
        let problem = SpecProblem::Unexpected { expected: expected.to_owned(), found };
        SpecError { span: self.at..end, problem }
    }

    fn unknown(
        &self,
        span: Range<usize>,
        noun: &str,
        names: impl Iterator<Item = &'static str> + Clone,
    ) -> SpecError {
        let name = &self.text[span.clone()];
        let list: Vec<_> = names.clone().collect();
        let known = if list.is_empty() { "none".to_owned() } else { list.join(", ") };
        let problem = SpecProblem::Unknown {
            noun: noun.to_owned(),
            name: quotable(name),
            suggestion: nearest(name, names),
            known,
        };
        SpecError { span, problem }
    }
}

/// The text as a message can quote it: short, and without control characters.
fn quotable(text: &str) -> String {
    const MOST: usize = 40;
    let mut quoted: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        quoted.push('…');
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting_is_bounded() {
        let parser = |nesting| Parser { text: "minimax(eval=zero)", at: 0, nesting, idle: false };
        assert!(parser(Spec::MAX_NESTING - 2).only::<Strategies>().is_ok());
        let error = parser(Spec::MAX_NESTING - 1).only::<Strategies>().unwrap_err();
        assert_eq!(error.to_string(), "specs nest at most 8 deep (at column 14)");
    }
}
