use rusqlite::{Connection, Transaction, TransactionBehavior};

/// Marks a file as ours: "Splb" in ASCII.
const APPLICATION: i32 = 0x5370_6c62;

/// The schema's version; a change of `SCHEMA` comes with a new number and a way to get there from the last.
pub(crate) const VERSION: i32 = 1;

const SCHEMA: &str = "
CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    plan TEXT NOT NULL, -- JSON
    started TEXT NOT NULL, -- UTC, ISO 8601
    finished TEXT -- absent until every match has been played
) STRICT;

CREATE TABLE matches (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    pairing INTEGER NOT NULL,
    number INTEGER NOT NULL, -- within the pairing, from 0
    seed INTEGER NOT NULL, -- 64 bits, read as unsigned
    plies INTEGER NOT NULL,
    outcome TEXT NOT NULL, -- JSON
    PRIMARY KEY (tournament, pairing, number)
) STRICT, WITHOUT ROWID;
";

/// Whose file this is.
pub(crate) enum Owner {
    /// Nobody's: it is empty.
    Nobody,
    /// Ours, in this version of the schema.
    Ours,
    /// Ours, from a later version of the program.
    Later(i32),
    /// Another program's.
    Foreign,
}

/// Looks without writing.
pub(crate) fn owner(connection: &Connection) -> rusqlite::Result<Owner> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Deferred)?;
    owner_within(&transaction)
}

/// Everything it reads must come from one moment, for another process may be creating the tables.
fn owner_within(transaction: &Transaction<'_>) -> rusqlite::Result<Owner> {
    let pragma = |name| transaction.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let objects: u64 = transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    Ok(match (application, version) {
        (APPLICATION, VERSION) => Owner::Ours,
        (APPLICATION, later) if later > VERSION => Owner::Later(later),
        (0, 0) if objects == 0 => Owner::Nobody,
        _ => Owner::Foreign,
    })
}

/// Creates the tables in an empty file, unless another process has just done so.
pub(crate) fn create(connection: &Connection) -> rusqlite::Result<()> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    if let Owner::Nobody = owner_within(&transaction)? {
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}
