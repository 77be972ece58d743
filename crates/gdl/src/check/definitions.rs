//! What conditions ask for is defined: a relation, a fluent or a move that no rule gives is
//! probably misspelt.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Check, Findings, Subject};
use crate::diagnostic::Code;
use crate::index::{Index, Top, top};
use crate::{Atom, Interrupt, Interrupted, Keyword, Predicate, Print, Symbol, Term, TermKind};

impl Code {
    /// A relation that no rule defines.
    pub const UNDEFINED_RELATION: Code = Code::new("undefined-relation");
    /// A fluent that neither the initial state nor a next state can have.
    pub const UNDEFINED_FLUENT: Code = Code::new("undefined-fluent");
    /// A move that is never legal.
    pub const UNDEFINED_MOVE: Code = Code::new("undefined-move");
}

pub(super) const CHECK: Check = Check {
    codes: &[
        (Code::UNDEFINED_RELATION, game!("(<= p q)")),
        (Code::UNDEFINED_FLUENT, game!("(init (on 1)) (<= p (true (on 2)))")),
        (Code::UNDEFINED_MOVE, game!("(<= (next a) (does you wiat))")),
    ],
    run: check,
};

fn check(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    undefined_relations(subject, findings)?;
    undefined_fluents(subject, findings)?;
    undefined_moves(subject, findings)
}

fn undefined_relations(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    let rules = subject.sheet.rules();
    let mut known: FxHashSet<Predicate> = rules.iter().map(|rule| rule.head.predicate()).collect();
    known.extend([Keyword::True, Keyword::Does].map(Predicate::from));
    for rule in rules {
        subject.interrupt.check()?;
        for literal in &rule.body {
            literal.each_atom(&mut |atom| {
                if known.insert(atom.predicate()) {
                    let name = subject.relation(atom.predicate());
                    let message = format!("no rule defines the relation `{name}`, so it never holds");
                    let foreign = subject
                        .help_for_connective(atom.name)
                        .or_else(|| subject.help_for_arithmetic(atom.name));
                    let help = match (foreign, subject.keyword_like(atom.predicate(), CONDITIONS)) {
                        (Some(help), _) => help.to_owned(),
                        (None, Some(keyword)) => format!("did you mean `{keyword}`?"),
                        (None, None) => {
                            "define it, or correct the name; the condition for a fluent is `(true ...)`"
                                .to_owned()
                        }
                    };
                    findings.push(subject.warning(Code::UNDEFINED_RELATION, atom.span, message).help(help));
                }
            });
        }
    }
    Ok(())
}

/// The keywords that are conditions.
const CONDITIONS: [Keyword; 6] =
    [Keyword::True, Keyword::Does, Keyword::Role, Keyword::Legal, Keyword::Goal, Keyword::Terminal];

impl Subject<'_> {
    /// The remedy for a relation `and` or `:-`, which those use who know it from other languages.
    pub(super) fn help_for_connective(&self, name: Symbol) -> Option<&'static str> {
        match self.sheet.symbols().name(name) {
            ":-" => Some("write a rule as `(<= HEAD CONDITION ...)`"),
            and if and.eq_ignore_ascii_case("and") => Some(
                "conditions of a rule hold together without `and`: write them one after the other; within `or` and `not`, define a relation",
            ),
            _ => None,
        }
    }

    /// The remedy for a relation that computes in other languages.
    fn help_for_arithmetic(&self, name: Symbol) -> Option<&'static str> {
        match self.sheet.symbols().name(name) {
            "=" | "==" => {
                Some("write the same variable in both places; `(distinct ?x ?y)` holds for unequal terms")
            }
            "<" | ">" | ">=" | "=<" | "+" | "-" | "*" | "/" => Some(
                "GDL does not compute: list what is needed as facts, such as `(less 1 2)` or `(plus 1 2 3)`",
            ),
            _ => None,
        }
    }

    fn definitions(&self, keywords: &[Keyword]) -> Result<Definitions<'_>, Interrupted> {
        let mut definitions = Definitions::default();
        for rule in self.sheet.rules() {
            self.interrupt.check()?;
            if keywords.iter().any(|&keyword| rule.head.is(keyword)) {
                definitions.add(&rule.head.args);
            }
        }
        Ok(definitions)
    }

    /// Calls `visit` with every condition of this relation.
    fn each_condition(
        &self,
        keyword: Keyword,
        mut visit: impl FnMut(&Atom) -> Result<(), Interrupted>,
    ) -> Result<(), Interrupted> {
        let mut conditions = Vec::new();
        for rule in self.sheet.rules() {
            self.interrupt.check()?;
            let mut see = |atom| conditions.extend(Some(atom).filter(|atom: &&Atom| atom.is(keyword)));
            rule.body.iter().for_each(|literal| literal.each_atom(&mut see));
            conditions.drain(..).try_for_each(&mut visit)?;
        }
        Ok(())
    }
}

