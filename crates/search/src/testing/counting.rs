use game::{Game, Goal, Notation};

/// Counting to 21: each in turn says the next one, two or three numbers; whoever says 21 loses.
#[derive(Debug)]
pub(crate) struct Counting;

impl Game for Counting {
    /// The last number said, and the number of the role whose turn it is.
    type State = (u32, usize);
    type Move = u8;

    fn roles(&self) -> usize {
        2
    }

    fn initial(&self) -> (u32, usize) {
        (0, 0)
    }

    fn terminal(&self, state: &(u32, usize)) -> bool {
        state.0 == 21
    }

    fn legal(&self, &(said, turn): &(u32, usize), role: usize, moves: &mut Vec<u8>) {
        moves.clear();
        if role == turn { moves.extend(1..=3.min(21 - said) as u8) } else { moves.push(0) }
    }

    fn next(&self, &(said, turn): &(u32, usize), joint: &[u8]) -> (u32, usize) {
        (said + u32::from(joint[turn]), 1 - turn)
    }

    fn goal(&self, state: &(u32, usize), role: usize) -> Goal {
        if role == state.1 { 100 } else { 0 }
    }

    fn notation(&self) -> &dyn Notation<Self::State, Self::Move> {
        self
    }
}

impl Notation<(u32, usize), u8> for Counting {
    fn role_name(&self, role: usize) -> &str {
        ["first", "second"][role]
    }

    fn move_name(&self, mov: u8) -> String {
        format!("say {mov}")
    }
}
