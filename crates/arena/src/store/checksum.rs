use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Row, ToSql};
use sha2::{Digest, Sha256};

use crate::fingerprint::first_64_bits;

/// The checksum of values, in the form in which SQLite gives them back: the first 64 bits of the SHA-256 of
/// their kinds, lengths and contents. That of no values is 0.
#[derive(Clone, Default)]
pub(super) struct Checksum {
    hash: Sha256,
    values: u64,
}

impl Checksum {
    /// The checksum of values that are written.
    pub(super) fn of(values: &[&dyn ToSql]) -> rusqlite::Result<i64> {
        let mut checksum = Self::default();
        checksum.add_values(values)?;
        Ok(checksum.finish())
    }

    /// The checksum of the first so many columns of a row that was read.
    pub(super) fn of_row(row: &Row<'_>, columns: usize) -> rusqlite::Result<i64> {
        let mut checksum = Self::default();
        checksum.add_row(row, 0, columns)?;
        Ok(checksum.finish())
    }

    /// Adds values that are written.
    pub(super) fn add_values(&mut self, values: &[&dyn ToSql]) -> rusqlite::Result<()> {
        for value in values {
            match value.to_sql()? {
                ToSqlOutput::Borrowed(value) => self.add(value),
                ToSqlOutput::Owned(value) => self.add(ValueRef::from(&value)),
                // Values of other kinds are not used here.
                _ => return Err(rusqlite::Error::InvalidQuery),
            }
        }
        Ok(())
    }

    /// Adds so many columns of a row that was read, from the column `first` on.
    pub(super) fn add_row(&mut self, row: &Row<'_>, first: usize, columns: usize) -> rusqlite::Result<()> {
        (first..first + columns).try_for_each(|column| {
            self.add(row.get_ref(column)?);
            Ok(())
        })
    }

    fn add(&mut self, value: ValueRef<'_>) {
        let (kind, bytes): (u8, &[u8]) = match value {
            // As SQLite stores it.
            ValueRef::Real(real) if real.is_nan() => (0, &[]),
            ValueRef::Null => (0, &[]),
            ValueRef::Integer(integer) => (1, &integer.to_le_bytes()),
            // SQLite has no negative zero.
            ValueRef::Real(real) => (2, &(real + 0.0).to_le_bytes()),
            ValueRef::Text(text) => (3, text),
            ValueRef::Blob(blob) => (4, blob),
        };
        self.values += 1;
        self.hash.update([kind]);
        self.hash.update((bytes.len() as u64).to_le_bytes());
        self.hash.update(bytes);
    }

    pub(super) fn finish(self) -> i64 {
        if self.values == 0 { 0 } else { first_64_bits(self.hash).cast_signed() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rusqlite::Connection;
    use rusqlite::types::Value;

    use super::*;

    fn any_value() -> impl Strategy<Value = Value> {
        prop_oneof![
            Just(Value::Null),
            any::<i64>().prop_map(Value::Integer),
            any::<f64>().prop_map(Value::Real),
            Just(Value::Real(-0.0)),
            (-100..100_i64).prop_map(|whole| Value::Real(whole as f64)),
            ".*".prop_map(Value::Text),
        ]
    }

    proptest! {
        #[test]
        fn values_have_the_same_checksum_when_they_are_read_back(value in any_value()) {
            let column = match &value {
                Value::Integer(_) => "INTEGER",
                Value::Text(_) => "TEXT",
                _ => "REAL",
            };
            let connection = Connection::open_in_memory().unwrap();
            connection.execute_batch(&format!("CREATE TABLE kept (value {column}) STRICT")).unwrap();
            connection.execute("INSERT INTO kept VALUES (?1)", [&value]).unwrap();
            let read = connection
                .query_row("SELECT value FROM kept", [], |row| Checksum::of_row(row, 1))
                .unwrap();
            prop_assert_eq!(read, Checksum::of(&[&value]).unwrap());
        }
    }

    #[test]
    fn neighbours_are_told_apart() {
        let sums = [
            Checksum::of(&[]),
            Checksum::of(&[&"ab", &"c"]),
            Checksum::of(&[&"a", &"bc"]),
            Checksum::of(&[&1, &None::<i64>]),
            Checksum::of(&[&None::<i64>, &1]),
            Checksum::of(&[&1.0]),
        ]
        .map(Result::unwrap);
        assert_eq!(sums[0], 0);
        assert!(sums.iter().enumerate().all(|(place, sum)| !sums[..place].contains(sum)), "{sums:?}");
    }
}
