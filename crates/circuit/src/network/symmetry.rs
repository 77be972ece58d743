mod canonical_form;
mod closure;
mod graph;
mod images;
mod partition;
mod search;

use std::sync::OnceLock;

use gdl::Interrupt;
use logic::Grounding;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::renumbering::{Renumbering, is_permutation};
use crate::state::State;
use crate::stored::{Damaged, sound};
use closure::closure;
use graph::{Graph, Roles};
use images::Images;
use search::stabilisers;

pub use canonical_form::CanonicalForm;

/// The most symmetries that are used; of more, only the stabiliser of some fluents.
const MOST: usize = 512;

/// The most edges of a rules' graph that is searched.
const MOST_EDGES: usize = 2_000_000;

/// The most edges that the search examines.
const MOST_STEPS: u64 = 100_000_000;

/// The symmetries that a game's rules show: permutations of the fluents and of each role's moves that
/// preserve the rules and the initial state. Roles are not exchanged.
///
/// They are automorphisms of the graph of the grounded rules (Schiffel, *Symmetry Detection in General Game
/// Playing*, 2010), found by colour refinement and verified. Since they preserve the initial state, the image
/// of a reachable state is reachable.
///
/// The default has the identity only.
#[derive(Clone, Debug, Default)]
pub struct Symmetries {
    /// All symmetries but the identity.
    others: Vec<Symmetry>,
    whole: bool,
    /// Tables of images, made when they are first needed.
    tables: OnceLock<Images>,
}

/// The images of fluents and moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Symmetry {
    fluents: Box<[u32]>,
    moves: Box<[u32]>,
}

impl Symmetries {
    /// The symmetries of a grounding. Not all of them if it is too large, if there are too many, if the
    /// search takes too long, or is interrupted.
    pub fn new(grounding: &Grounding, interrupt: &Interrupt<'_>) -> Self {
        let mut found = Self::default();
        if !may_be_searched(grounding) {
            return found;
        }
        let Ok(graph) = Graph::new(grounding, &Roles::Fixed, interrupt) else { return found };
        if graph.edges() > MOST_EDGES {
            return found;
        }
        let search = stabilisers(&graph, MOST_STEPS, MOST, interrupt);
        found.whole = search.whole;
        let images = search.stages.iter().flat_map(|stage| &stage.generators);
        let generators: Vec<Vec<u32>> = images.map(|image| graph.input_image(image)).collect();
        let counted: Vec<u32> = graph.changing.iter().map(|vertex| vertex - Graph::FIRST_INPUT).collect();
        let fluents = grounding.fluents.len();
        let elements = closure(&generators, graph.inputs, &counted, interrupt).into_iter().skip(1);
        found.others = elements
            .map(|image| Symmetry {
                fluents: image[..fluents].into(),
                moves: image[fluents..].iter().map(|&to| to - fluents as u32).collect(),
            })
            .collect();
        found
    }

    /// What is stored of them.
    pub(crate) fn parts(&self) -> (&[Symmetry], bool) {
        (&self.others, self.whole)
    }

    /// Those of which this was stored, if it is sound for so many fluents and moves.
    pub(crate) fn from_parts(
        (others, whole): (Vec<Symmetry>, bool),
        fluents: usize,
        moves: usize,
    ) -> Result<Self, Damaged> {
        let fits = |Symmetry { fluents: images, moves: move_images }: &Symmetry| {
            is_permutation(images, fluents) && is_permutation(move_images, moves)
        };
        sound(others.len() < MOST && others.iter().all(fits), "the symmetries")?;
        Ok(Self { others, whole, tables: OnceLock::new() })
    }

    pub(crate) fn renumber(&mut self, numbers: &Renumbering) {
        self.tables.take();
        let conjugate = |images: &mut [u32], numbers: &[u32]| {
            let old: Vec<u32> = images.to_vec();
            for (&number, image) in numbers.iter().zip(old) {
                images[number as usize] = numbers[image as usize];
            }
        };
        for symmetry in &mut self.others {
            conjugate(&mut symmetry.fluents, numbers.of_fluents());
            conjugate(&mut symmetry.moves, numbers.of_moves());
        }
    }

    /// How many there are, including the identity.
    pub fn count(&self) -> usize {
        1 + self.others.len()
    }

    /// Whether these are all symmetries of the graph.
    pub fn are_all(&self) -> bool {
        self.whole
    }

    /// For each symmetry but the identity, the image of each fluent.
    pub fn fluent_images(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.others.iter().map(|symmetry| &*symmetry.fluents)
    }

    /// The canonical one of all states symmetric to this one: the one whose fluents, as a number, are least.
    pub fn canonical(&self, state: &State) -> State {
        let mut best: SmallVec<[u64; 14]> = state.fluents().into();
        let tables = self.tables.get_or_init(|| Images::new(self.fluent_images(), best.len()));
        let chosen = if tables.is_empty() { self.least(&mut best) } else { tables.least(&mut best) };
        chosen.map_or_else(|| state.clone(), |number| state.with(&best, &self.others[number].moves))
    }

    /// Replaces fluents by the least of their images, as [`Images::least`] does, fluent by fluent.
    fn least(&self, fluents: &mut [u64]) -> Option<usize> {
        let holding: SmallVec<[u32; 128]> = ones(fluents).collect();
        let mut image: SmallVec<[u64; 14]> = SmallVec::from_elem(0, fluents.len());
        let mut chosen = None;
        for (number, symmetry) in self.others.iter().enumerate() {
            image.fill(0);
            for &fluent in &holding {
                set(&mut image, symmetry.fluents[fluent as usize]);
            }
            if *image < *fluents {
                fluents.copy_from_slice(&image);
                chosen = Some(number);
            }
        }
        chosen
    }

    /// All states symmetric to this one, itself included; equal ones are repeated.
    pub fn images(&self, state: &State) -> impl Iterator<Item = State> {
        std::iter::once(state.clone()).chain(self.others.iter().map(|symmetry| {
            let mut fluents = vec![0; state.fluents().len()];
            ones(state.fluents()).for_each(|fluent| set(&mut fluents, symmetry.fluents[fluent as usize]));
            state.with(&fluents, &symmetry.moves)
        }))
    }
}

/// Whether a grounding is small enough for a search on its graph.
fn may_be_searched(grounding: &Grounding) -> bool {
    let literals = (0..grounding.atoms() as u32).flat_map(|atom| grounding.bodies(logic::AtomId(atom)));
    literals.map(|body| body.len() + 1).sum::<usize>() <= MOST_EDGES
}

/// The numbers of the bits that are set, in ascending order.
fn ones(words: &[u64]) -> impl Iterator<Item = u32> {
    (0..).zip(words).flat_map(|(number, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros());
            rest &= rest.wrapping_sub(1);
            bit.map(|bit| 64 * number + bit)
        })
    })
}

fn set(words: &mut [u64], bit: u32) {
    words[bit as usize / 64] |= 1 << (bit % 64);
}

#[cfg(test)]
mod tests;
