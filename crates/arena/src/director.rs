use std::collections::HashMap;

use crate::counts::{Counts, Stray};
use crate::round::Round;
use crate::{Finished, Fixture, Plan, Schedule, ladder};

/// Decides which match is next, and which results count.
///
/// Its decisions depend on the plan and on the results alone, never on when they come in, so that a
/// tournament is the same on any number of threads and after any interruption: a schedule that looks at
/// results looks at whole rounds, and a sequential test at pairs in order.
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

    /// Sums up, whether all was played or not. Of a tournament that was interrupted all results count, those
    /// out of turn, too.
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
