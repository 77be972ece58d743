use gdl::{Interrupt, Interrupted};
use logic::{AtomId, Grounding, Literal};
use petgraph::graph::{DiGraph, NodeIndex};

use super::aig::Lit;
use super::feedback::feedback_vertices;
use super::wide::Wide;

/// Which of the mutually recursive atoms become variables of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variables {
    /// A small set that cuts all cycles.
    Fewest,
    /// All of them, so that all are treated alike.
    All,
}

/// A grounding as gates: an atom is the OR of its bodies, a body is the AND of its literals, and recursive
/// atoms are variables of blocks. Returns the graph, whose inputs are the grounding's, and a literal for
/// every atom.
///
/// # Errors
/// If it is interrupted.
pub(crate) fn build(
    grounding: &Grounding,
    variables: Variables,
    interrupt: &Interrupt<'_>,
) -> Result<(Wide, Vec<Lit>), Interrupted> {
    let inputs = grounding.inputs();
    let atoms = vec![Lit::FALSE; grounding.atoms()];
    let mut builder = Builder { grounding, variables, interrupt, wide: Wide::new(inputs), atoms };
    builder.wide.reserve(grounding.instances(), 2 * grounding.instances());
    for input in 0..inputs {
        builder.atoms[input] = builder.wide.input(input);
    }
    for component in components(grounding, interrupt)? {
        interrupt.check()?;
        match component.as_slice() {
            // A body that needs its own head adds nothing to a least fixpoint.
            &[atom] => builder.atoms[atom as usize] = builder.atom(atom),
            atoms => builder.cycle(atoms)?,
        }
    }
    Ok((builder.wide, builder.atoms))
}

/// The strongly connected components of the derived atoms, each after those it depends on.
fn components(grounding: &Grounding, interrupt: &Interrupt<'_>) -> Result<Vec<Vec<u32>>, Interrupted> {
    let inputs = grounding.inputs() as u32;
    let derived = grounding.atoms() as u32 - inputs;
    let mut graph = DiGraph::<(), (), u32>::with_capacity(derived as usize, 0);
    (0..derived).for_each(|_| _ = graph.add_node(()));
    for atom in inputs..inputs + derived {
        interrupt.check()?;
        for literal in grounding.bodies(AtomId(atom)).flatten().filter(|literal| literal.atom.0 >= inputs) {
            graph.add_edge(
                NodeIndex::new((atom - inputs) as usize),
                NodeIndex::new((literal.atom.0 - inputs) as usize),
                (),
            );
        }
    }
    let sets = gdl::components(&graph, interrupt)?;
    interrupt.list(sets.len(), |number| {
        let mut atoms: Vec<u32> = sets[number].iter().map(|node| node.index() as u32 + inputs).collect();
        atoms.sort_unstable();
        atoms
    })
}

struct Builder<'g> {
    grounding: &'g Grounding,
    variables: Variables,
    interrupt: &'g Interrupt<'g>,
    wide: Wide,
    /// The literal of each atom that is built already.
    atoms: Vec<Lit>,
}

impl Builder<'_> {
    /// An atom whose bodies are built already, except those that contain the atom itself.
    fn atom(&mut self, atom: u32) -> Lit {
        let mut cubes = Vec::new();
        let mut cube = Vec::new();
        for body in self.grounding.bodies(AtomId(atom)) {
            if body.contains(&Literal { atom: AtomId(atom), negated: false }) {
                continue;
            }
            cube.clear();
            cube.extend(
                body.iter().map(|literal| self.atoms[literal.atom.0 as usize].invert_if(literal.negated)),
            );
            cubes.push(self.wide.and(&mut cube));
        }
        self.wide.or(&mut cubes)
    }

    /// Mutually recursive atoms: some of them become variables, so that the others depend only on those.
    fn cycle(&mut self, atoms: &[u32]) -> Result<(), Interrupted> {
        let position = |atom: u32| atoms.binary_search(&atom).ok();
        let successors: Vec<Vec<u32>> = atoms
            .iter()
            .map(|&head| {
                let literals = self
                    .grounding
                    .bodies(AtomId(head))
                    .filter(|body| !body.contains(&Literal { atom: AtomId(head), negated: false }));
                let inside = literals.flatten().filter_map(|literal| {
                    let inside = position(literal.atom.0);
                    debug_assert!(
                        inside.is_none() || !literal.negated,
                        "an atom depends on its own negation"
                    );
                    inside
                });
                inside.map(|inside| inside as u32).collect()
            })
            .collect();
        let chosen = match self.variables {
            Variables::Fewest => feedback_vertices(&successors, self.interrupt)?,
            Variables::All => (0..atoms.len() as u32).collect(),
        };
        let block = self.wide.block();
        for &member in &chosen {
            self.atoms[atoms[member as usize] as usize] = self.wide.variable(block);
        }
        let mut done = vec![false; atoms.len()];
        chosen.iter().for_each(|&member| done[member as usize] = true);
        for member in postorder(&successors, &mut done) {
            self.interrupt.check()?;
            let atom = atoms[member as usize];
            self.atoms[atom as usize] = self.atom(atom);
        }
        let definitions = chosen.iter().map(|&member| self.atom(atoms[member as usize])).collect();
        self.wide.define(block, definitions);
        Ok(())
    }
}

/// The nodes that are not `done`, each after its successors.
fn postorder(successors: &[Vec<u32>], done: &mut [bool]) -> Vec<u32> {
    let mut order = Vec::new();
    let mut path: Vec<(u32, usize)> = Vec::new();
    for start in 0..successors.len() as u32 {
        if !std::mem::replace(&mut done[start as usize], true) {
            path.push((start, 0));
        }
        while let Some((node, next)) = path.last_mut() {
            match successors[*node as usize].get(*next) {
                Some(&successor) => {
                    *next += 1;
                    if !std::mem::replace(&mut done[successor as usize], true) {
                        path.push((successor, 0));
                    }
                }
                None => {
                    order.push(*node);
                    path.pop();
                }
            }
        }
    }
    order
}
