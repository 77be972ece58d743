use std::slice;
use std::sync::atomic::{AtomicUsize, Ordering};

use rand::Rng;

use crate::side_by_side::{shares, side_by_side};
use crate::{Fault, Game, Playouts};

/// What many uniformly random playouts from the initial state came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Playouts made.
    pub playouts: u64,
    /// Those that a ply limit cut short of a terminal state; they count for the plies, not for the goals.
    pub cut: u64,
    /// Joint moves, all playouts together.
    pub plies: u64,
    /// The goals of each role, all playouts together.
    pub goals: Vec<i64>,
    /// What people should know about the goals, if some are doubtful: one that is missing, say.
    pub remark: Option<String>,
}

impl Sample {
    /// Plays `count` playouts, or as many as there are until `go_on` says no. It is asked often, as one
    /// playout of a slow game can outlast all patience.
    ///
    /// A game that works out many states [at once](Game::batch) finishes the playouts it has begun; of any
    /// other the playout that is under way when it is enough does not count.
    ///
    /// # Errors
    /// If a playout comes to a state where the rules give no answer.
    pub fn take<G: Game>(
        game: &G,
        rng: &mut (impl Rng + Clone + Send),
        count: u64,
        go_on: impl Fn() -> bool + Sync,
    ) -> Result<Self, Fault> {
        Self::take_on_threads(game, slice::from_mut(rng), count, go_on)
    }

    /// As [`take`](Self::take), on as many threads as there are random number generators, each of which plays
    /// a share of the playouts by its own. `go_on` is asked by all.
    ///
    /// # Errors
    /// If a playout comes to a state where the rules give no answer. Where several threads have such a
    /// playout, it is that of the first of them.
    pub fn take_on_threads<G: Game, R: Rng + Clone + Send>(
        game: &G,
        rngs: &mut [R],
        count: u64,
        go_on: impl Fn() -> bool + Sync,
    ) -> Result<Self, Fault> {
        if let Some(batch) = game.batch() {
            let seeds: Vec<u64> = rngs.iter_mut().map(Rng::next_u64).collect();
            return batch.sample(&seeds, count, &go_on);
        }
        let shares = shares(count, rngs.len());
        // The first thread that has come to a fault. Those before it go on: one of them may come to a fault
        // as well, which is then the one to tell of, whoever was faster.
        let faulty = AtomicUsize::new(usize::MAX);
        let parts = side_by_side(rngs.iter_mut().zip(shares).enumerate(), |(thread, (rng, share))| {
            let go_on = || thread <= faulty.load(Ordering::Relaxed) && go_on();
            // Neighbours may lie in one cache line, which a thread that writes to it takes from the others.
            let mut own = rng.clone();
            let part = Self::on_thread(game, &mut own, share, go_on);
            *rng = own;
            if part.is_err() {
                faulty.fetch_min(thread, Ordering::Relaxed);
            }
            part
        });
        parts.into_iter().try_fold(Self::empty(game), |sample, part| Ok(sample.and(part?)))
    }

    /// No playouts yet.
    fn empty<G: Game>(game: &G) -> Self {
        Self { playouts: 0, cut: 0, plies: 0, goals: vec![0; game.roles()], remark: None }
    }

    /// The playouts of both.
    fn and(mut self, other: Self) -> Self {
        self.playouts += other.playouts;
        self.cut += other.cut;
        self.plies += other.plies;
        self.goals.iter_mut().zip(other.goals).for_each(|(sum, more)| *sum += more);
        self.remark = self.remark.or(other.remark);
        self
    }

    /// Playouts one after the other.
    fn on_thread<G: Game>(
        game: &G,
        rng: &mut impl Rng,
        count: u64,
        go_on: impl Fn() -> bool,
    ) -> Result<Self, Fault> {
        let initial = game.initial();
        let mut playouts = Playouts::new(game);
        let mut sample = Self::empty(game);
        while sample.playouts < count && go_on() {
            let mut enough = false;
            let playout = playouts.run_while(
                || {
                    enough = !go_on();
                    !enough
                },
                &initial,
                rng,
            );
            if enough {
                break;
            }
            if !playout.cut {
                for (role, sum) in sample.goals.iter_mut().enumerate() {
                    *sum += i64::from(game.goal(&playout.end, role));
                }
                if let Some(fault) = game.fault(&playout.end) {
                    return Err(fault);
                }
                sample.remark = sample.remark.or_else(|| game.notation().remark(&playout.end));
            }
            sample.playouts += 1;
            sample.cut += u64::from(playout.cut);
            sample.plies += u64::from(playout.plies);
        }
        Ok(sample)
    }

