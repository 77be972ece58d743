//! Strategies at work in a thread of their own, so that whoever waits for them can do something else.

use std::thread::Scope;
use std::time::{Duration, Instant};

use arena::Seed;
use game::Game;
use search::{
    Budget, Model, Monitor, ProgressHandle, SearchError, Solved, Spec, Stop, Strategy, TablebaseFile,
};

use super::exact::ExactValues;
use super::session::{Session, Thought};
use super::table::Why;
use super::task::Task;
use super::text;
use crate::decision;
use crate::error::Error;

type Player<'g, G> = Box<dyn Strategy<G> + 'g>;

/// What a search comes to, and who searched.
type Found<'g, G> = (Player<'g, G>, Result<Thought<<G as Game>::Move>, SearchError>);

/// The strategies that play, each of which may keep what it learns from one decision to the next.
pub(super) struct Thinker<'scope, 'env, G: Game> {
    scope: &'scope Scope<'scope, 'env>,
    /// One a role, built when it is asked first, and away while it thinks.
    players: Vec<Option<Player<'env, G>>>,
}

/// Who is to think, what it is called, and what its proven values assume of other roles.
struct Named<'g, G: Game> {
    player: Player<'g, G>,
    name: String,
    model: Option<Model>,
}

/// A strategy that thinks.
pub(super) struct Thinking<'scope, 'env, G: Game> {
    pub(super) role: usize,
    /// What it is called: its spec.
    pub(super) name: String,
    pub(super) progress: ProgressHandle<G::Move>,
    pub(super) task: Task<'scope, Found<'env, G>>,
}

impl<'scope, 'env, G: Game> Thinker<'scope, 'env, G> {
    /// A thinker for a game of so many roles, whose threads end with `scope`.
    pub(super) fn new(scope: &'scope Scope<'scope, 'env>, roles: usize) -> Self {
        Self { scope, players: (0..roles).map(|_| None).collect() }
    }

    /// Has the strategy that plays `role` decide in the present state.
    pub(super) fn decide(
        &mut self,
        session: &Session<'env, G>,
        role: usize,
        spec: &Spec,
    ) -> Result<Thinking<'scope, 'env, G>, Error> {
        let player = self.players[role].take().unwrap_or_else(|| spec.build());
        let thinker = Named { player, name: spec.to_string(), model: spec.model() };
        self.start(thinker, session, role, Budget::default())
    }

    /// Has a strategy say what it would do as `role` in the present state, within so much time.
    pub(super) fn advise(
        &self,
        session: &Session<'env, G>,
        role: usize,
        spec: &Spec,
        time: Duration,
    ) -> Result<Thinking<'scope, 'env, G>, Error> {
        let budget = Budget { time: Some(time), ..Budget::default() };
        let thinker = Named { player: spec.build(), name: spec.to_string(), model: spec.model() };
        self.start(thinker, session, role, budget)
    }

    /// Has the present state solved for `role`: looked up in a tablebase if there is one, else worked out
    /// within so much time.
    pub(super) fn solve(
        &self,
        session: &Session<'env, G>,
        role: usize,
        tablebase: Option<&TablebaseFile>,
        time: Duration,
    ) -> Result<Thinking<'scope, 'env, G>, Error> {
        let player: Player<'env, G> = match tablebase {
            Some(file) => Box::new(Solved::new(file.clone())),
            None => Box::new(ExactValues),
        };
        let name = text::exact(tablebase);
        let budget = Budget { time: Some(time), ..Budget::default() };
        // What it proves is the value, whatever is assumed of others.
        self.start(Named { player, name, model: None }, session, role, budget)
    }

    fn start(
        &self,
        thinker: Named<'env, G>,
        session: &Session<'env, G>,
        role: usize,
        budget: Budget,
    ) -> Result<Thinking<'scope, 'env, G>, Error> {
        let (mut monitor, progress) = Monitor::new(role);
        let (stop, started) = (budget.stop.clone(), Instant::now());
        let (game, state) = (session.game, session.state().clone());
        let viewpoint = session.viewpoint(role);
        let Named { mut player, name, model } = thinker;
        // The same seed gives the same decision in the same place, whatever was taken back before.
        let mut rng = Seed(session.seed).derive(role as u64).derive(session.plies().len() as u64).stream();
        let work = move || {
            let decision = viewpoint.ask(player.as_mut(), game, &budget, &mut rng, Some(&mut monitor));
            let seconds = started.elapsed().as_secs_f64();
            let thought = decision.map(|decision| {
                let decision = decision.with_forced_moves(game, &state, &budget.stop);
                let expected = decision::expected(game, &state, &decision);
                let assumption = model.and_then(|model| model.assumption(game)).filter(|_| decision.proven);
                Thought { role, decision, seconds, expected, assumption }
            });
            (player, thought)
        };
        let task = Task::start(self.scope, stop, work)?;
        Ok(Thinking { role, name, progress, task })
    }

    /// Finds out why the present state is won or lost, or why that is not told.
    pub(super) fn explain(
        &self,
        session: &Session<'env, G>,
        why: Why<G>,
    ) -> Result<Task<'scope, String>, Error> {
        let (game, state, stop) = (session.game, session.state().clone(), Stop::default());
        let seen = stop.clone();
        Task::start(self.scope, stop, move || why(game, &state, &seen))
    }

    /// Takes over what a strategy has decided, and the strategy itself, which goes on from there.
    pub(super) fn finish(
        &mut self,
        thinking: Thinking<'scope, 'env, G>,
    ) -> Result<Thought<G::Move>, SearchError> {
        let role = thinking.role;
        let (player, thought) = thinking.task.end();
        self.players[role] = Some(player);
        thought
    }

    /// Forgets what the strategies have learnt, as another game begins for them.
    pub(super) fn forget(&mut self) {
        self.players.fill_with(|| None);
    }
}

