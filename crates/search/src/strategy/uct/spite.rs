//! What the other roles choose by.
//!
//! Where payoffs have no constant sum, several roles may get much at once. Roles that choose by their own
//! payoffs alone then have no reason to stop the role that is searched for, and the search takes their
//! leniency for granted. Here they choose by a mean of two values: their own payoff, and what the searching
//! role misses. A small weight of the second breaks ties against the searching role; the whole weight makes
//! the search paranoid.
//!
//! In a game of constant sum for two roles both values are the same, and nothing is mixed.
//!
//! Sources: J. Morgan, K. Steiglitz, G. Reis, *The spite motive and equilibrium behavior in auctions*,
//! Contributions to Economic Analysis & Policy 2 (2003); N. Sturtevant, R. Korf, *On pruning techniques for
//! multi-player games*, AAAI (2000), for the paranoid assumption.

use game::{Game, players};

use super::settings::Settings;
use super::tree::Tree;
use crate::strategy::opposed;

/// How far the other roles of a search play against the role that it is made for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spite {
    /// The share of what the searching role misses, from 0 to 1.
    weight: f64,
    searcher: usize,
    /// The least and the greatest payoff together: what the searching role misses is the difference to what
    /// it gets.
    sum: f64,
}

impl Spite {
    pub(super) fn new<G: Game>(game: &G, settings: &Settings, searcher: usize) -> Self {
        let range = game.goal_range();
        let at_odds = settings.spite > 0.0 && players(game).count() > 1 && !opposed(game);
        let weight = if at_odds { settings.spite } else { 0.0 };
        Self { weight, searcher, sum: f64::from(*range.start()) + f64::from(*range.end()) }
    }

    /// Whether a tree grown with it serves a search for this role.
    pub(super) fn serves(&self, searcher: usize) -> bool {
        self.weight == 0.0 || self.searcher == searcher
    }

    /// Whether what roles choose by is not what they get.
    pub(super) fn counts(&self) -> bool {
        self.weight > 0.0
    }

    /// What a role makes of the payoffs of so many visits together.
    #[inline]
    pub(super) fn worth(&self, goals: &[f64], role: usize, visits: f64) -> f64 {
        let own = goals[role];
        if self.weight == 0.0 || role == self.searcher {
            return own;
        }
        own + self.weight * (self.sum * visits - goals[self.searcher] - own)
    }
}

impl<G: Game> Tree<G> {
    /// What a role makes of proven payoffs.
    #[inline]
    pub(super) fn worth(&self, payoffs: u32, role: usize) -> f64 {
        self.spite.worth(self.payoffs.goals(payoffs), role, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::Budget;
    use crate::testing::{Matrices, Sketch, Walk, decide};

    /// The first role chooses a row of two. In the first the second role gets 100 by either column, but the
    /// first only by the first column; in the second row both get what they share.
    fn lenient() -> Matrices {
        Matrices::single(&[&[(100, 100), (0, 100)], &[(40, 60), (40, 60)]])
    }

    /// The same where the second role sees the row before it chooses.
    fn lenient_in_turn() -> Matrices {
        use crate::testing::Cell::{Leads, Pays};
        let reply = |cells: [(i32, i32); 2]| vec![cells.map(|(first, second)| Pays(first, second)).to_vec()];
        Matrices(vec![
            vec![vec![Leads(1)], vec![Leads(2)]],
            reply([(100, 100), (0, 100)]),
            reply([(40, 60), (40, 60)]),
        ])
    }

    #[rstest]
    fn a_tie_of_the_other_is_broken_against_the_searching_role(
        #[values("solver=true", "solver=false", "simultaneous=joint", "simultaneous=regret,gamma=0.01")]
        options: &str,
    ) {
        let row = |spite: &str, game: &Matrices| {
            let spec = format!("uct({options},spite={spite},playouts=20000)");
            decide(&spec, game, &Budget::default()).unwrap().mov
        };
        // A role that chooses at the same time learns the more slowly, the more seldom the row is chosen
        // where its choice counts.
        assert_eq!(["0", "0.5", "1"].map(|spite| row(spite, &lenient())), [0, 1, 1], "{options}");
        assert_eq!(["0", "0.1", "1"].map(|spite| row(spite, &lenient_in_turn())), [0, 1, 1], "{options}");
    }

    #[test]
    fn a_proof_holds_whichever_best_move_the_other_makes() {
        let proven = |spite: &str| {
            let decision =
                decide(&format!("uct(spite={spite})"), &lenient_in_turn(), &Budget::default()).unwrap();
            (decision.mov, decision.value, decision.proven)
        };
        assert_eq!(proven("0.01"), (1, Some(40.0), true));
        assert_eq!(proven("0"), (0, Some(100.0), true), "the first of the best");
    }

    #[test]
    fn the_search_of_a_game_of_constant_sum_is_the_same() {
        let sketch = Sketch::uniform(3, 5, true);
        let game = Walk { range: 0..=242, ..Walk::down(&sketch) };
        let with = |spite: &str| {
            decide(&format!("uct(spite={spite},playouts=50)"), &game, &Budget::default()).unwrap()
        };
        let (none, some) = (with("0"), with("0.3"));
        assert_eq!(
            (none.mov, none.effort.visits(), none.proven),
            (some.mov, some.effort.visits(), some.proven)
        );
    }

    #[test]
    fn a_kept_tree_serves_the_role_that_it_was_grown_for() {
        let settings = Settings::from_spec(&"uct(spite=0.1)".parse().unwrap());
        let spite = Spite::new(&lenient(), &settings, 1);
        assert_eq!([0, 1].map(|role| spite.serves(role)), [false, true]);
        assert_eq!([0, 1].map(|role| spite.worth(&[30.0, 50.0], role, 1.0)), [0.9 * 30.0 + 0.1 * 50.0, 50.0]);
        let alone = Settings::from_spec(&"uct".parse().unwrap());
        assert!(Spite::new(&lenient(), &Settings { spite: 0.0, ..alone }, 1).serves(0));
    }
}
