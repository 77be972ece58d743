//! Disjunctions as relations of their own, so that the cases of several are not multiplied.
//!
//! `h(X) <- a(X, Y), or(b(X, Z), c(X))` is the same as `h(X) <- a(X, Y), part(X)` with `part(X) <- b(X, Z)`
//! and `part(X) <- c(X)`. This needs a disjunction that can be evaluated by itself: each of its branches
//! binds all its own variables that are tested, and those that the rest of the rule asks for.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::clause::Size;
use crate::{Atom, Interrupt, Interrupted, Literal, Rule, Symbol, Symbols, Term, TermKind};

/// Rules that derive the same as one that may not be unfolded: that rule with relations for its disjunctions,
/// and the rules of these relations. Disjunctions that cannot be evaluated by themselves stay, so that some
/// of the rules may still have too many cases.
pub(crate) fn separate(
    rule: &Rule,
    symbols: &mut Symbols,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Rule>, Interrupted> {
    let mut separated = Vec::new();
    let mut waiting = take_apart(rule.clone(), symbols, interrupt)?;
    // The rule itself comes last.
    separated.extend(waiting.pop());
    while let Some(rule) = waiting.pop() {
        interrupt.check()?;
        if Size::of(&rule).cost().is_some() {
            separated.push(rule);
        } else {
            waiting.extend(take_apart(rule, symbols, interrupt)?);
            separated.extend(waiting.pop());
        }
    }
    Ok(separated)
}

/// The rules of the relations that the disjunctions of a rule become, and as the last one the rule that asks
/// for these.
fn take_apart(
    rule: Rule,
    symbols: &mut Symbols,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Rule>, Interrupted> {
    let Rule { head, body, span } = rule;
    let mut occurring: Occurrences = IndexMap::default();
    head.each_variable(&mut |name, _| *occurring.entry(name).or_default() += 1);
    body.iter().for_each(|literal| count(literal, &mut occurring));
    let mut conditions = Vec::with_capacity(body.len());
    body.into_iter().for_each(|literal| flatten(literal, true, &mut conditions));
    let mut rules = Vec::new();
    for condition in &mut conditions {
        interrupt.check()?;
        let Literal::Or(branches, span) = condition else { continue };
        let span = *span;
        let mut own = Occurrences::default();
        branches.iter().for_each(|branch| count(branch, &mut own));
        own.retain(|name, count| occurring[name] > *count);
        let shared: Vec<Symbol> = own.into_keys().collect();
        if !branches.iter().all(|branch| is_separable(branch, &shared)) {
            continue;
        }
        let variable = |&name: &Symbol| Term { kind: TermKind::Variable(name), span };
        let name = symbols.part_of(head.name);
        let part = Atom { name, args: shared.iter().map(variable).collect(), span };
        for branch in std::mem::take(branches) {
            rules.push(Rule { head: part.clone(), span: branch.span(), body: vec![branch] });
        }
        *condition = Literal::Atom(part);
    }
    rules.push(Rule { head, body: conditions, span });
    Ok(rules)
}

/// How often each variable occurs.
type Occurrences = IndexMap<Symbol, usize, FxBuildHasher>;

fn count(literal: &Literal, occurring: &mut Occurrences) {
    literal
        .each_term(&mut |term| term.each_variable(&mut |name, _| *occurring.entry(name).or_default() += 1));
}

/// The conditions that a literal stands for: disjunctions, and literals without one.
fn flatten(literal: Literal, wanted: bool, conditions: &mut Vec<Literal>) {
    match literal {
        Literal::Not(inner, _) => flatten(*inner, !wanted, conditions),
        Literal::Or(branches, _) if !wanted || branches.len() == 1 => {
            branches.into_iter().for_each(|branch| flatten(branch, wanted, conditions));
        }
        _ if wanted => conditions.push(literal),
        _ => {
            let span = literal.span();
            conditions.push(Literal::Not(Box::new(literal), span));
        }
    }
}

/// Whether a branch can be the condition of a rule by itself, with these variables in the head.
fn is_separable(branch: &Literal, shared: &[Symbol]) -> bool {
    let bound = Bound { here: binds(branch, true), outside: None };
    shared.iter().all(|&name| bound.contains(name)) && is_safe(branch, true, &bound)
}

/// Variables that are bound in a literal, and those that are bound around it.
struct Bound<'b> {
    here: FxHashSet<Symbol>,
    outside: Option<&'b Bound<'b>>,
}

impl Bound<'_> {
    fn contains(&self, name: Symbol) -> bool {
        self.here.contains(&name) || self.outside.is_some_and(|outside| outside.contains(name))
    }

    fn contains_all(&self, literal: &Literal) -> bool {
        let mut all = true;
        literal.each_term(&mut |term| term.each_variable(&mut |name, _| all &= self.contains(name)));
        all
    }
}

