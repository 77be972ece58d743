//! Mixed strategies in nodes where several roles choose at the same time.
//!
//! Where roles choose by their means alone, each learns the best answer to what the others did, and they may
//! go round in a circle. Here each draws its move from a mixed strategy that it learns, and the average of
//! these strategies comes close to an equilibrium in a game of constant sum for two.
//!
//! - *Regret matching*: a move is drawn in proportion to what it would have earned more than the moves that
//!   were made, by the means of the joint moves.
//! - *Exp3*: a move is drawn in proportion to the exponential of what it earned, where a result counts the
//!   more, the less likely the move was.
//!
//! A small share `gamma` of all moves is drawn uniformly; it is no part of the average.
//!
//! Sources: V. Lisý, V. Kovařík, M. Lanctot, B. Bošanský, *Convergence of Monte Carlo tree search in
//! simultaneous move games*, NIPS (2013); M. Tak, M. Lanctot, M. Winands, *Monte Carlo tree search variants
//! for simultaneous move games*, IEEE CIG (2014); S. Hart, A. Mas-Colell, *A simple adaptive procedure
//! leading to correlated equilibrium*, Econometrica 68 (2000); P. Auer, N. Cesa-Bianchi, Y. Freund, R.
//! Schapire, *The nonstochastic multiarmed bandit problem*, SIAM Journal on Computing 32 (2002).

use game::Game;
use rand::RngExt;

use super::select::draw_edge;
use super::settings::Simultaneous;
use super::tree::{Decider, Edge, NONE, Tree};
use crate::SearchRng;
use crate::strategy::draw_by;

/// What a role has learnt about one of its moves, beside the visits and the mean.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mix {
    /// The regret not to have made it, or what it earned by Exp3, the goal range being 0 to 1.
    score: f64,
    /// The sum of its probabilities in all strategies so far.
    pub(super) share: f64,
}

/// How mixed strategies are learnt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mixing {
    pub(super) form: Simultaneous,
    /// The share of moves that are drawn uniformly.
    pub(super) gamma: f64,
}

impl Mixing {
    /// The probability of each of a role's moves, without exploration.
    fn strategy(&self, mixes: &[Mix], strategy: &mut Vec<f64>) {
        let count = mixes.len() as f64;
        strategy.clear();
        if self.form == Simultaneous::Exp3 {
            let greatest = mixes.iter().map(|mix| mix.score).fold(f64::NEG_INFINITY, f64::max);
            let rate = self.gamma / count;
            strategy.extend(mixes.iter().map(|mix| (rate * (mix.score - greatest)).exp()));
        } else {
            strategy.extend(mixes.iter().map(|mix| mix.score.max(0.0)));
        }
        let sum: f64 = strategy.iter().sum();
        let share = |weight: &f64| if sum > 0.0 { weight / sum } else { count.recip() };
        strategy.iter_mut().for_each(|weight| *weight = share(weight));
    }

    /// Draws one of a role's moves; its number, and how likely it was.
    fn draw<M>(
        &self,
        edges: &[Edge<M>],
        mixes: &mut [Mix],
        strategy: &mut Vec<f64>,
        rng: &mut SearchRng,
    ) -> (usize, f64) {
        self.strategy(mixes, strategy);
        mixes.iter_mut().zip(&*strategy).for_each(|(mix, share)| mix.share += share);
        let count = edges.len() as f64;
        // Nothing is regretted of moves that nobody has tried: these come first.
        let untried = || (0..edges.len()).filter(|&index| edges[index].visits == 0);
        let left = untried().count();
        if self.form == Simultaneous::Regret && left > 0 {
            return (untried().nth(rng.random_range(0..left)).unwrap_or(0), (left as f64).recip());
        }
        let index = if rng.random::<f64>() < self.gamma {
            rng.random_range(0..edges.len())
        } else {
            draw_by(strategy, rng)
        };
        (index, (1.0 - self.gamma) * strategy[index] + self.gamma / count)
    }
}

