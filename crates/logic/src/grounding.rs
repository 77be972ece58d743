use crate::TermId;

/// The number of an atom without variables in a [`Grounding`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AtomId(pub u32);

/// An atom, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The atom.
    pub atom: AtomId,
    /// Whether it must be false.
    pub negated: bool,
}

/// A game's rules with their variables gone: every atom that may ever hold, and every way to derive it.
///
/// The atoms are numbered: first the fluents in the order of [`fluents`](Self::fluents), then role by role the moves that may be made in
/// the order of [`moves`](Self::moves), then everything derived. A derived atom holds exactly if all literals of one of its
/// [`bodies`](Self::bodies) do; it holds always if one of them is empty, never if it has none. Atoms may depend on themselves through
/// positive literals (never through a negated one), and then the least fixpoint is meant. What no state can change is gone.
#[derive(Clone, Debug, Default)]
pub struct Grounding {
    /// The roles, in their fixed order.
    pub roles: Vec<TermId>,
    /// Every fluent that may ever hold, sorted by its text.
    pub fluents: Vec<TermId>,
    /// Whether each fluent holds at the start.
    pub initial: Vec<bool>,
    /// Every move that may ever be legal for each role, sorted by its text.
    pub moves: Vec<Vec<TermId>>,
    /// What makes each fluent hold in the next state.
    pub next: Vec<AtomId>,
    /// What makes each move of [`moves`](Self::moves) legal.
    pub legal: Vec<Vec<AtomId>>,
    /// What ends the game.
    pub terminal: AtomId,
    /// Every goal each role may get, with what gives it.
    pub goals: Vec<Vec<(TermId, AtomId)>>,
    /// The bodies of all atoms.
    pub definitions: Definitions,
}

/// The bodies of all atoms of a [`Grounding`], inputs included, which have none; in three flat vectors.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// The literals of all bodies, one body after the other.
    literals: Vec<Literal>,
    /// Where each body ends in `literals`.
    body_ends: Vec<u32>,
    /// Where the bodies of each atom end in `body_ends`.
    atom_ends: Vec<u32>,
}

impl Definitions {
    /// So many atoms that are not derived.
    pub fn of_inputs(inputs: usize) -> Self {
        Self { atom_ends: vec![0; inputs], ..Self::default() }
    }

    /// Defines the next atom by its bodies, which may mention atoms that come later.
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
}

impl Grounding {
    /// How many atoms there are, fluents and moves included.
    pub fn atoms(&self) -> usize {
        self.definitions.atom_ends.len()
    }

    /// How many atoms come first that are not derived: the fluents and the moves.
    pub fn inputs(&self) -> usize {
        self.fluents.len() + self.moves.iter().map(Vec::len).sum::<usize>()
    }

    /// How many bodies all atoms have together.
    pub fn instances(&self) -> usize {
        self.definitions.body_ends.len()
    }

    /// The ways to derive an atom, each a conjunction; a fluent or a move has none.
    pub fn bodies(&self, atom: AtomId) -> impl Iterator<Item = &[Literal]> {
        let Definitions { literals, body_ends, atom_ends } = &self.definitions;
        let number = atom.0 as usize;
        let first = if number == 0 { 0 } else { atom_ends[number - 1] };
        (first..atom_ends[number]).map(|body| {
            let start = if body == 0 { 0 } else { body_ends[body as usize - 1] };
            &literals[start as usize..body_ends[body as usize] as usize]
        })
    }
}
