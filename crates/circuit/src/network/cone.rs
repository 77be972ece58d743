use rustc_hash::{FxHashMap, FxHashSet};

use super::aig::{Aig, Lit, Node};

/// What literals of a graph depend on, in topological order; not what recursive nodes depend on.
pub(super) struct Cone {
    pub(super) parts: Vec<Part>,
    /// The part that each node is.
    places: FxHashMap<u32, u32>,
}

/// A node of a cone.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// Holds nowhere.
    False,
    Fluent(u32),
    And(Place, Place),
    /// Recursive: nothing is known of it.
    Unknown,
}

/// A part, or its opposite.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) part: u32,
    pub(super) inverted: bool,
}

impl Cone {
    /// The cone of literals that depend on fluents alone; none if it has more than `most` nodes.
    pub(super) fn of(aig: &Aig, literals: impl IntoIterator<Item = Lit>, most: usize) -> Option<Self> {
        let mut open: Vec<u32> = literals.into_iter().map(Lit::node).collect();
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                found.push(node);
                if let Node::And(a, b) = aig.nodes()[node as usize] {
                    open.extend([a.node(), b.node()]);
                }
            }
            if found.len() > most {
                return None;
            }
        }
        found.sort_unstable();
        let mut cone = Self { parts: Vec::new(), places: found.iter().copied().zip(0..).collect() };
        let part = |&node: &u32| match aig.nodes()[node as usize] {
            Node::False => Part::False,
            Node::Input(fluent) => Part::Fluent(fluent),
            Node::And(a, b) => Part::And(cone.place(a), cone.place(b)),
            Node::Variable { .. } => Part::Unknown,
        };
        cone.parts = found.iter().map(part).collect();
        Some(cone)
    }

    /// Where a literal is that the cone has.
    pub(super) fn place(&self, literal: Lit) -> Place {
        Place { part: self.places[&literal.node()], inverted: literal.inverted() }
    }

    /// The part that a fluent is; none if nothing depends on it.
    pub(super) fn fluent(&self, fluent: usize) -> Option<u32> {
        // The fluents are the first nodes after the constant.
        self.places.get(&(fluent as u32 + 1)).copied()
    }
}
