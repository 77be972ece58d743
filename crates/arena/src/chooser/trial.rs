use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use game::{Composition, Game, Interrupt, players};
use learn::{LearnOptions, Learner, Strength, Training};
use search::{Budget, LearnedFile, Meter, Spec};

use crate::{Challenge, Seed};

/// The least time to learn an evaluation in, or to play matches.
const LEAST_TIME: Duration = Duration::from_secs(3);
/// The share of the time that is learned in, if an evaluation is learned; and if it goes on from one that is known, which is worth more matches.
const LEARNING: f64 = 0.65;
const LEARNING_ON: f64 = 0.4;
/// The share of the time until which it may be worked out what the rules are known by.
const HASHING: f64 = 0.7;
/// The share of the time after which no match begins. The last one goes on for a while, and the strategy has to be made.
const MATCHES: f64 = 0.9;
/// Matches that are worth to be decided by, and the most of a strategy.
pub(super) const LEAST_MATCHES: usize = 4;
const MOST_MATCHES: usize = 40;
/// The shortest and the longest time of a decision in these matches.
const DECISIONS: RangeInclusive<f64> = 0.002..=0.2;
/// Strategies come into question as long as there is this time for a decision, in seconds.
const DECENT: f64 = 0.005;
/// The name of an evaluation that was learned to choose.
const LEARNED_NOW: &str = "learned-now.json";

/// Matches of strategies that come into question against the one that fits without them, by an evaluation that is learned meanwhile, from nothing or from one that was known before.
pub(super) struct Trial<'g, G: Game> {
    game: &'g G,
    /// What the game is called in what is learned of it.
    name: String,
    /// Threads that learn.
    threads: usize,
    challenges: Vec<Challenge>,
    /// What is tried as well if the game is a product, which is found out as soon as there is time for matches.
    factored: Option<Spec>,
    known: Option<LearnedFile>,
    /// Whether what is known is learned on.
    learns_on: bool,
    learning: Learning<'g, G>,
}

/// What is learned in the time there is.
enum Learning<'g, G: Game> {
    /// There was none yet.
    Waiting,
    Begun(Box<Learner<'g, G>>),
    /// There is nothing to learn.
    Vain,
}

/// Whether a strategy judges by a learned evaluation.
fn by_learned(spec: &Spec) -> bool {
    spec.wants_learned() || spec.learned().is_some()
}

impl<'g, G: Game> Trial<'g, G> {
    /// No matches yet, of `candidates` against a strategy.
    pub(super) fn new(game: &'g G, against: &Spec, candidates: Vec<Spec>) -> Self {
        let challenge = |spec| Challenge::new(spec, against.clone());
        let challenges = candidates.into_iter().map(challenge).collect();
        Self {
            game,
            name: String::new(),
            threads: 1,
            challenges,
            factored: None,
            known: None,
            learns_on: false,
            learning: Learning::Waiting,
        }
    }

