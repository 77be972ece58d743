//! Builds the grounding from the atoms that are not constant.

use std::collections::BTreeMap;
use std::ops::Range;

use gdl::{Interrupt, Interrupted, Keyword};
use rustc_hash::FxHashMap;

use crate::ground::instances::{Instances, sort_from};
use crate::ground::rules::Input;
use crate::ground::simplify::{Bodies, TruthBounds};
use crate::grounding::{AtomId, Definitions, Grounding, Literal};
use crate::relation::Relation;
use crate::terms::Lease;
use crate::{Reasoner, TermId};

/// Builds a grounding of what the outputs need.
pub(crate) struct GroundingBuilder<'a> {
    instances: &'a Instances,
    known: &'a TruthBounds,
    bodies: Bodies<'a>,
    /// The atom that each atom is equivalent to; most are equivalent to no other.
    resolved: Vec<u32>,
    interrupt: &'a Interrupt<'a>,
    /// The final number of each atom that has one.
    numbers: Vec<Option<AtomId>>,
    definitions: Definitions,
    always: Option<AtomId>,
    never: Option<AtomId>,
}

/// Rows of a keyword's relation: a term and the number of the atom.
type Rows = Vec<(TermId, u32)>;

impl<'a> GroundingBuilder<'a> {
    pub(crate) fn new(
        instances: &'a Instances,
        known: &'a TruthBounds,
        interrupt: &'a Interrupt<'a>,
    ) -> Result<Self, Interrupted> {
        let bodies = Bodies::new(instances, known, interrupt)?;
        Ok(Self {
            instances,
            known,
            resolved: resolved(&bodies, instances.atoms(), interrupt)?,
            bodies,
            interrupt,
            numbers: vec![None; instances.atoms()],
            definitions: Definitions::default(),
            always: None,
            never: None,
        })
    }

    pub(crate) fn grounding(
        mut self,
        relations: &[Relation],
        input: &Input<'_>,
        initial: &[u32],
        terms: &Lease<'_>,
    ) -> Result<Grounding, Interrupted> {
        let reasoner = input.reasoner;
        let sorted = |keyword| self.sorted(keyword, relations, reasoner, terms);
        let fluents = sorted(Keyword::True)?.remove(&None).unwrap_or_default();
        let of_roles = |keyword| -> Result<Vec<Rows>, Interrupted> {
            let mut rows = sorted(keyword)?;
            let roles = reasoner.roles().iter();
            Ok(roles.map(|&role| rows.remove(&Some(role)).unwrap_or_default()).collect())
        };
        let moves = of_roles(Keyword::Does)?;
        let legal = of_roles(Keyword::Legal)?;
        let goals = of_roles(Keyword::Goal)?;
        let percepts = of_roles(Keyword::Sees)?;
        let next = sorted(Keyword::Next)?.remove(&None).unwrap_or_default();
        let next: FxHashMap<TermId, u32> = next.into_iter().collect();
        let terminal = self.instances.atoms_of(Keyword::Terminal as usize).next();

        let outputs: Vec<u32> = (percepts.iter().flatten().map(|&(_, atom)| atom))
            .chain(next.values().copied())
            .chain(legal.iter().chain(&goals).flatten().map(|&(_, atom)| atom))
            .chain(terminal)
            .collect();
        let inputs: Vec<u32> = fluents.iter().chain(moves.iter().flatten()).map(|&(_, atom)| atom).collect();
        self.number(&inputs, &outputs, relations, input)?;

        let next = fluents.iter().map(|(fluent, _)| self.atom(next.get(fluent).copied())).collect();
        let legal = legal
            .iter()
            .map(|moves| moves.iter().map(|&(_, atom)| self.atom(Some(atom))).collect())
            .collect();
        let terminal = self.atom(terminal);
        let mut named = |of_roles: Vec<Rows>| -> Vec<Vec<(TermId, AtomId)>> {
            let of_role =
                |rows: &Rows| rows.iter().map(|&(term, atom)| (term, self.atom(Some(atom)))).collect();
            of_roles.iter().map(of_role).collect()
        };
        let (goals, percepts) = (named(goals), named(percepts));
        let terms_of = |rows: &Rows| -> Vec<TermId> { rows.iter().map(|&(term, _)| term).collect() };
        let mut holds = vec![false; self.instances.atoms()];
        initial.iter().for_each(|&atom| holds[atom as usize] = true);
        Ok(Grounding {
            roles: reasoner.roles().to_vec(),
            initial: fluents.iter().map(|&(_, atom)| holds[atom as usize]).collect(),
            fluents: terms_of(&fluents),
            moves: moves.iter().map(terms_of).collect(),
            next,
            legal,
            terminal,
            goals,
            hides: reasoner.hides(),
            percepts,
            definitions: self.definitions,
        })
    }

    /// The possible rows of a keyword's relation by their roles, or all of them where it has no roles; those
    /// of each role are sorted by text.
    fn sorted(
        &self,
        keyword: Keyword,
        relations: &[Relation],
        reasoner: &Reasoner,
        terms: &Lease<'_>,
    ) -> Result<FxHashMap<Option<TermId>, Rows>, Interrupted> {
        let mut by_text: FxHashMap<Option<TermId>, BTreeMap<&str, (TermId, u32)>> = FxHashMap::default();
        for (number, row) in (0..).zip(relations[keyword as usize].rows()) {
            self.interrupt.check()?;
            let atom = self.instances.atom(keyword, number);
            let (role, term) = match *row {
                [role, term] => (Some(role), term),
                [term] => (None, term),
                _ => continue,
            };
            if self.known.possible[atom as usize] {
                // Terms of the same text are the same.
                by_text.entry(role).or_default().insert(terms.text(term, &reasoner.symbols), (term, atom));
            }
        }
        Ok(by_text.into_iter().map(|(role, rows)| (role, rows.into_values().collect())).collect())
    }

