use std::any::Any;
use std::fmt;
use std::sync::Arc;

use game::Game;
use rand::RngExt;

use crate::evaluator::middle;
use crate::search_error::{UNNAMED, hidden};
use crate::strategy::in_time::shows_hidden;
use crate::{
    Budget, Decision, Domain, Entry, Evaluator, EvaluatorSpec, HiddenRequest, Meter, Request, SearchError,
    SearchRng, Section, Spec, Status, Strategy, Value,
};

/// Plays one match for a [custom strategy](Spec::custom): gives the place of its move among the legal ones,
/// or tells why it has none.
pub type CustomPlayer = Box<dyn FnMut(CustomRequest<'_>) -> Result<usize, String> + Send>;

/// A question to a custom strategy. It has no type of game, so that one strategy can be asked about games of
/// any type.
#[derive(Debug)]
pub struct CustomRequest<'r> {
    /// What the role knows.
    pub view: CustomView<'r>,
    /// The role that decides.
    pub role: usize,
    /// The names of its legal moves, of which there is at least one, in the game's order.
    pub legal: Vec<String>,
    /// What the decision may cost.
    pub budget: Budget,
    /// A random number, drawn anew for each decision from the random numbers of the match.
    pub seed: u64,
}

/// What a role knows when a custom strategy is asked.
pub enum CustomView<'r> {
    /// The state: a [`Game::State`] of the game that is played.
    State(&'r dyn Any),
    /// In a game that hides something: the role's own moves and, for each, what it saw after the joint move.
    Observations(Vec<(String, Vec<String>)>),
}

impl fmt::Debug for CustomView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::State(_) => f.write_str("State"),
            Self::Observations(plies) => f.debug_tuple("Observations").field(plies).finish(),
        }
    }
}

/// Why there is no spec of a custom strategy or evaluator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CustomError {
    /// The name cannot be told from others.
    #[error(
        "`{0}` cannot be the name of a strategy or evaluator of one's own: a name has 1 to 100 letters, digits, `-`, `_` and `.`, and no strategy or evaluator of the catalogue has it"
    )]
    Name(String),
    /// The strategy judges no states.
    #[error(
        "{0} has no evaluator that another could take the place of; deepening, alpha-beta, maxn and others have"
    )]
    NoEvaluator(String),
}

type Begin = dyn Fn() -> CustomPlayer + Send + Sync;
type Evaluate = dyn Fn(&dyn Any, usize) -> Result<f64, String> + Send + Sync;

/// Something with a name that the program which uses the library has made itself.
pub struct Custom<T: ?Sized> {
    name: Arc<str>,
    made: Arc<T>,
}

/// A strategy that the program has made, as the value of a spec.
pub type CustomStrategy = Custom<Begin>;
/// An evaluator that the program has made, as the value of a spec.
pub type CustomEvaluator = Custom<Evaluate>;

impl<T: ?Sized> Custom<T> {
    /// A thing of this name.
    fn new<S: Section>(name: &str, made: Arc<T>) -> Result<Self, CustomError> {
        let plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        let is_free = S::entries().iter().all(|entry| entry.name != name);
        if (1..=100).contains(&name.chars().count()) && name.chars().all(plain) && is_free {
            Ok(Self { name: name.into(), made })
        } else {
            Err(CustomError::Name(name.to_owned()))
        }
    }
}

impl<T: ?Sized> Clone for Custom<T> {
    fn clone(&self) -> Self {
        Self { name: Arc::clone(&self.name), made: Arc::clone(&self.made) }
    }
}

impl<T: ?Sized> PartialEq for Custom<T> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && Arc::ptr_eq(&self.made, &other.made)
    }
}

impl<T: ?Sized> fmt::Debug for Custom<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Custom").field(&self.name).finish()
    }
}

impl<T: ?Sized> fmt::Display for Custom<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// What stands for the catalogue's entry of what the catalogue does not have.
static ENTRY: Entry = Entry {
    name: "custom",
    help: "made by the program that uses the library",
    reference: "",
    status: Status::Heuristic,
    model: None,
    positional: false,
    parameters: &[],
};

impl Spec {
    /// A strategy that the program which uses this library has made itself: `begin` is called for each match.
    /// The spec is displayed as the name, which cannot be parsed again.
    ///
    /// ```
    /// # use spielbaum_search::Spec;
    /// let last = Spec::custom("last", || Box::new(|request| Ok(request.legal.len() - 1)))?;
    /// assert_eq!(last.to_string(), "last");
    /// # Ok::<(), spielbaum_search::CustomError>(())
    /// ```
    ///
    /// # Errors
    /// If a strategy of the catalogue has the name, or it is not made of letters, digits, `-`, `_` and `.`.
    pub fn custom(
        name: &str,
        begin: impl Fn() -> CustomPlayer + Send + Sync + 'static,
    ) -> Result<Self, CustomError> {
        let custom = CustomStrategy::new::<crate::Strategies>(name, Arc::new(begin))?;
        Ok(Self::of_values(&ENTRY, vec![Some(Value::CustomStrategy(custom))]))
    }