    /// What is learned calls the game so.
    pub(super) fn with_name(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// So many threads learn.
    pub(super) fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// This strategy is tried first if moves of the game are made of actions in several independent games.
    pub(super) fn with_factored(self, spec: Spec) -> Self {
        Self { factored: Some(spec), ..self }
    }

    /// Matches alone decide.
    pub(super) fn without_learning(self) -> Self {
        Self { learning: Learning::Vain, ..self }
    }

    /// An evaluation that is known already, if there is one, and whether it is learned on.
    pub(super) fn with_learned(mut self, known: Option<LearnedFile>, learns_on: bool) -> Self {
        if let Some(file) = &known {
            self.judge_by(file);
        }
        Self { known, learns_on, ..self }
    }

    /// Learns and plays matches within what is left of a budget, if that is enough.
    pub(super) fn go_on(&mut self, meter: &Meter) {
        let Some(time) = meter.budget().time.map(|time| time.saturating_sub(meter.elapsed())) else { return };
        if time < LEAST_TIME {
            return;
        }
        let (started, stop) = (Instant::now(), &meter.budget().stop);
        self.try_factored(meter);
        let before = |share: f64| !stop.pressed() && started.elapsed() < time.mul_f64(share);
        let learning = if self.known.is_some() { LEARNING_ON } else { LEARNING };
        self.learn(&|| before(learning), &|| before(HASHING));
        if stop.pressed() {
            return;
        }
        let left = time.mul_f64(MATCHES).saturating_sub(started.elapsed());
        let budget = Budget { stop: stop.clone(), ..Budget::default() };
        self.play(left, &budget, &|| before(MATCHES));
    }

    /// Adds the strategy for products, if the game is one.
    fn try_factored(&mut self, meter: &Meter) {
        let (Some(spec), Some(first)) = (self.factored.take(), self.challenges.first()) else { return };
        if is_product(self.game, meter) {
            let challenge = Challenge::new(spec, first.other.clone());
            self.challenges.insert(0, challenge);
        }
    }

    /// Learns as long as `go_on` says so, if there is something to learn about, and judges by that if `finish` says yes then.
    fn learn(&mut self, go_on: &(dyn Fn() -> bool + Sync), finish: &dyn Fn() -> bool) {
        if matches!(self.learning, Learning::Waiting) {
            self.learning =
                self.learner(go_on).map_or(Learning::Vain, |learner| Learning::Begun(Box::new(learner)));
        }
        let Learning::Begun(learner) = &mut self.learning else { return };
        let before = learner.training().games;
        while go_on() {
            learner.round(go_on);
        }
        // Who is stopped has no time for matches, and without them nothing is known of a new evaluation.
        if learner.training().games > before && finish() {
            // Without a canonical form it serves here, but nobody can find it again.
            let _ = learner.hash_rules(&Interrupt::unless(finish));
            let file = LearnedFile::new(LEARNED_NOW, learner.learned(self.name.as_str()));
            self.judge_by(&file);
        }
    }

    /// A learner that knows what is known; none if there is nothing to learn.
    fn learner(&self, go_on: &dyn Fn() -> bool) -> Option<Learner<'g, G>> {
        let options = LearnOptions { threads: self.threads, ..LearnOptions::default() };
        match &self.known {
            Some(_) if !self.learns_on => None,
            // One of another game is told of by the strategies that are to judge by it.
            Some(known) => Learner::from_learned(self.game, options, known.learned(), go_on).ok().flatten(),
            None => Learner::new(self.game, options, go_on),
        }
    }

    /// Strategies that judge by a learned evaluation judge by this one from now on; what others did with another counts no more.
    fn judge_by(&mut self, file: &LearnedFile) {
        for challenge in self.challenges.iter_mut().filter(|challenge| by_learned(&challenge.challenger)) {
            let name = challenge.challenger.clone().without_learned();
            *challenge = Challenge::new(name.with_learned(file), challenge.other.clone());
        }
    }

    /// Plays matches for so long. All that come into question play the same number, then the better half of them play on, and so on.
    fn play(&mut self, time: Duration, budget: &Budget, go_on: &dyn Fn() -> bool) {
        let (game, seats) = (self.game, players(self.game).count().max(1));
        // Games of good play are about as long as those learned from.
        let plies = self.training().map_or(50.0, |Training { games, states, .. }| {
            (*states as f64 / (*games).max(1) as f64).max(1.0)
        });
        let able = |challenge: &Challenge| !challenge.challenger.wants_learned();
        let mut field: Vec<usize> =
            (0..self.challenges.len()).filter(|&number| able(&self.challenges[number])).collect();
        let decision = |field: usize| {
            time.as_secs_f64() / ((seats * matches_a_seat(field)).max(LEAST_MATCHES) as f64 * plies)
        };
        while field.len() > 1 && decision(field.len()) < DECENT {
            field.pop();
        }
        let seconds = decision(field.len()).clamp(*DECISIONS.start(), *DECISIONS.end());
        let budget = Budget { time: Some(Duration::from_secs_f64(seconds)), ..budget.clone() };
        while !field.is_empty() && go_on() {
            let before: usize = field.iter().map(|&number| self.challenges[number].payoffs.len()).sum();
            for &number in &field {
                let challenge = &mut self.challenges[number];
                let matches = (challenge.payoffs.len() + seats).min(MOST_MATCHES);
                // A game that fails says nothing about strategies.
                if challenge.play(game, matches, &budget, Seed(0), go_on).is_err() {
                    return;
                }
            }
            let score = |number: &usize| self.challenges[*number].score().unwrap_or(0.0);
            if field.iter().map(|&number| self.challenges[number].payoffs.len()).sum::<usize>() == before {
                return;
            }
            // Stable, so that of equal ones the likelier stays.
            field.sort_by(|a, b| score(b).total_cmp(&score(a)));
            field.truncate(field.len().div_ceil(2));
        }
    }

    /// How the evaluation was learned.
    fn training(&self) -> Option<&Training> {
        match &self.learning {
            Learning::Begun(learner) => Some(learner.training()),
            Learning::Waiting | Learning::Vain => self.known.as_ref().map(|file| &file.learned().training),
        }
    }

