//! Splitting of wide rules: variables that the rest of a rule does not need are projected out early.
//!
//! `h(X) <- a(X, Y), b(Y, Z), c(Z, W)` has as many instances as the three join to. Split into
//! `h(X) <- a(X, Y), p(Y)`, `p(Y) <- b(Y, Z), q(Z)` and `q(Z) <- c(Z, W)` it has no more than each of the
//! three. This is the elimination of variables along a tree decomposition (Bichler, Morak & Woltran, *lpopt:
//! A Rule Optimization Tool for Answer Set Programming*, 2016), greedily by width.

use fixedbitset::FixedBitSet;
use gdl::{Atom, Interrupt, Interrupted, Symbol, Term, TermKind};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::ground::rules::{Premise, Rule, Rulebook};
use crate::relation::RelationId;

/// Splits all rules as far as that makes them narrower. Equal parts are shared.
///
/// The rules of `expensive` relations and those with tables are split, too, where that makes the part
/// narrower and the rest no wider. In `h(X, Y) <- a(U), plus(U, X, S), b(V), plus(V, Y, T), place(S,
/// T)`, with static relations `plus` and `place`, to project `V` out needs `T` in its place, and only then
/// `T` can be projected out as well.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn split(
    rules: Vec<Rule>,
    book: &mut Rulebook,
    on_demand: &FixedBitSet,
    expensive: &FixedBitSet,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Rule>, Interrupted> {
    let mut parts: FxHashMap<Vec<Token>, Atom> = FxHashMap::default();
    let mut done = Vec::with_capacity(rules.len());
    let mut left = rules;
    left.reverse();
    while let Some(mut rule) = left.pop() {
        loop {
            interrupt.check_now()?;
            let sketch = Sketch::of(&rule, book, on_demand);
            let mut cut = sketch.best_cut(&rule.body, Rest::Narrower, interrupt)?;
            if cut.is_none() && (expensive.contains(rule.origin) || has_table(&rule, book)) {
                cut = sketch.best_cut(&rule.body, Rest::NoWider, interrupt)?;
            }
            let Some(cut) = cut else { break };
            let mut part = rule.take(&cut, book);
            for premise in &mut part.body {
                if let Premise::Reached(atom) = premise
                    && book.magic.contains(book.relation(atom))
                {
                    project(atom, &cut.variables, part.origin, book, &mut parts, &mut done);
                }
            }
            let key = tokens(&part.body, &cut.kept);
            let known = parts.get(&key).cloned();
            let atom = known.unwrap_or_else(|| {
                let atom = book.new_atom(&cut.kept, part.head.span);
                left.push(Rule { head: atom.clone(), ..part });
                parts.insert(key, atom.clone());
                atom
            });
            let args = cut.kept.iter().map(|&name| Term { kind: TermKind::Variable(name), span: atom.span });
            rule.body.push(Premise::Holds(Atom { args: args.collect(), ..atom }));
        }
        done.push(rule);
    }
    Ok(done)
}

/// Whether a rule has a condition on a static relation added by grounding.
fn has_table(rule: &Rule, book: &Rulebook) -> bool {
    let is_table = |premise: &Premise| matches!(premise, Premise::Holds(atom) if book.tables.contains_key(&book.relation(atom)));
    rule.body.iter().any(is_table)
}

/// Projects a magic atom to the `shared` variables, by a rule that is made once.
fn project(
    magic: &mut Atom,
    shared: &[Symbol],
    origin: RelationId,
    book: &mut Rulebook,
    parts: &mut FxHashMap<Vec<Token>, Atom>,
    done: &mut Vec<Rule>,
) {
    let mut kept: IndexSet<Symbol, FxBuildHasher> = IndexSet::default();
    let mut narrower = false;
    magic.each_variable(&mut |name, _| {
        if shared.contains(&name) {
            kept.insert(name);
        } else {
            narrower = true;
        }
    });
    if !narrower {
        return;
    }
    let kept: Vec<Symbol> = kept.into_iter().collect();
    let body = vec![Premise::Reached(magic.clone())];
    let known = parts.entry(tokens(&body, &kept)).or_insert_with(|| {
        let head = book.new_magic(&kept, magic.span);
        done.push(Rule { head: head.clone(), body, origin });
        head
    });
    let args = kept.iter().map(|&name| Term { kind: TermKind::Variable(name), span: magic.span });
    *magic = Atom { args: args.collect(), ..known.clone() };
}

