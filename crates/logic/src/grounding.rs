use gdl::Symbol;

use crate::TermId;

/// The number of a ground atom in a [`Grounding`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AtomId(pub u32);

/// An atom, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The atom.
    pub atom: AtomId,
    /// Whether it is negated.
    pub negated: bool,
}

/// The rules of a game without variables: every atom that may hold, and every way to derive it.
///
/// The atoms are numbered: first the fluents in the order of [`fluents`](Self::fluents), then role by role
/// the moves in the order of [`moves`](Self::moves), then the derived atoms. A derived atom holds exactly if
/// all literals of one of its [`bodies`](Self::bodies) hold; it always holds if one of them is empty, and
/// never if it has none. Atoms may depend on themselves through positive literals (never through negated
/// ones); the meaning is the least fixpoint. Static relations have been evaluated and removed.
#[derive(Clone, Debug, Default)]
pub struct Grounding {
    /// The roles, in their fixed order.
    pub roles: Vec<TermId>,
    /// The fluents that may hold, sorted by their text.
    pub fluents: Vec<TermId>,
    /// Whether each fluent holds in the initial state.
    pub initial: Vec<bool>,
    /// The moves that may be legal for each role, sorted by their text.
    pub moves: Vec<Vec<TermId>>,
    /// The atom that says whether each fluent holds in the next state.
    pub next: Vec<AtomId>,
    /// The atom that says whether each move of [`moves`](Self::moves) is legal.
    pub legal: Vec<Vec<AtomId>>,
    /// The atom that says whether the state is terminal.
    pub terminal: AtomId,
    /// The goals that each role may have, each with its atom.
    pub goals: Vec<Vec<(TermId, AtomId)>>,
    /// Whether the rules tell what roles see (`sees`) and hide the rest.
    pub hides: bool,
    /// The percepts that each role may have after a joint move, each with its atom, sorted by their text.
    pub percepts: Vec<Vec<(TermId, AtomId)>>,
    /// The bodies of all atoms.
    pub definitions: Definitions,
}

/// The bodies of all atoms of a [`Grounding`], in flat vectors. Fluents and moves have no bodies.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// The literals of all bodies, one body after the other.
    literals: Vec<Literal>,
    /// Where each body ends in `literals`.
    body_ends: Vec<u32>,
    /// Where the bodies of each atom end in `body_ends`.
    atom_ends: Vec<u32>,
    /// The derived atoms that have a name, in ascending order: the relation, and where the arguments end
    /// in `args`.
    names: Vec<(AtomId, Symbol, u32)>,
    args: Vec<TermId>,
}

impl Definitions {
    /// This number of atoms without bodies.
    pub fn of_inputs(inputs: usize) -> Self {
        Self { atom_ends: vec![0; inputs], ..Self::default() }
    }

    /// Makes room for so many more atoms with so many bodies and literals: where there are millions, it takes
    /// long to copy those that are there to a larger place.
    pub(crate) fn reserve(&mut self, atoms: usize, bodies: usize, literals: usize) {
        self.literals.reserve(literals);
        self.body_ends.reserve(bodies);
        self.atom_ends.reserve(atoms);
        self.names.reserve(atoms);
    }

    /// Defines the next atom by its bodies, which may contain later atoms.
    pub fn push_atom<B: IntoIterator<Item = Literal>>(
        &mut self,
        bodies: impl IntoIterator<Item = B>,
    ) -> AtomId {
        for body in bodies {
            self.literals.extend(body);
            self.body_ends.push(self.literals.len() as u32);
        }
        self.atom_ends.push(self.body_ends.len() as u32);
        AtomId(self.atom_ends.len() as u32 - 1)
    }

    /// Names the last atom: the relation and the arguments of which it is the instance.
    pub(crate) fn name_last(&mut self, relation: Symbol, args: &[TermId]) {
        self.args.extend(args);
        self.names.push((AtomId(self.atom_ends.len() as u32 - 1), relation, self.args.len() as u32));
    }
}

impl Grounding {
    /// The number of atoms, including fluents and moves.
    pub fn atoms(&self) -> usize {
        self.definitions.atom_ends.len()
    }

    /// The number of fluents and moves, which come first and are not derived.
    pub fn inputs(&self) -> usize {
        self.fluents.len() + self.moves.iter().map(Vec::len).sum::<usize>()
    }

    /// The number of bodies of all atoms.
    pub fn instances(&self) -> usize {
        self.definitions.body_ends.len()
    }

    /// The relation and the arguments of which a derived atom is the instance; none of an auxiliary atom,
    /// which grounding added.
    pub fn name(&self, atom: AtomId) -> Option<(Symbol, &[TermId])> {
        let Definitions { names, args, .. } = &self.definitions;
        let place = names.binary_search_by_key(&atom, |&(named, ..)| named).ok()?;
        let start = if place == 0 { 0 } else { names[place - 1].2 };
        let (_, relation, end) = names[place];
        Some((relation, &args[start as usize..end as usize]))
    }

    /// The bodies of an atom, each a conjunction of literals.
    pub fn bodies(&self, atom: AtomId) -> impl Iterator<Item = &[Literal]> {
        let Definitions { literals, body_ends, atom_ends, .. } = &self.definitions;
        let number = atom.0 as usize;
        let first = if number == 0 { 0 } else { atom_ends[number - 1] };
        (first..atom_ends[number]).map(|body| {
            let start = if body == 0 { 0 } else { body_ends[body as usize - 1] };
            &literals[start as usize..body_ends[body as usize] as usize]
        })
    }
}
