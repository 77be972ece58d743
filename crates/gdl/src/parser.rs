use crate::diagnostic::{Code, Diagnostic, Stop};
use crate::forms::{Form, Forms, ParseLimits, Shape, Siblings};
use crate::{
    Atom, Interrupt, Keyword, Literal, Predicate, Rule, Source, Span, Symbol, Symbols, Term, TermKind,
};

/// The largest number of errors that are collected in a text.
const MAX_ERRORS: usize = 100;

/// Parses the rules of a text and adds syntax errors to `diagnostics`.
pub(crate) fn parse_rules(
    source: &Source,
    symbols: &mut Symbols,
    limits: ParseLimits,
    interrupt: &Interrupt<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Vec<Rule>, Stop> {
    let forms = Forms::read_while(source, symbols, limits, interrupt)?;
    let mut parser = Parser::new(source, symbols, interrupt);
    let mut rules = Vec::new();
    for form in forms.top() {
        match parser.rule(form) {
            Ok(rule) => rules.push(rule),
            Err(Stop::Wrong(error)) if diagnostics.len() < MAX_ERRORS => diagnostics.push(*error),
            Err(Stop::Wrong(_)) => break,
            Err(Stop::Interrupted(interrupted)) => return Err(interrupted.into()),
        }
    }
    Ok(rules)
}

/// Parses a single term, such as a move.
///
/// # Errors
/// If the text is not exactly one term.
pub fn parse_term(text: &str, symbols: &mut Symbols) -> Result<Term, Box<Diagnostic>> {
    let source = Source::new("term", text.as_bytes());
    let forms = Forms::read(&source, symbols, ParseLimits::default())?;
    let interrupt = Interrupt::never();
    let mut parser = Parser::new(&source, symbols, &interrupt);
    let mut top = forms.top();
    match (top.next(), top.next()) {
        (Some(form), None) => parser.term(form).map_err(Stop::wrong),
        (first, second) => {
            let span = second.or(first).map_or(Span::default(), Form::span);
            Err(parser.error(span, "expected one term", "write a move such as `noop` or `(mark 1 1)`"))
        }
    }
}

struct Parser<'s> {
    source: &'s Source,
    symbols: &'s mut Symbols,
    interrupt: &'s Interrupt<'s>,
    implies: Symbol,
}

/// The connectives. Their case is ignored, as with keywords.
enum Connective {
    Not,
    Or,
    Distinct,
}

impl<'s> Parser<'s> {
    fn new(source: &'s Source, symbols: &'s mut Symbols, interrupt: &'s Interrupt<'s>) -> Self {
        let implies = symbols.intern("<=");
        Self { source, symbols, interrupt, implies }
    }

    fn rule(&mut self, form: Form<'_>) -> Result<Rule, Stop> {
        let span = form.span();
        if let Shape::List(mut parts) = form.shape()
            && let Some(first) = parts.next()
            && matches!(first.shape(), Shape::Word(word) if word == self.implies)
        {
            let Some(head) = parts.next() else {
                return Err(self
                    .error(span, "a rule without a head", "write `(<= head condition ...)`")
                    .into());
            };
            let head = self.head(head)?;
            let body = parts.map(|part| self.literal(part)).collect::<Result<_, _>>()?;
            return Ok(Rule { head, body, span });
        }
        Ok(Rule { head: self.head(form)?, body: Vec::new(), span })
    }

    fn head(&mut self, form: Form<'_>) -> Result<Atom, Stop> {
        let atom = self.atom(form)?;
        match self.symbols.keyword(atom.name) {
            Some(keyword @ (Keyword::True | Keyword::Does)) => {
                let remedy = match keyword {
                    Keyword::True => "define the next state with `next` and the initial state with `init`",
                    _ => "define the legal moves with `legal`",
                };
                let message = format!(
                    "`{keyword}` cannot be the head of a rule: it is given by the state and the moves"
                );
                let error = Diagnostic::error(self.source, Code::MISPLACED, atom.span, message).help(remedy);
                Err(Box::new(error).into())
            }
            _ => Ok(atom),
        }
    }

    fn literal(&mut self, form: Form<'_>) -> Result<Literal, Stop> {
        let span = form.span();
        if let Shape::List(mut parts) = form.shape()
            && let Some(first) = parts.next()
            && let Shape::Word(word) = first.shape()
            && let Some(connective) = self.connective(word)
        {
            return match connective {
                Connective::Not => {
                    let [inner] = self.exactly(parts, span, "`not` takes one condition")?;
                    Ok(Literal::Not(Box::new(self.literal(inner)?), span))
                }
                Connective::Or => {
                    Ok(Literal::Or(parts.map(|part| self.literal(part)).collect::<Result<_, _>>()?, span))
                }
                Connective::Distinct => {
                    let [a, b] = self.exactly(parts, span, "`distinct` takes two terms")?;
                    Ok(Literal::Distinct(self.term(a)?, self.term(b)?, span))
                }
            };
        }
        let atom = self.atom(form)?;
        match self.symbols.keyword(atom.name) {
            Some(keyword @ (Keyword::Init | Keyword::Next | Keyword::Sees)) => {
                let message =
                    format!("`{keyword}` cannot be a condition: it is only allowed in the head of a rule");
                let error = Diagnostic::error(self.source, Code::MISPLACED, span, message)
                    .help("the condition for a fluent of the current state is `(true ...)`");
                Err(Box::new(error).into())
            }
            _ => Ok(Literal::Atom(atom)),
        }
    }