/// Variables that are bound wherever a literal is true, or false where `wanted` is false.
fn binds(literal: &Literal, wanted: bool) -> FxHashSet<Symbol> {
    let mut bound = FxHashSet::default();
    let mut bind = |term: &Term| {
        term.each_variable(&mut |name, _| {
            bound.insert(name);
        });
    };
    match literal {
        Literal::Atom(atom) if wanted => atom.args.iter().for_each(bind),
        Literal::Distinct(a, b, _) if !wanted && a.is_ground() => bind(b),
        Literal::Distinct(a, b, _) if !wanted && b.is_ground() => bind(a),
        Literal::Atom(_) | Literal::Distinct(..) => {}
        Literal::Not(inner, _) => return binds(inner, !wanted),
        Literal::Or(branches, _) if !wanted => {
            bound.extend(branches.iter().flat_map(|branch| binds(branch, false)));
        }
        Literal::Or(branches, _) => {
            // Of each variable how many branches bind it.
            let mut binding: FxHashMap<Symbol, usize> = FxHashMap::default();
            branches
                .iter()
                .flat_map(|branch| binds(branch, true))
                .for_each(|name| *binding.entry(name).or_default() += 1);
            bound.extend(
                binding.into_iter().filter(|(_, count)| *count == branches.len()).map(|(name, _)| name),
            );
        }
    }
    bound
}

