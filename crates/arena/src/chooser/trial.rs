use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use game::{Game, Interrupt};
use learn::{LearnOptions, Learner, Strength, Training};
use search::{Budget, LearnedFile, Meter, Spec};

use crate::{Challenge, Seed};

/// The least time to learn an evaluation in, or to play matches.
const LEAST_TIME: Duration = Duration::from_secs(3);
/// The share of the time that is learned in, if an evaluation is learned.
const LEARNING: f64 = 0.65;
/// The share of the time until which it may be worked out what the rules are known by.
const HASHING: f64 = 0.7;
/// The share of the time after which no match begins. The last one goes on for a while, and the strategy has to be made.
const MATCHES: f64 = 0.9;
/// Matches that are worth to be decided by, and the most of a strategy.
const LEAST_MATCHES: usize = 4;
const MOST_MATCHES: usize = 40;
/// The shortest and the longest time of a decision in these matches.
const DECISIONS: RangeInclusive<f64> = 0.002..=0.2;
/// Strategies come into question as long as there is this time for a decision, in seconds.
const DECENT: f64 = 0.005;
/// The name of an evaluation that was learned to choose.
const LEARNED_NOW: &str = "learned-now.json";

/// Matches of strategies that come into question against the one that fits without them, by an evaluation that is learned meanwhile or was known before.
pub(super) struct Trial<'g, G: Game> {
    game: &'g G,
    /// Threads that learn.
    threads: usize,
    challenges: Vec<Challenge>,
    evaluation: Evaluation<'g, G>,
}

/// Where the evaluation comes from.
enum Evaluation<'g, G: Game> {
    Known(LearnedFile),
    /// It is learned here, as soon as there is time.
    Learning(Option<Box<Learner<'g, G>>>),
    /// There is nothing to learn about, or nothing more.
    None,
}

/// Whether a strategy judges by a learned evaluation.
fn by_learned(spec: &Spec) -> bool {
    spec.wants_learned() || spec.learned().is_some()
}

impl<'g, G: Game> Trial<'g, G> {
    /// No matches yet, of `candidates` against a strategy.
    pub(super) fn new(
        game: &'g G,
        against: &Spec,
        candidates: Vec<Spec>,
        threads: usize,
        known: Option<LearnedFile>,
    ) -> Self {
        let evaluation = known.map_or(Evaluation::Learning(None), Evaluation::Known);
        let challenge = |spec| Challenge::new(spec, against.clone());
        let challenges = candidates.into_iter().map(challenge).collect();
        let mut trial = Self { game, threads, challenges, evaluation };
        if let Evaluation::Known(file) = &trial.evaluation {
            trial.judge_by(&file.clone());
        }
        trial
    }

    /// Learns and plays matches within what is left of a budget, if that is enough.
    pub(super) fn go_on(&mut self, meter: &Meter) {
        let Some(time) = meter.budget().time.map(|time| time.saturating_sub(meter.elapsed())) else { return };
        if time < LEAST_TIME {
            return;
        }
        let (started, stop) = (Instant::now(), &meter.budget().stop);
        let before = |share: f64| !stop.pressed() && started.elapsed() < time.mul_f64(share);
        self.learn(&|| before(LEARNING), &|| before(HASHING));
        if stop.pressed() {
            return;
        }
        let left = time.mul_f64(MATCHES).saturating_sub(started.elapsed());
        let budget = Budget { stop: stop.clone(), ..Budget::default() };
        self.play(left, &budget, &|| before(MATCHES));
    }

    /// Learns as long as `go_on` says so, if there is something to learn about, and judges by that if `finish` says yes then.
    fn learn(&mut self, go_on: &(dyn Fn() -> bool + Sync), finish: &dyn Fn() -> bool) {
        let Evaluation::Learning(learner) = &mut self.evaluation else { return };
        if learner.is_none() {
            let options = LearnOptions { threads: self.threads, ..LearnOptions::default() };
            *learner = Learner::new(self.game, options, go_on).map(Box::new);
        }
        let Some(learner) = learner else {
            self.evaluation = Evaluation::None;
            return;
        };
        while go_on() {
            learner.round(go_on);
        }
        // Who is stopped has no time for matches, and without them nothing is known of a new evaluation.
        if learner.training().games > 0 && finish() {
            // Without a canonical form it serves here, but nobody can find it again.
            let _ = learner.hash_rules(&Interrupt::unless(finish));
            let file = LearnedFile::new(LEARNED_NOW, learner.learned("this game"));
            self.judge_by(&file);
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
        let (game, roles) = (self.game, self.game.roles());
        // Games of good play are about as long as those learned from.
        let plies = self.training().map_or(50.0, |Training { games, states, .. }| {
            (*states as f64 / (*games).max(1) as f64).max(1.0)
        });
        let able = |challenge: &Challenge| !challenge.challenger.wants_learned();
        let mut field: Vec<usize> =
            (0..self.challenges.len()).filter(|&number| able(&self.challenges[number])).collect();
        let decision = |field: usize| {
            time.as_secs_f64() / ((roles * matches_a_seat(field)).max(LEAST_MATCHES) as f64 * plies)
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
                let matches = (challenge.payoffs.len() + roles).min(MOST_MATCHES);
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
        match &self.evaluation {
            Evaluation::Known(file) => Some(&file.learned().training),
            Evaluation::Learning(Some(learner)) => Some(learner.training()),
            Evaluation::Learning(None) | Evaluation::None => None,
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
        let source = match &self.evaluation {
            Evaluation::Known(file) => {
                format!(
                    ", an evaluation is known that was learned from {} games",
                    file.learned().training.games
                )
            }
            Evaluation::Learning(Some(learner)) => {
                format!(", an evaluation was learned from {} games", learner.training().games)
            }
            _ => String::new(),
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
        let Evaluation::Known(file) = &self.evaluation else { return None };
        let points = file.learned().training.curve.iter().rev();
        let Strength { score, matches, against, .. } =
            points.filter_map(|point| point.strength.as_ref()).next()?;
        let first = self.challenges.first()?;
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
        match &self.evaluation {
            Evaluation::Learning(Some(_)) => {
                self.challenges.iter().find_map(|challenge| challenge.challenger.learned().cloned())
            }
            _ => None,
        }
    }
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

    #[test]
    fn half_of_them_play_on_each_time() {
        assert_eq!([1, 2, 3, 4].map(matches_a_seat), [2, 4, 7, 8]);
    }
}
