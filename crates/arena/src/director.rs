use std::collections::HashMap;
use std::ops::Range;

use crate::counts::{Counts, Stray};
use crate::{Finished, Fixture, Plan, Schedule, ladder};

/// Says which match is next, and which results count.
///
/// What it says depends on the plan and on the results alone, never on when they come in, so that a tournament is the same on any number of
/// threads and after any interruption: a schedule that looks at results looks at whole rounds, and a sequential test at pairs in order.
#[derive(Debug)]
pub(crate) struct Director {
    counts: Counts,
    /// Results of an earlier run that have not been counted yet.
    known: HashMap<Fixture, Finished>,
    round: Round,
    /// Matches that were handed out and have no result yet.
    in_play: u64,
}

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// Play this match.
    Play(Fixture),
    /// Ask again after the next result.
    Wait,
    /// Nothing is left.
    Done,
}

/// Matches that may be played in any order: of every pairing those with numbers in a range, one of each in turn.
#[derive(Debug)]
pub(crate) struct Round {
    /// Those of which something is left, with the matches that are left.
    pairings: Vec<(u64, Range<u32>)>,
    /// The place of the pairing whose turn is next.
    place: usize,
}

/// What a tournament came to.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(crate) counts: Counts,
    /// Whether nothing is left to play.
    pub(crate) complete: bool,
    /// Results of an earlier run that do not count, for the test of their pairing was decided before them.
    pub(crate) withdrawn: Vec<Fixture>,
}

impl Director {
    /// Directs a tournament of which some matches have been played.
    pub(crate) fn new(plan: &Plan, known: Vec<Finished>) -> Result<Self, Stray> {
        let counts = Counts::new(plan).ok_or(Stray)?;
        for Finished { fixture, outcome, .. } in &known {
            counts.place(*fixture, outcome)?;
        }
        let known = known.into_iter().map(|finished| (finished.fixture, finished)).collect();
        let round = match plan.schedule {
            Schedule::Ladder => ladder::next_round(&counts),
            _ => Round::new(
                counts.seatings.iter().map(|seating| (seating.pairing, 0..plan.games_per_pairing)).collect(),
            ),
        };
        Ok(Self { counts, known, round, in_play: 0 })
    }

    /// The next match. Results of an earlier run are counted when it is their turn.
    pub(crate) fn next(&mut self) -> Result<Next, Stray> {
        loop {
            while let Some(fixture) = self.round.next() {
                if !self.counts.open(fixture) {
                    self.round.leave_out_rest();
                    continue;
                }
                match self.known.remove(&fixture) {
                    // What is not in order any more is left over in the end.
                    Some(finished) => drop(self.counts.add(finished)?),
                    None => {
                        self.in_play += 1;
                        return Ok(Next::Play(fixture));
                    }
                }
            }
            if self.in_play > 0 {
                return Ok(Next::Wait);
            }
            if self.counts.plan.schedule == Schedule::Ladder {
                self.round = ladder::next_round(&self.counts);
            }
            if self.round.is_over() {
                return Ok(Next::Done);
            }
        }
    }

    /// Takes the result of a match that was handed out. Gives what does not count, or no longer.
    pub(crate) fn take(&mut self, finished: Finished) -> Result<Vec<Fixture>, Stray> {
        self.in_play -= 1;
        self.counts.add(finished)
    }

    /// Sums up, whether all was played or not. Of a tournament that was interrupted all results count, those out of turn, too.
    pub(crate) fn finish(mut self) -> Result<Summary, Stray> {
        let complete = self.next()? == Next::Done;
        let mut withdrawn = Vec::new();
        for (fixture, finished) in self.known {
            if complete {
                withdrawn.push(fixture);
            } else {
                withdrawn.extend(self.counts.add(finished)?);
            }
        }
        Ok(Summary { counts: self.counts, complete, withdrawn })
    }

    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }
}

impl Round {
    pub(crate) fn new(pairings: Vec<(u64, Range<u32>)>) -> Self {
        let mut round = Self { pairings, place: 0 };
        round.begin_turn();
        round
    }

    fn is_over(&self) -> bool {
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

    /// Leaves out all that is left of the pairing of which the last match was.
    fn leave_out_rest(&mut self) {
        if let Some((_, left)) = self.place.checked_sub(1).and_then(|last| self.pairings.get_mut(last)) {
            left.start = left.end;
        }
    }

    /// Forgets whom nothing is left of: a test of thousands of matches may be decided soon.
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
