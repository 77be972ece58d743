use crate::{Game, Percept};

/// What a role knows of a match: its own moves, and what it has seen after each joint move. All histories of
/// the game that agree with it are one *information set*.
///
/// A role of a game without percepts ([`Game::percepts`]) sees everything; then this tells its own moves
/// alone, and is not used.
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

impl<M: Copy> Observation<M> {
    /// What a role does and sees in a joint move that is made in `state`.
    pub fn of<G: Game<Move = M>>(game: &G, state: &G::State, joint: &[M], role: usize) -> Self {
        let mut seen = Vec::new();
        if let Some(percepts) = game.percepts() {
            percepts.seen(state, joint, role, &mut seen);
        }
        Self { mov: joint[role], seen }
    }

    /// The move and the percepts as texts, the percepts in an order that does not depend on how the game
    /// numbers them.
    pub fn named<G: Game<Move = M>>(&self, game: &G) -> (String, Vec<String>) {
        let seen = self.seen.iter().filter_map(|&percept| Some(game.percepts()?.percept_name(percept)));
        let mut seen: Vec<String> = seen.collect();
        seen.sort_unstable();
        (game.notation().move_name(self.mov), seen)
    }
}

impl<M: Copy> InformationState<M> {
    /// What a role knows in the initial state.
    pub fn initial(role: usize) -> Self {
        Self { role, plies: Vec::new() }
    }

    /// Learns what the role does and sees in a joint move that is made in `state`.
    pub fn observe<G: Game<Move = M>>(&mut self, game: &G, state: &G::State, joint: &[M]) {
        self.plies.push(Observation::of(game, state, joint, self.role));
    }
}