fn undefined_fluents(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    let mut definitions = subject.definitions(&[Keyword::Init, Keyword::Next])?;
    let mut told: FxHashSet<String> = FxHashSet::default();
    subject.each_condition(Keyword::True, |atom| {
        let fluent = &atom.args[0];
        if matches!(fluent.kind, TermKind::Variable(_))
            || definitions.may_give(&atom.args, subject.interrupt)?
        {
            return Ok(());
        }
        let fluent = fluent.named(subject.sheet.symbols()).to_string();
        let message = format!("no rule for `init` or `next` gives the fluent `{fluent}`, so it never holds");
        if told.insert(fluent) {
            let help = "define it with `init` or `next`, or correct the names in it";
            findings.push(subject.warning(Code::UNDEFINED_FLUENT, atom.span, message).help(help));
        }
        Ok(())
    })
}

fn undefined_moves(subject: &Subject<'_>, findings: &mut Findings) -> Result<(), Interrupted> {
    let mut definitions = subject.definitions(&[Keyword::Legal])?;
    let mut roles = subject.definitions(&[Keyword::Role])?;
    if definitions.lists.is_empty() {
        // That no move is legal is told once.
        return Ok(());
    }
    let mut told: FxHashSet<String> = FxHashSet::default();
    subject.each_condition(Keyword::Does, |atom| {
        // A role that is not declared is told of in its own way.
        if definitions.may_give(&atom.args, subject.interrupt)?
            || !roles.may_give(&atom.args[..1], subject.interrupt)?
        {
            return Ok(());
        }
        let text = atom.named(subject.sheet.symbols()).to_string();
        let message = format!("no rule for `legal` allows `{text}`, so it never holds");
        if told.insert(text) {
            let help = "define the move with `legal`, or correct the names in it";
            findings.push(subject.warning(Code::UNDEFINED_MOVE, atom.span, message).help(help));
        }
        Ok(())
    })
}

/// What the heads of some rules give: their arguments, found by the last of them, which is a fluent, a move
/// or a role.
#[derive(Default)]
struct Definitions<'r> {
    lists: Vec<&'r [Term]>,
    by_last: FxHashMap<Top, Index>,
    /// Those of which the last argument is a variable.
    open: Vec<usize>,
    /// The comparisons made.
    pairs: usize,
}

/// The largest number of comparisons. What remains is taken for defined.
const MAX_PAIRS: usize = 4_000_000;

impl<'r> Definitions<'r> {
    fn add(&mut self, args: &'r [Term]) {
        let (number, last) = (self.lists.len(), &args[args.len() - 1]);
        self.lists.push(args);
        match top(last) {
            Some(top) => self.by_last.entry(top).or_default().add(number, inside(last)),
            None => self.open.push(number),
        }
    }

