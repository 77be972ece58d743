use game::{Fault, Game};

/// Why a strategy could not choose.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SearchError {
    /// The strategy is not made for such a game.
    #[error("{strategy} does not apply to this game: {why}")]
    Inapplicable {
        /// The strategy's name.
        strategy: &'static str,
        /// What about the game it cannot handle, and what to use instead.
        why: String,
    },
    /// The state is terminal.
    #[error("the game is over in this state, there is nothing to choose")]
    GameOver,
    /// The evaluator has no value for a state that the search must judge.
    #[error("{0}")]
    Unjudged(String),
    /// The game cannot come to what a role is said to know.
    #[error(
        "no history of the game agrees with what {role} did and saw; its moves and percepts must be those of all plies from the initial state on"
    )]
    NoWorld {
        /// The role's name.
        role: String,
    },
    /// A strategy of the program that uses the library has failed.
    #[error("{0}")]
    Custom(String),
    /// The rules give no answer in a state that the search came to.
    #[error("the game failed: {0}")]
    Game(#[from] Fault),
}

/// What a strategy is called in a refusal that does not know its name.
pub(crate) const UNNAMED: &str = "the strategy";

/// Refuses a game that hides something on behalf of a strategy that needs the state.
pub(crate) fn hidden(strategy: &'static str) -> SearchError {
    let why = format!(
        "it hides parts of the state from its roles (by `sees`, or by information sets of a tree), and {strategy} needs all of it; pimc(inner={strategy}) searches states that agree with what the role knows, policy plays by a policy that was computed before, and ismcts, hyperplay, random and first-legal can play it"
    );
    // What has no name cannot be typed.
    let why = why.replace(&format!("(inner={UNNAMED})"), "");
    SearchError::Inapplicable { strategy, why }
}

/// Refuses a search for chance itself on behalf of a strategy that reckons with chance.
pub(crate) fn informed<G: Game>(strategy: &'static str, game: &G, role: usize) -> Result<(), SearchError> {
    if game.chance().is_none_or(|chance| chance.role() != role) {
        return Ok(());
    }
    let why = "the role `random` draws its moves, and nobody chooses for it; random can draw them".to_owned();
    Err(SearchError::Inapplicable { strategy, why })
}

/// Refuses a game with chance on behalf of a strategy that needs to know what comes of a move, for the
/// reason given.
pub(crate) fn certain<G: Game>(
    strategy: &'static str,
    game: &G,
    reason: &'static str,
) -> Result<(), SearchError> {
    if game.chance().is_none() {
        return Ok(());
    }
    let why = format!("the role `random` moves by chance, and {reason}");
    Err(SearchError::Inapplicable { strategy, why })
}

/// The refusal of a state in which several roles choose at the same time.
pub(crate) fn several_at_once(strategy: &'static str) -> SearchError {
    SearchError::Inapplicable {
        strategy,
        why:
            "several roles choose at the same time; uct, flat-mc, pessimistic and random-opponent can play it"
                .to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_advised_where_something_is_hidden_can_be_typed() {
        assert!(hidden("uct").to_string().contains("; pimc(inner=uct) searches states"));
        assert!(hidden(UNNAMED).to_string().contains("; pimc searches states"));
    }
}
