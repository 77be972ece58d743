use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::checksum::Checksum;
use super::damage::DamagedPart;
use super::{Store, StoreError};
use crate::{Outcome, Plan, Seating};

/// What the decisions of a tournament cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Costs {
    /// One entry for each player, in the order they were named.
    pub players: Vec<PlayerCost>,
    /// One entry for each way to fill the seats, in the order of the table.
    pub pairings: Vec<PairingCost>,
}

/// What a player's decisions cost over all its seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlayerCost {
    /// The player.
    pub player: String,
    /// What they cost.
    #[serde(flatten)]
    pub cost: Cost,
}

/// What the decisions of one pairing cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PairingCost {
    /// The player of each role.
    pub players: Vec<String>,
    /// What its decisions cost, role by role.
    pub roles: Vec<Cost>,
}

/// The cost of decisions. A move without a choice is not a decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Cost {
    /// How many there were.
    pub decisions: u64,
    /// Matches that ended with a foul instead of a decision.
    pub forfeits: u64,
    /// Seconds that at least half of the decisions did not exceed; none without decisions.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub median_seconds: Option<f64>,
    /// Seconds that at least 99 of 100 decisions did not exceed; none without decisions.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub p99_seconds: Option<f64>,
    /// Playouts per second over the decisions that made any; none if there were none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub playouts_per_second: Option<f64>,
    /// States visited per second over the decisions that visited any; none if there were none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub nodes_per_second: Option<f64>,
}

/// A sum of decisions.
#[derive(Clone, Debug, Default)]
struct Account {
    forfeits: u64,
    /// Nanoseconds of every decision.
    times: Vec<u64>,
    playouts: Rate,
    nodes: Rate,
}

/// An amount of work and its nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Rate {
    work: u64,
    time: u64,
}

impl Store {
    /// What the decisions of a tournament have cost so far.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn costs(&self, id: i64) -> Result<Costs, StoreError> {
        match self.tournament_row(id)?.costs {
            Some(json) => serde_json::from_str(&json).map_err(|error| self.damaged(&error)),
            None => self.added_up(id),
        }
    }

    fn added_up(&self, id: i64) -> Result<Costs, StoreError> {
        self.at_one_moment(|| {
            let plan = self.plan(id)?;
            let seatings = plan.seatings().ok_or_else(|| self.damaged(&"more pairings than there can be"))?;
            let mut accounts = Accounts::new(&plan, &seatings);
            self.each_row(id, &plan, |row| {
                if let Outcome::Forfeit { role, .. } = row.outcome {
                    accounts.of(row.fixture.pairing, role, |account| account.forfeits += 1);
                }
            })?;
            self.each_thought(id, |pairing, role, playouts, nodes, time| {
                // Chance has no seat, and does not think.
                let seat = plan.seat(role).unwrap_or(usize::MAX);
                accounts.of(pairing, seat, |account| account.add(playouts, nodes, time));
            })?;
            if accounts.strays {
                return Err(self.damaged(&crate::Stray));
            }
            Ok(Costs::new(&plan, &seatings, accounts.accounts))
        })
    }

    /// Shows what every thought of a tournament cost: its pairing and role, playouts, nodes and nanoseconds.
    fn each_thought(
        &self,
        id: i64,
        mut see: impl FnMut(u64, usize, u64, u64, u64),
    ) -> Result<(), StoreError> {
        /// A match with the checksum that its thoughts should have, and the one of those read so far.
        type OfMatch = (i64, Option<i64>, Checksum);

        let check = |thoughts: Option<OfMatch>| {
            if let Some((match_id, Some(expected), found)) = thoughts
                && expected != found.finish()
            {
                self.notice(id, Some(match_id), DamagedPart::Thoughts);
            }
        };
        self.sql(|connection| {
            // In the order of the matches, which is the order of the thoughts in the file.
            let mut query = connection.prepare(
                "SELECT matches.id, thoughts_checksum, pairing, ply, role, value, visits, playouts, nodes, nanoseconds
                 FROM matches LEFT JOIN thoughts ON match = matches.id WHERE tournament = ?1
                 ORDER BY number, pairing, ply, role",
            )?;
            let mut rows = query.query([id])?;
            let mut of_match: Option<OfMatch> = None;
            while let Some(row) = rows.next()? {
                let match_id: i64 = row.get(0)?;
                if of_match.as_ref().is_none_or(|(current, ..)| *current != match_id) {
                    check(of_match.replace((match_id, row.get(1)?, Checksum::default())));
                }
                // A match without thoughts has one row without a ply.
                if let (Some((.., checksum)), Some(_)) = (&mut of_match, row.get::<_, Option<u32>>(3)?) {
                    checksum.add_row(row, 3, 7)?;
                    see(row.get(2)?, row.get(4)?, row.get(7)?, row.get(8)?, row.get(9)?);
                }
            }
            check(of_match);
            Ok(())
        })
    }
}

