use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use game::Game;

use crate::{Meter, MoveEstimate, Observer, Window};

/// How far a search has come, at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchProgress<M> {
    /// States visited.
    pub nodes: u64,
    /// Playouts made.
    pub playouts: u64,
    /// The depth that a search that deepens step by step has come to; none of any other.
    pub iteration: Option<u32>,
    /// The moves at the root that the search has told of, with the statistics of a Monte Carlo search.
    pub moves: Vec<MoveEstimate<M>>,
    /// The move that a tree search would decide on; none of a search whose moves have statistics.
    pub preferred: Option<M>,
    /// The move at the root below which a tree search is looking.
    pub current: Option<M>,
}

/// An observer that shows other threads how far a search has come: at intervals it publishes a
/// [`SearchProgress`] through a [`ProgressHandle`].
///
/// It costs little: it counts, reads the clock now and then, and asks for no more than a search knows without
/// extra work.
#[derive(Debug)]
pub struct Monitor<M> {
    role: usize,
    latest: SearchProgress<M>,
    /// Nodes that have been entered and not left.
    depth: usize,
    /// Whether the search is on its way up, where it reports the same playouts to every node.
    rising: bool,
    /// Calls since the last look at the clock.
    calls: u32,
    published: Option<Instant>,
    shared: Arc<Mutex<SearchProgress<M>>>,
}

/// Reads from any thread what a [`Monitor`] has published last.
#[derive(Clone, Debug)]
pub struct ProgressHandle<M>(Arc<Mutex<SearchProgress<M>>>);

/// Time between two publications; people see no more.
const INTERVAL: Duration = Duration::from_millis(50);

/// Calls between two looks at the clock.
const CALLS: u32 = 256;

impl<M> Default for SearchProgress<M> {
    fn default() -> Self {
        Self { nodes: 0, playouts: 0, iteration: None, moves: Vec::new(), preferred: None, current: None }
    }
}

impl<M: Copy> SearchProgress<M> {
    /// The best move so far: the one that the search prefers, or the one with the most visits.
    pub fn best(&self) -> Option<M> {
        let visited = self.moves.iter().filter(|estimate| estimate.visits > 0);
        let most = || visited.max_by_key(|estimate| estimate.visits).map(|estimate| estimate.mov);
        self.preferred.or_else(most)
    }
}

impl<M: Clone> ProgressHandle<M> {
    /// What was published last.
    pub fn latest(&self) -> SearchProgress<M> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl<M: Copy + PartialEq> Monitor<M> {
    /// A monitor of a search for `role`, and the handle to read its progress by.
    pub fn new(role: usize) -> (Self, ProgressHandle<M>) {
        let shared = Arc::new(Mutex::new(SearchProgress::default()));
        let progress = ProgressHandle(shared.clone());
        (
            Self {
                role,
                latest: SearchProgress::default(),
                depth: 0,
                rising: false,
                calls: 0,
                published: None,
                shared,
            },
            progress,
        )
    }

    /// Publishes the progress if it is time to.
    fn tick(&mut self) {
        self.calls += 1;
        if self.calls >= CALLS {
            self.calls = 0;
            if self.due() {
                self.publish();
            }
        }
    }

    fn due(&self) -> bool {
        self.published.is_none_or(|published| published.elapsed() >= INTERVAL)
    }

    fn publish(&mut self) {
        self.published = Some(Instant::now());
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&self.latest);
    }
}

impl<G: Game> Observer<G> for Monitor<G::Move> {
    /// What a search would have to work out is not worth the time.
    fn watches(&self) -> bool {
        false
    }

    fn iteration(&mut self, depth: u32) {
        self.latest.iteration = Some(depth);
        self.depth = 0;
    }

    fn enter(&mut self, _state: &G::State, joint: &[G::Move], _window: Window) {
        self.latest.nodes += 1;
        if self.depth == 1 {
            self.latest.current = joint.get(self.role).copied();
        }
        self.depth += 1;
        self.rising = false;
        self.tick();
    }

    fn leave(&mut self, _value: f64) {
        self.depth = self.depth.saturating_sub(1);
        self.rising = true;
    }

    fn ascend(&mut self) {
        Observer::<G>::leave(self, f64::NAN);
    }

    fn playouts(&mut self, count: u64, _goals: &[f64]) {
        self.latest.playouts += if self.rising { 0 } else { count };
        self.tick();
    }

    fn back_up(&mut self, role: usize, mov: G::Move, visits: u64, mean: f64) {
        if self.depth != 1 || role != self.role {
            return;
        }
        let estimate = MoveEstimate { mov, value: Some(mean), bound: None, proven: false, visits };
        match self.latest.moves.iter_mut().find(|known| known.mov == mov) {
            Some(known) => *known = estimate,
            None => self.latest.moves.push(estimate),
        }
        self.latest.current = None;
        self.rising = false;
        self.tick();
    }

