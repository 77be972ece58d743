//! Turns rows of relations into numbered atoms and their bodies.

use fixedbitset::FixedBitSet;
use gdl::{Interrupt, Interrupted, Keyword};

use crate::TermId;
use crate::ground::reach::AtomRows;
use crate::ground::relax::Relaxed;
use crate::ground::rules::{OUTPUTS, Rulebook};
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
        needed: &FixedBitSet,
        (relations, atom_rows): (&mut [Relation], Vec<AtomRows>),
        terms: &Lease<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let mut instances = Self::default();
        let mut atoms = 0;
        for (relation, rows) in relations.iter().enumerate() {
            instances.firsts.push(atoms);
            atoms += if needed.contains(relation) { rows.len() } else { 0 };
        }
        instances.firsts.push(atoms);
        for keyword in OUTPUTS.map(|keyword| keyword as usize) {
            if book.is_static.contains(keyword) {
                for atom in instances.atoms_of(keyword) {
                    instances.push(atom);
                }
            }
        }
        let counts: Vec<usize> = rules
            .iter()
            .zip(&atom_rows)
            .map(|(rule, atoms)| atoms.len() / (rule.positive.len() + 1))
            .collect();
        let literals = rules.iter().zip(&counts).map(|(rule, count)| rule.literals.len() * count).sum();
        instances.heads.reserve(counts.iter().sum());
        instances.ends.reserve(counts.iter().sum());
        instances.literals.reserve(literals);
        for (rule, atoms) in rules.iter().zip(atom_rows) {
            let rows = std::mem::take(&mut relations[rule.instances]);
            for (number, own) in (0..).zip(atoms.chunks_exact(rule.positive.len() + 1)) {
                interrupt.check()?;
                let slots = if rule.keeps_rows() { rows.row(number) } else { &[] };
                instances.add(rule, own, slots, relations, terms);
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

    /// Adds an instance, given the rows of its positive literals and of its conclusion, and the values of its
    /// variables where it has negated literals.
    fn add(
        &mut self,
        rule: &Relaxed,
        rows: &[u32],
        slots: &[TermId],
        relations: &[Relation],
        terms: &Lease<'_>,
    ) {
        let start = self.literals.len();
        let mut rows = rows.iter();
        for (atom, negated) in &rule.literals {
            // An atom that is not reachable never holds.
            let row = if *negated { atom.row(slots, relations, terms) } else { rows.next().copied() };
            let first = self.firsts[atom.relation];
            self.literals.extend(row.map(|row| RawLiteral::new(first + row, *negated)));
        }
        sort_from(start, &mut self.literals);
        if self.literals[start..].windows(2).any(|pair| pair[0].atom() == pair[1].atom()) {
            // An atom and its negation.
            self.literals.truncate(start);
            return;
        }
        match rows.next() {
            Some(row) => self.push(self.firsts[rule.head.relation] + row),
            None => unreachable!("the row of the conclusion comes last"),
        }
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
