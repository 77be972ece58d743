use crate::MoveEstimate;

/// The number and the sum of results.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) visits: u64,
    sum: f64,
}

impl Tally {
    /// Adds a result.
    pub(crate) fn record(&mut self, value: f64) {
        self.record_all(1, value);
    }

    /// Adds so many results whose sum is known.
    pub(crate) fn record_all(&mut self, count: u64, sum: f64) {
        self.visits += count;
        self.sum += sum;
    }

    /// The mean result, if there is a result.
    pub(crate) fn mean(&self) -> Option<f64> {
        // A count of results is far below 2^53, where f64 stops being exact.
        (self.visits > 0).then(|| self.sum / self.visits as f64)
    }
}

/// The results of each move of a state.
#[derive(Clone, Debug)]
pub(crate) struct MoveStatistics<M> {
    moves: Vec<(M, Tally)>,
    visits: u64,
}

impl<M: Copy> MoveStatistics<M> {
    pub(crate) fn new(moves: &[M]) -> Self {
        Self { moves: moves.iter().map(|&mov| (mov, Tally::default())).collect(), visits: 0 }
    }

    /// Bytes that it keeps on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.moves.capacity() * size_of::<(M, Tally)>()
    }

    pub(crate) fn mov(&self, index: usize) -> M {
        self.moves[index].0
    }

    pub(crate) fn tally(&self, index: usize) -> Tally {
        self.moves[index].1
    }

    /// Adds the result of a playout to a move.
    pub(crate) fn record(&mut self, index: usize, value: f64) {
        self.record_all(index, 1, value);
    }

    /// Adds the results of so many playouts to a move.
    pub(crate) fn record_all(&mut self, index: usize, count: u64, sum: f64) {
        self.moves[index].1.record_all(count, sum);
        self.visits += count;
    }

    /// The first move with the best mean; the first of all if none has a result.
    pub(crate) fn best_mean(&self) -> usize {
        self.first_greatest(|tally| tally.mean().unwrap_or(f64::NEG_INFINITY))
    }

    /// The first move with the most results.
    pub(crate) fn most_visited(&self) -> usize {
        self.first_greatest(|tally| tally.visits as f64)
    }

    /// The first move with the greatest `UCB1 = w/n + sqrt(c ln N / n)`; a move without a result comes before
    /// all that have one.
    pub(crate) fn greatest_ucb1(&self, c: f64) -> usize {
        let total = (self.visits.max(1) as f64).ln();
        self.first_greatest(|tally| {
            tally.mean().map_or(f64::INFINITY, |mean| mean + (c * total / tally.visits as f64).sqrt())
        })
    }

    fn first_greatest(&self, key: impl Fn(Tally) -> f64) -> usize {
        let mut best = (0, f64::NEG_INFINITY);
        for (index, &(_, tally)) in self.moves.iter().enumerate() {
            let value = key(tally);
            if value > best.1 {
                best = (index, value);
            }
        }
        best.0
    }

    /// What is known about each move, its mean translated by `scale`.
    pub(crate) fn estimates(&self, scale: impl Fn(f64) -> f64) -> Vec<MoveEstimate<M>> {
        self.moves
            .iter()
            .map(|&(mov, tally)| MoveEstimate {
                mov,
                value: tally.mean().map(&scale),
                bound: None,
                proven: false,
                visits: tally.visits,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts_and_means(statistics: &MoveStatistics<u8>) -> (Vec<u64>, Vec<f64>) {
        let estimates = statistics.estimates(|mean| mean);
        // The lecture writes 0 for the mean of a move that was never tried.
        estimates.iter().map(|estimate| (estimate.visits, estimate.value.unwrap_or(0.0))).unzip()
    }

    #[test]
    fn six_playouts_of_the_lecture_give_its_counts_and_means() {
        let mut statistics = MoveStatistics::new(&[1, 2, 3]);
        let playouts = [(2, 10.0), (1, 70.0), (3, 40.0), (3, 30.0), (1, 50.0), (2, 100.0)];
        let after_each = [
            (vec![0, 1, 0], vec![0.0, 10.0, 0.0]),
            (vec![1, 1, 0], vec![70.0, 10.0, 0.0]),
            (vec![1, 1, 1], vec![70.0, 10.0, 40.0]),
            (vec![1, 1, 2], vec![70.0, 10.0, 35.0]),
            (vec![2, 1, 2], vec![60.0, 10.0, 35.0]),
            (vec![2, 2, 2], vec![60.0, 55.0, 35.0]),
        ];
        for ((mov, goal), expected) in playouts.into_iter().zip(after_each) {
            statistics.record(mov - 1, goal);
            assert_eq!(counts_and_means(&statistics), expected);
        }
        assert_eq!(statistics.mov(statistics.best_mean()), 1);
    }

    #[test]
    fn ties_go_to_the_first_move() {
        let mut statistics = MoveStatistics::new(&[1, 2]);
        assert_eq!((statistics.best_mean(), statistics.most_visited()), (0, 0));
        statistics.record(1, 5.0);
        statistics.record(0, 5.0);
        assert_eq!(
            (statistics.best_mean(), statistics.most_visited(), statistics.greatest_ucb1(2.0)),
            (0, 0, 0)
        );
    }

    #[test]
    fn ucb1_weighs_means_against_uncertainty() {
        let mut statistics = MoveStatistics::new(&['a', 'b', 'c']);
        for (index, value) in [(0, 1.0), (1, 0.0), (1, 0.0), (2, 1.0), (2, 0.0)] {
            statistics.record(index, value);
        }
        // a: 1 + sqrt(2 ln 5 / 1), b: sqrt(2 ln 5 / 2), c: 1/2 + sqrt(2 ln 5 / 2)
        assert_eq!(statistics.greatest_ucb1(2.0), 0);
        (0..20).for_each(|_| statistics.record(0, -1.0));
        // a: -19/21 + sqrt(2 ln 25 / 21) is below c: 1/2 + sqrt(2 ln 25 / 2)
        assert_eq!(statistics.greatest_ucb1(2.0), 2);
        assert_eq!(statistics.greatest_ucb1(0.0), 2);
    }

    #[test]
    fn a_move_never_tried_comes_first_in_ucb1() {
        let mut statistics = MoveStatistics::new(&['a', 'b']);
        statistics.record(0, 100.0);
        assert_eq!(statistics.greatest_ucb1(2.0), 1);
    }
}
