use std::time::Duration;

use game::{Game, InformationState, ask_while};
use rand::SeedableRng;

use crate::{
    Budget, Decision, HiddenRequest, Meter, Moment, Observer, Request, SearchError, SearchRng, Stop,
    Strategy, Worlds,
};

/// The longest that [`Viewpoint::information_set`] looks for states.
const LOOK: Duration = Duration::from_secs(1);

/// A role in a play, as a strategy is asked for its move: by the state, or, in a game that
/// [hides](Game::percepts) something, by what the role knows and nothing else.
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

/// The states that a role cannot distinguish, or a sample of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InformationSet<S> {
    /// The states, each once; none if none was found in time.
    pub states: Vec<S>,
    /// Whether they are all that there are.
    pub is_complete: bool,
}

impl<G: Game> Viewpoint<G> {
    /// That of a role in the last of `states`, the first of which is the initial one; `joints` are the joint
    /// moves between them.
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

    /// What the role knows; nothing if the game hides nothing, so that it knows the state.
    pub fn information(&self) -> Option<&InformationState<G::Move>> {
        self.known.as_ref().map(|known| &known.information)
    }

    /// The states that the role cannot distinguish from the one in which it stands: all of them if that are
    /// few, else a sample, as far as they are found within a second and before the button is pressed. What is
    /// found depends on nothing that the role does not know.
    ///
    /// The search goes on from `worlds`, which are those of the same role at an earlier moment, or
    /// [new](Worlds::new).
    ///
    /// # Errors
    /// If the rules give no answer, or a list of states that was taken for complete lacks the one in which
    /// the role stands.
    pub fn information_set(
        &self,
        game: &G,
        worlds: &mut Worlds<G>,
        stop: &Stop,
    ) -> Result<InformationSet<G::State>, SearchError> {
        let Some(Known { information, legal }) = &self.known else {
            return Ok(InformationSet { states: vec![self.state.clone()], is_complete: true });
        };
        let moment = if game.terminal(&self.state) { Moment::End } else { Moment::Choice(legal) };
        let meter = Meter::start(Budget { time: Some(LOOK), stop: stop.clone(), ..Budget::default() });
        let mut rng = SearchRng::seed_from_u64(0);
        let found =
            ask_while(meter.going_on(), || worlds.follow(game, information, moment, &meter, &mut rng))?;
        let states = worlds.iter().filter(|_| found).map(|world| world.state.clone()).collect();
        Ok(InformationSet { states, is_complete: found && worlds.is_exact() })
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
