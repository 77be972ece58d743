use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension};

/// The numbers of joint moves in the store, as far as they have been asked for.
///
/// Entries of the store's dictionary are never changed or deleted, so what was once read or committed stays
/// true whatever other processes add. Numbers given in a transaction that fails must be forgotten.
#[derive(Debug, Default)]
pub(super) struct Dictionary {
    numbers: HashMap<Vec<String>, i64>,
}

impl Dictionary {
    /// So many joint moves are remembered at most. Few games have more; in those most moves are made once.
    const CAPACITY: usize = 1 << 17;

    /// The number of a joint move, which is entered if it is new. The connection must be in a transaction
    /// that may write.
    pub(super) fn number(&mut self, connection: &Connection, joint_move: &[String]) -> rusqlite::Result<i64> {
        if let Some(&number) = self.numbers.get(joint_move) {
            return Ok(number);
        }
        let text = serde_json::Value::from(joint_move).to_string();
        let known = connection
            .prepare_cached("SELECT id FROM joint_moves WHERE text = ?1")?
            .query_row([&text], |row| row.get(0))
            .optional()?;
        let number = match known {
            Some(number) => number,
            None => {
                connection.prepare_cached("INSERT INTO joint_moves (text) VALUES (?1)")?.insert([&text])?
            }
        };
        if self.numbers.len() >= Self::CAPACITY {
            self.numbers.clear();
        }
        self.numbers.insert(joint_move.to_vec(), number);
        Ok(number)
    }

    pub(super) fn forget(&mut self) {
        self.numbers.clear();
    }
}
