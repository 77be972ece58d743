use std::collections::BTreeMap;

use super::Strengths;

/// The wins, draws and losses between each pair of players: the data that [`Strengths`] are estimated from.
///
/// Only counts are kept, so the order in which they are added does not matter, and results are equal to the
/// last bit; where they are weighted, added in the same order.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparisons {
    players: usize,
    roles: usize,
    /// By the players compared, the one in the first seat first; where seats do not count, the one with the
    /// lower number first.
    counts: BTreeMap<(usize, usize), Counts>,
    /// The comparisons that have the luck of the first seat in common.
    clusters: Vec<Vec<Clustered>>,
}

/// A comparison within a cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clustered {
    /// Who had the first seat, and who the second.
    pub(super) players: [usize; 2],
    /// What the first scored.
    pub(super) score: f64,
    pub(super) weight: f64,
}

/// The comparisons that the first of two players won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Counts {
    pub(super) wins: f64,
    pub(super) draws: f64,
    pub(super) losses: f64,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    fn swapped(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    pub(super) fn games(self) -> f64 {
        self.wins + self.draws + self.losses
    }

    /// The points of the first player, a draw for half of one.
    pub(super) fn points(self) -> f64 {
        self.wins + self.draws / 2.0
    }
}

impl Comparisons {
    /// No comparisons yet, for a number of players in matches between a number of roles.
    ///
    /// # Panics
    /// If there are fewer than two roles: a single role is compared with no other.
    pub fn new(players: usize, roles: usize) -> Self {
        assert!(roles > 1, "a match needs two roles to compare their players");
        Self { players, roles, counts: BTreeMap::new(), clusters: Vec::new() }
    }

    /// Adds the comparisons of two players that the first won, drew and lost.
    ///
    /// With two roles `first` is who had the first seat, and a match is one comparison. With more, every two
    /// roles of a match are compared, in any order. A player compared with itself gives information on the
    /// advantage of the first seat alone.
    ///
    /// # Panics
    /// If there is no such player.
    pub fn add(&mut self, first: usize, second: usize, wins: u64, draws: u64, losses: u64) {
        // Exact up to 2^53.
        self.add_weighted(first, second, [wins, draws, losses].map(|count| count as f64));
    }

    /// The same for wins, draws and losses that say as much as so many independent ones, not necessarily
    /// whole numbers.
    pub(crate) fn add_weighted(&mut self, first: usize, second: usize, [wins, draws, losses]: [f64; 3]) {
        assert!(first < self.players && second < self.players, "no player {first} or {second}");
        let counts = Counts { wins, draws, losses };
        let swap = !self.has_seats() && first > second;
        let (key, counts) =
            if swap { ((second, first), counts.swapped()) } else { ((first, second), counts) };
        if counts != Counts::default() && (first != second || self.has_seats()) {
            self.counts.entry(key).or_default().add(counts);
        }
    }

    /// Tells of comparisons of two roles that have been added before, that they have the luck of the first
    /// seat in common: by who had the first seat, who the second, what the first scored, and the weight. If
    /// some are told of, all are, each once.
    pub(crate) fn add_cluster(&mut self, comparisons: impl IntoIterator<Item = (usize, usize, f64, f64)>) {
        let clustered =
            |(first, second, score, weight)| Clustered { players: [first, second], score, weight };
        self.clusters.push(comparisons.into_iter().map(clustered).collect());
    }

    /// The strengths of the greatest likelihood.
    pub fn strengths(&self) -> Strengths {
        Strengths::fit(self, super::VIRTUAL_GAMES)
    }

    pub(super) fn players(&self) -> usize {
        self.players
    }

    /// Whether the model has an advantage of the first seat.
    pub(super) fn has_seats(&self) -> bool {
        self.roles == 2
    }

    /// The weight of a comparison.
    ///
    /// A match between `k` roles gives `k (k - 1) / 2` of them, which are not independent: they come from one
    /// ranking, which takes `k - 1` choices. Together they count for these. Where players are equally strong,
    /// that makes standard errors right for two roles and too wide for more, by 6 % for three and 22 % for
    /// very many.
    pub(super) fn weight(&self) -> f64 {
        2.0 / self.roles as f64
    }

    pub(super) fn counts(&self) -> impl Iterator<Item = (usize, usize, Counts)> {
        self.counts.iter().map(|(&(first, second), &counts)| (first, second, counts))
    }

    pub(super) fn clusters(&self) -> &[Vec<Clustered>] {
        &self.clusters
    }

    /// The results of every two players that were compared, over both seats; the one with the lower number is
    /// the first.
    pub(super) fn pairings(&self) -> BTreeMap<(usize, usize), Counts> {
        let mut pairings: BTreeMap<_, Counts> = BTreeMap::new();
        for (&(first, second), counts) in &self.counts {
            let counts = if first <= second { *counts } else { counts.swapped() };
            pairings.entry((first.min(second), first.max(second))).or_default().add(counts);
        }
        pairings
    }

    /// For each player the lowest player it is connected with by comparisons, directly or through others.
    pub(super) fn groups(&self) -> Vec<usize> {
        let mut groups: Vec<usize> = (0..self.players).collect();
        for &(first, second) in self.counts.keys() {
            let (low, high) = (groups[first].min(groups[second]), groups[first].max(groups[second]));
            if low < high {
                groups.iter_mut().filter(|group| **group == high).for_each(|group| *group = low);
            }
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_counts_does_not_matter() {
        let parts = [(0, 1, 3, 1, 2), (1, 0, 5, 0, 1), (1, 2, 2, 2, 2), (0, 1, 1, 0, 0), (2, 2, 4, 0, 1)];
        for roles in [2, 3] {
            let [mut there, mut back] = [Comparisons::new(3, roles), Comparisons::new(3, roles)];
            parts.iter().for_each(|&(i, j, w, d, l)| there.add(i, j, w, d, l));
            parts.iter().rev().for_each(|&(i, j, w, d, l)| back.add(i, j, w, d, l));
            assert_eq!(there, back);
            assert_eq!(there.strengths(), back.strengths());
        }
    }

    #[test]
    fn seats_count_in_games_for_two() {
        let mut two = Comparisons::new(2, 2);
        two.add(1, 0, 3, 2, 1);
        assert_eq!(two.counts().collect::<Vec<_>>(), [(1, 0, Counts { wins: 3.0, draws: 2.0, losses: 1.0 })]);
        let mut three = Comparisons::new(2, 3);
        three.add(1, 0, 3, 2, 1);
        assert_eq!(
            three.counts().collect::<Vec<_>>(),
            [(0, 1, Counts { wins: 1.0, draws: 2.0, losses: 3.0 })]
        );
    }

    #[test]
    fn groups_are_connected_by_comparisons_only() {
        let mut comparisons = Comparisons::new(7, 2);
        comparisons.add(3, 2, 1, 0, 0);
        comparisons.add(6, 0, 0, 1, 0);
        comparisons.add(6, 3, 0, 0, 1);
        comparisons.add(4, 5, 1, 1, 1);
        comparisons.add(1, 1, 9, 9, 9);
        comparisons.add(1, 0, 0, 0, 0);
        assert_eq!(comparisons.groups(), [0, 1, 0, 0, 4, 4, 0]);
    }
}
