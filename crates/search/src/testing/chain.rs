use std::collections::BTreeMap;

use game::{Fault, Game, Goal, Notation};

/// One role alone, who says yes or no so many times; each yes earns what the ply is worth.
#[derive(Debug)]
pub(crate) struct Chain {
    pub(crate) plies: u32,
    /// What a yes earns at some plies; at all others there is only one move.
    pub(crate) worth: BTreeMap<u32, Goal>,
    /// The ply at which the game breaks down.
    pub(crate) fault_at: Option<u32>,
}

impl Game for Chain {
    /// The plies made, and what is earned.
    type State = (u32, usize);
    /// Whether it says yes: 1, or 0.
    type Move = u8;

    fn roles(&self) -> usize {
        1
    }

    fn initial(&self) -> (u32, usize) {
        (0, 0)
    }

    fn terminal(&self, state: &(u32, usize)) -> bool {
        state.0 == self.fault_at.unwrap_or(self.plies)
    }

    fn legal(&self, state: &(u32, usize), _: usize, moves: &mut Vec<u8>) {
        moves.clear();
        moves.push(0);
        if self.worth.contains_key(&state.0) {
            moves.push(1);
        }
    }

    fn next(&self, state: &(u32, usize), joint: &[u8]) -> (u32, usize) {
        let earned = if joint[0] == 1 { self.worth[&state.0] as usize } else { 0 };
        (state.0 + 1, state.1 + earned)
    }

    fn goal(&self, state: &(u32, usize), _: usize) -> Goal {
        state.1 as Goal
    }

    fn fault(&self, state: &(u32, usize)) -> Option<Fault> {
        let broken = self.fault_at.filter(|ply| *ply == state.0)?;
        Some(Fault { message: format!("broken at ply {broken}") })
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<(u32, usize), u8> for Chain {
    fn role_name(&self, _: usize) -> &str {
        "only"
    }

    fn move_name(&self, mov: u8) -> String {
        ["no", "yes"][usize::from(mov)].to_owned()
    }
}
