mod back_up;
mod decided;
mod deepen;
pub(crate) mod depth_first;
#[cfg(test)]
mod every;
#[cfg(test)]
mod expectation;
mod fingerprint;
pub(crate) mod in_time;
mod lookup;
#[cfg(test)]
mod many_roles;
pub(crate) mod playout_order;

use std::time::{Duration, Instant};

use game::{Choices, Fault, Game, Mover, ask_while, drawn, gave_up, goal_sums, players};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::{Entry, HiddenRequest, Meter, Request, Section, Spec, Stop};
pub use deepen::Deepen;
pub use depth_first::{AlphaBetaOptions, Fail, FirstWindow, Form, MoveOrder, Replace, Star};
use in_time::InTime;
pub use playout_order::PlayoutOrder;

/// As many plies as a line of play is followed: a way through states that are found again may go in a circle.
pub(crate) const LONGEST_LINE: usize = 1000;

/// Declares the strategies: each line is the module in `strategy/` and the type in it that is built from a spec.
macro_rules! strategies {
    ($($module:ident::$Strategy:ident,)+) => {
        $(
            mod $module;
            pub use $module::*;
        )+

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
    /// In a game that [hides](Game::percepts) something a role does not know the state: whoever referees a match asks [`choose_hidden`](Self::choose_hidden) there, and a
    /// strategy that was built from a spec refuses a state of such a game unless it is a [determinization](Request::determinized).
    ///
    /// # Errors
    /// If the strategy does not apply to this game, or the rules give no answer in a state that the search came to.
    fn choose(&mut self, request: Request<'_, G>) -> Result<Decision<G::Move>, SearchError>;

    /// Decides on one of the legal moves of a role that knows nothing but its own moves and percepts. Even an exhausted budget yields a legal move.
    ///
    /// # Errors
    /// As for [`choose`](Self::choose). A strategy that has no way of its own to decide without a state does not apply.
    fn choose_hidden(&mut self, _request: HiddenRequest<'_, G>) -> Result<Decision<G::Move>, SearchError> {
        Err(hidden(UNNAMED))
    }

    /// With which probabilities the strategy draws each legal move of a role that knows that much, in their order; none if it does not tell, as it searches for its move.
    ///
    /// # Errors
    /// As for [`choose`](Self::choose).
    fn mixture(&mut self, _request: HiddenRequest<'_, G>) -> Result<Option<Vec<f64>>, SearchError> {
        Ok(None)
    }

    /// Searches while others think, until the stop button of the request's budget is pressed, so that the next decision of the role finds its
    /// result. A strategy that keeps nothing from one decision to the next returns at once.
    ///
    /// # Errors
    /// As for [`choose`](Self::choose).
    fn ponder(&mut self, _request: Request<'_, G>) -> Result<(), SearchError> {
        Ok(())
    }
}

/// A chosen move, and what the search knows about it and its alternatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<M> {
    /// The move to make.
    pub mov: M,
    /// Every legal move in the game's order.
    pub moves: Vec<MoveEstimate<M>>,
    /// The searcher's value of the state, on the game's goal scale; none if the strategy does not estimate, or the budget was too small
    /// for an estimate.
    pub value: Option<f64>,
    /// States visited.
    pub nodes: u64,
    /// Terminal or evaluated states among them.
    pub leaves: u64,
    /// Simulations of a Monte Carlo search, each of which goes down its tree once.
    pub simulations: u64,
    /// Playouts made.
    pub playouts: u64,
    /// Visits that simulations counted without a playout, as they came to payoffs that are known: those of a terminal or of a proven state.
    pub proven_visits: u64,
    /// States whose values a tablebase told, so that they were not searched.
    pub tablebase_hits: u64,
    /// Greatest number of plies looked ahead, playouts not counted.
    pub depth: u32,
    /// Whether `value` is exact: the search went to the end of the game wherever that matters. Beyond two
    /// constant-sum roles it is the value under the strategy's own assumption about the others.
    pub proven: bool,
    /// The principal variation: the joint moves that the searcher expects from here on, forced ones included. It ends where the search does not know
    /// what each role does.
    pub pv: Vec<Vec<M>>,
    /// What people should know: of goals that the search has met, if some are doubtful, and of a search that makes mistakes on purpose.
    pub remark: Option<String>,
}

/// What a search learnt about one move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveEstimate<M> {
    /// The move.
    #[serde(rename = "move")]
    pub mov: M,
    /// Its value on the game's goal scale; none if it was not looked at to the end.
    pub value: Option<f64>,
    /// Whether the value is only a bound, and which.
    pub bound: Option<Bound>,
    /// Whether the value, or bound, is that of the game itself; else of what the search saw of it: to a depth, or in playouts.
    pub proven: bool,
    /// Visits (playouts or nodes, as the strategy counts) spent on it.
    pub visits: u64,
}

