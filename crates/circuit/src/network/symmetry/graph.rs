use gdl::{Interrupt, Interrupted};
use logic::Grounding;

use crate::network::aig::Lit;
use crate::network::build::{Variables, build};
use crate::network::wide::{Gate, Wide, flatten};

/// The rules as a graph of coloured vertices, whose automorphisms are the rules' symmetries (Schiffel, *Symmetry Detection in General Game
/// Playing*, 2010).
///
/// A vertex is a conjunction or a negation of the rules, equal ones counted once; or it stands for the end of the game or for a goal. Vertex 0 is
/// "false"; then come the fluents, then the moves. An edge leads to an operand; from a fluent to what makes it hold next, from a move to what makes
/// it legal. There are two kinds of edges, plain and negated.
pub(super) struct Graph {
    /// Only vertices of one colour can be exchanged.
    pub(super) colours: Vec<u32>,
    /// The vertices of the fluents that can change. The others always hold, and their symmetries are of no interest.
    pub(super) changing: Vec<u32>,
    /// How many fluents and moves there are.
    pub(super) inputs: usize,
    /// Plain and negated edges to operands, then plain and negated edges from users.
    pub(super) relations: [Adjacency; 4],
}

/// The neighbours of each vertex in ascending order, one after the other.
#[derive(Default)]
pub(super) struct Adjacency {
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Adjacency {
    fn new(vertices: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0; vertices + 1];
        edges.clone().for_each(|(from, _)| starts[from as usize + 1] += 1);
        for vertex in 0..vertices {
            starts[vertex + 1] += starts[vertex];
        }
        let mut ends = starts.clone();
        let mut neighbours = vec![0; starts[vertices] as usize];
        for (from, to) in edges {
            let end = &mut ends[from as usize];
            neighbours[*end as usize] = to;
            *end += 1;
        }
        Self { starts, neighbours }
    }

    pub(super) fn of(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }
}

const FALSE: u32 = 0;
const VARIABLE: u32 = 1;
const CONJUNCTION: u32 = 2;
const TERMINAL: u32 = 3;
const FLUENT: u32 = 4;
const INITIAL_FLUENT: u32 = 5;
/// The first role's moves; each role has a colour of its own, and so has each of its goals.
const MOVE: u32 = 6;

impl Graph {
    /// The vertex of the first fluent.
    pub(super) const FIRST_INPUT: u32 = 1;

    /// The graph of a grounding.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn new(grounding: &Grounding, interrupt: &Interrupt<'_>) -> Result<Self, Interrupted> {
        let wide = normal_form(grounding, interrupt)?;
        let colour_of = input_colours(grounding);
        let mut colours: Vec<u32> = (wide.gates().iter())
            .map(|gate| match *gate {
                Gate::False => FALSE,
                Gate::Input(number) => colour_of[number as usize],
                Gate::Variable { .. } => VARIABLE,
                Gate::And { .. } => CONJUNCTION,
            })
            .collect();
        let mut edges = Vec::new();
        for node in 0..colours.len() as u32 {
            edges.extend(wide.operands(node).iter().map(|&operand| (node, operand)));
        }
        for block in &wide.blocks {
            edges.extend(block.variables.iter().copied().zip(block.definitions.iter().copied()));
        }
        let inputs = grounding.inputs();
        let (of_inputs, of_ends) = wide.roots.split_at(inputs);
        edges.extend((Self::FIRST_INPUT..).zip(of_inputs.iter().copied()));
        let first_goal = MOVE + grounding.roles.len() as u32;
        for (colour, &end) in std::iter::once(TERMINAL).chain(first_goal..).zip(of_ends) {
            edges.push((colours.len() as u32, end));
            colours.push(colour);
        }
        let relation = |negated: bool, back: bool| {
            let wanted = edges.iter().filter(move |(_, literal)| literal.inverted() == negated);
            let edges = wanted.map(
                move |&(from, literal)| {
                    if back { (literal.node(), from) } else { (from, literal.node()) }
                },
            );
            Adjacency::new(colours.len(), edges)
        };
        let relations =
            [relation(false, false), relation(true, false), relation(false, true), relation(true, true)];
        let changing = (0..grounding.fluents.len())
            .filter(|&fluent| !grounding.initial[fluent] || !stays(&wide, fluent, of_inputs[fluent]));
        let changing = changing.map(|fluent| Self::FIRST_INPUT + fluent as u32).collect();
        Ok(Self { colours, changing, inputs, relations })
    }

    pub(super) fn vertices(&self) -> usize {
        self.colours.len()
    }

    pub(super) fn edges(&self) -> usize {
        self.relations.iter().map(|relation| relation.neighbours.len()).sum::<usize>() / 2
    }

    /// The permutation of the fluents and moves that a permutation of the vertices implies.
    pub(super) fn input_image(&self, image: &[u32]) -> Vec<u32> {
        let first = Self::FIRST_INPUT;
        (first..).take(self.inputs).map(|input| image[input as usize] - first).collect()
    }

    /// Whether a permutation of the vertices maps the graph onto itself.
    pub(super) fn is_automorphism(&self, image: &[u32]) -> bool {
        let mut marks = vec![u32::MAX; self.vertices()];
        (0..self.vertices() as u32).all(|vertex| {
            let target = image[vertex as usize];
            let same_edges = self.relations[..2].iter().enumerate().all(|(kind, relation)| {
                let (from, to) = (relation.of(vertex), relation.of(target));
                let mark = 2 * vertex + kind as u32;
                to.iter().for_each(|&neighbour| marks[neighbour as usize] = mark);
                // Neighbours are distinct, and so are their images.
                from.len() == to.len()
                    && from.iter().all(|&neighbour| marks[image[neighbour as usize] as usize] == mark)
            });
            same_edges && self.colours[vertex as usize] == self.colours[target as usize]
        })
    }
}

/// The rules in a normal form. The roots are what makes each fluent hold next and each move legal, what ends the game, and what gives each goal.
fn normal_form(grounding: &Grounding, interrupt: &Interrupt<'_>) -> Result<Wide, Interrupted> {
    let (mut wide, atoms) = build(grounding, Variables::All, interrupt)?;
    let legal = grounding.legal.iter().flatten().copied();
    let goals = grounding.goals.iter().flatten().map(|&(_, atom)| atom);
    let outputs = grounding.next.iter().copied().chain(legal).chain([grounding.terminal]).chain(goals);
    wide.roots = outputs.map(|atom| atoms[atom.0 as usize]).collect();
    flatten(&wide, interrupt)
}

/// Whether a fluent that holds also holds in the next state, where `next` makes it hold.
fn stays(wide: &Wide, fluent: usize, next: Lit) -> bool {
    let input = wide.input(fluent);
    next == Lit::TRUE || next == input || next.inverted() && wide.operands(next.node()).contains(&!input)
}

/// The colours of the fluents and of the moves.
fn input_colours(grounding: &Grounding) -> Vec<u32> {
    let fluents = grounding.initial.iter().map(|&holds| if holds { INITIAL_FLUENT } else { FLUENT });
    let moves = (MOVE..).zip(&grounding.moves).flat_map(|(colour, moves)| moves.iter().map(move |_| colour));
    fluents.chain(moves).collect()
}
