//! Rounds of self-play whose games are played by other processes.

use std::error::Error;
use std::time::Instant;

use game::Game;

use crate::{Episode, Learner};

/// Plays the games of a round elsewhere, such as on the machines of a cluster.
///
/// The games of a share depend on the weights and on its seed alone, so a share may be begun again wherever
/// and as often as it is lost.
pub trait Actors: Send {
    /// Plays a share of a round for each of the seeds by these weights, as [`Learner::play_share`] does, and
    /// gives the shares in this order. When `go_on` says no, shares may be left out.
    fn play(
        &mut self,
        weights: &[f32],
        seeds: &[u64],
        go_on: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<Episode>>, ActorsError>;
}

/// Why the games of a round cannot be played elsewhere.
pub type ActorsError = Box<dyn Error + Send + Sync>;

impl<G: Game> Learner<'_, G> {
    /// Plays a round of games elsewhere, a share for each of the [threads](crate::LearnOptions::threads), and
    /// learns from them here: as much as [`round`](Self::round) learns.
    ///
    /// # Errors
    /// If the games cannot be played, or those that come are of another game; then nothing was learned
    /// of them.
    pub fn round_on(&mut self, actors: &mut dyn Actors, go_on: &dyn Fn() -> bool) -> Result<(), ActorsError> {
        let started = Instant::now();
        let shares = self.play_round_on(actors, go_on)?;
        self.learn_from(&shares, started);
        Ok(())
    }

    /// Begins a round, and has its shares played elsewhere.
    ///
    /// # Errors
    /// If they cannot be played, or are of another game.
    pub(crate) fn play_round_on(
        &mut self,
        actors: &mut dyn Actors,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Vec<Vec<Episode>>, ActorsError> {
        let seeds = self.seeds_of_round();
        let shares = actors.play(self.evaluation.weights(), &seeds, go_on)?;
        let mut bits = Vec::new();
        self.evaluation.features().sight.read(self.encoding, &self.game.initial(), &mut bits);
        let (words, outputs) = (bits.len(), self.evaluation.outputs());
        if !shares.iter().flatten().all(|episode| episode.fits(words, outputs)) {
            return Err("the games that were played elsewhere are those of another game".into());
        }
        Ok(shares)
    }

    /// Takes over the weights of another learner of the same game, options and beginning, to play its games.
    ///
    /// # Errors
    /// If they are not as many.
    pub fn set_weights(&mut self, weights: &[f32]) -> Result<(), ActorsError> {
        let own = self.evaluation.weights_mut();
        if own.len() != weights.len() {
            return Err(
                format!("an evaluation of {} weights cannot take over {}", own.len(), weights.len()).into()
            );
        }
        own.copy_from_slice(weights);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use game::{Builtin, Rules};

    use super::*;
    use crate::LearnOptions;

    /// Another learner, which gets the weights and gives games as text.
    struct Far<'l, 'g>(&'l mut Learner<'g, Rules>);

    impl Actors for Far<'_, '_> {
        fn play(
            &mut self,
            weights: &[f32],
            seeds: &[u64],
            go_on: &dyn Fn() -> bool,
        ) -> Result<Vec<Vec<Episode>>, ActorsError> {
            self.0.set_weights(weights)?;
            let text = |&seed: &u64| serde_json::to_string(&self.0.play_share(seed, go_on));
            let texts = seeds.iter().map(text).collect::<Result<Vec<_>, _>>()?;
            Ok(texts.iter().map(|text| serde_json::from_str(text)).collect::<Result<_, _>>()?)
        }
    }

    fn rules(name: &str) -> Rules {
        let text = Builtin::named(name).unwrap().rules;
        Rules::new(&gdl::Rulesheet::parse(name, text.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn games_played_elsewhere_teach_what_those_of_threads_do() {
        // Two roles with constant sum, one role, and several that choose at once.
        for name in ["tictactoe", "lights-out", "rock-paper-scissors"] {
            let game = rules(name);
            let options = || LearnOptions { threads: 3, seed: 5, ..LearnOptions::default() };
            let learner = || Learner::new(&game, options(), &|| true).unwrap();
            let (mut here, mut there, mut actor) = (learner(), learner(), learner());
            for _ in 0..3 {
                here.round(&|| true);
                there.round_on(&mut Far(&mut actor), &|| true).unwrap();
            }
            assert_eq!(here.evaluation().weights(), there.evaluation().weights(), "{name}");
            assert_eq!(here.corrections, there.corrections, "{name}");
            assert!(here.training().games > 0);
        }
    }

    #[test]
    fn games_of_another_game_are_refused() {
        let (game, other) = (rules("tictactoe"), rules("connect-four"));
        let learner = |game| Learner::new(game, LearnOptions::default(), &|| true).unwrap();
        let (mut there, mut actor) = (learner(&game), learner(&other));
        let refusal = there.round_on(&mut Far(&mut actor), &|| true).unwrap_err().to_string();
        assert!(refusal.contains("weights cannot take over"), "{refusal}");

        struct Wrong(Vec<Episode>);
        impl Actors for Wrong {
            fn play(
                &mut self,
                _: &[f32],
                _: &[u64],
                _: &dyn Fn() -> bool,
            ) -> Result<Vec<Vec<Episode>>, ActorsError> {
                Ok(vec![self.0.clone()])
            }
        }
        let wrong = &mut Wrong(actor.play_share(1, &|| true));
        let refusal = there.round_on(wrong, &|| true).unwrap_err().to_string();
        assert!(refusal.contains("another game"), "{refusal}");
        assert_eq!(there.training().games, 0);
    }

    #[test]
    fn shares_that_are_left_out_at_an_early_end_teach_nothing() {
        let game = rules("tictactoe");
        let learner = || Learner::new(&game, LearnOptions::default(), &|| true).unwrap();
        let (mut there, mut actor) = (learner(), learner());
        there.round_on(&mut Far(&mut actor), &|| false).unwrap();
        assert_eq!(there.training().games, 0);
    }
}
