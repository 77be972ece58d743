/// What playouts from several states came to, state by state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcomes {
    roles: usize,
    playouts: Vec<u64>,
    /// One sum per role for each state.
    goals: Vec<f64>,
}

impl Outcomes {
    /// Begins anew with no playout from any of so many states.
    pub fn clear(&mut self, states: usize, roles: usize) {
        self.roles = roles;
        self.playouts.clear();
        self.playouts.resize(states, 0);
        self.goals.clear();
        self.goals.resize(states * roles, 0.0);
    }

    /// Adds a playout from state number `state`, which paid each role one of `goals`.
    pub fn record(&mut self, state: usize, goals: impl IntoIterator<Item = f64>) {
        self.playouts[state] += 1;
        let sums = &mut self.goals[state * self.roles..][..self.roles];
        sums.iter_mut().zip(goals).for_each(|(sum, goal)| *sum += goal);
    }

    /// How many playouts from a state came to their ends.
    pub fn playouts(&self, state: usize) -> u64 {
        self.playouts[state]
    }

    /// For each role, the sum of its goals in them. A playout that the ply limit cut counts as the middle of
    /// the goal range.
    pub fn goals(&self, state: usize) -> &[f64] {
        &self.goals[state * self.roles..][..self.roles]
    }
}