impl<M> MoveEstimate<M> {
    /// The same estimate for `role`, of the move by its name and with its value as the game [writes](game::Notation::scale) it.
    pub fn named<G: Game<Move = M>>(&self, game: &G, role: usize) -> MoveEstimate<String>
    where
        M: Copy,
    {
        let Self { mov, value, bound, proven, visits } = *self;
        let scale = game.notation().scale(role);
        let bound = bound.map(|bound| match bound {
            Bound::Lower if scale.is_turned() => Bound::Upper,
            Bound::Upper if scale.is_turned() => Bound::Lower,
            bound => bound,
        });
        let value = value.map(|value| scale.value(value));
        MoveEstimate { mov: game.notation().move_name(mov), value, bound, proven, visits }
    }

    /// What stands before the value in a table of these estimates: `≤ ` and `≥ ` before proven bounds, `≲ ` and `≳ ` before bounds of what the search
    /// would have come to had it looked as deep as elsewhere; `≈ ` before a value that is not proven beside others that are.
    pub fn sign(&self, table: &[Self]) -> &'static str {
        match (self.bound, self.proven) {
            (None, false) if table.iter().any(|estimate| estimate.proven) => "≈ ",
            (None, _) => "",
            (Some(Bound::Upper), true) => "≤ ",
            (Some(Bound::Upper), false) => "≲ ",
            (Some(Bound::Lower), true) => "≥ ",
            (Some(Bound::Lower), false) => "≳ ",
        }
    }

    /// Nothing is known of the move any more.
    pub(crate) fn forget(&mut self) {
        (self.value, self.bound, self.proven) = (None, None, false);
    }

    /// What is known of another move is known of this one.
    pub(crate) fn learn(&mut self, other: &Self) {
        (self.value, self.bound, self.proven) = (other.value, other.bound, other.proven);
    }
}

/// A side on which a value is only a bound of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// The true value is no less.
    Lower,
    /// The true value is no greater: the search left off as soon as the move could not be the best.
    Upper,
}

impl<M> Decision<M> {
    /// A decision without any search behind it.
    pub fn unsearched(mov: M) -> Self {
        Self {
            mov,
            moves: Vec::new(),
            value: None,
            nodes: 0,
            leaves: 0,
            simulations: 0,
            playouts: 0,
            proven_visits: 0,
            tablebase_hits: 0,
            depth: 0,
            proven: false,
            pv: Vec::new(),
            remark: None,
        }
    }

    /// Visits of a Monte Carlo search: playouts and proven visits, which a budget of playouts bounds together.
    pub fn visits(&self) -> u64 {
        self.playouts + self.proven_visits
    }

    /// Whether the strategy had a choice to search and the budget was too small to learn anything: any other legal move is as good.
    pub fn is_guess(&self) -> bool {
        self.moves.len() > 1 && self.value.is_none()
    }

    /// The decision of a search that expects nothing of others but forced moves: its own move is the principal variation, if it says what everybody does.
    pub(crate) fn alone(self, choices: &Choices<M>, role: usize) -> Self
    where
        M: Copy + Eq,
    {
        let known = self.value.is_some() && choices.mover() == Mover::One(role);
        let pv = if known { vec![choices.joint_with(role, self.mov)] } else { Vec::new() };
        Self { pv, ..self }
    }