    fn prefer(&mut self, mov: G::Move) {
        // A change is rare, and may be the last for long.
        if self.latest.preferred != Some(mov) {
            self.latest.preferred = Some(mov);
            self.publish();
        }
    }

    fn progress(&mut self, meter: &Meter, moves: &mut dyn FnMut() -> Vec<MoveEstimate<G::Move>>) {
        if self.due() {
            self.latest.nodes = meter.effort.nodes;
            self.latest.playouts = meter.effort.playouts;
            self.latest.moves = moves();
            self.publish();
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Tree;
    use rand::SeedableRng;

    use super::*;
    use crate::testing::{Counting, any_game};
    use crate::{Decision, Request, SearchRng, Spec};

    /// What is published last of a search, and what the search decides.
    fn watched(spec: &str) -> (SearchProgress<u8>, Decision<u8>) {
        let (mut monitor, progress) = Monitor::new(0);
        let spec: Spec = spec.parse().unwrap();
        let mut rng = SearchRng::seed_from_u64(1);
        let mut strategy = spec.build();
        let decision = strategy
            .choose(Request::new(&any_game(&Counting), &(0, 0), 0, &mut rng).watched_by(&mut monitor))
            .unwrap();
        monitor.publish();
        (progress.latest(), decision)
    }

    #[test]
    fn nothing_is_known_of_a_search_that_has_not_begun() {
        let (_, progress) = Monitor::<u8>::new(0);
        assert_eq!(progress.latest(), SearchProgress::default());
    }

    #[test]
    fn a_monte_carlo_search_shows_its_playouts_and_the_statistics_of_its_moves() {
        for spec in ["flat-mc(playouts=300)", "memory-mc(playouts=300)", "stepwise-mcts(playouts=30)"] {
            let (progress, decision) = watched(spec);
            assert_eq!(progress.playouts, decision.effort.playouts, "{spec}");
            let shown: u64 = progress.moves.iter().map(|estimate| estimate.visits).sum();
            let decided: u64 = decision.moves.iter().map(|estimate| estimate.visits).sum();
            assert_eq!((shown, progress.moves.len()), (decided, 3), "{spec}");
        }
    }

    #[test]
    fn uct_shows_what_it_knows_without_being_watched() {
        let (progress, decision) = watched("uct(playouts=100,solver=false)");
        assert!((1..=decision.effort.playouts).contains(&progress.playouts), "{progress:?}");
        assert_eq!(progress.moves.len(), 3);
        // It searches as it would on its own.
        let mut rng = SearchRng::seed_from_u64(1);
        let spec: Spec = "uct(playouts=100,solver=false)".parse().unwrap();
        let alone = spec.build().choose(Request::new(&any_game(&Counting), &(0, 0), 0, &mut rng));
        assert_eq!(alone.unwrap(), decision);
    }

    #[test]
    fn a_tree_search_shows_its_nodes_its_depth_and_where_it_is() {
        let (progress, decision) = watched("deepening(depth=4)");
        assert_eq!((progress.nodes, progress.iteration), (decision.effort.nodes, Some(4)));
        assert_eq!(progress.current, Some(3));
        assert_eq!(watched("alpha-beta(depth=4)").0.iteration, None);
    }

    #[test]
    fn a_tree_search_shows_the_move_that_it_would_decide_on() {
        for spec in ["deepening(depth=4)", "alpha-beta(depth=4)", "maxn(depth=4)", "paranoid(nodes=100)"] {
            let (progress, decision) = watched(spec);
            assert_eq!(
                (progress.preferred, progress.best()),
                (Some(decision.mov), Some(decision.mov)),
                "{spec}"
            );
        }
        let (progress, decision) = watched("flat-mc(playouts=300)");
        let most = decision.moves.iter().map(|estimate| estimate.visits).max();
        let best = progress.moves.iter().find(|estimate| Some(estimate.mov) == progress.best());
        assert_eq!((progress.preferred, best.map(|estimate| estimate.visits)), (None, most));
    }

    #[test]
    fn a_search_is_published_while_it_runs() {
        let tree = Tree::uniform(2, 9, |leaf| leaf as i32 % 7).unwrap();
        let tree = any_game(&tree);
        let (mut monitor, progress) = Monitor::new(0);
        let spec: Spec = "minimax".parse().unwrap();
        let mut rng = SearchRng::seed_from_u64(1);
        let mut strategy = spec.build();
        strategy.choose(Request::new(&tree, &tree.initial(), 0, &mut rng).watched_by(&mut monitor)).unwrap();
        assert!(progress.latest().nodes >= u64::from(CALLS));
    }
}