impl<G: Game> Tree<G> {
    /// The code of a joint move of which each role draws its part from its mixed strategy. How likely each
    /// part was goes to `chances`, role by role.
    pub(super) fn draw_joint(
        &mut self,
        node: u32,
        joint_node: u32,
        mixing: Mixing,
        chances: &mut Vec<f64>,
        rng: &mut SearchRng,
    ) -> u64 {
        let Self { nodes, edges, joints, strategy, chance: nature, .. } = self;
        let edges = &edges[nodes[node as usize].first as usize..];
        let (moves, mixes) = joints.moves_and_mixes(joint_node);
        let (mut code, mut from) = (0, 0);
        for (role, &count) in (0..).zip(moves) {
            let part = from..from + count as usize;
            let (choice, chance) = match count {
                1 => (0, 1.0),
                _ if role == *nature => {
                    let drawn = draw_edge(&edges[part.clone()], rng);
                    (drawn, edges[part.start + drawn].sum)
                }
                _ => mixing.draw(&edges[part.clone()], &mut mixes[part], strategy, rng),
            };
            chances.push(chance);
            code = code * u64::from(count) + choice as u64;
            from += count as usize;
        }
        code
    }

    /// Each role learns from what a joint edge came to, given what that is worth to it and how likely its
    /// part of the joint move was.
    pub(super) fn learn_joint(
        &mut self,
        node: u32,
        edge: u32,
        form: Simultaneous,
        worth: impl Fn(usize) -> f64,
        chances: &[f64],
    ) {
        let Decider::Several(joint_node) = self.node(node).decider else { return };
        let (least, greatest) = self.range;
        let width = (greatest - least).max(f64::MIN_POSITIVE);
        let code = self.joints.edge(edge).code;
        let mut unit = self.joints.joint_moves(joint_node);
        let (mut rest, mut from) = (code, 0);
        let roles = self.joints.moves(joint_node).len();
        for (role, chance) in chances[..roles].iter().enumerate() {
            let count = self.joints.moves(joint_node)[role];
            unit /= u64::from(count);
            let made = rest / unit;
            rest %= unit;
            if role as u32 == self.chance {
                from += count as usize;
                continue;
            }
            let earned = worth(role);
            if form == Simultaneous::Exp3 {
                let score = &mut self.joints.mixes_mut(joint_node)[from + made as usize].score;
                *score += (earned - least) / width / chance;
            } else if count > 1 {
                for other in (0..u64::from(count)).filter(|&other| other != made) {
                    let code = code - made * unit + other * unit;
                    let mov = self.node(node).first as usize + from + other as usize;
                    if let Some(value) = self.joint_value(joint_node, code, role, mov) {
                        self.joints.mixes_mut(joint_node)[from + other as usize].score +=
                            (value - earned) / width;
                    }
                }
            }
            from += count as usize;
        }
    }

    /// What a joint move is worth to a role by what is known of it, or else of the role's move alone; none if
    /// nothing is known.
    fn joint_value(&self, joint_node: u32, code: u64, role: usize, mov: usize) -> Option<f64> {
        let known = self.joints.find(joint_node, code).and_then(|edge| {
            let joint = self.joints.edge(edge);
            if joint.proven != NONE {
                return Some(self.worth(joint.proven, role));
            }
            (joint.visits > 0).then(|| self.joints.sums(edge)[role] / f64::from(joint.visits))
        });
        known.or_else(|| self.edges[mov].mean())
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rstest::rstest;

    use super::super::forest::Forest;
    use super::super::settings::Settings;
    use crate::testing::{Cell, Matrices, any_game, decide};
    use crate::{Budget, SearchRng};

    /// The average strategy of a role at the root.
    fn average(spec: &str, game: &Matrices, role: usize) -> Vec<f64> {
        let spec: crate::Spec = spec.parse().unwrap();
        let settings = Settings::from_spec(&spec);
        let (_, found) = Forest::grown(game, &settings, role, spec.budget());
        let sum: f64 = found.moves.iter().map(|candidate| candidate.share).sum();
        found.moves.iter().map(|candidate| candidate.share / sum).collect()
    }

    fn near(found: &[f64], expected: &[f64]) -> bool {
        found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.06)
    }

    /// Matching pennies in which a match of the second faces pays half as much: both show the first with a
    /// probability of a third.
    fn biased() -> Matrices {
        Matrices::single(&[&[(100, 0), (0, 100)], &[(0, 100), (50, 50)]])
    }

    #[rstest]
    fn the_average_strategy_is_an_equilibrium(
        #[values("regret", "exp3")] form: &str,
        #[values("", ",solver=false", ",transpositions=false", ",spite=0.1")] options: &str,
    ) {
        let spec = format!("uct(simultaneous={form}{options},playouts=40000)");
        for role in 0..2 {
            let found = average(&spec, &biased(), role);
            assert!(near(&found, &[1.0 / 3.0, 2.0 / 3.0]), "{spec}, {role}: {found:?}");
        }
    }

