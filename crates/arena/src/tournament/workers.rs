use std::collections::HashSet;
use std::error::Error;
use std::iter;

use game::Game;

use super::Tournament;
use super::fixture_queue::FixtureQueue;
use crate::director::Next;
use crate::{Fixture, MatchError, MatchRecord, Played, TournamentError};

/// Plays the matches of a tournament elsewhere, such as on the machines of a cluster.
///
/// A match depends on the plan and its [`Fixture`] alone, so it may be begun again wherever and as often as a
/// worker is lost: of several results of a fixture one counts.
pub trait Workers: Send {
    /// How many matches it would take now. Where none is in play it is given one in any case.
    fn free(&self) -> Result<usize, WorkersError>;

    /// Begins to play these matches, each as [`Tournament::play_matches`] does.
    fn play(&mut self, fixtures: Vec<Fixture>) -> Result<(), WorkersError>;

    /// Waits for results, and gives what has come in. It gives nothing if there is nothing after a moment, as
    /// then the stop button is looked at.
    fn finished(&mut self) -> Result<Vec<Played>, WorkersError>;
}

/// Why the matches of a tournament cannot be played elsewhere, which ends the tournament.
pub type WorkersError = Box<dyn Error + Send + Sync>;

/// Who plays the matches of a tournament.
pub enum Workforce<'w> {
    /// So many threads of this process, 0 for one a core.
    Threads(usize),
    /// Others.
    Workers(&'w mut dyn Workers),
}

impl<G: Game> Tournament<'_, G> {
    /// Plays what the director says on workers, and hands what has finished to `take` until that says no,
    /// nothing is left, or the stop button is pressed.
    pub(super) fn play_elsewhere(
        workers: &mut dyn Workers,
        queue: &FixtureQueue,
        stopped: &dyn Fn() -> bool,
        mut take: impl FnMut(Vec<(Fixture, Result<MatchRecord, MatchError>)>) -> bool,
    ) -> Result<(), TournamentError> {
        let mut in_play = HashSet::new();
        while !stopped() {
            let room = workers.free().map_err(TournamentError::Workers)?.max(in_play.is_empty().into());
            let next = || match queue.director().next() {
                Ok(Next::Play(fixture)) => Some(fixture),
                // An error is reported when the tournament is summed up.
                Ok(Next::Wait | Next::Done) | Err(_) => None,
            };
            let fixtures: Vec<Fixture> = iter::from_fn(next).take(room).collect();
            in_play.extend(fixtures.iter().copied());
            if in_play.is_empty() {
                break;
            }
            if !fixtures.is_empty() {
                workers.play(fixtures).map_err(TournamentError::Workers)?;
            }
            let finished = workers.finished().map_err(TournamentError::Workers)?;
            let first = finished.into_iter().filter(|played| in_play.remove(&played.fixture));
            let results: Vec<_> = first.map(|played| (played.fixture, Ok(played.record))).collect();
            if !results.is_empty() && !take(results) {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use search::{Spec, Stop};

    use super::*;
    use crate::testing::rules;
    use crate::{Sprt, Table};

    /// Plays the matches that it has when it is asked for results, the last first, and gives every
    /// result twice.
    struct Stack<'t, 'g, G> {
        tournament: &'t Tournament<'g, G>,
        waiting: Vec<Fixture>,
        room: usize,
        begun: usize,
    }

    impl<G: Game> Workers for Stack<'_, '_, G> {
        fn free(&self) -> Result<usize, WorkersError> {
            Ok(self.room.saturating_sub(self.waiting.len()))
        }

        fn play(&mut self, fixtures: Vec<Fixture>) -> Result<(), WorkersError> {
            self.begun += fixtures.len();
            self.waiting.extend(fixtures);
            Ok(())
        }

        fn finished(&mut self) -> Result<Vec<Played>, WorkersError> {
            let twice = self.waiting.drain(..).rev().flat_map(|fixture| [fixture, fixture]);
            Ok(self.tournament.play_matches(&twice.collect::<Vec<_>>())?)
        }
    }

    fn on_workers<G: Game>(tournament: &Tournament<'_, G>, room: usize) -> (Table, usize) {
        let mut workers = Stack { tournament, waiting: Vec::new(), room, begun: 0 };
        let table = tournament.run_on(Workforce::Workers(&mut workers), |_, _| Ok(())).unwrap();
        (table, workers.begun)
    }

    fn players() -> Vec<Spec> {
        Spec::list("uct(playouts=20),random").unwrap()
    }

    #[test]
    fn workers_give_the_table_of_threads() {
        let game = rules("tictactoe");
        let tournament = Tournament::new(&game, "tictactoe", &players(), 10).unwrap().with_seed(3);
        let table = tournament.run(|_| Ok(())).unwrap();
        for room in [0, 1, 7, 1000] {
            assert_eq!(on_workers(&tournament, room), (table.clone(), 40), "room for {room}");
        }
    }

    #[test]
    fn a_sequential_test_ends_on_workers_where_it_does_on_threads() {
        let game = rules("tictactoe");
        let tournament = Tournament::new(&game, "tictactoe", &players(), 1000).unwrap();
        let tournament = tournament.with_sprt(Sprt::default()).unwrap();
        let table = tournament.run(|_| Ok(())).unwrap();
        let (other, begun) = on_workers(&tournament, 5);
        assert_eq!(other, table);
        assert!(begun < 2000);
    }

    #[test]
    fn what_workers_fail_of_ends_the_tournament() {
        #[derive(Debug, thiserror::Error)]
        #[error("no machine is left")]
        struct NoMachine(#[source] std::fmt::Error);
        struct Lost;
        impl Workers for Lost {
            fn free(&self) -> Result<usize, WorkersError> {
                Ok(1)
            }
            fn play(&mut self, _: Vec<Fixture>) -> Result<(), WorkersError> {
                Ok(())
            }
            fn finished(&mut self) -> Result<Vec<Played>, WorkersError> {
                Err(NoMachine(std::fmt::Error).into())
            }
        }
        let game = rules("nim");
        let tournament = Tournament::new(&game, "nim", &players(), 1).unwrap();
        let failure = tournament.run_on(Workforce::Workers(&mut Lost), |_, _| Ok(())).unwrap_err();
        assert_eq!(failure.to_string(), "no machine is left");
        assert!(failure.source().is_some());
    }

    #[test]
    fn a_stop_button_ends_what_is_played_elsewhere() {
        let game = rules("nim");
        let stop = Stop::default();
        let tournament = Tournament::new(&game, "nim", &players(), 5).unwrap().with_stop(stop.clone());
        stop.press();
        let (table, begun) = on_workers(&tournament, 5);
        assert_eq!((table.interrupted, begun), (true, 0));
    }
}
