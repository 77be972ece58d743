//! Drops lists of what a path has visited.
//!
//! Rules for paths often remember the nodes visited, so that a search for a path ends:
//!
//! ```text
//! path(X, Y, L) <- name(X, N), insert(N, L, M), on(X, Y, M)
//! on(X, Y, M) <- edge(X, Y), list(M)
//! on(X, Y, M) <- edge(X, Z), path(Z, Y, M)
//! ```
//!
//! with as many lists as there are ways to visit nodes. But there is a path from `X` to `Y` that visits no
//! node twice exactly if there is any: of all derivations without lists, a shortest one does not come twice
//! to one atom. So a condition `path(a, b, nil)` holds with or without the list if the following is proven,
//! as it is here by the form of the rules. Rules of another form, such as two that insert an element, keep
//! their lists.
//!
//! - The rules of some relations pass a list on, each to one condition at most, and require nothing else of
//!   it but that it is a list. All other rules give an empty one.
//! - One rule inserts an element into the list. The element tells, by a static relation, all arguments of the
//!   rule's head but those that stay the same all the way. So whenever an element comes a second time, so
//!   does the atom.
//! - An element that is not in a list can be inserted, for all elements and lists of different elements.

use gdl::{Atom, Clause, Condition, Interrupt, Interrupted, Keyword, Symbol, Term, TermKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::TermId;
use crate::compiler::relation_id;
use crate::ground::rules::{Input, Premise, Rule, Rulebook, same};
use crate::relation::{Relation, RelationId};

/// The most conditions of a rule that is looked at.
const MOST_CONDITIONS: usize = 64;

/// Rewrites the rules without lists of what was visited.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn drop_histories(
    mut rules: Vec<Rule>,
    book: &mut Rulebook,
    input: &Input<'_>,
    interrupt: &Interrupt<'_>,
) -> Result<Vec<Rule>, Interrupted> {
    while let Some(history) = History::find(&rules, book, input, interrupt)? {
        let names: FxHashMap<RelationId, Symbol> =
            history.columns.keys().map(|&relation| (relation, book.new_name())).collect();
        for rule in &mut rules {
            if let Some(&column) = history.columns.get(&book.relation(&rule.head)) {
                let lists = history.lists(&rule.head.args[column], rule, book);
                rule.body.retain(|premise| {
                    let is_passed = premise_atom(premise).is_some_and(|atom| history.is_path(atom, book));
                    is_passed || !mentions(premise, &lists)
                });
            }
            let atoms = rule.body.iter_mut().filter_map(|premise| match premise {
                Premise::Holds(atom) | Premise::Fails(atom) => Some(atom),
                _ => None,
            });
            for atom in std::iter::once(&mut rule.head).chain(atoms) {
                let relation = book.relation(atom);
                if let Some(&column) = history.columns.get(&relation) {
                    atom.args.remove(column);
                    atom.name = names[&relation];
                    book.predicates.insert(atom.predicate());
                }
            }
        }
    }
    Ok(rules)
}

/// Relations with a list of what was visited.
struct History {
    /// The column of the list in each of the relations.
    columns: FxHashMap<RelationId, usize>,
    insertion: Insertion,
}

/// The condition that inserts an element into a list.
struct Insertion {
    atom: Atom,
    /// The columns of the element, the list, and the list with the element.
    columns: [usize; 3],
}

impl Insertion {
    fn variable(&self, place: usize) -> Symbol {
        match self.atom.args[self.columns[place]].kind {
            TermKind::Variable(name) => name,
            _ => unreachable!("all three arguments are variables"),
        }
    }
}