    /// The decision with the forced moves that come after its principal variation, up to the next choice of any role: for people, as a search that
    /// ends before them need not have looked at them. They are not all there if it takes more than a second to find them, or the stop flag is pressed. In a
    /// game that hides something there are none, as they would tell what the role does not know.
    #[must_use]
    pub fn with_forced_moves<G: Game<Move = M>>(mut self, game: &G, state: &G::State, stop: &Stop) -> Self
    where
        M: Copy + Eq,
    {
        if game.percepts().is_some() {
            return self;
        }
        let (started, stop) = (Instant::now(), stop.clone());
        let go_on = move || !stop.pressed() && started.elapsed() < Duration::from_secs(1);
        ask_while(go_on, || {
            let mut state = self.pv.iter().fold(state.clone(), |state, joint| game.next(&state, joint));
            while self.pv.len() < LONGEST_LINE && !game.terminal(&state) {
                let choices = Choices::of(game, &state);
                if gave_up() || choices.mover() != Mover::Nobody || choices.each().any(<[_]>::is_empty) {
                    break;
                }
                let joint = choices.joint_with(0, choices.of_role(0)[0]);
                state = game.next(&state, &joint);
                self.pv.push(joint);
            }
        });
        self
    }

    /// The first of `moves`, all of them listed and none looked at.
    ///
    /// # Panics
    /// If there are no moves.
    pub(crate) fn first_of(moves: &[M]) -> Self
    where
        M: Copy,
    {
        let unseen = |&mov| MoveEstimate { mov, value: None, bound: None, proven: false, visits: 0 };
        Self { moves: moves.iter().map(unseen).collect(), ..Self::unsearched(moves[0]) }
    }
}

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

/// One of the legal moves of a role in a state: of chance by its probabilities, of any other role each as likely as the others.
pub(crate) fn drawn_move<G: Game>(
    game: &G,
    state: &G::State,
    role: usize,
    moves: &[G::Move],
    rng: &mut SearchRng,
) -> G::Move {
    let chance = game.chance().filter(|chance| chance.role() == role && moves.len() > 1);
    let drawn = chance.and_then(|chance| {
        let mut outcomes = Vec::with_capacity(moves.len());
        chance.outcomes(state, &mut outcomes);
        drawn(&outcomes, rng.random())
    });
    drawn.unwrap_or_else(|| moves[rng.random_range(0..moves.len())])
}

/// The legal moves of every role, of which there is at least one each.
pub(crate) fn choices<G: Game>(game: &G, state: &G::State) -> Result<Choices<G::Move>, SearchError> {
    let choices = Choices::of(game, state);
    match (0..game.roles()).find(|&role| choices.of_role(role).is_empty()) {
        None => Ok(choices),
        Some(role) => Err(no_move(game, state, role)),
    }
}

/// What a strategy is called in a refusal that does not know its name.
pub(crate) const UNNAMED: &str = "the strategy";

