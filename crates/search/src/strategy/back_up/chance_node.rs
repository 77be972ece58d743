use game::{Chance, Choices, Game};

/// An open node in which chance moves, alone or after the move of who decides in the node above.
pub(super) struct ChanceNode<G: Game, V> {
    state: G::State,
    /// The joint move, but for what chance does.
    joint: Vec<G::Move>,
    role: usize,
    outcomes: Vec<(G::Move, f64)>,
    /// What those that have been visited are worth.
    pub(super) values: Vec<V>,
    /// Whether the node above has the same state, in which its chooser has made its move: then this is no ply
    /// of its own.
    pub(super) afterstate: bool,
    /// Bytes that it takes: those that it took when it was opened, and those of the payoff vectors
    /// of outcomes.
    pub(super) bytes: u64,
}

impl<G: Game, V> ChanceNode<G, V> {
    pub(super) fn new(
        game: &G,
        chance: &dyn Chance<G::State, G::Move>,
        state: G::State,
        joint: Vec<G::Move>,
        afterstate: bool,
    ) -> Self {
        let mut outcomes = Vec::new();
        chance.outcomes(&state, &mut outcomes);
        let bytes = size_of::<Self>()
            + game.heap_bytes(&state)
            + outcomes.len() * (size_of::<(G::Move, f64)>() + size_of::<V>());
        let bytes = bytes as u64;
        Self { state, joint, role: chance.role(), outcomes, values: Vec::new(), afterstate, bytes }
    }

    /// The state of the next outcome, if there is one, and in `joint` the joint move to it.
    pub(super) fn next_child(&self, game: &G, joint: &mut Vec<G::Move>) -> Option<G::State> {
        let &(mov, _) = self.outcomes.get(self.values.len())?;
        joint.clone_from(&self.joint);
        joint[self.role] = mov;
        Some(game.next(&self.state, joint))
    }

    /// The values of the outcomes, each with its probability.
    pub(super) fn into_values(self) -> Vec<(f64, V)> {
        self.outcomes.into_iter().map(|(_, probability)| probability).zip(self.values).collect()
    }
}

/// How players choose where chance may move, too.
pub(super) struct Split<M> {
    /// The legal moves, of which chance has only its first.
    pub(super) choices: Choices<M>,
    /// Whether chance has more.
    pub(super) chance_moves: bool,
}

impl<M: Copy + Eq> Split<M> {
    pub(super) fn of<S>(choices: Choices<M>, chance: Option<&dyn Chance<S, M>>) -> Self {
        match chance.map(Chance::role) {
            Some(role) if choices.of_role(role).len() > 1 => {
                Self { choices: choices.with_first_move_of(role), chance_moves: true }
            }
            _ => Self { choices, chance_moves: false },
        }
    }
}
