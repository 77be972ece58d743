//! The abstract syntax of rules. Every node has the span of its text.

use std::hash::{Hash, Hasher};

use crate::{Keyword, Span, Symbol};

/// A term: a variable, a constant, or a function applied to terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Variable, constant or function.
    pub kind: TermKind,
    /// The place in the text.
    pub span: Span,
}

/// The kinds of terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// `?x`; the symbol's name includes the question mark.
    Variable(Symbol),
    /// `a`
    Constant(Symbol),
    /// `(f a b)`; with no argument `(f)` it is still not the constant `f`.
    Function(Symbol, Vec<Term>),
}

impl Term {
    /// Calls `visit` with every occurrence of a variable, from left to right.
    pub fn each_variable(&self, visit: &mut impl FnMut(Symbol, Span)) {
        match &self.kind {
            TermKind::Variable(name) => visit(*name, self.span),
            TermKind::Constant(_) => {}
            TermKind::Function(_, args) => args.iter().for_each(|arg| arg.each_variable(visit)),
        }
    }

    /// Whether it contains no variable.
    pub fn is_ground(&self) -> bool {
        match &self.kind {
            TermKind::Variable(_) => false,
            TermKind::Constant(_) => true,
            TermKind::Function(_, args) => args.iter().all(Term::is_ground),
        }
    }

    /// Whether the two terms unify, with every occurrence of a variable taken as a fresh variable.
    pub fn may_equal(&self, other: &Term) -> bool {
        match (&self.kind, &other.kind) {
            (TermKind::Variable(_), _) | (_, TermKind::Variable(_)) => true,
            (TermKind::Constant(a), TermKind::Constant(b)) => a == b,
            (TermKind::Function(f, a), TermKind::Function(g, b)) => {
                f == g && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.may_equal(b))
            }
            _ => false,
        }
    }
}

/// A term apart from its span.
#[derive(Clone, Copy)]
pub(crate) struct BareTerm<'r>(pub(crate) &'r Term);

impl PartialEq for BareTerm<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0.kind, &other.0.kind) {
            (TermKind::Variable(a), TermKind::Variable(b))
            | (TermKind::Constant(a), TermKind::Constant(b)) => a == b,
            (TermKind::Function(f, a), TermKind::Function(g, b)) => {
                f == g && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| BareTerm(a) == BareTerm(b))
            }
            _ => false,
        }
    }
}

impl Eq for BareTerm<'_> {}

impl Hash for BareTerm<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0.kind {
            TermKind::Variable(name) | TermKind::Constant(name) => name.hash(state),
            TermKind::Function(name, args) => {
                name.hash(state);
                args.iter().for_each(|arg| BareTerm(arg).hash(state));
            }
        }
    }
}

/// A relation: its name and its number of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Predicate {
    /// The relation's name.
    pub name: Symbol,
    /// Its number of arguments.
    pub arity: usize,
}

impl From<Keyword> for Predicate {
    fn from(keyword: Keyword) -> Self {
        Self { name: keyword.symbol(), arity: keyword.arity() }
    }
}

/// A relation applied to terms, `(cell 1 1 b)`. Without arguments, `open` and `(open)` are the same atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The relation's name.
    pub name: Symbol,
    /// The arguments.
    pub args: Vec<Term>,
    /// The place in the text.
    pub span: Span,
}

impl Atom {
    /// The relation of the atom.
    pub fn predicate(&self) -> Predicate {
        Predicate { name: self.name, arity: self.args.len() }
    }

    /// Whether the relation is that of `keyword`.
    pub fn is(&self, keyword: Keyword) -> bool {
        self.predicate() == keyword.into()
    }

    /// Calls `visit` with every occurrence of a variable, from left to right.
    pub fn each_variable(&self, visit: &mut impl FnMut(Symbol, Span)) {
        self.args.iter().for_each(|arg| arg.each_variable(visit));
    }

    /// Whether the two atoms unify, with every occurrence of a variable taken as a fresh variable.
    pub fn may_equal(&self, other: &Atom) -> bool {
        self.predicate() == other.predicate()
            && self.args.iter().zip(&other.args).all(|(a, b)| a.may_equal(b))
    }
}

/// A condition in the body of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// The atom holds.
    Atom(Atom),
    /// `(not l)`
    Not(Box<Literal>, Span),
    /// `(or l l)`; without members it never holds.
    Or(Vec<Literal>, Span),
    /// `(distinct t u)`
    Distinct(Term, Term, Span),
}

impl Literal {
    /// The place in the text.
    pub fn span(&self) -> Span {
        match self {
            Literal::Atom(atom) => atom.span,
            Literal::Not(_, span) | Literal::Or(_, span) | Literal::Distinct(_, _, span) => *span,
        }
    }

    /// Calls `visit` with every atom inside, however deep in `not` and `or`.
    pub fn each_atom<'l>(&'l self, visit: &mut impl FnMut(&'l Atom)) {
        match self {
            Literal::Atom(atom) => visit(atom),
            Literal::Not(inner, _) => inner.each_atom(visit),
            Literal::Or(branches, _) => branches.iter().for_each(|branch| branch.each_atom(visit)),
            Literal::Distinct(..) => {}
        }
    }

    /// Calls `visit` with every term inside.
    pub fn each_term<'l>(&'l self, visit: &mut impl FnMut(&'l Term)) {
        match self {
            Literal::Atom(atom) => atom.args.iter().for_each(visit),
            Literal::Not(inner, _) => inner.each_term(visit),
            Literal::Or(branches, _) => branches.iter().for_each(|branch| branch.each_term(visit)),
            Literal::Distinct(a, b, _) => [a, b].into_iter().for_each(visit),
        }
    }
}

/// A rule: the head holds where every condition of the body does. A fact is a rule without a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The atom that is derived.
    pub head: Atom,
    /// The conditions, all of which must hold.
    pub body: Vec<Literal>,
    /// The place in the text.
    pub span: Span,
}