    /// Whether a head may give these arguments, with every occurrence of a variable taken as a
    /// fresh variable.
    fn may_give(&mut self, args: &[Term], interrupt: &Interrupt<'_>) -> Result<bool, Interrupted> {
        let last = &args[args.len() - 1];
        let candidates: Box<dyn Iterator<Item = usize>> = match top(last) {
            Some(top) => {
                let named =
                    self.by_last.get(&top).into_iter().flat_map(|index| index.candidates(inside(last)));
                Box::new(named.chain(self.open.iter().copied()))
            }
            None => Box::new(0..self.lists.len()),
        };
        for number in candidates {
            interrupt.check()?;
            self.pairs += 1;
            let may_equal = || args.iter().zip(self.lists[number]).all(|(a, b)| a.may_equal(b));
            if self.pairs > MAX_PAIRS || may_equal() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The arguments of a term.
fn inside(term: &Term) -> &[Term] {
    match &term.kind {
        TermKind::Variable(_) | TermKind::Constant(_) => &[],
        TermKind::Function(_, args) => args,
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;
    use rstest::rstest;

    use crate::testing::{assert_valid, codes, drawn, example, findings};
    use crate::{Code, Severity};

    #[test]
    fn undefined_relation() {
        assert_snapshot!(example(Code::UNDEFINED_RELATION), @r"
        undefined-relation

          ⚠ no rule defines the relation `q`, so it never holds
           ╭─[game.kif:2:7]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (<= p q)
           ·       ┬
           ·       ╰── here
           ╰────
          help: define it, or correct the name; the condition for a fluent is
                `(true ...)`
        ");
    }

    #[test]
    fn undefined_fluent() {
        assert_snapshot!(example(Code::UNDEFINED_FLUENT), @r"
        undefined-fluent

          ⚠ no rule for `init` or `next` gives the fluent `(on 2)`, so it never holds
           ╭─[game.kif:2:21]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (init (on 1)) (<= p (true (on 2)))
           ·                     ──────┬──────
           ·                           ╰── here
           ╰────
          help: define it with `init` or `next`, or correct the names in it
        ");
    }

    #[test]
    fn undefined_move() {
        assert_snapshot!(example(Code::UNDEFINED_MOVE), @r"
        undefined-move

          ⚠ no rule for `legal` allows `(does you wiat)`, so it never holds
           ╭─[game.kif:2:14]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (<= (next a) (does you wiat))
           ·              ───────┬───────
           ·                     ╰── here
           ╰────
          help: define the move with `legal`, or correct the names in it
        ");
    }

    #[test]
    fn conditions_joined_by_and() {
        assert_snapshot!(drawn(game!("(init a) (init b) (<= p (and (true a) (true b)))")), @r"
        undefined-relation

          ⚠ no rule defines the relation `and`, so it never holds
           ╭─[game.kif:2:25]
         1 │ (role you) (legal you wait) terminal (goal you 0)
         2 │ (init a) (init b) (<= p (and (true a) (true b)))
           ·                         ───────────┬───────────
           ·                                    ╰── here
           ╰────
          help: conditions of a rule hold together without `and`: write them one after
                the other; within `or` and `not`, define a relation
        ");
    }

    #[rstest]
    #[case::a_misspelt_keyword("(ture (on 1))", "did you mean `true`?")]
    #[case::another_one("(deos you wait)", "did you mean `does`?")]
    #[case::equality(
        "(= a a)",
        "write the same variable in both places; `(distinct ?x ?y)` holds for unequal terms"
    )]
    #[case::a_comparison(
        "(< 1 2)",
        "GDL does not compute: list what is needed as facts, such as `(less 1 2)` or `(plus 1 2 3)`"
    )]
    #[case::a_sum(
        "(+ 1 1 2)",
        "GDL does not compute: list what is needed as facts, such as `(less 1 2)` or `(plus 1 2 3)`"
    )]
    #[case::a_rule_as_a_condition("(:- a b)", "write a rule as `(<= HEAD CONDITION ...)`")]
    fn the_remedy_goes_by_the_name_of_the_relation(#[case] condition: &str, #[case] help: &str) {
        let found = findings(format!("{}(<= p {condition})", game!()));
        assert_eq!(
            (found.len(), found[0].code(), found[0].remedy()),
            (1, Code::UNDEFINED_RELATION, Some(help))
        );
    }

    #[test]
    fn and_is_no_relation_of_two_arities() {
        let found = findings(game!("(<= p (and (q) (r))) (<= p (AND (q) (r) (s))) (<= p (and (q) (r) (s)))"));
        let clash = found.iter().find(|finding| finding.code() == Code::ARITY_CLASH).unwrap();
        assert!(clash.remedy().unwrap().starts_with("conditions of a rule hold together without `and`"));
    }

    #[test]
    fn what_is_undefined_is_reported_once() {
        assert_eq!(codes(game!("(<= p (nowhere a)) (<= q (not (nowhere b)))")).len(), 1);
        assert_eq!(codes(game!("(<= p (true (on a))) (<= q (not (true (on a))))")).len(), 1);
        assert_eq!(codes(game!("(<= p (does you go)) (<= q (not (does you go)))")).len(), 1);
    }

    #[rstest]
    #[case::another_name("(init (cell 1 b))", "(cel ?x b)", false)]
    #[case::another_argument("(init (cell 1 b)) (<= (next (cell ?x x)) (q ?x))", "(cell ?x o)", false)]
    #[case::arguments_of_different_heads("(init (cell 1 b)) (init (cell 2 x))", "(cell 1 x)", false)]
    #[case::a_constant_is_no_function("(init on)", "(on)", false)]
    #[case::an_argument_of_an_argument("(init (at (point 1 2)))", "(at (point 2 ?y))", false)]
    #[case::a_hint_defines_nothing("(base (on 1)) (init (off 1))", "(on 1)", false)]
    #[case::nothing_is_defined("", "on", false)]
    #[case::the_initial_state("(init (cell 1 b))", "(cell ?x b)", true)]
    #[case::a_next_state("(<= (next (cell ?x x)) (q ?x))", "(cell 7 ?y)", true)]
    #[case::a_variable_for_the_whole_fluent("(<= (next ?f) (keeps ?f)) (keeps on)", "(off 1)", true)]
    #[case::a_variable_twice("(<= (next (pair ?x ?x)) (q ?x))", "(pair a b)", true)]
    #[case::a_variable_within("(<= (init (at (point ?x 2))) (q ?x))", "(at ?p)", true)]
    #[case::any_fluent("(init on)", "?f", true)]
    #[case::any_fluent_of_none("", "?f", true)]
    fn a_fluent_is_defined_if_it_unifies_with_a_head(
        #[case] heads: &str,
        #[case] fluent: &str,
        #[case] fine: bool,
    ) {
        let variables = "(d ?x) (d ?y) (d ?p) (d ?f)";
        let found = codes(format!("{}(q a) (d a) {heads} (<= p {variables} (true {fluent}))", game!()));
        assert_eq!(found, if fine { vec![] } else { vec![(Severity::Warning, Code::UNDEFINED_FLUENT)] });
    }

    #[rstest]
    #[case::another_move("(does you go)", false)]
    #[case::another_argument("(does you (take ?n 4))", false)]
    #[case::the_move_of_another_role("(does you pass)", false)]
    #[case::the_move_of_any_role("(does ?r pass)", true)]
    #[case::any_move("(does you ?m)", true)]
    #[case::any_move_of_a_role_without_one("(does idle ?m)", false)]
    #[case::a_variable_in_the_head("(does you (take 7 1))", true)]
    fn a_move_is_defined_if_it_unifies_with_a_legal_one(#[case] condition: &str, #[case] fine: bool) {
        let moves = "(role me) (role idle) (legal me pass) (<= (legal you (take ?n 1)) (d ?n)) (d a)";
        let found = codes(format!("{}{moves} (<= (next a) (d ?r) (d ?m) (d ?n) {condition})", game!()));
        assert_eq!(found, if fine { vec![] } else { vec![(Severity::Warning, Code::UNDEFINED_MOVE)] });
    }

    #[test]
    fn a_move_of_an_undeclared_role_is_one_finding() {
        let found = codes(game!("(<= (next a) (does me wait))"));
        assert_eq!(found, [(Severity::Warning, Code::UNDECLARED_ROLE)]);
    }

    #[test]
    fn without_legal_moves_that_is_the_finding() {
        let found = codes("(role you) terminal (goal you 0) (<= (next a) (does you wait))");
        assert_eq!(found, [(Severity::Warning, Code::NO_LEGAL)]);
    }

    #[test]
    fn a_rule_with_a_variable_for_the_move_allows_every_move() {
        assert_valid(game!("(<= (legal you ?m) (move ?m)) (move go) (<= (next a) (does you (take 1)))"));
    }
}
