use super::match_row::MatchRow;
use super::{Store, StoreError};
use crate::counts::Counts;
use crate::director::Director;
use crate::{Finished, Fixture, Outcome, Plan, Seed, Table};

/// A match that was played, without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEntry {
    /// Its number in the store.
    pub id: i64,
    /// Which of its tournament's matches it is.
    pub fixture: Fixture,
    /// The player of each role.
    pub players: Vec<String>,
    /// What the match can be repeated from.
    pub seed: Seed,
    /// So many joint moves were made at random first.
    pub opening: u32,
    /// How many joint moves were made in all.
    pub plies: u64,
    /// How it ended.
    pub outcome: Outcome,
}

impl Store {
    /// The matches of a tournament that have been played, in the order of their numbers and then of
    /// their pairings'.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn matches(&self, id: i64) -> Result<Vec<MatchEntry>, StoreError> {
        self.at_one_moment(|| {
            let (plan, mut matches) = (self.plan(id)?, Vec::new());
            self.each_row(id, &plan, |row| matches.push(MatchEntry::of(&plan, row)))?;
            Ok(matches)
        })
    }

    /// Some of the matches that have been played between players in this order of the seats, in the order of
    /// their numbers: so many `from` one on, and how many there are in all. None if the tournament does not
    /// have such a pairing.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn matches_of(
        &self,
        id: i64,
        players: &[&str],
        from: usize,
        most: usize,
    ) -> Result<Option<(Vec<MatchEntry>, usize)>, StoreError> {
        self.at_one_moment(|| {
            let plan = self.plan(id)?;
            let seats = players.iter().map(|name| plan.players.iter().position(|player| player == name));
            let Some(seats) = seats.collect::<Option<Vec<usize>>>().filter(|seats| seats.len() == plan.roles)
            else {
                return Ok(None);
            };
            let pairing = plan.pairing(&seats);
            let (matches, count) = self.some_rows(id, &plan, pairing, from..from.saturating_add(most))?;
            Ok(Some((matches.into_iter().map(|row| MatchEntry::of(&plan, row)).collect(), count)))
        })
    }

    /// The matches of a tournament that have been played, as far as its table counts them.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn finished(&self, id: i64) -> Result<Vec<Finished>, StoreError> {
        self.at_one_moment(|| {
            let (plan, mut finished) = (self.plan(id)?, Vec::new());
            self.each_row(id, &plan, |row| finished.push(row.finished()))?;
            Ok(finished)
        })
    }

    /// The results of a tournament so far.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn table(&self, id: i64) -> Result<Table, StoreError> {
        self.at_one_moment(|| {
            let plan = self.plan(id)?;
            if plan.stops_early() {
                let director =
                    Director::new(&plan, self.finished(id)?).map_err(|error| self.damaged(&error))?;
                let summary = director.finish().map_err(|error| self.damaged(&error))?;
                return Ok(Table::new(&summary.counts, summary.complete));
            }
            let counts =
                Counts::new(&plan).ok_or_else(|| self.damaged(&"more pairings than there can be"))?;
            let mut counts = Ok(counts);
            self.each_row(id, &plan, |row| {
                if let Ok(known) = &mut counts
                    && let Err(stray) = known.add(row.finished())
                {
                    counts = Err(stray);
                }
            })?;
            let counts = counts.map_err(|stray| self.damaged(&stray))?;
            let complete = Some(counts.matches()) == plan.matches();
            Ok(Table::new(&counts, complete))
        })
    }
}

impl MatchEntry {
    /// The match of a row.
    fn of(plan: &Plan, row: MatchRow) -> Self {
        let MatchRow { id, fixture, seed, opening, plies, outcome, .. } = row;
        let players =
            plan.seats(fixture.pairing).into_iter().map(|player| plan.players[player].clone()).collect();
        Self { id, fixture, players, seed, opening, plies, outcome }
    }
}

impl MatchRow {
    /// What the table counts of it.
    fn finished(self) -> Finished {
        let MatchRow { fixture, outcome, plies, moves, .. } = self;
        Finished { fixture, outcome, plies, moves }
    }
}
