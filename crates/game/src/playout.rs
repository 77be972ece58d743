use rand::{Rng, RngExt};

use crate::{Chance, Game, drawn};

/// A way to a random playout that is quicker than move by move. `S` is the game's state.
pub trait FastPlayout<S>: Sync {
    /// A playout from `state`, every role but chance choosing uniformly among its legal moves at each of at
    /// most `ply_limit` plies. It is so quick that nobody need ask for the time before it is over.
    fn playout(&self, state: &S, ply_limit: u32, rng: &mut dyn Rng) -> Playout<S>;
}

/// Plays games to the end with uniformly random moves, those of chance by their probabilities; keeps its
/// buffers from one playout to the next.
#[derive(Debug)]
pub struct Playouts<'g, G: Game> {
    game: &'g G,
    ply_limit: u32,
    legal: Vec<G::Move>,
    joint: Vec<G::Move>,
    /// The number of chance's role; that of no role if the game has none.
    chance: usize,
    outcomes: Vec<(G::Move, f64)>,
}

/// How one playout ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout<S> {
    /// The last state: terminal, unless the playout was cut.
    pub end: S,
    /// Joint moves made.
    pub plies: u32,
    /// Whether the playout was cut before a terminal state.
    pub cut: bool,
}

impl<'g, G: Game> Playouts<'g, G> {
    /// Plies after which a playout is cut unless [`with_ply_limit`](Self::with_ply_limit) says otherwise.
    pub const PLY_LIMIT: u32 = 10_000;

    /// A player of `game`.
    pub fn new(game: &'g G) -> Self {
        let chance = game.chance().map_or(usize::MAX, Chance::role);
        let (legal, joint, outcomes) = (Vec::new(), Vec::new(), Vec::new());
        Self { game, ply_limit: Self::PLY_LIMIT, legal, joint, chance, outcomes }
    }

    /// Cuts playouts after `plies` joint moves.
    #[must_use]
    pub fn with_ply_limit(mut self, plies: u32) -> Self {
        self.ply_limit = plies;
        self
    }

    /// Plays from `state` to the end, every role choosing uniformly among its legal moves, and chance by its
    /// probabilities.
    pub fn run(&mut self, state: &G::State, rng: &mut impl Rng) -> Playout<G::State> {
        self.run_while(|| true, state, rng)
    }

    /// [`run`](Self::run) for as long as `go_on` says so; it is asked at every ply, since a ply of a slow
    /// game can take longer than all the time there is. When it says no, the playout is cut. A
    /// [fast](Game::fast_playout) playout is over before it is asked.
    pub fn run_while(
        &mut self,
        mut go_on: impl FnMut() -> bool,
        state: &G::State,
        rng: &mut impl Rng,
    ) -> Playout<G::State> {
        if let Some(fast) = self.game.fast_playout() {
            return fast.playout(state, self.ply_limit, rng);
        }
        let mut state = state.clone();
        let mut plies = 0;
        while !self.game.terminal(&state) {
            if plies == self.ply_limit || !go_on() {
                return Playout { end: state, plies, cut: true };
            }
            self.joint.clear();
            for role in 0..self.game.roles() {
                self.game.legal(&state, role, &mut self.legal);
                match self.legal.as_slice() {
                    // There is nothing to play on with.
                    [] => return Playout { end: state, plies, cut: true },
                    [only] => self.joint.push(*only),
                    _ if role == self.chance => {
                        let Self { game, joint, outcomes, .. } = self;
                        game.chance().inspect(|chance| chance.outcomes(&state, outcomes));
                        joint.extend(drawn(outcomes, rng.random()));
                    }
                    moves => self.joint.push(moves[rng.random_range(0..moves.len())]),
                }
            }
            state = self.game.next(&state, &self.joint);
            plies += 1;
        }
        Playout { end: state, plies, cut: false }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::Tree;

    fn chain() -> Tree {
        Tree::from_brackets("(((((7)))))").unwrap()
    }

    fn rng() -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(0)
    }

    #[test]
    fn a_playout_ends_in_a_terminal_state_and_counts_its_plies() {
        let tree = chain();
        let playout = Playouts::new(&tree).run(&tree.initial(), &mut rng());
        assert_eq!((playout.plies, playout.cut, tree.goal(&playout.end, 0)), (5, false, 7));
    }

    #[test]
    fn chance_draws_by_its_probabilities() {
        let tree = Tree::from_brackets("(?0.9|0.1 100 0)").unwrap();
        let (mut playouts, mut rng) = (Playouts::new(&tree), rng());
        let sum: i32 = (0..10_000).map(|_| tree.goal(&playouts.run(&tree.initial(), &mut rng).end, 0)).sum();
        assert!((f64::from(sum) / 10_000.0 - 90.0).abs() < 1.5, "{sum}");
    }

    #[test]
    fn the_ply_limit_and_whoever_is_asked_cut_a_playout() {
        let tree = chain();
        let limited = Playouts::new(&tree).with_ply_limit(3).run(&tree.initial(), &mut rng());
        assert_eq!((limited.plies, limited.cut), (3, true));
        let asked = Cell::new(0);
        let twice = || asked.replace(asked.get() + 1) < 2;
        let stopped = Playouts::new(&tree).run_while(twice, &tree.initial(), &mut rng());
        assert_eq!((stopped.plies, stopped.cut), (2, true));
    }
}
