use game::{Chance, Choices, Fault, Game, Mover, Tree};

/// Why no role can search a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearcherError {
    /// The state is terminal.
    #[error("the game is over in this state, there is nothing to choose")]
    GameOver,
    /// The game failed before or in the state.
    #[error(transparent)]
    Game(#[from] Fault),
    /// The role that was asked for is none of the game's.
    #[error("there is no role `{asked}`; the roles are {}", .roles.join(", "))]
    NoSuchRole {
        /// The name that was asked for.
        asked: String,
        /// The names of the game's roles.
        roles: Vec<String>,
    },
    /// The role draws its moves, so that no strategy chooses them.
    #[error(
        "the role {role} moves by chance here, so that no strategy chooses its move; go on by one of its moves"
    )]
    Chance {
        /// The name of the role.
        role: String,
    },
    /// No role was asked for, and several have a choice.
    #[error("several roles choose at the same time; name the one that searches: {}", .roles.join(", "))]
    Several {
        /// The names of the game's roles.
        roles: Vec<String>,
    },
}

/// The role that searches `state`: the one called `asked`, or else the one that has a choice. Where no role
/// has a choice it is role 0.
///
/// # Errors
/// If the state is terminal, if no role is called `asked`, if it is chance, or if `asked` is none and several
/// roles have a choice.
pub fn searcher<G: Game>(game: &G, state: &G::State, asked: Option<&str>) -> Result<usize, SearcherError> {
    if game.terminal(state) {
        return Err(game.fault(state).map_or(SearcherError::GameOver, SearcherError::Game));
    }
    let roles = || (0..game.roles()).map(|role| game.notation().role_name(role).to_owned()).collect();
    let role = match (asked, Choices::of(game, state).mover()) {
        (Some(asked), _) => (0..game.roles())
            .find(|&role| game.notation().role_name(role) == asked)
            .ok_or_else(|| SearcherError::NoSuchRole { asked: asked.to_owned(), roles: roles() }),
        (None, Mover::One(role)) => Ok(role),
        (None, Mover::Nobody) => Ok(0),
        (None, Mover::Several) => Err(SearcherError::Several { roles: roles() }),
    }?;
    match game.chance().map(Chance::role) {
        Some(chance) if chance == role => {
            Err(SearcherError::Chance { role: game.notation().role_name(role).to_owned() })
        }
        _ => Ok(role),
    }
}

/// The role that searches a tree from its root: the one called `asked`, or else the one that moves there,
/// though it may have one move only.
///
/// # Errors
/// As [`searcher`]; also if chance moves at the root.
pub fn tree_searcher(tree: &Tree, asked: Option<&str>) -> Result<usize, SearcherError> {
    let root = tree.initial();
    match tree.mover(root) {
        Some(chance) if chance == tree.players() => {
            Err(SearcherError::Chance { role: tree.notation().role_name(chance).to_owned() })
        }
        Some(mover) if asked.is_none() => Ok(mover),
        _ => searcher(tree, &root, asked),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(tree: &str, asked: Option<&str>) -> Result<usize, String> {
        let tree = Tree::from_brackets(tree).unwrap();
        searcher(&tree, &tree.initial(), asked).map_err(|error| error.to_string())
    }

    #[test]
    fn the_role_that_has_a_choice_searches_unless_another_is_asked_for() {
        assert_eq!(role("(3 12)", None), Ok(0));
        assert_eq!(role("(3 12)", Some("min")), Ok(1));
        assert_eq!(role("((3 12))", None), Ok(0));
    }

    #[test]
    fn the_role_that_moves_at_the_root_searches_a_tree_though_it_has_one_move() {
        let role = |text: &str, asked| {
            let tree = Tree::from_brackets(text).unwrap();
            tree_searcher(&tree, asked).map_err(|error| error.to_string())
        };
        assert_eq!(role("(min (3 4))", None), Ok(1));
        assert_eq!(role("(@2 (1/2/3 4/1/2))", None), Ok(1));
        assert_eq!(role("(min (3 4))", Some("max")), Ok(0));
        assert!(role("5", None).unwrap_err().contains("game is over"));
        for text in ["(? 3 5)", "(? (3 5))"] {
            assert!(role(text, Some("max")).unwrap_err().contains("random moves by chance"), "{text}");
        }
    }

    #[test]
    fn what_cannot_search_is_told_with_the_roles() {
        assert!(role("5", None).unwrap_err().contains("game is over"));
        assert_eq!(
            role("(3 12)", Some("mid")).unwrap_err(),
            "there is no role `mid`; the roles are max, min"
        );
        assert_eq!(
            role("(? 3 5)", None).unwrap_err(),
            "the role random moves by chance here, so that no strategy chooses its move; go on by one of its moves"
        );
    }
}
