use rusqlite::{Connection, OptionalExtension, Row};

use super::checksum::Checksum;
use super::damage::DamagedPart;
use super::match_row::recorded;
use super::{Store, StoreError};

/// A tournament as it stands in the store.
pub(super) struct TournamentRow {
    game: i64,
    pub(super) plan: String,
    pub(super) version: Option<String>,
    pub(super) started: String,
    pub(super) finished: Option<String>,
    pub(super) costs: Option<String>,
    /// The checksum that it should have; none if it was recorded without.
    expected: Option<i64>,
    /// Whether it was recorded with a checksum, as what is kept of its matches says.
    sealed: bool,
    /// The checksum that it has.
    found: i64,
}

impl TournamentRow {
    const COLUMNS: usize = 7;

    /// The tournament of that number, if there is one.
    fn of(connection: &Connection, id: i64) -> rusqlite::Result<Option<Self>> {
        let mut query = connection.prepare_cached(
            "SELECT id, game, plan, version, started, finished, costs, checksum FROM tournaments WHERE id = ?1",
        )?;
        let read = |row: &Row<'_>| {
            let mut checksum = Checksum::default();
            checksum.add_row(row, 0, Self::COLUMNS)?;
            let read = Self {
                game: row.get(1)?,
                plan: row.get(2)?,
                version: row.get(3)?,
                started: row.get(4)?,
                finished: row.get(5)?,
                costs: row.get(6)?,
                expected: row.get(7)?,
                sealed: false,
                found: 0,
            };
            Ok((read, checksum))
        };
        let Some((read, mut checksum)) = query.query_row([id], read).optional()? else { return Ok(None) };
        let mut files = connection.prepare_cached(
            "SELECT path, sha256 FROM tournament_files WHERE tournament = ?1 ORDER BY path",
        )?;
        let mut rows = files.query([id])?;
        while let Some(row) = rows.next()? {
            checksum.add_row(row, 0, 2)?;
        }
        let sealed = recorded(connection, id)?.is_some();
        Ok(Some(Self { found: checksum.finish(), sealed, ..read }))
    }

    /// Whether it was recorded with a checksum.
    pub(super) fn has_checksum(&self) -> bool {
        self.expected.is_some()
    }

    /// Whether it has its checksum, if it was recorded with one.
    fn sound(&self) -> bool {
        is_sound(self.expected, self.found, self.sealed)
    }
}

/// Whether something has the checksum that it should have. It may have none only if it was not `sealed`:
/// damage can make a checksum disappear, and what it is of at the same time.
pub(super) fn is_sound(expected: Option<i64>, found: i64, sealed: bool) -> bool {
    expected.map_or(!sealed, |expected| expected == found)
}

impl Store {
    /// The tournament of that number as it stands in the store.
    pub(super) fn tournament_row(&self, id: i64) -> Result<TournamentRow, StoreError> {
        self.at_one_moment(|| {
            let row = self.sql(|connection| TournamentRow::of(connection, id))?;
            let row = row.ok_or(StoreError::NoSuchTournament(id))?;
            if !row.sound() {
                self.notice(id, None, DamagedPart::Tournament);
            }
            Ok(row)
        })
    }

    /// The text of the rules that a tournament was played by, if it was kept.
    ///
    /// # Errors
    /// If there is no such tournament, or the file cannot be read.
    pub fn rules(&self, id: i64) -> Result<Option<String>, StoreError> {
        self.at_one_moment(|| {
            let TournamentRow { game, sealed, .. } = self.tournament_row(id)?;
            let found = self.sql(|connection| {
                let query = "SELECT id, name, sha256, rules, checksum FROM games WHERE id = ?1";
                let read = |row: &Row<'_>| {
                    Ok((row.get(3)?, is_sound(row.get(4)?, Checksum::of_row(row, 4)?, sealed)))
                };
                connection.query_row(query, [game], read).optional()
            })?;
            let (rules, sound) =
                found.ok_or_else(|| self.damaged(&format!("the game of tournament {id} is missing")))?;
            if !sound {
                self.notice(id, None, DamagedPart::Game);
            }
            Ok(rules)
        })
    }
}

/// Gives a tournament the checksum that it has. Whoever changes a row with a checksum does so, unless it was
/// damaged before.
pub(super) fn seal_tournament(connection: &Connection, id: i64) -> rusqlite::Result<()> {
    let row = TournamentRow::of(connection, id)?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
    connection.execute("UPDATE tournaments SET checksum = ?2 WHERE id = ?1", [id, row.found])?;
    Ok(())
}

/// Enters the end and the costs of a tournament, unless it has ended before. What was damaged stays
/// recognisable, and what has no checksum gets none.
pub(super) fn close_tournament(connection: &Connection, id: i64, costs: &str) -> rusqlite::Result<()> {
    let before = TournamentRow::of(connection, id)?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
    connection.execute(
        "UPDATE tournaments SET finished = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), costs = ?2
         WHERE id = ?1 AND finished IS NULL",
        rusqlite::params![id, costs],
    )?;
    if before.has_checksum() && before.sound() { seal_tournament(connection, id) } else { Ok(()) }
}

/// Gives a game the checksum that it has.
pub(super) fn seal_game(connection: &Connection, id: i64) -> rusqlite::Result<()> {
    let query = "SELECT id, name, sha256, rules FROM games WHERE id = ?1";
    let checksum = connection.query_row(query, [id], |row| Checksum::of_row(row, 4))?;
    connection.execute("UPDATE games SET checksum = ?2 WHERE id = ?1", [id, checksum])?;
    Ok(())
}
