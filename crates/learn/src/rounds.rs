//! The loop of learning: rounds until so much was learned, or nothing more is.

use std::time::Instant;

use game::Game;

use crate::learner::PLIES;
use crate::{Actors, ActorsError, Episode, Learner, Source, Training};

/// How much is to be learned, beside what was known before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LearnBudget {
    /// So many games.
    Games(u64),
    /// So many seconds, without pauses and matches.
    Seconds(f64),
}

/// No game was played to its end, so that nothing is known that was not known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NothingLearned {
    /// There was not enough time.
    #[error("no game came to its end in this time, so that nothing was learned")]
    InTime,
    /// Games were given up after as many plies as they may have.
    #[error("no game came to its end within {PLIES} plies, so that nothing was learned")]
    WithinPlies,
}

/// After so many rounds without a game that came to its end no other is played for a number of games.
const FRUITLESS: u32 = 3;

/// How often the error is noted when random play is learned from, to see whether it becomes less, in seconds
/// of learning.
const NOTE: f64 = 2.0;

/// The rounds of a learner within a budget. They end sooner if [nothing more is
/// learned](Learner::has_converged), or if they are to reach a number of games and none comes to its end in
/// three rounds.
///
/// ```
/// use game::{Builtin, Rules};
/// use spielbaum_learn::{LearnBudget, LearnOptions, Learner, Rounds};
///
/// let tictactoe = Builtin::named("tictactoe").expect("a built-in game").rules;
/// let rules = Rules::new(&gdl::Rulesheet::parse("tictactoe.kif", tictactoe.as_bytes())?)?;
/// let mut learner = Learner::new(&rules, LearnOptions::default(), &|| true).expect("rules with a circuit");
/// let rounds = Rounds::new(LearnBudget::Games(500), &learner);
/// while rounds.next(&mut learner, &|| true) {}
/// assert_eq!(rounds.check(&learner), Ok(()));
/// assert!(learner.training().games >= 500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounds {
    budget: LearnBudget,
    /// Games, states and seconds of learning that do not count, as they were before.
    games: u64,
    states: u64,
    seconds: f64,
    /// Seconds of learning before the first of these rounds.
    begun: f64,
}

impl Rounds {
    /// Rounds from where a learner is. What it has learned before does not count.
    pub fn new<G: Game>(budget: LearnBudget, learner: &Learner<'_, G>) -> Self {
        let Training { games, states, seconds, .. } = *learner.training();
        Self { budget, games, states, seconds, begun: seconds }
    }

    /// The same, where all that the learner has learned counts: learning was interrupted, and goes on.
    #[must_use]
    pub fn resumed(self) -> Self {
        Self { games: 0, states: 0, seconds: 0.0, ..self }
    }

    /// How much of the budget is used up: games or seconds.
    pub fn done(&self, training: &Training) -> f64 {
        match self.budget {
            LearnBudget::Games(_) => training.games.saturating_sub(self.games) as f64,
            LearnBudget::Seconds(_) => training.seconds - self.seconds,
        }
    }

    /// How much of the budget is used up, from 0 to 1.
    pub fn share(&self, training: &Training) -> f64 {
        let all = match self.budget {
            LearnBudget::Games(games) => games as f64,
            LearnBudget::Seconds(seconds) => seconds,
        };
        // Of no budget all is used up.
        if all > 0.0 { (self.done(training) / all).min(1.0) } else { 1.0 }
    }

    /// Plays a [round](Learner::round), unless the budget is used up, nothing more is learned, or `go_on`
    /// says no. Tells whether it did. Where so many games are to be learned from, nothing is learned from a
    /// round in which `go_on` says no, and it is played again when learning goes on, so that the result is
    /// that of learning without a break. Learning from random play is [noted](Learner::note) now and then,
    /// unless somebody else does that between the rounds.
    pub fn next<G: Game>(&self, learner: &mut Learner<'_, G>, go_on: &(dyn Fn() -> bool + Sync)) -> bool {
        let Some(left) = self.left(learner, go_on) else { return false };
        let started = Instant::now();
        let shares = learner.play_round(&|| go_on() && started.elapsed().as_secs_f64() < left);
        self.learn_from(learner, &shares, started);
        true
    }

