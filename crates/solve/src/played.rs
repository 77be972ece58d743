//! How strategies play in the information sets of a game.

use std::hash::Hash;

use game::Game;
use rand::SeedableRng;
use search::{Budget, Decision, HiddenRequest, Request, SearchError, SearchRng, Spec, Strategy};

use crate::extensive_form::{ExtensiveForm, Profile};

/// How a strategy that does not tell its probabilities is asked.
#[derive(Clone, Debug)]
pub struct Questions {
    /// How often in each information set; once at least.
    pub samples: u32,
    /// What an answer may cost, on top of the bounds in the strategy's own spec. Its stop button ends all.
    pub budget: Budget,
    /// What the answers' random numbers are drawn by.
    pub seed: u64,
}

/// How a strategy plays in every information set of both players.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The probabilities of the moves.
    pub profile: Profile,
    /// Whether some are relative frequencies of answers, because the strategy does not tell its
    /// probabilities.
    pub sampled: bool,
}

/// Why it is not known how a strategy plays.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayError {
    /// The strategy gave no answer.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// It chose a move that is not legal.
    #[error("it chose {0}, which is not legal")]
    Illegal(String),
    /// There are too many information sets to ask in.
    #[error(
        "there are {0} information sets, and a strategy that does not tell its probabilities is asked in {MOST_ASKED} at most"
    )]
    TooMany(usize),
    /// The stop button was pressed.
    #[error("it was stopped")]
    Stopped,
}

/// The most information sets in which a strategy is asked again and again.
const MOST_ASKED: usize = 1_000;

impl<M: Copy + Eq + Hash> ExtensiveForm<M> {
    /// How a strategy plays: by the probabilities that it [tells](Strategy::mixture), or else by the relative
    /// frequencies of its answers. For each answer it is made anew, so that it knows nothing but what the
    /// role knows. `progress` hears in how many information sets it has answered.
    ///
    /// # Errors
    /// If the strategy fails, or there are too many information sets to ask in, or the stop button
    /// is pressed.
    pub fn played_by<G: Game<Move = M>>(
        &self,
        game: &G,
        spec: &Spec,
        questions: &Questions,
        progress: &dyn Fn(usize),
    ) -> Result<Played, PlayError> {
        let mut rng = SearchRng::seed_from_u64(questions.seed);
        let seats = 0..self.players().len();
        let count = seats.clone().map(|seat| self.information_sets(seat)).sum();
        let (mut profile, mut sampled, mut answered) = (self.uniform(), false, 0);
        for (seat, set) in seats.flat_map(|seat| (0..self.information_sets(seat)).map(move |set| (seat, set)))
        {
            let told = self.told_by(game, (seat, set), &mut *spec.build(), &mut rng)?;
            let mixture = match told {
                Some(mixture) => mixture,
                None if count > MOST_ASKED => return Err(PlayError::TooMany(count)),
                None => {
                    sampled = true;
                    self.frequencies(game, (seat, set), spec, questions, &mut rng)?
                }
            };
            self.set_mixture(&mut profile, seat, set, &mixture);
            answered += 1;
            progress(answered);
        }
        Ok(Played { profile, sampled })
    }

    /// The probabilities that a strategy tells.
    fn told_by<G: Game<Move = M>>(
        &self,
        game: &G,
        (seat, set): (usize, usize),
        strategy: &mut dyn Strategy<G>,
        rng: &mut SearchRng,
    ) -> Result<Option<Vec<f64>>, SearchError> {
        let known = self.information_state(seat, set);
        strategy.mixture(HiddenRequest::new(game, &known, self.moves(seat, set), rng))
    }

    /// How often a strategy answers each move.
    fn frequencies<G: Game<Move = M>>(
        &self,
        game: &G,
        (seat, set): (usize, usize),
        spec: &Spec,
        questions: &Questions,
        rng: &mut SearchRng,
    ) -> Result<Vec<f64>, PlayError> {
        let Questions { budget, .. } = questions;
        let samples = questions.samples.max(1);
        let moves = self.moves(seat, set);
        let mut mixture = vec![0.0; moves.len()];
        for _ in 0..samples {
            let chosen = self.answer(game, (seat, set), &mut *spec.build(), budget, rng);
            if budget.stop.pressed() {
                return Err(PlayError::Stopped);
            }
            let Decision { mov, .. } = chosen?;
            let place = moves.iter().position(|&legal| legal == mov);
            let place = place.ok_or_else(|| PlayError::Illegal(game.notation().move_name(mov)))?;
            mixture[place] += 1.0 / f64::from(samples);
        }
        Ok(mixture)
    }

