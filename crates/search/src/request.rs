use game::Game;

use crate::{Budget, Observer, SearchRng, Watch};

/// A question to a strategy: what should a role do in a state, and what may the answer cost?
///
/// ```
/// use game::{Game, Tree};
/// use rand::SeedableRng;
/// use spielbaum_search::{Budget, Request, SearchRng, Spec};
///
/// let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))")?;
/// let mut rng = SearchRng::seed_from_u64(0);
/// let budget = Budget { depth: Some(2), ..Budget::default() };
/// let state = tree.initial();
/// let request = Request::new(&tree, &state, 0, &mut rng).within(budget);
/// assert_eq!("alpha-beta".parse::<Spec>()?.build().choose(request)?.value, Some(3.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Request<'r, G: Game> {
    /// The game.
    pub game: &'r G,
    /// The state to decide in, which is not terminal.
    pub state: &'r G::State,
    /// Whether the state is a determinization: one that a role only takes to be the true one, in a game
    /// that hides the true one. Only then may a strategy search a state of such a game, as if all roles
    /// saw everything.
    pub determinized: bool,
    /// The role that decides.
    pub role: usize,
    /// What the decision may cost, on top of the bounds in the strategy's own spec; the tighter of
    /// both holds.
    pub budget: Budget,
    /// The source of chance.
    pub rng: &'r mut SearchRng,
    /// Who watches the search.
    pub observer: Watch<'r, G>,
}

impl<'r, G: Game> Request<'r, G> {
    /// A question without bounds, whose answer nobody watches.
    pub fn new(game: &'r G, state: &'r G::State, role: usize, rng: &'r mut SearchRng) -> Self {
        let (budget, observer) = (Budget::default(), Watch::none());
        Self { game, state, determinized: false, role, budget, rng, observer }
    }

    /// The same question with this budget.
    #[must_use]
    pub fn within(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }

    /// The same question about a state that a role only takes to be the true one, see
    /// [`determinized`](Self::determinized).
    #[must_use]
    pub fn of_determinization(self) -> Self {
        Self { determinized: true, ..self }
    }

    /// The same question, but somebody watches the search.
    #[must_use]
    pub fn watched_by(self, observer: &'r mut (dyn Observer<G> + 'r)) -> Self {
        let scale = self.game.notation().scale(self.role);
        Self { observer: Watch::by(observer, scale), ..self }
    }
}
