use rand::{Rng, RngExt};
use rustc_hash::FxHashSet;

use crate::perft::children_until;
use crate::{Choices, Fault, Game, Playouts};

/// An estimate of how large a game's tree is, from random playouts: D. E. Knuth, *Estimating the efficiency
/// of backtrack programs*, Mathematics of Computation 29 (1975).
///
/// Each playout, called a probe, goes from the root to a leaf by joint moves that are chosen uniformly. The
/// product of the numbers of joint moves on its way is an estimate of the number of leaves without bias: a
/// leaf is reached with the probability of one in that product. So is the mean over many probes. The products
/// differ by orders of magnitude in deep trees, where few probes make up most of the mean and the error
/// itself is known badly.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeSize {
    /// Probes made.
    pub probes: u64,
    /// Those that a ply limit cut short of a leaf; the estimate counts the node where that happened as a
    /// leaf, and is too low.
    pub cut: u64,
    /// Whether a probe came twice to a state of its first thousand plies: it may go round again and again, so
    /// that the tree is infinite and has no number of leaves.
    pub infinite: bool,
    /// Inner nodes on the way of all probes.
    pub nodes: u64,
    /// The joint moves of these nodes, all together.
    branches: f64,
    products: LogMoments,
}

/// Probes that go side by side in a game that works out many states at once.
const AT_ONCE: usize = 64;

/// As many states of its way a probe remembers, so that those of all probes side by side fit into memory.
const REMEMBERED: usize = 1_000;

/// A probe on its way.
struct Probe<S> {
    state: S,
    /// The natural logarithm of the product so far.
    product: f64,
    /// The first [`REMEMBERED`] states that it came by, as long as no probe has come to one twice.
    seen: FxHashSet<S>,
}

impl TreeSize {
    /// Makes `count` probes from the initial state, or as many as there are until `go_on` says no. It is
    /// asked at every ply, and probes under way do not count. Probes are cut after
    /// [`Playouts::PLY_LIMIT`] plies.
    ///
    /// # Errors
    /// If a probe comes to a state where the rules give no answer.
    pub fn estimate<G: Game>(
        game: &G,
        rng: &mut impl Rng,
        count: u64,
        go_on: impl Fn() -> bool,
    ) -> Result<Self, Fault> {
        let most = if game.batch().is_some() { AT_ONCE as u64 } else { 1 };
        let mut size = Self {
            probes: 0,
            cut: 0,
            infinite: false,
            nodes: 0,
            branches: 0.0,
            products: LogMoments::default(),
        };
        while size.probes < count {
            // Those of a group count together or not at all: who finishes first is short.
            let mut group = size.clone();
            if !group.probe(game, rng, most.min(count - size.probes) as usize, &go_on)? {
                break;
            }
            size = group;
        }
        Ok(size)
    }

    /// Makes so many probes side by side; false if there was no time for all.
    fn probe<G: Game>(
        &mut self,
        game: &G,
        rng: &mut impl Rng,
        count: usize,
        go_on: &impl Fn() -> bool,
    ) -> Result<bool, Fault> {
        let begin = |_| Probe { state: game.initial(), product: 0.0, seen: FxHashSet::default() };
        let mut open: Vec<_> = (0..count).map(begin).collect();
        let (mut joints, mut ends, mut next) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..Playouts::<G>::PLY_LIMIT {
            let mut parents = Vec::with_capacity(open.len());
            let mut ways = Vec::with_capacity(open.len());
            joints.clear();
            ends.clear();
            for Probe { state, product, mut seen } in open.drain(..) {
                if !go_on() {
                    return Ok(false);
                }
                if game.terminal(&state) {
                    if let Some(fault) = game.fault(&state) {
                        return Err(fault);
                    }
                    self.end(product);
                    continue;
                }
                if !self.infinite {
                    self.infinite = seen.contains(&state);
                    if seen.len() < REMEMBERED {
                        seen.insert(state.clone());
                    }
                }
                let choices = Choices::of(game, &state);
                joints.extend(choices.each().map(|moves| moves[rng.random_range(0..moves.len())]));
                ends.push(joints.len());
                let branches: f64 = choices.each().map(|moves| moves.len() as f64).product();
                self.nodes += 1;
                self.branches += branches;
                parents.push(state);
                let product = product + choices.each().map(|moves| (moves.len() as f64).ln()).sum::<f64>();
                ways.push((product, seen));
            }
            if parents.is_empty() {
                return Ok(true);
            }
            children_until(game, &parents, &joints, &ends, &mut next);
            let probes = next.drain(..).zip(ways);
            open.extend(probes.map(|(state, (product, seen))| Probe { state, product, seen }));
        }
        for Probe { state, product, .. } in open {
            self.cut += u64::from(!game.terminal(&state));
            self.end(product);
        }
        Ok(true)
    }

