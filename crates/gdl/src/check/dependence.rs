//! Only `next` and `sees` depend on moves, and neither the initial state nor the roles depend on the state.

use std::collections::VecDeque;

use indexmap::map::Entry;
use rustc_hash::FxHashMap;

use super::{Check, Findings, Subject};
use crate::diagnostic::Code;
use crate::{Atom, Interrupt, Interrupted, Keyword, Predicate, Span};

impl Code {
    /// A relation that must be known before the moves, but depends on them.
    pub const DEPENDS_ON_MOVES: Code = Code::new("depends-on-moves");
    /// An initial state or a role that depends on the current state.
    pub const DEPENDS_ON_STATE: Code = Code::new("depends-on-state");
}

pub(super) const CHECK: Check = Check {
    codes: &[
        (Code::DEPENDS_ON_MOVES, "(role you) (<= (legal you wait) (does you wait)) terminal (goal you 0)"),
        (Code::DEPENDS_ON_STATE, game!("(<= (init a) (true a))")),
    ],
    run: check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    let graph = Dependencies::of(subject)?;
    for keyword in [Keyword::Role, Keyword::Legal, Keyword::Init, Keyword::Terminal, Keyword::Goal] {
        if let Some((path, span)) = graph.path(keyword.into(), Keyword::Does.into(), subject.interrupt)? {
            let message = format!("`{keyword}` depends on `does`{}", subject.through(&path));
            let help = "only `next` and `sees` may depend on moves; everything else must be known before the moves are made";
            findings.push(subject.error(Code::DEPENDS_ON_MOVES, span, message).help(help));
        }
    }
    for (keyword, help) in [
        (Keyword::Init, "there is no state before the initial state, so `true` never holds here"),
        (Keyword::Role, "the players are those of the initial state; declare them by facts"),
    ] {
        if let Some((path, span)) = graph.path(keyword.into(), Keyword::True.into(), subject.interrupt)? {
            let message = format!("`{keyword}` depends on `true`{}", subject.through(&path));
            findings.push(subject.warning(Code::DEPENDS_ON_STATE, span, message).help(help));
        }
    }
    Ok(())
}

/// The relations that the clauses of each relation mention, and the first place of each.
struct Dependencies<'r> {
    edges: FxHashMap<Predicate, indexmap::IndexMap<Predicate, &'r Atom>>,
}

impl<'r> Dependencies<'r> {
    fn of(subject: &Subject<'r>) -> Result<Self, Interrupted> {
        let mut edges: FxHashMap<Predicate, indexmap::IndexMap<Predicate, &'r Atom>> = FxHashMap::default();
        for clause in subject.clauses {
            subject.interrupt.check()?;
            let from = edges.entry(clause.head.predicate()).or_default();
            for (atom, _) in clause.atoms() {
                if let Entry::Vacant(entry) = from.entry(atom.predicate()) {
                    entry.insert(atom);
                }
            }
        }
        Ok(Self { edges })
    }

    /// The shortest path from one relation to another: the relations between them, and the place of the
    /// first edge.
    fn path(
        &self,
        from: Predicate,
        to: Predicate,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<(Vec<Predicate>, Span)>, Interrupted> {
        let mut came_from: FxHashMap<Predicate, Predicate> = FxHashMap::default();
        let mut queue = VecDeque::from([from]);
        while let Some(here) = queue.pop_front() {
            interrupt.check()?;
            for &there in self.edges.get(&here).into_iter().flat_map(indexmap::IndexMap::keys) {
                if there != from && !came_from.contains_key(&there) {
                    came_from.insert(there, here);
                    queue.push_back(there);
                }
            }
        }
        if !came_from.contains_key(&to) {
            return Ok(None);
        }
        let mut path = vec![to];
        let mut here = to;
        while let Some(&before) = came_from.get(&here) {
            path.push(before);
            here = before;
        }
        path.reverse();
        let first_edge = self.edges[&from][&path[1]].span;
        Ok(Some((path[1..path.len() - 1].to_vec(), first_edge)))
    }
}

/// The largest number of relations that are named between two.
const MAX_NAMED: usize = 10;

impl Subject<'_> {
    fn through(&self, path: &[Predicate]) -> String {
        let path = path.iter().filter(|predicate| !self.sheet.symbols().is_part(predicate.name));
        let mut names: Vec<String> =
            path.take(MAX_NAMED + 1).map(|&predicate| format!("`{}`", self.relation(predicate))).collect();
        if names.is_empty() {
            return String::new();
        }
        if let Some(last) = names.get_mut(MAX_NAMED) {
            *last = "...".into();
        }
        format!(" through {}", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use crate::testing::{codes, drawn, example, findings};
    use crate::{Code, Severity};

    #[test]
    fn depends_on_moves() {
        assert_snapshot!(example(Code::DEPENDS_ON_MOVES), @r"
        depends-on-moves

          × `legal` depends on `does`
           ╭─[game.kif:1:33]
         1 │ (role you) (<= (legal you wait) (does you wait)) terminal (goal you 0)
           ·                                 ───────┬───────
           ·                                        ╰── here
           ╰────
          help: only `next` and `sees` may depend on moves; everything else must be
                known before the moves are made
        ");
    }

    #[test]
    fn depends_on_state() {
        assert_snapshot!(example(Code::DEPENDS_ON_STATE), @r"
        depends-on-state

          ⚠ `init` depends on `true`
           ╭─[game.kif:2:14]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (<= (init a) (true a))
           ·              ────┬───
           ·                  ╰── here
           ╰────
          help: there is no state before the initial state, so `true` never holds here
        ");
    }

    #[test]
    fn roles_that_depend_on_the_state_are_those_of_the_initial_one() {
        let found = findings(game!("(init (player me)) (<= (role ?r) (true (player ?r)))"));
        let found = found.iter().find(|found| found.code() == Code::DEPENDS_ON_STATE).unwrap();
        assert_eq!(found.message(), "`role` depends on `true`");
        assert_eq!(found.remedy(), Some("the players are those of the initial state; declare them by facts"));
    }

    #[test]
    fn a_dependence_on_moves_through_other_relations() {
        assert_snapshot!(drawn(game!("(<= terminal p)\n(<= p q)\n(<= q (does you wait))")), @r"
        depends-on-moves

          × `terminal` depends on `does` through `p`, `q`
           ╭─[game.kif:2:14]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (<= terminal p)
           ·              ┬
           ·              ╰── here
         3 │ (<= p q)
           ╰────
          help: only `next` and `sees` may depend on moves; everything else must be
                known before the moves are made
        ");
    }

    #[test]
    fn of_a_long_way_to_the_moves_the_first_relations_are_named() {
        let chain: String = (0..100).map(|n| format!("(<= p{n} p{})\n", n + 1)).collect();
        let found = findings(format!("{}(<= terminal p0) {chain} (<= p100 (does you wait))", game!()));
        assert_eq!(
            found[0].message(),
            "`terminal` depends on `does` through `p0`, `p1`, `p2`, `p3`, `p4`, `p5`, `p6`, `p7`, `p8`, `p9`, ..."
        );
    }

    #[test]
    fn neither_roles_nor_goals_nor_the_initial_state_depend_on_moves() {
        for head in ["(init a)", "(role me)", "(goal you 1)", "terminal", "(legal you go)"] {
            let found = codes(format!("{}(<= {head} (does you wait))", game!()));
            assert!(found.contains(&(Severity::Error, Code::DEPENDS_ON_MOVES)), "{head}: {found:?}");
        }
    }
}
