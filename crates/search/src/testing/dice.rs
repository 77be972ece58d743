use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use game::{Chance, Choices, Game, Goal, Knowledge, Notation};

/// A game for two with chance that a number makes up. In each ply one of the two has up to three moves
/// and chance up to three, at the same time; a move of either may be the only one. What one gains the
/// other loses.
#[derive(Debug)]
pub(crate) struct Dice {
    pub(crate) seed: u64,
    pub(crate) plies: usize,
}

/// The number of chance's role.
const CHANCE: usize = 2;

impl Dice {
    /// A number for what happened so far, and for what is asked about it.
    fn number(&self, state: &[u8], question: usize) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        (self.seed, state, question).hash(&mut hasher);
        hasher.finish()
    }
}

impl Game for Dice {
    type State = Vec<u8>;
    type Move = u8;

    fn roles(&self) -> usize {
        3
    }

    fn initial(&self) -> Vec<u8> {
        Vec::new()
    }

    fn terminal(&self, state: &Vec<u8>) -> bool {
        state.len() == self.plies * 2 || !state.is_empty() && self.number(state, 9).is_multiple_of(8)
    }

    fn legal(&self, state: &Vec<u8>, role: usize, moves: &mut Vec<u8>) {
        moves.clear();
        let mover = (self.number(state, 8) % 2) as usize;
        let most = if role == mover || role == CHANCE { self.number(state, role) % 3 } else { 0 };
        moves.extend(0..=most as u8);
    }

    fn next(&self, state: &Vec<u8>, joint: &[u8]) -> Vec<u8> {
        [state, &[joint[0] + 4 * joint[1], joint[CHANCE]][..]].concat()
    }

    fn goal(&self, state: &Vec<u8>, role: usize) -> Goal {
        let first = (self.number(state, 7) % 11) as Goal;
        [first, 10 - first, 0][role]
    }

    fn goal_range(&self) -> RangeInclusive<Goal> {
        0..=10
    }

    fn chance(&self) -> Option<&dyn Chance<Vec<u8>, u8>> {
        Some(self)
    }

    fn knowledge(&self) -> &dyn Knowledge<Vec<u8>> {
        self
    }

    fn notation(&self) -> &dyn Notation<Vec<u8>, u8> {
        self
    }
}

impl Chance<Vec<u8>, u8> for Dice {
    fn role(&self) -> usize {
        CHANCE
    }

    fn outcomes(&self, state: &Vec<u8>, outcomes: &mut Vec<(u8, f64)>) {
        let mut moves = Vec::new();
        self.legal(state, CHANCE, &mut moves);
        let weight = |mov: u8| (1 + self.number(state, 10 + usize::from(mov)) % 5) as f64;
        let sum: f64 = moves.iter().map(|&mov| weight(mov)).sum();
        outcomes.clear();
        outcomes.extend(moves.into_iter().map(|mov| (mov, weight(mov) / sum)));
    }
}

impl Knowledge<Vec<u8>> for Dice {
    fn goal_sums(&self) -> Option<RangeInclusive<Goal>> {
        Some(10..=10)
    }
}

impl Notation<Vec<u8>, u8> for Dice {
    fn role_name(&self, role: usize) -> &str {
        ["first", "second", "random"][role]
    }

    fn move_name(&self, mov: u8) -> String {
        mov.to_string()
    }
}

/// What a state is worth to the first of two players by plain expectation, where at most one of them has a
/// choice: the definition, without any search.
pub(crate) fn expectation<G: Game>(game: &G, state: &G::State) -> f64 {
    if game.terminal(state) {
        return game.goal(state, 0).into();
    }
    let values = expectations(game, state);
    let turn = (0..2).find(|&role| Choices::of(game, state).of_role(role).len() > 1);
    let best = if turn == Some(1) { f64::min } else { f64::max };
    values.into_iter().reduce(best).expect("a role has a move")
}

/// The same of each move of the player who has a choice, or of the only one.
pub(crate) fn expectations<G: Game>(game: &G, state: &G::State) -> Vec<f64> {
    let choices = Choices::of(game, state);
    let turn = (0..2).find(|&role| choices.of_role(role).len() > 1).unwrap_or(0);
    let chance = game.chance().expect("a game with chance");
    let mut outcomes = Vec::new();
    chance.outcomes(state, &mut outcomes);
    let value = |&mov: &G::Move| {
        let of_outcome = |&(drawn, probability): &(G::Move, f64)| {
            let mut joint = choices.joint_with(turn, mov);
            joint[chance.role()] = drawn;
            probability * expectation(game, &game.next(state, &joint))
        };
        outcomes.iter().map(of_outcome).sum()
    };
    choices.of_role(turn).iter().map(value).collect()
}
