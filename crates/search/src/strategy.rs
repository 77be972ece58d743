mod alpha_beta;
mod auto;
mod back_up;
mod decided;
mod deepen;
mod deepening;
pub(crate) mod depth_first;
#[cfg(test)]
mod every;
#[cfg(test)]
mod expectation;
mod factored_uct;
mod fingerprint;
mod first_legal;
mod flat_mc;
mod hyperplay;
pub(crate) mod in_time;
mod ismcts;
mod labels;
mod lookup;
#[cfg(test)]
mod many_roles;
mod maxn;
mod memory_mc;
mod minimax;
mod negamax;
mod paranoid;
mod pessimistic;
mod pimc;
mod plan;
pub(crate) mod playout_order;
mod policy;
mod proof_number;
mod random;
mod random_opponent;
mod soft_maxn;
mod solved;
mod stepwise_mcts;
mod uct;

use game::{Choices, Game, constant_sum, no_move, players};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::search_error::{UNNAMED, hidden};
use crate::{
    Decision, Entry, HiddenRequest, Meter, Observer, Request, SearchError, Section, Spec, Watch, Window,
};
pub use deepen::Deepen;
pub use depth_first::{AlphaBetaOptions, Fail, FirstWindow, Form, MoveOrder, Replace, Star};
use in_time::InTime;
pub use playout_order::PlayoutOrder;

/// The catalogue of the strategies: each line is a module and the type in it that is built from a spec.
macro_rules! strategies {
    ($($module:ident::$Strategy:ident,)+) => {
        $(pub use $module::*;)+

        impl Section for Strategies {
            const NOUN: &'static str = "strategy";

            fn entries() -> &'static [Entry] {
                static ENTRIES: &[Entry] = &[$($module::ENTRY),+];
                ENTRIES
            }
        }

        impl Spec {
            /// A strategy as this spec describes it, for games of type `G`.
            pub fn build<'a, G: Game + 'a>(&self) -> Box<dyn Strategy<G> + 'a> {
                if let Some(custom) = self.custom_strategy() {
                    return Box::new(custom.player());
                }
                let name = self.entry().name;
                let strategy: Box<dyn Strategy<G> + 'a> = match name {
                    $(name if name == $module::ENTRY.name => Box::new($Strategy::from_spec(self)),)+
                    name => unreachable!("{name} is not in the catalogue"),
                };
                Box::new(InTime { name, strategy, bounds: self.budget() })
            }
        }
    };
}

// In the order of the catalogue.
strategies! {
    random::Random,
    first_legal::FirstLegal,
    minimax::Minimax,
    negamax::Negamax,
    alpha_beta::AlphaBeta,
    deepening::Deepening,
    labels::Labels,
    proof_number::ProofNumber,
    pessimistic::Pessimistic,
    random_opponent::RandomOpponent,
    paranoid::Paranoid,
    maxn::MaxN,
    soft_maxn::SoftMaxN,
    flat_mc::FlatMc,
    memory_mc::MemoryMc,
    stepwise_mcts::StepwiseMcts,
    uct::Uct,
    factored_uct::FactoredUct,
    plan::Planner,
    solved::Solved,
    policy::PolicyPlayer,
    pimc::Pimc,
    ismcts::Ismcts,
    hyperplay::HyperPlay,
    auto::Auto,
}

/// The section of the catalogue that lists the strategies.
#[derive(Clone, Copy, Debug)]
pub enum Strategies {}

/// The source of chance of every search: seeded, so that a search can be repeated.
pub type SearchRng = Xoshiro256PlusPlus;

/// Chooses a move for a role in a state under a budget.
///
/// A strategy is built from its spec and lives for one match at most, so it may keep what it
/// learnt from one move to the next.
pub trait Strategy<G: Game>: Send {
    /// Decides on one of the legal moves of the request's role. Even an exhausted budget yields a legal move.
    ///
    /// In a game that [hides](Game::percepts) something a role does not know the state: whoever referees a
    /// match asks [`choose_hidden`](Self::choose_hidden) there, and a strategy that was built from a spec
    /// refuses a state of such a game unless it is a [determinization](Request::determinized).
    ///
    /// # Errors
    /// If the game is over, the strategy does not apply to it, or the rules give no answer in a state that
    /// the search came to.
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError>;

    /// Decides on one of the legal moves of a role that knows nothing but its own moves and percepts. Even an
    /// exhausted budget yields a legal move.
    ///
    /// # Errors
    /// As for [`choose`](Self::choose). A strategy that has no way of its own to decide without a state does
    /// not apply.
    fn choose_hidden(&mut self, _request: HiddenRequest<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        Err(hidden(UNNAMED))
    }