    fn end(&mut self, product: f64) {
        self.probes += 1;
        self.products.add(product);
    }

    /// The mean number of joint moves of the inner nodes that the probes came by; none if there were none.
    pub fn branching(&self) -> Option<f64> {
        (self.nodes > 0).then(|| self.branches / self.nodes as f64)
    }

    /// The logarithm to base ten of the estimated number of leaves, which is the number of different games;
    /// none without probes, or of an infinite tree. Leaves that several sequences of joint moves lead to
    /// count as often.
    pub fn log10_leaves(&self) -> Option<f64> {
        (self.probes > 0 && !self.infinite)
            .then(|| self.products.ln_mean(self.probes) / std::f64::consts::LN_10)
    }

    /// The standard error of the estimated number of leaves, relative to it; none with fewer than two probes,
    /// or of an infinite tree.
    pub fn relative_error(&self) -> Option<f64> {
        (self.probes > 1 && !self.infinite).then(|| self.products.relative_error(self.probes))
    }
}

/// First and second moments of numbers too large for a float, given by their natural logarithms.
#[derive(Clone, Debug, Default, PartialEq)]
struct LogMoments {
    /// The greatest so far; the sums are in its units.
    scale: f64,
    sum: f64,
    squares: f64,
}

impl LogMoments {
    fn add(&mut self, ln: f64) {
        if ln > self.scale {
            let shrink = (self.scale - ln).exp();
            self.sum *= shrink;
            self.squares *= shrink * shrink;
            self.scale = ln;
        }
        let number = (ln - self.scale).exp();
        self.sum += number;
        self.squares += number * number;
    }

    fn ln_mean(&self, count: u64) -> f64 {
        self.scale + (self.sum / count as f64).ln()
    }

