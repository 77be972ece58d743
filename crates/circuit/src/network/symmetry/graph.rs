use gdl::{Interrupt, Interrupted};
use logic::Grounding;

use crate::network::aig::Lit;
use crate::network::build::{Variables, build};
use crate::network::wide::{Gate, Wide, flatten};

/// The rules as a graph of coloured vertices, whose automorphisms are the rules' symmetries (Schiffel,
/// *Symmetry Detection in General Game Playing*, 2010).
///
/// A vertex is a conjunction or a negation of the rules, equal ones counted once; or it stands for the end of
/// the game, a goal or a percept. Vertex 0 is "false"; then come the fluents, then the moves. An edge leads
/// to an operand; from a fluent to what makes it hold next, from a move to what makes it legal. There are two
/// kinds of edges, plain and negated. Roles that can be exchanged are vertices too, the last ones; their
/// moves, goals and percepts have edges to them. Rules that hide something have a vertex that says so.
pub(super) struct Graph {
    /// Only vertices of one colour can be exchanged.
    pub(super) colours: Vec<u32>,
    /// The vertices of the fluents that can change. The others always hold, and their symmetries are of
    /// no interest.
    pub(super) changing: Vec<u32>,
    /// How many fluents and moves there are.
    pub(super) inputs: usize,
    /// Plain and negated edges to operands, then plain and negated edges from users.
    pub(super) relations: [Adjacency; 4],
}

/// What an automorphism may do to the roles.
pub(super) enum Roles<'a> {
    /// Each is mapped to itself.
    Fixed,
    /// They may be mapped to each other, as far as they are of one kind.
    Exchangeable(&'a Kinds),
}

/// What is left of roles and goals without their names.
pub(super) struct Kinds {
    /// Whether each role is chance.
    pub(super) chance: Vec<bool>,
    /// The number that each goal of each role is; none of one that is no number from 0 to 100.
    pub(super) goals: Vec<Vec<Option<u8>>>,
}

/// The neighbours of each vertex, one after the other.
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
/// The first role's moves. Where roles are fixed each has a colour of its own, and so has each of its goals.
const MOVE: u32 = 6;
const ROLE: u32 = 7;
const CHANCE: u32 = 8;
/// Goals that are no numbers. Those of the number 0 come next.
const GOAL: u32 = 9;
/// Percepts, whose names mean nothing; where roles are fixed each role's have a colour of their own,
/// downwards from this one.
const PERCEPT: u32 = u32::MAX;
/// What says that rules hide something, be it that nobody ever sees anything.
const HIDES: u32 = u32::MAX - 1;

impl Graph {
    /// The vertex of the first fluent.
    pub(super) const FIRST_INPUT: u32 = 1;

    /// The graph of a grounding.
    ///
    /// # Errors
    /// If it is interrupted.
    pub(super) fn new(
        grounding: &Grounding,
        roles: &Roles<'_>,
        interrupt: &Interrupt<'_>,
    ) -> Result<Self, Interrupted> {
        let wide = normal_form(grounding, interrupt)?;
        let colour_of = input_colours(grounding, roles);
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
        let first_end = colours.len() as u32;
        for (colour, &end) in end_colours(grounding, roles).zip(of_ends) {
            edges.push((colours.len() as u32, end));
            colours.push(colour);
        }
        if let Roles::Exchangeable(kinds) = roles {
            let moves = (grounding.moves.iter().enumerate())
                .flat_map(|(role, moves)| std::iter::repeat_n(role, moves.len()))
                .zip(Self::FIRST_INPUT + grounding.fluents.len() as u32..);
            // The first end is that of the game.
            let goals = (kinds.goals.iter().enumerate())
                .flat_map(|(role, goals)| std::iter::repeat_n(role, goals.len()))
                .zip(first_end + 1..);
            let ends = first_end + 1 + grounding.goals.iter().map(Vec::len).sum::<usize>() as u32;
            let percepts = (grounding.percepts.iter().enumerate())
                .flat_map(|(role, percepts)| std::iter::repeat_n(role, percepts.len()))
                .zip(ends..);
            if grounding.hides {
                colours.push(HIDES);
            }
            let first_role = colours.len() as u32;
            let of_role = |(role, vertex)| (vertex, Lit::new(first_role + role as u32, false));
            edges.extend(moves.chain(goals).chain(percepts).map(of_role));
            colours.extend(kinds.chance.iter().map(|&chance| if chance { CHANCE } else { ROLE }));
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

/// The rules in a normal form. The roots are what makes each fluent hold next and each move legal, what ends
/// the game, what gives each goal, and what gives each percept.
fn normal_form(grounding: &Grounding, interrupt: &Interrupt<'_>) -> Result<Wide, Interrupted> {
    let (mut wide, atoms) = build(grounding, Variables::All, interrupt)?;
    let legal = grounding.legal.iter().flatten().copied();
    let goals = grounding.goals.iter().flatten().map(|&(_, atom)| atom);
    let percepts = grounding.percepts.iter().flatten().map(|&(_, atom)| atom);
    let outputs =
        grounding.next.iter().copied().chain(legal).chain([grounding.terminal]).chain(goals).chain(percepts);
    wide.roots = outputs.map(|atom| atoms[atom.0 as usize]).collect();
    flatten(&wide, interrupt)
}

/// Whether a fluent that holds also holds in the next state, where `next` makes it hold.
fn stays(wide: &Wide, fluent: usize, next: Lit) -> bool {
    let input = wide.input(fluent);
    next == Lit::TRUE || next == input || next.inverted() && wide.operands(next.node()).contains(&!input)
}

/// The colours of the fluents and of the moves.
fn input_colours(grounding: &Grounding, roles: &Roles<'_>) -> Vec<u32> {
    let fluents = grounding.initial.iter().map(|&holds| if holds { INITIAL_FLUENT } else { FLUENT });
    let of_role = |role: usize| match roles {
        Roles::Fixed => MOVE + role as u32,
        Roles::Exchangeable(_) => MOVE,
    };
    let moves = grounding.moves.iter().enumerate();
    fluents.chain(moves.flat_map(|(role, moves)| std::iter::repeat_n(of_role(role), moves.len()))).collect()
}

/// The colours of the end of the game, of the goals and of the percepts.
fn end_colours(grounding: &Grounding, roles: &Roles<'_>) -> impl Iterator<Item = u32> {
    let goals: Vec<u32> = match roles {
        Roles::Fixed => {
            let first = MOVE + grounding.roles.len() as u32;
            let goals = grounding.goals.iter().map(|goals| goals.len() as u32).sum::<u32>();
            (first..first + goals).collect()
        }
        Roles::Exchangeable(kinds) => {
            let colour = |goal: &Option<u8>| goal.map_or(GOAL, |goal| GOAL + 1 + u32::from(goal));
            kinds.goals.iter().flatten().map(colour).collect()
        }
    };
    let percepts: Vec<u32> = (grounding.percepts.iter().zip(0..))
        .flat_map(|(percepts, role)| std::iter::repeat_n(role, percepts.len()))
        .map(|role| match roles {
            Roles::Fixed => PERCEPT - role,
            Roles::Exchangeable(_) => PERCEPT,
        })
        .collect();
    std::iter::once(TERMINAL).chain(goals).chain(percepts)
}
