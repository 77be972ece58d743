//! Prints rules as KIF: single spaces, no padding inside parentheses, one rule a line.

use std::fmt::{self, Display, Formatter};

use crate::{Atom, Literal, Rule, Rulesheet, Symbol, Symbols, Term, TermKind};

/// A piece of syntax with its table of names; it is displayed as KIF.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a, T> {
    syntax: &'a T,
    symbols: &'a Symbols,
}

/// Syntax that can be printed with a table of names.
pub trait Print: Sized {
    /// The syntax together with its table of names.
    fn named<'a>(&'a self, symbols: &'a Symbols) -> Named<'a, Self> {
        Named { syntax: self, symbols }
    }
}

impl Print for Term {}
impl Print for Atom {}
impl Print for Literal {}
impl Print for Rule {}

impl<T> Named<'_, T> {
    fn application(&self, f: &mut Formatter<'_>, name: Symbol, args: &[Term]) -> fmt::Result {
        write!(f, "({}", self.symbols.name(name))?;
        for arg in args {
            write!(f, " {}", arg.named(self.symbols))?;
        }
        f.write_str(")")
    }
}

impl Display for Named<'_, Term> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.syntax.kind {
            TermKind::Variable(name) | TermKind::Constant(name) => f.write_str(self.symbols.name(*name)),
            TermKind::Function(name, args) => self.application(f, *name, args),
        }
    }
}

impl Display for Named<'_, Atom> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.syntax.args.as_slice() {
            [] => f.write_str(self.symbols.name(self.syntax.name)),
            args => self.application(f, self.syntax.name, args),
        }
    }
}

impl Display for Named<'_, Literal> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let symbols = self.symbols;
        match self.syntax {
            Literal::Atom(atom) => atom.named(symbols).fmt(f),
            Literal::Not(inner, _) => write!(f, "(not {})", inner.named(symbols)),
            Literal::Distinct(a, b, _) => write!(f, "(distinct {} {})", a.named(symbols), b.named(symbols)),
            Literal::Or(branches, _) => {
                f.write_str("(or")?;
                branches.iter().try_for_each(|branch| write!(f, " {}", branch.named(symbols)))?;
                f.write_str(")")
            }
        }
    }
}

impl Display for Named<'_, Rule> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Rule { head, body, .. } = self.syntax;
        if body.is_empty() {
            return head.named(self.symbols).fmt(f);
        }
        write!(f, "(<= {}", head.named(self.symbols))?;
        body.iter().try_for_each(|literal| write!(f, " {}", literal.named(self.symbols)))?;
        f.write_str(")")
    }
}

/// Prints one rule a line.
impl Display for Rulesheet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.rules().iter().try_for_each(|rule| writeln!(f, "{}", rule.named(self.symbols())))
    }
}
