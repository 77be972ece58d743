use circuit::Variable;
use gdl::Interrupt;
use logic::{AtomId, Grounding, Literal};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The most variables of a set.
const MOST_VARIABLES: usize = 8;

/// The most sets that are told.
const MOST_SETS: usize = 50_000;

/// How often the atoms are gone through, where they depend on one another in a circle or on earlier ones.
const ROUNDS: usize = 12;

/// The variables that an atom depends on, in ascending order; none if they are more than [`MOST_VARIABLES`].
type Support = Option<SmallVec<[u32; MOST_VARIABLES]>>;

/// Sets of two to eight variables that the body of a rule reads together, be it through derived atoms, in
/// ascending order and once each. A derived atom that depends on more variables, as the cells of a path do on
/// all others, counts by those that its own bodies name. If there are very many sets, some are missing, and
/// all if it is interrupted.
pub(super) fn together(
    grounding: &Grounding,
    variables: &[Variable],
    interrupt: &Interrupt<'_>,
) -> Vec<Vec<u32>> {
    let unknown = interrupt.list(grounding.atoms(), |_| Some(SmallVec::new()));
    let Ok(mut supports): Result<Vec<Support>, _> = unknown else { return Vec::new() };
    for (number, variable) in (0..).zip(variables) {
        for &fluent in &variable.fluents {
            supports[fluent] = Some(SmallVec::from_slice(&[number]));
        }
    }
    let derived = || (grounding.inputs() as u32..grounding.atoms() as u32).map(AtomId);
    for _ in 0..ROUNDS {
        let mut changed = false;
        // Most atoms come before those that they depend on.
        for atom in derived().rev() {
            if interrupt.check().is_err() {
                return Vec::new();
            }
            let place = atom.0 as usize;
            if let Some(old) = &supports[place] {
                let mut new = Some(old.clone());
                for literal in grounding.bodies(atom).flatten() {
                    new = union(new, &supports[literal.atom.0 as usize]);
                }
                changed |= new.as_ref().is_none_or(|new| new.len() > old.len());
                supports[place] = new;
            }
        }
        if !changed {
            break;
        }
    }
    // The fluents that the bodies of an atom name themselves come first, then, where they name none, those of
    // the atoms that they name.
    let wide: Vec<AtomId> = derived().filter(|atom| supports[atom.0 as usize].is_none()).collect();
    for derived_too in [false, true] {
        for &atom in &wide {
            if interrupt.check().is_err() {
                return Vec::new();
            }
            let place = atom.0 as usize;
            let wanted = |literal: &&Literal| derived_too || (literal.atom.0 as usize) < grounding.inputs();
            if !derived_too || supports[place].as_ref().is_some_and(SmallVec::is_empty) {
                let named = grounding.bodies(atom).flatten().filter(wanted);
                supports[place] = named
                    .map(|literal| &supports[literal.atom.0 as usize])
                    .fold(Some(SmallVec::new()), union);
            }
        }
    }
    let mut sets: FxHashSet<Vec<u32>> = FxHashSet::default();
    for body in derived().flat_map(|atom| grounding.bodies(atom)) {
        if interrupt.check().is_err() || sets.len() >= MOST_SETS {
            break;
        }
        let known = body.iter().map(|literal| &supports[literal.atom.0 as usize]).filter(|it| it.is_some());
        if let Some(set) = known.fold(Some(SmallVec::new()), union).filter(|set| set.len() > 1) {
            sets.insert(set.to_vec());
        }
    }
    let mut sets: Vec<Vec<u32>> = sets.into_iter().collect();
    sets.sort_unstable();
    sets
}

fn union(a: Support, b: &Support) -> Support {
    let (mut a, b) = (a?, b.as_ref()?);
    for variable in b {
        if let Err(place) = a.binary_search(variable) {
            if a.len() == MOST_VARIABLES {
                return None;
            }
            a.insert(place, *variable);
        }
    }
    Some(a)
}
