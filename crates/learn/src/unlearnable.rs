use game::{Encoding, Fault, Game};

/// Why no evaluation can be learned of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unlearnable {
    /// Chance moves.
    #[error("chance moves in the game, and evaluations are learned only of games without chance")]
    Chance,
    /// Roles do not see everything.
    #[error(
        "the game hides something from its roles (`sees`), and an evaluation of what nobody sees would be wrong"
    )]
    Hidden,
    /// Its states have no [encoding](Game::encoding).
    #[error("the game has no circuit, without which no evaluation can be learned of it")]
    NoEncoding,
    /// The rules give no answer in the initial state.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The initial state is terminal.
    #[error("the game is over at once: there is nothing to learn about")]
    OverAtOnce,
    /// There would be more weights than an evaluation may have.
    #[error("the states of the game have too many fluents for so many roles to learn about")]
    TooLarge,
}

/// The form in which states of a game are learned about, if that can be done. Whether there are [too
/// many](Unlearnable::TooLarge) weights, a [`Learner`](crate::Learner) finds out.
///
/// # Errors
/// If nothing can be learned of the game.
pub fn learnable<G: Game>(game: &G) -> Result<&dyn Encoding<G::State>, Unlearnable> {
    if game.chance().is_some() {
        return Err(Unlearnable::Chance);
    }
    if game.percepts().is_some() {
        return Err(Unlearnable::Hidden);
    }
    let encoding = game.encoding().ok_or(Unlearnable::NoEncoding)?;
    let initial = game.initial();
    if game.terminal(&initial) {
        return Err(game.fault(&initial).map_or(Unlearnable::OverAtOnce, Unlearnable::Fault));
    }
    Ok(encoding)
}