    /// The same, with the games [played elsewhere](Learner::round_on).
    ///
    /// # Errors
    /// If they cannot be played.
    pub fn next_on<G: Game>(
        &self,
        learner: &mut Learner<'_, G>,
        actors: &mut dyn Actors,
        go_on: &dyn Fn() -> bool,
    ) -> Result<bool, ActorsError> {
        let Some(left) = self.left(learner, go_on) else { return Ok(false) };
        let started = Instant::now();
        let shares = learner.play_round_on(actors, &|| go_on() && started.elapsed().as_secs_f64() < left)?;
        self.learn_from(learner, &shares, started);
        Ok(true)
    }

    /// Learns from a round. Which games are over when it is cut short depends on the moment, so that it does
    /// not count where games do.
    fn learn_from<G: Game>(&self, learner: &mut Learner<'_, G>, shares: &[Vec<Episode>], started: Instant) {
        match self.budget {
            LearnBudget::Games(_) if !learner.is_whole(shares) => learner.undo_round(),
            LearnBudget::Games(_) | LearnBudget::Seconds(_) => learner.learn_from(shares, started),
        }
    }

    /// The longest that the next round may take, in seconds; none if there is no other.
    fn left<G: Game>(&self, learner: &mut Learner<'_, G>, go_on: &dyn Fn() -> bool) -> Option<f64> {
        let share = self.share(learner.training());
        if share >= 1.0 || !go_on() {
            return None;
        }
        let Training { source, seconds, ref curve, .. } = *learner.training();
        let noted = curve.last().map_or(self.begun, |point| point.seconds.max(self.begun));
        if source == Source::Random && seconds >= noted + NOTE && learner.knows_its_error() {
            learner.note(None);
        }
        if share > 0.0 && learner.has_converged() {
            return None;
        }
        Some(match self.budget {
            LearnBudget::Games(_) if learner.fruitless >= FRUITLESS => return None,
            LearnBudget::Games(_) => f64::INFINITY,
            LearnBudget::Seconds(all) => (all - self.done(learner.training())).max(0.0),
        })
    }

