use std::ops::RangeInclusive;
use std::sync::OnceLock;
use std::time::Instant;

use game::{Encoding, Game, Interrupt, Interrupted, constant_sum};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::convergence::Convergence;
use crate::corrections::Corrections;
use crate::features::Features;
use crate::sample::sample;
use crate::self_play::{Episode, Play, play};
use crate::{Evaluation, Learned, RulesHash, Source, Strength, Training, Unlearnable, learnable};

/// How an evaluation is learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnOptions {
    /// Where the states come from.
    pub source: Source,
    /// Where chance begins.
    pub seed: u64,
    /// Threads that play, at least one; the result depends on their number.
    pub threads: usize,
    /// The share of the outcome, against the values of the states between, in what a state is compared with;
    /// from 0 to 1. Random play is compared with the outcome alone.
    pub lambda: f32,
    /// The probability of a random move in self-play.
    pub explore: f64,
    /// How fast weights change at first.
    pub rate: f32,
}

impl Default for LearnOptions {
    fn default() -> Self {
        Self { source: Source::SelfPlay, seed: 0, threads: 1, lambda: 0.8, explore: 0.1, rate: 2.0 }
    }
}

/// Games that a thread plays side by side, if their states have few moves. The fewer games, the sooner what
/// they teach is used.
const GAMES: RangeInclusive<usize> = 8..=256;
/// Children that a thread looks at together, about: enough to fill all lanes some times.
const CHILDREN: usize = 2_048;
/// Plies of a game at most.
pub(crate) const PLIES: usize = 600;
/// Of so many random games one is only judged.
const HELD_OUT: u64 = 16;
/// An error is of so many values at least; one of few would be less than others, or greater, by chance.
const LEAST_JUDGED: u64 = 500;

/// Learns an evaluation of a game by temporal differences.
///
/// Threads play games side by side by the evaluation as it is; then each state of the games is compared with
/// what came of it, the lambda return, and the weights that counted there are corrected, each at a rate of
/// its own that becomes less where the corrections change their signs (temporal coherence). A state that was
/// left by a random move is not compared. The same options give the same evaluation after as many rounds.
///
/// ```
/// use game::{Builtin, Rules};
/// use spielbaum_learn::{LearnOptions, Learner};
///
/// let tictactoe = Builtin::named("tictactoe").expect("a built-in game").rules;
/// let rules = Rules::new(&gdl::Rulesheet::parse("tictactoe.kif", tictactoe.as_bytes())?)?;
/// let mut learner = Learner::new(&rules, LearnOptions::default(), &|| true).expect("rules with a circuit");
/// learner.round(&|| true);
/// assert_eq!(learner.training().games, 256);
/// let file = learner.learned("tictactoe").to_text();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Sources: R. Sutton, *Learning to predict by the methods of temporal differences*, Machine Learning 3
/// (1988); D. Beal, M. Smith, *Temporal coherence and prediction decay in TD learning*, IJCAI (1999); S.
/// Bagheri, M. Thill, P. Koch, W. Konen, *Online adaptable learning rates for the game Connect-4*, IEEE
/// TCIAIG 8 (2016).
pub struct Learner<'g, G: Game> {
    pub(crate) game: &'g G,
    pub(crate) encoding: &'g dyn Encoding<G::State>,
    pub(crate) options: LearnOptions,
    pub(crate) evaluation: Evaluation,
    /// For each weight the sum of its corrections, and the sum of their sizes.
    pub(crate) corrections: Vec<[f32; 2]>,
    pub(crate) training: Training,
    pub(crate) convergence: Convergence,
    pub(crate) rounds: u64,
    /// The whole rounds since a game came to its end.
    pub(crate) fruitless: u32,
    /// How many points the curve of the evaluation had that learning began with.
    pub(crate) points_before: usize,
    /// Games that a thread plays side by side.
    games: usize,
    /// What the rules are known by, if somebody asked for that.
    pub(crate) rules: Option<RulesHash>,
    /// What was judged since the last point of the curve that has an error.
    judged: Judged,
}

