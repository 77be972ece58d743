use rusqlite::{Connection, Transaction, TransactionBehavior};

/// Marks a file as ours: "Splb" in ASCII.
const APPLICATION: i32 = 0x5370_6c62;

/// The way from an empty file to the schema of this version, one step a version.
///
/// A step that a release has been through is never changed: files are at every stage of this way. The steps
/// are SQL alone, so that they stay what they are whatever becomes of the program's types.
const STEPS: [&str; 7] = [
    include_str!("schema/to_1.sql"),
    include_str!("schema/to_2.sql"),
    include_str!("schema/to_3.sql"),
    include_str!("schema/to_4.sql"),
    include_str!("schema/to_5.sql"),
    include_str!("schema/to_6.sql"),
    include_str!("schema/to_7.sql"),
];

/// The schema's version.
pub(super) const VERSION: i32 = STEPS.len() as i32;

/// Whose file this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// No program has written to it.
    Empty,
    /// Ours, in this version of the schema.
    Ours,
    /// Ours, from an earlier version of the program.
    Earlier(i32),
    /// Ours, from a later version of the program.
    Later(i32),
    /// Another program's.
    Foreign,
}

/// Reads the version without writing.
pub(super) fn owner(connection: &Connection) -> rusqlite::Result<Owner> {
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
        (APPLICATION, earlier @ 1..VERSION) => Owner::Earlier(earlier),
        (APPLICATION, later) if later > VERSION => Owner::Later(later),
        (0, 0) if objects == 0 => Owner::Empty,
        _ => Owner::Foreign,
    })
}

/// Brings an empty file or one of an earlier version to this version, unless another process has just done
/// so. A process that is killed on the way leaves the file at the last whole step.
pub(super) fn migrate(connection: &Connection) -> rusqlite::Result<()> {
    loop {
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
        let steps_done = match owner_within(&transaction)? {
            Owner::Empty => 0,
            Owner::Earlier(version) => version,
            Owner::Ours | Owner::Later(_) | Owner::Foreign => return Ok(()),
        };
        step(&transaction, steps_done)?;
        transaction.commit()?;
    }
}

/// Goes one step on from this version, less than the last.
pub(super) fn step(connection: &Connection, version: i32) -> rusqlite::Result<()> {
    connection.execute_batch(STEPS[version as usize])?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", version + 1)
}