impl History {
    /// A history of which it is proven that it can be dropped.
    fn find(
        rules: &[Rule],
        book: &Rulebook,
        input: &Input<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Option<Self>, Interrupted> {
        for rule in rules.iter().filter(|rule| rule.body.len() <= MOST_CONDITIONS) {
            let atoms = rule.body.iter().filter_map(|premise| match premise {
                Premise::Holds(atom) if atom.args.len() == 3 && !book.is_dynamic(atom) => Some(atom),
                _ => None,
            });
            for atom in atoms {
                interrupt.check_now()?;
                let Some(insertion) = insertion(rule, atom, book) else { continue };
                let Some(columns) = columns(rule, &insertion, rules, book, interrupt)? else { continue };
                let history = Self { columns, insertion };
                if history.is_idle(rule, rules, book, input).is_some() {
                    return Ok(Some(history));
                }
            }
        }
        Ok(None)
    }

    fn is_path(&self, atom: &Atom, book: &Rulebook) -> bool {
        self.columns.contains_key(&book.relation(atom))
    }

    /// The variables of a rule that are lists: that of its head, and that which it inserts into.
    fn lists(&self, own: &Term, rule: &Rule, book: &Rulebook) -> Vec<Symbol> {
        let TermKind::Variable(own) = own.kind else { return Vec::new() };
        let inserts = |premise: &Premise| premise_atom(premise).is_some_and(|atom| self.inserts(atom, book));
        let longer = rule.body.iter().any(inserts).then(|| self.insertion.variable(2));
        std::iter::once(own).chain(longer).collect()
    }

    /// Whether an atom is the insertion.
    fn inserts(&self, atom: &Atom, book: &Rulebook) -> bool {
        book.relation(atom) == book.relation(&self.insertion.atom) && same(atom, &self.insertion.atom)
    }

    /// Something, if the lists make no difference to what other rules ask for.
    fn is_idle(&self, inserting: &Rule, rules: &[Rule], book: &Rulebook, input: &Input<'_>) -> Option<()> {
        let mut types = FxHashSet::default();
        let mut insertions = 0;
        let mut empty = None;
        for rule in rules {
            if let Some(&column) = self.columns.get(&book.relation(&rule.head)) {
                insertions += self.examine(rule, column, book, &mut types)?;
                continue;
            }
            for atom in rule.body.iter().filter_map(premise_atom) {
                let Some(&column) = self.columns.get(&book.relation(atom)) else { continue };
                let TermKind::Constant(name) = atom.args[column].kind else { return None };
                if *empty.get_or_insert(name) != name {
                    return None;
                }
            }
        }
        if insertions != 1 {
            return None;
        }
        let elements = self.elements(inserting, rules, book, input)?;
        let definitions = ListDefinitions { book, input, elements: &elements, empty: empty? };
        let function = definitions.inserted(&self.insertion, &mut types)?;
        types.iter().all(|&relation| definitions.has_all_lists(relation, function)).then_some(())
    }

    /// Examines what a rule requires of its lists; collects the static relations that they must be in, and
    /// tells the number of insertions.
    fn examine(
        &self,
        rule: &Rule,
        column: usize,
        book: &Rulebook,
        types: &mut FxHashSet<RelationId>,
    ) -> Option<usize> {
        let lists = self.lists(&rule.head.args[column], rule, book);
        let own = *lists.first()?;
        let passed = *lists.last()?;
        let only_at = |atom: &Atom, column: usize, name: Symbol| {
            let others = atom.args.iter().enumerate().filter(|&(other, _)| other != column);
            is_variable(&atom.args[column], name) && others.clone().all(|(_, arg)| !has_any(arg, &lists))
        };
        let (mut insertions, mut paths) = (0, 0);
        if !only_at(&rule.head, column, own) {
            return None;
        }
        for premise in &rule.body {
            match premise {
                Premise::Holds(atom) if self.is_path(atom, book) => {
                    paths += 1;
                    let column = self.columns[&book.relation(atom)];
                    (only_at(atom, column, passed) && paths == 1).then_some(())?;
                }
                Premise::Fails(atom) if self.is_path(atom, book) => return None,
                Premise::Holds(atom) if self.inserts(atom, book) => insertions += 1,
                Premise::Holds(atom) if atom.args.len() == 1 && mentions(premise, &lists) => {
                    (!book.is_dynamic(atom) && lists.iter().any(|&list| is_variable(&atom.args[0], list)))
                        .then(|| types.insert(book.relation(atom)))?;
                }
                _ if mentions(premise, &lists) => return None,
                _ => {}
            }
        }
        // What is inserted into is the list of the head.
        (insertions == 0 || own == self.insertion.variable(1)).then_some(insertions)
    }

    /// The elements, if each tells the arguments of the inserting rule's head but those that stay the same.
    fn elements(
        &self,
        inserting: &Rule,
        rules: &[Rule],
        book: &Rulebook,
        input: &Input<'_>,
    ) -> Option<FxHashSet<TermId>> {
        let element = self.insertion.variable(0);
        let (name, column) = inserting.body.iter().find_map(|premise| {
            let Premise::Holds(atom) = premise else { return None };
            let listed = !book.is_dynamic(atom) && !input.program.on_demand.contains(book.relation(atom));
            let mut names = FxHashSet::default();
            let different = atom
                .args
                .iter()
                .all(|arg| matches!(arg.kind, TermKind::Variable(name) if names.insert(name)));
            let column = atom.args.iter().position(|arg| is_variable(arg, element))?;
            (listed && different).then_some((atom, column))
        })?;
        let rows = &input.program.statics[book.relation(name)];
        let elements: FxHashSet<TermId> = rows.rows().map(|row| row[column]).collect();
        if elements.len() != rows.len() as usize {
            return None;
        }
        let relation = book.relation(&inserting.head);
        let told = |arg: &Term| name.args.iter().any(|other| other.kind == arg.kind);
        let others = inserting.head.args.iter().enumerate();
        let kept: Vec<usize> = others
            .filter(|&(column, arg)| column != self.columns[&relation] && !told(arg))
            .map(|(column, _)| column)
            .collect();
        self.stay(relation, kept, rules, book).then_some(elements)
    }

    /// Whether the arguments of a relation in these columns are the same whenever a path comes to it again.
    fn stay(&self, relation: RelationId, kept: Vec<usize>, rules: &[Rule], book: &Rulebook) -> bool {
        let mut places: FxHashMap<RelationId, Vec<usize>> = FxHashMap::from_iter([(relation, kept.clone())]);
        let mut waiting = vec![(relation, kept)];
        while let Some((relation, kept)) = waiting.pop() {
            for rule in rules.iter().filter(|rule| book.relation(&rule.head) == relation) {
                let path = rule.body.iter().filter_map(premise_atom).find(|atom| self.is_path(atom, book));
                let Some(path) = path else { continue };
                let place = |&column: &usize| match rule.head.args[column].kind {
                    TermKind::Variable(name) => path.args.iter().position(|arg| is_variable(arg, name)),
                    _ => None,
                };
                let Some(passed) = kept.iter().map(place).collect::<Option<Vec<usize>>>() else {
                    return false;
                };
                let next = book.relation(path);
                match places.get(&next) {
                    Some(known) if *known != passed => return false,
                    Some(_) => {}
                    None => {
                        places.insert(next, passed.clone());
                        waiting.push((next, passed));
                    }
                }
            }
        }
        true
    }
}

/// The insertion that an atom of three variables is in a rule: one is in the head, one is in a dynamic
/// condition, the third is the element.
fn insertion(rule: &Rule, atom: &Atom, book: &Rulebook) -> Option<Insertion> {
    let name = |column: usize| match atom.args[column].kind {
        TermKind::Variable(name) => Some(name),
        _ => None,
    };
    let names = [name(0)?, name(1)?, name(2)?];
    if names[0] == names[1] || names[1] == names[2] || names[0] == names[2] {
        return None;
    }
    let in_head = |name: Symbol| rule.head.args.iter().any(|arg| is_variable(arg, name));
    let passed = |name: Symbol| {
        let mut dynamic = rule.body.iter().filter_map(premise_atom).filter(|atom| book.is_dynamic(atom));
        dynamic.any(|atom| atom.args.iter().any(|arg| is_variable(arg, name)))
    };
    let list = (0..3).find(|&column| in_head(names[column]) && !passed(names[column]))?;
    let longer = (0..3).find(|&column| column != list && !in_head(names[column]) && passed(names[column]))?;
    let element = 3 - list - longer;
    Some(Insertion { atom: atom.clone(), columns: [element, list, longer] })
}

/// The relations that pass the list on, with its column in each.
fn columns(
    inserting: &Rule,
    insertion: &Insertion,
    rules: &[Rule],
    book: &Rulebook,
    interrupt: &Interrupt<'_>,
) -> Result<Option<FxHashMap<RelationId, usize>>, Interrupted> {
    let column_of = |atom: &Atom, name: Symbol| atom.args.iter().position(|arg| is_variable(arg, name));
    let mut columns = FxHashMap::default();
    let first = column_of(&inserting.head, insertion.variable(1));
    let Some(first) = first.map(|column| (book.relation(&inserting.head), column)) else { return Ok(None) };
    let mut waiting = vec![first];
    while let Some((relation, column)) = waiting.pop() {
        interrupt.check_now()?;
        // The relations of keywords are asked for by others than rules.
        if relation < Keyword::ALL.len() {
            return Ok(None);
        }
        match columns.insert(relation, column) {
            Some(known) if known != column => return Ok(None),
            Some(_) => continue,
            None => {}
        }
        for rule in rules.iter().filter(|rule| book.relation(&rule.head) == relation) {
            let TermKind::Variable(own) = rule.head.args[column].kind else { return Ok(None) };
            let lists = [own, insertion.variable(2)];
            let known = if std::ptr::eq(rule, inserting) { &lists[..] } else { &lists[..1] };
            for atom in rule.body.iter().filter_map(premise_atom).filter(|atom| book.is_dynamic(atom)) {
                let column = known.iter().find_map(|&name| column_of(atom, name));
                waiting.extend(column.map(|column| (book.relation(atom), column)));
            }
        }
    }
    Ok(Some(columns))
}

/// What is known of the static relations on lists.
struct ListDefinitions<'a> {
    book: &'a Rulebook,
    input: &'a Input<'a>,
    elements: &'a FxHashSet<TermId>,
    /// The empty list.
    empty: Symbol,
}

