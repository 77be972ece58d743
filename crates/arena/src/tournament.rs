use std::collections::HashSet;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use game::{Chance, Game};
use rayon::{ThreadPool, ThreadPoolBuilder};
use search::{Budget, Spec, Stop};

use crate::director::{Director, Summary};
use crate::{
    Finished, Fixture, Match, MatchError, MatchRecord, Opening, Pace, Pentanomial, Plan, Played, Player,
    Schedule, Seed, Sprt, StoreError, Table, TournamentOptions,
};

mod error;
mod fixture_queue;
mod workers;

pub use error::TournamentError;
use fixture_queue::{CloseOnPanic, FixtureQueue};
pub use workers::{Workers, WorkersError, Workforce};

/// Strategies that play one another as a [`Plan`] says.
///
/// Results depend on the plan alone, not on the number of threads, nor on whether the tournament was
/// interrupted and went on later; unless time bounds decisions, in the plan or in the spec of a player, or
/// threads of a player share a tree (`parallel=tree` of `uct`). Matches are begun in rounds, one match of
/// every pairing a round, so a tournament that is stopped has all its pairings equally far.
#[derive(Debug)]
pub struct Tournament<'g, G> {
    game: &'g G,
    players: Vec<Spec>,
    plan: Plan,
    played: Vec<Finished>,
    stop: Stop,
    threads: usize,
}

/// How far a tournament is.
#[derive(Clone, Debug)]
pub struct Progress<'p> {
    /// The matches that have finished since the last time, in no particular order.
    pub fresh: &'p [Played],
    /// Matches that do not count after all, for the test of their pairing was decided before them.
    pub withdrawn: &'p [Fixture],
    /// Matches that count so far, fresh ones and those of earlier runs included.
    pub done: u64,
    /// All matches of the tournament, if no test and no ladder ends before.
    pub most: u64,
    /// The pairs played under each sequential test, in the order of the table's [trials](Table::trials).
    pub tests: &'p [Pentanomial],
}

impl<'g, G: Game> Tournament<'g, G> {
    /// How many matches may wait to be watched before those in play wait, too.
    const BATCH: usize = 1024;
    /// How long results may wait for others to be taken with: to wake a thread takes as long as a tiny match.
    const PAUSE: Duration = Duration::from_millis(1);
    /// Searches recurse for a bounded number of plies, but a strategy of a program that uses the library may
    /// do so as deep as the game is long, for which the usual 2 MiB would not do.
    const STACK: usize = 32 << 20;

    /// A round-robin tournament of `game`, called `name`, in which every pairing plays `games` matches.
    ///
    /// # Errors
    /// If there is nothing to play, or if there are too many ways to fill the seats.
    pub fn new(game: &'g G, name: &str, players: &[Spec], games: u32) -> Result<Self, TournamentError> {
        let (players, games) = (Some(players.to_vec()), Some(games));
        let options = TournamentOptions { players, games, ..TournamentOptions::default() };
        // How fast the game is matters to those options only that are given.
        let (plan, _) = options.plan(game, name, Pace::Fast);
        Self::planned(game, plan)
    }

    /// The tournament of a plan.
    ///
    /// # Errors
    /// If there is nothing to play, if there are too many ways to fill the seats, or if the plan is not for
    /// this game.
    pub fn planned(game: &'g G, plan: Plan) -> Result<Self, TournamentError> {
        if matches!(plan.schedule, Schedule::Rotation { .. }) {
            return Err(TournamentError::Rotation);
        }
        let players = plan.specs()?;
        if players.is_empty() {
            return Err(TournamentError::NoPlayers);
        }
        if plan.games_per_pairing == 0 {
            return Err(TournamentError::NoGames);
        }
        let (roles, chance) = (game::players(game).count(), game.chance().map(Chance::role));
        if roles == 0 {
            return Err(TournamentError::Nobody);
        }
        if plan.roles != roles {
            return Err(TournamentError::OtherGame { planned: plan.roles, found: roles });
        }
        if plan.chance != chance {
            return Err(TournamentError::OtherChance);
        }
        let mut seen = HashSet::new();
        if let Some(twice) = plan.players.iter().find(|player| !seen.insert(*player)) {
            return Err(TournamentError::Twice(twice.clone()));
        }
        if plan.sprt.is_some() && plan.roles != 2 {
            return Err(TournamentError::Untestable(plan.roles));
        }
        if plan.schedule == Schedule::InOrder {
            if players.len() != plan.roles {
                return Err(TournamentError::Seats { players: players.len(), roles: plan.roles });
            }
            if plan.sprt.is_some() {
                return Err(TournamentError::UntestableInOrder);
            }
        }
        match (plan.seatings(), plan.matches()) {
            (Some(seatings), _) if seatings.is_empty() => {
                return Err(TournamentError::NoPairings(match plan.roles {
                    1 => "a game for one role has no opponents; take the round-robin schedule without a test",
                    _ => "name at least two strategies",
                }));
            }
            (Some(_), Some(_)) => {}
            _ => {
                let (players, roles) = (players.len(), plan.roles);
                return Err(TournamentError::TooManyPairings { players, roles, most: Plan::MAX_PAIRINGS });
            }
        }
        let Plan { opening_plies, ply_limit, .. } = plan;
        if ply_limit <= opening_plies {
            return Err(TournamentError::NothingAfterOpening { opening_plies, ply_limit });
        }
        // An error now is better than one in the first match.
        Opening::random(game, plan.opening_plies, plan.opening_seed(0))?;
        Ok(Self { game, players, plan, played: Vec::new(), stop: Stop::default(), threads: 0 })
    }

