use game::{Game, Goal, Notation};

/// Matching pennies: both choose at once; the first wins if they choose alike.
#[derive(Debug)]
pub(crate) struct Pennies;

impl Game for Pennies {
    type State = Vec<u8>;
    type Move = u8;

    fn roles(&self) -> usize {
        2
    }

    fn initial(&self) -> Vec<u8> {
        Vec::new()
    }

    fn terminal(&self, state: &Vec<u8>) -> bool {
        !state.is_empty()
    }

    fn legal(&self, _: &Vec<u8>, _: usize, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend([0, 1]);
    }

    fn next(&self, _: &Vec<u8>, joint: &[u8]) -> Vec<u8> {
        joint.to_vec()
    }

    fn goal(&self, state: &Vec<u8>, role: usize) -> Goal {
        if (state[0] == state[1]) == (role == 0) { 100 } else { 0 }
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<Vec<u8>, u8> for Pennies {
    fn role_name(&self, role: usize) -> &str {
        ["even", "odd"][role]
    }

    fn move_name(&self, mov: u8) -> String {
        mov.to_string()
    }
}