/// Whether one value is enough for both roles: what one has of the goal range is what the other one lacks
/// of it.
pub(crate) fn is_mirrored<G: Game>(game: &G) -> bool {
    let range = game.goal_range();
    let ends = range.start().checked_add(*range.end());
    game.roles() == 2 && ends.is_some() && constant_sum(game) == ends
}

/// How far values were from outcomes.
#[derive(Clone, Copy, Default)]
struct Judged {
    values: u64,
    squares: f64,
}

impl<'g, G: Game> Learner<'g, G> {
    /// A learner that knows nothing. Looking at the game takes some milliseconds, and less is seen of it if
    /// `go_on` says no before.
    ///
    /// # Errors
    /// If nothing can be learned of the game.
    pub fn new(game: &'g G, options: LearnOptions, go_on: &dyn Fn() -> bool) -> Result<Self, Unlearnable> {
        let encoding = learnable(game)?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(options.seed);
        let seen = sample(game, encoding, &mut rng, go_on);
        let outputs = if is_mirrored(game) { 1 } else { game.roles() };
        let features = Features::choose(encoding.structure(), &seen, game.roles(), outputs, &mut rng)
            .ok_or(Unlearnable::TooLarge)?;
        let moves = seen.iter().map(|seen| seen.moves).sum::<usize>() / seen.len().max(1);
        let evaluation = Evaluation::new(features, outputs);
        let corrections = vec![[0.0; 2]; evaluation.weights().len()];
        let LearnOptions { source, seed, threads, .. } = options;
        let training = Training { source, seed, threads, ..Training::default() };
        Ok(Self {
            game,
            encoding,
            options,
            evaluation,
            corrections,
            training,
            convergence: Convergence::default(),
            rounds: 0,
            fruitless: 0,
            points_before: 0,
            games: (CHILDREN / moves.max(1)).clamp(*GAMES.start(), *GAMES.end()),
            rules: None,
            judged: Judged::default(),
        })
    }

    /// Finds out what the rules are known by, so that files tell it and are only used for the same rules.
    ///
    /// # Errors
    /// If it is interrupted before that is known.
    pub fn hash_rules(&mut self, interrupt: &Interrupt<'_>) -> Result<(), Interrupted> {
        self.rules = self.encoding.canonical_form(interrupt)?.map(RulesHash::from);
        Ok(())
    }

    /// The evaluation as it is.
    pub fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// How it went so far.
    pub fn training(&self) -> &Training {
        &self.training
    }

    /// The evaluation as it is, for a file; `game` is what people call the game.
    pub fn learned(&self, game: impl Into<String>) -> Learned {
        Learned {
            game: game.into(),
            training: self.training.clone(),
            rules: self.rules.clone(),
            fluents: self.encoding.structure().fluents.clone(),
            roles: self.game.roles(),
            role_names: (0..self.game.roles())
                .map(|role| self.game.notation().role_name(role).to_owned())
                .collect(),
            evaluation: self.evaluation.clone(),
            corrections: Some(Corrections::of(&self.corrections)),
            rounded: OnceLock::new(),
        }
    }

    /// Whether nothing more is learned. From self-play: the values of states that are met have hardly changed
    /// since a quarter of the games had been played. Small games come to that; large ones take longer than
    /// one waits. Learning by the same games always converges at the same point. From random play: the errors
    /// that were [noted](Self::note) since it began, from nothing or from an evaluation, [do not become
    /// less](Training::has_levelled).
    pub fn has_converged(&self) -> bool {
        match self.options.source {
            Source::SelfPlay => self.convergence.has_converged(),
            Source::Random => self.training.has_levelled(self.points_before),
        }
    }

