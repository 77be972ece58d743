use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use game::{Composition, Game, Interrupt, players};
use learn::{LearnOptions, Learner, Strength, Training};
use search::{Budget, LearnedFile, Meter, Spec, Value};

use crate::{Challenge, Seed};

/// The least time to learn an evaluation in, or to play matches.
const LEAST_TIME: Duration = Duration::from_secs(3);
/// The share of the time that is learned in, if an evaluation is learned; and if it goes on from one that is
/// known, which is worth more matches.
const LEARNING: f64 = 0.65;
const LEARNING_ON: f64 = 0.4;
/// The share of the time until which it may be worked out what the rules are known by.
const HASHING: f64 = 0.8;
/// The share of the time after which no match begins. The last one goes on for a while, and the strategy has
/// to be made.
const MATCHES: f64 = 0.9;
/// Matches that are worth to be decided by, and the most of a strategy.
const LEAST_MATCHES: usize = 4;
const MOST_MATCHES: usize = 40;
/// The least matches of a strategy between two comparisons.
const LEAST_ROUND: usize = 2;
/// The shortest and the longest time of a decision in these matches.
const DECISIONS: RangeInclusive<f64> = 0.002..=0.2;
/// Strategies come into question as long as there is this time for a decision, in seconds.
const DECENT: f64 = 0.005;

