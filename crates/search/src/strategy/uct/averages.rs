//! What moves came to on the average, wherever in the game they were made.
//!
//! Sources: H. Finnsson, Y. Björnsson, *Simulation-based approach to general game playing*, AAAI (2008), for
//! the move-average sampling technique (MAST), and *Learning simulation control in general game-playing
//! agents*, AAAI (2010), for that of the tree's moves alone.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::memory::{Map, entry};

/// The longest sequence of moves that n-grams know.
const LONGEST: usize = 3;

/// Times that a move, or a sequence of moves, must have been made to be heard.
const HEARD: u32 = 7;

/// The averages of moves of type `M`.
pub(super) struct Averages<M> {
    /// What each move of a role came to.
    moves: Map<(u32, M), Average>,
    /// What a role's move came to after the move before it, or the two before it, if that is of interest.
    sequences: Map<u64, Average>,
    ngram: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Average {
    count: u32,
    sum: f64,
}

impl Average {
    fn mean(self) -> f64 {
        self.sum / f64::from(self.count)
    }
}

impl<M: Copy + Eq + Hash> Averages<M> {
    /// Of no moves so far, and with `ngram` of sequences of up to three moves.
    pub(super) fn new(ngram: bool) -> Self {
        Self { moves: Map::default(), sequences: Map::default(), ngram }
    }

    /// The mean of what a move came to; with n-grams the mean of that and of what it came to after the last
    /// of the moves `before`.
    pub(super) fn value(&self, role: u32, mov: M, before: &[(u32, M)]) -> Option<f64> {
        let single = self.mean(role, mov)?;
        if !self.ngram {
            return Some(single);
        }
        let (mut sum, mut count) = (single, 1.0);
        for length in 1..LONGEST.min(before.len() + 1) {
            let key = sequence(&before[before.len() - length..], role, mov);
            if let Some(average) = self.sequences.get(&key).filter(|average| average.count >= HEARD) {
                sum += average.mean();
                count += 1.0;
            }
        }
        Some(sum / count)
    }

    /// The mean of what a move of a role came to, if it ever was made.
    pub(super) fn mean(&self, role: u32, mov: M) -> Option<f64> {
        self.moves.get(&(role, mov)).map(|average| average.mean())
    }

    /// How likely a playout should favour a role's move: 1 for a move whose mean is at least one standard
    /// deviation above that of the role's moves, and less the worse it is, by `exp(-d / temperature)` for the
    /// distance `d`. A move that was seldom made counts as average.
    pub(super) fn favour(&self, temperature: f64) -> impl Fn(usize, M) -> f64 {
        let mut of_roles: FxHashMap<u32, (f64, f64, f64)> = FxHashMap::default();
        for (&(role, _), average) in self.moves.iter().filter(|(_, average)| average.count >= HEARD) {
            let mean = average.mean();
            let (count, sum, squares) = of_roles.entry(role).or_default();
            (*count, *sum, *squares) = (*count + 1.0, *sum + mean, *squares + mean * mean);
        }
        let of_roles: FxHashMap<u32, (f64, f64)> = (of_roles.into_iter())
            .map(|(role, (count, sum, squares))| {
                let mean = sum / count;
                (role, (mean, (squares / count - mean * mean).max(0.0).sqrt()))
            })
            .collect();
        move |role, mov| {
            let role = role as u32;
            let Some(&(mean, deviation)) = of_roles.get(&role) else { return 1.0 };
            let own = self.moves.get(&(role, mov)).filter(|average| average.count >= HEARD);
            let below = mean + deviation - own.map_or(mean, |average| average.mean());
            (-below / temperature).exp().min(1.0)
        }
    }

    /// Bytes that the averages take.
    pub(super) fn bytes(&self) -> usize {
        self.moves.allocation_size() + self.sequences.allocation_size()
    }

    /// Forgets what was seen the fewest times, until half is left at most.
    pub(super) fn prune(&mut self) {
        forget_half(&mut self.moves);
        forget_half(&mut self.sequences);
    }

