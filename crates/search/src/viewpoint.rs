use game::{Game, InformationState};

use crate::{Budget, Decision, HiddenRequest, Observer, Request, SearchError, SearchRng, Strategy};

/// A role in a play, as a strategy is asked for its move: by the state, or, in a game that [hides](Game::percepts) something, by what the role knows and nothing else.
#[derive(Debug)]
pub struct Viewpoint<G: Game> {
    role: usize,
    state: G::State,
    /// Nothing if the game hides nothing.
    known: Option<Known<G::Move>>,
}

/// What a role knows, and its legal moves.
#[derive(Debug)]
struct Known<M> {
    information: InformationState<M>,
    legal: Vec<M>,
}

impl<G: Game> Viewpoint<G> {
    /// That of a role in the last of `states`, the first of which is the initial one; `joints` are the joint moves between them.
    ///
    /// # Panics
    /// If there are no states.
    pub fn after(
        game: &G,
        states: &[G::State],
        joints: impl IntoIterator<Item: AsRef<[G::Move]>>,
        role: usize,
    ) -> Self {
        let state = states.last().expect("a play has an initial state").clone();
        let known = game.percepts().map(|_| {
            let mut information = InformationState::initial(role);
            for (before, joint) in states.iter().zip(joints) {
                information.observe(game, before, joint.as_ref());
            }
            let mut legal = Vec::new();
            game.legal(&state, role, &mut legal);
            Known { information, legal }
        });
        Self { role, state, known }
    }

    /// The state, which a strategy is not told if the game hides something.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Asks a strategy for a move.
    ///
    /// # Errors
    /// As [`Strategy::choose`].
    pub fn ask(
        &self,
        strategy: &mut dyn Strategy<G>,
        game: &G,
        budget: &Budget,
        rng: &mut SearchRng,
        observer: Option<&mut dyn Observer<G>>,
    ) -> Result<Decision<G::Move>, SearchError> {
        let Some(Known { information, legal }) = &self.known else {
            let request = Request::new(game, &self.state, self.role, rng).within(budget.clone());
            return strategy.choose(match observer {
                Some(observer) => request.watched_by(observer),
                None => request,
            });
        };
        let request = HiddenRequest::new(game, information, legal, rng).within(budget.clone());
        strategy.choose_hidden(match observer {
            Some(observer) => request.watched_by(observer),
            None => request,
        })
    }
}
