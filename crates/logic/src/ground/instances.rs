//! Turns rows of relations into numbered atoms and their bodies.

use gdl::{Interrupt, Interrupted, Keyword};

use crate::TermId;
use crate::ground::relax::{AtomTemplate, Relaxed};
use crate::ground::rules::{OUTPUTS, Rulebook};
use crate::join::find;
use crate::relation::{Relation, RelationId};
use crate::terms::Lease;

/// Twice the number of an atom, plus one if it is negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RawLiteral(pub(crate) u32);

impl RawLiteral {
    fn new(atom: u32, negated: bool) -> Self {
        Self(atom << 1 | u32::from(negated))
    }

    pub(crate) fn atom(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn negated(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Instances of rules as conjunctions of literals over numbered atoms.
#[derive(Default)]
pub(crate) struct Instances {
    /// The atom that each body derives.
    pub(crate) heads: Vec<u32>,
    /// Where each body ends in `literals`.
    pub(crate) ends: Vec<u32>,
    pub(crate) literals: Vec<RawLiteral>,
    /// The number of the first atom of each relation, and as the last element the number of atoms.
    pub(crate) firsts: Vec<u32>,
}

impl Instances {
    /// Numbers the rows of all relations as atoms, and turns the rows of instance relations into bodies.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(crate) fn new(
        rules: &[Relaxed],
        book: &Rulebook,
        relations: &mut [Relation],
        terms: &Lease<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let mut instances = Self::default();
        let mut lists = vec![false; relations.len()];
        rules.iter().for_each(|rule| lists[rule.instances] = true);
        let mut atoms = 0;
        for (relation, rows) in relations.iter().enumerate() {
            instances.firsts.push(atoms);
            atoms += if lists[relation] { 0 } else { rows.len() };
        }
        instances.firsts.push(atoms);
        for keyword in OUTPUTS.map(|keyword| keyword as usize) {
            if book.is_static.contains(keyword) {
                for atom in instances.atoms_of(keyword) {
                    instances.push(atom);
                }
            }
        }
        let sizes = rules.iter().map(|rule| (relations[rule.instances].len() as usize, rule.literals.len()));
        let (rows, literals) =
            sizes.fold((0, 0), |(rows, all), (own, literals)| (rows + own, all + own * literals));
        instances.heads.reserve(rows);
        instances.ends.reserve(rows);
        instances.literals.reserve(literals);
        for rule in rules {
            let rows = std::mem::take(&mut relations[rule.instances]);
            for slots in rows.rows() {
                interrupt.check()?;
                instances.add(rule, slots, relations, terms);
            }
        }
        Ok(instances)
    }

    /// The numbers of the atoms of a relation.
    pub(crate) fn atoms_of(&self, relation: RelationId) -> std::ops::Range<u32> {
        self.firsts[relation]..self.firsts[relation + 1]
    }

    /// The number of atoms.
    pub(crate) fn atoms(&self) -> usize {
        self.firsts.last().map_or(0, |&atoms| atoms as usize)
    }

    /// The atom of a row of a keyword's relation.
    pub(crate) fn atom(&self, keyword: Keyword, row: u32) -> u32 {
        self.firsts[keyword as usize] + row
    }

    /// The relation of an atom, and its row there.
    pub(crate) fn row_of(&self, atom: u32) -> (RelationId, u32) {
        // Relations without atoms start where the next one does.
        let relation = self.firsts.partition_point(|&first| first <= atom) - 1;
        (relation, atom - self.firsts[relation])
    }

    /// The literals of a body.
    pub(crate) fn body(&self, body: usize) -> &[RawLiteral] {
        let start = if body == 0 { 0 } else { self.ends[body - 1] };
        &self.literals[start as usize..self.ends[body] as usize]
    }

    /// Ends a body.
    fn push(&mut self, head: u32) {
        self.heads.push(head);
        self.ends.push(self.literals.len() as u32);
    }

    fn add(&mut self, rule: &Relaxed, slots: &[TermId], relations: &[Relation], terms: &Lease<'_>) {
        let start = self.literals.len();
        for (template, negated) in &rule.literals {
            match self.find(template, slots, relations, terms) {
                Some(atom) => self.literals.push(RawLiteral::new(atom, *negated)),
                // An atom that is not reachable never holds.
                None if *negated => {}
                None => unreachable!("an instance is joined from rows that are there"),
            }
        }
        sort_from(start, &mut self.literals);
        if self.literals[start..].windows(2).any(|pair| pair[0].atom() == pair[1].atom()) {
            // An atom and its negation.
            self.literals.truncate(start);
            return;
        }
        match self.find(&rule.head, slots, relations, terms) {
            Some(head) => self.push(head),
            None => unreachable!("an instance's conclusion was added with it"),
        }
    }

    fn find(
        &self,
        template: &AtomTemplate,
        slots: &[TermId],
        relations: &[Relation],
        terms: &Lease<'_>,
    ) -> Option<u32> {
        let mut row = smallvec::SmallVec::<[TermId; 8]>::new();
        for cell in &template.cells {
            row.push(find(cell, slots, terms)?);
        }
        let position = relations[template.relation].position(&row)?;
        Some(self.firsts[template.relation] + position)
    }
}

/// Sorts the elements of a list from one on, and keeps each once.
pub(crate) fn sort_from<T: Ord + Copy>(start: usize, list: &mut Vec<T>) {
    list[start..].sort_unstable();
    let mut kept = start;
    for at in start..list.len() {
        if kept == start || list[kept - 1] != list[at] {
            list[kept] = list[at];
            kept += 1;
        }
    }
    list.truncate(kept);
}