    /// With which probabilities the strategy draws each legal move of a role that knows that much, in their
    /// order; none if it does not tell, as it searches for its move.
    ///
    /// # Errors
    /// As for [`choose`](Self::choose).
    fn mixture(&mut self, _request: HiddenRequest<'_, G>) -> Result<Option<Vec<f64>>, SearchError> {
        Ok(None)
    }

    /// Searches while others think, until the stop button of the request's budget is pressed, so that the
    /// next decision of the role finds its result. A strategy that keeps nothing from one decision to the
    /// next returns at once.
    ///
    /// # Errors
    /// As for [`choose`](Self::choose).
    fn ponder(&mut self, _request: Request<'_, G>) -> Result<(), SearchError> {
        Ok(())
    }
}

/// The legal moves of every role, of which there is at least one each.
pub(crate) fn choices<G: Game>(game: &G, state: &G::State) -> Result<Choices<G::Move>, SearchError> {
    let choices = Choices::of(game, state);
    match (0..game.roles()).find(|&role| choices.of_role(role).is_empty()) {
        None => Ok(choices),
        Some(role) => Err(no_move(game, state, role).into()),
    }
}

/// Whether a game is one for two players whose payoffs have a constant sum, so that one gains what the other
/// loses. To know the sum may take a proof of seconds, once for a game.
pub(crate) fn opposed<G: Game>(game: &G) -> bool {
    players(game).count() == 2 && constant_sum(game).is_some()
}

/// Draws a number in proportion to weights, which are not all 0.
pub(crate) fn draw_by(weights: &[f64], rng: &mut SearchRng) -> usize {
    drawn_number(weights.iter().copied(), rng.random::<f64>() * weights.iter().sum::<f64>())
}

/// The number of the weight that `fortune` falls on, a number from 0 to less than the sum of the weights of
/// which each has its share.
pub(crate) fn drawn_number(weights: impl Iterator<Item = f64>, mut fortune: f64) -> usize {
    let mut last = 0;
    for (number, weight) in weights.enumerate() {
        fortune -= weight;
        if fortune < 0.0 {
            return number;
        }
        if weight > 0.0 {
            last = number;
        }
    }
    // What is left over by rounding is the last one's.
    last
}

/// The decision with the remarks on its search, unless the rules gave no answer while it was made.
pub(crate) fn sound<M>(meter: &Meter, decision: Decision<M>) -> Result<Decision<M>, SearchError> {
    intact(meter)?;
    let too_deep = meter.too_deep().then(|| {
        format!(
            "the search left off {} plies deep, where the memory for it was full, so that it has not looked at all moves; a bound on its depth prevents that (`depth=`)",
            decision.effort.depth
        )
    });
    let remarks = decision.remark.as_deref().into_iter().chain(meter.remark()).chain(too_deep.as_deref());
    let remarks: Vec<&str> = remarks.collect();
    Ok(Decision { remark: (!remarks.is_empty()).then(|| remarks.join("; ")), ..decision })
}

/// The decision where there is one legal move, which needs no search. Who watches sees the state to
/// decide in.
fn forced<G: Game>(moves: &[G::Move], state: &G::State, observer: &mut Watch<'_, G>) -> Decision<G::Move> {
    observer.enter(state, &[], Window::OPEN);
    observer.ascend();
    Decision::first_of(moves)
}

/// The decision of a search that has found no [worlds](crate::Worlds::follow) before its budget ended: the
/// first legal move, with a remark.
fn without_worlds<M: Copy>(meter: &Meter, legal: &[M]) -> Result<Decision<M>, SearchError> {
    let remark = Some("no state that agrees with what the role knows was found in time".to_owned());
    sound(meter, Decision { remark, ..Decision::first_of(legal) })
}

/// Why there was no answer in a state, if a search has come to such a one.
pub(crate) fn intact(meter: &Meter) -> Result<(), SearchError> {
    meter.error().map_or(Ok(()), |error| Err(error.clone()))
}

#[cfg(test)]
mod tests {
    use game::{InformationState, Rules, Tree};
    use rand::SeedableRng;

    use super::*;
    use crate::testing::{any_game, decide, rules};
    use crate::{Budget, Model};

