use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, ffi, params};

use super::checksum::Checksum;
use super::dictionary::Dictionary;
use super::match_row::recorded;
use super::tournament_row::{close_tournament, seal_game, seal_tournament};
use super::{Store, StoreError};
use crate::{MatchRecord, MovesHash, Outcome, Plan, Played, Ply, Progress, ProtocolError, Thought};

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

    /// Continues to record a tournament that was interrupted. One that is finished already stays as it is,
    /// with nothing left to record.
    ///
    /// # Errors
    /// If there is no such tournament.
    pub fn resume(&mut self, id: i64) -> Result<Recorder<'_>, StoreError> {
        self.tournament_row(id)?;
        Ok(Recorder { store: self, id, dictionary: Dictionary::default() })
    }
}

impl Recorder<'_> {
    /// The tournament's number in the store.
    pub fn id(&self) -> i64 {
        self.id
    }

    /// Records the matches that have been played, and deletes those that do not count after all; both are on
    /// disk when this returns.
    ///
    /// # Errors
    /// If the file cannot be written, or another process has recorded one of the matches. Then nothing is.
    pub fn record(&mut self, progress: &Progress<'_>) -> Result<(), StoreError> {
        self.store.still_there()?;
        let Self { store, id, dictionary } = self;
        let recorded = store.sql(|connection| {
            // Never nested: a recorder borrows the store for itself.
            let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            let (mut matches, mut checksum) = (0_i64, 0_i64);
            let last = "SELECT coalesce(max(id), 0) FROM matches";
            let last: i64 = transaction.prepare_cached(last)?.query_row([], |row| row.get(0))?;
            for (match_id, played) in (last + 1..).zip(progress.fresh) {
                matches += 1;
                checksum = checksum.wrapping_add(add(&transaction, *id, match_id, played, dictionary)?);
            }
            let mut strike = transaction.prepare_cached(
                "DELETE FROM matches WHERE tournament = ?1 AND pairing = ?2 AND number = ?3
                 RETURNING coalesce(checksum, 0)",
            )?;
            for fixture in progress.withdrawn {
                let params = params![*id, fixture.pairing, fixture.index];
                let struck: Option<i64> = strike.query_row(params, |row| row.get(0)).optional()?;
                matches -= i64::from(struck.is_some());
                checksum = checksum.wrapping_sub(struck.unwrap_or(0));
            }
            drop(strike);
            if let Some((before, sum)) = recorded(&transaction, *id)? {
                transaction
                    .prepare_cached("UPDATE recorded SET matches = ?2, checksum = ?3 WHERE tournament = ?1")?
                    .execute(params![*id, before.cast_signed() + matches, sum.wrapping_add(checksum)])?;
            }
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
            let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            close_tournament(&transaction, self.id, &costs)?;
            transaction.commit()
        })
    }
}

fn unfit(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(error.into())
}

/// Enters a tournament with its game, its players and the files that they name.
fn enter(connection: &Connection, plan: &Plan, rules: Option<&str>) -> rusqlite::Result<i64> {
    let version = env!("CARGO_PKG_VERSION");
    let (game, kept, checksum): (i64, Option<String>, Option<i64>) = connection.query_row(
        "INSERT INTO games (name, sha256, rules) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET rules = coalesce(excluded.rules, rules) RETURNING id, rules, checksum",
        params![plan.game, plan.rules_hash, rules],
        |row| row.try_into(),
    )?;
    // Rules that are there already with a checksum may be damaged.
    if kept.as_deref() == rules || checksum.is_none() {
        seal_game(connection, game)?;
    }
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
        // A copy that is there already may be damaged.
        connection.execute(
            "INSERT INTO files (sha256, content) VALUES (?1, ?2)
             ON CONFLICT DO UPDATE SET content = excluded.content",
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
    connection.execute("INSERT INTO recorded (tournament, matches, checksum) VALUES (?1, 0, 0)", [id])?;
    seal_tournament(connection, id)?;
    Ok(id)
}

/// Adds a match with its moves and protocol errors, and gives its checksum.
fn add(
    connection: &Connection,
    tournament: i64,
    id: i64,
    Played { fixture, record }: &Played,
    dictionary: &mut Dictionary,
) -> rusqlite::Result<i64> {
    let MatchRecord { seed, opening, plies, protocol_errors, outcome, remark: _ } = record;
    let (goals, culprit, foul) = match outcome {
        Outcome::Goals(goals) => (Some(serde_json::Value::from(goals.as_slice()).to_string()), None, None),
        Outcome::PlyLimit | Outcome::Unscored => (None, None, None),
        Outcome::Forfeit { role, foul } => (None, Some(*role as u64), Some(foul)),
    };
    let (mut thoughts, mut slips) = (Checksum::default(), Checksum::default());
    for (ply, role, it) in thoughts_of(plies) {
        thoughts.add_values(params![
            ply,
            role,
            it.value,
            it.visits,
            it.playouts,
            it.nodes,
            nanoseconds(it)
        ])?;
    }
    for ProtocolError { ply, role, error } in protocol_errors {
        slips.add_values(params![ply, *role as u64, error])?;
    }
    let moves = MovesHash::of(*opening, plies);
    let row = params![
        id,
        tournament,
        fixture.index,
        fixture.pairing,
        seed.0.cast_signed(),
        opening,
        plies.len() as u64,
        goals,
        culprit,
        foul,
        moves.opening.cast_signed(),
        moves.all.cast_signed(),
        thoughts.finish(),
        slips.finish()
    ];
    let checksum = Checksum::of(row)?;
    connection
        .prepare_cached(
            "INSERT INTO matches (id, tournament, number, pairing, seed, opening, plies, goals, culprit, foul,
                 opening_hash, moves_hash, thoughts_checksum, slips_checksum, checksum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
        )?
        .execute([row, params![checksum]].concat().as_slice())?;
    let mut mov =
        connection.prepare_cached("INSERT INTO moves (match, ply, joint_move) VALUES (?1, ?2, ?3)")?;
    for (ply, made) in (0_i64..).zip(plies) {
        mov.execute((id, ply, dictionary.number(connection, &made.joint_move)?))?;
    }
    let mut thought = connection.prepare_cached(
        "INSERT INTO thoughts (match, ply, role, value, visits, playouts, nodes, nanoseconds)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    for (ply, role, it) in thoughts_of(plies) {
        thought.execute((id, ply, role, it.value, it.visits, it.playouts, it.nodes, nanoseconds(it)))?;
    }
    let mut insert =
        connection.prepare_cached("INSERT INTO slips (match, ply, role, error) VALUES (?1, ?2, ?3, ?4)")?;
    for ProtocolError { ply, role, error } in protocol_errors {
        insert.execute((id, ply, *role as u64, error))?;
    }
    Ok(checksum)
}

/// The thoughts of a match, with ply and role.
fn thoughts_of(plies: &[Ply]) -> impl Iterator<Item = (i64, i64, &Thought)> {
    (0..).zip(plies).flat_map(|(ply, made)| {
        (0..).zip(&made.thoughts).filter_map(move |(role, thought)| Some((ply, role, thought.as_ref()?)))
    })
}

/// The time of a thought. 2^63 nanoseconds are 292 years.
fn nanoseconds(thought: &Thought) -> i64 {
    i64::try_from(thought.time.as_nanos()).unwrap_or(i64::MAX)
}
