use rand::Rng;

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
    /// Plays `count` playouts, or as many as there are until `go_on` says no. It is asked often, as one playout of a slow game can
    /// outlast all patience.
    ///
    /// A game that works out many states [at once](Game::batch) finishes the playouts it has begun; of any other the
    /// playout that is under way when it is enough does not count.
    ///
    /// # Errors
    /// If a playout comes to a state where the rules give no answer.
    pub fn take<G: Game>(
        game: &G,
        rng: &mut impl Rng,
        count: u64,
        go_on: impl Fn() -> bool,
    ) -> Result<Self, Fault> {
        if let Some(batch) = game.batch() {
            return batch.sample(rng.next_u64(), count, &go_on);
        }
        let initial = game.initial();
        let mut playouts = Playouts::new(game);
        let mut sample = Self { playouts: 0, cut: 0, plies: 0, goals: vec![0; game.roles()], remark: None };
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
    use crate::Tree;
    use crate::testing::{Broken, TicTacToe};

    fn rng() -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(1)
    }

    #[test]
    fn a_playout_that_outlasts_all_patience_does_not_count() {
        let chain = Tree::from_brackets("((((7))))").unwrap();
        let asked = std::cell::Cell::new(0);
        let patience = || asked.replace(asked.get() + 1) < 8;
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
    }
}
