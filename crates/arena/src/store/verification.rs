use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use serde::Serialize;

use super::damage::{Damage, DamagedPart};
use super::match_row::{MatchRow, Read, seal_match};
use super::replay::StoredMatch;
use super::tournament_row::{seal_game, seal_tournament};
use super::{Store, StoreError};
use crate::Plan;

/// What is damaged in a store, in the shape of `results verify --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// What SQLite finds wrong with the structure of the file.
    pub file: Vec<String>,
    /// Every tournament, oldest first.
    pub tournaments: Vec<VerifiedTournament>,
}

/// What is damaged of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VerifiedTournament {
    /// Its number in the store.
    pub id: i64,
    /// The game's name; none if it cannot be read.
    pub game: Option<String>,
    /// Matches that the store holds.
    pub matches: u64,
    /// How much of it has checksums: damage to the rest is found only if it makes no sense.
    pub checksums: Checksums,
    /// What does not have its checksum.
    pub damage: Vec<Damage>,
    /// What cannot be read.
    pub errors: Vec<String>,
}

/// How much of a tournament has checksums. Earlier versions of this program recorded without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Checksums {
    /// Everything.
    All,
    /// The matches that this version recorded, of a tournament that an earlier one began.
    Some,
    /// Nothing.
    None,
}

impl Verification {
    /// Whether nothing is damaged, as far as checksums tell.
    pub fn is_sound(&self) -> bool {
        self.file.is_empty() && self.tournaments.iter().all(VerifiedTournament::is_sound)
    }
}

impl VerifiedTournament {
    /// Whether nothing of it is damaged, as far as checksums tell.
    pub fn is_sound(&self) -> bool {
        self.damage.is_empty() && self.errors.is_empty()
    }
}

impl Store {
    /// Reads everything and compares it with its checksums. That takes about as long as it took to record it.
    ///
    /// # Errors
    /// If not even the tournaments' numbers can be read.
    pub fn verify(&self) -> Result<Verification, StoreError> {
        self.at_one_moment(|| {
            let file = match self.sql(structure) {
                Ok(findings) => findings,
                Err(error) => vec![error.finding()],
            };
            let ids: Vec<i64> = self.sql(|connection| {
                let query = "SELECT id FROM tournaments UNION SELECT tournament FROM recorded
                             UNION SELECT tournament FROM matches ORDER BY 1";
                connection.prepare(query)?.query_map([], |row| row.get(0))?.collect()
            })?;
            Ok(Verification { file, tournaments: ids.into_iter().map(|id| self.verified(id)).collect() })
        })
    }

    fn verified(&self, id: i64) -> VerifiedTournament {
        let noticed = self.noticed.take();
        let mut errors: Vec<String> = Vec::new();
        let mut keep = |error: StoreError| {
            let finding = error.finding();
            if !matches!(error, StoreError::NoMoves(_)) && !errors.contains(&finding) {
                errors.push(finding);
            }
        };
        let plan = self.plan(id).map_err(&mut keep).ok();
        let matches = self.count_matches(id).map_err(&mut keep).unwrap_or(0);
        let checksums = self.checksums(id).map_err(&mut keep).unwrap_or(Checksums::None);
        let _ = self.rules(id).map_err(&mut keep);
        let _ = self.table(id).map_err(&mut keep);
        let _ = self.costs(id).map_err(&mut keep);
        if let Some(plan) = &plan {
            let _ = self.check_players(id, plan).map_err(&mut keep);
            let _ = self.check_matches(id, plan, &mut keep).map_err(&mut keep);
        }
        let damage = self.damage();
        self.noticed.replace(noticed);
        VerifiedTournament { id, game: plan.map(|plan| plan.game), matches, checksums, damage, errors }
    }

    fn checksums(&self, id: i64) -> Result<Checksums, StoreError> {
        let query = "SELECT count(*), count(checksum) FROM matches WHERE tournament = ?1";
        let (matches, with): (u64, u64) =
            self.sql(|connection| connection.query_row(query, [id], |row| row.try_into()))?;
        Ok(match (self.tournament_row(id)?.has_checksum(), with) {
            (true, with) if with == matches => Checksums::All,
            (false, 0) => Checksums::None,
            _ => Checksums::Some,
        })
    }

