use game::{Game, InformationState};

use crate::{Budget, Observer, SearchRng, Watch};

/// A question to a strategy in a game that [hides](Game::percepts) something: what should a role do that
/// knows its own moves and percepts, and nothing else?
///
/// It has no state, so that no strategy can look at what its role does not see.
///
/// ```
/// use game::{Game, InformationState, Rules};
/// use rand::SeedableRng;
/// use spielbaum_search::{HiddenRequest, SearchRng, Spec};
///
/// // Each of two roles hides a coin; neither is shown to the other.
/// let text = "(role a) (role b) (init (step 1)) (legal a heads) (legal a tails) (legal b heads) (legal b tails) (<= (sees a moved) (does b ?coin))
///     (next (step 2)) (<= terminal (true (step 2))) (goal a 50) (goal b 50)";
/// let game = Rules::new(&gdl::Rulesheet::parse("coins", text.as_bytes())?)?;
/// let mut legal = Vec::new();
/// game.legal(&game.initial(), 0, &mut legal);
/// let mut rng = SearchRng::seed_from_u64(0);
/// let information = InformationState::initial(0);
/// let request = HiddenRequest::new(&game, &information, &legal, &mut rng);
/// let decision = "random".parse::<Spec>()?.build().choose_hidden(request)?;
/// assert!(legal.contains(&decision.mov));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HiddenRequest<'r, G: Game> {
    /// The game.
    pub game: &'r G,
    /// The role that decides, and what it knows.
    pub information: &'r InformationState<G::Move>,
    /// Its legal moves, of which there is at least one, in the game's order. They are the same in all states
    /// that agree with what it knows, unless the rules tell a role by its legal moves what it does not see.
    pub legal: &'r [G::Move],
    /// What the decision may cost, on top of the bounds in the strategy's own spec; the tighter of
    /// both holds.
    pub budget: Budget,
    /// The source of chance.
    pub rng: &'r mut SearchRng,
    /// Who watches the search.
    pub observer: Watch<'r, G>,
}

impl<'r, G: Game> HiddenRequest<'r, G> {
    /// A question without bounds, whose answer nobody watches.
    pub fn new(
        game: &'r G,
        information: &'r InformationState<G::Move>,
        legal: &'r [G::Move],
        rng: &'r mut SearchRng,
    ) -> Self {
        Self { game, information, legal, budget: Budget::default(), rng, observer: Watch::none() }
    }

    /// The same question with this budget.
    #[must_use]
    pub fn within(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The same question, but somebody watches the search.
    #[must_use]
    pub fn watched_by(self, observer: &'r mut (dyn Observer<G> + 'r)) -> Self {
        let scale = self.game.notation().scale(self.information.role);
        Self { observer: Watch::by(observer, scale), ..self }
    }
}
