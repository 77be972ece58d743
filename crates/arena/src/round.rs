use std::ops::Range;

use crate::Fixture;

/// Matches that may be played in any order: of each pairing those whose numbers are in a range. They are
/// handed out one of each pairing in turn.
#[derive(Debug)]
pub(crate) struct Round {
    /// The pairings of which matches are left, with the numbers of these matches.
    pairings: Vec<(u64, Range<u32>)>,
    /// The index of the pairing whose turn is next.
    place: usize,
}

impl Round {
    pub(crate) fn new(pairings: Vec<(u64, Range<u32>)>) -> Self {
        let mut round = Self { pairings, place: 0 };
        round.begin_turn();
        round
    }

    pub(crate) fn is_over(&self) -> bool {
        self.pairings.is_empty()
    }

    pub(crate) fn next(&mut self) -> Option<Fixture> {
        if self.place == self.pairings.len() {
            self.begin_turn();
        }
        let (pairing, left) = self.pairings.get_mut(self.place)?;
        self.place += 1;
        left.next().map(|index| Fixture { pairing: *pairing, index })
    }

    /// Leaves out all further matches of the pairing that the last match was of.
    pub(crate) fn leave_out_rest(&mut self) {
        if let Some((_, left)) = self.place.checked_sub(1).and_then(|last| self.pairings.get_mut(last)) {
            left.start = left.end;
        }
    }

    /// Drops the pairings of which nothing is left: a test of thousands of matches may be decided soon.
    fn begin_turn(&mut self) {
        self.pairings.retain(|(_, left)| !left.is_empty());
        self.place = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_takes_one_match_of_each_pairing_in_turn() {
        let mut round = Round::new(vec![(7, 0..2), (9, 4..7)]);
        let order: Vec<_> =
            std::iter::from_fn(|| round.next()).map(|next| (next.pairing, next.index)).collect();
        assert_eq!(order, [(7, 0), (9, 4), (7, 1), (9, 5), (9, 6)]);
        assert!(round.is_over() && Round::new(Vec::new()).is_over());
    }

    #[test]
    fn of_a_pairing_that_is_decided_nothing_is_left() {
        let mut round = Round::new(vec![(7, 0..2), (8, 3..3), (9, 4..6)]);
        round.next();
        round.leave_out_rest();
        let order: Vec<_> =
            std::iter::from_fn(|| round.next()).map(|next| (next.pairing, next.index)).collect();
        assert_eq!(order, [(9, 4), (9, 5)]);
    }
}