/// The accounts of every pairing, role by role.
struct Accounts {
    places: HashMap<u64, usize>,
    accounts: Vec<Vec<Account>>,
    /// Whether something belongs to no pairing of the tournament.
    strays: bool,
}

impl Accounts {
    fn new(plan: &Plan, seatings: &[Seating]) -> Self {
        let places = seatings.iter().enumerate().map(|(place, seating)| (seating.pairing, place)).collect();
        Self { places, accounts: vec![vec![Account::default(); plan.roles]; seatings.len()], strays: false }
    }

    /// Changes the account of a role of a pairing.
    fn of(&mut self, pairing: u64, role: usize, change: impl FnOnce(&mut Account)) {
        let place = self.places.get(&pairing).and_then(|&place| self.accounts[place].get_mut(role));
        place.map_or_else(|| self.strays = true, change);
    }
}

impl Costs {
    fn new(plan: &Plan, seatings: &[Seating], accounts: Vec<Vec<Account>>) -> Self {
        let mut players = vec![Account::default(); plan.players.len()];
        for (Seating { seats, .. }, roles) in seatings.iter().zip(&accounts) {
            seats.iter().zip(roles).for_each(|(&player, account)| players[player].absorb(account));
        }
        let name = |player: usize| plan.players[player].clone();
        let of_pairing = |(seating, roles): (&Seating, Vec<Account>)| PairingCost {
            players: seating.seats.iter().map(|&player| name(player)).collect(),
            roles: roles.into_iter().map(Account::close).collect(),
        };
        let of_player =
            |(player, account): (usize, Account)| PlayerCost { player: name(player), cost: account.close() };
        Self {
            players: players.into_iter().enumerate().map(of_player).collect(),
            pairings: seatings.iter().zip(accounts).map(of_pairing).collect(),
        }
    }
}

impl Account {
    fn add(&mut self, playouts: u64, nodes: u64, time: u64) {
        self.times.push(time);
        self.playouts.add(playouts, time);
        self.nodes.add(nodes, time);
    }

    fn absorb(&mut self, other: &Self) {
        self.forfeits += other.forfeits;
        self.times.extend_from_slice(&other.times);
        self.playouts.add(other.playouts.work, other.playouts.time);
        self.nodes.add(other.nodes.work, other.nodes.time);
    }

    fn close(mut self) -> Cost {
        Cost {
            decisions: self.times.len() as u64,
            forfeits: self.forfeits,
            median_seconds: self.quantile(50),
            p99_seconds: self.quantile(99),
            playouts_per_second: self.playouts.per_second(),
            nodes_per_second: self.nodes.per_second(),
        }
    }

    /// The percentile of the decisions' times, in seconds.
    fn quantile(&mut self, percent: usize) -> Option<f64> {
        let rank = (self.times.len() * percent).div_ceil(100).checked_sub(1)?;
        let (_, time, _) = self.times.select_nth_unstable(rank);
        Some(*time as f64 / 1e9)
    }
}

impl Rate {
    fn add(&mut self, work: u64, time: u64) {
        if work > 0 {
            self.work += work;
            self.time += time;
        }
    }

    fn per_second(self) -> Option<f64> {
        (self.time > 0).then(|| self.work as f64 * 1e9 / self.time as f64)
    }
}
