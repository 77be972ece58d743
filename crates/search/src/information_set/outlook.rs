use game::Game;
use rand::RngExt;

use crate::SearchRng;

/// The joint moves of a state in which one role makes a move that is known, with their probabilities: chance
/// moves by its own, all others uniformly.
pub(super) struct Outlook<M> {
    /// For each role its moves with their probabilities.
    moves: Vec<Vec<(M, f64)>>,
}

impl<M: Copy + Eq> Outlook<M> {
    /// The joint moves; none if the state is terminal, or the move is not legal in it.
    pub(super) fn of<G: Game<Move = M>>(game: &G, state: &G::State, role: usize, mov: M) -> Option<Self> {
        if game.terminal(state) {
            return None;
        }
        let mut legal = Vec::new();
        let mut moves = Vec::with_capacity(game.roles());
        for other in 0..game.roles() {
            let chance = game.chance().filter(|chance| chance.role() == other);
            moves.push(match chance {
                Some(chance) => {
                    let mut outcomes = Vec::new();
                    chance.outcomes(state, &mut outcomes);
                    outcomes
                }
                None => {
                    game.legal(state, other, &mut legal);
                    let share = 1.0 / legal.len() as f64;
                    legal.iter().map(|&mov| (mov, share)).collect()
                }
            });
        }
        if !moves[role].iter().any(|&(legal, _)| legal == mov) || moves.iter().any(Vec::is_empty) {
            return None;
        }
        // That the role made it is known, so it is no evidence.
        moves[role] = vec![(mov, 1.0)];
        Some(Self { moves })
    }

    /// How many joint moves there are, as far as numbers go.
    pub(super) fn count(&self) -> u64 {
        self.moves.iter().fold(1, |product: u64, moves| product.saturating_mul(moves.len() as u64))
    }

    /// Joint move number `number`, which is less than the count, and its probability.
    pub(super) fn joint(&self, mut number: u64, joint: &mut Vec<M>) -> f64 {
        joint.clear();
        let mut probability = 1.0;
        for moves in &self.moves {
            let (mov, share) = moves[(number % moves.len() as u64) as usize];
            number /= moves.len() as u64;
            joint.push(mov);
            probability *= share;
        }
        probability
    }

    /// Replaces the content of `joint` by a joint move drawn by its probability.
    pub(super) fn draw(&self, joint: &mut Vec<M>, rng: &mut SearchRng) {
        joint.clear();
        joint.extend(self.moves.iter().filter_map(|moves| match moves.as_slice() {
            [(only, _)] => Some(*only),
            moves => game::drawn(moves, rng.random()),
        }));
    }
}