/// Whether every variable that a literal tests is bound.
fn is_safe(literal: &Literal, wanted: bool, bound: &Bound<'_>) -> bool {
    match literal {
        Literal::Atom(_) if wanted => true,
        Literal::Atom(_) | Literal::Distinct(..) => bound.contains_all(literal),
        Literal::Not(inner, _) => is_safe(inner, !wanted, bound),
        Literal::Or(branches, _) if !wanted => branches.iter().all(|branch| is_safe(branch, false, bound)),
        Literal::Or(branches, _) => branches
            .iter()
            .all(|branch| is_safe(branch, true, &Bound { here: binds(branch, true), outside: Some(bound) })),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rstest::rstest;

    use crate::check::game;
    use crate::testing::{codes, findings};
    use crate::{Clause, Rulesheet, Symbol};

    /// Disjunctions that are evaluated by themselves and have too many cases together.
    const MANY: &str =
        "(or a b) (or a b) (or a b) (or a b) (or a b) (or a b) (or a b) (or a b) (or a b) (or a b) (or a b)";

    fn rules_with(rules: &str) -> String {
        format!("{}a b (q 1) (r 1) (s 1 2)\n{rules}", game!())
    }

    fn sheet(rules: &str) -> Rulesheet {
        Rulesheet::parse("game.kif", rules_with(rules).as_bytes()).unwrap()
    }

    /// The numbers of variables in the heads of the parts.
    fn parts(sheet: &Rulesheet) -> Vec<usize> {
        let clauses = sheet.clauses();
        let parts = clauses.iter().filter(|clause| sheet.symbols().is_part(clause.head.name));
        let parts: BTreeMap<Symbol, usize> =
            parts.map(|Clause { head, .. }| (head.name, head.args.len())).collect();
        parts.into_values().collect()
    }

    #[test]
    fn disjunctions_are_separated_where_their_cases_are_too_many_and_nowhere_else() {
        let (few, many) = (sheet("(<= p (or a b) (or a b))"), sheet(&format!("(<= p {MANY})")));
        assert_eq!((few.clauses().len(), parts(&few)), (9 + 4, vec![]));
        assert_eq!((many.clauses().len(), parts(&many)), (9 + 1 + 22, vec![0; 11]));
        assert_eq!(many.to_string().lines().last(), Some(&*format!("(<= p {MANY})")));
    }

    #[rstest]
    #[case::of_the_variables_of_the_rest("(or (s ?x ?y) (s ?y ?x))", &[1])]
    #[case::of_those_that_all_branches_bind("(r ?y) (or (s ?x ?y) (q ?x))", &[])]
    #[case::within_double_negation("(not (not (or (q ?x) (r ?x))))", &[1])]
    #[case::within_a_negated_one("(not (or b (not (or (q ?x) (r ?x)))))", &[1])]
    #[case::of_the_only_branch_of_another("(or (or (q ?x) (r ?x)))", &[1])]
    #[case::of_branches_that_bind_what_they_test("(or (not (or (not (s ?x ?y)) (r ?y) (distinct ?y ?x))) (q ?x))", &[1])]
    #[case::of_a_branch_that_binds_by_equality("(or (not (distinct ?x 1)) (q ?x))", &[1])]
    #[case::of_a_branch_that_tests_what_is_bound_elsewhere("(or (distinct ?x 2) (q ?x))", &[])]
    #[case::of_a_branch_that_tests_within("(or (q ?x) (or (r ?x) (not (r ?x))))", &[])]
    #[case::that_must_not_hold("(not (or (r ?x) (s ?x ?x)))", &[])]
    fn a_disjunction_is_separated_if_it_can_be_evaluated_by_itself(
        #[case] body: &str,
        #[case] expected: &[usize],
    ) {
        let sheet = sheet(&format!("(<= (p ?x) (q ?x) {body} {MANY})"));
        let mut parts = parts(&sheet);
        parts.retain(|variables| *variables > 0);
        assert_eq!(parts, expected);
    }

    #[test]
    fn disjunctions_within_are_separated_if_they_alone_have_too_many_cases() {
        let many = MANY.replace("(or a b)", "(not (or a b))");
        let sheet = sheet(&format!("(<= (p ?x) (or (q ?x) (not (or (not (r ?x)) {many}))))"));
        assert_eq!(parts(&sheet), [[1].as_slice(), &[0; 11]].concat());
    }

    #[rstest]
    #[case::nothing("(<= (p ?x) (or (q ?x) (r ?x)))")]
    #[case::a_dependence_on_moves("(<= (legal you ?x) (or (q ?x) (does you ?x)))")]
    #[case::a_dependence_on_moves_through_others(
        "(<= (legal you ?x) (or (q ?x) (m ?x))) (<= (m ?x) (does you ?x))"
    )]
    #[case::an_undefined_relation("(<= (p ?x) (q ?x) (or (nowhere ?x) (r ?x)))")]
    #[case::a_negation_of_itself("(<= (p ?x) (or (not (or (not (q ?x)) (p ?x))) (r ?x)))")]
    #[case::a_negation_of_another_fact("(<= (p 1) (or (not (p 2)) b))")]
    #[case::an_unrestricted_recursion("(<= (p ?x) (q ?x) (or (p ?y) b))")]
    #[case::a_recursion_that_is_bound_outside("(<= (p ?x) (s ?x ?y) (or (p ?y) (q ?y)))")]
    #[case::a_recursion_on_terms_that_are_bound_outside("(<= (p ?x) (q ?x) (or (p (f ?x)) (r ?x)))")]
    fn the_findings_are_those_of_the_rules_as_they_are_written(#[case] rules: &str) {
        let many = rules.replacen("(or", &format!("{MANY} (or"), 1);
        let messages = |rules: &str| {
            findings(rules_with(rules)).iter().map(|found| found.message().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(codes(rules_with(&many)), codes(rules_with(rules)));
        assert_eq!(messages(&many), messages(rules));
    }
}