/// A part to be cut off from a rule.
struct Cut {
    /// The conditions of the part.
    inside: Vec<usize>,
    /// Conditions of the rest that restrict the variables of the part.
    bounds: Vec<usize>,
    /// The variables that the rest shares with the part.
    kept: Vec<Symbol>,
    /// All variables of the part.
    variables: Vec<Symbol>,
}

/// What a cut must leave of a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Narrower,
    NoWider,
}

/// The variables of a rule by condition.
struct Sketch {
    names: IndexSet<Symbol, FxBuildHasher>,
    head: FixedBitSet,
    /// The variables of the dynamic conditions.
    dynamic: FixedBitSet,
    conditions: Vec<Mention>,
    /// The conditions that each variable is in.
    mentions: Vec<Vec<usize>>,
}

/// The variables of a condition, each once.
struct Mention {
    variables: Vec<usize>,
    kind: ConditionKind,
}

impl Mention {
    fn is_dynamic(&self) -> bool {
        matches!(self.kind, ConditionKind::Dynamic | ConditionKind::Negated)
    }

    /// Whether all its variables are among these.
    fn is_within(&self, variables: &FixedBitSet) -> bool {
        self.variables.iter().all(|&variable| variables.contains(variable))
    }

    /// How many of its variables are not among these.
    fn beyond(&self, variables: &FixedBitSet) -> usize {
        self.variables.iter().filter(|&&variable| !variables.contains(variable)).count()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ConditionKind {
    /// Rows to join.
    Static,
    /// Rows of a dynamic relation to join.
    Dynamic,
    /// Rows of a magic relation to join.
    Magic,
    /// A negated condition on a dynamic relation.
    Negated,
    /// A query of a relation on demand, which should have as many values given as possible.
    OnDemand,
    /// Two terms are equal.
    Same,
    Test,
}

impl Sketch {
    fn of(rule: &Rule, book: &Rulebook, on_demand: &FixedBitSet) -> Self {
        let mut names: IndexSet<Symbol, FxBuildHasher> = IndexSet::default();
        rule.head.each_variable(&mut |name, _| {
            names.insert(name);
        });
        let head = (0..names.len()).collect();
        let mut dynamic = FixedBitSet::new();
        let mut mentions: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
        let conditions = rule
            .body
            .iter()
            .enumerate()
            .map(|(number, premise)| {
                let mut variables = Vec::new();
                premise.each_variable(&mut |name| {
                    let variable = names.insert_full(name).0;
                    mentions.resize(names.len(), Vec::new());
                    if mentions[variable].last() != Some(&number) {
                        mentions[variable].push(number);
                        variables.push(variable);
                    }
                });
                let kind = match premise {
                    Premise::Holds(atom) if book.is_dynamic(atom) => ConditionKind::Dynamic,
                    Premise::Fails(atom) if book.is_dynamic(atom) => ConditionKind::Negated,
                    Premise::Holds(atom) | Premise::Fails(atom)
                        if on_demand.contains(book.relation(atom)) =>
                    {
                        ConditionKind::OnDemand
                    }
                    Premise::Reached(atom) if book.magic.contains(book.relation(atom)) => {
                        ConditionKind::Magic
                    }
                    Premise::Holds(_) | Premise::Reached(_) => ConditionKind::Static,
                    Premise::Same(..) => ConditionKind::Same,
                    Premise::Fails(_) | Premise::Differ(..) => ConditionKind::Test,
                };
                if matches!(kind, ConditionKind::Dynamic | ConditionKind::Negated) {
                    variables.iter().for_each(|&variable| dynamic.grow_and_insert(variable));
                }
                Mention { variables, kind }
            })
            .collect();
        Self { names, head, dynamic, conditions, mentions }
    }

    /// The narrowest part that is narrower than the rule when it is cut off, and leaves such a rest. Of
    /// several their [`shape`] decides, so that the order of the conditions does not.
    fn best_cut(
        &self,
        body: &[Premise],
        leaves: Rest,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Cut>, Interrupted> {
        if self.conditions.len() < 2 {
            return Ok(None);
        }
        let mut best: Option<((usize, usize), Cut)> = None;
        for variable in self.dynamic.difference(&self.head) {
            interrupt.check()?;
            let Some((width, cut)) = self.cut(variable, leaves) else { continue };
            let key = (width, cut.kept.len());
            let is_better = best.as_ref().is_none_or(|(least, known)| {
                key < *least || key == *least && shape(body, &cut.inside) < shape(body, &known.inside)
            });
            if is_better {
                best = Some((key, cut));
            }
            // In a long rule the first of the narrowest will do.
            if self.conditions.len() > MOST_COMPARED && matches!(best, Some(((1, 0), _))) {
                break;
            }
        }
        Ok(best.map(|(_, cut)| cut))
    }

    /// The conditions with a variable.
    fn mentions(&self, variable: usize) -> impl Iterator<Item = (usize, &Mention)> {
        self.mentions[variable].iter().map(|&number| (number, &self.conditions[number]))
    }

    /// The part that is needed to eliminate a variable, with the number of variables in its instances.
    fn cut(&self, variable: usize, leaves: Rest) -> Option<(usize, Cut)> {
        let mut all = FixedBitSet::with_capacity(self.names.len());
        let mut own = FixedBitSet::with_capacity(self.names.len());
        let mut inside = FixedBitSet::with_capacity(self.conditions.len());
        for (number, condition) in self.mentions(variable) {
            inside.insert(number);
            all.extend(condition.variables.iter().copied());
        }
        let mut kept = all.clone();
        // Conditions on the variables of the part may belong to it.
        let mut known: FxHashMap<usize, bool> = FxHashMap::default();
        let mut is_within = |(number, condition): (usize, &Mention)| {
            *known.entry(number).or_insert_with(|| condition.is_within(&all))
        };
        for other in all.ones().filter(|&other| !self.head.contains(other)) {
            if self.mentions(other).all(&mut is_within) {
                inside.extend(self.mentions(other).map(|(number, _)| number));
                kept.remove(other);
            }
        }
        for number in inside.ones().filter(|&number| self.conditions[number].is_dynamic()) {
            own.extend(self.conditions[number].variables.iter().copied());
        }
        own.union_with(&kept);
        let mut before = self.dynamic.clone();
        before.union_with(&self.head);
        let mut rest = before.clone();
        rest.difference_with(&all);
        rest.union_with(&kept);
        let before = before.count_ones(..);
        let most = if leaves == Rest::Narrower { before - 1 } else { before };
        if own.count_ones(..) >= before || rest.count_ones(..) > most {
            return None;
        }
        let bounds = self.bounds(&inside, &all)?;
        let names = |set: &FixedBitSet| set.ones().map(|variable| self.names[variable]).collect();
        let cut = Cut { inside: inside.ones().collect(), bounds, kept: names(&kept), variables: names(&all) };
        Some((own.count_ones(..), cut))
    }

    /// Conditions of the rest that a part needs to bind all its variables, and static ones that restrict
    /// them; none if there are none.
    fn bounds(&self, inside: &FixedBitSet, all: &FixedBitSet) -> Option<Vec<usize>> {
        let mut bound = FixedBitSet::with_capacity(self.names.len());
        let joins = |kind: ConditionKind| {
            matches!(kind, ConditionKind::Static | ConditionKind::Dynamic | ConditionKind::Magic)
        };
        for number in inside.ones() {
            if joins(self.conditions[number].kind) {
                bound.extend(self.conditions[number].variables.iter().copied());
            }
        }
        for number in inside.ones().filter(|&number| self.conditions[number].kind == ConditionKind::OnDemand)
        {
            // With fewer values given than in the whole rule it could have far more answers.
            if self.conditions[number].beyond(&bound) > 1 {
                return None;
            }
            bound.extend(self.conditions[number].variables.iter().copied());
        }
        let outside = || (0..self.conditions.len()).filter(|&number| !inside.contains(number));
        let mut bounds = Vec::new();
        for number in outside() {
            let condition = &self.conditions[number];
            let variables = &condition.variables;
            let shares = match condition.kind {
                ConditionKind::Static => condition.is_within(all) && !variables.is_empty(),
                ConditionKind::Magic => condition.beyond(all) < variables.len(),
                _ => false,
            };
            if shares {
                bound.extend(variables.iter().copied());
                bounds.push(number);
            }
        }
        for number in inside.ones().filter(|&number| self.conditions[number].kind == ConditionKind::Same) {
            // The direction of the equality is decided in the whole rule.
            if !self.conditions[number].is_within(&bound) {
                return None;
            }
        }
        while let Some(open) = all.difference(&bound).next() {
            let (binder, condition) = self
                .mentions(open)
                .filter(|(number, condition)| !inside.contains(*number) && joins(condition.kind))
                .min_by_key(|(_, condition)| {
                    let binds = |&&name: &&usize| all.contains(name) && !bound.contains(name);
                    (
                        condition.kind == ConditionKind::Dynamic,
                        condition.beyond(all),
                        std::cmp::Reverse(condition.variables.iter().filter(binds).count()),
                    )
                })?;
            bound.extend(condition.variables.iter().copied());
            bounds.push(binder);
        }
        Some(bounds)
    }
}

impl Rule {
    /// Removes the conditions of a part from the body; the head of the part is made later.
    fn take(&mut self, cut: &Cut, book: &mut Rulebook) -> Rule {
        let mut body: Vec<Premise> = cut.inside.iter().map(|&number| self.body[number].clone()).collect();
        for &number in &cut.bounds {
            let mut premise = self.body[number].clone();
            if let Premise::Holds(atom) | Premise::Reached(atom) = &mut premise {
                atom.args.iter_mut().for_each(|arg| free(arg, &cut.variables, book));
            }
            if let Premise::Holds(atom) = &premise
                && book.is_dynamic(atom)
            {
                premise = Premise::Reached(atom.clone());
            }
            body.push(premise);
        }
        let mut number = 0;
        self.body.retain(|_| {
            number += 1;
            !cut.inside.contains(&(number - 1))
        });
        Rule { head: self.head.clone(), body, origin: self.origin }
    }
}

/// Gives the variables that are not `shared` other names.
fn free(term: &mut Term, shared: &[Symbol], book: &mut Rulebook) {
    match &mut term.kind {
        TermKind::Variable(name) if !shared.contains(name) => {
            let fresh = format!("{} free", book.symbols.name(*name));
            *name = book.symbols.intern(&fresh);
        }
        TermKind::Function(_, args) => args.iter_mut().for_each(|arg| free(arg, shared, book)),
        _ => {}
    }
}

/// A token of the canonical form of a part, with numbered variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Token {
    Condition(u8),
    Name(Symbol, usize),
    Variable(usize),
}

/// The most conditions of a rule whose narrowest parts are all compared.
const MOST_COMPARED: usize = 64;

/// What conditions look like, whatever their names and their order.
fn shape(body: &[Premise], conditions: &[usize]) -> Vec<Vec<(u8, usize)>> {
    let nameless = |token: Token| match token {
        Token::Condition(kind) => (0, usize::from(kind)),
        Token::Name(_, args) => (1, args),
        Token::Variable(number) => (2, number),
    };
    let of_one = |&number: &usize| tokens(&body[number..=number], &[]).into_iter().map(nameless).collect();
    let mut shape: Vec<Vec<(u8, usize)>> = conditions.iter().map(of_one).collect();
    shape.sort_unstable();
    shape
}

/// The canonical form of a part, equal for parts that differ only in the names of variables.
fn tokens(body: &[Premise], kept: &[Symbol]) -> Vec<Token> {
    fn add(term: &Term, numbers: &mut IndexSet<Symbol, FxBuildHasher>, tokens: &mut Vec<Token>) {
        tokens.push(match &term.kind {
            TermKind::Variable(name) => Token::Variable(numbers.insert_full(*name).0),
            // A function without arguments is not a constant.
            TermKind::Constant(name) => Token::Name(*name, 0),
            TermKind::Function(name, args) => Token::Name(*name, 1 + args.len()),
        });
        if let TermKind::Function(_, args) = &term.kind {
            args.iter().for_each(|arg| add(arg, numbers, tokens));
        }
    }
    let mut numbers: IndexSet<Symbol, FxBuildHasher> = IndexSet::default();
    let mut tokens = Vec::new();
    for premise in body {
        tokens.push(Token::Condition(match premise {
            Premise::Holds(_) => 0,
            Premise::Fails(_) => 1,
            Premise::Differ(..) => 2,
            Premise::Same(..) => 3,
            Premise::Reached(_) => 4,
        }));
        match premise {
            Premise::Holds(atom) | Premise::Fails(atom) | Premise::Reached(atom) => {
                tokens.push(Token::Name(atom.name, atom.args.len()));
            }
            Premise::Differ(..) | Premise::Same(..) => {}
        }
        premise.condition().each_term(&mut |term| add(term, &mut numbers, &mut tokens));
    }
    tokens.extend(kept.iter().map(|&name| Token::Variable(numbers.insert_full(name).0)));
    tokens
}
