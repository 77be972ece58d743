use game::{Game, MOST_TOGETHER, Parent};

use crate::Meter;

/// All children of some states, worked out together where the game can do that.
pub(super) struct Expansion<G: Game> {
    /// The moves of all states, one state after the other.
    moves: Vec<G::Move>,
    /// Where the moves of each state end.
    ends: Vec<usize>,
    /// The state after each move.
    children: Vec<G::State>,
    /// What each child pays, if the game is over there.
    goals: Vec<Option<f64>>,
}

/// A child of one of the states.
pub(super) struct Child<'e, G: Game> {
    /// The place of its parent among the states.
    pub(super) parent: usize,
    pub(super) mov: G::Move,
    pub(super) state: &'e G::State,
    /// What it pays, if the game is over there.
    pub(super) goal: Option<f64>,
}

impl<G: Game> Expansion<G> {
    pub(super) fn new() -> Self {
        Self { moves: Vec::new(), ends: Vec::new(), children: Vec::new(), goals: Vec::new() }
    }

    /// How many states to expand next, which have about as many children as the last ones.
    pub(super) fn states_together(&self, game: &G) -> usize {
        if game.batch().is_none() {
            return 1;
        }
        match self.ends.len() {
            0 => 1,
            states => (MOST_TOGETHER * states / self.moves.len().max(1)).clamp(1, MOST_TOGETHER),
        }
    }

    /// Works out all children of `states`, which are not terminal. It says no if that was interrupted: then
    /// nothing counts.
    pub(super) fn expand(&mut self, game: &G, states: &[G::State], meter: &mut Meter) -> bool {
        self.moves.clear();
        self.ends.clear();
        self.children.clear();
        self.goals.clear();
        let mut legal = Vec::new();
        for state in states {
            game.legal(state, 0, &mut legal);
            self.moves.append(&mut legal);
            self.ends.push(self.moves.len());
        }
        match game.batch() {
            Some(batch) => {
                let mut start = 0;
                let parents = states.iter().zip(&self.ends).map(|(state, &end)| {
                    let joints = &self.moves[std::mem::replace(&mut start, end)..end];
                    Parent { state, joints }
                });
                batch.children(&parents.collect::<Vec<_>>(), &mut self.children);
            }
            None => {
                let mut start = 0;
                for (state, &end) in states.iter().zip(&self.ends) {
                    for &mov in &self.moves[std::mem::replace(&mut start, end)..end] {
                        if meter.interrupted() {
                            return false;
                        }
                        self.children.push(game.next(state, &[mov]));
                    }
                }
            }
        }
        for child in &self.children {
            let over = game.terminal(child);
            meter.effort.leaves += u64::from(over);
            self.goals.push(if over { meter.goal(game, child, 0) } else { None });
            if game.batch().is_none() && meter.interrupted() {
                return false;
            }
        }
        meter.effort.nodes += self.children.len() as u64;
        !meter.cut_short() && meter.error().is_none()
    }

    /// The children in order.
    pub(super) fn children(&self) -> impl Iterator<Item = Child<'_, G>> {
        let mut parent = 0;
        self.children.iter().enumerate().map(move |(number, state)| {
            while self.ends[parent] <= number {
                parent += 1;
            }
            Child { parent, mov: self.moves[number], state, goal: self.goals[number] }
        })
    }
}