    /// Numbers and defines the inputs and all atoms that the outputs need.
    fn number(
        &mut self,
        inputs: &[u32],
        outputs: &[u32],
        relations: &[Relation],
        input: &Input<'_>,
    ) -> Result<(), Interrupted> {
        let mut count = 0;
        let mut fresh = || {
            count += 1;
            Some(AtomId(count - 1))
        };
        inputs.iter().for_each(|&input| self.numbers[input as usize] = fresh());
        let (mut derived, mut bodies, mut literals) = (Vec::new(), 0, 0);
        let mut stack: Vec<u32> = outputs.to_vec();
        while let Some(atom) = stack.pop() {
            self.interrupt.check()?;
            let atom = self.resolve(atom);
            let open = self.known.possible[atom as usize] && !self.known.certain[atom as usize];
            if open && self.numbers[atom as usize].is_none() {
                self.numbers[atom as usize] = fresh();
                derived.push(atom);
                for &body in self.bodies.of_atom(atom) {
                    let before = stack.len();
                    stack.extend(self.bodies.literals(body).map(|literal| literal.atom() as u32));
                    bodies += 1;
                    literals += stack.len() - before;
                }
            }
        }
        self.definitions = Definitions::of_inputs(inputs.len());
        self.definitions.reserve(derived.len(), bodies, literals);
        let (mut literals, mut bodies) = (Vec::new(), Vec::new());
        for atom in derived {
            self.interrupt.check()?;
            literals.clear();
            bodies.clear();
            for &body in self.bodies.of_atom(atom) {
                bodies.extend(self.body(body, &mut literals));
            }
            let of = |body: &Range<usize>| &literals[body.clone()];
            bodies.sort_unstable_by(|a, b| of(a).cmp(of(b)));
            bodies.dedup_by(|a, b| of(a) == of(b));
            self.definitions.push_atom(bodies.iter().map(|body| of(body).iter().copied()));
            let (relation, row) = self.instances.row_of(atom);
            // The relations beyond those of the rulesheet are auxiliary, and so are those of its parts: no
            // name of a rulesheet contains a space.
            let known = input.program.predicates.get_index(relation);
            if let Some(predicate) = known.filter(|known| !input.symbols.name(known.name).contains(' ')) {
                self.definitions.name_last(predicate.name, relations[relation].row(row));
            }
        }
        Ok(())
    }

    /// Adds the literals of a body, and tells where they are; adds none if they are contradictory.
    fn body(&self, body: u32, literals: &mut Vec<Literal>) -> Option<Range<usize>> {
        let start = literals.len();
        literals.extend(self.bodies.literals(body).map(|literal| {
            match self.numbers[self.resolve(literal.atom() as u32) as usize] {
                Some(atom) => Literal { atom, negated: literal.negated() },
                None => unreachable!("what a needed atom depends on was numbered with it"),
            }
        }));
        sort_from(start, literals);
        if literals[start..].windows(2).any(|pair| pair[0].atom == pair[1].atom) {
            literals.truncate(start);
            return None;
        }
        Some(start..literals.len())
    }

    /// The atom that an atom is equivalent to.
    fn resolve(&self, atom: u32) -> u32 {
        self.resolved[atom as usize]
    }

    /// The final number of an atom, or of its constant value.
    fn atom(&mut self, atom: Option<u32>) -> AtomId {
        match atom.map(|atom| self.resolve(atom)) {
            Some(atom) if self.known.certain[atom as usize] => {
                *self.always.get_or_insert_with(|| self.definitions.push_atom([[]]))
            }
            Some(atom) if self.known.possible[atom as usize] => match self.numbers[atom as usize] {
                Some(number) => number,
                None => unreachable!("every output was numbered"),
            },
            _ => {
                let none: [[Literal; 0]; 0] = [];
                *self.never.get_or_insert_with(|| self.definitions.push_atom(none))
            }
        }
    }
}

/// The atom that each atom is equivalent to: that which its only body consists of, and so on; otherwise the
/// atom itself.
fn resolved(bodies: &Bodies<'_>, atoms: usize, interrupt: &Interrupt<'_>) -> Result<Vec<u32>, Interrupted> {
    let only = |atom: u32| {
        let &[body] = bodies.of_atom(atom) else { return atom };
        let mut literals = bodies.literals(body);
        match (literals.next(), literals.next()) {
            (Some(literal), None) if !literal.negated() => literal.atom() as u32,
            _ => atom,
        }
    };
    let mut resolved: Vec<u32> = interrupt.list(atoms, |atom| only(atom as u32))?;
    for first in 0..atoms {
        interrupt.check()?;
        // This ends: the atoms of a cycle would not be possible.
        let mut last = resolved[first];
        while resolved[last as usize] != last {
            last = resolved[last as usize];
        }
        let mut at = first;
        while resolved[at] != last {
            at = std::mem::replace(&mut resolved[at], last) as usize;
        }
    }
    Ok(resolved)
}
