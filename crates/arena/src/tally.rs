use game::Goal;

use crate::Outcome;
use crate::payoffs::Payoffs;

/// What the matches of one pairing came to, seat by seat. Counts and integer sums only, so the order in which
/// matches are added does not matter, and results are equal to the last bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    /// A single role wins with this goal.
    top: Goal,
    pub(crate) games: u64,
    /// Matches that the ply limit ended, or that have no goals otherwise.
    pub(crate) adjudicated: u64,
    pub(crate) draws: u64,
    /// For each role, the matches that it forfeited.
    pub(crate) forfeits: Vec<u64>,
    plies: u64,
    goals: Vec<i64>,
    pub(crate) payoffs: Payoffs,
    /// For each role and each `m` from 1, in how many matches it was one of `m` roles with the greatest goal.
    shared: Vec<Vec<u64>>,
    /// For each role and each other, in how many matches the first had the greater goal.
    above: Vec<Vec<u64>>,
}

impl Tally {
    pub(crate) fn new(roles: usize, top: Goal) -> Self {
        Self {
            top,
            games: 0,
            adjudicated: 0,
            draws: 0,
            forfeits: vec![0; roles],
            plies: 0,
            goals: vec![0; roles],
            payoffs: Payoffs::default(),
            shared: vec![vec![0; roles]; roles],
            above: vec![vec![0; roles]; roles],
        }
    }

    /// Adds a match that ended so, after so many plies.
    pub(crate) fn add(&mut self, outcome: &Outcome, plies: u64) {
        self.games += 1;
        // A damaged store may hold any number.
        self.plies = self.plies.saturating_add(plies);
        match outcome {
            Outcome::PlyLimit | Outcome::Unscored => self.adjudicated += 1,
            Outcome::Forfeit { role, .. } => self.forfeits[*role] += 1,
            Outcome::Goals(goals) => {
                let sums = self.goals.iter_mut().zip(goals);
                sums.for_each(|(sum, goal)| *sum += i64::from(*goal));
                self.payoffs.add(goals);
            }
        }
        let roles = self.goals.len();
        let Some(places) = outcome.places(roles) else { return };
        let greatest = match (places.as_slice(), outcome) {
            ([_], Outcome::Forfeit { .. }) => return,
            ([_], _) => self.top,
            (places, _) => places.iter().copied().max().unwrap_or(self.top),
        };
        let winners = places.iter().filter(|&&place| place == greatest).count();
        self.draws += u64::from(winners > 1 && matches!(outcome, Outcome::Goals(_)));
        for role in 0..roles {
            if places[role] == greatest {
                self.shared[role][winners - 1] += 1;
            }
            for other in (0..roles).filter(|&other| places[role] > places[other]) {
                self.above[role][other] += 1;
            }
        }
    }

    /// Matches that have a winner or winners; in a game for one role all that it was not prevented to end.
    pub(crate) fn decided(&self) -> u64 {
        self.games - self.adjudicated
    }

    /// Matches that have goals.
    fn scored(&self) -> u64 {
        self.decided() - self.forfeits.iter().sum::<u64>()
    }

    pub(crate) fn wins(&self, role: usize) -> u64 {
        self.shared[role][0]
    }

    /// The matches that `role` did not win alone, but with others.
    pub(crate) fn drawn(&self, role: usize) -> u64 {
        self.shared[role][1..].iter().sum()
    }

    /// In how many matches `role` had a greater goal than `other`, the same goal, and a lesser one.
    pub(crate) fn compared(&self, role: usize, other: usize) -> [u64; 3] {
        let (above, below) = (self.above[role][other], self.above[other][role]);
        [above, self.decided() - above - below, below]
    }

    /// A win scores 1, one of `m` greatest goals 1/m, all else 0.
    pub(crate) fn score(&self, role: usize) -> f64 {
        self.shared[role].iter().zip(1..).map(|(&matches, m)| matches as f64 / f64::from(m)).sum()
    }

    pub(crate) fn mean_goal(&self, role: usize) -> Option<f64> {
        mean(self.goals[role] as f64, self.scored())
    }

    pub(crate) fn mean_plies(&self) -> Option<f64> {
        mean(self.plies as f64, self.games)
    }
}

pub(crate) fn mean(sum: f64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(roles: usize, goals: &[&[Goal]]) -> Tally {
        let mut tally = Tally::new(roles, 100);
        goals.iter().for_each(|goals| tally.add(&Outcome::Goals(goals.to_vec()), 4));
        tally
    }

    fn forfeit(role: usize) -> Outcome {
        Outcome::Forfeit { role, foul: "slept".to_owned() }
    }

    #[test]
    fn the_strictly_greatest_goal_wins() {
        let tally = tally(3, &[&[60, 40, 0], &[50, 50, 0], &[30, 30, 30], &[0, 0, 1]]);
        assert_eq!([0, 1, 2].map(|role| tally.wins(role)), [1, 0, 1]);
        assert_eq!((tally.games, tally.draws), (4, 2));
        assert_eq!([0, 1, 2].map(|role| tally.drawn(role)), [2, 2, 1]);
        assert_eq!(tally.score(0), 1.0 + 1.0 / 2.0 + 1.0 / 3.0);
        assert_eq!(tally.mean_goal(0), Some(35.0));
        assert_eq!((tally.compared(0, 1), tally.compared(2, 0)), ([1, 3, 0], [1, 1, 2]));
    }

    #[test]
    fn a_single_role_wins_with_the_top_goal() {
        let mut tally = tally(1, &[&[100], &[99], &[0]]);
        tally.add(&forfeit(0), 2);
        assert_eq!((tally.wins(0), tally.draws, tally.forfeits[0]), (1, 0, 1));
        assert_eq!((tally.decided(), tally.mean_goal(0)), (4, Some(199.0 / 3.0)));
    }

    #[test]
    fn a_match_cut_short_counts_as_a_game_without_goals() {
        let mut tally = tally(2, &[&[100, 0]]);
        tally.add(&Outcome::PlyLimit, 10);
        assert_eq!((tally.games, tally.adjudicated, tally.wins(0)), (2, 1, 1));
        assert_eq!((tally.mean_goal(0), tally.mean_plies()), (Some(100.0), Some(7.0)));
        assert_eq!(tally.compared(0, 1), [1, 0, 0]);
    }

    #[test]
    fn who_forfeits_loses_to_all_others() {
        let mut two = tally(2, &[&[100, 0]]);
        two.add(&forfeit(0), 3);
        two.add(&forfeit(0), 3);
        assert_eq!((two.wins(0), two.wins(1), two.draws, &two.forfeits), (1, 2, 0, &vec![2, 0]));
        assert_eq!((two.mean_goal(0), two.compared(1, 0)), (Some(100.0), [2, 0, 1]));

        let mut three = tally(3, &[]);
        three.add(&forfeit(1), 3);
        assert_eq!([0, 1, 2].map(|role| three.score(role)), [0.5, 0.0, 0.5]);
        assert_eq!((three.wins(0), three.draws), (0, 0));
    }
}