    /// Learns what the moves of a playout came to, by each role's goal. What would take more than the `room`
    /// that is left is not remembered; false if there is any.
    pub(super) fn learn(&mut self, trail: &[(u32, M)], goals: &[f64], room: &mut usize) -> bool {
        let mut all = true;
        for (index, &(role, mov)) in trail.iter().enumerate() {
            let goal = goals[role as usize];
            all &= add(&mut self.moves, (role, mov), (1, goal), room);
            if self.ngram {
                for length in 2..=LONGEST.min(index + 1) {
                    let key = sequence(&trail[index + 1 - length..index], role, mov);
                    all &= add(&mut self.sequences, key, (1, goal), room);
                }
            }
        }
        all
    }

    /// Learns what a role's move came to in so many playouts together, in the same way.
    pub(super) fn learn_move(
        &mut self,
        (role, mov): (u32, M),
        playouts: u32,
        sum: f64,
        room: &mut usize,
    ) -> bool {
        add(&mut self.moves, (role, mov), (playouts, sum), room)
    }
}

/// Adds a count and a sum to an average, unless it takes more than the `room` that is left.
fn add<K: Copy + Eq + Hash>(
    averages: &mut Map<K, Average>,
    key: K,
    (count, sum): (u32, f64),
    room: &mut usize,
) -> bool {
    let average = entry(averages, key, room);
    let known = average.is_some();
    if let Some(average) = average {
        average.count = average.count.saturating_add(count);
        average.sum += sum;
    }
    known
}

/// Forgets what was seen the fewest times, until half of it is left at most.
fn forget_half<K: Eq + Hash>(averages: &mut Map<K, Average>) {
    let (half, mut least) = (averages.len() / 2, 2);
    while averages.len() > half {
        averages.retain(|_, average| average.count >= least);
        least *= 2;
    }
    averages.shrink_to_fit();
}

/// The key of a move after others. Different sequences have different keys but for one case in 2^64.
fn sequence<M: Hash>(before: &[(u32, M)], role: u32, mov: M) -> u64 {
    let mut hasher = FxHasher::default();
    before.hash(&mut hasher);
    (role, mov).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Averages of moves of the first role, by their numbers: how often each was made, and what it came to in
    /// the mean.
    fn averages(moves: &[(u32, f64)]) -> Averages<usize> {
        let (mut averages, mut room) = (Averages::new(false), usize::MAX);
        for (mov, &(count, mean)) in moves.iter().enumerate() {
            assert!(averages.learn_move((0, mov), count, f64::from(count) * mean, &mut room));
        }
        averages
    }

    #[test]
    fn moves_that_came_to_more_are_favoured_more() {
        let averages = averages(&[(100, 0.9), (100, 0.5), (100, 0.4), (100, 0.2), (3, 1.0)]);
        let favour = averages.favour(0.1);
        // Mean 0.5, standard deviation 0.255.
        assert_eq!(favour(0, 0), 1.0, "the best is more than a standard deviation above the mean");
        assert!((favour(0, 1) - (-2.55_f64).exp()).abs() < 1e-3, "{}", favour(0, 1));
        assert!(favour(0, 1) > favour(0, 2) && favour(0, 2) > favour(0, 3));
        assert_eq!(favour(0, 4), favour(0, 1), "three times are too few to be heard");
        assert_eq!(favour(0, 5), favour(0, 1), "what was never made is average");
    }

    #[test]
    fn where_nothing_is_known_every_move_is_favoured() {
        assert_eq!(averages(&[]).favour(0.1)(0, 0), 1.0);
        assert_eq!(averages(&[(10, 0.5)]).favour(0.1)(1, 0), 1.0, "of the other role");
        assert_eq!(averages(&[(10, 0.5), (10, 0.5)]).favour(0.1)(0, 1), 1.0, "they are all alike");
    }

    #[test]
    fn what_has_no_room_is_not_learned() {
        let (mut averages, mut room) = (Averages::new(true), 0);
        assert!(!averages.learn(&[(0, 1)], &[1.0], &mut room));
        assert!(!averages.learn_move((0, 1), 1, 1.0, &mut room));
        assert_eq!((averages.mean(0, 1), averages.bytes()), (None, 0));
    }
}
