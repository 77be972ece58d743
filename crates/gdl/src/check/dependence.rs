//! What depends on what: negation is stratified, and moves and states influence only what they may.

use std::collections::VecDeque;

use indexmap::map::Entry;
use rustc_hash::FxHashMap;

use super::{Findings, Subject};
use crate::diagnostic::Code;
use crate::{Atom, Keyword, Predicate, Span};

pub(super) fn check(subject: &Subject<'_>, findings: &mut Findings) {
    negation(subject, findings);
    let graph = Dependencies::of(subject);
    for keyword in [Keyword::Role, Keyword::Legal, Keyword::Init, Keyword::Terminal, Keyword::Goal] {
        if let Some((path, span)) = graph.path(keyword.into(), Keyword::Does.into()) {
            let message = format!("`{keyword}` depends on `does`{}", subject.through(&path));
            let help = "only `next` and `sees` may depend on the moves: everything else is known before they are made";
            findings.push(subject.error(Code::DependsOnMoves, span, message).help(help));
        }
    }
    for keyword in [Keyword::Init, Keyword::Role] {
        if let Some((path, span)) = graph.path(keyword.into(), Keyword::True.into()) {
            let message = format!("`{keyword}` depends on `true`{}", subject.through(&path));
            let help = "there is no state before the initial one, so `true` never holds there";
            findings.push(subject.warning(Code::DependsOnState, span, message).help(help));
        }
    }
}

fn negation(subject: &Subject<'_>, findings: &mut Findings) {
    for &(predicate, atom) in &subject.strata.violations {
        let name = subject.relation(predicate);
        findings.push(
            subject
                .error(Code::Unstratified, atom.span, format!("`{name}` depends on its own negation"))
                .label("negated here, and needed to decide this very relation")
                .help("break the circle: what is negated must be decided without the rule that negates it"),
        );
    }
    for &(predicate, atom) in &subject.strata.undecided {
        let name = subject.relation(predicate);
        let message = format!("`{name}` depends on its own negation, in too many clauses to tell them apart");
        findings.push(
            subject
                .error(Code::Unstratified, atom.span, message)
                .label("negated here")
                .help("give what is negated a relation of its own"),
        );
    }
    if !subject.strata.violations.is_empty() {
        return;
    }
    for &(predicate, atom) in &subject.strata.by_arguments {
        let name = subject.relation(predicate);
        let message = format!("`{name}` depends on its own negation, though no single fact of it does");
        findings.push(
            subject
                .warning(Code::StratifiedByArguments, atom.span, message)
                .label("negated here")
                .help("other programs may reject this; a helper relation for what is negated avoids it"),
        );
    }
}

/// Which relation a relation's clauses mention, and where first.
struct Dependencies<'r> {
    edges: FxHashMap<Predicate, indexmap::IndexMap<Predicate, &'r Atom>>,
}

impl<'r> Dependencies<'r> {
    fn of(subject: &Subject<'r>) -> Self {
        let mut edges: FxHashMap<Predicate, indexmap::IndexMap<Predicate, &'r Atom>> = FxHashMap::default();
        for clause in subject.clauses {
            let from = edges.entry(clause.head.predicate()).or_default();
            for (atom, _) in clause.atoms() {
                if let Entry::Vacant(entry) = from.entry(atom.predicate()) {
                    entry.insert(atom);
                }
            }
        }
        Self { edges }
    }

    /// The shortest way from one relation to another: the relations between, and where the first step is taken.
    fn path(&self, from: Predicate, to: Predicate) -> Option<(Vec<Predicate>, Span)> {
        let mut came_from: FxHashMap<Predicate, Predicate> = FxHashMap::default();
        let mut queue = VecDeque::from([from]);
        while let Some(here) = queue.pop_front() {
            for &there in self.edges.get(&here).into_iter().flat_map(indexmap::IndexMap::keys) {
                if there != from && !came_from.contains_key(&there) {
                    came_from.insert(there, here);
                    queue.push_back(there);
                }
            }
        }
        let mut way = vec![to];
        while *way.last()? != from {
            way.push(*came_from.get(way.last()?)?);
        }
        way.reverse();
        let first_step = self.edges[&from][&way[1]].span;
        Some((way[1..way.len() - 1].to_vec(), first_step))
    }
}

impl Subject<'_> {
    fn through(&self, path: &[Predicate]) -> String {
        if path.is_empty() {
            return String::new();
        }
        let names: Vec<String> =
            path.iter().map(|&predicate| format!("`{}`", self.relation(predicate))).collect();
        format!(" through {}", names.join(", "))
    }
}
