use game::{Chance, Game, goal_sums, players};

use super::ENTRY;
use crate::SearchError;

/// What is known of all payoff vectors of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    roles: usize,
    /// The role of chance if it is among them, which has no payoffs: it counts as 0.
    chance: Option<usize>,
    /// No role gets less.
    least: f64,
    /// No role gets more.
    greatest: f64,
    /// All together get no more.
    sum: f64,
}

impl Bounds {
    /// The bounds given, and the game's own where none is.
    pub(super) fn of<G: Game>(game: &G, sum: Option<f64>, least: Option<f64>) -> Result<Self, SearchError> {
        let range = game.goal_range();
        let roles = players(game).last().map_or(0, |last| last + 1);
        let bounds = Self {
            roles,
            chance: game.chance().map(Chance::role).filter(|&chance| chance < roles),
            least: least.unwrap_or_else(|| f64::from(*range.start())),
            greatest: f64::from(*range.end()),
            sum: sum.unwrap_or_else(|| f64::from(*goal_sums(game).end())),
        };
        if bounds.least <= bounds.greatest && bounds.leasts(bounds.players()) <= bounds.sum {
            return Ok(bounds);
        }
        Err(broken(format!(
            "{} roles that get at least {} each do not stay within {} and a sum of {}; give other bounds or none",
            bounds.players(),
            bounds.least,
            bounds.greatest,
            bounds.sum
        )))
    }

    /// How many roles there are.
    pub(super) fn roles(&self) -> usize {
        self.roles
    }

    /// How many roles have payoffs.
    fn players(&self) -> usize {
        self.roles - usize::from(self.chance.is_some())
    }

    /// What so many roles get together at least.
    fn leasts(&self, roles: usize) -> f64 {
        // There are far fewer roles than f64 counts exactly.
        self.least * roles as f64
    }

    /// The most that one role can get.
    pub(super) fn most(&self) -> f64 {
        self.greatest.min(self.sum - self.leasts(self.players() - 1))
    }

    /// The most that one role can get when another one gets at least `payoff`.
    pub(super) fn most_beside(&self, payoff: f64) -> f64 {
        self.greatest.min(self.sum - payoff - self.leasts(self.players().saturating_sub(2)))
    }

    /// Checks the payoffs of a terminal state.
    pub(super) fn check(&self, payoffs: &[f64]) -> Result<(), SearchError> {
        let mut of_players = payoffs.iter().enumerate().filter(|&(role, _)| Some(role) != self.chance);
        if of_players.all(|(_, &payoff)| payoff >= self.least) && payoffs.iter().sum::<f64>() <= self.sum {
            return Ok(());
        }
        Err(broken(format!(
            "there are payoffs {payoffs:?}, against the bounds least={} and sum={}; give wider ones or none",
            self.least, self.sum
        )))
    }

    /// Brings estimates within the bounds: what they have above the least payoff is scaled down until the
    /// sum fits.
    pub(super) fn fit(&self, estimates: &mut [f64]) {
        let mut of_players: Vec<&mut f64> = (estimates.iter_mut().enumerate())
            .filter_map(|(role, estimate)| (Some(role) != self.chance).then_some(estimate))
            .collect();
        of_players.iter_mut().for_each(|estimate| **estimate = estimate.max(self.least));
        let (floor, sum) =
            (self.leasts(self.players()), of_players.iter().map(|estimate| **estimate).sum::<f64>());
        if sum > self.sum {
            let scale = (self.sum - floor) / (sum - floor);
            of_players
                .iter_mut()
                .for_each(|estimate| **estimate = self.least + (**estimate - self.least) * scale);
        }
    }
}

fn broken(why: String) -> SearchError {
    SearchError::Inapplicable { strategy: ENTRY.name, why }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { roles: 3, chance: None, least: 10.0, greatest: 70.0, sum: 100.0 };

    #[test]
    fn what_others_get_for_certain_is_lost_to_a_role() {
        assert_eq!(BOUNDS.most(), 70.0);
        assert_eq!(Bounds { greatest: 90.0, ..BOUNDS }.most(), 80.0);
        assert_eq!(BOUNDS.most_beside(50.0), 40.0);
        assert_eq!(BOUNDS.most_beside(10.0), 70.0);
    }

    #[test]
    fn estimates_are_scaled_into_the_bounds_in_proportion() {
        let mut estimates = [50.0, 50.0, 70.0];
        BOUNDS.fit(&mut estimates);
        assert_eq!(estimates, [30.0, 30.0, 40.0]);
        let mut estimates = [0.0, 20.0, 70.0];
        BOUNDS.fit(&mut estimates);
        assert_eq!(estimates, [10.0, 20.0, 70.0], "a sum within the bound stays");
    }

    #[test]
    fn chance_may_get_less_than_the_least_payoff() {
        let bounds = Bounds { chance: Some(0), ..BOUNDS };
        assert_eq!(bounds.check(&[0.0, 30.0, 70.0]), Ok(()));
        assert_eq!((bounds.most(), bounds.most_beside(50.0)), (70.0, 50.0));
        let mut estimates = [0.0, 90.0, 30.0];
        bounds.fit(&mut estimates);
        assert_eq!(estimates, [0.0, 74.0, 26.0]);
    }

    #[test]
    fn payoffs_outside_the_bounds_are_refused() {
        assert_eq!(BOUNDS.check(&[10.0, 20.0, 70.0]), Ok(()));
        assert!(BOUNDS.check(&[9.0, 20.0, 70.0]).is_err());
        assert!(BOUNDS.check(&[11.0, 20.0, 70.0]).unwrap_err().to_string().contains("give wider ones"));
    }
}