    fn atom(&mut self, form: Form<'_>) -> Result<Atom, Stop> {
        self.interrupt.check()?;
        let span = form.span();
        let (name, name_span, args) = match form.shape() {
            Shape::Word(word) => (word, span, Vec::new()),
            Shape::Variable(_) => {
                let help = "a condition is a relation applied to terms, such as `(true ?x)`";
                return Err(self.error(span, "a variable where a relation is expected", help).into());
            }
            Shape::List(mut parts) => {
                let (name, name_span) = self.name(span, parts.next(), "relation")?;
                (name, name_span, parts.map(|part| self.term(part)).collect::<Result<_, _>>()?)
            }
        };
        if name == self.implies || self.connective(name).is_some() {
            let message = format!("`{}` is not allowed here", self.symbols.name(name));
            let help = "a relation applied to terms is expected, such as `(cell 1 1 b)`";
            return Err(self.error(name_span, &message, help).into());
        }
        let name = self.relation(name);
        let atom = Atom { name, args, span };
        if let Some(keyword) = self.symbols.keyword(name)
            && atom.predicate() != Predicate::from(keyword)
        {
            let (wants, has) = (keyword.arity(), atom.args.len());
            let message = format!("`{keyword}` takes {}, here it has {has}", count(wants, "argument"));
            let error = Diagnostic::error(self.source, Code::ARITY_CLASH, span, message);
            return Err(Box::new(error.help(written(keyword, has > wants))).into());
        }
        Ok(atom)
    }

    fn term(&mut self, form: Form<'_>) -> Result<Term, Stop> {
        self.interrupt.check()?;
        let span = form.span();
        let kind = match form.shape() {
            Shape::Word(word) => TermKind::Constant(word),
            Shape::Variable(name) => TermKind::Variable(name),
            Shape::List(mut parts) => {
                let (name, _) = self.name(span, parts.next(), "function")?;
                TermKind::Function(name, parts.map(|part| self.term(part)).collect::<Result<_, _>>()?)
            }
        };
        Ok(Term { kind, span })
    }

    fn name(
        &self,
        list: Span,
        form: Option<Form<'_>>,
        what: &str,
    ) -> Result<(Symbol, Span), Box<Diagnostic>> {
        let help = "a list starts with a name, such as `(cell 1 1 b)`";
        let Some(form) = form else {
            return Err(self.error(list, "an empty pair of parentheses", help));
        };
        match form.shape() {
            Shape::Word(word) => Ok((word, form.span())),
            Shape::Variable(_) => {
                Err(self.error(form.span(), &format!("a variable as the name of a {what}"), help))
            }
            Shape::List(_) => Err(self.error(form.span(), &format!("a list as the name of a {what}"), help)),
        }
    }

    fn exactly<'f, const N: usize>(
        &self,
        parts: Siblings<'f>,
        span: Span,
        message: &str,
    ) -> Result<[Form<'f>; N], Box<Diagnostic>> {
        let found = parts.clone().count();
        let parts: Vec<Form<'f>> = parts.take(N + 1).collect();
        parts.try_into().map_err(|_| {
            self.error(span, &format!("{message}, here it has {found}"), "change the number of operands")
        })
    }

    fn connective(&self, word: Symbol) -> Option<Connective> {
        let name = self.symbols.name(word);
        let is = |connective: &str| name.eq_ignore_ascii_case(connective);
        match () {
            () if is("not") => Some(Connective::Not),
            () if is("or") => Some(Connective::Or),
            () if is("distinct") => Some(Connective::Distinct),
            () => None,
        }
    }

    /// The symbol of a relation's name. The case of keywords is ignored.
    fn relation(&self, word: Symbol) -> Symbol {
        Keyword::from_name(self.symbols.name(word)).map_or(word, Keyword::symbol)
    }

    fn error(&self, span: Span, message: &str, help: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(self.source, Code::SYNTAX, span, message).help(help))
    }
}

/// How to write a relation of the language that has a wrong number of arguments: `spread` if there are too
/// many, as when the parentheses around a fluent are left out.
fn written(keyword: Keyword, spread: bool) -> String {
    let form = keyword.form();
    match keyword {
        Keyword::Init | Keyword::True | Keyword::Next | Keyword::Base if spread => {
            format!("write `{form}`, with the fluent in parentheses")
        }
        Keyword::Does | Keyword::Legal | Keyword::Input if spread => {
            format!("write `{form}`, with the move in parentheses")
        }
        Keyword::Sees if spread => format!("write `{form}`, with the percept in parentheses"),
        _ => format!("write `{form}`"),
    }
}

/// `1 argument`, `2 arguments`, `no argument`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    match number {
        0 => format!("no {noun}"),
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests;