impl ListDefinitions<'_> {
    fn clauses(&self, relation: RelationId) -> impl Iterator<Item = &Clause<'_>> {
        let predicates = &self.book.predicates;
        self.input.clauses.iter().filter(move |clause| relation_id(predicates, clause.head) == relation)
    }

    /// The function of lists, if every element can be inserted into every list of others; adds the relations
    /// that lists must be in for that.
    fn inserted(&self, insertion: &Insertion, types: &mut FxHashSet<RelationId>) -> Option<Symbol> {
        let relation = self.book.relation(&insertion.atom);
        let parts = |atom: &'_ Atom| insertion.columns.map(|column| atom.args[column].kind.clone());
        // insert(E, nil, list(E, nil))
        let function = self.clauses(relation).find_map(|clause| {
            let [TermKind::Variable(element), TermKind::Constant(empty), TermKind::Function(function, args)] =
                parts(clause.head)
            else {
                return None;
            };
            let [head, tail] = args.as_slice() else { return None };
            let fits = empty == self.empty && is_variable(head, element) && self.is_empty(tail);
            (fits && clause.body.iter().all(|condition| self.has_elements(condition, &[element])))
                .then_some(function)
        })?;
        // insert(E, list(H, T), list(H, N)) <- different(E, H), insert(E, T, N)
        self.clauses(relation).find_map(|clause| {
            let [TermKind::Variable(element), list, longer] = parts(clause.head) else { return None };
            let [(head, tail), (same_head, more)] =
                [self.node(&list, function)?, self.node(&longer, function)?];
            if head != same_head || FxHashSet::from_iter([element, head, tail, more]).len() != 4 {
                return None;
            }
            let mut required = Vec::new();
            for condition in &clause.body {
                match *condition {
                    Condition::Holds(atom) if relation_id(&self.book.predicates, atom) == relation => {
                        let passed = [element, tail, more];
                        let columns = insertion.columns.iter().zip(passed);
                        columns
                            .clone()
                            .all(|(&column, name)| is_variable(&atom.args[column], name))
                            .then_some(())?;
                    }
                    Condition::Differ(a, b) => {
                        (is_variable(a, element) && is_variable(b, head)
                            || is_variable(b, element) && is_variable(a, head))
                        .then_some(())?;
                    }
                    Condition::Holds(atom)
                        if atom.args.len() == 1
                            && !self.book.is_dynamic(atom)
                            && (is_variable(&atom.args[0], tail) || is_variable(&atom.args[0], more)) =>
                    {
                        required.push(self.book.relation(atom));
                    }
                    _ => self.has_elements(condition, &[element, head]).then_some(())?,
                }
            }
            types.extend(required);
            Some(function)
        })
    }

    /// The variables of a term `list(H, T)`.
    fn node(&self, list: &TermKind, function: Symbol) -> Option<(Symbol, Symbol)> {
        let TermKind::Function(name, args) = list else { return None };
        let [Term { kind: TermKind::Variable(head), .. }, Term { kind: TermKind::Variable(tail), .. }] =
            args.as_slice()
        else {
            return None;
        };
        (*name == function).then_some((*head, *tail))
    }

    /// Whether a static relation has all lists of elements, up to as many as there are.
    fn has_all_lists(&self, relation: RelationId, function: Symbol) -> bool {
        let mut lengths = FxHashSet::default();
        let mut any_longer = false;
        for clause in self.clauses(relation) {
            let mut names = Vec::new();
            let mut rest = &clause.head.args[0];
            while let TermKind::Function(name, args) = &rest.kind
                && *name == function
                && let [Term { kind: TermKind::Variable(head), .. }, tail] = args.as_slice()
            {
                names.push(*head);
                rest = tail;
            }
            let different = FxHashSet::from_iter(names.iter().copied()).len() == names.len();
            let is_same = |condition: &Condition<'_>| {
                matches!((condition, &rest.kind), (Condition::Holds(atom), &TermKind::Variable(tail))
                    if relation_id(&self.book.predicates, atom) == relation && is_variable(&atom.args[0], tail) && !names.contains(&tail))
            };
            let fits = |condition: &Condition<'_>| self.has_elements(condition, &names);
            if !different {
                continue;
            } else if self.is_empty(rest) {
                if clause.body.iter().all(fits) {
                    lengths.insert(names.len());
                }
            } else if names.len() == 1 && clause.body.iter().any(is_same) {
                any_longer |= clause.body.iter().all(|condition| is_same(condition) || fits(condition));
            }
        }
        lengths.contains(&0)
            && (any_longer || (0..=self.elements.len()).all(|length| lengths.contains(&length)))
    }

    fn is_empty(&self, term: &Term) -> bool {
        matches!(term.kind, TermKind::Constant(name) if name == self.empty)
    }

    /// Whether a condition says that one of these variables is in a list that has all elements.
    fn has_elements(&self, condition: &Condition<'_>, names: &[Symbol]) -> bool {
        let Condition::Holds(atom) = condition else { return false };
        let relation = self.book.relation(atom);
        let Some(rows) = self.listed(relation) else { return false };
        let of_one = names.iter().any(|&name| atom.args.len() == 1 && is_variable(&atom.args[0], name));
        of_one && self.elements.iter().all(|&element| rows.contains(&[element]))
    }

    fn listed(&self, relation: RelationId) -> Option<&Relation> {
        let program = self.input.program;
        let listed = program.is_static.contains(relation) && !program.on_demand.contains(relation);
        listed.then(|| &program.statics[relation])
    }
}

fn premise_atom(premise: &Premise) -> Option<&Atom> {
    match premise {
        Premise::Holds(atom) | Premise::Fails(atom) | Premise::Reached(atom) => Some(atom),
        Premise::Differ(..) | Premise::Same(..) => None,
    }
}

fn is_variable(term: &Term, name: Symbol) -> bool {
    term.kind == TermKind::Variable(name)
}

fn has_any(term: &Term, names: &[Symbol]) -> bool {
    let mut any = false;
    term.each_variable(&mut |name, _| any |= names.contains(&name));
    any
}

fn mentions(premise: &Premise, names: &[Symbol]) -> bool {
    let mut any = false;
    premise.each_variable(&mut |name| any |= names.contains(&name));
    any
}
