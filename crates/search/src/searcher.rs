use game::{Chance, Choices, Fault, Game, Mover};

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
        "the role {role} moves by chance here, so that no strategy chooses its move; go on by one of its moves (`--after`)"
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

/// The role that searches `state`: the one called `asked`, or else the one that has a choice. Where no role has a choice it is role 0.
///
/// # Errors
/// If the state is terminal, if no role is called `asked`, if it is chance, or if `asked` is none and several roles have a choice.
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

#[cfg(test)]
mod tests {
    use game::Tree;

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
    fn what_cannot_search_is_told_with_the_roles() {
        assert!(role("5", None).unwrap_err().contains("game is over"));
        assert_eq!(
            role("(3 12)", Some("mid")).unwrap_err(),
            "there is no role `mid`; the roles are max, min"
        );
    }
}