    /// The seed of all random numbers; 0 if not set.
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

    /// A test that ends each pairing as soon as it is decided.
    ///
    /// # Errors
    /// If the game has other than two roles, or if there are no two players.
    pub fn with_sprt(self, sprt: Sprt) -> Result<Self, TournamentError> {
        Self::planned(self.game, Plan { sprt: Some(sprt), ..self.plan })
    }

    /// How many matches are played at a time; 0, the default, is as many as there are cores.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The button that ends the tournament: matches in flight are dropped.
    #[must_use]
    pub fn with_stop(mut self, stop: Stop) -> Self {
        self.stop = stop;
        self
    }

    /// Matches that an earlier run of the same plan has played. They count, and are not played again.
    #[must_use]
    pub fn with_played(mut self, played: Vec<Finished>) -> Self {
        self.played = played;
        self
    }

    /// The players, in the order of the plan.
    pub fn players(&self) -> &[Spec] {
        &self.players
    }

    /// What will be played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Plays the tournament and counts the results. `watch` sees the matches as they finish, on the calling
    /// thread, and in batches if it is slower than the matches; its error ends the tournament.
    ///
    /// # Errors
    /// If a match fails: the first in the order of play, whatever the number of threads. Or if `watch` does.
    pub fn run(
        &self,
        mut watch: impl FnMut(&Progress<'_>) -> Result<(), StoreError>,
    ) -> Result<Table, TournamentError> {
        self.run_live(|progress, _| watch(progress))
    }

    /// The same for a caller that shows the tournament while it is played: `watch` is also given a function
    /// that makes the table of all matches so far, those of earlier runs included, without ratings in Elo.
    /// That takes no longer the more matches there are, unless they are under a sequential test.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_live(
        &self,
        watch: impl FnMut(&Progress<'_>, &dyn Fn() -> Table) -> Result<(), StoreError>,
    ) -> Result<Table, TournamentError> {
        self.run_on(Workforce::Threads(self.threads), watch)
    }

    /// The same with the matches played by others than the [threads](Self::with_threads) of the tournament.
    /// Whoever plays them, the table is the same.
    ///
    /// # Errors
    /// As [`run`](Self::run), or if the workers fail.
    pub fn run_on(
        &self,
        workforce: Workforce<'_>,
        mut watch: impl FnMut(&Progress<'_>, &dyn Fn() -> Table) -> Result<(), StoreError>,
    ) -> Result<Table, TournamentError> {
        let director = Director::new(&self.plan, self.played.clone())?;
        let queue = FixtureQueue::new(director);
        let most = self.plan.matches().unwrap_or(u64::MAX);
        let mut failed: Option<(Fixture, MatchError)> = None;
        let mut watching = Ok(());
        let mut stray = None;
        let take = |results: Vec<(Fixture, Result<MatchRecord, MatchError>)>| {
            let (mut fresh, mut withdrawn) = (Vec::with_capacity(results.len()), Vec::new());
            for (fixture, result) in results {
                match result {
                    Ok(record) => fresh.push(Played { fixture, record }),
                    Err(error) => {
                        let order = |fixture: &Fixture| (fixture.index, fixture.pairing);
                        if failed.as_ref().is_none_or(|(first, _)| order(&fixture) < order(first)) {
                            failed = Some((fixture, error));
                        }
                    }
                }
            }
            // The players wait for the director meanwhile, so it gets everything ready made.
            let finished: Vec<Finished> = fresh.iter().map(Played::finished).collect();
            let mut director = queue.director();
            for finished in finished {
                match director.take(finished) {
                    Ok(surplus) => withdrawn.extend(surplus),
                    Err(error) => stray = Some(error),
                }
            }
            let done = director.counts().matches();
            let tests: Vec<_> = director.counts().tests().collect();
            drop(director);
            queue.tell();
            // What is withdrawn at once need not be seen at all.
            let struck: HashSet<&Fixture> = withdrawn.iter().collect();
            fresh.retain(|played| !struck.contains(&played.fixture));
            let progress = Progress { fresh: &fresh, withdrawn: &withdrawn, done, most, tests: &tests };
            if !(fresh.is_empty() && withdrawn.is_empty()) && watching.is_ok() {
                watching = watch(&progress, &|| Table::so_far(queue.director().counts()));
            }
            watching.is_ok() && failed.is_none() && stray.is_none()
        };
        match workforce {
            Workforce::Threads(threads) => self.play_all(&Self::pool(threads)?, &queue, take),
            Workforce::Workers(workers) => {
                Self::play_elsewhere(workers, &queue, &|| self.stop.pressed(), take)?;
            }
        }
        if let Some((_, error)) = failed {
            return Err(error.into());
        }
        watching?;
        stray.map_or(Ok(()), Err)?;
        let director = queue.into_director();
        let Summary { counts, complete, withdrawn } = director.finish()?;
        if !withdrawn.is_empty() {
            let tests: Vec<_> = counts.tests().collect();
            let done = counts.matches();
            let progress = Progress { fresh: &[], withdrawn: &withdrawn, done, most, tests: &tests };
            watch(&progress, &|| Table::so_far(&counts))?;
        }
        Ok(Table::new(&counts, complete))
    }

    /// Plays these matches of the plan, one after the other, and counts nothing: the part of one of the
    /// [`Workers`] of a tournament. Ends early if the stop button is pressed.
    ///
    /// # Errors
    /// If a match fails.
    pub fn play_matches(&self, fixtures: &[Fixture]) -> Result<Vec<Played>, TournamentError> {
        let play = |&fixture: &Fixture| {
            let record = self.play(fixture).transpose()?;
            Some(record.map(|record| Played { fixture, record }))
        };
        let played: Result<_, MatchError> =
            Self::pool(1)?.install(|| fixtures.iter().map_while(play).collect());
        Ok(played?)
    }

    fn pool(threads: usize) -> Result<ThreadPool, TournamentError> {
        Ok(ThreadPoolBuilder::new().num_threads(threads).stack_size(Self::STACK).build()?)
    }

    /// Plays what the director says on all threads of the pool and hands what has finished to `take`, on the
    /// calling thread. When that says no, or a match is dropped, no new match is begun; those in flight are
    /// still finished, so a match that fails never hides an earlier one that would fail as well.
    fn play_all(
        &self,
        pool: &ThreadPool,
        queue: &FixtureQueue,
        mut take: impl FnMut(Vec<(Fixture, Result<MatchRecord, MatchError>)>) -> bool,
    ) {
        let (sender, finished) = mpsc::sync_channel(Self::BATCH);
        let work = |sender: &mpsc::SyncSender<_>| {
            let _close = CloseOnPanic(queue);
            while let Some(fixture) = queue.next() {
                let Some(result) = self.play(fixture).transpose() else {
                    queue.close();
                    break;
                };
                if result.is_err() {
                    queue.close();
                }
                // The receiver outlives the threads, so sending does not fail.
                let _ = sender.send((fixture, result));
            }
        };
        // The channel ends with its loop, even if that panics: no thread waits for room in it for ever.
        pool.in_place_scope(move |scope| {
            let (finished, _close) = (finished, CloseOnPanic(queue));
            // The last thread to end drops the sender, and with it ends the loop below.
            scope.spawn_broadcast(move |_, _| work(&sender));
            while let Ok(first) = finished.recv() {
                let batch = std::iter::once(first).chain(finished.try_iter().take(Self::BATCH)).collect();
                if !take(batch) {
                    queue.close();
                }
                thread::sleep(Self::PAUSE);
            }
        });
    }

    /// Plays a match; gives nothing if the stop button was pressed.
    fn play(&self, fixture: Fixture) -> Result<Option<MatchRecord>, MatchError> {
        // The opening is drawn before the match looks at the button.
        if self.stop.pressed() {
            return Ok(None);
        }
        let Fixture { pairing, index } = fixture;
        let plan = &self.plan;
        let seats = plan.seats(pairing);
        let seed = plan.match_seed(pairing, index);
        let opening =
            Opening::random(self.game, plan.opening_plies, plan.opening_seed(index)).map_err(|error| {
                let players = seats.iter().map(|&player| plan.players[player].clone()).collect();
                MatchError { players, seed, ply: 0, cause: Box::new(error.into()) }
            })?;
        let player = |&player: &usize| Player::new(&plan.players[player], self.players[player].build());
        let players = seats.iter().map(player).collect();
        Match::new(self.game, players)
            .with_budget(Budget { time: plan.move_time, stop: self.stop.clone(), ..Budget::default() })
            .with_opening(opening)
            .with_chance(plan.chance_seed(index))
            .with_ply_limit(plan.ply_limit)
            .with_forfeit_after(plan.forfeit_after)
            .play(seed)
    }
}

#[cfg(test)]
mod tests;
