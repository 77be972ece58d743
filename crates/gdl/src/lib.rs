//! The Game Description Language (GDL-I and GDL-II, in KIF syntax): from text to checked rules.
//!
//! [`Rulesheet::parse`] turns bytes into rules, or into [diagnostics](Diagnostic) with a place and a remedy.
//! Rules may come from anywhere: any bytes are accepted as input, and exceeding a [limit](ParseLimits) is an
//! error value.
//!
//! ```
//! use spielbaum_gdl::Rulesheet;
//!
//! let sheet = Rulesheet::parse("switch.kif", b"
//!     (role you) (init off)
//!     (<= (legal you press) (true off))
//!     (<= (next on) (does you press))
//!     (<= terminal (true on))
//!     (<= (goal you 100) (true on))
//! ").unwrap();
//! assert_eq!(sheet.rules().len(), 6);
//! assert!(sheet.warnings().is_empty());
//!
//! let rejected = Rulesheet::parse("broken.kif", b"(role you)\n(init (off)").unwrap_err();
//! assert_eq!(rejected.to_string(), "broken.kif:2:1: this `(` is never closed");
//! ```
//!
//! # Inside
//!
//! - `source`, `lexer`, `forms`: a text, its tokens, its nested lists (flat, without recursion); [`Forms`]
//!   also serves other KIF texts.
//! - `symbol`, `syntax`, `parser`, `printer`: interned names, the abstract syntax of rules, parsing
//!   and printing.
//! - `clause`, `disjunction`: rules unfolded into [clauses](Clause) without disjunction and nested negation,
//!   on which everything later works; disjunctions of too many cases as relations of their own.
//! - `index`: lists of terms that may equal another, found without comparing all.
//! - `components`, `strata`: the strongly connected [components] of a graph; [the order of
//!   evaluation](stratify), component by component.
//! - `check`: the static checks, one subject a file, each with its codes, examples and tests. Errors are for
//!   rules without a standard meaning, warnings for rules that violate the specification and still have one.
//! - `canonical`: [`CanonicalRules`], a rulesheet without the names that its author chose.
//! - `diagnostic`: findings, their codes, and how they are drawn.
//! - `rulesheet`: [`Rulesheet`], which puts these together.
//! - `interrupt`: [`Interrupt`], by which this and all later work on rules is ended when it takes too long or
//!   nobody wants it any more.
//!
//! # Sources
//!
//! N. Love, T. Hinrichs, D. Haley, E. Schkufza, M. Genesereth, *General Game Playing: Game Description
//! Language Specification* (Stanford, 2008); M. Thielscher, *A General Game Description Language for
//! Incomplete Information Games* (AAAI 2010) for `sees` and the role `random`.

mod canonical;
mod check;
mod clause;
mod components;
mod diagnostic;
mod disjunction;
mod forms;
mod index;
mod interrupt;
mod lexer;
mod parser;
mod printer;
mod rulesheet;
mod source;
mod strata;
mod symbol;
mod syntax;
#[cfg(test)]
mod testing;

pub use canonical::CanonicalRules;
pub use clause::{Clause, Condition};
pub use components::components;
pub use diagnostic::{Code, Diagnostic, ParseError, Rejected, Severity, shortened};
pub use forms::{Form, Forms, ParseLimits, Shape, Siblings};
pub use interrupt::{Interrupt, Interrupted};
pub use parser::parse_term;
pub use printer::{Named, Print};
pub use rulesheet::Rulesheet;
pub use source::{Place, Source, Span};
pub use strata::{Component, Strata, stratify};
pub use symbol::{CHANCE, Keyword, Symbol, Symbols};
pub use syntax::{Atom, Literal, Predicate, Rule, Term, TermKind};