/// Refuses a game that hides something on behalf of a strategy that needs the state.
pub(crate) fn hidden(strategy: &'static str) -> SearchError {
    let why = format!(
        "it hides parts of the state from its roles (by `sees`, or by information sets of a tree), and {strategy} needs all of it; pimc(inner={strategy}) searches states that agree with what the role knows, policy plays by a policy that was computed before, and ismcts, hyperplay, random and first-legal can play it"
    );
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

/// Refuses a game with chance on behalf of a strategy that needs to know what comes of a move, for the reason given.
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

/// Whether a game is one for two players whose payoffs have a constant sum, so that one gains what the other loses. To know the sum may take a proof of seconds,
/// once for a game.
pub(crate) fn opposed<G: Game>(game: &G) -> bool {
    let constant = || {
        let sums = goal_sums(game);
        sums.start() == sums.end()
    };
    players(game).count() == 2 && constant()
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

/// What is wrong where a role has no legal move though the game goes on.
pub(crate) fn no_move<G: Game>(game: &G, state: &G::State, role: usize) -> SearchError {
    SearchError::Game(game.fault(state).unwrap_or_else(|| Fault {
        message: format!(
            "{} has no legal move in a state that is not terminal",
            game.notation().role_name(role)
        ),
    }))
}

/// The decision with the remarks on its search, unless the rules gave no answer while it was made.
pub(crate) fn sound<M>(meter: &Meter, decision: Decision<M>) -> Result<Decision<M>, SearchError> {
    intact(meter)?;
    let too_deep = meter.too_deep().then(|| {
        format!(
            "the search left off {} plies deep, where the memory for it was full, so that it has not looked at all moves; a bound on its depth prevents that (`depth=`)",
            decision.depth
        )
    });
    let remarks = decision.remark.as_deref().into_iter().chain(meter.remark()).chain(too_deep.as_deref());
    let remarks: Vec<&str> = remarks.collect();
    Ok(Decision { remark: (!remarks.is_empty()).then(|| remarks.join("; ")), ..decision })
}

/// The decision of a search that has found no [worlds](crate::Worlds::follow) before its budget ended: the first legal move, with a remark.
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
    use game::{InformationState, Rules};
    use rand::SeedableRng;
    use rstest::rstest;

    use super::*;
    use crate::testing::{decide, rules};
    use crate::{Budget, Model};

    /// The first of them was shown as 50 though it is worth 0, the second though it is worth 100.
    #[rstest]
    #[case("two-rows", "(slide 1 1 2)")]
    #[case("coin-row", "(take 1 2)")]
    fn an_estimate_beside_a_proven_value_is_told_as_one(#[case] game: &str, #[case] mov: &str) {
        let game = rules(game);
        let decision = decide("deepening", &game, &Budget::default()).unwrap();
        assert!(decision.proven);
        let named = |estimate: &&MoveEstimate<_>| game.notation().move_name(estimate.mov) == mov;
        let estimate = decision.moves.iter().find(named).unwrap();
        assert_eq!(estimate.value, Some(50.0));
        assert!(!estimate.proven);
        assert!(["≈ ", "≲ "].contains(&estimate.sign(&decision.moves)), "{estimate:?}");
    }

    #[test]
    fn signs_tell_bounds_and_beside_proven_values_what_is_not_proven() {
        let estimate = |bound, proven| MoveEstimate { mov: 0, value: Some(50.0), bound, proven, visits: 1 };
        let all = [None, Some(Bound::Upper), Some(Bound::Lower)];
        let signs =
            |proven: bool, table: &[MoveEstimate<i32>]| all.map(|bound| estimate(bound, proven).sign(table));
        assert_eq!(signs(false, &all.map(|bound| estimate(bound, false))), ["", "≲ ", "≳ "]);
        let mixed = [estimate(None, true), estimate(None, false)];
        assert_eq!(signs(false, &mixed), ["≈ ", "≲ ", "≳ "]);
        assert_eq!(signs(true, &mixed), ["", "≤ ", "≥ "]);
    }

    fn sheet(text: &str) -> Rules {
        Rules::new(&gdl::Rulesheet::parse("test", text.as_bytes()).unwrap()).unwrap()
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
        let (mut legal, information) = (Vec::new(), InformationState::initial(1));
        game.legal(&game.initial(), 1, &mut legal);
        for entry in Strategies::entries() {
            let mut strategy = entry.name.parse::<Spec>().unwrap().build();
            let budget = Budget { playouts: Some(20), ..Budget::default() };
            let answer = strategy
                .choose_hidden(HiddenRequest::new(&game, &information, &legal, &mut rng).within(budget));
            if ["random", "first-legal", "pimc", "ismcts", "hyperplay", "auto"].contains(&entry.name) {
                assert!(legal.contains(&answer.expect(entry.name).mov));
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
