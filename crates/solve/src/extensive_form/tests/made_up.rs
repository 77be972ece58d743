use std::hash::{DefaultHasher, Hash, Hasher};

use game::{Chance, Game, Goal, Notation, Percept, Percepts};

/// A game of two players and chance, made up by a seed: how many moves each has at a ply, what it sees, when
/// the game ends and what it pays. By an odd seed the sum is constant.
#[derive(Debug)]
pub(super) struct MadeUp {
    pub(super) seed: u64,
    pub(super) plies: usize,
    /// The bytes on the heap that it says a state takes.
    pub(super) heap: usize,
}

impl MadeUp {
    /// A number below `below` that is made up of something.
    fn number(&self, below: u64, what: impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.seed, what).hash(&mut hasher);
        hasher.finish() % below
    }
}

impl Game for MadeUp {
    type State = Vec<[u8; 3]>;
    type Move = u8;

    fn roles(&self) -> usize {
        3
    }

    fn initial(&self) -> Self::State {
        Vec::new()
    }

    fn terminal(&self, state: &Self::State) -> bool {
        state.len() == self.plies || !state.is_empty() && self.number(6, ("end", state)) == 0
    }

    fn legal(&self, state: &Self::State, role: usize, moves: &mut Vec<u8>) {
        // It depends on what everybody knows.
        *moves = (0..1 + self.number(3, ("moves", state.len(), role)) as u8).collect();
    }

    fn next(&self, state: &Self::State, joint: &[u8]) -> Self::State {
        let mut next = state.clone();
        next.push([joint[0], joint[1], joint[2]]);
        next
    }

    fn goal(&self, state: &Self::State, role: usize) -> Goal {
        let goal = self.number(101, ("goal", state)) as Goal;
        match role {
            0 => goal,
            1 if self.seed % 2 == 1 => 100 - goal,
            _ => self.number(101, ("goal", state, role)) as Goal,
        }
    }

    fn heap_bytes(&self, _: &Self::State) -> usize {
        self.heap
    }

    fn chance(&self) -> Option<&dyn Chance<Self::State, u8>> {
        Some(self)
    }

    fn percepts(&self) -> Option<&dyn Percepts<Self::State, u8>> {
        Some(self)
    }

    fn notation(&self) -> &dyn Notation<Self::State, u8> {
        self
    }
}

impl Chance<Vec<[u8; 3]>, u8> for MadeUp {
    fn role(&self) -> usize {
        2
    }

    fn outcomes(&self, state: &Vec<[u8; 3]>, outcomes: &mut Vec<(u8, f64)>) {
        let mut moves = Vec::new();
        self.legal(state, 2, &mut moves);
        let weight = |mov: u8| 1.0 + self.number(5, ("weight", state.len(), mov)) as f64;
        let sum: f64 = moves.iter().map(|&mov| weight(mov)).sum();
        *outcomes = moves.iter().map(|&mov| (mov, weight(mov) / sum)).collect();
    }
}

impl Percepts<Vec<[u8; 3]>, u8> for MadeUp {
    fn seen(&self, state: &Vec<[u8; 3]>, joint: &[u8], role: usize, seen: &mut Vec<Percept>) {
        *seen = vec![Percept(self.number(2, ("seen", state, joint, role)) as u32)];
    }

    fn percept_name(&self, percept: Percept) -> String {
        format!("sign {}", percept.0)
    }
}

impl Notation<Vec<[u8; 3]>, u8> for MadeUp {
    fn role_name(&self, role: usize) -> &str {
        ["one", "two", "chance"][role]
    }

    fn move_name(&self, mov: u8) -> String {
        mov.to_string()
    }
}
