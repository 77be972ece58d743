//! A positive condition binds every variable, so all derived facts are ground.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Check, Findings, Subject};
use crate::diagnostic::Code;
use crate::{Clause, Condition, Interrupted, Span, Symbol, Term};

impl Code {
    /// A variable that no positive condition binds.
    pub const UNSAFE_VARIABLE: Code = Code::new("unsafe-variable");
}

pub(super) const CHECK: Check = Check { codes: &[(Code::UNSAFE_VARIABLE, game!("(p ?x)"))], run: check };

fn check(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    for clause in subject.clauses {
        subject.interrupt.check()?;
        let bound = bound_variables(clause);
        let mut report = |place: &str, name: Symbol, span: Span| {
            if !bound.contains(&name) {
                let name = subject.sheet.symbols().name(name);
                let message = format!("the variable `{name}` {place} is not bound by any positive condition");
                let help = subject.help_for_connective(clause.head.name).map_or_else(
                    || format!("add a condition that binds `{name}`, outside `not` and `distinct`"),
                    str::to_owned,
                );
                findings.push(subject.error(Code::UNSAFE_VARIABLE, span, message).help(help));
            }
        };
        clause.head.each_variable(&mut |name, span| report("in the head", name, span));
        for condition in &clause.body {
            let place = match condition {
                Condition::Holds(_) => continue,
                Condition::Fails(_) => "under `not`",
                Condition::Differ(..) | Condition::Same(..) => "in `distinct`",
            };
            condition.each_term(&mut |term| term.each_variable(&mut |name, span| report(place, name, span)));
        }
    }
    Ok(())
}

/// The variables that positive conditions bind, directly or through `(not (distinct t u))`.
fn bound_variables(clause: &Clause<'_>) -> FxHashSet<Symbol> {
    let mut bound = FxHashSet::default();
    for atom in clause.positive() {
        atom.each_variable(&mut |name, _| {
            bound.insert(name);
        });
    }
    // `(not (distinct t u))` binds in both directions: when all variables of one term are bound, those of the
    // other are too.
    let mut waiting: Vec<(usize, &Term)> = Vec::new();
    let mut waits_for: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
    let mut ready: Vec<&Term> = Vec::new();
    for condition in &clause.body {
        let Condition::Same(a, b) = condition else { continue };
        for (from, to) in [(a, b), (b, a)] {
            let mut unbound = 0;
            from.each_variable(&mut |name, _| {
                if !bound.contains(&name) {
                    unbound += 1;
                    waits_for.entry(name).or_default().push(waiting.len());
                }
            });
            match unbound {
                0 => ready.push(to),
                _ => waiting.push((unbound, to)),
            }
        }
    }
    while let Some(term) = ready.pop() {
        term.each_variable(&mut |name, _| {
            if !bound.insert(name) {
                return;
            }
            for &number in waits_for.get(&name).into_iter().flatten() {
                let (unbound, to) = &mut waiting[number];
                *unbound -= 1;
                if *unbound == 0 {
                    ready.push(to);
                }
            }
        });
    }
    bound
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use crate::Code;
    use crate::testing::{drawn, example, findings};

    #[test]
    fn unsafe_variable() {
        assert_snapshot!(example(Code::UNSAFE_VARIABLE), @r"
        unsafe-variable

          × the variable `?x` in the head is not bound by any positive condition
           ╭─[game.kif:2:4]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (p ?x)
           ·    ─┬
           ·     ╰── here
           ╰────
          help: add a condition that binds `?x`, outside `not` and `distinct`
        ");
    }

    #[test]
    fn a_rule_of_prolog() {
        let found = findings(game!("(:- (p ?x) (q ?x))"));
        assert_eq!(found[1].code(), Code::UNSAFE_VARIABLE);
        assert_eq!(found[1].remedy(), Some("write a rule as `(<= HEAD CONDITION ...)`"));
    }

    #[test]
    fn a_variable_only_under_not() {
        assert_snapshot!(drawn(game!("(<= p (not (true ?x)))")), @r"
        unsafe-variable

          × the variable `?x` under `not` is not bound by any positive condition
           ╭─[game.kif:2:18]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (<= p (not (true ?x)))
           ·                  ─┬
           ·                   ╰── here
           ╰────
          help: add a condition that binds `?x`, outside `not` and `distinct`
        ");
    }

    #[test]
    fn a_variable_only_in_distinct() {
        assert_snapshot!(drawn(game!("(<= p (distinct ?x a))")), @r"
        unsafe-variable

          × the variable `?x` in `distinct` is not bound by any positive condition
           ╭─[game.kif:2:17]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (<= p (distinct ?x a))
           ·                 ─┬
           ·                  ╰── here
           ╰────
          help: add a condition that binds `?x`, outside `not` and `distinct`
        ");
    }
}