    /// Adds a point to the curve, with what matches said of the evaluation as it is.
    pub fn note(&mut self, strength: Option<Strength>) {
        let error = self.knows_its_error().then(|| {
            let Judged { values, squares } = std::mem::take(&mut self.judged);
            (squares / values as f64).sqrt()
        });
        self.training.note(error, strength);
    }

    /// Whether enough was judged since the last point that has an error.
    pub(crate) fn knows_its_error(&self) -> bool {
        self.judged.values >= LEAST_JUDGED
    }

    /// Plays a round of games, and learns from them. When `go_on` says no, those under way are given up; it
    /// is asked at every ply.
    pub fn round(&mut self, go_on: &(dyn Fn() -> bool + Sync)) {
        let started = Instant::now();
        let shares = self.play_round(go_on);
        self.learn_from(&shares, started);
    }

    /// Whether these are the games of a whole round: none was given up.
    pub(crate) fn is_whole(&self, shares: &[Vec<Episode>]) -> bool {
        shares.len() == self.options.threads.max(1) && shares.iter().all(|share| share.len() == self.games)
    }

    /// Makes the round that was begun last the next one.
    pub(crate) fn undo_round(&mut self) {
        self.rounds -= 1;
    }

    /// Begins a round, and plays the share of each thread.
    pub(crate) fn play_round(&mut self, go_on: &(dyn Fn() -> bool + Sync)) -> Vec<Vec<Episode>> {
        let seeds = self.seeds_of_round();
        let learner = &*self;
        std::thread::scope(|scope| {
            let threads: Vec<_> =
                seeds.iter().map(|&seed| scope.spawn(move || learner.play_share(seed, go_on))).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        })
    }

    /// Begins a round, and gives the seed of each share.
    pub(crate) fn seeds_of_round(&mut self) -> Vec<u64> {
        self.rounds += 1;
        let mut seeds = Xoshiro256PlusPlus::seed_from_u64(self.options.seed.wrapping_add(self.rounds << 32));
        (0..self.options.threads.max(1)).map(|_| seeds.next_u64()).collect()
    }

    /// Plays the games of a share of a round, the part of a thread or of one of the
    /// [`Actors`](crate::Actors), by the evaluation as it is. When `go_on` says no, those under way are
    /// given up.
    pub fn play_share(&self, seed: u64, go_on: &dyn Fn() -> bool) -> Vec<Episode> {
        let explore = if self.options.source == Source::Random { 1.0 } else { self.options.explore };
        let how = Play { explore, plies: PLIES };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        play(self.game, self.encoding, &self.evaluation, how, self.games, &mut rng, go_on)
    }

    /// Learns from the shares of the round that began then.
    pub(crate) fn learn_from(&mut self, shares: &[Vec<Episode>], started: Instant) {
        let random = self.options.source == Source::Random;
        let mut buffers = Buffers::default();
        let episodes = || {
            (0..)
                .zip(shares)
                .flat_map(|(share, episodes)| episodes.iter().map(move |episode| (share, episode)))
        };
        // All are judged before any is learned from: games of a round are much alike.
        for (share, episode) in episodes() {
            if !random || self.holds_out(share, episode) {
                self.judge(episode, &mut buffers.places);
            }
        }
        for (share, episode) in episodes() {
            self.training.games += u64::from(episode.payoffs.is_some());
            if !random || !self.holds_out(share, episode) {
                self.learn(episode, &mut buffers);
            }
        }
        if shares.iter().flatten().any(|episode| episode.payoffs.is_some()) {
            self.fruitless = 0;
        } else if self.is_whole(shares) {
            self.fruitless += 1;
        }
        if !random {
            self.convergence.look(&self.evaluation, self.training.games, shares.iter().flatten());
        }
        self.training.seconds += started.elapsed().as_secs_f64();
    }