impl<G: Game> Thinking<'_, '_, G> {
    /// The thought, once it is finished; the strategy is not asked again.
    pub(super) fn advice(self) -> Result<Thought<G::Move>, SearchError> {
        self.task.end().1
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use game::{Builtin, Rules, Tree};

    use super::super::seats::Seat;
    use super::*;

    const LONG: Duration = Duration::from_secs(600);

    fn rules(name: &str) -> Rules {
        let text = Builtin::named(name).unwrap().rules;
        Rules::new(&gdl::Rulesheet::parse(name, text.as_bytes()).unwrap()).unwrap()
    }

    fn session<G: Game>(game: &G) -> Session<'_, G> {
        Session::new(game, vec![Seat::Person; game.roles()], 1)
    }

    #[test]
    fn a_strategy_decides_in_its_own_thread() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let session = session(&tree);
        let spec = "alpha-beta".parse().unwrap();
        thread::scope(|scope| {
            let mut thinker = Thinker::new(scope, tree.roles());
            let thinking = thinker.decide(&session, 0, &spec).unwrap();
            assert!(thinking.task.wait(LONG));
            let thought = thinker.finish(thinking).unwrap();
            assert_eq!((thought.role, thought.decision.value), (0, Some(3.0)));
            assert!(thinker.players[0].is_some());
            thinker.forget();
            assert!(thinker.players[0].is_none());
        });
    }

    #[test]
    fn the_same_seed_gives_the_same_decision_in_the_same_place() {
        let rules = rules("tictactoe");
        let session = session(&rules);
        let spec = "random".parse().unwrap();
        thread::scope(|scope| {
            let mut thinker = Thinker::new(scope, rules.roles());
            let mut moves = Vec::new();
            for _ in 0..5 {
                let thinking = thinker.decide(&session, 0, &spec).unwrap();
                moves.push(thinker.finish(thinking).unwrap().decision.mov);
            }
            assert!(moves.iter().all(|mov| *mov == moves[0]), "{moves:?}");
        });
    }

    #[test]
    fn a_search_without_an_end_is_given_up_or_asked_for_what_it_has() {
        let rules = rules("connect-four");
        let session = session(&rules);
        let spec = "deepening(time=600s)".parse().unwrap();
        thread::scope(|scope| {
            let mut thinker = Thinker::new(scope, rules.roles());
            thinker.decide(&session, 0, &spec).unwrap().task.give_up();
            let thinking = thinker.decide(&session, 0, &spec).unwrap();
            assert!(!thinking.task.wait(Duration::ZERO));
            thinking.task.stop.press();
            let thought = thinker.finish(thinking).unwrap();
            assert_eq!(thought.decision.moves.len(), 7);
            let advice = thinker.advise(&session, 0, &spec, Duration::ZERO).unwrap();
            assert!(advice.task.wait(LONG) && advice.advice().is_ok());
        });
    }

    #[test]
    fn a_strategy_that_does_not_suit_the_game_says_so() {
        let rules = rules("rock-paper-scissors");
        let session = session(&rules);
        thread::scope(|scope| {
            let mut thinker = Thinker::new(scope, rules.roles());
            let thinking = thinker.decide(&session, 0, &"alpha-beta".parse().unwrap()).unwrap();
            assert!(matches!(thinker.finish(thinking), Err(SearchError::Inapplicable { .. })));
        });
    }
}
