use game::{Choices, Fault, Game, drawn_move, no_move};

use crate::Seed;

/// Joint moves made at random before the players are asked, so that strategies without chance do not play one
/// game again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<M> {
    /// One move a role, ply by ply.
    pub joint_moves: Vec<Vec<M>>,
}

/// Why there is no opening.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OpeningError {
    /// The game is over too soon.
    #[error(
        "the game is over within {plies} plies of random play, {} times in a row; ask for shorter openings",
        .tries
    )]
    TooLong {
        /// How long the opening was to be.
        plies: u32,
        /// How often it was tried.
        tries: u32,
    },
    /// The game failed.
    #[error(transparent)]
    Game(#[from] Fault),
}

impl<M: Copy + Eq> Opening<M> {
    /// How many random beginnings are tried before the game is called too short.
    const TRIES: u32 = 1_000;

    /// An opening of so many plies after which the game goes on, every role choosing uniformly among its
    /// legal moves, and chance by its probabilities.
    ///
    /// # Errors
    /// If the game is too short for it, or fails.
    pub fn random<G: Game<Move = M>>(game: &G, plies: u32, seed: Seed) -> Result<Self, OpeningError> {
        if plies == 0 {
            return Ok(Self { joint_moves: Vec::new() });
        }
        let mut rng = seed.stream();
        for _ in 0..Self::TRIES {
            let mut state = game.initial();
            let mut joint_moves = Vec::new();
            while joint_moves.len() < plies as usize && !game.terminal(&state) {
                let choices = Choices::of(game, &state);
                let mut joint = Vec::with_capacity(game.roles());
                for role in 0..game.roles() {
                    let legal = choices.of_role(role);
                    if legal.is_empty() {
                        return Err(no_move(game, &state, role).into());
                    }
                    joint.push(drawn_move(game, &state, role, legal, &mut rng));
                }
                state = game.next(&state, &joint);
                joint_moves.push(joint);
            }
            if !game.terminal(&state) {
                return Ok(Self { joint_moves });
            }
            if let Some(fault) = game.fault(&state) {
                return Err(fault.into());
            }
        }
        Err(OpeningError::TooLong { plies, tries: Self::TRIES })
    }
}

#[cfg(test)]
mod tests {
    use game::Tree;

    use super::*;
    use crate::testing::{ENDLESS, Walk};

    #[test]
    fn an_opening_is_its_seeds() {
        let opening = |seed| Opening::random(&ENDLESS, 20, Seed(seed)).expect("endless");
        assert_eq!(opening(1), opening(1));
        assert_ne!(opening(1), opening(2));
        assert_eq!(opening(1).joint_moves.len(), 20);
    }

    #[test]
    fn the_game_goes_on_after_an_opening() {
        // Three of four first moves end the game.
        let tree = Tree::from_brackets("(1 2 3 (4 5))").expect("a tree");
        for seed in 0..20 {
            let opening = Opening::random(&tree, 1, Seed(seed)).expect("one move goes on");
            assert_eq!(tree.notation().move_name(opening.joint_moves[0][0]), "4");
        }
    }

    #[test]
    fn a_game_that_is_over_sooner_has_no_opening() {
        let tree = Tree::from_brackets("(1 2)").expect("a tree");
        let error = Opening::random(&tree, 3, Seed(0)).expect_err("one ply");
        assert!(error.to_string().contains("within 3 plies"), "{error}");
        assert!(Opening::random(&tree, 0, Seed(0)).expect("nothing to do").joint_moves.is_empty());
    }

    #[test]
    fn a_fault_of_the_game_is_no_short_game() {
        let error = Opening::random(&Walk::failing_at(2), 3, Seed(0)).expect_err("it fails");
        assert_eq!(error, OpeningError::Game(Walk::fault_value()));
    }
}