    /// Whether a random game of the round is only judged. That is decided by when it began, as the games that
    /// end first are the shortest ones.
    fn holds_out(&self, share: u64, episode: &Episode) -> bool {
        let shares = self.rounds.wrapping_mul(self.options.threads.max(1) as u64).wrapping_add(share);
        let number = shares.wrapping_mul(self.games as u64).wrapping_add(episode.number as u64);
        number.is_multiple_of(HELD_OUT)
    }

    /// Notes how far the values of a game's states are from its outcome.
    fn judge(&mut self, episode: &Episode, places: &mut Vec<u32>) {
        let Some(payoffs) = &episode.payoffs else { return };
        for step in &episode.steps {
            self.evaluation.lookup().places(&step.bits, places);
            for (output, payoff) in payoffs.iter().enumerate() {
                let value = self.evaluation.value_at(places, output);
                self.judged.values += 1;
                self.judged.squares += f64::from(value - payoff).powi(2);
            }
        }
    }

    /// Corrects the weights by a game, from its end to its beginning.
    fn learn(&mut self, episode: &Episode, buffers: &mut Buffers) {
        let Buffers { places, targets } = buffers;
        let Some(payoffs) = &episode.payoffs else { return };
        targets.clone_from(payoffs);
        let random = self.options.source == Source::Random;
        let lambda = if random { 1.0 } else { self.options.lambda };
        for step in episode.steps.iter().rev() {
            self.evaluation.lookup().places(&step.bits, places);
            for (output, target) in targets.iter_mut().enumerate() {
                let value = self.evaluation.value_at(places, output);
                if step.explored && !random {
                    *target = value;
                } else {
                    self.correct(places, output, *target - value);
                    *target = lambda * *target + (1.0 - lambda) * value;
                }
            }
            self.training.states += 1;
        }
    }

    /// Corrects the weights in these places for an output.
    fn correct(&mut self, places: &[u32], output: usize, correction: f32) {
        let outputs = self.evaluation.outputs();
        let step = self.options.rate * correction / places.len() as f32;
        let weights = self.evaluation.weights_mut();
        for &place in places {
            let place = place as usize * outputs + output;
            // Of states that the rules do not allow a place may be beyond the tables.
            let Some(weight) = weights.get_mut(place) else { continue };
            let [sum, size] = &mut self.corrections[place];
            let coherence = if *size > 0.0 { sum.abs() / *size } else { 1.0 };
            *weight += step * coherence;
            *sum += correction;
            *size += correction.abs();
        }
    }
}

#[derive(Default)]
struct Buffers {
    places: Vec<u32>,
    /// What a state is compared with, for each role that has weights.
    targets: Vec<f32>,
}

#[cfg(test)]
mod tests {
    use game::{Builtin, Rules};

    use super::*;

    #[test]
    fn one_game_of_sixteen_is_held_out_however_long_it_is() {
        let text = Builtin::named("tictactoe").unwrap().rules;
        let rules = Rules::new(&gdl::Rulesheet::parse("tictactoe.kif", text.as_bytes()).unwrap()).unwrap();
        let options = LearnOptions { source: Source::Random, threads: 2, ..LearnOptions::default() };
        let mut learner = Learner::new(&rules, options, &|| true).unwrap();
        // As many as of a game with many moves.
        learner.games = 12;
        let (mut all, mut held_out) = (Vec::new(), Vec::new());
        for _ in 0..100 {
            for (share, episodes) in (0..).zip(learner.play_round(&|| true)) {
                all.extend(episodes.iter().map(|episode| episode.steps.len()));
                let of_share = episodes.iter().filter(|episode| learner.holds_out(share, episode));
                held_out.extend(of_share.map(|episode| episode.steps.len()));
            }
        }
        assert_eq!((all.len(), held_out.len()), (2_400, 150));
        let mean = |plies: &[usize]| plies.iter().sum::<usize>() as f64 / plies.len() as f64;
        assert!((mean(&all) - mean(&held_out)).abs() < 0.4, "{} {}", mean(&all), mean(&held_out));
    }
}