    fn relative_error(&self, count: u64) -> f64 {
        let count = count as f64;
        let mean = self.sum / count;
        let variance = (self.squares / count - mean * mean).max(0.0) * count / (count - 1.0);
        (variance / count).sqrt() / mean
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::testing::{Broken, TicTacToe, sheet};
    use crate::{Rules, Tree, perft};

    fn estimate<G: Game>(game: &G, count: u64) -> TreeSize {
        TreeSize::estimate(game, &mut Xoshiro256PlusPlus::seed_from_u64(3), count, || true).unwrap()
    }

    fn rules(text: &str) -> Rules {
        Rules::new(&gdl::Rulesheet::parse("test.kif", text.as_bytes()).unwrap()).unwrap()
    }

    fn leaves(size: &TreeSize) -> f64 {
        10_f64.powf(size.log10_leaves().unwrap())
    }

    #[test]
    fn an_even_tree_is_known_exactly_by_one_probe() {
        let tree = Tree::from_brackets("((3 12 8) (2 4 6) (14 5 2))").unwrap();
        let size = estimate(&tree, 1);
        assert!((leaves(&size) - 9.0).abs() < 1e-9);
        assert_eq!((size.branching(), size.nodes, size.relative_error()), (Some(3.0), 2, None));
        assert!(estimate(&tree, 10).relative_error().unwrap() < 1e-7);
    }

    #[test]
    fn an_uneven_tree_is_estimated_without_bias() {
        // Probes end with 2 or 4 leaves counted, each as often: the mean is the three that there are.
        let size = estimate(&Tree::from_brackets("(1 (2 3))").unwrap(), 10_000);
        let error = size.relative_error().unwrap();
        assert!((error - 1.0 / 3.0 / 100.0).abs() < 1e-4, "{error}");
        assert!((leaves(&size) / 3.0 - 1.0).abs() < 4.0 * error);
    }

    #[test]
    fn tic_tac_toe_has_its_255168_games_within_four_errors_move_by_move_and_side_by_side() {
        let rules = Rules::new(&sheet("tictactoe")).unwrap();
        for size in [estimate(&TicTacToe, 3_000), estimate(&rules, 3_000)] {
            let error = size.relative_error().unwrap();
            assert!((0.001..0.05).contains(&error), "{error}");
            assert!((leaves(&size) / 255_168.0 - 1.0).abs() < 4.0 * error, "{size:?}");
            assert!(size.branching().is_some_and(|branching| (4.5..6.5).contains(&branching)), "{size:?}");
        }
    }

    #[test]
    fn choices_made_at_the_same_time_multiply() {
        let size = estimate(&Rules::new(&sheet("rock-paper-scissors")).unwrap(), 5);
        let joint_moves = perft(&Rules::new(&sheet("rock-paper-scissors")).unwrap(), 1).unwrap()[0];
        assert_eq!(size.branching(), Some(joint_moves as f64));
    }

    #[test]
    fn numbers_beyond_floats_are_averaged_by_their_logarithms() {
        let mut moments = LogMoments::default();
        [2_000.0, 2_000.0 + 3_f64.ln()].into_iter().for_each(|ln| moments.add(ln));
        assert!((moments.ln_mean(2) - 2_000.0 - 2_f64.ln()).abs() < 1e-9);
        assert!((moments.relative_error(2) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_probe_without_an_end_is_cut_and_counted() {
        // A counter of 14 bits.
        let bits: String = (0..13).map(|bit| format!("(succ {bit} {}) ", bit + 1)).collect();
        let text = format!(
            "{bits} (role a) (legal a l) (legal a r) (goal a 0) (<= terminal (true (on 14)))
             (carry 0) (<= (carry ?j) (succ ?i ?j) (carry ?i) (true (on ?i)))
             (<= (next (on ?i)) (carry ?i) (not (true (on ?i)))) (<= (next (on ?i)) (true (on ?i)) (not (carry ?i)))"
        );
        let size = estimate(&rules(&text), 3);
        assert_eq!((size.probes, size.cut, size.infinite, size.branching()), (3, 3, false, Some(2.0)));
        let log = size.log10_leaves().unwrap();
        assert!((log - 10_000.0 * 2_f64.log10()).abs() < 1e-6, "{log}");
    }

    #[test]
    fn a_tree_in_which_states_come_again_has_no_number_of_leaves() {
        let walk = "(role a) (init x) (legal a end) (legal a round) (goal a 0) (<= terminal (true y))
             (<= (next x) (does a round)) (<= (next y) (does a end))";
        let size = estimate(&rules(walk), 20);
        assert!(size.infinite && size.cut == 0);
        assert_eq!((size.branching(), size.log10_leaves(), size.relative_error()), (Some(2.0), None, None));
    }

    #[test]
    fn without_time_there_is_no_estimate_and_a_fault_surfaces() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let none = TreeSize::estimate(&TicTacToe, &mut rng, 10, || false).unwrap();
        assert_eq!(
            (none.probes, none.branching(), none.log10_leaves(), none.relative_error()),
            (0, None, None, None)
        );
        assert_eq!(TreeSize::estimate(&Broken, &mut rng, 10, || true), Err(Broken::fault_value()));
    }
}