    /// The mean number of joint moves; none without playouts.
    pub fn mean_plies(&self) -> Option<f64> {
        (self.playouts > 0).then(|| self.plies as f64 / self.playouts as f64)
    }

    /// The mean goal of a role over the playouts that reached a terminal state; none if no playout did.
    pub fn mean_goal(&self, role: usize) -> Option<f64> {
        let finished = self.playouts - self.cut;
        (finished > 0).then(|| self.goals[role] as f64 / finished as f64)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::testing::{Broken, TicTacToe};
    use crate::{Tree, built_in_game};

    fn rng() -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(1)
    }

    /// Generators whose seeds count from 1.
    fn rngs<const THREADS: usize>() -> [Xoshiro256PlusPlus; THREADS] {
        std::array::from_fn(|thread| Xoshiro256PlusPlus::seed_from_u64(1 + thread as u64))
    }

    fn threads_play_what_each_plays_by_itself<G: Game>(game: &G) {
        let together = Sample::take_on_threads(game, &mut rngs::<3>(), 1_000, || true).expect("plays");
        let alone = rngs::<3>().into_iter().zip([334, 333, 333]);
        let alone =
            alone.map(|(mut rng, count)| Sample::take(game, &mut rng, count, || true).expect("plays"));
        let alone: Vec<Sample> = alone.collect();
        assert_ne!(alone[1].goals, alone[2].goals);
        assert_eq!(together, alone.into_iter().fold(Sample::empty(game), Sample::and));
    }

    #[test]
    fn threads_share_the_playouts_each_by_its_own_random_numbers() {
        threads_play_what_each_plays_by_itself(&TicTacToe);
        threads_play_what_each_plays_by_itself(&built_in_game("tictactoe").expect("a game"));
    }

    #[test]
    fn no_thread_goes_on_when_it_is_enough() {
        let asked = AtomicUsize::new(0);
        let patience = || asked.fetch_add(1, Ordering::Relaxed) < 10_000;
        let sample =
            Sample::take_on_threads(&TicTacToe, &mut rngs::<3>(), u64::MAX, patience).expect("plays");
        // A question for each ply, and one before each playout.
        assert!((10_000 / 10 - 3..10_000 / 6).contains(&sample.playouts), "{sample:?}");
        assert!((10_000..=10_003).contains(&asked.load(Ordering::Relaxed)));
    }

    #[test]
    fn a_playout_that_outlasts_all_patience_does_not_count() {
        let chain = Tree::from_brackets("((((7))))").unwrap();
        let asked = AtomicUsize::new(0);
        let patience = || asked.fetch_add(1, Ordering::Relaxed) < 8;
        let sample = Sample::take(&chain, &mut rng(), u64::MAX, patience).expect("plays");
        // Five questions for the first playout, and in the middle of the second it is enough.
        assert_eq!((sample.playouts, sample.plies, sample.cut, sample.goals[0]), (1, 4, 0, 7));
    }

    #[test]
    fn random_play_of_tic_tac_toe_favours_who_begins() {
        let sample = Sample::take(&TicTacToe, &mut rng(), 20_000, || true).expect("plays");
        assert_eq!((sample.playouts, sample.cut), (20_000, 0));
        // 0.297 on the scale of -1..1 is 64.85 on that of 0..100; plays have 7.63 plies.
        let (first, second) = (sample.mean_goal(0).expect("played"), sample.mean_goal(1).expect("played"));
        assert!((first - 64.85).abs() < 1.5 && (first + second - 100.0).abs() < 1e-9, "{first} {second}");
        assert!(sample.mean_plies().is_some_and(|plies| (plies - 7.63).abs() < 0.1));
    }

    #[test]
    fn without_playouts_there_are_no_means() {
        let tree = Tree::from_brackets("7").expect("a tree");
        let none = Sample::take(&tree, &mut rng(), 0, || true).expect("nothing to fail");
        assert_eq!((none.mean_plies(), none.mean_goal(0)), (None, None));
    }

    #[test]
    fn a_fault_surfaces() {
        assert_eq!(Sample::take(&Broken, &mut rng(), u64::MAX, || true), Err(Broken::fault_value()));
        let on_threads = Sample::take_on_threads(&Broken, &mut rngs::<3>(), u64::MAX, || true);
        assert_eq!(on_threads, Err(Broken::fault_value()));
    }
}