    /// Whether anything was learned: otherwise there is no evaluation that is worth being kept, or it is the
    /// one that was known before.
    ///
    /// # Errors
    /// If no state was learned from, as no game was finished.
    pub fn check<G: Game>(&self, learner: &Learner<'_, G>) -> Result<(), NothingLearned> {
        if learner.training().states > self.states {
            Ok(())
        } else if learner.fruitless > 0 {
            Err(NothingLearned::WithinPlies)
        } else {
            Err(NothingLearned::InTime)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use game::{Builtin, Rules};

    use super::*;
    use crate::{LearnOptions, Point};

    fn tictactoe() -> Rules {
        let text = Builtin::named("tictactoe").unwrap().rules;
        Rules::new(&gdl::Rulesheet::parse("tictactoe.kif", text.as_bytes()).unwrap()).unwrap()
    }

    fn learner(rules: &Rules, source: Source) -> Learner<'_, Rules> {
        Learner::new(rules, LearnOptions { source, ..LearnOptions::default() }, &|| true).unwrap()
    }

    #[test]
    fn rounds_end_when_so_many_games_more_have_been_played_than_before() {
        let rules = tictactoe();
        let mut learner = learner(&rules, Source::SelfPlay);
        for _ in 0..2 {
            let before = learner.training().games;
            let rounds = Rounds::new(LearnBudget::Games(300), &learner);
            assert_eq!(rounds.share(learner.training()), 0.0);
            while rounds.next(&mut learner, &|| true) {}
            assert_eq!(rounds.done(learner.training()), 512.0);
            assert_eq!(learner.training().games, before + 512);
            assert_eq!(rounds.share(learner.training()), 1.0);
            assert_eq!(rounds.resumed().done(learner.training()), (before + 512) as f64);
        }
    }

    #[test]
    fn nothing_was_learned_where_no_game_came_to_its_end() {
        let rules = tictactoe();
        let mut learner = learner(&rules, Source::SelfPlay);
        let rounds = Rounds::new(LearnBudget::Seconds(1e-9), &learner);
        while rounds.next(&mut learner, &|| true) {}
        assert_eq!(rounds.check(&learner), Err(NothingLearned::InTime));
        learner.round(&|| true);
        assert_eq!(rounds.check(&learner), Ok(()));
        let further = Rounds::new(LearnBudget::Games(1), &learner);
        assert!(!further.next(&mut learner, &|| false));
        assert_eq!(
            further.check(&learner),
            Err(NothingLearned::InTime),
            "what was known before does not count"
        );
        assert_eq!(further.resumed().check(&learner), Ok(()));
    }

    #[test]
    fn rounds_for_a_number_of_games_end_where_no_game_does() {
        let text = b"(role a) (init p) (legal a wait) (<= (next p) (true p)) (<= terminal (not (true p))) (goal a 50)";
        let rules = Rules::new(&gdl::Rulesheet::parse("endless.kif", text).unwrap()).unwrap();
        let mut learner = learner(&rules, Source::SelfPlay);
        let rounds = Rounds::new(LearnBudget::Games(1), &learner);
        let played = std::iter::from_fn(|| rounds.next(&mut learner, &|| true).then_some(()));
        assert_eq!(played.take(10).count(), FRUITLESS as usize);
        assert_eq!(rounds.check(&learner), Err(NothingLearned::WithinPlies));
    }

    #[test]
    fn so_many_games_teach_the_same_whenever_learning_is_interrupted() {
        let rules = tictactoe();
        let [mut whole, mut cut] = [(); 2].map(|()| learner(&rules, Source::SelfPlay));
        let budget = LearnBudget::Games(600);
        let rounds = Rounds::new(budget, &whole);
        while rounds.next(&mut whole, &|| true) {}
        assert!(rounds.next(&mut cut, &|| true));
        // By the eighth ply some games are over.
        let asked = AtomicU32::new(0);
        assert!(rounds.next(&mut cut, &|| asked.fetch_add(1, Ordering::Relaxed) < 15));
        assert_eq!(cut.training().games, 256);
        let rounds = Rounds::new(budget, &cut).resumed();
        while rounds.next(&mut cut, &|| true) {}
        assert_eq!(cut.training().games, whole.training().games);
        assert_eq!(cut.evaluation().weights(), whole.evaluation().weights());
    }

    #[test]
    fn a_round_ends_when_its_time_does() {
        let rules = tictactoe();
        let mut learner = learner(&rules, Source::SelfPlay);
        let rounds = Rounds::new(LearnBudget::Seconds(0.05), &learner);
        let asked = AtomicU32::new(0);
        let go_on = || asked.fetch_add(1, Ordering::Relaxed) < 1_000_000;
        while rounds.next(&mut learner, &go_on) {}
        assert!(rounds.done(learner.training()) >= 0.05 && asked.into_inner() < 1_000_000);
    }

    #[test]
    fn learning_from_random_play_is_noted_and_ends_where_the_error_becomes_no_less() {
        let rules = tictactoe();
        let mut random = learner(&rules, Source::Random);
        let rounds = Rounds::new(LearnBudget::Games(u64::MAX), &random);
        assert!(rounds.next(&mut random, &|| true));
        random.training.seconds = 1.1 * NOTE;
        assert!(rounds.next(&mut random, &|| true) && random.training().curve.is_empty(), "few are judged");
        random.note(None);
        assert_eq!(random.training.curve.pop().unwrap().error, None);
        (0..5).for_each(|_| random.round(&|| true));
        random.training.seconds = 0.9 * NOTE;
        assert!(rounds.next(&mut random, &|| true) && random.training().curve.is_empty());
        random.training.seconds = 1.1 * NOTE;
        assert!(rounds.next(&mut random, &|| true));
        assert!(random.training().curve[0].error.is_some());
        assert!(rounds.next(&mut random, &|| true), "it was noted just now");
        assert_eq!(random.training().curve.len(), 1);
        let point = |seconds| Point { seconds, games: 1, states: 1, error: Some(0.0), strength: None };
        random.training.curve.extend((0..7).map(|_| point(random.training.seconds)));
        assert!(!rounds.next(&mut random, &|| true));

        let options = LearnOptions { source: Source::Random, ..LearnOptions::default() };
        let known = random.learned("tictactoe");
        let mut further = Learner::from_learned(&rules, options, &known, &|| true).unwrap();
        let rounds_more = Rounds::new(LearnBudget::Games(1_000), &further);
        while rounds_more.next(&mut further, &|| true) {}
        assert_eq!(rounds_more.share(further.training()), 1.0, "that it had ended before does not count");

        let mut own = learner(&rules, Source::SelfPlay);
        let rounds = Rounds::new(LearnBudget::Games(u64::MAX), &own);
        own.training.seconds = 10.0 * NOTE;
        assert!(rounds.next(&mut own, &|| true) && own.training().curve.is_empty());
    }
}