    /// The strategy that turned out best, be it the one that fits without matches, and why; none if nothing is known.
    pub(super) fn verdict(&self) -> Option<(Spec, String)> {
        let decided = |challenge: &&Challenge| challenge.payoffs.len() >= LEAST_MATCHES;
        let score = |challenge: &Challenge| challenge.score().unwrap_or(0.0);
        // The first of equal ones.
        let best = self
            .challenges
            .iter()
            .filter(decided)
            .reduce(|best, challenge| if score(challenge) > score(best) { challenge } else { best });
        let Some(best) = best else { return self.earlier_verdict() };
        let known = self.known.as_ref().map_or(0, |file| file.learned().training.games);
        let source = match (self.training(), known) {
            (None, _) => String::new(),
            (Some(training), 0) => format!(", an evaluation was learned from {} games", training.games),
            (Some(training), known) if training.games == known => {
                format!(", an evaluation is known that was learned from {known} games")
            }
            (Some(training), known) => {
                format!(
                    ", an evaluation is known that was learned from {known} games and now {} more games",
                    training.games - known
                )
            }
        };
        let Challenge { challenger, other, payoffs } = best;
        let why = format!(
            "{source}, {challenger} scores {:.0} % in {} matches against {other}",
            100.0 * score(best),
            payoffs.len()
        );
        Some((if score(best) >= 0.5 { challenger } else { other }.clone(), why))
    }

    /// What the learner of a known evaluation found in matches.
    fn earlier_verdict(&self) -> Option<(Spec, String)> {
        let points = self.known.as_ref()?.learned().training.curve.iter().rev();
        let Strength { score, matches, against, .. } =
            points.filter_map(|point| point.strength.as_ref()).next()?;
        // Others may come before those that judge by it.
        let first = self.challenges.iter().find(|challenge| by_learned(&challenge.challenger))?;
        let compared = against.as_deref() == Some("uct") && *matches >= LEAST_MATCHES;
        compared.then(|| {
            let why = format!(
                ", by a learned evaluation that scored {:.0} % in {matches} matches against uct when it was learned",
                100.0 * score
            );
            (if *score >= 0.5 { &first.challenger } else { &first.other }.clone(), why)
        })
    }

    /// The matches by now.
    pub(super) fn matches(&self) -> Vec<Challenge> {
        self.challenges.iter().filter(|challenge| !challenge.payoffs.is_empty()).cloned().collect()
    }

    /// What was learned here.
    pub(super) fn learned(&self) -> Option<LearnedFile> {
        let Learning::Begun(_) = self.learning else { return None };
        let judge = self.challenges.iter().find_map(|challenge| challenge.challenger.learned().cloned());
        judge.filter(|judge| Some(judge) != self.known.as_ref())
    }
}

/// Whether moves of a game are made of actions in several independent games, as far as that is found out in a tenth of the time.
pub(super) fn is_product<G: Game>(game: &G, meter: &Meter) -> bool {
    let until = meter.budget().time.map(|time| meter.elapsed() + time / 10);
    let go_on = || !meter.interrupted() && until.is_none_or(|until| meter.elapsed() < until);
    let found = game.factoring().map(|factoring| factoring.factor_actions(&Interrupt::unless(&go_on)));
    matches!(found, Some(Ok(Some(factors))) if factors.moves == Composition::Product)
}

/// Matches in each seat, if the better half of so many plays on each time until one has played a last time.
fn matches_a_seat(mut field: usize) -> usize {
    let mut matches = field + 1;
    while field > 1 {
        field = field.div_ceil(2);
        matches += field;
    }
    matches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rules;

    #[test]
    fn what_a_learner_found_is_said_of_what_judges_by_it() {
        let game = rules("tictactoe-3p");
        let mut learner = Learner::new(&game, LearnOptions::default(), &|| true).unwrap();
        learner.round(&|| true);
        learner.note(Some(Strength {
            score: 0.75,
            matches: 20,
            strategy: "deepening(eval=learned)".to_owned(),
            against: Some("uct".to_owned()),
        }));
        let known = LearnedFile::new("known.json", learner.learned("game"));
        let candidates = ["factored-uct", "maxn(eval=learned)"].map(|text| text.parse().unwrap());
        let trial = Trial::new(&game, &"uct".parse().unwrap(), candidates.to_vec());
        let (spec, why) = trial.with_learned(Some(known), false).verdict().unwrap();
        assert_eq!(spec.to_string(), "maxn(eval=learned(known.json))", "{why}");
    }

    #[test]
    fn half_of_them_play_on_each_time() {
        assert_eq!([1, 2, 3, 4].map(matches_a_seat), [2, 4, 7, 8]);
    }
}
