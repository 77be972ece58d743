use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use game::Game;
use rayon::{ThreadPool, ThreadPoolBuilder};
use search::{Budget, Spec};

use crate::stats::Tally;
use crate::{Match, MatchError, MatchRecord, Plan, Player, Seed, StoreError, Table};

/// Every strategy against every strategy in every seat, itself included; in a game for one role each strategy alone.
///
/// Results depend on the plan alone, not on the number of threads. Matches are begun in rounds, one match of every pairing a
/// round, so a tournament that is stopped has all its pairings equally far.
#[derive(Debug)]
pub struct Tournament<'g, G> {
    game: &'g G,
    players: Vec<Spec>,
    plan: Plan,
    matches: u64,
    budget: Budget,
    ply_limit: u32,
    threads: usize,
}

/// A match of a tournament that was played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The number of its pairing, see [`Plan::seats`].
    pub pairing: u64,
    /// Its number within the pairing, from 0.
    pub index: u32,
    /// How it went.
    pub record: MatchRecord,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'p> {
    /// The matches that have finished since the last time, at least one, in no particular order.
    pub fresh: &'p [Played],
    /// Matches finished so far, these included.
    pub done: u64,
    /// All matches of the tournament.
    pub total: u64,
}

/// Why a tournament could not be played.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// Nobody to play.
    #[error("a tournament needs at least one strategy")]
    NoPlayers,
    /// Nothing to play.
    #[error("a tournament needs at least one game per pairing")]
    NoGames,
    /// There are more ways to fill the seats than anybody could play.
    #[error("{players} strategies fill the seats of {roles} roles in more than {} ways", .most)]
    TooManyPairings {
        /// How many strategies were given.
        players: usize,
        /// How many roles the game has.
        roles: usize,
        /// How many pairings there may be.
        most: u64,
    },
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A match failed.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The matches could not be recorded.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl<'g, G: Game> Tournament<'g, G> {
    /// How many matches may wait to be watched before those in play wait, too.
    const BATCH: usize = 4096;
    /// Searches recurse as deep as the game is long; the usual 2 MiB would not do for long games.
    const STACK: usize = 32 << 20;

    /// A tournament of `game`, called `name`, in which every pairing plays `games` matches.
    ///
    /// # Errors
    /// If there is nothing to play, or absurdly much.
    pub fn new(game: &'g G, name: &str, players: Vec<Spec>, games: u32) -> Result<Self, TournamentError> {
        let plan = Plan {
            game: name.to_owned(),
            rules_hash: None,
            roles: game.roles(),
            top_goal: *game.goal_range().end(),
            players: players.iter().map(Spec::to_string).collect(),
            games_per_pairing: games,
            seed: Seed(0),
        };
        if players.is_empty() {
            return Err(TournamentError::NoPlayers);
        }
        if games == 0 {
            return Err(TournamentError::NoGames);
        }
        let bounded = plan.pairings().filter(|&pairings| pairings <= Plan::MAX_PAIRINGS);
        let (Some(_), Some(matches)) = (bounded, plan.matches()) else {
            let (players, roles) = (players.len(), plan.roles);
            return Err(TournamentError::TooManyPairings { players, roles, most: Plan::MAX_PAIRINGS });
        };
        let (budget, ply_limit) = (Budget::default(), Match::<G>::PLY_LIMIT);
        Ok(Self { game, players, plan, matches, budget, ply_limit, threads: 0 })
    }

    /// The seed that all chance comes from; 0 if not set.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.plan.seed = Seed(seed);
        self
    }

    /// A hash of the rules, to be kept with the results.
    #[must_use]
    pub fn with_rules_hash(mut self, hash: impl Into<String>) -> Self {
        self.plan.rules_hash = Some(hash.into());
        self
    }

    /// How many matches are played at a time; 0, the default, is as many as there are cores.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Bounds every decision, on top of what each strategy's own spec says. Its stop button ends the tournament: matches in
    /// flight are dropped.
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Ends matches without a result after so many joint moves.
    #[must_use]
    pub fn with_ply_limit(mut self, plies: u32) -> Self {
        self.ply_limit = plies;
        self
    }

    /// What will be played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Plays the tournament and counts the results. `watch` sees the matches as they finish, on the calling thread, and in
    /// batches if it is slower than the matches; its error ends the tournament.
    ///
    /// # Errors
    /// If a match fails: the first in the order of play, whatever the number of threads. Or if `watch` does.
    pub fn run(
        &self,
        mut watch: impl FnMut(Progress<'_>) -> Result<(), StoreError>,
    ) -> Result<Table, TournamentError> {
        // new() has made sure that there are not too many.
        let pairings = self.plan.pairings().unwrap_or(0) as usize;
        let mut tallies = vec![Tally::new(self.plan.roles, self.plan.top_goal); pairings];
        let mut done = 0;
        let mut failed: Option<(u64, MatchError)> = None;
        let mut watching = Ok(());
        self.play_all(&self.pool()?, |results| {
            let mut fresh = Vec::new();
            for (number, result) in results {
                match result {
                    Ok(played) => fresh.push(played),
                    Err(error) if failed.as_ref().is_none_or(|(first, _)| number < *first) => {
                        failed = Some((number, error));
                    }
                    Err(_) => {}
                }
            }
            for played in &fresh {
                tallies[played.pairing as usize]
                    .add(&played.record.outcome, played.record.plies.len() as u64);
            }
            done += fresh.len() as u64;
            if !fresh.is_empty() && watching.is_ok() {
                watching = watch(Progress { fresh: &fresh, done, total: self.matches });
            }
            watching.is_ok() && failed.is_none()
        });
        if let Some((_, error)) = failed {
            return Err(error.into());
        }
        watching?;
        Ok(Table::new(&self.plan, &tallies))
    }

    fn pool(&self) -> Result<ThreadPool, TournamentError> {
        Ok(ThreadPoolBuilder::new().num_threads(self.threads).stack_size(Self::STACK).build()?)
    }

    /// Plays the matches in order on all threads of the pool and hands what has finished to `take`, on the calling thread.
    /// When that says no, or a match is dropped, no new match is begun; those in flight are still finished, so a match
    /// that fails never hides an earlier one that would fail as well.
    fn play_all(
        &self,
        pool: &ThreadPool,
        mut take: impl FnMut(Vec<(u64, Result<Played, MatchError>)>) -> bool,
    ) {
        let next = AtomicU64::new(0);
        let ended = AtomicBool::new(false);
        let (sender, finished) = mpsc::sync_channel(Self::BATCH);
        let work = |sender: &mpsc::SyncSender<_>| {
            while !ended.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.matches {
                    break;
                }
                let Some(result) = self.play(number).transpose() else { break };
                if result.is_err() {
                    ended.store(true, Ordering::Relaxed);
                }
                // The receiver outlives the threads, so sending does not fail.
                let _ = sender.send((number, result));
            }
        };
        pool.in_place_scope(|scope| {
            // The last thread to end drops the sender, and with it ends the loop below.
            scope.spawn_broadcast(move |_, _| work(&sender));
            while let Ok(first) = finished.recv() {
                let batch = std::iter::once(first).chain(finished.try_iter().take(Self::BATCH)).collect();
                if !take(batch) {
                    ended.store(true, Ordering::Relaxed);
                }
            }
        });
    }

    /// Plays match number `number`, counted round by round; gives nothing if the stop button was pressed.
    fn play(&self, number: u64) -> Result<Option<Played>, MatchError> {
        let pairings = self.matches / u64::from(self.plan.games_per_pairing);
        let pairing = number % pairings;
        // A round is one game of each pairing, so this is less than games_per_pairing.
        let index = (number / pairings) as u32;
        let players =
            self.plan.seats(pairing).iter().map(|&player| Player::from(&self.players[player])).collect();
        let record = Match::new(self.game, players)
            .with_budget(self.budget.clone())
            .with_ply_limit(self.ply_limit)
            .play(self.plan.match_seed(pairing, index))?;
        Ok(record.map(|record| Played { pairing, index, record }))
    }
}

#[cfg(test)]
mod tests;