    #[rstest]
    fn rock_paper_and_scissors_are_equal_unless_one_pays_more(#[values("regret", "exp3")] form: &str) {
        let spec = format!("uct(simultaneous={form},playouts=40000)");
        let game = |stake: i32| {
            let row = |values: [i32; 3]| values.map(|value| (50 + value, 50 - value));
            let rows = [row([0, -stake, 25]), row([stake, 0, -25]), row([-25, 25, 0])];
            Matrices::single(&[&rows[0], &rows[1], &rows[2]])
        };
        assert!(near(&average(&spec, &game(25), 0), &[1.0 / 3.0; 3]));
        // If paper earns twice as much against rock, the other two lose against each other more rarely than
        // scissors are shown.
        assert!(near(&average(&spec, &game(50), 0), &[0.25, 0.25, 0.5]));
    }

    #[rstest]
    fn a_tree_is_played_by_the_values_of_the_games_below(#[values("regret", "exp3")] form: &str) {
        // Where both show the second face, pennies are matched for everything: that is worth a half,
        // as above.
        let below =
            vec![vec![Cell::Pays(100, 0), Cell::Pays(0, 100)], vec![Cell::Pays(0, 100), Cell::Pays(100, 0)]];
        let mut game = biased();
        game.0[0][1][1] = Cell::Leads(1);
        game.0.push(below);
        let found = average(&format!("uct(simultaneous={form},playouts=60000)"), &game, 0);
        assert!(near(&found, &[1.0 / 3.0, 2.0 / 3.0]), "{found:?}");
    }

    #[rstest]
    fn a_move_that_is_worse_whatever_the_other_does_is_not_made(#[values("regret", "exp3")] form: &str) {
        let game = Matrices::single(&[&[(20, 80), (30, 70)], &[(60, 40), (70, 30)]]);
        let found = average(&format!("uct(simultaneous={form},playouts=40000)"), &game, 0);
        assert!(found[1] > 0.95, "{found:?}");
    }

    #[test]
    fn the_move_is_drawn_from_the_average_strategy() {
        let mut first = 0;
        for seed in 0..100 {
            let spec: crate::Spec = "uct(simultaneous=regret,playouts=500)".parse().unwrap();
            let game = biased();
            let mut rng = SearchRng::seed_from_u64(seed);
            let game = any_game(&game);
            let request = crate::Request::new(&game, &0, 0, &mut rng);
            first += u32::from(spec.build().choose(request).unwrap().mov == 0);
        }
        assert!((15..55).contains(&first), "{first} of 33 expected");
    }

    #[rstest]
    fn a_bound_on_memory_holds_with_mixed_strategies(#[values("regret", "exp3")] form: &str) {
        let spec: crate::Spec = format!("uct(simultaneous={form},transpositions=false)").parse().unwrap();
        let settings = Settings { memory: 20_000, ..Settings::from_spec(&spec) };
        // Each matrix but the last leads to the next, whatever the roles do but for one joint move.
        let matrix = |number: usize| {
            let mut cells = vec![vec![Cell::Leads(number + 1); 4]; 4];
            cells[number % 4][number % 3] = Cell::Pays(100, 0);
            cells
        };
        let mut matrices: Vec<_> = (0..30).map(matrix).collect();
        matrices.push(vec![
            vec![Cell::Pays(100, 0), Cell::Pays(0, 100)],
            vec![Cell::Pays(0, 100), Cell::Pays(50, 50)],
        ]);
        let game = Matrices(matrices);
        let (mut forest, found) =
            Forest::grown(&game, &settings, 0, Budget { playouts: Some(20_000), ..Budget::default() });
        assert_eq!(found.effort.visits(), 20_000);
        assert!(forest.trees.remove(0).unwrap().bytes() <= 20_000 + 2_000);
    }

    #[test]
    fn three_roles_draw_too() {
        let game = crate::testing::rules("rock-paper-scissors");
        for form in ["regret", "exp3"] {
            let decision =
                decide(&format!("uct(simultaneous={form},playouts=2000)"), &game, &Budget::default())
                    .unwrap();
            assert_eq!(decision.effort.visits(), 2000, "{form}");
        }
    }
}
