use crate::lanes::Circuit;
use crate::network::Lit;

/// Other numbers for the fluents, the moves and the percepts of a circuit.
#[derive(Clone, Debug)]
pub struct Renumbering {
    fluents: Vec<u32>,
    moves: Vec<Vec<u32>>,
    percepts: Vec<Vec<u32>>,
    /// The new numbers of the moves of all roles, counted over all roles.
    all_moves: Vec<u32>,
}

impl Renumbering {
    /// The new number of each fluent, and those of each role's moves and percepts among its own.
    pub fn new(fluents: Vec<u32>, moves: Vec<Vec<u32>>, percepts: Vec<Vec<u32>>) -> Self {
        let mut first = 0;
        let mut all_moves = Vec::new();
        for own in &moves {
            all_moves.extend(own.iter().map(|number| first + number));
            first += own.len() as u32;
        }
        Self { fluents, moves, percepts, all_moves }
    }

    /// The numbers that a circuit has.
    pub fn identity(circuit: &Circuit) -> Self {
        let numbers = |count: usize| (0..count as u32).collect();
        let of_roles =
            |count: &dyn Fn(usize) -> usize| (0..circuit.roles()).map(|role| numbers(count(role))).collect();
        let percepts = |role| circuit.stepper().percepts(role).len();
        Self::new(numbers(circuit.fluents()), of_roles(&|role| circuit.moves(role)), of_roles(&percepts))
    }

    /// Whether all keep their numbers.
    pub fn is_identity(&self) -> bool {
        let stays = |numbers: &Vec<u32>| numbers.iter().copied().eq(0..numbers.len() as u32);
        [&self.fluents].into_iter().chain(&self.moves).chain(&self.percepts).all(stays)
    }

    /// Whether these are numbers for so many fluents, and moves and percepts of each role.
    pub(crate) fn fits(&self, fluents: usize, moves: &[usize], percepts: &[usize]) -> bool {
        let all_fit = |numbers: &[Vec<u32>], counts: &[usize]| {
            let fits = |(numbers, &count): (&Vec<u32>, &usize)| is_permutation(numbers, count);
            numbers.len() == counts.len() && numbers.iter().zip(counts).all(fits)
        };
        is_permutation(&self.fluents, fluents)
            && all_fit(&self.moves, moves)
            && all_fit(&self.percepts, percepts)
    }

    pub(crate) fn of_fluents(&self) -> &[u32] {
        &self.fluents
    }

    pub(crate) fn of_moves_of(&self, role: usize) -> &[u32] {
        &self.moves[role]
    }

    /// Those of the moves of all roles, counted over all roles.
    pub(crate) fn of_moves(&self) -> &[u32] {
        &self.all_moves
    }

    pub(crate) fn of_percepts(&self, role: usize) -> &[u32] {
        &self.percepts[role]
    }

    /// How many moves all roles have.
    pub(crate) fn moves(&self) -> usize {
        self.all_moves.len()
    }

    /// How many fluents and moves there are.
    pub(crate) fn inputs(&self) -> usize {
        self.fluents.len() + self.all_moves.len()
    }

    /// The new number of an input of a network: first the fluents, then the moves of all roles.
    pub(crate) fn input(&self, input: usize) -> usize {
        match self.fluents.get(input) {
            Some(&fluent) => fluent as usize,
            None => self.fluents.len() + self.all_moves[input - self.fluents.len()] as usize,
        }
    }

    /// A literal of a network in which the inputs come first.
    pub(crate) fn literal(&self, literal: Lit) -> Lit {
        match literal.node() as usize {
            node @ 1.. if node <= self.inputs() => {
                Lit::new(self.input(node - 1) as u32 + 1, literal.inverted())
            }
            _ => literal,
        }
    }
}

/// Whether these are the numbers from 0 to before `count`, each once.
pub(crate) fn is_permutation(numbers: &[u32], count: usize) -> bool {
    let mut free = vec![true; count];
    numbers.len() == count
        && numbers.iter().all(|&number| free.get_mut(number as usize).is_some_and(std::mem::take))
}

/// Puts each item at its new number.
pub(crate) fn rearrange<T: Clone>(items: &mut [T], numbers: &[u32]) {
    let old = items.to_vec();
    for (item, &number) in old.into_iter().zip(numbers) {
        items[number as usize] = item;
    }
}
