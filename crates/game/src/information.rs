use crate::{Game, Percept};

/// What a role knows of a match: its own moves, and what it has seen after each joint move. All histories of the game that agree with it are one *information set*.
///
/// A role of a game without percepts ([`Game::percepts`]) sees everything; then this tells its own moves alone, and is not used.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InformationState<M> {
    /// The role.
    pub role: usize,
    /// What it did and saw, ply by ply from the initial state.
    pub plies: Vec<Observation<M>>,
}

/// What a role did and saw in one ply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Observation<M> {
    /// Its own move.
    pub mov: M,
    /// What it saw after the joint move, in ascending order.
    pub seen: Vec<Percept>,
}

impl<M: Copy> InformationState<M> {
    /// What a role knows in the initial state.
    pub fn initial(role: usize) -> Self {
        Self { role, plies: Vec::new() }
    }

    /// Learns what the role does and sees in a joint move that is made in `state`.
    pub fn observe<G: Game<Move = M>>(&mut self, game: &G, state: &G::State, joint: &[M]) {
        let mut seen = Vec::new();
        if let Some(percepts) = game.percepts() {
            percepts.seen(state, joint, self.role, &mut seen);
        }
        self.plies.push(Observation { mov: joint[self.role], seen });
    }
}