    /// The same strategy, which judges states by an evaluator that the program has made itself, in the place
    /// of every evaluator that it and the strategies within it have. `evaluate` is given a [`Game::State`]
    /// and a role, and gives a value within the game's goal range.
    ///
    /// # Errors
    /// If an evaluator of the catalogue has the name, or it is not made of letters, digits, `-`, `_` and `.`,
    /// or the strategy has no evaluator.
    pub fn with_evaluator(
        self,
        name: &str,
        evaluate: impl Fn(&dyn Any, usize) -> Result<f64, String> + Send + Sync + 'static,
    ) -> Result<Self, CustomError> {
        let custom = CustomEvaluator::new::<crate::Evaluators>(name, Arc::new(evaluate))?;
        let evaluator = EvaluatorSpec::of_values(&ENTRY, vec![Some(Value::CustomEvaluator(custom))]);
        let named = self.to_string();
        self.judging_by(&evaluator).ok_or(CustomError::NoEvaluator(named))
    }

    /// The same strategy with this evaluator; none if it has none.
    fn judging_by(mut self, evaluator: &EvaluatorSpec) -> Option<Self> {
        let mut judges = false;
        let parameters = self.entry().parameters;
        for (value, parameter) in self.values_mut().iter_mut().zip(parameters) {
            if parameter.domain == Domain::Evaluator {
                *value = Some(Value::Evaluator(evaluator.clone()));
                judges = true;
            } else if let Some(Value::Strategy(spec)) = value
                && let Some(inner) = spec.clone().judging_by(evaluator)
            {
                *spec = inner;
                judges = true;
            }
        }
        judges.then_some(self)
    }
}

impl<S: Section> Spec<S> {
    /// Whether the spec, or one within it, stands for something that the program has made itself, which its
    /// text does not tell.
    pub fn is_custom(&self) -> bool {
        self.values().iter().flatten().any(|value| match value {
            Value::CustomStrategy(_) | Value::CustomEvaluator(_) => true,
            Value::Evaluator(spec) => spec.is_custom(),
            Value::Strategy(spec) => spec.is_custom(),
            _ => false,
        })
    }

    pub(crate) fn custom_strategy(&self) -> Option<&CustomStrategy> {
        match self.values() {
            [Some(Value::CustomStrategy(custom))] => Some(custom),
            _ => None,
        }
    }

    pub(crate) fn custom_evaluator(&self) -> Option<&CustomEvaluator> {
        match self.values() {
            [Some(Value::CustomEvaluator(custom))] => Some(custom),
            _ => None,
        }
    }
}

impl CustomStrategy {
    /// A strategy for a match.
    pub(crate) fn player<G: Game>(&self) -> impl Strategy<G> + use<G> {
        Player { player: (self.made)() }
    }
}

/// Plays one match by a custom strategy.
struct Player {
    player: CustomPlayer,
}

impl Player {
    fn ask<G: Game>(
        &mut self,
        game: &G,
        view: CustomView<'_>,
        role: usize,
        legal: &[G::Move],
        (budget, rng): (Budget, &mut SearchRng),
    ) -> Result<Decision<G::Move>, SearchError> {
        let names = legal.iter().map(|&mov| game.notation().move_name(mov)).collect();
        let request = CustomRequest { view, role, legal: names, budget, seed: rng.random() };
        let place = (self.player)(request).map_err(SearchError::Custom)?;
        let mov = legal.get(place).copied().ok_or_else(|| {
            SearchError::Custom(format!("chose move {place} of {} legal ones, counted from 0", legal.len()))
        })?;
        Ok(Decision::unsearched(mov))
    }
}

impl<G: Game> Strategy<G> for Player {
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        if shows_hidden(&request) {
            return Err(hidden(UNNAMED));
        }
        let Request { game, state, role, budget, rng, .. } = request;
        let mut legal = Vec::new();
        game.legal(state, role, &mut legal);
        self.ask(game, CustomView::State(state), role, &legal, (budget, rng))
    }

    fn choose_hidden(&mut self, request: HiddenRequest<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        let HiddenRequest { game, information, legal, budget, rng, .. } = request;
        let seen = information.plies.iter().map(|ply| ply.named(game)).collect();
        self.ask(game, CustomView::Observations(seen), information.role, legal, (budget, rng))
    }
}

impl<G: Game> Evaluator<G> for CustomEvaluator {
    fn evaluate(
        &mut self,
        game: &G,
        state: &G::State,
        role: usize,
        meter: &mut Meter,
        _: &mut SearchRng,
    ) -> f64 {
        let range = game.goal_range();
        let (least, greatest) = (f64::from(*range.start()), f64::from(*range.end()));
        let judged = (self.made)(state, role).and_then(|value| {
            if (least..=greatest).contains(&value) {
                return Ok(value);
            }
            Err(format!("the evaluator {self} gave {value}, which is not within {least} and {greatest}"))
        });
        judged.unwrap_or_else(|why| {
            meter.fail(SearchError::Custom(why));
            middle(game)
        })
    }
}