/// Matches of strategies that come into question against the one that fits without them, by an evaluation
/// that is learned meanwhile, from nothing or from one that was known before.
pub(super) struct Trial<'g, G: Game> {
    game: &'g G,
    /// What the game is called in what is learned of it.
    name: String,
    /// Threads that learn.
    threads: usize,
    challenges: Vec<Challenge>,
    /// The strategy that fits without matches, against itself.
    reference: Challenge,
    /// What it gets there, if that is known without matches.
    even: Option<f64>,
    /// What is tried as well if the game is a product, which is found out as soon as there is time
    /// for matches.
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
    /// No matches yet, of `candidates` against a strategy, which gets `even` against itself; if that is not
    /// known, it plays against itself as well.
    pub(super) fn new(game: &'g G, against: &Spec, candidates: Vec<Spec>, even: Option<f64>) -> Self {
        let challenge = |spec| Challenge::new(spec, against.clone());
        let challenges = candidates.into_iter().map(challenge).collect();
        Self {
            game,
            name: String::new(),
            threads: 1,
            challenges,
            reference: Challenge::new(against.clone(), against.clone()),
            even,
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
        let Some(spec) = self.factored.take() else { return };
        if is_product(self.game, meter) {
            let challenge = Challenge::new(spec, self.reference.other.clone());
            self.challenges.insert(0, challenge);
        }
    }

    /// Learns as long as `go_on` says so and something changes, if there is something to learn about, and
    /// judges by that if `finish` says yes then.
    fn learn(&mut self, go_on: &(dyn Fn() -> bool + Sync), finish: &dyn Fn() -> bool) {
        if matches!(self.learning, Learning::Waiting) {
            self.learning =
                self.learner(go_on).map_or(Learning::Vain, |learner| Learning::Begun(Box::new(learner)));
        }
        let Learning::Begun(learner) = &mut self.learning else { return };
        let before = learner.training().games;
        while go_on() && !learner.has_converged() {
            learner.round(go_on);
        }
        // Who is stopped has no time for matches, and without them nothing is known of a new evaluation.
        if learner.training().games > before && finish() {
            // Without a canonical form it serves here, but nobody can find it again.
            let _ = learner.hash_rules(&Interrupt::unless(finish));
            // Whoever keeps it under the name that it has finds it there again.
            let name = self.known.as_ref().map_or(&self.name, |known| &known.learned().game);
            let path = format!("{}{name}.json", LearnedFile::NOW);
            let file = LearnedFile::new(path, learner.learned(name.as_str()));
            self.judge_by(&file);
        }
    }

    /// A learner that knows what is known; none if there is nothing to learn.
    fn learner(&self, go_on: &dyn Fn() -> bool) -> Option<Learner<'g, G>> {
        let options = LearnOptions { threads: self.threads, ..LearnOptions::default() };
        match &self.known {
            Some(_) if !self.learns_on => None,
            // One of another game is told of by the strategies that are to judge by it.
            Some(known) => Learner::from_learned(self.game, options, known.learned(), go_on).ok(),
            None => Learner::new(self.game, options, go_on).ok(),
        }
    }

    /// Strategies that judge by a learned evaluation judge by this one from now on; what others did with
    /// another counts no more.
    fn judge_by(&mut self, file: &LearnedFile) {
        for challenge in self.challenges.iter_mut().filter(|challenge| by_learned(&challenge.challenger)) {
            let name = challenge.challenger.clone().without_learned();
            *challenge = Challenge::new(name.with_learned(file), challenge.other.clone());
        }
    }

    /// Plays matches for so long. All that come into question play the same number, then the better half of
    /// them play on, and so on; and the strategy that they play against plays as many against itself if it is
    /// not known what it gets there.
    fn play(&mut self, time: Duration, budget: &Budget, go_on: &dyn Fn() -> bool) {
        let (game, round) = (self.game, players(self.game).count().max(LEAST_ROUND));
        let itself = usize::from(self.even.is_none());
        // Games of good play are about as long as those learned from.
        let plies = self.training().map_or(50.0, |Training { games, states, .. }| {
            (*states as f64 / (*games).max(1) as f64).max(1.0)
        });
        let able = |challenge: &Challenge| !challenge.challenger.wants_learned();
        let mut field: Vec<usize> =
            (0..self.challenges.len()).filter(|&number| able(&self.challenges[number])).collect();
        let decision = |field: usize| {
            time.as_secs_f64() / ((round * rounds(field, itself)).max(LEAST_MATCHES) as f64 * plies)
        };
        while field.len() > 1 && decision(field.len()) < DECENT {
            field.pop();
        }
        let seconds = decision(field.len()).clamp(*DECISIONS.start(), *DECISIONS.end());
        let budget = Budget { time: Some(Duration::from_secs_f64(seconds)), ..budget.clone() };
        while !field.is_empty() && go_on() {
            let before: usize = field.iter().map(|&number| self.challenges[number].payoffs.len()).sum();
            let play = |challenge: &mut Challenge| {
                let matches = (challenge.payoffs.len() + round).min(MOST_MATCHES);
                challenge.play(game, matches, &budget, Seed(0), go_on)
            };
            let candidates = field.iter().try_for_each(|&number| play(&mut self.challenges[number]));
            let all = candidates.and_then(|()| if itself > 0 { play(&mut self.reference) } else { Ok(()) });
            // A game that fails says nothing about strategies.
            if all.is_err() {
                return;
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

    /// The score of a strategy that is as strong as the one that fits without matches; none if too few
    /// matches tell it.
    fn even_score(&self) -> Option<f64> {
        self.even.or_else(|| self.reference.score().filter(|_| is_decided(&self.reference)))
    }

    /// What turned out best in matches.
    fn best(&self) -> Option<&Challenge> {
        let score = |challenge: &Challenge| challenge.score().unwrap_or(0.0);
        // The first of equal ones.
        self.challenges
            .iter()
            .filter(|challenge| is_decided(challenge))
            .reduce(|best, challenge| if score(challenge) > score(best) { challenge } else { best })
    }

    /// The strategy that turned out best, be it the one that fits without matches, and why; none if nothing
    /// is known.
    pub(super) fn verdict(&self) -> Option<(Spec, String)> {
        let Some((best, even)) = self.best().zip(self.even_score()) else { return self.earlier_verdict() };
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
        let (Challenge { challenger, other, payoffs }, score) = (best, best.score().unwrap_or(0.0));
        let mut why = format!(
            "{source}, {challenger} scores {:.0} % in {} matches against {other}",
            100.0 * score,
            payoffs.len()
        );
        if (even - 0.5).abs() > 0.005 {
            why += &format!(", which scores {:.0} % against itself", 100.0 * even);
        }
        Some((if score >= even { challenger } else { other }.clone(), why))
    }

    /// What matches found when a known evaluation was learned, by its learner or by somebody who chose.
    fn earlier_verdict(&self) -> Option<(Spec, String)> {
        let points = self.known.as_ref()?.learned().training.curve.iter().rev();
        let Strength { score, even, matches, strategy, against } =
            points.filter_map(|point| point.strength.as_ref()).next()?;
        let parsed = |text: &str| text.parse::<Spec>().ok();
        let against = parsed(against.as_deref()?)?;
        if against.entry().name != self.reference.other.entry().name || *matches < LEAST_MATCHES {
            return None;
        }
        let even = even.or(self.even)?;
        let tried = parsed(strategy)?;
        let best = self.challenges.iter().find(|challenge| are_alike(&challenge.challenger, &tried))?;
        let why = format!(
            ", {} scored {:.0} % in {matches} matches against {} when an evaluation was learned",
            best.challenger,
            100.0 * score,
            best.other
        );
        Some((if *score >= even { &best.challenger } else { &best.other }.clone(), why))
    }

    /// The matches by now.
    pub(super) fn matches(&self) -> Vec<Challenge> {
        let all = self.challenges.iter().chain([&self.reference]);
        all.filter(|challenge| !challenge.payoffs.is_empty()).cloned().collect()
    }

    /// What matches said, to be kept with what was learned.
    pub(super) fn strength(&self) -> Option<Strength> {
        let (best, even) = self.best().zip(self.even_score())?;
        Some(Strength {
            score: best.score()?,
            even: Some(even),
            matches: best.payoffs.len(),
            strategy: best.challenger.clone().without_learned().to_string(),
            against: Some(best.other.to_string()),
        })
    }

    /// What was learned here.
    pub(super) fn learned(&self) -> Option<LearnedFile> {
        let Learning::Begun(_) = self.learning else { return None };
        let judge = self.challenges.iter().find_map(|challenge| challenge.challenger.learned().cloned());
        judge.filter(|judge| Some(judge) != self.known.as_ref())
    }
}

/// Whether moves of a game are made of actions in several independent games, as far as that is found out in a
/// tenth of the time.
pub(super) fn is_product<G: Game>(game: &G, meter: &Meter) -> bool {
    let until = meter.budget().time.map(|time| meter.elapsed() + time / 10);
    let go_on = || !meter.interrupted() && until.is_none_or(|until| meter.elapsed() < until);
    let found = game.factoring().map(|factoring| factoring.factor_actions(&Interrupt::unless(&go_on)));
    matches!(found, Some(Ok(Some(factors))) if factors.moves == Composition::Product)
}

/// Whether there are enough matches to go by.
fn is_decided(challenge: &Challenge) -> bool {
    challenge.payoffs.len() >= LEAST_MATCHES
}

/// Whether two strategies search in the same way, whatever threads and memory they have.
fn are_alike(one: &Spec, other: &Spec) -> bool {
    const RESOURCES: [&str; 3] = ["threads", "memory", "table"];
    let own = |spec: &Spec| -> Vec<(&str, Option<Value>)> {
        let spec = spec.clone().without_learned();
        let parameters = spec.parameters().map(|(parameter, value)| (parameter.name, value.cloned()));
        parameters.filter(|(name, _)| !RESOURCES.contains(name)).collect()
    };
    one.entry().name == other.entry().name && own(one) == own(other)
}

/// Rounds that are played if the better half of so many plays on each time until one has played a last time,
/// and in each so many more.
fn rounds(mut field: usize, more: usize) -> usize {
    let mut rounds = field + 1 + 2 * more;
    while field > 1 {
        field = field.div_ceil(2);
        rounds += field + more;
    }
    rounds
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
            even: None,
            matches: 20,
            strategy: "maxn(eval=learned)".to_owned(),
            against: Some("uct(threads=2)".to_owned()),
        }));
        let known = LearnedFile::new("known.json", learner.learned("game"));
        let candidates = ["factored-uct", "deepening(eval=learned)", "maxn(eval=learned)"];
        let candidates = candidates.map(|text| text.parse().unwrap()).to_vec();
        let verdict = |even| {
            let trial = Trial::new(&game, &"uct".parse().unwrap(), candidates.clone(), even);
            trial.with_learned(Some(known.clone()), false).verdict()
        };
        let (spec, why) = verdict(Some(0.33)).unwrap();
        assert_eq!(spec.to_string(), "maxn(eval=learned(known.json))", "{why}");
        assert_eq!(verdict(Some(0.8)).unwrap().0.to_string(), "uct");
        assert_eq!(verdict(None), None, "nobody knows what `uct` gets against itself");
    }

    #[test]
    fn two_matches_decide_nothing() {
        let game = rules("connect-four");
        let candidates = ["deepening", "random"].map(|text| text.parse().unwrap()).to_vec();
        let mut trial = Trial::new(&game, &"uct".parse().unwrap(), candidates, Some(0.5));
        trial.challenges[0].payoffs = vec![1.0; 2];
        assert_eq!((trial.strength(), trial.verdict()), (None, None));
        trial.challenges[1].payoffs = vec![0.0; 20];
        assert_eq!(trial.strength().unwrap().strategy, "random");
        assert_eq!(trial.verdict().unwrap().0.to_string(), "uct");
    }

    #[test]
    fn half_of_them_play_on_each_time() {
        assert_eq!([1, 2, 3, 4].map(|field| rounds(field, 0)), [2, 4, 7, 8]);
        assert_eq!([1, 2, 3, 4].map(|field| rounds(field, 1)), [4, 7, 11, 12], "and one more each time");
    }
}
