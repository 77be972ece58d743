use rusqlite::{Connection, Transaction, TransactionBehavior, ffi, params};

use super::dictionary::Dictionary;
use super::{Store, StoreError};
use crate::{MatchRecord, Outcome, Plan, Played, Progress, ProtocolError};

/// Records a tournament while it is played.
#[derive(Debug)]
pub struct Recorder<'s> {
    pub(super) store: &'s mut Store,
    id: i64,
    dictionary: Dictionary,
}

impl Store {
    /// Adds a tournament that is about to be played, with the text of its rules if there is one.
    ///
    /// # Errors
    /// If the plan has too many ways to fill the seats, or the file cannot be written.
    pub fn begin(&mut self, plan: &Plan, rules: Option<&str>) -> Result<Recorder<'_>, StoreError> {
        self.still_there()?;
        let id = self.sql(|connection| {
            let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            let id = enter(&transaction, plan, rules)?;
            transaction.commit()?;
            Ok(id)
        })?;
        Ok(Recorder { store: self, id, dictionary: Dictionary::default() })
    }

    /// Continues to record a tournament that was interrupted. One that is finished already stays as it is, with nothing left to record.
    ///
    /// # Errors
    /// If there is no such tournament.
    pub fn resume(&mut self, id: i64) -> Result<Recorder<'_>, StoreError> {
        let _: i64 = self.of_tournament("SELECT id FROM tournaments WHERE id = ?1", id)?;
        Ok(Recorder { store: self, id, dictionary: Dictionary::default() })
    }
}

impl Recorder<'_> {
    /// The tournament's number in the store.
    pub fn id(&self) -> i64 {
        self.id
    }

    /// Records the matches that have been played, and deletes those that do not count after all; both are on disk when this returns.
    ///
    /// # Errors
    /// If the file cannot be written, or another process has recorded one of the matches. Then nothing is.
    pub fn record(&mut self, progress: &Progress<'_>) -> Result<(), StoreError> {
        self.store.still_there()?;
        let Self { store, id, dictionary } = self;
        let recorded = store.sql(|connection| {
            // Never nested: a recorder borrows the store for itself.
            let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            for played in progress.fresh {
                add(&transaction, *id, played, dictionary)?;
            }
            let mut strike = transaction.prepare_cached(
                "DELETE FROM matches WHERE tournament = ?1 AND pairing = ?2 AND number = ?3",
            )?;
            for fixture in progress.withdrawn {
                strike.execute(params![*id, fixture.pairing, fixture.index])?;
            }
            drop(strike);
            transaction.commit()
        });
        recorded.map_err(|error| {
            dictionary.forget();
            match error {
                // Only of matches can there be another already.
                StoreError::Sqlite { source, .. }
                    if source
                        .sqlite_error()
                        .is_some_and(|error| error.extended_code == ffi::SQLITE_CONSTRAINT_UNIQUE) =>
                {
                    StoreError::Contested(*id)
                }
                other => other,
            }
        })
    }

    /// Marks a tournament as finished.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> Result<(), StoreError> {
        self.store.still_there()?;
        // Once for all: to add them up again takes a while.
        let costs = self.store.costs(self.id)?;
        self.store.sql(|connection| {
            let costs = serde_json::to_string(&costs).map_err(unfit)?;
            connection.execute(
                "UPDATE tournaments SET finished = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), costs = ?2
                 WHERE id = ?1 AND finished IS NULL",
                params![self.id, costs],
            )?;
            Ok(())
        })
    }
}

fn unfit(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(error.into())
}

/// Enters a tournament with its game, its players and the files that they name.
fn enter(connection: &Connection, plan: &Plan, rules: Option<&str>) -> rusqlite::Result<i64> {
    let version = env!("CARGO_PKG_VERSION");
    let game: i64 = connection.query_row(
        "INSERT INTO games (name, sha256, rules) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET rules = coalesce(rules, excluded.rules) RETURNING id",
        params![plan.game, plan.rules_hash, rules],
        |row| row.get(0),
    )?;
    let json = serde_json::to_string(plan).map_err(unfit)?;
    let id: i64 = connection.query_row(
        "INSERT INTO tournaments (game, plan, version, started)
         VALUES (?1, ?2, ?3, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) RETURNING id",
        params![game, json, version],
        |row| row.get(0),
    )?;
    for (number, spec) in plan.players.iter().enumerate() {
        connection.execute(
            "INSERT INTO strategies (spec, version) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            [spec, version],
        )?;
        connection.execute(
            "INSERT INTO entrants (tournament, number, strategy)
             SELECT ?1, ?2, id FROM strategies WHERE spec = ?3 AND version = ?4",
            params![id, number as u64, spec, version],
        )?;
    }
    for file in &plan.files {
        connection.execute(
            "INSERT INTO files (sha256, content) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            [file.sha256(), file.content()],
        )?;
        connection.execute(
            "INSERT INTO tournament_files (tournament, path, sha256) VALUES (?1, ?2, ?3)",
            params![id, file.path(), file.sha256()],
        )?;
    }
    let seatings = plan.seatings().ok_or_else(|| unfit("too many ways to fill the seats"))?;
    let mut seat = connection
        .prepare("INSERT INTO seats (tournament, pairing, role, entrant) VALUES (?1, ?2, ?3, ?4)")?;
    for seating in seatings {
        for (role, entrant) in seating.seats.into_iter().enumerate() {
            seat.execute(params![id, seating.pairing, role as u64, entrant as u64])?;
        }
    }
    Ok(id)
}

/// Adds a match with its moves and protocol errors.
fn add(
    connection: &Connection,
    tournament: i64,
    Played { fixture, record }: &Played,
    dictionary: &mut Dictionary,
) -> rusqlite::Result<()> {
    let MatchRecord { seed, opening, plies, protocol_errors, outcome, remark: _ } = record;
    let (goals, culprit, foul) = match outcome {
        Outcome::Goals(goals) => (Some(serde_json::Value::from(goals.as_slice()).to_string()), None, None),
        Outcome::PlyLimit | Outcome::Unscored => (None, None, None),
        Outcome::Forfeit { role, foul } => (None, Some(*role as u64), Some(foul)),
    };
    let id = connection
        .prepare_cached(
            "INSERT INTO matches (tournament, number, pairing, seed, opening, plies, goals, culprit, foul)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .insert(params![
            tournament,
            fixture.index,
            fixture.pairing,
            seed.0.cast_signed(),
            opening,
            plies.len() as u64,
            goals,
            culprit,
            foul
        ])?;
    let mut mov =
        connection.prepare_cached("INSERT INTO moves (match, ply, joint_move) VALUES (?1, ?2, ?3)")?;
    let mut thought = connection.prepare_cached(
        "INSERT INTO thoughts (match, ply, role, value, visits, playouts, nodes, nanoseconds)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for (ply, made) in (0_i64..).zip(plies) {
        mov.execute((id, ply, dictionary.number(connection, &made.joint_move)?))?;
        for (role, thoughts) in (0_i64..).zip(&made.thoughts) {
            let Some(it) = thoughts else { continue };
            // 2^63 nanoseconds are 292 years.
            let nanoseconds = i64::try_from(it.time.as_nanos()).unwrap_or(i64::MAX);
            thought.execute((id, ply, role, it.value, it.visits, it.playouts, it.nodes, nanoseconds))?;
        }
    }
    let mut insert =
        connection.prepare_cached("INSERT INTO slips (match, ply, role, error) VALUES (?1, ?2, ?3, ?4)")?;
    for ProtocolError { ply, role, error } in protocol_errors {
        insert.execute((id, ply, *role as u64, error))?;
    }
    Ok(())
}