    /// Notices if the players and seats, which only people read, are not those of the plan.
    fn check_players(&self, id: i64, plan: &Plan) -> Result<(), StoreError> {
        let (players, seats) = self.sql(|connection| {
            let mut players = connection.prepare(
                "SELECT spec FROM entrants JOIN strategies ON id = strategy WHERE tournament = ?1 ORDER BY entrants.number",
            )?;
            let players = players.query_map([id], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
            let mut seats = connection.prepare(
                "SELECT pairing, role, entrant FROM seats WHERE tournament = ?1 ORDER BY pairing, role",
            )?;
            let seats = seats.query_map([id], |row| row.try_into())?;
            Ok((players, seats.collect::<Result<Vec<(u64, usize, usize)>, _>>()?))
        })?;
        let mut seatings = plan.seatings().unwrap_or_default();
        seatings.sort_by_key(|seating| seating.pairing);
        let planned = seatings.iter().flat_map(|seating| {
            (0..).zip(&seating.seats).map(|(role, &player)| (seating.pairing, role, player))
        });
        if players != plan.players || !seats.into_iter().eq(planned) {
            self.notice(id, None, DamagedPart::Players);
        }
        Ok(())
    }

    /// Reads every match move by move, also those after one that cannot be read.
    fn check_matches(
        &self,
        id: i64,
        plan: &Plan,
        keep: &mut impl FnMut(StoreError),
    ) -> Result<(), StoreError> {
        let mut read = Read::default();
        for match_id in self.match_ids(id)? {
            match self.replayed(id, plan, match_id) {
                Ok((row, _)) => read.add(&row),
                // The sum cannot be right then, which says nothing new.
                Err(error @ StoreError::NoMoves(_)) => return Err(error),
                Err(error) => keep(error),
            }
        }
        self.check_all_read(id, read)
    }

    /// Gives checksums to all tournaments that were recorded without, or in part, if nothing about them is
    /// found to be damaged. From then on damage is noticed; damage that was done before and makes sense is
    /// not. Gives their numbers.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn add_checksums(&mut self) -> Result<Vec<i64>, StoreError> {
        self.still_there()?;
        let Verification { file, tournaments } = self.verify()?;
        let without = |it: &VerifiedTournament| it.checksums != Checksums::All && it.is_sound();
        let ids: Vec<i64> =
            tournaments.iter().filter(|it| file.is_empty() && without(it)).map(|it| it.id).collect();
        for &id in &ids {
            let plan = self.plan(id)?;
            self.sql(|connection| {
                let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
                seal(&transaction, &plan, id)?;
                transaction.commit()
            })?;
        }
        Ok(ids)
    }
}

/// What SQLite finds wrong with the structure of the file, and rows that belong to others which are
/// not there.
fn structure(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut query = connection.prepare("PRAGMA integrity_check")?;
    let findings = query.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    let mut query = connection.prepare(
        "SELECT DISTINCT \"table\", parent FROM pragma_foreign_key_check ORDER BY \"table\", parent",
    )?;
    let lost = query.query_map([], |row| {
        let (table, parent): (String, String) = row.try_into()?;
        Ok(format!("the table {table} has rows whose {parent} are missing"))
    })?;
    let lost = lost.collect::<Result<Vec<String>, _>>()?;
    Ok(findings.into_iter().filter(|finding| finding != "ok").chain(lost).collect())
}

/// Gives a tournament, its game and its matches the checksums that they have, where they have none.
fn seal(connection: &Connection, plan: &Plan, id: i64) -> rusqlite::Result<()> {
    let mut without =
        connection.prepare("SELECT id FROM matches WHERE tournament = ?1 AND checksum IS NULL")?;
    let without = without.query_map([id], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
    let mut fill = connection.prepare(
        "UPDATE matches SET opening_hash = ?2, moves_hash = ?3, thoughts_checksum = ?4, slips_checksum = ?5
         WHERE id = ?1",
    )?;
    for match_id in without {
        let Some(row) = MatchRow::of(connection, plan, match_id)? else { continue };
        let stored = StoredMatch::of(connection, plan, match_id)?;
        // The first version kept no moves.
        let moves = (stored.plies.len() as u64 == row.plies).then(|| stored.moves(row.opening));
        fill.execute(params![
            match_id,
            moves.map(|moves| moves.opening.cast_signed()),
            moves.map(|moves| moves.all.cast_signed()),
            stored.thoughts_checksum,
            stored.slips_checksum
        ])?;
        seal_match(connection, match_id)?;
    }
    let mut checksums = connection.prepare("SELECT checksum FROM matches WHERE tournament = ?1")?;
    let checksums = checksums.query_map([id], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
    let sum = checksums.iter().fold(0, |sum: i64, &checksum| sum.wrapping_add(checksum));
    connection.execute(
        "INSERT OR REPLACE INTO recorded (tournament, matches, checksum) VALUES (?1, ?2, ?3)",
        params![id, checksums.len() as u64, sum],
    )?;
    let mut games = connection.prepare(
        "SELECT games.id FROM games JOIN tournaments ON game = games.id
         WHERE tournaments.id = ?1 AND games.checksum IS NULL",
    )?;
    let games = games.query_map([id], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
    games.into_iter().try_for_each(|game| seal_game(connection, game))?;
    seal_tournament(connection, id)
}