    fn sheet(text: &str) -> Rules {
        Rules::new(&gdl::Rulesheet::parse("test", text.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn where_the_game_is_over_no_strategy_chooses() {
        let over = Tree::from_brackets("7").unwrap();
        for entry in Strategies::entries() {
            let refusal = decide(entry.name, &over, &Budget::default()).unwrap_err();
            assert_eq!(refusal, SearchError::GameOver, "{}", entry.name);
        }
    }

    #[test]
    fn rules_with_chance_are_refused_by_all_that_need_certainty() {
        // A bet on a die.
        let chance = sheet(
            "(role you) (role random) (init (step 1)) (legal you (bet 1)) (legal you (bet 2)) (legal random (roll 1)) (legal random (roll 2))
             (<= (next (won)) (does you (bet ?n)) (does random (roll ?n))) (next (step 2))
             (<= terminal (true (step 2))) (<= (goal you 100) (true (won))) (<= (goal you 0) (not (true (won)))) (goal random 0)",
        );
        for entry in Strategies::entries() {
            let certain = ["proof-number", "plan", "solved"].contains(&entry.name);
            let answer = decide(entry.name, &chance, &Budget { playouts: Some(100), ..Budget::default() });
            match answer {
                Ok(_) => assert!(!certain, "{}", entry.name),
                // It is for games that hide something.
                Err(_) if entry.name == "policy" => {}
                Err(refusal) => {
                    let refusal = refusal.to_string();
                    assert!(
                        certain && refusal.contains("`random`") && refusal.contains("minimax"),
                        "{refusal}"
                    );
                }
            }
        }
    }

    /// Two roles that do not see what the other does before both have moved.
    fn hiding() -> Rules {
        sheet(
            "(role a) (role b) (init (step 1)) (legal a x) (legal a y) (legal b x) (legal b y) (<= (sees a ?m) (does b ?m))
             (next (step 2)) (<= terminal (true (step 2))) (goal a 50) (goal b 50)",
        )
    }

    #[test]
    fn a_state_that_the_game_hides_is_refused_by_all_strategies() {
        for entry in Strategies::entries() {
            let refusal =
                decide(entry.name, &hiding(), &Budget::default()).expect_err(entry.name).to_string();
            assert!(refusal.starts_with(entry.name) && refusal.contains("`sees`"), "{refusal}");
        }
    }

    #[test]
    fn a_state_that_the_role_takes_to_be_the_true_one_is_searched() {
        let (game, mut rng) = (hiding(), SearchRng::seed_from_u64(7));
        let game = any_game(&game);
        for spec in ["random", "flat-mc", "uct", "pessimistic"] {
            let mut strategy = spec.parse::<Spec>().unwrap().build();
            let (state, budget) = (game.initial(), Budget { playouts: Some(20), ..Budget::default() });
            let request = Request::new(&game, &state, 0, &mut rng).of_determinization().within(budget);
            assert!(strategy.choose(request).is_ok(), "{spec}");
        }
    }

    #[test]
    fn strategies_for_hidden_information_decide_by_what_the_role_knows_and_others_say_so() {
        let (game, mut rng) = (hiding(), SearchRng::seed_from_u64(7));
        let game = any_game(&game);
        let (mut legal, information) = (Vec::new(), InformationState::initial(1));
        game.legal(&game.initial(), 1, &mut legal);
        for entry in Strategies::entries() {
            let mut strategy = entry.name.parse::<Spec>().unwrap().build();
            let budget = Budget { playouts: Some(20), ..Budget::default() };
            let answer = strategy
                .choose_hidden(HiddenRequest::new(&game, &information, &legal, &mut rng).within(budget));
            if ["random", "first-legal", "pimc", "ismcts", "hyperplay", "auto"].contains(&entry.name) {
                let decision = answer.expect(entry.name);
                assert!(legal.contains(&decision.mov));
                assert!(
                    decision.effort.visits() <= 20,
                    "{}: {} visits",
                    entry.name,
                    decision.effort.visits()
                );
            } else {
                let refusal = answer.expect_err(entry.name).to_string();
                assert!(refusal.starts_with(entry.name) && refusal.contains("`sees`"), "{refusal}");
            }
        }
    }

    #[test]
    fn a_value_that_is_proven_on_an_assumption_names_it() {
        let tree = |text: &str| game::Tree::from_json(text).unwrap();
        let opposed = tree(r#"[[1, 2], [3, 4]]"#);
        let other = tree(r#"{"roles": ["a", "b"], "root": [{"goals": [1, 1]}, {"goals": [2, 1]}]}"#);
        let three =
            tree(r#"{"roles": ["a", "b", "c"], "root": [{"goals": [1, 1, 1]}, {"goals": [2, 0, 1]}]}"#);
        assert_eq!(Model::Minimise.assumption(&opposed), None);
        assert_eq!(Model::OwnBest.assumption(&opposed), None);
        for game in [&other, &three] {
            assert_eq!(Model::Minimise.assumption(game), Some("the others minimise it"));
            assert_eq!(Model::OwnBest.assumption(game), Some("every role maximises its own"));
        }
        assert_eq!(Model::Random.assumption(&opposed), Some("the others move at random"));
        assert_eq!(Model::Random.assumption(&rules("eight-puzzle")), None, "there are no others");
    }
}