    /// What a strategy does in an information set: in a game that hides something by what the role knows,
    /// else by the state.
    fn answer<G: Game<Move = M>>(
        &self,
        game: &G,
        (seat, set): (usize, usize),
        strategy: &mut dyn Strategy<G>,
        budget: &Budget,
        rng: &mut SearchRng,
    ) -> Result<Decision<M>, SearchError> {
        if game.percepts().is_none() {
            let state = self.state(game, seat, set);
            let request = Request::new(game, &state, self.players()[seat], rng);
            return strategy.choose(request.within(budget.clone()));
        }
        let known = self.information_state(seat, set);
        let request = HiddenRequest::new(game, &known, self.moves(seat, set), rng);
        strategy.choose_hidden(request.within(budget.clone()))
    }
}

#[cfg(test)]
mod tests {
    use game::{Builtin, Rules};

    use super::*;
    use crate::Limits;

    fn kuhn_poker() -> Rules {
        let text = Builtin::named("kuhn-poker").unwrap().rules;
        Rules::new(&gdl::Rulesheet::parse("kuhn-poker", text.as_bytes()).unwrap()).unwrap()
    }

    fn questions(samples: u32) -> Questions {
        Questions { samples, budget: Budget::default(), seed: 3 }
    }

    fn played(spec: &str, samples: u32) -> (ExtensiveForm<<Rules as Game>::Move>, Result<Played, PlayError>) {
        let game = kuhn_poker();
        let form = ExtensiveForm::of(&game, &Limits::default(), &|_| ()).unwrap();
        let played = form.played_by(&game, &spec.parse().unwrap(), &questions(samples), &|_| ());
        (form, played)
    }

    #[test]
    fn a_policy_tells_its_probabilities() {
        let (form, played) = played("random", 400);
        let Played { profile, sampled } = played.unwrap();
        assert_eq!((&profile, sampled), (&form.uniform(), false));
        let (form, played) = self::played("first-legal", 400);
        let Played { profile, sampled } = played.unwrap();
        // Both bet whatever they hold. Against this a king wins two chips, a queen as many as it loses, and
        // with a jack one passes and loses one: a third of a chip in the mean, of 25 points.
        let measured = form.exploitability(&profile);
        assert!(!sampled && (measured.values[0] - 50.0).abs() < 1e-9);
        assert!(measured.best.iter().all(|best| (best - 50.0 - 25.0 / 3.0).abs() < 1e-9), "{measured:?}");
    }

    #[test]
    fn a_search_is_asked_again_and_again() {
        for samples in [0, 1, 400] {
            let (form, played) = played("pimc(minimax)", samples);
            let Played { profile, sampled } = played.unwrap();
            assert!(sampled);
            for seat in 0..2 {
                for set in 0..form.information_sets(seat) {
                    let sum: f64 = form.mixture(&profile, seat, set).iter().sum();
                    assert!((sum - 1.0).abs() < 1e-9);
                }
            }
            assert!(form.exploitability(&profile).mean() > 0.0);
        }
    }

    #[test]
    fn a_strategy_that_does_not_apply_says_why() {
        let (_, played) = played("minimax", 400);
        assert!(matches!(played, Err(PlayError::Search(SearchError::Inapplicable { .. }))), "{played:?}");
    }

    #[test]
    fn the_stop_button_ends_the_questions() {
        let game = kuhn_poker();
        let form = ExtensiveForm::of(&game, &Limits::default(), &|_| ()).unwrap();
        let questions = questions(400);
        questions.budget.stop.press();
        let played = form.played_by(&game, &"pimc".parse().unwrap(), &questions, &|_| ());
        assert_eq!(played, Err(PlayError::Stopped));
    }
}