#[cfg(test)]
mod tests {
    use game::{InformationState, Rules, RulesState};
    use rand::SeedableRng;

    use super::*;
    use crate::testing::{any_game, decide, rules};

    fn asked(spec: &Spec, game: &Rules) -> Result<String, SearchError> {
        let mut rng = SearchRng::seed_from_u64(0);
        let decision = spec.build().choose(Request::new(&any_game(game), &game.initial(), 0, &mut rng))?;
        Ok(game.notation().move_name(decision.mov))
    }

    #[test]
    fn a_custom_strategy_is_asked_by_the_state_and_gives_the_place_of_its_move() {
        let game = rules("tictactoe");
        let initial = game.initial();
        let spec = Spec::custom("centre", move || {
            let initial = initial.clone();
            Box::new(move |request| {
                let CustomView::State(state) = request.view else { return Err("hidden".to_owned()) };
                assert_eq!(state.downcast_ref::<RulesState>(), Some(&initial));
                let place = request.legal.iter().position(|mov| mov == "(mark 2 2)");
                place.ok_or_else(|| "taken".to_owned())
            })
        });
        let spec = spec.expect("a name");
        assert_eq!(asked(&spec, &game), Ok("(mark 2 2)".to_owned()));
        assert!(spec.is_custom());
        assert_eq!(spec, spec.clone());
    }

    #[test]
    fn what_a_custom_strategy_does_wrong_is_an_error_of_the_search() {
        let game = rules("tictactoe");
        let failing = Spec::custom("failing", || Box::new(|_| Err("oh no".to_owned()))).expect("a name");
        assert_eq!(asked(&failing, &game), Err(SearchError::Custom("oh no".to_owned())));
        let beyond = Spec::custom("beyond", || Box::new(|request| Ok(request.legal.len()))).expect("a name");
        assert!(asked(&beyond, &game).expect_err("no such move").to_string().contains("move 9 of 9"));
    }

    #[test]
    fn in_a_game_that_hides_something_a_custom_strategy_is_told_what_its_role_knows() {
        let game = rules("kuhn-poker");
        let spec = Spec::custom("told", || {
            Box::new(|request| match request.view {
                CustomView::Observations(plies) if plies.is_empty() => Ok(0),
                view => Err(format!("{view:?}")),
            })
        });
        let spec = spec.expect("a name");
        assert!(asked(&spec, &game).expect_err("the state is hidden").to_string().contains("hides"));
        let role = game::players(&game).next().expect("a player");
        let (information, mut legal) = (InformationState::initial(role), Vec::new());
        game.legal(&game.initial(), role, &mut legal);
        let mut rng = SearchRng::seed_from_u64(0);
        let game = any_game(&game);
        let request = HiddenRequest::new(&game, &information, &legal, &mut rng);
        let mut strategy = spec.build();
        assert_eq!(strategy.choose_hidden(request).map(|decision| decision.mov), Ok(legal[0]));
    }

    #[test]
    fn a_custom_evaluator_takes_the_place_of_others_also_within_other_strategies() {
        let by = |text: &str, value: f64| {
            let spec: Spec = text.parse().expect("a spec");
            spec.with_evaluator("constant", move |_, _| Ok(value)).expect("it has an evaluator")
        };
        assert_eq!(by("minimax(depth=1)", 60.0).to_string(), "minimax(depth=1,eval=constant)");
        assert!(by("pimc(inner=minimax)", 60.0).to_string().contains("eval=constant"));
        let game = rules("tictactoe");
        let value = |spec: Spec| {
            let mut rng = SearchRng::seed_from_u64(0);
            let initial = game.initial();
            let game = any_game(&game);
            let request = Request::new(&game, &initial, 0, &mut rng);
            spec.build().choose(request).map(|decision| decision.value)
        };
        assert_eq!(value(by("minimax(depth=1)", 60.0)), Ok(Some(60.0)));
        let beyond = value(by("minimax(depth=1)", 160.0)).expect_err("no goal");
        assert_eq!(beyond.to_string(), "the evaluator constant gave 160, which is not within 0 and 100");
        assert!(value(by("minimax(depth=1)", f64::NAN)).is_err());
        assert!(decide("minimax(depth=1)", &game, &Budget::default()).is_ok());
    }

    #[test]
    fn names_that_could_be_taken_for_others_are_refused() {
        for name in ["", "random", "a b", "a,b", "a(b=1)", "a\n", &"a".repeat(101)] {
            assert!(Spec::custom(name, || Box::new(|_| Ok(0))).is_err(), "{name}");
        }
        let spec = || "minimax".parse::<Spec>().expect("a spec");
        assert!(spec().with_evaluator("zero", |_, _| Ok(0.0)).is_err());
        let random: Spec = "random".parse().expect("a spec");
        let refusal = random.with_evaluator("own", |_, _| Ok(0.0)).expect_err("it judges nothing");
        assert_eq!(refusal, CustomError::NoEvaluator("random".to_owned()));
    }
}
